"""Texts that are hard on a rule engine: ``python benchmarks/hard.py [CASE ...]``.

Each case is a text of one shape; printed are its tokens, the seconds of bare ``nlp.pipe`` and of
the whole of unfusing on the same text in the same run, their ratio, and the memory at the peak of
all cases by then. Cases are named as in ``CASES``; without names all are run.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable
from typing import Annotated

import typer

import disco
from disco.text.documents import Document, units_of

# fmt: off
WORDS = [
    "the", "a", "mill", "town", "river", "who", "which", "and", "but", "because", "when", "she",
    "although", "he", "it", "they", "was", "had", "sold", "burned", "of", "in", "for", "with", "to",
    "old", "however", "captain", "owner", "Leeds", "Agnes", "his", "her",
]
# fmt: on
CLAUSE = "the captain, who owned the mill, sold the boat in May"
SENTENCE = (
    f"{CLAUSE.capitalize()}, and the owner, a widow from Leeds, bought it because it was old. "
)


def _random_words(count: int) -> str:
    chosen = random.Random(1)
    return " ".join(chosen.choice(WORDS) for _ in range(count))


CASES: dict[str, Callable[[], str]] = {
    "clauses with and, 150 tokens": lambda: " and ".join([CLAUSE] * 12) + ".",
    "clauses with and, 300 tokens": lambda: " and ".join([CLAUSE] * 24) + ".",
    "500 times and": lambda: "he sang and " * 500 + "he left.",
    "500 commas": lambda: "He sang, " * 500 + "and left.",
    "deep relatives": lambda: "He saw the man " + "who knew the man " * 120 + "in Leeds.",
    "brackets that never close": lambda: "The mill (" * 300 + "burned.",
    "quotes that never close": lambda: '"The mill burned and he said ' * 150,
    "4,000 random words": lambda: _random_words(4_000),
    "random words in sentences": lambda: ". ".join(_random_words(25) for _ in range(200)),
    "a line of 100,000 tokens": lambda: SENTENCE * 3_600,
    "1.7 MB without a full stop": lambda: _random_words(330_000),
    "text": lambda: SENTENCE * 60,
    "64 times the text": lambda: SENTENCE * 60 * 64,
}


def main(cases: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """Print the time and memory of the CASES, all of them by default."""
    engine = disco.load()
    list(engine.unfuse(f"{SENTENCE}Born in Leeds, he sang and was soon forgotten."))  # warm
    for name in cases or CASES:
        text = CASES[name]()
        tokens = 0
        started = time.perf_counter()
        examples = sum(1 for _ in engine.unfuse(text))
        whole = time.perf_counter() - started
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        started = time.perf_counter()
        texts = (unit.text for unit in units_of(Document("d", text=text)))
        with engine.nlp.memory_zone():
            for doc in engine.nlp.pipe(texts, batch_size=8):
                tokens += len(doc)
        parse = time.perf_counter() - started
        print(
            f"{name:30} {tokens:8,} tokens  parse {parse:7.2f} s  unfuse {whole:7.2f} s  "
            f"{whole / parse:5.2f} times  {tokens / whole:7.0f} tokens/s  {peak:5.0f} MB  "
            f"{examples:,} examples",
            flush=True,
        )


if __name__ == "__main__":
    typer.run(main)
