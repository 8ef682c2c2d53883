"""Weighing: a bank of judged examples into the weights of what tells the good from the bad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from disco.rules.weights import WeightsFile

_LEAST = 12  # examples that a fact is seen in, to be weighed at all
_LEAST_OF_A_RULE = 8
_PULL = 6.0  # how strongly weights are drawn to nothing
_STEPS = 30
_FOLDS = 10
_SAME = 1e-9  # numbers no further apart are the same, but for what a computer makes of them
_SMALL = 0.02  # lighter facts are left out
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """The facts of a judged example, whether it is good, and of which source it is."""

    source: str
    facts: dict[str, float]
    good: bool


def weigh(bank: Sequence[Sample]) -> WeightsFile:
    """The weights by logistic regression, with a pull towards nothing."""
    seen = Counter(name for j in bank for name in j.facts)
    names = sorted(
        name
        for name, count in seen.items()
        if count >= (_LEAST_OF_A_RULE if name.startswith("rule ") else _LEAST)
    )
    index = {name: k for k, name in enumerate(names)}
    rows = np.zeros((len(bank), len(names)))
    for r, judged in enumerate(bank):
        for name, value in judged.facts.items():
            if name in index:
                rows[r, index[name]] = value
    good = np.array([j.good for j in bank], dtype=float)
    # what is there or not stays as it is, numbers are measured from their mean by their spread
    plain = ((rows == 0) | (rows == 1)).all(axis=0)
    mean, spread = (np.where(plain, k, v) for k, v in ((0, rows.mean(0)), (1, rows.std(0))))
    spread[spread < _SAME] = 1
    fitted = _logistic((rows - mean) / spread, good)
    weights = fitted[1:] / spread
    start = float(fitted[0] - (weights * mean).sum())
    kept = {
        n: round(float(w), 4)
        for n, w, s in zip(names, weights, spread, strict=True)
        if abs(w * s) >= _SMALL or n.startswith("rule ")
    }
    about = (
        f"How much each fact about an example weighs, fitted by disco rules weigh on {len(bank)} "
        "judged examples. The logistic function makes a confidence of start and all weights."
    )
    return WeightsFile(about=about, start=round(start, 4), weights=kept)


def _logistic(rows: Array, good: Array) -> Array:
    """Newton's method, from nothing."""
    table = np.hstack([np.ones((len(rows), 1)), rows])
    pull = np.full(table.shape[1], _PULL)
    pull[0] = 1e-6
    found = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(table @ found)))
        slope = table.T @ (chance - good) + pull * found
        curve = (table * (chance * (1 - chance))[:, None]).T @ table + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        found = found - step
        if np.abs(step).max() < 1e-6:
            break
    return found


def held_out(bank: Sequence[Sample]) -> list[float]:
    """The confidence of each example by weights that have not seen its source."""
    place = [int(blake2b(j.source.encode(), digest_size=4).hexdigest(), 16) % _FOLDS for j in bank]
    fits = [weigh([j for j, p in zip(bank, place, strict=True) if p != k]) for k in range(_FOLDS)]
    return [fits[p].confidence(j.facts) for j, p in zip(bank, place, strict=True)]
