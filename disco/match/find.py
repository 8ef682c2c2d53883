"""Patterns, compiled to spaCy's DependencyMatcher, and run on parsed texts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from spacy.matcher import DependencyMatcher
from spacy.tokens import Token

from disco.english.sentence import Sentence
from disco.match.lexicon import Lexicon, words_of
from disco.match.match import Match, Parsed, Stretch
from disco.match.pattern import Node

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


class CompiledPattern:
    """One pattern, compiled: the part in the sentence at hand, and in a pair perhaps one in the
    sentence before it. ``paired`` says that what it matches needs a sentence before it."""

    def __init__(
        self,
        pattern: Mapping[str, Node],
        stretches: Mapping[str, Stretch],
        lexicon: Lexicon,
        *,
        paired: bool,
    ) -> None:
        self.pattern = pattern
        self.stretches = stretches
        self.lexicon = lexicon
        self.paired = paired
        needed = [n for n, node in pattern.items() if not node.optional]
        split = next((k for k, n in enumerate(needed) if pattern[n].sentence), len(needed))
        self.names, self.before = needed[:split], needed[split:]
        self.optional = [n for n, node in pattern.items() if node.optional]
        self.matcher = self._compile(self.names)
        self.matcher_before = self._compile(self.before)

    def compile(self, depth: int) -> DependencyMatcher | None:
        """A matcher of the first ``depth`` tokens of the pattern in the sentence at hand."""
        return self._compile(self.names[:depth])

    def _compile(self, names: Sequence[str]) -> DependencyMatcher | None:
        if not names:
            return None
        matcher = DependencyMatcher(self.lexicon.vocab)
        matcher.add("pattern", [[self._part(n) for n in names]])
        return matcher

    def _part(self, name: str) -> dict[str, Any]:
        node = self.pattern[name]
        attrs = node.pattern()
        if node.connective is not None:
            fitting = (c for c in self.lexicon.connectives if node.connective.accepts(c))
            lower = node.lower
            attrs["LOWER"] = {"IN": [w for w in words_of(fitting) if not lower or lower.accepts(w)]}
        part: dict[str, Any] = {"RIGHT_ID": name, "RIGHT_ATTRS": attrs}
        if node.relation is not None:
            kind, target = node.relation
            part["LEFT_ID"] = target
            part["REL_OP"] = _OPERATORS[kind, node.side]
        return part

    def can_match(self, parsed: Parsed) -> bool:
        """Whether the text has a token for each part of the pattern, wherever it stands."""
        names = (*self.names, *self.before)
        return all(_is_there(self.pattern[name], parsed) for name in names)

    def matches(self, parsed: Parsed) -> Iterator[Match]:
        """Every match in the text, in the order of its first token."""
        if self.matcher is None or not self.can_match(parsed):
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
            if self.paired and before is None:
                continue
            for others in self._before(parsed, before):
                match = self._match(parsed, parsed.sentences[index], tokens | others, before)
                bind_optional(match, self.optional)
                yield match

    def _match(
        self,
        parsed: Parsed,
        sentence: Sentence,
        tokens: dict[str, int],
        before: Sentence | None,
    ) -> Match:
        return Match(parsed, sentence, tokens, self.pattern, self.stretches, before)

    def _before(self, parsed: Parsed, before: Sentence | None) -> Iterator[dict[str, int]]:
        """The ways in which the rest of the pattern matches in the sentence before."""
        if self.matcher_before is None:
            yield {}
        elif before is not None:
            for _, ids in self.matcher_before(parsed.doc):
                if before.start <= ids[0] < before.end:
                    yield dict(zip(self.before, ids, strict=True))

    def pairs(self, parsed: Parsed) -> Iterator[Match]:
        """Every match in a text; without a pattern, every sentence with the one before it."""
        if self.matcher is not None:
            yield from self.matches(parsed)
            return
        for before, sentence in itertools.pairwise(parsed.sentences):
            yield self._match(parsed, sentence, {}, before)

    def _connectives_hold(self, parsed: Parsed, tokens: dict[str, int]) -> bool:
        for name, index in tokens.items():
            wanted = self.pattern[name].connective
            if wanted is not None and wanted.among(parsed.connectives.get(index, ())) is None:
                return False
        return True


class Finder:
    """The patterns of one rule, any of which may match; each binds the same names."""

    def __init__(
        self,
        patterns: Sequence[Mapping[str, Node]],
        stretches: Mapping[str, Stretch],
        lexicon: Lexicon,
        *,
        paired: bool,
    ) -> None:
        self.patterns = [CompiledPattern(p, stretches, lexicon, paired=paired) for p in patterns]

    def matches(self, parsed: Parsed) -> Iterator[Match]:
        """Every match of any pattern; what two of them bind alike is one match."""
        return self._distinct(pattern.matches(parsed) for pattern in self.patterns)

    def pairs(self, parsed: Parsed) -> Iterator[Match]:
        """Every match in a text; without a pattern, every sentence with the one before it."""
        return self._distinct(pattern.pairs(parsed) for pattern in self.patterns)

    def _distinct(self, found: Iterable[Iterator[Match]]) -> Iterator[Match]:
        if len(self.patterns) == 1:
            return itertools.chain.from_iterable(found)
        first: dict[tuple[object, ...], Match] = {}
        for match in itertools.chain.from_iterable(found):
            key = (match.sentence.index, *sorted(match.tokens.items()))
            first.setdefault(key, match)
        return iter(first.values())


def bind_optional(match: Match, names: Sequence[str]) -> None:
    """Bind each of the names to the first token that fits it, where there is one."""
    for name in names:
        node = match.pattern[name]
        for token in _candidates(match, node):
            if token.i in match.tokens.values():
                continue
            if node.accept(token, match.parsed.connectives.get(token.i, ())):
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
        if anchor.dep_ != "ROOT" and node.side in {
            None,
            "left" if anchor.i < anchor.head.i else "right",
        }:
            yield anchor.head
    elif kind == "within":
        yield from (t for t in anchor.subtree if t.i != anchor.i)
    elif kind == "sibling_of":
        left = node.side == "left"
        yield from (t for t in anchor.head.children if t.i != anchor.i and left == (t.i < anchor.i))
    elif kind == "right_after" and anchor.i + 1 < match.stop:
        yield doc[anchor.i + 1]
    elif kind == "right_before" and anchor.i > match.start:
        yield doc[anchor.i - 1]
    elif kind == "after":
        yield from doc[anchor.i + 1 : match.stop]
    elif kind == "before":
        yield from doc[match.start : anchor.i]


def _is_there(node: Node, parsed: Parsed) -> bool:
    """Whether some token of the text has the node's attributes: much cheaper than to match."""
    if node.connective:
        return any(
            node.accept(parsed.doc[i], occurrences) for i, occurrences in parsed.connectives.items()
        )
    for wanted, index in ((node.lower, parsed.by_word), (node.dep, parsed.by_label)):
        if wanted is not None and wanted.allowed is not None:
            return any(node.accept(t) for value in wanted.allowed for t in index.get(value, ()))
    return True
