"""A long sentence with its split, and what was found about the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from disco._types import INVALID
from disco.text.documents import in_order, is_blank

_LONGEST = 20_000  # characters of a sentence: each word is set beside each one of the other side


@dataclass(frozen=True, slots=True)
class Pair:
    """One long sentence and the sentences that it was split into, in whatever holds them.

    ``fields`` is the row that it comes from, which the output repeats.
    """

    id: str
    long: str
    split: Sequence[str]
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    opens: ClassVar[bool] = True  # a document of its own

    def __post_init__(self) -> None:
        if in_order(self.split):
            object.__setattr__(self, "split", tuple(self.split))

    @property
    def problem(self) -> str:
        """Why these are not a long sentence and its split; nothing where they are."""
        if not isinstance(self.id, str):
            return "'id' is not a string"
        long: object = self.long
        split: object = self.split
        if not isinstance(long, str) or is_blank(long):
            return "'long' is empty" if isinstance(long, str) else "'long' is not a string"
        if len(long) > _LONGEST:
            return f"'long' has more than {_LONGEST:,} characters"
        if not isinstance(split, (list, tuple)):
            kind = "a string, not a" if isinstance(split, str) else "no"
            return f"'split' is {kind} list of strings"
        if not all(isinstance(s, str) for s in split):
            return "'split' holds something that is not a string"
        if any(is_blank(s) for s in split):
            return "'split' has an empty sentence"
        if any(len(s) > _LONGEST for s in split):
            return f"'split' has a sentence of more than {_LONGEST:,} characters"
        if len(split) < 2:
            return "'split' is empty" if not split else "'split' has one sentence only"
        return ""

    @property
    def size(self) -> int:
        """How many characters it has, whatever it is."""
        return len(str(self.long)) + len(str(self.split))

    def row(self, *, without: str) -> dict[str, Any]:
        """The row that it comes from, but for what an earlier run may have said there."""
        told = {key: value for key, value in self.fields.items() if key != without}
        split = list(self.split) if isinstance(self.split, tuple) else self.split
        return {"id": self.id, **told, "long": self.long, "split": split}


@dataclass(frozen=True, slots=True)
class Edit:
    """A step from the long sentence to its split.

    ``kept`` and ``removed`` are stretches of the long sentence, ``start`` to ``end`` in
    characters; ``added`` is text put in at ``start``; ``split`` ends a sentence there.
    """

    op: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where the long sentence was split: before token ``index``, ``start`` in characters."""

    index: int
    start: int
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a decision was made.

    ``score`` is how many words of the long sentence stand in the split where the rule says, less
    those that do not; ``margin`` how far the best rule of another kind, the ``rival``, is behind;
    ``tokens`` are the words that the rule bound.
    """

    score: float
    margin: float | None
    rival: str | None
    tokens: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """What one boundary needed, by which rule, and why."""

    category: str
    subcategory: str
    boundary: Boundary
    rule: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Categorized:
    """A pair with a decision for each boundary, or with the ``reason`` why it has none.

    ``labels`` are the edit labels of Kim et al., 0 or 1 for each token of the long sentence; none
    where there is no decision.
    """

    pair: Pair
    decisions: tuple[Decision, ...] = ()
    reason: str = ""
    edits: tuple[Edit, ...] = ()
    tokens: tuple[str, ...] = ()
    labels: tuple[int, ...] = ()

    @property
    def category(self) -> str:
        """That of the first decision; ``invalid`` where there is none."""
        return self.decisions[0].category if self.decisions else INVALID

    @property
    def subcategory(self) -> str:
        """The same within its category."""
        return self.decisions[0].subcategory if self.decisions else INVALID

    def to_dict(self) -> dict[str, Any]:
        """The input row with what was found."""
        first = asdict(self.decisions[0]) if self.decisions else {}
        row = self.pair.row(without="reason")
        row |= {"category": self.category, "subcategory": self.subcategory}
        row |= {key: first.get(key) for key in ("boundary", "rule", "evidence")}
        if self.reason:
            row["reason"] = self.reason
        row["edits"] = {
            "script": [asdict(e) for e in self.edits],
            "tokens": list(self.tokens),
            "labels": list(self.labels),
        }
        row["boundaries"] = [asdict(d) for d in self.decisions]
        return row
