"""English in units: kinds, genders, commas, facts, noun phrases said again."""

from __future__ import annotations

import pytest
from spacy.tokens import Doc, Token

from disco import Engine
from disco.draft.again import name_or_phrase, possessive, repeat
from disco.english import commas
from disco.english.agreement import agreeing_form, be_form, form_for, number_of
from disco.english.antecedent import hosts_of
from disco.english.facts import facts
from disco.english.grammar import is_past, tense_of
from disco.english.inflection import lemma_of
from disco.english.kinds import kind_of
from disco.english.likely import likely_kind
from disco.english.names import by_name, gender_of, same_name


def _parse(engine: Engine, text: str) -> Doc:
    return engine.nlp(text)


def _word(doc: Doc, text: str) -> Token:
    return next(t for t in doc if t.text == text)


@pytest.mark.parametrize(
    ("text", "word", "kind", "likely"),
    [
        ("The lawyer left the town.", "lawyer", "person", "person"),
        ("The lawyer left the town.", "town", "thing", "thing"),
        ("Agnes Moray left the town.", "Moray", "person", "person"),
        ("London lies on the Thames.", "London", "thing", "thing"),
        ("She saw it there.", "She", "person", "person"),
        ("She saw it there.", "it", "thing", "thing"),
        ("The painter, who sang, left.", "who", "person", "person"),
        ("The dog left the house.", "dog", None, "thing"),
    ],
)
def test_kinds(engine: Engine, text: str, word: str, kind: str | None, likely: str) -> None:
    token = _word(_parse(engine, text), word)
    assert (kind_of(token), likely_kind(token)) == (kind, likely)


@pytest.mark.parametrize(
    ("text", "word", "likely"),
    [
        ("Hadlow is a village near Hull. Hadlow lies on the river.", "Hadlow", "thing"),
        ("The MRPX was sold in May.", "MRPX", "thing"),
        ("FrameMaster prints maps.", "FrameMaster", "thing"),
        ("Linden Health England promised to pay.", "England", "thing"),
        ("McTavish signed for Leeds in July.", "McTavish", "person"),
        ("Mr Hoe died in May.", "Hoe", "person"),
    ],
)
def test_what_a_name_likely_names(engine: Engine, text: str, word: str, likely: str) -> None:
    assert likely_kind(_word(_parse(engine, text), word)) == likely


@pytest.mark.parametrize(
    ("text", "word", "likely"),
    [
        ("The worker wrote a letter.", "worker", "person"),
        ("The worker wrote a letter.", "letter", "thing"),
        ("The leader fed the birds.", "leader", "person"),
        ("The leader fed the birds.", "birds", "thing"),
    ],
)
def test_what_could_be_either_is_what_it_mostly_names(
    engine: Engine, text: str, word: str, likely: str
) -> None:
    token = _word(_parse(engine, text), word)
    assert kind_of(token) is None
    assert likely_kind(token) == likely


@pytest.mark.parametrize(
    ("text", "word", "gender"),
    [
        ("The queen left the town.", "queen", "fem"),
        ("The duke left the town.", "duke", "masc"),
        ("A policewoman left the town.", "policewoman", "fem"),
        ("A policeman left the town.", "policeman", "masc"),
        ("Lady Hale left the town.", "Hale", "fem"),
        ("Mr. Hale left the town.", "Hale", "masc"),
        ("Agnes left the town.", "Agnes", "fem"),
        ("Robert left the town.", "Robert", "masc"),
        ("The teacher left the town.", "teacher", None),
        ("Hale left the town.", "Hale", None),
        ("The talisman left the town.", "talisman", None),
    ],
)
def test_genders(engine: Engine, text: str, word: str, gender: str | None) -> None:
    assert gender_of(_word(_parse(engine, text), word)) == gender


def test_what_can_be_no_past(engine: Engine) -> None:
    doc = _parse(engine, "The ship was lost there without a fight, and her crew taken prisoner.")
    taken, made = _word(doc, "taken"), _word(_parse(engine, "They made it."), "made")
    taken.tag_ = "VBD"  # as the tagger has it in other sentences
    assert (is_past(taken), is_past(made)) == (False, True)


def test_parts_of_a_name_are_the_same_name(engine: Engine) -> None:
    doc = _parse(engine, "Agnes Moray met Robert Hale. Moray liked Hale.")
    first, second = doc.sents
    assert same_name(first.root.nbor(-1), second[0])
    assert not same_name(first.root.nbor(-1), second[2])


@pytest.mark.parametrize(
    ("text", "out", "kept"),
    [
        # a clause before the main one keeps the comma behind it
        ("After he met Ann, who sang, he left.", (4, 8), "After he met Ann , he left ."),
        # between subject and verb there is none
        ("Ann, who sang, left the town.", (1, 5), "Ann left the town ."),
        # before a clause with a subject of its own there is one
        (
            "Ann met Tom, who sang, and she left the town.",
            (3, 7),
            "Ann met Tom , and she left the town .",
        ),
    ],
)
def test_the_comma_that_stays(engine: Engine, text: str, out: tuple[int, int], kept: str) -> None:
    doc = _parse(engine, text)
    indices = commas.without(doc, 0, len(doc), set(range(*out)))
    assert " ".join(doc[i].text for i in indices) == kept


def test_facts_that_follow_from_others() -> None:
    known = facts()
    assert {"he", "him", "his", "she", "her", "it", "its", "they", "them", "their"} == set(
        known.third
    )
    assert known.nominative["me"] == "I"
    assert known.nominative["themselves"] == "they"
    assert {"who", "whom", "i", "us", "hers"} <= known.persons
    assert {"it", "its", "this", "that", "which"} == known.things
    many = {"they", "them", "their", "we", "us", "our", "you", "your", "these", "those"}
    assert many == known.plural_words
    assert known.owners["their"] == "they"
    assert known.persons.isdisjoint(known.things)


