"""What the papers count, to be set beside ours, as ``rules/published.yaml`` states it."""

from __future__ import annotations

from functools import cache
from typing import Literal

from disco import _paths
from disco._schema_errors import read_as
from disco._strict import Strict

Corpus = Literal["WikiSplit", "BiSECT"]
CORPORA: tuple[Corpus, ...] = ("WikiSplit", "BiSECT")


class PublishedFile(Strict):
    """How many examples DiscoFuse's Wikipedia part and its files have, and how many in 100 of them
    have a connective; how many in 100 pairs of a corpus are of a kind."""

    about: str
    examples: dict[str, int]
    connectives: dict[str, float]
    kinds: dict[str, dict[Corpus, int]]

    def share(self, kind: str, corpus: Corpus) -> int:
        """How many in 100 pairs of the corpus are of the kind; 0 where that is not counted."""
        return self.kinds.get(kind, {}).get(corpus, 0)


@cache
def published() -> PublishedFile:
    """The shipped file, read once; RuleError where it is broken."""
    return read_as(PublishedFile, _paths.rules_dir() / "published.yaml")
