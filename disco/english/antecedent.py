"""The nouns that a clause or phrase behind them could hang on, where the parser chose one."""

from __future__ import annotations

from spacy.tokens import Token

from disco.english.grammar import NOUNS, VERBAL

_TIMES = frozenset({"DATE", "TIME"})


def nouns_before(modifier: Token) -> list[Token]:
    """The nouns whose phrases end where the modifier starts, from the nearest one upwards.

    In ``the roof of the house, which`` these are *house* and *roof*.
    """
    doc, head = modifier.doc, modifier.head
    nearest = modifier.left_edge.i - 1
    while nearest > head.i and (doc[nearest].is_punct or doc[nearest].pos_ == "NUM"):
        nearest -= 1
    found: list[Token] = []
    token = doc[nearest] if nearest > head.i else head
    while token.dep_ != "ROOT":
        if token.pos_ in NOUNS and token.dep_ not in {"compound", "nmod", "amod"}:
            found.append(token)
        above = token.head
        if above.i > token.i:
            break
        if above.pos_ in VERBAL and above.dep_ not in {"acl", "relcl"}:
            break
        token = above
    return found if head in found else [*found, head]


def hosts_of(clause: Token) -> list[Token]:
    """The nouns that a clause could speak of: those before it, or the object before a date.

    A place that only says where the one before it lies (``Windsor, Ontario``) is none.
    """
    if clause.head.i == clause.i:
        return []
    found = [n for n in nouns_before(clause) if not _is_place_tail(n)]
    if not found:
        return []
    top = found[-1].head.head if found[-1].dep_ == "pobj" else found[-1].head
    if all(n.ent_type_ in _TIMES for n in found) and top.pos_ in VERBAL:
        first = found[-1].i
        found.extend(c for c in top.children if c.dep_ in {"dobj", "attr"} and c.i < first)
    return found


def _is_place_tail(noun: Token) -> bool:
    return noun.dep_ == "appos" and noun.ent_type_ == noun.head.ent_type_ == "GPE"
