"""Runs over texts, with a count of everything that happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from disco._errors import UsageError, WorkError
from disco._types import TYPES
from disco.corpus.clock import timed
from disco.corpus.failures import Failures
from disco.corpus.write import Format, Writer, open_writer
from disco.draft.example import Example
from disco.draft.recipe import restore
from disco.jobs.propositions import Propositions
from disco.stream import Job, Runner, Unfused, examples_of, propositions_of
from disco.text.documents import Unit


@dataclass(slots=True)
class Report:
    """What a run did: texts and sentences read, counts per type and per rule, what the gate refused
    of each rule and why, the time.

    ``left_out`` are examples of types that the format has no place for.
    """

    texts: int = 0
    sentences: int = 0
    types: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: float = 0.0
    verified: int = 0
    left_out: int = 0

    @property
    def examples(self) -> int:
        return self.types.total()

    def add(self, other: Report) -> None:
        """Count what was read and written elsewhere, too, where nobody looks at what is refused."""
        self.texts += other.texts
        self.sentences += other.sentences
        self.types.update(other.types)
        self.rules.update(other.rules)
        self.verified += other.verified
        self.left_out += other.left_out


def _verify(example: Example) -> None:
    """Raise WorkError where the source cannot be restored from the example."""
    try:
        restore(example)
    except UsageError as error:
        message = f"{example.id}: {example.rule} wrote what does not lead back to the source"
        raise WorkError(message) from error


@dataclass(slots=True)
class SplitReport:
    """What a run did: sentences, propositions, how many of these each rule made, the time."""

    sentences: int = 0
    propositions: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def split_corpus(
    runner: Runner,
    units: Iterable[Unit],
    report: SplitReport,
    failures: Failures,
) -> Iterator[Propositions]:
    """The propositions of stretches of text, counted in ``report`` as they pass."""
    found = failures.sort_out(runner.run(Job.split, units), [])
    for row in timed(propositions_of(found), report):
        report.sentences += 1
        report.propositions += len(row.propositions)
        report.rules.update(rule for p in row.propositions for rule in p.rules[-1:])
        yield row


def write_examples(
    examples: Iterable[Example], path: Path, format: Format, report: Report, *, kept: bool = True
) -> None:
    """Write examples to a file; those of types that its format has no place for are counted.
    Interrupted, what is done is ``kept`` under another name."""
    with open_writer(path, format, kept=kept) as writer:
        for example in examples:
            if format != "jsonl" and example.discourse_type not in TYPES:
                report.left_out += 1
            else:
                writer.write(example)


def unfuse_corpus(
    runner: Runner,
    units: Iterable[Unit],
    report: Report,
    failures: Failures,
    rejects: Writer[Example] | None = None,
    *,
    verify: bool = False,
) -> Iterator[Example]:
    """The examples of stretches of text, counted in ``report`` as they pass; what is refused is
    looked at only where there are ``rejects`` to write it to. WorkError where the source of one
    cannot be restored, if that is to be verified."""

    def refuse(example: Example) -> None:
        report.refused[example.rule] += 1
        report.reasons.update((example.rule, reason) for reason in example.refused)
        if rejects is not None:
            rejects.write(example)

    def read(found: Iterable[tuple[Unit, Unfused]]) -> Iterator[tuple[Unit, Unfused]]:
        for unit, made in found:
            report.texts += unit.opens
            report.sentences += made.sentences
            yield unit, made

    wanted, job = (refuse, Job.unfuse_all) if rejects is not None else (None, Job.unfuse)
    found = failures.sort_out(runner.run(job, units), Unfused([], [], 0))
    for example in timed(examples_of(read(found), wanted), report):
        if verify:
            _verify(example)
            report.verified += 1
        report.types[example.discourse_type] += 1
        report.rules[example.rule] += 1
        yield example
