"""Examples of rules that fuse."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Doc

from disco.explain import explain_fusing, farthest
from disco.jobs.fuse import Fuser
from disco.jobs.fused import Fused, Sentences
from disco.jobs.options import Options
from disco.rules import FuseExample, FuseRule
from disco.text.documents import Document, joined
from disco.trial.trial import Outcome, Trial


class FuseTrial(Trial[FuseRule, FuseExample]):
    """The rule alone fuses the pair into what the example says, or writes nothing."""

    def _pair(self, rule: FuseRule, example: FuseExample) -> Sentences:
        told = (None, "") if example.free else (rule.type, example.connective)
        return Sentences(rule.id, *example.pair, *told)

    def _fused(self, rule: FuseRule, example: FuseExample) -> tuple[str, ...]:
        alone = Fuser(self.only(rule), self.engine.lexicon, Options().min_fusion)
        return tuple(f.text for f in self._made_by(alone, rule, example).fusions)

    def _made_by(self, fuser: Fuser, rule: FuseRule, example: FuseExample) -> Fused:
        """What rules make of the pair, as the rule is told."""
        unit = joined("", example.pair, 0, True)
        return fuser.fuse(self._pair(rule, example), unit, self._parsed(example))

    def _parsed(self, example: FuseExample) -> Doc:
        return self.engine.parse(Document("", sentences=example.pair))

    def _stopped(self, rule: FuseRule, example: FuseExample) -> str:
        """What keeps a rule from writing anything, where it came farthest."""
        book, fuser = self.engine.rules, self.engine.fuser
        doc = self._parsed(example)
        return farthest(explain_fusing(fuser, book, rule, doc, example.connective))

    def outcome(self, rule: FuseRule, example: FuseExample) -> Outcome:
        problem = self.engine.fuse_problem(self._pair(rule, example))
        got = () if problem else self._fused(rule, example)
        remarks: tuple[str, ...] = ()
        if example.fused is None:
            passed, expected = not got and not problem, f"nothing: {example.none}"
        else:
            passed, expected = got[:1] == (example.fused,), example.fused
            if passed and self.is_theirs(rule):
                remarks = tuple(self._remarks(rule, example))
        if not passed:
            got = got or (f"nothing: {problem or self._stopped(rule, example)}",)
        return Outcome(rule.id, " // ".join(example.pair), expected, got, passed, remarks=remarks)

    def _remarks(self, rule: FuseRule, example: FuseExample) -> Iterator[str]:
        """Which rule is asked before one of a user, or is surer."""
        best = self._made_by(self.engine.fuser, rule, example).best
        if best.rule not in {rule.id, None}:
            yield f"rule {best.rule} comes before it, and writes: {best.text}"

    def silent(self, rule: FuseRule, example: FuseExample) -> tuple[str, ...]:
        if self._fused(rule, example):
            return ()
        return (f"nothing anyway: {self._stopped(rule, example)}",)
