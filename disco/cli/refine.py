"""``disco refine``: pairs without those that are none to learn from."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from disco._errors import UsageError
from disco._files import place
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app
from disco.cli.options import (
    CORES,
    FAITHFUL,
    FaithfulOption,
    JobsOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    ShardOption,
    StrictOption,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.pairs import DstOption, PairFormatOption, PairsArgument, SrcOption, pairs_of, read_as
from disco.cli.run import Run
from disco.cli.summaries import refined
from disco.corpus import Intake, facts_of, open_rows, refine_corpus, write_pairs
from disco.corpus.pair_rows import PAIRS
from disco.corpus.pair_runs import RefineReport
from disco.entailment import LEAST_ENTAILED, Entailment
from disco.jobs.options import FILTERS, Options


@app.command(
    epilog="Example: [bold]disco refine wikisplit.tsv -o kept.tsv --rejects dropped.jsonl[/]   "
    "or: [bold]disco refine pairs.jsonl -o kept.jsonl --reverse[/]"
)
def refine(
    inputs: PairsArgument = None,
    out: OutOption = None,
    rejects: Annotated[
        Path | None,
        typer.Option(
            parser=place, metavar="PATH|URL", help="Also write what is dropped, with the reasons."
        ),
    ] = None,
    src: SrcOption = None,
    dst: DstOption = None,
    input_format: PairFormatOption = None,
    min_faithful: FaithfulOption = FAITHFUL,
    min_overlap: Annotated[
        float, typer.Option(min=0, max=1, help="The share of lemmas that the long side must have.")
    ] = Options().min_overlap,
    without: Annotated[
        list[str] | None,
        typer.Option(help=f"Filters that are not asked, of {', '.join(FILTERS)}."),
    ] = None,
    nli: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="Also drop what this cross-encoder says the long side does not entail: a name at "
            "Hugging Face, or a folder.",
        ),
    ] = None,
    device: Annotated[
        str, typer.Option(metavar="cpu|cuda", help="Where the model of --nli works.")
    ] = "cpu",
    min_entailment: Annotated[
        float,
        typer.Option(min=0, max=1, help="How likely each sentence must be entailed, with --nli."),
    ] = LEAST_ENTAILED,
    reverse: Annotated[
        bool, typer.Option("--reverse", help="Write the sentences of each split in reversed order.")
    ] = False,
    model: ModelOption = DEFAULT_MODEL,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    shard_size: ShardOption = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Refine pairs: drop those that have little in common, a side without a verb, two sentences for
    a long side, or that say what the other side does not, and name the reason.

    The measure of faithfulness needs no model but the parser: names, numbers, negations and other
    content words that only one side has, weighed by what readers found of such pairs.
    """
    names = [name.strip() for given in without or () for name in given.split(",") if name.strip()]
    intake = Intake(strict=strict)
    files, given = pairs_of(inputs, src, dst, input_format, intake)
    run = Run(files, intake, out, shard_size, restart, quiet, rejects, endings=PAIRS)
    chosen = Options(min_faithful=min_faithful, min_overlap=min_overlap, without=frozenset(names))
    spec = spec_of(model=model, coref="none", options=chosen)
    runner = runner_for(spec, jobs, timeout)
    report = RefineReport()
    form = f"{'reversed' if reverse else 'as it is'}, {read_as(input_format)}"
    if not nli and (device, min_entailment) != ("cpu", LEAST_ENTAILED):
        raise UsageError("--device and --min-entailment go with --nli")
    if nli:
        form += f", entailed from {min_entailment} on by {nli}"
    facts = partial(facts_of, "refine", spec, files, intake, form)
    check = partial(Entailment(nli, device).check, least=min_entailment) if nli else None
    with (
        run.at_work("pairs", lambda: report.pairs, lambda: refined(report, intake)),
        open_rows(rejects) if rejects else nullcontext() as dropped,
    ):
        for path, part in run.parts(given, facts):
            pairs = refine_corpus(runner, part, report, run.failures, dropped, check)
            write_pairs((pair.reversed() if reverse else pair for pair in pairs), path)
