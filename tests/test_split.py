"""Splitting: propositions that stand alone, what holds them together, and the account of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import spacy

import disco.component  # noqa: F401  (its extensions)
from disco import Document, Engine, Options, Propositions, UsageError
from disco.draft.tree import regrow
from disco.draft.words import Removed, Word
from disco.english.sentence import sentences_of
from disco.jobs.account import Part, Tie, restored, row_of, without_circles
from disco.jobs.propositions import Relation
from disco.parse.unsure import unsure_of

Split = Callable[..., list[Propositions]]
LIGHTHOUSE = (Path(__file__).parent.parent / "examples" / "lighthouse.txt").read_text("utf-8")


@pytest.fixture(scope="session")
def split(engine: Engine) -> Split:
    """The propositions of a text, with options of the test's own, on the shared pipeline."""

    def run(text: str, **options: object) -> list[Propositions]:
        chosen = replace(Options(), **options)  # type: ignore[arg-type]
        own = Engine(engine.nlp, engine.rules, chosen, engine.coreference)
        return list(own.split(text))

    return run


def test_until_nothing_applies(split: Split) -> None:
    (row,) = split(
        "The mill, which was built in 1850, burned in March, but the owners rebuilt it, "
        "and it was sold to Robert Hale, a painter from Leeds."
    )
    assert row.split == (
        "The mill burned in March.",
        "The mill was built in 1850.",
        "The owners rebuilt it.",
        "It was sold to Robert Hale.",
        "Robert Hale was a painter from Leeds.",
    )
    first = row.propositions[1]
    assert first.rules == ("s_coord.conjunction", "relative.subject")
    assert 0.5 < first.confidence < 1


def test_a_verb_that_was_put_in_keeps_its_tense_in_further_steps(split: Split) -> None:
    (row,) = split("Ann Lee, having sold the mill and left the town, bought a house.")
    assert row.split == (
        "Ann Lee bought a house.",
        "Ann Lee had sold the mill.",
        "Ann Lee had left the town.",
    )


def test_what_holds_them_together(split: Split) -> None:
    text = "The mill burned. However, the owners rebuilt it because the town needed flour."
    before, row = split(text, min_step=0.8)
    assert before.split == ("The mill burned.",)
    assert row.split == ("The owners rebuilt it.", "The town needed flour.")
    ties = {(r.relation, r.words, r.of, r.to) for r in row.relations}
    assert ("comparison", "however", 0, None) in ties
    assert ("contingency", "because", 1, 0) in ties


def test_a_clause_in_front_hangs_on_the_main_one(split: Split) -> None:
    (row,) = split("Although the storms broke the windows, the lamp never went out.")
    (relation,) = row.relations
    assert row.split[relation.to or 0] == "The lamp never went out."
    assert row.split[relation.of] == "The storms broke the windows."
    assert row.roots == (relation.to,)


def test_a_participle_in_front_hangs_on_the_main_clause(split: Split) -> None:
    (row,) = split("Having sold the farm, Ann Lee moved to York.", min_step=0.5)
    assert [row.split[n] for n in row.roots] == ["Ann Lee moved to York."]
    (relation,) = row.relations
    assert (relation.relation, row.split[relation.of]) == (
        "elaboration",
        "Ann Lee had sold the farm.",
    )


def test_what_says_more_hangs_on_what_it_says_at_its_core(split: Split) -> None:
    (row,) = split("In 1920, Ann Lee moved to York.", fine=True)
    assert [row.split[n] for n in row.roots] == ["Ann Lee moved to York."]
    assert [(r.relation, row.split[r.of]) for r in row.relations] == [("setting", row.text)]


def test_the_sense_is_that_of_the_place(split: Split) -> None:
    """*As* tells of a time in front, of a reason behind."""
    (row,) = split("As the train left the station, the crowd began to sing.")
    assert [(r.relation, r.words) for r in row.relations] == [("temporal", "as")]


def test_each_is_traced_to_its_characters(split: Split) -> None:
    text = "The fair was long. Robert Hale, who owned a mill, sold it."
    row = split(text)[1]
    said = {p.text: [text[a:b] for a, b in p.source] for p in row.propositions}
    assert said["Robert Hale owned a mill."] == ["Robert Hale", "owned a mill"]
    for removal in row.removed:
        assert text[removal.start : removal.end] == removal.text


@pytest.mark.parametrize("options", [{}, {"fine": True}, {"attributed": True}])
def test_nothing_lost_nothing_invented(split: Split, options: dict[str, bool]) -> None:
    rows = split(LIGHTHOUSE, **options)
    assert sum(len(row.split) > 1 for row in rows) > 3
    for row in rows:
        assert restored(row) == row.text
        assert not _unnamed(row)


