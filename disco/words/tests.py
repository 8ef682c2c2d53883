"""The tests of the rule language: what may stand under ``require`` and ``unless``."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from disco import grammar
from disco.antecedent import nouns_before
from disco.kinds import kind_of
from disco.phrase import is_indefinite
from disco.words.attributes import Attributes
from disco.words.base import AnyTest, Name, Names, Test, Tests, Texts

if TYPE_CHECKING:
    from disco.match import Match


class Is(Attributes, Test):
    """The token is so: ``is: {token: verb, tag: [VBD, VBZ]}``."""

    word = "is"
    main = "token"
    token: Name

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and self.accept(token)


class Has(Attributes, Test):
    """The token has a child that is so: ``has: {token: verb, dep: neg}``; ``deep`` looks at all
    tokens below it, ``side`` only to its left or right."""

    word = "has"
    main = "token"
    token: Name
    side: Literal["left", "right"] | None = None
    deep: bool = False

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        if token is None:
            return False
        below = token.subtree if self.deep else token.children
        return any(
            self.accept(t)
            for t in below
            if t.i != token.i and (self.side is None or (self.side == "left") == (t.i < token.i))
        )


class Contains(Attributes, Test):
    """Some token of the span is so: ``contains: {span: left, lower: not}``."""

    word = "contains"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        doc = match.doc
        return any(self.accept(doc[i]) for i in match.span(self.span))


class Opens(Attributes, Test):
    """The first token of the span is so: ``opens: {span: aside, dep: [det, poss]}``."""

    word = "opens"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and self.accept(match.doc[span[0]])


class OpensWith(Test):
    """The first span starts where the second one starts: ``opens_with: [clause, mark]``."""

    word = "opens_with"
    main = "names"
    names: Names

    def holds(self, match: Match) -> bool:
        outer, inner = (match.span(n) for n in self.names)
        return bool(outer) and bool(inner) and outer[0] == inner[0]


class Follows(Attributes, Test):
    """The token right before the span is so: ``follows: {span: clause, lower: [","]}``."""

    word = "follows"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[0] > match.start and self.accept(match.doc[span[0] - 1])


class Precedes(Attributes, Test):
    """The token right after the span is so; at the end of the sentence nothing is."""

    word = "precedes"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[-1] + 1 < match.stop and self.accept(match.doc[span[-1] + 1])


class Enclosed(Test):
    """The span is set off on both sides by one of these marks, or by the sentence's edge."""

    word = "enclosed"
    main = "span"
    span: Name
    by: Texts = Field(default_factory=lambda: [","])
    closing: Texts = Field(default_factory=lambda: [",", ";", ":", ")", "--"])

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        if not span:
            return False
        doc = match.doc
        left = span[0] == match.start or doc[span[0] - 1].text in self.by
        return left and (
            span[-1] + 1 >= match.stop or doc[span[-1] + 1].text in {*self.by, *self.closing}
        )


class Whole(Test):
    """The span is unbroken: it has no gap."""

    word = "whole"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[-1] - span[0] + 1 == len(span)


class Starts(Test):
    """The span stands at the start of the sentence."""

    word = "starts"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[0] == match.start


class Ends(Test):
    """The span stands at the end of the sentence, its last mark aside."""

    word = "ends"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[-1] == match.stop - 1


class Independent(Test):
    """The span is one independent clause: a finite verb, a subject, nothing left over."""

    word = "independent"
    main = "span"
    span: Name

    def holds(self, match: Match) -> bool:
        return grammar.clause_problem(match.doc, match.span(self.span)) is None


class Finite(Test):
    """The verb, or an auxiliary of it, is finite."""

    word = "finite"
    main = "token"
    token: Name

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and grammar.is_finite(token)


class Subjectless(Test):
    """The verb has no subject of its own."""

    word = "subjectless"
    main = "token"
    token: Name

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and not grammar.has_subject(token)


