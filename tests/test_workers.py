"""Several processes: the same output in the same order, whatever dies or takes too long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from disco import Engine, ModelMissing, RuleError, UsageError, WorkError
from disco.loading import EngineSpec
from disco.rules import Rulebook
from disco.stream import Failed, Job, Unfused
from disco.text.documents import Unit
from disco.workers import Workers
from tests.common import LINE, Run, rows_of


@Language.component("poison")
def poison(doc: Doc) -> Doc:
    """What texts may do to a process."""
    if "KILL" in doc.text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "RAISE" in doc.text:
        raise ValueError("a bad text")
    if "SLEEP" in doc.text:
        time.sleep(60)
    return doc


@dataclass(frozen=True, slots=True)
class Poisoned(EngineSpec):
    """An engine whose pipeline has that component."""

    def load(self, book: Rulebook | None = None) -> Engine:
        engine = EngineSpec.load(self, book)
        engine.nlp.add_pipe("poison", first=True)
        return engine


@dataclass(frozen=True, slots=True)
class Stillborn(EngineSpec):
    """An engine that kills its process before it is there."""

    def load(self, book: Rulebook | None = None) -> Engine:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def _units(*bad: str) -> list[Unit]:
    """A hundred documents, some of them bad: at places 10, 20, 30 ..."""
    texts = [f"The mill burned in {1900 + n}, but they rebuilt it." for n in range(100)]
    for k, word in enumerate(bad, start=1):
        texts[10 * k] = f"{texts[10 * k]} {word}"
    return [Unit(str(n), text, 0, True, len(text)) for n, text in enumerate(texts)]


@pytest.mark.parametrize("command", ["unfuse", pytest.param("split", marks=pytest.mark.slow)])
def test_the_same_bytes_whatever_the_number(run_disco: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "in.txt").write_text("".join(LINE.format(n) for n in range(150)))
    for jobs in ("1", "2"):
        done = run_disco(command, "in.txt", "-j", jobs, "-o", f"{jobs}.jsonl", "-q")
        assert done.returncode == 0, done.stderr
    one = (tmp_path / "1.jsonl").read_bytes()
    assert one.count(b"\n") >= 300
    assert (tmp_path / "2.jsonl").read_bytes() == one
    assert not list(tmp_path.glob("*.failed.jsonl"))


@pytest.mark.slow
def test_pairs_and_fusions_too(run_disco: Run, tmp_path: Path) -> None:
    pair = {"long": "It rained, but they left.", "split": ["It rained.", "They left."]}
    told = {"first": "It rained.", "second": "They left.", "discourse_type": "SINGLE_S_COORD"}
    row = {**pair, **told, "connective_string": ", but"}
    rows = "".join(json.dumps({"id": str(n), **row}) + "\n" for n in range(150))
    (tmp_path / "in.jsonl").write_text(rows)
    for command in ("categorize", "fuse"):
        for jobs in ("1", "2"):
            run_disco(command, "in.jsonl", "-j", jobs, "-o", f"{jobs}.jsonl", "-q")
        one = (tmp_path / "1.jsonl").read_bytes()
        assert one.count(b"\n") == 150
        assert (tmp_path / "2.jsonl").read_bytes() == one


@pytest.mark.slow
def test_what_a_text_does_to_a_process_is_its_own_affair() -> None:
    units = _units("KILL", "RAISE", "SLEEP", "KILL")
    found = list(Workers(Poisoned(), 2, timeout=3).run(Job.unfuse, units))
    assert [unit for unit, _ in found] == units
    failed = {unit.document: made.reason for unit, made in found if isinstance(made, Failed)}
    assert failed == {
        "10": "its process died (SIGKILL)",
        "20": "ValueError: a bad text",
        "30": "took over 3 s",
        "40": "its process died (SIGKILL)",
    }
    good = [made for _, made in found if isinstance(made, Unfused)]
    assert len(good) == 96
    assert all(made.examples for made in good)


@pytest.mark.parametrize("number", [1, 11], ids=["alone", "among others"])
def test_so_it_is_where_no_process_is_needed(number: int) -> None:
    units = _units("RAISE")[10 : 10 + number]
    first, *others = [made for _, made in Workers(Poisoned(), 2).run(Job.unfuse, units)]
    assert first == Failed("ValueError: a bad text")
    assert len(others) == number - 1
    assert all(made.examples for made in others)


@pytest.mark.slow
def test_a_process_that_somebody_kills_is_replaced(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("".join(LINE.format(n) for n in range(5000)))
    run_disco("unfuse", "in.txt", "-j", "1", "-o", "1.jsonl", "-q")
    arguments = [sys.executable, "-m", "disco", "unfuse", "in.txt", "-j", "2", "-o", "2.jsonl"]
    process = subprocess.Popen(arguments, cwd=tmp_path, stderr=subprocess.PIPE)
    killed: set[int] = set()
    written = -1
    while process.poll() is None and len(killed) < 3:
        time.sleep(1.0)
        sizes = [path.stat().st_size for path in tmp_path.glob("2.jsonl.partial")]
        if sum(sizes) > written:  # the first is loading its engine, the others work
            for child in sorted(_children(process.pid) - killed)[:1]:
                os.kill(child, signal.SIGKILL)
                killed.add(child)
                written = sum(sizes)
    assert process.wait(120) == 0
    assert len(killed) == 3
    assert (tmp_path / "2.jsonl").read_bytes() == (tmp_path / "1.jsonl").read_bytes()


def _children(pid: int) -> set[int]:
    """The processes that do the work of another one."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {
        int(child)
        for child in found
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    }


