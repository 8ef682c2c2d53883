"""The parts of the rule language: what may stand under ``write``, but for forms of verbs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from disco.draft.again import possessive, possessive_ending, repeat
from disco.draft.words import ELSEWHERE, SUBJECT, Word
from disco.english import commas, grammar
from disco.english.facts import facts
from disco.match.match import Instead, Match
from disco.match.model import Name, Names, TokenName
from disco.rules.language import Part


class SpanPart(Part):
    """The tokens of a span, as they stand. A bare name is short for it."""

    word = "span"
    span: Name

    def words(self, match: Match) -> list[Word] | None:
        return [Word.kept(token) for token in match.tokens_in(self.span)]


class AllBut(Part):
    """The whole sentence but these spans: ``all_but: [aside]``."""

    word = "all_but"
    spans: Names

    def words(self, match: Match) -> list[Word] | None:
        out = {i for name in self.spans for i in match.span(name)}
        doc = match.doc
        kept = commas.without(doc, match.start, match.stop, out)
        return [Word.kept(match.parsed.tokens[i]) for i in kept]


class Phrase(Part):
    """The noun phrase of a token once more, definite, without what is set off in it, and without
    the tokens of another span: ``phrase: {of: noun, without: words}``. ``these: true`` says that
    a bare plural means no others: *many of the critics*."""

    word = "phrase"
    of: TokenName
    without: Name | None = None
    these: bool = False
    role: Literal["subject", "object"] = "subject"

    def words(self, match: Match) -> list[Word] | None:
        token = match.token(self.of)
        if token is None:
            return None
        left_out = set() if self.without is None else set(match.span(self.without))
        again = repeat(token, "repeated noun phrase", self.role, these=self.these)
        return [w for w in again if w.copy_of not in left_out] or None


class SubjectPart(Part):
    """The subject of a verb once more, its own or the one that it shares."""

    word = "subject"
    of: TokenName

    def words(self, match: Match) -> list[Word] | None:
        token = match.token(self.of)
        subject = grammar.subject_of(token) if token is not None else None
        if (
            subject is None
            or subject.tag_ in grammar.RELATIVE_TAGS
            or subject.dep_.startswith("csubj")
        ):
            return None
        return repeat(subject, "repeated subject", SUBJECT, which_one=True) or None


class Possessive(Part):
    """The noun phrase of a token with ``'s``."""

    word = "possessive"
    of: TokenName

    def words(self, match: Match) -> list[Word] | None:
        token = match.token(self.of)
        if token is None:
            return None
        return possessive(token, "repeated noun phrase", ELSEWHERE) or None


class AsSubject(Part):
    """The tokens of a span as a subject, its possessive in that form: *his* is *he*."""

    word = "as_subject"
    span: Name

    def words(self, match: Match) -> list[Word] | None:
        span = match.span(self.span)
        said: list[Word] = []
        for token in match.tokens_in(self.span):
            text = facts().owners.get(token.lower_)
            if text and token.dep_ == "poss" and token.head.i not in span:  # not his father's
                said.append(Word.changed(token, text, f"subject form of {token.lower_}", SUBJECT))
            else:
                said.append(Word.kept(token, SUBJECT))
        return said or None


class AsOwner(Part):
    """The tokens of a subject's span as an owner: *he* is *his*, *Ann Lee* is *Ann Lee's*."""

    word = "as_owner"
    span: Name

    def words(self, match: Match) -> list[Word] | None:
        tokens = match.tokens_in(self.span)
        if not tokens:
            return None
        owner = facts().owner_of.get(tokens[0].lower_) if len(tokens) == 1 else None
        if owner is not None:
            return [Word.changed(tokens[0], owner, f"possessive form of {tokens[0].lower_}")]
        said = [Word.kept(token) for token in tokens]
        return [*said, possessive_ending(tokens[-1], "possessive")]


class Repeat(Part):
    """The tokens of a span once more, as something put in."""

    word = "repeat"
    span: Name

    def words(self, match: Match) -> list[Word] | None:
        return [Word.copied(token, "repeated words") for token in match.tokens_in(self.span)]


class Again(Part):
    """The tokens of a span once more, in the places of the tree that they have: for two sentences
    that differ in little else."""

    word = "again"
    span: Name

    def words(self, match: Match) -> list[Word] | None:
        return [Word.again(t) for t in match.tokens_in(self.span)]


class Say(Part):
    """Words of the rule's own: ``say: This``. Where they hold the verb of the clause they say so,
    ``say: {text: had a, role: verb}``, and where they are its subject: ``role: subject``."""

    word = "say"
    text: str = Field(min_length=1)
    reason: str = "pro-form"
    role: Literal["subject", "verb", ""] = ""

    def words(self, match: Match) -> list[Word] | None:
        return [Word(t, reason=self.reason, role=self.role) for t in self.text.split()]


class ReplaceMentions(Part):
    """A part of a pair with its anaphors replaced by what they stand for in the other part, as
    the rules that resolve decide: ``replace_mentions: second``."""

    word = "replace_mentions"
    within: Literal["first", "second"] = Field(alias="in")

    def words(self, match: Match) -> Instead | None:
        return match.resolved(self.within)


class PartOf(Part):
    """One side of a pair as it stands: ``part: first``."""

    word = "part"
    side: Literal["first", "second"]

    def words(self, match: Match) -> list[Word] | None:
        return match.side(self.side)
