"""Examples of rules that resolve."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Doc

from disco.draft.example import Example
from disco.draft.finish import finish
from disco.draft.realize import text_of
from disco.draft.words import Word
from disco.explain import Explained, farthest
from disco.jobs.resolve import Resolver
from disco.rules import ResolveExample, ResolveRule
from disco.rules.gate import in_words
from disco.rules.resolving import DOUBTFUL
from disco.text.documents import Document
from disco.trial.trial import Outcome, Trial


class ResolveTrial(Trial[ResolveRule, ResolveExample]):
    """The rule alone turns the second sentence into what the example says, or leaves it."""

    def _doc(self, rule: ResolveRule, example: ResolveExample) -> Doc:
        whole = (" ".join(example.text),) if example.one_sentence else example.text
        return self.engine.parse(Document(rule.id, sentences=whole))

    def _stopped(self, rule: ResolveRule, example: ResolveExample) -> str:
        """What keeps a rule from replacing anything, where it came farthest."""
        engine = self.engine
        parsed = engine.unfuser.parsed(self._doc(rule, example), in_full=True)
        return farthest(Explained(engine.rules, parsed).resolving(rule, engine.unfuser))

    def _replaced(self, rule: ResolveRule, example: ResolveExample) -> str | None:
        one, doc = example.one_sentence, self._doc(rule, example)
        parsed = self.engine.unfuser.parsed(doc, in_full=True)
        home, before = parsed.sentences[-1], parsed.sentences[0]
        at = next(t.i for t in doc if t.idx + len(t) > len(example.text[0]))
        other, own = ([Word.kept(t) for t in part] for part in (doc[:at], doc[at:]))
        words, replaced = Resolver(self.only(rule), splitting=rule.splitting).replace(
            parsed, own, other
        )
        finished = finish(words, doc, home, None if one else before)
        sure = replaced and {DOUBTFUL}.issuperset(*(r.doubts for r in replaced))
        return text_of(finished, doc, "natural")[0] if sure else None

    def outcome(self, rule: ResolveRule, example: ResolveExample) -> Outcome:
        text = self._replaced(rule, example)
        expected = f"nothing: {example.none}" if example.becomes is None else example.becomes
        got = (text,) if text else ()
        if example.becomes is not None and not got:
            got = (f"nothing: {self._stopped(rule, example)}",)
        passed = text == example.becomes
        remarks: tuple[str, ...] = ()
        if text and passed and self.is_theirs(rule):
            remarks = tuple(self._remarks(rule, example, text))
        return Outcome(rule.id, " // ".join(example.text), expected, got, passed, remarks=remarks)

    def _remarks(self, rule: ResolveRule, example: ResolveExample, text: str) -> Iterator[str]:
        """Why no example is written with what a rule of a user has resolved."""
        refused: list[Example] = []
        doc = self._doc(rule, example)
        good = list(self.engine.unfuser.examples(doc, refused.append))
        against = next((e.refused for e in refused if e.outputs[1] == text), ())
        if against and all(e.outputs[1] != text for e in good):
            yield f"not written by default: {in_words(against)}"

    def silent(self, rule: ResolveRule, example: ResolveExample) -> tuple[str, ...]:
        if self._replaced(rule, example):
            return ()
        return (f"nothing anyway: {self._stopped(rule, example)}",)