@pytest.mark.parametrize(
    "text",
    [
        "If it rains, the fair stays closed.",
        "Mary Stone hopes that her brother sold the mill.",
        "She said that the council closed the bridge.",
        "The road runs between Leeds and York.",
        "Robert Hale and Mary Stone married in Leeds.",
    ],
)
def test_no_condition_wish_or_report_becomes_a_fact(split: Split, text: str) -> None:
    (row,) = split(text)
    assert row.split == (text,)
    assert [*row.relations, *row.removed, *row.inserted] == []


def test_what_somebody_says_is_marked(split: Split) -> None:
    text = "The council said that the old bridge had fallen."
    (row,) = split(text, attributed=True)
    assert row.split == (text, "The old bridge had fallen.")
    (relation,) = row.relations
    assert (relation.relation, relation.of, relation.to) == ("attribution", 1, 0)
    assert relation.words == "the council said"


@pytest.mark.parametrize(
    ("text", "by", "said"),
    [
        (
            "The old bridge had fallen, the council said.",
            "the council said",
            "The old bridge had fallen.",
        ),
        ("The bridge, the council says, has fallen.", "the council says", "The bridge has fallen."),
        ("According to Ann Lee, the mill was old.", "according to ann lee", "The mill was old."),
        ("Ann Lee says that she sold the mill.", "ann lee says", "Ann Lee sold the mill."),
        (
            "The council says it is too early to tell.",
            "the council says",
            "It is too early to tell.",
        ),
    ],
)
def test_what_is_said_hangs_on_who_says_it_wherever_that_stands(
    split: Split, text: str, by: str, said: str
) -> None:
    (row,) = split(text, attributed=True)
    assert row.split == (text, said)
    assert [(r.relation, r.of, r.to, r.words) for r in row.relations] == [("attribution", 1, 0, by)]
    assert not row.removed
    assert not _unnamed(row)


def test_who_is_likelier_meant_inside_what_is_said_is_left(split: Split) -> None:
    (row,) = split(
        "The doctor said that the boy had fallen when he climbed the wall.", attributed=True
    )
    assert not any("the doctor climbed" in text.lower() for text in row.split)


def test_a_pronoun_that_was_replaced_leaves_its_place_to_the_noun(split: Split) -> None:
    text = "Robert Hale claimed that the map was old, and Mary Stone claimed that it was new."
    (row,) = split(text, attributed=True)
    assert {"The map was old.", "The map was new."} <= set(row.split)


def test_no_proposition_hangs_on_one_that_hangs_on_it() -> None:
    made = [Relation("list", "", 2, 1), Relation("list", "and", 1, 0), Relation("list", "", 0, 2)]
    assert without_circles([*made, made[0]]) == tuple(made[:2])


def test_a_list_of_acts_is_taken_apart_to_its_end(split: Split) -> None:
    (row,) = split(
        "Rovers lost their first two games, sacked the manager and appointed a Spaniard."
    )
    assert row.split[1:] == ("Rovers sacked the manager.", "Rovers appointed a Spaniard.")


@pytest.mark.parametrize("verb", ["hitting", "striking"])
def test_what_is_split_off_has_the_tense_of_what_it_was_split_off(split: Split, verb: str) -> None:
    rows = split(f"The driver left the town, {verb} a wall, an old barrier of stone.", fine=True)
    assert "The wall was an old barrier of stone." in rows[0].split


def test_finer_propositions(split: Split) -> None:
    text = "The Old Mill is a 1998 American film. The fair opened on 3 May in Leeds."
    coarse = [s for row in split(text) for s in row.split]
    fine = [s for row in split(text, fine=True) for s in row.split]
    assert "The Old Mill is an American film." in fine
    assert {"The fair opened on 3 May.", "The fair opened in Leeds."} <= set(fine)
    assert not set(fine) & set(coarse)


def test_what_ties_a_sentence_to_the_one_before_goes_with_its_pronoun(split: Split) -> None:
    row = split("Ann Lee, who sang, left early. However, she came back.")[1]
    assert row.split == ("Ann Lee came back.",)
    assert [(r.relation, r.words) for r in row.relations] == [("comparison", "however")]


def test_pronouns_stay_where_nobody_asks(split: Split) -> None:
    text = "Ann Lee founded the mill in 1901. She sold it to a cousin."
    assert split(text)[1].split == ("Ann Lee sold it to a cousin.",)
    assert split(text, standalone=False)[1].split == ("She sold it to a cousin.",)


