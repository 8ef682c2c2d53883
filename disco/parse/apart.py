"""What disturbs a parser is taken out of the text, and put back when the rest is parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from disco.parse.asides import Aside, asides_of
from disco.parse.parser import Parser, doubting
from disco.parse.readings import Reading, keep_readings
from disco.parse.titles import NAME, Title, titles_of
from disco.parse.tree import Array
from disco.parse.unsure import READINGS, UNSURE

SET_ASIDE, PUT_BACK = "disco_set_aside", "disco_put_back"  # before the tagger and behind the parser
_WHOLE = "disco_whole"  # where the text as it is waits
_ROLE = "parataxis"  # of what stands in brackets
_PARSE: list[int | str] = ["HEAD", "DEP", "TAG"]
_HEAD, _DEP, _TAG = range(3)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A text, what is set aside in it, and the places of its words in the order in which they are
    parsed: the ``others`` first. The last word of a title is among them twice, first as a name.
    ``starts`` says of each whether a sentence starts there, as far as that is given."""

    text: Doc
    asides: list[Aside]
    titles: list[Title]
    order: Array
    others: int
    starts: list[bool | int | None]

    def in_place(self, known: Array) -> Array:
        """What is known of each word, in the order of the text."""
        placed = np.empty((len(self.text), *known.shape[1:]), dtype=known.dtype)
        placed[self.order[::-1]] = known[::-1]
        return placed


@Language.component(SET_ASIDE)
def set_aside(doc: Doc) -> Doc:
    """The text with what stands in brackets moved behind all else, each a sentence by itself, and
    titles in quotes, too, with a name in their place; the text as it is, where there are none."""
    asides, titles = asides_of(doc), list(titles_of(doc))
    if not asides and not titles:
        return doc
    moved = {i for aside in asides for i in aside.places}
    named = {title.last: title for title in titles}
    hidden = {i for title in titles for i in title.places} - named.keys()
    words: list[str] = []
    spaces: list[bool] = []
    starts: list[bool | int | None] = []
    order: list[int] = []

    def add(places: Iterable[int], named: dict[int, Title]) -> None:
        for i in places:
            title = named.get(i)
            first, last = (title.places[0], title.places[-1]) if title else (i, i)
            words.append(NAME if title else doc[i].text)
            spaces.append(bool(doc[last].whitespace_))
            starts.append(doc[first].is_sent_start)
            order.append(i)

    def add_behind(places: Iterable[int], named: dict[int, Title]) -> None:
        start = len(order)
        add(places, named)
        starts[start:] = [True, *[False] * (len(order) - start - 1)]

    add((t.i for t in doc if t.i not in moved and t.i not in hidden), named)
    others = len(order)
    for aside in asides:
        add_behind((i for i in aside.places if i not in hidden), named)
    for title in titles:
        add_behind(title.places, {})
    parsed = Doc(doc.vocab, words=words, spaces=spaces, sent_starts=starts)
    parsed.user_data[_WHOLE] = _Whole(doc, asides, titles, np.array(order), others, starts)
    return parsed


@Language.factory(PUT_BACK)
def make_put_back(nlp: Language, name: str) -> Callable[[Doc], Doc]:  # noqa: ARG001
    """The factory that spaCy finds by entry point."""
    return PutBack(doubting(nlp))


@dataclass(frozen=True, slots=True)
class PutBack:
    """Gives the text that something was set aside in, with its parse; any other text as it is.
    How unsure ``parser`` was is asked before, where it has not said so itself."""

    parser: Parser | None

    def __call__(self, doc: Doc) -> Doc:
        whole: _Whole | None = doc.user_data.pop(_WHOLE, None)
        if whole is None:
            return doc
        if self.parser is not None:
            self.parser.look_at(doc, starts=whole.starts)
        return _whole_again(doc, whole)


def _whole_again(doc: Doc, whole: _Whole) -> Doc:
    text, known = whole.text, _known(doc, whole)
    text.from_array(_PARSE, known)
    if doc.tensor.size:
        text.tensor = whole.in_place(doc.tensor)
    text.user_data.update(doc.user_data)
    if UNSURE in doc.user_data:
        costs = whole.in_place(doc.user_data[UNSURE].T).T
        for title in whole.titles:
            costs[:, [i for i in title.places if i != title.last]] = 0
        text.user_data[UNSURE] = costs
    if READINGS in doc.user_data:
        read = (Reading(*row) for row in doc.user_data[READINGS])
        keep_readings(text, [_put_back(r, whole, known) for r in read if r.start < whole.others])
    return text


def _known(doc: Doc, whole: _Whole) -> Array:
    """What is known of the words of a text: what is in brackets hangs on the word before them, the
    words of a title on its last."""
    known = whole.in_place(doc.to_array(_PARSE))
    heads = whole.in_place(whole.order[[token.head.i for token in doc]])
    number = doc.vocab.strings.add
    for title in whole.titles:
        for i in title.places:
            word = whole.text[i]
            if i != title.last:
                heads[i] = title.last
                known[i, _DEP] = number("punct" if word.is_punct else "compound")
            if word.is_alpha:
                known[i, _TAG] = number("NNP")
    for aside in whole.asides:
        first, *inside, last = aside.places
        tops = [i for i in inside if heads[i] in {i, first, last}]
        heads[tops], known[tops, _DEP] = aside.anchor, number(_ROLE)
        heads[[first, last]], known[[first, last], _DEP] = tops[0], number("punct")
    known[:, _HEAD] = (heads - np.arange(len(heads))).view(np.uint64)
    return known


def _put_back(reading: Reading, whole: _Whole, known: Array) -> Reading:
    """A reading of a sentence as one of the same with what is set aside in it."""
    text = whole.text
    there = whole.order[reading.start : reading.start + len(reading.heads)]
    start, stop = text[int(there[0])].sent.start, text[int(there[-1])].sent.end
    heads = np.arange(stop - start) + known[start:stop, _HEAD].view(np.int64)
    labels, costs = known[start:stop, _DEP].copy(), text.user_data[UNSURE][:, start:stop].copy()
    heads[there - start] = there[reading.heads] - start
    labels[there - start], costs[:, there - start] = reading.labels, reading.costs
    return Reading(start, heads.astype(reading.heads.dtype), labels, costs)
