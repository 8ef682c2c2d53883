"""Two sentences to be fused, and what they became."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from disco.draft.example import FLAGS, Insertion, Removal
from disco.text.documents import LONGEST_GIVEN, is_blank

# what an example says of the way back to its source, which is not that of the fused text; and
# what an earlier run found
_OF_EARLIER = frozenset({"recipe", "replacements", "doubts", "refused", "fusions"})
_IN_TABLES = {"0.0": False, "1.0": True}  # what the flags of the data set are there


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
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    opens: ClassVar[bool] = True  # a document of their own

    @property
    def size(self) -> int:
        """How many characters they have, whatever they are."""
        return len(str(self.first)) + len(str(self.second))

    @property
    def problem(self) -> str:
        """Why they cannot be fused, whatever is told; nothing where they can."""
        if not isinstance(self.id, str):
            return "'id' is no string"
        for name, text in (("first", self.first), ("second", self.second)):
            if not isinstance(text, str) or is_blank(text):
                return f"'{name}' is empty" if isinstance(text, str) else f"'{name}' is no string"
            if len(text) > LONGEST_GIVEN:
                return f"'{name}' has more than {LONGEST_GIVEN:,} characters"
        return ""


@dataclass(frozen=True, slots=True)
class Restored:
    """An example's source, put together again."""

    id: str
    sources: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences of the source as one text."""
        return " ".join(self.sources)

    def to_dict(self) -> dict[str, Any]:
        """The source as a row."""
        return {"id": self.id, "fused": self.text, "sources": list(self.sources)}


@dataclass(frozen=True, slots=True)
class Fusion:
    """One way to say the two sentences as one text.

    ``removed`` are places in the two sentences with a space between them, ``inserted`` places in
    the text; their ``part`` is the sentence of it that they are in. ``confidence`` is the share of
    the rule's fusions that readers found good, none where the type was told; ``reason`` is what the
    rule does.
    """

    text: str
    discourse_type: str | None
    rule: str | None
    inserted: tuple[Insertion, ...] = ()
    removed: tuple[Removal, ...] = ()
    confidence: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fused:
    """The sentences and all that the rules can write of them, the best first.

    Of those that nobody asked for by their type, only one of at least ``least`` is the best.
    ``problem`` is why they cannot be fused as told.
    """

    sentences: Sentences
    fusions: tuple[Fusion, ...]
    least: float = 0.0
    problem: str = ""

    @property
    def best(self) -> Fusion:
        """The best fusion; the two sentences as they are where no rule can write one."""
        for fusion in self.fusions:
            if fusion.confidence is None or fusion.confidence >= self.least:
                return fusion
        pair, reason = self.sentences, self.problem or "no rule can fuse them"
        if self.fusions:
            surest = self.fusions[0].confidence
            reason = (
                f"no fusion is sure enough: {self.least} is asked for, and the surest has {surest}"
            )
        sides = (side for side in (pair.first, pair.second) if isinstance(side, str))
        return Fusion(" ".join(sides), None, None, reason=reason)

    def to_dict(self, *, all_of_them: bool = False) -> dict[str, Any]:
        """The input row with the fused text."""
        pair, best = self.sentences, asdict(self.best)
        told = {key: value for key, value in pair.fields.items() if key not in _OF_EARLIER}
        told |= {k: _IN_TABLES.get(str(v), v) for k, v in told.items() if k in FLAGS}
        row = {"id": pair.id, **told, "fused": best.pop("text"), **best}
        kind = pair.discourse_type or told.get("discourse_type")
        if kind is not None:  # what the text has, whatever was written
            row["discourse_type"] = kind
        if all_of_them:
            row["fusions"] = [asdict(f) for f in self.fusions]
        return row
