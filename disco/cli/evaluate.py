"""``disco evaluate``: fused texts beside the texts that were wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console

from disco._errors import WorkError
from disco.cli.base import app
from disco.cli.options import StrictOption
from disco.cli.progress import complain
from disco.cli.show import score_table
from disco.corpus import Intake, find_files, read_predictions
from disco.corpus.pairs import ENDINGS
from disco.jobs.scores import Scored, scores_of


@app.command(epilog="Example: [bold]disco evaluate fused.jsonl[/]")
def evaluate(
    inputs: Annotated[
        list[str],
        typer.Argument(help="Rows (.jsonl, .tsv, also .gz and .zst), folders, globs, or -."),
    ],
    strict: StrictOption = False,
) -> None:
    """Score fused texts: exact match, SARI (DiscoFuse's and Xu's), BLEU, for each type.

    A row has the text (fused or prediction), what was wanted (reference, or DiscoFuse's coherent
    columns) and what it was made of (first and second, or the incoherent columns). Copy, which
    sets the two sentences side by side, stands in the same table.
    """
    intake = Intake(strict=strict)
    rows = list(read_predictions(find_files(inputs, ENDINGS), intake))
    complain(intake)
    if not rows:
        raise WorkError("there is nothing to score")
    kinds: dict[str, list[Scored]] = {}
    for row in rows:
        kinds.setdefault(row.kind or "-", []).append(row)
    copied = [replace(row, prediction=row.source) for row in rows]
    table = [(kind, scores_of(kinds[kind])) for kind in sorted(kinds)]
    everything = [("all", scores_of(rows)), ("Copy", scores_of(copied))]
    Console(highlight=False).print(score_table([*table, *everything]))
