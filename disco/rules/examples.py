"""The examples inside the rule files, run for real: each rule alone, and through all rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from disco.documents import Document
from disco.engine import Engine
from disco.example import Example
from disco.fusion import Sentences
from disco.pair import Pair
from disco.rules.categorizing import CategoryExample, CategoryRule
from disco.rules.load import RuleSet
from disco.rules.schema import R
from disco.rules.unfusing import UnfuseExample, UnfuseRule
from disco.unfuse import Unfuser


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one example of a rule came to.

    ``got`` holds what the rule wrote or decided, ``stolen_by`` a rule before it that writes the
    same.
    """

    rule: str
    file: str
    text: str
    expected: str
    got: tuple[str, ...]
    passed: bool
    todo: str | None = None
    stolen_by: str | None = None


def run_examples(engine: Engine, only: str | None = None) -> Iterator[Outcome]:
    """Every example of every rule (or of one) of every job, in the order of the files."""
    if only is not None:
        engine.rules.get(only)
    yield from _unfusing(engine, only)
    yield from _categorizing(engine, only)
    yield from _fusing(engine, only)


def _unfusing(engine: Engine, only: str | None) -> Iterator[Outcome]:
    rules = engine.rules.unfuse
    chosen = _chosen(rules, only)
    if not chosen:
        return
    options = replace(engine.options, gate=False, types=None, style="natural", min_tokens=1)
    everything = Unfuser(rules, engine.nlp.vocab, options)
    for rule in chosen:
        alone = Unfuser(_with_followers(rules, rule), engine.nlp.vocab, options)
        for example in rule.examples:
            yield _outcome(engine, rules, rule, example, alone, everything)


def _chosen(rules: RuleSet[R], only: str | None) -> list[R]:
    return [rule for rule in rules.rules if only in (None, rule.id)]


def _with_followers(rules: RuleSet[UnfuseRule], rule: UnfuseRule) -> RuleSet[UnfuseRule]:
    """The rule and those that it hands on to."""
    kept = [rule]
    while kept[-1].then is not None:
        kept.append(rules.get(kept[-1].then))
    return replace(rules, rules=tuple(kept))


def _outcome(
    engine: Engine,
    rules: RuleSet[UnfuseRule],
    rule: UnfuseRule,
    example: UnfuseExample,
    alone: Unfuser,
    everything: Unfuser,
) -> Outcome:
    doc = engine.parse(Document(rule.id, sentences=tuple(example.text)))
    written = [e for e in alone.examples(doc) if e.rule == rule.id]
    if example.first is None or example.second is None:
        good = [e for e in written if not e.refused]
        passed, expected, stolen = not good, f"nothing: {example.none}", None
        written = good or written
    else:
        wanted = _squeezed(example.first, example.second)
        same = [e for e in written if _key(e) == wanted]
        passed = any(
            example.refused in e.refused if example.refused else not e.refused for e in same
        )
        expected = f"{example.first} || {example.second}"
        if example.refused:
            expected += f" (refused: {example.refused})"
        stolen = next(
            (
                e.rule
                for e in everything.examples(doc)
                if passed
                and _key(e) == wanted
                and e.rule != rule.id
                and e.discourse_type == same[0].discourse_type
                and not e.refused
            ),
            None,
        )
    return Outcome(
        rule=rule.id,
        file=rules.files[rule.id],
        text=" // ".join(example.text),
        expected=expected,
        got=tuple(_shown(e) for e in written),
        passed=passed,
        todo=example.todo,
        stolen_by=stolen,
    )


def _categorizing(engine: Engine, only: str | None) -> Iterator[Outcome]:
    rules = engine.rules.categorize
    chosen = _chosen(rules, only)
    scopes = {"paper" if rule.scope == "paper" else "all" for rule in chosen}
    together = {scope: _with_categories(engine, rules.in_scope(scope)) for scope in scopes}
    for rule in chosen:
        alone = _with_categories(engine, replace(rules, rules=(rule,)))
        everything = together["paper" if rule.scope == "paper" else "all"]
        for example in rule.examples:
            yield _decided(rules, rule, example, alone, everything)


def _with_categories(engine: Engine, rules: RuleSet[CategoryRule]) -> Engine:
    """The same engine with other rules that categorize."""
    return Engine(engine.nlp, replace(engine.rules, categorize=rules))


def _decided(
    rules: RuleSet[CategoryRule],
    rule: CategoryRule,
    example: CategoryExample,
    alone: Engine,
    everything: Engine,
) -> Outcome:
    """A pair is of the rule's class, by all rules together, and the rule sees it by itself; or
    it is of another class."""
    pair = Pair(rule.id, example.long, tuple(example.split))
    (found,) = everything.categorize_many([pair])
    label = f"{found.category}/{found.subcategory}"
    got = found.reason or f"{label} by {found.decisions[0].rule}"
    right = found.decisions[0].boundary.right if found.decisions else ""
    if example.none is not None:
        passed, expected = label != rule.label, f"not {rule.label}: {example.none}"
    else:
        (seen,) = alone.categorize_many([pair])
        if not seen.decisions:
            got = f"{got}; the rule itself matches nothing"
        passed = label == rule.label and bool(seen.decisions)
        expected = rule.label
        if example.at is not None:
            passed = passed and right.startswith(example.at)
            expected, got = f"{expected} at {example.at!r}", f"{got} at {right[:40]!r}"
    text = f"{example.long} // {' // '.join(example.split)}"
    return Outcome(rule.id, rules.files[rule.id], text, expected, (got,), passed, example.todo)


def _fusing(engine: Engine, only: str | None) -> Iterator[Outcome]:
    rules = engine.rules.fuse
    for rule in _chosen(rules, only):
        alone = Engine(engine.nlp, replace(engine.rules, fuse=replace(rules, rules=(rule,))))
        for example in rule.examples:
            told = (None, "") if example.free else (rule.type, example.connective)
            (found,) = alone.fuse_many([Sentences(rule.id, *example.pair, *told)])
            got = tuple(f.text for f in found.fusions)
            if example.fused is None:
                passed, expected = not got, f"nothing: {example.none}"
            else:
                passed, expected = got[:1] == (example.fused,), example.fused
            yield Outcome(
                rule=rule.id,
                file=rules.files[rule.id],
                text=" // ".join(example.pair),
                expected=expected,
                got=got,
                passed=passed,
                todo=example.todo,
            )


def _squeezed(*texts: str) -> tuple[str, ...]:
    """Texts without their spaces: tokenized and natural count as the same."""
    return tuple("".join(t.split()) for t in texts)


def _key(example: Example) -> tuple[str, ...]:
    return _squeezed(example.incoherent_first_sentence, example.incoherent_second_sentence)


def _shown(example: Example) -> str:
    text = f"{example.incoherent_first_sentence} || {example.incoherent_second_sentence}"
    return f"{text} (refused: {', '.join(example.refused)})" if example.refused else text
