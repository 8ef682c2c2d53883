"""Boosted decision trees over rows of numbers, without walking down them.

Whether a number is above a threshold says of each tree which leaves can no more be reached. For
each feature and each place of a value among its thresholds that is worked out beforehand, as a bit
for each leaf; a row's leaves are then what is left of a few such words of bits, joined by *and*
(Lucchese et al. 2015, QuickScorer).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_BITS = 32  # so many leaves may a tree have
_ROWS = 64  # at once, so that a long text needs no more memory


class Trees:
    """Trees as ``training/coreference.py`` writes them: arrays with a row a tree, a node after the
    node above it, the left ones first."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        feature, threshold = arrays["feature"], arrays["threshold"]
        inner = arrays["children"][..., 0] > np.arange(feature.shape[1])  # a leaf is its own child
        bits = _bits(arrays["children"])
        lost = ~_below_left(arrays["children"], bits)
        tests, rows = [], []
        for number in np.unique(feature[inner]):
            tree, node = np.nonzero(inner & (feature == number))
            thresholds, place = np.unique(threshold[tree, node], return_inverse=True)
            left = np.full((len(thresholds) + 1, len(feature)), ~np.uint32(0))
            np.bitwise_and.at(left, (place + 1, tree), lost[tree, node])
            tests.append((np.full(len(thresholds), number), thresholds))
            rows.append(np.bitwise_and.accumulate(left, axis=0))
        self._feature = np.concatenate([f for f, _ in tests])
        self._threshold = np.concatenate([t for _, t in tests])
        sizes = [len(t) for _, t in tests]
        self._tests_from = np.cumsum([0, *sizes[:-1]])
        self._rows_from = np.cumsum([0, *(n + 1 for n in sizes[:-1])])
        self._left = np.concatenate(rows)
        self._start = float(arrays["start"])
        self._value = _values(arrays["value"], bits)
        self._values_from = np.arange(len(feature)) * (_BITS + 1)

    def __call__(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """The probability of each row."""
        parts = [self._totals(rows[k : k + _ROWS]) for k in range(0, len(rows), _ROWS)]
        found: NDArray[np.float64] = 1 / (1 + np.exp(-np.concatenate(parts)))
        return found

    def _totals(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        above = rows[:, self._feature] > self._threshold
        place = np.add.reduceat(above, self._tests_from, axis=1, dtype=np.intp)
        left = np.bitwise_and.reduce(self._left[place + self._rows_from], axis=1)
        leaf = np.frexp(left.astype(np.float64))[1]  # the uppermost bit
        found: NDArray[np.float64] = self._start + self._value[leaf + self._values_from].sum(axis=1)
        return found


def _bits(children: NDArray[Any]) -> NDArray[np.intp]:
    """For each leaf its bit, counted from 1, the leftmost one uppermost; 0 for other nodes."""
    leaf = children[..., 0] == np.arange(children.shape[1])
    return np.where(leaf, _BITS + 1 - np.cumsum(leaf, axis=1), 0)


def _below_left(children: NDArray[Any], bits: NDArray[np.intp]) -> NDArray[np.uint32]:
    """The leaves below the left child of each node; of a leaf itself."""
    below = np.where(bits > 0, np.ldexp(0.5, bits), 0).astype(np.uint32)
    tree = np.arange(len(children))
    for node in reversed(range(children.shape[1])):
        for child in (children[:, node, 0], children[:, node, 1]):
            below[:, node] |= np.where(child > node, below[tree, child], np.uint32(0))
    found: NDArray[np.uint32] = below[tree[:, None], children[..., 0]]
    return found


def _values(value: NDArray[Any], bits: NDArray[np.intp]) -> NDArray[Any]:
    """What each leaf says, in a row, by the number of its tree and its bit."""
    tree, node = np.nonzero(bits)
    found = np.zeros((len(bits), _BITS + 1), np.float32)
    found[tree, bits[tree, node]] = value[tree, node]
    return found.ravel()
