"""Rules of any job tried on a text: how far each came on its matches."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from disco._yaml import Keys
from disco.draft.example import Example
from disco.draft.words import Word
from disco.explain.attempt import Attempt, Line, seen, words_of
from disco.explain.unmatched import unmatched
from disco.jobs.apply import exceptions_of, required, write
from disco.jobs.fuse import against, checked_of, fusion_of
from disco.jobs.gate import Checked, missing
from disco.jobs.levels import Level
from disco.jobs.resolve import Tried, tries
from disco.jobs.split import Splitter
from disco.jobs.unfuse import Unfuser
from disco.match.find import Finder
from disco.match.match import Instead, Match, Parsed
from disco.match.model import is_doubt, reason_of
from disco.rules import BaseRule, CategoryRule, FuseRule, ResolveRule, WritingRule
from disco.rules.gate import in_words
from disco.rules.language import Test, Use
from disco.rules.rulebook import Rulebook
from disco.rules.schema import R


@dataclass(slots=True)
class Explained:
    """A text that rules are tried on, and the book that they stand in."""

    book: Rulebook
    parsed: Parsed

    def trying(
        self, rule: R, finder: Finder, attempt: Callable[[R, Match], Attempt]
    ) -> Iterator[Attempt]:
        """How far a rule came on each of its matches, by ``attempt``; or how far its pattern did,
        where it has none."""
        attempts = [attempt(rule, match) for match in finder.matches(self.parsed)]
        if attempts:
            yield from _distinct(attempts)
        else:
            yield unmatched(self.parsed, self.book, rule, finder.patterns)

    def split(self, splitter: Splitter, level: Level, rule: WritingRule, match: Match) -> Attempt:
        """How far a rule came as a step of splitting, and why what it writes is not taken."""
        found = self.unfused(splitter.unfuser, rule, match)
        if found.reached != "written":
            return found
        steps = [f for f in splitter.unfuser.drafter.written(rule, match) if not f.verdict.refused]
        against = [splitter.left_whole(step, level) for step in steps]
        if not all(against):
            return found
        return replace(found, reached="gate", detail=_and(*dict.fromkeys(against), found.detail))

    def unfused(self, unfuser: Unfuser, rule: WritingRule, match: Match) -> Attempt:
        """How far a rule came that unfuses."""
        bound = _bound(match)
        if not required(rule, match):
            return self._failed(rule, match)
        draft = write(rule, match)
        findings = list(unfuser.drafter.written(rule, match))
        written = map(unfuser.example, findings)
        examples = tuple(example for example in written if example is not None)
        blocked = list(exceptions_of(rule, match))
        refused = sorted({reason for e in examples for reason in e.refused})
        confidence = _confidence(examples, unfuser.options.min_confidence)
        read = _read(examples)
        if blocked and all(e.refused for e in examples):
            weighs = unfuser.drafter.judge.weighs(rule)
            found = self._blocked(rule, match, blocked, weighs=weighs)
            own = set(map(reason_of, blocked))
            by_gate = _by_gate([reason for reason in refused if reason not in own])
            detail = _and(found.detail, by_gate, confidence, read)
            return replace(found, detail=detail, examples=examples)
        if draft is None:
            return self._unwritten(rule, match)
        if examples and all(e.refused for e in examples):
            checked = [Checked(self.parsed.tokens, f.draft, f.sentences) for f in findings]
            said = next(filter(None, map(_lost_words, checked)), "")
            by_gate = _by_gate([reason for reason in refused if reason != "lost" or not said])
            detail = _and(said, by_gate, confidence, read)
            return Attempt(rule.id, "gate", bound, detail, (), examples)
        return Attempt(rule.id, "written", bound, _and(confidence, read), (), examples)

    def fused(self, rule: FuseRule, match: Match) -> Attempt:
        """How far a rule came that fuses."""
        stopped = self._stopped(rule, match)
        if stopped is not None:
            return stopped
        checked = checked_of(rule, match)
        if checked is None:
            return self._unwritten(rule, match)
        if reasons := against(checked, self.parsed.given):
            detail = _lost_words(checked) or f"the gate refused it: {in_words(reasons)}"
            return Attempt(rule.id, "gate", _bound(match), detail)
        text = fusion_of(rule, checked, match.doc).text
        return Attempt(rule.id, "written", _bound(match), text)

    def decided(self, rule: CategoryRule, match: Match) -> Attempt:
        """How far a rule came that categorizes."""
        part = match.span(rule.second or rule.first or "")
        detail = f"it proposes {rule.category}, {rule.subcategory}: {words_of(match, part)}"
        return self._stopped(rule, match) or Attempt(rule.id, "written", _bound(match), detail)

    def _stopped(self, rule: BaseRule, match: Match) -> Attempt | None:
        """What a rule lacks, or what blocks it."""
        if not required(rule, match):
            return self._failed(rule, match)
        blocked = list(exceptions_of(rule, match))
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
        blocked = [name for name in exceptions_of(rule, match) if not is_doubt(name)]
        if blocked:
            return self._blocked(rule, match, blocked)
        meant = words_of(match, match.span(rule.antecedent))
        detail = f"'{tried.token.text}' stands for '{meant}'" if meant else "it names nothing"
        return Attempt(rule.id, "written" if meant else "write", _bound(match), detail)

    def _failed(self, rule: BaseRule, match: Match) -> Attempt:
        """The first thing that a rule requires and that does not hold."""
        k, failed = next((k, t) for k, t in enumerate(rule.require) if not t.holds(match))
        here = "" if isinstance(failed, Use) else seen([failed], match)
        lines = (self._line(rule, ("require", k), here), *self._used(failed, match))
        said = ", ".join(failed.conditions) if isinstance(failed, Use) else failed.word
        return Attempt(rule.id, "require", _bound(match), f"'{said}' does not hold", lines)

    def _blocked(
        self, rule: BaseRule, match: Match, blocked: Sequence[str], *, weighs: bool = False
    ) -> Attempt:
        """The exceptions that hold: those that block, and doubts, where these weigh."""
        lines = tuple(self._exception(rule, name, match) for name in blocked)
        doubts = [reason_of(name) for name in blocked if weighs and is_doubt(name)]
        others = [reason_of(name) for name in blocked if not (weighs and is_doubt(name))]
        detail = _and(_listed("blocked by", others), _listed("weighed down by", doubts))
        return Attempt(rule.id, "unless", _bound(match), detail, lines)

    def _unwritten(self, rule: WritingRule | FuseRule, match: Match) -> Attempt:
        """The first part that has no safe form, as one that puts in the connective where none is
        told; where each has one, the first without words."""
        said = [
            ((key, k), part, part.words(match))
            for key, found in rule.write
            for k, part in enumerate(found)
        ]
        path, part, _ = next(
            itertools.chain((s for s in said if s[2] is None), (s for s in said if not s[2])),
            ((), None, None),
        )
        here = "" if part is None else seen([part], match)
        if not here and isinstance(rule, FuseRule) and match.parsed.given is None:
            here = "no connective is told"
        line = self._line(rule, ("write", *path), here)
        named = "a part" if part is None else f"'{part.word}'"
        detail = f"{named} has no safe form here"
        return Attempt(rule.id, "write", _bound(match), detail, (line,))

    def _used(self, test: Test, match: Match) -> Iterator[Line]:
        """The test that fails in a definition that a rule uses."""
        conditions = test.conditions if isinstance(test, Use) else {}
        for name, tests in conditions.items():
            for k, each in enumerate(tests):
                place = self.book.definitions.place("conditions", name, k)
                if place is not None and not each.holds(match):
                    line = Line.at(place, seen([each], match))
                    named = line.text.startswith(f"{name}:")  # a condition of one test
                    yield line if named else replace(line, text=f"{name}: ... {line.text}")
                    yield from self._used(each, match)
                    return

    def _exception(self, rule: BaseRule, name: str, match: Match) -> Line:
        """The line of an exception, in its rule or in the definition that the rule uses."""
        place = self.book.place_of_exception(rule, name)
        return Line.at(place, seen(rule.unless[name], match))

    def _line(self, rule: BaseRule, path: Keys, here: str) -> Line:
        return Line.at(self.book.place(rule.id, path), here)


class _Heard:
    """A resolver that replaces nothing and tells which parts it was asked about."""

    def __init__(self) -> None:
        self.parts: dict[tuple[tuple[int, ...], tuple[int, ...]], None] = {}

    def may_replace(self, _: Parsed, own: Sequence[int], other: Sequence[int]) -> bool:
        """Nothing is to be replaced."""
        self.parts[tuple(own), tuple(other)] = None
        return False

    def replace(self, _: Parsed, words: list[Word], __: list[Word]) -> Instead:
        """The words as they are."""
        return Instead(words, [])


def _lost_words(checked: Checked) -> str:
    """Which words of the source are lost."""
    words = ", ".join(f"'{t.text}'" for t in missing(checked))
    return f"{words} neither written nor named under remove" if words else ""


def _bound(match: Match) -> tuple[tuple[str, str], ...]:
    return tuple((name, match.doc[i].text) for name, i in match.tokens.items())


def _distinct(attempts: Iterable[Attempt]) -> Iterator[Attempt]:
    """Without those that write what another one wrote: a connective has as many as it has words."""
    known: set[tuple[Example, ...]] = set()
    for attempt in attempts:
        if not attempt.examples or attempt.examples not in known:
            yield attempt
        known.add(attempt.examples)


def _confidence(examples: Sequence[Example], least: float | None) -> str:
    """How sure one could be, where that is known, and should be."""
    known = [e.confidence for e in examples if e.confidence is not None]
    if not known:
        return ""
    wanted = f", where {least} is asked for" if least is not None and max(known) < least else ""
    return f"confidence {max(known)}{wanted}"


def _by_gate(reasons: Sequence[str]) -> str:
    return f"the gate refused it: {in_words(reasons)}" if reasons else ""


def _read(examples: Iterable[Example]) -> str:
    """What stands for what in examples."""
    replaced = (r for e in examples for r in e.replacements)
    said = (f"'{r.anaphor.text}' read as '{r.antecedent.text}'" for r in replaced)
    return _and(*dict.fromkeys(said))


def _listed(what: str, names: Sequence[str]) -> str:
    return f"{what} {', '.join(names)}" if names else ""


def _and(*said: str) -> str:
    return "; ".join(filter(None, said))
