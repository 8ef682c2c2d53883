"""Rule files: the words that they are written in, their schema, and how they are loaded."""

from disco.rules.categorizing import CategoryExample, CategoryRule
from disco.rules.fusing import FuseExample, FuseRule
from disco.rules.load import check_shared, load_rulebook
from disco.rules.resolving import ResolveExample, ResolveRule
from disco.rules.rulebook import Rulebook, RuleSet
from disco.rules.schema import BaseRule
from disco.rules.spans import SpanRule
from disco.rules.splitting import SplitRule
from disco.rules.unfusing import UnfuseRule
from disco.rules.writing import UnfuseExample, WritingRule

__all__ = [
    "BaseRule",
    "CategoryExample",
    "CategoryRule",
    "FuseExample",
    "FuseRule",
    "ResolveExample",
    "ResolveRule",
    "RuleSet",
    "Rulebook",
    "SpanRule",
    "SplitRule",
    "UnfuseExample",
    "UnfuseRule",
    "WritingRule",
    "check_shared",
    "load_rulebook",
]
