"""A noun phrase: its words, without what commas or brackets set off."""

from __future__ import annotations

import itertools
from collections.abc import Set

from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.grammar import NOUNS, SUBJECTS, VERBAL
from disco.text.marks import DASHES, INNER

_QUANTITIES = frozenset({"PRON", "NUM", "DET"})  # as heads of a phrase: all, two, one
_OF_AN_OWNER = frozenset({"poss", "conj", "appos"})
_SET_OFF = frozenset({"relcl", "appos", "acl", "advcl", "prep", "amod", "npadvmod", "advmod"})
_DIVIDERS = DASHES | {",", "("}
_AT_THE_END = INNER | {"(", "."}
_WITH_COMMAS = frozenset({"DATE", "GPE", "ORG", "WORK_OF_ART"})  # names that may have one inside


def phrase_tokens(head: Token, *, which_one: bool = False) -> list[Token]:
    """The noun phrase of ``head``: its subtree without anything that is set off, and without
    relative clauses; with ``which_one`` those stay that no comma sets off: *those who sang*; and
    so they do of one of a row: *the first person to reply*."""
    dropped: set[int] = set()
    aside: set[int] = set()
    subtree = _unbroken(head)
    for token in subtree:
        says_which = token.dep_ == "relcl" and (which_one or _is_of_a_row(head))
        if says_which and _before(token) not in _DIVIDERS:
            continue
        if token.i == head.i or token.i in dropped:
            continue
        if _is_set_off(token, head, aside):
            aside.update(t.i for t in token.subtree)
            dropped |= aside
        elif _says_more(token, head):
            dropped.update(t.i for t in token.subtree)
            if token.dep_ == "conj":
                dropped.update(_joining(token))
    tokens = [t for t in subtree if t.i not in dropped and not _is_correlative(t)]
    tokens = _cut_at_comma(_without_gaps(_without_brackets(tokens, head)), head)
    return _with_name(_trimmed(tokens, head), head)


def _is_of_a_row(head: Token) -> bool:
    """Whether the phrase names one of a row: *the first person*."""
    return any(c.dep_ == "amod" and c.lower_ in facts().of_a_row for c in head.lefts)


def _joining(joined: Token) -> list[int]:
    """The conjunctions of a phrase that only what stands from there on is joined by: the second one
    of *Lee and Hale and sang*."""
    earlier = [c.i for c in joined.head.children if c.dep_ == "conj" and c.i < joined.i]
    behind = max(earlier, default=-1)
    return [c.i for c in joined.head.children if c.dep_ == "cc" and c.i > behind]


def _is_correlative(token: Token) -> bool:
    """Whether it announces a conjunction: *both a storm and a flood*; not *both the men*."""
    return token.dep_ == "preconj" or (token.dep_ == "predet" and token.tag_ == "CC")


def _with_name(tokens: list[Token], head: Token) -> list[Token]:
    """With the name that an epithet stands behind: *Alexander the Great*."""
    first = tokens[0] if len(tokens) == 2 else head
    if first.lower_ != facts().determiners.article or first.is_title or not head.is_title:
        return tokens
    start = first.i
    while start and head.doc[start - 1].pos_ == "PROPN":
        start -= 1
    return [*head.doc[start : first.i], *tokens]


def _unbroken(head: Token) -> list[Token]:
    """The subtree of ``head`` without what the parser hung on it from behind its verb."""
    tokens = list(head.subtree)
    at = tokens.index(head)
    start, end = at, at + 1
    while start and tokens[start - 1].i == tokens[start].i - 1:
        start -= 1
    while end < len(tokens) and tokens[end].i == tokens[end - 1].i + 1:
        end += 1
    return tokens[start:end]


def _is_set_off(token: Token, head: Token, aside: Set[int]) -> bool:
    """Whether a part of the phrase stands behind a mark that sets it off, or goes on with such an
    aside: *Robert Hale, of Leeds in the county of York*."""
    if token.i < head.i or token.dep_ not in _SET_OFF or _is_listed(token):
        return False
    return _before(token) in _DIVIDERS or token.left_edge.i - 1 in aside


def _is_listed(token: Token) -> bool:
    """Whether a bare name that the parser takes for an apposition is the second of a list of names:
    *Lee, Hale, and Stone*."""
    first = token.head
    if token.dep_ != "appos" or not token.pos_ == first.pos_ == "PROPN" or any(token.lefts):
        return False
    return any(c.dep_ == "conj" and c.pos_ == "PROPN" and c.i > token.i for c in first.rights)


def _says_more(token: Token, head: Token) -> bool:
    """Whether a part of the phrase says something more: a clause, a verb joined."""
    if token.head.i != head.i:
        return False
    if token.dep_ in SUBJECTS and token.right_edge.i == head.i - 1 and token.pos_ in NOUNS:
        return False  # the stage set, taken for a clause: the stage set
    if token.dep_ in SUBJECTS or token.dep_ == "relcl":
        return True
    if token.dep_ == "npadvmod" and token.i > head.i:
        return True  # a report last month
    if token.dep_ == "conj" and token.pos_ in VERBAL:
        return True
    if token.i > head.i and token.tag_ == "DT" and token.dep_ in {"appos", "det"}:
        return True  # the children all left
    if token.i > head.i and token.tag_ == "POS" and head.dep_ in _OF_AN_OWNER:
        return True  # the father's house: the father, but St Mary's is old: St Mary's
    return token.lower_ in facts().reflexives  # the king himself: the king


