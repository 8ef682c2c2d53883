"""``disco unfuse``: raw text into fusion examples."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from disco._errors import UsageError
from disco._files import place
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, show_all
from disco.cli.on_cluster import on_cluster
from disco.cli.options import (
    CORES,
    LEAST,
    LEAST_TOKENS,
    AsciiOption,
    CacheOption,
    ConfidenceOption,
    CorefOption,
    IdFieldOption,
    JobsOption,
    LayoutOption,
    MinTokensOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ScopeOption,
    ShardOption,
    StrictOption,
    TextFieldOption,
    TextsArgument,
    TimeoutOption,
    TypesOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import for_screen
from disco.cli.run import Run
from disco.cli.show import listing
from disco.cli.summaries import summary
from disco.corpus import (
    Format,
    Intake,
    Report,
    facts_of,
    find_files,
    format_of,
    open_writer,
    read_units,
    rejects_format_of,
    unfuse_corpus,
    write_examples,
)
from disco.draft.realize import Style
from disco.jobs.options import Options


@app.command(
    epilog="Example: [bold]disco unfuse corpus.txt -o examples.jsonl[/]   "
    "or: [bold]zcat wiki.gz | disco unfuse - --format tsv -o wiki.tsv.gz[/]"
)
def unfuse(
    inputs: TextsArgument,
    out: OutOption = None,
    format: Annotated[
        Literal["listing", Format] | None,
        typer.Option(help="As the ending of OUT says, else jsonl; on a terminal a listing."),
    ] = None,
    style: Annotated[
        Style | None,
        typer.Option(help="tokenized, as DiscoFuse prints it (tsv, parquet), or natural (others)."),
    ] = None,
    layout: LayoutOption = "auto",
    text_field: TextFieldOption = "text",
    id_field: IdFieldOption = "id",
    types: TypesOption = None,
    rules: RulesOption = None,
    scope: ScopeOption = "all",
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = "disco",
    rejects: Annotated[
        Path | None,
        typer.Option(
            parser=place,
            metavar="PATH|URL",
            help="Also write what the gate refused, with the reasons.",
        ),
    ] = None,
    gate: Annotated[
        Literal["on", "off"], typer.Option(help="off: write refused examples too, marked.")
    ] = "on",
    min_confidence: ConfidenceOption = LEAST,
    controls: Annotated[
        bool, typer.Option("--controls", help="Also write pairs with no phenomenon, as PAIR_NONE.")
    ] = False,
    min_tokens: MinTokensOption = LEAST_TOKENS,
    ascii_only: AsciiOption = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Restore the source from each example, and compare.")
    ] = False,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    cache: CacheOption = None,
    shard_size: ShardOption = None,
    engine: Annotated[
        Literal["local", "ray"],
        typer.Option(help="ray: the parts of --shard-size are written by a Ray cluster."),
    ] = "local",
    address: Annotated[
        str | None, typer.Option(help="Of the Ray cluster, such as auto; else one is made here.")
    ] = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Turn raw text into fusion examples: the text, two independent sentences, what was removed."""
    files = find_files(inputs)
    intake = Intake(layout, text_field, id_field, strict)
    run = Run(files, intake, out, shard_size, restart, quiet, rejects)
    on_screen = for_screen(out, format, "listing")
    kind = format_of(out, None if format == "listing" else format)
    style = style or ("natural" if kind == "jsonl" else "tokenized")
    spec = spec_of(
        rules=rules,
        scope=scope,
        model=model,
        coref=coref,
        types=types,
        options=Options(
            style=style,
            gate=gate == "on",
            controls=controls,
            min_confidence=min_confidence,
            min_tokens=min_tokens,
            ascii_only=ascii_only,
        ),
        cache=cache,
    )
    if gate == "off" and kind == "tsv":
        raise UsageError("--gate off marks what is refused; a tsv has no place for that")
    if gate == "off" and rejects is not None:
        raise UsageError("--gate off writes what is refused to OUT; leave out --rejects")
    if address is not None and engine != "ray":
        raise UsageError("--address goes with --engine ray")
    report = Report()
    facts = partial(facts_of, "unfuse", spec, files, intake, kind)
    if engine == "ray":
        on_cluster(run, spec, address, report, facts, timeout=timeout, format=kind, verify=verify)
        run.end(lambda: summary(report, intake))
        return
    runner = runner_for(spec, jobs, timeout)
    units = read_units(files, intake)
    with (
        run.at_work("examples", lambda: report.examples, lambda: summary(report, intake)),
        open_writer(rejects, rejects_format_of(rejects)) if rejects else nullcontext() as refused,
    ):
        for path, part in run.parts(units, facts):
            examples = unfuse_corpus(runner, part, report, run.failures, refused, verify=verify)
            if on_screen:
                show_all(examples, listing)
            else:
                write_examples(examples, path, kind, report)
