"""What each rule wrote of a text, kept with it: as long as all that decides what a rule writes is
the same, it would write the same again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import disco
from disco import _paths
from disco.draft.example import Example
from disco.jobs.options import Options
from disco.rules import ResolveRule, RuleSet, UnfuseRule

WRITTEN = "disco_written"  # where the examples are kept, by the marks of the rules
Written = dict[str, list[Example]]


def marks_of(
    rules: RuleSet[UnfuseRule],
    resolving: RuleSet[ResolveRule],
    options: Options,
    *,
    with_doubt: bool,
) -> dict[str, str]:
    """A mark for each rule, made of all that decides what it writes of a parsed text: the rule
    itself, the one that it hands on to, what all rules share, and our own code."""
    chosen = {f.name: getattr(options, f.name) for f in fields(options)}
    said = {n: sorted(v) if isinstance(v, frozenset) else v for n, v in chosen.items()}
    shared = repr((said, with_doubt, rules.connectives, resolving.rules, _code()))
    by_id = {rule.id: rule for rule in rules.rules}
    return {
        rule.id: _digest(shared, repr(rule), repr(by_id.get(rule.then or "")))
        for rule in rules.rules
    }


def packed(texts: Sequence[Written]) -> dict[str, Any]:
    """What was written of the texts of a block, for a file; each was asked the same rules."""
    marks = list(texts[0]) if texts else []
    rows = [
        [[k, [e.to_dict() for e in text[mark]]] for k, mark in enumerate(marks) if text[mark]]
        for text in texts
    ]
    return {"marks": marks, "texts": rows}


def unpacked(content: dict[str, Any]) -> list[Written]:
    """The same, out of the file; ValueError, KeyError or TypeError where it is none."""
    marks = content["marks"]
    found: list[Written] = [{mark: [] for mark in marks} for _ in content["texts"]]
    for text, kept in zip(content["texts"], found, strict=True):
        for k, rows in text:
            kept[marks[k]] = [Example.from_dict(row) for row in rows]
    return found


@cache
def _code() -> str:
    """Made of our code, and of what is read beside the rules."""
    package = Path(disco.__file__).parent
    files = [*sorted(package.rglob("*.py")), *sorted(_paths.rules_dir().glob("*.yaml"))]
    return _digest(*(file.read_text("utf-8") for file in files))


def _digest(*texts: str) -> str:
    found = blake2b(digest_size=12)
    for text in texts:
        found.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return found.hexdigest()
