"""A text that rules are tried on again: what they wrote of the source so far, word by word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from disco.coref.links import Link
from disco.draft.words import Word
from disco.english.sentence import Sentence
from disco.jobs.account import Part
from disco.match.match import Parsed


@dataclass(slots=True)
class Level:
    """A text that rules are tried on: the source, or what they wrote so far.

    ``origins`` says for each of its tokens which word of the source it is; ``open`` are its
    sentences by their start. On the ``first`` level one may speak of the one before, and those of
    ``halves`` stand behind the one that they were taken from; ``otherwise`` are they read as is not
    likeliest.
    """

    parsed: Parsed
    origins: list[Word]
    open: dict[int, Part]
    first: bool = False
    halves: frozenset[int] = frozenset()
    otherwise: bool = False


def first_level(parsed: Parsed, sentences: Iterable[Sentence], *, otherwise: bool = False) -> Level:
    """The source, of which these sentences are open."""
    doc = parsed.doc
    whole = {
        s.start: Part([Word.kept(t) for t in doc[s.start : s.end] if not t.is_space], start=s.start)
        for s in sentences
    }
    origins = [Word.kept(token) for token in doc]
    return Level(parsed, origins, whole, first=True, otherwise=otherwise)


def composed(word: Word, origins: Sequence[Word]) -> Word:
    """A word of what a level's text became, as one of the source."""
    at = word.origin
    if at is None:
        return word
    origin = origins[at]
    if word.source is None:
        return replace(word, copy_of=origin.origin)
    return replace(
        word, source=origin.source, copy_of=origin.copy_of, reason=word.reason or origin.reason
    )


def moved(links: dict[int, Link], origins: Sequence[Word]) -> dict[int, Link]:
    """The links of a text for one that is made of its words."""
    places: dict[int, list[int]] = {}
    kept: dict[int, int] = {}
    for k, word in enumerate(origins):
        origin = word.origin
        if origin is not None:
            places.setdefault(origin, []).append(k)
        if word.source is not None and word.reason is None:
            kept[word.source] = k
    found: dict[int, Link] = {}
    for anaphor, link in links.items():
        if anaphor not in kept:
            continue
        pairs = [
            ((place, *(places[i][0] for i in others)), score)
            for (first, *others), score in zip(link.mentions, link.scores, strict=True)
            if all(i in places for i in others)
            for place in places.get(first, ())
        ]
        if pairs:
            mentions, scores = zip(*pairs, strict=True)
            found[kept[anaphor]] = Link(mentions, scores)
    return found
