"""Unfusing one parsed text: every rule on every sentence, and the gate behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from spacy.tokens import Doc

from disco._types import CONTROL
from disco.coref.links import GIVEN
from disco.draft.example import Example
from disco.draft.record import Verdict, record
from disco.draft.words import Draft, Word
from disco.english.sentence import Sentence, sentences_of
from disco.jobs.apply import finder_of, required
from disco.jobs.case import Case
from disco.jobs.drafter import Drafter, Finding, could_be_parsed, is_hopeless
from disco.jobs.judge import Judge
from disco.jobs.options import Options
from disco.jobs.resolve import Resolver
from disco.jobs.written import Memory, Written
from disco.match.find import Finder
from disco.match.lexicon import Lexicon
from disco.match.match import Parsed
from disco.rules import ResolveRule, RuleSet, WritingRule
from disco.rules.gate import gate_words

Refusal = Callable[[Example], None]


@dataclass(slots=True)
class Unfuser:
    """The rules, compiled for one vocabulary."""

    rules: RuleSet[WritingRule]
    resolving: RuleSet[ResolveRule]
    lexicon: Lexicon
    options: Options = field(default_factory=Options)
    coreference: Callable[[Doc], Doc] | None = None
    finders: list[tuple[WritingRule, Finder]] = field(init=False)
    drafter: Drafter = field(init=False)
    _asked: list[tuple[WritingRule, Finder]] = field(init=False)
    _resolver: Resolver = field(init=False)
    _memory: Memory = field(init=False)

    def __post_init__(self) -> None:
        self.finders = [(rule, finder_of(rule)) for rule in self.rules.rules]
        gate = self.options.gate
        self._asked = [(r, f) for r, f in self.finders if not (gate and r.never_by_default)]
        self._resolver = Resolver(self.resolving)
        self._memory = Memory(self.rules, self.resolving, self.lexicon.connectives, self.options)
        by_id = {rule.id: rule for rule in self.rules.rules}
        self.drafter = Drafter(by_id, self.options, Judge(self.options.min_confidence))

    def parsed(self, doc: Doc, *, in_full: bool) -> Parsed:
        """The text with its sentences and connectives; coreference waits for a rule to ask, and
        nothing is looked for in a sentence that nobody could parse."""
        sentences = sentences_of(doc)
        tried = [s.start for s in sentences if could_be_parsed(s)]
        return Parsed(
            doc,
            sentences,
            self.lexicon.find(doc),
            resolver=self._resolver if self.coreference or GIVEN in doc.user_data else None,
            coreference=self.coreference,
            in_full=in_full,
            asked=None if len(tried) == len(sentences) else frozenset(tried),
        )

    def examples(
        self, doc: Doc, refused: Refusal | None = None, known: Written | None = None
    ) -> Iterator[Example]:
        """The examples of a parsed text, in the order of its sentences; ids are left empty.

        What the gate refuses goes to ``refused``, or with the gate off is written, marked. Rules
        are not asked again whose examples are ``known``, where all others then are, too.
        """
        # what is refused is written in full only where somebody reads it
        in_full = refused is not None or self.options.controls or not self.options.gate
        parsed = self.parsed(doc, in_full=in_full)
        by_sentence: dict[int, list[Example]] = {s.index: [] for s in parsed.sentences}
        each = ((rule.id, self._written_by(rule, finder, parsed)) for rule, finder in self._asked)
        written: Iterator[Example] = (
            chain.from_iterable(found for _, found in each)
            if known is None
            else self._memory.recalled(known, each, in_full=in_full)
        )
        for example in written:
            by_sentence[example.sentences[-1]].append(example)
        for sentence in parsed.sentences:
            found = by_sentence[sentence.index]
            yield from self._sorted_out(found, refused)
            if self.options.controls and sentence.index:
                yield from self._control(parsed, sentence, found)

    def _written_by(self, rule: WritingRule, finder: Finder, parsed: Parsed) -> Iterator[Example]:
        yield from filter(None, map(self.example, self._found_by(rule, finder, parsed)))

    def findings(
        self, parsed: Parsed, settled: Callable[[WritingRule, Sentence], bool] | None = None
    ) -> Iterator[Finding]:
        """All that the rules write of a text, rule by rule; refused or not, where that is wanted.

        A rule is not asked about a sentence that is ``settled`` by then.
        """
        for rule, finder in self._asked:
            yield from self._found_by(rule, finder, parsed, settled)

    def _found_by(
        self,
        rule: WritingRule,
        finder: Finder,
        parsed: Parsed,
        settled: Callable[[WritingRule, Sentence], bool] | None = None,
    ) -> Iterator[Finding]:
        for match in finder.matches(parsed):
            if settled is not None and settled(rule, match.sentence):
                continue
            pair = (match.before, match.sentence) if rule.paired else (match.sentence,)
            if any(is_hopeless(parsed, s, not rule.paired) for s in pair if s is not None):
                continue
            if required(rule, match):
                yield from self.drafter.written(rule, match)

    def example(self, finding: Finding) -> Example | None:
        """The finding on record; None where the options leave it out."""
        return self._recorded(finding.case, finding.verdict)

    def _recorded(self, case: Case, verdict: Verdict) -> Example | None:
        style, kind, rule = self.options.style, case.type, case.rule
        example = record(case.doc, case.draft, kind, rule, case.sentences, style, verdict)
        return None if self.options.ascii_only and not _is_ascii(example) else example

    def _sorted_out(self, found: list[Example], refused: Refusal | None) -> Iterator[Example]:
        """Good examples before refused ones, none twice, none that yields to another."""
        seen: set[tuple[str, str, str]] = set()
        types = self.options.types
        wanted = [e for e in found if types is None or e.discourse_type in types]
        good = {e.discourse_type for e in wanted if not e.refused}
        for example in sorted(wanted, key=lambda e: bool(e.refused)):
            rule = self.drafter.rules[example.rule]
            if example.discourse_type == rule.type and good & set(rule.beside):
                continue
            key = (example.discourse_type, *example.outputs)
            if key in seen:
                continue
            seen.add(key)
            if example.refused and self.options.gate:
                if refused is not None:
                    refused(example)
                continue
            yield example

    def _control(
        self, parsed: Parsed, sentence: Sentence, found: list[Example]
    ) -> Iterator[Example]:
        """The pair as it stands, where no rule for pairs found anything, not even with doubt, and
        no sentence of it is one that an example may not have."""
        if any(len(e.sentences) == 2 for e in found):
            return
        pair = (parsed.sentences[sentence.index - 1], sentence)
        if not all(map(could_be_parsed, pair)):  # no rule has looked at it
            return
        doc = parsed.doc
        first, second = (
            [Word.kept(doc[i]) for i in range(s.start, s.end) if not doc[i].is_space] for s in pair
        )
        draft = Draft(first, second)
        if any(map(gate_words().is_final, self.drafter.against(parsed, draft, pair))):
            return
        example = self._recorded(Case(parsed, draft, pair, "control", CONTROL, ()), Verdict())
        if example is not None:
            yield example


def _is_ascii(example: Example) -> bool:
    return all(text.isascii() for text in example.to_columns())
