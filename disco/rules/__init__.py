"""Rule files: their schema, and how they are loaded."""

from disco.rules.load import RuleSet, load_rules
from disco.rules.schema import ExampleRule, Node, Rule, RuleFile, SpanRule

__all__ = ["ExampleRule", "Node", "Rule", "RuleFile", "RuleSet", "SpanRule", "load_rules"]
