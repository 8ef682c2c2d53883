"""Rules that categorize: which part of the long sentence became a sentence of its own, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Self

from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator

from disco._errors import UnknownName
from disco._strict import located
from disco.match.attributes import Attributes
from disco.match.model import Name, vocabulary_of
from disco.rules.language import models_in
from disco.rules.schema import BaseExample, BaseRule


class CategoryExample(BaseExample):
    """What a rule does on one pair: it decides (at these words), or does not because ..."""

    long: str
    split: list[str]
    at: str | None = None

    @property
    def given(self) -> Sequence[object]:
        return self.long, *self.split, self.at

    @field_validator("at")
    @classmethod
    def _stands_there(cls, at: str | None, info: ValidationInfo) -> str | None:
        if at is not None and at not in info.data.get("long", at):
            raise ValueError(f"'{at}' stands nowhere in 'long'")
        return at


Changes = Literal["boundary", "neighbourhood", "sentence"]


class CategoryRule(BaseRule):
    """A rule that names the place of a split.

    ``second`` (or ``first``) is the part of the long sentence that became the second (or first)
    sentence. Of all rules that match, the one whose parts fit the split best decides; ``weight`` is
    the evidence, in words, that it has beforehand. A rule with neither is tried, in the order of
    the files, where no part fits. ``changes`` is what such a split may change, by the edit labels:
    what stands at the boundary, its neighbourhood too, or the whole sentence.
    """

    category: str
    subcategory: str
    first: Name | None = None
    second: Name | None = None
    weight: float = 0.0
    changes: Changes = "boundary"
    examples: list[CategoryExample] = Field(min_length=1)

    @property
    def label(self) -> str:
        return f"{self.category}/{self.subcategory}"

    @field_validator("category")
    @classmethod
    def _known_category(cls, name: str, info: ValidationInfo) -> str:
        return _known("category", name, vocabulary_of(info).categories)

    @field_validator("subcategory")
    @classmethod
    def _known_subcategory(cls, name: str, info: ValidationInfo) -> str:
        known = vocabulary_of(info).categories
        category = str(info.data.get("category"))  # missing where it is itself not known
        return _known("subcategory", name, known.get(category, ()))

    @model_validator(mode="after")
    def _first_or_second(self) -> Self:
        if self.first is not None and self.second is not None:
            raise ValueError("either first or second, not both")
        message = "'ent' is not there when categorizing: entities are not looked for"
        problems = [
            located(message, *path, "ent")
            for path, model in models_in(self)
            if isinstance(model, Attributes) and model.ent is not None
        ]
        if problems:
            raise ValidationError.from_exception_data("ent", problems)
        return self


def _known(what: str, name: str, known: Iterable[str]) -> str:
    names = list(known)
    if names and name not in names:
        raise UnknownName(what, name, names)
    return name
