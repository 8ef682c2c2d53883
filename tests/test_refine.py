"""Pairs that are none to learn from: each filter, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from disco import Engine, Pair
from disco.jobs.refine import Refined
from tests.common import Run, rows_of


def _refined(engine: Engine, long: str, *split: str) -> Refined:
    (found,) = engine.refine_many([Pair("p", long, split)])
    return found


# Tsukagoshi et al. 2024, table 1 and figures 1 and 2
HALLUCINATIONS = [
    (
        "Her father was a physician and she was raised in a secular environment.",
        "Her father was a physician, and she followed in his footsteps.",
        "She was raised in a secular environment.",
        "footsteps",
    ),
    (
        "It debuted at number 24 on the US “Billboard” 200, and at number 70 in Canada.",
        "It debuted at number 24 on the “Billboard” 200, one of the top debuts of that week.",
        "The album debuted at number 70 in Canada.",
        "week",
    ),
    (
        "A pink Hippo-like diplodorian, he can produce bubbles from his mouth.",
        "A pink Hippo-like diplodorian.",
        "A blue diplodorian who can produce staples from his mouth.",
        "staples",
    ),
]
FAITHFUL = [
    (
        "He lives in Brooklyn, New York and is married to Melissa Block.",
        "He lives in Brooklyn, New York.",
        "He is married to Melissa Block.",
    ),
    (
        "The 46 mills of the FA burned in March, and their owners rebuilt them.",
        "The forty-six mills of the Farm Association burned in March.",
        "However, the owners of the mills rebuilt them.",
    ),
    (
        "She moved to the U.S. in 1,950 days, where she wrote a diminuative book.",
        "She moved to the US in 1950 days.",
        "There, she was the writer of a diminutive book.",
    ),
    (
        "Dr. Smith walked 12 km to Malmö in Feb. 1850, and he died there.",
        "Doctor Smith walked 12 kilometres to Malmo in February 1850.",
        "He died there.",
    ),
]


@pytest.mark.parametrize(("long", "first", "second", "word"), HALLUCINATIONS)
def test_hallucinations(engine: Engine, long: str, first: str, second: str, word: str) -> None:
    found = _refined(engine, long, first, second)
    (reason,) = [r for r in found.reasons if r.filter == "unfaithful"]
    assert f"'{word}'" in reason.detail
    assert word in found.added
    assert found.faithful is not None
    assert found.faithful < 0.6


@pytest.mark.parametrize(("long", "first", "second"), FAITHFUL)
def test_what_is_faithful(engine: Engine, long: str, first: str, second: str) -> None:
    found = _refined(engine, long, first, second)
    assert found.reasons == ()
    assert found.faithful is not None
    assert found.faithful > 0.6


LONG = "Ann Lee opened the mill in 1890, and the town did not help her."


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\u00ad", "\u200e"])
def test_signs_without_width_are_no_words(engine: Engine, mark: str) -> None:
    long, first, second = LONG, "Ann Lee opened the mill in 1890.", "The town did not help her."
    plain = _refined(engine, long, first, second)
    for texts in (
        (mark + long, mark + first, second),
        (long.replace("mill", f"mi{mark}ll"), first, second),
        (long, first.replace("mill", f"mi{mark}ll"), second),
    ):
        assert replace(_refined(engine, *texts), pair=plain.pair) == plain


@pytest.mark.parametrize(
    ("fragment", "why"),
    [
        ("Which made it a famous mill in Leeds.", "depends on another, by 'Which'"),
        ("Because it was a famous mill in Leeds.", "depends on another, by 'Because'"),
        ("Known as the famous mill in Leeds.", "has no finite verb"),
        ("In which he lived for years.", "depends on another, by 'which'"),
        ("Two of which burned in May.", "depends on another, by 'which'"),
        ("A famous mill that stood in Leeds.", "has no finite verb of its own"),
        ("The mill that stood in Leeds was famous.", ""),
        ('"Whose owner had left."', "depends on another, by 'Whose'"),
        ("Those who worked there left.", ""),
        ("What he sold was old.", ""),
        ("What a famous mill it was!", ""),
        ("Who made it a famous mill in Leeds?", ""),
        ("See the famous mill in Leeds.", ""),
        ("It was known as the famous mill in Leeds.", ""),
    ],
)
def test_a_part_of_a_sentence_is_none(engine: Engine, fragment: str, why: str) -> None:
    long = f"Ann Lee bought the mill in 1901, {fragment}"
    found = _refined(engine, long, "Ann Lee bought the mill in 1901.", fragment)
    said = [r.detail for r in found.reasons if r.filter == "fragment"]
    assert said == ([f"sentence 2 of the split {why}"] if why else [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2,000", "two thousand"),
        ("1.5 million", "1,500,000"),
        ("two hundred and five", "205"),
        ("two hundred and five thousand", "205,000"),
        ("five hundred and six hundred", "500 and 600"),
        ("12", "a dozen"),
        ("two dozen", "24"),
        ("forty-six", "46"),
        ("forty six", "46"),
        ("million", "1,000,000"),
        ("twenty and fifty", "20 and 50"),
    ],
)
def test_a_number_is_said_in_figures_and_in_words(engine: Engine, one: str, other: str) -> None:
    for ours, theirs in ((one, other), (other, one)):
        long = f"The mill in Leeds had {ours} workers, and the owners closed it."
        split = (f"The mill in Leeds had {theirs} workers.", "The owners closed it.")
        found = _refined(engine, long, *split)
        assert (found.added, found.lost, found.reasons) == ((), (), ())
    many = _refined(engine, long, f"The mill had {theirs} hundred workers.", split[1])
    assert many.faithful is not None
    assert found.faithful is not None
    assert many.faithful < found.faithful


def test_a_month_is_no_hedge_and_a_part_of_a_number_is_not_the_number(engine: Engine) -> None:
    long = "Ann Lee opened the mill in Leeds with 1.5 million pounds, and the town paid her."
    for first, added in (
        ("Ann Lee opened the mill in Leeds in May with 1.5 million pounds.", ("May",)),
        ("Ann Lee opened the mill in Leeds with 15 million pounds.", ("15", "million")),
    ):
        found = _refined(engine, long, first, "The town paid her.")
        assert found.added == added
        assert found.reasons


@pytest.mark.parametrize("hedge", ["allegedly", "almost", "perhaps"])
def test_a_hedge_that_is_lost_makes_a_fact(engine: Engine, hedge: str) -> None:
    long = f"Ann Lee {hedge} burned the mill, and the owners left."
    (reason,) = _refined(engine, long, "Ann Lee burned the mill.", "The owners left.").reasons
    assert (reason.filter, reason.detail) == ("unfaithful", f"loses hedge '{hedge}'")
    kept = _refined(engine, long, f"Ann Lee {hedge} burned the mill.", "The owners left.")
    assert not kept.reasons


@pytest.mark.parametrize("report", ["was alleged to have burned", "failed to burn"])
def test_a_report_or_a_failure_that_is_lost_makes_a_fact(engine: Engine, report: str) -> None:
    long = f"Ann Lee {report} the mill, and the owners left."
    (reason,) = _refined(engine, long, "Ann Lee burned the mill.", "The owners left.").reasons
    assert reason.filter == "unfaithful"
    assert "loses" in reason.detail
    assert "hedge '" in reason.detail


@pytest.mark.parametrize(
    ("long", "first", "second", "added"),
    [
        (
            "The king did not marry in Leeds, nor did he leave an heir.",
            "The king did not marry in Leeds.",
            "He did not leave an heir.",
            False,
        ),
        (
            "Neither Ann nor Robert came to the first meeting of the council in Leeds.",
            "Ann did not come to the first meeting of the council in Leeds.",
            "Robert did not come to it.",
            False,
        ),
        (
            "He never sang in Hull, and she moved to Leeds or York.",
            "He never sang in Hull.",
            "She never moved to Leeds or York.",
            True,
        ),
    ],
)
def test_one_negation_may_deny_two_things(
    engine: Engine, long: str, first: str, second: str, added: bool
) -> None:
    found = [r for r in _refined(engine, long, first, second).reasons if r.filter == "unfaithful"]
    assert [r.detail for r in found] == (["adds negation 'never'"] if added else [])


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("Sales increased in May", "Sales decreased in May"),
        ("His brother was born in Leeds", "His brother died in Leeds"),
        ("The mill closed before the war", "The mill closed after the war"),
        ("Some mills burned in York", "All mills burned in York"),
        ("It was the largest mill in York", "It was the smallest mill in York"),
    ],
)
def test_who_says_the_opposite_denies_it(engine: Engine, said: str, instead: str) -> None:
    long = f"{said}, and the owners left."
    (reason,) = _refined(engine, long, f"{instead}.", "The owners left.").reasons
    assert reason.filter == "unfaithful"
    assert "adds opposite" in reason.detail
    assert not _refined(engine, long, f"{said}.", "The owners left.").reasons
    both = f"{said}, and {instead.lower()}."
    assert not _refined(engine, both, f"{said}.", f"{instead}.").reasons


@pytest.mark.parametrize(
    ("first", "second", "detail"),
    [
        ("Ann Lee opened the mill in 1980.", "The town did not help her.", "number '1980'"),
        ("Ann Lee opened the mill in 1890.", "The town did help her.", "loses negation 'not'"),
        ("Mary Stone opened the mill in 1890.", "The town did not help her.", "name 'Mary'"),
    ],
)
def test_names_numbers_negations(engine: Engine, first: str, second: str, detail: str) -> None:
    (reason,) = _refined(engine, LONG, first, second).reasons
    assert reason.filter == "unfaithful"
    assert detail in reason.detail


@pytest.mark.parametrize(
    ("filter", "long", "split", "detail"),
    [
        (
            "overlap",
            "Ann Lee opened the mill in March.",
            ("Nobody has ever seen a whale there.", "Whales do not come near."),
            "of the lemmas are the other side's",
        ),
        ("verb", LONG, ("Ann Lee opened the mill in 1890.", "No help."), "sentence 2 of the split"),
        (
            "glued",
            "Ann Lee opened the mill.The town did not help her.",
            ("Ann Lee opened the mill.", "The town did not help her."),
            "glued at 'll.Th'",
        ),
        (
            "trees",
            "Ann Lee opened the old mill in March. She sold it to the town in May.",
            ("Ann Lee opened the old mill in March.", "She sold it to the town in May."),
            "two sentences, at '. She'",
        ),
        (
            "broken",
            "He taught physics at Saint Mary's School in Leeds for many years.",
            ("For many years he taught physics at St.", "Mary's School is in Leeds."),
            "sentence 1 of the split ends where none does",
        ),
        ("pair", "It rained.", ("It rained.",), "'split' has one sentence only"),
    ],
)
def test_each_filter(
    engine: Engine, filter: str, long: str, split: Sequence[str], detail: str
) -> None:
    details = {r.filter: r.detail for r in _refined(engine, long, *split).reasons}
    assert detail in details[filter]


def test_filters_and_thresholds(engine: Engine) -> None:
    pair = Pair("p", LONG, ("Ann Lee opened the mill in 1890.", "No help."))
    for changed, expected in (
        ({"without": frozenset({"verb", "unfaithful"})}, []),
        ({"without": frozenset({"unfaithful"})}, ["verb"]),
        ({"min_faithful": 0.0}, ["verb"]),
        ({"min_faithful": 1.0}, ["verb", "unfaithful"]),
        ({"min_overlap": 1.0, "min_faithful": 0.0}, ["overlap", "verb"]),
        ({"without": frozenset({"verb"}), "min_faithful": 0.0}, []),
    ):
        options = replace(engine.options, **changed)
        own = Engine(engine.nlp, engine.rules, options, engine.coreference)
        (found,) = own.refine_many([pair])
        assert [reason.filter for reason in found.reasons] == expected


def test_a_filter_that_is_not_asked_keeps_no_other_from_being_asked(engine: Engine) -> None:
    long = "The mill burned in March, and the owners rebuilt it."
    pair = Pair("p", long, ("Seven dogs ran home.", "Paris grew quickly."))
    options = replace(engine.options, without=frozenset({"overlap"}), min_faithful=0.0)
    (found,) = Engine(engine.nlp, engine.rules, options).refine_many([pair])
    assert [reason.filter for reason in found.reasons] == ["broken"]


def test_the_command(run_disco: Run, tmp_path: Path) -> None:
    good, bad = FAITHFUL[0], HALLUCINATIONS[0][:3]
    lines = [f"{long}\t{first} <::::> {second}\n" for long, first, second in (good, bad)]
    (tmp_path / "in.tsv").write_text("".join(lines))
    done = run_disco("refine", "in.tsv", "-o", "out.tsv", "--rejects", "no.jsonl", "--reverse")
    assert done.returncode == 0, done.stderr
    assert "1 of 2 pairs kept, 50.0% dropped" in done.stderr
    assert (tmp_path / "out.tsv").read_text() == f"{good[0]}\t{good[2]} <::::> {good[1]}\n"
    (row,) = rows_of(tmp_path / "no.jsonl")
    assert (row["id"], row["long"]) == ("in-2", bad[0])
    assert [reason["filter"] for reason in row["reasons"]] == ["unfaithful"]
    none = run_disco("refine", "in.tsv", "-o", "x.tsv", "--min-overlap", "1")
    assert ["overlap", "1"] in [line.split() for line in none.stderr.splitlines()]
    wrong = run_disco("refine", "in.tsv", "-o", "x.tsv", "--without", "verbs")
    assert wrong.returncode == 2
    assert "unknown filter 'verbs'; did you mean 'verb'?" in wrong.stderr
    table = run_disco("refine", "in.tsv", "-o", "x.tsv", "--rejects", "no.tsv")
    assert table.returncode == 2
    assert "no.tsv: nothing is written as .tsv here" in table.stderr  # it has no place for reasons
    for option in (("--device", "cuda"), ("--min-entailment", "0.9")):
        alone = run_disco("refine", "in.tsv", "-o", "x.tsv", *option)
        assert (alone.returncode, "go with --nli" in alone.stderr) == (2, True)
    without_torch = run_disco("refine", "in.tsv", "-o", "x.tsv", "--nli", "some/model")
    assert without_torch.returncode == 2
    assert "pip install '.[nli]' in the checkout brings it" in without_torch.stderr


def test_what_is_said_otherwise_is_neither_added_nor_lost(engine: Engine) -> None:
    for long, first in (
        (
            "The mill of the National Farm Building Association burned, and",
            "The mill of the NFBA burned.",
        ),
        ("She recieved a letter in Leeds, and", "She received a letter in Leeds."),
        ("She bought a big house in Leeds, and", "She bought a large house in Leeds."),
    ):
        found = _refined(engine, f"{long} they left.", first, "They left.")
        assert "NFBA" not in found.added
        assert not {"received", "large"} & {*found.added, *found.lost}
    found = _refined(
        engine, "The mill burned, and they left.", "The mill burned.", "However, they left."
    )
    assert "However" not in found.added
    found = _refined(
        engine, "The 12 mills burned, and they left.", "The 15 mills burned.", "They left."
    )
    assert found.faithful is not None
    assert found.faithful < 0.35
