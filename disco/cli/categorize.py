"""``disco categorize``: what kind of split a pair is."""

from __future__ import annotations

import sys
from contextlib import ExitStack

from rich.console import Console

from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, err
from disco.cli.options import (
    CORES,
    CorefName,
    JobsOption,
    ModelOption,
    OutOption,
    QuietOption,
    RulesOption,
    ScopeName,
    ScopeOption,
    StrictOption,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.pairs import DstOption, PairFormatOption, PairsArgument, SrcOption, pairs_of
from disco.cli.parts import kept
from disco.cli.progress import complain, interruptible, progress
from disco.cli.show import decision, shares
from disco.corpus import (
    Failures,
    Intake,
    PairReport,
    categorize_corpus,
    failures_file,
    open_rows,
)
from disco.corpus.streams import STANDARD


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
    scope: ScopeOption = ScopeName.all,
    model: ModelOption = DEFAULT_MODEL,
    jobs: JobsOption = CORES,
    timeout: TimeoutOption = None,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> None:
    """Say of each long sentence and its split which BiSECT class the split is of, where, and why.

    A pair is a row {"id", "long", "split": ["...", "..."]}, a row of WikiSplit or DiscoFuse, or a
    line each of BiSECT's two files. scope paper: the rules as Kim et al. 2021 print them.
    """
    intake = Intake(strict=strict)
    files, pairs = pairs_of(inputs, src, dst, input_format, intake)
    on_screen = out is None and sys.stdout.isatty()
    report, failures = PairReport(), Failures(failures_file(out))
    with interruptible("pairs", lambda: report.pairs, kept(out)), ExitStack() as stack:
        if not on_screen:
            writer = stack.enter_context(open_rows(out or STANDARD))
        runner = runner_for(spec_of(rules, scope, model, CorefName.none), jobs, timeout)
        if not quiet:
            stack.enter_context(progress(files, intake))
        for found in categorize_corpus(runner, pairs, report, failures):
            if on_screen:
                Console().print(decision(found))
            else:
                writer.write(found)
    complain(intake, failures)
    if not quiet:
        err.print(shares(report, intake))
