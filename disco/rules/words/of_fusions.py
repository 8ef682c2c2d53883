"""Words for rules that fuse: the connective that is given, pro-forms, participles."""

from __future__ import annotations

from typing import Literal

from disco.draft.pronouns import with_pronoun
from disco.draft.words import CONNECTIVE, Word, reformed
from disco.english import inflection
from disco.english.boundaries import sentences_in
from disco.english.facts import facts
from disco.english.likely import likely_kind
from disco.match.attributes import Connectives
from disco.match.lexicon import Positions
from disco.match.match import Instead, Match
from disco.match.model import Name, Names, TokenName
from disco.rules.language import Part, Test
from disco.text.marks import CLOSING


class GivenTest(Test):
    """The connective that is given can stand there, by the lexicon, or is one of these words;
    ``marked`` asks for its comma or semicolon, ``enclosed`` for one on both sides, and
    ``given: none`` holds where there is none at all."""

    word = "given"
    jobs = ("fuse",)
    which: Literal["none", "any"] = "any"
    position: Positions | None = None
    words: Connectives | None = None
    marked: bool | None = None
    enclosed: bool | None = None

    def holds(self, match: Match) -> bool:
        given = match.parsed.given
        if given is None or self.which == "none":
            return (given is None) == (self.which == "none")
        if self.position is not None and not given.positions & set(self.position):
            return False
        if self.words is not None and given.plain not in self.words:
            return False
        marks = [w in {",", ";"} for w in given.words]
        if self.enclosed is not None and self.enclosed != (marks[0] and marks[-1]):
            return False
        return self.marked is None or self.marked == any(marks)


class Glue(Part):
    """The connective that is given, with its marks: ``glue: given``."""

    word = "glue"
    jobs = ("fuse",)
    how: Literal["given"] = "given"

    def words(self, match: Match) -> list[Word] | None:
        given = match.parsed.given
        if given is None:
            return None
        return [Word(w, reason=CONNECTIVE) for w in given.words]


class ByKind(Part):
    """One word or another, by what a noun names: ``by_kind: {of: x, person: who, thing: which}``.
    What could be either is what it is likelier to be."""

    word = "by_kind"
    of: TokenName
    person: str
    thing: str

    def words(self, match: Match) -> list[Word] | None:
        token = match.token(self.of)
        if token is None:
            return None
        text = self.person if likely_kind(token) == "person" else self.thing
        return [Word(t, reason="pro-form") for t in text.split()]


class Pronominal(Part):
    """A span of the second sentence, or all of it, in which the first phrase that the first
    sentence has too is a pronoun, of its gender, number and case; where its gender is not known
    nothing is written, or with ``guess`` the likelier one."""

    word = "pronominal"
    jobs = ("fuse",)
    span: Name | None = None
    guess: bool = False

    def words(self, match: Match) -> Instead | None:
        if match.before is None:
            return None
        own = match.sentence
        span = match.span(self.span) if self.span else range(own.start, own.end)
        found = Instead(*with_pronoun(match.doc, span, own, match.before, guess=self.guess))
        return found if found.replaced else None


class Participle(Part):
    """A finite verb as its present participle: ``participle: verb``; or the tokens of a span with
    the ``verbs`` among them as participles: ``participle: {span: told, verbs: [verb, joined]}``."""

    word = "participle"
    span: Name
    verbs: Names | None = None

    def words(self, match: Match) -> list[Word] | None:
        verbs = {i for name in self.verbs or (self.span,) for i in match.span(name)}
        found = reformed(
            match.tokens_in(self.span),
            verbs,
            lambda verb: inflection.inflect(inflection.lemma_of(verb), "VBG"),
            "participle",
        )
        return found or None


class Open(Part):
    """A side of the pair without the marks that close it, also inside a quote or bracket at its
    end, but for the stop of an abbreviation: ``open: first``. No safe form where it is two
    sentences itself."""

    word = "open"
    jobs = ("fuse",)
    side: Literal["first", "second"]

    def words(self, match: Match) -> list[Word] | None:
        home = match.before if self.side == "first" else match.sentence
        if home is None:
            return None
        inside = match.doc[home.start : home.stop]
        key = ("sentences", home.start)  # each rule that opens the side asks
        if match.parsed.once(key, lambda: len(list(sentences_in(inside.text)))) > 1:
            return None
        if inside[-1:].text in CLOSING and inside[-2:-1].text == ".":
            return [Word.kept(token) for token in (*inside[:-2], inside[-1])]
        marks = match.doc[home.stop : home.end]
        cut_short = inside[-1:].text.lower() in facts().abbreviations.may_be_last
        stop = marks[:1] if cut_short and marks[:1].text == "." else ()
        return [Word.kept(token) for token in (*inside, *stop)]
