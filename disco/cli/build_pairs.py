"""``disco build pairs``: edit histories into a data set of splits."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

import disco
from disco._errors import UsageError
from disco._files import place
from disco._paths import DEFAULT_MODEL
from disco.cli.base import err
from disco.cli.build import builders
from disco.cli.options import (
    CORES,
    CorefName,
    JobsOption,
    ModelOption,
    QuietOption,
    RestartOption,
    ScopeName,
    StrictOption,
    runner_for,
    spec_of,
)
from disco.cli.progress import complain, counting, interruptible, progress
from disco.cli.show import built_pairs
from disco.corpus import (
    Failures,
    Intake,
    categorize_corpus,
    facts_of,
    failures_file,
    find_files,
    inputs_of,
    mine_corpus,
    open_pairs,
    open_rows,
    open_shards,
    read_pairs,
    refine_corpus,
)
from disco.corpus.history import ENDINGS, read_history
from disco.corpus.run import MineReport, PairReport, RefineReport
from disco.dataset import assemble_pairs, built_pair, write_pair_card
from disco.jobs.unfuse import Options
from disco.pairs.mine import MinerSpec
from disco.workers import Workers

_STOPPED = "; the same command goes on behind the last whole part"


@builders.command(
    "pairs",
    epilog="Example: [bold]disco build pairs enwiki-history1.xml.bz2 -o splits[/]   "
    "then: [bold]datasets.load_dataset('splits')[/]",
)
def pairs(
    inputs: Annotated[
        list[str],
        typer.Argument(
            help="Dumps with history (.xml, also .gz .bz2 .zst, .7z), or .jsonl of "
            '{"id", "revisions"}; folders, globs.'
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", parser=place, metavar="PATH|URL", help="The folder of the data set."
        ),
    ],
    delta: Annotated[
        float, typer.Option(min=0, max=1, help="BLEU of the long one with each part, at least.")
    ] = 0.2,
    min_faithful: Annotated[
        float, typer.Option(min=0, max=1, help="How likely a pair must be faithful; 0 for any.")
    ] = Options().min_faithful,
    model: ModelOption = DEFAULT_MODEL,
    jobs: JobsOption = CORES,
    timeout: Annotated[
        float,
        typer.Option(min=0.001, help="Seconds for a run of snapshots; what takes longer is named."),
    ] = 60.0,
    memory: Annotated[
        float, typer.Option(min=0.5, help="Gigabytes that a process may take while mining.")
    ] = 4.0,
    shard_size: Annotated[
        int, typer.Option(min=1, help="Pages, and then pairs, in a part.")
    ] = 1_000,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Build a data set of splits: mine edit histories, refine the pairs, categorize them, and write
    train, dev and test by page, as WikiSplit's table and Parquet, with a card. Each step is done in
    parts, in OUT/parts, which a later run with the same choices takes up."""
    files = find_files(inputs, ENDINGS)
    spec = spec_of(
        None, ScopeName.all, model, CorefName.none, None, Options(min_faithful=min_faithful)
    )
    spec.book()  # what is wrong with it is said before the mining
    inside = out / "parts"
    try:
        inside.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{inside}: cannot be written: {error.strerror}") from error
    options: dict[str, Any] = {"delta": delta, "min_faithful": min_faithful}
    facts = {
        "command": "build pairs",
        "version": disco.__version__,
        "options": {"delta": delta},
        "inputs": inputs_of(files),
    }
    intake, failures = Intake(strict=strict), Failures(None)
    mined, report, kinds = MineReport(), RefineReport(), PairReport()
    with interruptible("pairs", lambda: mined.pairs, _STOPPED), ExitStack() as stack:
        if not quiet:
            stack.enter_context(progress(files, intake))
        miner = Workers(MinerSpec(delta, memory), jobs, timeout, always=True)
        pages = read_history(files, intake)
        with open_shards(inside / "mined.jsonl", shard_size, facts, restart=restart) as shards:
            for path, part in shards.parts(pages):
                failures.stand_beside(failures_file(path))
                with open_pairs(path) as writer:
                    for pair in mine_corpus(miner, part, mined, failures):
                        writer.write(pair)
        miner.close()
    complain(intake, failures)
    found = sorted(inside.glob("mined-*-of-*.jsonl"))
    taken = facts_of("refine and categorize", spec, found, Intake(), "jsonl")
    runner = runner_for(spec, jobs, None)
    rows = sum(path.read_bytes().count(b"\n") for path in found)
    with (
        interruptible("pairs", lambda: report.pairs, _STOPPED),
        counting("refining", rows, quiet=quiet) as advance,
        open_shards(inside / "pairs.jsonl", shard_size, taken, restart=restart) as shards,
    ):
        for path, pairs_in in shards.parts(read_pairs(found, Intake())):
            failures.stand_beside(failures_file(path))
            before = report.pairs
            kept = {r.pair.id: r for r in refine_corpus(runner, pairs_in, report, failures)}
            sorted_out = categorize_corpus(runner, (r.pair for r in kept.values()), kinds, failures)
            with open_rows(path) as rows_out:
                for each in sorted_out:
                    rows_out.write(built_pair(kept[each.pair.id], each))
            advance(report.pairs - before)
    tally = assemble_pairs(sorted(inside.glob("pairs-*-of-*.jsonl")), out)
    write_pair_card(tally, out, {**facts, "options": options, "mined": rows})
    if not quiet:
        err.print(built_pairs(tally, intake, out))
