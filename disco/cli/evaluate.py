"""``disco evaluate``: fused texts, or splits, beside those that were wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import typer
from rich.markup import escape
from rich.table import Table

from disco._errors import UsageError
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, out
from disco.cli.options import ModelOption, StrictOption, spec_of
from disco.cli.progress import show_unread
from disco.corpus import Intake, find_files, read_predictions
from disco.corpus.pairs import ENDINGS
from disco.corpus.read import one_file
from disco.corpus.streams import STANDARD
from disco.scores.fusions import Scored
from disco.scores.table import ScoreRow, as_json, as_markdown, evaluated, head


@app.command(
    epilog="Example: [bold]disco evaluate fused.jsonl[/]   "
    "or: [bold]disco evaluate splits.jsonl --by category --format markdown[/]"
)
def evaluate(
    inputs: Annotated[
        list[str],
        typer.Argument(help="Rows (.jsonl .tsv .parquet .arrow, also .gz), folders, globs, or -."),
    ],
    predictions: Annotated[
        str | None,
        typer.Option(help="What was predicted: a text file, a line for each row of a test set."),
    ] = None,
    by: Annotated[
        Literal["category"] | None,
        typer.Option(help="category: a line for each BiSECT class of the first reference."),
    ] = None,
    format: Annotated[
        Literal["table", "json", "markdown"], typer.Option(help="How the scores are printed.")
    ] = "table",
    model: ModelOption = DEFAULT_MODEL,
    strict: StrictOption = False,
) -> None:
    """Score fused texts (exact match, SARI, BLEU, for each type), or splits of long sentences.

    A fused row has the text (fused or prediction), what was wanted (reference, or DiscoFuse's
    coherent columns) and what it was made of (first and second, or the incoherent columns).

    A split row has the long sentence (long or text), what it was split into (split, a list of
    sentences, or prediction), and what people made of it: references, texts or lists of sentences.
    Splits get BLEU of the corpus and of each text (sBLEU), SARI, F1 of the words, simple string
    accuracy (SSA), sentences for each text (sents), tokens for each sentence, the share of copies,
    and the grade of Flesch and Kincaid (FKGL), with intervals of 95%, beside two baselines.

    With --predictions the rows are a test set (WikiSplit's or DiscoFuse's table, rows of JSONL),
    and their own text or split is what was wanted.
    """
    intake = Intake(strict=strict)
    files = find_files(inputs, ENDINGS)
    said = one_file(predictions, "--predictions is") if predictions else None
    if said == STANDARD and STANDARD in files:
        raise UsageError("standard input can be one of the two")
    rows = list(read_predictions(files, intake, said))
    show_unread(intake)
    intake.require_all()
    if by is not None and any(isinstance(row, Scored) for row in rows):
        raise UsageError(f"--by {by} is for splits, and these are fused texts")
    scores = evaluated(rows, spec_of(model=model, coref="none").load() if by and rows else None)
    if format == "table":
        out.print(_table(scores))
    else:
        typer.echo(as_json(scores) if format == "json" else as_markdown(scores))


def _table(rows: Sequence[ScoreRow]) -> Table:
    """The scores for the screen; intervals stand in JSON and Markdown."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(head(rows)):
        table.add_column(name, justify="right" if number else "left", no_wrap=not number)
    for row in rows:
        values = (f"{value:.1f}" for value in row.values.values())
        table.add_row(escape(row.name), f"{row.count:,}", *values)
    return table
