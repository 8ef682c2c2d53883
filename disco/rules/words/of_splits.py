"""Tests on a long sentence beside its split: what the one has of the other."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from disco.match.match import Match
from disco.rules.language import Test


class Copied(Test):
    """So many words in a row at this end of the long sentence stand in the split unchanged:
    ``copied: {at: start, words: 5}``."""

    word = "copied"
    jobs = ("categorize",)
    at: Literal["start", "end"]
    words: int = 5

    def holds(self, match: Match) -> bool:
        if match.parsed.split is None:
            return False
        kept = [
            k for k, t in zip(match.parsed.split.kept, match.doc, strict=True) if not t.is_punct
        ]
        found = kept[: self.words] if self.at == "start" else kept[-self.words :]
        return len(found) == self.words and all(found)


class OnlySplit(Test):
    """The split has the words of the long sentence, none new, but for one joining word at most
    that it leaves out: ``only_split: true``."""

    word = "only_split"
    jobs = ("categorize",)
    wanted: Literal[True] = Field(True, alias="true")

    def holds(self, match: Match) -> bool:
        if match.parsed.split is None:
            return False
        tokens = zip(match.parsed.split.kept, match.doc, strict=True)
        lost = [t for kept, t in tokens if not kept and not t.is_punct]
        return not match.parsed.split.added and len(lost) <= 1 and all(t.dep_ == "cc" for t in lost)
