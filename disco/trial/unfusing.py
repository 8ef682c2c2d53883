"""Examples of rules that unfuse or split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from spacy.tokens import Doc

from disco.draft.example import Example
from disco.engine import Engine
from disco.english.boundaries import sentences_in
from disco.explain import Explained, farthest
from disco.jobs.apply import finder_of
from disco.jobs.options import Options
from disco.jobs.split import Splitter, asked_for
from disco.jobs.unfuse import Unfuser
from disco.rules import RuleSet, SplitRule, UnfuseExample, WritingRule
from disco.rules.gate import in_words
from disco.text.documents import Document
from disco.trial.trial import Outcome, Trial


class UnfuseTrial(Trial[WritingRule, UnfuseExample]):
    """The rule writes the two sentences, the gate lets them pass, and no other rule does it
    before; or it writes nothing that passes."""

    def __init__(self, engine: Engine, rules: RuleSet[WritingRule]) -> None:
        super().__init__(engine, rules)
        # refused examples are looked at too, with their reasons
        self._options = Options(gate=False, min_confidence=None)
        self._all = self._unfuser(rules)

    def _unfuser(self, rules: RuleSet[WritingRule]) -> Unfuser:
        engine = self.engine
        return Unfuser(
            rules, engine.rules.resolve, engine.lexicon, self._options, engine.coreference
        )

    def only(self, rule: WritingRule) -> RuleSet[WritingRule]:
        """The rule and the one that it hands on to."""
        follower = [r for r in self.rules.rules if r.id == rule.handed_to]
        return replace(self.rules, rules=(rule, *follower))

    def _parsed(self, rule: WritingRule, example: UnfuseExample) -> Doc:
        return self.engine.parse(Document(rule.id, sentences=tuple(example.text)))

    def _written(self, rule: WritingRule, doc: Doc) -> list[Example]:
        found = self._unfuser(self.only(rule)).examples(doc)
        return [e for e in found if e.rule == rule.id]

    def outcome(self, rule: WritingRule, example: UnfuseExample) -> Outcome:
        doc = self._parsed(rule, example)
        written = self._written(rule, doc)
        remarks: tuple[str, ...] = ()
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
                remarks = tuple(self._remarks(rule, doc, same[0]))
        got = tuple(
            _shown(e) + _carried(example, e.discourse_type, e.connective_string) for e in written
        )
        if not passed and not got:
            got = (f"nothing: {self._stopped(rule, doc)}",)
        elif not passed and all("lost" in e.refused for e in written):
            got += (self._stopped(rule, doc),)
        if not passed:
            got += tuple(_read_as_many(rule, example))
        elif self.is_theirs(rule):
            remarks += tuple(_read_as_many(rule, example))
        text = " // ".join(example.text)
        return Outcome(rule.id, text, expected, got, passed, remarks=remarks)

    def _remarks(self, rule: WritingRule, doc: Doc, example: Example) -> Iterator[str]:
        """What keeps from a user what a rule of theirs writes, though the gate does not."""
        if thief := self._thief(rule, doc, example):
            yield f"rule {thief} writes the same before it"
        if not self.is_theirs(rule) or example.refused:
            return
        options, least, sure = Options(), Options().min_confidence, example.confidence
        if isinstance(rule, SplitRule):
            options = asked_for(rule, options)
            least = options.least_of_a_step
        if least is not None and sure is not None and sure < least:
            default = f"the default --min-confidence is {least}"
            yield f"not written by default: its confidence is {sure}, {default}"
        elif isinstance(rule, SplitRule) and not self._splits(rule, doc, options):
            if self._splits(rule, doc, replace(options, standalone=False)):
                yield "written with --no-standalone only: the second sentence needs the first"
            else:
                yield "disco split leaves this as it is, or other rules come before it"

    def _splits(self, rule: SplitRule, doc: Doc, options: Options) -> bool:
        """Whether a rule has a part in what becomes of a text, when all rules split it."""
        engine = self.engine
        splitter = Splitter(engine.rules, engine.lexicon, options, engine.coreference)
        made = (p for row in splitter.split(doc) for p in row.propositions)
        return any(rule.id in proposition.rules for proposition in made)

    def freed(self, rule: WritingRule, example: UnfuseExample) -> Iterator[str]:
        doc = self._parsed(rule, example)
        thieves = (self._thief(rule, doc, e) for e in self._written(rule, doc) if not e.refused)
        for thief in sorted(set(filter(None, thieves))):
            yield f"rule {thief} writes it all the same"

    def _thief(self, rule: WritingRule, doc: Doc, example: Example) -> str | None:
        """Another rule that writes the same of the same type, when all rules run."""
        for e in self._all.examples(doc):
            same = _key(e) == _key(example) and e.discourse_type == example.discourse_type
            if same and e.rule != rule.id and not e.refused:
                return e.rule
        return None

    def silent(self, rule: WritingRule, example: UnfuseExample) -> tuple[str, ...]:
        doc = self._parsed(rule, example)
        written = self._written(rule, doc)
        if any(not e.refused for e in written):
            return ()
        return tuple(map(_shown, written)) or (f"nothing anyway: {self._stopped(rule, doc)}",)

    def _stopped(self, rule: WritingRule, doc: Doc) -> str:
        """What keeps a rule from writing anything, where it came farthest."""
        unfuser = self._unfuser(self.only(rule))
        explained = Explained(self.engine.rules, unfuser.parsed(doc, in_full=True))
        attempt = partial(explained.unfused, unfuser)
        return farthest(explained.trying(rule, finder_of(rule), attempt))


def _read_as_many(rule: WritingRule, example: UnfuseExample) -> Iterator[str]:
    """That a text looks like several sentences, where the rule takes it for one."""
    many = len(list(sentences_in(example.text[0])))
    if many > 1 and not rule.paired and not example.refused:
        yield f"this reads as {many} sentences, and the rule looks at it as one"


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
