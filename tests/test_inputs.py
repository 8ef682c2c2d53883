"""Texts out of the files that people have: tables, archives, what extractors write."""

from __future__ import annotations

import bz2
import csv
import gzip
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from disco import UsageError, WorkError
from disco._files import partly
from disco.corpus import Intake, find_files, read_pairs, read_units
from disco.corpus.streams import open_input, open_output
from tests.common import OF_DISCOFUSE, Run, rows_of

ROWS = [
    {"key": 11, "body": 'The mill burned, but "the town" rebuilt it.\nAnn Lee left.', "views": 3},
    {"key": 12, "body": "Leeds grew.", "views": 5},
    {"key": 13, "body": "", "views": 0},  # a page that only sends on to another
]
READ = [
    ("11", 'The mill burned, but "the town" rebuilt it.', 0),
    ("11", "Ann Lee left.", 44),
    ("12", "Leeds grew.", 0),
]


def _write_csv(path: Path, rows: list[dict[str, object]], dialect: type[csv.Dialect]) -> None:
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), dialect=dialect)
        writer.writeheader()
        writer.writerows(rows)


def _write_arrow(path: Path, *, stream: bool) -> None:
    table = pa.Table.from_pylist(ROWS)
    make = pa.ipc.new_stream if stream else pa.ipc.new_file
    with path.open("wb") as sink, make(sink, table.schema) as writer:
        writer.write_table(table)


def _read(*names: str, **chosen: object) -> tuple[list[tuple[str, str, int]], Intake]:
    intake = Intake(text_field="body", id_field="key", **chosen)  # type: ignore[arg-type]
    units = read_units(find_files(names), intake)
    return [(u.document, u.text, u.offset) for u in units], intake


WRITERS: dict[str, Callable[[Path], object]] = {
    "a.csv": lambda p: _write_csv(p, ROWS, csv.excel),
    "a.tsv": lambda p: _write_csv(p, ROWS, csv.excel_tab),
    "a.parquet": lambda p: pq.write_table(pa.Table.from_pylist(ROWS), p),
    "file.arrow": lambda p: _write_arrow(p, stream=False),
    "stream.arrow": lambda p: _write_arrow(p, stream=True),
    "a.jsonl": lambda p: p.write_text("".join(json.dumps(r) + "\n" for r in ROWS)),
    "a.json": lambda p: p.write_text("".join(json.dumps(r) + "\n" for r in ROWS)),
    "wiki_00": lambda p: p.write_text("".join(json.dumps(r) + "\n" for r in ROWS)),
    "wiki_01.bz2": lambda p: p.write_bytes(
        bz2.compress("".join(json.dumps(r) + "\n" for r in ROWS).encode())
    ),
}


@pytest.mark.parametrize("name", WRITERS)
def test_tables_hold_the_same_texts(name: str, tmp_path: Path) -> None:
    """Each kind of file gives the same documents, with the same places, and counts its bytes."""
    path = tmp_path / name
    WRITERS[name](path)
    read: list[int] = []
    for given in (path, tmp_path):  # named itself, and found in its folder
        found, intake = _read(str(given), advance=read.append)
        assert found == READ
        assert not intake.complaints
    assert path.suffix == ".bz2" or sum(read) == pytest.approx(2 * path.stat().st_size, rel=0.02)


def test_rows_without_an_id_are_numbered(tmp_path: Path) -> None:
    _write_csv(tmp_path / "a.csv", [{"body": "One."}, {"body": "Two."}], csv.excel)
    found, _ = _read(str(tmp_path / "a.csv"))
    assert [document for document, _, _ in found] == ["a-2", "a-3"]
    _write_csv(tmp_path / "a.csv", [{"key": "", "body": "One."}], csv.excel)
    assert _read(str(tmp_path / "a.csv"))[0] == [("a-2", "One.", 0)]
    pq.write_table(pa.table({"body": ["One."], "key": [None]}), tmp_path / "b.parquet")
    assert _read(str(tmp_path / "b.parquet"))[0] == [("b-1", "One.", 0)]


