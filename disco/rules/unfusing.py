"""Rules that unfuse: what they write, and the examples that show it."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from disco._errors import nearest
from disco._types import TYPES
from disco.rules.schema import BaseRule
from disco.words import Names, Parts, Strict, Texts


class Write(Strict):
    """How the two outputs are put together."""

    first: Parts
    second: Parts


class UnfuseExample(Strict):
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


class UnfuseRule(BaseRule):
    """A rule that writes two sentences."""

    type: str
    remove: dict[str, Names] = {}
    write: Write
    then: str | None = None
    becomes: dict[str, str] = {}
    yields_to: list[str] = []
    examples: list[UnfuseExample] = Field(min_length=1)

    @property
    def label(self) -> str:
        return self.type

    @model_validator(mode="after")
    def _known_types(self) -> Self:
        for name in (self.type, *self.becomes, *self.becomes.values(), *self.yields_to):
            if name not in TYPES:
                raise ValueError(f"unknown type '{name}'{nearest(name, TYPES)}")
        return self
