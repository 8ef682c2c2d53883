"""What the rules write of texts now, refused or not, with the facts that weigh: for the bank."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from spacy.tokens import Doc

from disco.draft.example import Example
from disco.engine import Engine
from disco.jobs.drafter import Finding
from disco.jobs.evidence import evidence
from disco.jobs.judge import Judge
from disco.jobs.levels import Level
from disco.jobs.split import Splitter
from disco.jobs.unfuse import Unfuser
from disco.parse.readings import TIMES
from disco.rules import SplitRule
from disco.text.documents import Unit

Facts = dict[str, float]


def unfused(engine: Engine, units: Iterable[Unit]) -> Iterator[tuple[Example, Facts]]:
    """All that rules unfuse, refused or not, with its facts; sentences are read otherwise, too,
    which only splitting does: whether unfusing should, is for the bank to say."""
    rules, options = engine.rules, replace(engine.options, gate=False)
    unfuser = Unfuser(rules.unfuse, rules.resolve, engine.lexicon, options, engine.coreference)

    def made(doc: Doc) -> list[tuple[Example, Facts]]:
        parsed = unfuser.parsed(doc, in_full=True)
        otherwise = (f for each in parsed.otherwise() for f in unfuser.findings(each))
        singles = (finding for finding in otherwise if not finding.rule.paired)
        return _with_facts(unfuser, chain(unfuser.findings(parsed), singles))

    return chain.from_iterable(engine.made_of(units, made, readings=TIMES))


def steps_of_splitting(engine: Engine, units: Iterable[Unit]) -> Iterator[tuple[Example, Facts]]:
    """All steps of fine splitting, however unsure, with their facts."""
    splitter = _EveryStep(engine)

    def made(doc: Doc) -> list[tuple[Example, Facts]]:
        return _with_facts(splitter.unfuser, splitter.taken(doc))

    return chain.from_iterable(engine.made_of(units, made, readings=splitter.readings))


class _EveryStep(Splitter):
    """Takes what splits however unsure it is."""

    def __init__(self, engine: Engine) -> None:
        options = replace(engine.options, fine=True, min_step=0.0)
        super().__init__(engine.rules, engine.lexicon, options, engine.coreference)
        self._steps: list[Finding] = []
        self._judge = Judge(engine.options.min_confidence)

    def taken(self, doc: Doc) -> list[Finding]:
        """The steps that split, of all sentences of a text."""
        self._steps = []
        deque(self.split(doc), maxlen=0)
        return self._steps

    def takes(self, finding: Finding, level: Level) -> bool:
        """What unfuses is taken where it is sure."""
        splits = isinstance(finding.rule, SplitRule)
        if not splits and self._judge.verdict(finding.rule, finding.case).refused:
            return False
        if not super().takes(finding, level):
            return False
        if splits:
            self._steps.append(finding)
        return True


def _with_facts(unfuser: Unfuser, findings: Iterable[Finding]) -> list[tuple[Example, Facts]]:
    made = ((unfuser.example(finding), finding) for finding in findings)
    return [(example, evidence(f.case)) for example, f in made if example is not None]
