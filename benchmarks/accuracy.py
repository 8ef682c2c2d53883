"""How often categorizing agrees with labels: ``python benchmarks/accuracy.py PAIRS LABELS``.

LABELS has rows {"id", "category", "sub"}, with "also" and "also_sub" for what is just as right;
tests/data has two such files, read by two readers each and adjudicated, for pairs of the BiSECT
validation set (their ids) and of WikiSplit's tune set (wikisplit-tune.tsv, by line). Pairs labelled
invalid are counted for themselves.
"""

from __future__ import annotations

import json
from pathlib import Path

import typer

import disco
from disco.corpus import Intake, read_pairs


def main(pairs: Path, labels: Path) -> None:
    """Print how often the classes of PAIRS are those of LABELS."""
    gold = {row["id"]: row for row in map(json.loads, labels.read_text("utf-8").splitlines())}
    wanted = (pair for pair in read_pairs([pairs], Intake()) if pair.id in gold)
    right = right_sub = valid = caught = invalid = 0
    for found in disco.load(coref=None).categorize_many(wanted):
        row = gold[found.pair.id]
        if row["category"] == "invalid":
            invalid += 1
            caught += found.category == "invalid"
            continue
        valid += 1
        right += found.category in {row["category"], *row.get("also", ())}
        right_sub += found.subcategory in {row["sub"], *row.get("also_sub", ())}
    print(f"{valid} pairs: category {100 * right / valid:.1f}, sub {100 * right_sub / valid:.1f}")
    print(f"{caught} of {invalid} invalid ones found")


if __name__ == "__main__":
    typer.run(main)
