"""A parsed text, and one match of a rule in it: what the words of the rule language see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

from disco.align import Alignment
from disco.anaphora import Resolver
from disco.antecedent import antecedent_of
from disco.draft import Draft, Replacement, Word
from disco.grammar import subject_of
from disco.lexicon import Given, Occurrence
from disco.phrase import phrase_tokens
from disco.repeated import repeated, shared_opening
from disco.rules.schema import BaseRule, SpanRule
from disco.sentence import Sentence


@dataclass(slots=True)
class Parsed:
    """A parsed text with all that the rules look up in it."""

    doc: Doc
    sentences: list[Sentence]
    connectives: dict[int, list[Occurrence]]
    alignment: Alignment | None = None
    given: Given | None = None
    sentence_of: list[int] = field(init=False)
    by_label: dict[str, list[Token]] = field(init=False)
    by_word: dict[str, list[Token]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_label, self.by_word = {}, {}
        for token in self.doc:
            self.by_label.setdefault(token.dep_, []).append(token)
            self.by_word.setdefault(token.lower_, []).append(token)
        self.sentence_of = [-1] * len(self.doc)
        for sentence in self.sentences:
            for i in range(sentence.start, sentence.end):
                self.sentence_of[i] = sentence.index


@dataclass(slots=True)
class Match:
    """One place where a rule's pattern holds: its names, bound to tokens and spans."""

    rule: BaseRule
    parsed: Parsed
    sentence: Sentence
    tokens: dict[str, int]
    before: Sentence | None = None
    draft: Draft | None = None
    replaced: list[Replacement] = field(default_factory=list)
    doubtful: bool = False
    _spans: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def doc(self) -> Doc:
        return self.parsed.doc

    @property
    def alignment(self) -> Alignment | None:
        """The sentence beside its split, when categorizing."""
        return self.parsed.alignment

    @property
    def start(self) -> int:
        return self.sentence.start

    @property
    def stop(self) -> int:
        return self.sentence.stop

    def token(self, name: str) -> Token | None:
        """The token bound to a name; None for an optional one that was not found."""
        if name in self.rule.spans:
            span = self.span(name)
            return self.doc[span[0]] if span else None
        index = self.tokens.get(name)
        return None if index is None else self.doc[index]

    def span(self, name: str) -> tuple[int, ...]:
        """The tokens of a span, or of a token (all words of a connective); () when not found."""
        if name not in self._spans:
            rule = self.rule.spans.get(name)
            self._spans[name] = self._token_span(name) if rule is None else self._resolve(rule)
        return self._spans[name]

    def _token_span(self, name: str) -> tuple[int, ...]:
        index = self.tokens.get(name)
        if index is None:
            return ()
        positions = self.rule.find[name].connective
        if positions:
            found = occurrence_at(self.parsed, index, positions)
            if found is not None:
                return tuple(range(found.start, found.end))
        return (index,)

    def _resolve(self, rule: SpanRule) -> tuple[int, ...]:
        indices = set(self._base(rule))
        if not indices:
            return ()
        for name in rule.plus or ():
            indices.update(self.span(name))
        for name in rule.without or ():
            indices.difference_update(self.span(name))
        if rule.commas and indices:
            indices.update(self._commas(min(indices), max(indices), rule.commas))
        if not indices:
            return ()
        home = self.home(min(indices))
        return tuple(sorted(i for i in indices if home.start <= i < home.stop))

    def home(self, index: int) -> Sentence:
        """The sentence that a token stands in: of a pair, perhaps the first one."""
        before = self.before
        return before if before is not None and index < before.end else self.sentence

    def _base(self, rule: SpanRule) -> range | tuple[int, ...]:
        if rule.token is not None:
            return self.span(rule.token)
        if rule.subtree is not None:
            token = self.token(rule.subtree)
            return () if token is None else tuple(t.i for t in token.subtree)
        if rule.phrase is not None:
            token = self.token(rule.phrase)
            return () if token is None else tuple(t.i for t in phrase_tokens(token))
        if rule.antecedent is not None:
            verb = self.token(rule.antecedent)
            noun = None if verb is None else antecedent_of(verb)
            return () if noun is None else (noun.i,)
        if rule.subject is not None:
            verb = self.token(rule.subject)
            noun = None if verb is None else subject_of(verb)
            return () if noun is None else (noun.i,)
        if rule.repeated is not None:
            span = self.span(rule.repeated)
            return repeated(self.doc, span, self.before) if span and self.before else ()
        if rule.opens_like is not None:
            return shared_opening(self.doc, self.sentence, self.before) if self.before else ()
        if rule.before is not None:
            span = self.span(rule.before)
            return range(self.home(span[0]).start, span[0]) if span else ()
        if rule.upto is not None:
            span = self.span(rule.upto)
            return range(self.home(span[0]).start, span[-1] + 1) if span else ()
        if rule.after is not None:
            span = self.span(rule.after)
            return range(span[-1] + 1, self.home(span[0]).stop) if span else ()
        first, last = self.span(rule.start or ""), self.span(rule.to) if rule.to else ()
        end = last[-1] + 1 if last else self.home(first[0]).stop if first else 0
        return range(first[0], end) if first else ()

    def _commas(self, first: int, last: int, where: str) -> Iterator[int]:
        if where in {"before", "both"} and first > self.start and self.doc[first - 1].text == ",":
            yield first - 1
        if where in {"after", "both"} and last + 1 < self.stop and self.doc[last + 1].text == ",":
            yield last + 1

    def side(self, side: str) -> list[Word]:
        """One side of a pair: of the draft handed on, or the sentence itself."""
        if self.draft is not None:
            return list(self.draft.first if side == "first" else self.draft.second)
        sentence = self.before if side == "first" else self.sentence
        if sentence is None:
            return []
        return [Word.kept(self.doc[i]) for i in range(sentence.start, sentence.end)]

    def resolved(self, side: str, nouns: Mapping[str, Sequence[str]]) -> list[Word] | None:
        """A side of the pair with its anaphors replaced; None when there is none to replace.

        Where none is beyond doubt, those are replaced that coreference alone speaks for, and
        ``doubtful`` is set.
        """
        own, other = self.side(side), self.side("first" if side == "second" else "second")
        resolver = Resolver(self.doc, nouns)
        for self.doubtful in (False, True):
            words, self.replaced = resolver.replace(own, other, doubtful=self.doubtful)
            if self.replaced:
                return words
        return None


def occurrence_at(parsed: Parsed, index: int, positions: list[str]) -> Occurrence | None:
    """The longest connective at a token that can stand in one of these positions."""
    for found in parsed.connectives.get(index, ()):
        if any(p in positions for p in found.connective.position):
            return found
    return None
