"""A noun phrase said once more: its words, without what commas or brackets set off."""

from __future__ import annotations

from spacy.tokens import Token

from disco.draft import Word
from disco.grammar import finite_part, number_of

_SET_OFF = frozenset({"relcl", "appos", "acl", "advcl", "prep", "amod", "npadvmod", "advmod"})
_NOMINATIVE = {
    "him": "he", "her": "she", "them": "they", "us": "we", "me": "I", "himself": "he",
    "herself": "she", "itself": "it", "themselves": "they",
}  # fmt: skip
_OPENING = frozenset({"(", "["})


def phrase_tokens(head: Token) -> list[Token]:
    """The noun phrase of ``head``: its subtree without anything that is set off."""
    dropped: set[int] = set()
    for token in head.subtree:
        if token.i in dropped or token.i == head.i:
            continue
        in_brackets = token.left_edge.i > 0 and _before(token) in _OPENING
        commaed = token.dep_ in _SET_OFF and token.i > token.head.i and _before(token) in {",", "-", "--", "–"}
        clause = token.dep_ == "relcl" and token.head.i == head.i
        if in_brackets or commaed or clause:
            dropped.update(t.i for t in token.subtree)
    if head.pos_ == "PROPN":
        for child in head.children:
            if child.dep_ == "relcl":
                dropped.update(t.i for t in child.subtree)
    tokens = [t for t in head.subtree if t.i not in dropped and t.dep_ != "preconj"]
    return _trimmed(_without_empty_brackets(_contiguous(tokens, head)), head)


def _before(token: Token) -> str:
    edge = token.left_edge.i
    return token.doc[edge - 1].text if edge else ""


def _contiguous(tokens: list[Token], head: Token) -> list[Token]:
    """Without punctuation that set off what was dropped."""
    kept: list[Token] = []
    indices = {t.i for t in tokens}
    for token in tokens:
        opens_gap = token.i + 1 not in indices and token.i != tokens[-1].i
        if token.is_punct and token.text in {",", "-", "--", "–", "(", "["} and opens_gap:
            continue
        after_gap = token.i - 1 not in indices and token.i != tokens[0].i
        if token.is_punct and token.text in {",", ")", "]"} and after_gap:
            continue
        kept.append(token)
    return kept


def _without_empty_brackets(tokens: list[Token]) -> list[Token]:
    texts = [t.text for t in tokens]
    if texts.count("(") != texts.count(")"):
        return [t for t in tokens if t.text not in {"(", ")"}]
    return tokens


def _trimmed(tokens: list[Token], head: Token) -> list[Token]:
    start, end = 0, len(tokens)
    while start < end and tokens[start].i < head.i and (
        tokens[start].text in {",", ";", ":", "-", "--"}
        or tokens[start].dep_ in {"cc", "preconj"}
        or (tokens[start].dep_ == "advmod" and tokens[start].head.i == head.i and tokens[start].lower_ != "not")
    ):
        start += 1
    while end > start + 1 and tokens[end - 1].text in {",", ";", ":", "-", "--", "(", "."} and tokens[end - 1].i > head.i:
        end -= 1
    return tokens[start:end]


def is_indefinite(head: Token) -> bool:
    """Whether the noun phrase opens with ``a`` or ``an``."""
    return any(c.dep_ == "det" and c.lower_ in {"a", "an"} for c in head.children)


def _stays_indefinite(head: Token) -> bool:
    """A subject in the present speaks of its kind: said twice, it is still indefinite."""
    if head.dep_ not in {"nsubj", "nsubjpass"}:
        return False
    part = finite_part(head.head)
    return part is not None and part.tag_ in {"VBZ", "VBP"}


def _takes_the(head: Token, tokens: list[Token]) -> bool:
    """A bare plural, or a number of things, that the text has just brought up in the past."""
    if head.pos_ != "NOUN" or tokens[0].dep_ in {"det", "poss"} or tokens[0].pos_ in {"PRON", "DET"}:
        return False
    if any(c.dep_ in {"det", "poss", "predet"} for c in head.children):
        return False
    if number_of(head) != "plur" or head.dep_ in {"nsubj", "nsubjpass"}:
        return False
    clause = next((a for a in head.ancestors if finite_part(a) is not None), None)
    part = finite_part(clause) if clause is not None else None
    return part is not None and part.tag_ == "VBD"


def repeat(head: Token, reason: str, role: str = "") -> list[Word]:
    """The noun phrase of ``head`` as words put in: definite, since it is known by now."""
    if head.pos_ == "PRON" and head.lower_ in _NOMINATIVE:
        text = _NOMINATIVE[head.lower_]
        return [Word(text, reason=reason, copy_of=head.i, role=role)]
    tokens = phrase_tokens(head)
    words = [Word.copied(t, reason, role) for t in tokens]
    if is_indefinite(head) and not _stays_indefinite(head):
        for word, token in zip(words, tokens, strict=True):
            if token.head.i == head.i and token.lower_ in {"a", "an"} and token.dep_ == "det":
                word.text = "the" if token.text.islower() else "The"
    elif _takes_the(head, tokens):
        words.insert(0, Word("the", reason=reason, role=role))
    if words:
        words[-1].space = True
    return words


def possessive(head: Token, reason: str, role: str = "") -> list[Word]:
    """The noun phrase of ``head`` with its possessive ending."""
    words = repeat(head, reason, role)
    if words:
        words[-1].space = False
        ending = "'" if number_of(head) == "plur" and words[-1].text.endswith("s") else "'s"
        words.append(Word(ending, reason=reason, role=role))
    return words
