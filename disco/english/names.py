"""Proper names: which are the same, and which are a man's or a woman's."""

from __future__ import annotations

from collections.abc import Iterable

from lemminflect import getAllLemmas
from spacy.tokens import Token

from disco.english.facts import facts
from disco.english.kinds import word_list


def by_name(tokens: Iterable[Token]) -> list[list[Token]]:
    """The tokens in groups, one for each name, and for what stands below it: who is meant in *Mike
    Murphy of the Press Democrat* is one person."""
    groups: list[tuple[list[Token], set[tuple[str, bool]]]] = []
    for token in tokens:
        said = _known_by(token, token.subtree)
        # a later name may tie two: Robert, Hale, Robert Hale
        meant, others = [token], []
        for group, names in groups:
            if said.isdisjoint(names):
                others.append((group, names))
            else:
                meant, said = [*group, *meant], said | names
        groups = [*others, (meant, said)]
    return [group for group, _ in groups]


def same_name(a: Token, b: Token) -> bool:
    """Whether two name tokens are the same name, or parts of one."""
    return not _known_by(a, a.lefts).isdisjoint(_known_by(b, b.lefts))


def _known_by(token: Token, among: Iterable[Token]) -> set[tuple[str, bool]]:
    """What a noun may be known by: itself, and, of a name, each of its parts."""
    found = {(token.lower_, False)}
    if token.pos_ == "PROPN":
        parts = (t for t in among if t.pos_ == "PROPN" and t.dep_ == "compound")
        found.update((t.lower_, True) for t in (token, *parts))
    return found


def names_of(noun: Token) -> frozenset[str]:
    """The noun, and, of a name, the names that stand before it: *robert* and *hale*."""
    return frozenset(word for word, _ in _known_by(noun, noun.lefts))


def gender_of(noun: Token) -> str | None:
    """``masc`` or ``fem`` where a name, its title or a noun says so; None where nothing does."""
    parts = [t for t in noun.lefts if t.dep_ == "compound"]
    parts.append(noun)
    for token in parts:
        word = token.lower_.rstrip(".")
        common = token.pos_ == "NOUN"
        for gender in ("fem", "masc"):  # in this order: a woman is no man
            known = facts().gendered[gender]
            ends = common and word.endswith(known.ending) and word not in known.but
            if word in known.nouns or ends:
                return gender
        for gender, name in (("masc", "male"), ("fem", "female")):
            if not word_list(f"exclusively_{name}_words").isdisjoint((token.lemma_.lower(), word)):
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


def is_person(noun: Token) -> bool:
    """Whether the noun is the name of a person, as the taggers see it."""
    return noun.ent_type_ == "PERSON" and noun.pos_ == "PROPN"


def is_given_name(token: Token) -> bool:
    """Whether it is somebody's first name, and no word of the dictionary: Uri, not Bishop."""
    return is_first_name(token.text) and not getAllLemmas(token.lower_)


def is_first_name(text: str) -> bool:
    """Whether men or women have the name."""
    return any(text in word_list(f"{sex}_names") for sex in ("male", "female"))
