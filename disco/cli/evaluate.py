"""``disco evaluate``: fused texts, or splits, beside those that were wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Literal, TypeVar

import typer

from disco._errors import UsageError, WorkError
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, out
from disco.cli.options import ModelOption, StrictOption, spec_of
from disco.cli.progress import show_unread
from disco.cli.tables import ScoreRow, as_json, as_markdown, as_table
from disco.corpus import Intake, find_files, read_predictions
from disco.corpus.pairs import ENDINGS
from disco.jobs.categorized import Pair
from disco.jobs.scores import Scored, scores_of
from disco.jobs.split_scores import (
    ScoredSplit,
    as_halves,
    as_source,
    split_scores_of,
)

S = TypeVar("S", Scored, ScoredSplit)


@app.command(
    epilog="Example: [bold]disco evaluate fused.jsonl[/]   "
    "or: [bold]disco evaluate splits.jsonl --by category --format markdown[/]"
)
def evaluate(
    inputs: Annotated[
        list[str],
        typer.Argument(help="Rows (.jsonl .tsv .parquet .arrow, also .gz), folders, globs, or -."),
    ],
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
    """
    intake = Intake(strict=strict)
    rows = list(read_predictions(find_files(inputs, ENDINGS), intake))
    show_unread(intake)
    intake.require_all()
    if not rows:
        raise WorkError("there is nothing to score")
    fused = [row for row in rows if isinstance(row, Scored)]
    splits = [row for row in rows if isinstance(row, ScoredSplit)]
    if fused and splits:
        raise WorkError("fused texts and splits cannot be scored in one table; name one kind")
    if by is not None and fused:
        raise UsageError(f"--by {by} is for splits, and these are fused texts")
    table = _of_splits(splits, by, model) if splits else _of_fused(fused)
    if format == "table":
        out.print(as_table(table))
    else:
        typer.echo(as_json(table) if format == "json" else as_markdown(table))


def _of_fused(rows: Sequence[Scored]) -> list[ScoreRow]:
    def scored(name: str, some: Sequence[Scored]) -> ScoreRow:
        found = scores_of(some)
        values = {"Exact": found.exact, "SARI": found.sari, "SARI (Xu)": found.sari_xu}
        return ScoreRow("type", name, "texts", len(some), values | {"BLEU": found.bleu})

    copied = [replace(row, prediction=row.source) for row in rows]
    return [*_by_kind(rows, scored), scored("all", rows), scored("Copy", copied)]


def _of_splits(rows: Sequence[ScoredSplit], by: str | None, model: str) -> list[ScoreRow]:
    def scored(name: str, some: Sequence[ScoredSplit]) -> ScoreRow:
        found = split_scores_of(some)
        values = {key: value.value for key, value in found.items()}
        intervals = {key: (value.low, value.high) for key, value in found.items()}
        return ScoreRow("split", name, "texts", len(some), values, intervals)

    kinds = _by_kind(_categorized(rows, model), scored) if by == "category" else []
    baselines = (("Source", as_source), ("SplitHalf", as_halves))
    others = [scored(name, [made(row) for row in rows]) for name, made in baselines]
    return [*kinds, scored("all", rows), *others]


def _by_kind(rows: Sequence[S], scored: Callable[[str, Sequence[S]], ScoreRow]) -> list[ScoreRow]:
    kinds: dict[str, list[S]] = {}
    for row in rows:
        kinds.setdefault(row.kind or "-", []).append(row)
    return [scored(kind, kinds[kind]) for kind in sorted(kinds)]


def _categorized(rows: Sequence[ScoredSplit], model: str) -> list[ScoredSplit]:
    """The splits with the category of the first reference that is one."""
    engine = spec_of(model=model, coref="none").load()
    pairs = [Pair(str(k), row.source, row.wanted) for k, row in enumerate(rows) if row.wanted]
    kinds = {result.pair.id: result.category for result in engine.categorize_many(pairs)}
    return [replace(row, kind=kinds.get(str(k), "not split")) for k, row in enumerate(rows)]
