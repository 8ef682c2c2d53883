"""``disco fuse``: two sentences into one text."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from rich.text import Text

from disco._errors import UsageError
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, err, show
from disco.cli.options import (
    CORES,
    CorefName,
    JobsOption,
    ModelOption,
    OutOption,
    QuietOption,
    RestartOption,
    RulesOption,
    ScopeName,
    ScopeOption,
    ShardOption,
    StrictOption,
    TimeoutOption,
    runner_for,
    spec_of,
)
from disco.cli.parts import apart, kept, parts_of
from disco.cli.progress import complain, interruptible, progress
from disco.cli.show import fused_listing
from disco.cli.summaries import counts
from disco.corpus import (
    Failures,
    Intake,
    facts_of,
    find_files,
    read_examples,
    read_sentences,
    write_rows,
)
from disco.corpus.pairs import ENDINGS
from disco.corpus.streams import STANDARD
from disco.draft.recipe import restore
from disco.jobs.fuse import Fuser
from disco.jobs.fused import Fused, Sentences
from disco.jobs.options import Options
from disco.rules import Rulebook
from disco.stream import Job


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the output."""

    fields: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return self.fields


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
    scope: ScopeOption = ScopeName.all,
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
    if from_examples and (free or all_of_them or rules or restart or shard_size is not None):
        raise UsageError("--from-examples restores what was there; it goes with no other choice")
    files = find_files(inputs, ENDINGS)
    apart(files, out, size=shard_size)
    intake = Intake(strict=strict)
    on_screen = out is None and sys.stdout.isatty()
    tally: Counter[str] = Counter()
    failures = Failures(None)

    def deliver(found: Iterator[tuple[str, Row, Any]], path: Path) -> None:
        rows = _counted(found, tally)
        if on_screen:
            for _, shown in rows:
                show(shown)
        else:
            write_rows((row for row, _ in rows), path)

    with (
        interruptible("texts", tally.total, kept(out, shard_size)),
        progress(files, intake, quiet=quiet),
    ):
        if from_examples:
            deliver(intake.some(_restored(files, intake)), out or STANDARD)
        else:
            chosen = Options(min_fusion=min_confidence)
            spec = spec_of(rules, scope, model, CorefName.none, options=chosen)
            runner = runner_for(spec, jobs, timeout)
            form = f"{'free' if free else 'told'}{', all' if all_of_them else ''}"
            facts = partial(facts_of, "fuse", spec, files, intake, form)
            pairs = read_sentences(files, intake, _problem(runner.rules), told=not free)
            for path, part in parts_of(out, pairs, intake, failures, shard_size, restart, facts):
                found = failures.sort_out(runner.run(Job.fuse, part))
                deliver(_fused((fused for _, fused in found), all_of_them), path)
    if not quiet:
        err.print(counts("texts", tally, intake))
    complain(intake, failures)


def _problem(book: Rulebook) -> Callable[[Sentences], str]:
    """What says why two sentences cannot be fused as told, without the model."""
    fuser = Fuser(book.fuse, spacy.blank("en").vocab)
    return lambda pair: fuser.problem(pair, book.types)


def _counted(
    found: Iterator[tuple[str, Row, Any]], tally: Counter[str]
) -> Iterator[tuple[Row, Any]]:
    for label, row, shown in found:
        tally[label] += 1
        yield row, shown


def _fused(found: Iterator[Fused], all_of_them: bool) -> Iterator[tuple[str, Row, Any]]:
    for fused in found:
        row = Row(fused.to_dict(all_of_them=all_of_them))
        yield fused.best.rule or "left as they are", row, fused_listing(fused, all_of_them)


def _restored(files: list[Path], intake: Intake) -> Iterator[tuple[str, Row, Any]]:
    for example in read_examples(files, intake):
        try:
            sources = restore(example)
        except (IndexError, KeyError, TypeError) as error:
            intake.complain(f"{example.id}: its recipe does not fit it: {error}")
            continue
        text = " ".join(sources)
        fields = {"id": example.id, "fused": text, "sources": list(sources)}
        yield "restored", Row(fields), Text(text)
