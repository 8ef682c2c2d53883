"""Fit what speaks for it that a long sentence and its split are no pair at all.

    python training/broken.py FOLDER training/broken.jsonl

The folder has BiSECT's and WikiSplit's files, by the names in the second file, where each row is a
judged pair: its file, its line from 0, and whether readers called it broken; ``unsure`` ones are
left out. Prints what is found of the broken ones, pairs that the fit has not seen, where one or two
in a hundred good ones are called so, and the part of ``rules/pairs.yaml`` that the weights go to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import yaml
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import disco
from disco.corpus import Intake, read_pairs
from disco.jobs.broken import signs_of
from disco.rules.pairs import Signs, pair_settings


def main(folder: Path, judged: Path) -> None:
    """Fit, and print what was found."""
    engine, measures = disco.load(coref=None), pair_settings().broken
    rows, broken = [], []
    verdicts: dict[str, dict[int, str]] = {}
    for row in map(json.loads, judged.open()):
        verdicts.setdefault(row["file"], {})[row["line"]] = row["verdict"]
    for name, lines in verdicts.items():
        for line, pair in enumerate(read_pairs([folder / name], Intake(strict=True))):
            if lines.get(line, "unsure") == "unsure":
                continue
            split = engine.tokenized(pair.split)
            found = engine.categorizer.aligner.align(engine.parse_one(pair.long), split)
            against = signs_of(pair, found, measures)
            rows.append([max(against[name]) for name in Signs.model_fields])
            broken.append(lines[line] == "broken")
    table, bad = np.array(rows, dtype=float), np.array(broken)
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3, max_iter=1000))
    guessed = cross_val_predict(model, table, bad, cv=10, method="predict_proba")[:, 1]
    for share in (0.01, 0.02, 0.05):
        least = float(np.quantile(guessed[~bad], 1 - share))
        print(
            f"likely from {least:.2f}: {share:.0%} of the good pairs called broken, "
            f"{(guessed[bad] > least).mean():.0%} of the broken ones"
        )
    scale, fit = (step for _, step in model.fit(table, bad).steps)
    weights = fit.coef_[0] / scale.scale_
    fitted = {
        "start": round(float(fit.intercept_[0] - (weights * scale.mean_).sum()), 2),
        "weights": dict(zip(Signs.model_fields, weights.round(2).tolist(), strict=True)),
    }
    print(yaml.safe_dump(fitted, sort_keys=False, default_flow_style=None, width=200))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
