"""Examples of rules that categorize."""

from __future__ import annotations

from disco.engine import Engine
from disco.explain import explain_deciding, farthest
from disco.jobs.categorize import Categorizer
from disco.jobs.categorized import Pair
from disco.rules import CategoryExample, CategoryRule, RuleSet
from disco.trial.trial import Outcome, Trial


class CategoryTrial(Trial[CategoryRule, CategoryExample]):
    """A pair is of the rule's class, by all rules together, and the rule sees it by itself; or
    it is of another class."""

    def __init__(self, engine: Engine, rules: RuleSet[CategoryRule]) -> None:
        super().__init__(engine, rules)
        self._paper = Engine(engine.nlp, engine.rules.in_scope("paper"))

    def _all(self, rule: CategoryRule) -> Engine:
        return self._paper if rule.scope == "paper" else self.engine

    def outcome(self, rule: CategoryRule, example: CategoryExample) -> Outcome:
        pair = Pair(rule.id, example.long, tuple(example.split))
        (found,) = self._all(rule).categorize_many([pair])
        label = f"{found.category}/{found.subcategory}"
        got = found.reason or f"{label} by {found.decisions[0].rule}"
        right = found.decisions[0].boundary.right if found.decisions else ""
        if example.none is not None:
            passed, expected = label != rule.label, f"not {rule.label}: {example.none}"
        else:
            matches = not self.silent(rule, example)
            if not matches:
                got = f"{got}; the rule itself matches nothing"
            passed = label == rule.label and matches
            expected = rule.label
            if example.at is not None:
                passed = passed and right.startswith(example.at)
                expected, got = f"{expected} at {example.at!r}", f"{got} at {right[:40]!r}"
        text = f"{example.long} // {' // '.join(example.split)}"
        return Outcome(rule.id, text, expected, (got,), passed)

    def silent(self, rule: CategoryRule, example: CategoryExample) -> tuple[str, ...]:
        engine = self.engine
        long, split = engine.parse_one(example.long), engine.tokenized(example.split)
        alone = Categorizer(self.only(rule), engine.lexicon)
        if alone.ranked(long, split):
            return ()
        why = farthest(explain_deciding(alone, engine.rules, rule, long, split))
        return (f"nothing anyway: {why}",)
