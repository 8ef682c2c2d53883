"""What a newcomer tries on the large scale: many files, one huge file, a folder not to write to."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.common import LINE, Run

CLOSED = Path("/sys/kernel")
GIGABYTE = 1 << 30


@pytest.mark.slow
def test_ten_thousand_files(run_disco: Run, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    for n in range(10_000):
        inside = folder / f"{n // 100:02}"
        inside.mkdir(parents=True, exist_ok=True)
        (inside / f"{n:05}.txt").write_text(LINE.format(n))
    done = run_disco("unfuse", "many", "-o", "out.jsonl", "--shard-size", "2000")
    assert done.returncode == 0, done.stderr
    parts = sorted(tmp_path.glob("out-*-of-00005.jsonl"))
    rows = [json.loads(line) for path in parts for line in path.open()]
    documents = dict.fromkeys(row["document"] for row in rows)
    assert list(documents) == [f"{n:05}-0" for n in range(10_000)]


@pytest.mark.slow
def test_a_gigabyte_needs_no_more_memory(tmp_path: Path) -> None:
    block = "".join(LINE.format(n) for n in range(12_000)).encode()
    with (tmp_path / "huge.txt").open("wb") as stream:
        while stream.tell() < GIGABYTE:
            stream.write(block)
    command = ("unfuse", "huge.txt", "-o", "out.jsonl", "-q", "--shard-size", "500", "-j", "1")
    process = subprocess.Popen(
        [sys.executable, "-m", "disco", *command], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    while len(list(tmp_path.glob("out-*.jsonl"))) < 4:
        assert process.poll() is None
        time.sleep(0.2)
    status = Path(f"/proc/{process.pid}/status").read_text()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "the same command goes on behind the last whole part" in errors
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    assert int(peak) < 1_000_000
    assert json.loads((tmp_path / "out.manifest.json").read_text())["done"] >= 3


@pytest.mark.skipif(not CLOSED.is_dir(), reason="needs a folder that not even root writes to")
@pytest.mark.parametrize(
    "arguments",
    [
        ("unfuse", "in.txt", "-o", f"{CLOSED}/out.jsonl"),
        ("unfuse", "in.txt", "-o", f"{CLOSED}/out.jsonl", "--shard-size", "5"),
        ("build", "in.txt", "-o", f"{CLOSED}/set"),
    ],
)
def test_a_folder_that_is_read_only(
    run_disco: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "in.txt").write_text(LINE)
    done = run_disco(*arguments)
    assert done.returncode == 2
    assert "cannot be written: " in done.stderr
    assert "Traceback" not in done.stderr