def test_a_column_of_sentences(tmp_path: Path) -> None:
    rows = [{"key": "x", "sentences": ["The mill burned.", "Ann left."]}]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    (unit,) = read_units([tmp_path / "a.parquet"], Intake(id_field="key"))
    assert (unit.document, unit.text) == ("x", "The mill burned. Ann left.")
    assert unit.starts


def test_json_of_another_kind_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    WRITERS["a.jsonl"](tmp_path / "a.jsonl")
    (tmp_path / "settings.json").write_text('{\n  "body": "One."\n}\n')
    (tmp_path / "index.json").write_text('[{"body": "One."}]\n')
    found, intake = _read(str(tmp_path))
    assert (found, intake.complaints, intake.files) == (READ, [], [])


def test_semicolons_between_fields(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("key;body\n1;One.\n")
    _, intake = _read(str(tmp_path / "a.csv"))
    assert intake.files == [
        f"{tmp_path / 'a.csv'}: has semicolons between its fields, where commas are read"
    ]


@pytest.mark.parametrize("code", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(code: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("The mill burned.\n".encode(code))
    found, intake = _read(str(tmp_path / "a.txt"))
    assert (found, intake.unread) == ([], [str(tmp_path / "a.txt")])
    assert "is UTF-16 or no text, where text in UTF-8 is read" in intake.files[0]


def test_a_column_of_numbers_is_no_text(tmp_path: Path) -> None:
    table = pa.table({"bod": [1], "words": ["It rained."]})
    pq.write_table(table, tmp_path / "a.parquet")
    _, intake = _read(str(tmp_path / "a.parquet"))
    assert intake.files[0].endswith("no column 'body' among bod, words, perhaps --text-field words")


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "file.arrow"])
def test_a_table_without_the_text(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / name)
    intake = Intake(text_field="bdy")
    assert list(read_units([tmp_path / name], intake)) == []
    assert intake.files == [
        f"{tmp_path / name}: no column 'bdy' among key, body, views, perhaps --text-field body"
    ]
    with pytest.raises(WorkError, match="no column 'bdy'"):
        list(read_units([tmp_path / name], Intake(text_field="bdy", strict=True)))


def test_broken_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\ufeffkey,body\n1,Leeds grew.\n2\n3,It shrank.\n4,\"It 'grew\n", "utf-8")
    found, intake = _read(str(path))
    assert found == [("1", "Leeds grew.", 0), ("3", "It shrank.", 0)]
    assert intake.complaints == [f"{path}:3: not as many fields as the header"]
    assert intake.files == [f"{path}:5: unexpected end of data; nothing from this line on was read"]
    assert intake.unread == [f"{path}:5"]
    (tmp_path / "b.parquet").write_bytes(b"PAR1 and no more")
    found, intake = _read(str(tmp_path / "b.parquet"))
    assert not found
    assert intake.unread == [str(tmp_path / "b.parquet")]
    assert "b.parquet: cannot be read" in intake.files[0]
    with pytest.raises(WorkError, match=r"b\.parquet: cannot be read"):
        list(read_units([tmp_path / "b.parquet"], Intake(strict=True)))


def test_a_stray_quote_in_a_table_of_tabs_is_one(tmp_path: Path) -> None:
    """No row is lost to it, and what was quoted because of its quotes is taken out of them."""
    path = tmp_path / "a.tsv"
    rows = [
        '1\t"It grew.',
        '2\t"It grew," he said.',
        '3\t"""It grew,"" he said."',
        '4\t"Leeds',
        "5\tIt grew.",
    ]
    path.write_text("key\tbody\n" + "\n".join(rows) + "\n", "utf-8")
    found, intake = _read(str(path))
    texts = ['"It grew.', '"It grew," he said.', '"It grew," he said.', '"Leeds', "It grew."]
    assert [text for _, text, _ in found] == texts
    path.write_text('key\tbody\tviews\n1\t"It grew.\n2\tIt grew.\t5\n', "utf-8")
    found, intake = _read(str(path))
    assert [text for _, text, _ in found] == ["It grew."]
    assert intake.complaints == [f"{path}:2: 2 cells, the header has 3"]
    # over two lines, in the last column
    path.write_text('key\tbody\n1\t"It grew.\nIt ""shrank""."\n2\t"Leeds\n3\tIt grew.\n', "utf-8")
    found, intake = _read(str(path))
    assert [text for _, text, _ in found] == ["It grew.", 'It "shrank".', '"Leeds', "It grew."]
    assert not intake.complaints


