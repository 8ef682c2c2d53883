"""Categorizing: the place of the split, the edits, the labels, and what is no pair."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.lang.en import English

from disco import Categorized, Engine, Pair
from disco.jobs.categorized import Edit
from disco.jobs.edits import edit_labels, edit_script
from disco.text.documents import clean, joined

LONG = "The harbour was closed , and no boat could leave ."
SPLIT = ("The harbour was closed .", "No boat could leave .")
ENGLISH = English()


@pytest.fixture(scope="module")
def found(engine: Engine) -> Categorized:
    return engine.categorize(LONG, SPLIT)


def test_a_decision_names_class_place_rule_and_evidence(found: Categorized) -> None:
    assert (found.category, found.subcategory) == ("direct_insertion", "conjunction_with_subject")
    (decision,) = found.decisions
    assert decision.boundary.index == 5
    assert LONG[decision.boundary.start :] == decision.boundary.right == "and no boat could leave ."
    assert decision.boundary.left == "The harbour was closed ,"
    assert decision.rule == "direct.coordination"
    assert decision.evidence.score > 4
    assert decision.evidence.margin is not None
    assert decision.evidence.margin > 0
    assert decision.evidence.tokens["verb"] == "leave"


def test_the_row_repeats_the_input(engine: Engine) -> None:
    pair = Pair("p", LONG, SPLIT, {"id": "p", "long": LONG, "split": list(SPLIT), "note": 1})
    (found,) = engine.categorize_many([pair])
    row = found.to_dict()
    assert row["note"] == 1
    assert row["split"] == list(SPLIT)
    assert row["category"] == "direct_insertion"
    assert row["boundaries"][0]["boundary"] == row["boundary"]
    assert "reason" not in row


def test_a_decision_for_each_boundary(engine: Engine) -> None:
    found = engine.categorize(
        "The river rose , flooding the town , and the mayor closed the bridge .",
        ["The river rose .", "It flooded the town .", "The mayor closed the bridge ."],
    )
    assert [d.subcategory for d in found.decisions] == ["gerund", "conjunction_with_subject"]
    assert found.category == "near_split"
    first, second = (d.boundary.index for d in found.decisions)
    assert first < second


def test_colons_elsewhere_say_nothing(engine: Engine) -> None:
    found = engine.categorize(
        "At 9 : 40 the train left , which surprised the guard .",
        ["At 9 : 40 the train left .", "This surprised the guard ."],
    )
    assert found.subcategory == "concluding_relative_clause"


@pytest.mark.parametrize(
    ("long", "split", "reason"),
    [
        (LONG, ["Pigs eat acorns .", "Cows drink milk ."], "next to nothing in common"),
        (LONG, [LONG, "Old men remember better days ."], "sentence 2 of the split has nothing"),
        ("The harbour was closed. No boat could leave.", SPLIT, "more than one sentence"),
        ("The harbour is in Leeds. No boat could leave.", SPLIT, "more than one sentence"),
        (LONG, ["Who remembers better days ?", LONG], "sentence 1 of the split has nothing"),
        (LONG, [LONG[:30], LONG[30:]], "breaks off"),
        (
            "The readers of Awake! in that old town met in the harbour for a week in May .",
            [
                "The readers of Awake!",
                "In that old town they met in the harbour for a week in May .",
            ],
            "sentence 1 of the split ends where none does",
        ),
        (
            "He wrote that the harbour of that old town was closed for a week in May .",
            ["He wrote that the harbour of that . . .", "Town was closed for a week in May ."],
            "sentence 1 of the split breaks off",
        ),
        (
            "He taught physics at Saint Mary 's School in Leeds for many years .",
            ["For many years he taught physics at St .", "Mary 's School in Leeds ."],
            "sentence 1 of the split ends where none does",
        ),
    ],
)
def test_what_is_no_pair_is_not_guessed(
    engine: Engine, long: str, split: list[str], reason: str
) -> None:
    found = engine.categorize(long, split)
    assert (found.category, found.subcategory) == ("invalid", "invalid")
    assert reason in found.reason
    assert not found.decisions
    assert found.to_dict()["boundary"] is None


def test_a_title_cut_short_ends_no_sentence(engine: Engine) -> None:
    long = "The harbour was closed by Capt. Ann Lee, and no boat could leave."
    split = ["The harbour was closed by Capt. Ann Lee.", "No boat could leave."]
    assert engine.categorize(long, split).category == "direct_insertion"


def test_a_sentence_may_trail_off(engine: Engine) -> None:
    long = "The harbour was closed for a week , so that no boat could leave the town ."
    dots = ["The harbour was closed for a week . . .", "No boat could leave the town ."]
    assert engine.categorize(long, dots).category == "near_split"


def test_places_are_those_of_the_text_as_it_was_given(engine: Engine) -> None:
    wide = LONG.replace(" and", "   and").replace("was", "\u200bwas")
    (decision,) = engine.categorize(wide, SPLIT).decisions
    assert decision.boundary.right == "and no boat could leave ."
    assert wide[decision.boundary.start :] == decision.boundary.right
    edits = engine.categorize(wide, SPLIT).edits
    assert "".join(e.text for e in edits if e.op in {"kept", "removed"}) == wide
    assert _applied(edits) == list(SPLIT)


def test_marks_say_nothing_where_neither_side_has_them(engine: Engine) -> None:
    bare = [text.removesuffix(" .").lower() for text in (LONG, *SPLIT)]
    assert engine.categorize(bare[0], bare[1:]).category == "direct_insertion"


def test_paper_scope_looks_at_the_whole_sentence(engine: Engine) -> None:
    from dataclasses import replace

    rules = replace(engine.rules, categorize=engine.rules.categorize.in_scope("paper"))
    paper = Engine(engine.nlp, rules)
    long = "At 9 : 40 the train left , which surprised the guard ."
    found = paper.categorize(long, ["At 9 : 40 the train left .", "This surprised the guard ."])
    assert found.decisions[0].rule == "paper.colon"


def _applied(edits: Iterable[Edit]) -> list[str]:
    """The split that the edits lead to."""
    sentences = [""]
    for edit in edits:
        if edit.op == "split":
            sentences.append("")
        elif edit.op != "removed":
            sentences[-1] += edit.text
    return sentences


def _edits(long: str, split: list[str]) -> tuple[Edit, ...]:
    unit = joined("", [long], 0, True)
    parts = [ENGLISH.make_doc(clean(t)) for t in split]
    return edit_script(long, split, unit, ENGLISH.make_doc(unit.text), parts)


def _script_leads_back(long: str, split: list[str]) -> None:
    edits = _edits(long, split)
    assert _applied(edits) == split
    ours = [e for e in edits if e.op in {"kept", "removed"}]
    assert "".join(e.text for e in ours) == long
    assert all(long[e.start : e.end] == e.text for e in ours)


WORDS = st.sampled_from(
    ["a", "b ", " ", "the", "The ", ".", ",", "it's", "\x00", "\n", "é", "\ud800", "\u200b", "  "]
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=25).map("".join))


@settings(max_examples=300, deadline=None)
@given(long=TEXTS, split=st.lists(TEXTS, min_size=2, max_size=4))
def test_the_edits_lead_from_the_long_sentence_to_the_split(long: str, split: list[str]) -> None:
    _script_leads_back(long, split)


def test_the_edits_are_few() -> None:
    long, split = "Ann sang , and Bob danced .", ["Ann sang .", "Bob danced ."]
    edits = _edits(long, split)
    changed = [(e.op, e.text) for e in edits if e.op != "kept"]
    assert changed == [("added", "."), ("split", ""), ("removed", ", and ")]


def test_edit_labels_follow_the_paper() -> None:
    kept = [True, True, True, True, False, False, True, False, True, True, True, True]
    assert edit_labels("boundary", 5, kept) == (0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0)
    assert edit_labels("neighbourhood", 5, kept) == (0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0)
    assert edit_labels("sentence", 5, kept) == (1,) * 12
    kept[7] = True  # up to three in a row that are copied
    kept[8] = False
    assert edit_labels("neighbourhood", 5, kept) == (0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0)


def test_alignment_finds_forms_and_likeness(engine: Engine) -> None:
    long = engine.nlp("The boats left , and the tired sailors slept .")
    split = [engine.nlp.make_doc(t) for t in ("A boat was leaving .", "Weary seamen sleep .")]
    alignment = engine.categorizer.aligner.align(long, split)
    before, behind = alignment.sides(1)
    assert before[1] > behind[1]
    assert behind[6] > before[6]
    assert alignment.best_cut(1) in {3, 4, 5, 6}
    assert alignment.fit(1, range(4, 10)) > alignment.fit(1, range(2, 10))
    assert not any(alignment.kept[i] for i in (1, 6, 7, 8))


def test_small_letters_at_the_start_of_all_sentences_tell_nothing(engine: Engine) -> None:
    long = "In 1901 the old mill burned, they were sad, and the owners of the bridge left town."
    split = ["The old mill burned in 1901.", "They were sad.", "The owners of the bridge left."]
    small = [text[0].lower() + text[1:] for text in split]
    last = [split[0], split[1], small[2]]
    found = [engine.categorize(long, texts) for texts in (split, small, last)]
    assert [f.category == "invalid" for f in found] == [False, False, True]
    assert "sentence 3 of the split begins in the middle" in found[2].reason
