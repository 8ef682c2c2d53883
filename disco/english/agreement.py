"""Number: of noun phrases, and the forms of verbs that agree with them."""

from __future__ import annotations

from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.grammar import PLAIN_SUBJECTS, PLURAL_TAGS, finite_part, subject_of
from disco.english.inflection import inflect, lemma_of
from disco.english.names import is_person


def is_joined(noun: Token) -> bool:
    """Whether the noun opens a coordination with ``and`` (so that it counts as many)."""
    left = [noun]
    while left:
        first = left.pop()
        joined = [c for c in first.children if c.dep_ == "conj"]
        words = {c.lower_ for c in first.children if c.dep_ == "cc"}
        if joined and words & facts().joining:
            return True
        if not words:  # which the last of a list has
            left += joined
    return False


def number_of(noun: Token) -> str:
    """``sing`` or ``plur`` of a noun phrase, by its form; a verb that agrees with it decides."""
    return _told_by_its_verb(noun) or number_by_form(noun)


def _told_by_its_verb(noun: Token) -> str | None:
    """The number that the verb of a subject tells; None where it tells none."""
    part = finite_part(noun.head) if noun.dep_ in PLAIN_SUBJECTS else None
    if part is None:
        return None
    word, tag = part.lower_, part.tag_
    if tag == "VBZ" or word == facts().be.past["sing"]:
        return "sing"
    bare = tag == "VBP" and word == lemma_of(part) != inflect(word, "VBD")
    many = bare and not is_person(noun)  # "it helped Ann Lee sell the mill"
    return "plur" if many or (word in facts().plural_verbs and tag != "MD") else None


def _is_one(noun: Token) -> bool:
    """Whether an article says that a noun of one form is one: a new species, not a few species."""
    own = list(noun.children)
    counted = any(c.pos_ == "NUM" or c.lower_ in facts().of_many for c in own)
    articles = facts().determiners.indefinite
    if counted or not any(c.dep_ == "det" and c.lower_ in articles for c in own):
        return False
    subject = subject_of(noun.head) if noun.dep_ == "attr" else None  # the Karens are a people
    return subject is None or number_of(subject) == "sing"


def _is_team(noun: Token) -> bool:
    """Whether a name is many by its ending and article: the Pistons, the Beatles."""
    endings = facts().endings
    many = noun.lower_.endswith(endings.plural)
    if noun.tag_ != "NNP" or noun.ent_type_ != "ORG" or not many:
        return False
    one = noun.lower_.endswith(endings.singular)
    return not one and any(c.lower_ == facts().determiners.article for c in noun.children)


def _is_family(noun: Token) -> bool:
    """Whether a surname is that of many: the Graingers."""
    return noun.tag_ == "NNPS" and any(c.dep_ == "det" for c in noun.children)


def number_by_form(noun: Token) -> str:
    """``sing`` or ``plur`` of a noun phrase, by its own words alone."""
    return "plur" if is_joined(noun) else number_alone(noun)


def number_alone(noun: Token) -> str:
    """The same of the noun without those that are joined to it."""
    if is_person(noun):
        return "plur" if _is_family(noun) else "sing"
    many = noun.tag_ in PLURAL_TAGS or noun.lower_ in facts().plural_nouns
    if (many and not _is_one(noun)) or _is_team(noun):
        return "plur"
    if noun.lower_ in facts().plural_words:
        return "plur"
    if noun.pos_ in {"DET", "ADJ", "NUM", "PRON"} and noun.lower_ in facts().of_many:
        return "plur"
    return "sing"


def agrees(noun: Token, verb: Token) -> bool:
    """Whether the noun could be the subject of the verb, by number alone."""
    part = finite_part(verb)
    if part is None:
        return True
    number, word = number_by_form(noun), part.lower_
    if part.tag_ == "VBZ" or word == facts().be.past["sing"]:
        plural_name = noun.tag_ in PLURAL_TAGS and noun.ent_type_ != ""
        return number == "sing" or plural_name
    if word in facts().plural_verbs or part.tag_ == "VBP":
        be = facts().be
        mine = _is_speaker(noun) and word not in {be.present["plur"], be.past["plur"]}
        return number == "plur" or mine
    return True


def _number(noun: Token, *, alone: bool) -> str:
    """The number of a noun phrase; of it ``alone``, without those that are joined to it."""
    return number_alone(noun) if alone else number_of(noun)


def be_form(tense: str, subject: Token, *, alone: bool = False) -> str:
    """The form of ``be`` for a subject; of it ``alone``, without those that are joined to it."""
    be = facts().be
    if _is_speaker(subject):
        return be.first[tense]
    number = _number(subject, alone=alone)
    return (be.past if tense == "past" else be.present)[number]


def _is_speaker(noun: Token) -> bool:
    """Whether the noun is ``I``, ``me`` or ``my``; not the last word of *World War I*."""
    return noun.lower_ in facts().speaker.forms and noun.pos_ != "PROPN"


def agreeing_form(part: Token, subject: Token, *, alone: bool = False) -> str | None:
    """The finite word in the form that goes with a subject; None where it is not known."""
    if part.tag_ == "MD":
        return part.lower_
    lemma = lemma_of(part)
    past = part.tag_ == "VBD" or part.lower_ == inflect(lemma, "VBD") != inflect(lemma, "VBP")
    if past and lemma != "be":
        return part.lower_
    return form_for(lemma, "past" if past else "present", subject, alone=alone)


def form_for(lemma: str, tense: str, subject: Token | None, *, alone: bool = False) -> str | None:
    """The finite form of a verb in ``tense`` for a subject, or for *this* without one, None where
    it is not known: ``form_for("die", "past", king)`` is ``died``."""
    if subject is None:
        return inflect(lemma, "VBD" if tense == "past" else "VBZ")
    if lemma == "be":
        return be_form(tense, subject, alone=alone)
    if tense == "past":
        return inflect(lemma, "VBD")
    number = _number(subject, alone=alone)
    return inflect(lemma, "VBP" if number == "plur" or _is_speaker(subject) else "VBZ")
