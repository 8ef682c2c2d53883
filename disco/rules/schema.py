"""What every rule may say, whatever its job. Unknown keys are errors."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, Literal, Self, TypeVar

from pydantic import Field, model_validator

from disco.words import Always, Attributes, Name, Names, Strict, Tests

RELATIONS = (
    "child_of",
    "parent_of",
    "within",
    "sibling_of",
    "right_after",
    "right_before",
    "after",
    "before",
)


BASES = (
    *("subtree", "phrase", "token", "antecedent", "subject", "repeated"),
    *("before", "upto", "after", "start", "opens_like"),
)


class Node(Attributes):
    """One token of a dependency pattern, by its relation to a token named before it."""

    child_of: Name | None = None
    parent_of: Name | None = None
    within: Name | None = None
    sibling_of: Name | None = None
    right_after: Name | None = None
    right_before: Name | None = None
    after: Name | None = None
    before: Name | None = None
    side: Literal["left", "right"] | None = None
    optional: bool = False
    sentence: Literal["first"] | None = None

    @property
    def relation(self) -> tuple[str, str] | None:
        """The kind of relation and the name that it leads to; None for the first token."""
        for kind in RELATIONS:
            target = getattr(self, kind)
            if target is not None:
                return kind, target
        return None

    @model_validator(mode="after")
    def _one_relation(self) -> Self:
        given = [kind for kind in RELATIONS if getattr(self, kind) is not None]
        if given and self.sentence is not None:
            raise ValueError("a token of the first sentence has no relation to one of the second")
        if len(given) > 1:
            raise ValueError(f"one relation only, not {' and '.join(given)}")
        if self.side and given and given[0] not in {"child_of", "sibling_of", "parent_of"}:
            raise ValueError("side goes with child_of, sibling_of or parent_of")
        return self


class SpanRule(Strict):
    """A stretch of tokens: one base, perhaps without some of it, perhaps with its commas."""

    subtree: Name | None = None
    phrase: Name | None = None
    token: Name | None = None
    antecedent: Name | None = None
    subject: Name | None = None
    repeated: Name | None = None
    before: Name | None = None
    upto: Name | None = None
    opens_like: Literal["first"] | None = None
    after: Name | None = None
    start: Name | None = Field(None, alias="from")
    to: Name | None = None
    plus: Names | None = None
    without: Names | None = None
    commas: Literal["before", "after", "both"] | None = None

    @model_validator(mode="after")
    def _one_base(self) -> Self:
        if sum(getattr(self, base) is not None for base in BASES) != 1:
            raise ValueError(f"one of {', '.join(BASES)} is needed".replace("start", "from"))
        return self


class BaseRule(Strict):
    """What a rule of any job says first: what it finds, what must hold, what blocks it by name."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_.]*$")
    scope: Literal["paper", "extended"]
    about: str
    input: Literal["sentence", "pair"] = "sentence"
    find: dict[str, Node]
    spans: dict[str, SpanRule] = {}
    require: Tests = []
    unless: dict[str, Tests] = {}

    @cached_property
    def never_by_default(self) -> bool:
        """Whether an exception always holds: such a rule writes only with the gate off."""
        return any(all(isinstance(t, Always) for t in tests) for tests in self.unless.values())

    @property
    def label(self) -> str:
        """What the rule writes or decides, in a word."""
        raise NotImplementedError


R = TypeVar("R", bound=BaseRule)


class RuleFile(Strict, Generic[R]):
    """One phenomenon: what it is, and its rules in the order in which they are tried."""

    job: Literal["unfuse", "categorize", "fuse"] = "unfuse"
    phenomenon: str
    about: str
    rules: list[R] = []
    off: list[str] = []
