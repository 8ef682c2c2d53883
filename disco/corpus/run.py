"""A whole corpus through the engine, with a count of everything that happened."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from disco.corpus.read import Intake, read_units
from disco.corpus.write import Writer
from disco.engine import Engine
from disco.example import Example


@dataclass(slots=True)
class Report:
    """What a run did: counts per type and per rule, what the gate refused and why, the time."""

    types: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def examples(self) -> int:
        return self.types.total()


def unfuse_corpus(
    engine: Engine,
    files: Sequence[Path],
    intake: Intake,
    report: Report,
    rejects: Writer | None = None,
) -> Iterator[Example]:
    """The examples of all files, counted in ``report`` as they pass."""
    started = time.perf_counter()

    def refuse(example: Example) -> None:
        report.refused.update((example.rule, reason) for reason in example.refused)
        if rejects is not None:
            rejects.write(example)

    for example in engine.unfuse_units(read_units(files, intake), refused=refuse):
        report.types[example.discourse_type] += 1
        report.rules[example.rule] += 1
        report.seconds = time.perf_counter() - started
        yield example
    report.seconds = time.perf_counter() - started
