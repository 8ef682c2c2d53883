"""Runs on a Ray cluster of several nodes on this machine: machines are lost, rows are not."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.common import Run, write_text


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that does no work; the tests add nodes that do."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    yield made
    made.shutdown()  # type: ignore[no-untyped-call]


def _rows(folder: Path, pattern: str) -> list[str]:
    """The rows of all files, by the number of their document."""
    rows = [line for path in folder.glob(pattern) for line in path.read_text().splitlines()]
    return sorted(rows)


def _whole(run_disco: Run, folder: Path) -> list[str]:
    assert run_disco("unfuse", "in.txt", "-o", "whole.jsonl", "-q").returncode == 0
    return _rows(folder, "whole.jsonl")


def _started(folder: Path, address: str) -> subprocess.Popen[bytes]:
    ray = ("--engine", "ray", "--address", address)
    arguments = ("unfuse", "in.txt", "-o", "out.jsonl", "--shard-size", "100", "-q", *ray)
    return subprocess.Popen([sys.executable, "-m", "disco", *arguments], cwd=folder)


def _until(there: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    while not there():
        assert process.poll() is None
        time.sleep(0.05)


@pytest.mark.slow
def test_a_machine_is_lost(run_disco: Run, tmp_path: Path, cluster: Any) -> None:
    write_text(tmp_path / "in.txt", 4_000)
    wanted = _whole(run_disco, tmp_path)
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    process = _started(tmp_path, cluster.address)
    _until(lambda: len(list(tmp_path.glob("out-*.jsonl"))) >= 5, process)
    cluster.remove_node(nodes[0], allow_graceful=False)
    assert process.wait(300) == 0
    assert len(list(tmp_path.glob("out-*-of-00040.jsonl"))) == 40
    assert _rows(tmp_path, "out-*-of-*.jsonl") == wanted


@pytest.mark.slow
def test_the_driver_is_lost(run_disco: Run, tmp_path: Path, cluster: Any) -> None:
    write_text(tmp_path / "in.txt", 2_000)
    wanted = _whole(run_disco, tmp_path)
    cluster.add_node(num_cpus=1)
    process = _started(tmp_path, cluster.address)
    _until(lambda: len(list(tmp_path.glob("out-*.jsonl"))) >= 3, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(5)  # what the actors were writing meanwhile does no harm
    written = {p.name: p.stat().st_mtime_ns for p in tmp_path.glob("out-0000[0-2].jsonl")}
    again = _started(tmp_path, cluster.address)
    assert again.wait(300) == 0
    found = {p.name[:9]: p.stat().st_mtime_ns for p in tmp_path.glob("out-*-of-*.jsonl")}
    assert all(found[name[:9]] == moment for name, moment in written.items())
    assert _rows(tmp_path, "out-*-of-*.jsonl") == wanted
    # and on this machine alone there is nothing left to do
    here = run_disco("unfuse", "in.txt", "-o", "out.jsonl", "--shard-size", "100", "-q")
    assert here.returncode == 0
    assert _rows(tmp_path, "out-*-of-*.jsonl") == wanted


@pytest.mark.slow
def test_texts_that_take_too_long_are_named(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 4)
    arguments = ("unfuse", "in.txt", "--shard-size", "3", "-q", "--timeout", "0.001")
    done = run_disco(*arguments, "-o", "out.jsonl", "--engine", "ray")
    assert done.returncode == 1, done.stderr
    assert "4 texts failed, first in-" in done.stderr
    assert "nothing could be made of any of the texts" in done.stderr
    failed = _rows(tmp_path, "*.failed.jsonl")
    assert {json.loads(line)["id"] for line in failed} == {f"in-{n}" for n in range(4)}
    assert all("took over 0.001 s" in line for line in failed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--engine", "ray", "-o", "x.jsonl"), "--engine ray writes parts"),
        (("--engine", "ray", "--shard-size", "5"), "--shard-size needs a file to write to"),
        (("--address", "auto"), "--address goes with --engine ray"),
        (
            ("--engine", "ray", "-o", "x.jsonl", "--shard-size", "5", "--address", "127.0.0.1:1"),
            "no Ray cluster at 127.0.0.1:1",
        ),
    ],
)
def test_bad_calls(
    run_disco: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    write_text(tmp_path / "in.txt", 2)
    done = run_disco("unfuse", "in.txt", *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
