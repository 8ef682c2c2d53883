"""Proper names: which are the same, and which are a man's or a woman's."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.kinds import word_list


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
    """``masc`` or ``fem`` where a name, its title or a noun says so; None where nothing does."""
    parts = [t for t in noun.lefts if t.dep_ == "compound"]
    parts.append(noun)
    for token in parts:
        word = token.lower_.rstrip(".")
        common = token.pos_ == "NOUN"
        for gender in ("fem", "masc"):  # in this order: a woman is no man
            known = facts().file.gendered[gender]
            if word in known.nouns or (common and word.endswith(known.ending)):
                return gender
        for gender, name in (("masc", "male"), ("fem", "female")):
            if {token.lemma_.lower(), word} & word_list(f"exclusively_{name}_words"):
                return gender
    if noun.pos_ != "PROPN":
        return None
    if noun.dep_ == "appos" and noun.head.pos_ == "NOUN":
        return gender_of(noun.head)
    for token in (parts[0], noun):
        male = token.text in word_list("male_names")
        female = token.text in word_list("female_names")
        if male != female:
            return "masc" if male else "fem"
    return None
