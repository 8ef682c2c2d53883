"""Tests for rules that resolve: what an anaphor and a noun have in common."""

from __future__ import annotations

from disco.draft.again import repeat
from disco.english import agreement, grammar
from disco.english.facts import GENDERS, facts
from disco.english.kinds import kind_of, may_name_a_person
from disco.english.names import by_name, gender_of, same_name
from disco.match.match import Match
from disco.match.model import Name, SeveralTokens, Texts, TokenName
from disco.rules.language import Test


class StandsFor(Test):
    """Number, gender and person-or-thing of the pronoun and the noun may agree:
    ``stands_for: {pronoun: anaphor, noun: candidate}``. With ``by_form`` only what the words
    themselves say counts, not what kind of thing the noun was taken for."""

    word = "stands_for"
    pronoun: TokenName
    noun: TokenName
    by_form: bool = False

    def holds(self, match: Match) -> bool:
        token, noun = match.token(self.pronoun), match.token(self.noun)
        pronoun = facts().third.get(token.lower_) if token is not None else None
        if noun is None or pronoun is None:
            return False
        same_number = agreement.number_by_form(noun) == pronoun.number
        if self.by_form:
            return same_number and gender_of(noun) in {None, pronoun.gender}
        if not same_number and not (pronoun.number == "sing" and agreement.is_joined(noun)):
            return False
        kind = kind_of(noun)
        if pronoun.gender not in GENDERS:
            return pronoun.gender is None or kind != "person"
        person = kind == "person" or (kind is None and may_name_a_person(noun))
        return person and gender_of(noun) in {None, pronoun.gender}


class SamePronoun(Test):
    """The two are pronouns of one number and gender, as *she* and *her* are."""

    word = "same_pronoun"
    of: SeveralTokens

    def holds(self, match: Match) -> bool:
        found = [facts().third.get(t.lower_) for t in match.all_of(self.of)]
        known = {(p.number, p.gender) if p is not None else None for p in found}
        return len(known) == 1 and None not in known


class SameSentence(Test):
    """The tokens stand in one sentence: ``same_sentence: [anaphor, antecedent]``."""

    word = "same_sentence"
    of: SeveralTokens

    def holds(self, match: Match) -> bool:
        home = match.parsed.sentence_of
        return len({home[t.i] for t in match.all_of(self.of)}) == 1


class SameClause(Test):
    """The tokens are things that one verb speaks of, none of them the owner of another thing:
    ``same_clause: [candidate, antecedent]``."""

    word = "same_clause"
    of: SeveralTokens

    def holds(self, match: Match) -> bool:
        tokens = match.all_of(self.of)
        verbs = {grammar.verb_above(t).i for t in tokens}
        return len(verbs) == 1 and not any(t.dep_ == "poss" for t in tokens)


class SaidWhole(Test):
    """The noun phrase, said once more, has all of its words, and not too many:
    ``said_whole: {token: noun, longest: 12}``."""

    word = "said_whole"
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
    span: Name
    of: TokenName
    not_all: bool = False

    def holds(self, match: Match) -> bool:
        noun = match.token(self.of)
        tokens = match.tokens_in(self.span)
        return noun is not None and any(same_name(t, noun) != self.not_all for t in tokens)


class OneName(Test):
    """All tokens of the span are one name, as the names of another span show:
    ``one_name: {span: leading, among: there}``."""

    word = "one_name"
    span: Name
    among: Name

    def holds(self, match: Match) -> bool:
        wanted = set(match.span(self.span))
        groups = by_name(match.tokens_in(self.among))
        return sum(any(t.i in wanted for t in group) for group in groups) == 1


class Corefers(Test):
    """Coreference links the anaphor with some token of the span, and takes that for so likely:
    ``corefers: {anaphor: anaphor, to: there, least: 0.4}``. Without ``to``, with any at all."""

    word = "corefers"
    jobs = ("unfuse", "resolve", "split")
    anaphor: TokenName
    to: Name | None = None
    least: float = 0.0

    def holds(self, match: Match) -> bool:
        token = match.token(self.anaphor)
        link = match.parsed.links.get(token.i) if token is not None else None
        if link is None:
            return False
        return link.score(None if self.to is None else match.span(self.to)) >= self.least


class Fits(Test):
    """The noun can stand for the name, by its entity: ``fits: {noun: x, name: y, kinds: {firm:
    [ORG]}}`` gives for each lemma the kinds of entity that it may be said of."""

    word = "fits"
    noun: TokenName
    name: TokenName
    kinds: dict[str, Texts]

    def holds(self, match: Match) -> bool:
        noun, name = match.token(self.noun), match.token(self.name)
        if noun is None or name is None:
            return False
        return name.ent_type_ in self.kinds.get(noun.lemma_.lower(), ())
