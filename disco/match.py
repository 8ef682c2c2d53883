"""A rule's ``find`` on a parsed text: compiled to spaCy's DependencyMatcher, and its matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spacy.matcher import DependencyMatcher
from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from disco.anaphora import Resolver
from disco.antecedent import antecedent_of
from disco.draft import Draft, Replacement, Word
from disco.grammar import subject_of
from disco.lexicon import Lexicon, Occurrence
from disco.phrase import phrase_tokens
from disco.rules.schema import Node, Rule, SpanRule
from disco.sentence import Sentence

_OPERATORS = {
    ("child_of", None): ">",
    ("child_of", "right"): ">++",
    ("child_of", "left"): ">--",
    ("parent_of", None): "<",
    ("parent_of", "right"): "<--",
    ("parent_of", "left"): "<++",
    ("within", None): ">>",
    ("sibling_of", "right"): "$++",
    ("sibling_of", "left"): "$--",
    ("right_after", None): ".",
    ("right_before", None): ";",
    ("after", None): ".*",
    ("before", None): ";*",
}


@dataclass(slots=True)
class Parsed:
    """A parsed text with all that the rules look up in it."""

    doc: Doc
    sentences: list[Sentence]
    connectives: dict[int, list[Occurrence]]
    sentence_of: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sentence_of = [-1] * len(self.doc)
        for sentence in self.sentences:
            for i in range(sentence.start, sentence.end):
                self.sentence_of[i] = sentence.index


@dataclass(slots=True)
class Match:
    """One place where a rule's pattern holds: its names, bound to tokens and spans."""

    rule: Rule
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
        return tuple(sorted(i for i in indices if self.start <= i < self.stop))

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
        if rule.before is not None:
            span = self.span(rule.before)
            return range(self.start, span[0]) if span else ()
        if rule.after is not None:
            span = self.span(rule.after)
            return range(span[-1] + 1, self.stop) if span else ()
        first, last = self.span(rule.start or ""), self.span(rule.to) if rule.to else ()
        end = last[-1] + 1 if last else self.stop
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


class Finder:
    """A rule's pattern, compiled."""

    def __init__(self, rule: Rule, vocab: Vocab, lexicon: Lexicon) -> None:
        self.rule = rule
        self.lexicon = lexicon
        self.vocab = vocab
        self.names = [n for n, node in rule.find.items() if not node.optional]
        self.optional = [n for n, node in rule.find.items() if node.optional]
        self.positions = [node.connective for node in rule.find.values() if node.connective]
        self.labels = [
            frozenset(node.dep.allowed)
            for node in (rule.find[n] for n in self.names)
            if node.dep is not None and node.dep.allowed is not None
        ]
        self.matcher = self.compile(len(self.names))

    def compile(self, depth: int) -> DependencyMatcher | None:
        """A matcher of the pattern's first ``depth`` tokens."""
        if not self.names:
            return None
        matcher = DependencyMatcher(self.vocab)
        matcher.add(self.rule.id, [[self._part(n) for n in self.names[:depth]]])
        return matcher

    def _part(self, name: str) -> dict[str, Any]:
        node = self.rule.find[name]
        attrs = node.pattern()
        if node.connective:
            words = self.lexicon.words(node.connective)
            attrs["LOWER"] = {"IN": [w for w in words if not node.lower or node.lower.accepts(w)]}
        part: dict[str, Any] = {"RIGHT_ID": name, "RIGHT_ATTRS": attrs}
        if node.relation is not None:
            kind, target = node.relation
            part["LEFT_ID"] = target
            part["REL_OP"] = _OPERATORS[kind, node.side]
        return part

    def can_match(self, labels: set[str], positions: set[str]) -> bool:
        """Whether a text with these labels and connectives has all that the rule needs."""
        return all(labels & wanted for wanted in self.labels) and all(
            positions & set(wanted) for wanted in self.positions
        )

    def matches(self, parsed: Parsed) -> Iterator[Match]:
        """Every match in the text, in the order of its first token."""
        if self.matcher is None:
            return
        seen: set[tuple[int, ...]] = set()
        found = [tuple(ids) for _, ids in self.matcher(parsed.doc)]
        for ids in sorted(found):
            index = parsed.sentence_of[ids[0]]
            if index < 0 or ids in seen:
                continue
            seen.add(ids)
            tokens = dict(zip(self.names, ids, strict=True))
            if not self._connectives_hold(parsed, tokens):
                continue
            before = parsed.sentences[index - 1] if index else None
            if self.rule.input == "pair" and before is None:
                continue
            match = Match(self.rule, parsed, parsed.sentences[index], tokens, before)
            self._bind_optional(match)
            yield match

    def _connectives_hold(self, parsed: Parsed, tokens: dict[str, int]) -> bool:
        for name, index in tokens.items():
            positions = self.rule.find[name].connective
            if positions and occurrence_at(parsed, index, positions) is None:
                return False
        return True

    def _bind_optional(self, match: Match) -> None:
        for name in self.optional:
            node = self.rule.find[name]
            for token in _candidates(match, node):
                if node.accept(token) and token.i not in match.tokens.values():
                    if node.connective and not occurrence_at(
                        match.parsed, token.i, node.connective
                    ):
                        continue
                    match.tokens[name] = token.i
                    break


def _candidates(match: Match, node: Node) -> Iterator[Token]:
    """The tokens that an optional node could be, by its relation."""
    assert node.relation is not None
    kind, target = node.relation
    anchor = match.token(target)
    if anchor is None:
        return
    doc = match.doc
    if kind == "child_of":
        for child in anchor.children:
            if node.side is None or (node.side == "left") == (child.i < anchor.i):
                yield child
    elif kind == "parent_of":
        if anchor.dep_ != "ROOT":
            yield anchor.head
    elif kind == "within":
        yield from (t for t in anchor.subtree if t.i != anchor.i)
    elif kind == "sibling_of":
        yield from (t for t in anchor.head.children if t.i != anchor.i)
    elif kind == "right_after" and anchor.i + 1 < match.stop:
        yield doc[anchor.i + 1]
    elif kind == "right_before" and anchor.i > match.start:
        yield doc[anchor.i - 1]
    elif kind == "after":
        yield from doc[anchor.i + 1 : match.stop]
    elif kind == "before":
        yield from doc[match.start : anchor.i]
