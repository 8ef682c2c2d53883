"""What the terminal shows: an example with its glue marked, the summary of a run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from disco._types import CATEGORIES, INVALID
from disco.corpus import Intake, PairReport, Report
from disco.corpus.run import AlignReport, MineReport, RefineReport
from disco.dataset.assemble import ALL, BALANCED
from disco.dataset.pair_set import PairTally
from disco.dataset.splits import SPLITS
from disco.dataset.tally import Tally
from disco.draft.example import Example
from disco.jobs.categorized import Categorized
from disco.jobs.fused import Fused
from disco.jobs.propositions import Propositions, Relation
from disco.jobs.refine import FILTERS
from disco.pairs.align import NAMES

_LAYOUTS = {
    "paragraphs": "a paragraph a line",
    "sentences": "a sentence a line",
    "wrapped": "paragraphs wrapped over several lines",
}
_GLUE, _NEW = "bold red", "bold green"


def listing(example: Example) -> RenderableType:
    """An example for the eye: its type, the source with the glue marked, the two sentences."""
    head = Text.assemble((example.discourse_type, "bold cyan"), "  ", (example.rule, "dim"))
    if example.connective_string:
        head.append(f"  «{example.connective_string}»", _GLUE)
    if example.refused:
        head.append(f"  refused: {', '.join(example.refused)}", "yellow")
    elif example.doubts:
        doubts = ", ".join(example.doubts)
        head.append(f"  confidence {example.confidence} with doubts: {doubts}", "yellow")
    return Group(head, _source(example), *_outputs(example), Text())


def _source(example: Example) -> Text:
    """The source, the removed stretches marked in the order in which they stand."""
    text = Text("  ")
    coherent = " ".join(
        t for t in (example.coherent_first_sentence, example.coherent_second_sentence) if t
    )
    place = len(text) - example.offset
    text.append(coherent)
    for removal in example.removed:
        text.stylize(_GLUE, place + removal.start, place + removal.end)
    return text


def _outputs(example: Example) -> list[Text]:
    lines = []
    for mark, part, sentence in (
        ("1", "first", example.incoherent_first_sentence),
        ("2", "second", example.incoherent_second_sentence),
    ):
        line = Text(f"  {mark} ")
        place = len(line)
        line.append(sentence)
        for insertion in example.inserted:
            if insertion.part == part:
                line.stylize(_NEW, place + insertion.start, place + insertion.end)
        lines.append(line)
    return lines


def summary(report: Report, intake: Intake) -> RenderableType:
    """The end of a run: examples per type and per rule, refused, time."""
    title = Text(f"{report.examples:,} examples in {report.seconds:.1f} s", "bold")
    table = Table(box=None)
    table.add_column("type")
    table.add_column("examples", justify="right")
    for kind, count in sorted(report.types.items()):
        table.add_row(kind, f"{count:,}")
    rules = Table(box=None)
    rules.add_column("rule")
    rules.add_column("examples", justify="right")
    if report.refused:
        rules.add_column("refused", justify="right")
        rules.add_column("most often because")
    for rule in sorted({*report.rules, *(r for r, _ in report.refused)}):
        reasons = [(n, why) for (r, why), n in report.refused.items() if r == rule]
        most = max(reasons, default=(0, ""))
        refused = (f"{sum(n for n, _ in reasons):,}", escape(most[1])) if report.refused else ()
        rules.add_row(rule, f"{report.rules[rule]:,}", *refused)
    notes = _notes(intake)
    if report.left_out:
        notes.append(
            Text(
                f"{report.left_out:,} examples of types of your own are not in the data set's "
                "columns; JSONL has them",
                "yellow",
            )
        )
    if report.verify:
        notes.append(Text(f"{report.verified:,} sources restored, every one exactly", "green"))
    return Group(title, Text(), table, Text(), rules, *notes)


def _notes(intake: Intake) -> list[Text]:
    notes = []
    if intake.layout == "auto":
        for layout, count in sorted(Counter(intake.layouts.values()).items()):
            names = [n for n, found in intake.layouts.items() if found == layout]
            which = names[0] if count == 1 else f"{names[0]} and {count - 1:,} more"
            notes.append(Text(f"{which}: {_LAYOUTS[layout]} (--layout says otherwise)", "dim"))
    if intake.skipped:
        notes.append(Text(f"{intake.skipped:,} lines skipped", "yellow"))
    if intake.replaced:
        notes.append(
            Text(f"{intake.replaced:,} lines with wrong bytes, which were replaced", "yellow")
        )
    return notes


def decision(found: Categorized) -> RenderableType:
    """A pair for the eye: its class, and the long sentence with the place of each split."""
    head = Text.assemble((found.category, "bold cyan"), "  ", (found.subcategory, "cyan"))
    if found.reason:
        head.append(f"  {found.reason}", "yellow")
    long = Text(f"  {found.pair.long}")
    for decided in reversed(found.decisions):
        place = 2 + decided.boundary.start
        long = long[:place] + Text("| ", _GLUE) + long[place:]
    parts = [Text(f"  {n} {s}") for n, s in enumerate(found.pair.split, start=1)]
    return Group(head, long, *parts, Text())


def fused_listing(fused: Fused, all_of_them: bool) -> RenderableType:
    """Two sentences and what they became, for the eye."""
    pair = fused.sentences
    lines = [Text(f"1 {pair.first}", "dim"), Text(f"2 {pair.second}", "dim")]
    for fusion in fused.fusions if all_of_them and fused.fusions else (fused.best,):
        head = Text.assemble((fusion.rule or "as they are", "bold cyan"), f"  {fusion.reason}")
        lines += [head, Text(f"  {fusion.text}")]
    return Group(*lines, Text())


def tree(row: Propositions) -> RenderableType:
    """A sentence for the eye: its propositions, each below the one that it hangs on."""
    head = Text(row.text, "dim")
    for relation in row.relations:
        if relation.to is None:
            head = Text.assemble(_tie(relation), head)
    grown = Tree(head, guide_style="dim")
    for number in row.roots:
        _grow(grown, row, number, Text())
    return grown


def _grow(above: Tree, row: Propositions, number: int, tie: Text) -> None:
    found = row.propositions[number]
    confidence = (f"  {found.confidence:.2f}", "dim") if found.rules else ""
    below = above.add(Text.assemble(tie, found.text, confidence))
    for relation in row.hanging_on(number):
        _grow(below, row, relation.of, _tie(relation))


def _tie(relation: Relation) -> Text:
    said = (f" «{relation.words}»", _GLUE) if relation.words else ""
    return Text.assemble((relation.relation, "cyan"), said, "  ")


def counts(what: str, tally: Counter[str], intake: Intake, title: str = "") -> RenderableType:
    """The end of a run: how often each rule wrote."""
    table = Table(box=None)
    table.add_column("rule")
    table.add_column(what, justify="right")
    for name, count in sorted(tally.items()):
        table.add_row(name, f"{count:,}")
    head = Text(title or f"{tally.total():,} {what}", "bold")
    return Group(head, Text(), table, *_notes(intake))


def built(tally: Tally, intake: Intake, folder: Path) -> RenderableType:
    """The end of a build: how many examples and documents each split has."""
    title = Text(f"{tally.total(ALL):,} examples in {folder}", "bold")
    table = Table(box=None)
    for column in ("split", "documents", "examples", "balanced"):
        table.add_column(column, justify="left" if column == "split" else "right")
    for split in SPLITS:
        files = tally.files[split], tally.files[split + BALANCED]
        table.add_row(split, *(f"{n:,}" for n in (tally.documents[split], *files)))
    dropped = tally.within + tally.across
    notes = [Text(f"{dropped:,} said again what another says", "yellow")] * bool(dropped)
    return Group(title, Text(), table, *notes, *_notes(intake))


def mined(report: MineReport, intake: Intake) -> RenderableType:
    """The end of a run over edit histories."""
    title = Text(f"{report.pairs:,} pairs in {report.seconds:.1f} s", "bold")
    looked = Text(
        f"{report.split:,} sentences split, {report.joined:,} joined, in {report.snapshots:,} "
        f"snapshots of {report.pages:,} pages"
    )
    return Group(title, looked, *_notes(intake))


def aligned(report: AlignReport, intake: Intake) -> RenderableType:
    """The end of a run over two versions of texts, as the paper's Table 1."""
    said = f"{report.pairs.total():,} pairs of {report.texts:,} texts in {report.seconds:.1f} s"
    title = Text(said, "bold")
    table = Table(box=None)
    table.add_column("operation")
    for column in ("steps", "share", "pairs"):
        table.add_column(column, justify="right")
    for name in NAMES.values():
        steps = report.steps[name]
        share = 100 * steps / max(report.steps.total(), 1)
        pairs = f"{report.pairs[name]:,}" if "-" in name else ""
        table.add_row(name, f"{steps:,}", f"{share:.0f}%", pairs)
    large = f"{report.too_large:,} paragraphs are too large to be aligned"
    notes = [Text(large, "yellow")] * bool(report.too_large)
    return Group(title, Text(), table, *notes, *_notes(intake))


