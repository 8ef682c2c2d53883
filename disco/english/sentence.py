"""A sentence as the rules see it: where it starts, where its words stop, where it ends."""

from __future__ import annotations

from dataclasses import dataclass

from spacy.tokens import Doc

from disco.text.marks import TERMINALS


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens ``start`` to ``end``; those from ``stop`` on are the marks that close it."""

    index: int
    start: int
    stop: int
    end: int


def sentences_of(doc: Doc) -> list[Sentence]:
    """The sentences of a parsed text, without those that hold nothing but space."""
    found: list[Sentence] = []
    for span in doc.sents:
        start, end = span.start, span.end
        while start < end and doc[start].is_space:
            start += 1
        while end > start and doc[end - 1].is_space:
            end -= 1
        if start == end:
            continue
        stop = end
        while stop > start + 1 and doc[stop - 1].text in TERMINALS:
            stop -= 1
        found.append(Sentence(len(found), start, stop, end))
    return found
