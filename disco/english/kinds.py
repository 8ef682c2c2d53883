"""Person or thing? What a noun names, as far as its words and the entity tagger tell."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from lemminflect import getAllLemmas
from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.grammar import NOUNS

_THING_ENTITIES = frozenset(
    [
        "ORG",
        "GPE",
        "LOC",
        "FAC",
        "PRODUCT",
        "EVENT",
        "WORK_OF_ART",
        "LAW",
        "LANGUAGE",
        "DATE",
        "TIME",
        "PERCENT",
        "MONEY",
        "QUANTITY",
        "ORDINAL",
    ]
)


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
def _kind_of_noun(lemma: str) -> str | None:
    if lemma in word_list("exclusively_person_words"):
        return "person"
    if lemma in word_list("person_words") or lemma in word_list("animal_words"):
        return None
    return "thing"


def likely_kind(noun: Token) -> str:
    """``person`` or ``thing``, also where nothing is certain: a name is a person's if it is no
    other word or stands alone, and so is what may name one, unless it names animals alone, or
    mostly a thing."""
    kind = kind_of(noun)
    no_word = noun.pos_ == "PROPN" and not getAllLemmas(noun.lower_, upos="NOUN")
    # the tagger takes many a foreign name, and a family's, for that of a firm
    named = no_word and noun.ent_type_ in {"ORG", "PRODUCT"} and noun.text.istitle()
    family = noun.text.endswith(facts().endings.plural) and sum(1 for _ in noun.lefts) == 1
    if named and (family or not any(c.dep_ == "det" for c in noun.lefts)):
        return "person"
    if kind is not None:
        return kind
    if no_word or noun.pos_ not in NOUNS:
        return "person"
    lemma = noun.lemma_.lower()
    if noun.pos_ == "PROPN":
        return "thing" if any(noun.lefts) and _kind_of_noun(lemma) == "thing" else "person"
    animal = lemma in word_list("animal_words") and lemma not in word_list("person_words")
    return "thing" if animal or lemma in facts().mostly_things else "person"


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
        if noun.ent_type_ in _THING_ENTITIES:
            return "thing"
        return None
    if noun.pos_ == "NOUN":
        return _kind_of_noun(noun.lemma_.lower())
    return None
