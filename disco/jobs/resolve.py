"""Resolving: the anaphors of one part of a text replaced by what they stand for in the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from spacy.tokens import Doc, Token

from disco.draft.again import name_or_phrase
from disco.draft.words import ELSEWHERE, IN_PLACE, SUBJECT, Replacement, Word, sources
from disco.english.grammar import SUBJECTS
from disco.english.sentence import Sentence
from disco.jobs.apply import doubts_of, required
from disco.match.find import bind_first, fitting
from disco.match.match import Instead, Match, Parsed
from disco.rules import ResolveRule, RuleSet
from disco.rules.resolving import DOUBTFUL
from disco.rules.schema import Pattern
from disco.text.marks import between_quotes

_Asked = Mapping[int, list[tuple[ResolveRule, Pattern]]]


class Meant(NamedTuple):
    """What an anaphor stands for by a rule: the tokens that head it, and what speaks against it."""

    rule: ResolveRule
    heads: tuple[int, ...]
    doubts: tuple[str, ...]


class Resolver:
    """The rules that resolve, with or without those for splitting, where a pronoun that was said
    once more is an anaphor too."""

    def __init__(self, rules: RuleSet[ResolveRule], *, splitting: bool = False) -> None:
        self._splitting = splitting
        self._sure = [r for r in rules.rules if not r.doubtful and (splitting or not r.splitting)]
        self._doubtful = [r for r in rules.rules if r.doubtful]

    def replace(
        self, parsed: Parsed, words: list[Word], others: list[Word], *, inside: bool = False
    ) -> Instead:
        """The words with their anaphors replaced, but those that mean something ``inside`` the
        words likelier, where that is to be asked; the doubtful rules are asked where the others
        replace nothing."""
        part = _Side(parsed, sources(words), sources(others))
        for doubtful, rules in ((False, self._sure), (True, self._doubtful)):
            if doubtful and not parsed.in_full:
                break
            found, replaced = part.replaced(words, rules, repeated=self._splitting, inside=inside)
            if replaced:
                return Instead(found, replaced)
        return Instead(words, [])

    def may_replace(self, parsed: Parsed, own: Sequence[int], other: Sequence[int]) -> bool:
        """Whether something among these tokens may stand for something among the others: much
        cheaper to ask than to replace, since most often there is nothing."""
        if parsed.in_full:
            return True
        part = _Side(parsed, own, other)
        asked = part.asked(self._sure)
        return any(i in asked and part.antecedent(parsed.doc[i], self._sure) for i in own)


class Tried(NamedTuple):
    """A token that could be the anaphor of a rule, whether anything is likely enough to be meant,
    and the match, where the rest of the pattern is there."""

    token: Token
    likely: bool
    match: Match | None


def tries(
    rule: ResolveRule, parsed: Parsed, own: Sequence[int], other: Sequence[int]
) -> Iterator[Tried]:
    """The tokens of one part that a rule could resolve by the other part."""
    part = _Side(parsed, own, other)
    for pattern in rule.find:
        for i in fitting(next(iter(pattern.values())), parsed):
            if i in own:
                token = parsed.doc[i]
                yield Tried(token, part.is_likely(rule, token), part.match(rule, pattern, token))


class _Side:
    """One part of a text, and the other one, which may name what its anaphors mean."""

    def __init__(self, parsed: Parsed, own: Sequence[int], other: Sequence[int]) -> None:
        self.parsed, self.own, self.other = parsed, tuple(own), tuple(other)
        self.doc: Doc = parsed.doc
        self._whole = Sentence(0, 0, len(self.doc), len(self.doc))

    def replaced(
        self, words: list[Word], rules: Sequence[ResolveRule], *, repeated: bool, inside: bool
    ) -> tuple[list[Word], list[Replacement]]:
        """The words with the anaphors replaced that the rules give an antecedent for, those too
        that are ``repeated``.

        What stands in quotes stays, but for those that are put in, around what one and the same
        person goes on to say; and nothing is named twice.
        """
        marks = ("" if word.source is None else word.text for word in words)
        asked = self.asked(rules)
        result: list[Word] = []
        replaced: list[Replacement] = []
        done = {w.copy_of for w in words if w.copy_of is not None}
        skip: set[int] = set()
        for word, quoted in zip(words, between_quotes(marks), strict=True):
            token = self._token(word, repeated=repeated)
            if token is None:
                result.append(word)
                continue
            if token.i in skip:
                continue
            found = self.antecedent(token, rules) if token.i in asked and not quoted else None
            if inside and found is not None and self._is_here(token, found, words):
                found = None
            if found is None or any(i in done for i in found.heads):
                result.append(word)
                continue
            new, span = _said(token, found.heads)
            if not new or _same_words(new, self.doc, span):
                result.append(word)
                continue
            while result and result[-1].source in span:
                result.pop()
            skip.update(i for i in span if i != token.i)
            for each in new:
                each.role = SUBJECT if token.dep_ in SUBJECTS else ELSEWHERE
            result.extend(new)
            done.update(found.heads)
            spoken = tuple(w.copy_of for w in new if w.copy_of is not None)
            replaced.append(Replacement(tuple(span), spoken, found.rule.kind, found.doubts))
        return result, replaced

    def _is_here(self, token: Token, found: Meant, words: Sequence[Word]) -> bool:
        """Whether something that the words say themselves is likelier meant than what was found: in
        *the boy fell when he climbed*, said by a doctor, the boy."""
        link = self.parsed.links.get(token.i)
        here = {i for word in words if (i := word.origin) is not None}
        return link is not None and link.score(here) > link.score(found.heads)

    def asked(self, rules: Sequence[ResolveRule]) -> _Asked:
        """The tokens that could be an anaphor for some of the rules, each with these rules and the
        patterns that it opens; looked for once."""

        def by_token() -> _Asked:
            found: dict[int, list[tuple[ResolveRule, Pattern]]] = {}
            for rule, pattern in ((r, p) for r in rules for p in r.find):
                for i in fitting(next(iter(pattern.values())), self.parsed):
                    found.setdefault(i, []).append((rule, pattern))
            return found

        return self.parsed.once(("anaphors", id(rules)), by_token)

    def _token(self, word: Word, *, repeated: bool) -> Token | None:
        """The token that a word is, as it stands; or the pronoun that it repeats elsewhere."""
        if word.source is not None:
            return self.doc[word.source] if word.reason is None else None
        if not repeated or word.copy_of is None or word.role == IN_PLACE:
            return None
        token = self.doc[word.copy_of]
        return token if token.pos_ == "PRON" else None

    def antecedent(self, token: Token, rules: Sequence[ResolveRule]) -> Meant | None:
        """What the token stands for by the first rule that knows it; asked once."""
        key = "antecedent", token.i, id(rules), self.own, self.other
        return self.parsed.once(key, lambda: self._looked_up(token, rules))

    def _looked_up(self, token: Token, rules: Sequence[ResolveRule]) -> Meant | None:
        for rule, pattern in self.asked(rules).get(token.i, ()):
            if not self.is_likely(rule, token):
                continue
            match = self.match(rule, pattern, token)
            if match is None or not required(rule, match):
                continue
            doubts = doubts_of(rule, match)
            if doubts is None:
                continue
            span = match.span(rule.antecedent)
            if span:
                link = self.parsed.links.get(token.i)
                mentions = link.mentions if link is not None else ()
                joined = (m for m in mentions if m[0] == span[0] and len(m) > 1)
                against = [*doubts, *([DOUBTFUL] if rule.doubtful else [])]
                return Meant(rule, next(joined, (span[0],)), tuple(against))
        return None

    def is_likely(self, rule: ResolveRule, token: Token) -> bool:
        """Whether the likeliest that the token may stand for in the other part is likely enough for
        the rule."""
        if rule.least is None:
            return True
        link = self.parsed.links.get(token.i)
        return link is not None and link.score(link.heads_in(self.other)) >= rule.least

    def match(self, rule: ResolveRule, pattern: Pattern, token: Token) -> Match | None:
        """The pattern of the rule with the token as the anaphor, where it holds."""
        anaphor, *others = pattern
        match = Match(
            self.parsed,
            self._whole,
            {anaphor: token.i},
            pattern,
            rule.spans,
            own=self.own,
            other=self.other,
        )
        bind_first(match, others)
        whole = all(name in match.tokens or pattern[name].optional for name in others)
        return match if whole else None


def _said(token: Token, found: Sequence[int]) -> tuple[list[Word], list[int]]:
    """The words of an antecedent in the place of an anaphor, and the tokens that these replace."""
    head = token.doc[found[0]]
    reason = f"antecedent of {token.lower_}"
    if token.pos_ == "NOUN":
        span = [t.i for t in token.subtree if not t.is_punct]
        return name_or_phrase(head, reason, joined=False, owner=False), span
    owner = token.tag_ == "PRP$" or token.dep_ == "poss"  # of *her* the tagger is not sure
    return name_or_phrase(head, reason, joined=len(found) > 1, owner=owner), [token.i]


def _same_words(words: list[Word], doc: Doc, span: list[int]) -> bool:
    return [w.text.lower() for w in words] == [doc[i].lower_ for i in span]
