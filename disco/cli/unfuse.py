"""``disco unfuse``: raw text into fusion examples."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from disco._errors import UsageError
from disco._files import from_anywhere, place
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, err, show
from disco.cli.on_cluster import on_cluster
from disco.cli.options import (
    CORES,
    LEAST,
    LEAST_TOKENS,
    AsciiOption,
    CacheOption,
    ConfidenceOption,
    CorefName,
    CorefOption,
    IdFieldOption,
    JobsOption,
    LayoutName,
    LayoutOption,
    MinTokensOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ScopeName,
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
from disco.cli.parts import apart, for_screen, kept, parts_of
from disco.cli.progress import complain, interruptible, progress
from disco.cli.show import listing
from disco.cli.summaries import summary
from disco.cluster import Work
from disco.corpus import (
    Failures,
    Format,
    Intake,
    Report,
    facts_of,
    find_files,
    format_of,
    open_shards,
    open_writer,
    read_units,
    rejects_format_of,
    unfuse_corpus,
    write_examples,
)
from disco.jobs.options import Options


class FormatName(str, Enum):
    listing = "listing"
    jsonl = "jsonl"
    tsv = "tsv"
    parquet = "parquet"


class StyleName(str, Enum):
    tokenized = "tokenized"
    natural = "natural"


class EngineName(str, Enum):
    local = "local"
    ray = "ray"


class GateName(str, Enum):
    on = "on"
    off = "off"


@app.command(
    epilog="Example: [bold]disco unfuse corpus.txt -o examples.jsonl[/]   "
    "or: [bold]zcat wiki.gz | disco unfuse - --format tsv -o wiki.tsv.gz[/]"
)
def unfuse(
    inputs: TextsArgument,
    out: OutOption = None,
    format: Annotated[
        FormatName | None,
        typer.Option(help="As the ending of OUT says, else jsonl; on a terminal a listing."),
    ] = None,
    style: Annotated[
        StyleName | None,
        typer.Option(help="tokenized, as DiscoFuse prints it (tsv, parquet), or natural (others)."),
    ] = None,
    layout: LayoutOption = LayoutName.auto,
    text_field: TextFieldOption = "text",
    id_field: IdFieldOption = "id",
    types: TypesOption = None,
    rules: RulesOption = None,
    scope: ScopeOption = ScopeName.all,
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = CorefName.disco,
    rejects: Annotated[
        Path | None,
        typer.Option(
            parser=place,
            metavar="PATH|URL",
            help="Also write what the gate refused, with the reasons.",
        ),
    ] = None,
    gate: Annotated[
        GateName, typer.Option(help="off: write refused examples too, marked.")
    ] = GateName.on,
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
        EngineName,
        typer.Option(help="ray: the parts of --shard-size are written by a Ray cluster."),
    ] = EngineName.local,
    address: Annotated[
        str | None, typer.Option(help="Of the Ray cluster, such as auto; else one is made here.")
    ] = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Turn raw text into fusion examples: the text, two independent sentences, what was removed."""
    files = find_files(inputs)
    apart(files, out, rejects, size=shard_size)
    on_screen = for_screen(out, format, FormatName.listing)
    kind = format_of(out) if format is None or on_screen else Format(format.value)
    natural = style is StyleName.natural or (style is None and kind is Format.jsonl)
    spec = spec_of(
        rules,
        scope,
        model,
        coref,
        types,
        Options(
            style="natural" if natural else "tokenized",
            gate=gate is GateName.on,
            controls=controls,
            min_confidence=min_confidence,
            min_tokens=min_tokens,
            ascii_only=ascii_only,
        ),
    )
    if rejects is not None and shard_size is not None:
        raise UsageError("--rejects keeps one file; leave out --shard-size")
    if gate is GateName.off and kind is Format.tsv:
        raise UsageError("--gate off marks what is refused; a tsv has no place for that")
    if address is not None and engine is not EngineName.ray:
        raise UsageError("--address goes with --engine ray")
    intake = Intake(layout.value, text_field, id_field, strict)
    report, failures = Report(verify=verify), Failures(None)
    facts = partial(facts_of, "unfuse", spec, files, intake, kind.value)
    if engine is EngineName.ray:
        if out is None or shard_size is None:
            raise UsageError("--engine ray writes parts; name them with -o, and say --shard-size")
        spec.book()  # what is wrong with it is said before a cluster is asked
        work = Work(
            replace(
                spec,
                cache=cache and from_anywhere(cache),
                rules=tuple(map(from_anywhere, spec.rules)),
            ),
            timeout,
            list(map(from_anywhere, files)),
            replace(intake),
            shard_size,
            kind,
            verify,
        )
        with open_shards(out, shard_size, facts(), intake.unread, restart=restart) as shards:
            on_cluster(shards, work, intake, address, report, failures, quiet=quiet)
        if not quiet:
            err.print(summary(report, intake))
        complain(intake, failures)
        return
    runner = runner_for(spec, jobs, timeout, cache)
    units = read_units(files, intake)
    stopped = kept(out, shard_size)
    with (
        interruptible("examples", lambda: report.examples, stopped),
        open_writer(rejects, rejects_format_of(rejects)) if rejects else nullcontext() as refused,
        progress(files, intake, quiet=quiet),
    ):
        for path, part in parts_of(out, units, intake, failures, shard_size, restart, facts):
            examples = unfuse_corpus(runner, part, report, failures, refused)
            if on_screen:
                for example in examples:
                    show(listing(example))
            else:
                write_examples(examples, path, kind, report)
    if not quiet:
        err.print(summary(report, intake))
    complain(intake, failures)
