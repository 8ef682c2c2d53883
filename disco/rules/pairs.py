"""By what pairs of a long sentence and its split are dropped, as ``rules/pairs.yaml`` states it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache, cached_property

from pydantic import field_validator

from disco import _paths
from disco._schema_errors import read_as
from disco._strict import Strict
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


class Unsupported(Strict):
    """What each word weighs that only one side says, by its kind: how much it speaks against a
    pair."""

    name: float
    number: float
    noun: float
    verb: float
    adj: float
    adv: float
    light: float
    subject: float
    together: float
    swapped: float
    negation: float
    hedge: float = 0.0

    def total(self, counts: Mapping[str, int]) -> float:
        """What so many words of each kind weigh together."""
        return math.fsum(weight * min(counts.get(kind, 0), MOST) for kind, weight in self)


class Refining(Strict):
    """When words are taken for each other, in spelling and in meaning, which verbs say little by
    themselves, which words negate what is said, join what is negated, make it less than a fact,
    are opposites, or one and the ``same`` word; and what each word that only one side says weighs,
    by its kind."""

    spelling: float
    meaning: float
    light: frozenset[str]
    negating: frozenset[str]
    sharing: frozenset[str]
    hedging: frozenset[str]
    opposites: list[frozenset[str]]
    same: list[frozenset[str]]
    start: float
    added: Unsupported
    lost: Unsupported

    @cached_property
    def opposite_of(self) -> dict[str, frozenset[str]]:
        """The opposites of each word that has some."""
        return _others(self.opposites)

    @cached_property
    def same_as(self) -> dict[str, frozenset[str]]:
        """What else each word may be written as that is written in several ways."""
        return _others(self.same)

    def faithful(self, added: Mapping[str, int], lost: Mapping[str, int]) -> float:
        """How likely a pair is faithful that has so many words of each kind on one side only."""
        return 1 - chance(self.start + self.added.total(added) + self.lost.total(lost))


def _others(groups: Iterable[frozenset[str]]) -> dict[str, frozenset[str]]:
    """The other words of its groups, for each word of any."""
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        for word in group:
            found[word] = found.get(word, frozenset()) | (group - {word})
    return found


class Signs(Strict):
    """What each sign weighs that a pair is broken; the last ones speak only beside others."""

    nothing_own: float
    little_own: float
    said_elsewhere: float
    asks: float
    breaks_off: float
    begins_inside: float
    ends_inside: float
    longer: float
    glued: float
    covered: float
    kept: float
    uneven: float

    def total(self, found: Mapping[str, float]) -> float:
        """What the signs weigh together that speak against a pair."""
        return math.fsum(weight * found[sign] for sign, weight in self)


class Breaking(Strict):
    """Which share of the long sentence is little, and next to nothing, for a sentence of the split
    to give alone; behind which words it cannot end, with a full stop or, of more of them, with
    three dots; what each fact weighs, and how likely a pair is broken that is called so."""

    never_last: frozenset[str]
    unfinished: frozenset[str]
    nothing: float
    little: float
    likely: float
    start: float
    weights: Signs

    def broken(self, signs: Mapping[str, float]) -> float:
        """How likely a pair is broken, by what speaks against it."""
        return chance(self.start + self.weights.total(signs))


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
