"""Rule files: their schema, and how they are loaded."""

from disco.rules.categorizing import CategoryExample, CategoryRule
from disco.rules.fusing import FuseExample, FuseRule
from disco.rules.jobs import CATEGORIZE, FUSE, JOBS, UNFUSE, Job
from disco.rules.load import Rulebook, RuleSet, load_rulebook, load_rules
from disco.rules.schema import BaseRule, Node, RuleFile, SpanRule
from disco.rules.unfusing import UnfuseExample, UnfuseRule

__all__ = [
    "CATEGORIZE",
    "FUSE",
    "JOBS",
    "UNFUSE",
    "BaseRule",
    "CategoryExample",
    "CategoryRule",
    "FuseExample",
    "FuseRule",
    "Job",
    "Node",
    "RuleFile",
    "RuleSet",
    "Rulebook",
    "SpanRule",
    "UnfuseExample",
    "UnfuseRule",
    "load_rulebook",
    "load_rules",
]
