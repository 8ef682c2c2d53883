"""A run on a cluster, with its progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from disco._errors import UsageError
from disco._files import from_anywhere
from disco.cli.parts import take_up
from disco.cli.progress import counting, interruptible, progress
from disco.cli.run import Run
from disco.cluster import Work, missing_parts, require_cluster, write_parts
from disco.corpus import Format, Report, open_shards
from disco.loading import EngineSpec


def on_cluster(
    run: Run,
    spec: EngineSpec,
    address: str | None,
    report: Report,
    facts: Callable[[], dict[str, Any]],
    *,
    timeout: float | None,
    format: Format,
    verify: bool,
) -> None:
    """Have the parts of a run written that are not there, and count what happens."""
    if run.out is None or run.size is None:
        raise UsageError("--engine ray writes parts; name them with -o, and say --shard-size")
    spec.book()  # what is wrong with it is said before a cluster is asked
    require_cluster(address)  # and what is wrong with that, before the corpus is read
    intake = run.intake
    work = Work(
        replace(
            spec,
            cache=spec.cache and from_anywhere(spec.cache),
            rules=tuple(map(from_anywhere, spec.rules)),
        ),
        timeout,
        list(map(from_anywhere, run.files)),
        replace(intake),
        run.size,
        format,
        verify,
    )
    started = time.perf_counter()
    stopped = "; the same command goes on behind what is done"
    with (
        open_shards(run.out, run.size, facts(), intake.unread, restart=run.restart) as shards,
        interruptible("examples", lambda: report.examples, lambda: stopped),
    ):
        with progress(work.files, intake, quiet=run.quiet):
            missing = missing_parts(shards, work, intake)
        left = {number for number, _ in missing.parts}
        take_up(shards, (n for n in range(missing.total) if n not in left), run.failures)
        with counting("parts", len(missing.parts), quiet=run.quiet) as advance:
            for written in write_parts(shards, missing, work, address):
                report.add(written.report)
                run.failures.include(written.failures)
                report.seconds = time.perf_counter() - started
                advance(1)