@pytest.mark.parametrize(
    ("text", "word", "past", "present"),
    [
        ("The mill burned.", "mill", "was", "is"),
        ("The mills burned.", "mills", "were", "are"),
        ("Ann and Tom sang.", "Ann", "were", "are"),
        ("I sang.", "I", "was", "am"),
        ("Thirty of them left the mill.", "Thirty", "were", "are"),
    ],
)
def test_forms_of_be(engine: Engine, text: str, word: str, past: str, present: str) -> None:
    noun = _word(_parse(engine, text), word)
    assert (be_form("past", noun), be_form("present", noun)) == (past, present)


def test_finite_forms(engine: Engine) -> None:
    doc = _parse(engine, "Hoping for rain, the farmers sing.")
    verb, noun = doc[0], _word(doc, "farmers")
    assert number_of(noun) == "plur"
    assert form_for(lemma_of(verb), "past", noun) == "hoped"
    assert form_for(lemma_of(verb), "present", noun) == "hope"


@pytest.mark.parametrize(
    ("text", "word", "tense"),
    [
        (
            "The sum of the tools and the mill and other old houses, form a town called Leeds.",
            "form",
            "present",
        ),
        ("Leeds Mill, Jat Airways, Malév, TAROM and Hale were the firms there.", "TAROM", None),
    ],
)
def test_tenses_that_the_tagger_hides(
    engine: Engine, text: str, word: str, tense: str | None
) -> None:
    assert tense_of(_word(_parse(engine, text), word)) == tense


@pytest.mark.parametrize(
    ("text", "word", "said"),
    [
        ("A painter from Leeds sang.", "painter", "the painter from Leeds"),
        ("Another painter sang.", "painter", "That painter"),
        ("They met two painters, who sang.", "painters", "the two painters"),
        ("They saw him there.", "him", "he"),
        ("The book speaks of Alexander the Great.", "Great", "Alexander the Great"),
        ("They split it into about 40 small farms.", "farms", "the 40 small farms"),
        ("They met a force of about 40 men.", "force", "the force of about 40 men"),
        ("The mill was sold to one Mary Stone.", "Stone", "Mary Stone"),
        ("They sang A Sailor's Song there.", "Song", "A Sailor 's Song"),
        ("They bought the last 'house of glass'.", "glass", ""),
        (
            "They speak of both a storm that turns into rain as well as a flood.",
            "storm",
            "the storm",
        ),
        ('The song is on What If Hale Wrote "Roll Over", a book of songs.', "Over", ""),
        ("After the war, in 1926 ownership was given to the town.", "ownership", "ownership"),
        ("In 1905 and 1906 Hale went to York.", "Hale", "Hale"),
        ("They studied at St John's in May.", "John", "St John 's"),
        ("They closed the mayor's house.", "mayor", "the mayor"),
        (
            "The oldest words, for example, wife, live, fight, love, sleep, and house, are short.",
            "words",
            "",
        ),
        ("It was so late that so painter Robert Hale was hired.", "Hale", "painter Robert Hale"),
        (
            "The Prussian bridge set, which had been used previously in York, had a single wall.",
            "set",
            "The Prussian bridge set",
        ),
        (
            "The first person to reply, Robert Hale, left.",
            "person",
            "The first person to reply",
        ),
        ("Hale and Moray co-wrote a song.", "Hale", "Hale and Moray"),
    ],
)
def test_a_noun_phrase_said_again(engine: Engine, text: str, word: str, said: str) -> None:
    words = repeat(_word(_parse(engine, text), word), "again")
    assert " ".join(w.text for w in words).lower() == said.lower()


def test_an_owner_and_a_name_without_its_title(engine: Engine) -> None:
    doc = _parse(engine, "The painter Agnes Moray met the miners.")
    owner = possessive(_word(doc, "miners"), "again")
    assert "".join(w.text for w in owner[-2:]) == "miners'"
    name = name_or_phrase(_word(doc, "Moray"), "again", joined=False, owner=False)
    assert [w.text for w in name] == ["Agnes", "Moray"]


def test_a_name_is_in_one_group(engine: Engine) -> None:
    doc = _parse(engine, "Robert met Hale in Leeds. Robert Hale left, and Hale came back.")
    (names,) = by_name(t for t in doc if t.text in {"Robert", "Hale"} and t.dep_ != "compound")
    assert sorted(t.text for t in names) == ["Hale", "Hale", "Hale", "Robert"]


def test_the_nouns_that_a_clause_could_speak_of(engine: Engine) -> None:
    doc = _parse(engine, "She painted the roof of the house, which was old.")
    clause = next(t for t in doc if t.dep_ == "relcl")
    assert {t.text for t in hosts_of(clause)} == {"roof", "house"}


def test_what_agrees_with_i(engine: Engine) -> None:
    doc = _parse(engine, "I know the doctor who works in Leeds and is old.")
    me, works, old = (_word(doc, text) for text in ("I", "works", "is"))
    assert [agreeing_form(verb, me) for verb in (works, old)] == ["work", "am"]


def test_a_noun_alone_may_be_one(engine: Engine) -> None:
    doc = _parse(engine, "The miller and his sons who were there saw Ann.")
    miller, were = _word(doc, "miller"), _word(doc, "were")
    assert agreeing_form(were, miller) == "were"
    assert agreeing_form(were, miller, alone=True) == "was"
