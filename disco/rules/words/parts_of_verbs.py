"""The parts of the rule language that write a verb in another form, or put one in."""

from __future__ import annotations

from collections.abc import Container, Sequence, Set
from typing import Literal, Self

from pydantic import Field, model_validator
from spacy.tokens import Token

from disco.draft.words import FINITE, HELPING, Word, reformed
from disco.english import agreement, grammar, inflection
from disco.english.facts import facts
from disco.match.match import Match
from disco.match.model import Name, Names, Texts, TokenName
from disco.rules.language import Part


class Be(Part):
    """A form of ``be`` that agrees with a noun, in the tense of a verb: ``be: {like: main, agree:
    noun}``; or in a given one, *has been* in the perfect, or that of what a relative clause in the
    span ``aside`` tells of its noun."""

    word = "be"
    like: TokenName | None = None
    agree: TokenName
    tense: Literal["past", "present", "perfect"] | None = None
    aside: Name | None = None

    @model_validator(mode="after")
    def _has_a_tense(self) -> Self:
        if self.like is None and self.tense is None and self.aside is None:
            raise ValueError("'be' says whose tense it has: 'like: VERB', or 'tense: past'")
        return self

    def words(self, match: Match) -> list[Word] | None:
        noun = match.token(self.agree)
        tense = self.tense or self._tense_inside(match)
        if self.like is not None:
            verb = match.token(self.like)
            tense = tense or grammar.tense_around(verb) if verb is not None else None
        if noun is None or tense is None:
            return None
        if tense == "perfect":
            have = agreement.form_for("have", "present", noun)
            been = inflection.inflect("be", "VBN")
            if have is None or been is None:
                return None
            return [Word(have, reason="be", role=FINITE), Word(been, reason="be", role=HELPING)]
        return [Word(agreement.be_form(tense, noun), reason="be", role=FINITE)]

    def _tense_inside(self, match: Match) -> str | None:
        """The tense of a relative clause in what is said with ``be``: the two go together. But what
        others did to the noun may be past for what still is: *a town that I saw*."""
        for token in match.tokens_in(self.aside) if self.aside else ():
            tense = grammar.tense_of(token) if token.dep_ == "relcl" else None
            if tense == "present" or (tense and _is_of_the_noun(token)):
                return tense
        return None


def _is_of_the_noun(clause: Token) -> bool:
    """Whether the subject of a relative clause is the noun that it hangs on: *who sang*."""
    return any(c.dep_ in grammar.SUBJECTS and c.tag_ in grammar.RELATIVE_TAGS for c in clause.lefts)


class FinitePart(Part):
    """The tokens of a span, the ``verbs`` among them made finite: in the tense of another verb, for
    that verb's subject, or for ``agree``: ``finite: {span: phrase, verbs: [verb, joined], like:
    main}``. With ``earlier`` they are past beside a perfect, as what came before it; with ``this``
    their subject is *this*, whatever that of the other verb is; with ``going_on`` they stay as they
    are beside another progressive, behind its auxiliaries: *is singing, and waving*. A verb that
    is denied, *not knowing*, has no safe form; with ``denied``, and without its *not*, it is what
    was not done: *did not pay*."""

    word = "finite"
    span: Name
    verbs: Names
    like: TokenName
    agree: TokenName | None = None
    earlier: bool = False
    this: bool = False
    going_on: bool = False
    denied: bool = False

    def words(self, match: Match) -> list[Word] | None:
        main = match.token(self.like)
        own = grammar.subject_of(main) if main is not None else None
        subject = match.token(self.agree) if self.agree is not None else own
        tense = grammar.tense_around(main) if main is not None else None
        if main is None or subject is None or tense is None or grammar.is_pluperfect(main):
            return None
        if self.this:
            subject = None
        if self.earlier and grammar.is_present_perfect(main):
            tense = "past"
        verbs = {i for name in self.verbs for i in match.span(name)}
        if self.denied:
            return _denied(match.tokens_in(self.span), verbs, tense, subject)
        if any(grammar.needs_do(match.doc[i]) for i in verbs):
            return None
        if self.going_on and subject is not None and self._goes_on(main, match, verbs):
            helping = [_helping(t, tense, subject) for t in grammar.auxiliaries_of(main)]
            return [*helping, *map(Word.kept, match.tokens_in(self.span))]
        return reformed(
            match.tokens_in(self.span),
            verbs,
            lambda verb: agreement.form_for(inflection.lemma_of(verb), tense, subject),
            "finite verb",
            FINITE,
        )

    @staticmethod
    def _goes_on(main: Token, match: Match, verbs: Set[int]) -> bool:
        """Whether the verbs can stand in the progressive, and the main one does."""
        never = facts().never_going_on
        lemmas = (inflection.lemma_of(match.doc[i]) for i in verbs)
        return grammar.is_progressive(main) and never.isdisjoint(lemmas)


def _denied(
    tokens: Sequence[Token], verbs: Set[int], tense: str, subject: Token | None
) -> list[Word] | None:
    """The tokens, the verbs that they open with bare behind *did not*; none of *be*, which takes
    no other verb."""
    do = agreement.form_for("do", tense, subject)
    bare = reformed(tokens, verbs, _bare, "bare form")
    if do is None or not bare or tokens[0].i not in verbs:
        return None
    negation = Word(facts().negations.bound, reason="negation")
    return [Word(do, reason="do", role=FINITE), negation, *bare]


def _bare(verb: Token) -> str | None:
    lemma = inflection.lemma_of(verb)
    return None if lemma == "be" else lemma


