"""Coreference: how likely each noun nearby is what a pronoun means, by a vote of small trees.

The trees are trained by ``training/coreference.py``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from spacy.tokens import Doc
from spacy.vocab import Vocab

from disco import _paths
from disco.coref.features import Question, questions
from disco.coref.links import Link, keep_links
from disco.coref.trees import Trees

_LEAST = 0.05  # less likely mentions are not kept


@cache
def trees() -> Trees:
    """The shipped trees, read once."""
    return read_trees(_paths.coref_weights())


def read_trees(path: Path) -> Trees:
    """The trees of a file that training has written."""
    with np.load(path) as file:
        return Trees(dict(file))


class Ranker:
    """Fills in the coreference links of a text, by the shipped trees or by others; by the vectors
    of ``vocab``, where texts may be of other ones."""

    def __init__(self, others: Trees | None = None, vocab: Vocab | None = None) -> None:
        self._others, self._vocab = others, vocab

    def __call__(self, doc: Doc) -> Doc:
        asked = list(questions(doc, self._vocab))
        links: dict[int, Link] = {}
        if asked:
            scores = (self._others or trees())(np.concatenate([q.rows for q in asked]))
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
