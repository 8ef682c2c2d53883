"""What may be meant, and what may mean it: the nouns and pronouns of a text with their facts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spacy.tokens import Doc, Token

from disco.english.agreement import is_joined, number_by_form
from disco.english.facts import GENDERS, facts
from disco.english.grammar import NOUNS, SUBJECTS, verb_above
from disco.english.kinds import kind_of, word_list
from disco.english.names import gender_of, names_of

_PARTS = frozenset({"compound", "npadvmod", "nmod", "amod", "nummod", "quantmod"})  # of other nouns


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun or a pronoun of the third person, by the token that heads it.

    ``gender`` is that of a pronoun (``neut`` of a thing's) or what a noun says of a person;
    ``clause`` the verb that it belongs to, ``role`` what it is there.
    """

    token: Token
    i: int
    sentence: int
    start: int
    is_pronoun: bool
    number: str
    gender: str | None
    kind: str | None
    role: str
    clause: int
    names: frozenset[str]

    @property
    def joined(self) -> tuple[int, ...]:
        """The heads of all that the mention names: of *Ann* in ``Ann and Mary`` both."""
        if self.is_pronoun or not is_joined(self.token):
            return (self.i,)
        return tuple(t.i for t in self.token.subtree if _is_conjunct(t, self.token))


def mentions_of(doc: Doc) -> list[Mention]:
    """The mentions of a text, in their order."""
    found: list[Mention] = []
    third = facts().third
    for number, sentence in enumerate(doc.sents):
        for token in sentence:
            word = token.lower_
            if token.tag_ in {"PRP", "PRP$"} and word in third:
                pronoun = third[word]
                gender: str | None = pronoun.gender
                kind = "person" if gender in GENDERS else "thing" if gender == "neut" else None
                names: frozenset[str] = frozenset()
                count: str = pronoun.number
            elif token.pos_ in NOUNS and token.dep_ not in _PARTS:
                gender, kind, count = gender_of(token), _kind(token), number_by_form(token)
                names = names_of(token)
            else:
                continue
            role, clause = _place(token)
            found.append(
                Mention(
                    token,
                    token.i,
                    number,
                    sentence.start,
                    token.pos_ not in NOUNS,
                    count,
                    gender,
                    kind,
                    role,
                    clause,
                    names,
                )
            )
    return _with_genders(_with_an_owner(found))


def _with_an_owner(mentions: list[Mention]) -> list[Mention]:
    """The mentions, a name that the tagger takes for a thing's with the gender of the pronoun that
    can mean no other: Walpole is a man where a text begins *Walpole wrote his first novel*."""
    first = next((m for m in mentions if m.kind != "thing"), None)
    if first is None or first.token.tag_ != "PRP$" or first.kind != "person":
        return mentions
    names = [m for m in mentions if m.sentence == first.sentence and m.token.pos_ == "PROPN"]
    named = [m for m in names if m.kind == "thing" and m.role == "subject"]
    if len(named) != 1:
        return mentions
    start, end = sorted((named[0].i, first.i))
    if any(start < m.i < end for m in names):
        return mentions
    owner = replace(named[0], kind="person", gender=named[0].gender or first.gender)
    return [owner if m is named[0] else m for m in mentions]


def _with_genders(mentions: list[Mention]) -> list[Mention]:
    """The mentions, names of unknown gender with that of their fuller forms elsewhere in the text:
    Hale is a man where the text speaks of Robert Hale and of no Mary Hale."""
    known: dict[str, set[str]] = {}
    for mention in mentions:
        if mention.gender and mention.token.pos_ == "PROPN":
            for name in mention.names:
                known.setdefault(name, set()).add(mention.gender)
    return [
        replace(m, gender=next(iter(genders)))
        if m.gender is None
        and m.token.pos_ == "PROPN"
        and len(genders := set().union(*(known.get(name, ()) for name in m.names))) == 1
        else m
        for m in mentions
    ]


def may_mean(pronoun: Mention, other: Mention) -> bool:
    """Whether number, gender and person or thing of a pronoun and a mention may agree."""
    same = pronoun.number == other.number
    if other.is_pronoun:
        return same and pronoun.gender == other.gender
    if not same and not (pronoun.number == "sing" and _may_be_one(other.token)):
        return False
    if pronoun.gender is None:
        return True
    if pronoun.gender not in GENDERS:
        return other.kind != "person"
    # a name counts whatever the tagger takes it for: many a surname is a town's as well
    is_thing = other.kind == "thing" and other.token.pos_ != "PROPN"
    no_he = pronoun.gender == "masc" and other.kind == "thing" and other.token.text in facts().lands
    return other.gender in {None, pronoun.gender} and not is_thing and not no_he


def _may_be_one(noun: Token) -> bool:
    """Whether a noun that counts as many may be one: the first of a row, or a name in -s."""
    bare = noun.pos_ == "PROPN" and not any(c.dep_ == "det" for c in noun.lefts)
    return bare or is_joined(noun)


def _is_conjunct(token: Token, first: Token) -> bool:
    """Whether a token is the noun, or joined with it, directly or through one that is."""
    while token.dep_ == "conj" and token.i != first.i:
        token = token.head
    return bool(token.i == first.i)


def _kind(noun: Token) -> str | None:
    kind = kind_of(noun)
    if kind is None and noun.lemma_.lower() in word_list("person_words"):
        return "person"
    return kind


def _place(token: Token) -> tuple[str, int]:
    """What the mention is in its clause, and the verb of that."""
    role = token
    while role.dep_ in {"conj", "appos"} and role.head.pos_ in NOUNS:
        role = role.head
    name = "subject" if role.dep_ in SUBJECTS else role.dep_
    if name == "pobj":
        name = "agent" if role.head.dep_ == "agent" else "pobj"
    return name, int(verb_above(role).i)
