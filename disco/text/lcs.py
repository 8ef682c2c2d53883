"""The longest common subsequence of two lists of words, as the steps from one to the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq


class Step(NamedTuple):
    """A stretch of each side: the same words, or what stands there instead."""

    same: bool
    ours: slice
    theirs: slice


def steps(ours: Sequence[Hashable], theirs: Sequence[Hashable]) -> Iterator[Step]:
    """The fewest steps from ``ours`` to ``theirs``, in order."""
    # numbers, since the library compares longer strings by their hashes alone
    numbers: dict[Hashable, int] = {}
    left, right = ([numbers.setdefault(w, len(numbers)) for w in side] for side in (ours, theirs))
    for op in LCSseq.opcodes(left, right):
        yield Step(
            op.tag == "equal",
            slice(op.src_start, op.src_end),
            slice(op.dest_start, op.dest_end),
        )
