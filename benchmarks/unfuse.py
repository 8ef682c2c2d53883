"""Speed of unfusing beside bare spaCy: ``python benchmarks/unfuse.py FILE [LINES]``.

One process, one run, the same paragraphs for each measure, in turns, so that the ratios hold on a
machine whose speed drifts. Prints tokens per second of spaCy's pipeline as it comes, all components
in it, and of the whole of unfusing and of splitting, and where the time of unfusing goes.
"""

from __future__ import annotations

import gc
import io
import time
from pathlib import Path
from typing import Annotated

import spacy
import typer
from spacy.language import Language
from spacy.tokens import Doc

import disco
from disco import Engine
from disco.corpus.write import JsonLines
from disco.language import require_model
from disco.text.documents import Unit, paragraph_units

ROUND = 100


class Timed:
    """Coreference with the time that it takes."""

    def __init__(self, engine: Engine) -> None:
        assert engine.coreference is not None
        self._inner = engine.coreference
        self.seconds = 0.0
        self.texts = 0

    def __call__(self, doc: Doc) -> Doc:
        started = time.perf_counter()
        found = self._inner(doc)
        self.seconds += time.perf_counter() - started
        self.texts += 1
        return found


def main(file: Path, lines: Annotated[int, typer.Argument()] = 1_000) -> None:
    """Print the speed of unfusing LINES of FILE beside that of bare spaCy."""
    texts = [t for t in file.read_text("utf-8").splitlines() if t.strip()][:lines]
    loaded = disco.load()
    coreference = Timed(loaded)
    engine = Engine(loaded.nlp, loaded.rules, loaded.options, coreference)
    units = [u for n, t in enumerate(texts) for u in paragraph_units(str(n), t, 0, True)]
    list(engine.unfuse_units(units[:60]))  # warm
    gc.freeze()  # as the command line does
    coreference.seconds, coreference.texts = 0.0, 0
    spacys = spacy.load(require_model())
    bare = parsing = whole = split = rules = 0.0
    order = ("bare", "parsing", "whole")
    tokens = sentences = examples = 0
    for turn, start in enumerate(range(0, len(units), ROUND)):
        some = units[start : start + ROUND]
        # whoever comes first has spaCy learn the words, so they take turns at that
        spent: dict[str, float] = {}
        for name in (*order[turn % 3 :], *order[: turn % 3]):
            if name == "whole":
                spent[name], written = _whole(engine, some)
            else:
                spent[name], counts = _parsed(spacys if name == "bare" else engine.nlp, some)
        bare, parsing, whole = (
            b + spent[n] for b, n in zip((bare, parsing, whole), order, strict=True)
        )
        tokens, sentences = tokens + counts[0], sentences + counts[1]
        examples += written
        split += _split(loaded, some)  # not counted as the coreference of unfusing
        rules += _rules(engine, coreference, some)
    print(f"{len(texts)} paragraphs, {sentences} sentences, {tokens} tokens, {examples} examples")
    print(f"bare nlp.pipe            {tokens / bare:9.0f} tokens/s")
    print(f"disco unfuse             {tokens / whole:9.0f} tokens/s  {bare / whole:5.2f} of bare")
    ratio = whole / split
    print(f"disco split              {tokens / split:9.0f} tokens/s  {ratio:5.2f} of unfuse")
    print("where the time goes, in hundredths of a bare parse:")
    print(f"  our parsing            {100 * parsing / bare:9.0f}")
    print(f"  coreference            {100 * coreference.seconds / bare:9.0f}", end="")
    print(f"  (asked of {coreference.texts} texts of {len(units)})")
    print(f"  rules and writing      {100 * rules / bare:9.0f}")
    print(f"examples per 1,000 sentences: {1000 * examples / sentences:.0f}")


def _parsed(nlp: Language, units: list[Unit]) -> tuple[float, tuple[int, int]]:
    """The time of a pipeline alone, and what there was."""
    started = time.perf_counter()
    tokens = sentences = 0
    with nlp.memory_zone():
        for doc in nlp.pipe(u.text for u in units):
            tokens, sentences = tokens + len(doc), sentences + sum(1 for _ in doc.sents)
    return time.perf_counter() - started, (tokens, sentences)


def _rules(engine: Engine, coreference: Timed, units: list[Unit]) -> float:
    """The time of unfusing the same texts, parsed before, rows written, without coreference."""
    seconds, texts = coreference.seconds, coreference.texts
    writer = JsonLines(io.BytesIO())
    with engine.nlp.memory_zone():
        docs = list(engine.nlp.pipe(u.text for u in units))
        started = time.perf_counter()
        for example in engine.unfuse_docs(docs):
            writer.write(example)
        spent = time.perf_counter() - started - (coreference.seconds - seconds)
    coreference.seconds, coreference.texts = seconds, texts  # as unfusing from text has them
    return spent


def _split(engine: Engine, units: list[Unit]) -> float:
    """The time of splitting the same texts, rows written."""
    writer = JsonLines(io.BytesIO())
    started = time.perf_counter()
    for row in engine.split_units(units):
        writer.write(row)
    return time.perf_counter() - started


def _whole(engine: Engine, units: list[Unit]) -> tuple[float, int]:
    """The time of unfusing the same texts, rows written, and how many."""
    writer = JsonLines(io.BytesIO())
    started = time.perf_counter()
    written = 0
    for example in engine.unfuse_units(units):
        writer.write(example)
        written += 1
    return time.perf_counter() - started, written


if __name__ == "__main__":
    typer.run(main)
