"""English in general: clauses, subjects, tense, number, verb forms. No phenomenon lives here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from lemminflect import getInflection, getLemma  # type: ignore[import-untyped]
from spacy.tokens import Token

from disco.english.facts import facts

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD"})
AUXILIARIES = frozenset({"aux", "auxpass"})
VERBAL = frozenset({"VERB", "AUX"})
TERMINALS = frozenset({".", "!", "?", "...", "…", "...."})
OPENING = {"(": ")", "[": "]", "{": "}", "“": "”", "‘": "’", "``": "''"}
_HELPING = frozenset({"be", "have", "do"})


def has_subject(verb: Token) -> bool:
    """Whether the verb has a subject of its own."""
    return any(child.dep_ in SUBJECTS for child in verb.children)


def subject_of(verb: Token) -> Token | None:
    """The verb's subject: its own, or the one it shares with the verb that it is joined to."""
    while True:
        own = [c for c in verb.children if c.dep_ in SUBJECTS and c.dep_ != "expl"]
        if own:
            # of two before the verb, the first is an apposition to the second
            return max((c for c in own if c.i < verb.i), key=lambda c: c.i, default=own[0])
        if verb.dep_ not in {"conj", "xcomp"} or verb.head.pos_ not in VERBAL:
            return None
        verb = verb.head


def verb_above(token: Token) -> Token:
    """The nearest verb that the token hangs on; the head of all where there is none."""
    while token.dep_ != "ROOT":
        token = token.head
        if token.pos_ in VERBAL:
            break
    return token


def auxiliaries_of(verb: Token) -> list[Token]:
    """The verb's own auxiliaries, without the infinitive's ``to``."""
    return [c for c in verb.children if c.dep_ in AUXILIARIES and c.tag_ != "TO"]


def is_past(verb: Token) -> bool:
    """Whether the verb is a plain past, also where the tagger took it for a participle: one
    without auxiliaries, joined to a past or with a subject of its own, of the same form."""
    if verb.tag_ == "VBD":
        return not _shares_perfect(verb)
    if verb.tag_ != "VBN" or any(c.dep_ in AUXILIARIES for c in verb.children):
        return False
    if verb.dep_ == "conj":
        if verb.head.tag_ != "VBD" or verb.head.lemma_ == "be":
            return False
    elif verb.dep_ != "ROOT" or not has_subject(verb):
        return False
    return inflect(lemma_of(verb), "VBD") == verb.lower_


def _shares_perfect(verb: Token) -> bool:
    """Whether what the tagger took for a past is a participle that shares a perfect: "has written
    a book and edited two"; but "had left and later returned"."""
    if verb.tag_ != "VBD" or verb.lemma_ in _HELPING:
        return False
    first = verb
    while first.dep_ == "conj" and not auxiliaries_of(first) and not has_subject(first):
        first = first.head
    if first.tag_ != "VBN" or first.lemma_ == "be":
        return False
    around = {c.dep_ for c in first.children}
    have = next((c for c in auxiliaries_of(first) if c.lemma_ == "have"), None)
    if have is None or "auxpass" in around or "neg" in around:
        return False
    apart = have.tag_ in FINITE_TAGS and any(c.lower_ in facts().file.later for c in verb.lefts)
    return not apart and inflect(lemma_of(verb), "VBN") == verb.lower_


def is_finite(verb: Token) -> bool:
    """Whether the verb, or one of its auxiliaries, is finite."""
    return finite_part(verb) is not None


def finite_part(verb: Token) -> Token | None:
    """The word that carries the tense: the first finite auxiliary, else the verb itself."""
    for child in auxiliaries_of(verb):
        if child.tag_ in FINITE_TAGS:
            return child
    if is_past(verb) or (verb.tag_ in FINITE_TAGS and verb.tag_ != "VBD"):
        return verb
    # a plural present that the tagger took for an infinitive: it has a subject and nothing else
    bare = verb.tag_ == "VB" and not any(c.dep_ in AUXILIARIES for c in verb.children)
    return verb if bare and verb.dep_ in {"ROOT", "conj"} and has_subject(verb) else None


def tense_of(verb: Token) -> str | None:
    """``past`` or ``present`` of the clause; None where a verb put in beside it would guess."""
    part = finite_part(verb)
    if part is None:
        if verb.dep_ in {"conj", "xcomp"}:
            return tense_of(verb.head)
        return None
    if part.tag_ == "MD":
        return None
    return "past" if is_past(part) else "present"


def is_pluperfect(verb: Token) -> bool:
    """Whether the verb stands in the past perfect: what goes with it would have to as well."""
    return verb.tag_ == "VBN" and any(c.lower_ == "had" for c in auxiliaries_of(verb))


def tense_around(token: Token) -> str | None:
    """The tense of the clause that the token stands in."""
    while finite_part(token) is None and token.dep_ != "ROOT":
        token = token.head
    return tense_of(token)


def is_joined(noun: Token) -> bool:
    """Whether the noun opens a coordination with ``and`` (so that it counts as many)."""
    words = {c.lower_ for c in noun.children if c.dep_ == "cc"}
    if not any(c.dep_ == "conj" for c in noun.children):
        return False
    if words:
        return bool(words & {"and", "&"})
    return any(is_joined(c) for c in noun.children if c.dep_ == "conj")


