"""What fused texts or splits score: all of them, those of each kind, and what copies would."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from disco._errors import UsageError, WorkError
from disco.engine import Engine
from disco.jobs.categorized import Pair
from disco.scores.fusions import Scored, scores_of
from disco.scores.splits import ScoredSplit, as_halves, as_source, split_scores_of
from disco.text.tables import markdown_table

S = TypeVar("S", Scored, ScoredSplit)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of scores: what it is of (``kind`` and ``name``), of how many texts, the values, and
    their intervals where there are any."""

    kind: str
    name: str
    count: int
    values: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def cells(self) -> list[str]:
        """The line as text."""
        return [self.name, f"{self.count:,}", *(self._cell(name) for name in self.values)]

    def _cell(self, name: str) -> str:
        if name not in self.intervals:
            return f"{self.values[name]:.1f}"
        low, high = self.intervals[name]
        return f"{self.values[name]:.1f} ({low:.1f} to {high:.1f})"


def evaluated(
    rows: Sequence[Scored | ScoredSplit], categorizing: Engine | None = None
) -> list[ScoreRow]:
    """The table of ``disco evaluate``: a line for all rows, beside the baselines, one for each type
    of fused texts, or for each category of splits that an engine finds where one is given.

    Raises WorkError where there is nothing to score, UsageError where both kinds of rows are.
    """
    if not rows:
        raise WorkError("there is nothing to score")
    fused = [row for row in rows if isinstance(row, Scored)]
    splits = [row for row in rows if isinstance(row, ScoredSplit)]
    if fused and splits:
        raise UsageError("fused texts and splits cannot be scored in one table; name one kind")
    if categorizing is not None and fused:
        raise UsageError("categories are of splits, and these are fused texts")
    return _of_splits(splits, categorizing) if splits else _of_fused(fused)


def _of_fused(rows: Sequence[Scored]) -> list[ScoreRow]:
    def scored(name: str, some: Sequence[Scored]) -> ScoreRow:
        found = scores_of(some)
        values = {"Exact": found.exact, "SARI": found.sari, "SARI (Xu)": found.sari_xu}
        return ScoreRow("type", name, len(some), values | {"BLEU": found.bleu})

    copied = [replace(row, prediction=row.source) for row in rows]
    return [*_by_kind(rows, scored), scored("all", rows), scored("Copy", copied)]


def _of_splits(rows: Sequence[ScoredSplit], categorizing: Engine | None) -> list[ScoreRow]:
    def scored(name: str, some: Sequence[ScoredSplit]) -> ScoreRow:
        found = split_scores_of(some)
        values = {key: value.value for key, value in found.items()}
        intervals = {key: (value.low, value.high) for key, value in found.items()}
        return ScoreRow("split", name, len(some), values, intervals)

    kinds = _by_kind(_categorized(rows, categorizing), scored) if categorizing else []
    baselines = (("Source", as_source), ("SplitHalf", as_halves))
    others = [scored(name, [made(row) for row in rows]) for name, made in baselines]
    return [*kinds, scored("all", rows), *others]


def _by_kind(rows: Sequence[S], scored: Callable[[str, Sequence[S]], ScoreRow]) -> list[ScoreRow]:
    kinds: dict[str, list[S]] = {}
    for row in rows:
        kinds.setdefault(row.kind or "-", []).append(row)
    return [scored(kind, kinds[kind]) for kind in sorted(kinds)]


def _categorized(rows: Sequence[ScoredSplit], engine: Engine) -> list[ScoredSplit]:
    """The splits with the category of the first reference that is one."""
    pairs = [Pair(str(k), row.source, row.wanted) for k, row in enumerate(rows) if row.wanted]
    kinds = {result.pair.id: result.category for result in engine.categorize_many(pairs)}
    return [replace(row, kind=kinds.get(str(k), "not split")) for k, row in enumerate(rows)]


def head(rows: Sequence[ScoreRow]) -> list[str]:
    """What the columns of a table are called."""
    return [rows[0].kind, "texts", *rows[0].values]


def as_markdown(rows: Sequence[ScoreRow]) -> str:
    """The scores as a table of Markdown, with their intervals."""
    return markdown_table(head(rows), (row.cells() for row in rows))


def as_json(rows: Sequence[ScoreRow]) -> str:
    """The scores as JSON, a mapping for each line."""
    found = [
        {
            row.kind: row.name,
            "texts": row.count,
            "scores": dict(row.values),
            "intervals": {name: list(ends) for name, ends in row.intervals.items()},
        }
        for row in rows
    ]
    return json.dumps(found, indent=2, ensure_ascii=False)
