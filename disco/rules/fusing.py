"""Rules that fuse: how two sentences become one text, and the examples that show it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Self

from pydantic import Field, model_validator

from disco._strict import Strict
from disco.match.model import Names, Share
from disco.rules.language import Parts
from disco.rules.schema import BaseExample, BaseRule, TypeName
from disco.rules.words.of_fusions import Glue


class Fuse(Strict):
    """How the text is put together: one sentence, or two."""

    first: Parts
    second: Parts = []


class FuseExample(BaseExample):
    """What a rule does with one pair: it writes this, or nothing because ..., or not yet.

    ``connective`` is the one that is given; with ``free: true`` nothing is given.
    """

    pair: tuple[str, str]
    connective: str = ""
    free: bool = False
    fused: str | None = None

    @property
    def given(self) -> Sequence[object]:
        return *self.pair, self.connective, self.free

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.none is None) == (self.fused is None):
            raise ValueError("an example says either fused or none")
        if self.free and self.connective:
            raise ValueError("with 'free: true' no connective is given")
        return self


class FuseRule(BaseRule):
    """A rule that writes one text of two sentences.

    Told a type, the first rule of that type that can write it does. A rule with ``free`` is asked
    where nothing is told: that is the share of its fusions that readers found good, and of the
    rules that can write, the surest one does.
    """

    type: TypeName
    free: Share | None = None
    remove: dict[str, Names] = {}
    write: Fuse
    examples: list[FuseExample] = Field(min_length=1)

    @property
    def label(self) -> str:
        return self.type

    @property
    def paired(self) -> bool:
        return True

    @model_validator(mode="after")
    def _shown_as_asked(self) -> Self:
        for example in self.examples:
            if self.free is None and example.free:
                message = "an example says 'free: true', and the rule has no 'free: SHARE'"
                raise ValueError(f"{message}: {example.pair[0]}")
            if self.free is not None and not example.free:
                message = (
                    "each example of a rule with 'free' says 'free: true', as this one does not"
                )
                raise ValueError(f"{message}: {example.pair[0]}")
        return self

    @cached_property
    def wants_connective(self) -> bool:
        """Whether what it writes has a connective that must be told."""
        return any(isinstance(part, Glue) for part in (*self.write.first, *self.write.second))
