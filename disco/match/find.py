"""Patterns run on parsed texts: from the token that is rarest in the text along the tree.

spaCy's DependencyMatcher tries the product of all tokens that fit each part of a pattern, which on
a long sentence does not end; here only tokens that hang together are looked at.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from spacy.tokens import Token

from disco.english.sentence import Sentence
from disco.match.match import Match, Parsed, Stretch
from disco.match.pattern import Node
from disco.match.reach import BACK, FORTH, Reach, Side


class CompiledPattern:
    """One pattern: the part in the sentence at hand, and in a pair perhaps one in the sentence
    before it. ``paired`` says that what it matches needs a sentence before it."""

    def __init__(
        self,
        pattern: Mapping[str, Node],
        stretches: Mapping[str, Stretch],
        *,
        paired: bool,
    ) -> None:
        self.pattern = pattern
        self.stretches = stretches
        self.paired = paired
        needed = [n for n, node in pattern.items() if not node.optional]
        before = _of_sentence_before(pattern)
        self.names = [n for n in needed if n not in before]
        self.before = [n for n in needed if n in before]
        self.optional = [n for n, node in pattern.items() if node.optional]
        self._narrow = [node for name in needed if _is_narrow(node := pattern[name])]
        self._numbers = [n.narrowed[1] for n in self._narrow if n.narrowed is not None]
        self._walks: dict[tuple[str, ...], list[tuple[str, str, Reach, Side]]] = {}

    def can_match(self, parsed: Parsed) -> bool:
        """Whether the text has a token for each part of the pattern, wherever it stands."""
        if any(map(parsed.numbers.isdisjoint, self._numbers)):
            return False  # cheaper than to match, and most often enough
        return all(fitting(node, parsed) for node in self._narrow)

    def matches(self, parsed: Parsed) -> Iterator[Match]:
        """Every match in the text, in the order of its tokens; of an empty pattern, every sentence
        with the one before it."""
        if not self.names:
            yield from self._pairs(parsed)
            return
        if not self.can_match(parsed):
            return
        theirs = self.found(parsed, self.before) if self.before else []
        for ids in self.found(parsed, self.names):
            index = parsed.sentence_of[ids[0]]
            if index < 0:  # between the sentences
                continue
            before = parsed.sentences[index - 1] if index else None
            if self.paired and before is None:
                continue
            sentence = parsed.sentences[index]
            if not parsed.asks(sentence):
                continue
            tokens = dict(zip(self.names, ids, strict=True))
            for others in self._before(theirs, before):
                match = Match(
                    parsed, sentence, tokens | others, self.pattern, self.stretches, before
                )
                bind_first(match, self.optional)
                yield match

    def _pairs(self, parsed: Parsed) -> Iterator[Match]:
        for before, sentence in itertools.pairwise(parsed.sentences):
            if self.paired and parsed.asks(sentence):
                yield Match(parsed, sentence, {}, self.pattern, self.stretches, before)

    def _before(
        self, found: Iterable[tuple[int, ...]], before: Sentence | None
    ) -> Iterator[dict[str, int]]:
        """The ways in which the rest of the pattern is found in the sentence before."""
        if not self.before:
            yield {}
        elif before is not None:
            for ids in found:
                if before.start <= ids[0] < before.end:
                    yield dict(zip(self.before, ids, strict=True))

    def found(self, parsed: Parsed, names: Sequence[str]) -> list[tuple[int, ...]]:
        """The tokens of each place where these parts of the pattern match, in their order.

        The walk begins at the part for which the text has fewest tokens.
        """
        first = min(names, key=lambda n: _count(self.pattern[n], parsed))
        way = (first, *names)
        if way not in self._walks:
            self._walks[way] = list(self._walk(first, names))
        found: list[dict[str, Token]] = [
            {first: t} for t in fitting(self.pattern[first], parsed).values()
        ]
        for name, known, reach, side in self._walks[way]:
            node = self.pattern[name]
            found = [
                {**bound, name: token}
                for bound in found
                for token in reach(bound[known], parsed, side)
                if node.accept(token, parsed.connectives.get(token.i, ()))
            ]
        return sorted({tuple(bound[n].i for n in names) for bound in found})

    def _walk(self, first: str, names: Sequence[str]) -> Iterator[tuple[str, str, Reach, Side]]:
        """The other parts, each with one that is known by then, and how to come from there."""
        known, left = {first}, [n for n in names if n != first]
        while left:
            for name in left:
                step = self._step(name, known)
                if step is not None:
                    yield name, *step
                    known.add(name)
                    left.remove(name)
                    break

    def _step(self, name: str, known: set[str]) -> tuple[str, Reach, Side] | None:
        node = self.pattern[name]
        if node.relation is not None and node.relation[1] in known:
            kind, target = node.relation
            return target, FORTH[kind], node.side
        for other in known:
            relation = self.pattern[other].relation
            if relation is not None and relation[1] == name:
                return other, BACK[relation[0]], self.pattern[other].side
        return None


class Finder:
    """The patterns of one rule, any of which may match; each binds the same names."""

    def __init__(
        self,
        patterns: Sequence[Mapping[str, Node]],
        stretches: Mapping[str, Stretch],
        *,
        paired: bool,
    ) -> None:
        self.patterns = [CompiledPattern(p, stretches, paired=paired) for p in patterns]

    def matches(self, parsed: Parsed) -> Iterator[Match]:
        """Every match of any pattern; what two of them bind alike is one match."""
        found = itertools.chain.from_iterable(p.matches(parsed) for p in self.patterns)
        if len(self.patterns) == 1:
            return found
        first: dict[tuple[object, ...], Match] = {}
        for match in found:
            key = (match.sentence.index, *sorted(match.tokens.items()))
            first.setdefault(key, match)
        return iter(first.values())


def _of_sentence_before(pattern: Mapping[str, Node]) -> set[str]:
    """The parts that stand in the sentence before: the one that says so, and what hangs on it."""
    found: set[str] = set()
    for name, node in pattern.items():
        if node.sentence or (node.relation is not None and node.relation[1] in found):
            found.add(name)
    return found


def bind_first(match: Match, names: Sequence[str]) -> None:
    """Bind each of the names to the first token that fits it, where there is one."""
    for name in names:
        node = match.pattern[name]
        for token in _candidates(match, node):
            if token.i in match.tokens.values():
                continue
            if node.accept(token, match.parsed.connectives.get(token.i, ())):
                match.tokens[name] = token.i
                break


def _candidates(match: Match, node: Node) -> Iterable[Token]:
    """The tokens that an optional node could be, by its relation."""
    assert node.relation is not None
    kind, target = node.relation
    anchor = match.token(target)
    if anchor is None:
        return ()
    found = FORTH[kind](anchor, match.parsed, node.side)
    if kind in {"right_after", "right_before", "after", "before"}:
        home = match.home(anchor.i)  # what closes the sentence is no part of it
        return (t for t in found if home.start <= t.i < home.stop)
    return found


def fitting(node: Node, parsed: Parsed) -> dict[int, Token]:
    """The tokens of a text that are as the node says, by their places; looked up once."""
    known = parsed.fitting.get(node.alike)
    if known is None:
        found = node.accepted(_pool(node, parsed), parsed.connectives)
        known = parsed.fitting[node.alike] = {token.i: token for token in found}
    return known


def _pool(node: Node, parsed: Parsed) -> Iterable[Token]:
    """A few tokens among which all are that fit the node."""
    if node.connective is not None:
        return (parsed.tokens[i] for i in sorted(parsed.connectives))
    if node.narrowed is None:
        return parsed.tokens
    attribute, numbers = node.narrowed
    index = parsed.by_label if attribute == "dep" else parsed.by_word
    return itertools.chain.from_iterable(index[n] for n in index.keys() & numbers)


def _count(node: Node, parsed: Parsed) -> int:
    """At most how many tokens of the text fit the node."""
    return len(fitting(node, parsed)) if _is_narrow(node) else len(parsed.doc)


def _is_narrow(node: Node) -> bool:
    """Are there few tokens to look at? Else to look is as dear as to match."""
    return node.connective is not None or node.narrowed is not None
