"""Refining: why a long sentence and its split are no pair to learn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from spacy.tokens import Doc

from disco.jobs.align import Aligner
from disco.jobs.broken import why_invalid
from disco.jobs.categorized import Pair
from disco.jobs.filters import BY_FORM, Sides
from disco.jobs.options import Options
from disco.jobs.support import Said, Unsaid, again_in, count, turning, unsaid
from disco.match.lexicon import Lexicon
from disco.rules.pairs import pair_settings

ENTAILMENT = "entailment"  # the filter that needs a model
_SHOWN = 5
Side = tuple[list[Unsaid], list[Unsaid]]  # content words, and those that turn the sense


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
        words = [
            tuple({u.token.i: u.token.text for u in (*side, *turns)}.values())
            for side, turns in (added, lost)
        ]
        sides = Sides(pair, long, split, self._options.min_overlap)
        reasons = [
            Reason(name, why)
            for name, speaks_against in BY_FORM.items()
            if self._asks(name)
            for why in speaks_against(sides)
        ]
        if not reasons and self._asks("broken"):
            # what disco categorize calls invalid, where no filter of the form has said it
            why = why_invalid(pair, self._aligner.align(long, list(split.sents)))
            reasons = [Reason("broken", why)] if why else []
        if likely < self._options.min_faithful and self._asks("unfaithful"):
            reasons.append(Reason("unfaithful", _said(added, lost)))
        return Refined(pair, likely, words[0], words[1], tuple(reasons))

    def _asks(self, name: str) -> bool:
        return name not in self._options.without

    def differences(self, long: Doc, split: Doc) -> tuple[Side, Side]:
        """What the split adds, and what it has lost: words, and negations and hedges."""
        ours, theirs = (Said(doc, self._settings) for doc in (long, split))
        spared = again_in(long, self._settings)
        return (
            (self._unsaid(theirs, ours), turning(theirs, ours, self._settings, spared=spared)),
            (self._unsaid(ours, theirs), turning(ours, theirs, self._settings)),
        )

    def counted(self, side: Side, other: Side) -> Counter[str]:
        """How many words of each kind one side alone says."""
        return count(*side, other[0])

    def _unsaid(self, said: Said, other: Said) -> list[Unsaid]:
        glue = self._lexicon.find(said.doc)
        return list(unsaid(said, other, self._settings, glue))


def _said(added: Side, lost: Side) -> str:
    """What speaks against a pair, in words: ``adds name 'Virgo'; loses number '4'``."""
    parts = []
    for verb, (words, turns) in (("adds", added), ("loses", lost)):
        shown = [*words[:_SHOWN], *turns]
        said = [f"{each.kind} '{each.token.text}'" for each in shown]
        said += ["..."] * (len(words) > _SHOWN)
        if said:
            parts.append(f"{verb} {', '.join(said)}")
    return "; ".join(parts)
