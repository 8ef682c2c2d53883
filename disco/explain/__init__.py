"""Why a rule of any job fired on a text, or did not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from spacy.tokens import Doc

from disco._errors import UsageError
from disco.draft.example import Example
from disco.explain.attempt import Attempt, Line, farthest
from disco.explain.explained import Explained
from disco.jobs.apply import finder_of
from disco.jobs.categorize import Categorizer
from disco.jobs.fuse import Fuser
from disco.jobs.levels import first_level
from disco.jobs.split import Splitter
from disco.jobs.unfuse import Unfuser
from disco.match.find import Finder
from disco.rules import CategoryRule, FuseRule, ResolveRule, WritingRule
from disco.rules.rulebook import Rulebook

__all__ = [
    "Attempt",
    "Explained",
    "Line",
    "explain",
    "explain_deciding",
    "explain_fusing",
    "explain_splitting",
    "farthest",
]


def explain(
    unfuser: Unfuser, book: Rulebook, doc: Doc, rule: str | None = None
) -> Iterator[Attempt]:
    """How far each rule that unfuses came on a parsed text, or one, which may also be one that
    resolves; this on each part of the text that anaphors are looked for in.

    Rules that write only with the gate off are left out, unless one is asked for by name.
    """
    parsed = unfuser.parsed(doc, in_full=True)
    if rule is not None:
        asked, rules = book.get(rule)
        if isinstance(asked, ResolveRule):
            yield from Explained(book, parsed).resolving(asked, unfuser)
            return
        if rules is not book.unfuse:
            raise UsageError(f"rule '{rule}' neither unfuses nor resolves")
    explained = Explained(book, parsed)
    for found, finder in _asked(unfuser, rule):
        attempts = explained.trying(found, finder, partial(explained.unfused, unfuser))
        yield from _yielding(attempts, unfuser.examples(doc), found.beside)


def explain_splitting(
    splitter: Splitter, book: Rulebook, doc: Doc, rule: str | None = None
) -> Iterator[Attempt]:
    """How far each rule came on a parsed text that is to be split, or one, as its first step."""
    parsed = splitter.unfuser.parsed(doc, in_full=True)
    explained = Explained(book, parsed)
    step = partial(explained.split, splitter, first_level(parsed, parsed.sentences))
    for found, finder in _asked(splitter.unfuser, rule):
        yield from explained.trying(found, finder, step)


def _asked(unfuser: Unfuser, rule: str | None) -> Iterator[tuple[WritingRule, Finder]]:
    """The rule of this id, or all but those that write only with the gate off."""
    for found, finder in unfuser.finders:
        if found.id == rule or (rule is None and not found.never_by_default):
            yield found, finder


def _yielding(
    attempts: Iterable[Attempt], kept: Iterable[Example], others: Sequence[str]
) -> Iterator[Attempt]:
    """The attempts of a rule that yields to other types, if any; where nothing of what one wrote is
    among all that is ``kept``, it says so."""
    written = {(e.discourse_type, *e.outputs) for e in kept} if others else set()
    for attempt in attempts:
        own = {(e.discourse_type, *e.outputs) for e in attempt.examples}
        if others and attempt.reached == "written" and written.isdisjoint(own):
            yielding = f"left out beside {' or '.join(others)}, to which it yields"
            attempt = replace(attempt, detail=f"{attempt.detail}; {yielding}".removeprefix("; "))
        yield attempt


def explain_fusing(
    fuser: Fuser, book: Rulebook, rule: FuseRule, doc: Doc, connective: str = ""
) -> Iterator[Attempt]:
    """How far a rule that fuses came on two parsed sentences, and the connective that it is told to
    put in, if any."""
    explained = Explained(book, fuser.parsed(connective, doc))
    yield from explained.trying(rule, finder_of(rule), explained.fused)


def explain_deciding(
    categorizer: Categorizer, book: Rulebook, rule: CategoryRule, long: Doc, split: Sequence[Doc]
) -> Iterator[Attempt]:
    """How far a rule that categorizes came on a long sentence and its split."""
    parsed = categorizer.parsed(long, categorizer.aligner.align(long, split))
    explained = Explained(book, parsed)
    yield from explained.trying(rule, finder_of(rule), explained.decided)
