"""Scores of splits, each counted out by hand; the whole table on the real command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from disco import Engine, UsageError
from disco.corpus import Intake, read_predictions
from disco.scores.fusions import Scored, sari_of_many, sari_xu
from disco.scores.splits import (
    ScoredSplit,
    as_halves,
    as_source,
    split_scores_of,
    string_accuracy,
    syllables,
    word_f1,
)
from disco.scores.table import evaluated
from tests.common import OF_DISCOFUSE, Run

ROW = ScoredSplit(
    "the mill burned and the owners left .",
    ("The mill burned .", "The owners left ."),
    ("the mill burned . the owners left .",),
)


def test_case_does_not_count() -> None:
    found = {name: value.value for name, value in split_scores_of([ROW]).items()}
    assert found["BLEU"] == pytest.approx(100)
    assert found["sBLEU"] == pytest.approx(100)
    assert found["F1"] == found["SSA"] == 100
    assert (found["sents"], found["tokens"], found["copies"]) == (2, 4, 0)


def test_the_grade_of_flesch_and_kincaid() -> None:
    # six words and seven syllables in two sentences
    assert [syllables(w) for w in ("the", "mill", "burned", "owners", "left")] == [1, 1, 1, 2, 1]
    wanted = 0.39 * 6 / 2 + 11.8 * 7 / 6 - 15.59
    assert split_scores_of([ROW])["FKGL"].value == pytest.approx(wanted)


@pytest.mark.parametrize(("word", "count"), [("zorbled", 2), ("zorble", 2), ("grake", 1), ("x", 1)])
def test_syllables_of_words_that_no_dictionary_has(word: str, count: int) -> None:
    assert syllables(word) == count


def test_words_and_edits() -> None:
    # two of three words are right on both sides; one of three has to be edited
    assert word_f1("a b c", "a b d") == pytest.approx(2 / 3)
    assert string_accuracy("a b c", "a b d") == pytest.approx(2 / 3)
    assert string_accuracy("a b c d e f g", "a") == 0
    assert word_f1("a", "b") == 0


def test_the_best_reference_counts() -> None:
    two = ScoredSplit("a b", ("a b",), ("c d", "a b"))
    found = split_scores_of([two])
    assert found["F1"].value == found["SSA"].value == found["copies"].value == 100


def test_sari_of_one_reference_is_that_of_many() -> None:
    for texts in (("a b c", "a c", "a d"), ("a a b", "a b", "b"), ("a", "b", "c")):
        source, prediction, reference = texts
        assert sari_of_many(source, prediction, [reference]) == pytest.approx(sari_xu(*texts))
        twice = sari_of_many(source, prediction, [reference, reference])
        assert twice == pytest.approx(sari_xu(*texts))


def test_sari_of_two_references_by_hand() -> None:
    # source a, prediction b, references b and a; unigrams only: kept nothing, though one reference
    # keeps a: 0; added b, which is wanted: 1; deleted a twice, one of which is right: 1/2
    assert sari_of_many("a", "b", ["b", "a"]) == pytest.approx(100 * (0 + 1 + 0.5) / 3 / 4)


def test_baselines() -> None:
    assert as_source(ROW).prediction == (ROW.source,)
    assert as_halves(ROW).prediction == ("the mill burned and .", "the owners left .")


def test_sentences_of_a_text(tmp_path: Path) -> None:
    row = {"long": "a b", "split": "It rained . They left ! Why? .", "references": ["a b"]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row) + "\n")
    (found,) = read_predictions([tmp_path / "a.jsonl"], Intake())
    assert found.prediction == ("It rained .", "They left !", "Why? .")


def test_the_marks_of_the_data_sets_part_sentences_and_are_no_words(tmp_path: Path) -> None:
    long, split = "It rained, and they left.", ("It rained.", "They left.")
    row = {
        "long": long,
        "prediction": " <::::> ".join((*split, "")),
        "references": [" <SEP> ".join(split)],
    }
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    (found,) = read_predictions([tmp_path / "a.jsonl"], Intake())
    assert found == ScoredSplit(long, split, (" ".join(split),), split)


def test_intervals_hold_the_value_and_are_the_same_each_time() -> None:
    rows = [ROW, as_source(ROW), as_halves(ROW)] * 4
    found = split_scores_of(rows)
    assert found == split_scores_of(rows)
    for value in found.values():
        assert value.low <= value.value <= value.high
    assert found["SARI"].low < found["SARI"].high
    # of a share of a third in twelve rows 95 of 100 samples have one to seven
    assert (found["copies"].low, found["copies"].high) == pytest.approx((100 / 12, 700 / 12), abs=9)


def _row(**fields: object) -> str:
    row = {"long": ROW.source, "split": list(ROW.prediction), "references": list(ROW.references)}
    return json.dumps({**row, **fields}) + "\n"


def test_predictions_stand_beside_a_test_set(run_disco: Run, tmp_path: Path) -> None:
    table = (
        "He sang and left.\tHe sang. <::::> He left.\nIt ran and hid .\tIt ran . <::::> It hid .\n"
    )
    (tmp_path / "test.tsv").write_text(table)
    (tmp_path / "said.txt").write_text("He sang. He left.\nIt ran.\n")
    evaluate = ("evaluate", "test.tsv", "--predictions", "said.txt", "--format", "json")
    (own, *_) = json.loads(run_disco(*evaluate).stdout)
    assert (own["texts"], own["scores"]["sents"]) == (2, 1.5)
    (tmp_path / "said.txt").write_text("He sang. He left.\nIt ran. It hid.\n")
    assert json.loads(run_disco(*evaluate).stdout)[0]["scores"]["F1"] == 100
    (tmp_path / "said.txt").write_text("He sang. He left.\n")
    done = run_disco(*evaluate)
    assert done.returncode == 2
    assert "said.txt has 1 line for 2 rows" in done.stderr
    (tmp_path / "test.tsv").write_text(f"{table}none\n")
    done = run_disco(*evaluate)
    assert "said.txt has 1 line for 2 rows, beside 1 bad line" in done.stderr
    done = run_disco("evaluate", "test.tsv", "--predictions", "test.tsv")
    assert "'disco evaluate test.tsv' scores rows by themselves" in done.stderr
    done = run_disco("evaluate", "test.tsv", "--predictions", "gone.txt")
    assert "gone.txt: no such file" in done.stderr
    (tmp_path / "test.tsv").write_text(table)
    (tmp_path / "two").mkdir()
    for name in ("a.txt", "b.txt", "model.tsv.txt"):
        (tmp_path / "two" / name).write_text("He sang. He left.\nIt ran. It hid.\n")
    done = run_disco("evaluate", "test.tsv", "--predictions", "two")
    assert "two: --predictions is one file, and these are 3" in done.stderr
    assert run_disco("evaluate", "test.tsv", "--predictions", "two/model.tsv.txt").returncode == 0
    done = run_disco("evaluate", "-", "--predictions", "-", stdin=_row())
    assert (done.returncode, "standard input can be one of the two" in done.stderr) == (2, True)
    pair = {"first": "It rained.", "second": "He left.", "reference": "It rained, and he left."}
    (tmp_path / "test.jsonl").write_text(json.dumps(pair) + "\n")
    (tmp_path / "said.txt").write_text("It rained, and he left.\n")
    (row, *_) = json.loads(
        run_disco("evaluate", "test.jsonl", "--predictions", "said.txt", "--format", "json").stdout
    )
    assert row["scores"]["Exact"] == 100


def test_the_command(run_disco: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in.jsonl").write_text(_row() + _row(references=[["It burned .", "They left ."]]))
    found = json.loads(run_disco("evaluate", "in.jsonl", "--format", "json").stdout)
    assert [row["split"] for row in found] == ["all", "Source", "SplitHalf"]
    assert found[0]["scores"]["sents"] == 2
    low, high = found[0]["intervals"]["F1"]
    assert low < found[0]["scores"]["F1"] < high
    monkeypatch.delenv("COLUMNS", raising=False)
    assert "…" not in run_disco("evaluate", "in.jsonl", "--by", "category").stdout  # nothing is cut
    done = run_disco("evaluate", "in.jsonl", "--by", "category", "--format", "markdown")
    names = [line.split("|")[1].strip() for line in done.stdout.splitlines()[2:]]
    assert names == ["direct_insertion", "all", "Source", "SplitHalf"]
    assert "SplitHalf" in run_disco("evaluate", "in.jsonl").stdout
    (tmp_path / "fused.jsonl").write_text(
        json.dumps({**OF_DISCOFUSE, "fused": "It rained."}) + "\n"
    )
    done = run_disco("evaluate", "fused.jsonl", "--by", "category")
    assert (done.returncode, "--by category is for splits" in done.stderr) == (2, True)
    parts = [
        "It burned at no . 5 Mill Street in May",
        "They left early .",
    ]  # its marks tell nothing
    (tmp_path / "in.jsonl").write_text(_row(references=[parts]))
    (row,) = read_predictions([tmp_path / "in.jsonl"], Intake())
    assert isinstance(row, ScoredSplit)
    assert row.wanted == tuple(parts)


def test_the_table_of_the_command_is_for_the_library_too(engine: Engine) -> None:
    row = replace(ROW, wanted=ROW.prediction)
    names = [line.name for line in evaluated([row], engine)]
    assert names == ["direct_insertion", "all", "Source", "SplitHalf"]
    fused = Scored(
        "It rained. They left.", "It rained, and they left.", "It rained, and they left."
    )
    with pytest.raises(UsageError, match="cannot be scored in one table"):
        evaluated([ROW, fused])
    with pytest.raises(UsageError, match="categories are of splits"):
        evaluated([fused], engine)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (_row(long=""), "no field 'long' or 'text'"),
        ('{"text": "It rained.", "split": ["It rained."]}', "no field 'references'"),
        (_row(split=[3]), "'split' is no list of sentences"),
        (_row(references=[]), "'references' is no list of texts or of lists of sentences"),
        (_row(references=[3]), "'references' is no list of texts or of lists of sentences"),
        (_row(references="It rained."), "'references' is no list of texts"),
        (_row(references=[["It rained.", 1]]), "'references' is no list of texts"),
        (_row(references=None), "'references' is no list of texts"),
    ],
)
def test_bad_rows(run_disco: Run, tmp_path: Path, row: str, message: str) -> None:
    (tmp_path / "in.jsonl").write_text(row)
    done = run_disco("evaluate", "in.jsonl")
    assert done.returncode == 1
    assert message in done.stderr
    assert "nothing of the input could be read" in done.stderr
    (tmp_path / "in.jsonl").write_text("")
    done = run_disco("evaluate", "in.jsonl")
    assert (done.returncode, done.stderr) == (1, "error: there is nothing to score\n")


def test_what_was_predicted_may_be_a_text_or_a_list(run_disco: Run, tmp_path: Path) -> None:
    predicted = ["It burned.", "They left."], "It burned. They left."
    rows = [_row(prediction=p, split=["It was wrong."]) for p in predicted]
    (tmp_path / "in.jsonl").write_text("".join(rows) + _row(prediction=None, split=None))
    done = run_disco("evaluate", "in.jsonl", "--format", "json")
    assert "in.jsonl:3: no field 'split' or 'prediction'" in done.stderr
    (tmp_path / "in.jsonl").write_text(_row(split=predicted[0]) * 2)
    assert done.stdout == run_disco("evaluate", "in.jsonl", "--format", "json").stdout
    row = {"text": ROW.source, "prediction": predicted[0], "reference": ROW.references[0]}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    assert run_disco("evaluate", "in.jsonl", "--format", "json").stdout.startswith("[")


def test_a_split_of_nothing_counts(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(_row() + _row(split=[]))
    found = json.loads(run_disco("evaluate", "in.jsonl", "--format", "json").stdout)
    assert found[0]["texts"] == 2
    (tmp_path / "in.jsonl").write_text(_row())
    alone = json.loads(run_disco("evaluate", "in.jsonl", "--format", "json").stdout)
    assert found[0]["scores"]["F1"] < alone[0]["scores"]["F1"]


@pytest.mark.parametrize("given", ["It rained. They left.", (), (3,)])
def test_what_is_no_split_is_not_scored(given: Any) -> None:
    with pytest.raises(UsageError, match="prediction of a split are several sentences"):
        ScoredSplit("It rained, and they left.", given, ("It rained. They left.",))
    with pytest.raises(UsageError, match="references of a split are several sentences"):
        ScoredSplit("It rained, and they left.", ("It rained.",), given)


def test_two_kinds_of_rows(run_disco: Run, tmp_path: Path) -> None:
    fused = {"first": "It rained.", "second": "They left.", "fused": "a", "reference": "b"}
    (tmp_path / "in.jsonl").write_text(_row() + json.dumps(fused) + "\n")
    done = run_disco("evaluate", "in.jsonl")
    assert done.returncode == 2
    assert "cannot be scored in one table" in done.stderr


def test_all_references_count(tmp_path: Path) -> None:
    row = {"long": "a b", "split": ["a.", "b."], "references": ["it. so.", ["a.", "b."]]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row) + "\n")
    (found,) = read_predictions([tmp_path / "a.jsonl"], Intake())
    assert found == ScoredSplit("a b", ("a.", "b."), ("it. so.", "a. b."), ("it.", "so."))
    two = ScoredSplit("x y z w v", ("A b c d e .",), ("q r s t u .", "a b c d e ."))
    for each in (two, replace(two, references=two.references[::-1])):
        scores = split_scores_of([each])
        assert scores["BLEU"].value == pytest.approx(100)
        assert scores["sBLEU"].value == pytest.approx(100)


def test_letters_of_another_case_are_the_same_for_sari() -> None:
    long, first, second = "The Mill burned", "The Mill .", "It burned ."
    upper = ScoredSplit(long, (first, second), (f"{first} {second}",))
    lower = ScoredSplit(
        long.lower(), (first.lower(), second.lower()), (f"{first} {second}".lower(),)
    )
    assert split_scores_of([upper])["SARI"] == split_scores_of([lower])["SARI"]


def test_an_interval_is_of_scores_that_there_can_be() -> None:
    said = "a b c d e"
    rows = [ScoredSplit(said, (said,), (other,)) for other in (said, "v w x y z")] * 2
    found = split_scores_of(rows)["BLEU"]
    assert 0 <= found.low <= found.high <= 100
