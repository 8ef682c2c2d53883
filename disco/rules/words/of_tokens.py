"""Tests on tokens: labels, verbs and their subjects, nouns and what they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator
from spacy.tokens import Token

from disco.english import agreement, clauses, grammar
from disco.english.antecedent import nouns_before
from disco.english.kinds import kind_of
from disco.english.names import gender_of
from disco.english.phrase import is_indefinite
from disco.match.attributes import Attributes
from disco.match.match import Match
from disco.match.model import Labels, Name, SeveralTokens, TokenName, TwoTokens
from disco.rules.language import Test


class TokenTest(Attributes, Test):
    """What every test on what a token is like has in common; ``bare`` says of a word that it tells
    something without asking anything of the token."""

    bare: ClassVar[bool] = False

    @model_validator(mode="after")
    def _asks(self) -> Self:
        if not (self.bare or self.asks_anything):
            raise ValueError(self.unasked)
        return self

    @property
    def unasked(self) -> str:
        """What is said where nothing is asked."""
        return f"'{self.word}' asks nothing of the word: say its lower, dep, tag ..."

    def passes(self, match: Match, token: Token) -> bool:
        """Whether the token, with the connective that it belongs to, is so."""
        return self.accept(token, match.connectives_at(token.i) if self.connective else ())


def _climbed(token: Token | None, labels: Sequence[str]) -> Token | None:
    """The first token from here upwards that has none of the labels; none where all have one."""
    while token is not None and token.dep_ in labels:
        token = token.head if token.head.i != token.i else None
    return token


class Is(TokenTest):
    """The token is so: ``is: {token: verb, tag: [VBD, VBZ]}``. ``up`` are labels: while the token
    has one of them, what it hangs on is looked at instead."""

    word = "is"
    token: TokenName
    up: Labels = []

    @property
    def unasked(self) -> str:
        return f"nothing is asked of the token; 'bound: {self.token}' says it is one"

    def holds(self, match: Match) -> bool:
        token = _climbed(match.token(self.token), self.up)
        return token is not None and self.passes(match, token)


class Governor(TokenTest):
    """What a token hangs on is so:
    ``governor: {token: noun, lower: as}``, ``up`` as in ``is``."""

    word = "governor"
    token: TokenName
    up: Labels = []

    def holds(self, match: Match) -> bool:
        token = _climbed(match.token(self.token), self.up)
        return token is not None and self.passes(match, token.head)


class Sibling(TokenTest):
    """Something beside the token hangs on the same word and is so:
    ``sibling: {token: noun, dep: mark}``."""

    word = "sibling"
    token: TokenName

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and any(
            self.passes(match, t) for t in token.head.children if t.i != token.i
        )


class HangsOn(Test):
    """The first token hangs on the second one: ``hangs_on: [pronoun, verb]``."""

    word = "hangs_on"
    names: TwoTokens

    def holds(self, match: Match) -> bool:
        token, head = (match.token(n) for n in self.names)
        return token is not None and head is not None and token.head.i == head.i


class Under(Test):
    """Between the token and the top of the span there is a word with one of the labels:
    ``under: {token: noun, span: own, dep: [relcl, acl]}``."""

    word = "under"
    token: TokenName
    span: Name
    dep: Labels

    def holds(self, match: Match) -> bool:
        token, inside = match.token(self.token), set(match.span(self.span))
        while token is not None and token.head.i in inside and token.head.i != token.i:
            if token.dep_ in self.dep:
                return True
            token = token.head
        return False


class Has(TokenTest):
    """The token has a child that is so: ``has: {token: verb, dep: neg}``; ``deep`` looks at all
    tokens below it, ``side`` only to its left or right."""

    word = "has"
    bare = True
    token: TokenName
    side: Literal["left", "right"] | None = None
    deep: bool = False

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        if token is None:
            return False
        below = token.subtree if self.deep else token.children
        return any(
            self.passes(match, t)
            for t in below
            if t.i != token.i and (self.side is None or (self.side == "left") == (t.i < token.i))
        )


class Subjectless(Test):
    """The verb has no subject of its own."""

    word = "subjectless"
    token: TokenName

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and not grammar.has_subject(token)


class Asserted(Test):
    """The text itself claims what the verb says: it hangs on no saying, thinking or wishing.

    Only ``below`` (labels) may stand between the verb and the main verb.
    """

    word = "asserted"
    token: TokenName
    below: Labels = Field(default_factory=lambda: ["conj", "parataxis"])

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        allowed = set(self.below)
        while token is not None and (token.pos_ not in grammar.VERBAL or token.dep_ == "prep"):
            if token.dep_ == "ROOT":
                return False
            token = token.head
        while token is not None and token.dep_ != "ROOT":
            if token.dep_ not in allowed and not clauses.stands_alone(token):
                return False
            token = token.head
        return token is not None


class Agrees(Test):
    """The noun could be the verb's subject, by number: ``agrees: {noun: x, verb: y}``."""

    word = "agrees"
    noun: TokenName
    verb: TokenName

    def holds(self, match: Match) -> bool:
        noun, verb = match.token(self.noun), match.token(self.verb)
        return noun is not None and verb is not None and agreement.agrees(noun, verb)


class SameNumber(Test):
    """The two nouns are both one or both many."""

    word = "same_number"
    of: SeveralTokens

    def holds(self, match: Match) -> bool:
        return len({agreement.number_by_form(t) for t in match.all_of(self.of)}) == 1


class Names_(Test):
    """What the noun names: ``names: {token: noun, kind: person, gender: [masc, fem]}``, both as far
    as its words tell. With ``or_unknown`` a noun that could be either kind passes."""

    word = "names"
    token: TokenName
    kind: Literal["person", "thing"] | None = None
    gender: list[Literal["masc", "fem"]] = []
    or_unknown: bool = False

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        if token is None:
            return False
        if self.gender and gender_of(token) not in self.gender:
            return False
        kind = kind_of(token)
        return self.kind in {None, kind} or (kind is None and self.or_unknown)


class SameKind(Test):
    """Neither noun is a person where the other one is a thing; so where one is not found."""

    word = "same_kind"
    of: SeveralTokens

    def holds(self, match: Match) -> bool:
        kinds = {kind_of(t) for t in match.all_of(self.of)}
        return not {"person", "thing"} <= kinds


class NearestNoun(Test):
    """No other noun that ends where the span starts could be meant instead of the first one:
    ``nearest_noun: {noun: x, of: y}`` compares them with y by number and person or thing."""

    word = "nearest_noun"
    noun: TokenName
    of: TokenName

    def holds(self, match: Match) -> bool:
        noun, other = match.token(self.noun), match.token(self.of)
        if noun is None or other is None:
            return False
        return not any(
            n.i != noun.i
            and agreement.number_by_form(n) == agreement.number_by_form(other)
            and {kind_of(n), kind_of(other)} != {"person", "thing"}
            for n in nouns_before(other)
        )


class Indefinite(Test):
    """The noun phrase opens with ``a`` or ``an``."""

    word = "indefinite"
    token: TokenName

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and is_indefinite(token)


class Bound(Test):
    """An optional token, or any token of a span, was found."""

    word = "bound"
    token: Name

    def holds(self, match: Match) -> bool:
        return match.token(self.token) is not None
