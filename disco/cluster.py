"""The parts of a run written by the machines of a Ray cluster, each part by one of them.

A part has its name when it is whole, and the same bytes whoever writes it. So it does no harm if
Ray has one written again that a lost machine had begun, or even finished.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from disco._errors import UsageError, WorkError
from disco._files import from_anywhere, place
from disco.corpus.failures import Failures, failures_file
from disco.corpus.intake import Intake
from disco.corpus.read import read_units
from disco.corpus.shards import Shards
from disco.corpus.text_runs import Report, unfuse_corpus, write_examples
from disco.corpus.write import Format
from disco.loading import EngineSpec
from disco.text.documents import Unit
from disco.workers import Workers


@dataclass(frozen=True, slots=True)
class Start:
    """Where a part begins: in which of the files, behind how many of its documents."""

    file: int
    behind: int


def starts(files: Sequence[Path], intake: Intake, size: int) -> list[Start]:
    """Where each part of ``size`` documents begins; all files are read for it."""
    found: list[Start] = []
    documents = 0
    for number, path in enumerate(files):
        behind = 0
        for unit in read_units([path], intake):
            if unit.opens:
                if documents % size == 0:
                    found.append(Start(number, behind))
                documents, behind = documents + 1, behind + 1
    return found


def units_from(start: Start, files: Sequence[Path], intake: Intake, size: int) -> Iterator[Unit]:
    """The stretches of one part."""
    documents = 0
    for unit in read_units(files, intake, start.file):
        documents += unit.opens
        if documents > start.behind + size:
            return
        if documents > start.behind:
            yield unit


@dataclass(frozen=True, slots=True)
class Work:
    """What every machine has to know: the engine, the files and how to read them, how many
    documents are in a part, the format."""

    spec: EngineSpec
    timeout: float | None
    files: Sequence[Path]
    intake: Intake
    size: int
    format: Format
    verify: bool


@dataclass(frozen=True, slots=True)
class Missing:
    """The parts that are not written yet, of how many."""

    parts: Sequence[tuple[int, Start]]
    total: int


@dataclass(frozen=True, slots=True)
class Written:
    """What happened when a part was written."""

    number: int
    report: Report
    failures: Failures


class PartWriter:
    """An actor that writes parts, with an engine in a process of its own, so that a text that kills
    it is found and named as on one machine."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._workers = Workers(work.spec, 1, work.timeout, always=True)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        """Write the part of a row."""
        work, path = self._work, place(row["path"])
        start = Start(row["file"], row["behind"])
        failures, report = Failures(failures_file(path), whole=False), Report()
        units = units_from(start, work.files, work.intake, work.size)
        examples = unfuse_corpus(self._workers, units, report, failures, verify=work.verify)
        write_examples(examples, path, work.format, report, kept=False)
        return {"written": Written(row["number"], report, failures)}


def missing_parts(shards: Shards, work: Work, intake: Intake) -> Missing:
    """What is left to do of a run; the files are read to see where its parts begin."""
    if shards.total is not None:
        intake.read = shards.read
        return Missing([], shards.total)
    found = starts(work.files, intake, work.size)
    shards.read = intake.read
    left = [(n, start) for n, start in enumerate(found) if n >= shards.done]
    return Missing([(n, s) for n, s in left if not shards.part(n).exists()], len(found))


def write_parts(
    shards: Shards, missing: Missing, work: Work, address: str | None
) -> Iterator[Written]:
    """Have the missing parts written on the cluster at an address, or on one that is made here."""
    left = {number for number, _ in missing.parts}
    if missing.parts:
        for written in _on_cluster(shards, missing, work, address):
            left.discard(written.number)
            done = min(left, default=missing.total)
            if done > shards.done:
                shards.save(done)
            yield written
    shards.save(missing.total, missing.total)
    shards.finish()


def require_cluster(address: str | None) -> None:
    """Raise UsageError where there is no Ray, or nothing at the address."""
    if find_spec("ray") is None:
        raise UsageError("--engine ray needs Ray: pip install '.[ray]' in the checkout")
    try:
        _reach(address)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Ray cluster at {address}: {error}") from error


def _on_cluster(
    shards: Shards, missing: Missing, work: Work, address: str | None
) -> Iterator[Written]:
    import ray
    from ray import data
    from ray.exceptions import RayError

    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would go to the network
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        ray.init(
            address, ignore_reinit_error=True, log_to_driver=False, logging_level=logging.ERROR
        )
    except (OSError, ValueError) as error:
        raise UsageError(f"no Ray cluster at {address}: {error}") from error
    data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # what goes wrong is said below
    there: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    most = max(1, min(len(missing.parts), int(there.get("CPU", 1))))
    # actors that have nothing to do end, and make room for those of a machine that was lost
    pool = data.ActorPoolStrategy(min_size=1, max_size=most, initial_size=most)
    rows = [
        {"number": n, "path": str(from_anywhere(shards.part(n))), **asdict(s)}
        for n, s in missing.parts
    ]
    parts = data.from_items(rows, override_num_blocks=len(rows))
    done = parts.map(PartWriter, fn_constructor_args=(work,), compute=pool, num_cpus=1)  # type: ignore[arg-type]
    try:
        for row in done.iter_rows():
            yield row["written"]
    except RayError as error:
        root: BaseException = error
        while root.__cause__ is not None:
            root = root.__cause__
        why = str(root) or type(root).__name__
        raise WorkError(f"the cluster could not do it: {why}") from error


def _reach(address: str | None) -> None:
    """Raise OSError where nobody listens at a host and port, for which Ray would wait for long."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=10).close()
