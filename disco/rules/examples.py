"""The examples inside the rule files, run for real: each rule alone, and through all rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from disco.documents import Document
from disco.engine import Engine
from disco.example import Example
from disco.rules.load import RuleSet
from disco.rules.schema import ExampleRule, Rule
from disco.unfuse import Unfuser


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one example of a rule came to.

    ``got`` holds what the rule wrote, ``stolen_by`` a rule before it that writes the same.
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
    """Every example of every rule (or of one), in the order of the files."""
    rules = engine.unfuser.rules
    if only is not None:
        rules.get(only)
    options = replace(engine.unfuser.options, gate=False, types=None, style="natural", min_tokens=1)
    everything = Unfuser(rules, engine.nlp.vocab, options)
    for rule in rules.rules:
        if only is None or rule.id == only:
            alone = Unfuser(_with_followers(rules, rule), engine.nlp.vocab, options)
            for example in rule.examples:
                yield _outcome(engine, rules, rule, example, alone, everything)


def _with_followers(rules: RuleSet, rule: Rule) -> RuleSet:
    """The rule and those that it hands on to."""
    kept = [rule]
    while kept[-1].then is not None:
        kept.append(rules.get(kept[-1].then))
    return replace(rules, rules=tuple(kept))


def _outcome(
    engine: Engine,
    rules: RuleSet,
    rule: Rule,
    example: ExampleRule,
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


def _squeezed(*texts: str) -> tuple[str, ...]:
    """Texts without their spaces: tokenized and natural count as the same."""
    return tuple("".join(t.split()) for t in texts)


def _key(example: Example) -> tuple[str, ...]:
    return _squeezed(example.incoherent_first_sentence, example.incoherent_second_sentence)


def _shown(example: Example) -> str:
    text = f"{example.incoherent_first_sentence} || {example.incoherent_second_sentence}"
    return f"{text} (refused: {', '.join(example.refused)})" if example.refused else text
