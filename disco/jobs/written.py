"""What each rule wrote of a text, kept with it: as long as all that decides what a rule writes is
the same, it would write the same again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

from disco import _paths
from disco._files import code, digest
from disco.draft.example import Example
from disco.jobs.options import Options
from disco.match.lexicon import Connective
from disco.rules import ResolveRule, RuleSet, WritingRule

Written = dict[str, list[Example]]  # by the marks of the rules


class Memory:
    """Knows what rules wrote of a text where that is kept with it, as long as they are the same."""

    def __init__(
        self,
        rules: RuleSet[WritingRule],
        resolving: RuleSet[ResolveRule],
        connectives: tuple[Connective, ...],
        options: Options,
    ) -> None:
        self._rules, self._options = rules, options
        self._others = connectives, resolving.rules
        self._marks: dict[bool, dict[str, str]] = {}

    def recalled(
        self, known: Written, written: Iterable[tuple[str, Iterator[Example]]], *, in_full: bool
    ) -> Iterator[Example]:
        """What rules write of a text, rule by rule; ``written`` is asked where it is not known.

        Known is then what these rules wrote, and nothing else.
        """
        marks, asked = self._marks_for(in_full), {}
        for rule, found in written:
            mark = marks[rule]
            asked[mark] = known[mark] if mark in known else list(found)
            yield from asked[mark]
        known.clear()
        known.update(asked)

    def _marks_for(self, in_full: bool) -> dict[str, str]:
        """A mark for each rule, made of all that decides what it writes of a parsed text: the rule
        itself, the one that it hands on to, what all rules share, and our own code."""
        if in_full not in self._marks:
            shared = repr((self._options.chosen(), in_full, self._others, _code()))
            by_id = {rule.id: rule for rule in self._rules.rules}
            self._marks[in_full] = {
                name: _mark(shared, repr(rule), repr(by_id.get(rule.handed_to or "")))
                for name, rule in by_id.items()
            }
        return self._marks[in_full]


def packed(texts: Sequence[Written]) -> dict[str, Any]:
    """What was written of the texts of a block, for a file; each was asked the same rules."""
    marks = list(texts[0]) if texts else []
    rows = [
        [[k, [e.to_dict() for e in text[mark]]] for k, mark in enumerate(marks) if text[mark]]
        for text in texts
    ]
    return {"marks": marks, "texts": rows}


def unpacked(content: dict[str, Any]) -> list[Written]:
    """The same, out of the file; KeyError, TypeError or UsageError where it is none."""
    marks = content["marks"]
    found: list[Written] = [{mark: [] for mark in marks} for _ in content["texts"]]
    for text, kept in zip(content["texts"], found, strict=True):
        for k, rows in text:
            kept[marks[k]] = [Example.from_dict(row) for row in rows]
    return found


@cache
def _code() -> str:
    """Made of our code, and of what is read beside the rules."""
    return code() + digest(sorted(_paths.rules_dir().glob("*.yaml")))


def _mark(*texts: str) -> str:
    return blake2b(repr(texts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
