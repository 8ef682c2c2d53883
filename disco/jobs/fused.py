"""Two sentences to be fused, and what they became."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from disco.draft.example import Insertion, Removal


@dataclass(frozen=True, slots=True)
class Sentences:
    """Two sentences to be fused; ``discourse_type`` and ``connective`` where they are told.

    ``fields`` is the row that they come from, which the output repeats.
    """

    id: str
    first: str
    second: str
    discourse_type: str | None = None
    connective: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fusion:
    """One way to say the two sentences as one text.

    ``removed`` are places in the two sentences with a space between them, ``inserted`` places in
    the sentences of the text. ``score`` is how good the rule says it is, ``reason`` why.
    """

    text: str
    discourse_type: str | None
    rule: str | None
    inserted: tuple[Insertion, ...] = ()
    removed: tuple[Removal, ...] = ()
    score: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fused:
    """The sentences and all that the rules can write of them, the best first."""

    sentences: Sentences
    fusions: tuple[Fusion, ...]

    @property
    def best(self) -> Fusion:
        """The best fusion; the two sentences as they are where no rule can write one."""
        if self.fusions:
            return self.fusions[0]
        pair = self.sentences
        return Fusion(f"{pair.first} {pair.second}", None, None, reason="no rule can fuse them")

    def to_dict(self, *, all_of_them: bool = False) -> dict[str, Any]:
        """The input row with the fused text."""
        pair, best = self.sentences, asdict(self.best)
        row = {**pair.fields, "id": pair.id, "fused": best.pop("text"), **best}
        if pair.discourse_type is not None:
            row["discourse_type"] = pair.discourse_type
        if all_of_them:
            row["fusions"] = [asdict(f) for f in self.fusions]
        return row
