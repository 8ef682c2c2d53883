"""What a rule file may say. Unknown keys are errors; every model here is also the JSON Schema."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, Self

from pydantic import Field, model_validator

from disco._errors import nearest
from disco._types import TYPES
from disco.words import Always, Attributes, Name, Names, Parts, Strict, Tests, Texts

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


BASES = ("subtree", "phrase", "token", "antecedent", "subject", "before", "after", "start")


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
    before: Name | None = None
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


class Write(Strict):
    """How the two outputs are put together."""

    first: Parts
    second: Parts


class ExampleRule(Strict):
    """What a rule does on one text: it writes this, or nothing because ..., or not yet."""

    text: Texts
    first: str | None = None
    second: str | None = None
    none: str | None = None
    refused: str | None = None
    todo: str | None = None
    source: str | None = None
    about: str | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.first is None) != (self.second is None):
            raise ValueError("first and second go together")
        if (self.none is None) == (self.first is None):
            raise ValueError("an example says either first and second, or none")
        return self


class Rule(Strict):
    """One rule: what it finds, what must hold, and what it writes."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_.]*$")
    type: str
    scope: Literal["paper", "extended"]
    about: str
    input: Literal["sentence", "pair"] = "sentence"
    find: dict[str, Node]
    spans: dict[str, SpanRule] = {}
    require: Tests = []
    unless: dict[str, Tests] = {}
    remove: dict[str, Names] = {}
    write: Write
    then: str | None = None
    becomes: dict[str, str] = {}
    yields_to: list[str] = []
    examples: list[ExampleRule] = Field(min_length=1)

    @cached_property
    def never_by_default(self) -> bool:
        """Whether an exception always holds: such a rule writes only with the gate off."""
        return any(all(isinstance(t, Always) for t in tests) for tests in self.unless.values())

    @model_validator(mode="after")
    def _known_types(self) -> Self:
        for name in (self.type, *self.becomes, *self.becomes.values(), *self.yields_to):
            if name not in TYPES:
                raise ValueError(f"unknown type '{name}'{nearest(name, TYPES)}")
        return self


class RuleFile(Strict):
    """One phenomenon: what it is, and its rules in the order in which they are tried."""

    phenomenon: str
    about: str
    rules: list[Rule] = []
    off: list[str] = []
