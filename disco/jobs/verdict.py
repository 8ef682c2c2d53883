"""What the reasons against a draft come to: they refuse it, or they weigh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from disco.draft.record import Verdict
from disco.jobs.case import Case
from disco.jobs.evidence import evidence
from disco.rules import SplitRule, UnfuseRule
from disco.rules.gate import gate_words
from disco.rules.weights import WeightsFile, weights


@dataclass(frozen=True, slots=True)
class Judge:
    """How sure an example has to be; with ``least`` None every reason refuses.

    With ``all_steps`` what splits is taken however unsure it is.
    """

    least: float | None
    all_steps: bool = False

    def weighs(self, rule: UnfuseRule) -> bool:
        """Whether reasons against what a rule writes weigh; else they refuse."""
        judged = _table(rule).knows(rule.id) or self._takes_all_of(rule)
        return judged and self.least is not None

    def verdict(self, rule: UnfuseRule, case: Case) -> Verdict:
        """How sure a draft is, and what refuses it."""
        reasons = tuple(case.reasons)
        confidence = _confidence(rule, case)
        if self.least is None or confidence is None:
            return Verdict(confidence, reasons, reasons)
        refused: Sequence[str] = reasons
        if self.weighs(rule):
            refused = tuple(r for r in reasons if gate_words().is_final(r))
        if confidence < self.least and not self._takes_all_of(rule):
            refused = reasons or ("low_confidence",)
        return Verdict(confidence, reasons, tuple(refused))

    def _takes_all_of(self, rule: UnfuseRule) -> bool:
        return self.all_steps and isinstance(rule, SplitRule)


def _confidence(rule: UnfuseRule, case: Case) -> float | None:
    """How likely a draft is good by the judged ones like it, or as its rule says."""
    table = _table(rule)
    return round(table.confidence(evidence(case)), 3) if table.knows(rule.id) else rule.good


def _table(rule: UnfuseRule) -> WeightsFile:
    """What is known of the outputs of a rule and of those like it."""
    return weights(of_split=isinstance(rule, SplitRule))
