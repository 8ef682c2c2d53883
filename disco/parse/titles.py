"""Titles of works in quotes: whatever they are made of, in their sentence they are a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.attrs import IS_QUOTE  # type: ignore[import-not-found]
from spacy.tokens import Doc, Span, Token

from disco.text.marks import TERMINALS

NAME = "Hamlet"  # as which a title is read
_QUOTES = {'"': '"', "''": "''", "`": "''", "``": "''", "“": "”"}
_LONGEST = 12  # words


@dataclass(frozen=True, slots=True)
class Title:
    """A title in quotes: the places of the marks and of all between, and that of its last word,
    which stands for all of it."""

    places: range
    last: int


def titles_of(doc: Doc) -> Iterator[Title]:
    """Two words and more in quotes, written as titles are."""
    behind = 0
    for token in doc if doc.to_array(IS_QUOTE).any() else ():
        closing = _QUOTES.get(token.text)
        if closing is None or token.i < behind:
            continue
        opening = 2 if doc[token.i : token.i + 2].text == "``" else 1  # tokens
        start = token.i + opening
        words = doc[start : start + _LONGEST + 1]
        end = next((other.i for other in words if other.text == closing), None)
        if end is not None and _is_title(doc[start:end]):
            behind = end + 1
            yield Title(range(token.i, behind), end - 1)


def _is_title(words: Span) -> bool:
    if len(words) < 2 or not (_capital(words[0]) and _capital(words[-1])):
        return False
    return any(_capital(word) and not word.is_stop for word in words) and not any(
        word.is_sent_start
        or word.text in TERMINALS
        or word.is_bracket
        or (word.is_alpha and not (word.is_stop or _capital(word)))
        for word in words
    )


def _capital(word: Token) -> bool:
    return word.is_title or word.is_upper or word.is_digit
