"""A rule on its match: whether it holds, what blocks it, what it writes and leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from disco.draft.words import CONNECTIVE, Draft, Removed, Replacement, Word
from disco.match.find import Finder
from disco.match.match import Instead, Match, Parsed
from disco.match.model import is_doubt, reason_of
from disco.rules import BaseRule, WritingRule
from disco.rules.language import Part, all_hold


def finder_of(rule: BaseRule) -> Finder:
    """The rule's patterns, compiled."""
    return Finder(rule.find, rule.spans, paired=rule.paired)


def required(rule: BaseRule, match: Match) -> bool:
    """Whether everything that the rule requires holds."""
    return all_hold(rule.require, match)


def exceptions_of(rule: BaseRule, match: Match) -> Iterator[str]:
    """The rule's exceptions that hold of the match, as it names them: ``habit?``. Those behind the
    last one that is taken are not tried."""
    return (name for name, tests in rule.unless.items() if all_hold(tests, match))


def matches_of(rule: BaseRule, finder: Finder, parsed: Parsed) -> Iterator[Match]:
    """The matches that the rule holds of: all that it requires does, and no exception."""
    for match in finder.matches(parsed):
        if required(rule, match) and not any(exceptions_of(rule, match)):
            yield match


def refused_by(rule: BaseRule, match: Match) -> list[str]:
    """The exceptions that hold as reasons, blocks and doubts: ``["unless.newcomer",
    "doubt.habit"]``."""
    return [reason_of(exception) for exception in exceptions_of(rule, match)]


def doubts_of(rule: BaseRule, match: Match) -> list[str] | None:
    """The exceptions that hold as reasons, where all are doubts; None as soon as one is more."""
    found: list[str] = []
    for exception in exceptions_of(rule, match):
        if not is_doubt(exception):
            return None
        found.append(reason_of(exception))
    return found


def write(rule: WritingRule, match: Match) -> Draft | None:
    """The draft that a rule writes for its match; None where a part has no safe form."""
    second = put_together(rule.write.second, match)  # which more often has no safe form
    first = put_together(rule.write.first, match) if second and second.words else None
    if first is None or second is None or not first.words or not second.words:
        return None
    replaced = [*second.replaced, *first.replaced]
    removed = list(match.draft.removed) if match.draft else []
    removed.extend(Removed(s, CONNECTIVE) for s in map(match.span, rule.connective) if s)
    removed.extend(removed_by(rule.remove, match))
    removed.extend(Removed(r.anaphor, "anaphor") for r in replaced)
    return Draft(first.words, second.words, removed, replaced)


def removed_by(spans: Mapping[str, Sequence[str]], match: Match) -> Iterator[Removed]:
    """What a rule names as removed."""
    for reason, names in spans.items():
        for name in names:
            span = match.span(name)
            if span:
                yield Removed(span, reason)


def put_together(parts: Sequence[Part], match: Match) -> Instead | None:
    """The words of all parts in a row, with what they replace; None where one of them has no safe
    form."""
    words: list[Word] = []
    replaced: list[Replacement] = []
    for part in parts:
        found = part.words(match)
        if found is None:
            return None
        if isinstance(found, Instead):
            replaced.extend(found.replaced)
            found = found.words
        words.extend(found)
    return Instead(words, replaced)
