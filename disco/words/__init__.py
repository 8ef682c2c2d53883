"""The words of the rule language: tests (what must hold) and parts (what is written)."""

from disco.words import of_fusions, of_matches, of_spans, of_splits, of_tokens, parts
from disco.words.attributes import ATTRIBUTES, Attributes
from disco.words.base import (
    LanguageWord,
    Name,
    Names,
    Part,
    Parts,
    Strict,
    Test,
    Tests,
    Texts,
    names_in,
)
from disco.words.of_matches import Always

__all__ = [
    "ATTRIBUTES",
    "Always",
    "Attributes",
    "LanguageWord",
    "Name",
    "Names",
    "Part",
    "Parts",
    "Strict",
    "Test",
    "Tests",
    "Texts",
    "names_in",
    "of_fusions",
    "of_matches",
    "of_spans",
    "of_splits",
    "of_tokens",
    "parts",
]
