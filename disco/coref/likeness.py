"""How alike two words of a text are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Token
from spacy.vocab import Vocab


class Likeness:
    """``Token.similarity`` of two tokens of one text, with each vector and its length looked up
    once; 0 where a word has none. Vectors are those of ``vocab``, also of a text of another one."""

    def __init__(self, vocab: Vocab | None = None) -> None:
        self._vocab = vocab
        self._known: dict[int, tuple[NDArray[np.float32], float]] = {}

    def __call__(self, a: Token, b: Token) -> float:
        (one, length), (other, others) = self._vector(a), self._vector(b)
        if not length or not others:
            return 0.0
        return 1.0 if a.orth == b.orth else float(np.dot(one, other) / (length * others))

    def _vector(self, token: Token) -> tuple[NDArray[np.float32], float]:
        if token.i not in self._known:
            vocab = self._vocab
            word = token if vocab is None or token.vocab is vocab else vocab[token.text]
            self._known[token.i] = word.vector, float(word.vector_norm)
        return self._known[token.i]
