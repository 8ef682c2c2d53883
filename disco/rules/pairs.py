"""By what pairs of a long sentence and its split are dropped, as ``rules/pairs.yaml`` states it."""

from __future__ import annotations

from functools import cache

from disco import _paths
from disco.match.model import Strict
from disco.rules.located import read_as


class Mining(Strict):
    """What sentences of an edit history are noise by: a token that follows itself so often, one of
    more characters, a word of vandals."""

    repeated: int
    longest: int
    profane: frozenset[str]


class PairsFile(Strict):
    """What ``disco mine`` and ``disco refine`` look at."""

    about: str
    mine: Mining


@cache
def pair_settings() -> PairsFile:
    """The shipped file, read once; RuleError where it is broken."""
    return read_as(PairsFile, _paths.rules_dir() / "pairs.yaml")
