"""What the gate refuses by the words of an output, as ``rules/gate.yaml`` states it."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cache, cached_property
from typing import Literal, Self

from pydantic import ValidationError, model_validator

from disco import _paths
from disco._errors import unknown
from disco._schema_errors import read_as
from disco._strict import Strict, located
from disco.match.attributes import Values
from disco.match.model import Vocabulary
from disco.rules.labels import labels_of
from disco.rules.resolving import DOUBTFUL

_BY_CODE = {
    "doubled": "a source token stands twice in the outputs",
    "lost": "a source token is in no output and not named as removed",
    "unsaid": "a fusion lacks the connective that is told, or tears a word apart with it",
    "invented": "an output word is neither the source's nor named as inserted",
    "not_a_statement": "the source is a question, an exclamation, or ends in a colon",
    "two_sentences": "a sentence seems to end inside the source",
    "too_long": "the source is too long to be parsed well",
    "source_unbalanced": "quotes or brackets of the source do not close",
    "unbalanced": "quotes or brackets of an output do not close",
    "too_short": "an output has fewer than --min-tokens tokens",
    "punctuation": "marks follow each other",
    "repeated_word": "a word stands twice in a row",
    "no_verb": "an output has no verb",
    "not_finite": "no finite verb",
    "no_subject": "no subject",
    "fragment": "more than one clause, or none",
    "subordinate": "a clause that depends on another",
    "unchanged": "both outputs say the same",
    DOUBTFUL: "what an anaphor stands for is known by coreference alone",
    "low_confidence": "readers found too few good ones among what is like it",
}


class WordTest(Strict):
    """What one word of a row is like: its letters, with or without their case, or the part of
    speech that its token has."""

    text: Values | None = None
    lower: Values | None = None
    pos: Values | None = None


class Row(Strict):
    """Words that follow each other, ``at`` the start of a sentence that asks nothing, at the end of
    one, or anywhere, unless one of ``unless_before`` stands before them."""

    row: list[WordTest]
    at: Literal["start", "end", "anywhere"] = "anywhere"
    unless_before: frozenset[str] = frozenset()

    def may_stand(self, said: Set[str]) -> bool:
        """Whether one of the words that each of the row's tests allows is among these at all."""
        return not any(map(said.isdisjoint, self._needed))

    @cached_property
    def _needed(self) -> list[frozenset[str]]:
        tests = (values for test in self.row for values in (test.text, test.lower))
        return [frozenset(v.allowed) for v in tests if v is not None and v.allowed is not None]


class GateFile(Strict):
    """All that the gate knows of words."""

    about: str
    longest: int
    hopeless: int
    never: frozenset[str]
    doubled: frozenset[str]
    not_alone: list[Row]
    no_fact: frozenset[str]
    said: dict[str, str]
    refuse: dict[str, list[Row]]

    @model_validator(mode="after")
    def _reasons_are_known(self) -> Self:
        problems = [
            located(f"no words for reason '{name}' under 'said'", "refuse", name)
            for name in sorted(self.refuse.keys() - self.said.keys())
        ]
        known = {"never": {*_BY_CODE, *self.refuse}, "said": self.refuse.keys()}
        for key, names in known.items():
            for name in sorted(getattr(self, key) - names):
                problems.append(located(unknown("reason", name, names), key, name, code="R203"))
        if problems:
            raise ValidationError.from_exception_data("gate", problems)
        return self

    def is_final(self, reason: str) -> bool:
        """Whether no confidence outweighs a reason; the others are doubts."""
        return reason in self.never or reason.startswith("unless.")

    def may_be_no_fact(self, doubts: Iterable[str]) -> bool:
        """Whether one of the doubts says that what is split off may be no fact."""
        return any(doubt.rpartition(".")[2] in self.no_fact for doubt in doubts)


@cache
def gate_words() -> GateFile:
    """The shipped file, read once; RuleError where it is broken."""
    known = Vocabulary(labels=labels_of())
    return read_as(GateFile, _paths.rules_dir() / "gate.yaml", known)


def in_words(refused: Iterable[str]) -> str:
    """Reasons with what the gate means by them; a rule's own exceptions speak for themselves."""
    known = reasons()
    return ", ".join(f"{r} ({known[r]})" if r in known else r for r in refused)


def reasons() -> dict[str, str]:
    """Each reason of the gate, and when it refuses."""
    return {**_BY_CODE, **gate_words().said}
