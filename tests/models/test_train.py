"""From rows to a model that gives them back: plain, reversed, adaptive, interrupted."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from examples.train.adaptive import adaptive_sentences
from examples.train.rows import Row, row_of
from tests.common import Run, rows_of
from tests.models.conftest import PAIRS

ROOT = Path(__file__).parents[2]
ENOUGH = ["--steps", "300", "--batch-size", "20", "--learning-rate", "0.003", "--cpu"]


@pytest.fixture(scope="module")
def splits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty pairs as `disco categorize` writes them, to learn and to be asked."""
    folder = tmp_path_factory.mktemp("splits")
    rows = [{"id": str(n), "long": p[0], "split": list(p[1:])} for n, p in enumerate(PAIRS)]
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = subprocess.run(
        [sys.executable, "-m", "disco", "categorize", "pairs.jsonl", "-o", "train.jsonl"],
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0
    for name in ("dev", "test"):
        (folder / f"{name}.jsonl").write_bytes((folder / "train.jsonl").read_bytes())
    return folder


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "examples.train", *map(str, arguments)]


def _train(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(*arguments), cwd=ROOT, capture_output=True, text=True, check=False
    )


def _said(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "predictions.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("options", [[], ["--reverse"], ["--adaptive"]])
def test_twenty_splits_are_given_back(
    options: Sequence[str], splits: Path, checkpoint: Path, tmp_path: Path, run_disco: Run
) -> None:
    done = _train(splits, "-m", checkpoint, "-o", tmp_path / "model", *ENOUGH, *options)
    assert done.returncode == 0, done.stderr
    rows = _said(tmp_path / "model")
    assert [(row["long"], *row["split"]) for row in rows] == PAIRS
    scored = run_disco("evaluate", "model/predictions.jsonl", "--format", "json")
    (found,) = [row for row in json.loads(scored.stdout) if row["split"] == "all"]
    assert found["scores"]["BLEU"] == pytest.approx(100)


def test_fusion(splits: Path, checkpoint: Path, tmp_path: Path) -> None:
    options = [*ENOUGH, "--task", "fusion"]
    done = _train(splits, "-m", checkpoint, "-o", tmp_path / "model", *options)
    assert done.returncode == 0, done.stderr
    assert [row["prediction"] for row in _said(tmp_path / "model")] == [pair[0] for pair in PAIRS]


def test_the_adaptive_loss_does_not_learn_what_the_split_does_not_need(
    splits: Path, checkpoint: Path, tmp_path: Path
) -> None:
    """The reference says "grand captain" where the long sentence has "captain"."""
    for name in ("train", "dev", "test"):
        rows = rows_of(splits / f"{name}.jsonl")
        for row in rows:
            row["split"] = [s.replace("The captain", "The grand captain") for s in row["split"]]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    kinds = {row["id"]: row["category"] for row in rows}
    every, across = {"direct_insertion", "across_sentence"}, {"across_sentence"}
    for option, learned in (("--cpu", every), ("--adaptive", across)):
        out = tmp_path / option
        done = _train(tmp_path, "-m", checkpoint, "-o", out, *ENOUGH, option)
        assert done.returncode == 0, done.stderr
        said = [row for row in _said(out) if "grand" in " ".join(row["split"])]
        assert {kinds[row["id"]] for row in said} == learned


def test_the_page_works(checkpoint: Path, tmp_path: Path, run_disco: Run) -> None:
    """Its three commands, with a tiny model and few steps."""
    corpus = "\n\n".join(f"{pair[0]} {n} ships came." for n in range(10) for pair in PAIRS)
    (tmp_path / "corpus.txt").write_text(corpus)
    page = (ROOT / "docs" / "train.md").read_text("utf-8").split("```\n")[1]
    build, train, evaluate = (line.split() for line in page.splitlines())
    assert run_disco(*build[1:]).returncode == 0
    model = ["-m", checkpoint, "-o", tmp_path / "model", "--steps", "2", "--cpu"]
    assert [train[2], train[4], train[6]] == ["examples.train", "-m", "-o"]
    done = _train(tmp_path / train[3], *model)
    assert done.returncode == 0, done.stderr
    assert "Copy" in run_disco(*evaluate[1:]).stdout


def test_killed_and_run_again(splits: Path, checkpoint: Path, tmp_path: Path) -> None:
    call = [splits, "-m", checkpoint, "-o", tmp_path / "model", *ENOUGH]
    process = subprocess.Popen(_command(*call), cwd=ROOT, stderr=subprocess.DEVNULL)
    checkpoints = tmp_path / "model" / "checkpoints"
    deadline = time.monotonic() + 120
    while not list(checkpoints.glob("*/trainer_state.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert not (tmp_path / "model" / "config.json").exists()
    broken = checkpoints / "checkpoint-9999"  # as if it had been killed while it wrote this one
    broken.mkdir()
    other = _train(*call, "--seed", "7")
    assert other.returncode == 1
    assert "was begun with another seed" in other.stderr
    done = _train(*call)
    assert done.returncode == 0, done.stderr
    assert [(row["long"], *row["split"]) for row in _said(tmp_path / "model")] == PAIRS
    assert not checkpoints.exists()
    undisturbed = _train(splits, "-m", checkpoint, "-o", tmp_path / "alone", *ENOUGH)
    assert undisturbed.returncode == 0, undisturbed.stderr
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("model", "alone")]
    assert weights[0] == weights[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--task", "fusion", "--reverse"], "--reverse and --adaptive are for splitting"),
        (["-m", "nowhere/nothing"], "nowhere/nothing: "),
        (["--balanced"], "none of train_balanced.parquet"),
    ],
)
def test_bad_calls(
    options: Sequence[str], message: str, splits: Path, checkpoint: Path, tmp_path: Path
) -> None:
    done = _train(splits, "-m", checkpoint, "-o", tmp_path / "model", *options)
    assert done.returncode == 1
    assert message in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"long": "It rained.", "split": ["It', "train.jsonl:2: no row of JSON"),
        ('{"long": "It rained."}', "train.jsonl: row 2 has no split"),
        ('{"text": "It rained."}', "train.jsonl: row 2 has no incoherent_first_sentence"),
    ],
)
def test_bad_rows(line: str, message: str, splits: Path, checkpoint: Path, tmp_path: Path) -> None:
    first, *_ = (splits / "train.jsonl").read_text("utf-8").splitlines()
    (tmp_path / "train.jsonl").write_text(f"{first}\n{line}\n")
    for name in ("dev", "test"):
        (tmp_path / f"{name}.jsonl").write_text("")
    done = _train(tmp_path, "-m", checkpoint, "-o", tmp_path / "model", *ENOUGH)
    assert done.returncode == 1
    assert message in done.stderr.splitlines()[-1]


def _row(text: str, sentences: Sequence[str], labels: str) -> Row:
    """A row whose text has spaces around each token."""
    return Row("r", text, list(sentences), "", "", text.split(), list(map(int, labels)))


@pytest.mark.parametrize(
    ("labels", "learned"),
    [
        ("00011100000", ["He ran home .", "Then she sat down at once ."]),
        ("11111111111", ["He went home .", "Then she sat down ."]),
    ],
)
def test_what_is_learned_of_a_pair(labels: str, learned: list[str]) -> None:
    text = "He ran home , and she sat down at once ."
    row = _row(text, ["He went home .", "Then she sat down ."], labels)
    assert adaptive_sentences(row) == learned


def test_rows_of_both_data_sets() -> None:
    row = row_of(
        {
            "coherent_first_sentence": "It rained .",
            "coherent_second_sentence": "But they left .",
            "incoherent_first_sentence": "It rained .",
            "incoherent_second_sentence": "They left .",
            "discourse_type": "PAIR_CONN",
        }
    )
    assert row.text == "It rained . But they left ."
    assert row.sentences == ["It rained .", "They left ."]
    assert row.kind == "PAIR_CONN"
