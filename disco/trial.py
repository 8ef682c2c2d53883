"""The examples inside the rule files, run for real: each rule alone, and through all rules."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from spacy.tokens import Doc

from disco.draft.example import Example
from disco.draft.finish import finish
from disco.draft.realize import text_of
from disco.draft.words import Word
from disco.engine import Engine
from disco.explain import REACHED, Explained
from disco.jobs.apply import finder_of
from disco.jobs.categorized import Pair
from disco.jobs.fused import Sentences
from disco.jobs.options import Options
from disco.jobs.resolve import Resolver
from disco.jobs.unfuse import Unfuser
from disco.match.model import without_mark
from disco.rules import (
    CategoryExample,
    CategoryRule,
    FuseExample,
    FuseRule,
    ResolveExample,
    ResolveRule,
    RuleSet,
    UnfuseExample,
    UnfuseRule,
)
from disco.rules.schema import R
from disco.text.documents import Document

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one example of a rule came to.

    ``got`` holds what the rule wrote or decided, ``stolen_by`` a rule before it that writes the
    same, ``blocked_by`` the exception that the example shows at work, ``place`` where it stands.
    """

    rule: str
    text: str
    expected: str
    got: tuple[str, ...]
    passed: bool
    todo: str | None = None
    stolen_by: str | None = None
    blocked_by: str | None = None
    place: str = ""


def run_examples(engine: Engine, only: Container[str] | None = None) -> Iterator[Outcome]:
    """Every example of every rule (or of some) of every job, in the order of the files."""
    book = engine.rules
    trials: tuple[tuple[RuleSet[Any], type[Trial[Any, Any]]], ...] = (
        (book.unfuse, UnfuseTrial),
        (book.resolve, ResolveTrial),
        (book.categorize, CategoryTrial),
        (book.fuse, FuseTrial),
        (book.split, UnfuseTrial),
    )
    for rules, kind in trials:
        chosen = [rule for rule in rules.rules if only is None or rule.id in only]
        if chosen:
            trial = kind(engine, rules)
            for rule in chosen:
                for k, outcome in enumerate(_of_rule(trial, rule)):
                    yield replace(outcome, place=str(rules.place(rule.id, ("examples", k))))


def _of_rule(trial: Trial[R, Any], rule: R) -> Iterator[Outcome]:
    """What the examples of a rule come to; those with ``blocked_by`` without that exception too."""
    for example in getattr(rule, "examples", ()):
        outcome = trial.outcome(rule, example)
        if example.blocked_by is not None and outcome.passed:
            rest = {n: t for n, t in rule.unless.items() if without_mark(n) != example.blocked_by}
            freed = trial.fires(rule.model_copy(update={"unless": rest}), example)
            if not freed.passed:
                expected = f"nothing, for {example.blocked_by} alone"
                outcome = replace(freed, expected=expected, got=freed.got or ("nothing anyway",))
        yield replace(outcome, todo=example.todo, blocked_by=example.blocked_by)


class Trial(Generic[R, E]):
    """How the examples of the rules of one job are tried."""

    def __init__(self, engine: Engine, rules: RuleSet[R]) -> None:
        self.engine, self.rules = engine, rules

    def only(self, rule: R) -> RuleSet[R]:
        """The rule by itself."""
        return replace(self.rules, rules=(rule,))

    def outcome(self, rule: R, example: E) -> Outcome:
        """Whether an example is as it says."""
        raise NotImplementedError

    def fires(self, rule: R, example: E) -> Outcome:
        """Whether a rule, by itself, does something with an example, as ``passed``."""
        raise NotImplementedError


