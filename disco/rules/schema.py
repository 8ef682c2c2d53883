"""What every rule may say, whatever its job. Unknown keys are errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from disco._errors import nearest
from disco.english.antecedent import hosts_of
from disco.english.grammar import subject_of
from disco.english.names import by_name
from disco.english.phrase import phrase_tokens
from disco.english.repeated import repeated, shared_opening
from disco.match.match import Match
from disco.match.model import Name, Names, Strict, TokenName, located, vocabulary_of
from disco.match.pattern import Node
from disco.rules.language import Test, Tests, Use, entries_of, renamed
from disco.rules.words.of_matches import Always

BASES = (
    *("subtree", "phrase", "token", "hosts", "subject", "repeated", "part", "mentions", "names_of"),
    *("before", "upto", "after", "start", "opens_like"),
)
CANDIDATE = "candidate"  # what ``where`` and ``prefer`` call the token that they look at


def _known_type(name: str, info: ValidationInfo) -> str:
    known = vocabulary_of(info).types
    if known and name not in known:
        raise ValueError(f"unknown type '{name}'{nearest(name, known)}")
    return name


TypeName = Annotated[str, AfterValidator(_known_type)]


class SpanRule(Strict):
    """A stretch of tokens: one base, perhaps only those of it that pass some tests, perhaps
    without some of it, perhaps with its commas.

    ``where`` are tests on each token, as ``candidate``; ``prefer`` further ones that decide if
    exactly one passes them; ``single`` leaves nothing where more than one is left; ``first``
    and ``last`` keep so many at one end.
    """

    subtree: TokenName | None = None
    phrase: TokenName | None = None
    token: Name | None = None
    hosts: TokenName | None = None
    subject: TokenName | None = None
    repeated: Name | None = None
    part: Literal["own", "other", "earlier", "later"] | None = None
    mentions: TokenName | None = None
    names_of: Name | None = None
    before: Name | None = None
    upto: Name | None = None
    opens_like: Literal["first"] | None = None
    after: Name | None = None
    start: Name | None = Field(None, alias="from")
    to: Name | None = None
    among: Name | None = None
    where: Tests = []
    prefer: Tests = []
    single: bool = False
    first: int | None = None
    last: int | None = None
    plus: Names | None = None
    without: Names | None = None
    commas: Literal["before", "after", "both"] | None = None

    @model_validator(mode="after")
    def _one_base(self) -> Self:
        if sum(getattr(self, base) is not None for base in BASES) != 1:
            raise ValueError(f"one of {', '.join(BASES)} is needed".replace("start", "from"))
        if (self.names_of is None) != (self.among is None):
            raise ValueError("names_of and among go together")
        if self.to is not None and self.start is None:
            raise ValueError("to goes with from")
        return self

    @property
    def one_token(self) -> bool:
        """Whether the stretch is a token, so that it may stand where a token belongs."""
        if self.plus or self.commas:
            return False
        return bool(self.single or 1 in {self.first, self.last} or self.subject or self.token)

    def find(self, match: Match) -> Sequence[int]:
        """The tokens of the stretch in a match."""
        found: Sequence[int] = self._base(match)
        if not found:
            return ()
        if self.where:
            found = self._passing(match, found, self.where)
        if self.prefer:
            better = self._passing(match, found, self.prefer)
            found = better if len(better) == 1 else found
        if self.single and len(found) != 1:
            return ()
        indices = set(found[: self.first] if self.last is None else found[-self.last :])
        for name in self.plus or ():
            indices.update(match.span(name))
        for name in self.without or ():
            indices.difference_update(match.span(name))
        if self.commas and indices:
            indices.update(self._commas(match, min(indices), max(indices)))
        if not indices:
            return ()
        home = match.home(min(indices))
        return sorted(i for i in indices if home.start <= i < home.stop)

    @staticmethod
    def _passing(match: Match, indices: Sequence[int], tests: Tests) -> list[int]:
        def passes(index: int) -> bool:
            seen = match.with_bound(CANDIDATE, index)
            return all(test.holds(seen) for test in tests)

        return [i for i in indices if passes(i)]

    def _base(self, match: Match) -> Sequence[int]:
        for base in BASES:
            name = getattr(self, base)
            if name is not None:
                found: Sequence[int] = getattr(self, f"_{base}")(match, name)
                return found
        return ()

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
        there = set(match.other)
        return sorted({m[0] for m in link.mentions if there.issuperset(m)}) if link else ()

    def _names_of(self, match: Match, name: str) -> Sequence[int]:
        doc, wanted = match.doc, set(match.span(name))
        groups = by_name(doc[i] for i in match.span(self.among or ""))
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
        doc, where = match.doc, self.commas
        if where in {"before", "both"} and first > match.start and doc[first - 1].text == ",":
            yield first - 1
        if where in {"after", "both"} and last + 1 < match.stop and doc[last + 1].text == ",":
            yield last + 1


Pattern = dict[str, Node]


def _alternatives(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _is_always(test: Test) -> bool:
    if isinstance(test, Use):
        return all(_is_always(t) for tests in test.conditions.values() for t in tests)
    return isinstance(test, Always)


def _with_used_spans(value: Any, info: ValidationInfo) -> Any:
    """The spans with those of the named groups, but for those that the rule states itself."""
    if not (isinstance(value, dict) and "use" in value):
        return value
    found: dict[str, Any] = {}
    for name, span in value.items():
        if name != "use":
            found[name] = span
            continue
        for group, names in entries_of(span):
            for key, rule in vocabulary_of(info).span_group(group).items():
                if key not in value:
                    found[key] = renamed(rule, names)
    return _without(found)


def _with_used_exceptions(value: Any, info: ValidationInfo) -> Any:
    """The exceptions with those of the named conditions and groups of them. A condition's name
    may have a variant behind a dot; the exception has the name before it. What the rule states
    itself goes before what it uses."""
    if not (isinstance(value, dict) and "use" in value):
        return value
    found: dict[str, Any] = {}
    for name, tests in value.items():
        if name != "use":
            found[name] = tests
            continue
        for group, names in entries_of(tests):
            for condition in vocabulary_of(info).exceptions(group):
                exception = condition.partition(".")[0]
                used = [Use.of({condition: names}, info)]
                found[exception] = value.get(exception, used)
    return _without(found)


def _without(found: dict[str, Any]) -> dict[str, Any]:
    """What a group gives, without what the rule that extends another one drops of it."""
    for name in found.pop("drop", ()):
        if name not in found:
            message = f"there is no '{name}' to drop{nearest(name, found)}"
            raise ValidationError.from_exception_data("drop", [located(message, "drop")])
        del found[name]
    return found


class BaseRule(Strict):
    """What a rule of any job says first: what it finds, what must hold, what blocks it by name.

    ``find`` is one pattern, or a list of patterns that bind the same names.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_.]*$")
    scope: Literal["paper", "extended"]
    about: str
    input: Literal["sentence", "pair"] = "sentence"
    find: Annotated[list[Pattern], BeforeValidator(_alternatives)]
    spans: Annotated[dict[str, SpanRule], BeforeValidator(_with_used_spans)] = {}
    require: Tests = []
    unless: Annotated[dict[str, Tests], BeforeValidator(_with_used_exceptions)] = {}

    @cached_property
    def never_by_default(self) -> bool:
        """Whether an exception always holds: such a rule writes only with the gate off."""
        return any(all(map(_is_always, tests)) for tests in self.unless.values())

    @property
    def label(self) -> str:
        """What the rule writes or decides, in a word."""
        raise NotImplementedError

    @property
    def paired(self) -> bool:
        """Whether the rule looks at two sentences."""
        return self.input == "pair"


R = TypeVar("R", bound=BaseRule)
