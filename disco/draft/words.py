"""What a rule writes before it is text: words, each with where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field

from spacy.tokens import Token

# roles of repeated words: that which they have in the source, too; another one, of a noun phrase;
# a helping one, beside another verb
IN_PLACE, ELSEWHERE, HELPING = "in place", "elsewhere", "helping"
FINITE = "verb"  # the role of a verb that can carry a clause
SUBJECT = "subject"  # the role of what is, or has become, the subject
CONNECTIVE = "connective"  # the reason of what is removed, or put in, as the connective
END = "end of sentence"  # the reason of a mark that is put in to close one


@dataclass(slots=True)
class Word:
    """One output token.

    ``source`` is the index of the source token that it is, ``reason`` says why it was put in or
    changed. A kept word has a source and no reason; a changed one has both; an inserted one has
    only a reason, and perhaps ``copy_of``, the source token that it repeats.
    """

    text: str
    source: int | None = None
    reason: str | None = None
    copy_of: int | None = None
    role: str = ""

    @property
    def origin(self) -> int | None:
        """The source token that it is or repeats."""
        return self.source if self.source is not None else self.copy_of

    @classmethod
    def kept(cls, token: Token, role: str = "") -> Word:
        return cls(token.text, token.i, role=role)

    @classmethod
    def copied(cls, token: Token, reason: str, role: str = "") -> Word:
        """The token once more, in another place."""
        return cls(token.text, reason=reason, copy_of=token.i, role=role)

    @classmethod
    def again(cls, token: Token) -> Word:
        """The token once more, where what it hangs on is said once more, too."""
        return cls.copied(token, "said again", IN_PLACE)

    @classmethod
    def changed(cls, token: Token, text: str, reason: str, role: str = "") -> Word:
        """The token in another form."""
        return cls(text, source=token.i, reason=reason, role=role)


def reformed(
    tokens: Iterable[Token],
    among: Set[int],
    form: Callable[[Token], str | None],
    why: str,
    role: str = "",
) -> list[Word] | None:
    """The tokens, those ``among`` them in another form; None where one has none."""
    found: list[Word] = []
    for token in tokens:
        if token.i not in among:
            found.append(Word.kept(token))
        elif (text := form(token)) is not None:
            found.append(Word.changed(token, text, f"{why} of {token.lower_}", role))
        else:
            return None
    return found


@dataclass(slots=True)
class Removed:
    """Source tokens taken out, and why."""

    indices: tuple[int, ...]
    reason: str


@dataclass(slots=True)
class Replacement:
    """An anaphor and the words of its antecedent, both as source tokens, and what speaks against
    it without refusing it."""

    anaphor: tuple[int, ...]
    antecedent: tuple[int, ...]
    kind: str
    doubts: tuple[str, ...] = ()


@dataclass(slots=True)
class Draft:
    """Two sentences in the making, what was taken out on the way, and what was replaced."""

    first: list[Word]
    second: list[Word]
    removed: list[Removed] = field(default_factory=list)
    replacements: list[Replacement] = field(default_factory=list)

    @property
    def parts(self) -> tuple[list[Word], list[Word]]:
        return self.first, self.second

    @property
    def connective(self) -> list[int]:
        """The source tokens that were taken out for joining the two."""
        removed = (r for r in self.removed if r.reason == CONNECTIVE)
        return sorted({i for r in removed for i in r.indices})

    def words(self) -> Iterator[Word]:
        yield from self.first
        yield from self.second


def in_tree(words: Iterable[Word]) -> list[int]:
    """The source tokens that have the same place in the tree: those that the words are, but for
    what has become a subject, and those that they repeat in their role."""
    kept = (w for w in words if w.role != SUBJECT)
    places = (w.copy_of if w.role == IN_PLACE else w.source for w in kept)
    return [i for i in places if i is not None]


def said_in_place(words: Iterable[Word]) -> set[int]:
    """The source tokens that the words repeat in their role."""
    return {w.copy_of for w in words if w.role == IN_PLACE and w.copy_of is not None}


def sources(words: Iterable[Word]) -> list[int]:
    """The source tokens that the words are (not those that they repeat)."""
    return [w.source for w in words if w.source is not None]
