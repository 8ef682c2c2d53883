"""What one rule writes of one match: finished, with the gate's reasons, and judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from disco.draft.finish import finish
from disco.draft.record import Verdict
from disco.draft.words import Draft
from disco.english.sentence import Sentence
from disco.jobs.apply import doubts_of, refused_by, write
from disco.jobs.case import Case
from disco.jobs.gate import Checked, refusals, source_refusals
from disco.jobs.judge import Judge
from disco.jobs.options import Options
from disco.match.match import Match, Parsed
from disco.rules import UnfuseRule, WritingRule
from disco.rules.gate import gate_words


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule wrote of a sentence, or of it and the one before: finished, and judged."""

    rule: WritingRule
    case: Case
    verdict: Verdict

    @property
    def draft(self) -> Draft:
        """What it wrote."""
        return self.case.draft

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What it wrote that of."""
        return self.case.sentences


@dataclass(slots=True)
class Drafter:
    """Drafts and judges what rules write of their matches; ``rules`` are those that others hand
    on to, by id."""

    rules: dict[str, WritingRule]
    options: Options
    judge: Judge

    def written(self, rule: WritingRule, match: Match) -> Iterator[Finding]:
        """What a rule writes of its match, and what the rule does that it hands on to."""
        weighed = self.judge.weighs(rule)
        if match.parsed.in_full:
            refused = refused_by(rule, match)
        else:
            doubts = doubts_of(rule, match)
            if doubts is None or (doubts and not weighed):
                return
            refused = doubts
        draft = write(rule, match)
        if draft is None:
            return
        yield from self._finished(rule, match, draft, rule.type, refused)
        follower = self.rules.get(rule.handed_to) if rule.handed_to else None
        if isinstance(follower, UnfuseRule):
            handed = self._handed_on(follower, match, draft)
            further = write(follower, handed)
            if further is not None:
                becomes = follower.becomes[rule.type]
                reasons = [*refused, *refused_by(follower, handed)]
                yield from self._finished(rule, match, further, becomes, reasons)

    @staticmethod
    def _handed_on(follower: WritingRule, match: Match, draft: Draft) -> Match:
        return Match(
            match.parsed,
            match.sentence,
            {},
            stretches=follower.spans,
            before=match.before,
            draft=draft,
        )

    def _finished(
        self, rule: WritingRule, match: Match, draft: Draft, kind: str, refused: list[str]
    ) -> Iterator[Finding]:
        types = self.options.types
        if types is not None and kind not in types and not self.options.controls:
            return  # where controls are wanted, it is of interest that something was found
        doc, sentence, before = match.doc, match.sentence, match.before
        sentences = (before, sentence) if rule.paired and before is not None else (sentence,)
        finished = replace(
            draft,
            first=finish(draft.first, doc, sentences[0]),
            second=finish(draft.second, doc, sentence, sentences[0]),
        )
        if not finished.first or not finished.second:
            return
        resolving = (d for r in finished.replacements for d in r.doubts)
        of_gate = self.against(match.parsed, finished, sentences)
        reasons = list(dict.fromkeys([*refused, *resolving, *of_gate]))
        if not match.parsed.in_full and any(map(gate_words().is_final, reasons)):
            return
        case = Case(match.parsed, finished, sentences, rule.id, kind, reasons)
        verdict = self.judge.verdict(rule, case)
        if verdict.refused and not match.parsed.in_full:
            return
        yield Finding(rule, case, verdict)

    def against(
        self, parsed: Parsed, draft: Draft, sentences: tuple[Sentence, ...]
    ) -> Sequence[str]:
        """What the gate has against a finished draft, and against the sentences that it is of."""
        single = len(sentences) == 1
        of_sources = [r for s in sentences for r in of_source(parsed, s, single)]
        checked = Checked(parsed.tokens, draft, sentences)
        return refusals(checked, of_sources, self.options.min_tokens)


def could_be_parsed(sentence: Sentence) -> bool:
    """Whether a sentence is short enough for its parse to be worth a look."""
    return sentence.stop - sentence.start <= gate_words().hopeless


def is_hopeless(parsed: Parsed, sentence: Sentence, single: bool) -> bool:
    """Whether the gate would refuse whatever is made of a sentence, so that it need not be tried;
    what nobody could parse is not tried even where refused examples are read."""
    if not could_be_parsed(sentence):
        return True
    if parsed.in_full:
        return False
    return any(map(gate_words().is_final, of_source(parsed, sentence, single)))


def of_source(parsed: Parsed, sentence: Sentence, single: bool) -> Sequence[str]:
    """The reasons against whatever is made of a sentence; looked for once."""
    key = "against its source", sentence.index
    return parsed.once(key, lambda: source_refusals(parsed.tokens, sentence))[single]
