"""The keys of a rule, in a line each: for the tables of words, and for editors."""

from __future__ import annotations

from disco.rules.files import RULE_KINDS

KEYS = {
    "id": "its name: small letters, digits, dots and _; with an id of ours, a rule in its place",
    "scope": "paper: as it was published; extended: everything else",
    "about": "what it does, in a sentence",
    "input": "sentence; or pair, two sentences in a row",
    "extends": "the rule that it is like, but for what it says itself",
    "drop": "keys and exceptions of that rule that it does without: unless.NAME, connective",
    "find": "the tokens that it looks for, each with a name; or a list of such patterns",
    "spans": "stretches of tokens, each with a name",
    "require": "tests that must all hold",
    "unless": "exceptions by name: each blocks the rule where its tests hold; NAME? only weighs",
    "examples": "texts with what it writes or says, or with none: why it does nothing there",
    "type": "the type of what it writes",
    "relation": "what holds the two together, where the connective does not say it",
    "connective": "the spans that are the connective; they are removed",
    "remove": "other spans that are in neither output, by reason",
    "write": "what is written, put together of spans and parts",
    "then": "the pair rule that what was written is handed on to",
    "becomes": "what a type turns into that is handed on to this rule",
    "yields_to": "types beside which its own is not written",
    "good": "how many of its outputs are expected to be good, as long as no reader has judged any",
    "when": "fine, attributed: only where finer propositions, or what somebody says, are wanted",
    "keeps": "the sentence is left as it is, and the second is added",
    "likeliest": "not tried where the sentence is read otherwise than the parser reads it first",
    "kind": "pronoun or nominal",
    "antecedent": "the span that opens with the noun that is meant",
    "least": "how likely coreference must take something there for what is meant",
    "doubtful": "asked only where the other rules replace nothing; such an output is doubtful",
    "splitting": "only for what is split",
    "category": "the BiSECT class",
    "subcategory": "the phenomenon within the class",
    "first": "the span that became the first sentence",
    "second": "the span that became the second sentence",
    "weight": "the evidence, in words, that it has beforehand",
    "changes": "what such a split may change: boundary, neighbourhood, sentence",
    "free": "how many of its fusions are good where nothing is told; without, it waits to be told",
}

FILE = {
    "job": "what its rules do: unfuse (where nothing is said), resolve, categorize, fuse or split",
    "phenomenon": "what its rules are about, in a few words; needed where there are rules",
    "about": "the same in a sentence; needed where there are rules",
    "types": "types of your own, in capitals",
    "categories": "categories of your own, each with its subcategories",
    "connectives": "connectives of your own: word, position, sense, source, perhaps comma",
    "define": "words, conditions, groups and spans that any file may use",
    "each": "keys that each of its rules has that does not say, or take over, otherwise",
    "rules": "the rules, in the order in which they are tried",
    "off": "rules and connectives that are switched off: their ids and words, or patterns of them",
}
EXAMPLE = {
    "text": "the sentence; or a list, the two sentences of a pair",
    "pair": "the two sentences to be fused",
    "long": "the long sentence of a pair to be categorized",
    "split": "the sentences that it was split into",
    "at": "the words at which the rule puts the boundary",
    "first": "the first sentence that is written",
    "second": "the second one",
    "becomes": "what the second part becomes",
    "connective": "the one that is told; or the one of what is written",
    "type": "the discourse type of what is written",
    "free": "true: nothing is told",
    "fused": "the text that is written",
    "none": "in its place: why the rule does nothing there",
    "refused": "the reason for which the gate refuses what is written",
    "blocked_by": "with none: the one exception without which the rule would do something",
    "todo": "why the example does not hold yet; it may fail",
    "source": "where the sentences are from, if not yours",
}


def keys() -> tuple[tuple[str, str, str], ...]:
    """Each key of a rule, the jobs whose rules have it, and what it says."""
    return _by_job(KEYS, {j.name: {*j.rule.model_fields, *j.rule.read_before} for j in RULE_KINDS})


def keys_of_examples() -> tuple[tuple[str, str, str], ...]:
    """Each key of an example, the same way."""
    return _by_job(EXAMPLE, {j.name: {*j.example.model_fields} for j in RULE_KINDS})


def _by_job(said: dict[str, str], having: dict[str, set[str]]) -> tuple[tuple[str, str, str], ...]:
    assert said.keys() == set().union(*having.values())
    found = []
    for key, says in said.items():
        jobs = [name for name, fields in having.items() if key in fields]
        found.append((key, "all" if len(jobs) == len(RULE_KINDS) else ", ".join(jobs), says))
    return tuple(found)
