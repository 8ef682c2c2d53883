"""How far a rule came on a place of a text, and the line of its file that stopped it there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from spacy.tokens import Token

from disco.draft.example import Example
from disco.draft.words import Replacement, Word
from disco.jobs.apply import holding, required, write
from disco.jobs.fuse import fusion_of
from disco.jobs.resolve import Tried, tries
from disco.jobs.unfuse import Unfuser
from disco.match.attributes import ATTRIBUTES
from disco.match.find import CompiledPattern, Finder
from disco.match.match import Match, Parsed
from disco.match.model import is_doubt, reason_of
from disco.match.reach import FORTH
from disco.rules import BaseRule, CategoryRule, FuseRule, ResolveRule, RuleSet, UnfuseRule
from disco.rules.language import LanguageWord, Part, Test, Use, names_in
from disco.rules.located import Path_, Place
from disco.rules.rulebook import Rulebook
from disco.rules.schema import R

_NO_PAIR = "it needs a sentence before this one"
_SHOWN = 6
REACHED = ("pattern", "require", "unless", "write", "gate", "written")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule file that decided something, and what the text had there."""

    place: str
    text: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rule on one place of a text.

    ``reached`` says how far it came, one of ``REACHED``; ``lines``
    are the rule's own lines that stopped it there, ``detail`` says it in words.
    """

    rule: str
    reached: str
    bound: tuple[tuple[str, str], ...]
    detail: str = ""
    lines: tuple[Line, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(slots=True)
class Explained:
    """A text that rules are tried on, and the files that they stand in."""

    book: Rulebook
    rules: RuleSet[Any]
    parsed: Parsed

    def trying(
        self, rule: R, finder: Finder, attempt: Callable[[R, Match], Attempt]
    ) -> Iterator[Attempt]:
        """How far a rule came on each of its matches, by ``attempt``; or how far its pattern did,
        where it has none."""
        attempts = [attempt(rule, match) for match in finder.pairs(self.parsed)]
        yield from _distinct(attempts) if attempts else self.partly(rule, finder.patterns)

    def unfused(self, unfuser: Unfuser, rule: UnfuseRule, match: Match) -> Attempt:
        """How far a rule came that unfuses, or splits."""
        bound = _bound(match)
        if not required(rule, match):
            return self._failed(rule, match)
        written = map(unfuser.example, unfuser.drafter.written(rule, match))
        examples = tuple(example for example in written if example is not None)
        blocked = list(holding(rule, match))
        if blocked and all(e.refused for e in examples):
            found = self._blocked(rule, match, blocked)
            return replace(found, detail=found.detail + _unsure(examples), examples=examples)
        if write(rule, match) is None:
            return self._unwritten(rule, match)
        refused = sorted({reason for e in examples for reason in e.refused})
        if examples and all(e.refused for e in examples):
            detail = f"the gate refused it: {', '.join(refused)}{_unsure(examples)}"
            return Attempt(rule.id, "gate", bound, detail, (), examples)
        detail = _unsure(examples).removeprefix(", ")
        return Attempt(rule.id, "written", bound, detail, (), examples)

    def fused(self, rule: FuseRule, match: Match) -> Attempt:
        """How far a rule came that fuses."""
        stopped = self._stopped(rule, match)
        if stopped is not None:
            return stopped
        fusion = fusion_of(rule, match)
        if fusion is None:
            return self._unwritten(rule, match)
        return Attempt(rule.id, "written", _bound(match), fusion.text)

    def decided(self, rule: CategoryRule, match: Match) -> Attempt:
        """How far a rule came that categorizes."""
        part = match.span(rule.second or rule.first or "")
        detail = f"it proposes {rule.category}, {rule.subcategory}: {_words(match, part)}"
        return self._stopped(rule, match) or Attempt(rule.id, "written", _bound(match), detail)

    def _stopped(self, rule: BaseRule, match: Match) -> Attempt | None:
        """What a rule lacks, or what blocks it."""
        if not required(rule, match):
            return self._failed(rule, match)
        blocked = list(holding(rule, match))
        return self._blocked(rule, match, blocked) if blocked else None

    def resolving(self, rule: ResolveRule, unfuser: Unfuser) -> Iterator[Attempt]:
        """How far a rule that resolves came on each token that could be its anaphor, in each part
        of the text that a rule which unfuses looks for anaphors in."""
        heard = _Heard()
        for _ in unfuser.findings(replace(self.parsed, resolver=heard)):
            pass
        attempts = [
            self._resolved(rule, tried)
            for own, other in heard.parts
            for tried in tries(rule, self.parsed, own, other)
        ]
        missing = (
            "no token could be its anaphor" if heard.parts else "no rule asks for anaphors here"
        )
        yield from dict.fromkeys(attempts) or [Attempt(rule.id, "pattern", (), missing)]

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
        meant = _words(match, match.span(rule.antecedent))
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

    def _unwritten(self, rule: UnfuseRule | FuseRule, match: Match) -> Attempt:
        """The first part that has no words."""
        parts = (
            ((key, k), part)
            for key, found in rule.write
            for k, part in enumerate(found if isinstance(found, list) else ())
            if isinstance(part, Part) and not part.words(match)
        )
        path, part = next(parts, ((), None))
        seen = "" if part is None else _seen([part], match)
        line = self._line(rule, ("write", *path), seen)
        return Attempt(rule.id, "write", _bound(match), "a part has no safe form here", (line,))

    def partly(self, rule: BaseRule, patterns: Iterable[CompiledPattern]) -> Iterator[Attempt]:
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
        line = self._line(rule, ("find", missing), self._instead(pattern, missing, ids))
        yield Attempt(rule.id, "pattern", bound, f"no token for '{missing}'", (line,))

    def _instead(self, pattern: CompiledPattern, missing: str, ids: Sequence[int]) -> str:
        """The tokens where the missing one was looked for; or those that are like it in one way."""
        node, doc = pattern.pattern[missing], self.parsed.doc
        known = dict(zip(pattern.names, ids, strict=False))
        if node.relation is not None and node.relation[1] in known:
            kind, target = node.relation
            there = list(FORTH[kind](doc[known[target]], self.parsed, None))
        else:
            asked = ((name, getattr(node, field)) for field, (_, name) in ATTRIBUTES.items())
            alike = (
                [t for t in doc if getattr(t, name) in (values.allowed or ())]
                for name, values in asked
                if values is not None
            )
            there = next(filter(None, alike), [])
        return ", ".join(map(_told, there[:_SHOWN])) or "nothing"

    def _deepest(self, pattern: CompiledPattern) -> tuple[CompiledPattern, int, tuple[int, ...]]:
        for depth in range(len(pattern.names), 0, -1):
            found = pattern.found(self.parsed, pattern.names[:depth])
            if found:
                return pattern, depth, found[0]
        return pattern, 0, ()

    def _used(self, test: Test, match: Match) -> Iterator[Line]:
        """The test that fails in a definition that a rule uses."""
        conditions = test.conditions if isinstance(test, Use) else {}
        for name, tests in conditions.items():
            for k, each in enumerate(tests):
                place = self.book.definitions.place("conditions", name, k)
                if place is not None and not each.holds(match):
                    line = _line(place, _seen([each], match))
                    named = line.text.startswith(f"{name}:")  # a condition of one test
                    yield line if named else replace(line, text=f"{name}: ... {line.text}")
                    yield from self._used(each, match)
                    return

    def _exception(self, rule: BaseRule, name: str, match: Match) -> Line:
        """The line of an exception, in its rule or in the definition that the rule uses."""
        place = self.book.place_of_exception(self.rules, rule, name)
        return _line(place, _seen(rule.unless[name], match))

    def _line(self, rule: BaseRule, path: Path_, seen: str) -> Line:
        return _line(self.rules.place(rule.id, path), seen)


class _Heard:
    """A resolver that replaces nothing and tells which parts it was asked about."""

    def __init__(self) -> None:
        self.parts: dict[tuple[tuple[int, ...], tuple[int, ...]], None] = {}

    def may_replace(self, _: Parsed, own: Sequence[int], other: Sequence[int]) -> bool:
        """Nothing is to be replaced."""
        self.parts[tuple(own), tuple(other)] = None
        return False

    def replace(
        self, _: Parsed, words: list[Word], __: list[Word]
    ) -> tuple[list[Word], list[Replacement], bool]:
        """The words as they are."""
        return words, [], True


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


def _words(match: Match, span: Sequence[int]) -> str:
    return " ".join(match.doc[i].text for i in span)


def _told(token: Token) -> str:
    labels = (token.tag_, token.dep_, token.ent_type_)
    return f"'{token.text}' ({' '.join(filter(None, labels))})"


def _seen(words: Iterable[LanguageWord], match: Match) -> str:
    """What the names have that words of a rule speak of: ``head is 'Lee' (NNP nsubj)``."""
    found: dict[str, str] = {}
    for word in words:
        for _, name, kind in names_in(word):
            token = match.token(name) if kind.kind == "token" else None
            if token is not None:
                found[name] = _told(token)
            else:
                text = _words(match, match.span(name))
                found.setdefault(name, f"'{text}'" if text else "nothing")
    return ", ".join(f"{name} is {what}" for name, what in found.items())
