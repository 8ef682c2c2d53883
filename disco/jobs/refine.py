"""Refining: why a long sentence and its split are no pair to learn from, filter by filter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from spacy.tokens import Doc, Span, Token

from disco.english.clauses import clause_problem
from disco.english.grammar import FINITE_TAGS, JOINING_TAGS, NOUNS, VERBAL
from disco.jobs.align import Aligner
from disco.jobs.broken import GLUED, why_invalid
from disco.jobs.categorized import Pair
from disco.jobs.options import Options
from disco.jobs.support import Said, Unsaid, again_in, count, turns_in, unsaid
from disco.match.lexicon import Lexicon
from disco.rules.pairs import pair_settings

ENTAILMENT = "entailment"  # the filter that needs a model
_SHOWN = 5
_RELATIVE = frozenset({"WDT", "WP", "WP$"})
Side = tuple[list[Unsaid], Counter[str]]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair is dropped: by which filter, and what it found."""

    filter: str
    detail: str


@dataclass(frozen=True, slots=True)
class Refined:
    """A pair, how likely it is faithful, what only one side says, why it is dropped if it is."""

    pair: Pair
    faithful: float | None = None
    added: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def no_pair(cls, pair: Pair, problem: str) -> Refined:
        """What is no pair, and why."""
        return cls(pair, reasons=(Reason("pair", problem),))

    @property
    def id(self) -> str:
        return self.pair.id

    @property
    def long(self) -> str:
        return self.pair.long

    @property
    def split(self) -> Sequence[str]:
        return self.pair.split

    def reversed(self) -> Refined:
        """The same with the sentences of the split in reversed order."""
        pair = replace(self.pair, split=tuple(self.pair.split[::-1]))
        return replace(self, pair=pair)

    def to_dict(self) -> dict[str, Any]:
        """The input row with what was found."""
        pair = self.pair
        row = pair.row(without="reasons")
        row |= {"faithful": self.faithful, "added": list(self.added), "lost": list(self.lost)}
        if self.reasons:
            row["reasons"] = [{"filter": r.filter, "detail": r.detail} for r in self.reasons]
        return row


class Refiner:
    """The filters, with the measures of ``rules/pairs.yaml`` and of the options."""

    def __init__(self, lexicon: Lexicon, aligner: Aligner, options: Options) -> None:
        self._settings = pair_settings().refine
        self._lexicon = lexicon
        self._aligner = aligner
        self._options = options

    def refine(self, pair: Pair, long: Doc, split: Doc) -> Refined:
        """What the filters say of a pair; ``split`` has its sentences one behind the other."""
        added, lost = self.differences(long, split)
        counts = self.counted(added, lost), self.counted(lost, added)
        likely = round(self._settings.faithful(*counts), 3)
        words = [tuple(each.token.text for each in side) for side, _ in (added, lost)]
        by_form = self._asked(self._by_form(pair, long, split))
        reasons = by_form or self._asked(self._by_parts(pair, long, split))
        if likely < self._options.min_faithful:
            reasons += self._asked([Reason("unfaithful", _said(added, lost))])
        return Refined(pair, likely, words[0], words[1], tuple(reasons))

    def _asked(self, reasons: Iterable[Reason]) -> list[Reason]:
        """Those of filters that are asked."""
        return [r for r in reasons if r.filter not in self._options.without]

    def differences(self, long: Doc, split: Doc) -> tuple[Side, Side]:
        """What the split adds, and what it has lost: words, and how many negations and hedges."""
        ours, theirs = (Said(doc, self._settings) for doc in (long, split))
        turned, turns = (turns_in(doc, self._settings) for doc in (long, split))
        again = again_in(long, self._settings)
        return (
            (self._unsaid(theirs, ours), turns - turned - again),
            (self._unsaid(ours, theirs), turned - turns),
        )

    def counted(self, side: Side, other: Side) -> Counter[str]:
        """How many words of each kind one side alone says."""
        return count(*side, other[0])

    def _unsaid(self, said: Said, other: Said) -> list[Unsaid]:
        glue = self._lexicon.find(said.doc)
        return list(unsaid(said, other, self._settings, glue))

    def _by_form(self, pair: Pair, long: Doc, split: Doc) -> list[Reason]:
        found = []
        overlap = overlap_of(long, list(split.sents))
        if overlap < self._options.min_overlap:
            found.append(Reason("overlap", f"{overlap:.2f} of the lemmas are the other side's"))
        numbered = {f"sentence {n} of the split": s for n, s in enumerate(split.sents, start=1)}
        sides: dict[str, Doc | Span] = {"the long side": long, **numbered}
        for name, side in sides.items():
            if not any(token.pos_ in VERBAL for token in side):
                found.append(Reason("verb", f"{name} has no verb"))
            elif name in numbered and (why := _why_fragment(numbered[name])):
                found.append(Reason("fragment", f"{name} {why}"))
        for text in (pair.long, *pair.split):
            glued = GLUED.search(text)
            if glued:
                found.append(Reason("glued", f"two sentences are glued at '{glued.group()}'"))
                break
        for one, other in pairwise(long.sents):
            if _apart(one, other):
                place = f"{one[-1].text} {other[0].text}"
                found.append(Reason("trees", f"the long side is two sentences, at '{place}'"))
                break
        return found

    def _by_parts(self, pair: Pair, long: Doc, split: Doc) -> list[Reason]:
        """What ``disco categorize`` calls invalid, where no filter of the form has said it."""
        why = why_invalid(pair, self._aligner.align(long, list(split.sents)))
        return [Reason("broken", why)] if why else []


