"""Fusing: two sentences into one text, as told or as the sentences themselves allow."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from spacy.tokens import Doc

from disco._errors import unknown
from disco.draft.finish import finish
from disco.draft.recipe import FIRST, SECOND, Output
from disco.draft.record import in_document, insertions, removals
from disco.draft.words import Draft, Removed, Word
from disco.english.facts import facts
from disco.english.sentence import sentences_of
from disco.jobs.apply import finder_of, matches_of, put_together, removed_by
from disco.jobs.fused import Fused, Fusion, Sentences
from disco.jobs.gate import Checked, lost
from disco.match.find import Finder
from disco.match.lexicon import Given, Lexicon
from disco.match.match import Match, Parsed
from disco.rules import FuseRule, RuleSet
from disco.text.documents import Unit
from disco.text.marks import unbalanced


class Fuser:
    """The rules, compiled. ``least`` is the confidence asked of free fusions."""

    def __init__(self, rules: RuleSet[FuseRule], lexicon: Lexicon, least: float = 0.0) -> None:
        self.least = least
        self.lexicon = lexicon
        self.finders = [(rule, finder_of(rule)) for rule in rules.rules]

    def fuse(self, pair: Sentences, unit: Unit, doc: Doc) -> Fused:
        """All that the rules can write of two sentences, parsed as the text of ``unit``, the best
        first.

        Told a type, those of that type, in the order of the files.
        """
        parsed = self.parsed(pair.connective, doc)
        if len(parsed.sentences) != 2:
            return Fused(pair, ())
        kind = pair.discourse_type
        sides = (doc[s.start : s.end] for s in parsed.sentences)
        if kind is None and any(unbalanced(t.text for t in side) for side in sides):
            return Fused(pair, (), problem="a quote or bracket is left open")
        chosen = [(r, f) for r, f in self.finders if _may(r, kind)]
        found = [f for rule, finder in chosen for f in _written(rule, finder, parsed)]
        if kind is None:
            found.sort(key=lambda f: -(f.confidence or 0.0))
        by_text: dict[str, Fusion] = {}
        for fusion in found:
            if fusion.text not in by_text:
                removed = tuple(in_document(r, unit) for r in fusion.removed)
                by_text[fusion.text] = replace(fusion, removed=removed)
        problem = "" if found else _why_not(pair, [rule for rule, _ in chosen])
        return Fused(pair, tuple(by_text.values()), self.least, problem)

    def parsed(self, told: str, doc: Doc) -> Parsed:
        """Two sentences with their connectives, and the one that is told to be put in, if any."""
        return Parsed(
            doc,
            sentences_of(doc),
            self.lexicon.find(doc),
            given=self.lexicon.given(told) if told.strip() else None,
        )


def _may(rule: FuseRule, kind: str | None) -> bool:
    """Whether a rule is for fusions of a type that is told, or of none."""
    if kind is None:
        return rule.free is not None
    return rule.free is None and rule.type == kind


def _why_not(pair: Sentences, asked: Sequence[FuseRule]) -> str:
    """Why none of the rules that were asked has written anything, as far as it is known."""
    kind, wanting = pair.discourse_type, [rule.wants_connective for rule in asked]
    if pair.connective.strip():
        return f"no rule of {kind} can write '{pair.connective}' here"
    if wanting and all(wanting):
        return f"{kind} wants a connective, and none is told"
    return f"no rule of {kind} can fuse them without a connective" if any(wanting) else ""


def _written(rule: FuseRule, finder: Finder, parsed: Parsed) -> Iterator[Fusion]:
    """What a rule writes of two sentences: nothing of them lost, and all that it is told said."""
    for match in matches_of(rule, finder, parsed):
        checked = checked_of(rule, match)
        if checked is not None and not against(checked, parsed.given):
            yield fusion_of(rule, checked, match.doc)


def against(checked: Checked, given: Given | None) -> Sequence[str]:
    """What the gate has against a fusion that is told a connective, or none."""
    reasons = lost(checked)
    if reasons or given is None:
        return reasons
    wanted, words = set(given.plain.split()), list(checked.draft.words())
    said = wanted.issubset(word.text.lower() for word in words) and not _is_glued(wanted, words)
    return [] if said else ["unsaid"]


def _is_glued(connective: Set[str], words: Sequence[Word]) -> bool:
    """Whether what was glued to another word stands right behind a connective: *also n't*."""
    return any(
        word.source is None
        and word.text.lower() in connective
        and after.source is not None
        and after.text.startswith(facts().contracted)
        and any(map(str.isalpha, after.text))  # and is no quote
        for word, after in itertools.pairwise(words)
    )


def told_problem(pair: Sentences, types: Sequence[str], lexicon: Lexicon) -> str:
    """Why two sentences cannot be fused as told; nothing where they can."""
    if pair.problem:
        return pair.problem
    kind = pair.discourse_type
    if kind is not None and kind not in types:
        return unknown("discourse_type", kind, types)
    if not isinstance(pair.connective, str):
        return "'connective' is no string"
    if not pair.connective.strip():
        return ""
    if kind is None:
        return "a connective is told, and no discourse_type that it goes with"
    return lexicon.problem(pair.connective)


def checked_of(rule: FuseRule, match: Match) -> Checked | None:
    """What a rule would write for its match, for the gate; None where a part has no safe form."""
    before, sentence = match.before, match.sentence
    first = put_together(rule.write.first, match)
    second = put_together(rule.write.second, match)
    if before is None or first is None or second is None:
        return None
    doc = match.doc
    removed = list(removed_by(rule.remove, match))
    replaced = (*first.replaced, *second.replaced)
    removed.extend(Removed(r.anaphor, "repeated name") for r in replaced)
    of_first = (before,) if rule.write.second else (sentence, before)
    draft = Draft(
        finish(first.words, doc, *of_first),
        finish(second.words, doc, sentence, before),
        removed,
    )
    if not draft.first or (rule.write.second and not draft.second):
        return None  # nothing but marks
    return Checked(match.parsed.tokens, draft, (before, sentence))


def fusion_of(rule: FuseRule, checked: Checked, doc: Doc) -> Fusion:
    """What a rule writes, of which nothing is lost."""
    draft, sides = checked.draft, checked.sentences
    parts = zip((FIRST, SECOND), draft.parts, strict=True)
    outputs = [Output.of(name, words, doc, "natural") for name, words in parts if words]
    starts = {FIRST: 0, SECOND: len(outputs[0].text) + 1}
    return Fusion(
        text=" ".join(output.text for output in outputs),
        discourse_type=rule.type,
        rule=rule.id,
        inserted=tuple(
            replace(i, start=i.start + starts[i.part], end=i.end + starts[i.part])
            for i in insertions(doc, outputs)
        ),
        removed=removals(doc, draft.words(), draft.removed, sides, "natural"),
        confidence=rule.free,
        reason=rule.about,
    )
