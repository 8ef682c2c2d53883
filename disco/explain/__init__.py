"""Why a rule of any job fired on a text, or did not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from spacy.tokens import Doc

from disco._errors import UsageError
from disco.draft.example import Example
from disco.explain.attempt import REACHED, Attempt, Line, farthest
from disco.explain.explained import Explained
from disco.jobs.apply import finder_of
from disco.jobs.categorize import Categorizer
from disco.jobs.fuse import Fuser
from disco.jobs.unfuse import Unfuser
from disco.rules import ResolveRule, UnfuseRule
from disco.rules.rulebook import Rulebook

__all__ = [
    "REACHED",
    "Attempt",
    "Explained",
    "Line",
    "explain",
    "explain_deciding",
    "explain_fusing",
    "farthest",
]


def explain(
    unfuser: Unfuser, book: Rulebook, doc: Doc, rule: str | None = None
) -> Iterator[Attempt]:
    """How far each rule that unfuses came on a parsed text, or one, which may also be one that
    splits or resolves; this on each part of the text that anaphors are looked for in.

    Rules that write only with the gate off are left out, unless one is asked for by name.
    """
    parsed = unfuser.parsed(doc)
    if rule is not None:
        asked, rules = book.get(rule)
        if isinstance(asked, ResolveRule):
            yield from Explained(book, book.resolve, parsed).resolving(asked, unfuser)
            return
        if rules is not book.unfuse and rules is not book.split:
            raise UsageError(f"rule '{rule}' neither unfuses, nor splits, nor resolves")
        if rules is not unfuser.rules:
            unfuser = replace(unfuser, rules=rules)
    explained = Explained(book, unfuser.rules, parsed)
    kept: list[Example] | None = None
    for found, finder in unfuser.finders:
        if found.id == rule or (rule is None and not found.never_by_default):
            for attempt in explained.trying(found, finder, partial(explained.unfused, unfuser)):
                if attempt.reached == "written" and found.yields_to:
                    kept = list(unfuser.examples(doc)) if kept is None else kept
                    attempt = _yielding(attempt, found, kept)
                yield attempt


def _yielding(attempt: Attempt, rule: UnfuseRule, kept: Sequence[Example]) -> Attempt:
    """The attempt; that it gives way to an example of another type, where all rules together write
    nothing of it."""
    written = {(e.discourse_type, *e.outputs) for e in kept}
    if any((e.discourse_type, *e.outputs) in written for e in attempt.examples):
        return attempt
    yielding = f"left out beside {' or '.join(rule.yields_to)}, to which it yields"
    return replace(attempt, detail=", ".join(filter(None, (attempt.detail, yielding))))


def explain_fusing(
    fuser: Fuser, book: Rulebook, rule: str, doc: Doc, connective: str = ""
) -> Iterator[Attempt]:
    """How far a rule that fuses came on two parsed sentences, and the connective that it is told to
    put in, if any."""
    asked = book.fuse.get(rule)
    explained = Explained(book, book.fuse, fuser.parsed(connective, doc))
    yield from explained.trying(asked, finder_of(asked), explained.fused)


def explain_deciding(
    categorizer: Categorizer, book: Rulebook, rule: str, long: Doc, split: Sequence[Doc]
) -> Iterator[Attempt]:
    """How far a rule that categorizes came on a long sentence and its split."""
    parsed = categorizer.parsed(long, categorizer.aligner.align(long, split))
    asked = book.categorize.get(rule)
    explained = Explained(book, book.categorize, parsed)
    yield from explained.trying(asked, finder_of(asked), explained.decided)
