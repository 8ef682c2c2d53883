"""Named stretches of tokens: what a rule may call one, and how it is found in a match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Literal, Self

from pydantic import Field, model_validator

from disco._strict import Strict
from disco.english.antecedent import hosts_of
from disco.english.grammar import subject_of
from disco.english.names import by_name
from disco.english.phrase import phrase_tokens
from disco.english.repeated import repeated, shared_opening
from disco.match.match import Match
from disco.match.model import Name, Names, TokenName
from disco.rules.language import Tests, all_hold

BASES = (
    *("subtree", "phrase", "token", "hosts", "subject", "repeated", "part", "mentions", "names_of"),
    *("before", "upto", "after", "start", "opens_like"),
)

_REFINING = ("where", "prefer", "single", "first", "last", "plus", "without", "commas")
CANDIDATE = "candidate"  # what ``where`` and ``prefer`` call the token that they look at


def label(base: str) -> str:
    """What files call a base."""
    return SpanRule.model_fields[base].alias or base


class SpanRule(Strict):
    """A stretch of tokens: one base, perhaps only those of it that pass some tests, perhaps
    without some of it, perhaps with its commas.

    ``where`` are tests on each token, as ``candidate``; ``prefer`` further ones that decide if
    exactly one passes them; ``single`` leaves nothing where more than one is left; ``first``
    and ``last`` keep so many at one end.
    """

    subtree: TokenName | None = Field(None, description="a token and all below it")
    phrase: TokenName | None = Field(
        None, description="the noun phrase of a token, without what is set off in it"
    )
    token: Name | None = Field(None, description="a token, a whole connective, or another span")
    hosts: TokenName | None = Field(
        None, description="the nouns that a clause could hang on, nearest first"
    )
    subject: TokenName | None = Field(
        None, description="the noun that is the subject of a verb, its own or shared, alone"
    )
    repeated: Name | None = Field(
        None, description="where the first sentence of a pair says the same words"
    )
    part: Literal["own", "other", "earlier", "later"] | None = Field(
        None,
        description="when resolving: own, other, or what is earlier or later in the anaphor's part",
    )
    mentions: TokenName | None = Field(
        None,
        description="when resolving: the nouns of the other part that are linked with the anaphor",
    )
    names_of: Name | None = Field(
        None, description="the tokens of the span among that are names of those here"
    )
    before: Name | None = Field(None, description="from the start of the sentence to x")
    upto: Name | None = Field(None, description="the same with x")
    opens_like: Literal["first"] | None = Field(
        None, description="all before the first verb, where both sentences of a pair open with it"
    )
    after: Name | None = Field(None, description="from x to the end of the sentence")
    start: Name | None = Field(None, alias="from", description="from x to the end, or to: y")
    to: Name | None = Field(None, description="with from: the last token")
    among: Name | None = Field(
        None, description="with names_of: the span that the names are looked for in"
    )
    where: Tests = Field([], description="only its tokens that pass these tests, as candidate")
    prefer: Tests = Field([], description="tests that decide if exactly one token passes them")
    single: bool = Field(False, description="nothing, where more than one token is left")
    first: int | None = Field(None, gt=0, description="so many tokens at its start")
    last: int | None = Field(None, gt=0, description="so many tokens at its end")
    plus: Names | None = Field(None, description="with the tokens of these spans")
    without: Names | None = Field(None, description="without the tokens of these spans")
    commas: Literal["before", "after", "both"] | None = Field(
        None, description="with the comma before it, after it, or both"
    )

    @model_validator(mode="after")
    def _one_base(self) -> Self:
        given = [base for base in BASES if getattr(self, base) is not None]
        if len(given) != 1:
            one = f"a span is found in one way, and not by {' and '.join(map(label, given))}"
            raise ValueError(one if given else f"one of {', '.join(map(label, BASES))} is needed")
        if (self.names_of is None) != (self.among is None):
            raise ValueError("names_of and among go together")
        if self.to is not None and self.start is None:
            raise ValueError("to goes with from")
        if self.first is not None and self.last is not None:
            raise ValueError("first and last do not go together")
        return self

    def is_one_token(self, is_token: Callable[[str], bool]) -> bool:
        """Whether the stretch is a token, so that it may stand where a token belongs; ``is_token``
        says it of another name."""
        if self.plus or self.commas:
            return False
        if self.single or 1 in {self.first, self.last} or self.subject:
            return True
        return self.token is not None and is_token(self.token)

    def find(self, match: Match) -> Sequence[int]:
        """The tokens of the stretch in a match."""
        base, name, more = self._base
        found = base(match, name)
        indices = self._refined(match, found) if found and more else found
        if not indices:
            return ()
        home = match.home(min(indices))
        return sorted({i for i in indices if home.start <= i < home.stop})

    def _refined(self, match: Match, found: Sequence[int]) -> Collection[int]:
        """What is left of the base, and put to it."""
        if self.where:
            found = self._passing(match, found, self.where)
        if self.prefer:
            better = self._passing(match, found, self.prefer)
            found = better if len(better) == 1 else found
        if self.single and len(found) != 1:
            return ()
        indices = set(found[: self.first] if self.last is None else found[-self.last :])
        if self.plus:
            indices.update(*map(match.span, self.plus))
        if self.without:
            indices.difference_update(*map(match.span, self.without))
        if self.commas and indices:
            indices.update(self._commas(match, min(indices), max(indices)))
        return indices

    @staticmethod
    def _passing(match: Match, indices: Sequence[int], tests: Tests) -> list[int]:
        found: list[int] = []
        before = match.bind(CANDIDATE, None)
        try:
            for index in indices:
                match.bind(CANDIDATE, index)
                if all_hold(tests, match):
                    found.append(index)
        finally:
            match.bind(CANDIDATE, before)
        return found

    @cached_property
    def _base(self) -> tuple[Callable[[Match, str], Sequence[int]], str, bool]:
        """How the stretch is found before anything is taken from it or put to it, and whether
        anything is."""
        base = next(base for base in BASES if getattr(self, base) is not None)
        more = any(getattr(self, key) for key in _REFINING)
        return getattr(self, f"_{base}"), getattr(self, base), more

    def _token(self, match: Match, name: str) -> Sequence[int]:
        return match.span(name)

    def _subtree(self, match: Match, name: str) -> Sequence[int]:
        token = match.token(name)
        return () if token is None else [t.i for t in token.subtree]

    def _phrase(self, match: Match, name: str) -> Sequence[int]:
        token = match.token(name)
        return () if token is None else [t.i for t in phrase_tokens(token)]

    def _hosts(self, match: Match, name: str) -> Sequence[int]:
        clause = match.token(name)
        return () if clause is None else [t.i for t in hosts_of(clause)]

    def _subject(self, match: Match, name: str) -> Sequence[int]:
        verb = match.token(name)
        noun = None if verb is None else subject_of(verb)
        return () if noun is None else (noun.i,)

    def _repeated(self, match: Match, name: str) -> Sequence[int]:
        span = match.span(name)
        return repeated(match.doc, span, match.before) if span and match.before else ()

    def _opens_like(self, match: Match, _: str) -> Sequence[int]:
        before = match.before
        return shared_opening(match.doc, match.sentence, before) if before else ()

    def _part(self, match: Match, name: str) -> Sequence[int]:
        if name in {"own", "other"}:
            return match.own if name == "own" else match.other
        place = next(iter(match.tokens.values()))
        return [i for i in match.own if (i < place) == (name == "earlier") and i != place]

    def _mentions(self, match: Match, name: str) -> Sequence[int]:
        token = match.token(name)
        link = match.parsed.links.get(token.i) if token is not None else None
        return sorted(link.heads_in(match.other)) if link else ()

    def _names_of(self, match: Match, name: str) -> Sequence[int]:
        wanted = set(match.span(name))
        groups = by_name(match.tokens_in(self.among or ""))
        return sorted(t.i for group in groups if any(t.i in wanted for t in group) for t in group)

    def _before(self, match: Match, name: str) -> Sequence[int]:
        span = match.span(name)
        return range(match.home(span[0]).start, span[0]) if span else ()

    def _upto(self, match: Match, name: str) -> Sequence[int]:
        span = match.span(name)
        return range(match.home(span[0]).start, span[-1] + 1) if span else ()

    def _after(self, match: Match, name: str) -> Sequence[int]:
        span = match.span(name)
        return range(span[-1] + 1, match.home(span[0]).stop) if span else ()

    def _start(self, match: Match, name: str) -> Sequence[int]:
        first, last = match.span(name), match.span(self.to) if self.to else ()
        end = last[-1] + 1 if last else match.home(first[0]).stop if first else 0
        return range(first[0], end) if first else ()

    def _commas(self, match: Match, first: int, last: int) -> Iterator[int]:
        tokens, where, home = match.parsed.tokens, self.commas, match.home(first)
        if where in {"before", "both"} and first > home.start and tokens[first - 1].text == ",":
            yield first - 1
        if where in {"after", "both"} and last + 1 < home.stop and tokens[last + 1].text == ",":
            yield last + 1
