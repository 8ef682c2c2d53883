"""Rules that split: further propositions of a sentence, which no data set has a type for."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from disco.match.model import Share
from disco.rules.writing import WritingRule

SPLIT: Literal["SPLIT"] = "SPLIT"


class SplitRule(WritingRule):
    """A rule that writes two propositions, tried where no rule that unfuses finds anything more.

    It must say how ``good`` it is. A rule with ``when`` is asked only where finer propositions, or
    what somebody says, are wanted. One that ``keeps`` the sentence leaves it as the first and is
    done with it; the second is added. One that asks for the ``likeliest`` reading is not tried on
    a sentence that is read otherwise.
    """

    type: Literal["SPLIT"] = SPLIT
    good: Share
    when: Literal["fine", "attributed"] | None = None
    keeps: bool = False
    likeliest: bool = False

    @property
    def label(self) -> str:
        return self.relation or self.type

    @model_validator(mode="after")
    def _says_how_they_hang_together(self) -> Self:
        if self.relation is None and not self.connective:
            raise ValueError("a rule that splits names a relation, or a connective that has one")
        return self
