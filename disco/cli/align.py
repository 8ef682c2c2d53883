"""``disco align``: sentences that two versions of a text have in common."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from disco._errors import UsageError
from disco.cli.base import app
from disco.cli.options import (
    CORES,
    IdFieldOption,
    JobsOption,
    OutOption,
    QuietOption,
    RestartOption,
    ShardOption,
    StrictOption,
    TextFieldOption,
    TimeoutOption,
)
from disco.cli.run import Run
from disco.cli.summaries import aligned
from disco.corpus import Intake, align_corpus, plain_facts, write_pairs
from disco.corpus.pair_rows import PAIRS
from disco.corpus.pair_runs import AlignReport
from disco.corpus.read import one_file
from disco.corpus.streams import STANDARD, ending_of
from disco.corpus.versions import read_versions
from disco.pairs.align import NAMES, AlignerSpec, Step
from disco.workers import Workers


@app.command(
    epilog="Example: [bold]disco align enwiki.jsonl simplewiki.jsonl -o aligned.jsonl[/]   "
    "or: [bold]disco align normal.txt simple.txt --min-similarity 0.75[/]"
)
def align(
    normal: Annotated[
        str, typer.Argument(help="Texts with ids (.jsonl, .parquet ...), or one text (.txt).")
    ],
    simple: Annotated[str, typer.Argument(help="The same in their simple version.")],
    out: OutOption = None,
    min_paragraphs: Annotated[
        float, typer.Option(min=0, max=1, help="How alike paragraphs that are compared must be.")
    ] = AlignerSpec().paragraphs,
    min_similarity: Annotated[
        float, typer.Option(min=0, max=1, help="How alike the sentences of a pair must be.")
    ] = AlignerSpec().sentences,
    text_field: TextFieldOption = "text",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    shard_size: ShardOption = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Align two versions of texts, such as articles of English and of Simple English Wikipedia: one
    sentence to one, one to two, two to one, by TF-IDF (Coster and Kauchak 2011).

    A line is a paragraph. OUT is JSONL, or with the ending .tsv the table of WikiSplit, which has
    only those where one sentence became two.
    """
    files = _version(normal), _version(simple)
    intake = Intake(text_field=text_field, id_field=id_field, strict=strict)
    run = Run(files, intake, out, shard_size, restart, quiet, endings=PAIRS)
    report = AlignReport()
    texts = read_versions(*files, intake)

    choices = {
        "paragraphs": min_paragraphs,
        "similarity": min_similarity,
        "text_field": text_field,
        "id_field": id_field,
    }
    facts = partial(plain_facts, "align", choices, files)
    runner = Workers(AlignerSpec(min_paragraphs, min_similarity), jobs, timeout)
    only = NAMES[Step.one_to_two] if out is not None and ending_of(out) == ".tsv" else None
    with run.at_work("pairs", lambda: report.pairs.total(), lambda: aligned(report, intake)):
        for path, part in run.parts(texts, facts):
            write_pairs(align_corpus(runner, part, report, run.failures, only), path)


def _version(name: str) -> Path:
    """The file of a version; UsageError where the name is of none, or of several."""
    found = one_file(name, "a version is")
    if found == STANDARD:
        raise UsageError("a version cannot be read from standard input; name two files")
    return found
