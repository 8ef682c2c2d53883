"""``disco fuse``: two sentences into one text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import spacy
import typer
from rich.text import Text

from disco._errors import UsageError
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
from disco.cli.parts import for_screen
from disco.cli.run import Run
from disco.cli.show import fused_listing
from disco.cli.summaries import fused
from disco.corpus import (
    FuseReport,
    Intake,
    facts_of,
    find_files,
    fuse_corpus,
    read_sentences,
    read_sources,
    write_rows,
)
from disco.corpus.pair_runs import restore_corpus
from disco.corpus.pairs import ENDINGS
from disco.corpus.streams import STANDARD
from disco.corpus.write import ROWS
from disco.jobs.fuse import told_problem
from disco.jobs.fused import Fused, Sentences
from disco.jobs.options import Options
from disco.match.lexicon import Lexicon
from disco.rules import Rulebook


@dataclass(frozen=True, slots=True)
class Ranked:
    """Two sentences with every fusion of theirs."""

    fused: Fused

    def to_dict(self) -> dict[str, Any]:
        return self.fused.to_dict(all_of_them=True)


@app.command(
    epilog="Example: [bold]disco fuse pairs.jsonl -o fused.jsonl[/]   "
    "or: [bold]disco fuse examples.jsonl --from-examples -o sources.jsonl[/]"
)
def fuse(
    inputs: Annotated[
        list[str],
        typer.Argument(
            help="Sentences (.jsonl .tsv .parquet .arrow, also .gz), folders, globs, or -."
        ),
    ],
    out: OutOption = None,
    from_examples: Annotated[
        bool,
        typer.Option(
            "--from-examples", help="The rows are disco unfuse's, as JSONL: restore their sources."
        ),
    ] = False,
    free: Annotated[
        bool, typer.Option("--free", help="Look at the two sentences only, not at what is told.")
    ] = False,
    min_confidence: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Of free fusions, only those that are good so often; 0 for all."
        ),
    ] = Options().min_fusion,
    all_of_them: Annotated[
        bool, typer.Option("--all", help="Give every fusion that the rules can write, ranked.")
    ] = False,
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
    """Join two independent sentences into one coherent text, by rules.

    A row has {"first", "second"} or DiscoFuse's incoherent columns. With a discourse_type and a
    connective_string the text is of that type, with that connective; without, the sentences
    themselves decide, and where no rule is sure they stay as they are.
    """
    chosen = Options(min_fusion=min_confidence)
    others = free or all_of_them or rules or restart or scope != "all" or model != DEFAULT_MODEL
    parted = shard_size is not None or timeout is not None
    if from_examples and (others or parted or chosen != Options()):
        raise UsageError("--from-examples restores what was there; it goes with no other choice")
    files = find_files(inputs, ENDINGS)
    intake = Intake(strict=strict)
    run = Run(files, intake, out, shard_size, restart, quiet, endings=ROWS)
    on_screen = for_screen(out)
    report = FuseReport()
    with run.at_work("texts", report.rules.total, lambda: fused(report, intake)):
        if from_examples:
            given = run.anew(intake.some(read_sources(files, intake)))
            sources = restore_corpus(given, report)
            if on_screen:
                show_all(sources, lambda each: Text(each.text))
            else:
                write_rows(sources, out or STANDARD)
            return
        spec = spec_of(rules=rules, scope=scope, model=model, coref="none", options=chosen)
        runner = runner_for(spec, jobs, timeout)
        form = f"{'free' if free else 'told'}{', all' if all_of_them else ''}"
        facts = partial(facts_of, "fuse", spec, files, intake, form)
        pairs = read_sentences(files, intake, _problem(runner.rules), told=not free)
        for path, part in run.parts(pairs, facts):
            found = fuse_corpus(runner, part, report, run.failures)
            if on_screen:
                show_all(found, partial(fused_listing, all_of_them=all_of_them))
            else:
                write_rows(map(Ranked, found) if all_of_them else found, path)


def _problem(book: Rulebook) -> Callable[[Sentences], str]:
    """What says why two sentences cannot be fused as told, without the model."""
    lexicon = Lexicon(spacy.blank("en").vocab, book.connectives)
    return lambda pair: told_problem(pair, book.types, lexicon)
