"""Rules that resolve: which anaphors may be replaced, and by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from disco.match.model import Name, Share
from disco.rules.schema import BaseExample, BaseRule
from disco.text.marks import TERMINALS

DOUBTFUL = "unless.doubtful_antecedent"  # against what a rule that is doubtful has replaced


class ResolveExample(BaseExample):
    """What a rule does with the anaphors of the second part: it becomes this, or nothing is
    replaced because ... The parts are clauses of one sentence where no mark closes the first."""

    text: tuple[str, str]
    becomes: str | None = None

    @property
    def given(self) -> Sequence[object]:
        return self.text

    @property
    def one_sentence(self) -> bool:
        """Whether the parts are clauses of one sentence."""
        return self.text[0][-1:] not in TERMINALS

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.none is None) == (self.becomes is None):
            raise ValueError("an example says either becomes, or none")
        return self


class ResolveRule(BaseRule):
    """A rule that says what an anaphor stands for.

    The first token of ``find`` is the anaphor; the others hang on it. The span ``antecedent`` names
    opens with the noun that it stands for, in the other part of the text. With ``least`` the rule
    is asked only where coreference takes something there for so likely. Rules that are
    ``doubtful`` are asked where the others replace nothing in the whole part; those for
    ``splitting`` only there, where a pronoun left behind is as bad as a wrong name.
    """

    kind: Literal["pronoun", "nominal"]
    antecedent: Name
    least: Share | None = None
    doubtful: bool = False
    splitting: bool = False
    examples: list[ResolveExample] = Field(min_length=1)

    @model_validator(mode="after")
    def _asked_somewhere(self) -> Self:
        if self.doubtful and self.splitting:
            raise ValueError(
                "doubtful and splitting do not go together: what is split has no doubt"
            )
        return self

    @property
    def label(self) -> str:
        return f"{self.kind}, doubtful" if self.doubtful else self.kind
