"""Rules that unfuse: what they write may be handed on, and yield to what others write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo, field_validator

from disco._types import CONTROL, OF_ONE, OF_PAIRS
from disco.match.model import in_list
from disco.rules.schema import TypeName
from disco.rules.writing import WritingRule


class UnfuseRule(WritingRule):
    """A rule that writes an example of a type."""

    then: str | None = None
    becomes: dict[TypeName, TypeName] = {}
    yields_to: Annotated[list[TypeName], BeforeValidator(in_list)] = []

    @property
    def handed_to(self) -> str | None:
        return self.then

    @property
    def beside(self) -> Sequence[str]:
        return self.yields_to

    @field_validator("type")
    @classmethod
    def _of_as_many_sentences(cls, kind: str, info: ValidationInfo) -> str:
        if kind == CONTROL:
            raise ValueError(f"{kind} is the type of controls, which no rule writes")
        if kind in OF_PAIRS and info.data.get("input") == "sentence":
            raise ValueError(f"{kind} is of two sentences, for which a rule says 'input: pair'")
        if kind in OF_ONE and info.data.get("input") == "pair":
            raise ValueError(f"{kind} is of one sentence, and 'input: pair' asks about two")
        return kind