def test_a_byte_order_mark_belongs_to_no_row(run_disco: Run, tmp_path: Path) -> None:
    row = {"first": "The mill burned.", "second": "However, the town rebuilt it."}
    (tmp_path / "a.jsonl").write_text("\ufeff" + json.dumps(row) + "\n", "utf-8")
    header, cells = "incoherent_first_sentence\tincoherent_second_sentence", "\t".join(row.values())
    (tmp_path / "a.tsv").write_text(f"\ufeff{header}\n{cells}\n", "utf-8")
    done = run_disco("fuse", "a.jsonl", "a.tsv", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = rows_of(done.stdout)
    assert first["first"] == second["incoherent_first_sentence"] == row["first"]


def test_standard_input_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    """Rows, or text, packed or not."""
    row = json.dumps({"text": "The mill burned in March, but the town rebuilt it."}) + "\n"
    for given in (row.encode(), bz2.compress(row.encode()), json.loads(row)["text"].encode()):
        command = [sys.executable, "-m", "disco", "unfuse", "-", "-q", "-j", "1"]
        done = subprocess.run(command, input=given, cwd=tmp_path, capture_output=True)
        assert json.loads(done.stdout)["incoherent_first_sentence"] == "The mill burned in March."


def test_an_output_never_takes_the_place_of_an_input(run_disco: Run, tmp_path: Path) -> None:
    text = json.dumps({"text": "The mill burned."}) + "\n"
    (tmp_path / "a.jsonl").write_text(text)
    (tmp_path / "b.jsonl").symlink_to("a.jsonl")
    for name in ("d.failed.jsonl", "e-00000.jsonl"):
        (tmp_path / name).write_text(text)
    for command, message in (
        (("unfuse", "a.jsonl", "-o", "./a.jsonl"), "a.jsonl: is an input"),
        (("unfuse", "b.jsonl", "-o", "a.jsonl"), "a.jsonl: is an input"),
        (("split", "a.jsonl", "-o", "a.jsonl"), "a.jsonl: is an input"),
        (("unfuse", "a.jsonl", "-o", "c.jsonl", "--rejects", "c.jsonl"), "c.jsonl: is another"),
        (("unfuse", "d.failed.jsonl", "-o", "d.jsonl"), "d.failed.jsonl: is an input"),
        (("unfuse", "a.jsonl", "-o", "d.jsonl", "--rejects", "d.failed.jsonl"), "is another"),
        (("unfuse", "e-00000.jsonl", "-o", "e.jsonl", "--shard-size", "1"), "name of a part of e"),
    ):
        done = run_disco(*command)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr
    for name in ("a.jsonl", "d.failed.jsonl", "e-00000.jsonl"):
        assert (tmp_path / name).read_text() == text


def test_what_failed_before_stays_where_nothing_can_be_read(run_disco: Run, tmp_path: Path) -> None:
    """Or where another run writes there; it belongs to the output, which stays as well."""
    (tmp_path / "bad.jsonl").write_text("{\n")
    (tmp_path / "in.txt").write_text("The mill burned in May, but the owners left the town.")
    for name in ("o.jsonl", "o.failed.jsonl"):
        (tmp_path / name).write_text("of an earlier run")
    assert run_disco("unfuse", "bad.jsonl", "-o", "o.jsonl").returncode == 1
    with suppress(UsageError), partly(tmp_path / "o.jsonl", kept=True):
        assert run_disco("unfuse", "in.txt", "-o", "o.jsonl", "-j", "1").returncode == 2
        raise UsageError("stopped")
    for name in ("o.jsonl", "o.failed.jsonl"):
        assert (tmp_path / name).read_text() == "of an earlier run"


def test_a_link_is_followed_and_a_pipe_written_to(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("The mill burned in May, but the owners left the town.")
    (tmp_path / "real.jsonl").write_text("old")
    (tmp_path / "link.jsonl").symlink_to("real.jsonl")
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", "pipe"], cwd=tmp_path, stdout=subprocess.PIPE)
    for out in ("link.jsonl", "pipe"):
        assert run_disco("unfuse", "in.txt", "-q", "-j", "1", "-o", out).returncode == 0
    assert (tmp_path / "link.jsonl").is_symlink()
    written = (tmp_path / "real.jsonl").read_bytes()
    assert json.loads(written)["discourse_type"] == "SINGLE_S_COORD"
    assert reader.communicate()[0] == written


def test_two_runs_do_not_share_an_output(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with partly(out, kept=True) as partial:
        partial.write_text("mine")
        with (
            pytest.raises(UsageError, match=r"out\.jsonl: another run writes there"),
            partly(out, kept=True),
        ):
            pass
    assert out.read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("It rained.".encode("utf-16"), "is UTF-16, where text in UTF-8 is read"),
        (b"PAR1\x15\x04", "is Parquet, where text in UTF-8 is read"),
        (b"PK\x03\x04\x14", "is a zip archive"),
        (b"in.txt".ljust(257, b"\0") + b"ustar", "is a tar archive"),
        (b"<!DOCTYPE html>\n<p>It rained.", "is HTML"),
        (b"\x1f\x8b\x08", "is packed (.gz)"),
        (b"BZh91AY", "is packed (.bz2)"),
        (b" %PDF-1.4", "is PDF"),
    ],
)
def test_what_is_no_text(run_disco: Run, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "in.txt").write_bytes(content)
    done = run_disco("unfuse", "in.txt", "-q", "-j", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr


def test_the_column_that_may_be_meant_is_not_that_of_the_id(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,body\na,It rained.\n")
    done = run_disco("unfuse", "in.csv", "-q", "-j", "1")
    assert "no column 'text' among id, body, perhaps --text-field body" in done.stderr


def test_a_text_may_begin_like_a_file_of_another_kind(run_disco: Run, tmp_path: Path) -> None:
    for word in ("Bzhania", "PAR1"):
        (tmp_path / "in.txt").write_text(f"{word} was elected in 2020. However, he left in 2024.\n")
        done = run_disco("unfuse", "in.txt", "-q", "-j", "1")
        assert word in rows_of(done.stdout)[0]["coherent_first_sentence"]


@pytest.mark.parametrize("array", ['[{"text": "It rained."}]', '[\n  {"text": "It rained."}\n]'])
def test_an_array_is_no_file_of_rows(run_disco: Run, tmp_path: Path, array: str) -> None:
    (tmp_path / "in.json").write_text(array)
    done = run_disco("unfuse", "in.json", "-q", "-j", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "in.json: is one array of JSON, where an object a line is read" in done.stderr


def test_a_file_that_cannot_be_read_leaves_the_others(run_disco: Run, tmp_path: Path) -> None:
    text = "Ann Lee, who sang well, left early. However, she came back.\n"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt.gz").write_bytes(gzip.compress(text.encode() * 50)[:60])
    (tmp_path / "in" / "b.csv").write_text("body\nIt rained.\n")
    (tmp_path / "in" / "c.txt").write_text(text)
    alone = run_disco("unfuse", "in/c.txt", "-o", "alone.jsonl", "-q", "-j", "1")
    done = run_disco("unfuse", "in", "-o", "out.jsonl", "-q", "-j", "1")
    assert (alone.returncode, done.returncode) == (0, 1)
    assert "a.txt.gz: cannot be read to its end" in done.stderr
    assert "b.csv: no column 'text' among body" in done.stderr
    assert "error: not read, or not to the end: in/a.txt.gz" in done.stderr
    assert (tmp_path / "out.jsonl").read_text() == (tmp_path / "alone.jsonl").read_text()


def test_a_packed_file_with_a_block_that_is_none(run_disco: Run, tmp_path: Path) -> None:
    packed = gzip.compress(b"It rained.\n" * 50)
    (tmp_path / "a.txt.gz").write_bytes(packed[:10] + b"\x07" + packed[11:])
    (tmp_path / "a.parquet.gz").write_bytes(packed[:10] + b"\x07" + packed[11:])
    for name in ("a.txt.gz", "a.parquet.gz"):
        done = run_disco("unfuse", name, "-q", "-j", "1")
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert f"{name}: cannot be read" in done.stderr


def test_a_byte_order_mark_on_standard_input(run_disco: Run) -> None:
    row = json.dumps({"id": "a", "text": "Ann Lee, who sang well, left early."})
    done = run_disco("unfuse", "-", "-q", "-j", "1", stdin=f"\ufeff{row}\n")
    assert {json.loads(line)["document"] for line in done.stdout.splitlines()} == {"a"}


def test_ends_of_lines_in_a_field(run_disco: Run, tmp_path: Path) -> None:
    lines = "The mill, which was built in\r\n1850, burned in March", "It rained."
    (tmp_path / "in.jsonl").write_text(json.dumps({"text": "\r\n\r\n".join(lines)}) + "\n")
    done = run_disco("unfuse", "in.jsonl", "-q", "-j", "1", "--layout", "wrapped")
    (row,) = rows_of(done.stdout)
    assert row["incoherent_second_sentence"] == "The mill was built in 1850."


def test_blank_lines_before_the_header(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text('\r\n\r\nkey,body\r\n1,It rained.\r\n2,"It\r\n"\r\n3,a,b\r\n', newline="")
    read, intake = _read(str(path))
    assert [(document, text) for document, text, _ in read] == [("1", "It rained."), ("2", "It")]
    assert intake.complaints == [f"{path}:7: not as many fields as the header"]
    table = tmp_path / "in.tsv"
    table.write_text("\nkey\tbody\n1\tIt rained.\n")
    assert _read(str(table))[0] == [("1", "It rained.", 0)]
    path.write_text('\n\nkey,body\n1,"It\n')
    assert _read(str(path))[1].files == [
        f"{path}:4: unexpected end of data; nothing from this line on was read"
    ]


def test_two_files_of_which_one_cannot_be_read(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.src").write_text("It rained, and they left.\n")
    (tmp_path / "a.dst").write_text("<html> <SEP> </html>\n")
    done = run_disco("categorize", "--src", "a.src", "--dst", "a.dst", "-q", "-j", "1")
    assert done.returncode == 1
    assert "a.dst: is HTML, where text in UTF-8 is read" in done.stderr


def test_of_two_files_what_stands_before_the_torn_place(run_disco: Run, tmp_path: Path) -> None:
    numbers = range(2_000)
    long = "".join(f"It rained and they left at {n}.\n" for n in numbers).encode()
    (tmp_path / "a.src.gz").write_bytes(gzip.compress(long)[:-1_000])
    split = "".join(f"It rained. <SEP> They left at {n}.\n" for n in numbers)
    (tmp_path / "a.dst").write_text(split)
    done = run_disco("categorize", "--src", "a.src.gz", "--dst", "a.dst", "-o", "o.jsonl", "-q")
    assert done.returncode == 1
    assert "not read, or not to the end: a.src.gz" in done.stderr
    assert 0 < len(rows_of(tmp_path / "o.jsonl")) < len(numbers)


@pytest.mark.parametrize(
    "command", ["unfuse", "split", "fuse", "categorize", "refine", "mine", "fuse --from-examples"]
)
def test_what_was_there_stays_where_nothing_can_be_read(
    run_disco: Run, tmp_path: Path, command: str
) -> None:
    (tmp_path / "in.jsonl").write_text('{"body": "It rained."}\n')
    (tmp_path / "out.jsonl").write_text("kept")
    done = run_disco(*command.split(), "in.jsonl", "-o", "out.jsonl", "-q", "-j", "1")
    assert done.returncode == 1
    assert done.stderr.startswith("in.jsonl:1: no ")
    assert done.stderr.endswith("error: nothing of the input could be read\n")
    assert {p.name for p in tmp_path.iterdir()} == {"in.jsonl", "out.jsonl"}
    assert (tmp_path / "out.jsonl").read_text() == "kept"


def test_wrong_bytes_are_said_quietly_too(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"It rained.\nIt \xff snowed.\n")
    done = run_disco("unfuse", "in.txt", "-q", "-j", "1", "-o", "out.jsonl")
    assert done.stderr == "1 line with wrong bytes, replaced, first in.txt:2\n"


@pytest.mark.parametrize("name", ["in.parquet", "in.arrow"])
def test_pairs_in_a_table(run_disco: Run, tmp_path: Path, name: str) -> None:
    table = pa.table(
        {
            "id": [7],
            "day": pa.array([0], pa.date32()),  # nothing that JSON could hold
            "long": ["It rained, but they went out."],
            "split": [["It rained.", "They went out."]],
        }
    )
    if name.endswith("parquet"):
        pq.write_table(table, tmp_path / name)
    else:
        with (tmp_path / name).open("wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    done = run_disco("categorize", name, "-q", "-j", "1", "-o", "out.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = rows_of(tmp_path / "out.jsonl")
    assert (row["id"], row["category"]) == (7, "direct_insertion")


@pytest.mark.parametrize("command", ["unfuse", "unfuse --format parquet", "split"])
def test_parquet_is_not_packed_twice(run_disco: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "in.txt").write_text("It rained.\n")
    done = run_disco(*command.split(), "in.txt", "-o", "out.parquet.gz")
    assert done.returncode == 2
    assert "out.parquet.gz: Parquet is packed itself; leave out .gz" in done.stderr


def test_a_dash_is_standard_output(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Ann Lee, who sang well, left early.\n")
    plain = run_disco("unfuse", "in.txt", "-q", "-j", "1")
    assert run_disco("unfuse", "in.txt", "-q", "-j", "1", "-o", "-").stdout == plain.stdout != ""
    for arguments, message in (
        (("-o", "-", "--format", "parquet"), "parquet cannot be written to standard output"),
        (("-o", "-", "--shard-size", "2"), "--shard-size needs a file to write to"),
        (("--rejects", "-"), "--rejects needs a file to write to"),
        (("--rejects", "r", "--gate", "off"), "--gate off writes what is refused to OUT"),
    ):
        done = run_disco("unfuse", "in.txt", *arguments)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_standard_output_that_is_full() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "disco", "rules", "list"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "No space left on device" in done.stderr


def test_files_named_twice_and_hidden_ones(tmp_path: Path) -> None:
    for name in ("a.txt", ".b.txt", ".c/d.txt", "e/f.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("The mill burned.")
    found = find_files([f"{tmp_path}/*.txt", str(tmp_path), f"{tmp_path}/e/../a.txt"])
    assert found == [tmp_path / "a.txt", tmp_path / "e" / "f.txt"]
    assert find_files([str(tmp_path / ".b.txt")]) == [tmp_path / ".b.txt"]


@pytest.mark.parametrize("ending", [".gz", ".bz2", ".zst"])
def test_what_is_compressed_is_closed_with_what_unpacks_it(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.txt{ending}"
    with open_output(path, ending) as stream:
        stream.write(b"It rained.\n")
    before = len(list(Path("/proc/self/fd").iterdir()))
    stream = open_input(path)
    assert list(stream) == [b"It rained.\n"]
    stream.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize("ending", [".gz", ".bz2", ".zst"])
def test_a_torn_archive_is_said(ending: str, tmp_path: Path) -> None:
    path, torn = tmp_path / f"a.jsonl{ending}", tmp_path / f"torn.jsonl{ending}"
    with open_output(path, ending) as stream:
        for number in range(500):
            stream.write(f'{{"key": {number}, "body": "It rained {number * 7919}."}}\n'.encode())
    whole, intake = _read(str(path))
    assert (len(whole), intake.unread) == (500, [])
    torn.write_bytes(path.read_bytes()[:-20])
    found, intake = _read(str(torn))
    assert found == whole[: len(found)]
    assert intake.unread == [str(torn)]
    # two, one behind the other, are read as one
    path.write_bytes(path.read_bytes() * 2)
    assert len(_read(str(path))[0]) == 1_000


def test_a_torn_archive_without_an_ending_leaves_the_others(tmp_path: Path) -> None:
    row = json.dumps({"id": "1", "text": "It rained."}) + "\n"
    (tmp_path / "wiki_00.bz2").write_bytes(bz2.compress(row.encode()))
    (tmp_path / "wiki_01.bz2").write_bytes(bz2.compress(row.encode())[:20])
    files = sorted(tmp_path.iterdir())
    intake = Intake()
    assert [unit.text for unit in read_units(files, intake)] == ["It rained."]
    assert intake.unread == [str(files[1])]


def test_torn_standard_input_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The mill burned. However, they left early.\n")
    torn = bz2.compress(b"The mill burned. " * 500)[:30]
    command = [sys.executable, "-m", "disco", "unfuse", "a.txt", "-", "-q", "-j", "1"]
    done = subprocess.run(command, input=torn, cwd=tmp_path, capture_output=True)
    assert done.returncode == 1
    assert b"-: cannot be read to its end" in done.stderr
    assert b'"They left early."' in done.stdout


def test_columns_of_text_in_other_types(tmp_path: Path) -> None:
    texts = ["It rained.", "The mill burned."]
    columns = {
        "body": pa.array(texts, pa.string_view()),
        "key": pa.array(texts).dictionary_encode(),
    }
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    found, _ = _read(str(tmp_path / "a.parquet"))
    assert [(name, text) for name, text, _ in found] == list(zip(texts, texts, strict=True))
    lists = pa.array([texts], pa.large_list(pa.large_string()))
    pq.write_table(pa.table({"sentences": lists}), tmp_path / "b.parquet")
    (unit,) = read_units([tmp_path / "b.parquet"], Intake())
    assert unit.text == " ".join(texts)


def test_an_ending_in_capitals_is_the_same(run_disco: Run, tmp_path: Path) -> None:
    row = json.dumps({"text": "The mill burned in May, but the owners left the town."})
    (tmp_path / "A.JSONL.GZ").write_bytes(gzip.compress(row.encode()))
    done = run_disco("unfuse", "A.JSONL.GZ", "-q", "-j", "1", "-o", "OUT.TSV")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "OUT.TSV").read_text().count("\t") > 7


def test_unfuse_a_table(run_disco: Run, tmp_path: Path) -> None:
    WRITERS["a.parquet"](tmp_path / "a.parquet")
    options = ("--text-field", "body", "--id-field", "key", "-q", "-j", "1")
    done = run_disco("unfuse", "a.parquet", *options, "-o", "out.jsonl.bz2")
    assert (done.returncode, done.stderr) == (0, "")
    rows = map(json.loads, bz2.decompress((tmp_path / "out.jsonl.bz2").read_bytes()).splitlines())
    assert {row["document"] for row in rows} == {"11"}
    done = run_disco("unfuse", "a.parquet", *options[:2], "--id-field", "page", "-q", "-j", "1")
    assert (done.returncode, done.stderr) == (0, "3 rows without 'page', named after the file\n")
    assert '"document": "a-1"' in done.stdout
    done = run_disco("unfuse", "a.parquet", "-q", "-j", "1")
    assert "no column 'text' among key, body, views" in done.stderr
    assert "error: nothing of the input could be read" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("more", [(), ("--shard-size", "500")])
def test_a_full_disk_is_named(more: tuple[str, ...], tmp_path: Path) -> None:
    """No file may be longer than a few bytes: the same to a program as a disk without room."""
    lines = "The mill burned in March, but the town rebuilt it.\n\n" * 1_000
    (tmp_path / "in.txt").write_text(lines)
    command = [sys.executable, "-m", "disco", "unfuse", "in.txt", "-q", "-j", "1", *more]
    done = subprocess.run(
        [*command, "-o", "out.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    name = "out-00000.jsonl" if more else "out.jsonl"
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith(f"error: {name}: cannot be written: ")
    assert done.stderr.endswith(f"; what is done is in {name}.partial\n")
    assert (tmp_path / f"{name}.partial").read_text().startswith('{"id": "in-0#1", ')
    assert not list(tmp_path.glob("out*.jsonl"))


def test_what_is_no_text_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Мельница сгорела в марте.\n".encode("cp1251"))
    (tmp_path / "b.txt").write_bytes("The caf\u00e9 burned in March.\n".encode("latin-1"))
    intake = Intake()
    (unit,) = read_units([tmp_path / "a.txt", tmp_path / "b.txt"], intake)
    assert unit.document == "b-0"
    (said,) = intake.files
    assert said.endswith("a.txt: is no text, or in another encoding, where text in UTF-8 is read")


def test_files_of_one_name_keep_apart(tmp_path: Path) -> None:
    """As much of its path as tells a file from the others names what has no id in it."""
    names = ["AA/b.txt", "AB/b.txt", "a.txt", "a.jsonl", "c.txt"]
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        row = '{"body": "Leeds grew."}' if path.suffix == ".jsonl" else "Leeds grew."
        path.write_text(f"{row}\n")
    found, _ = _read(*(str(tmp_path / name) for name in names))
    assert [document for document, _, _ in found] == [
        "AA/b.txt-0", "AB/b.txt-0", "a.txt-0", "a.jsonl-1", "c-0"
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["parquet", "arrow", "stream.arrow"])
@pytest.mark.parametrize("size", [250, 10_000])
def test_all_groups_and_batches_of_a_table_are_read(kind: str, size: int, tmp_path: Path) -> None:
    names = [str(n) for n in range(1_000)]
    table = pa.table({"id": names, "text": ["It rained."] * len(names)})
    path = tmp_path / f"a.{kind}"
    if kind == "parquet":
        pq.write_table(table, path, row_group_size=size)
    else:
        make = pa.ipc.new_stream if kind.startswith("stream") else pa.ipc.new_file
        with path.open("wb") as sink, make(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=size)
    assert [unit.document for unit in read_units([path], Intake())] == names


def test_a_cell_of_many_lines_is_one(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text('id\ttext\n1\t"One.\nTwo.\nThree.\nFour."\n2\tFive.\n')
    found = [(unit.document, unit.text) for unit in read_units([tmp_path / "a.tsv"], Intake())]
    assert found == [("1", "One."), ("1", "Two."), ("1", "Three."), ("1", "Four."), ("2", "Five.")]


def test_all_sentences_of_a_split_and_of_a_source_are_read(tmp_path: Path) -> None:
    split = "It rained. <::::> They left. <::::> I sang."
    (tmp_path / "a.tsv").write_text(f"It rained, and they left, and I sang.\t{split}\n")
    (tmp_path / "b.jsonl").write_text(json.dumps(OF_DISCOFUSE) + "\n")
    three, two = read_pairs([tmp_path / "a.tsv", tmp_path / "b.jsonl"], Intake())
    assert three.split == ("It rained.", "They left.", "I sang.")
    assert two.long == "It rained. However, they left."
