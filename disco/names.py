"""Proper names: which are the same, a man's or a woman's, and how they are said again."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Token

from disco.draft import Word
from disco.kinds import word_list
from disco.phrase import possessive, repeat

GENDERS = frozenset({"masc", "fem"})
# what the word lists leave out: kin, rank and titles that only a man, or only a woman, has
_MASCULINE = frozenset(
    {"husband", "brother", "father", "son", "uncle", "nephew", "grandfather", "grandson", "widower"}
    | {"king", "prince", "duke", "earl", "baron", "emperor", "lord", "sir", "mr", "monk", "actor"}
)
_FEMININE = frozenset(
    {"wife", "sister", "mother", "daughter", "aunt", "niece", "grandmother", "granddaughter"}
    | {"queen", "princess", "duchess", "countess", "baroness", "empress", "lady", "mrs", "ms"}
    | {"miss", "nun", "actress", "widow"}
)
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "sir", "lady", "lord", "prof", "st"})


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
        if word in _FEMININE or (common and word.endswith("woman")):
            return "fem"
        if word in _MASCULINE or (common and word.endswith("man")):
            return "masc"
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


def name_or_phrase(head: Token, reason: str, *, joined: bool, owner: bool) -> list[Word]:
    """A person's name alone, without title and trade; else the noun phrase."""
    say = possessive if owner else repeat
    words = say(head, reason)
    if joined:
        return words
    if head.ent_type_ == "PERSON" and head.pos_ == "PROPN":
        inside = {t.i for t in head.doc if t.ent_type_ == "PERSON" and _same_entity(t, head)}
        inside |= {t.i for t in head.lefts if t.lower_.rstrip(".") in _TITLES}
        inside -= {t.i for t in head.doc if t.i in inside and t.tag_ == "POS"}
    else:
        inside = {t.i for t in head.subtree} - {
            t.i for c in head.children if c.dep_ in {"conj", "cc"} for t in c.subtree
        }
    kept = [w for w in words if w.copy_of is None or w.copy_of in inside]
    while kept and kept[0].copy_of is None and kept[0].text == "'s":
        kept.pop(0)
    return kept


def _same_entity(token: Token, head: Token) -> bool:
    low, high = sorted((token.i, head.i))
    return all(
        t.ent_type_ == head.ent_type_ and (t.ent_iob_ != "B" or t.i == low)
        for t in head.doc[low : high + 1]
    )
