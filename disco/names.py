"""Proper names: which are the same, and whether they are a man's or a woman's."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Token

from disco.kinds import word_list

GENDERS = frozenset({"masc", "fem"})


def by_name(tokens: Iterable[Token]) -> list[list[Token]]:
    """The tokens in groups, one for each name."""
    groups: list[list[Token]] = []
    for token in tokens:
        for group in groups:
            if any(same_name(token, t) for t in group):
                group.append(token)
                break
        else:
            groups.append([token])
    return groups


def same_name(a: Token, b: Token) -> bool:
    """Whether two name tokens are the same name, or parts of one."""
    if a.lower_ == b.lower_:
        return True
    if a.pos_ != "PROPN" or b.pos_ != "PROPN":
        return False
    return bool(_names(a) & _names(b))


def _names(token: Token) -> set[str]:
    return {
        t.lower_
        for t in token.subtree
        if t.pos_ == "PROPN" and (t.i == token.i or t.dep_ == "compound")
    }


def gender_of(noun: Token) -> str | None:
    """``masc`` or ``fem`` where a name or noun says so; None where it does not."""
    lemma = noun.lemma_.lower()
    if lemma in word_list("exclusively_male_words"):
        return "masc"
    if lemma in word_list("exclusively_female_words"):
        return "fem"
    if noun.pos_ != "PROPN":
        return None
    first = min(
        (
            t
            for t in noun.subtree
            if t.pos_ == "PROPN"
            and (t.i == noun.i or (t.dep_ == "compound" and t.head.i == noun.i))
        ),
        key=lambda t: t.i,
        default=noun,
    )
    for token in (first, noun):
        male = token.text in word_list("male_names")
        female = token.text in word_list("female_names")
        if male != female:
            return "masc" if male else "fem"
    return None
