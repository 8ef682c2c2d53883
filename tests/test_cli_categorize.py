"""``disco categorize`` on the real command line: every kind of input, and every bad one."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from disco import UsageError
from disco.corpus import Intake, read_pairs
from disco.draft.example import COLUMNS
from tests.common import Run, rows_of

LONG = "The harbour was closed , and no boat could leave ."
SPLIT = ["The harbour was closed .", "No boat could leave ."]
ROW = {"id": "a", "long": LONG, "split": SPLIT}


def test_all_kinds_of_input_say_the_same(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(ROW) + "\n")
    (tmp_path / "b.tsv").write_text(f"{LONG}\t{' <::::> '.join(SPLIT)}\n")
    header, cells = "\t".join(COLUMNS[:4]), "\t".join([LONG, "", *SPLIT])
    (tmp_path / "c.tsv").write_text(f"{header}\n{cells}\n")
    fused = dict(zip(COLUMNS, [LONG, "", *SPLIT], strict=False))
    with gzip.open(tmp_path / "d.jsonl.gz", "wt") as stream:
        stream.write(json.dumps(fused) + "\n")
    hub = {"complex_sentence": LONG, **{f"simple_sentence_{n + 1}": s for n, s in enumerate(SPLIT)}}
    marked = {"long": LONG, "split": " <SEP> ".join(SPLIT)}
    (tmp_path / "e.jsonl").write_text(f"{json.dumps(hub)}\n{json.dumps(marked)}\n")
    files = ("a.jsonl", "b.tsv", "c.tsv", "d.jsonl.gz", "e.jsonl")
    done = run_disco("categorize", *files, "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    rows = rows_of((tmp_path / "out.jsonl").read_text())
    assert [r["id"] for r in rows] == ["a", "b-1", "c-2", "d-1", "e-1", "e-2"]
    assert {r["subcategory"] for r in rows} == {"conjunction_with_subject"}
    assert all(r["split"] == SPLIT for r in rows)
    assert rows[3]["coherent_first_sentence"] == LONG
    for words in ("6 pairs", "direct_insertion", "100%", "33%", "40%"):
        assert words in done.stderr


def test_the_two_files_of_bisect(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "x.src").write_text(f"{LONG}\n{LONG}\n")
    (tmp_path / "x.dst").write_text(f"{' <SEP> '.join(SPLIT)}\nno separator\n")
    done = run_disco("categorize", "--src", f"file://{tmp_path}/x.src", "--dst", "x.dst")
    assert [r["id"] for r in rows_of(done.stdout)] == ["x-1"]
    assert "x.dst:2: no <SEP>" in done.stderr
    assert "1 line skipped" in done.stderr
    (tmp_path / "x.dst").write_text("one <SEP> two\n" * 3)
    done = run_disco("categorize", "--src", "x.src", "--dst", "x.dst")
    assert done.returncode == 2
    assert "x.src has 2 lines, x.dst has 3" in done.stderr
    done = run_disco("categorize", "--src", "x.src")
    assert done.returncode == 2
    assert "--src and --dst go together" in done.stderr


def test_standard_input_and_paper_scope(run_disco: Run) -> None:
    done = run_disco("categorize", "-", "--scope", "paper", "-q", stdin=json.dumps(ROW))
    (row,) = rows_of(done.stdout)
    assert row["rule"] == "paper.clauses"
    assert row["edits"]["labels"].count(1) == 2
    assert not done.stderr


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"long": LONG}, "no field 'split'"),
        ({"split": SPLIT}, "no field 'long'"),
        ({**ROW, "long": " "}, "'long' is empty"),
        ({**ROW, "long": 3}, "'long' is not a string"),
        ({**ROW, "split": []}, "'split' is empty"),
        ({**ROW, "split": SPLIT[:1]}, "'split' has one sentence only"),
        ({**ROW, "split": " ".join(SPLIT)}, "'split' is a string, not a list of strings"),
        ({**ROW, "split": {"a": 1}}, "'split' is no list of strings"),
        ({**ROW, "split": [*SPLIT, 1]}, "'split' holds something that is not a string"),
        ({**ROW, "split": [*SPLIT, ""]}, "'split' has an empty sentence"),
        ({**ROW, "long": "word " * 30_000}, "'long' has more than 20,000 characters"),
        ([LONG], "not a JSON object"),
    ],
)
def test_bad_rows_are_skipped_and_named(tmp_path: Path, row: object, message: str) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n{json.dumps(row)}\n{{broken\n")
    intake = Intake()
    assert [p.id for p in read_pairs([path], intake)] == ["a"]
    assert intake.skipped == 2
    assert intake.complaints[0] == f"{path}:2: {message}"
    assert "broken JSON" in intake.complaints[1]


def test_a_kind_that_is_forced(tmp_path: Path) -> None:
    path = tmp_path / "b.tsv"
    path.write_text(f"{LONG}\tno mark\n{LONG}\t{' <::::> '.join(SPLIT)}\n")
    intake = Intake()
    assert [p.id for p in read_pairs([path], intake, "wikisplit")] == ["b-2"]
    assert "b.tsv:1: not a long sentence, a tab" in intake.complaints[0]
    with pytest.raises(UsageError, match="the first line does not name"):
        list(read_pairs([path], Intake(), "discofuse"))


def test_bad_calls(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("just\twords\n")
    (tmp_path / "a.jsonl").write_text(json.dumps({**ROW, "split": "x"}) + "\n")
    (tmp_path / "b.jsonl").write_text(json.dumps(ROW) + "\n")
    done = run_disco("categorize", "b.jsonl", "a.tsv", "-o", "some.jsonl", "-q")
    assert (done.returncode, "not read, or not to the end: a.tsv" in done.stderr) == (1, True)
    assert (tmp_path / "some.jsonl").read_text().count("\n") == 1  # what could be read is written
    for arguments, code, message in (
        (["nothing.jsonl"], 2, "nothing.jsonl: no such file"),
        ([], 2, "name either input files or --src and --dst"),
        (["a.tsv"], 1, "say which with --input-format"),
        (["a.jsonl", "-o", "out.tsv"], 2, "nothing is written as .tsv here; it may be .jsonl"),
        (["b.jsonl", "-o", "out.tsv", "--shard-size", "2"], 2, "out.tsv: nothing is written as"),
        (["a.jsonl", "--strict"], 1, "a.jsonl:1: 'split' is a string"),
    ):
        done = run_disco("categorize", *arguments)
        assert (done.returncode, message in done.stderr) == (code, True), (arguments, done.stderr)
    assert not list(tmp_path.glob("out*"))


def test_parts_of_what_was_read_otherwise_are_not_kept(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(
        "The mill burned and she left.\tThe mill burned. <::::> She left.\n"
    )
    parts = ("categorize", "a.tsv", "-o", "k.jsonl", "--shard-size", "1", "-q", "-j", "1")
    assert run_disco(*parts, "--input-format", "wikisplit").returncode == 0
    again = run_disco(*parts)
    assert (again.returncode, "--restart" in again.stderr) == (2, True), again.stderr
