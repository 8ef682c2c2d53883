"""A long sentence beside the sentences that it was split into: what of it went where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from lemminflect import getAllLemmas
from numpy.typing import NDArray
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from disco.text.lcs import steps

Matrix = NDArray[np.float32]
Places = NDArray[np.float64]
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "INTJ"})
_WEIGHTLESS = frozenset({"PUNCT", "SPACE", "CCONJ", "SYM"})
_FUNCTION_WORD = 0.15
_SAME_LEMMA = 0.9
_LIKENESS = 0.7  # what two words of the same meaning are worth, at most
_UNLIKE = 0.45  # the cosine below which two vectors say nothing
_DRIFT = 0.2  # what a word loses that stands at the other end of the split
_ALONE = 0.6  # what a word is worth without its neighbours
_LENGTH, _SPREAD = 0.3, 0.15  # how much the lengths of the split say, and how exactly


@dataclass(frozen=True)
class Alignment:
    """How much of each word of the long sentence each sentence of the split holds.

    ``evidence`` has a row for each sentence of the split and a column for each token of the long
    one, of which ``weights`` are the most it can be; ``lengths`` are the sentences' numbers of
    tokens; ``kept`` says which tokens of the long sentence stand in the split as they are, in
    their order, and ``added`` how many words of the split are new.
    """

    evidence: Matrix
    weights: Matrix
    lengths: tuple[int, ...]
    kept: tuple[bool, ...]
    added: int

    @cached_property
    def boundaries(self) -> range:
        """The places between two sentences of the split, from 1."""
        return range(1, len(self.lengths))

    @cached_property
    def _swings(self) -> list[Matrix]:
        """For each boundary, how much more of each token stands behind it than before it."""
        return [behind - before for before, behind in map(self.sides, self.boundaries)]

    def sides(self, boundary: int) -> tuple[Matrix, Matrix]:
        """For each token, how much of it stands before the boundary, and how much behind."""
        return self.evidence[:boundary].max(axis=0), self.evidence[boundary:].max(axis=0)

    def fit(self, boundary: int, second: Collection[int]) -> float:
        """The evidence, in words, that these tokens stand behind the boundary, all others before
        it; less where the lengths speak against it."""
        indices = np.fromiter(second, dtype=np.intp, count=len(second))
        swing = self._swings[boundary - 1]
        gain = float(2 * swing[indices].sum() - swing.sum())
        return gain - self._off(boundary, len(second))

    def best_cut(self, boundary: int) -> int:
        """The token before which a plain cut fits best."""
        size = self.evidence.shape[1]
        return max(range(1, size), key=lambda i: self.fit(boundary, range(i, size)), default=0)

    def own(self, sentence: int) -> float:
        """The evidence, in words, that only this sentence of the split gives."""
        others = np.delete(self.evidence, sentence, axis=0).max(axis=0)
        return float(np.maximum(self.evidence[sentence] - others, 0).sum())

    def held(self, sentence: int) -> float:
        """The share of the long sentence that this sentence of the split holds."""
        return float(self.evidence[sentence].sum() / max(self.weights.sum(), 1e-6))

    def _off(self, boundary: int, size: int) -> float:
        share = sum(self.lengths[boundary:]) / max(sum(self.lengths), 1)
        off = size / self.evidence.shape[1] - share
        return float(_LENGTH * (off / _SPREAD) ** 2)


class Aligner:
    """Finds the words of one text in another: the same, of the same lemma, of like meaning."""

    def __init__(self, vocab: Vocab) -> None:
        self._vectors = vocab.vectors
        norms = np.linalg.norm(self._vectors.data, axis=1, keepdims=True)
        self._unit = self._vectors.data / np.maximum(norms, 1e-6)

    def align(self, long: Doc, split: Sequence[Doc | Span]) -> Alignment:
        """The alignment of a parsed sentence with tokenized ones."""
        weights = np.array([_weight(t.pos_) for t in long], dtype=np.float32)
        words = [t.lower_ for t in long]
        sides = [[t.lower_ for t in doc] for doc in split]
        joined = [w for side in sides for w in side]
        rows: list[Matrix] = []
        place = 0
        for doc, side in zip(split, sides, strict=True):
            places = np.arange(place, place + len(side)) / len(joined)
            rows.append(weights * self._found(long, words, doc, side, places))
            place += len(side)
        kept = [False] * len(words)
        for step in steps(words, joined):
            kept[step.ours] = [step.same] * len(words[step.ours])
        added = sum(any(c.isalnum() for c in w) for w in joined) - sum(
            k and any(c.isalnum() for c in w) for k, w in zip(kept, words, strict=True)
        )
        return Alignment(np.stack(rows), weights, tuple(map(len, split)), tuple(kept), added)

    def _found(
        self, long: Doc, words: list[str], other: Doc | Span, theirs: list[str], places: Places
    ) -> Matrix:
        """For each word of the long sentence, how well the best word of the other one fits it;
        ``places`` are those of the other one's words in the whole split, from 0 to 1."""
        if not theirs:
            return np.zeros(len(words), dtype=np.float32)
        alike = self._likeness(long, other)
        ours, others = _places_of(words), _places_of(theirs)
        by_lemma: dict[str, list[int]] = {}
        for word, found in others.items():
            for lemma in _lemmas(word):
                by_lemma.setdefault(lemma, []).extend(found)
        for word, rows in ours.items():
            for lemma in _lemmas(word) & by_lemma.keys():
                here = np.ix_(rows, by_lemma[lemma])
                alike[here] = np.maximum(alike[here], _SAME_LEMMA)
            if word in others:
                alike[np.ix_(rows, others[word])] = 1.0
        # a word is the more likely the same, the less it has moved and the more its neighbours are
        own = np.arange(len(words))[:, None] / len(words)
        alike *= (1 - _DRIFT * np.abs(own - places[None, :])).astype(np.float32)
        beside = np.zeros_like(alike)
        beside[1:, 1:] += alike[:-1, :-1]
        beside[:-1, :-1] += alike[1:, 1:]
        best: Matrix = (alike * (_ALONE + (1 - _ALONE) / 2 * beside)).max(axis=1)
        return best

    def _likeness(self, long: Doc, other: Doc | Span) -> Matrix:
        cosine = self._unit_of(long) @ self._unit_of(other).T
        alike: Matrix = np.clip((cosine - _UNLIKE) / (1 - _UNLIKE), 0, None) * _LIKENESS
        return alike

    def _unit_of(self, doc: Doc | Span) -> Matrix:
        exact, lowered = (
            self._vectors.find(keys=keys)
            for keys in ([t.orth for t in doc], [t.lower for t in doc])
        )
        rows = np.where(exact >= 0, exact, lowered)
        found: Matrix = np.where(rows[:, None] >= 0, self._unit[rows], 0).astype(np.float32)
        return found


def _places_of(words: Sequence[str]) -> dict[str, list[int]]:
    """Each word once, with the places where it stands."""
    found: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        found.setdefault(word, []).append(place)
    return found


def _weight(pos: str) -> float:
    if pos in _WEIGHTLESS:
        return 0.0
    return 1.0 if pos in _CONTENT else _FUNCTION_WORD


@lru_cache(maxsize=200_000)
def _lemmas(word: str) -> frozenset[str]:
    """All that the word can be a form of, and itself."""
    return frozenset(lemma for found in getAllLemmas(word).values() for lemma in found) | {word}
