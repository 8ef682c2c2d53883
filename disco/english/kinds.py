"""Person or thing? What a noun names, as far as its words and the entity tagger tell."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from spacy.tokens import Token

from disco.english.facts import facts

_OF_EITHER = frozenset({"", "NORP", "CARDINAL"})  # labels of persons as well as of things


@cache
def word_list(name: str) -> frozenset[str]:
    """One of coreferee's English word lists (made from WordNet and public name lists)."""
    for folder in ("coreferee.lang.en.data", "coreferee.lang.common.data"):
        file = resources.files(folder).joinpath(f"{name}.dat")
        if file.is_file():
            words = file.read_text(encoding="utf-8").splitlines()
            return frozenset(w.strip() for w in words if w.strip() and not w.startswith("#"))
    raise FileNotFoundError(name)


@lru_cache(maxsize=100_000)
def kind_of_word(lemma: str) -> str | None:
    """What a common noun names, by its lemma: ``person``, ``thing``, or None where it could be
    either."""
    if lemma in word_list("exclusively_person_words"):
        return "person"
    if lemma in word_list("person_words") or lemma in word_list("animal_words"):
        return None
    return "thing"


def may_name_a_person(noun: Token) -> bool:
    """Whether a noun that could be either may well name a person: a name, and what is not mostly a
    thing, as a face is."""
    lemma = noun.lemma_.lower()
    a_person = lemma in word_list("person_words") and lemma not in facts().mostly_things
    return noun.pos_ == "PROPN" or a_person


def kind_of(noun: Token) -> str | None:
    """``person``, ``thing``, or None where a reader could take it either way."""
    word = noun.lower_
    if word in facts().persons:
        return "person"
    if word in facts().things:
        return "thing"
    if noun.pos_ == "PROPN":
        if noun.ent_type_ == "PERSON":
            return "person"
        return None if noun.ent_type_ in _OF_EITHER else "thing"
    if noun.pos_ == "NOUN":
        return kind_of_word(noun.lemma_.lower())
    return None