def test_what_is_said_for_a_pronoun_is_named_and_not_said_again(split: Split) -> None:
    text = "The actress Ann Lee lives in Hull. She was born in 1950 and has two sons."
    _, row = split(text, fine=True)
    assert row.split == (
        "The actress Ann Lee was born in 1950.",
        "The actress Ann Lee has two sons.",
    )
    assert not _unnamed(row)


def _unnamed(row: Propositions) -> Counter[str]:
    """The letters of the propositions that are neither pieces of the sentence, in either case, nor
    named as put in."""
    unnamed: Counter[str] = Counter()
    for number, proposition in enumerate(row.propositions):
        known = [(p.start, p.end) for p in row.recipe if p.origin == str(number)]
        known += [(i.start, i.end) for i in row.inserted if i.part == str(number)]
        there = {k for start, end in known for k in range(start, end)}
        unnamed.update(c for k, c in enumerate(proposition.text) if k not in there and c != " ")
    return unnamed - Counter(p.text.swapcase() for p in row.recipe if p.origin == "text")


def test_a_list_is_taken_apart_item_by_item(split: Split) -> None:
    (row,) = split("She won the race in 1998, 2001 and 2004.")
    assert row.split == (
        "She won the race in 1998.",
        "She won the race in 2001.",
        "She won the race in 2004.",
    )
    assert {r.relation for r in row.relations} == {"list"}


@pytest.mark.parametrize(
    "text",
    [
        "Robert Hale owned two mills, and both were sold in May.",
        "The council sold eleven roads, and nine were closed in May.",
        "The council had not closed the bridge, but the owners had.",
    ],
)
def test_what_only_the_other_half_makes_clear_stays(split: Split, text: str) -> None:
    (row,) = split(text)
    assert row.split == (text,)


def test_each_step_is_as_sure_as_is_asked(split: Split) -> None:
    text = "The council sold the mill, and the owners closed the bridge."
    (row,) = split(text)
    sure = row.propositions[0].confidence
    assert len(row.split) == 2
    assert len(split(text, min_step=sure)[0].split) == 2
    assert split(text, min_step=sure + 0.001)[0].split == (text,)


def test_a_report_is_no_fact_however_unsure_a_step_may_be(split: Split) -> None:
    text = "The next day Mary said she had a sore throat and had a fever."
    (row,) = split(text, min_step=0)
    assert row.split == (text,)


def test_finer_steps_may_be_less_sure() -> None:
    coarse, fine = Options(), Options(fine=True)
    assert coarse.least_of_a_step is not None
    assert fine.least_of_a_step is not None
    assert fine.least_of_a_step < coarse.least_of_a_step
    assert Options(min_confidence=None).least_of_a_step is None


def test_ids(engine: Engine) -> None:
    one, two = Document("a", text="It rained."), Document("b", text="It rained. They left.")
    rows = list(engine.split_many([one, two]))
    assert [r.id for r in rows] == ["a", "b#1", "b#2"]
    assert [r.sentence for r in rows] == [0, 0, 1]
    assert rows[2].offset == len("It rained. ")


def test_rows_there_and_back(split: Split) -> None:
    rows = split(LIGHTHOUSE, fine=True)
    assert len(rows) > 5
    for row in rows:
        assert Propositions.from_dict(row.to_dict()) == row


def test_the_tree_of_an_output_is_that_of_its_source(engine: Engine) -> None:
    doc = engine.parse(Document("d", sentences=("Robert Hale, a painter, moved to Leeds.",)))
    parsed = engine.unfuser.parsed(doc, in_full=True)
    drafts = [f.draft for f in engine.unfuser.findings(parsed) if not f.verdict.refused]
    grown = regrow(doc.vocab, doc, list(drafts[0].parts))
    first, second = grown.sents
    assert (first.text, first.root.text) == ("Robert Hale moved to Leeds.", "moved")
    assert (second.text, second.root.text) == ("Robert Hale was a painter.", "was")
    assert {t.text: t.dep_ for t in second} == {
        "Robert": "compound",
        "Hale": "nsubj",
        "was": "ROOT",
        "a": "det",
        "painter": "attr",
        ".": "punct",
    }


def test_in_a_pipeline_of_spacy(engine: Engine) -> None:
    nlp = spacy.blank("en")
    assert nlp.has_factory("disco_split")
    component = engine.nlp.create_pipe("disco_split", config={"fine": True})
    doc = component(engine.nlp("The fair opened on 3 May in Leeds. It rained."))
    assert [s for row in doc._.disco_split for s in row.split] == [
        "The fair opened on 3 May.",
        "The fair opened in Leeds.",
        "It rained.",
    ]
    assert doc._.disco_split[1].id.endswith("#2")


