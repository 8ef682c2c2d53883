"""A match into a draft: the rule's parts put together, and what they leave out named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from disco.draft import Draft, Removed, Word
from disco.match import Match
from disco.rules import UnfuseRule
from disco.words import Part


def write(rule: UnfuseRule, match: Match) -> Draft | None:
    """The draft that a rule writes for its match; None where a part has no safe form."""
    first = put_together(rule.write.first, match)
    second = put_together(rule.write.second, match)
    if not first or not second:
        return None
    removed = list(match.draft.removed) if match.draft else []
    removed.extend(removed_by(rule.remove, match, "anaphor"))
    return Draft(first, second, removed, list(match.replaced))


def removed_by(
    spans: Mapping[str, Sequence[str]], match: Match, replaced: str
) -> Iterator[Removed]:
    """What a rule names as removed, and what a part has replaced, for that reason."""
    for reason, names in spans.items():
        for name in names:
            span = match.span(name)
            if span:
                yield Removed(span, reason)
    yield from (Removed(r.anaphor, replaced) for r in match.replaced)


def put_together(parts: Sequence[Part], match: Match) -> list[Word] | None:
    words: list[Word] = []
    for part in parts:
        found = part.words(match)
        if found is None:
            return None
        words.extend(found)
    return words


def refused_by(match: Match) -> list[str]:
    """The names of the rule's exceptions that hold of the match."""
    return [
        f"unless.{name}"
        for name, tests in match.rule.unless.items()
        if all(test.holds(match) for test in tests)
    ]


def required(match: Match) -> bool:
    """Whether everything that the rule requires holds."""
    return all(test.holds(match) for test in match.rule.require)
