"""Discourse fusion and unfusion in English, by rules."""

from disco._errors import DiscoError, ModelMissing, Problem, RuleError, UsageError, WorkError
from disco._version import __version__ as __version__
from disco.draft.example import Coreference, Example, Insertion, Mention, Piece, Removal
from disco.engine import Engine
from disco.jobs.categorized import Boundary, Categorized, Decision, Edit, Evidence, Pair
from disco.jobs.fused import Fused, Fusion, Sentences
from disco.jobs.options import Options
from disco.jobs.propositions import Proposition, Propositions, Relation
from disco.jobs.refine import Reason, Refined
from disco.loading import load
from disco.text.documents import Document

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
    "Fused",
    "Fusion",
    "Insertion",
    "Mention",
    "ModelMissing",
    "Options",
    "Pair",
    "Piece",
    "Problem",
    "Proposition",
    "Propositions",
    "Reason",
    "Refined",
    "Relation",
    "Removal",
    "RuleError",
    "Sentences",
    "UsageError",
    "WorkError",
    "load",
]
