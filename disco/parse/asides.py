"""What stands in brackets, parsed by itself: a parser that has learned from newspapers loses its
way there, and the rest of the sentence with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc

from disco.parse.readings import READINGS, Reading, keep_readings
from disco.parse.unsure import UNSURE
from disco.text.marks import OPENING, TERMINALS

SET_ASIDE, PUT_BACK = "disco_set_aside", "disco_put_back"  # before the tagger and behind the parser
_WHOLE = "disco_whole"  # where the text as it is waits
_ROLE = "parataxis"  # of what stands in brackets
_PARSE: list[int | str] = ["HEAD", "DEP", "TAG"]
_HEAD, _DEP = 0, 1
_NOWHERE = -1

Numbers = NDArray[Any]


@dataclass(slots=True)
class _Aside:
    """What stands in brackets: the word before them in their sentence, the places of both marks and
    of all between, save of brackets in brackets. While they are open: the mark that closes them,
    the last word yet, whether a sentence ends there."""

    anchor: int = _NOWHERE
    places: list[int] = field(default_factory=list)
    closing: str = ""
    last: int = _NOWHERE
    broken: bool = False


@dataclass(frozen=True, slots=True)
class _Whole:
    """A text, what is set aside in it, and the places of its words in the order in which they are
    parsed: the ``others`` first."""

    text: Doc
    asides: list[_Aside]
    order: Numbers
    others: int

    def in_place(self, known: Numbers) -> Numbers:
        """What is known of each word, in the order of the text."""
        placed = np.empty_like(known)
        placed[self.order] = known
        return placed


@Language.component(SET_ASIDE)
def set_aside(doc: Doc) -> Doc:
    """The text with what stands in brackets moved behind all else, each a sentence by itself; the
    text as it is, where nothing does."""
    asides = _asides(doc) if any(token.is_bracket for token in doc) else []
    if not asides:
        return doc
    moved = {i for aside in asides for i in aside.places}
    words = [token for token in doc if token.i not in moved]
    others = len(words)
    starts: list[bool | int | None] = [word.is_sent_start for word in words]
    for aside in asides:
        words += [doc[i] for i in aside.places]
        starts += [True, *[False] * (len(aside.places) - 1)]
    parsed = Doc(
        doc.vocab,
        words=[word.text for word in words],
        spaces=[bool(word.whitespace_) for word in words],
        sent_starts=starts,
    )
    parsed.user_data[_WHOLE] = _Whole(doc, asides, np.array([word.i for word in words]), others)
    return parsed


@Language.component(PUT_BACK)
def put_back(doc: Doc) -> Doc:
    """The text that something was set aside in, with its parse; any other text
    as it is."""
    whole: _Whole | None = doc.user_data.pop(_WHOLE, None)
    if whole is None:
        return doc
    text, known = whole.text, _known(doc, whole)
    text.from_array(_PARSE, known)
    if doc.tensor.size:
        text.tensor = whole.in_place(doc.tensor)
    text.user_data.update(doc.user_data)
    if UNSURE in doc.user_data:
        text.user_data[UNSURE] = whole.in_place(doc.user_data[UNSURE].T).T
    if READINGS in doc.user_data:
        read = (Reading(*row) for row in doc.user_data[READINGS])
        keep_readings(text, [_put_back(r, whole, known) for r in read if r.start < whole.others])
    return text


def _known(doc: Doc, whole: _Whole) -> Numbers:
    """What is known of the words of a text: what is in brackets hangs on the word before them."""
    order = whole.order
    known = whole.in_place(doc.to_array(_PARSE))
    heads = whole.in_place(order[[token.head.i for token in doc]])
    label = doc.vocab.strings.add
    for aside in whole.asides:
        first, *inside, last = aside.places
        tops = [i for i in inside if heads[i] in {i, first, last}]
        heads[tops], known[tops, _DEP] = aside.anchor, label(_ROLE)
        heads[[first, last]], known[[first, last], _DEP] = tops[0], label("punct")
    known[:, _HEAD] = (heads - np.arange(len(heads))).view(np.uint64)
    return known


def _put_back(reading: Reading, whole: _Whole, known: Numbers) -> Reading:
    """A reading of a sentence as one of the same with what is set aside in it."""
    text = whole.text
    there = whole.order[reading.start : reading.start + len(reading.heads)]
    start, stop = int(there[0]), int(there[-1]) + 1
    while stop < len(text) and not text[stop].is_sent_start:
        stop += 1
    heads = np.arange(stop - start) + known[start:stop, _HEAD].view(np.int64)
    labels, costs = known[start:stop, _DEP].copy(), text.user_data[UNSURE][:, start:stop].copy()
    heads[there - start] = there[reading.heads] - start
    labels[there - start], costs[:, there - start] = reading.labels, reading.costs
    return Reading(start, heads.astype(reading.heads.dtype), labels, costs)


def _asides(doc: Doc) -> list[_Aside]:
    """What stands in brackets behind a word of its sentence; in other brackets, too."""
    found: list[_Aside] = []
    around = [_Aside()]
    for token in doc:
        if token.is_sent_start or token.text in TERMINALS:
            for each in around:
                each.last, each.broken = _NOWHERE, True
        here = around[-1]
        if token.is_bracket and token.text in OPENING:
            around.append(_Aside(here.last, [token.i], OPENING[token.text]))
            continue
        here.places.append(token.i)
        if token.text == here.closing:
            around.pop()
            if here.anchor == _NOWHERE or here.broken or len(here.places) < 3:
                around[-1].places += here.places
            else:
                found.append(here)
        elif not (token.is_punct or token.is_space):
            here.last = token.i
    return found
