"""The parser: the same trees as spaCy's, how unsure it was, how else a sentence may be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from disco import Engine
from disco.jobs.options import Options
from disco.language import load_language, require_model
from disco.parse.parser import doubting
from disco.parse.readings import read_otherwise
from disco.parse.unsure import UNSURE, keep_as_unsure, less_likely, unsure_of

SURE = "She sang."
UNSURE_OF = "The bridge was built in 1901 and the mill by the river burned a year later."
TEXTS = [
    SURE,
    UNSURE_OF,
    "",
    "Old men row. " + UNSURE_OF + " Nobody, as the mayor said, saw the boat -- or the sail.",
    "Hale opened the mill in May, the school in June and the library in July.",
]
AGAIN = {"parser": {"readings": 6}}


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_language()


@pytest.fixture(scope="module")
def spacys() -> Language:
    return spacy.load(require_model())


def _tree(doc: Doc) -> list[tuple[int, str]]:
    return [(token.head.i, token.dep_) for token in doc]


def _readings(nlp: Language, texts: list[str]) -> Iterator[list[list[tuple[int, str]]]]:
    for doc in nlp.pipe(texts, component_cfg=AGAIN):
        yield [_tree(read) for read, _ in read_otherwise(doc)]


def test_the_trees_are_those_of_spacy(nlp: Language, spacys: Language) -> None:
    expected = [_tree(doc) for doc in spacys.pipe(TEXTS)]
    assert [_tree(doc) for doc in nlp.pipe(TEXTS)] == expected
    assert [_tree(nlp(text)) for text in TEXTS] == expected
    assert [_tree(doc) for doc in nlp.pipe(TEXTS, component_cfg=AGAIN)] == expected


def test_it_is_less_sure_of_what_can_be_read_in_two_ways(nlp: Language) -> None:
    sure, unsure = (unsure_of(nlp(text)) for text in (SURE, UNSURE_OF))
    assert sure is not None
    assert unsure is not None
    assert sure.read.shape == (3,)
    assert 0 <= sure.read.sum() < 0.2 < unsure.read.sum()
    assert (unsure.read >= unsure.hung - 1e-4).all()  # whatever hangs a word is done in reading


def test_it_looks_at_what_another_parser_read(nlp: Language, spacys: Language) -> None:
    doc = spacys(UNSURE_OF)
    assert unsure_of(doc) is None
    parser = doubting(spacys)
    assert parser is not None
    parser.look_at(doc)
    np.testing.assert_allclose(doc.user_data[UNSURE], nlp(UNSURE_OF).user_data[UNSURE], atol=1e-3)
    assert not list(read_otherwise(doc))
    parser.look_at(doc, 6)
    assert list(read_otherwise(doc))
    assert doubting(spacy.blank("en")) is None


def test_what_was_known_of_a_whole_text_is_forgotten_for_a_part(nlp: Language) -> None:
    (doc,) = nlp.pipe([f"{UNSURE_OF} {SURE}"], component_cfg=AGAIN)
    assert list(read_otherwise(doc))
    part = list(doc.sents)[-1].as_doc(copy_user_data=True)
    parser = doubting(nlp)
    assert parser is not None
    parser.look_at(part)
    parser.look_at(part, 6)
    assert all(len(read) == len(part) for read, _ in read_otherwise(part))


def test_looking_at_another_text_does_not_end_reading_again(nlp: Language) -> None:
    found = nlp.pipe([TEXTS[3], TEXTS[3]], batch_size=1, component_cfg=AGAIN)
    assert list(read_otherwise(next(found)))
    parser, other = doubting(nlp), nlp.make_doc(SURE)
    assert parser is not None
    parser.look_at(nlp.get_pipe("tagger")(nlp.get_pipe("tok2vec")(other)))
    assert list(read_otherwise(next(found)))


def test_a_sentence_that_is_unsure_can_be_read_otherwise(nlp: Language) -> None:
    (doc,) = nlp.pipe([TEXTS[3]], component_cfg=AGAIN)
    before = _tree(doc)
    starts = [sentence.start for sentence in doc.sents]
    found = list(read_otherwise(doc))
    assert found
    for read, changed in found:
        assert read.text == doc.text
        assert _tree(read) != before
        assert changed <= set(starts)
        assert [sentence.start for sentence in read.sents] == starts
        for sentence in doc.sents:
            same = _tree(read)[sentence.start : sentence.end]
            less = less_likely(read, sentence.start, sentence.end)
            assert less is not None
            if sentence.start not in changed:
                assert same == before[sentence.start : sentence.end]
                assert less == 0
    assert _tree(doc) == before
    assert less_likely(doc, 0, len(doc)) is None


def test_readings_are_the_same_in_whatever_company(nlp: Language) -> None:
    together = list(_readings(nlp, TEXTS))
    assert together == [next(_readings(nlp, [text])) for text in TEXTS]
    assert together[0] == []  # it is sure of that one
    assert len(together[1]) == len(set(map(str, together[1]))) > 1


def test_only_what_is_wanted_is_read_otherwise(nlp: Language) -> None:
    (doc,) = nlp.pipe([TEXTS[3]], component_cfg=AGAIN)
    starts = {start for _, changed in read_otherwise(doc) for start in changed}
    assert len(starts) > 1
    wanted = {min(starts)}
    assert {s for _, changed in read_otherwise(doc, wanted) for s in changed} == wanted
    for _ in read_otherwise(doc, wanted):
        wanted.clear()  # the first was enough


def test_a_sentence_is_known_by_its_first_word(nlp: Language) -> None:
    (doc,) = nlp.pipe([f"  {UNSURE_OF}"], component_cfg=AGAIN)
    assert doc[0].is_space
    assert {s for _, changed in read_otherwise(doc) for s in changed} == {1}


def test_it_goes_along_with_the_words(nlp: Language) -> None:
    doc = nlp(UNSURE_OF)
    made = nlp.make_doc("the mill also burned")
    keep_as_unsure(made, doc, [7, 8, None, 12])
    unsure, source = unsure_of(made), unsure_of(doc)
    assert unsure is not None
    assert source is not None
    assert unsure.read.tolist() == [source.read[7], source.read[8], 0, source.read[12]]


def test_what_is_read_with_doubt_is_trusted_less(engine: Engine) -> None:
    everything = Engine(engine.nlp, engine.rules, Options(min_confidence=0.0), engine.coreference)
    doc = engine.nlp("She wrote a book about ships, but nobody read it.")

    def confidence() -> float:
        found = everything.unfuse_docs([doc])
        (known,) = (e.confidence for e in found if e.discourse_type == "SINGLE_S_COORD")
        assert known is not None
        return known

    sure = confidence()
    doc.user_data[UNSURE] = doc.user_data[UNSURE] + 1
    assert confidence() < sure


def test_a_sentence_left_whole_is_split_as_it_may_be_read_otherwise(engine: Engine) -> None:
    text = "The council met in Leeds and the mill by the river burned a year later."
    expected = ["The council met in Leeds.", "The mill by the river burned a year later."]
    (plain,) = engine.split(text)
    assert list(plain.split) == [text]
    fine = Engine(engine.nlp, engine.rules, Options(fine=True), engine.coreference)
    (deeper,) = fine.split(text)
    assert list(deeper.split) == expected
    component = load_language()
    component.add_pipe("disco_split", config={"fine": True})
    (same,) = component(text)._.disco_split
    assert list(same.split) == expected


def test_a_rule_may_ask_for_the_likeliest_reading(engine: Engine) -> None:
    text = "He was sent to Leith on 14 August 1790, and to York on 9 December 1793."
    options = Options(fine=True)
    asked = Engine(engine.nlp, engine.rules, options, engine.coreference)
    (whole,) = asked.split(text)
    assert list(whole.split) == [text]
    rules = (r.model_copy(update={"likeliest": False}) for r in engine.rules.split.rules)
    loose = replace(engine.rules, split=replace(engine.rules.split, rules=tuple(rules)))
    (split,) = Engine(engine.nlp, loose, options, engine.coreference).split(text)
    assert "He was sent to Leith on 14 August 1790, and to York." in split.split
