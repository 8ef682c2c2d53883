"""What an example of a rule comes to, and how the rules of a job are tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from disco._yaml import Place
from disco.engine import Engine
from disco.rules import RuleSet
from disco.rules.rulebook import is_ours
from disco.rules.schema import R

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one example of a rule came to.

    ``got`` holds what the rule wrote or decided, ``remarks`` what whoever writes the rule should
    know of an example that holds: mostly that nobody gets to see it. ``blocked_by`` is the
    exception that the example shows at work, ``place`` where it stands.
    """

    rule: str
    text: str
    expected: str
    got: tuple[str, ...]
    passed: bool
    todo: str | None = None
    remarks: tuple[str, ...] = ()
    blocked_by: str | None = None
    place: Place | None = None


class Trial(Generic[R, E]):
    """How the examples of the rules of one job are tried."""

    def __init__(self, engine: Engine, rules: RuleSet[R]) -> None:
        self.engine, self.rules = engine, rules

    def only(self, rule: R) -> RuleSet[R]:
        """The rule by itself."""
        return replace(self.rules, rules=(rule,))

    def outcome(self, rule: R, example: E) -> Outcome:
        """Whether an example is as it says."""
        raise NotImplementedError

    def is_theirs(self, rule: R) -> bool:
        """Whether a user wrote the rule, to whom more is told of it."""
        return not is_ours(self.rules.place(rule.id))

    def freed(self, rule: R, example: E) -> Iterator[str]:
        """Remarks on what a rule without one of its exceptions does with an example."""
        yield from ()

    def silent(self, rule: R, example: E) -> tuple[str, ...]:
        """Why a rule, by itself, does nothing with an example; nothing where it does something."""
        raise NotImplementedError
