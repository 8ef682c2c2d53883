"""``disco categorize``: what kind of split a pair is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from disco._errors import UsageError
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, err
from disco.cli.options import (
    CORES,
    CorefName,
    JobsOption,
    ModelOption,
    OutOption,
    QuietOption,
    RulesOption,
    ScopeName,
    ScopeOption,
    StrictOption,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import kept
from disco.cli.progress import complain, interruptible, progress
from disco.cli.show import decision, shares
from disco.corpus import (
    Failures,
    Intake,
    PairReport,
    categorize_corpus,
    failures_file,
    find_files,
    open_rows,
    read_pairs,
    read_parallel,
)
from disco.corpus.pairs import ENDINGS
from disco.corpus.streams import STANDARD
from disco.jobs.categorized import Pair


class PairFormatName(str, Enum):
    jsonl = "jsonl"
    wikisplit = "wikisplit"
    discofuse = "discofuse"


@app.command(
    epilog="Example: [bold]disco categorize pairs.jsonl -o kinds.jsonl[/]   "
    "or: [bold]disco categorize --src train.src --dst train.dst -o kinds.jsonl.gz[/]"
)
def categorize(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(help="Pairs (.jsonl, .tsv, also .gz .bz2 .zst), folders, globs, or -."),
    ] = None,
    out: OutOption = None,
    src: Annotated[
        Path | None, typer.Option(help="BiSECT's file of long sentences; goes with --dst.")
    ] = None,
    dst: Annotated[
        Path | None, typer.Option(help="BiSECT's file of splits, <SEP> between the sentences.")
    ] = None,
    input_format: Annotated[
        PairFormatName | None,
        typer.Option(help="What the inputs are, where their first line does not tell."),
    ] = None,
    rules: RulesOption = None,
    scope: ScopeOption = ScopeName.all,
    model: ModelOption = DEFAULT_MODEL,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Say of each long sentence and its split which BiSECT class the split is of, where, and why.

    A pair is a row {"id", "long", "split": ["...", "..."]}, a row of WikiSplit or DiscoFuse, or a
    line each of BiSECT's two files. scope paper: the rules as Kim et al. 2021 print them.
    """
    intake = Intake(strict=strict)
    files, pairs = pairs_of(inputs, src, dst, input_format, intake)
    on_screen = out is None and sys.stdout.isatty()
    report, failures = PairReport(), Failures(failures_file(out))
    with interruptible("pairs", lambda: report.pairs, kept(out)), ExitStack() as stack:
        if not on_screen:
            writer = stack.enter_context(open_rows(out or STANDARD))
        runner = runner_for(spec_of(rules, scope, model, CorefName.none), jobs, timeout)
        if not quiet:
            stack.enter_context(progress(files, intake))
        for found in categorize_corpus(runner, pairs, report, failures):
            if on_screen:
                Console().print(decision(found))
            else:
                writer.write(found)
    complain(intake, failures)
    if not quiet:
        err.print(shares(report, intake))


def pairs_of(
    inputs: Sequence[str] | None,
    src: Path | None,
    dst: Path | None,
    input_format: PairFormatName | None,
    intake: Intake,
) -> tuple[list[Path], Iterator[Pair]]:
    """The files that a command names, and their pairs."""
    if (src is None) != (dst is None):
        raise UsageError("--src and --dst go together")
    if bool(inputs) == (src is not None):
        raise UsageError("name either input files or --src and --dst")
    if src is not None and dst is not None:
        return find_files([str(src), str(dst)]), read_parallel(src, dst, intake)
    files = find_files(inputs or (), ENDINGS)
    return files, read_pairs(files, intake, input_format.value if input_format else None)
