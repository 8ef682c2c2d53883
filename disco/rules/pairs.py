"""By what pairs of a long sentence and its split are dropped, as ``rules/pairs.yaml`` states it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import field_validator

from disco import _paths
from disco._schema_errors import read_as
from disco.match.model import Strict
from disco.rules.weights import chance

MOST = 3  # more words of a kind say no more


class Mining(Strict):
    """What sentences of an edit history are noise by: a token that follows itself so often, one of
    more characters, a word of vandals; which tags and links of MediaWiki hold no prose, and which
    tags a formula; which of its templates are notes, by their names (``cite *``: all that begin
    so), and which show one of their values, by its number."""

    repeated: int
    longest: int
    tags: frozenset[str]
    formulas: frozenset[str]
    namespaces: frozenset[str]
    notes: frozenset[str]
    shown: dict[str, int]
    profane: frozenset[str]

    @field_validator("profane")
    @classmethod
    def _single_words(cls, words: frozenset[str]) -> frozenset[str]:
        if several := sorted(word for word in words if " " in word):
            raise ValueError(f"a word by itself belongs here, not '{several[0]}'")
        return words


class Refining(Strict):
    """When words are taken for each other, in spelling and in meaning, which verbs say little by
    themselves, which words negate what is said, join what is negated, and make it less than a fact;
    and what each word that only one side says weighs, by its kind."""

    spelling: float
    meaning: float
    light: frozenset[str]
    negating: frozenset[str]
    sharing: frozenset[str]
    hedging: frozenset[str]
    start: float
    added: dict[str, float]
    lost: dict[str, float]

    def faithful(self, added: Mapping[str, int], lost: Mapping[str, int]) -> float:
        """How likely a pair is faithful that has so many words of each kind on one side only."""
        total = self.start
        for weights, counts in ((self.added, added), (self.lost, lost)):
            total += sum(weights.get(k, 0.0) * min(n, MOST) for k, n in counts.items())
        return 1 - chance(total)


class Breaking(Strict):
    """Which share of the long sentence is little, and next to nothing, for a sentence of the split
    to give alone; behind which words it cannot end; what each fact weighs, and how likely a pair is
    broken that is called so."""

    unfinished: list[str]
    nothing: float
    little: float
    likely: float
    start: float
    weights: dict[str, float]

    def broken(self, facts: Mapping[str, float]) -> float:
        """How likely a pair is broken, by what speaks against it."""
        return chance(self.start + sum(self.weights[name] * n for name, n in facts.items()))


class PairsFile(Strict):
    """What ``disco mine``, ``disco refine`` and ``disco categorize`` take for no pair."""

    about: str
    mine: Mining
    refine: Refining
    broken: Breaking


@cache
def pair_settings() -> PairsFile:
    """The shipped file, read once; RuleError where it is broken."""
    return read_as(PairsFile, _paths.rules_dir() / "pairs.yaml")
