"""The words of the rule language: tests (what must hold) and parts (what is written)."""

from disco.rules.words import (
    of_anaphors,
    of_fusions,
    of_matches,
    of_spans,
    of_splits,
    of_tokens,
    parts,
    parts_of_verbs,
)

__all__ = [
    "of_anaphors",
    "of_fusions",
    "of_matches",
    "of_spans",
    "of_splits",
    "of_tokens",
    "parts",
    "parts_of_verbs",
]
