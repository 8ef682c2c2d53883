"""Long runs in parts: killed whenever and run again, they end in the bytes of one that was not."""

from __future__ import annotations

import gzip
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from disco import UsageError, WorkError
from disco.corpus import Failures, Intake, facts_of, failures_file, open_shards
from disco.corpus.shards import Shards
from disco.loading import EngineSpec
from disco.text.documents import Unit
from tests.common import Run, write_text

RUN = ("unfuse", "in.txt", "-j", "1", "-q", "--shard-size", "60")


def _parts(folder: Path, stem: str) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.glob(f"{stem}-*.jsonl")}


def test_parts_and_manifest(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 150)
    done = run_disco(*RUN, "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    parts = _parts(tmp_path, "out")
    assert sorted(parts) == [f"out-0000{k}-of-00003.jsonl" for k in range(3)]
    documents = [json.loads(x)["document"] for k in sorted(parts) for x in parts[k].splitlines()]
    assert list(dict.fromkeys(documents)) == [f"in-{n}" for n in range(150)]
    manifest = json.loads((tmp_path / "out.manifest.json").read_text())
    assert (manifest["done"], manifest["total"], manifest["command"]) == (3, 3, "unfuse")
    assert [each["path"] for each in manifest["inputs"]] == ["in.txt"]
    # the same command again finds nothing to do
    again, kept = run_disco(*RUN, "-o", "out.jsonl"), "3 parts of an earlier run kept"
    assert (again.returncode, again.stderr) == (0, f"{kept}; nothing was left to do\n")
    assert _parts(tmp_path, "out") == parts
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "in.txt",
        *sorted(parts),
        "out.manifest.json",
    ]


