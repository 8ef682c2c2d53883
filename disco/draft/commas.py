"""The commas of an aside between a subject and its verb: both stand, or none does."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc, Token

from disco.draft.words import Word, sources
from disco.english.grammar import AUXILIARIES, SUBJECTS


def _lost(words: Sequence[Word], tokens: Sequence[Token] | Doc) -> int | None:
    """The comma that has gone where one alone is left between a subject and its verb, and the
    source has more: ``Ellie, 23 won`` of ``Ellie, 23, a student, won``; None where there is none.
    """
    kept = sources(words)
    inside = set(kept)
    commas = {i for i in kept if tokens[i].text == ","}
    if not commas:
        return None
    for i in kept:
        token = tokens[i]
        if token.dep_ not in SUBJECTS or (verb := token.head).i not in inside or verb.i < i:
            continue
        if any(c.dep_ in {"conj", "cc"} for c in token.children):
            continue
        start = min((c.i for c in verb.lefts if c.dep_ in AUXILIARIES and c.i > i), default=verb.i)
        between = [k for k in range(i + 1, start) if tokens[k].text == ","]
        gone = [k for k in between if k not in commas]
        if gone and len(between) == len(gone) + 1:
            return gone[-1]
    return None


def with_lost_comma(words: list[Word], tokens: Sequence[Token] | Doc) -> list[Word]:
    """The words with that comma where the aside went that it closed, or opened another one behind.

    ``Ellie, 23 won`` becomes ``Ellie, 23, won``; where no comma is lost, they stay as they are.
    """
    while (lost := _lost(words, tokens)) is not None:
        after = (k for k, w in enumerate(words) if w.source is not None and w.source > lost)
        at = next(after)
        words = [*words[:at], Word.kept(tokens[lost]), *words[at:]]
    return words
