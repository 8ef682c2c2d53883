"""How far the pattern of a rule came where it does not match, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from disco.explain.attempt import Attempt, Line, told
from disco.match.attributes import ATTRIBUTES
from disco.match.find import CompiledPattern
from disco.match.lexicon import Connective
from disco.match.match import Parsed
from disco.match.pattern import Node
from disco.match.reach import FORTH
from disco.rules import BaseRule, RuleSet

_SHOWN = 6


def unmatched(
    parsed: Parsed,
    rules: RuleSet[Any],
    connectives: Iterable[Connective],
    rule: BaseRule,
    patterns: Iterable[CompiledPattern],
) -> Attempt:
    """The deepest prefix of a pattern that matches, and the token that is missing then."""
    tried = [(k, *_deepest(parsed, p)) for k, p in enumerate(patterns) if p.names]
    if not tried:  # it takes any two sentences
        return Attempt(rule.id, "pattern", (), "it needs a sentence before this one")
    number, pattern, depth, ids = max(tried, key=lambda t: t[2])
    doc = parsed.doc
    bound = tuple((n, doc[i].text) for n, i in zip(pattern.names, ids, strict=False))
    left = [*pattern.names, *pattern.before][depth:]  # the sentence before is looked at last
    if not left:
        return Attempt(rule.id, "pattern", bound, "the words are there, but in no sentence")
    missing = left[0]
    place = rules.place(rule.id, ("find", number, missing))
    seen = _instead(parsed, pattern, missing, ids)
    seen = seen or _without_comma(parsed, pattern.pattern[missing], connectives)
    line = Line.at(place, seen or "nothing")
    return Attempt(rule.id, "pattern", bound, f"no token for '{missing}'", (line,))


def _instead(parsed: Parsed, pattern: CompiledPattern, missing: str, ids: Sequence[int]) -> str:
    """The tokens where the missing one was looked for; or those that are like it in one way."""
    node, doc = pattern.pattern[missing], parsed.doc
    known = dict(zip(pattern.names, ids, strict=False))
    if node.relation is not None and node.relation[1] in known:
        kind, target = node.relation
        there = list(FORTH[kind](doc[known[target]], parsed, None))
    else:
        asked = ((name, getattr(node, field)) for field, (_, name) in ATTRIBUTES.items())
        alike = (
            [t for t in doc if getattr(t, name) in (values.allowed or ())]
            for name, values in asked
            if values is not None
        )
        there = next(filter(None, alike), [])
    return ", ".join(map(told, there[:_SHOWN]))


def _without_comma(parsed: Parsed, node: Node, connectives: Iterable[Connective]) -> str:
    """The connective that would be there if it had its comma."""
    text, wanted = f" {' '.join(token.lower_ for token in parsed.doc)} ", node.connective
    if wanted is None:
        return ""
    for entry in connectives:
        marked = f" {entry.word} ," if entry.comma == "after" else f", {entry.word} "
        lacks_it = entry.comma and f" {entry.word} " in text and marked not in text
        if lacks_it and wanted.accepts(entry):
            return f"'{entry.word}' is a connective with a comma {entry.comma} it only"
    return ""


def _deepest(
    parsed: Parsed, pattern: CompiledPattern
) -> tuple[CompiledPattern, int, tuple[int, ...]]:
    for depth in range(len(pattern.names), 0, -1):
        found = pattern.found(parsed, pattern.names[:depth])
        if pattern.paired:  # a first sentence has none before it
            found = [ids for ids in found if parsed.sentence_of[ids[0]] > 0]
        if found:
            return pattern, depth, found[0]
    return pattern, 0, ()
