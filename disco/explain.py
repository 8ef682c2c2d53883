"""Why a rule fired, or did not: its deepest match, and the first thing that failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from spacy.tokens import Doc

from disco._errors import UsageError
from disco.draft.example import Example
from disco.jobs.apply import holding, required, write
from disco.jobs.resolve import Tried, tries
from disco.jobs.unfuse import Unfuser
from disco.match.find import CompiledPattern
from disco.match.match import Match, Parsed
from disco.match.model import is_doubt, reason_of
from disco.rules import BaseRule, ResolveRule, RuleSet, UnfuseRule
from disco.rules.language import Test, Use, all_hold, names_in
from disco.rules.located import Path_, Place
from disco.rules.rulebook import Rulebook

_NO_PAIR = "it needs a sentence before this one"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule file that decided something, and what the text had there."""

    place: str
    text: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rule on one place of a text.

    ``reached`` says how far it came: pattern, require, unless, write, gate or written; ``lines``
    are the rule's own lines that stopped it there, ``detail`` says it in words.
    """

    rule: str
    reached: str
    bound: tuple[tuple[str, str], ...]
    detail: str = ""
    lines: tuple[Line, ...] = ()
    examples: tuple[Example, ...] = ()


def explain(
    unfuser: Unfuser, book: Rulebook, doc: Doc, rule: str | None = None
) -> Iterator[Attempt]:
    """How far each rule that unfuses came on a parsed text, or one, which may also be one that
    splits or resolves; this on each sentence with the one before.

    Rules that write only with the gate off are left out, unless one is asked for by name.
    """
    if rule is not None:
        asked, rules = book.get(rule)
        if isinstance(asked, ResolveRule):
            explained = _Explained(unfuser, book, unfuser.parsed(doc), book.resolve)
            yield from explained.resolving(asked)
            return
        if rules is not book.unfuse and rules is not book.split:
            raise UsageError(f"rule '{rule}' neither unfuses, nor splits, nor resolves")
        if rules is not unfuser.rules:
            unfuser = replace(unfuser, rules=rules)
    explained = _Explained(unfuser, book, unfuser.parsed(doc), unfuser.rules)
    for found, finder in unfuser.finders:
        if found.id == rule or (rule is None and not found.never_by_default):
            attempts = [explained.attempt(found, m) for m in finder.pairs(explained.parsed)]
            yield from _distinct(attempts) if attempts else explained.partly(found, finder.patterns)


@dataclass(slots=True)
class _Explained:
    """A text that rules are tried on, and the files that they stand in."""

    unfuser: Unfuser
    book: Rulebook
    parsed: Parsed
    rules: RuleSet[Any]

    def attempt(self, rule: UnfuseRule, match: Match) -> Attempt:
        """How far a rule came whose pattern matches."""
        bound = _bound(match)
        if not required(rule, match):
            return self._failed(rule, match)
        written = map(self.unfuser.example, self.unfuser.drafter.written(rule, match))
        examples = tuple(example for example in written if example is not None)
        blocked = list(holding(rule, match))
        if blocked and all(e.refused for e in examples):
            found = self._blocked(rule, match, blocked)
            return replace(found, detail=found.detail + _unsure(examples), examples=examples)
        if write(rule, match) is None:
            line = self._line(rule, ("write",), "")
            return Attempt(rule.id, "write", bound, "a part has no safe form here", (line,))
        refused = sorted({reason for e in examples for reason in e.refused})
        if examples and all(e.refused for e in examples):
            detail = f"the gate refused it: {', '.join(refused)}{_unsure(examples)}"
            return Attempt(rule.id, "gate", bound, detail, (), examples)
        return Attempt(rule.id, "written", bound, "", (), examples)

    def resolving(self, rule: ResolveRule) -> Iterator[Attempt]:
        """How far a rule that resolves came on each token that could be its anaphor."""
        sentences, found = self.parsed.sentences, False
        for before, sentence in pairwise(sentences):
            own, other = (range(s.start, s.end) for s in (sentence, before))
            for tried in tries(rule, self.parsed, own, other):
                found = True
                yield self._resolved(rule, tried)
        if not found:
            missing = "no token could be its anaphor" if len(sentences) > 1 else _NO_PAIR
            yield Attempt(rule.id, "pattern", (), missing)

    def _resolved(self, rule: ResolveRule, tried: Tried) -> Attempt:
        match = tried.match
        if match is None:
            bound = (("anaphor", tried.token.text),)
            return Attempt(rule.id, "pattern", bound, "the rest of the pattern is not there")
        if not tried.likely:
            lines = (self._line(rule, ("least",), ""),)
            detail = "nothing there is likely enough to be meant"
            return Attempt(rule.id, "require", _bound(match), detail, lines)
        if not required(rule, match):
            return self._failed(rule, match)
        blocked = [name for name in holding(rule, match) if not is_doubt(name)]
        if blocked:
            return self._blocked(rule, match, blocked)
        meant = " ".join(match.doc[i].text for i in match.span(rule.antecedent))
        detail = f"'{tried.token.text}' stands for '{meant}'" if meant else "it names nothing"
        return Attempt(rule.id, "written" if meant else "write", _bound(match), detail)

    def _failed(self, rule: BaseRule, match: Match) -> Attempt:
        """The first thing that a rule requires and that does not hold."""
        k, failed = next((k, t) for k, t in enumerate(rule.require) if not t.holds(match))
        seen = "" if isinstance(failed, Use) else _seen([failed], match)
        lines = (self._line(rule, ("require", k), seen), *self._used(failed, match))
        return Attempt(rule.id, "require", _bound(match), "this does not hold", lines)

    def _blocked(self, rule: BaseRule, match: Match, blocked: Sequence[str]) -> Attempt:
        """The exceptions that hold."""
        lines = tuple(self._exception(rule, name, match) for name in blocked)
        detail = f"blocked by {', '.join(map(reason_of, blocked))}"
        return Attempt(rule.id, "unless", _bound(match), detail, lines)

    def partly(self, rule: UnfuseRule, patterns: Iterable[CompiledPattern]) -> Iterator[Attempt]:
        """The deepest prefix of a pattern that matches, and the token that is missing then."""
        tried = [self._deepest(p) for p in patterns if p.names]
        if not tried:  # it takes any two sentences
            yield Attempt(rule.id, "pattern", (), _NO_PAIR)
            return
        pattern, depth, ids = max(tried, key=lambda t: t[1])
        doc = self.parsed.doc
        bound = tuple((n, doc[i].text) for n, i in zip(pattern.names, ids, strict=False))
        if depth == len(pattern.names):
            detail = "the words are there, but not as a connective of the lexicon"
            yield Attempt(rule.id, "pattern", bound, detail)
            return
        missing = pattern.names[depth]
        line = self._line(rule, ("find", missing), "")
        yield Attempt(rule.id, "pattern", bound, f"no token for '{missing}'", (line,))

    def _deepest(self, pattern: CompiledPattern) -> tuple[CompiledPattern, int, tuple[int, ...]]:
        for depth in range(len(pattern.names), 0, -1):
            found = pattern.found(self.parsed, pattern.names[:depth])
            if found:
                return pattern, depth, found[0]
        return pattern, 0, ()

    def _used(self, test: Test, match: Match) -> Iterator[Line]:
        """The definition that fails among those that a rule uses."""
        conditions = test.conditions if isinstance(test, Use) else {}
        for name, tests in conditions.items():
            place = self.book.definitions.place("conditions", name)
            if place is not None and not all_hold(tests, match):
                yield _line(place, _seen(tests, match))
                return

    def _exception(self, rule: BaseRule, name: str, match: Match) -> Line:
        """The line of an exception, in its rule or in the definition that the rule uses."""
        place = self.book.place_of_exception(self.rules, rule, name)
        return _line(place, _seen(rule.unless[name], match))

    def _line(self, rule: BaseRule, path: Path_, seen: str) -> Line:
        return _line(self.rules.place(rule.id, path), seen)


def _bound(match: Match) -> tuple[tuple[str, str], ...]:
    return tuple((name, match.doc[i].text) for name, i in match.tokens.items())


def _distinct(attempts: Iterable[Attempt]) -> Iterator[Attempt]:
    """Without those that write what another one wrote: a connective has as many as it has words."""
    seen: set[tuple[Example, ...]] = set()
    for attempt in attempts:
        if not attempt.examples or attempt.examples not in seen:
            yield attempt
        seen.add(attempt.examples)


def _line(place: Place, seen: str) -> Line:
    return Line(str(place), place.text.removeprefix("- "), seen)


def _unsure(examples: Sequence[Example]) -> str:
    """How sure one could be, where that is known."""
    known = [e.confidence for e in examples if e.confidence is not None]
    return f", confidence {max(known)}" if known else ""


def _seen(tests: Iterable[Test], match: Match) -> str:
    """What the names have that the tests speak of: ``clause = who sang, head = Lee (nsubj)``."""
    found: dict[str, str] = {}
    for test in tests:
        for _, name, kind in names_in(test):
            token = match.token(name) if kind.kind == "token" else None
            if token is not None:
                labels = (token.tag_, token.dep_, token.ent_type_)
                found[name] = f"'{token.text}' ({' '.join(filter(None, labels))})"
            else:
                words = " ".join(match.doc[i].text for i in match.span(name))
                found.setdefault(name, f"'{words}'" if words else "nothing")
    return ", ".join(f"{name} is {what}" for name, what in found.items())
