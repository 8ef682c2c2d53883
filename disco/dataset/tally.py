"""What is in a data set, counted as it is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from disco.dataset.shares import plain
from disco.draft.example import Example


@dataclass(slots=True)
class Tally:
    """Counts of a data set: examples and documents by file (``train``, ``train_balanced``),
    types, connectives and rules by version (``""``, ``_balanced``), all rows that there were, and
    those that said again what another one says, ``within`` a split or ``across`` two."""

    files: Counter[str] = field(default_factory=Counter)
    documents: Counter[str] = field(default_factory=Counter)
    types: dict[str, Counter[str]] = field(default_factory=dict)
    connectives: dict[str, Counter[str]] = field(default_factory=dict)
    rules: dict[str, Counter[str]] = field(default_factory=dict)
    rows: int = 0
    within: int = 0
    across: int = 0
    _last: dict[str, str] = field(default_factory=dict)

    def add(self, example: Example, split: str, version: str) -> None:
        """Count an example that is written to a split of a version."""
        file = split + version
        self.files[file] += 1
        if self._last.get(file) != example.document:
            self._last[file] = example.document
            self.documents[file] += 1
        self.types.setdefault(version, Counter())[example.discourse_type] += 1
        self.rules.setdefault(version, Counter())[example.rule] += 1
        word = plain(example.connective_string)
        if word:
            self.connectives.setdefault(version, Counter())[word] += 1

    def total(self, version: str) -> int:
        """The examples of a version."""
        return self.types.get(version, Counter()).total()
