"""What stands in brackets is parsed by itself, a title in quotes as a name; then it is put back."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from disco import Engine
from disco.language import require_model
from disco.parse.apart import PUT_BACK, SET_ASIDE, PutBack, set_aside
from disco.parse.readings import read_otherwise
from disco.parse.titles import NAME
from disco.parse.unsure import unsure_of

BARE = "The bridge was built in 1901 and the mill by the river burned a year later."
NESTED = BARE.replace("bridge", "bridge (once a ford [or two])").replace("mill", "mill (1850)")


@pytest.fixture(scope="module")
def nlp(engine: Engine) -> Language:
    return engine.nlp


def _hanging(doc: Doc) -> list[tuple[str, str, str]]:
    return [(token.text, token.dep_, token.head.text) for token in doc]


def test_all_else_is_read_as_if_no_brackets_were_there(nlp: Language) -> None:
    doc = nlp(NESTED)
    aside = {t.i for top in doc if top.dep_ == "parataxis" for t in top.subtree}
    assert "".join(t.text_with_ws for t in doc) == NESTED
    assert [h for t, h in zip(doc, _hanging(doc), strict=True) if t.i not in aside] == _hanging(
        nlp(BARE)
    )
    unsure, bare = unsure_of(doc), unsure_of(nlp(BARE))
    assert unsure is not None
    assert bare is not None
    others = [i for i in range(len(doc)) if i not in aside]
    assert unsure.hung[others] == pytest.approx(bare.hung, abs=0.1)  # what follows has a say


def test_what_they_hold_hangs_on_the_word_before_them(nlp: Language) -> None:
    hanging = _hanging(nlp(NESTED))
    assert ("ford", "parataxis", "bridge") in hanging
    assert ("1850", "parataxis", "mill") in hanging
    assert hanging.count(("(", "punct", "ford")) == hanging.count((")", "punct", "ford")) == 1
    assert ("[", "punct") in {(word, label) for word, label, _ in hanging}
    assert len(list(nlp(NESTED).sents)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "She sang.",
        "She sang. (He rowed home.)",
        "(In May) she sang.",
        "She sang (he rowed. They slept.) at home.",
        "She sang (in May.",
        "She sang in May).",
        "She sang ().",
        "",
    ],
)
def test_the_text_stays_as_it_is(nlp: Language, text: str) -> None:
    doc = nlp.make_doc(text)
    assert set_aside(doc) is doc
    assert PutBack(None)(doc) is doc


def test_a_sentence_that_is_given_may_end_in_brackets(nlp: Language) -> None:
    doc = nlp.make_doc("She sang (in May he rowed) at home")
    for token in doc:
        token.is_sent_start = token.text in {"She", "he"}
    assert set_aside(doc) is doc


def test_brackets_in_others_that_stay_are_set_aside(nlp: Language) -> None:
    doc = nlp.make_doc("She sang. (He rowed home [in May].)")
    assert set_aside(doc).text == "She sang. (He rowed home .)[in May]"


def test_other_readings_hold_all_words(nlp: Language) -> None:
    (doc,) = nlp.pipe([f"{NESTED} {NESTED}"], component_cfg={"parser": {"readings": 6}})
    found = [read for read, _ in read_otherwise(doc)]
    assert found
    for read in found:
        assert len(list(read.sents)) == 2
        for here, there in zip(doc, read, strict=True):
            if here.dep_ == "parataxis" or here.head.dep_ == "parataxis":
                assert (there.dep_, there.head.i) == (here.dep_, here.head.i)


@pytest.mark.parametrize(
    ("opening", "closing"), [('"', '"'), ("``", "''"), ("“", "”"), ("'' ", " ''")]
)
def test_a_title_is_read_as_a_name(nlp: Language, opening: str, closing: str) -> None:
    text = f"She wrote {opening}Whatever You Saw in May{closing} (1901) and sang it at home."
    doc = nlp(text)
    assert doc.text == text
    words = {token.text: token for token in doc}
    title = [words[word] for word in ("Whatever", "You", "Saw", "in")]
    assert {(word.dep_, word.head.text, word.tag_) for word in title} == {
        ("compound", "May", "NNP")
    }
    assert (words["May"].dep_, words["May"].head.text) == ("dobj", "wrote")
    assert (words["1901"].dep_, words["1901"].head.text) == ("parataxis", "May")
    assert (words["sang"].dep_, words["sang"].head.text) == ("conj", "wrote")
    unsure = unsure_of(doc)
    assert unsure is not None
    assert not unsure.read[[word.i for word in title]].any()


@pytest.mark.parametrize(
    "said",
    [
        "Home",
        "the old mill",
        "Row",
        "She Sang. He Rowed",
        "May I",
        "What Is It,",
        "Old Mill (Home)",
    ],
)
def test_what_is_no_title_is_read_as_it_stands(nlp: Language, said: str) -> None:
    doc = nlp.make_doc(f'He wrote of "{said}" and left.')
    moved = set_aside(doc)
    assert moved is doc or NAME not in moved.text


def test_a_sentence_may_start_with_a_title(nlp: Language) -> None:
    text = f'"Hear Them Row" was written by Ann Lee. {BARE} "All the Old Men" burned.'
    (doc,) = nlp.pipe([text], component_cfg={"parser": {"readings": 6}})
    assert [sentence[0].text for sentence in doc.sents] == ['"', "The", '"']
    for read, _ in read_otherwise(doc):
        assert [s.start for s in read.sents] == [s.start for s in doc.sents]


def test_a_plain_parser_is_asked_how_unsure_it_was_of_what_it_read(nlp: Language) -> None:
    plain = spacy.load(require_model())
    plain.add_pipe(SET_ASIDE, first=True)
    plain.add_pipe(PUT_BACK, after="parser")
    there, here = unsure_of(nlp(NESTED)), unsure_of(plain(NESTED))
    assert there is not None
    assert here is not None
    assert there.read == pytest.approx(here.read, abs=1e-3)


def test_it_stands_around_the_tagger_and_the_parser(nlp: Language) -> None:
    names = nlp.pipe_names
    assert names[0] == SET_ASIDE
    assert names.index(PUT_BACK) == names.index("parser") + 1


def test_the_rest_of_the_sentence_is_read_past_them(engine: Engine) -> None:
    text = (
        "The Hale Mill (Leeds Mill until 1901; in French, Moulin Hale) was built in 1850 "
        "and was sold a year later."
    )

    def second() -> str:
        (example,) = engine.unfuse(text)
        return example.incoherent_second_sentence

    assert second() == "The Hale Mill was sold a year later."
    with engine.nlp.select_pipes(disable=[SET_ASIDE, PUT_BACK]):
        assert second() == "Moulin Hale was sold a year later."
