"""Takes an aside out of a sentence and keeps the one comma that is still needed there.

``After he met Ann, who sang, he left`` becomes ``After he met Ann, he left``.
"""

from __future__ import annotations

from collections.abc import Set

from spacy.tokens import Doc, Token

from disco.english.grammar import AUXILIARIES, SUBJECTS, VERBAL, has_subject

_OPENED = frozenset({"appos", "relcl", "acl", "prep"})
_BEHIND_A_COMMA = frozenset({"advcl", "acl", "amod", "appos", "relcl", "parataxis"})
_NEVER = frozenset(
    {*SUBJECTS, "det", "amod", "compound", "nummod", "aux", "auxpass", "poss", "neg"}
)


def without(doc: Doc, start: int, stop: int, out: Set[int]) -> list[int]:
    """The tokens from ``start`` to ``stop`` that are not ``out``, and each comma needed."""
    kept: list[int] = []
    for i in range(start, stop):
        if i not in out:
            kept.append(i)
            continue
        closes = i + 1 < stop and i + 1 not in out and doc[i].text == ","
        if closes and kept and _needed(doc, kept[-1], i + 1, out):
            kept.append(i)
    return kept


def _needed(doc: Doc, left: int, right: int, out: Set[int]) -> bool:
    """Whether a comma belongs between two tokens that were not neighbours before."""
    after = doc[right]
    if after.dep_ == "cc":
        joined = [c for c in after.head.children if c.dep_ == "conj" and c.i > after.i]
        if joined and joined[0].pos_ in VERBAL and has_subject(joined[0]):
            return True
        return _lists(after.head)
    if doc[left].pos_ == "AUX" or _is_inside_a_verb(doc[left]):  # they are, however, treated
        return False
    infinitive = after.tag_ == "TO" and after.dep_ == "aux"
    if not infinitive and _largest_starting_at(after).dep_ in _BEHIND_A_COMMA:
        return True
    token = _largest_ending_at(doc[left], out)
    if token.dep_ in _OPENED and token.left_edge.i > 0 and doc[token.left_edge.i - 1].text == ",":
        return True
    if token.dep_ in _NEVER or token.dep_ == "ROOT":
        return False
    return token.head.i > left and token.head.pos_ in VERBAL


def _is_inside_a_verb(token: Token) -> bool:
    """Whether it is an adverb between an auxiliary and its verb: *it might well, however, help*."""
    before = (c.dep_ in AUXILIARIES and c.i < token.i for c in token.head.children)
    return token.dep_ == "advmod" and token.head.i > token.i and any(before)


def _largest_starting_at(token: Token) -> Token:
    """The largest constituent that starts with this token; its sentence where none does."""
    first = token.i
    if token.left_edge.i < first:
        return token.sent.root
    while token.dep_ != "ROOT" and token.head.left_edge.i == first:
        token = token.head
    return token


def _largest_ending_at(token: Token, out: Set[int]) -> Token:
    """The largest constituent that, without what is out, ends at this token."""
    last = token.i
    while token.dep_ != "ROOT":
        head = token.head
        end = max((t.i for t in head.subtree if t.i not in out and not t.is_punct), default=last)
        if end > last or head.i in out:
            break
        token = head
    return token


def _lists(noun: Token) -> bool:
    """Whether the word is the middle of a list of three or more."""
    return noun.dep_ == "conj" and not any(c.dep_ == "cc" for c in noun.head.children)
