"""Clauses: whether a stretch of tokens is one that can stand alone, and why not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from spacy.tokens import Token

from disco.english.agreement import agrees
from disco.english.facts import facts
from disco.english.grammar import (
    AUXILIARIES,
    FINITE_TAGS,
    NOUNS,
    PLAIN_SUBJECTS,
    RELATIVE_TAGS,
    SUBJECTS,
    VERBAL,
    auxiliaries_of,
    finite_part,
    has_subject,
    is_finite,
)
from disco.text.marks import DASHES


def tops_of(tokens: Sequence[Token], indices: Iterable[int]) -> list[int]:
    """The tokens among ``indices`` whose head lies outside, in order: the tops of what is
    there."""
    inside = indices if isinstance(indices, (set, frozenset)) else set(indices)
    return sorted(i for i in inside if (head := tokens[i].head.i) == i or head not in inside)


def _next_in_line(noun: Token, verb: Token) -> bool:
    """Whether a noun is joined to the subject of the verb, or renames it, so that it takes its
    place."""
    while noun.dep_ in {"conj", "appos"}:
        noun = noun.head
        if noun.dep_ in SUBJECTS:
            return noun.head.i == verb.i
    return False


def _lost_subject(noun: Token, verb: Token) -> bool:
    """Whether a noun that the parser put into a list before it is the subject of the verb:
    ``has offices in Leeds, Hull and York, and the firm | won a prize``."""
    return _next_in_line(noun, verb) or (
        noun.dep_ == "conj"
        and noun.pos_ in NOUNS
        and noun.right_edge.i + 1 == verb.left_edge.i
        and verb.dep_ == "conj"
        and not has_subject(verb)
        and agrees(noun, verb)
    )


_SETTING_OFF = DASHES | {",", "(", ")"}
_TRAILING = frozenset(
    {"advcl", "prep", "npadvmod", "advmod", "acl", "relcl", "appos", "conj", "pobj"}
)


def _begins_anew(token: Token, main: Token) -> bool:
    """Whether a semicolon or colon parts it from the clause, so that what it hangs on is lost:
    ``He was a clerk; when I met him``."""
    edge = token.left_edge.i
    before = [t for t in token.doc[max(main.i, edge - 2) : edge] if t.dep_ != "cc"]
    return bool(before) and before[-1].text in {";", ":"} and token.dep_ != "conj"


def _may_trail(token: Token, main: Token) -> bool:
    """Whether what the parser hung on words outside can stand behind the clause all the same."""
    if token.i < main.i:
        return False
    if token.dep_ in _TRAILING:
        return not _begins_anew(token, main)
    return token.dep_ == "ROOT" and any(t.text in {";", ":"} for t in token.doc[main.i : token.i])


def stands_alone(verb: Token) -> bool:
    """Whether a clause that the parser hung on another verb only stands beside it: before it, or
    behind a semicolon, with a subject and no word that makes it depend."""
    if verb.dep_ not in {"ccomp", "advcl"}:
        return False
    if any(c.dep_ == "mark" or c.tag_ in {"WRB", "WDT", "WP", "TO"} for c in verb.children):
        return False
    if verb.dep_ == "advcl" and not (is_finite(verb) and has_subject(verb)):
        return False
    head = verb.head
    between = verb.doc[min(verb.i, head.i) : max(verb.i, head.i)]
    return verb.i < head.i or any(t.text == ";" for t in between)


def _is_told(clause: Token, tellers: Collection[int]) -> bool:
    """Whether a clause, or what opens it, belongs to one that a verb of another clause tells:
    ``The mill burned, and | the bridge fell, she said``."""
    first = clause.head if clause.dep_ == "mark" else clause
    while first.dep_ in {"conj", "advcl"}:
        first = first.head
    return first.i != clause.i and first.dep_ == "ccomp" and first.head.i in tellers


def clause_problem(
    tokens: Sequence[Token],
    indices: Sequence[int],
    *,
    subject: bool = False,
    verb: bool = False,
    tellers: Collection[int] = (),
) -> str | None:
    """Why these tokens are not one independent clause, or None when they are.

    ``subject`` and ``verb`` say that a subject, or a finite verb, has been put in beside them;
    ``tellers`` are verbs that tell each of several clauses.
    """
    inside = set(indices)
    tops = [
        token
        for i in tops_of(tokens, inside)
        if (token := tokens[i]).dep_ not in {"punct", "cc", "preconj"} and not token.is_punct
        if not _is_told(token, tellers)
    ]
    clauses = [t for t in tops if t.pos_ in VERBAL or is_finite(t)]
    if not clauses:
        if verb and tops:
            return None if len(tops) == 1 else "fragment"
        return "no_verb"
    main = clauses[0]
    if len(tops) > 1 and _lost_subject(tops[0], main):
        tops, subject = tops[1:], True
    if tops[0].i != main.i or not all(_may_trail(t, main) for t in tops[1:]):
        return "fragment"
    children = [c for c in main.children if c.i in inside]
    part = finite_part(main)
    if not verb and (part is None or part.i not in inside):
        return "not_finite"
    subjects = [c for c in children if c.dep_ in SUBJECTS]
    if not subject and not subjects:
        return "no_subject"
    if not tokens[indices[0]].is_sent_start and any(_is_none(s, main, inside) for s in subjects):
        return "no_subject"
    if any(c.dep_ == "mark" for c in children) or any(s.tag_ in RELATIVE_TAGS for s in subjects):
        return "subordinate"
    if any(c.tag_ in {"WRB", "WP", "WDT"} and c.i < main.i for c in children):
        return "subordinate"
    return None


def _is_none(subject: Token, verb: Token, inside: set[int]) -> bool:
    """Whether what the parser took for the subject of a verb is none: ``for an instant | saw``,
    ``while in Leeds | was robbed``, ``then himself | left``, ``Ann and he, | left``."""
    if subject.dep_ not in PLAIN_SUBJECTS:
        return False
    if subject.lower_ in facts().reflexives:
        return True
    before = verb.doc[max(0, subject.left_edge.i - 1)]
    bare = before.dep_ == "prep" and before.head.i == verb.i and not any(before.children)
    if bare and before.i in inside:
        return True
    if any(c.dep_ == "mark" for c in subject.children):
        return True
    first = min([verb.i, *(t.i for t in auxiliaries_of(verb))])
    between = inside.intersection(range(subject.i + 1, first))
    marks = [i for i in between if verb.doc[i].text in _SETTING_OFF]
    return marks == [first - 1] and verb.doc[first - 1].text == ","


_NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "EX", "DT", "CD"})
_DETERMINERS = frozenset({"DT", "PRP", "EX", "PRP$"})
_OPENERS = frozenset({"WRB", "WDT", "WP", "WP$"})


def reads_as_clause(tokens: Sequence[Token], indices: Sequence[int]) -> bool:
    """Whether a noun or pronoun that no preposition governs stands before the first finite verb,
    by the words in their order: for clauses that the parser has taken for nouns in a row
    (``began in May and the floor was laid``)."""
    governed = False  # by a preposition, up to the next comma or the next noun phrase
    subject = noun = False  # whether a noun that may be the subject stands before; a noun at all
    tag = ""
    for i in indices:
        before, tag = tag, tokens[i].tag_
        if tag in _OPENERS or (tag == "IN" and tokens[i].dep_ == "mark") or tag == "TO":
            return False
        if tag in FINITE_TAGS and tokens[i].pos_ in VERBAL:
            return subject
        if tag in {"IN", "VBG", "VBN", "VB"}:
            governed, noun = True, False
        elif tag == ",":
            governed, noun = False, False
        elif noun and (tag in _DETERMINERS or (tag == "NNP" and before in {"NN", "NNS"})):
            governed, noun = False, False  # the next noun phrase
        if tag in _NOUN_TAGS:
            subject |= not governed
            noun |= tag != "DT"
    return False


def begins_clause(tokens: Sequence[Token], indices: Sequence[int]) -> bool:
    """Whether the first finite verb of these tokens brings its own subject.

    Clauses that a word makes depend (``when they came``) are passed over.
    """
    inside = set(indices)
    for i in indices:
        token = tokens[i]
        if token.tag_ not in FINITE_TAGS or token.pos_ not in VERBAL:
            continue
        verb = token.head if token.dep_ in AUXILIARIES else token
        opening = (c for c in verb.children if c.i < verb.i and c.i in inside)
        if any(c.dep_ == "mark" or c.tag_ == "WRB" for c in opening):
            continue
        subjects = (c for v in (verb, token) for c in v.children if c.dep_ in SUBJECTS)
        relative = RELATIVE_TAGS if verb.dep_ == "relcl" else frozenset()
        return any(c.i in inside and c.tag_ not in relative for c in subjects)
    return False
