"""``disco split`` on the real command line: its formats, and bad input."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from disco import Propositions
from disco.corpus.propositions import Html
from disco.jobs.propositions import Proposition, Relation
from tests.common import Run, rows_of

TEXT = "The mill burned in March, but the town rebuilt it. Ann Lee, who sang, left <Leeds>.\n"
SPLIT = [
    ["The mill burned in March.", "The town rebuilt it."],
    ["Ann Lee left <Leeds>.", "Ann Lee sang."],
]


class _Page(HTMLParser):
    """The text of each item of a page, and how deep it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[tuple[int, str]] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._depth += tag == "ul"
        if tag == "li":
            self.items.append((self._depth, ""))

    def handle_endtag(self, tag: str) -> None:
        self._depth -= tag == "ul"

    def handle_data(self, data: str) -> None:
        if self._depth and self.items:
            depth, text = self.items[-1]
            self.items[-1] = (depth, text + data)


@pytest.fixture
def written(run_disco: Run, tmp_path: Path) -> Callable[[str], Path]:
    """The file that the text is split into, by the ending of its name."""
    (tmp_path / "in.txt").write_text(TEXT)

    def run(name: str) -> Path:
        done = run_disco("split", "in.txt", "-o", name)
        assert done.returncode == 0, done.stderr
        assert "4 propositions of 2 sentences" in done.stderr
        return tmp_path / name

    return run


def test_jsonl_and_parquet_say_the_same(written: Callable[[str], Path]) -> None:
    rows = rows_of(written("out.jsonl"))
    assert [row["split"] for row in rows] == SPLIT
    table = pq.read_table(written("out.parquet")).to_pylist()
    for row, cells in zip(rows, table, strict=True):
        assert cells == {key: row[key] for key in cells}


def test_text(written: Callable[[str], Path]) -> None:
    lines = written("out.txt").read_text("utf-8")
    assert lines == "".join("\n".join(s) + "\n\n" for s in SPLIT)


def test_a_page(written: Callable[[str], Path]) -> None:
    page = _Page()
    page.feed(written("out.html").read_text("utf-8"))
    assert [depth for depth, _ in page.items] == [1, 2, 1, 2]
    assert "The town rebuilt it." in page.items[1][1]
    assert page.items[1][1].startswith("comparison but")
    assert "Ann Lee left <Leeds>." in page.items[2][1]


def test_a_graph(written: Callable[[str], Path]) -> None:
    graph = written("out.dot").read_text("utf-8")
    assert graph.startswith("digraph disco {")
    assert graph.endswith("}\n")
    assert '"in-0#1/1" -> "in-0#1/0" [label="comparison but"];' in graph


def test_on_the_screen(run_disco: Run) -> None:
    done = run_disco("split", "-", "--format", "tree", "-q", stdin=TEXT)
    assert "└── The mill burned in March." in done.stdout
    assert "comparison «but»  The town rebuilt it." in done.stdout


def test_the_summary_counts_the_last_rule_of_each(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("The mill, which was old, burned, but the town rebuilt it.")
    told = run_disco("split", "in.txt", "-o", "out.jsonl").stderr
    assert re.findall(r"(\w+\.\w+) +(\d)", told)[-2:] == [
        ("relative.subject", "2"),
        ("s_coord.conjunction", "1"),
    ]


def test_options_reach_the_rules(run_disco: Run) -> None:
    text = "The council said that the fair opened on 3 May in Leeds. She left."
    plain = run_disco("split", "-", "--format", "text", "-q", stdin=text).stdout.split("\n")
    assert plain[0] == "The council said that the fair opened on 3 May in Leeds."
    fine = run_disco("split", "-", "--format", "text", "-q", "--fine", "--attributed", stdin=text)
    assert "The fair opened in Leeds." in fine.stdout.split("\n")
    text = "The council closed the bridge in May, which led to a strike."
    for option, whole in (("--standalone", True), ("--no-standalone", False)):
        done = run_disco("split", "-", "--format", "text", "-q", option, stdin=text)
        assert (text in done.stdout) == whole


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["missing.txt"], 2, "missing.txt"),
        (["-", "--format", "parquet"], 2, "name a file with -o"),
        (["-", "--format", "tree", "-o", "out.jsonl"], 2, "a tree is for the screen"),
        (["-", "-o", "a.parquet", "--format", "jsonl"], 2, "its ending says parquet, and --format"),
        (["-", "--format", "svg"], 2, "'svg' is not one of"),
        (["-", "--min-confidence", "2"], 2, "--min-confidence"),
        (["-", "-o", "no/such/folder.jsonl"], 2, "cannot be written"),
        (["-", "-o", "out.csv"], 2, "nothing is written as .csv here; it may be .txt, .jsonl"),
    ],
)
def test_bad_calls(
    run_disco: Run, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    done = run_disco("split", *arguments, stdin=TEXT)
    assert done.returncode == code
    assert message in " ".join(done.stderr.split())
    assert not list(tmp_path.iterdir())


def test_bad_lines_are_counted(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "a", "text": "It rained."}\nnonsense\n')
    done = run_disco("split", "in.jsonl", "-o", "out.jsonl")
    assert done.returncode == 0
    assert "1 line skipped" in done.stderr
    assert json.loads((tmp_path / "out.jsonl").read_text())["id"] == "a"
    done = run_disco("split", "in.jsonl", "-o", "strict.jsonl", "--strict")
    assert done.returncode == 1
    assert not (tmp_path / "strict.jsonl").exists()


def test_a_table_has_all_that_a_row_has_but_the_recipe(run_disco: Run, tmp_path: Path) -> None:
    text = "The mill burned in March, but the town rebuilt it.\n"
    for name in ("o.parquet", "o.jsonl"):
        run_disco("split", "-", "-o", name, "-q", stdin=text)
    (row,) = rows_of(tmp_path / "o.jsonl")
    assert set(pq.read_table(tmp_path / "o.parquet").column_names) == row.keys() - {"recipe"}


def test_a_page_has_all_roots_and_what_ties_them_to_the_sentence_before() -> None:
    both = (Proposition("X.", ()), Proposition("Y.", ()))
    ties = (Relation("comparison", "however", 0, None),)
    page = io.BytesIO()
    writer = Html(page)
    writer.write(Propositions("a", "a", 0, "However, x; y.", 0, both, ties))
    writer.close()
    text = page.getvalue().decode()
    assert '<h2><span class="relation">comparison <q>however</q></span> However' in text
    assert "<li>X. " in text
    assert "<li>Y. " in text