def test_what_was_lost_is_said_again(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 150)
    packed = gzip.compress((tmp_path / "in.txt").read_bytes())
    (tmp_path / "torn.txt.gz").write_bytes(packed[: len(packed) // 2])
    torn = ("unfuse", "torn.txt.gz", "-j", "1", "-q", "--shard-size", "60", "-o", "torn.jsonl")
    write_text(tmp_path / "few.txt", 2)
    late = ("unfuse", "few.txt", "--shard-size", "1", "-o", "late.jsonl", "--timeout", "0.001")
    for _ in range(2):
        done = run_disco(*torn)
        assert done.returncode == 1
        assert "not read, or not to the end: torn.txt.gz" in done.stderr
        done = run_disco(*late)
        assert "2 texts failed, first few-0: " in done.stderr
        assert "error: nothing could be made of any of the texts" in done.stderr
        assert done.returncode == 1
    assert json.loads((tmp_path / "torn.manifest.json").read_text())["unread"] == ["torn.txt.gz"]
    failed = tmp_path.glob("late-*.failed.jsonl")
    assert sum(len(path.read_text().splitlines()) for path in failed) == 2


def test_a_part_that_was_changed_is_told(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 150)
    assert run_disco(*RUN, "-o", "out.jsonl").returncode == 0
    (tmp_path / "out-00001-of-00003.jsonl").write_text("")
    done = run_disco(*RUN, "-o", "out.jsonl")
    assert done.returncode == 2
    said = "out-00001-of-00003.jsonl: is done, says out.manifest.json, and was changed since"
    assert said in done.stderr


def test_a_part_that_was_taken_away_is_missed(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 150)
    assert run_disco(*RUN, "-o", "out.jsonl").returncode == 0
    (tmp_path / "out-00001-of-00003.jsonl").unlink()
    done = run_disco(*RUN, "-o", "out.jsonl")
    assert done.returncode == 2
    assert "out-00001.jsonl: is done, says out.manifest.json, and is not there" in done.stderr
    assert run_disco(*RUN, "-o", "out.jsonl", "--restart").returncode == 0
    assert len(_parts(tmp_path, "out")) == 3


def test_parts_of_pairs(run_disco: Run, tmp_path: Path) -> None:
    sentences = ["The mill burned in May.", "The town rebuilt it."]
    long = "The mill burned in May, but the town rebuilt it."
    pairs = [{"id": str(n), "long": long, "split": sentences} for n in range(5)]
    told = [{"id": str(n), "first": sentences[0], "second": sentences[1]} for n in range(5)]
    for command, rows in (("categorize", pairs), ("fuse", told)):
        (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        for out in (["whole.jsonl"], [f"{command}.jsonl", "--shard-size", "2"]):
            done = run_disco(command, "in.jsonl", "-q", "-o", *out)
            assert done.returncode == 0, done.stderr
        parts = _parts(tmp_path, command)
        assert sorted(parts) == [f"{command}-0000{k}-of-00003.jsonl" for k in range(3)]
        whole = (tmp_path / "whole.jsonl").read_bytes()
        assert b"".join(parts[name] for name in sorted(parts)) == whole


def _killed_after(folder: Path, seconds: float, *arguments: str) -> bool:
    """Run the command and kill it; whether it had not ended by then."""
    process = subprocess.Popen([sys.executable, "-m", "disco", *arguments], cwd=folder)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True
    return False


def test_killed_and_run_again(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 400)
    run_disco(*RUN, "-o", "whole.jsonl")
    command = [sys.executable, "-m", "disco", *RUN, "-o", "out.jsonl"]
    process = subprocess.Popen(command, cwd=tmp_path)
    while not (tmp_path / "out-00001.jsonl").exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert not list(tmp_path.glob("out-*-of-*"))
    assert run_disco(*RUN, "-o", "out.jsonl").returncode == 0
    wanted = {name.replace("whole", "out"): x for name, x in _parts(tmp_path, "whole").items()}
    assert _parts(tmp_path, "out") == wanted


@pytest.mark.slow
@pytest.mark.parametrize("command", ["unfuse", "split"])
def test_killed_at_thirty_random_moments(run_disco: Run, tmp_path: Path, command: str) -> None:
    write_text(tmp_path / "in.txt", 3_000)
    arguments = (command, "in.txt", "-q", "--shard-size", "100")
    run_disco(*arguments, "-o", "whole.jsonl")
    chance = random.Random(4)
    kills = 0
    while kills < 30:
        jobs = chance.choice(["1", "2"])
        if _killed_after(
            tmp_path, chance.uniform(0.5, 6), *arguments, "-j", jobs, "-o", "out.jsonl"
        ):
            kills += 1
        else:
            break
    assert kills >= 10
    assert run_disco(*arguments, "-o", "out.jsonl").returncode == 0
    wanted = {name.replace("whole", "out"): x for name, x in _parts(tmp_path, "whole").items()}
    assert _parts(tmp_path, "out") == wanted
    assert not list(tmp_path.glob("*.partial"))


def test_another_run_is_refused(tmp_path: Path) -> None:
    text, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    write_text(text, 70)

    def run(*, restart: bool = False, size: int = 60, rules: tuple[Path, ...] = ()) -> list[str]:
        facts = facts_of("unfuse", EngineSpec(rules=rules), [text], Intake(), "jsonl")
        with open_shards(out, size, facts, [], restart=restart) as shards:
            units = (Unit(str(n), "It rained.", 0, True, 10) for n in range(70))
            written = []
            for path, part in shards.parts(units):
                path.write_text("".join(f"{unit.document} " for unit in part))
                written.append(path.name)
            return written

    assert run() == ["out-00000.jsonl", "out-00001.jsonl"]
    assert run() == []
    with pytest.raises(UsageError, match="had other shard_size; --restart begins anew"):
        run(size=50)
    more = tmp_path / "more.yaml"
    more.write_text("off: [relative.subject]\n")
    with pytest.raises(UsageError, match="had other options and rules; --restart begins anew"):
        run(rules=(more,))
    folder = tmp_path / "mine"
    folder.mkdir()
    for off in ("relative.subject", "inner.clause"):
        (folder / "more.yml").write_text(f"off: [{off}]\n")
        with pytest.raises(UsageError, match="had other options and rules"):
            run(rules=(folder,))
    for name in ("layout", "text_field", "id_field"):
        intake = Intake()
        setattr(intake, name, "x")
        other = facts_of("unfuse", EngineSpec(), [text], intake, "jsonl")
        with (
            pytest.raises(UsageError, match="had other options"),
            open_shards(out, 60, other, [], restart=False),
        ):
            pass
    before = _parts(tmp_path, "out")
    write_text(text, 60)
    with pytest.raises(UsageError, match="had other inputs"):
        run()
    assert _parts(tmp_path, "out") == before
    assert run(restart=True, size=100) == ["out-00000.jsonl"]
    assert list(_parts(tmp_path, "out")) == ["out-00000-of-00001.jsonl"]
    for restart in (False, True):  # its parts would stay, and nobody would know of them
        with (
            pytest.raises(UsageError, match=r"is of a run into out\.jsonl; choose another name"),
            open_shards(out.with_suffix(".tsv"), 60, {}, [], restart=restart),
        ):
            pass
    (tmp_path / "out.manifest.json").write_text("nonsense")
    with pytest.raises(UsageError, match="not the manifest of a run"):
        run()


def test_later_parts_of_another_run_are_not_taken_for_ours(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with open_shards(out, 1, {"style": "natural"}, [], restart=True):
        later = tmp_path / "out-00001.jsonl"
        later.write_text("of a machine that was faster\n")
    with open_shards(out, 1, {"style": "natural"}, [], restart=False):
        assert later.exists()
    with open_shards(out, 1, {"style": "tokenized"}, [], restart=False):
        assert not later.exists()


def test_a_lock_of_somebody_else_stays(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 2)
    (tmp_path / "poetry.lock").write_text("mine")
    done = run_disco("unfuse", "in.txt", "-o", "poetry.jsonl", "--shard-size", "5", "-j", "1")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "poetry.lock").read_text() == "mine"


def test_nothing_is_forgotten_where_nothing_is(tmp_path: Path) -> None:
    Shards(tmp_path / "new" / "out.jsonl", 5, {}).forget()
    assert not (tmp_path / "new").exists()


def test_two_runs_into_one_output(run_disco: Run, tmp_path: Path) -> None:
    write_text(tmp_path / "in.txt", 600)
    first = subprocess.Popen([sys.executable, "-m", "disco", *RUN, "-o", "out.jsonl"], cwd=tmp_path)
    while not (tmp_path / ".out.disco-lock").exists():
        assert first.poll() is None
        time.sleep(0.05)
    first.send_signal(signal.SIGSTOP)  # so that it is still at it, however slowly the other starts
    done = run_disco(*RUN, "-o", "out.jsonl")
    first.send_signal(signal.SIGCONT)
    assert done.returncode == 2
    assert "another run writes there" in done.stderr
    assert first.wait(120) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-", "-o", "out.jsonl", "--shard-size", "9"), "standard input cannot be read again"),
        (("in.txt", "--shard-size", "9"), "name it with -o"),
        (("in.txt", "-o", "out.jsonl", "--restart"), "--restart goes with --shard-size"),
        (("in.txt", "-o", "no/out.jsonl", "--shard-size", "9"), "cannot be written"),
        (("in.txt", "-o", "o.jsonl", "--shard-size", "9", "--rejects", "r.jsonl"), "keeps one"),
    ],
)
def test_bad_calls(
    run_disco: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    write_text(tmp_path / "in.txt", 2)
    done = run_disco("unfuse", *arguments, stdin="It rained.\n")
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_document_stands_in_one_part(tmp_path: Path) -> None:
    units = [Unit(str(d), "It rained.", 10 * p, p == 0, 10) for d in range(3) for p in range(3)]
    with open_shards(tmp_path / "o.jsonl", 2, {}, [], restart=False) as shards:
        found = []
        for path, part in shards.parts(units):
            found.append([unit.document for unit in part])
            path.write_text("x")
    assert found == [["0", "0", "0", "1", "1", "1"], ["2", "2", "2"]]


def test_a_list_of_failures_that_is_torn_is_named(tmp_path: Path) -> None:
    torn = tmp_path / "o.failed.jsonl"
    torn.write_text('{"id": "a", "offset": 0, "reason": "took')
    with pytest.raises(WorkError, match=r"o\.failed\.jsonl: is no list of what failed"):
        Failures(None).take_up(torn)


@pytest.mark.parametrize("name", ["o.jsonl", "o.tsv", "o.jsonl.gz", "o.parquet"])
def test_restart_takes_away_what_failed_before(tmp_path: Path, name: str) -> None:
    with open_shards(tmp_path / name, 2, {}, [], restart=False) as shards:
        left = failures_file(shards.part(0))
    assert left is not None
    left.write_text("{}")
    with open_shards(tmp_path / name, 2, {}, [], restart=True):
        pass
    assert not left.exists()
