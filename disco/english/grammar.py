"""English in general: clauses, subjects, finite verbs, tense. No phenomenon lives here."""

from __future__ import annotations

from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.inflection import inflect, is_participle, lemma_of, verb_of

PLAIN_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
SUBJECTS = PLAIN_SUBJECTS | frozenset({"csubj", "csubjpass", "expl"})
FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD"})
AUXILIARIES = frozenset({"aux", "auxpass"})
VERBAL = frozenset({"VERB", "AUX"})
JOINING_TAGS = frozenset({"CC", "IN", "RB", "WDT", "WP", "WP$", "WRB"})  # of what joins clauses
NOUNS = frozenset({"NOUN", "PROPN"})
PLURAL_TAGS = frozenset({"NNS", "NNPS"})
RELATIVE_TAGS = frozenset({"WDT", "WP"})  # of who and which


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
    """Whether the verb is a plain past: not where by its form it can be no past (``taken``), but
    also where the tagger took it for one, without auxiliaries, by its form alone (``sank``), or
    joined to a past or with a subject of its own, of the same form; or for an infinitive, where by
    its subject it can be no present: ``Ann forgave them``."""
    if verb.tag_ == "VBD":
        return not (is_participle(verb.lower_) or _shares_perfect(verb))
    if _taken_for_infinitive(verb):
        subject = subject_of(verb)
        if subject is None or any(c.dep_ == "conj" for c in subject.children):
            return False
        lemma = lemma_of(verb)
        its_past = verb.lower_ != lemma or inflect(lemma, "VBD") == verb.lower_
        return its_past and subject.tag_ in {"NN", "NNP"}
    if verb.tag_ != "VBN" or any(c.dep_ in AUXILIARIES for c in verb.children):
        return False
    if verb_of(verb.lower_) is not None:  # no participle looks so: was bombed and sank
        return True
    if verb.dep_ == "conj":
        if verb.head.tag_ != "VBD" or verb.head.lemma_ == "be":
            return False
    elif verb.dep_ != "ROOT" or not has_subject(verb):
        return False
    return inflect(lemma_of(verb), "VBD") == verb.lower_


def _shares_perfect(verb: Token) -> bool:
    """Whether what the tagger took for a past is a participle that shares a perfect: "has written
    a book and edited two"; but "had left and later returned", "had left, and felt well"."""
    if verb.lemma_ in facts().helping:
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
    own_time = any(c.lower_ in facts().later for c in verb.lefts) or (
        have.tag_ != "VBD" and any(map(_dates, verb.children))
    )
    apart = have.tag_ in FINITE_TAGS and (own_time or (have.tag_ == "VBD" and _set_apart(verb)))
    return not apart and inflect(lemma_of(verb), "VBN") == verb.lower_


def _dates(phrase: Token) -> bool:
    """Whether a phrase says on which day, or in which month or year."""
    return phrase.lower_ in facts().dating and any(
        c.ent_type_ == "DATE" and c.tag_ in {"CD", "NNP"} for c in phrase.children
    )


def _set_apart(verb: Token) -> bool:
    """Whether a comma parts the second of two verbs from the first one."""
    before = verb.left_edge.i - 1
    before -= verb.doc[before].dep_ == "cc"
    two = not any(t.dep_ == "conj" for t in (verb.head, *verb.rights))
    return two and verb.doc[before].text == ","


def is_finite(verb: Token) -> bool:
    """Whether the verb, or one of its auxiliaries, is finite; that makes a verb of it, whatever the
    tagger calls it: ``they did like it``."""
    return finite_part(verb) is not None


def finite_part(verb: Token) -> Token | None:
    """The word that carries the tense: the first finite auxiliary, else the verb itself; None for
    what is a name, whatever the tagger calls it."""
    if _is_a_name(verb):
        return None
    for child in auxiliaries_of(verb):
        if child.tag_ in FINITE_TAGS:
            return child
    plain = is_past(verb) or (verb.tag_ in FINITE_TAGS and verb.tag_ != "VBD")
    return verb if plain or _taken_for_infinitive(verb) else None


def _is_a_name(verb: Token) -> bool:
    """Whether the word is of a name, and has a capital where no sentence begins: ``TAROM``."""
    return bool(verb.ent_type) and verb.text[0].isupper() and not verb.is_sent_start


def _taken_for_infinitive(verb: Token) -> bool:
    """Whether the tagger took a finite verb for an infinitive: it has a subject, and no more."""
    if verb.tag_ != "VB" or any(c.dep_ in AUXILIARIES for c in verb.children):
        return False
    return verb.dep_ in {"ROOT", "conj"} and has_subject(verb)


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


def needs_do(verb: Token) -> bool:
    """Whether a verb without an auxiliary is denied, so that made finite it takes *do*."""
    return verb.lemma_ != "be" and any(child.dep_ == "neg" for child in verb.children)


def is_pluperfect(verb: Token) -> bool:
    """Whether the verb stands in the past perfect: what goes with it would have to as well."""
    had = (c.lemma_ == "have" and c.tag_ == "VBD" for c in auxiliaries_of(verb))
    return verb.tag_ == "VBN" and any(had)


def is_present_perfect(verb: Token) -> bool:
    """Whether the verb stands in the present perfect: what came before it is past."""
    return any(c.lemma_ == "have" and c.tag_ in {"VBZ", "VBP"} for c in auxiliaries_of(verb))


def is_progressive(verb: Token) -> bool:
    """Whether the verb tells what is going on: *is closing*, *has been closing*."""
    helping = auxiliaries_of(verb)
    finite = any(c.lemma_ in {"be", "have"} and c.tag_ in FINITE_TAGS for c in helping)
    return verb.tag_ == "VBG" and finite and any(c.lemma_ == "be" for c in helping)


def tense_around(token: Token) -> str | None:
    """The tense of the clause that the token stands in."""
    while finite_part(token) is None and token.dep_ != "ROOT":
        token = token.head
    return tense_of(token)
