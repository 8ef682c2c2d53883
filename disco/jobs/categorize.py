"""Categorizing: which part of a long sentence became a sentence of its own, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from disco.english.sentence import sentences_of
from disco.jobs.align import Aligner, Alignment
from disco.jobs.apply import finder_of, matches_of
from disco.jobs.broken import why_invalid
from disco.jobs.categorized import Boundary, Categorized, Decision, Evidence, Pair
from disco.jobs.edits import edit_labels, edit_script
from disco.match.lexicon import Lexicon
from disco.match.match import Match, Parsed
from disco.rules import CategoryRule, RuleSet
from disco.text.documents import Unit
from disco.text.marks import INNER


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match of a rule and the tokens that it puts behind a boundary; how well they fit there,
    in words of evidence, with what the rule weighs."""

    rule: CategoryRule
    match: Match
    second: tuple[int, ...]
    score: float = 0.0


class Categorizer:
    """The rules, compiled."""

    def __init__(self, rules: RuleSet[CategoryRule], lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.aligner = Aligner(lexicon.vocab)
        finders = [(rule, finder_of(rule)) for rule in rules.rules]
        self._placed = [(r, f) for r, f in finders if r.first or r.second]
        self._others = [(r, f) for r, f in finders if not (r.first or r.second)]

    def categorize(self, pair: Pair, unit: Unit, long: Doc, split: Sequence[Doc]) -> Categorized:
        """The decisions on a pair, given its split tokenized, and its long side parsed, which is
        the text of ``unit``."""
        alignment = self.aligner.align(long, split)
        edits = edit_script(pair.long, pair.split, unit, long, split)
        tokens = tuple(t.text for t in long)
        reason = why_invalid(pair, alignment)
        ranked = [] if reason else self._ranked(long, alignment)
        if not ranked:
            reason = reason or "no rule matches"
            return Categorized(pair, reason=reason, edits=edits, tokens=tokens)
        decisions = [_decision(pair, unit, candidates) for candidates in ranked]
        cut, changes = decisions[0].boundary.index, ranked[0][0].rule.changes
        labels = edit_labels(changes, cut, alignment.kept)
        return Categorized(pair, tuple(decisions), "", edits, tokens, labels)

    def ranked(self, long: Doc, split: Sequence[Doc]) -> list[list[Candidate]]:
        """For each boundary, all that the rules find in the long sentence, the best first."""
        return self._ranked(long, self.aligner.align(long, split))

    def parsed(self, long: Doc, alignment: Alignment) -> Parsed:
        """A long sentence with its connectives, beside its split."""
        return Parsed(long, sentences_of(long), self.lexicon.find(long), alignment)

    def _ranked(self, long: Doc, alignment: Alignment) -> list[list[Candidate]]:
        parsed = self.parsed(long, alignment)
        found = list(self._candidates(parsed))
        ranked: list[list[Candidate]] = []
        for boundary in alignment.boundaries:
            scored = [
                replace(c, score=alignment.fit(boundary, c.second) + c.rule.weight)
                for c in found or self._unplaced(parsed, alignment.best_cut(boundary))
            ]
            ranked.append(sorted(scored, key=lambda c: -c.score) if found else scored)
        return [r for r in ranked if r]

    def _candidates(self, parsed: Parsed) -> Iterator[Candidate]:
        """Every part of the sentence that a rule says could be a sentence of its own."""
        for rule, finder in self._placed:
            for match in matches_of(rule, finder, parsed):
                part = match.span(rule.second or rule.first or "")
                if all(parsed.doc[i].is_punct for i in part):
                    continue
                second = part if rule.second else _rest(parsed.doc, part)
                if 0 < len(second) < len(parsed.doc):
                    yield Candidate(rule, match, second)

    def _unplaced(self, parsed: Parsed, cut: int) -> Iterator[Candidate]:
        """The rules that look at the sentence as a whole, in the order of the files."""
        for rule, finder in self._others:
            for match in matches_of(rule, finder, parsed):
                yield Candidate(rule, match, tuple(range(cut, len(parsed.doc))))


def _rest(doc: Doc, part: Sequence[int]) -> tuple[int, ...]:
    inside = set(part)
    return tuple(i for i in range(len(doc)) if i not in inside)


def _decision(pair: Pair, unit: Unit, ranked: Sequence[Candidate]) -> Decision:
    """By the best candidate; the margin is its lead over the best of another kind."""
    best = ranked[0]
    doc = best.match.doc
    rival = next((c for c in ranked if c.rule.label != best.rule.label), None)
    evidence = Evidence(
        score=round(best.score, 2),
        margin=None if rival is None else round(best.score - rival.score, 2),
        rival=None if rival is None else rival.rule.id,
        tokens={name: doc[i].text for name, i in best.match.tokens.items()},
    )
    index = cut_of(best)
    start = unit.place(doc[index].idx)
    left, right = pair.long[:start].strip(), pair.long[start:].strip()
    boundary = Boundary(index, start, left, right)
    return Decision(best.rule.category, best.rule.subcategory, boundary, best.rule.id, evidence)


def cut_of(candidate: Candidate) -> int:
    """The token where the second part begins, or ends where it opens the sentence; a conjunction
    goes with what follows, a mark with what stands before."""
    doc, inside = candidate.match.doc, set(candidate.second)
    index = next(i for i in range(len(doc)) if (i in inside) != (0 in inside))
    while index + 1 < len(doc) and doc[index].text in INNER:
        index += 1
    while index > 1 and doc[index - 1].dep_ == "cc":
        index -= 1
    return index
