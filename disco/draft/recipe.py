"""The way back: how each source sentence is put together again from the outputs and the glue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from disco._errors import UsageError
from disco.draft.example import Example, Insertion, Piece, Removal
from disco.draft.realize import Style, parted, text_of
from disco.draft.words import Word
from disco.english.sentence import Sentence

FIRST, SECOND = "first", "second"  # the outputs of an example
_Place = tuple[str, int, int]  # an output, and where in its text a word starts and ends


@dataclass(frozen=True, slots=True)
class Output:
    """An output by its name: its words, and where they stand in its text."""

    name: str
    words: Sequence[Word]
    places: Sequence[tuple[int, int]]
    text: str

    @classmethod
    def of(cls, name: str, words: Sequence[Word], doc: Doc, style: Style) -> Output:
        """The output that words make."""
        text, places = text_of(words, doc, style)
        return cls(name, words, places, text)


def recipe(
    doc: Doc,
    outputs: Sequence[Output],
    removed: Sequence[Removal],
    inserted: Sequence[Insertion],
    sentence: Sentence,
    style: Style,
) -> tuple[Piece, ...]:
    """The pieces that a source sentence consists of, in order: stretches of the outputs, what was
    removed, what was replaced, and between them spaces and letters of another case."""
    taken, changed = _taken(outputs, inserted)
    glue = {removal.start: k for k, removal in enumerate(removed)}
    base = doc[sentence.start].idx
    source = doc[sentence.start : sentence.end].text
    pieces = _Pieces({part.name: part.text for part in outputs})
    reached = -1  # the end of what the pieces have so far, in characters
    for token in doc[sentence.start : sentence.end]:
        place, text = token.idx, token.text
        if place < reached or (style == "tokenized" and token.is_space):
            continue
        if reached >= 0:
            between = source[reached - base : place - base]
            if style == "tokenized":
                between = " " if parted(doc, token.i - 1, token.i) else ""
            pieces.text(between)
        reached = place + len(text)
        found = taken.get(token.i)
        if found is not None and found in changed:
            pieces.other(Piece("inserted", changed[found]))
        elif found is not None:
            pieces.copied(text, found)
        elif place in glue:
            pieces.other(Piece("removed", glue[place]))
            reached = removed[glue[place]].end
        else:
            pieces.text(text)
    return tuple(pieces.closed())


@dataclass(frozen=True, slots=True)
class Account:
    """All that is known of a source but itself: the texts that were made of it, by name, what was
    removed and what inserted."""

    texts: Mapping[str, str]
    removed: Sequence[Removal]
    inserted: Sequence[Insertion]

    @classmethod
    def of(cls, example: Example) -> Account:
        """That of an example."""
        texts = dict(zip((FIRST, SECOND), example.outputs, strict=True))
        return cls(texts, example.removed, example.inserted)

    def text_of(self, piece: Piece) -> str:
        """The text of a piece; IndexError where there is no such place."""
        if piece.origin == "text":
            return piece.text
        if piece.origin == "removed" and 0 <= piece.start < len(self.removed):
            return self.removed[piece.start].text
        if piece.origin == "inserted" and 0 <= piece.start < len(self.inserted):
            return self.inserted[piece.start].replaces or ""
        text = self.texts.get(piece.origin, "")
        if piece.origin not in self.texts or not 0 <= piece.start <= piece.end <= len(text):
            raise IndexError(f"{piece.origin} has no place {piece.start} to {piece.end}")
        return text[piece.start : piece.end]


def restore(example: Example) -> tuple[str, ...]:
    """The source sentences of an example, from everything in it but themselves; UsageError where
    it has no recipe, or something of it was changed, so that they do not fit together."""
    made = cooked(example.id, example.recipe, Account.of(example))
    unchanged(example.id, made, example.sources)
    return made


def cooked(
    name: str,
    recipes: Sequence[Sequence[Piece]],
    account: Account,
) -> tuple[str, ...]:
    """Source sentences by their recipes; UsageError where one is none, or does not fit the account
    of this name."""
    if not all(recipes) or not recipes:
        raise UsageError(f"{name}: it has no recipe")
    try:
        return tuple("".join(map(account.text_of, pieces)) for pieces in recipes)
    except (IndexError, KeyError, TypeError) as error:
        raise UsageError(f"{name}: its recipe does not fit it: {error}") from error


def unchanged(name: str, made: Sequence[str], sources: Sequence[str]) -> None:
    """Raise UsageError where other sources come out than those that are known, if any are."""
    if any(sources) and tuple(made) != tuple(sources):
        raise UsageError(f"{name}: its recipe does not fit it: another source comes out")


def glue_places(example: Example) -> list[tuple[int, int]]:
    """Where in the source, its sentences joined by a space, that stands which was removed."""
    account = Account.of(example)
    found: list[tuple[int, int]] = []
    start = 0
    for pieces in example.recipe:
        for piece in pieces:
            end = start + len(account.text_of(piece))
            if piece.origin == "removed":
                found.append((start, end))
            start = end
        start += 1
    return found


def _taken(
    outputs: Sequence[Output], inserted: Sequence[Insertion]
) -> tuple[dict[int, _Place], dict[_Place, int]]:
    """Where in the outputs source tokens stand, as they are or changed; and of the places of those
    that were changed, which insertion it is."""
    changed = {
        (x.part, x.start, x.end): k for k, x in enumerate(inserted) if x.replaces is not None
    }
    taken: dict[int, _Place] = {}
    for part in reversed(outputs):  # the first of a token's places counts
        taken |= {
            word.source: (part.name, *place)
            for word, place in zip(part.words, part.places, strict=True)
            if word.source is not None
        }
    return taken, changed


class _Pieces:
    """Pieces in the making: stretches of one output that follow each other become one."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._done: list[Piece] = []
        self._origin, self._start, self._end = "", 0, 0  # the stretch so far; none without origin

    def text(self, text: str) -> None:
        """Add text as it stands, which may be what the output goes on with."""
        if self._origin and self._texts[self._origin].startswith(text, self._end):
            self._end += len(text)
        elif text:
            self.other(Piece("text", text=text))

    def other(self, piece: Piece) -> None:
        """Add a piece that is no stretch of an output."""
        self._close()
        self._done.append(piece)

    def copied(self, token: str, place: _Place) -> None:
        """Add a token from the word of an output that it is, but for letters of another case."""
        part, start, end = place
        word = self._texts[part][start:end]
        shared = len(word)
        if token != word:
            shared = 0
            while shared < min(len(token), len(word)) and token[-1 - shared] == word[-1 - shared]:
                shared += 1
            if shared < len(token):
                self.text(token[: len(token) - shared])
        if shared:
            self._stretch(part, end - shared, end)

    def closed(self) -> list[Piece]:
        """All pieces, the last one among them."""
        self._close()
        return self._done

    def _stretch(self, part: str, start: int, end: int) -> None:
        if self._origin != part or start != self._end:
            self._close()
            self._origin, self._start = part, start
        self._end = end

    def _close(self) -> None:
        if self._origin:
            self._done.append(Piece(self._origin, self._start, self._end))
            self._origin = ""
