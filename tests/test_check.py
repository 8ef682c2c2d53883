"""The gate: each reason on a text of its own, and the count of what it refuses."""

from __future__ import annotations

import pytest

from disco import Document, Engine, Example, Options
from disco.draft.commas import with_lost_comma
from disco.draft.words import Draft, Removed, Word
from disco.english.sentence import sentences_of
from disco.jobs.gate import Checked, lost, refusals
from tests.conftest import Unfuse


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Did the mill burn, and did the owners rebuild it?", "not_a_statement"),
        ('He said "the mill burned down, and the owners rebuilt it.', "source_unbalanced"),
        ('"The mill" burned down in May, and the owners" rebuilt it.', "source_unbalanced"),
        ("The mill burned. and the owners, who were rich, rebuilt it.", "two_sentences"),
        ("The mill had a bell, which they liked but for which they paid.", "orphaned_relative"),
        ("Was sold by the owners in May, but the mill burned down in June.", "headless"),
        ("The mill has an area of , but the owners sold the half of it in May.", "hole"),
        ("Otherwise, the mill burned down in May, and the owners rebuilt it.", "if_not"),
        ("thumb|right|The mill burned down, and the owners rebuilt the bridge.", "markup"),
        ("<p>The mill burned down in May, and the owners rebuilt it.", "markup"),
        ("The mill burned down in May, and the owners rebuilt it.</p>", "markup"),
        (f"The mill burned, and the owners, {'who were rich, ' * 20}left.", "too_long"),
    ],
)
def test_refuses_the_source(unfuse: Unfuse, sentence: str, reason: str) -> None:
    found = unfuse(sentence, gate=False)
    assert any(reason in e.refused for e in found)
    assert not unfuse(sentence)


def test_a_comparison_is_no_markup(unfuse: Unfuse) -> None:
    assert unfuse("The effect was clear (0.01 < p < 0.05), and the doctors closed the study.")


def test_refuses_short_outputs(unfuse: Unfuse) -> None:
    text = "The mill burned down in March, and the owners left."
    assert unfuse(text, min_tokens=4)
    refused = unfuse(text, min_tokens=7, gate=False)
    assert any("too_short" in e.refused for e in refused)
    assert not unfuse(text, min_tokens=7)


def test_gate_off_marks_what_the_gate_refuses(unfuse: Unfuse) -> None:
    text = "Open workouts are held every Sunday unless the gym is closed for a holiday."
    assert not unfuse(text)
    (example, *_) = [e for e in unfuse(text, gate=False) if e.rule == "inner.clause"]
    assert "unless.condition" in example.refused
    assert example.to_dict()["refused"] == [*example.refused]


def _case(engine: Engine, first: list[int], second: list[int], removed: list[int]) -> Checked:
    doc = engine.parse(Document("d", sentences=("The mill burned and the owners left town.",)))
    draft = Draft(
        [Word.kept(doc[i]) for i in first],
        [Word.kept(doc[i]) for i in second],
        [Removed((i,), "connective") for i in removed],
    )
    return Checked(list(doc), draft, tuple(sentences_of(doc)))


def test_conservation(engine: Engine) -> None:
    whole = _case(engine, [0, 1, 2], [4, 5, 6, 7, 8], [3])
    assert lost(whole) == []
    assert lost(_case(engine, [0, 1], [4, 5, 6, 7, 8], [3])) == ["lost"]
    assert lost(_case(engine, [0, 1, 2, 4], [4, 5, 6, 7, 8], [3])) == ["doubled"]


def test_conservation_sees_what_is_made_up(engine: Engine) -> None:
    case = _case(engine, [0, 1, 2], [4, 5, 6, 7, 8], [3])
    case.draft.first.append(Word("twice"))
    assert lost(case) == ["invented"]
    case.draft.first[-1] = Word("twice", reason="said so")
    assert lost(case) == []
    case.draft.first[1].text = "barn"
    assert lost(case) == ["invented"]


