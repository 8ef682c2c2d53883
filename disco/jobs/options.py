"""What the user may set about the work of an engine."""

from __future__ import annotations

from dataclasses import dataclass

from disco.draft.realize import Style


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may set about the writing.

    Without ``min_confidence`` every doubt refuses, whatever judged examples say of it. ``fine``,
    ``standalone`` and ``attributed`` are for splitting: finer propositions, pronouns replaced from
    the sentence before, and what somebody says as a proposition of its own. The last
    three are for refining: how likely a pair that is kept is faithful, how many of its lemmas the
    sides share, and the filters that are not asked.
    """

    style: Style = "natural"
    gate: bool = True
    controls: bool = False
    min_tokens: int = 4
    ascii_only: bool = False
    types: frozenset[str] | None = None
    min_confidence: float | None = 0.8
    fine: bool = False
    standalone: bool = True
    attributed: bool = False
    min_faithful: float = 0.6
    min_overlap: float = 0.25
    without: frozenset[str] = frozenset()
