"""``disco categorize``: what kind of split a pair is."""

from __future__ import annotations

from functools import partial

from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, show_all
from disco.cli.options import (
    CORES,
    JobsOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ScopeOption,
    ShardOption,
    StrictOption,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.pairs import DstOption, PairFormatOption, PairsArgument, SrcOption, pairs_of, read_as
from disco.cli.parts import for_screen
from disco.cli.run import Run
from disco.cli.show import decision
from disco.cli.summaries import shares
from disco.corpus import (
    Intake,
    PairReport,
    categorize_corpus,
    facts_of,
    write_rows,
)
from disco.corpus.write import ROWS


@app.command(
    epilog="Example: [bold]disco categorize pairs.jsonl -o kinds.jsonl[/]   "
    "or: [bold]disco categorize --src train.src --dst train.dst -o kinds.jsonl.gz[/]"
)
def categorize(
    inputs: PairsArgument = None,
    out: OutOption = None,
    src: SrcOption = None,
    dst: DstOption = None,
    input_format: PairFormatOption = None,
    rules: RulesOption = None,
    scope: ScopeOption = "all",
    model: ModelOption = DEFAULT_MODEL,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    shard_size: ShardOption = None,
    restart: RestartOption = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Say of each long sentence and its split which BiSECT class the split is of, where, and why.

    A pair is a row {"id", "long", "split": ["...", "..."]}, a row of WikiSplit or DiscoFuse, or a
    line each of BiSECT's two files. scope paper: the rules as Kim et al. 2021 print them.
    """
    intake = Intake(strict=strict)
    files, pairs = pairs_of(inputs, src, dst, input_format, intake)
    run = Run(files, intake, out, shard_size, restart, quiet, endings=ROWS)
    on_screen = for_screen(out)
    spec = spec_of(rules=rules, scope=scope, model=model, coref="none")
    runner = runner_for(spec, jobs, timeout)
    report = PairReport()
    facts = partial(facts_of, "categorize", spec, files, intake, read_as(input_format))
    with run.at_work("pairs", lambda: report.pairs, lambda: shares(report, intake)):
        for path, part in run.parts(pairs, facts):
            found = categorize_corpus(runner, part, report, run.failures)
            if on_screen:
                show_all(found, decision)
            else:
                write_rows(found, path)
