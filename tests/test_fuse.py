"""Fusing: back exactly from an example, as told, and as the sentences themselves allow."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disco import Engine, Example, Options, UsageError
from disco.corpus import Intake, read_sentences
from disco.draft.recipe import restore
from tests.common import Run, rows_of

TEXT = (
    "Agnes Moray, who had kept the accounts,  became the first keeper. However, she left in 1894. "
    "Born in Leith, she wrote a book (about ships), and her brother sold it; it can't be found.\n"
    "He'd sung, and danced an hour, although the hall's roof was broken. The mill, an old one, "
    "burned\tin March but the town rebuilt it! Ruth Hale sold the boat, bought a farm and left."
)


@pytest.mark.parametrize("style", ["natural", "tokenized"])
def test_every_example_leads_back_to_its_source(engine: Engine, style: Any) -> None:
    options = Options(style=style, gate=False, controls=True, min_tokens=1)
    own = Engine(engine.nlp, engine.rules, options, engine.coreference)
    texts = [t for r in engine.rules.unfuse.rules for e in r.examples for t in [" ".join(e.text)]]
    examples = list(own.unfuse_many([TEXT, *texts]))
    assert len(examples) > 150
    wrong = [e for e in examples if own.restore(e) != e.sources]
    assert not wrong


WORDS = "Ann Lee|the mill|He|who|which|sang|was|born|and|but|However|because|a|an"
MARKS = ",|, |.|. |;|(|)|\"|''|'s| |  |\t"
PIECES = st.sampled_from([*WORDS.split("|"), *MARKS.split("|")])


def test_generated_text_leads_back_too(engine: Engine) -> None:
    own = Engine(engine.nlp, engine.rules, Options(gate=False, min_tokens=1), engine.coreference)
    seen: list[Example] = []

    @settings(max_examples=40, deadline=None)
    @given(pieces=st.lists(PIECES, min_size=3, max_size=30))
    def leads_back(pieces: list[str]) -> None:
        # words by chance alone seldom give an example
        for example in own.unfuse(f"The mill burned, but Ann Lee sang. {' '.join(pieces)}"):
            seen.append(example)
            assert restore(example) == example.sources

    leads_back()
    assert len(seen) > 5


def test_the_way_back_does_not_look_at_the_source(engine: Engine) -> None:
    (example, *_) = engine.unfuse(TEXT)
    blind = replace(example, coherent_first_sentence="", coherent_second_sentence="")
    assert engine.restore(blind) == example.sources


def test_an_example_survives_its_row(engine: Engine) -> None:
    options = Options(gate=False, min_confidence=0.9)
    own = Engine(engine.nlp, engine.rules, options, engine.coreference)
    doubtful = "The owners will close the mill before the storm reaches the town."
    examples = [*engine.unfuse(TEXT), *own.unfuse(doubtful)]
    assert len(examples) > 5
    assert any(e.doubts and e.refused for e in examples)
    for example in examples:
        row = json.loads(json.dumps(example.to_dict()))
        assert Example.from_dict(row) == example


TOLD = [
    ("PAIR_CONN", "however ,", "The mill burned.", "It was rebuilt."),
    ("SINGLE_S_COORD", ", but", "The mill burned.", "It was rebuilt."),
    ("SINGLE_CONN_START", "although", "The mill burned.", "It was rebuilt."),
]


@pytest.mark.parametrize(
    ("told", "fused"),
    zip(
        TOLD,
        [
            "The mill burned. However, it was rebuilt.",
            "The mill burned, but it was rebuilt.",
            "Although the mill burned, it was rebuilt.",
        ],
        strict=True,
    ),
)
def test_told(engine: Engine, told: tuple[str, str, str, str], fused: str) -> None:
    kind, connective, first, second = told
    found = engine.fuse(first, second, kind, connective)
    assert found.best.text == fused
    assert found.best.discourse_type == kind
    assert found.best.rule in {r.id for r in engine.rules.fuse.rules}
    assert any(i.reason == "connective" for i in found.best.inserted)
    assert all(found.best.text[i.start : i.end] == i.text for i in found.best.inserted)


def test_marks_alone_are_no_connective(engine: Engine) -> None:
    with pytest.raises(UsageError, match="a connective has a word, and ',' has none"):
        engine.fuse("It rained all day.", "They left early.", "PAIR_CONN", ",")


def test_a_side_of_marks_alone_is_no_sentence(engine: Engine) -> None:
    assert engine.fuse("--", "Ann Lee left early.", "PAIR_CONN", "but").best.rule is None
    with_dots = engine.fuse("Ann sang....", "Tom left early.", "SINGLE_S_COORD", ", but")
    assert with_dots.best.text == "Ann sang, but Tom left early."


def test_no_connective_is_none(engine: Engine) -> None:
    pair = "Ann sold the mill.", "Ann left."
    assert engine.fuse(*pair, None, None) == engine.fuse(*pair)


def test_no_connective_is_guessed(engine: Engine) -> None:
    found = engine.fuse("The mill burned.", "The town bought a new bell.")
    assert found.best.text == "The mill burned. The town bought a new bell."
    assert found.best.rule is None
    assert found.best.reason == "no rule can fuse them"


@pytest.mark.parametrize(
    ("second", "told", "reason"),
    [
        (
            "She left early.",
            (),
            "no fusion is sure enough: 0.88 is asked for, and the surest has 0.86",
        ),
        ("Ann Lee left.", ("SINGLE_VP_COORD",), "no rule of SINGLE_VP_COORD can fuse them without"),
        ("Bob left.", ("SINGLE_RELATIVE",), "no rule can fuse them"),
    ],
)
def test_why_nothing_is_fused(
    engine: Engine, second: str, told: tuple[str, ...], reason: str
) -> None:
    found = engine.fuse("Ann Lee sang.", second, *told).best
    assert found.rule is None
    assert found.reason.startswith(reason)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('He said, "the mill burned.', "But the owners built it again."),
        ("The mill burned.", 'But the owners built it again," he said.'),
    ],
)
def test_nothing_is_joined_that_leaves_a_quote_open(
    engine: Engine, first: str, second: str
) -> None:
    found = engine.fuse(first, second).best
    assert (found.rule, found.reason) == (None, "a quote or bracket is left open")
    told = engine.fuse(first, second, "SINGLE_S_COORD", ", but")
    assert told.best.reason != found.reason  # whoever tells it has to know


def test_free_gives_the_best_and_all_with_reasons(engine: Engine) -> None:
    found = engine.fuse("Agnes Moray sold the lamp.", "Agnes Moray wrote a book about ships.")
    assert found.best.text == "Agnes Moray sold the lamp and wrote a book about ships."
    texts = [f.text for f in found.fusions]
    assert "Agnes Moray sold the lamp. She wrote a book about ships." in texts
    sure = [f.confidence or 0 for f in found.fusions]
    assert sure == sorted(sure, reverse=True)
    assert all(f.reason for f in found.fusions)


def test_unknown_gender_is_not_guessed_where_nothing_is_told(engine: Engine) -> None:
    pair = "{} kept the lamp for years.", "In 1894 {} left the island."

    def rules(name: str) -> set[str | None]:
        return {f.rule for f in engine.fuse(*(text.format(name) for text in pair)).fusions}

    assert "free.pronoun" in rules("Ann Moray")
    assert "free.pronoun" not in rules("Moray")


def test_tokenized_text_stays_tokenized(engine: Engine) -> None:
    found = engine.fuse("The mill burned .", "It was rebuilt .", "SINGLE_S_COORD", ", but")
    assert found.best.text == "The mill burned , but it was rebuilt ."


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"first": "It rained."}, "no field 'second'"),
        ({"first": "", "second": "It rained."}, "'first' is empty or not a string"),
        ({"first": 1, "second": "It rained."}, "'first' is empty or not a string"),
        (
            {"first": "A b.", "second": "C d.", "discourse_type": "PAIR_CON"},
            "unknown discourse_type 'PAIR_CON'; did you mean 'PAIR_CONN'?",
        ),
        ({"first": "w " * 60_000, "second": "C d."}, "'first' has more than 100,000 characters"),
    ],
)
def test_bad_rows_are_skipped_and_named(
    engine: Engine, tmp_path: Path, row: object, message: str
) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(row) + "\n")
    intake = Intake()
    assert not list(read_sentences([path], intake, engine.fuse_problem, told=True))
    assert intake.complaints == [f"{path}:1: {message}"]


def test_the_command_line_there_and_back(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    done = run_disco("unfuse", "in.txt", "-o", "examples.jsonl", "--verify")
    assert done.returncode == 0, done.stderr
    assert "every one exactly" in done.stderr
    (tmp_path / "back.failed.jsonl").write_text("of an earlier run")
    done = run_disco("fuse", "examples.jsonl", "--from-examples", "-o", "back.jsonl")
    assert not (tmp_path / "back.failed.jsonl").exists()
    assert done.returncode == 0, done.stderr
    rows = rows_of(tmp_path / "examples.jsonl")
    back = rows_of(tmp_path / "back.jsonl")
    assert [b["id"] for b in back] == [r["id"] for r in rows]
    for row, restored in zip(rows, back, strict=True):
        wanted = [row["coherent_first_sentence"], row["coherent_second_sentence"]]
        assert restored["sources"] == [t for t in wanted if t]
    done = run_disco("fuse", "examples.jsonl", "-o", "told.jsonl")
    told = rows_of(tmp_path / "told.jsonl")
    assert [t["discourse_type"] for t in told] == [r["discourse_type"] for r in rows]
    table = {"first": "It rained.", "second": "He left.", "has_coref_type_pronoun": "1.0"}
    found = rows_of(run_disco("fuse", "-", "-q", stdin=json.dumps(table)).stdout)
    assert found[0]["has_coref_type_pronoun"] is True  # as tables have it
    done = run_disco("evaluate", "told.jsonl")
    assert done.returncode == 0, done.stderr
    for word in ("Exact", "SARI", "BLEU", "Copy", "all"):
        assert word in done.stdout


def test_free_and_all_on_the_command_line(run_disco: Run) -> None:
    row = {"first": "Ruth Hale sold the boat.", "second": "Ruth Hale bought a farm in Fife."}
    done = run_disco("fuse", "-", "--all", "-q", stdin=json.dumps(row))
    (found,) = rows_of(done.stdout)
    assert found["fused"] == "Ruth Hale sold the boat and bought a farm in Fife."
    assert found["fusions"][0]["text"] == found["fused"]
    assert {"text": "Ruth Hale", "reason": "repeated subject"}.items() <= found["removed"][
        1
    ].items()
    told = {**row, "discourse_type": "PAIR_ANAPHORA"}
    done = run_disco("fuse", "-", "-q", stdin=json.dumps(told))
    assert "She bought a farm" in json.loads(done.stdout)["fused"]
    done = run_disco("fuse", "-", "-q", "--free", stdin=json.dumps(told))
    found = json.loads(done.stdout)
    assert "and bought a farm" in found["fused"]
    assert found["discourse_type"] == "PAIR_ANAPHORA"  # of the text, by which fusions are scored


def test_bad_calls(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"first": "A b.", "second": "C d."}\n')
    for arguments, code, message in (
        (["fuse", "nothing.jsonl"], 2, "nothing.jsonl: no such file"),
        (["fuse", "a.jsonl", "--from-examples", "--free"], 2, "goes with no other choice"),
        (["fuse", "a.jsonl", "--from-examples", "--min-confidence", "1"], 2, "no other choice"),
        (["fuse", "a.jsonl", "--from-examples", "--timeout", "3"], 2, "no other choice"),
        (
            ["fuse", "a.jsonl", "--from-examples", "--strict"],
            1,
            "not a row that disco unfuse wrote",
        ),
        (["evaluate", "a.jsonl"], 1, "nothing of the input could be read"),
    ):
        done = run_disco(*arguments)
        assert (done.returncode, message in done.stderr) == (code, True), (arguments, done.stderr)


def test_what_is_less_sure_than_asked_stays_as_it_is(run_disco: Run) -> None:
    row = {"first": "Ruth Hale sold the boat.", "second": "In 1894 Ruth Hale bought a farm."}
    unsure = json.loads(run_disco("fuse", "-", "-q", stdin=json.dumps(row)).stdout)
    assert unsure["rule"] is None
    more = run_disco("fuse", "-", "-q", "--min-confidence", "0", stdin=json.dumps(row))
    found = json.loads(more.stdout)
    assert found["rule"] == "free.pronoun"
    assert found["fused"] == "Ruth Hale sold the boat. In 1894 she bought a farm."
    assert 0 < found["confidence"] < 0.8


def test_a_free_fusion_is_as_sure_as_asked(engine: Engine) -> None:
    told = "The captain sold the boat.", "He bought a farm in Fife."
    assert engine.fuse(*told).best.rule is None
    own = Engine(engine.nlp, engine.rules, Options(min_fusion=0.8), engine.coreference)
    found = own.fuse(*told).best
    assert found.text == "The captain sold the boat and bought a farm in Fife."
    assert 0.8 <= (found.confidence or 0) < Options().min_fusion
    exactly = replace(own.options, min_fusion=found.confidence or 0)
    assert Engine(own.nlp, own.rules, exactly, own.coreference).fuse(*told).best == found


def test_places_are_those_of_the_sentences_as_they_were_given(engine: Engine) -> None:
    first, second = "It   rained   hard.", "The  boats stayed in."
    removed = engine.fuse(first, second, "SINGLE_S_COORD", ", and").best.removed
    given = f"{first} {second}"
    assert removed
    assert all(given[r.start : r.end] == r.text for r in removed)


def test_a_table_of_two_sentences(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("id\tfirst\tsecond\nx\tThe mill was old.\tThe mill burned.\n")
    assert run_disco("fuse", "a.tsv", "-o", "o.jsonl", "-q", "-j", "1").returncode == 0
    assert rows_of(tmp_path / "o.jsonl")[0]["id"] == "x"


def test_a_fused_row_does_not_say_how_to_unfuse_it(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("The mill burned in May, but the owners left Leeds.")
    run_disco("unfuse", "in.txt", "-q", "-j", "1", "-o", "examples.jsonl")
    run_disco("fuse", "examples.jsonl", "-q", "-j", "1", "-o", "fused.jsonl")
    told = {"recipe", "replacements", "doubts", "refused"}
    assert not told & json.loads((tmp_path / "fused.jsonl").read_text()).keys()
    example = json.loads((tmp_path / "examples.jsonl").read_text())
    places = [*example["recipe"], [["first", 0, 9999]]], [[["removed", 7]]]
    rows = [example, *({**example, "recipe": recipe} for recipe in places), example]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_disco("fuse", "some.jsonl", "--from-examples", "-o", "back.jsonl")
    assert done.returncode == 0
    assert "some.jsonl:2: in-0#1: its recipe does not fit it" in done.stderr
    assert done.stderr.count("its recipe does not fit it") == 2
    assert len((tmp_path / "back.jsonl").read_text().splitlines()) == 2
    (tmp_path / "bad.jsonl").write_text(json.dumps(rows[1]) + "\n")
    assert run_disco("fuse", "bad.jsonl", "--from-examples", "-o", "back.jsonl").returncode == 1
    assert len((tmp_path / "back.jsonl").read_text().splitlines()) == 2  # what was there stays


def test_a_pronoun_is_put_in_where_it_is_clear_who_is_meant(engine: Engine) -> None:
    def rules(first: str) -> set[str | None]:
        found = engine.fuse(first, "In 1894 Ann Moray left the island.")
        return {fusion.rule for fusion in found.fusions}

    assert "free.pronoun" in rules("Ann Moray left in May.")
    assert "free.pronoun" not in rules("Ann Moray met Mary Stone in May.")
