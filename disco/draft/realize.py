"""From words to text: where a space stands between two words, and where not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Literal

from spacy.tokens import Doc, Token

from disco.draft.words import Word
from disco.english.facts import facts
from disco.english.sentence import Sentence
from disco.text.marks import CLOSED_BRACKETS, DASHES, OPEN_BRACKETS, SEPARATORS, TERMINALS

Style = Literal["natural", "tokenized"]
_CLOSING = SEPARATORS | TERMINALS | CLOSED_BRACKETS | {"”"}
_OPENING = OPEN_BRACKETS | {"“", "‘"}


def text_of(words: Sequence[Word], doc: Doc, style: Style) -> tuple[str, list[tuple[int, int]]]:
    """The text, and where each word stands in it."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length = 0
    spaced = style == "natural" and _spaced_marks(words, doc)
    for position, word in enumerate(words):
        gap = bool(position) and (
            parted(doc, words[position - 1].origin, word.origin)
            if style == "tokenized"
            else _space(words[position - 1], word, doc, spaced)
        )
        if gap:
            pieces.append(" ")
            length += 1
        pieces.append(word.text)
        places.append((length, length + len(word.text)))
        length += len(word.text)
    return "".join(pieces), places


def _spaced_marks(words: Sequence[Word], doc: Doc) -> bool:
    """Whether the source of the words puts a space before its marks, as tokenized text does: the
    first mark behind them, or else the last before."""
    last = max((w.origin for w in words if w.origin), default=1)
    for i in chain(range(last, len(doc)), range(last, 0, -1)):
        if doc[i].text in {".", ","}:
            return bool(doc[i - 1].whitespace_)
    return False


def _space(left: Word, right: Word, doc: Doc, spaced: bool) -> bool:
    a, b = left.origin, right.origin
    if a is not None and b == a + 1 and left.text[-1:] != "\n":
        return bool(doc[a].whitespace_)
    if (
        b
        and right.text[:1] in {"'", "’"}
        and right.text[1:].isalpha()
        and not doc[b - 1].whitespace_
    ):
        return False  # who'd, of somebody else: the owner'd
    glued = right.text in facts().contracted or right.text == facts().possessive.of_one
    closing = glued or right.text in _CLOSING
    if closing and not (b is not None and _opens(doc[b])):
        return spaced
    if (
        b is not None
        and doc[b].is_punct
        and b > 0
        and not doc[b - 1].whitespace_
        and right.text in {'"', "''"}
    ):
        return False
    glue = a is not None and (
        doc[a].tag_ == "HYPH" or doc[a].text in DASHES or (left.source is None and _opens(doc[a]))
    )
    if left.text in _OPENING or glue:
        return a is not None and bool(doc[a].whitespace_)
    return True


def _opens(mark: Token) -> bool:
    """Whether a quote that could close opens: a word follows at once, and none stands before."""
    apart = mark.i == 0 or bool(mark.nbor(-1).whitespace_)
    return mark.is_quote and apart and not mark.whitespace_


def parted(doc: Doc, left: int | None, right: int | None) -> bool:
    """Whether tokenized text has a space between two words of the source: not inside an opening
    quote, of which the tokenizer makes two."""
    if left is None or right != left + 1 or doc[left].whitespace_:
        return True
    return not doc[left].text == doc[right].text == "`"


def source_text(doc: Doc, sentence: Sentence, style: Style) -> str:
    """The sentence as it stands in the source."""
    inside = range(sentence.start, sentence.end)
    if style == "tokenized":
        return tokenized_text(doc, [i for i in inside if not doc[i].is_space])
    return doc[sentence.start : sentence.end].text.strip()


def tokenized_text(doc: Doc, indices: Sequence[int]) -> str:
    """Some words of the source, a space between each two."""
    return "".join(
        f" {doc[i].text}" if k and parted(doc, indices[k - 1], i) else doc[i].text
        for k, i in enumerate(indices)
    )
