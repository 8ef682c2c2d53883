"""What judged examples say of the rules: ``python benchmarks/bank.py TEXTS ... [--against FILE]``.

TEXTS are the folders of the texts that benchmarks/judged speaks of; judged/README.md says where
they are from. Prints, per rule and per reason, how many judged examples it writes or refuses now
and how many of these are good, with 95% intervals; then the curve of confidence. ``--save FILE``
keeps what is written, ``--against FILE`` shows what a change has brought and cost since.
``--split`` does it for the steps of splitting, all of which count as written.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from typing import Annotated

import typer

import disco
from disco.corpus.bank import Found, at_hand, look_up, of_kind, read_bank

JUDGED = Path(__file__).parent / "judged"


def share(verdicts: Iterable[bool]) -> str:
    """How many are good of how many, in hundredths, with Wilson's interval."""
    found = list(verdicts)
    n, good = len(found), sum(found)
    if not n:
        return "   0 /    0"
    p, z = good / n, 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = 100 * (middle - half), 100 * (middle + half)
    return f"{good:4} / {n:4}  {100 * p:5.1f}  ({low:.0f} to {high:.0f})"


def main(
    texts: list[Path],
    save: Annotated[Path | None, typer.Option()] = None,
    against: Annotated[Path | None, typer.Option()] = None,
    split: Annotated[bool, typer.Option("--split")] = False,
) -> None:
    """Print what judged examples of TEXTS say of each rule and reason."""
    bank = of_kind(read_bank(sorted(JUDGED.glob("*.jsonl"))), split=split)
    there, missing = at_hand(bank, texts)
    if missing:
        print(f"{len(bank) - len(there):,} left out, no {', '.join(missing)}")
    found = list(look_up(disco.load(), there, texts))
    print(f"written     {share(f.judged.good for f in found if f.written)}")
    print(f"not written {share(f.judged.good for f in found if not f.written)}")
    print(f"  of which no rule makes now {share(f.judged.good for f in found if not f.example)}")
    by_rule: dict[str, list[Found]] = defaultdict(list)
    by_reason: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        by_rule[one.judged.rule].append(one)
        for reason in one.example.doubts if one.example else ():
            by_reason[reason.rpartition(".")[2]].append(one)
    for title, groups in (("rule", by_rule), ("reason", by_reason)):
        print(f"\n{title:32} written, good of            refused, good of")
        for name, some in sorted(groups.items()):
            written = share(f.judged.good for f in some if f.written)
            refused = share(f.judged.good for f in some if not f.written)
            print(f"{name:32} {written:28} {refused}")
    print("\nconfidence from on")
    for least in (0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        sure = [f for f in found if f.example and (f.example.confidence or 0) >= least]
        print(f"{least:4}  {share(f.judged.good for f in sure)}")
    now = sorted(f.judged.id for f in found if f.written)
    if save is not None:
        save.write_text(json.dumps(now))
    if against is not None:
        before = set(json.loads(against.read_text()))
        won = (f for f in found if f.written and f.judged.id not in before)
        lost = (f for f in found if not f.written and f.judged.id in before)
        print(f"\nwon  {share(f.judged.good for f in won)}")
        print(f"lost {share(f.judged.good for f in lost)}")


if __name__ == "__main__":
    typer.run(main)
