"""Sentences of two versions of a text, put together."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from disco.pairs.align import VersionAligner, Versions, path
from disco.stream import Job
from tests.common import Run, rows_of

Table = NDArray[np.float64]

# Coster and Kauchak 2011, figure 1
PAPERS = [
    (
        "As Isolde arrives at his side, Tristan dies with her name on his lips.",
        "As Isolde arrives at his side, Tristan dies while speaking her name.",
    ),
    (
        "Alfonso Perez Munoz, usually referred to as Alfonso, is a former Spanish footballer, in "
        "the striker position.",
        "Alfonso Perez is a former Spanish football player.",
    ),
    (
        "Endemic types or species are especially likely to develop on islands because of their "
        "geographical isolation.",
        "Endemic types are most likely to develop on islands because they are isolated.",
    ),
]
NORMAL = (
    "The mill, which stood by the river, burned in March, but the owners rebuilt it in May.",
    "Ann Lee opened a school for girls in the old tower and taught there for nine years.",
    "Nobody knows what the whales were doing so far from the sea.",
    "The bridge was closed to all traffic. It was taken down a year later.",
)
SIMPLE = (
    "The mill burned in March.",
    "It stood by the river, but the owners rebuilt the mill in May.",
    "Ann Lee opened a school for girls in the old tower and taught there for nine years.",
    "Bees sleep at night.",
    "The bridge was closed to all traffic and taken down a year later.",
)


def _aligned(normal: str, simple: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    (found,) = VersionAligner(0.5, 0.5).work(Job.align, [Versions("t", normal, simple)])
    return [(pair.operation, pair.normal, pair.simple) for pair in found.pairs]


def test_the_papers_examples() -> None:
    text, other = (" ".join(pair[k] for pair in PAPERS) for k in (0, 1))
    (found,) = VersionAligner(0.3, 0.3).work(Job.align, [Versions("t", text, other)])
    assert [(*p.normal, *p.simple) for p in found.pairs] == PAPERS
    assert {pair.operation for pair in found.pairs} == {"1-1"}


def test_one_to_one_to_two_and_two_to_one() -> None:
    parts = NORMAL[3].split(". ")
    assert _aligned(" ".join(NORMAL), " ".join(SIMPLE)) == [
        ("1-2", NORMAL[:1], SIMPLE[:2]),
        ("1-1", NORMAL[1:2], SIMPLE[2:3]),
        ("2-1", (f"{parts[0]}.", parts[1]), SIMPLE[4:]),
    ]


def test_two_and_two_are_alike_crosswise() -> None:
    school = "Ann Lee opened a school for girls in the old tower of Leeds."
    bridge = "The bridge by the river was closed to all traffic in May."
    turned = (
        "In May the bridge by the river was closed to traffic.",
        "In the old tower of Leeds Ann Lee opened a school for girls.",
    )
    assert _aligned(f"{school} {bridge}", " ".join(turned)) == [("2-2", (school, bridge), turned)]


def test_paragraphs_in_another_order() -> None:
    normal = "\n".join((f"{NORMAL[0]} {NORMAL[2]}", NORMAL[1]))
    simple = "\n".join((SIMPLE[2], f"{SIMPLE[0]} {SIMPLE[1]}", SIMPLE[3]))
    assert _aligned(normal, simple) == [
        ("1-1", NORMAL[1:2], SIMPLE[2:3]),
        ("1-2", NORMAL[:1], SIMPLE[:2]),
    ]


def test_a_neighbour_is_no_part() -> None:
    """The paper's table gains by any word in common; two that are no more like it are not taken."""
    text = f"{NORMAL[1]} The river is long."
    (first, *_) = _aligned(NORMAL[1], text)
    assert first == ("1-1", (NORMAL[1],), (NORMAL[1],))


def _best(similar: Table, i: int, j: int) -> float:
    """The paper's recurrence, word for word."""
    if i < 0 or j < 0:
        return -1e9
    if not i and not j:
        return 0.0
    ways = [_best(similar, i, j - 1) - 0.0001, _best(similar, i - 1, j) - 0.0001]
    for high, wide in ((1, 1), (1, 2), (2, 1), (2, 2)):
        if i >= high and j >= wide:
            ways.append(_best(similar, i - high, j - wide) + _gain(similar, high, wide, i, j))
    return max(ways)


def _gain(similar: Table, high: int, wide: int, i: int, j: int) -> float:
    if (high, wide) == (2, 2):
        return float(similar[i - 1, j - 2] + similar[i - 2, j - 1])
    return float(similar[i - high : i, j - wide : j].sum())


@pytest.mark.parametrize("seed", range(12))
def test_the_table_gains_what_the_papers_recurrence_does(seed: int) -> None:
    chance = np.random.default_rng(seed)
    height, width = chance.integers(1, 6, 2)
    similar = chance.random((height, width)) * (chance.random((height, width)) < 0.5)
    total, at = 0.0, (0, 0)
    for step, i, j in path(similar):
        high, wide = i - at[0], j - at[1]
        total += _gain(similar, high, wide, i, j) if high and wide else -0.0001
        assert step.name.startswith("skip") != bool(high and wide)
        at = (i, j)
    assert at == (height, width)
    assert total == pytest.approx(_best(similar, height, width))


