"""Arguments of commands that read pairs, and the pairs that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from disco._errors import UsageError
from disco._files import place
from disco.corpus import Intake, PairFormat, find_files, read_pairs, read_parallel
from disco.corpus.pairs import ENDINGS
from disco.jobs.categorized import Pair

PairsArgument = Annotated[
    list[str] | None,
    typer.Argument(help="Pairs (.jsonl .tsv .parquet .arrow, also .gz), folders, globs, or -."),
]
SrcOption = Annotated[
    Path | None,
    typer.Option(
        parser=place, metavar="PATH|URL", help="BiSECT's file of long sentences; goes with --dst."
    ),
]
DstOption = Annotated[
    Path | None,
    typer.Option(
        parser=place,
        metavar="PATH|URL",
        help="BiSECT's file of splits, <SEP> between the sentences.",
    ),
]
PairFormatOption = Annotated[
    PairFormat | None,
    typer.Option(help="What the inputs are, where their first line does not tell."),
]


def pairs_of(
    inputs: Sequence[str] | None,
    src: Path | None,
    dst: Path | None,
    input_format: PairFormat | None,
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
    return files, read_pairs(files, intake, input_format)


def read_as(input_format: PairFormat | None) -> str:
    """As what pairs are read, in words: runs that differ in it have nothing in common."""
    return f"read as {input_format or 'their first line tells'}"
