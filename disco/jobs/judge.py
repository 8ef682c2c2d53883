"""What the reasons against a draft come to: they refuse it, or they weigh."""

from __future__ import annotations

from dataclasses import dataclass

from disco.draft.record import Verdict
from disco.jobs.case import Case
from disco.jobs.evidence import evidence
from disco.rules import SplitRule, WritingRule
from disco.rules.gate import gate_words
from disco.rules.weights import WeightsFile, weights


@dataclass(frozen=True, slots=True)
class Judge:
    """How sure an example has to be; with ``least`` None every reason refuses, with 0 none but
    what is false in structure."""

    least: float | None

    def weighs(self, rule: WritingRule) -> bool:
        """Whether reasons against what a rule writes weigh; else they refuse."""
        return self.least is not None and (not self.least or _table(rule).knows(rule.id))

    def verdict(self, rule: WritingRule, case: Case) -> Verdict:
        """How sure a draft is, and what refuses it."""
        reasons = refused = tuple(case.reasons)
        confidence = _confidence(rule, case)
        if self.weighs(rule):
            refused = tuple(r for r in reasons if gate_words().is_final(r))
        if self.least and confidence is not None and confidence < self.least:
            refused = reasons or ("low_confidence",)
        return Verdict(confidence, reasons, refused)


def _confidence(rule: WritingRule, case: Case) -> float | None:
    """How likely a draft is good by the judged ones like it, or as its rule says."""
    table = _table(rule)
    return round(table.confidence(evidence(case)), 3) if table.knows(rule.id) else rule.good


def _table(rule: WritingRule) -> WeightsFile:
    """What is known of the outputs of a rule and of those like it."""
    return weights(of_split=isinstance(rule, SplitRule))
