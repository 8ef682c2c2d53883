"""``disco mine``: splits out of edit histories."""

from __future__ import annotations

from functools import partial

from disco.cli.base import app
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
    JobsOption,
    OutOption,
    QuietOption,
    RestartOption,
    ShardOption,
    StrictOption,
)
from disco.cli.run import Run
from disco.cli.summaries import mined
from disco.corpus import Intake, find_files, mine_corpus, plain_facts, write_pairs
from disco.corpus.history import ENDINGS, read_history
from disco.corpus.pair_rows import PAIRS
from disco.corpus.pair_runs import MineReport
from disco.pairs.mine import MinerSpec
from disco.workers import Workers


@app.command(
    epilog="Example: [bold]disco mine enwiki-pages-meta-history1.xml.bz2 -o mined.jsonl.gz[/]   "
    "or: [bold]disco mine pages.jsonl -o wikisplit.tsv[/]"
)
def mine(
    inputs: HistoryArgument,
    out: OutOption = None,
    delta: DeltaOption = DELTA,
    jobs: JobsOption = CORES,
    timeout: PatienceOption = PATIENCE,
    memory: MemoryOption = MEMORY,
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
    run = Run(files, intake, out, shard_size, restart, quiet, endings=PAIRS)
    report = MineReport()
    pages = read_history(files, intake)

    facts = partial(plain_facts, "mine", {"delta": delta}, files)
    runner = Workers(MinerSpec(delta, memory), jobs, timeout, always=True)
    with run.at_work("pairs", lambda: report.pairs, lambda: mined(report, intake)):
        for path, part in run.parts(pages, facts):
            write_pairs(mine_corpus(runner, part, report, run.failures), path)
