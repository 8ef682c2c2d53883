"""The way back: how each source sentence is put together again from the outputs and the glue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from disco.draft.example import Example, Insertion, Piece, Removal
from disco.draft.realize import Style
from disco.draft.words import Word
from disco.english.sentence import Sentence

FIRST, SECOND = "first", "second"  # the outputs of an example


@dataclass(frozen=True, slots=True)
class Output:
    """An output by its name: its words, and where they stand in its text."""

    name: str
    words: Sequence[Word]
    places: Sequence[tuple[int, int]]
    text: str


@dataclass(frozen=True, slots=True)
class Outputs:
    """What was made of the source, and the account of it."""

    parts: Sequence[Output]
    removed: Sequence[Removal]
    inserted: Sequence[Insertion]


def recipe(doc: Doc, outputs: Outputs, sentence: Sentence, style: Style) -> tuple[Piece, ...]:
    """The pieces that a source sentence consists of, in order: stretches of the outputs, what was
    removed, what was replaced, and between them spaces and letters of another case."""
    taken = _taken(doc, outputs)
    glue = {removal.start: k for k, removal in enumerate(outputs.removed)}
    base = doc[sentence.start].idx
    source = doc[sentence.start : sentence.end].text
    pieces: list[Piece] = []
    reached = -1  # the end of what the pieces have so far, in characters
    for token in doc[sentence.start : sentence.end]:
        if token.idx < reached or (style == "tokenized" and token.is_space):
            continue
        if pieces:
            gap = " " if style == "tokenized" else source[reached - base : token.idx - base]
            pieces.append(Piece("text", text=gap))
        reached = token.idx + len(token)
        if token.i in taken:
            pieces.extend(taken[token.i])
        elif token.idx in glue:
            pieces.append(Piece("removed", glue[token.idx]))
            reached = outputs.removed[glue[token.idx]].end
        else:
            pieces.append(Piece("text", text=token.text))
    return tuple(_joined(pieces, {part.name: part.text for part in outputs.parts}))


def restore(example: Example) -> tuple[str, ...]:
    """The source sentences of an example, from everything in it but themselves."""
    texts = {
        FIRST: example.incoherent_first_sentence,
        SECOND: example.incoherent_second_sentence,
    }
    return tuple(
        put_together(pieces, texts, example.removed, example.inserted) for pieces in example.recipe
    )


def put_together(
    pieces: Iterable[Piece],
    texts: Mapping[str, str],
    removed: Sequence[Removal],
    inserted: Sequence[Insertion],
) -> str:
    """A source sentence from its pieces: stretches of outputs, by name, and of the account."""

    def text(piece: Piece) -> str:
        if piece.origin == "text":
            return piece.text
        if piece.origin == "removed":
            return removed[piece.start].text
        if piece.origin == "inserted":
            return inserted[piece.start].replaces or ""
        return texts[piece.origin][piece.start : piece.end]

    return "".join(map(text, pieces))


def _taken(doc: Doc, outputs: Outputs) -> dict[int, list[Piece]]:
    """For each source token that is in an output, as it is or changed, the pieces that it is."""
    replaced = {
        (x.part, x.start): k for k, x in enumerate(outputs.inserted) if x.replaces is not None
    }
    taken: dict[int, list[Piece]] = {}
    for part in outputs.parts:
        for word, (start, end) in zip(part.words, part.places, strict=True):
            if word.source is None or word.source in taken:
                continue
            if (part.name, start) in replaced:
                taken[word.source] = [Piece("inserted", replaced[part.name, start])]
            else:
                token = doc[word.source].text
                taken[word.source] = list(_copied(part.name, token, part.text[start:end], start))
    return taken


def _copied(part: str, token: str, word: str, start: int) -> Iterator[Piece]:
    """A token from the word of an output that it is, but for letters of another case."""
    if token == word:
        yield Piece(part, start, start + len(word))
        return
    shared = 0
    while shared < min(len(token), len(word)) and token[-1 - shared] == word[-1 - shared]:
        shared += 1
    if shared < len(token):
        yield Piece("text", text=token[: len(token) - shared])
    if shared:
        yield Piece(part, start + len(word) - shared, start + len(word))


def _joined(pieces: Sequence[Piece], texts: dict[str, str]) -> Iterator[Piece]:
    """The same pieces, stretches of one output that follow each other made one."""
    origin, start, end = "", 0, 0  # the stretch so far; none where origin is empty
    for piece in pieces:
        if origin and piece.origin == origin and piece.start == end:
            end = piece.end
            continue
        if origin and piece.origin == "text" and texts[origin].startswith(piece.text, end):
            end += len(piece.text)
            continue
        if origin:
            yield Piece(origin, start, end)
        origin = piece.origin if piece.origin in texts else ""
        if origin:
            start, end = piece.start, piece.end
        elif piece.origin != "text" or piece.text:
            yield piece
    if origin:
        yield Piece(origin, start, end)