class UnfuseTrial(Trial[UnfuseRule, UnfuseExample]):
    """The rule writes the two sentences, the gate lets them pass, and no other rule does it
    before; or it writes nothing that passes."""

    def __init__(self, engine: Engine, rules: RuleSet[UnfuseRule]) -> None:
        super().__init__(engine, rules)
        # refused examples are looked at too, with their reasons
        self._options = Options(gate=False, min_confidence=None)
        self._all = self._unfuser(rules)

    def _unfuser(self, rules: RuleSet[UnfuseRule]) -> Unfuser:
        engine = self.engine
        return Unfuser(
            rules, engine.rules.resolve, engine.nlp.vocab, self._options, engine.coreference
        )

    def only(self, rule: UnfuseRule) -> RuleSet[UnfuseRule]:
        """The rule and those that it hands on to."""
        kept = [rule]
        while kept[-1].then is not None and any(r.id == kept[-1].then for r in self.rules.rules):
            kept.append(self.rules.get(kept[-1].then))
        return replace(self.rules, rules=tuple(kept))

    def _parsed(self, rule: UnfuseRule, example: UnfuseExample) -> Doc:
        return self.engine.parse(Document(rule.id, sentences=tuple(example.text)))

    def _written(self, rule: UnfuseRule, doc: Doc) -> list[Example]:
        found = self._unfuser(self.only(rule)).examples(doc)
        return [e for e in found if e.rule == rule.id]

    def outcome(self, rule: UnfuseRule, example: UnfuseExample) -> Outcome:
        doc = self._parsed(rule, example)
        written = self._written(rule, doc)
        stolen = None
        if example.first is None or example.second is None:
            good = [e for e in written if not e.refused]
            passed, expected = not good, f"nothing: {example.none}"
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
            stolen = self._thief(rule, doc, same[0]) if passed else None
        got = tuple(_shown(e) for e in written)
        return Outcome(rule.id, " // ".join(example.text), expected, got, passed, stolen_by=stolen)

    def _thief(self, rule: UnfuseRule, doc: Doc, example: Example) -> str | None:
        """Another rule that writes the same of the same type, when all rules run."""
        for e in self._all.examples(doc):
            same = _key(e) == _key(example) and e.discourse_type == example.discourse_type
            if same and e.rule != rule.id and not e.refused:
                return e.rule
        return None

    def fires(self, rule: UnfuseRule, example: UnfuseExample) -> Outcome:
        written = self._written(rule, self._parsed(rule, example))
        good = any(not e.refused for e in written)
        got = tuple(_shown(e) for e in written) or self._stopped(rule, self._parsed(rule, example))
        return Outcome(rule.id, " // ".join(example.text), "", got, good)

    def _stopped(self, rule: UnfuseRule, doc: Doc) -> tuple[str, ...]:
        """What keeps a rule from writing anything, where it came farthest."""
        unfuser = self._unfuser(self.only(rule))
        explained = Explained(self.engine.rules, self.rules, unfuser.parsed(doc))
        attempt = partial(explained.unfused, unfuser)
        tried = explained.trying(rule, finder_of(rule), attempt)
        farthest = max(tried, key=lambda a: REACHED.index(a.reached))
        where = f", {farthest.lines[0].place}" if farthest.lines else ""
        return (f"nothing anyway: {farthest.reached}, {farthest.detail}{where}",)


class ResolveTrial(Trial[ResolveRule, ResolveExample]):
    """The rule alone turns the second sentence into what the example says, or leaves it."""

    def _replaced(self, rule: ResolveRule, example: ResolveExample) -> str | None:
        one = example.one_sentence
        sentences = (" ".join(example.text),) if one else example.text
        doc = self.engine.parse(Document(rule.id, sentences=sentences))
        parsed = self.engine.unfuser.parsed(doc)
        home, before = parsed.sentences[-1], parsed.sentences[0]
        at = next(t.i for t in doc if t.idx + len(t) > len(example.text[0]))
        other, own = ([Word.kept(t) for t in part] for part in (doc[:at], doc[at:]))
        words, replaced, _ = Resolver(self.only(rule), splitting=rule.splitting).replace(
            parsed, own, other
        )
        finished = finish(words, doc, home, None if one else before)
        sure = replaced and not any(r.doubts for r in replaced)
        return text_of(finished, doc, "natural")[0] if sure else None

    def outcome(self, rule: ResolveRule, example: ResolveExample) -> Outcome:
        text = self._replaced(rule, example)
        expected = f"nothing: {example.none}" if example.becomes is None else example.becomes
        got = (text,) if text else ()
        return Outcome(rule.id, " // ".join(example.text), expected, got, text == example.becomes)

    def fires(self, rule: ResolveRule, example: ResolveExample) -> Outcome:
        text = self._replaced(rule, example)
        got = (text,) if text else ()
        return Outcome(rule.id, " // ".join(example.text), "", got, text is not None)


