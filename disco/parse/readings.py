"""Other ways to read the sentences of a text, kept with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from disco.parse.unsure import LIKELIEST, READINGS, UNSURE, Costs

TIMES = 6  # that a sentence is read again


@dataclass(frozen=True, slots=True)
class Reading:
    """One more way to read a sentence: where it starts, the heads of its words, counted from
    there, what they are to them, and how unsure that is."""

    start: int
    heads: NDArray[np.int32]
    labels: NDArray[np.uint64]
    costs: Costs


def keep_readings(doc: Doc, readings: list[Reading]) -> None:
    """Put them with the text."""
    doc.user_data[READINGS] = [[r.start, r.heads, r.labels, r.costs] for r in readings]


def read_otherwise(
    doc: Doc, wanted: Collection[int] | None = None
) -> Iterator[tuple[Doc, frozenset[int]]]:
    """The text with some sentences read otherwise, the likeliest first, and the first words of
    these; all else that is known of the text goes along.

    ``wanted`` are the first words of the sentences that are of interest, all if it is not told; it
    is asked before each.
    """
    readings = sorted((Reading(*row) for row in doc.user_data.get(READINGS, ())), key=_cost)
    left = [(_first_word(doc, reading.start), reading) for reading in readings]
    while left:
        chosen: dict[int, Reading] = {}
        later = []
        for first, reading in left:
            if wanted is not None and first not in wanted:
                continue
            if chosen.setdefault(first, reading) is not reading:
                later.append((first, reading))
        if not chosen:
            return
        yield _read_as(doc, list(chosen.values())), frozenset(chosen)
        left = later


def _cost(reading: Reading) -> float:
    return float(reading.costs[1].sum())


def _first_word(doc: Doc, start: int) -> int:
    return next((i for i in range(start, len(doc)) if not doc[i].is_space), start)


def _read_as(doc: Doc, readings: list[Reading]) -> Doc:
    kept = doc.to_array(["HEAD", "DEP"])
    costs = doc.user_data[UNSURE].copy()
    for r in readings:
        here = slice(r.start, r.start + len(r.heads))
        kept[here, 0] = (r.heads - np.arange(len(r.heads))).astype(np.int64).view(np.uint64)
        kept[here, 1] = r.labels
        costs[:, here] = r.costs
    read = doc.copy()
    read.from_array(["HEAD", "DEP"], kept)
    read.user_data[UNSURE], read.user_data[LIKELIEST] = costs, doc.user_data[UNSURE]
    return read