def number_of(noun: Token) -> str:
    """``sing`` or ``plur`` of a noun phrase, by its form; a verb that agrees with it decides."""
    if noun.dep_ in {"nsubj", "nsubjpass"}:
        part = finite_part(noun.head)
        if part is not None:
            word = part.lower_
            if part.tag_ == "VBZ" or word == "was":
                return "sing"
            if word in facts().file.plural_verbs and part.tag_ != "MD":
                return "plur"
    return number_by_form(noun)


def _is_team(noun: Token) -> bool:
    """Whether a name is many by its ending and article: the Pistons, the Beatles."""
    if noun.tag_ != "NNP" or noun.ent_type_ != "ORG" or not noun.lower_.endswith("s"):
        return False
    return noun.lower_[-2:] not in {"ss", "us", "is"} and any(
        c.lower_ == "the" for c in noun.children
    )


def _is_family(noun: Token) -> bool:
    """Whether a surname is that of many: the Graingers."""
    return noun.tag_ == "NNPS" and any(c.dep_ == "det" for c in noun.children)


def number_by_form(noun: Token) -> str:
    """``sing`` or ``plur`` of a noun phrase, by its own words alone."""
    return "plur" if is_joined(noun) else number_alone(noun)


def number_alone(noun: Token) -> str:
    """The same of the noun without those that are joined to it."""
    if noun.ent_type_ == "PERSON" and noun.pos_ == "PROPN":
        return "plur" if _is_family(noun) else "sing"
    if noun.tag_ in {"NNS", "NNPS"} or _is_team(noun):
        return "plur"
    if noun.lower_ in facts().plural_words:
        return "plur"
    if noun.pos_ in {"DET", "ADJ", "NUM", "PRON"} and noun.lower_ in facts().file.plurals:
        return "plur"
    return "sing"


def agrees(noun: Token, verb: Token) -> bool:
    """Whether the noun could be the subject of the verb, by number alone."""
    part = finite_part(verb)
    if part is None:
        return True
    number, word = number_by_form(noun), part.lower_
    if part.tag_ == "VBZ" or word == "was":
        plural_name = noun.tag_ in {"NNS", "NNPS"} and noun.ent_type_ != ""
        return number == "sing" or plural_name
    if word in facts().file.plural_verbs or part.tag_ == "VBP":
        return number == "plur" or noun.lower_ == facts().speaker.subject.lower()
    return True


@lru_cache(maxsize=10_000)
def _lemmas(verb: str) -> tuple[str, ...]:
    return tuple(getLemma(verb, "VERB"))


@lru_cache(maxsize=50_000)
def inflect(lemma: str, tag: str) -> str | None:
    """The form of ``lemma`` that Penn ``tag`` names, or None where the dictionary has none.

    Of several the one that is a form of no other word: ``hoping``, not ``hopping``.
    """
    forms = getInflection(lemma, tag=tag)
    own = (f for f in forms if _lemmas(f) == (lemma,))
    return str(next(own, forms[0])) if forms else None


def lemma_of(verb: Token) -> str:
    """The verb's lemma; the dictionary knows ``riding`` from ``rid``, ``hoped`` from ``hop``."""
    found = _lemmas(verb.lower_)
    if verb.tag_ in {"VBG", "VBN"}:
        return str(found[0]) if found else verb.lower_
    lemma = str(verb.lemma_).lower()
    return lemma if not found or lemma in found else str(found[0])


def be_form(tense: str, subject: Token) -> str:
    """The form of ``be`` for a subject."""
    be = facts().file.be
    if _is_speaker(subject):
        return be.first[tense]
    return (be.past if tense == "past" else be.present)[number_of(subject)]


def _is_speaker(noun: Token) -> bool:
    """Whether the noun is ``I`` or ``me``."""
    speaker = facts().speaker
    return noun.lower_ in {speaker.subject.lower(), speaker.object}


def agreeing_form(part: Token, number: str) -> str | None:
    """The finite word in the form that goes with a noun of a number; None where it is not known."""
    if part.tag_ == "MD":
        return part.lower_
    past = part.tag_ == "VBD"
    be = facts().file.be
    if part.lemma_ == "be":
        return (be.past if past else be.present)[number]
    return part.lower_ if past else inflect(lemma_of(part), "VBP" if number == "plur" else "VBZ")


def finite_form(verb: Token, tense: str, subject: Token) -> str | None:
    """The finite form of ``verb`` in ``tense`` for a subject; None where it is not known."""
    lemma = lemma_of(verb)
    if lemma == "be":
        return be_form(tense, subject)
    if tense == "past":
        return inflect(lemma, "VBD")
    bare = number_of(subject) == "plur" or _is_speaker(subject)
    return inflect(lemma, "VBP" if bare else "VBZ")


def unbalanced(texts: Iterable[str]) -> bool:
    """Whether quotes or brackets open without closing, or close without opening."""
    stack: list[str] = []
    plain = 0
    before = ""
    for text in texts:
        if text == "`" == before:
            text = "``"
        before = text
        if text == '"' or (text == "''" and "''" not in stack):
            plain += 1
        elif text in OPENING and text != "‘":
            stack.append(OPENING[text])
        elif text in {")", "]", "}", "”", "''"}:
            if not stack or stack[-1] != text:
                return True
            stack.pop()
    return bool(stack) or plain % 2 == 1
