"""Tests on tokens: labels, verbs and their subjects, nouns and what they name."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from spacy.tokens import Token

from disco.draft.again import repeat
from disco.english import clauses, grammar
from disco.english.antecedent import nouns_before
from disco.english.facts import GENDERS, facts
from disco.english.kinds import kind_of, word_list
from disco.english.names import by_name, gender_of, same_name
from disco.english.phrase import is_indefinite
from disco.match.attributes import Attributes
from disco.match.match import Match
from disco.match.model import Name, Texts, TokenName, TokenNames
from disco.rules.language import Test


class TokenTest(Attributes, Test):
    """What every test on what a token is like has in common."""

    def passes(self, match: Match, token: Token) -> bool:
        """Whether the token, with the connective that it belongs to, is so."""
        return self.accept(token, match.connectives_at(token.i) if self.connective else ())


class Is(TokenTest):
    """The token is so: ``is: {token: verb, tag: [VBD, VBZ]}``. ``up`` are labels: while the token
    has one of them, what it hangs on is looked at instead."""

    word = "is"
    main = "token"
    token: TokenName
    up: Texts = []

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        while token is not None and token.dep_ in self.up:
            token = token.head
        return token is not None and self.passes(match, token)


class Governor(TokenTest):
    """What a token hangs on is so:
    ``governor: {token: noun, lower: as}``, ``up`` as in ``is``."""

    word = "governor"
    main = "token"
    token: TokenName
    up: Texts = []

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        while token is not None and token.dep_ in self.up:
            token = token.head
        return token is not None and self.passes(match, token.head)


class Sibling(TokenTest):
    """Something beside the token hangs on the same word and is so:
    ``sibling: {token: noun, dep: mark}``."""

    word = "sibling"
    main = "token"
    token: TokenName

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and any(
            self.passes(match, t) for t in token.head.children if t.i != token.i
        )


class HangsOn(Test):
    """The first token hangs on the second one: ``hangs_on: [pronoun, verb]``."""

    word = "hangs_on"
    main = "names"
    names: TokenNames

    def holds(self, match: Match) -> bool:
        token, head = (match.token(n) for n in self.names)
        return token is not None and head is not None and token.head.i == head.i


class Under(Test):
    """Between the token and the top of the span there is a word with one of the labels:
    ``under: {token: noun, span: own, dep: [relcl, acl]}``."""

    word = "under"
    main = "token"
    token: TokenName
    span: Name
    dep: Texts

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
    main = "token"
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
    main = "token"
    token: TokenName

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and not grammar.has_subject(token)


class Asserted(Test):
    """The text itself claims what the verb says: it hangs on no saying, thinking or wishing.

    Only ``below`` (labels) may stand between the verb and the main verb.
    """

    word = "asserted"
    main = "token"
    token: TokenName
    below: Texts = Field(default_factory=lambda: ["conj", "parataxis"])

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
    main = "noun"
    noun: TokenName
    verb: TokenName

    def holds(self, match: Match) -> bool:
        noun, verb = match.token(self.noun), match.token(self.verb)
        return noun is not None and verb is not None and grammar.agrees(noun, verb)


class SameNumber(Test):
    """The two nouns are both one or both many."""

    word = "same_number"
    main = "of"
    of: TokenNames

    def holds(self, match: Match) -> bool:
        tokens = [match.token(n) for n in self.of]
        return len({grammar.number_by_form(t) for t in tokens if t is not None}) == 1


class Names_(Test):
    """What the noun names: ``names: {token: noun, kind: person}``. With ``or_unknown`` a noun
    that could be either passes."""

    word = "names"
    main = "token"
    token: TokenName
    kind: Literal["person", "thing"]
    or_unknown: bool = False

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        if token is None:
            return False
        kind = kind_of(token)
        return kind == self.kind or (kind is None and self.or_unknown)


class StandsFor(Test):
    """Number, gender and person-or-thing of the pronoun and the noun may agree:
    ``stands_for: {pronoun: anaphor, noun: candidate}``. With ``by_form`` only what the words
    themselves say counts, not what kind of thing the noun was taken for."""

    word = "stands_for"
    main = "pronoun"
    pronoun: TokenName
    noun: TokenName
    by_form: bool = False

    def holds(self, match: Match) -> bool:
        token, noun = match.token(self.pronoun), match.token(self.noun)
        pronoun = facts().third.get(token.lower_) if token is not None else None
        if noun is None or pronoun is None:
            return False
        same_number = grammar.number_by_form(noun) == pronoun.number
        if self.by_form:
            return same_number and gender_of(noun) in {None, pronoun.gender}
        if not same_number and not (pronoun.number == "sing" and grammar.is_joined(noun)):
            return False
        kind = kind_of(noun)
        if pronoun.gender not in GENDERS:
            return pronoun.gender is None or kind != "person"
        person = kind == "person" or (
            kind is None
            and (noun.pos_ == "PROPN" or noun.lemma_.lower() in word_list("person_words"))
        )
        return person and gender_of(noun) in {None, pronoun.gender}


class SamePronoun(Test):
    """The two are pronouns of one number and gender, as *she* and *her* are."""

    word = "same_pronoun"
    main = "of"
    of: TokenNames

    def holds(self, match: Match) -> bool:
        third = facts().third
        found = [third.get(t.lower_) for t in map(match.token, self.of) if t is not None]
        known = {(p.number, p.gender) if p is not None else None for p in found}
        return len(known) == 1 and None not in known


class SameSentence(Test):
    """The tokens stand in one sentence: ``same_sentence: [anaphor, antecedent]``."""

    word = "same_sentence"
    main = "of"
    of: TokenNames

    def holds(self, match: Match) -> bool:
        tokens = [match.token(n) for n in self.of]
        return all(tokens) and len({t.sent.start for t in tokens if t is not None}) == 1


class SaidWhole(Test):
    """The noun phrase, said once more, has all of its words, and not too many:
    ``said_whole: {token: noun, longest: 12}``."""

    word = "said_whole"
    main = "token"
    token: TokenName
    longest: int = 100

    def holds(self, match: Match) -> bool:
        noun = match.token(self.token)
        if noun is None:
            return False
        size = len(repeat(noun, ""))
        return size == sum(1 for t in noun.subtree if not t.is_punct) and size <= self.longest


class SameName(Test):
    """Some token of the span is the noun's name, or a part of it; with ``not_all`` some is not:
    ``same_name: {span: earlier, of: antecedent}``."""

    word = "same_name"
    main = "span"
    span: Name
    of: TokenName
    not_all: bool = False

    def holds(self, match: Match) -> bool:
        noun = match.token(self.of)
        tokens = (match.doc[i] for i in match.span(self.span))
        return noun is not None and any(same_name(t, noun) != self.not_all for t in tokens)


class OneName(Test):
    """All tokens of the span are one name, as the names of another span show:
    ``one_name: {span: leading, among: there}``."""

    word = "one_name"
    main = "span"
    span: Name
    among: Name

    def holds(self, match: Match) -> bool:
        wanted = set(match.span(self.span))
        groups = by_name(match.doc[i] for i in match.span(self.among))
        return sum(any(t.i in wanted for t in group) for group in groups) == 1


class Corefers(Test):
    """Coreference links the anaphor with some token of the span, and is so sure of it:
    ``corefers: {anaphor: anaphor, to: there, least: 0.4}``. Without ``to`` only how sure counts."""

    word = "corefers"
    main = "anaphor"
    anaphor: TokenName
    to: Name | None = None
    least: float = 0.0

    def holds(self, match: Match) -> bool:
        token = match.token(self.anaphor)
        link = match.parsed.links.get(token.i) if token is not None else None
        if link is None or link.score < self.least:
            return False
        heads = {m[0] for m in link.mentions}
        return self.to is None or not heads.isdisjoint(match.span(self.to))


class Fits(Test):
    """The noun can stand for the name, by its entity: ``fits: {noun: x, name: y, kinds: {firm:
    [ORG]}}`` gives for each lemma the kinds of entity that it may be said of."""

    word = "fits"
    main = "noun"
    noun: TokenName
    name: TokenName
    kinds: dict[str, list[str]]

    def holds(self, match: Match) -> bool:
        noun, name = match.token(self.noun), match.token(self.name)
        if noun is None or name is None:
            return False
        return name.ent_type_ in self.kinds.get(noun.lemma_.lower(), ())


class SameKind(Test):
    """Neither noun is a person where the other one is a thing."""

    word = "same_kind"
    main = "of"
    of: TokenNames

    def holds(self, match: Match) -> bool:
        kinds = {kind_of(t) for t in (match.token(n) for n in self.of) if t is not None}
        return not {"person", "thing"} <= kinds


class NearestNoun(Test):
    """No other noun that ends where the span starts could be meant instead of the first one:
    ``nearest_noun: {noun: x, of: y}`` compares them with y by number and person or thing."""

    word = "nearest_noun"
    main = "noun"
    noun: TokenName
    of: TokenName

    def holds(self, match: Match) -> bool:
        noun, other = match.token(self.noun), match.token(self.of)
        if noun is None or other is None:
            return False
        return not any(
            n.i != noun.i
            and grammar.number_by_form(n) == grammar.number_by_form(other)
            and {kind_of(n), kind_of(other)} != {"person", "thing"}
            for n in nouns_before(other)
        )


class Indefinite(Test):
    """The noun phrase opens with ``a`` or ``an``."""

    word = "indefinite"
    main = "token"
    token: TokenName

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and is_indefinite(token)


class Bound(Test):
    """An optional token, or any token of a span, was found."""

    word = "bound"
    main = "token"
    token: Name

    def holds(self, match: Match) -> bool:
        return match.token(self.token) is not None
