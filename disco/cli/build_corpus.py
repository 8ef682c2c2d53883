"""``disco build CORPUS``: a corpus into a data set, as the paper released one."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from disco._paths import DEFAULT_MODEL
from disco._types import CONTROL, TYPES
from disco.cli.base import err
from disco.cli.build import builders
from disco.cli.options import (
    CORES,
    LEAST,
    LEAST_TOKENS,
    AsciiOption,
    CacheOption,
    ConfidenceOption,
    CorefOption,
    FolderOption,
    HeldOutOption,
    IdFieldOption,
    JobsOption,
    LayoutOption,
    MinTokensOption,
    ModelOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ScopeOption,
    StrictOption,
    TextFieldOption,
    TimeoutOption,
    TypesOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import beside, kept, outside
from disco.cli.progress import complain, counting, interruptible, progress
from disco.cli.summaries import built
from disco.corpus import (
    Failures,
    Intake,
    Report,
    facts_of,
    find_files,
    read_units,
    unfuse_corpus,
    write_examples,
)
from disco.dataset import (
    EXAMPLES,
    HELD_OUT,
    Plan,
    Share,
    assemble,
    drop_card,
    open_parts,
    parts_in,
    parts_of,
    require_examples,
    rows_in,
    shares_of,
    write_card,
)
from disco.jobs.options import Options

_BALANCE = "and=12.5,but=10.7,anaphora=20"


@builders.command(
    "corpus",
    epilog="Example: [bold]disco build wiki/*.parquet -o discofuse-wiki[/]   "
    "then: [bold]datasets.load_dataset('discofuse-wiki', 'balanced')[/]",
)
def corpus(
    inputs: Annotated[
        list[str],
        typer.Argument(help="Texts (.txt .jsonl .csv .tsv .parquet .arrow), folders or globs."),
    ],
    out: FolderOption,
    balance: Annotated[
        str,
        typer.Option(
            help="Percentages in the balanced files: of connectives, types, or anaphora; what is "
            "named takes the place of all of these, of which those of and, but are the paper's."
        ),
    ] = _BALANCE,
    controls: Annotated[
        float,
        typer.Option(
            min=0, max=99, help="The percentage of pairs with no phenomenon in each file."
        ),
    ] = 10.0,
    held_out: HeldOutOption = HELD_OUT,
    layout: LayoutOption = "auto",
    text_field: TextFieldOption = "text",
    id_field: IdFieldOption = "id",
    types: TypesOption = None,
    rules: RulesOption = None,
    scope: ScopeOption = "all",
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = "disco",
    min_confidence: ConfidenceOption = LEAST,
    min_tokens: MinTokensOption = LEAST_TOKENS,
    ascii_only: AsciiOption = False,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    cache: CacheOption = None,
    shard_size: Annotated[
        int, typer.Option(min=1, help="Texts in a part; the same command goes on behind the last.")
    ] = 10_000,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Build a data set: train, dev and test by document, each also balanced, without duplicates,
    as TSV and Parquet, with a card. Texts are unfused in parts, in OUT/parts, which a later run
    with the same choices takes up; another --balance or --held-out needs no new ones."""
    files = find_files(inputs)
    outside(files, out)
    chosen = Options(
        style="tokenized",
        controls=controls > 0,
        min_confidence=min_confidence,
        min_tokens=min_tokens,
        ascii_only=ascii_only,
    )
    spec = spec_of(
        rules=rules,
        scope=scope,
        model=model,
        coref=coref,
        types=types,
        options=chosen,
        cache=cache,
    )
    runner = runner_for(spec, jobs, timeout)
    words = {connective.word for connective in runner.rules.connectives}
    fixed = [Share(CONTROL, controls)] if controls else []
    plan = Plan(fixed, shares_of(balance, TYPES, words))
    intake = Intake(layout, text_field, id_field, strict)
    facts = facts_of("build", spec, files, intake, "parquet")
    report, failures = Report(), Failures(None)
    with (
        interruptible(
            "examples", lambda: report.examples, partial(kept, parts_of(out, EXAMPLES), shard_size)
        ),
        open_parts(out, EXAMPLES, shard_size, facts, intake.unread, restart=restart) as shards,
    ):
        with progress(files, intake, quiet=quiet):
            units = intake.some(read_units(files, intake))
            for path, part in beside(shards, units, failures):
                examples = unfuse_corpus(runner, part, report, failures)
                write_examples(examples, path, "parquet", report)
        runner.close()
        parts = parts_in(out, EXAMPLES)
        rows = rows_in(parts)
        failures.require_some(rows)  # a data set that is there stays
        require_examples(parts)
        with counting("sorting", 2 * rows, quiet=quiet) as advance:
            drop_card(out)
            tally = assemble(parts, out, plan, advance, held_out=held_out)
        chosen_last = {"shares": plan.shares, "balanced": plan.balanced, "held_out": held_out}
        write_card(tally, out, {**facts, **chosen_last, "unread": intake.unread})
    if not quiet:
        err.print(built(tally, report, intake, out))
    complain(intake, failures)
