"""Discourse fusion and unfusion in English, by rules."""

from disco._errors import DiscoError, ModelMissing, Problem, RuleError, UsageError, WorkError
from disco.documents import Document
from disco.engine import Engine, load
from disco.example import Coreference, Example, Insertion, Mention, Removal
from disco.pair import Boundary, Categorized, Decision, Edit, Evidence, Pair
from disco.unfuse import Options

__version__ = "0.1.0"

__all__ = [
    "Boundary",
    "Categorized",
    "Coreference",
    "Decision",
    "DiscoError",
    "Document",
    "Edit",
    "Engine",
    "Evidence",
    "Example",
    "Insertion",
    "Mention",
    "ModelMissing",
    "Options",
    "Pair",
    "Problem",
    "Removal",
    "RuleError",
    "UsageError",
    "WorkError",
    "load",
]
