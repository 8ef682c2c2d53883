"""How much each fact about an example weighs, as ``rules/weights.yaml`` states it, and about a step
of splitting ``rules/weights_split.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp

from disco import _paths
from disco._schema_errors import read_as
from disco._strict import Strict

_MOST = 700.0  # the largest number of which exp is one


class WeightsFile(Strict):
    """The table that ``disco rules weigh`` fits: the weights of an example's facts are added up,
    and their sum is what the logistic function makes a probability of."""

    about: str
    start: float
    weights: dict[str, float]

    def knows(self, rule: str) -> bool:
        """Whether enough outputs of the rule have been judged."""
        return f"rule {rule}" in self.weights

    def confidence(self, facts: Mapping[str, float]) -> float:
        """The share of good ones among judged examples with such facts."""
        known = self.weights
        total = self.start + sum(known.get(name, 0.0) * v for name, v in facts.items())
        return chance(total)


def chance(total: float) -> float:
    """The logistic function: how likely what weighs so much is."""
    return 1 / (1 + exp(min(-total, _MOST)))


@cache
def weights(*, of_split: bool = False) -> WeightsFile:
    """The shipped file for rules that unfuse or for those that split, read once; RuleError where it
    is broken."""
    name = "weights_split.yaml" if of_split else "weights.yaml"
    return read_as(WeightsFile, _paths.rules_dir() / name)
