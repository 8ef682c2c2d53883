"""The connectives, each once, with what is known of it; and where they stand in a text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.vocab import Vocab

from disco._errors import nearest
from disco._strict import Strict
from disco.english.boundaries import tokenized
from disco.match.model import in_list

Position = Literal[
    "backward", "bare", "forward", "inner", "coordinating", "preposition", "medial", "relative"
]
Sense = Literal["comparison", "contingency", "expansion", "temporal"]
Positions = Annotated[list[Position], BeforeValidator(in_list), Field(min_length=1)]
Senses = Annotated[list[Sense], BeforeValidator(in_list), Field(min_length=1)]


class Connective(Strict):
    """One connective: where it stands, the comma that must go with it, its sense, its source."""

    word: str
    position: Positions
    comma: Literal["before", "after"] | None = None
    sense: Senses
    source: Literal["paper", "gdtb", "ours"]

    @field_validator("word")
    @classmethod
    def _as_parsed(cls, word: str) -> str:
        """Its tokens apart, as a text has them: *what 's worse* for *what's worse*."""
        tokens = [token.text for token in tokenized(" ".join(word.lower().split()))]
        if any("-" in token for token in tokens):
            raise ValueError(f"'{word}': a connective with a hyphen is not looked for")
        if not tokens or not all(any(map(str.isalnum, token)) for token in tokens):
            raise ValueError(f"'{word}' is no connective; its mark is told by 'comma: after'")
        return " ".join(tokens)

    @property
    def said(self) -> tuple[object, ...]:
        """All that is said of it but its source."""
        return self.word, tuple(self.position), self.comma, tuple(self.sense)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A connective in a text: tokens ``start`` to ``end``."""

    start: int
    end: int
    connective: Connective


@dataclass(frozen=True, slots=True)
class Given:
    """A connective that a fusion is told to put in: its words and marks, apart from each other as
    those of an entry are, and where it can stand."""

    words: tuple[str, ...]
    positions: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str) -> Given:
        """The connective as an example writes it."""
        return cls(tuple(t.text for t in tokenized(text.lower()) if not t.is_space))

    @property
    def plain(self) -> str:
        """Its words without the marks."""
        return " ".join(w for w in self.words if w not in {",", ";"})


@dataclass(slots=True)
class Lexicon:
    """All connectives, and a matcher that finds them."""

    vocab: Vocab
    connectives: tuple[Connective, ...]
    _matcher: PhraseMatcher = field(init=False)
    _by_key: dict[int, list[Connective]] = field(init=False)

    def __post_init__(self) -> None:
        self._matcher = PhraseMatcher(self.vocab, attr="LOWER")
        self._by_key = {}
        for entry in self.connectives:
            key = self.vocab.strings.add(f"connective {entry.word}")
            if key not in self._by_key:
                self._matcher.add(f"connective {entry.word}", [Doc(self.vocab, entry.word.split())])
            self._by_key.setdefault(key, []).append(entry)

    def given(self, text: str) -> Given:
        """A connective of the lexicon by the string that an example has."""
        given = Given.of(text)
        comma = given.words[-1:] == (",",)
        entries = self._entries(given.plain)
        exact = [c for c in entries if c.comma != "after" or comma]
        return replace(given, positions=frozenset(p for c in exact or entries for p in c.position))

    def sense(self, text: str, *, forward: bool = False, participle: bool = False) -> str:
        """What the connective of that string says first: by its entry for a clause in front, or by
        another one, if it has such; nothing of another string. Before a participle it is temporal
        where it can be: *while serving there*, *since leaving*."""
        entries = [c for c in self.connectives if c.word == text]
        entries.sort(key=lambda c: ("forward" in c.position) != forward)
        senses = entries[0].sense if entries else [""]
        return "temporal" if participle and "temporal" in senses else senses[0]

    def problem(self, text: str) -> str:
        """Why a string is no connective of the lexicon, with its marks; nothing where it is."""
        given = Given.of(text)
        word = given.plain
        if given.words and not word:
            return f"a connective has a word, and '{text}' has none"
        if not word or self._entries(word):
            return ""
        return f"unknown connective '{text}'{nearest(word, {c.word for c in self.connectives})}"

    def _entries(self, word: str) -> list[Connective]:
        """The entries of a connective; of *and so*, those of the conjunction."""
        entries = [c for c in self.connectives if c.word == word]
        first, _, rest = word.partition(" ")
        if entries or not any(c.word == rest for c in self.connectives):
            return entries
        return [c for c in self.connectives if c.word == first and "coordinating" in c.position]

    def find(self, doc: Doc) -> dict[int, list[Occurrence]]:
        """The occurrences at each token, longest first."""
        found: dict[int, list[Occurrence]] = {}
        for key, start, end in self._matcher(doc):
            for entry in self._by_key[key]:
                if entry.comma == "after" and (end >= len(doc) or doc[end].text != ","):
                    continue
                if entry.comma == "before" and (
                    start == 0 or doc[start - 1].text not in {",", ";"}
                ):
                    continue
                for i in range(start, end):
                    found.setdefault(i, []).append(Occurrence(start, end, entry))
        for occurrences in found.values():
            occurrences.sort(key=lambda o: o.start - o.end)
        return found
