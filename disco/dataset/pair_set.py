"""A data set of pairs: mined, refined and categorized ones in train, dev and test."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from disco.corpus.failures import Failures
from disco.corpus.intake import Intake, decoded
from disco.corpus.pair_rows import WikiSplit
from disco.corpus.pair_runs import RefineReport, refine_corpus
from disco.corpus.parquet import Table
from disco.corpus.write import opened
from disco.dataset.duplicates import duplicates_of
from disco.dataset.splits import HELD_OUT, SPLITS, split_of
from disco.jobs.categorized import Categorized, Pair
from disco.jobs.refine import Refined
from disco.stream import Job, Runner

_TEXT = pa.string()


@dataclass(frozen=True, slots=True)
class BuiltPair:
    """A pair with all that is known of it: where an editor split it, how likely it is faithful, of
    which kind the split is, and which tokens of the long sentence stay (BiSECT's labels)."""

    id: str
    long: str
    split: tuple[str, ...]
    title: str
    revisions: tuple[str, ...]
    time: str
    faithful: float
    category: str
    subcategory: str
    tokens: tuple[str, ...]
    labels: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """The pair as a row."""
        return asdict(self)


def built_pairs(
    runner: Runner, pairs: Iterable[Pair], report: RefineReport, failures: Failures
) -> Iterator[BuiltPair]:
    """The pairs of a part that are kept, refined and categorized, counted in ``report`` as they
    pass."""
    good = list(refine_corpus(runner, pairs, report, failures))
    made = runner.run(Job.categorize, (refined.pair for refined in good))
    both = ((refined, found) for refined, (_, found) in zip(good, made, strict=True))
    for refined, found in failures.sort_out(both):
        yield _built(refined, found)


def _built(refined: Refined, categorized: Categorized) -> BuiltPair:
    """What three commands found of a pair, in one row."""
    pair = refined.pair
    return BuiltPair(
        pair.id,
        pair.long,
        tuple(pair.split),
        str(pair.fields.get("title", pair.id)),
        tuple(pair.fields.get("revisions", ())),
        str(pair.fields.get("time", "")),
        refined.faithful or 0.0,
        categorized.category,
        categorized.subcategory,
        categorized.tokens,
        categorized.labels,
    )


class PairTable(Table):
    """The pairs as a table."""

    schema = pa.schema(
        {
            **dict.fromkeys(("id", "long"), _TEXT),
            "split": pa.list_(_TEXT),
            "title": _TEXT,
            "revisions": pa.list_(_TEXT),
            "time": _TEXT,
            "faithful": pa.float32(),
            **dict.fromkeys(("category", "subcategory"), _TEXT),
            "tokens": pa.list_(_TEXT),
            "labels": pa.list_(pa.int8()),
        }
    )


@dataclass(slots=True)
class PairTally:
    """Counts of a data set of pairs: pairs and pages by split, the kinds of split, and all pairs
    that there were, with those whose long sentence another one has."""

    files: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    rows: int = 0
    again: int = 0


def assemble_pairs(parts: Sequence[Path], folder: Path, *, held_out: float = HELD_OUT) -> PairTally:
    """Write pairs as ``train.tsv``, ``train.parquet`` and so on into a folder: no page is in two
    splits, and no long sentence is there twice, however pages split it that took it from each
    other; ``held_out`` of 100 pages are in dev, and as many in test."""
    tally = PairTally()
    with duplicates_of(folder) as duplicates:
        for pair in _pairs_in(parts):
            duplicates.add(pair.long, "", split_of(pair.title, held_out), -1)
            tally.rows += 1
        found = duplicates.sort()
    tally.again = found.within + found.across
    with ExitStack() as stack:
        writers = {
            split: (
                stack.enter_context(opened(folder / f"{split}.tsv", WikiSplit, kept=False)),
                stack.enter_context(opened(folder / f"{split}.parquet", PairTable, kept=False)),
            )
            for split in SPLITS
        }
        last = None
        for number, pair in enumerate(_pairs_in(parts)):
            if not found.kept[number]:
                continue
            split = SPLITS[split_of(pair.title, held_out)]
            for writer in writers[split]:
                writer.write(pair)
            tally.files[split] += 1
            tally.kinds[pair.category, pair.subcategory] += 1
            tally.pages[split] += pair.title != last  # those of a page stand together
            last = pair.title
    return tally


def _pairs_in(parts: Sequence[Path]) -> Iterator[BuiltPair]:
    for path in parts:
        for _, line in decoded(path, Intake(strict=True)):
            row: dict[str, Any] = json.loads(line)
            for name in ("split", "revisions", "tokens", "labels"):
                row[name] = tuple(row[name])
            yield BuiltPair(**row)
