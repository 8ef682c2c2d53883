"""Unfusing one parsed text: every rule on every sentence, and the gate behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from spacy.tokens import Doc
from spacy.vocab import Vocab

from disco import realize
from disco._types import CONTROL
from disco.check import Checked, refusals
from disco.draft import Draft, Word
from disco.example import Example
from disco.find import Finder
from disco.lexicon import Lexicon
from disco.match import Match, Parsed
from disco.realize import Style
from disco.record import record
from disco.rewrite import refused_by, required, write
from disco.rules import RuleSet, UnfuseRule
from disco.sentence import Sentence, sentences_of


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may set about the writing."""

    style: Style = "natural"
    gate: bool = True
    controls: bool = False
    min_tokens: int = 4
    ascii_only: bool = False
    types: frozenset[str] | None = None


Refusal = Callable[[Example], None]


@dataclass(slots=True)
class Unfuser:
    """The rules, compiled for one vocabulary."""

    rules: RuleSet[UnfuseRule]
    vocab: Vocab
    options: Options = field(default_factory=Options)
    finders: list[Finder[UnfuseRule]] = field(init=False)
    lexicon: Lexicon = field(init=False)
    _handed: dict[str, UnfuseRule] = field(init=False)

    def __post_init__(self) -> None:
        self.lexicon = Lexicon(self.vocab, self.rules.connectives)
        self.finders = [Finder(rule, self.vocab, self.lexicon) for rule in self.rules.rules]
        self._handed = {rule.id: rule for rule in self.rules.rules}

    def parsed(self, doc: Doc) -> Parsed:
        """The text with its sentences, connectives and coreference looked up."""
        return Parsed(doc, sentences_of(doc), self.lexicon.find(doc))

    def examples(self, doc: Doc, refused: Refusal | None = None) -> Iterator[Example]:
        """The examples of a parsed text, in the order of its sentences; ids are left empty.

        What the gate refuses goes to ``refused``, or with the gate off is written, marked.
        """
        parsed = self.parsed(doc)
        by_sentence: dict[int, list[Example]] = {s.index: [] for s in parsed.sentences}
        for finder in self.finders:
            if self.options.gate and finder.rule.never_by_default:
                continue
            for match in finder.pairs(parsed):
                if required(match):
                    by_sentence[match.sentence.index].extend(self.written(finder.rule, match))
        for sentence in parsed.sentences:
            found = by_sentence[sentence.index]
            yield from self._sorted_out(found, refused)
            if self.options.controls and sentence.index:
                yield from self._control(parsed, sentence, found)

    def written(self, rule: UnfuseRule, match: Match) -> Iterator[Example]:
        """The example of a rule's match, and of the rule that it hands on to."""
        draft = write(rule, match)
        if draft is None:
            return
        refused = refused_by(match)
        yield from self._finished(match, draft, rule.type, refused)
        follower = self._handed.get(rule.then) if rule.then else None
        if follower is not None:
            handed = Match(follower, match.parsed, match.sentence, {}, match.before, draft)
            further = write(follower, handed)
            if further is not None:
                becomes = follower.becomes[rule.type]
                reasons = [*refused, *refused_by(handed)]
                yield from self._finished(match, further, becomes, reasons)

    def _finished(
        self, match: Match, draft: Draft, kind: str, refused: list[str]
    ) -> Iterator[Example]:
        if self.options.types is not None and kind not in self.options.types:
            return
        doc, sentence, before = match.doc, match.sentence, match.before
        paired = match.rule.input == "pair"
        sentences = (before, sentence) if paired and before is not None else (sentence,)
        finished = replace(
            draft,
            first=realize.finish(draft.first, doc, sentences[0]),
            second=realize.finish(draft.second, doc, sentence, sentences[0]),
        )
        if not finished.first or not finished.second:
            return
        reasons = [*refused, *refusals(Checked(doc, finished, sentences, self.options.min_tokens))]
        example = record(doc, finished, kind, match.rule.id, sentences, self.options.style, reasons)
        if self.options.ascii_only and not _is_ascii(example):
            return
        yield example

    def _sorted_out(self, found: list[Example], refused: Refusal | None) -> Iterator[Example]:
        """Good examples before refused ones, none twice, none that yields to another."""
        seen: set[tuple[str, str, str]] = set()
        good = {e.discourse_type for e in found if not e.refused}
        for example in sorted(found, key=lambda e: bool(e.refused)):
            rule = self._handed[example.rule]
            if example.discourse_type == rule.type and good & set(rule.yields_to):
                continue
            key = (
                example.discourse_type,
                example.incoherent_first_sentence,
                example.incoherent_second_sentence,
            )
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
        """The pair as it stands, where no rule for pairs found anything, not even with doubt."""
        wanted = self.options.types is None or CONTROL in self.options.types
        if not wanted or any(len(e.sentences) == 2 for e in found):
            return
        pair = (parsed.sentences[sentence.index - 1], sentence)
        doc = parsed.doc
        first, second = (
            [Word.kept(doc[i]) for i in range(s.start, s.end) if not doc[i].is_space] for s in pair
        )
        example = record(
            doc, Draft(first, second), CONTROL, "control", pair, self.options.style, []
        )
        if not (self.options.ascii_only and not _is_ascii(example)):
            yield example


def _is_ascii(example: Example) -> bool:
    return all(text.isascii() for text in example.to_columns())
