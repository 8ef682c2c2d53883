"""What the user may set about the work of an engine."""

from __future__ import annotations

from dataclasses import dataclass

from disco.draft.realize import Style

LEAST_OF_A_STEP, LEAST_OF_A_FINE_STEP = 0.88, 0.4


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may set about the writing.

    Without ``min_confidence`` every doubt refuses, whatever judged examples say of it. ``fine``,
    ``standalone``, ``attributed`` and ``min_step`` are for splitting: finer propositions, pronouns
    replaced from the sentence before, what somebody says as a proposition of its own, and how sure
    each step has to be, which is 0.88 where nothing is said, and 0.4 of finer ones. ``min_fusion``
    is how sure a free fusion has to be. The last three are for refining: how likely a pair that is
    kept is faithful, how many of its lemmas the sides share, and the filters that are not asked.
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
    min_step: float | None = None
    min_fusion: float = 0.88
    min_faithful: float = 0.6
    min_overlap: float = 0.25
    without: frozenset[str] = frozenset()

    @property
    def least_of_a_step(self) -> float | None:
        """How sure a step of splitting has to be; None where every doubt refuses."""
        if self.min_confidence is None or self.min_step is not None:
            return self.min_step
        return LEAST_OF_A_FINE_STEP if self.fine else LEAST_OF_A_STEP
