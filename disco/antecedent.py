"""What a relative clause hangs on, where the parser's nearest noun may not be it."""

from __future__ import annotations

from spacy.tokens import Token

from disco.grammar import agrees
from disco.kinds import kind_of

_TIMES = frozenset({"DATE", "TIME"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_PERSONAL = frozenset({"who", "whom"})


def antecedent_of(verb: Token) -> Token | None:
    """The noun that a relative clause speaks of; None where two nouns could be it.

    ``verb`` heads the clause. The candidates are the noun that the parser chose and those that
    this one is a part of ("the roof of the house, which"); number, and person or thing, decide.
    """
    pronoun = next((t for t in verb.subtree if t.tag_ in {"WDT", "WP", "WP$", "WRB"}), None)
    if pronoun is None or verb.head.i == verb.i:
        return None
    fitting = [noun for noun in _candidates(verb) if _fits(noun, verb, pronoun)]
    if len(fitting) > 1 and pronoun.lower_ in _PERSONAL:
        sure = [n for n in fitting if kind_of(n) == "person"]
        fitting = sure if len(sure) == 1 else fitting
    return fitting[0] if len(fitting) == 1 else None


def nouns_before(modifier: Token) -> list[Token]:
    """The nouns whose phrases end where the modifier starts, from the nearest one upwards."""
    doc, head = modifier.doc, modifier.head
    nearest = modifier.left_edge.i - 1
    while nearest > head.i and (doc[nearest].is_punct or doc[nearest].pos_ == "NUM"):
        nearest -= 1
    found: list[Token] = []
    token = doc[nearest] if nearest > head.i else head
    while token.dep_ != "ROOT":
        if token.pos_ in _NOUNS and token.dep_ not in {"compound", "nmod", "amod"}:
            found.append(token)
        above = token.head
        if above.i > token.i:
            break
        if above.pos_ in {"VERB", "AUX"} and above.dep_ not in {"acl", "relcl"}:
            break
        token = above
    return found if head in found else [*found, head]


def _candidates(verb: Token) -> list[Token]:
    """The nouns that a clause could hang on: those before it, or the object before a date."""
    found = [n for n in nouns_before(verb) if not _is_place_tail(n)]
    if not found:
        return []
    top = found[-1].head.head if found[-1].dep_ == "pobj" else found[-1].head
    if all(n.ent_type_ in _TIMES for n in found) and top.pos_ in {"VERB", "AUX"}:
        first = found[-1].i
        found.extend(c for c in top.children if c.dep_ in {"dobj", "attr"} and c.i < first)
    return found


def _is_place_tail(noun: Token) -> bool:
    """Whether a place only says where the place before it lies: Windsor, Ontario."""
    return noun.dep_ == "appos" and noun.ent_type_ == noun.head.ent_type_ == "GPE"


def _fits(noun: Token, verb: Token, pronoun: Token) -> bool:
    kind = kind_of(noun)
    if pronoun.lower_ in _PERSONAL and (kind == "thing" and noun.ent_type_ not in {"ORG", "NORP"}):
        return False
    if pronoun.lower_ == "which" and kind == "person":
        return False
    if noun.ent_type_ in _TIMES and pronoun.lower_ != "when":
        return False
    if pronoun.dep_ in {"nsubj", "nsubjpass"} and pronoun.head.i == verb.i:
        return agrees(noun, verb)
    return True
