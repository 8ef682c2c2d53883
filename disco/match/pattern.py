"""A token of a dependency pattern: what it is like, and how it hangs on one named before it."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, Self

from pydantic import Field, model_validator

from disco.match.attributes import Attributes
from disco.match.model import TokenName

RELATIONS = (
    "child_of",
    "parent_of",
    "within",
    "above",
    "sibling_of",
    "right_after",
    "right_before",
    "after",
    "before",
)
_SIDED = ("child_of", "sibling_of", "parent_of")


class Node(Attributes):
    """One token of a dependency pattern, by its relation to a token named before it."""

    child_of: TokenName | None = Field(None, description="a child of x; side: left or right of it")
    parent_of: TokenName | None = Field(
        None, description="the head of x; side: on which side of it x stands"
    )
    within: TokenName | None = Field(None, description="anywhere below x")
    above: TokenName | None = Field(None, description="anywhere above x")
    sibling_of: TokenName | None = Field(
        None, description="another child of x's head; side is needed"
    )
    right_after: TokenName | None = Field(None, description="the next token")
    right_before: TokenName | None = Field(None, description="the token before")
    after: TokenName | None = Field(None, description="anywhere later in the sentence")
    before: TokenName | None = Field(None, description="anywhere earlier in the sentence")
    side: Literal["left", "right"] | None = None
    optional: bool = False
    sentence: Literal["first"] | None = None

    @cached_property
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
        if self.side and (not given or given[0] not in _SIDED):
            raise ValueError("side goes with child_of, sibling_of or parent_of")
        if given == ["sibling_of"] and self.side is None:
            raise ValueError("sibling_of needs a side: left or right")
        return self
