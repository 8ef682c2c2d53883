"""``disco build pairs``: edit histories into a data set of splits."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from disco._errors import WorkError
from disco._paths import DEFAULT_MODEL
from disco.cli.base import err
from disco.cli.build import builders
from disco.cli.history import (
    DELTA,
    MEMORY,
    PATIENCE,
    DeltaOption,
    HistoryArgument,
    MemoryOption,
    PatienceOption,
)
from disco.cli.options import (
    CORES,
    FAITHFUL,
    FaithfulOption,
    FolderOption,
    HeldOutOption,
    JobsOption,
    ModelOption,
    QuietOption,
    RestartOption,
    StrictOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import beside, kept, outside
from disco.cli.progress import complain, counting, interruptible, progress, show_failed
from disco.cli.summaries import built_of_pairs
from disco.corpus import (
    Failures,
    Intake,
    facts_of,
    find_files,
    mine_corpus,
    plain_facts,
    read_pairs,
    write_pairs,
    write_rows,
)
from disco.corpus.history import ENDINGS, read_history
from disco.corpus.pair_runs import MineReport, RefineReport
from disco.dataset import (
    HELD_OUT,
    assemble_pairs,
    built_pairs,
    drop_card,
    open_parts,
    parts_in,
    parts_of,
    require_parts,
    write_pair_card,
)
from disco.dataset.parts import lines_in
from disco.jobs.options import Options
from disco.pairs.mine import MinerSpec
from disco.workers import Workers

MINED, PAIRS = "mined.jsonl", "pairs.jsonl"


@builders.command(
    "pairs",
    epilog="Example: [bold]disco build pairs enwiki-history1.xml.bz2 -o splits[/]   "
    "then: [bold]datasets.load_dataset('splits')[/]",
)
def pairs(
    inputs: HistoryArgument,
    out: FolderOption,
    delta: DeltaOption = DELTA,
    min_faithful: FaithfulOption = FAITHFUL,
    held_out: HeldOutOption = HELD_OUT,
    model: ModelOption = DEFAULT_MODEL,
    jobs: JobsOption = CORES,
    timeout: PatienceOption = PATIENCE,
    memory: MemoryOption = MEMORY,
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
    outside(files, out)
    spec = spec_of(model=model, coref="none", options=Options(min_faithful=min_faithful))
    runner = runner_for(spec, jobs, None)  # what is wrong with it is said before the mining
    facts = plain_facts("build pairs", {"delta": delta}, files)
    intake, failures, unrefined = Intake(strict=strict), Failures(None), Failures(None)
    mined, report = MineReport(), RefineReport()
    with (
        interruptible(
            "pairs",
            lambda: report.pairs or mined.pairs,
            partial(kept, parts_of(out, MINED), shard_size),
        ),
        open_parts(out, MINED, shard_size, facts, intake.unread, restart=restart) as shards,
    ):
        with progress(files, intake, quiet=quiet):
            miner = Workers(MinerSpec(delta, memory), jobs, timeout, always=True)
            pages = intake.some(read_history(files, intake))
            for path, part in beside(shards, pages, failures):
                write_pairs(mine_corpus(miner, part, mined, failures), path)
            miner.close()
        found = parts_in(out, MINED)
        require_parts(found)
        taken = facts_of("refine and categorize", spec, found, Intake(), "jsonl")
        rows = lines_in(found)
        # made of the mined parts, which other choices of a filter leave as they are
        with open_parts(out, PAIRS, shard_size, taken, [], restart=restart, renewed=True) as shards:
            with counting("refining", rows, quiet=quiet) as advance:
                again = read_pairs(found, Intake(strict=True))
                for path, pairs_in in beside(shards, again, unrefined):
                    before = report.pairs
                    write_rows(built_pairs(runner, pairs_in, report, unrefined), path)
                    advance(report.pairs - before)
            refined = parts_in(out, PAIRS)
            left = lines_in(refined)
            unrefined.require_some(left)  # a data set that is there stays
            if not left:
                raise WorkError("no pair could be made of these texts")
            drop_card(out)
            tally = assemble_pairs(refined, out, held_out=held_out)
            made_by = {**facts, "model": taken["model"], "unread": intake.unread, "mined": rows}
            options = {"delta": delta, "min_faithful": min_faithful}
            write_pair_card(tally, out, {**made_by, "held_out": held_out, "options": options})
    if not quiet:
        err.print(built_of_pairs(tally, intake, out))
    show_failed(unrefined)
    complain(intake, failures)
