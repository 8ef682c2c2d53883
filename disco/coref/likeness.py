"""How alike two words of a text are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Token


class Likeness:
    """``Token.similarity`` of two tokens of one text, with each vector and its length looked up
    once; 0 where a word has none."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[NDArray[np.float32], float]] = {}

    def __call__(self, a: Token, b: Token) -> float:
        (one, length), (other, others) = self._vector(a), self._vector(b)
        if not length or not others:
            return 0.0
        return 1.0 if a.orth == b.orth else float(np.dot(one, other) / (length * others))

    def _vector(self, token: Token) -> tuple[NDArray[np.float32], float]:
        if token.i not in self._known:
            self._known[token.i] = token.vector, float(token.vector_norm)
        return self._known[token.i]
