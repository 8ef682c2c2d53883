"""What a parser has hung on what, in many texts at once, and how unsure it was."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Tree:
    """For each place the place of its head, its label, and its costs: what hung it there, and all
    that was done while it was the next to be read. The last place stands for no word."""

    def __init__(self, words: int) -> None:
        self.heads = np.arange(words + 1)
        self.labels = np.zeros(words + 1, dtype=np.uint64)
        self.costs = np.zeros((2, words + 1), dtype=np.float32)

    def hang(self, words: Array, heads: Array, labels: Array, costs: Array) -> None:
        """Hang words on others, or hang them anew."""
        self.heads[words], self.labels[words], self.costs[0, words] = heads, labels, costs

    def read(self, words: Array, costs: Array) -> None:
        """Add up what is done while words are the next."""
        np.add.at(self.costs[1], words, costs)
