"""Examples of rules that fuse."""

from __future__ import annotations

from dataclasses import replace

from disco.engine import Engine
from disco.explain import explain_fusing, farthest
from disco.jobs.fused import Sentences
from disco.rules import FuseExample, FuseRule
from disco.text.documents import Document
from disco.trial.trial import Outcome, Trial


class FuseTrial(Trial[FuseRule, FuseExample]):
    """The rule alone fuses the pair into what the example says, or writes nothing."""

    def _pair(self, rule: FuseRule, example: FuseExample) -> Sentences:
        told = (None, "") if example.free else (rule.type, example.connective)
        return Sentences(rule.id, *example.pair, *told)

    def _fused(self, rule: FuseRule, example: FuseExample) -> tuple[str, ...]:
        alone = Engine(self.engine.nlp, replace(self.engine.rules, fuse=self.only(rule)))
        (found,) = alone.fuse_many([self._pair(rule, example)])
        return tuple(f.text for f in found.fusions)

    def _stopped(self, rule: FuseRule, example: FuseExample) -> str:
        """What keeps a rule from writing anything, where it came farthest."""
        if problem := self.engine.fuse_problem(self._pair(rule, example)):
            return problem
        doc = self.engine.parse(Document(rule.id, sentences=example.pair))
        book, fuser = self.engine.rules, self.engine.fuser
        return farthest(explain_fusing(fuser, book, rule.id, doc, example.connective))

    def outcome(self, rule: FuseRule, example: FuseExample) -> Outcome:
        got = self._fused(rule, example)
        if example.fused is None:
            passed, expected = not got, f"nothing: {example.none}"
        else:
            passed, expected = got[:1] == (example.fused,), example.fused
            got = got or (f"nothing: {self._stopped(rule, example)}",)
        return Outcome(rule.id, " // ".join(example.pair), expected, got, passed)

    def fires(self, rule: FuseRule, example: FuseExample) -> Outcome:
        got = self._fused(rule, example)
        return Outcome(rule.id, " // ".join(example.pair), "", got, bool(got))
