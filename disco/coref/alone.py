"""What a mention is by itself, in numbers: its place, what is said of it, and what noun it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spacy.tokens import Token

from disco.coref.mentions import Mention
from disco.english.facts import facts
from disco.english.grammar import NOUNS

_ROLES = ("subject", "dobj", "pobj", "poss", "attr", "agent", "dative")
_CLAUSES = ("ROOT", "conj", "advcl", "relcl", "ccomp", "xcomp", "acl", "pcomp")
_KINDS = ("PERSON", "ORG", "GPE", "NORP", "LOC", "FAC", "WORK_OF_ART", "PRODUCT", "EVENT")
_BEHIND = ("ccomp", "xcomp", "csubj", "advcl")  # it is clear that ..., it takes years to ...
_OPENERS = ("IN", "TO", "WP", "WRB", "WDT")
_BEFORE = ("CCONJ", "SCONJ", "PUNCT", "ADV", "ADP", "VERB", "PRON", "NOUN", "PROPN", "AUX")
_TENSES = ("VBD", "VBZ", "VBP", "VBN", "VBG", "VB")
_LINKS = frozenset({"pobj", "prep", "poss", "conj", "appos", "acl", "pcomp"})  # to a noun above


def place(mention: Mention) -> Iterator[float]:
    """What it is in its clause, what that is in the sentence, and where it stands."""
    token = mention.token
    verb = token.doc[mention.clause]
    yield _place_in(_ROLES, mention.role)
    yield _place_in(_CLAUSES, verb.dep_)
    yield float(token.i - mention.start)
    yield float(token.dep_ == "nsubjpass")
    yield float(token.dep_ == "conj")
    yield float(sum(1 for _ in token.ancestors))


def what_is_said(anaphor: Mention) -> Iterator[float]:
    """What is said of the anaphor: by this ``it`` that means nothing is told from others."""
    token = anaphor.token
    verb = token.doc[anaphor.clause]
    beside = list(verb.children)
    behind = [c for c in beside if c.i > token.i]
    has = {c.dep_ for c in beside}
    noun = next((c for c in behind if c.dep_ == "attr"), None)
    said = next((c for c in beside if c.dep_ in {"acomp", "oprd"}), None)
    clauses = [c for c in behind if c.dep_ in _BEHIND]
    clauses.extend(c for c in (said.children if said else ()) if c.dep_ in _BEHIND)
    yield float(verb.lemma_ == "be")
    yield float(verb.pos_ == "AUX")
    yield _place_in(_TENSES, verb.tag_)
    yield float(said is not None)
    yield float(noun is not None)
    yield float(noun is not None and any(c.dep_ in {"relcl", "acl"} for c in noun.children))
    yield _place_in(_BEHIND, clauses[0].dep_ if clauses else "")
    yield _place_in(_OPENERS, clauses[0].left_edge.tag_) if clauses else -2.0
    yield float("nsubjpass" in has)
    yield float("neg" in has)
    yield float(any(c.tag_ == "MD" for c in beside))
    yield float("mark" in has or any(c.tag_ == "WRB" for c in beside))
    yield float(any(c.dep_ == "dobj" for c in behind))
    yield float(any(c.dep_ == "prep" for c in behind))
    yield float(len(behind))
    yield _place_in(_BEFORE, token.nbor(-1).pos_) if token.i else -2.0


def noun(mention: Mention) -> Iterator[float]:
    """What it names, how it is described, and how deep in a phrase it stands."""
    token = mention.token
    determiners = facts().determiners
    yield 0.0 if mention.is_pronoun else 1.0 if token.pos_ == "PROPN" else 2.0
    yield gender(mention)
    yield {"person": 1.0, "thing": 2.0}.get(mention.kind or "", 0.0)
    yield _place_in(_KINDS, token.ent_type_)
    yield float(token.ent_type_ != "")
    left = [c.lower_ for c in token.lefts]
    yield (
        1.0
        if determiners.definite & set(left)
        else 2.0
        if determiners.indefinite & set(left)
        else 0.0
    )
    yield float(any(c.dep_ == "poss" for c in token.children))
    yield float(len(left))
    yield float(any(c.dep_ in {"relcl", "acl"} for c in token.children))
    yield float(any(c.dep_ == "appos" for c in token.children))
    yield float(token.dep_ == "appos")
    yield float(mention.number == "plur")
    yield float(sum(t.pos_ in NOUNS for t in _links_up(token)))
    yield float(token.dep_ == "pobj" and token.head.head.pos_ in {"NOUN", "PROPN", "PRON"})


def gender(mention: Mention) -> float:
    """The gender as a number, 0 where nothing tells it."""
    return {"masc": 1.0, "fem": 2.0, "neut": 3.0}.get(mention.gender or "", 0.0)


def _links_up(token: Token) -> Iterator[Token]:
    """What the noun hangs on, as far as one phrase reaches: in *the roof of the house* the roof."""
    while token.dep_ in _LINKS and token.head.i != token.i:
        token = token.head
        yield token


def _place_in(names: Sequence[str], name: str) -> float:
    return float(names.index(name)) if name in names else -1.0
