"""How far the pattern of a rule came where it does not match, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from spacy.tokens import Doc

from disco.explain.attempt import Attempt, Line, told
from disco.match.attributes import ATTRIBUTES
from disco.match.find import CompiledPattern
from disco.match.lexicon import Connective
from disco.match.match import Parsed
from disco.match.pattern import Node
from disco.match.reach import FORTH
from disco.rules import BaseRule
from disco.rules.rulebook import Rulebook

_SHOWN = 6


def unmatched(
    parsed: Parsed, book: Rulebook, rule: BaseRule, patterns: Iterable[CompiledPattern]
) -> Attempt:
    """The deepest prefix of a pattern that matches, and the token that is missing then."""
    tried = [(k, p, _deepest(parsed, p)) for k, p in enumerate(patterns) if p.names]
    if not tried:  # it takes any two sentences
        return Attempt(rule.id, "pattern", (), "it needs a sentence before this one")
    number, pattern, known = max(tried, key=lambda t: len(t[2]))
    bound = tuple((name, parsed.doc[i].text) for name, i in known.items())
    missing = next((n for n in (*pattern.names, *pattern.before) if n not in known), None)
    if missing is None:
        return Attempt(rule.id, "pattern", bound, "the words are there, but in no sentence")
    place = book.place(rule.id, ("find", number, missing))
    seen = _instead(parsed, pattern, missing, known)
    seen = seen or _without_comma(parsed, pattern.pattern[missing], book.connectives)
    line = Line.at(place, seen or "nothing")
    return Attempt(rule.id, "pattern", bound, f"no token for '{missing}'", (line,))


def _instead(
    parsed: Parsed, pattern: CompiledPattern, missing: str, known: Mapping[str, int]
) -> str:
    """The tokens where the missing one was looked for; or those that are like it in one way."""
    node, doc = pattern.pattern[missing], parsed.doc
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
    return ", ".join(told(token, node) for token in there[:_SHOWN])


def _without_comma(parsed: Parsed, node: Node, connectives: Iterable[Connective]) -> str:
    """The connective that would be there if it had its comma."""
    wanted = node.connective
    found = (c for c in lacking_a_comma(parsed.doc, connectives) if wanted and wanted.accepts(c))
    return next(map(told_to_lack_it, found), "")


def lacking_a_comma(doc: Doc, connectives: Iterable[Connective]) -> Iterator[Connective]:
    """The connectives whose words a text has, and not their comma."""
    text = f" {' '.join(token.lower_ for token in doc)} "
    for entry in connectives:
        marked = f" {entry.word} ," if entry.comma == "after" else f", {entry.word} "
        if entry.comma and f" {entry.word} " in text and marked not in text:
            yield entry


def told_to_lack_it(entry: Connective) -> str:
    """What is said of one."""
    return f"'{entry.word}' is a connective with a comma {entry.comma} it only"


def _deepest(parsed: Parsed, pattern: CompiledPattern) -> dict[str, int]:
    """The parts of a pattern that are there, as many in a row as can be; those in the sentence
    before are looked at last."""
    # a first sentence has none before it
    known = _most(parsed, pattern, pattern.names, least=1 if pattern.paired else -1)
    if len(known) < len(pattern.names):
        return known
    return known | _most(parsed, pattern, pattern.before)


def _most(
    parsed: Parsed, pattern: CompiledPattern, names: Sequence[str], least: int = -1
) -> dict[str, int]:
    """As many of these parts, from the first on, as are together in a sentence from the ``least``
    on."""
    for depth in range(len(names), 0, -1):
        for ids in pattern.found(parsed, names[:depth]):
            if parsed.sentence_of[ids[0]] >= least:
                return dict(zip(names, ids, strict=False))
    return {}
