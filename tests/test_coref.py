"""Coreference: who may be meant, how likely each of them is, and what is kept with the text."""

from __future__ import annotations

import numpy as np
import pytest
from spacy.tokens import Doc

from disco import Engine, _paths
from disco.coref.features import questions
from disco.coref.likeness import Likeness
from disco.coref.links import links_of
from disco.coref.mentions import mentions_of
from disco.coref.ranker import Ranker, trees
from disco.english.agreement import number_by_form

LONG = (
    "Ann Lee founded the mill with Mary Stone. She sold it in 1901. Robert Hale showed her his "
    "plans for a new one, and he and his brother paid for them. Their mother left Leeds in May."
)


def _linked(engine: Engine, text: str) -> Doc:
    return Ranker()(engine.nlp(text))


def _scores(doc: Doc, pronoun: str) -> dict[str, float]:
    """How likely each mention is for the first pronoun of that form."""
    at = next(t.i for t in doc if t.lower_ == pronoun)
    link = (links_of(doc) or {})[at]
    return {doc[m[0]].text: s for m, s in zip(link.mentions, link.scores, strict=True)}


def test_only_what_agrees_may_be_meant(engine: Engine) -> None:
    doc = _linked(engine, "Ann Lee showed Robert Hale the mill. She sold it in 1901.")
    assert set(_scores(doc, "she")) == {"Lee"}
    assert "Hale" not in _scores(doc, "it")


def test_the_one_who_is_spoken_of_is_likelier(engine: Engine) -> None:
    doc = _linked(engine, "Ann Lee founded the mill with Mary Stone. She sold it in 1901.")
    scores = _scores(doc, "she")
    assert scores["Lee"] > 0.6 > scores["Stone"]


def test_a_name_has_the_gender_of_its_fuller_form(engine: Engine) -> None:
    doc = engine.nlp("Hale wrote a book. Its editor met Robert Hale in Leeds.")
    genders = [m.gender for m in mentions_of(doc) if m.token.text == "Hale"]
    assert genders == ["masc", "masc"]


def test_a_name_that_owns_something_is_a_persons(engine: Engine) -> None:
    doc = engine.nlp("Walpole published his first novel in 1909. It was long.")
    assert next((m.kind, m.gender) for m in mentions_of(doc)) == ("person", "masc")
    doc = engine.nlp("Walpole closed the mill in 1909. It was long.")
    assert next((m.kind, m.gender) for m in mentions_of(doc)) == ("thing", None)


def test_a_name_in_s_may_be_one(engine: Engine) -> None:
    doc = _linked(engine, "Leeds has grown fast. It is the largest town of the north.")
    assert number_by_form(doc[0]) == "plur"  # as of a team
    assert "Leeds" in _scores(doc, "it")


def test_a_thing_that_the_text_goes_on_about_is_likely(engine: Engine) -> None:
    doc = _linked(engine, "The restaurant had a hall in Leeds, but it closed in 1996.")
    scores = _scores(doc, "it")
    assert scores["restaurant"] > 0.6 > max(s for name, s in scores.items() if name != "restaurant")


def test_those_who_are_joined_are_meant_together(engine: Engine) -> None:
    doc = _linked(engine, "Ann Lee and Mary Stone founded the mill. They sold it in 1901.")
    link = (links_of(doc) or {})[next(t.i for t in doc if t.text == "They")]
    assert [[doc[i].text for i in m] for m in link.mentions if len(m) > 1] == [["Lee", "Stone"]]


def test_a_family_is_many(engine: Engine) -> None:
    doc = engine.nlp("The Graingers visited their grandfather in Leeds.")
    assert number_by_form(doc[1]) == "plur"


def test_a_text_without_pronouns_has_no_links(engine: Engine) -> None:
    doc = _linked(engine, "The mill was sold.")
    assert links_of(doc) == {}


@pytest.mark.parametrize("rows", [1, 7])
def test_rows_are_ranked_each_by_itself(engine: Engine, rows: int) -> None:
    doc = engine.nlp("Ann Lee founded the mill with Mary Stone. She sold it in 1901.")
    row = next(questions(doc)).rows[:1]
    alone = trees()(row)
    assert 0 < alone[0] < 1
    assert np.allclose(trees()(np.repeat(row, rows, axis=0)), alone)


def test_trees_say_what_a_walk_down_them_says(engine: Engine) -> None:
    with np.load(_paths.coref_weights()) as file:
        arrays = dict(file)
    doc = engine.nlp(f"{LONG} " * 8)
    rows = np.concatenate([q.rows for q in questions(doc)])
    assert len(rows) > 80  # more than are looked at at once

    def walked(tree: int, row: np.ndarray) -> float:
        at = 0
        while arrays["children"][tree, at, 0] != at:
            above = row[arrays["feature"][tree, at]] > arrays["threshold"][tree, at]
            at = arrays["children"][tree, at, int(above)]
        return float(arrays["value"][tree, at])

    totals = [sum(walked(t, row) for t in range(len(arrays["value"]))) for row in rows[:80]]
    wanted = 1 / (1 + np.exp(-(float(arrays["start"]) + np.array(totals))))
    assert np.allclose(trees()(rows)[:80], wanted, atol=1e-5)
    assert wanted.max() > 0.6
    assert wanted.min() < 0.2


def test_words_are_as_alike_as_spacy_says(engine: Engine) -> None:
    doc = engine.nlp("The mill in Xqzzv was sold to the mayor, and the mill prospered.")
    alike = Likeness()
    for a in doc:
        for b in doc:
            known = a.has_vector and b.has_vector
            assert alike(a, b) == (a.similarity(b) if known else 0.0)


def test_a_name_that_two_have_tells_no_gender(engine: Engine) -> None:
    doc = engine.nlp("Hale wrote a book. Robert Hale met Mary Hale in Leeds.")
    assert mentions_of(doc)[0].gender is None
