"""Speed of categorizing beside bare spaCy: ``python benchmarks/categorize.py PAIRS [NUMBER]``.

One process, one run, the same pairs for both measures, in turns, so that the ratio holds on a
machine whose speed drifts. Prints pairs per second of the bare pipeline over the long sides and of
the whole of categorizing (reading, parsing, aligning, deciding, writing); then the time that the
alignment of two sentences of 500 tokens takes.
"""

from __future__ import annotations

import io
import time
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

import disco
from disco.corpus import Intake, read_pairs
from disco.corpus.write import JsonLines
from disco.jobs.align import Aligner
from disco.jobs.edits import edit_script
from disco.text.documents import joined

ROUND = 200
LONGEST = 500


def main(pairs: Path, number: Annotated[int, typer.Argument()] = 2_000) -> None:
    """Print the speed of categorizing NUMBER of PAIRS beside that of bare spaCy."""
    engine = disco.load(coref=None)
    rows = read_pairs([pairs], Intake())
    writer = JsonLines(io.BytesIO())
    bare = whole = 0.0
    done = 0
    list(engine.categorize_many(islice(rows, 20)))  # warm
    while block := list(islice(rows, min(ROUND, number - done))):
        start = time.perf_counter()
        for _ in engine.nlp.pipe(p.long for p in block):
            pass
        parsed = time.perf_counter()
        for found in engine.categorize_many(block):
            writer.write(found)
        whole += time.perf_counter() - parsed
        bare += parsed - start
        done += len(block)
    print(f"{done} pairs")
    print(f"bare nlp.pipe     {done / bare:8.0f} pairs/s")
    print(f"disco categorize  {done / whole:8.0f} pairs/s  {bare / whole:5.2f} of bare")
    words = " ".join(f"word{n % 97} the of" for n in range(LONGEST))
    long = engine.nlp.make_doc(" ".join(words.split()[:LONGEST]))
    start = time.perf_counter()
    Aligner(engine.nlp.vocab).align(long, [long[:250].as_doc(), long[250:].as_doc()])
    aligned = time.perf_counter()
    edit_script(long.text, [long.text], joined("", [long.text], 0, True), long, [long])
    print(f"two sides of {LONGEST} tokens: {1000 * (aligned - start):.0f} ms to align")
    print(f"                               {1000 * (time.perf_counter() - aligned):.0f} ms to edit")


if __name__ == "__main__":
    typer.run(main)
