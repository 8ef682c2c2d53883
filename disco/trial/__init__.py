"""The examples inside the rule files, run for real: each rule alone, and through all rules."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Any

from disco.engine import Engine
from disco.match.model import without_mark
from disco.rules import Rulebook
from disco.rules.schema import R
from disco.trial.categorizing import CategoryTrial
from disco.trial.fusing import FuseTrial
from disco.trial.resolving import ResolveTrial
from disco.trial.trial import Outcome, Trial
from disco.trial.unfusing import UnfuseTrial

__all__ = ["Outcome", "changed_examples", "run_examples"]


_KINDS: dict[str, type[Trial[Any, Any]]] = {  # by the name of the job
    "unfuse": UnfuseTrial,
    "resolve": ResolveTrial,
    "categorize": CategoryTrial,
    "fuse": FuseTrial,
    "split": UnfuseTrial,
}


def run_examples(engine: Engine, only: Container[str] | None = None) -> Iterator[Outcome]:
    """Every example of every rule (or of some) of every job, in the order of the files."""
    for job, rules in engine.rules.sets.items():
        chosen = [rule for rule in rules.rules if only is None or rule.id in only]
        if chosen:
            trial = _KINDS[job](engine, rules)
            for rule in chosen:
                for k, outcome in enumerate(_of_rule(trial, rule)):
                    yield replace(outcome, place=rules.place(rule.id, ("examples", k)))


def changed_examples(
    engine: Engine, ours: Rulebook, only: Container[str] | None = None
) -> Iterator[Outcome]:
    """The examples of our rules that hold no longer, where a user's rule has the place of one."""
    for job, theirs in engine.rules.sets.items():
        own = ours.sets[job]
        by_id = {rule.id: rule for rule in theirs.rules if only is None or rule.id in only}
        chosen = [
            (rule, by_id[rule.id])
            for rule in own.rules
            if rule.id in by_id and theirs.place(rule.id) != own.place(rule.id)
        ]
        if chosen:
            trial = _KINDS[job](engine, theirs)
            for rule, instead in chosen:
                for k, example in enumerate(rule.examples):
                    outcome = trial.outcome(instead, example)
                    if not (outcome.passed or example.todo):
                        yield replace(outcome, place=own.place(rule.id, ("examples", k)))


def _of_rule(trial: Trial[R, Any], rule: R) -> Iterator[Outcome]:
    """What the examples of a rule come to; those with ``blocked_by`` without that exception too."""
    for example in rule.examples:
        outcome = trial.outcome(rule, example)
        if example.blocked_by is not None and outcome.passed:
            rest = {n: t for n, t in rule.unless.items() if without_mark(n) != example.blocked_by}
            without = rule.model_copy(update={"unless": rest})
            if why := trial.silent(without, example):
                expected = f"nothing, for {example.blocked_by} alone"
                outcome = replace(outcome, passed=False, expected=expected, got=why)
            elif trial.is_theirs(rule):
                outcome = replace(outcome, remarks=tuple(trial.freed(without, example)))
        yield replace(outcome, todo=example.todo, blocked_by=example.blocked_by)
