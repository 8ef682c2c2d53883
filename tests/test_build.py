"""Data sets: splits by document, no pair twice, shares as asked, a card, and what loads them."""

from __future__ import annotations

import csv
import gzip
import json
import random
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from disco import Engine, Example, UsageError
from disco.corpus import Report, write_examples
from disco.corpus.write import open_writer
from disco.dataset import Share, Tally, drop_card, shares_of, write_card
from disco.dataset.assemble import Plan, Sampler, assemble
from disco.dataset.duplicates import duplicates_of
from disco.dataset.parts import examples_in, rows_in
from disco.dataset.shares import rates
from disco.dataset.splits import SPLITS, split_of
from disco.draft.example import COLUMNS
from tests.common import Run

TEXTS = (
    "The mill of {n} burned in March, but the owners rebuilt it. However, they sold it later.",
    "Ann Lee {n} opened a school and taught for years. The school has {n} rooms.",
    "The river rises in the hills, and it reaches the sea near town {n}. The town is old.",
    "Because the road {n} was closed, the army took the bridge. The bridge stands today.",
    "The old tower fell, and the town {n} built another one. Nobody was hurt that day.",
)
FILES = [f"{split}{version}" for split in SPLITS for version in ("", "_balanced")]


def _corpus(path: Path, documents: int) -> None:
    with path.open("w") as stream:
        for n in range(documents):
            row = {"id": f"doc {n}", "text": TEXTS[n % len(TEXTS)].format(n=n // 2)}
            stream.write(json.dumps(row) + "\n")


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.tsv").open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_document_stays_in_its_split() -> None:
    assert [SPLITS[split_of(f"doc {n}")] for n in (1, 2, 18, 94)] == ["train"] * 2 + ["dev", "test"]
    counts = [0, 0, 0]
    for n in range(20_000):
        counts[split_of(str(n))] += 1
    assert [round(count / 200) for count in counts] == [98, 1, 1]
    held = [split_of(str(n), 10) for n in range(20_000)]
    assert [round(held.count(split) / 200) for split in range(3)] == [80, 10, 10]


def test_the_first_of_equal_pairs_is_kept(tmp_path: Path) -> None:
    rows = [
        ("It rained.", "They left.", 0),
        ("It rained .", "they  LEFT", 0),  # said again in its split
        ("They left.", "It rained.", 0),
        ("It rained!", "They left.", 2),  # and in another
        ("Itrained.", "They left.", 0),
        ("It rained they", "left", 0),
    ]
    with duplicates_of(tmp_path / "keys") as duplicates:
        for number, (first, second, split) in enumerate(rows):
            duplicates.add(first, second, split, number % 2)
        found = duplicates.sort()
    assert found.kept.tolist() == [True, False, True, False, True, True]
    assert (found.within, found.across, found.groups) == (1, 1, {0: 3, 1: 1})
    assert not list((tmp_path / "keys").iterdir())


def test_parts_are_read_twice_from_whatever_gives_them(engine: Engine, tmp_path: Path) -> None:
    examples = engine.unfuse("Ann Lee sang. However, she left early. Tom Hale stayed there.")
    write_examples(examples, tmp_path / "a.parquet", "parquet", Report())
    tally = assemble(tmp_path.glob("*.parquet"), tmp_path, Plan())
    written = sum(len(_rows(tmp_path, name)) for name in SPLITS)
    assert written == tally.rows > 0


def test_a_data_set_of_no_parts_leaves_another_one_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "train.tsv").write_text("ours")
    with pytest.raises(UsageError, match="there are no parts"):
        assemble([], tmp_path, Plan())
    assert (tmp_path / "train.tsv").read_text() == "ours"


def test_no_card_is_left_of_what_a_folder_held_before(tmp_path: Path) -> None:
    for name in ("dataset_card.md", "README.md", "train.tsv"):
        (tmp_path / name).write_text("ours")
    drop_card(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["train.tsv"]


def test_rates() -> None:
    shares = [Share("and", 20.0), Share("but", 30.0)]
    assert rates({-1: 50, 0: 40, 1: 60}, shares) == pytest.approx([0.5, 0.5])
    # there are too few of the second: all are kept, and count among the rest
    assert rates({-1: 70, 0: 40, 1: 10}, shares) == pytest.approx([0.5, 1.0])
    assert rates({-1: 0, 0: 40}, shares) == [0.0, 1.0]
    # of the second there is too little, and then of the first enough
    shares = [Share("and", 10.0), Share("but", 80.0)]
    assert rates({-1: 80, 0: 15, 1: 10}, shares) == pytest.approx([10 / 15, 1.0])


def test_a_balanced_share_of_what_has_one_already() -> None:
    plan = Plan([Share("PAIR_NONE", 10.0)], [Share("PAIR_NONE", 5.0), Share("and", 20.0)])
    samplers = plan.samplers({0: 100, 1: 100, -1: 700})
    assert samplers[""].rates[0] == pytest.approx(800 / 9 / 100)
    kept = {group: samplers["_balanced"].rates[group] * left for group, left in ((0, 89), (1, 100))}
    # 5 and 20 of 100, and the rest
    assert kept[0] / (kept[0] + 100 + 700) == pytest.approx(0.05, abs=0.001)
    assert samplers["_balanced"].rates[1] == 1.0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("an=5", "no type or connective 'an'; did you mean 'and'"),
        ("pair_non=5", "did you mean 'PAIR_NONE'"),
        ("and=many", "a share is a percentage below 100, such as and=12.5"),
        ("and", "a share is a percentage"),
        ("and=50,but=45", "make 105 of 100"),
        ("and=10,AND=20", "'and' has two shares"),
    ],
)
def test_wrong_shares(given: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Plan([Share("PAIR_NONE", 10)], shares_of(given, ["PAIR_NONE"], ["and", "but"]))


@pytest.mark.parametrize("percent", [-5, 100])
def test_what_is_no_share(percent: int) -> None:
    with pytest.raises(UsageError, match="a share is a percentage below 100"):
        Share("and", percent)


def test_a_data_set(run_disco: Run, tmp_path: Path) -> None:
    _corpus(tmp_path / "in.jsonl", 400)
    command = ("build", "in.jsonl", "-o", "set", "--shard-size", "150", "--controls", "5")
    done = run_disco(*command)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "set"
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        [f"{name}.{kind}" for name in FILES for kind in ("tsv", "parquet")]
        + ["README.md", "connectives.png", "dataset_card.md", "discourse_types.png", "parts"]
    )
    tables = {name: pq.read_table(folder / f"{name}.parquet").to_pylist() for name in FILES}
    for name in FILES:
        rows = _rows(folder, name)
        assert [row["coherent_first_sentence"] for row in rows] == [
            row["coherent_first_sentence"] for row in tables[name]
        ]
        assert all(tuple(row) == COLUMNS for row in rows)
    documents = {s: {r["id"].rpartition("#")[0] for r in tables[s]} for s in SPLITS}
    assert all(documents.values())
    assert not any(a & b for a, b in combinations(documents.values(), 2))
    pairs = [
        (row["incoherent_first_sentence"], row["incoherent_second_sentence"])
        for split in SPLITS
        for row in tables[split]
    ]
    assert len(pairs) == len(set(pairs))
    for split in SPLITS:
        ids = [row["id"] for row in tables[split]]
        balanced = {row["id"] for row in tables[f"{split}_balanced"]}
        assert balanced <= set(ids)
    whole = [row for split in SPLITS for row in tables[split]]
    controls = sum(row["discourse_type"] == "PAIR_NONE" for row in whole)
    assert controls == pytest.approx(len(whole) * 0.05, abs=2)
    balanced_rows = [row for split in SPLITS for row in tables[f"{split}_balanced"]]
    for word, share in (("and", 12.5), ("but", 10.7)):
        count = sum(row["connective_string"].strip(", ") == word for row in balanced_rows)
        assert 100 * count / len(balanced_rows) == pytest.approx(share, abs=1.5)

    card = (folder / "dataset_card.md").read_text()
    assert f"| train | {len(documents['train']):,} | {len(tables['train']):,} |" in card
    assert "| 16,310,585 |" in card
    assert "| 12.5 |" in card
    assert "| pair.opening |" in card
    for picture in ("connectives.png", "discourse_types.png"):
        assert picture in card
        assert (folder / picture).read_bytes().startswith(b"\x89PNG")

    # again: nothing is unfused, and the bytes are the same; other shares need no new parts
    before = _bytes(folder)
    parts = {p: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()}
    assert run_disco(*command).returncode == 0
    assert _bytes(folder) == before
    other = run_disco(*command[:-1], "20", "--balance", "but=2")
    assert other.returncode == 0, other.stderr
    assert {p: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()} == parts
    assert len(pq.read_table(folder / "train.parquet")) > len(tables["train"])
    assert run_disco(*command, "--held-out", "25").returncode == 0
    assert "50, 25 and 25 of 100" in (folder / "dataset_card.md").read_text()
    assert len(pq.read_table(folder / "dev.parquet")) > 5 * len(tables["dev"])
    assert {p: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()} == parts
    refused = run_disco(*command, "--min-tokens", "7")
    assert refused.returncode == 2
    assert "had other options; --restart begins anew" in refused.stderr