class CategoryTrial(Trial[CategoryRule, CategoryExample]):
    """A pair is of the rule's class, by all rules together, and the rule sees it by itself; or
    it is of another class."""

    def __init__(self, engine: Engine, rules: RuleSet[CategoryRule]) -> None:
        super().__init__(engine, rules)
        self._together = {scope: self._engine(rules.in_scope(scope)) for scope in ("all", "paper")}

    def _engine(self, rules: RuleSet[CategoryRule]) -> Engine:
        return Engine(self.engine.nlp, replace(self.engine.rules, categorize=rules))

    def _all(self, rule: CategoryRule) -> Engine:
        return self._together["paper" if rule.scope == "paper" else "all"]

    def outcome(self, rule: CategoryRule, example: CategoryExample) -> Outcome:
        pair = Pair(rule.id, example.long, tuple(example.split))
        (found,) = self._all(rule).categorize_many([pair])
        label = f"{found.category}/{found.subcategory}"
        got = found.reason or f"{label} by {found.decisions[0].rule}"
        right = found.decisions[0].boundary.right if found.decisions else ""
        if example.none is not None:
            passed, expected = label != rule.label, f"not {rule.label}: {example.none}"
        else:
            (seen,) = self._engine(self.only(rule)).categorize_many([pair])
            if not seen.decisions:
                got = f"{got}; the rule itself matches nothing"
            passed = label == rule.label and bool(seen.decisions)
            expected = rule.label
            if example.at is not None:
                passed = passed and right.startswith(example.at)
                expected, got = f"{expected} at {example.at!r}", f"{got} at {right[:40]!r}"
        return Outcome(rule.id, _pair_shown(example), expected, (got,), passed)

    def fires(self, rule: CategoryRule, example: CategoryExample) -> Outcome:
        pair = Pair(rule.id, example.long, tuple(example.split))
        (seen,) = self._engine(self.only(rule)).categorize_many([pair])
        got = () if seen.decisions else (seen.reason,)
        return Outcome(rule.id, _pair_shown(example), "", got, bool(seen.decisions))


class FuseTrial(Trial[FuseRule, FuseExample]):
    """The rule alone fuses the pair into what the example says, or writes nothing."""

    def _fused(self, rule: FuseRule, example: FuseExample) -> tuple[str, ...]:
        alone = Engine(self.engine.nlp, replace(self.engine.rules, fuse=self.only(rule)))
        told = (None, "") if example.free else (rule.type, example.connective)
        (found,) = alone.fuse_many([Sentences(rule.id, *example.pair, *told)])
        return tuple(f.text for f in found.fusions)

    def outcome(self, rule: FuseRule, example: FuseExample) -> Outcome:
        got = self._fused(rule, example)
        if example.fused is None:
            passed, expected = not got, f"nothing: {example.none}"
        else:
            passed, expected = got[:1] == (example.fused,), example.fused
        return Outcome(rule.id, " // ".join(example.pair), expected, got, passed)

    def fires(self, rule: FuseRule, example: FuseExample) -> Outcome:
        got = self._fused(rule, example)
        return Outcome(rule.id, " // ".join(example.pair), "", got, bool(got))


def _pair_shown(example: CategoryExample) -> str:
    return f"{example.long} // {' // '.join(example.split)}"


def _squeezed(*texts: str) -> tuple[str, ...]:
    """Texts without their spaces: tokenized and natural count as the same."""
    return tuple("".join(t.split()) for t in texts)


def _key(example: Example) -> tuple[str, ...]:
    return _squeezed(example.incoherent_first_sentence, example.incoherent_second_sentence)


def _shown(example: Example) -> str:
    text = f"{example.incoherent_first_sentence} || {example.incoherent_second_sentence}"
    return f"{text} (refused: {', '.join(example.refused)})" if example.refused else text
