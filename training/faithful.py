"""Fit how much words that only one side of a pair says speak against it.

    python training/faithful.py wikisplit-tune.tsv training/pairs.jsonl

The first file has a pair a line, as WikiSplit's table; the second the judged ones: the number of
the line, from 0, and the verdict of a reader. Prints the share of right decisions on pairs that
the fit has not seen, and the part of ``rules/pairs.yaml`` that the weights go to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

import disco
from disco.corpus import Intake, read_pairs
from disco.rules.pairs import MOST

KINDS = ("name", "number", "noun", "verb", "adj", "adv", "light", "subject", "together", "swapped")


def main(pairs: Path, judged: Path) -> None:
    """Fit, and print what was found."""
    verdicts = {row["line"]: row["verdict"] for row in map(json.loads, judged.open())}
    chosen = [p for n, p in enumerate(read_pairs([pairs], Intake(strict=True))) if n in verdicts]
    engine = disco.load(coref=None)
    refiner = engine.refiner
    rows = []
    for pair in chosen:
        long, split = engine.nlp(pair.long), engine.nlp(" ".join(pair.split))
        added, lost = refiner.differences(long, split)
        counts = [refiner.counted(*sides) for sides in ((added, lost), (lost, added))]
        rows.append([min(c[kind], MOST) for c in counts for kind in KINDS])
    facts = np.array(rows, dtype=float)
    bad = np.array([verdicts[n] != "good" for n in sorted(verdicts)])
    folds = StratifiedKFold(10).split(facts, bad)
    guessed = np.zeros(len(bad))
    for seen, unseen in folds:
        start, weights = fitted(facts[seen], bad[seen])
        guessed[unseen] = 1 / (1 + np.exp(-start - facts[unseen] @ weights))
    for least in (0.6, 0.55, 0.5, 0.45, 0.4):
        dropped = guessed > 1 - least
        right = int((dropped & bad).sum())
        print(
            f"faithful from {least}: {right / dropped.sum():.3f} of what is dropped is bad, "
            f"{right / bad.sum():.3f} of what is bad is dropped"
        )
    start, found_weights = fitted(facts, bad)
    weights = found_weights.round(2).tolist()
    half = len(KINDS)
    found = {
        "start": round(start, 2),
        "added": dict(zip(KINDS, weights[:half], strict=True)),
        "lost": dict(zip(KINDS, weights[half:], strict=True)),
    }
    print(yaml.safe_dump(found, sort_keys=False, default_flow_style=None, width=120))


def fitted(facts: NDArray[np.float64], bad: NDArray[np.bool_]) -> tuple[float, NDArray[np.float64]]:
    """Where the fit starts, and what each fact weighs: nothing where it would speak for a pair,
    since no word that one side alone says does."""
    weights, kept = np.zeros(facts.shape[1]), np.ones(facts.shape[1], dtype=bool)
    while True:
        model = LogisticRegression(C=1.0).fit(facts[:, kept], bad)
        if (model.coef_[0] >= 0).all():
            weights[kept] = model.coef_[0]
            return float(model.intercept_[0]), weights
        kept[np.flatnonzero(kept)[model.coef_[0] < 0]] = False


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