def test_a_first_try_that_made_nothing_is_in_nobodys_way(run_disco: Run, tmp_path: Path) -> None:
    row = {"id": "a", "body": "Ann Lee sang in Leeds. However, she left early."}
    (tmp_path / "a.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "empty.txt").write_text("")
    build = ["build", "-o", "out", "-j", "1"]
    assert run_disco(*build, "a.jsonl").returncode == 1
    for name in (f"train.tsv.{'0f' * 16}.partial", "mined.jsonl.partial"):
        (tmp_path / "out" / name).write_text("of a run that was killed, or of another command")
    done = run_disco(*build, "a.jsonl", "--text-field", "body")
    assert done.returncode == 0, done.stderr
    # of three splits for one document
    said = " ".join(done.stderr.split())
    assert "nothing in dev and test: all is of 1 document, each in one split" in said
    assert said.endswith("(an empty line, a file or a row ends one)")
    left = [path.name for path in (tmp_path / "out").glob("*.partial")]
    assert left == ["mined.jsonl.partial"]
    (tmp_path / "torn.txt.gz").write_bytes(gzip.compress(b"Ann Lee sang in Leeds. " * 99)[:-9])
    fields = ["--text-field", "body"]
    torn = run_disco("build", "a.jsonl", "torn.txt.gz", "-o", "two", "-j", "1", *fields)
    assert torn.returncode == 1
    card = (tmp_path / "two" / "dataset_card.md").read_text()
    assert "Not read, or not to the end: torn.txt.gz." in card
    for text in ("Hello there.", "The mill burned in May. The council met in York."):  # a control
        (tmp_path / "none.txt").write_text(text)
        done = run_disco("build", "none.txt", "-o", "none", "-j", "1", "--restart")
        assert done.returncode == 1
        assert "no example could be made of these texts" in done.stderr
        assert not (tmp_path / "none" / "train.tsv").exists()
    done = run_disco("build", "empty.txt", "-o", "other", "-j", "1")
    assert (done.returncode, "there is no text in what was named" in done.stderr) == (1, True)


@pytest.mark.slow
def test_what_datasets_loads(
    run_disco: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    from datasets import load_dataset

    _corpus(tmp_path / "in.jsonl", 120)
    done = run_disco("build", "in.jsonl", "-o", "set", "-j", "1", "-q")
    assert done.returncode == 0, done.stderr
    cache = str(tmp_path / "cache")
    loaded = load_dataset(str(tmp_path / "set"), cache_dir=cache)
    assert set(loaded) == {"train", "validation", "test"}
    assert loaded["train"].num_rows == len(_rows(tmp_path / "set", "train"))
    assert set(COLUMNS) <= set(loaded["train"].column_names)
    balanced = load_dataset(str(tmp_path / "set"), "balanced", cache_dir=cache)
    assert balanced["train"].num_rows == len(_rows(tmp_path / "set", "train_balanced"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.txt", "-o", "set"), "none.txt: no such file"),
        (("in.jsonl", "-o", "in.jsonl"), "cannot be written: Not a directory"),
        (("in.jsonl", "-o", "set", "--balance", "bt=3"), "did you mean 'but'"),
        (("-", "-o", "set"), "standard input cannot be read again"),
    ],
)
def test_bad_calls(
    run_disco: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    _corpus(tmp_path / "in.jsonl", 2)
    done = run_disco("build", *arguments, stdin="It rained.\n")
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


def test_a_folder_of_something_else_stays_as_it_is(run_disco: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "train.tsv").write_text("id\ttext\n1\tIt rained, but they left the town.\n")
    (folder / "README.md").write_text("Mine.")
    for arguments, message in (
        (("mine/train.tsv", "-o", "mine"), "train.tsv: is an input, and stands in mine"),
        (("corpus.txt", "-o", "mine"), "mine: holds something else; build in a new folder"),
    ):
        (tmp_path / "corpus.txt").write_text("It rained, but they left the town.\n")
        done = run_disco("build", *arguments, "-q")
        assert done.returncode == 2
        assert message in done.stderr
    assert (folder / "README.md").read_text() == "Mine."
    assert (folder / "train.tsv").read_text().startswith("id\ttext\n")


def test_where_all_texts_fail_a_data_set_stays(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text("The mill burned in May, but they left the town.\n")
    build = ("build", "corpus.txt", "-o", "set", "-j", "1", "-q")
    assert run_disco(*build).returncode == 0
    before = (tmp_path / "set" / "train.tsv").read_bytes()
    for more in (("--restart",), ()):
        done = run_disco(*build, "--timeout", "0.001", *more)
        assert (done.returncode, (tmp_path / "set" / "train.tsv").read_bytes()) == (1, before)
        assert "nothing else was there" in done.stderr


@pytest.mark.slow
def test_killed_at_random_moments(run_disco: Run, tmp_path: Path) -> None:
    _corpus(tmp_path / "in.jsonl", 3_000)
    command = ("build", "in.jsonl", "-q", "--shard-size", "200", "-o")
    assert run_disco(*command, "whole").returncode == 0
    chance = random.Random(4)
    for _ in range(12):
        process = subprocess.Popen([sys.executable, "-m", "disco", *command, "set"], cwd=tmp_path)
        try:
            process.wait(chance.uniform(1, 6))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
    assert run_disco(*command, "set").returncode == 0
    wanted = {n: b.replace(b"whole", b"set") for n, b in _bytes(tmp_path / "whole").items()}
    assert _bytes(tmp_path / "set") == wanted


def _example(engine: Engine, **changed: Any) -> Example:
    (found, *_) = engine.unfuse("It rained all night, but nobody in Leeds complained.")
    return replace(found, **changed)


def _table(path: Path, *examples: Example) -> Path:
    with open_writer(path, "parquet") as writer:
        for example in examples:
            writer.write(example)
    return path


def test_all_rows_of_a_part_are_read(engine: Engine, tmp_path: Path) -> None:
    names = [f"a#b {n}#1" for n in range(2_500)]
    one = _example(engine)
    path = _table(tmp_path / "p.parquet", *(replace(one, id=name) for name in names))
    assert rows_in([path]) == len(names)
    assert [example.id for example in examples_in([path])] == names
    assert next(examples_in([path])).document == "a#b 0"


def test_what_an_anaphor_was_is_kept_in_a_part(engine: Engine, tmp_path: Path) -> None:
    example = _example(engine, has_coref_type_pronoun=True)
    (found,) = examples_in([_table(tmp_path / "p.parquet", example)])
    assert (found.has_coref_type_pronoun, found.has_coref_type_nominal) == (True, False)


def test_a_share_of_anaphora_is_of_both_kinds(engine: Engine) -> None:
    share = Share("anaphora", 20.0)
    kinds = (False, False), (True, False), (False, True)
    examples = [
        _example(engine, has_coref_type_pronoun=pronoun, has_coref_type_nominal=nominal)
        for pronoun, nominal in kinds
    ]
    assert [share.fits(example) for example in examples] == [False, True, True]


def test_each_split_has_its_share() -> None:
    sampler = Sampler({0: 0.5})
    asked = [sampler.keeps(split, 0) for split in ("train", "dev", "train", "dev")]
    assert asked == [True, True, False, False]


def test_what_is_there_twice_is_counted(engine: Engine, tmp_path: Path) -> None:
    rows = [("a", "It rained."), ("a", "It rained!"), ("doc 94", "It rained.")]
    rows += [("b", "They left."), ("b", "They left")]
    examples = [
        _example(engine, id=f"{document}#{n}", incoherent_first_sentence=text)
        for n, (document, text) in enumerate(rows)
    ]
    tally = assemble([_table(tmp_path / "p.parquet", *examples)], tmp_path / "out", Plan())
    assert (tally.rows, tally.within, tally.across, tally.total("")) == (5, 2, 1, 2)


def test_the_card_says_what_was_left_out(engine: Engine, tmp_path: Path) -> None:
    tally = Tally()
    for n in range(4):
        tally.add(_example(engine, document=str(n)), "train", "")
    tally.add(_example(engine, document="0"), "train", "_balanced")
    tally.rows, tally.within, tally.across = 10, 2, 1
    facts = {
        **{"version": "1", "model": "m", "rules": "r", "unread": ["torn.gz"]},
        "options": {"min_tokens": 4, "min_fusion": 0.88},
        "shares": [],
        "balanced": [Share("and", 12.5)],
        "held_out": 1.0,
        "inputs": [{"path": f"{n}.txt", "size": n, "hash": "h"} for n in range(25)],
    }
    write_card(tally, tmp_path, facts)
    card = (tmp_path / "dataset_card.md").read_text()
    for said in (
        "Of 10 examples 3 say again what another one says, 1 of them in another split, and 3 are",
        "| but | 4 | 100.0 | 1 | 100.0 |",
        "| train | 4 | 4 | 1 |",
        f"| and 5 more, which the manifest in parts/ has | {sum(range(20, 25))} |",
        "Not read, or not to the end: torn.gz.",
        "| min_tokens | 4 |",
        "| shares, of all | none |",
        "| shares, further ones of the balanced files | and 12.5% |",
    ):
        assert said in card
    assert "min_fusion" not in card  # nothing of this data set hangs on it
    readme = (tmp_path / "README.md").read_text()
    assert "  - split: train\n    path: train_balanced.parquet" in readme
