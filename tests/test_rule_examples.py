"""Every example of every rule file, as ``disco rules test`` runs them."""

from __future__ import annotations

import pytest

from disco import Engine
from disco.rules import load_rulebook
from disco.trial import Outcome, run_examples


@pytest.fixture(scope="module")
def outcomes(engine: Engine) -> list[Outcome]:
    return list(run_examples(engine))


@pytest.mark.parametrize(
    "rule", [r.id for found in load_rulebook().sets.values() for r in found.rules]
)
def test_examples(outcomes: list[Outcome], rule: str) -> None:
    found = [o for o in outcomes if o.rule == rule]
    assert found
    failed = [o for o in found if not o.passed and not o.todo]
    assert not failed, "\n".join(f"{o.text}\n- {o.expected}\n+ {o.got}" for o in failed)


def test_no_rule_steals_from_another(outcomes: list[Outcome]) -> None:
    assert not [(o.rule, o.remarks) for o in outcomes if o.remarks]


def test_one_rule_alone_gives_its_examples_only(engine: Engine) -> None:
    assert {o.rule for o in run_examples(engine, {"near.gerund"})} == {"near.gerund"}


def test_every_rule_has_a_positive_and_most_a_negative_example() -> None:
    rules = load_rulebook().unfuse.rules
    assert all(any(e.first for e in r.examples) for r in rules)
    shown = [r for r in rules if not r.never_by_default]
    assert all(any(e.none for e in r.examples) for r in shown if not r.id.endswith("surface"))
