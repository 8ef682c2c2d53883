"""Rules that write two sentences, and the examples that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from disco._strict import Strict
from disco.draft.words import CONNECTIVE
from disco.match.model import Names, Share, Texts
from disco.rules.language import Parts
from disco.rules.schema import BaseExample, BaseRule, TypeName

Relation = Literal[
    "attribution",
    "comparison",
    "contingency",
    "elaboration",
    "expansion",
    "list",
    "purpose",
    "setting",
    "temporal",
]


class Write(Strict):
    """How the two outputs are put together."""

    first: Parts
    second: Parts


class UnfuseExample(BaseExample):
    """What a rule does on one text: it writes this, or nothing because ..., or not yet.

    ``connective`` and ``type`` are what the written example carries, where that is to be shown.
    """

    text: Texts
    first: str | None = None
    second: str | None = None
    connective: str | None = None
    type: TypeName | None = None
    refused: str | None = None

    @property
    def given(self) -> Sequence[object]:
        return self.text

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        written = [self.first, self.second]
        if self.none is not None and written != [None, None]:
            raise ValueError("with none, nothing is written: first and second go, or none does")
        if self.none is None and None in written:
            raise ValueError("an example says first and second, or none and why")
        if self.none is not None and (self.connective, self.type) != (None, None):
            raise ValueError("with none, nothing is written that has a connective or a type")
        return self


class WritingRule(BaseRule):
    """A rule that writes two sentences, to unfuse or to split.

    ``connective`` names the spans that are the connective: they are removed and make the
    connective string. ``remove`` names others, by reason. ``relation`` is what holds the two
    together, where it is not the sense of the connective. ``good`` is the share of its outputs that
    is expected to be good, which is how sure they are as long as no reader has judged any.
    """

    input: Literal["sentence", "pair"] = "sentence"
    type: TypeName
    relation: Relation | None = None
    connective: Names = []
    remove: dict[str, Names] = {}
    write: Write
    good: Share | None = None
    examples: list[UnfuseExample] = Field(min_length=1)

    @property
    def label(self) -> str:
        return self.type

    @property
    def paired(self) -> bool:
        return self.input == "pair"

    @property
    def handed_to(self) -> str | None:
        """The rule that what it writes is handed on to."""
        return None

    @property
    def beside(self) -> Sequence[str]:
        """The types beside which what it writes is left out."""
        return ()

    @field_validator("remove")
    @classmethod
    def _connective_has_its_key(cls, remove: dict[str, Names]) -> dict[str, Names]:
        if CONNECTIVE in remove:
            spans = remove[CONNECTIVE]
            named = spans[0] if len(spans) == 1 else f"[{', '.join(spans)}]"
            raise ValueError(f"what is the connective has a key of its own: connective: {named}")
        return remove
