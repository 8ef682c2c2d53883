"""``disco split``: running text into propositions that stand alone."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import typer
from rich.console import RenderableType

from disco._errors import many
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, show_all
from disco.cli.options import (
    CORES,
    CacheOption,
    CorefOption,
    IdFieldOption,
    JobsOption,
    LayoutOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ShardOption,
    StrictOption,
    TextFieldOption,
    TextsArgument,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import for_screen
from disco.cli.run import Run
from disco.cli.show import tree
from disco.cli.summaries import counts
from disco.corpus import (
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


@app.command(
    epilog="Example: [bold]disco split article.txt -o propositions.jsonl[/]   "
    "or: [bold]disco split article.txt --fine --format text[/]"
)
def split(
    inputs: TextsArgument,
    out: OutOption = None,
    format: Annotated[
        Literal["tree", SplitFormat] | None,
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
            help="Say who is meant for pronouns, where one is likelier than all others.",
        ),
    ] = True,
    layout: LayoutOption = "auto",
    text_field: TextFieldOption = "text",
    id_field: IdFieldOption = "id",
    rules: RulesOption = None,
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = "disco",
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
    intake = Intake(layout, text_field, id_field, strict)
    run = Run(files, intake, out, shard_size, restart, quiet)
    on_screen = for_screen(out, format, "tree")
    kind = split_format_of(out, None if format == "tree" else format)
    options = Options(
        fine=fine, attributed=attributed, standalone=standalone, min_step=min_confidence
    )
    spec = spec_of(rules=rules, model=model, coref=coref, options=options, cache=cache)
    runner = runner_for(spec, jobs, timeout)
    report = SplitReport()
    units = read_units(files, intake)

    facts = partial(facts_of, "split", spec, files, intake, kind)

    def summary() -> RenderableType:
        made, of = many(report.propositions, "proposition"), many(report.sentences, "sentence")
        title = f"{made} of {of} in {report.seconds:.1f} s"
        return counts("propositions", report.rules, intake, title, "last rule of each")

    with run.at_work("sentences", lambda: report.sentences, summary):
        for path, part in run.parts(units, facts):
            found = split_corpus(runner, part, report, run.failures)
            if on_screen:
                show_all(found, tree)
            else:
                with open_propositions(path, kind) as writer:
                    for row in found:
                        writer.write(row)
