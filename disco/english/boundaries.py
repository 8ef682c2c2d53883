"""Where sentences end, by marks and letters alone: for much text that nobody will parse."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import regex
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token

from disco.english.facts import facts
from disco.text.marks import CLOSED_BRACKETS, OPEN_BRACKETS, SEPARATORS, TERMINALS

_QUOTES = frozenset({"''", '"'})  # may open or close
_OPENING = OPEN_BRACKETS | {"``", "“", "‘", "'"}
_CLOSING = CLOSED_BRACKETS | {"”", "’", "»"}
# "Stop!" he cried; but no iOS
_GOES_ON = regex.compile(r"""[!?]\)?\s?("|''|[”’'»])\)?\s+(\p{Ll})(?!\p{Lu})""")
_MANY_WORDS = 300_000  # some 100 MB
# a mark behind which a sentence opens or the text ends, apart from the word before it or not, in
# texts with capitals and without
_MARKS = {
    cased: [
        regex.compile(before + rf"[.!?](?=['\")\]”’]*\s+['\"(\[“‘]*{opens}|['\")\]”’\s]*$)")
        for before in (r"\s", r"\b(\w{2,})")
    ]
    for cased, opens in ((True, r"\p{Lu}"), (False, r"\p{L}"))
}


@cache
def _blank() -> Language:
    return spacy.blank("en")


def tokenized(text: str) -> Doc:
    """English words and marks parted, where nothing is parsed. What parts them keeps every word
    that it ever saw, and is made anew where these are many."""
    if len(_blank().vocab.strings) > _MANY_WORDS:
        _blank.cache_clear()
    return _blank().tokenizer(text)


@lru_cache(maxsize=100_000)
def tokens_of(word: str) -> tuple[str, ...]:
    """What a word inside a text becomes: one token, or several, as *so-called* and *cannot* do.
    What opens or ends with a mark may stand for a part of a word, and is taken as it is, but for
    one with a comma or its like behind it.

    >>> tokens_of("so-called"), tokens_of("n't"), tokens_of("namely,")
    (('so', '-', 'called'), ("n't",), ('namely', ','))
    """
    if not (word[:1].isalnum() and (word[-1:].isalnum() or word[-1:] in SEPARATORS)):
        return tuple(word.split())
    return tuple(token.text for token in tokenized(word))


_OPENS = regex.compile(r"\s[.!?]['\"”’)]*\s+['\"“‘(]*\p{Lu}")  # a sentence, by its capital


@cache
def _numbered() -> regex.Pattern[str]:
    """An abbreviation and the number behind it."""
    return regex.compile(r"(?i)\b\L<words>\.\s+(\d)", words=list(facts().abbreviations.every))


def words_within(text: str) -> Iterator[int]:
    """Where words start that open no sentence, since they are small behind what somebody called or
    asked; not behind a quote that opens.

    >>> list(words_within('"Stop!" he cried.')), list(words_within('Why ? " he cried. "'))
    ([8], [])
    """
    for found in _GOES_ON.finditer(text):
        if found.group(1) != '"' or text.count('"', 0, found.end(1)) % 2 == 0:
            yield found.start(2)


def numbers_within(text: str) -> Iterator[int]:
    """Where numbers start that open no sentence, since an abbreviation stands before them.

    >>> list(numbers_within("She was ranked no. 25."))
    [19]
    """
    return (found.start(1) for found in _numbered().finditer(text))


def sentences_in(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The sentences of a paragraph, each with its tokens, which are those that spaces tell where
    most marks stand apart, as tokenizers leave them.

    A mark ends one where what follows can open another, as anything can in a text without a
    capital where sentences begin, and where it is no part of an abbreviation.

    >>> [sentence for sentence, _ in sentences_in("Dr. Lee left. It rained!")]
    ['Dr. Lee left.', 'It rained!']
    """
    doc = tokenized(text)
    apart = _stand_apart(text)
    cased = not (text.islower() or (apart and _opens_small(text)))
    start = 0
    while start < len(doc):
        end = _end(doc, start, apart=apart, cased=cased)
        span = doc[start:end]
        tokens = span.text.split() if apart else [t.text for t in span if not t.is_space]
        if tokens:
            yield span.text.strip(), tuple(tokens)
        start = end


def _opens_small(text: str) -> bool:
    """Does a text begin without a capital, and no sentence of it with one, as what was put in
    small letters but for its names?"""
    return text.lstrip()[:1].islower() and _OPENS.search(text) is None


def _stand_apart(text: str) -> bool:
    """Do the marks that end sentences stand apart from their words, most of them?"""
    apart, behind = (p.findall(text) for p in _MARKS[not text.islower()])
    known = facts().abbreviations.every
    return len(apart) > sum(word.lower() not in known for word in behind)


def _end(doc: Doc, start: int, *, apart: bool, cased: bool) -> int:
    """The place behind the sentence that begins at ``start``."""
    quotes, commas = 0, False
    tried = start  # behind the marks that were found to end nothing
    for place in range(start, len(doc)):
        text = doc[place].text
        quotes += text in _QUOTES
        if text == "," and place > start and not commas:  # the first tells how marks stand here
            apart, commas = bool(doc[place - 1].whitespace_), True
        if place < tried:
            continue
        short = text.endswith(".") and text[:-1].lower() in facts().abbreviations.may_be_last
        if not (text in TERMINALS or short) or _abbreviates(doc, place, start, apart=apart):
            continue
        end, left = place + 1, quotes
        while end < len(doc) and (
            doc[end].text in _CLOSING
            or doc[end].text in TERMINALS
            or (doc[end].text in _QUOTES and left % 2)
        ):
            left += doc[end].text in _QUOTES
            end += 1
        if end == len(doc) or (_spaced(doc, end) and (not cased or _can_open(doc, end))):
            return end
        tried = end
    return len(doc)


def _abbreviates(doc: Doc, place: int, start: int, *, apart: bool) -> bool:
    """Does a mark, by itself or at the end of its token, belong to the word before it? Where marks
    stand ``apart``, one that does not ends a sentence only behind a plain word: what wrote the
    others so would have put it apart, too. Behind what may end a sentence it does so where the
    next word has its capital from that alone: *Apple Inc. He left*, not *Apple Inc. President*.
    """
    known, text = facts().abbreviations, doc[place].text
    if text == "." and place > start and not doc[place - 1].whitespace_:
        word = doc[place - 1].text
    elif (word := text[:-1]).lower() not in known.may_be_last:
        return False
    behind = doc[place + 1] if place + 1 < len(doc) else None
    if word.lower() in known.may_be_last:
        return not _opens_plainly(behind)
    if word.lower() in known.before_numbers:
        return behind is not None and behind.text[0].isdigit()
    plain = word.isalpha() and word.islower() and len(word) > 2
    return word.lower() in known.never_last or (apart and not plain)


def _opens_plainly(token: Token | None) -> bool:
    """Whether a word has its capital because a sentence opens with it, or nothing follows."""
    return token is None or (token.is_title and token.is_stop)


def _spaced(doc: Doc, place: int) -> bool:
    """Is there a space before a token?"""
    return bool(doc[place - 1].whitespace_) or doc[place].is_space


def _can_open(doc: Doc, place: int) -> bool:
    """Can a sentence begin here?"""
    for token in doc[place:]:
        if not (token.is_space or token.text in _QUOTES or token.text in _OPENING):
            return token.text[0].isupper() or token.text[0].isdigit()
    return True
