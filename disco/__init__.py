"""Discourse fusion and unfusion in English, by rules."""

from disco._errors import DiscoError, ModelMissing, Problem, RuleError, UsageError, WorkError
from disco.documents import Document
from disco.engine import Engine, load
from disco.example import Coreference, Example, Insertion, Mention, Removal
from disco.unfuse import Options

__version__ = "0.1.0"

__all__ = [
    "Coreference",
    "DiscoError",
    "Document",
    "Engine",
    "Example",
    "Insertion",
    "Mention",
    "ModelMissing",
    "Options",
    "Problem",
    "Removal",
    "RuleError",
    "UsageError",
    "WorkError",
    "load",
]
