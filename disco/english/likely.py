"""What a noun is likelier to name, where nothing is certain: a person or a thing, he or she."""

from __future__ import annotations

import regex as re
from lemminflect import getAllLemmas
from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.grammar import SUBJECTS
from disco.english.kinds import kind_of, kind_of_word, word_list
from disco.english.names import gender_of, is_first_name

# Hale, McKee, L'Enfant, Smith-Jones; not FrameMaker
_AS_NAMES = re.compile(r"(\p{Lu}[\p{Ll}'’]{0,2})?\p{Lu}[\p{Ll}'’]+(-\p{Lu}\p{Ll}+)*")
_PLACES = frozenset({"GPE", "LOC"})
_FIRMS = frozenset({"ORG", "PRODUCT"})


def likely_kind(noun: Token) -> str:
    """``person`` or ``thing``: what may name a person does, unless it names animals alone, or
    mostly a thing."""
    taken_for_noun = noun.ent_type_ == "PERSON" and not _is_a_word(noun)
    if noun.pos_ == "PROPN" or taken_for_noun:
        return _likely_named(noun)
    kind = kind_of(noun)
    if kind is not None:
        return kind
    if noun.pos_ != "NOUN":
        return "person"
    lemma = noun.lemma_.lower()
    animal = lemma in word_list("animal_words") and lemma not in word_list("person_words")
    return "thing" if animal or lemma in facts().mostly_things else "person"


def said_to_be(noun: Token) -> list[Token]:
    """What the text says that somebody or something is, wherever it is the subject there."""
    return [c for t in subjects_named(noun) for c in t.head.children if c.dep_ == "attr"]


def subjects_named(noun: Token) -> list[Token]:
    """Where the noun is a subject in the text."""
    return [t for t in noun.doc if t.lower_ == noun.lower_ and t.dep_ in SUBJECTS]


def _names_things(token: Token) -> bool:
    """Whether a word before a name names things, and is nobody's."""
    of_thing = token.dep_ == "compound" and kind_of_word(token.lower_) == "thing"
    return of_thing and _is_a_word(token) and not is_first_name(token.text)


def _is_a_word(token: Token) -> bool:
    """Whether there is a noun of that form in the dictionary."""
    return bool(getAllLemmas(token.lower_, upos="NOUN"))


def _is_a_title(token: Token, *, of_word: bool) -> bool:
    """Whether a word before a name says that it is somebody's: *Mr*; *Professor* before what is no
    word itself."""
    word = token.lower_.rstrip(".")
    if token.dep_ != "compound":
        return False
    if any(word in known.nouns for known in facts().gendered.values()):
        return True
    return not of_word and kind_of_word(word) == "person"


def _likely_named(name: Token) -> str:
    """What bears a name, by the first witness that can tell; what nothing tells of, a person."""
    return next(filter(None, (witness(name) for witness in _WITNESSES)), "person")


def _by_the_tagger(name: Token) -> str | None:
    return "person" if name.ent_type_ == "PERSON" else None


def _by_what_is_said(name: Token) -> str | None:
    """The kind of what the text says that the bearer is, where that is one kind."""
    what = said_to_be(name)
    said = {"person" if gender_of(t) else kind_of(t) for t in what} - {None}
    return said.pop() if len(said) == 1 else None


def _by_letters(name: Token) -> str | None:
    """A thing, where it is written as no person's is: *Apollo 8*, *APT*, but *CLARA*."""
    text = name.text
    if any(c.isdigit() for c in text):
        return "thing"
    a_person_too = kind_of_word(name.lower_) != "thing" or is_first_name(text.title())
    return "thing" if text.isupper() and not a_person_too else None


def _by_the_map(name: Token) -> str | None:
    """A thing, where it is a place's wherever it stands."""
    same = (t for t in name.doc if t.lower_ == name.lower_)
    return "thing" if all(t.ent_type_ in _PLACES for t in same) else None


def _by_words_before(name: Token) -> str | None:
    """By a title, a first name, or what names things: *Mr Hoe*, *Public Health England*."""
    before, a_word = list(name.lefts), _is_a_word(name)
    if any(_is_a_title(t, of_word=a_word) for t in before):
        return "person"
    if before and is_first_name(before[-1].text) and not a_word:
        return "person"
    return "thing" if any(map(_names_things, before)) else None


def _by_itself(name: Token) -> str | None:
    """The tagger takes many a foreign name, and a family's, for that of a firm."""
    before, a_word, kind = list(name.lefts), _is_a_word(name), kind_of(name)
    mistaken = name.ent_type_ in _FIRMS or not before
    if not a_word and mistaken and _AS_NAMES.fullmatch(name.text):
        family = name.text.endswith(facts().endings.plural) and len(before) == 1
        if family or not any(t.dep_ == "det" for t in before):
            return "person"
    of_word = kind_of_word(name.lemma_.lower()) if a_word else None
    if a_word and not before:
        return "thing" if kind == of_word == "thing" else "person"
    return kind or of_word


_WITNESSES = (
    _by_the_tagger,
    _by_what_is_said,
    _by_letters,
    _by_the_map,
    _by_words_before,
    _by_itself,
)
