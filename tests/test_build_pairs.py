"""One command from an edit history to a data set of splits."""

from __future__ import annotations

import bz2
import json
from itertools import combinations
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from disco import Engine, Pair
from disco.corpus import Failures
from disco.corpus.pair_runs import RefineReport
from disco.dataset import assemble_pairs, built_pairs
from disco.dataset.splits import SPLITS, split_of
from tests.common import Run

PAGES = 120
HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">
<siteinfo><sitename>W</sitename><dbname>w</dbname><namespaces>
<namespace key="0" case="first-letter" /></namespaces></siteinfo>"""
REVISION = """<revision><id>{id}</id><timestamp>2020-01-01T00:00:0{k}Z</timestamp>
<contributor><username>A</username><id>1</id></contributor>
<text xml:space="preserve">{text}</text></revision>"""
# each page has a faithful split, and one that says more
LONG = "The mill of town number {n} burned in March of that year and the owners of it left in May."
SPLIT = "The mill of town number {n} burned in March of that year. The owners of it left in May."
MORE = "Ann Lee of house {n} opened a school for girls and she taught there for nine long years."
FALSE = (
    "Ann Lee of house {n} opened a school for girls and married a doctor from Leeds. "
    "She taught there for nine long years."
)


def _dump(path: Path) -> None:
    pages = [HEAD]
    for n in range(PAGES):
        texts = [f"{LONG}\n\n{MORE}", f"'''{SPLIT}'''\n\n{MORE}", f"'''{SPLIT}'''\n\n{FALSE}"]
        made = [(3 * n + k, k, text.format(n=n)) for k, text in enumerate(texts)]
        revisions = "".join(REVISION.format(id=i, k=k, text=text) for i, k, text in made)
        pages.append(f"<page><title>doc {n}</title><ns>0</ns><id>{n}</id>{revisions}</page>")
    path.write_bytes(bz2.compress("".join([*pages, "</mediawiki>"]).encode()))


def test_a_data_set_of_splits(
    run_disco: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _dump(tmp_path / "history.xml.bz2")
    command = ("build", "pairs", "history.xml.bz2", "-o", "splits", "--shard-size", "50")
    done = run_disco(*command, "-j", "1", "--memory", "8")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "splits"
    tables = {split: pq.read_table(folder / f"{split}.parquet").to_pylist() for split in SPLITS}
    rows = [row for split in SPLITS for row in tables[split]]
    assert sorted(row["long"] for row in rows) == sorted(LONG.format(n=n) for n in range(PAGES))
    assert {row["subcategory"] for row in rows} == {"conjunction_with_subject"}
    for split, table in tables.items():
        assert {SPLITS[split_of(row["title"])] for row in table} <= {split}
        lines = (folder / f"{split}.tsv").read_text().splitlines()
        assert lines == [f"{row['long']}\t{' <::::> '.join(row['split'])}" for row in table]
        assert all(len(row["labels"]) == len(row["tokens"]) for row in table)
    titles = [{row["title"] for row in table} for table in tables.values()]
    assert all(titles)
    assert not any(a & b for a, b in combinations(titles, 2))
    card = (folder / "dataset_card.md").read_text()
    assert f"Of {2 * PAGES} mined pairs {PAGES} were dropped" in card
    assert f"| conjunction_with_subject | {PAGES} | 100 | 18 | 22 |" in card

    # again: nothing is mined or refined, and the bytes are the same
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    moments = {p: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()}
    assert run_disco(*command).returncode == 0
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    assert {p: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()} == moments
    # with another choice for the filter nothing is mined again
    assert run_disco(*command, "--min-faithful", "0.01").returncode == 0
    # what datasets knows it by is another one
    assert (folder / "README.md").read_bytes() != before[folder / "README.md"]
    renewed = {p for p, moment in moments.items() if p.stat().st_mtime_ns != moment}
    assert renewed
    assert all(p.name.startswith("pairs") for p in renewed)
    assert run_disco(*command).returncode == 0
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    from datasets import load_dataset

    loaded = load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert loaded["train"].num_rows == len(tables["train"])
    assert loaded["validation"][0]["split"] == tables["dev"][0]["split"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pairs", "none.xml", "-o", "set"), "none.xml: no such file"),
        (("pairs", "in.jsonl"), "Missing option '-o' / '--out'"),
        (("pairs", "in.jsonl", "-o", "in.jsonl"), "cannot be written: Not a directory"),
    ],
)
def test_bad_calls(
    run_disco: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "revisions": ["x"]}) + "\n")
    done = run_disco("build", *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


def test_a_data_set_of_examples_stays(run_disco: Run, tmp_path: Path) -> None:
    parts = tmp_path / "set" / "parts"
    parts.mkdir(parents=True)
    (parts / "examples.manifest.json").write_text("{}")
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "revisions": ["x", "y"]}) + "\n")
    done = run_disco("build", "pairs", "in.jsonl", "-o", "set")
    assert done.returncode == 2
    assert "set: holds a data set of examples; build in a new folder" in done.stderr
    (parts / "examples.manifest.json").rename(parts / "mined.manifest.json")
    (tmp_path / "in.txt").write_text("It rained. However, they left.\n")
    done = run_disco("build", "in.txt", "-o", "set")
    assert "set: holds a data set of pairs; build in a new folder" in done.stderr


def test_nothing_found(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "revisions": ["x", "y"]}) + "\n")
    done = run_disco("build", "pairs", "in.jsonl", "-o", "set")
    assert done.returncode == 1
    assert "no pair could be made of these texts" in done.stderr
    assert not (tmp_path / "set" / "README.md").exists()


def test_a_long_sentence_is_there_once_however_it_is_split(tmp_path: Path) -> None:
    longs = {
        "It rained, and they left.": "a",
        "It rained; and they left!": "a",
        "It rained and she left.": "a",
        "It rained, and they left!": "doc 94",
    }
    shared = {
        **{"split": ["It rained.", "They left."], "revisions": ["1", "2"], "time": "T"},
        **{"faithful": 0.9, "category": "c", "subcategory": "s", "tokens": ["It"], "labels": [1]},
    }
    rows = [
        {"id": str(n), "long": long, "title": title, **shared}
        for n, (long, title) in enumerate(longs.items())
    ]
    rows[-1] |= {"split": ["It rained.", "So they left."]}
    part = tmp_path / "pairs-0.jsonl"
    part.write_text("".join(json.dumps(row) + "\n" for row in rows))
    tally = assemble_pairs([part], tmp_path)
    assert (tally.rows, tally.again, tally.files["train"], tally.pages["train"]) == (4, 2, 2, 1)
    assert len((tmp_path / "train.tsv").read_text().splitlines()) == 2
    assert (tmp_path / "test.tsv").read_text() == ""


def test_a_pair_has_all_that_is_known_of_it(engine: Engine) -> None:
    told = {"title": "T", "revisions": ["1", "2"], "time": "2020"}
    pair = Pair("p", "It rained, but they left.", ("It rained.", "They left."), told)
    (found,) = built_pairs(engine, [pair], RefineReport(), Failures(None))
    assert (found.title, found.revisions, found.time) == ("T", ("1", "2"), "2020")
    assert 0.6 < found.faithful <= 1
    edited = [token for token, label in zip(found.tokens, found.labels, strict=True) if label]
    assert edited == [",", "but"]