def built_pairs(tally: PairTally, intake: Intake, folder: Path) -> RenderableType:
    """The end of a build of pairs: how many pairs and pages each split has."""
    title = Text(f"{tally.files.total():,} pairs in {folder}", "bold")
    table = Table(box=None)
    for column in ("split", "pages", "pairs"):
        table.add_column(column, justify="left" if column == "split" else "right")
    for split in SPLITS:
        table.add_row(split, f"{tally.pages[split]:,}", f"{tally.files[split]:,}")
    return Group(title, Text(), table, *_notes(intake))


def refined(report: RefineReport, intake: Intake) -> RenderableType:
    """The end of a run over pairs that were refined: what each filter dropped."""
    share = 100 * report.dropped / max(report.pairs, 1)
    title = Text(
        f"{report.kept:,} of {report.pairs:,} pairs kept, {share:.1f}% dropped, "
        f"in {report.seconds:.1f} s",
        "bold",
    )
    table = Table(box=None)
    table.add_column("filter")
    table.add_column("pairs", justify="right")
    for name in (*FILTERS, *report.filters.keys() - set(FILTERS)):
        table.add_row(name, f"{report.filters[name]:,}")
    return Group(title, Text(), table, *_notes(intake))


def shares(report: PairReport, intake: Intake) -> RenderableType:
    """The end of a run over pairs: how many of each kind, beside what the paper counted."""
    title = Text(f"{report.pairs:,} pairs in {report.seconds:.1f} s", "bold")
    table = Table(box=None)
    table.add_column("category")
    for column in ("pairs", "share", "WikiSplit", "BiSECT"):
        table.add_column(column, justify="right")
    valid = max(report.pairs - report.labels[INVALID, INVALID], 1)

    def row(name: str, count: int, published: tuple[int, int], style: str = "") -> None:
        given = (f"{p}%" if p else "" for p in published)
        table.add_row(name, f"{count:,}", f"{100 * count / valid:.0f}%", *given, style=style)

    for category, subs in CATEGORIES.items():
        counts = {sub: report.labels[category, sub] for sub in subs}
        published = (sum(w for w, _ in subs.values()), sum(b for _, b in subs.values()))
        row(category, sum(counts.values()), published, "bold")
        for sub, count in counts.items():
            row(f"  {sub}", count, subs[sub])
    notes = [Text(f"{n:,} invalid: {why}", "yellow") for why, n in report.reasons.most_common()]
    return Group(title, Text(), table, *notes, *_notes(intake))
