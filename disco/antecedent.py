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


def _candidates(verb: Token) -> list[Token]:
    """The nouns whose phrases end where the clause starts, from the nearest one upwards."""
    noun: Token = verb.head
    nearest = verb.left_edge.i - 1
    while nearest > noun.i and (verb.doc[nearest].is_punct or verb.doc[nearest].pos_ == "NUM"):
        nearest -= 1
    found: list[Token] = []
    token = verb.doc[nearest] if nearest > noun.i else noun
    while token.dep_ != "ROOT" and token.i >= verb.head.sent.start:
        if token.pos_ in _NOUNS and token.dep_ not in {"compound", "nmod", "amod"}:
            found.append(token)
        above = token.head
        if above.pos_ in {"VERB", "AUX"} and above.dep_ not in {"acl", "relcl"}:
            break
        if above.i > token.i:
            break
        token = above
    if verb.head not in found:
        found.append(verb.head)
    if all(n.ent_type_ in _TIMES for n in found) and token.head.pos_ in {"VERB", "AUX"}:
        found.extend(c for c in token.head.children if c.dep_ in {"dobj", "attr"} and c.i < token.i)
    return found


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
