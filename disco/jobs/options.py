"""What the user may set about the work of an engine."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, get_args

from disco._errors import UsageError, unknown
from disco._types import CONTROL
from disco.draft.realize import Style
from disco.jobs.filters import BY_FORM

FILTERS = (*BY_FORM, "broken", "unfaithful")  # of refining, which may be left out
_MAY_BE_NONE = frozenset({"min_confidence", "min_step"})
LEAST_OF_A_STEP, LEAST_OF_A_FINE_STEP = 0.82, 0.4


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may set about the writing.

    Without ``min_confidence`` every doubt refuses, whatever judged examples say of it. ``fine``,
    ``standalone``, ``attributed`` and ``min_step`` are for splitting: finer propositions, pronouns
    replaced from the sentence before, what somebody says as a proposition of its own, and how sure
    each step has to be, which is 0.82 where nothing is said, and 0.4 of finer ones. ``min_fusion``
    is how sure a free fusion has to be. The last three are for refining: how likely a pair that is
    kept is faithful, how many of its lemmas the sides share, and the filters that are not asked.
    """

    style: Style = "natural"
    gate: bool = True
    controls: bool = False
    min_tokens: int = 4
    ascii_only: bool = False
    types: frozenset[str] | None = None
    min_confidence: float | None = 0.78
    fine: bool = False
    standalone: bool = True
    attributed: bool = False
    min_step: float | None = None
    min_fusion: float = 0.88
    min_faithful: float = 0.6
    min_overlap: float = 0.25
    without: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.style not in get_args(Style):
            raise UsageError(unknown("style", self.style, get_args(Style)))
        if self.types is not None:
            if not (self.types and _are_names(self.types)):
                message = "types are a frozenset of names; load(types=...) takes patterns too"
                raise UsageError(message)
            if self.types == {CONTROL} and not self.controls:
                raise UsageError(f"{CONTROL} is written with --controls only")
        if not _are_names(self.without):
            raise UsageError("without is a frozenset of names of filters")
        for name in self.without:
            if name not in FILTERS:
                raise UsageError(unknown("filter", name, FILTERS))
        for name in ("gate", "controls", "ascii_only", "fine", "standalone", "attributed"):
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name} is true or false, and not {getattr(self, name)!r}")
        for name in ("min_confidence", "min_step", "min_fusion", "min_faithful", "min_overlap"):
            value = getattr(self, name)
            if value is None and name in _MAY_BE_NONE:
                continue
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or not 0 <= value <= 1:
                raise UsageError(f"{name} is a number from 0 to 1, and not {value!r}")
        if type(self.min_tokens) is not int or self.min_tokens < 0:
            raise UsageError(f"min_tokens is a number from 0 on, and not {self.min_tokens!r}")

    def chosen(self) -> dict[str, Any]:
        """What is chosen by name, sets in order: as text the same in every process."""
        every = asdict(self).items()
        return {name: sorted(v) if isinstance(v, frozenset) else v for name, v in every}

    @property
    def least_of_a_step(self) -> float | None:
        """How sure a step of splitting has to be; None where every doubt refuses."""
        if self.min_confidence is None or self.min_step is not None:
            return self.min_step
        return LEAST_OF_A_FINE_STEP if self.fine else LEAST_OF_A_STEP


def _are_names(names: object) -> bool:
    return isinstance(names, frozenset) and all(isinstance(n, str) for n in names)
