"""A parsed text, and one match of a rule in it: what the words of the rule language see."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from spacy.tokens import Doc, Token

from disco.coref.links import GIVEN, Link, keep_links, links_of
from disco.draft.words import Draft, Replacement, Word, sources
from disco.english.sentence import Sentence
from disco.match.lexicon import Given, Occurrence
from disco.match.pattern import Node
from disco.parse.readings import read_otherwise

T = TypeVar("T")


class Split(Protocol):
    """What a long sentence and its split have in common, as far as a rule may ask."""

    @property
    def kept(self) -> Sequence[bool]:
        """For each token of the long sentence, whether the split has it as it is."""

    @property
    def added(self) -> int:
        """How many words of the split are new."""


class Instead(NamedTuple):
    """Words in which some may stand for others, and which."""

    words: list[Word]
    replaced: Sequence[Replacement] = ()


class Resolver(Protocol):
    """Replaces the anaphors in one part of a text by what they stand for in another."""

    def may_replace(self, parsed: Parsed, own: Sequence[int], other: Sequence[int]) -> bool:
        """Whether something among these tokens may stand for something among the others."""

    def replace(self, parsed: Parsed, words: list[Word], others: list[Word]) -> Instead:
        """The words with anaphors replaced."""


class Stretch(Protocol):
    """How a named stretch of tokens is found in a match."""

    def find(self, match: Match) -> Sequence[int]:
        """Its tokens, none where there is no such stretch."""


@dataclass(slots=True)
class Parsed:
    """A parsed text with all that the rules look up in it.

    Coreference waits until a rule asks for ``links``. ``in_full`` says that what is refused is
    wanted, too, and doubtful antecedents where nothing else is found. ``tokens`` are those of the
    text, which makes each anew whenever it is asked for one. ``asked`` are the starts of the
    sentences that patterns match in, where not in all. ``fitting`` keeps the tokens that pass the
    same tests, ``found`` whatever else was looked up once.
    """

    doc: Doc
    sentences: list[Sentence]
    connectives: dict[int, list[Occurrence]]
    split: Split | None = None
    given: Given | None = None
    resolver: Resolver | None = None
    coreference: Callable[[Doc], Doc] | None = None
    in_full: bool = True
    asked: frozenset[int] | None = None
    _links: dict[int, Link] | None = field(init=False, default=None)
    tokens: list[Token] = field(init=False)
    sentence_of: list[int] = field(init=False)
    by_label: dict[int, list[Token]] = field(init=False)
    by_word: dict[int, list[Token]] = field(init=False)
    numbers: set[int] = field(init=False)
    fitting: dict[str, dict[int, Token]] = field(init=False, default_factory=dict)
    found: dict[Hashable, Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.by_label, self.by_word = {}, {}
        self.tokens = list(self.doc)
        self.sentence_of = [-1] * len(self.doc)
        for sentence in self.sentences:
            self.sentence_of[sentence.start : sentence.end] = [sentence.index] * (
                sentence.end - sentence.start
            )
            if self.asks(sentence):
                for token in self.tokens[sentence.start : sentence.end]:
                    self.by_label.setdefault(token.dep, []).append(token)
                    self.by_word.setdefault(token.lower, []).append(token)
        self.numbers = {*self.by_label, *self.by_word}

    def once(self, key: Hashable, look: Callable[[], T]) -> T:
        """What is known by the key, looked up where nobody has asked yet."""
        if key not in self.found:
            self.found[key] = look()
        known: T = self.found[key]
        return known

    def asks(self, sentence: Sentence) -> bool:
        """Whether patterns match in a sentence."""
        return self.asked is None or sentence.start in self.asked

    @property
    def links(self) -> dict[int, Link]:
        """What each anaphor of the text may mean, by the token that heads it."""
        if self._links is None:
            self._links = links_of(self.doc, GIVEN)
        if self._links is None and self.coreference is not None:
            known = links_of(self.doc)
            self._links = links_of(self.coreference(self.doc)) if known is None else known
        return self._links or {}

    def otherwise(self, wanted: Collection[int] | None = None) -> Iterator[Parsed]:
        """The text with some sentences read otherwise, in which alone patterns match; what is known
        beside the parse goes along. ``wanted`` are the starts of those that are of interest; it is
        looked at anew each time."""
        for doc, starts in read_otherwise(self.doc, wanted):
            asked = starts if self.asked is None else starts & self.asked
            yield replace(self, doc=doc, coreference=self._as_here, asked=asked)

    def _as_here(self, doc: Doc) -> Doc:
        return keep_links(doc, self.links)


@dataclass(slots=True)
class Match:
    """One place where a rule's pattern holds: its names, bound to tokens and spans.

    ``pattern`` and ``stretches`` are what the rule says of its names; ``own`` and ``other`` the
    tokens of the part that an anaphor stands in and of the part that may name what it means.
    """

    parsed: Parsed
    sentence: Sentence
    tokens: dict[str, int]
    pattern: Mapping[str, Node] = field(default_factory=dict)
    stretches: Mapping[str, Stretch] = field(default_factory=dict)
    before: Sentence | None = None
    draft: Draft | None = None
    own: Sequence[int] = ()
    other: Sequence[int] = ()
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
        index = self.tokens.get(name)
        if index is None and name in self.stretches:
            index = next(iter(self.span(name)), None)
        return None if index is None else self.parsed.tokens[index]

    def all_of(self, names: Iterable[str]) -> list[Token]:
        """The tokens bound to the names; none at all where one of them was not found."""
        found = list(map(self.token, names))
        return [] if None in found else [t for t in found if t is not None]

    def span(self, name: str) -> tuple[int, ...]:
        """The tokens of a span, or of a token (all words of a connective); () when not found."""
        if name not in self._spans:
            stretch = self.stretches.get(name)
            self._spans[name] = (
                self._token_span(name) if stretch is None else tuple(stretch.find(self))
            )
        return self._spans[name]

    def tokens_in(self, name: str) -> list[Token]:
        """The tokens of a span, in their order."""
        return [self.parsed.tokens[i] for i in self.span(name)]

    def _token_span(self, name: str) -> tuple[int, ...]:
        index = self.tokens.get(name)
        if index is None:
            return ()
        found = self._bound_connective(name)
        return (index,) if found is None else tuple(range(found.start, found.end))

    def _bound_connective(self, name: str) -> Occurrence | None:
        """The connective as which a token was bound."""
        node = self.pattern.get(name)
        if node is None or node.connective is None:
            return None
        return node.connective.among(self.parsed.connectives.get(self.tokens[name], ()))

    def connectives_at(self, index: int) -> Sequence[Occurrence]:
        """What connective a token belongs to: the one as which it was bound, else the longest."""
        for name, bound in self.tokens.items():
            if bound == index and (found := self._bound_connective(name)) is not None:
                return [found]
        found_here = self.parsed.connectives.get(index, [])
        longest = max((o.end - o.start for o in found_here), default=0)
        return [o for o in found_here if o.end - o.start == longest]

    def home(self, index: int) -> Sentence:
        """The sentence that a token stands in: of a pair, perhaps the first one."""
        before = self.before
        return before if before is not None and index < before.end else self.sentence

    def bind(self, name: str, index: int | None) -> int | None:
        """Bind one more name, for a while; gives what it was bound to, to be bound again then."""
        before = self.tokens.get(name)
        self._spans.pop(name, None)
        if index is None:
            self.tokens.pop(name, None)
        else:
            self.tokens[name] = index
        return before

    def side(self, side: str) -> list[Word]:
        """One side of a pair: of the draft handed on, or the sentence itself."""
        if self.draft is not None:
            return list(self.draft.first if side == "first" else self.draft.second)
        return [Word.kept(self.parsed.tokens[i]) for i in self._places(side)]

    def resolved(self, side: str) -> Instead | None:
        """A side of the pair with its anaphors replaced; None when there is none to replace."""
        resolver, rest = self.parsed.resolver, "first" if side == "second" else "second"
        if resolver is None or not resolver.may_replace(
            self.parsed, self._places(side), self._places(rest)
        ):
            return None
        own, other = self.side(side), self.side(rest)
        instead = resolver.replace(self.parsed, own, other)
        return instead if instead.replaced else None

    def _places(self, side: str) -> Sequence[int]:
        """The source tokens that one side of the pair has."""
        if self.draft is not None:
            return sources(self.side(side))
        sentence = self.before if side == "first" else self.sentence
        return range(sentence.start, sentence.end) if sentence is not None else ()
