"""``disco mine``: splits out of edit histories."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated, Any

import typer

import disco
from disco.cli.base import app, err
from disco.cli.options import (
    CORES,
    JobsOption,
    OutOption,
    QuietOption,
    RestartOption,
    ShardOption,
    StrictOption,
)
from disco.cli.parts import kept, parts_of
from disco.cli.progress import complain, interruptible, progress
from disco.cli.show import mined
from disco.corpus import Failures, Intake, find_files, inputs_of, mine_corpus, open_pairs
from disco.corpus.history import ENDINGS, read_history
from disco.corpus.run import MineReport
from disco.pairs.mine import MinerSpec
from disco.workers import Workers


@app.command(
    epilog="Example: [bold]disco mine enwiki-pages-meta-history1.xml.bz2 -o mined.jsonl.gz[/]   "
    "or: [bold]disco mine pages.jsonl -o wikisplit.tsv[/]"
)
def mine(
    inputs: Annotated[
        list[str],
        typer.Argument(
            help="Dumps with history (.xml, also .gz .bz2 .zst, .7z), or .jsonl of "
            '{"id", "revisions"}; folders, globs.'
        ),
    ],
    out: OutOption = None,
    delta: Annotated[
        float,
        typer.Option(min=0, max=1, help="BLEU of the long one with each part, at least."),
    ] = 0.2,
    jobs: JobsOption = CORES,
    timeout: Annotated[
        float,
        typer.Option(min=0.001, help="Seconds for a run of snapshots; what takes longer is named."),
    ] = 60.0,
    memory: Annotated[
        float, typer.Option(min=0.5, help="Gigabytes that a process may take at most.")
    ] = 4.0,
    shard_size: ShardOption = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Mine edit histories for sentences that editors split in two, or joined (WikiSplit's way).

    Sentences of one snapshot are compared with those of the next. OUT is JSONL, each pair with its
    page and revisions, or with the ending .tsv the table of WikiSplit.
    """
    files = find_files(inputs, ENDINGS)
    intake = Intake(strict=strict)
    report, failures = MineReport(), Failures(None)
    pages = read_history(files, intake)

    def facts() -> dict[str, Any]:
        options = {"delta": delta}
        made = {"command": "mine", "version": disco.__version__}
        return {**made, "options": options, "inputs": inputs_of(files)}

    runner = Workers(MinerSpec(delta, memory), jobs, timeout, always=True)
    stopped = kept(out, shard_size)
    with interruptible("pairs", lambda: report.pairs, stopped), ExitStack() as stack:
        if not quiet:
            stack.enter_context(progress(files, intake))
        for path, part in parts_of(out, pages, failures, shard_size, restart, facts):
            with open_pairs(path) as writer:
                for pair in mine_corpus(runner, part, report, failures):
                    writer.write(pair)
    complain(intake, failures)
    if not quiet:
        err.print(mined(report, intake))