def _before(token: Token) -> str:
    """The word before a part of a phrase; none where it is glued to it (brother-in-law), or where a
    hyphen that no other closes may be glue that stands apart (*brother - in - law*)."""
    edge, behind = token.left_edge.i, token.right_edge.i + 1
    if not edge or not token.doc[edge - 1].whitespace_:
        return ""
    before = token.doc[edge - 1].text
    closed = before != "-" or (behind < len(token.doc) and token.doc[behind].text == "-")
    return before if closed else ""


def _without_brackets(tokens: list[Token], head: Token) -> list[Token]:
    """Without what stands in brackets, unless the head itself does."""
    kept: list[Token] = []
    depth = 0
    for token in tokens:
        if token.text in {"(", "["}:  # what stands in {} is no aside
            depth += 1
        elif token.text in {")", "]"}:
            depth -= 1
            continue
        if depth <= 0:
            kept.append(token)
        elif token.i == head.i:
            return tokens
    return kept


def _without_gaps(tokens: list[Token]) -> list[Token]:
    """Without the marks that set off what was dropped."""
    indices = {t.i for t in tokens}
    last = tokens[-1].i if tokens else 0
    return [
        t
        for t in tokens
        if not (t.text in _DIVIDERS and t.i != last and not {t.i - 1, t.i + 1} <= indices)
    ]


def _cut_at_comma(tokens: list[Token], head: Token) -> list[Token]:
    """Up to the first comma behind the head, unless it stands in a name or a list."""
    if any(c.dep_ == "conj" for c in head.children):
        return tokens
    for position, token in enumerate(tokens[:-1]):
        if token.i > head.i and token.text == ",":
            inside = (token.ent_iob_ == "I" and token.ent_type_ in _WITH_COMMAS) or (
                tokens[position + 1].dep_ == "appos" and tokens[position + 1].ent_type_ == "GPE"
            )
            if not inside:
                return tokens[:position]
    return tokens


def _trimmed(tokens: list[Token], head: Token) -> list[Token]:
    """Without marks and adverbs at its edges, and the time that it was taken for a part of: *at
    half-past six her son*. An adverb stays that limits how many are meant: *nearly all*."""
    start, end = _behind_a_number(tokens, head), len(tokens)
    while (
        start < end
        and tokens[start].i < head.i
        and (
            tokens[start].text in INNER
            or tokens[start].dep_ in {"cc", "preconj"}
            or (
                tokens[start].dep_ == "advmod"
                and (tokens[start].head.i == head.i or tokens[start].head.dep_ == "compound")
                and tokens[start].lower_ != facts().negations.bound
                and tokens[start].nbor().dep_ != "predet"
                and head.pos_ not in _QUANTITIES
            )
        )
    ):
        start += 1
    while (
        end > start + 1
        and tokens[end - 1].i > head.i
        and (
            tokens[end - 1].text in _AT_THE_END
            or tokens[end - 1].dep_ == "cc"
            or (tokens[end - 1].dep_ == "prep" and tokens[end - 1].head.i == head.i)  # at first
        )
    ):
        end -= 1
    return tokens[start:end]


def _behind_a_number(tokens: list[Token], head: Token) -> int:
    """Where the article or the possessive of a phrase stands, if a number stands before it, or the
    phrase behind a year that is none of it: *in 1926 ownership went*, *in May, 2014 Ann sang*."""
    if years := _years_before(tokens, head):
        return years
    named = head.pos_ == "PROPN" and head.ent_type_ == "PERSON" and len(tokens) > 1
    if named and tokens[0].is_digit and tokens[1].pos_ == "PROPN":
        return 1
    edges = (c.left_edge.i for c in head.lefts if c.dep_ in {"det", "poss"})
    edge = next(edges, tokens[0].i if tokens else 0)
    before = [t for t in tokens if t.i < edge]
    return len(before) if any(t.pos_ == "NUM" for t in before) else 0


def _years_before(tokens: list[Token], head: Token) -> int:
    """How many words of a date the phrase opens with that belong to a preposition before it."""
    before = head.doc[tokens[0].i - 1] if tokens and tokens[0].i else head
    if before.dep_ != "prep" or head.head.i == before.i or head.ent_type_ == "DATE":
        return 0
    return sum(1 for _ in itertools.takewhile(lambda t: t.ent_type_ == "DATE", tokens))


def in_clause(token: Token, head: Token) -> bool:
    """Whether a token stands in a clause inside the noun phrase."""
    while token.i != head.i and token.dep_ != "ROOT":
        if token.dep_ in {"relcl", "acl", "ccomp", "advcl", "pcomp"}:
            return True
        token = token.head
    return False


def is_indefinite(head: Token) -> bool:
    """Whether the noun phrase opens with ``a`` or ``an``: *a painter*, *a painter's wife*."""
    return any(
        c.lower_ in facts().determiners.indefinite if c.dep_ == "det" else is_indefinite(c)
        for c in head.children
        if c.dep_ in {"det", "poss"}
    )


def is_defined(head: Token) -> bool:
    """Whether it is said of the noun what any such thing is: *A firewall is a gateway*."""
    verb = head.head
    return (
        head.dep_ == "nsubj"
        and verb.lemma_ == "be"
        and verb.tag_ == "VBZ"
        and any(c.dep_ == "attr" and is_indefinite(c) for c in verb.children)
    )
