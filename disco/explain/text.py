"""A text explained by an engine: its parse, and how far rules came on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from spacy.tokens import Doc

from disco._errors import UsageError
from disco.engine import Engine
from disco.explain import explain, explain_deciding, explain_fusing, explain_splitting
from disco.explain.attempt import Attempt
from disco.explain.unmatched import lacking_a_comma, told_to_lack_it
from disco.jobs.broken import why_invalid
from disco.jobs.categorized import Pair
from disco.jobs.split import Splitter, asked_for
from disco.loading import known_value
from disco.rules import BaseRule, CategoryRule, FuseRule, ResolveRule, SplitRule
from disco.text.documents import Document, is_blank, units_of


def explain_text(
    engine: Engine,
    text: str,
    rule: str | None = None,
    *,
    job: Literal["unfuse", "split"] = "unfuse",
    split: Sequence[str] = (),
    connective: str = "",
) -> tuple[Doc, list[Attempt]]:
    """The parse of a text, and how far each rule came that unfuses and has something there, or one
    rule of whatever job. With the ``job`` split, how far each came as the first step of that.

    Of a rule that categorizes, ``split`` is what the text was split into; ``connective`` is what
    one that fuses is told to put in. Raises UsageError where these do not go together.
    """
    require_paragraph(text)
    asked = engine.rules.get(rule)[0] if rule else None
    if split and not isinstance(asked, CategoryRule):
        named = f", and not with '{rule}'" if rule else "; name one"
        raise UsageError(f"a split goes with a rule that categorizes{named}")
    if connective and not isinstance(asked, FuseRule):
        raise UsageError("a connective goes with a rule that fuses")
    known_value("job", job, ("unfuse", "split"))
    if job == "split" and isinstance(asked, (CategoryRule, FuseRule, ResolveRule)):
        raise UsageError(f"rule '{rule}' neither unfuses nor splits")
    if isinstance(asked, CategoryRule):
        doc, parts = pair_of(engine, text, split)
        found = explain_deciding(engine.categorizer, engine.rules, asked, doc, parts)
        return doc, list(found)
    doc = _paragraph(engine, text)
    if job == "split" or isinstance(asked, SplitRule):
        found = explain_splitting(_splitter(engine, asked), engine.rules, doc, rule)
    elif isinstance(asked, FuseRule):
        if problem := engine.lexicon.problem(connective):
            raise UsageError(problem)
        found = explain_fusing(engine.fuser, engine.rules, asked, doc, connective)
    else:
        found = explain(engine.unfuser, engine.rules, doc, rule)
    if rule is not None:
        return doc, list(found)
    # a rule without a pattern tries every two sentences
    return doc, [a for a in found if a.reached != "pattern" and (a.bound or a.examples)]


def _splitter(engine: Engine, asked: BaseRule | None) -> Splitter:
    """What splits with the rules that are always asked, and one that waits to be asked for."""
    if not isinstance(asked, SplitRule):
        return engine.splitter
    options = asked_for(asked, engine.options)
    return Splitter(engine.rules, engine.lexicon, options, engine.coreference)


def connectives_in(engine: Engine, doc: Doc) -> list[str]:
    """The connectives of the lexicon that a text has, each with where it may stand; and those that
    would be some with their comma."""
    found = {
        (o.start, doc[o.start : o.end].text, f"is a connective: {', '.join(o.connective.position)}")
        for each in engine.lexicon.find(doc).values()
        for o in each
    }
    known = {word.lower() for _, word, _ in found}
    lacking = (
        told_to_lack_it(entry)
        for entry in lacking_a_comma(doc, engine.rules.connectives)
        if entry.word not in known
    )
    return [*(f"'{word}' {what}" for _, word, what in sorted(found)), *dict.fromkeys(lacking)]


def require_paragraph(text: str) -> None:
    """Raise UsageError for what is no text, or has nothing in it, or more than a paragraph."""
    if not isinstance(text, str):
        raise UsageError(f"a text is a string, not {type(text).__name__}")
    if is_blank(text):
        raise UsageError("there is no text to explain")
    if "\n" in text.strip():
        raise UsageError("a line is a paragraph; explain one of them at a time")


def pair_of(engine: Engine, text: str, split: Sequence[str]) -> tuple[Doc, list[Doc]]:
    """A sentence and those that it was split into; UsageError where they are no pair."""
    pair = Pair("pair", text, split)
    if pair.problem:
        raise UsageError(pair.problem)
    parts = engine.tokenized(split)
    doc = engine.parse_one(text)
    if reason := why_invalid(pair, engine.categorizer.aligner.align(doc, parts)):
        raise UsageError(f"no rule is asked of what is no pair: {reason}")
    return doc, parts


def _paragraph(engine: Engine, text: str) -> Doc:
    """The parse of a text; UsageError for one of which not all is parsed at once."""
    document = Document("text", text=text)
    if len(list(units_of(document))) != 1:
        raise UsageError("the text is too long to be explained at once")
    return engine.parse(document)
