"""From one token to those that stand in a relation to it, and from these back to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from spacy.tokens import Token

from disco.match.match import Parsed

Side = str | None
Reach = Callable[[Token, Parsed, Side], Iterable[Token]]


def _children(token: Token, _: Parsed, side: Side) -> Iterable[Token]:
    return token.children if side is None else token.lefts if side == "left" else token.rights


def _head(token: Token, _: Parsed, side: Side) -> Iterable[Token]:
    """``side`` is that of the head on which the token stands."""
    head = token.head
    stands = "left" if token.i < head.i else "right"
    return (head,) if head.i != token.i and side in {None, stands} else ()


def _below(token: Token, _: Parsed, __: Side) -> Iterable[Token]:
    return (t for t in token.subtree if t.i != token.i)


def _above(token: Token, _: Parsed, __: Side) -> Iterable[Token]:
    return token.ancestors


def _siblings(token: Token, _: Parsed, side: Side) -> Iterable[Token]:
    head = token.head
    if head.i == token.i:
        return ()
    if side is None:
        return (t for t in head.children if t.i != token.i)
    return (t for t in head.children if (t.i < token.i if side == "left" else t.i > token.i))


def _siblings_back(token: Token, parsed: Parsed, side: Side) -> Iterable[Token]:
    return _siblings(token, parsed, side and ("right" if side == "left" else "left"))


def _next(token: Token, parsed: Parsed, _: Side) -> Iterable[Token]:
    return itertools.islice(_later(token, parsed, None), 1)


def _previous(token: Token, parsed: Parsed, _: Side) -> Iterable[Token]:
    index = parsed.sentence_of[token.i]
    inside = index >= 0 and token.i > parsed.sentences[index].start
    return (parsed.tokens[token.i - 1],) if inside else ()


def _later(token: Token, parsed: Parsed, _: Side) -> Iterable[Token]:
    index = parsed.sentence_of[token.i]
    return parsed.tokens[token.i + 1 : parsed.sentences[index].end] if index >= 0 else ()


def _earlier(token: Token, parsed: Parsed, _: Side) -> Iterable[Token]:
    index = parsed.sentence_of[token.i]
    return parsed.tokens[parsed.sentences[index].start : token.i] if index >= 0 else ()


# the tokens that stand in a relation to one, and those to which one stands in it
FORTH: dict[str, Reach] = {
    "child_of": _children,
    "parent_of": _head,
    "within": _below,
    "above": _above,
    "sibling_of": _siblings,
    "right_after": _next,
    "right_before": _previous,
    "after": _later,
    "before": _earlier,
}
BACK: dict[str, Reach] = {
    "child_of": _head,
    "parent_of": _children,
    "within": _above,
    "above": _below,
    "sibling_of": _siblings_back,
    "right_after": _previous,
    "right_before": _next,
    "after": _earlier,
    "before": _later,
}
