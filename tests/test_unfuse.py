"""What the rules write, beyond their own examples: provenance, anaphora, order, types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import disco
from disco import Document, Engine, Example, Options, UsageError
from disco._types import TYPES
from disco.draft.recipe import restore
from disco.loading import known_types
from disco.rules import load_rulebook
from tests.conftest import Unfuse

ROOT = Path(__file__).parent.parent


def test_provenance_points_into_the_document(engine: Engine) -> None:
    text = "A first line.\nThe mill burned in March, but the owners rebuilt it."
    (example, *_) = engine.unfuse(text)
    assert [text[r.start : r.end] for r in example.removed] == [", but"]
    assert text[example.offset :] == example.coherent_first_sentence
    assert example.sentences == (1,)
    (stop,) = example.inserted
    assert (stop.part, stop.text, stop.reason) == ("first", ".", "end of sentence")


def test_replacements_name_anaphor_and_antecedent(engine: Engine) -> None:
    text = "A first line.\nAgnes Moray kept the lamp for years. She wrote a book about ships."
    (example,) = [e for e in engine.unfuse(text) if e.discourse_type == "PAIR_ANAPHORA"]
    (found,) = example.replacements
    assert (found.anaphor.text, found.antecedent.text) == ("She", "Agnes Moray")
    assert text[found.anaphor.start : found.anaphor.end] == "She"
    assert text[found.antecedent.start : found.antecedent.end] == "Agnes Moray"
    assert example.has_coref_type_pronoun
    assert not example.has_coref_type_nominal


def test_without_coreference_there_is_no_anaphora(engine: Engine) -> None:
    bare = Engine(engine.nlp, engine.rules)
    found = bare.unfuse("Agnes Moray kept the lamp. She wrote a book about ships.")
    assert not [e for e in found if "ANAPHORA" in e.discourse_type]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann Lee met Mary Stone in Leeds.", "The weather was fine, and she was happy."),
        ("The bridge in Leeds is old.", "He crossed the river every day."),
        ("The sisters live in Leeds.", "He has a house there."),
    ],
)
def test_doubtful_anaphors_stay(unfuse: Unfuse, first: str, second: str) -> None:
    assert not [e for e in unfuse(first, second) if e.discourse_type == "PAIR_ANAPHORA"]


def test_what_is_refused_is_the_same_whether_or_not_it_is_read(engine: Engine) -> None:
    """Doubtful antecedents are looked for only where refused examples are read."""
    text = "Ann Lee met Mary Stone in Leeds. The weather was fine for her."
    refused: list[Example] = []
    assert not list(engine.unfuse(text))
    assert not list(engine.unfuse_many([text], refused=refused.append))
    assert [(e.rule, e.refused) for e in refused] == [("anaphora", ("unless.doubtful_antecedent",))]


def test_a_sentence_that_is_not_tried_is_no_control(unfuse: Unfuse) -> None:
    mills = ", ".join(["mills"] * 150)
    long = ("The mill stands in Leeds.", f"However, the town had {mills} and bridges.")
    assert not unfuse(*long, controls=True)


def test_controls_only_where_asked_for_and_nothing_else_is_found(unfuse: Unfuse) -> None:
    plain = ("The mill stands in Leeds.", "Coal comes from Wales.")
    assert not unfuse(*plain)
    (control,) = unfuse(*plain, controls=True)
    assert control.discourse_type == "PAIR_NONE"
    tied = ("The mill stands in Leeds.", "However, the coal comes from Wales.")
    assert {e.discourse_type for e in unfuse(*tied, controls=True)} == {"PAIR_CONN"}
    assert not unfuse(*tied, controls=True, types=frozenset({"PAIR_NONE"}))
    others = frozenset({"SINGLE_RELATIVE"})
    assert not unfuse(*tied, controls=True, types=others)
    (control,) = unfuse(*plain, controls=True, types=others)
    assert control.discourse_type == "PAIR_NONE"
    # nothing that no example may be: too short, without a verb
    assert not unfuse("The mill stands in Leeds.", "See also there.", controls=True, min_tokens=5)
    assert not unfuse("The mill of the town.", "Coal comes from Wales.", controls=True)


def test_a_list_as_long_as_nobody_reads(engine: Engine) -> None:
    many = ", ".join(["apples"] * 400)
    text = f"Ann Lee left the house. However, she came back. She sold {many} and cherries."
    assert [e.rule for e in engine.unfuse(text)][:1] == ["pair.opening"]


def test_an_antecedent_of_which_nothing_is_said_again(unfuse: Unfuse) -> None:
    pair = ("He joined the University of Michigan.", "The team won its first game.")
    (example,) = unfuse(*pair, controls=True, min_confidence=0.99)
    assert example.discourse_type == "PAIR_NONE"


def test_a_pair_with_a_connective_is_no_plain_anaphora(unfuse: Unfuse) -> None:
    found = unfuse("Agnes Moray kept the lamp for years.", "However, she wrote no book about it.")
    assert {e.discourse_type for e in found} == {"PAIR_CONN", "PAIR_CONN_ANAPHORA"}
    assert {e.connective_string for e in found} == {"however ,"}


def test_paper_scope_leaves_ours_out() -> None:
    paper = load_rulebook(scope="paper")
    assert {r.scope for r in paper.unfuse.rules} == {"paper"}
    assert {c.source for c in paper.connectives} == {"paper"}


def test_types_by_name_and_pattern() -> None:
    assert known_types(["pair_*"], TYPES) == {
        "PAIR_ANAPHORA",
        "PAIR_CONN",
        "PAIR_CONN_ANAPHORA",
        "PAIR_NONE",
    }
    with pytest.raises(UsageError, match="did you mean 'SINGLE_RELATIVE'"):
        known_types(["SINGLE_RELATIV"], TYPES)


def test_given_sentences_are_not_split_again(engine: Engine) -> None:
    doc = engine.parse(Document("d", sentences=("He left. She stayed on.", "It rained.")))
    assert [s.text for s in doc.sents] == ["He left. She stayed on.", "It rained."]


def test_sentences_count_from_the_first_that_is_one(engine: Engine) -> None:
    (found,) = engine.unfuse(" It rained.\nAnn Lee sang and Tom Lee danced.")
    assert found.sentences == (1,)


def test_a_name_has_no_part_in_the_names_below_it(engine: Engine) -> None:
    text = "Robert Hale of the Leeds Museum wrote a book. He moved to Leeds in 1901."
    assert "Robert Hale moved to Leeds in 1901." in {
        e.incoherent_second_sentence for e in engine.unfuse(text)
    }


def test_ids_count_per_document(engine: Engine) -> None:
    texts: list[str | Document] = [
        Document("a", text="Ann Lee burned the mill, but the owners forgave her."),
        "It rained.",
    ]
    found = list(
        engine.unfuse_many([*texts, Document("b", text="Ann Lee sang and Tom Lee danced.")])
    )
    assert [e.id for e in found] == ["a#1", "a#2", "b#1"]


def test_as_a_component_of_any_pipeline() -> None:
    nlp = disco.language.load_language()
    nlp.add_pipe("disco")
    doc = nlp("Ann Lee burned the mill, but the owners forgave her.")
    assert [e.discourse_type for e in doc._.disco] == [
        "SINGLE_S_COORD",
        "SINGLE_S_COORD_ANAPHORA",
    ]


def test_what_is_exported() -> None:
    """What the pages name is there by that name; all that is there says what it is."""
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    named = {n for p in pages for n in re.findall(r"disco\.([A-Za-z]+)\b", p.read_text("utf-8"))}
    modules = {p.stem for p in (ROOT / "disco").iterdir()} | {"jsonl"}
    assert named - modules <= set(disco.__all__)
    assert {"load", "Engine", "Example", "UsageError"} <= set(disco.__all__)
    assert all(getattr(disco, name).__doc__ for name in disco.__all__)


GAPS = ["  ", "\t ", "\t", "\u00a0", "\u202f", " \u200b", "\u2060 ", "\u200e ", "\u00ad "]


@pytest.mark.parametrize("gap", GAPS)
def test_of_a_gap_one_space_is_read(engine: Engine, gap: str) -> None:
    text = f"It rained.{gap}The mill was sold in May,{gap}and the owner{gap}left the town."
    (example,) = engine.unfuse(text)
    assert example.incoherent_second_sentence == "The owner left the town."
    seen = text.translate(dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u2060")))
    assert example.coherent_first_sentence.split() == seen.split()[2:]
    (glue,) = example.removed
    assert text[glue.start : glue.end] == f",{gap}and"
    assert text[example.offset :].startswith("The mill")
    assert restore(example) == (example.coherent_first_sentence,)


def test_given_sentences_begin_where_they_do_in_spite_of_gaps(engine: Engine) -> None:
    given = Document(
        "a", sentences=("It  rained . ", "  The mill burned ,  but nobody in Leeds complained .")
    )
    text = " ".join(given.sentences)
    (example,) = engine.unfuse_many([given])
    assert example.coherent_first_sentence == "The mill burned , but nobody in Leeds complained ."
    assert text[example.offset :].startswith("The mill")


def test_a_given_sentence_may_begin_with_signs_of_no_width(engine: Engine) -> None:
    first, second = (
        "It rained in May . ",
        " \u200b \u200bI sold the mill , but they built it again .",
    )
    (example,) = engine.unfuse_many([Document("a", sentences=(first, second))])
    assert example.coherent_first_sentence == "I sold the mill , but they built it again ."
    assert f"{first} {second}"[example.offset :].startswith("I sold")


def test_a_noun_said_again_is_no_pronoun(engine: Engine) -> None:
    own = Engine(engine.nlp, engine.rules, Options(gate=False), engine.coreference)
    text = "The city of York is old. The town has two bridges."
    (example,) = [e for e in own.unfuse(text) if e.rule == "anaphora"]
    assert (example.has_coref_type_pronoun, example.has_coref_type_nominal) == (False, True)
    assert example.to_columns()[6:] == ("0.0", "1.0")
