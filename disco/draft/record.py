"""A finished draft into the example that is written: texts, columns, and the account of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from spacy.tokens import Doc

from disco.draft.example import Coreference, Example, Insertion, Mention, Removal
from disco.draft.realize import Style, source_text, tokenized_text
from disco.draft.recipe import FIRST, SECOND, Output, recipe
from disco.draft.words import Draft, Removed, Word
from disco.english.sentence import Sentence
from disco.text.documents import Unit

Place = TypeVar("Place", Mention, Removal)
UNNAMED = "punctuation"  # the reason of what no rule names


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of a draft: how sure it is good, what speaks against it, and the reasons why
    it is not written."""

    confidence: float | None = None
    doubts: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def record(
    doc: Doc,
    draft: Draft,
    kind: str,
    rule: str,
    sentences: tuple[Sentence, ...],
    style: Style,
    verdict: Verdict,
) -> Example:
    """The example of a finished draft."""
    texts = [source_text(doc, s, style) for s in sentences]
    first = Output.of(FIRST, draft.first, doc, style)
    second = Output.of(SECOND, draft.second, doc, style)
    removed = removals(doc, draft.words(), draft.removed, sentences, style)
    inserted = insertions(doc, (first, second))
    kinds = {r.kind for r in draft.replacements}
    return Example(
        id="",
        coherent_first_sentence=texts[0],
        coherent_second_sentence=texts[1] if len(texts) > 1 else "",
        incoherent_first_sentence=first.text,
        incoherent_second_sentence=second.text,
        discourse_type=kind,
        connective_string=" ".join(doc[i].lower_ for i in draft.connective),
        has_coref_type_pronoun="pronoun" in kinds,
        has_coref_type_nominal="nominal" in kinds,
        rule=rule,
        removed=removed,
        inserted=inserted,
        replacements=tuple(
            Coreference(_mention(doc, r.anaphor), _mention(doc, r.antecedent))
            for r in draft.replacements
        ),
        offset=doc[sentences[0].start].idx,
        sentences=tuple(s.index for s in sentences),
        recipe=tuple(recipe(doc, (first, second), removed, inserted, s, style) for s in sentences),
        confidence=verdict.confidence,
        doubts=verdict.doubts,
        refused=verdict.refused,
    )


def _mention(doc: Doc, indices: tuple[int, ...]) -> Mention:
    span = doc[min(indices) : max(indices) + 1]
    return Mention(span.text, span.start_char, span.end_char)


def removals(
    doc: Doc,
    words: Iterable[Word],
    named: Iterable[Removed],
    sentences: tuple[Sentence, ...],
    style: Style,
) -> tuple[Removal, ...]:
    """Runs of source tokens that are in no output, each with its reason."""
    kept = {w.source for w in words}
    why = {i: r.reason for r in named for i in r.indices}
    found: list[Removal] = []
    run: list[int] = []
    for sentence in sentences:
        for i in range(sentence.start, sentence.end + 1):
            gone = i < sentence.end and i not in kept and not doc[i].is_space
            if run and (not gone or why.get(i) != why.get(run[-1])):
                span = doc[run[0] : run[-1] + 1]
                reason = why.get(run[0], UNNAMED)
                text = span.text if style == "natural" else tokenized_text(doc, run)
                found.append(Removal(text, span.start_char, span.end_char, reason))
                run = []
            if gone:
                run.append(i)
    return tuple(found)


def insertions(doc: Doc, outputs: Iterable[Output]) -> tuple[Insertion, ...]:
    """Runs of output words that are not the source's, each with its reason."""
    return tuple(insertion for output in outputs for insertion in _inserted(doc, output))


def _inserted(doc: Doc, output: Output) -> Iterator[Insertion]:
    words = zip(output.words, output.places, strict=True)
    for (reason, source), run in groupby(words, lambda w: (w[0].reason, w[0].source)):
        if reason is not None:
            inside = [place for _, place in run]
            start, end = inside[0][0], inside[-1][1]
            replaces = None if source is None else doc[source].text
            yield Insertion(output.name, output.text[start:end], start, end, reason, replaces)


def placed(example: Example, identity: str, unit: Unit, sentences: int) -> Example:
    """The example with its id, and its places counted from the start of the document."""
    return replace(
        example,
        id=identity,
        document=unit.document,
        offset=unit.place(example.offset),
        sentences=tuple(s + sentences for s in example.sentences),
        removed=tuple(in_document(r, unit) for r in example.removed),
        replacements=tuple(
            Coreference(in_document(r.anaphor, unit), in_document(r.antecedent, unit))
            for r in example.replacements
        ),
    )


def in_document(place: Place, unit: Unit) -> Place:
    """A place in a stretch of text, counted from the start of the document; itself where that is
    the same."""
    if not unit.offset and not unit.gaps:
        return place
    return replace(place, start=unit.place(place.start), end=unit.place(place.end))
