"""``disco split``: running text into propositions that stand alone."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import Annotated

import typer

from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, err, many, show
from disco.cli.options import (
    CORES,
    CacheOption,
    CorefName,
    CorefOption,
    IdFieldOption,
    JobsOption,
    LayoutName,
    LayoutOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ScopeName,
    ShardOption,
    StrictOption,
    TextFieldOption,
    TextsArgument,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import apart, for_screen, kept, parts_of
from disco.cli.progress import complain, interruptible, progress
from disco.cli.show import tree
from disco.cli.summaries import counts
from disco.corpus import (
    Failures,
    Intake,
    SplitFormat,
    SplitReport,
    facts_of,
    find_files,
    open_propositions,
    read_units,
    split_corpus,
    split_format_of,
)
from disco.jobs.options import LEAST_OF_A_FINE_STEP, LEAST_OF_A_STEP, Options


class SplitFormatName(str, Enum):
    tree = "tree"
    text = "text"
    jsonl = "jsonl"
    parquet = "parquet"
    dot = "dot"
    html = "html"


@app.command(
    epilog="Example: [bold]disco split article.txt -o propositions.jsonl[/]   "
    "or: [bold]disco split article.txt --fine --format text[/]"
)
def split(
    inputs: TextsArgument,
    out: OutOption = None,
    format: Annotated[
        SplitFormatName | None,
        typer.Option(help="As the ending of OUT says, else jsonl; on a terminal a tree."),
    ] = None,
    fine: Annotated[
        bool,
        typer.Option("--fine", help="Also take apart adjectives, times and places, each alone."),
    ] = False,
    attributed: Annotated[
        bool, typer.Option("--attributed", help="Also what somebody says, marked as said by them.")
    ] = False,
    standalone: Annotated[
        bool,
        typer.Option(
            "--standalone/--no-standalone",
            help="Say who is meant for pronouns, where that is beyond doubt.",
        ),
    ] = True,
    layout: LayoutOption = LayoutName.auto,
    text_field: TextFieldOption = "text",
    id_field: IdFieldOption = "id",
    rules: RulesOption = None,
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = CorefName.disco,
    min_confidence: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Take what is so likely good, by judged steps like it.",
            show_default=f"{LEAST_OF_A_STEP}, with --fine {LEAST_OF_A_FINE_STEP}",
        ),
    ] = None,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    cache: CacheOption = None,
    shard_size: ShardOption = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Split running text into sentences that say one thing each and stand alone, with what holds
    them together: nothing is invented, and each is traced to its characters in the text."""
    files = find_files(inputs)
    apart(files, out, size=shard_size)
    on_screen = for_screen(out, format, SplitFormatName.tree)
    kind = split_format_of(out) if format is None or on_screen else SplitFormat(format.value)
    options = Options(
        fine=fine, attributed=attributed, standalone=standalone, min_step=min_confidence
    )
    spec = spec_of(rules, ScopeName.all, model, coref, None, options)
    runner = runner_for(spec, jobs, timeout, cache)
    intake = Intake(layout.value, text_field, id_field, strict)
    report, failures = SplitReport(), Failures(None)
    units = read_units(files, intake)

    facts = partial(facts_of, "split", spec, files, intake, kind.value)
    stopped = kept(out, shard_size)
    with (
        interruptible("sentences", lambda: report.sentences, stopped),
        progress(files, intake, quiet=quiet),
    ):
        for path, part in parts_of(out, units, intake, failures, shard_size, restart, facts):
            found = split_corpus(runner, part, report, failures)
            if on_screen:
                for row in found:
                    show(tree(row))
            else:
                with open_propositions(path, kind) as writer:
                    for row in found:
                        writer.write(row)
    if not quiet:
        title = (
            f"{many(report.propositions, 'proposition')} of {many(report.sentences, 'sentence')}"
        )
        err.print(
            counts("propositions", report.rules, intake, title=f"{title} in {report.seconds:.1f} s")
        )
    complain(intake, failures)
