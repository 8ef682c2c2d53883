"""Speed of unfusing beside bare spaCy: ``python benchmarks/unfuse.py FILE [LINES]``.

One process, one run, the same paragraphs for each measure, in turns, so that the ratios hold on a
machine whose speed drifts. Prints tokens per second of the bare pipeline, of the pipeline with
coreference, and of the whole of unfusing (rules, rewriting, checking, writing); then the ratios.
"""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import disco
from disco import Engine
from disco.corpus.write import JsonLines
from disco.text.documents import paragraph_units

ROUND = 100


def main() -> None:
    path = Path(sys.argv[1])
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    lines = [t for t in path.read_text("utf-8").splitlines() if t.strip()][:most]
    engine = disco.load()
    seconds = {"parse": 0.0, "coreference": 0.0, "rules and writing": 0.0}
    tokens = sentences = examples = 0
    _round(engine, lines[:10])  # warm
    for start in range(0, len(lines), ROUND):
        times, counts = _round(engine, lines[start : start + ROUND])
        for name, spent in zip(seconds, times, strict=True):
            seconds[name] += spent
        tokens += counts[0]
        sentences += counts[1]
        examples += counts[2]
    parse, coreference, rest = seconds.values()
    both = parse + coreference
    whole = both + rest
    print(f"{len(lines)} paragraphs, {sentences} sentences, {tokens} tokens, {examples} examples")
    print(f"bare nlp.pipe            {tokens / parse:9.0f} tokens/s")
    print(f"with coreference         {tokens / both:9.0f} tokens/s  {parse / both:5.2f} of bare")
    print(f"disco unfuse             {tokens / whole:9.0f} tokens/s  {parse / whole:5.2f} of bare")
    print(f"rules, rewriting, checking, writing: {100 * rest / both:.1f}% on top of both")
    print(f"examples per 1,000 sentences: {1000 * examples / sentences:.0f}")


def _round(
    engine: Engine, lines: list[str]
) -> tuple[tuple[float, float, float], tuple[int, int, int]]:
    """The three stages on the same paragraphs: their times, and what there was."""
    units = [u for n, t in enumerate(lines) for u in paragraph_units(str(n), t, 0, True)]
    start = time.perf_counter()
    docs = list(engine.nlp.pipe(u.text for u in units))
    parsed = time.perf_counter()
    if engine.coreference is not None:
        docs = [engine.coreference(doc) for doc in docs]
    linked = time.perf_counter()
    writer = JsonLines(io.BytesIO())  # type: ignore[arg-type]
    examples = 0
    for doc in docs:
        for example in engine.unfuser.examples(doc):
            writer.write(example)
            examples += 1
    done = time.perf_counter()
    counts = (sum(map(len, docs)), sum(1 for d in docs for _ in d.sents), examples)
    return (parsed - start, linked - parsed, done - linked), counts


if __name__ == "__main__":
    main()
