"""Documents, and the stretches of them that are parsed at once."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from operator import itemgetter

import regex

from disco._errors import UsageError

LONGEST = 5_000
_BLANK = regex.compile(r"[\p{C}\p{Z}\s]*")  # nothing that could be seen
LONGEST_GIVEN = 100_000  # one given sentence may be longer than a stretch, within reason
_BREAK = regex.compile(r"[.!?]['\"”)]*\s+")
# signs that take no room: hyphens that may show, directions, and what joins or parts letters, but
# for what joins emoji
_NO_WIDTH = r"\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_GAP = regex.compile(rf"(?:[^\S\n]|[{_NO_WIDTH}]){{2,}}|[{_NO_WIDTH}]")
_LEADING = regex.compile(rf"^[\s{_NO_WIDTH}]+")
_UNPARSABLE = regex.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]|[^\S\n ]")


def gives_keys(value: object) -> bool:
    """Whether who goes through a value gets its keys, as those of a mapping or a table."""
    return isinstance(value, Mapping) or hasattr(value, "columns")


def is_blank(text: str) -> bool:
    """Whether a text has nothing that could be seen."""
    return _BLANK.fullmatch(text) is not None


def in_order(value: object) -> bool:
    """Whether a value holds others in an order, as a list or an array does, and a set not."""
    held = isinstance(value, Iterable) and not isinstance(value, (str, bytes, Set))
    return held and not gives_keys(value)


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id, or sentences with an id that must not be split again.

    Places in the examples are counted in ``text``, or in the sentences joined by a space.
    """

    id: str
    text: str = ""
    sentences: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name, value in (("an id", self.id), ("a text", self.text)):
            if not isinstance(value, str):
                raise UsageError(f"{name} is a string, not {type(value).__name__}")
        several = in_order(self.sentences)
        sentences = tuple(self.sentences) if several else ()
        if not several or not all(isinstance(sentence, str) for sentence in sentences):
            raise UsageError("the sentences of a document are several strings")
        object.__setattr__(self, "sentences", sentences)
        if self.text and self.sentences:
            raise UsageError("a document is a text or sentences, not both")


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a document: a paragraph, or a part of one that is too long to parse at once.

    ``offset`` is its place in the document; ``starts`` are the given starts of sentences in it.
    Of a gap wider than a space one space is left; ``gaps`` has, for each place behind one, how much
    is left out before it.
    """

    document: str
    text: str
    offset: int
    opens: bool
    size: int
    starts: tuple[int, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()

    def place(self, at: int) -> int:
        """The place in the document of a place in the text."""
        return self.offset + at + _left_out(self.gaps, at, itemgetter(0))


def units_of(document: Document) -> Iterator[Unit]:
    """The stretches of a document, in order."""
    if document.sentences:
        return _of_sentences(document)
    return line_units(document.id, io.StringIO(document.text, newline="\n"))


def line_units(document: str, lines: Iterable[str]) -> Iterator[Unit]:
    """The stretches of lines, each of which is a paragraph; they have their ends."""
    first, offset = True, 0
    for line in lines:
        for unit in paragraph_units(document, line.rstrip("\r\n"), offset, first):
            yield unit
            first = False
        offset += len(line)


def paragraph_units(document: str, text: str, offset: int, first: bool) -> Iterator[Unit]:
    """A paragraph, cut where it is too long: behind a sentence, else at a space."""
    start = 0
    while start < len(text):
        end = _cut(text, start)
        short, gaps = _without_gaps(clean(text[start:end]))
        if short.strip():
            yield Unit(document, short, offset + start, first, end - start, gaps=gaps)
            first = False
        start = end


def _cut(text: str, start: int) -> int:
    if len(text) - start <= LONGEST:
        return len(text)
    window = text[start : start + LONGEST]
    breaks = [m.end() for m in _BREAK.finditer(window)]
    return start + (breaks[-1] if breaks else window.rfind(" ") + 1 or LONGEST)


def _of_sentences(document: Document) -> Iterator[Unit]:
    first, offset = True, 0
    for batch in batches(document.sentences):
        unit = joined(document.id, batch, offset, first)
        yield unit
        first, offset = False, offset + unit.size + 1


def batches(sentences: Iterable[str]) -> Iterator[list[str]]:
    """Given sentences, as many as are parsed at once."""
    batch: list[str] = []
    size = 0
    for sentence in sentences:
        if batch and size + len(sentence) > LONGEST:
            yield batch
            batch, size = [], 0
        batch.append(sentence)
        size += len(sentence)
    if batch:
        yield batch


def joined(document: str, sentences: Sequence[str], offset: int, first: bool) -> Unit:
    """Sentences that are not to be split again as one stretch, with a space between them.

    Raises UsageError for one that is longer than can be parsed at once.
    """
    if any(len(sentence) > LONGEST_GIVEN for sentence in sentences):
        raise UsageError(
            f"{document or 'text'}: a sentence of more than {LONGEST_GIVEN:,} characters"
        )
    starts, place = [], 0
    sentences = [clean(sentence.replace("\n", " ")) for sentence in sentences]
    for sentence in sentences:
        if short := _LEADING.sub("", sentence):
            starts.append(place + len(sentence) - len(short))
        place += len(sentence) + 1
    text = " ".join(sentences)
    short, gaps = _without_gaps(text)
    inside = tuple(at - _left_out(gaps, at, sum) for at in starts)
    return Unit(document, short, offset, first, len(text), inside, gaps)


def whole(text: str) -> Unit:
    """A text as one stretch, in which a parser may find several sentences."""
    short, gaps = _without_gaps(clean(text))
    return Unit("", short, 0, True, len(text), gaps=gaps)


def clean(text: str) -> str:
    """The text with spaces for what no parser reads as one, or at all: places stay."""
    return str(_UNPARSABLE.sub(" ", text))


def _without_gaps(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text with one space for each gap, and where how much was left out, all in all."""
    kept: list[str] = []
    gaps: list[tuple[int, int]] = []
    length = end = 0
    for found in _GAP.finditer(text):
        space = " " if any(map(str.isspace, found[0])) else ""
        kept += [text[end : found.start()], space]
        length += found.start() - end + len(space)
        end = found.end()
        gaps.append((length, end - length))
    return "".join([*kept, text[end:]]), tuple(gaps)


def _left_out(
    gaps: Sequence[tuple[int, int]], at: int, end_of: Callable[[tuple[int, int]], int]
) -> int:
    """How much is left out before a place: of the text, where ``end_of`` a gap is its first number,
    or of the text with its gaps, where it is the sum of both."""
    before = bisect_right(gaps, at, key=end_of)
    return gaps[before - 1][1] if before else 0
