"""What judged fusions say of the rules: ``python benchmarks/fusions.py PAIRS ...``.

PAIRS are rows {"first", "second"}, as ``disco fuse`` reads them, among them the pairs that blind
readers saw: the two halves of BiSECT's validation and WikiSplit's tune pairs, and neighbouring
sentences of Wikipedia, of gensim's dump and news, of the speeches, essays and descriptions in
judged/README.md, GAP's development texts, GUM, LitBank and novels. benchmarks/judged_fusions holds
the verdicts, by hashes of the pair and of what was written. Prints, per rule, how many judged
fusions are written as they were and how many of these are good, and what became of the others.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any

import typer

import disco
from disco.corpus import Intake, read_sentences
from disco.jobs.fused import Sentences

VERDICTS = Path(__file__).with_name("judged_fusions")


def hashed(text: str) -> str:
    """What a text hashes to, case and spaces aside; its marks count, for a comma is judged, too."""
    return blake2b("".join(text.lower().split()).encode(), digest_size=8).hexdigest()


def main(pairs: list[Path]) -> None:
    """Print, per rule, how many judged fusions of PAIRS are written and good."""
    verdicts: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(VERDICTS.glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            verdicts.setdefault(row["source"], []).append(row)
    engine = disco.load()
    judged: dict[str, Sentences] = {}
    for pair in read_sentences(pairs, Intake(), engine.fuse_problem, told=False):
        source = hashed(f"{pair.first} {pair.second}")
        if source in verdicts:
            judged.setdefault(source, pair)
    told: dict[str, Counter[str]] = {}
    for source, found in zip(judged, engine.fuse_many(judged.values()), strict=True):
        best, output = found.best, hashed(found.best.text)
        for row in verdicts[source]:
            now = "same" if row["output"] == output else "changed" if best.rule else "gone"
            told.setdefault(row["rule"], Counter())[f"{now} {row['good']}"] += 1
    told["all"] = sum(told.values(), Counter())
    print(f"{'rule':32} as judged, good of   otherwise   no longer, good of")
    for rule, n in sorted(told.items(), key=lambda item: (item[0] == "all", item[0])):
        same, gone = n["same True"] + n["same False"], n["gone True"] + n["gone False"]
        changed = n["changed True"] + n["changed False"]
        print(
            f"{rule:32} {n['same True']:11} / {same:4}   {changed:9}   {n['gone True']:11} / {gone}"
        )


if __name__ == "__main__":
    typer.run(main)