def _helping(auxiliary: Token, tense: str, subject: Token) -> Word:
    """The auxiliary of a progressive for another verb: *is*, or *has* and *been*."""
    lemma = auxiliary.lemma_
    if auxiliary.tag_ not in grammar.FINITE_TAGS:
        return Word(auxiliary.lower_, reason=lemma, role=HELPING)
    text = agreement.form_for(lemma, tense, subject) or auxiliary.lower_
    return Word(text, reason=lemma, role=FINITE)


class Act(Part):
    """What a noun names, as a verb: ``act: {noun: event, like: main, agree: owner}`` says *died*
    for *death*, by the ``acts`` of english.yaml, in the tense of another verb, and past beside a
    perfect. No safe form where the noun is not listed there."""

    word = "act"
    noun: TokenName
    like: TokenName
    agree: TokenName

    def words(self, match: Match) -> list[Word] | None:
        noun, owner = match.token(self.noun), match.token(self.agree)
        main = match.token(self.like)
        if noun is None or owner is None or main is None:
            return None
        perfect = grammar.is_present_perfect(main) or grammar.is_pluperfect(main)
        tense = "past" if perfect else grammar.tense_around(main)
        verb = facts().acts.get(noun.lemma_.lower(), "").split()
        text = agreement.form_for(verb[0], tense, owner) if verb and tense else None
        if text is None:
            return None
        reason = f"verb for {noun.lower_}"
        if verb[0] != "be":
            said = [Word.changed(noun, text, reason, FINITE)]
        else:
            said = [Word(text, reason="be", role=FINITE), Word.changed(noun, verb[1], reason)]
        return said + [Word(word, reason=reason) for word in verb[len(said) :]]


class Event(Part):
    """What a verb tells, as a noun: ``event: front`` says *death* for *died*, by the ``acts`` of
    english.yaml. No safe form where no noun is listed there."""

    word = "event"
    verb: TokenName

    def words(self, match: Match) -> list[Word] | None:
        verb = match.token(self.verb)
        if verb is None:
            return None
        passive = any(c.dep_ == "auxpass" for c in verb.lefts)
        told = f"be {verb.lower_}" if passive else inflection.lemma_of(verb)
        noun = facts().events.get(told)
        return None if noun is None else [Word.changed(verb, noun, f"noun for {verb.lower_}")]


def _shared(right: Token, left: Token, participle: bool) -> list[Token] | None:
    """The auxiliaries of ``left`` that ``right`` needs too; None where the two do not fit."""
    if grammar.is_finite(right) and not participle:
        return []
    own = grammar.auxiliaries_of(right)
    form = "VBN" if participle else own[0].tag_ if own else right.tag_
    shared = grammar.auxiliaries_of(left)
    if form == "VB":
        shared = [t for t in shared if t.tag_ == "MD" or t.lemma_ == "do"]
    elif (form == "VBG" and not any(t.lemma_ == "be" for t in shared)) or (
        form == "VBN" and not (shared and left.tag_ in {"VBN", "VBD"})
    ):
        return None
    return shared if any(t.tag_ in grammar.FINITE_TAGS for t in shared) else None


class Auxiliaries(Part):
    """The auxiliaries that one verb shares with the verb that it is joined to, with a negation
    where one of ``negated_by`` joins them. With ``participle`` it is taken for one, also where the
    tagger says past."""

    word = "auxiliaries"
    to: TokenName
    source: TokenName = Field(alias="from")
    negated_by: Texts = Field(default_factory=list)
    participle: bool = False

    def words(self, match: Match) -> list[Word] | None:
        left, right = match.token(self.source), match.token(self.to)
        if left is None or right is None:
            return None
        chain = [left]
        while chain[-1].dep_ == "conj" and not grammar.is_finite(chain[-1]):
            chain.append(chain[-1].head)
        shared: list[Token] | None = None
        for verb in chain:
            shared = _shared(right, verb, self.participle)
            if shared is not None:
                left = verb
                break
        if shared is None:
            return None
        negate = any(c.dep_ == "cc" and c.lower_ in self.negated_by for c in left.children)
        kept = {t.i for t in shared}
        if negate:
            free = facts().negations.free
            kept |= {c.i for c in left.lefts if c.dep_ == "neg" and (shared or c.lower_ == free)}
        return [_copied(match.doc[i], kept) for i in sorted(kept)]


def _copied(auxiliary: Token, kept: Container[int]) -> Word:
    """An auxiliary said once more, whole where its negation is left behind: *can* for *ca n't*."""
    role = FINITE if auxiliary.tag_ in grammar.FINITE_TAGS else HELPING
    word = Word.copied(auxiliary, "shared auxiliary", role)
    behind = auxiliary.doc[auxiliary.i + 1 : auxiliary.i + 2]
    if not auxiliary.whitespace_ and behind and behind[0].dep_ == "neg" and behind[0].i not in kept:
        word.text = auxiliary.norm_
    return word


class Agreeing(Part):
    """The tokens of a span with the finite word of a verb in the form that goes with a noun:
    ``agreeing: {span: closing, verb: verb, with: noun}``; ``alone``: the noun without those that
    are joined to it; ``again``: said once more."""

    word = "agreeing"
    span: Name
    verb: TokenName
    noun: TokenName = Field(alias="with")
    alone: bool = False
    again: bool = False

    def words(self, match: Match) -> list[Word] | None:
        verb, noun = match.token(self.verb), match.token(self.noun)
        part = grammar.finite_part(verb) if verb is not None else None
        if part is None or noun is None:
            return None
        form = agreement.agreeing_form(part, noun, alone=self.alone)
        if form is None:
            return None
        found: list[Word] = []
        for token in match.tokens_in(self.span):
            text = form if token.i == part.i else token.text
            if self.again:
                found.append(Word.again(token))
                found[-1].text = text
            elif text == token.text:
                found.append(Word.kept(token))
            else:
                found.append(Word.changed(token, text, "number"))
        return found
