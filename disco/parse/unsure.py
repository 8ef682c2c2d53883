"""How unsure the parser was of each word of a text, kept with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

UNSURE = "disco_unsure"  # where it is kept
LIKELIEST = "disco_likeliest"  # where that of the likeliest reading is kept, with another one
READINGS = "disco_readings"  # where it is kept how else a text may be read
Costs = NDArray[np.float32]


class Unsure(NamedTuple):
    """For each word how unlikely what the parser did was, as negative logarithms: what hung it on
    its head (``hung``), and all that was done while it was the next to be read (``read``)."""

    hung: Costs
    read: Costs


def unsure_of(doc: Doc) -> Unsure | None:
    """What the parser kept with the text; None where another one read it, or its words are not
    those any more."""
    kept = doc.user_data.get(UNSURE)
    return None if kept is None or kept.shape[1] != len(doc) else Unsure(*kept)


def forget_unsure(doc: Doc) -> None:
    """Drop what is known of words that are not those of the text any more, with how else they may
    be read."""
    for key in (UNSURE, LIKELIEST, READINGS):
        doc.user_data.pop(key, None)


def keep_unsure(doc: Doc, unsure: Unsure) -> None:
    """Put it with the text."""
    doc.user_data[UNSURE] = np.stack(unsure)


def less_likely(doc: Doc, start: int, stop: int) -> float | None:
    """By how much some words were read less likely than they could be; None of a text that is
    read as is likeliest."""
    if LIKELIEST not in doc.user_data:
        return None
    here, best = doc.user_data[UNSURE], doc.user_data[LIKELIEST]
    return float((here[1, start:stop] - best[1, start:stop]).sum())


def keep_as_unsure(doc: Doc, source: Doc, origins: Sequence[int | None]) -> None:
    """Put it with a text that was made of the words of another: of each of its tokens what is known
    of its origin there, of one without an origin nothing. What a word hung on that it was taken
    from was asked when it was taken from it, and is no doubt of what is left."""
    there = [len(source) if i is None else i for i in origins]
    freed = [t.i for t in doc if t.dep_ == "ROOT" and _hung_before(source, origins[t.i])]
    for key in (UNSURE, LIKELIEST):
        if key in source.user_data:
            kept = np.pad(source.user_data[key], ((0, 0), (0, 1)))[:, there]
            kept[1, freed] -= kept[0, freed]
            kept[0, freed] = 0
            doc.user_data[key] = kept


def _hung_before(source: Doc, i: int | None) -> bool:
    """Whether a word hung on one before it, so that this was read with the word itself."""
    return i is not None and source[i].head.i < i
