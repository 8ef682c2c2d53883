"""Runs over pairs of sentences or texts, with a count of everything that happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from disco.corpus.clock import timed
from disco.corpus.failures import Failures
from disco.corpus.write import Writer
from disco.jobs.categorized import Categorized, Pair
from disco.jobs.fused import Fused, Restored, Sentences
from disco.jobs.refine import Refined
from disco.pairs.align import Aligned, Versions
from disco.pairs.mine import Mined, Snapshots
from disco.stream import Job, Runner


@dataclass(slots=True)
class PairReport:
    """What a run over pairs did: counts per label and per reason, the time."""

    labels: Counter[tuple[str, str]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def pairs(self) -> int:
        return self.labels.total()


def categorize_corpus(
    runner: Runner, pairs: Iterable[Pair], report: PairReport, failures: Failures
) -> Iterator[Categorized]:
    """The pairs with their categories, counted in ``report`` as they pass."""
    for _, found in timed(failures.sort_out(runner.run(Job.categorize, pairs)), report):
        report.labels[found.category, found.subcategory] += 1
        if found.reason:
            report.reasons[found.reason] += 1
        yield found


@dataclass(slots=True)
class FuseReport:
    """What a run over sentences did: how many texts each rule wrote, the time."""

    rules: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def fuse_corpus(
    runner: Runner, pairs: Iterable[Sentences], report: FuseReport, failures: Failures
) -> Iterator[Fused]:
    """The sentences with what they became, counted in ``report`` as they pass."""
    for _, found in timed(failures.sort_out(runner.run(Job.fuse, pairs)), report):
        report.rules[found.best.rule or "left as they are"] += 1
        yield found


def restore_corpus(sources: Iterable[Restored], report: FuseReport) -> Iterator[Restored]:
    """The sources of examples, counted in ``report`` as they pass."""
    for each in timed(sources, report):
        report.rules["restored"] += 1
        yield each


@dataclass(slots=True)
class AlignReport:
    """What a run did: texts, the pairs of each kind, all steps that were taken, paragraphs that
    were too large, the time."""

    texts: int = 0
    pairs: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    too_large: int = 0
    seconds: float = 0.0


def align_corpus(
    runner: Runner,
    texts: Iterable[Versions],
    report: AlignReport,
    failures: Failures,
    only: str | None = None,
) -> Iterator[Aligned]:
    """The pairs of two versions of texts, ``only`` those of one operation if it is named, counted
    in ``report`` as they pass."""
    for _, found in timed(failures.sort_out(runner.run(Job.align, texts)), report):
        report.texts += 1
        report.steps.update(found.steps)
        report.too_large += found.too_large
        pairs = [pair for pair in found.pairs if only in (None, pair.operation)]
        report.pairs.update(pair.operation for pair in pairs)
        yield from pairs


@dataclass(slots=True)
class RefineReport:
    """What a run did: how many pairs were kept, how many each filter dropped, the time."""

    kept: int = 0
    dropped: int = 0
    filters: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def pairs(self) -> int:
        return self.kept + self.dropped


def refine_corpus(
    runner: Runner,
    pairs: Iterable[Pair],
    report: RefineReport,
    failures: Failures,
    rejects: Writer[Refined] | None = None,
    check: Callable[[Iterator[Refined]], Iterator[Refined]] | None = None,
) -> Iterator[Refined]:
    """The pairs that are kept, counted in ``report`` as they pass; the others go to ``rejects``.
    ``check`` may give those that the filters keep reasons of its own."""
    refined = (found for _, found in failures.sort_out(runner.run(Job.refine, pairs)))
    for found in timed(check(refined) if check else refined, report):
        report.filters.update({reason.filter for reason in found.reasons})
        if not found.reasons:
            report.kept += 1
            yield found
            continue
        report.dropped += 1
        if rejects is not None:
            rejects.write(found)


@dataclass(slots=True)
class MineReport:
    """What a run did: pages, snapshots, pairs by whether they were split or joined, the time."""

    pages: int = 0
    snapshots: int = 0
    split: int = 0
    joined: int = 0
    seconds: float = 0.0

    @property
    def pairs(self) -> int:
        return self.split + self.joined


def mine_corpus(
    runner: Runner, pages: Iterable[Snapshots], report: MineReport, failures: Failures
) -> Iterator[Mined]:
    """The pairs of edit histories, counted in ``report`` as they pass."""
    for snapshots, found in timed(failures.sort_out(runner.run(Job.mine, pages), ()), report):
        report.pages += snapshots.opens
        report.snapshots += len(snapshots.revisions) - (not snapshots.opens)
        for pair in found:
            report.joined += pair.joined
            report.split += not pair.joined
            yield pair
