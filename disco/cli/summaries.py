"""What stands on the screen at the end of a run: what it did, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from disco._errors import many
from disco._types import CATEGORIES, INVALID
from disco.corpus import FuseReport, Intake, PairReport, Report
from disco.corpus.pair_runs import AlignReport, MineReport, RefineReport
from disco.dataset.assemble import ALL, BALANCED
from disco.dataset.pair_set import PairTally
from disco.dataset.splits import SPLITS
from disco.dataset.tally import Tally
from disco.jobs.options import FILTERS
from disco.pairs.align import NAMES
from disco.rules.published import CORPORA, published

_LAYOUTS = {
    "paragraphs": "a paragraph a line",
    "sentences": "a sentence a line",
    "wrapped": "paragraphs wrapped over several lines",
    "marked": "paragraphs between <doc> and </doc>",
}


def summary(report: Report, intake: Intake) -> RenderableType:
    """The end of a run: examples per type and per rule, refused, time."""
    said = f"{many(report.sentences, 'sentence')} in {many(report.texts, 'text')}"
    title = Text(f"{many(report.examples, 'example')} of {said}, {report.seconds:.1f} s", "bold")
    table = _table("type", "examples")
    for kind, count in sorted(report.types.items()):
        table.add_row(kind, f"{count:,}")
    rules = _table("rule", "examples")
    if report.refused:
        rules.add_column("refused", justify="right")
        rules.add_column("most often because")
    for rule in sorted({*report.rules, *report.refused}):
        reasons = ((n, why) for (r, why), n in report.reasons.items() if r == rule)
        _, most = max(reasons, default=(0, ""))
        refused = (f"{report.refused[rule]:,}", escape(most)) if report.refused else ()
        rules.add_row(rule, f"{report.rules[rule]:,}", *refused)
    notes = [*_notes(intake), *_left_out(report)]
    if report.verified:
        notes.append(Text(f"{report.verified:,} sources restored, every one exactly", "green"))
    return Group(title, *_filled(table, rules), *notes)


def _left_out(report: Report) -> list[Text]:
    """The examples that the columns of the data set have no type for."""
    left = many(report.left_out, "example")
    said = f"{left} of types of your own not in the data set's columns; JSONL has them"
    return [Text(said, "yellow")] * bool(report.left_out)


def counts(
    what: str, tally: Counter[str], intake: Intake, title: str, by: str = "rule"
) -> RenderableType:
    """The end of a run: how often each rule wrote."""
    table = _table(by, what)
    for name, count in sorted(tally.items()):
        table.add_row(name, f"{count:,}")
    return Group(Text(title, "bold"), *_filled(table), *_notes(intake))


def fused(report: FuseReport, intake: Intake) -> RenderableType:
    """The end of a run over sentences that were fused."""
    title = f"{many(report.rules.total(), 'text')} in {report.seconds:.1f} s"
    return counts("texts", report.rules, intake, title)


def built(tally: Tally, report: Report, intake: Intake, folder: Path) -> RenderableType:
    """The end of a build: how many examples and documents each split has."""
    title = Text(f"{tally.total(ALL):,} examples in {folder}", "bold")
    table = _table("split", "documents", "examples", "balanced")
    for split in SPLITS:
        files = tally.files[split], tally.files[split + BALANCED]
        table.add_row(split, *(f"{n:,}" for n in (tally.documents[split], *files)))
    dropped = tally.within + tally.across
    notes = [Text(f"{dropped:,} said again what another says", "yellow")] * bool(dropped)
    bare = _bare(tally.files, tally.documents, "document", "an empty line, a file or a row")
    notes += [*_left_out(report), *bare, *_notes(intake)]
    return Group(title, Text(), table, *notes)


def _bare(files: Counter[str], by: Counter[str], what: str, ends: str = "") -> list[Text]:
    """The splits of which there is nothing: a hundredth of a few documents may be none; and what
    ``ends`` one."""
    bare, count = [s for s in SPLITS if not files[s]], sum(by[s] for s in SPLITS)
    said = f"nothing in {' and '.join(bare)}: all is of {many(count, what)}, each in one split"
    ended = f" ({ends} ends one)" if ends else ""
    more = "; --held-out puts more there" if count > 1 else ""
    return [Text(f"{said}{ended}{more}", "yellow")] * bool(bare)


def built_of_pairs(tally: PairTally, intake: Intake, folder: Path) -> RenderableType:
    """The end of a build of pairs: how many pairs and pages each split has."""
    title = Text(f"{many(tally.files.total(), 'pair')} in {folder}", "bold")
    table = _table("split", "pages", "pairs")
    for split in SPLITS:
        table.add_row(split, f"{tally.pages[split]:,}", f"{tally.files[split]:,}")
    bare = _bare(tally.files, tally.pages, "page")
    return Group(title, Text(), table, *bare, *_notes(intake))


def mined(report: MineReport, intake: Intake) -> RenderableType:
    """The end of a run over edit histories."""
    title = Text(f"{many(report.pairs, 'pair')} in {report.seconds:.1f} s", "bold")
    looked = Text(
        f"{many(report.split, 'sentence')} split, {report.joined:,} joined, in "
        f"{many(report.snapshots, 'snapshot')} of {many(report.pages, 'page')}"
    )
    return Group(title, looked, *_notes(intake))


def aligned(report: AlignReport, intake: Intake) -> RenderableType:
    """The end of a run over two versions of texts, as the paper's Table 1."""
    said = f"{many(report.pairs.total(), 'pair')} of {many(report.texts, 'text')}"
    title = Text(f"{said} in {report.seconds:.1f} s", "bold")
    table = _table("operation", "steps", "share", "pairs")
    for name in NAMES.values():
        steps = report.steps[name]
        share = 100 * steps / max(report.steps.total(), 1)
        pairs = f"{report.pairs[name]:,}" if "-" in name else ""
        table.add_row(name, f"{steps:,}", f"{share:.0f}%", pairs)
    alone = f"{many(intake.alone, 'text')} in one of the two files only"
    large = f"{report.too_large:,} paragraphs are too large to be aligned"
    notes = [Text(alone, "yellow")] * bool(intake.alone)
    notes += [Text(large, "yellow")] * bool(report.too_large)
    return Group(title, Text(), table, *notes, *_notes(intake))