def test_the_command(run_disco: Run, tmp_path: Path) -> None:
    for name, texts in (("n", NORMAL), ("s", SIMPLE)):
        whole = {"text": " ".join(texts)} if name == "n" else {"sentences": list(texts)}
        rows = [{"id": "a", **whole}, {"id": name, "text": "Only here."}]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
        (tmp_path / f"{name}.txt").write_text(" ".join(texts))
    done = run_disco("align", "n.jsonl", "s.jsonl", "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    assert "3 pairs of 1 text" in done.stderr
    assert "2 texts in one of the two files only" in done.stderr
    pairs = rows_of(tmp_path / "out.jsonl")
    assert [(pair["id"], pair["operation"]) for pair in pairs] == [
        ("a#1", "1-2"),
        ("a#2", "1-1"),
        ("a#3", "2-1"),
    ]
    assert pairs[0]["split"] == list(SIMPLE[:2])
    for option in ("--min-paragraphs", "--min-similarity"):
        done = run_disco("align", "n.jsonl", "s.jsonl", "-o", "none.jsonl", option, "1")
        assert "0 pairs of 1 text" in done.stderr
    done = run_disco("align", "n.txt", "s.txt", "-o", "out.tsv")  # which has a place for one
    assert (done.returncode, "1 pair of 1 text" in done.stderr) == (0, True)
    first, *_ = (tmp_path / "out.tsv").read_text().splitlines()
    assert first == f"{NORMAL[0]}\t{SIMPLE[0]} <::::> {SIMPLE[1]}"
    done = run_disco("categorize", "out.tsv", "-o", "kinds.jsonl")  # which reads all of it
    assert "1 pair" in done.stderr
    assert "skipped" not in done.stderr


def test_what_was_there_stays_where_one_file_cannot_be_read(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "n.jsonl").write_text("garbage\n")
    (tmp_path / "s.jsonl").write_text('{"id": "a", "text": "It rained."}\n')
    (tmp_path / "out.jsonl").write_text("kept")
    assert run_disco("align", "n.jsonl", "s.jsonl", "-o", "out.jsonl").returncode == 1
    assert (tmp_path / "out.jsonl").read_text() == "kept"


def test_parts_of_another_field_are_not_taken_up(run_disco: Run, tmp_path: Path) -> None:
    row = json.dumps({"id": "a", "text": " ".join(NORMAL), "body": " ".join(NORMAL)}) + "\n"
    for name in ("n.jsonl", "s.jsonl"):
        (tmp_path / name).write_text(row)
    command = ["align", "n.jsonl", "s.jsonl", "-o", "out.jsonl", "--shard-size", "1", "-q"]
    assert run_disco(*command).returncode == 0
    done = run_disco(*command, "--text-field", "body")
    assert (done.returncode, "text_field was text, not body" in done.stderr) == (2, True)


def test_that_all_failed_is_no_success(run_disco: Run, tmp_path: Path) -> None:
    rows = [{"id": name, "text": " ".join(NORMAL)} for name in ("a", "only here")]
    (tmp_path / "n.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "s.jsonl").write_text(json.dumps(rows[0]) + "\n")
    command = ["align", "n.jsonl", "s.jsonl", "-o", "out.jsonl", "--shard-size", "1", "-j", "1"]
    done = run_disco(*command, "--timeout", "0.001")
    assert done.returncode == 1
    assert "nothing could be made of any of the texts" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("no.jsonl", "s.jsonl"), 2, "no.jsonl: no such file"),
        (("t.txt", "s.jsonl"), 2, "one has rows with ids, the other is one text"),
        (("b.jsonl", "s.jsonl"), 0, "b.jsonl:1: no 'id', which pairs versions"),
        (("e.jsonl", "s.jsonl"), 0, "0 pairs of 0 texts"),
        (("d.jsonl", "s.jsonl"), 0, "d.jsonl:2: id 'a' stands twice"),
        (("[bd].jsonl", "s.jsonl"), 2, "a version is one file, and these are 2"),
    ],
)
def test_bad_calls(
    run_disco: Run, tmp_path: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    (tmp_path / "s.jsonl").write_text('{"id": "a", "text": "It rained."}\n')
    (tmp_path / "b.jsonl").write_text('{"text": "It rained."}\n{"id": "a", "text": "It rained."}\n')
    (tmp_path / "t.txt").write_text("It rained.\n")
    (tmp_path / "e.jsonl").write_text("")
    (tmp_path / "d.jsonl").write_text('{"id": "a", "text": "It rained."}\n' * 2)
    done = run_disco("align", *arguments, "-o", "out.jsonl")
    assert done.returncode == code
    assert message in " ".join(done.stderr.split())


def test_a_paragraph_of_many_sentences() -> None:
    text = " ".join(f"The mill number {n} burned in the year {1000 + n}." for n in range(3_000))
    (found,) = VersionAligner(0.5, 0.5).work(Job.align, [Versions("t", text, text)])
    assert len(found.pairs) == 3_000
    assert {pair.operation for pair in found.pairs} == {"1-1"}


def test_both_thresholds_and_what_the_steps_are() -> None:
    versions = [Versions("t", " ".join(NORMAL), " ".join(SIMPLE))]
    (found,) = VersionAligner(0.1, 0.9).work(Job.align, versions)
    pairs = [(p.operation, p.normal, p.similarity) for p in found.pairs]
    assert pairs == [("1-1", NORMAL[1:2], 1.0)]
    (found,) = VersionAligner(0.5, 0.5).work(Job.align, versions)
    once = ("1-2", "1-1", "2-1", "skip normal", "skip simple")
    assert found.steps == Counter(dict.fromkeys(once, 1))
    (found,) = VersionAligner(0.9, 0.1).work(Job.align, [Versions("t", NORMAL[0], SIMPLE[0])])
    assert found.pairs == ()


def test_a_neighbour_in_front_is_left_out() -> None:
    versions = Versions("t", NORMAL[1], f"The river is long. {NORMAL[1]}")
    (found,) = VersionAligner(0.5, 0.5).work(Job.align, [versions])
    assert [(p.operation, p.simple) for p in found.pairs] == [("1-1", (NORMAL[1],))]
