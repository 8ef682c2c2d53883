"""Why a rule fired, or did not: its deepest match, and the first thing that failed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc

from disco.example import Example
from disco.find import Finder
from disco.match import Match, Parsed
from disco.rewrite import refused_by, required, write
from disco.rules import UnfuseRule
from disco.unfuse import Unfuser
from disco.words import LanguageWord, names_in


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rule on one place of a text.

    ``reached`` says how far it came: pattern, require, unless, write, gate or written.
    """

    rule: str
    reached: str
    bound: tuple[tuple[str, str], ...]
    detail: str
    examples: tuple[Example, ...] = ()


def explain(unfuser: Unfuser, doc: Doc, rule: str | None = None) -> Iterator[Attempt]:
    """How far each rule (or one) came on a parsed text.

    Rules that write only with the gate off are left out, unless one is asked for by name.
    """
    parsed = unfuser.parsed(doc)
    if rule is not None:
        unfuser.rules.get(rule)
    for finder in unfuser.finders:
        if finder.rule.id == rule or (rule is None and not finder.rule.never_by_default):
            matches = list(finder.matches(parsed))
            for match in matches:
                yield _attempt(unfuser, finder.rule, match)
            if not matches and finder.names:
                yield from _partial(finder, parsed)


def _attempt(unfuser: Unfuser, rule: UnfuseRule, match: Match) -> Attempt:
    bound = tuple((name, match.doc[i].text) for name, i in match.tokens.items())
    if not required(match):
        failed = next(t for t in rule.require if not t.holds(match))
        return Attempt(rule.id, "require", bound, _values(failed, match))
    if write(rule, match) is None:
        return Attempt(rule.id, "write", bound, "a part has no safe form here")
    examples = tuple(unfuser.written(rule, match))
    blocked = refused_by(match)
    if blocked:
        return Attempt(rule.id, "unless", bound, f"blocked by {', '.join(blocked)}", examples)
    refused = sorted({reason for e in examples for reason in e.refused})
    if examples and all(e.refused for e in examples):
        return Attempt(rule.id, "gate", bound, f"refused: {', '.join(refused)}", examples)
    return Attempt(rule.id, "written", bound, "", examples)


def _values(test: LanguageWord, match: Match) -> str:
    """The test that failed, and what it saw."""
    given = test.model_dump(exclude_defaults=True, by_alias=True)
    seen = (
        f"{name} = {' '.join(match.doc[i].text for i in match.span(name)) or 'nothing'!r}"
        for _, name in names_in(test)
    )
    return f"{test.word}: {given}  ({'; '.join(dict.fromkeys(seen))})"


def _partial(finder: Finder[UnfuseRule], parsed: Parsed) -> Iterator[Attempt]:
    """The deepest prefix of the pattern that matches, and the token that is missing then."""
    for depth in range(len(finder.names), 0, -1):
        matcher = finder.compile(depth)
        found = matcher(parsed.doc) if matcher is not None else []
        if found:
            _, ids = found[0]
            bound = tuple((n, parsed.doc[i].text) for n, i in zip(finder.names, ids, strict=False))
            if depth == len(finder.names):
                detail = "the words are there, but not as a connective of the lexicon"
            else:
                missing = finder.names[depth]
                node = finder.rule.find[missing].model_dump(exclude_defaults=True)
                detail = f"no token for '{missing}': {node}"
            yield Attempt(finder.rule.id, "pattern", bound, detail)
            return
