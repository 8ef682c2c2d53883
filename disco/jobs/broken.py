"""Invalid pairs: a split that says something else than the long sentence, or is no sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import regex

from disco.english.boundaries import numbers_within
from disco.english.facts import facts
from disco.jobs.align import Alignment
from disco.jobs.categorized import Pair
from disco.rules.pairs import Breaking, pair_settings

# two sentences without a space between them
GLUED = regex.compile(r"(?:\p{L}{2}|\d{4})[.!?]\p{Lu}\p{L}|\p{Ll}{2}[!?]\p{L}")
_END = regex.compile(r"[.!?…:;\"'”’)\]]\s*$")
_TWO_SENTENCES = regex.compile(
    r"\b\p{Ll}{3,}(?:\s?[.!?]['\"”’)]*\s+['\"“‘]*|[.!?])\p{Lu}\p{Ll}*[\s,]"
)
_NAME_ENDS = regex.compile(
    r"\b(?P<word>\p{Lu}\p{Ll}{3,}|\d{4})\s?\.['\"”’)]*\s+['\"“‘]*\p{Lu}\p{Ll}*[\s,]"
)
_MARKED = regex.compile(r"(?:(?P<mark>[!?])|\b(?P<word>\p{L}+)\s?\.)['\"”’)\s]*$")
_STOPPED = regex.compile(r"(?<![\p{L}.])(?P<word>\p{L}+)\s?\.['\"”’)\s]*$")
_DOTS = regex.compile(r"(?P<word>\p{L}+)\s?(?:…|\.\s?\.\s?\.)['\"”’)\s]*$")
_PUT_IN = 4  # words that a split may need to make two sentences of one

_LITTLE = 0.2  # of the long one, and the two sides have nothing to do with each other
# what speaks against a pair, and how that is said; {} is the number of the sentence
_SAID = {
    "nothing_own": "sentence {} of the split has nothing of its own from the long one",
    "little_own": "sentence {} of the split has little of its own from the long one",
    "said_elsewhere": "sentence {} of the split has little that another one does not say",
    "asks": "sentence {} of the split asks, and the long one does not",
    "breaks_off": "sentence {} of the split breaks off",
    "begins_inside": "sentence {} of the split begins in the middle",
    "ends_inside": "sentence {} of the split ends where none does",
    "longer": "the split says more than the long one",
    "glued": "the long side is two sentences without a space between them",
}


def signs_of(pair: Pair, alignment: Alignment, measures: Breaking) -> dict[str, Sequence[float]]:
    """What speaks against a pair, by name: a number for each sentence of the split, or one."""
    split = [text.strip() for text in pair.split]
    most = max(float(alignment.weights.sum()), 1.0)
    numbers = range(len(split))
    own = [alignment.own(k) / most for k in numbers]
    held = [alignment.held(k) for k in numbers]
    others = [max((h for j, h in enumerate(held) if j != k), default=0.0) for k in numbers]
    little = [max(0.0, 1 - share / measures.little) for share in own]
    length = sum(alignment.lengths)
    marked = bool(_END.search(pair.long))
    small = [text[:1].islower() for text in split]
    cased = not (pair.long[:1].islower() or all(small))  # else capitals tell nothing
    return {
        "nothing_own": [max(0.0, 1 - share / measures.nothing) for share in own],
        "little_own": little,
        "said_elsewhere": [a * b for a, b in zip(little, others, strict=True)],
        "asks": _each(lambda text: text.endswith("?") and "?" not in pair.long, split),
        "breaks_off": _each(
            lambda text: (
                (marked and not _END.search(text))
                or _trails_off(text, pair.long, measures.unfinished)
                or _stops_at(text, measures.never_last)
            ),
            split,
        ),
        "begins_inside": [0.0, *_each(lambda text: cased and text[:1].islower(), split[1:])],
        "ends_inside": [*_each(lambda text: _ends_inside(text, pair.long), split[:-1]), 0.0],
        "longer": [max(0.0, (length - _PUT_IN * len(split[1:])) / len(alignment.kept) - 1)],
        "glued": [float(bool(GLUED.search(pair.long)))],
        "covered": [float(alignment.evidence.max(axis=0).sum()) / most],
        "kept": [sum(alignment.kept) / len(alignment.kept)],
        "uneven": [max(alignment.lengths) / max(length, 1)],
    }


def why_invalid(pair: Pair, alignment: Alignment) -> str:
    """Why a pair cannot be categorized, by what speaks most against it; nothing where it can."""
    if _is_two(pair.long):
        return "the long side is more than one sentence"
    if len(alignment.kept) < len(alignment.lengths):
        return "the long side has fewer words than the split has sentences"
    measures = pair_settings().broken
    against = signs_of(pair, alignment, measures)
    if max(against["covered"]) < _LITTLE:
        return "the two sides have next to nothing in common"
    if measures.broken({name: max(found) for name, found in against.items()}) < measures.likely:
        return ""
    weights = dict(measures.weights)
    most = max(_SAID, key=lambda name: weights[name] * max(against[name]))
    return _SAID[most].format(against[most].index(max(against[most])) + 1)


def _is_two(long: str) -> bool:
    """Does a mark inside end a sentence: behind a plain word, or a name that is not cut short?"""
    names = _NAME_ENDS.finditer(long)
    return _TWO_SENTENCES.search(long) is not None or any(
        name["word"].lower() not in facts().abbreviations.every for name in names
    )


def _trails_off(text: str, long: str, unfinished: Collection[str]) -> bool:
    """Whether a sentence ends in three dots behind a word that ends none: ``to those of any ...``.

    Never where the long sentence has dots itself.
    """
    found = _DOTS.search(text)
    if found is None or "..." in long.replace(" ", "").replace("…", "..."):
        return False
    return found["word"].lower() in unfinished


def _stops_at(text: str, never_last: Collection[str]) -> bool:
    """Whether a sentence stops behind a word that always has more behind it: ``aboard the .``"""
    found = _STOPPED.search(text)
    return found is not None and found["word"] in never_last


def _ends_inside(text: str, long: str) -> bool:
    """Whether a sentence ends with a mark that ends none: behind an abbreviation, or with one that
    the long sentence has in a name, and goes on (``Awake!``)."""
    found = _MARKED.search(text)
    if found is None:
        return False
    mark, word = found["mark"], found["word"]
    if word is not None:
        known = facts().abbreviations
        numbered = word.lower() in known.before_numbers and any(numbers_within(long))
        return numbered or word.lower() in known.never_last
    return mark in long.rstrip("!?'\"”’) ")


def _each(test: Callable[[str], bool], texts: Sequence[str]) -> list[float]:
    return [float(test(text)) for text in texts]