def test_no_text(engine: Engine) -> None:
    assert list(engine.split("")) == []
    with pytest.raises(UsageError, match="a text is a string, not list"):
        engine.split(["It rained."])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="for one text there is split"):
        list(engine.split_many("It rained."))


def test_places_are_those_of_the_document(engine: Engine) -> None:
    text = "A first line.\nRobert Hale, who owned a mill, sold it."
    _, row = engine.split(text)
    assert text[row.offset :] == row.text
    places = [[text[start:end] for start, end in p.source] for p in row.propositions]
    assert places == [["Robert Hale", "sold it."], ["Robert Hale", "owned a mill"]]
    assert row.removed
    assert all(text[r.start : r.end] == r.text for r in row.removed)
    text = "The fair was long. Robert Hale, who owned a mill, sold it."
    _, row = engine.split(text)
    assert text[row.offset :] == row.text


def test_each_step_makes_a_proposition_less_sure(engine: Engine) -> None:
    text = "The mill burned in March, but it was sold to Robert Hale, a painter from Leeds."
    (row,) = engine.split(text)
    sure = {p.rules: p.confidence for p in row.propositions}
    first = ("s_coord.conjunction",)
    assert sure[*first, "apposition.phrase"] < sure[first] < 1


def test_a_tree_that_grew_is_as_unsure_as_it_was(engine: Engine) -> None:
    doc = engine.parse(Document("d", sentences=("Robert Hale, a painter, moved to Leeds.",)))
    found = engine.unfuser.findings(engine.unfuser.parsed(doc, in_full=True))
    draft = next(f.draft for f in found if not f.verdict.refused)
    assert unsure_of(regrow(doc.vocab, doc, list(draft.parts))) is not None


@pytest.mark.parametrize(
    ("text", "tie", "second"),
    [
        (
            "The dam broke in May, and as a result the town was flooded.",
            ("contingency", "and as a result"),
            "The town was flooded.",
        ),
        # what contrasts still does
        (
            "Ann Lee studied law in Leeds, but later taught art in York.",
            ("comparison", "but later"),
            "Ann Lee taught art in York.",
        ),
    ],
)
def test_a_connective_of_the_second_half_is_part_of_the_tie(
    engine: Engine, text: str, tie: tuple[str, str], second: str
) -> None:
    (row,) = engine.split(text)
    assert [(r.relation, r.words) for r in row.relations] == [tie]
    assert row.split[1] == second
    assert engine.restore(row) == (text,)


def test_relations_hold_between_main_propositions() -> None:
    a, b, c = (Part([]) for _ in range(3))
    inner = Part([], parts=(a, b), tie=Tie("comparison", "although", second_says_it=False))
    whole = Part([], parts=(inner, c), tie=Tie("expansion", "and"))
    ties = whole.relations({id(a): 0, id(b): 1, id(c): 2})
    assert {(r.of, r.to) for r in ties} == {(2, 1), (0, 1)}
    same = Part([], parts=(a, b), tie=Tie("expansion", "and"))
    assert list(same.relations({id(a): 0, id(b): 0})) == []


def test_a_split_that_loses_a_word_is_none(engine: Engine) -> None:
    text = "The mill burned and the owners left town."
    doc = engine.parse(Document("d", sentences=(text,)))
    (sentence,) = sentences_of(doc)
    words = [Word.kept(token) for token in doc]
    for lost, split in ((None, 2), (6, 1)):
        second = Part([w for w in words[4:] if w.source != lost], 0.9, ("r",))
        parts = (Part(words[:3], 0.9, ("r",)), second)
        removed = [Removed((3,), "connective")]
        row = row_of(doc, sentence, Part(words, parts=parts, rules=("r",), removed=removed))
        assert len(row.split) == split
    assert row.split == (text,)


def test_of_words_that_two_repeat_one_is_the_sources(engine: Engine) -> None:
    doc = engine.parse(Document("d", sentences=("The mill burned and the owners left town.",)))
    (sentence,) = sentences_of(doc)
    sides = [
        [Word.copied(doc[i], "again") for i in (0, 1)] + [Word.kept(doc[i]) for i in own]
        for own in ((2,), (6, 7, 8))
    ]
    parts = (Part(sides[0], rules=("r",)), Part(sides[1], rules=("r",)))
    removed = [Removed((3, 4, 5), "x")]
    row = row_of(doc, sentence, Part([], parts=parts, rules=("r",), removed=removed))
    assert row.split == ("The mill burned", "The mill left town.")
    assert [(i.part, i.text) for i in row.inserted] == [("1", "The mill")]
