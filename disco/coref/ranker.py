"""Coreference: how likely each noun nearby is what a pronoun means, by a vote of small trees.

The trees are trained by ``training/coreference.py``; here they are numbers in arrays.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from disco import _paths
from disco.coref.features import Question, questions
from disco.coref.links import Link, keep_links

_LEAST = 0.05  # less likely mentions are not kept


class Trees:
    """Boosted decision trees: each row of features goes down all of them at once."""

    def __init__(self, arrays: dict[str, NDArray[np.generic]]) -> None:
        self._feature, self._threshold = arrays["feature"], arrays["threshold"]
        self._children, self._value = arrays["children"], arrays["value"]
        self._start, self._depth = float(arrays["start"]), int(arrays["depth"])
        self._tree = np.arange(len(self._feature))

    def __call__(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """The probability of each row."""
        at = np.zeros((len(rows), len(self._tree)), dtype=np.intp)
        row = np.arange(len(rows))[:, None]
        for _ in range(self._depth):  # a leaf is its own child
            right = rows[row, self._feature[self._tree, at]] > self._threshold[self._tree, at]
            at = self._children[self._tree, at, right.astype(np.intp)]
        total = self._start + self._value[self._tree, at].sum(axis=1)
        found: NDArray[np.float64] = 1 / (1 + np.exp(-total))
        return found


@cache
def trees() -> Trees:
    """The shipped trees, read once."""
    with np.load(_paths.coref_weights()) as file:
        return Trees(dict(file))


class Coreference:
    """Fills in the coreference links of a text."""

    def __call__(self, doc: Doc) -> Doc:
        asked = list(questions(doc))
        links: dict[int, Link] = {}
        if asked:
            scores = trees()(np.concatenate([q.rows for q in asked]))
            start = 0
            for question in asked:
                stop = start + len(question.candidates)
                links[question.anaphor.i] = _link(question, scores[start:stop].tolist())
                start = stop
        return keep_links(doc, links)


def _link(question: Question, scores: list[float]) -> Link:
    """The candidates that are likely enough; one that stands for many with all its names."""
    found = [(m, s) for m, s in zip(question.candidates, scores, strict=True) if s >= _LEAST]
    many = question.anaphor.number == "plur"
    mentions = tuple(m.joined if many else (m.i,) for m, _ in found)
    return Link(mentions, tuple(round(s, 3) for _, s in found))