def test_what_comes_of_another_sentence_is_made_up(engine: Engine) -> None:
    doc = engine.parse(Document("d", sentences=("The mill burned.", "The owners left.")))
    one, two = sentences_of(doc)
    draft = Draft([Word.kept(t) for t in doc[one.start : one.end]], [Word.kept(doc[two.start])])
    assert lost(Checked(list(doc), draft, (one,))) == ["invented"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("The mill , ; burned down", "punctuation"),
        ("The mill ( ) burned down", "punctuation"),
        ("The mill was was burned", "repeated_word"),
        ("The mill of York of York burned", "repeated_word"),
    ],
)
def test_refuses_the_outputs(engine: Engine, words: str, reason: str) -> None:
    case = _case(engine, [0, 1, 2], [4, 5, 6, 7, 8], [3])
    case.draft.first[:] = [Word(text, reason="said so") for text in words.split()]
    found = {"punctuation", "repeated_word"}.intersection(refusals(case, ()))
    assert found == {reason}


def test_no_pattern_is_asked_of_what_nobody_could_parse(engine: Engine) -> None:
    short = "The mill burned in May, and the owners rebuilt it."
    long = "The mill burned in May, and " * 60 + "the owners rebuilt it."
    unfuser = engine.unfuser
    parsed = unfuser.parsed(engine.parse(Document("d", sentences=(long, short))), in_full=True)
    assert [parsed.asks(sentence) for sentence in parsed.sentences] == [False, True]
    assert {e.sentences for e in unfuser.examples(parsed.doc)} == {(1,)}  # counted from 0


def test_rejects_are_handed_out_with_rule_and_reason(engine: Engine) -> None:
    refused: list[Example] = []
    text = "Open workouts are held every Sunday unless the gym is closed for a holiday."
    assert not list(engine.unfuse_many([text], refused=refused.append))
    assert [(e.rule, e.refused) for e in refused] == [("inner.clause", ("unless.condition",))]


def test_a_comma_that_closed_two_things_still_closes_one(engine: Engine) -> None:
    refused: list[Example] = []
    text = "Her father, Edmond, a miller from Leeds, moved to York in May."
    made = [*engine.unfuse_many([text], refused=refused.append), *refused]
    assert "Her father, Edmond, moved to York in May." in {
        example.incoherent_first_sentence for example in made
    }


def test_an_end_that_hangs_on_what_is_gone_is_no_clause(engine: Engine) -> None:
    text = "He was a clerk; when I met him, however, he had risen to be a judge."
    assert not any(e.rule == "s_coord.comma_adverb" for e in engine.unfuse(text))


def test_marks_and_words_that_only_look_wrong(engine: Engine) -> None:
    strict = Options(gate=False, min_confidence=None)
    own = Engine(engine.nlp, engine.rules, strict, engine.coreference)
    found = own.unfuse("The mill burned down, and the owners rebuilt it!")
    assert any("not_a_statement" in example.refused for example in found)
    (example, *_) = own.unfuse("The mill burned and the mill burned.")
    assert "unchanged" in example.refused
    (example,) = engine.unfuse("He lived at No . 5 in Leeds , and she moved to York .")
    assert example.doubts == ()
    (example, *_) = engine.unfuse("The mill was very very old, and the owners sold it.")
    assert example.incoherent_first_sentence == "The mill was very very old."


def test_one_comma_of_two_is_not_enough(engine: Engine) -> None:
    doc = engine.parse(Document("d", sentences=("Her father, Edmond, moved to York in May.",)))
    words = [Word.kept(token) for token in doc if token.i != 4]
    assert [w.source for w in with_lost_comma(words, doc)] == list(range(len(doc)))
    without = [word for word in words if word.text != ","]
    assert with_lost_comma(without, doc) == without


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("The mill burned and which they sold", True),
        ("He saw which burned and which they sold", False),
    ],
)
def test_a_relative_that_has_lost_its_noun(engine: Engine, said: str, refused: bool) -> None:
    checked = _case(engine, [0, 1, 2], [4, 5, 6, 7, 8], [3])
    checked.draft.first[:] = [Word(text, reason="said so") for text in said.split()]
    assert ("orphaned_relative" in refusals(checked, ())) == refused