class Asserted(Test):
    """The text itself claims what the verb says: it hangs on no saying, thinking or wishing.

    Only ``below`` (labels) may stand between the verb and the main verb.
    """

    word = "asserted"
    main = "token"
    token: Name
    below: Texts = Field(default_factory=lambda: ["conj", "parataxis"])

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        allowed = set(self.below)
        while token is not None and (token.pos_ not in grammar.VERBAL or token.dep_ == "prep"):
            if token.dep_ == "ROOT":
                return False
            token = token.head
        while token is not None and token.dep_ != "ROOT":
            if token.dep_ not in allowed and not grammar.stands_alone(token):
                return False
            token = token.head
        return token is not None


class Agrees(Test):
    """The noun could be the verb's subject, by number: ``agrees: {noun: x, verb: y}``."""

    word = "agrees"
    main = "noun"
    noun: Name
    verb: Name

    def holds(self, match: Match) -> bool:
        noun, verb = match.token(self.noun), match.token(self.verb)
        return noun is not None and verb is not None and grammar.agrees(noun, verb)


class SameNumber(Test):
    """The two nouns are both one or both many."""

    word = "same_number"
    main = "of"
    of: Names

    def holds(self, match: Match) -> bool:
        tokens = [match.token(n) for n in self.of]
        return len({grammar.number_by_form(t) for t in tokens if t is not None}) == 1


class Names_(Test):
    """What the noun names: ``names: {token: noun, kind: person}``. With ``or_unknown`` a noun
    that could be either passes."""

    word = "names"
    main = "token"
    token: Name
    kind: Literal["person", "thing"]
    or_unknown: bool = False

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        if token is None:
            return False
        kind = kind_of(token)
        return kind == self.kind or (kind is None and self.or_unknown)


class SameKind(Test):
    """Neither noun is a person where the other one is a thing."""

    word = "same_kind"
    main = "of"
    of: Names

    def holds(self, match: Match) -> bool:
        kinds = {kind_of(t) for t in (match.token(n) for n in self.of) if t is not None}
        return not {"person", "thing"} <= kinds


class NearestNoun(Test):
    """No other noun that ends where the span starts could be meant instead of the first one:
    ``nearest_noun: {noun: x, of: y}`` compares them with y by number and person or thing."""

    word = "nearest_noun"
    main = "noun"
    noun: Name
    of: Name

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
    token: Name

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and is_indefinite(token)


class Pronoun(Test):
    """The token is a pronoun."""

    word = "pronoun"
    main = "token"
    token: Name

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and token.pos_ == "PRON"


class Longer(Test):
    """The span has more than so many tokens: ``longer: {span: aside, than: 3}``."""

    word = "longer"
    main = "span"
    span: Name
    than: int

    def holds(self, match: Match) -> bool:
        return len(match.span(self.span)) > self.than


class Bound(Test):
    """An optional token was found."""

    word = "bound"
    main = "token"
    token: Name

    def holds(self, match: Match) -> bool:
        return match.token(self.token) is not None


class Ordered(Test):
    """The tokens or spans stand in this order: ``ordered: [adverb, subject, verb]``."""

    word = "ordered"
    main = "names"
    names: Names

    def holds(self, match: Match) -> bool:
        spans = [match.span(n) for n in self.names]
        return all(spans) and all(a[-1] < b[0] for a, b in itertools.pairwise(spans))


class Doubtful(Test):
    """An anaphor was replaced on the word of coreference alone: ``doubtful: true``."""

    word = "doubtful"
    main = "yes"
    yes: bool = True

    def holds(self, match: Match) -> bool:
        return match.doubtful == self.yes


class Always(Test):
    """Holds of every match: for an exception that names why a rule never writes by default."""

    word = "always"
    main = "yes"
    yes: bool = True

    def holds(self, match: Match) -> bool:
        return self.yes


class Not(Test):
    """The test does not hold."""

    word = "not"
    main = "test"
    test: AnyTest

    @classmethod
    def parse(cls, argument: Any) -> Any:
        return {"test": argument}

    def holds(self, match: Match) -> bool:
        return not self.test.holds(match)


class Any_(Test):
    """At least one of the tests holds."""

    word = "any"
    main = "tests"
    tests: Tests

    def holds(self, match: Match) -> bool:
        return any(t.holds(match) for t in self.tests)


class All(Test):
    """All of the tests hold."""

    word = "all"
    main = "tests"
    tests: Tests

    def holds(self, match: Match) -> bool:
        return all(t.holds(match) for t in self.tests)
