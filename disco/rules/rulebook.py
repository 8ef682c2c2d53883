"""Rules that are loaded: in the order in which they are tried, with what they share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Generic, TypeVar

from disco._errors import UsageError, unknown
from disco._paths import rules_dir
from disco._yaml import Keys, Located, Place
from disco.match.lexicon import Connective
from disco.rules.categorizing import CategoryRule
from disco.rules.definitions import Definitions
from disco.rules.fusing import FuseRule
from disco.rules.language import Use
from disco.rules.resolving import ResolveRule
from disco.rules.schema import BaseRule
from disco.rules.splitting import SplitRule
from disco.rules.unfusing import UnfuseRule

Rule = TypeVar("Rule", bound=BaseRule, covariant=True)


def is_ours(place: Place) -> bool:
    """Whether a place is in one of our files."""
    return Path(place.file).is_relative_to(rules_dir())


@dataclass(frozen=True, slots=True)
class RuleSet(Generic[Rule]):
    """The rules in the order in which they are tried, and where each rule is."""

    rules: tuple[Rule, ...]
    texts: Mapping[str, Located]

    def in_scope(self, scope: str) -> RuleSet[Rule]:
        """Only what the papers have."""
        return RuleSet(tuple(r for r in self.rules if r.scope == scope), self.texts)

    def get(self, rule_id: str) -> Rule:
        """The rule of that id; raises UsageError with the nearest one."""
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        known = [r.id for r in self.rules]
        raise UsageError(unknown("rule", rule_id, known))

    def place(self, rule_id: str, path: Keys = ()) -> Place:
        """Where a rule, or a part of it, stands."""
        return self.texts[rule_id].place(path)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of every job, and what they share."""

    unfuse: RuleSet[UnfuseRule]
    resolve: RuleSet[ResolveRule]
    categorize: RuleSet[CategoryRule]
    fuse: RuleSet[FuseRule]
    split: RuleSet[SplitRule]
    connectives: tuple[Connective, ...]
    definitions: Definitions
    off: Mapping[str, Place] = field(default_factory=dict)  # where a rule is switched off

    @property
    def types(self) -> tuple[str, ...]:
        """The types that the rules may have."""
        return self.definitions.vocabulary.types

    @property
    def sets(self) -> dict[str, RuleSet[Any]]:
        """The rules of each job by its name, in the order of the jobs."""
        found = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: each for name, each in found.items() if isinstance(each, RuleSet)}

    def get(self, rule_id: str) -> tuple[BaseRule, RuleSet[Any]]:
        """The rule of that id, of whatever job, and its set; raises UsageError for another."""
        rules = {rule.id: (rule, found) for found in self.sets.values() for rule in found.rules}
        if rule_id in rules:
            return rules[rule_id]
        if rule_id in self.off:
            raise UsageError(f"rule '{rule_id}' is switched off: see {self.off[rule_id]}")
        if any(rule_id in found.texts for found in self.sets.values()):
            raise UsageError(f"the scope leaves rule '{rule_id}' out")
        raise UsageError(unknown("rule", rule_id, rules))

    def place(self, rule_id: str, path: Keys = ()) -> Place:
        """Where a rule of whatever job, or a part of it, stands."""
        return next(f for f in self.sets.values() if rule_id in f.texts).place(rule_id, path)

    def matching(self, name: str) -> frozenset[str]:
        """The rules of a name or a pattern, ``mine.*``; raises UsageError where there are none."""
        rules = (rule for each in self.sets.values() for rule in each.rules)
        found = {rule.id for rule in rules if fnmatchcase(rule.id, name)}
        return frozenset(found) or frozenset({self.get(name)[0].id})

    def place_of_exception(self, rule: BaseRule, name: str) -> Place:
        """Where an exception is stated: in its rule, or in the definition that the rule uses."""
        used = rule.unless[name][0]
        if isinstance(used, Use):
            for condition in used.conditions:
                place = self.definitions.place("conditions", condition)
                if place is not None:
                    return place
        return self.place(rule.id, ("unless", name))

    def in_scope(self, scope: str) -> Rulebook:
        """Only what the papers have, or everything."""
        if scope == "all":
            return self
        sets: dict[str, Any] = {k: each.in_scope(scope) for k, each in self.sets.items()}
        kept = tuple(c for c in self.connectives if c.source == scope)
        return replace(self, **sets, connectives=kept)