def test_what_was_there_stays_where_all_texts_fail(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "d", "text": LINE}) + "\n")
    (tmp_path / "out.jsonl").write_text("kept")
    done = run_disco("unfuse", "in.jsonl", "-o", "out.jsonl", "--timeout", "0.001", "-q")
    assert done.returncode == 1
    assert "1 text failed, first d: took over 0.001 s; all of them in out.failed.jsonl" in (
        " ".join(done.stderr.split())
    )
    assert (tmp_path / "out.jsonl").read_text() == "kept"
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.slow
def test_failures_stand_beside_the_output(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(
        "".join(json.dumps({"id": f"d{n}", "text": LINE}) + "\n" for n in range(3))
    )
    done = run_disco("unfuse", "in.jsonl", "-o", "out.jsonl.gz", "--timeout", "0.001")
    assert done.returncode == 1
    assert "3 texts failed, first d0: took over 0.001 s" in " ".join(done.stderr.split())
    rows = rows_of(tmp_path / "out.failed.jsonl")
    assert [row["id"] for row in rows] == ["d0", "d1", "d2"]
    assert {row["reason"] for row in rows} == {"took over 0.001 s"}
    assert run_disco("unfuse", "in.jsonl", "-o", "out.jsonl.gz").returncode == 0
    assert not (tmp_path / "out.failed.jsonl").exists()


def test_a_pipe_that_closes_early(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("".join(LINE.format(n) for n in range(300)))
    command = f"{sys.executable} -m disco unfuse in.txt -j 2 -q | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, timeout=120)
    assert json.loads(done.stdout)["document"] == "in-0"
    assert done.stderr == b""


def test_what_is_wrong_is_said_before_any_process_starts(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("rules: [{id: x}]\n")
    (tmp_path / "in.txt").write_text("It rained.\n")
    with pytest.raises(RuleError):
        EngineSpec(rules=(tmp_path / "bad.yaml",)).book()
    with pytest.raises(ModelMissing):
        EngineSpec(model="no_such_model").book()
    with pytest.raises(UsageError, match="unknown type"):
        EngineSpec(types=("NONE_SUCH",)).book()
    done = run_disco("unfuse", "in.txt", "-j", "2", "--rules", "bad.yaml", "-o", "out.jsonl")
    assert done.returncode == 2
    assert not (tmp_path / "out.jsonl").exists()
    done = run_disco("unfuse", "in.txt", "-j", "0")
    assert done.returncode == 2


def test_processes_that_never_start() -> None:
    with pytest.raises(WorkError, match="die before they have started"):
        list(Workers(Stillborn(), 2).run(Job.unfuse, _units() * 2))
