"""Documents, and the stretches of them that are parsed at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

LONGEST = 10_000
_BREAK = regex.compile(r"[.!?]['\"”)]*\s+")
_UNPARSABLE = regex.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id, or sentences with an id that must not be split again."""

    id: str
    text: str = ""
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a document: a paragraph, or a part of one that is too long to parse at once."""

    document: str
    text: str
    offset: int
    first: bool
    size: int
    starts: tuple[int, ...] = ()


def units_of(document: Document) -> Iterator[Unit]:
    """The stretches of a document, in order; at least one, perhaps empty."""
    if document.sentences:
        yield from _given(document)
        return
    first, offset = True, 0
    for line in document.text.splitlines(keepends=True) or [""]:
        for start, end in _pieces(line):
            text = _clean(line[start:end].rstrip("\r\n"))
            yield Unit(document.id, text, offset + start, first, end - start)
            first = False
        offset += len(line)


def _given(document: Document) -> Iterator[Unit]:
    """Given sentences, joined by a space, as many as are parsed at once."""
    batch: list[str] = []
    first, offset, length = True, 0, 0
    for sentence in (*document.sentences, None):
        if sentence is None or (batch and length + len(sentence) > LONGEST):
            yield _joined(document.id, batch, offset, first)
            first, offset, length, batch = False, offset + length, 0, []
        if sentence is not None:
            sentence = _clean(sentence.replace("\n", " "))
            batch.append(sentence[:LONGEST])
            length += len(sentence) + 1


def _joined(document: str, batch: list[str], offset: int, first: bool) -> Unit:
    starts, place = [], 0
    for sentence in batch:
        starts.append(place + len(sentence) - len(sentence.lstrip()))
        place += len(sentence) + 1
    text = " ".join(batch)
    return Unit(document, text, offset, first, len(text), tuple(starts))


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    """Parts of a line that are short enough, cut behind a sentence, else at a space."""
    start = 0
    while len(line) - start > LONGEST:
        window = line[start : start + LONGEST]
        cuts = [m.end() for m in _BREAK.finditer(window)]
        cut = cuts[-1] if cuts else window.rfind(" ") + 1 or LONGEST
        yield start, start + cut
        start += cut
    yield start, len(line)


def _clean(text: str) -> str:
    """The text with what no parser can read replaced by spaces, so that places stay."""
    return _UNPARSABLE.sub(" ", text)
