"""The keys of a rule, in a line each: for the tables of words, and for editors."""

from __future__ import annotations

from disco.rules.files import JOBS

KEYS = {
    "id": "its name, in small letters, digits and dots; no other rule of any file has it",
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


def keys() -> tuple[tuple[str, str, str], ...]:
    """Each key, the jobs whose rules have it, and what it says."""
    having = {job.name: {*job.rule.model_fields, *job.rule.read_before} for job in JOBS}
    assert KEYS.keys() == set().union(*having.values())
    found = []
    for key, says in KEYS.items():
        jobs = [name for name, fields in having.items() if key in fields]
        found.append((key, "all" if len(jobs) == len(JOBS) else ", ".join(jobs), says))
    return tuple(found)
