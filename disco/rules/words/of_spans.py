"""Tests on spans: what they hold, what stands beside them, whether they are whole."""

from __future__ import annotations

import itertools
from typing import Self

from pydantic import Field, model_validator

from disco.english import clauses
from disco.match.match import Match
from disco.match.model import Name, Several, SeveralTokens, TokenName, Two
from disco.rules.language import Test
from disco.rules.words.of_tokens import TokenTest
from disco.text.marks import DASHES, between_quotes

_CLOSING = DASHES - {"-"} | {",", ";", ":", ")"}  # a hyphen goes on with a word


class Contains(TokenTest):
    """Some token of the span is so: ``contains: {span: left, lower: not}``."""

    word = "contains"
    span: Name

    @property
    def unasked(self) -> str:
        return f"nothing is asked of a word of it; that it has one is 'bound: {self.span}'"

    def holds(self, match: Match) -> bool:
        return any(self.passes(match, t) for t in match.tokens_in(self.span))


class Opens(TokenTest):
    """The first token of the span is so: ``opens: {span: aside, dep: [det, poss]}``."""

    word = "opens"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and self.passes(match, match.parsed.tokens[span[0]])


class OpensWith(Test):
    """The first span starts where the second one starts: ``opens_with: [clause, mark]``."""

    word = "opens_with"
    names: Two

    def holds(self, match: Match) -> bool:
        outer, inner = (match.span(n) for n in self.names)
        return bool(outer) and bool(inner) and outer[0] == inner[0]


class Follows(TokenTest):
    """The token right before the span is so: ``follows: {span: clause, lower: [","]}``."""

    word = "follows"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        if not span or span[0] == match.home(span[0]).start:
            return False
        return self.passes(match, match.parsed.tokens[span[0] - 1])


class Precedes(TokenTest):
    """The token right after the span is so; at the end of the sentence nothing is."""

    word = "precedes"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        if not span or span[-1] + 1 >= match.home(span[0]).stop:
            return False
        return self.passes(match, match.parsed.tokens[span[-1] + 1])


class Enclosed(Test):
    """The span is set off by a comma, or the sentence's edge, on both sides; behind it a semicolon,
    a colon, a closing bracket or a dash will do, too."""

    word = "enclosed"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        if not span:
            return False
        tokens, home = match.parsed.tokens, match.home(span[0])
        left = span[0] == home.start or tokens[span[0] - 1].text == ","
        behind = span[-1] + (tokens[span[-1]].text != ",")  # which may be its own
        return left and (behind >= home.stop or tokens[behind].text in _CLOSING)


class Quoted(Test):
    """The span stands between quotes, and not all of its sentence does: somebody else says it."""

    word = "quoted"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        if not span:
            return False
        home = match.home(span[0])
        sentence = match.doc[home.start : home.end]
        inside = between_quotes(t.text for t in sentence)
        told = any(t.is_alpha and not quoted for t, quoted in zip(sentence, inside, strict=True))
        return told and all(inside[i - home.start] for i in span)


class Whole(Test):
    """The span is unbroken: it has no gap."""

    word = "whole"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[-1] - span[0] + 1 == len(span)


class Starts(Test):
    """The span stands at the start of the sentence."""

    word = "starts"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[0] == match.home(span[0]).start


class Ends(Test):
    """The span stands at the end of the sentence, its last mark aside."""

    word = "ends"
    span: Name

    def holds(self, match: Match) -> bool:
        span = match.span(self.span)
        return bool(span) and span[-1] == match.home(span[-1]).stop - 1


class Independent(Test):
    """The span is one independent clause: a finite verb, a subject, nothing left over."""

    word = "independent"
    span: Name

    def holds(self, match: Match) -> bool:
        return clauses.clause_problem(match.parsed.tokens, match.span(self.span)) is None


class Longer(Test):
    """The span has more than so many tokens, or than so many times those of another one:
    ``longer: {span: aside, than: 3}``, ``longer: {span: aside, of: rest, times: 2}``."""

    word = "longer"
    span: Name
    than: int | None = Field(None, ge=0)
    of: Name | None = None
    times: float = 1.0

    @model_validator(mode="after")
    def _than_what(self) -> Self:
        if (self.than is None) == (self.of is None):
            raise ValueError("'longer' says than how many tokens, or of which span so many times")
        return self

    def holds(self, match: Match) -> bool:
        least = self.times * len(match.span(self.of)) if self.of else self.than
        return least is not None and len(match.span(self.span)) > least


class Ordered(Test):
    """The tokens or spans stand in this order: ``ordered: [adverb, subject, verb]``."""

    word = "ordered"
    names: Several

    def holds(self, match: Match) -> bool:
        spans = [match.span(n) for n in self.names]
        return all(spans) and all(a[-1] < b[0] for a, b in itertools.pairwise(spans))


class Earlier(Test):
    """Every year that the first span names is before those that the second one names; both name
    one: ``earlier: [rest, left]``."""

    word = "earlier"
    names: Two

    def holds(self, match: Match) -> bool:
        one, other = (
            [
                int(t.text)
                for t in match.tokens_in(n)
                if t.shape_ == "dddd" and t.ent_type_ == "DATE"
            ]
            for n in self.names
        )
        return bool(one) and bool(other) and max(one) < min(other)


class SameLemma(Test):
    """The tokens are forms of one word: ``same_lemma: [verb, other]``."""

    word = "same_lemma"
    names: SeveralTokens

    def holds(self, match: Match) -> bool:
        return len({t.lemma_.lower() for t in match.all_of(self.names)}) == 1


class SameWords(Test):
    """The spans say the same: ``same_words: [subject, other]``."""

    word = "same_words"
    names: Several

    def holds(self, match: Match) -> bool:
        said = [[t.lower_ for t in match.tokens_in(n)] for n in self.names]
        return all(said) and all(words == said[0] for words in said)


class Clausal(Test):
    """The span begins as a clause of its own: its first finite verb, those in clauses that hang
    on others aside, has its subject in the span too."""

    word = "clausal"
    span: Name

    def holds(self, match: Match) -> bool:
        return clauses.begins_clause(match.parsed.tokens, match.span(self.span))


class ReadsAsClause(Test):
    """The span reads as a clause of its own, whatever the tree says: a noun or pronoun that no
    preposition governs stands before its first finite verb."""

    word = "reads_as_clause"
    span: Name

    def holds(self, match: Match) -> bool:
        return clauses.reads_as_clause(match.parsed.tokens, match.span(self.span))


class Inside(Test):
    """The token stands in the span: ``inside: {token: verb, span: clause}``."""

    word = "inside"
    token: TokenName
    span: Name

    def holds(self, match: Match) -> bool:
        token = match.token(self.token)
        return token is not None and token.i in match.span(self.span)
