"""Rules that categorize: which part of the long sentence became a sentence of its own, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from disco._errors import nearest
from disco._types import CATEGORIES
from disco.rules.schema import BaseRule
from disco.words import Name, Strict


def _keys(value: Any) -> Iterator[str]:
    """Every key in nested data."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _keys(item)


class CategoryExample(Strict):
    """What a rule does on one pair: it decides (at these words), or does not because ..."""

    long: str
    split: list[str]
    at: str | None = None
    none: str | None = None
    todo: str | None = None
    source: str | None = None
    about: str | None = None


class CategoryRule(BaseRule):
    """A rule that names the place of a split.

    ``second`` (or ``first``) is the part of the long sentence that became the second (or first)
    sentence. Of all rules that match, the one whose parts fit the split best decides; ``weight`` is
    the evidence, in words, that it has beforehand. A rule with neither is tried, in the order of
    the files, where no part fits.
    """

    input: Literal["sentence"] = "sentence"
    category: str
    subcategory: str
    first: Name | None = None
    second: Name | None = None
    weight: float = 0.0
    examples: list[CategoryExample] = Field(min_length=1)

    @property
    def label(self) -> str:
        return f"{self.category}/{self.subcategory}"

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.category not in CATEGORIES:
            raise ValueError(
                f"unknown category '{self.category}'{nearest(self.category, CATEGORIES)}"
            )
        known = CATEGORIES[self.category]
        if self.subcategory not in known:
            raise ValueError(
                f"unknown subcategory '{self.subcategory}'{nearest(self.subcategory, known)}"
            )
        if "ent" in _keys(self.model_dump(exclude_none=True)):
            raise ValueError("'ent' is not there when categorizing: entities are not looked for")
        if self.first is not None and self.second is not None:
            raise ValueError("either first or second, not both")
        return self
