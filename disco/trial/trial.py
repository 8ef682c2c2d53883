"""What an example of a rule comes to, and how the rules of a job are tried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from disco._yaml import Place
from disco.engine import Engine
from disco.rules import RuleSet
from disco.rules.schema import R

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one example of a rule came to.

    ``got`` holds what the rule wrote or decided, ``stolen_by`` a rule before it that writes the
    same, ``unsure`` how sure it is where that is too little to be written by default,
    ``blocked_by`` the exception that the example shows at work, ``place`` where it stands.
    """

    rule: str
    text: str
    expected: str
    got: tuple[str, ...]
    passed: bool
    todo: str | None = None
    stolen_by: str | None = None
    unsure: float | None = None
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

    def fires(self, rule: R, example: E) -> Outcome:
        """Whether a rule, by itself, does something with an example, as ``passed``."""
        raise NotImplementedError
