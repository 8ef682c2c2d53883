"""Scores as a table on the screen, as JSON and as Markdown."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from disco.text.tables import markdown_table


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of scores: what it is of (``kind`` and ``name``), of how many (``unit``), the
    values, and their intervals where there are any."""

    kind: str
    name: str
    unit: str
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


def _head(rows: Sequence[ScoreRow]) -> list[str]:
    return [rows[0].kind, rows[0].unit, *rows[0].values]


def as_table(rows: Sequence[ScoreRow]) -> RenderableType:
    """The scores for the screen; intervals stand in JSON and Markdown."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(_head(rows)):
        table.add_column(name, justify="right" if number else "left", no_wrap=not number)
    for row in rows:
        values = (f"{value:.1f}" for value in row.values.values())
        table.add_row(escape(row.name), f"{row.count:,}", *values)
    return table


def as_markdown(rows: Sequence[ScoreRow]) -> str:
    """The scores as a table of Markdown, with their intervals."""
    return markdown_table(_head(rows), (row.cells() for row in rows))


def as_json(rows: Sequence[ScoreRow]) -> str:
    """The scores as JSON, a mapping for each line."""
    found = [
        {
            row.kind: row.name,
            row.unit: row.count,
            "scores": dict(row.values),
            "intervals": {name: list(ends) for name, ends in row.intervals.items()},
        }
        for row in rows
    ]
    return json.dumps(found, indent=2, ensure_ascii=False)
