"""A rule's ``find``, compiled to spaCy's DependencyMatcher, and run on parsed texts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Generic

from spacy.matcher import DependencyMatcher
from spacy.tokens import Token
from spacy.vocab import Vocab

from disco.lexicon import Lexicon
from disco.match import Match, Parsed, occurrence_at
from disco.rules.schema import Node, R
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


class Finder(Generic[R]):
    """A rule's pattern, compiled: the part in the sentence at hand, and in a pair perhaps one in
    the sentence before it."""

    def __init__(self, rule: R, vocab: Vocab, lexicon: Lexicon) -> None:
        self.rule = rule
        self.lexicon = lexicon
        self.vocab = vocab
        needed = [n for n, node in rule.find.items() if not node.optional]
        split = next((k for k, n in enumerate(needed) if rule.find[n].sentence), len(needed))
        self.names, self.before = needed[:split], needed[split:]
        self.optional = [n for n, node in rule.find.items() if node.optional]
        self.matcher = self._compile(self.names)
        self.matcher_before = self._compile(self.before)

    def compile(self, depth: int) -> DependencyMatcher | None:
        """A matcher of the first ``depth`` tokens of the pattern in the sentence at hand."""
        return self._compile(self.names[:depth])

    def _compile(self, names: Sequence[str]) -> DependencyMatcher | None:
        if not names:
            return None
        matcher = DependencyMatcher(self.vocab)
        matcher.add(self.rule.id, [[self._part(n) for n in names]])
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

    def can_match(self, parsed: Parsed) -> bool:
        """Whether the text has a token for each part of the pattern, wherever it stands."""
        names = (*self.names, *self.before)
        return all(_is_there(self.rule.find[name], parsed) for name in names)

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
            if self.rule.input == "pair" and before is None:
                continue
            for others in self._before(parsed, before):
                both = tokens | others
                match = Match(self.rule, parsed, parsed.sentences[index], both, before)
                self._bind_optional(match)
                yield match

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
            yield Match(self.rule, parsed, sentence, {}, before)

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


def _is_there(node: Node, parsed: Parsed) -> bool:
    """Whether some token of the text has the node's attributes: much cheaper than to match."""
    if node.connective:
        return any(
            node.accept(parsed.doc[i]) and occurrence_at(parsed, i, node.connective)
            for i in parsed.connectives
        )
    for wanted, index in ((node.lower, parsed.by_word), (node.dep, parsed.by_label)):
        if wanted is not None and wanted.allowed is not None:
            return any(node.accept(t) for value in wanted.allowed for t in index.get(value, ()))
    return True
