"""A run on a cluster, with its progress."""

from __future__ import annotations

import time

from disco.cli.parts import take_up
from disco.cli.progress import counting, interruptible, progress
from disco.cluster import Work, missing_parts, write_parts
from disco.corpus import Failures, Intake, Report
from disco.corpus.shards import Shards


def on_cluster(
    shards: Shards,
    work: Work,
    intake: Intake,
    address: str | None,
    report: Report,
    failures: Failures,
    *,
    quiet: bool,
) -> None:
    """Have the parts of a run written that are not there, and count what happens."""
    started = time.perf_counter()
    stopped = "; the same command goes on behind what is done"
    with interruptible("examples", lambda: report.examples, lambda: stopped):
        with progress(work.files, intake, quiet=quiet):
            missing = missing_parts(shards, work, intake)
        left = {number for number, _ in missing.parts}
        take_up(shards, (n for n in range(missing.total) if n not in left), failures)
        with counting("parts", len(missing.parts), quiet=quiet) as advance:
            for written in write_parts(shards, missing, work, address):
                report.add(written.report)
                failures.include(written.failures)
                report.seconds = time.perf_counter() - started
                advance(1)
