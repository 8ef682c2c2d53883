"""Examples of rules that unfuse or split."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from spacy.tokens import Doc

from disco.draft.example import Example
from disco.engine import Engine
from disco.explain import Explained, farthest
from disco.jobs.apply import finder_of
from disco.jobs.options import Options
from disco.jobs.unfuse import Unfuser
from disco.rules import RuleSet, UnfuseExample, UnfuseRule
from disco.rules.gate import in_words
from disco.text.documents import Document
from disco.trial.trial import Outcome, Trial


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
        """The rule and the one that it hands on to."""
        follower = [r for r in self.rules.rules if r.id == rule.then]
        return replace(self.rules, rules=(rule, *follower))

    def _parsed(self, rule: UnfuseRule, example: UnfuseExample) -> Doc:
        return self.engine.parse(Document(rule.id, sentences=tuple(example.text)))

    def _written(self, rule: UnfuseRule, doc: Doc) -> list[Example]:
        found = self._unfuser(self.only(rule)).examples(doc)
        return [e for e in found if e.rule == rule.id]

    def outcome(self, rule: UnfuseRule, example: UnfuseExample) -> Outcome:
        doc = self._parsed(rule, example)
        written = self._written(rule, doc)
        stolen = unsure = None
        if example.first is None or example.second is None:
            good = [e for e in written if not e.refused]
            passed, expected = not good, f"nothing: {example.none}"
            written = good or written
        else:
            wanted = _squeezed(example.first, example.second)
            same = [e for e in written if _key(e) == wanted]
            carried = _carried(example, example.type, example.connective)
            passed = any(
                example.refused in e.refused if example.refused else not e.refused
                for e in same
                if _carried(example, e.discourse_type, e.connective_string) == carried
            )
            expected = f"{example.first} || {example.second}{carried}"
            if example.refused:
                expected += f" (refused: {example.refused})"
            if passed:
                stolen = self._thief(rule, doc, same[0])
                unsure = None if example.refused else self._unsure(same[0])
        got = tuple(
            _shown(e) + _carried(example, e.discourse_type, e.connective_string) for e in written
        )
        if not passed and not got:
            got = (f"nothing: {self._stopped(rule, doc)}",)
        text = " // ".join(example.text)
        return Outcome(rule.id, text, expected, got, passed, stolen_by=stolen, unsure=unsure)

    def _unsure(self, example: Example) -> float | None:
        """How sure it is, where that is too little to be written; of what is split any step may
        be wanted."""
        least, sure = Options().min_confidence, example.confidence
        if self.rules is not self.engine.rules.unfuse or least is None or sure is None:
            return None
        return sure if sure < least else None

    def _thief(self, rule: UnfuseRule, doc: Doc, example: Example) -> str | None:
        """Another rule that writes the same of the same type, when all rules run."""
        for e in self._all.examples(doc):
            same = _key(e) == _key(example) and e.discourse_type == example.discourse_type
            if same and e.rule != rule.id and not e.refused:
                return e.rule
        return None

    def fires(self, rule: UnfuseRule, example: UnfuseExample) -> Outcome:
        doc = self._parsed(rule, example)
        written = self._written(rule, doc)
        good = any(not e.refused for e in written)
        got = tuple(map(_shown, written)) or (f"nothing anyway: {self._stopped(rule, doc)}",)
        return Outcome(rule.id, " // ".join(example.text), "", got, good)

    def _stopped(self, rule: UnfuseRule, doc: Doc) -> str:
        """What keeps a rule from writing anything, where it came farthest."""
        unfuser = self._unfuser(self.only(rule))
        explained = Explained(self.engine.rules, self.rules, unfuser.parsed(doc))
        attempt = partial(explained.unfused, unfuser)
        return farthest(explained.trying(rule, finder_of(rule), attempt))


def _squeezed(*texts: str) -> tuple[str, ...]:
    """Texts without their spaces: tokenized and natural count as the same."""
    return tuple("".join(t.split()) for t in texts)


def _key(example: Example) -> tuple[str, ...]:
    return _squeezed(*example.outputs)


def _carried(stated: UnfuseExample, kind: str | None, connective: str | None) -> str:
    """The type and the connective, as far as the example in the rule file states them."""
    carried = [kind] if stated.type is not None else []
    if stated.connective is not None:
        carried.append(f"connective '{connective}'")
    return f" ({', '.join(map(str, carried))})" if carried else ""


def _shown(example: Example) -> str:
    text = " || ".join(example.outputs)
    return f"{text} refused: {in_words(example.refused)}" if example.refused else text
