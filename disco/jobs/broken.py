"""Broken pairs: whether a split says something else than the long sentence, or is no sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import regex

from disco.jobs.align import Alignment
from disco.jobs.categorized import Pair
from disco.jobs.refine import GLUED
from disco.rules.pairs import Breaking

_END = regex.compile(r"[.!?…:;\"'”’)\]]\s*$")
_MID_NAME = regex.compile(r"(?:!|\. \. \.|\b\p{Lu}\p{Ll}{0,3} \.)\s*$")
_PUT_IN = 4  # words that a split may need to make two sentences of one

# what speaks against one sentence of the split, and how that is said
_OF_SENTENCES = {
    "nothing_own": "has nothing of its own from the long one",
    "little_own": "has little of its own from the long one",
    "said_elsewhere": "has little that another one does not say",
    "asks": "asks, and the long one does not",
    "breaks_off": "breaks off",
    "begins_inside": "begins in the middle",
    "ends_inside": "ends at a mark inside a name",
}
# what speaks against a split as a whole; where that is left empty, beside other things only
_OF_PAIRS = {
    "longer": "the split says more than the long one",
    "glued": "the long side is two sentences without a space between them",
    "covered": "",
    "kept": "",
    "uneven": "",
}
NAMES = (*_OF_SENTENCES, *_OF_PAIRS)


def facts_of(pair: Pair, alignment: Alignment, measures: Breaking) -> dict[str, Sequence[float]]:
    """What speaks against a pair, by name: a number for each sentence of the split, or one."""
    split = [text.strip() for text in pair.split]
    most = max(float(alignment.weights.sum()), 1.0)
    numbers = range(len(split))
    own = [alignment.own(k) / most for k in numbers]
    held = [alignment.held(k) for k in numbers]
    others = [max((h for j, h in enumerate(held) if j != k), default=0.0) for k in numbers]
    little = [max(0.0, 1 - share / measures.little) for share in own]
    length = sum(alignment.lengths)
    marked, capital = bool(_END.search(pair.long)), not pair.long[:1].islower()
    return {
        "nothing_own": [max(0.0, 1 - share / measures.nothing) for share in own],
        "little_own": little,
        "said_elsewhere": [a * b for a, b in zip(little, others, strict=True)],
        "asks": _each(lambda text: text.endswith("?") and "?" not in pair.long, split),
        "breaks_off": _each(lambda text: marked and not _END.search(text), split),
        "begins_inside": [0.0, *_each(lambda text: capital and text[:1].islower(), split[1:])],
        "ends_inside": [*_each(lambda text: bool(_MID_NAME.search(text)), split[:-1]), 0.0],
        "longer": [max(0.0, (length - _PUT_IN * len(split[1:])) / len(alignment.kept) - 1)],
        "glued": [float(bool(GLUED.search(pair.long)))],
        "covered": [float(alignment.evidence.max(axis=0).sum()) / most],
        "kept": [sum(alignment.kept) / len(alignment.kept)],
        "uneven": [max(alignment.lengths) / max(length, 1)],
    }


def why_broken(pair: Pair, alignment: Alignment, measures: Breaking) -> str:
    """What speaks most against a pair that is likely broken; nothing where it is not."""
    facts = facts_of(pair, alignment, measures)
    if measures.broken({name: max(found) for name, found in facts.items()}) < measures.likely:
        return ""
    return _said(facts, measures.weights)


def _said(facts: Mapping[str, Sequence[float]], weights: Mapping[str, float]) -> str:
    named = [name for name in NAMES if _OF_SENTENCES.get(name) or _OF_PAIRS.get(name)]
    most = max(named, key=lambda name: weights[name] * max(facts[name]))
    if most in _OF_PAIRS:
        return _OF_PAIRS[most]
    found = facts[most]
    return f"sentence {found.index(max(found)) + 1} of the split {_OF_SENTENCES[most]}"


def _each(test: Callable[[str], bool], texts: Sequence[str]) -> list[float]:
    return [float(test(text)) for text in texts]