def _why_fragment(sentence: Span) -> str:
    """What makes a sentence a part of one, where the parser can hardly have mistaken it: no finite
    verb, or a word that makes its clause depend; nothing where there is no such thing.

    A question, an exclamation and a command are whole.
    """
    if "?" in sentence.text[-3:] or "!" in sentence.text[-3:] or sentence.root.tag_ == "VB":
        return ""
    if relative := next(filter(_of_the_whole, sentence), None):
        return f"depends on another, by '{relative.text}'"
    problem = clause_problem(list(sentence.doc), range(sentence.start, sentence.end))
    if problem == "subordinate" and sentence[0].tag_ in JOINING_TAGS:
        return f"depends on another, by '{sentence[0].text}'"
    finite = [token for token in sentence if token.tag_ in FINITE_TAGS]
    participles = (t for t in sentence if t.tag_ in {"VBN", "VBG"} and t.dep_ != "amod")
    if finite and sentence.root.pos_ in NOUNS and all(map(_in_relative, (*finite, *participles))):
        return "has no finite verb of its own"
    return "has no finite verb" if problem == "not_finite" and not finite else ""


def _in_relative(token: Token) -> bool:
    """Does a verb stand in a relative clause, behind who or which?"""
    while token.dep_ not in {"ROOT", "relcl"}:
        token = token.head
    return token.dep_ == "relcl" and any(t.tag_ in _RELATIVE for t in token.lefts)


def _of_the_whole(token: Token) -> bool:
    """Is a word relative, and of no clause inside: *two of which burned*, not *those who sang*?"""
    if token.tag_ not in _RELATIVE:
        return False
    above = token.head
    while above.dep_ != "ROOT":
        if above.pos_ in VERBAL:
            return False
        above = above.head
    return token.i < above.i or token == above


def _apart(one: Span, other: Span) -> bool:
    """Are two trees of the long side two sentences? Both have a finite verb, the second begins like
    a sentence, and nothing opens before it."""
    begins = other[0].is_title and not one[-1].is_quote and not one[-1].is_left_punct
    return begins and all(
        any("Fin" in t.morph.get("VerbForm", []) for t in s) for s in (one, other)
    )


def overlap_of(long: Doc, split: Sequence[Span]) -> float:
    """The least share of lemmas of a sentence, or of all of them, that the long side has."""
    there = _lemmas(long)
    sides = [_lemmas(sentence) for sentence in split]
    sides.append({lemma for side in sides for lemma in side})
    return min(len(side & there) / max(len(side), 1) for side in sides)


def _lemmas(words: Doc | Span) -> set[str]:
    return {token.lemma_.lower() for token in words if not token.is_punct and not token.is_space}


def _said(added: Side, lost: Side) -> str:
    """What speaks against a pair, in words: ``adds name 'Virgo'; loses number '4'``."""
    parts = []
    for verb, (words, turns) in (("adds", added), ("loses", lost)):
        said = [f"{each.kind} '{each.token.text}'" for each in words[:_SHOWN]]
        said += [f"a {turn}" for turn in turns] + ["..."] * (len(words) > _SHOWN)
        if said:
            parts.append(f"{verb} {', '.join(said)}")
    return "; ".join(parts)