def refined(report: RefineReport, intake: Intake) -> RenderableType:
    """The end of a run over pairs that were refined: what each filter dropped, alone or not."""
    share = 100 * report.dropped / max(report.pairs, 1)
    title = Text(
        f"{report.kept:,} of {many(report.pairs, 'pair')} kept, {share:.1f}% dropped, "
        f"in {report.seconds:.1f} s",
        "bold",
    )
    table = _table("filter", "pairs that it drops")
    for name in (*FILTERS, *report.filters.keys() - {"pair", *FILTERS}):
        table.add_row(name, f"{report.filters[name]:,}")
    return Group(title, Text(), table, *_notes(intake))


def shares(report: PairReport, intake: Intake) -> RenderableType:
    """The end of a run over pairs: how many of each kind, beside what the paper counted."""
    title = Text(f"{many(report.pairs, 'pair')} in {report.seconds:.1f} s", "bold")
    table = _table("category", "pairs", "share", *CORPORA)
    valid = max(report.pairs - report.labels[INVALID, INVALID], 1)

    def row(name: str, count: int, kinds: Sequence[str], style: str = "") -> None:
        papers = (sum(published().share(kind, c) for kind in kinds) for c in CORPORA)
        given = (f"{p}%" if p else "" for p in papers)
        table.add_row(name, f"{count:,}", f"{100 * count / valid:.0f}%", *given, style=style)

    kinds = {category: list(subs) for category, subs in CATEGORIES.items()}
    for category, sub in sorted(report.labels):  # also those of the user's own
        if category != INVALID and sub not in kinds.setdefault(category, []):
            kinds[category].append(sub)
    for category, subs in kinds.items():
        counts = {sub: report.labels[category, sub] for sub in subs}
        row(category, sum(counts.values()), subs, "bold")
        for sub, count in counts.items():
            row(f"  {sub}", count, [sub])
    notes = [Text(f"{n:,} invalid: {why}", "yellow") for why, n in report.reasons.most_common()]
    return Group(title, Text(), table, *notes, *_notes(intake))


def _notes(intake: Intake) -> list[Text]:
    notes = []
    if intake.layout == "auto":
        for layout, count in sorted(Counter(intake.layouts.values()).items()):
            names = [n for n, found in intake.layouts.items() if found == layout]
            which = names[0] if count == 1 else f"{names[0]} and {count - 1:,} more"
            notes.append(Text(f"{which}: {_LAYOUTS[layout]} (--layout says otherwise)", "dim"))
    if intake.skipped:
        notes.append(Text(f"{many(intake.skipped, 'line')} skipped", "yellow"))
    return notes


def _filled(*tables: Table) -> list[RenderableType]:
    """The tables that have a row, a blank line before each."""
    return [part for table in tables if table.row_count for part in (Text(), table)]


def _table(name: str, *numbers: str) -> Table:
    """A table of names with numbers beside them."""
    table = Table(box=None)
    table.add_column(name)
    for column in numbers:
        table.add_column(column, justify="right")
    return table
