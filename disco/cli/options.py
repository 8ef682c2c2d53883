"""Options that more than one command has."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from disco._files import place
from disco._paths import DEFAULT_MODEL
from disco.jobs.options import Options
from disco.language import Coref
from disco.loading import EngineSpec, Scope
from disco.text.layout import Layout
from disco.workers import Workers


def _out(name: str) -> Path | None:
    """Where to write; ``-`` says no more than leaving it out."""
    return None if name == "-" else place(name)


OutOption = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--out",
        parser=_out,
        metavar="PATH|URL",
        help="Where to write, if not to standard output.",
    ),
]
RulesOption = Annotated[
    list[Path] | None,
    typer.Option("--rules", help="Further rule files, or a folder of them. Repeat for more."),
]
ScopeOption = Annotated[
    Scope, typer.Option("--scope", help="paper: only the published rules; all: ours too.")
]
FAITHFUL = Options().min_faithful
FaithfulOption = Annotated[
    float, typer.Option(min=0, max=1, help="How likely a pair must be faithful; 0 for any.")
]
HeldOutOption = Annotated[
    float,
    typer.Option(min=0, max=40, help="How many of 100 documents are in dev, and as many in test."),
]
FolderOption = Annotated[
    Path,
    typer.Option(
        "-o", "--out", parser=place, metavar="PATH|URL", help="The folder of the data set."
    ),
]
TextsArgument = Annotated[
    list[str],
    typer.Argument(help="Texts (.txt .jsonl .csv .tsv .parquet .arrow), folders, globs, or -."),
]
ModelOption = Annotated[str, typer.Option("--model", help="The spaCy model to parse with.")]
CorefOption = Annotated[
    Coref,
    typer.Option(
        "--coref", help="disco: our weights; coreferee: its own models; none: no anaphora."
    ),
]


LayoutOption = Annotated[
    Literal["auto", Layout],
    typer.Option(
        help="What a line of a text or of a field is; wrapped: paragraphs over several lines; "
        'marked: paragraphs between <doc id="..."> and </doc>.'
    ),
]
TextFieldOption = Annotated[str, typer.Option(help="The field or column with the text.")]
IdFieldOption = Annotated[str, typer.Option(help="The field or column with the id of a text.")]
LEAST = Options().min_confidence or 0.0
LEAST_TOKENS = Options().min_tokens
ConfidenceOption = Annotated[
    float,
    typer.Option(min=0, max=1, help="Write what is so likely good, by judged examples like it."),
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Stop at the first bad line instead of skipping it.")
]
TypesOption = Annotated[
    list[str] | None,
    typer.Option(help="Only these types; names or patterns, with commas between: 'PAIR_*'."),
]
MinTokensOption = Annotated[
    int, typer.Option(min=1, help="The fewest tokens of an output; the paper has 7.")
]
AsciiOption = Annotated[
    bool, typer.Option("--ascii-only", help="Only examples in ASCII, as in the paper.")
]
QuietOption = Annotated[bool, typer.Option("-q", "--quiet", help="No progress, no summary.")]


JobsOption = Annotated[
    int,
    typer.Option(
        "-j", "--jobs", min=1, help="Processes; the output is the same.", show_default="all cores"
    ),
]
TimeoutOption = Annotated[
    float | None,
    typer.Option(
        min=0.001, help="Seconds for each text of a block; what takes longer is named and left out."
    ),
]
ShardOption = Annotated[
    int | None,
    typer.Option(
        min=1, help="Write OUT-00000 ... of so many texts; the same command again goes on there."
    ),
]
CacheOption = Annotated[
    Path | None,
    typer.Option(
        "--cache", help="Keep parses in this folder; later runs with other rules are faster."
    ),
]
RestartOption = Annotated[
    bool, typer.Option("--restart", help="With --shard-size: begin anew, whatever is there.")
]
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def runner_for(spec: EngineSpec, jobs: int, timeout: float | None) -> Workers:
    """What does the work, here or in processes; raises what a wrong argument raises, and what goes
    wrong in loading where the work is done here: before an output is touched."""
    workers = Workers(spec, jobs, timeout)
    if jobs == 1 and timeout is None:
        workers.load()
    return workers


def spec_of(
    *,
    rules: list[Path] | None = None,
    scope: Scope = "all",
    model: str = DEFAULT_MODEL,
    coref: Coref = "disco",
    types: list[str] | None = None,
    options: Options | None = None,
    cache: Path | None = None,
) -> EngineSpec:
    """The engine that the options of a command ask for, not yet loaded."""
    return EngineSpec(
        model,
        coref,
        tuple(rules or ()),
        scope,
        tuple(types or ()),
        options or Options(),
        cache,
    )
