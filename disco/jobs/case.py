"""What is judged: a finished draft, the rule that wrote it, and the reasons against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from disco.draft.words import Draft
from disco.english.sentence import Sentence
from disco.match.match import Parsed


@dataclass(frozen=True, slots=True)
class Case:
    """A finished draft, the rule that wrote it and the reasons against it."""

    parsed: Parsed
    draft: Draft
    sentences: tuple[Sentence, ...]
    rule: str
    type: str
    reasons: Sequence[str]

    @property
    def doc(self) -> Doc:
        return self.parsed.doc

    @property
    def family(self) -> str:
        """The rules that its rule stands beside: ``inner`` of ``inner.clause``."""
        return self.rule.partition(".")[0]
