"""What the terminal shows: an example with its glue marked, the summary of a run."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from disco.corpus import Intake, Report
from disco.example import Example

_GLUE, _NEW = "bold red", "bold green"


def listing(example: Example) -> RenderableType:
    """An example for the eye: its type, the source with the glue marked, the two sentences."""
    head = Text.assemble((example.discourse_type, "bold cyan"), "  ", (example.rule, "dim"))
    if example.connective_string:
        head.append(f"  «{example.connective_string}»", _GLUE)
    if example.refused:
        head.append(f"  refused: {', '.join(example.refused)}", "yellow")
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
    rules.add_column("refused", justify="right")
    rules.add_column("most often because")
    for rule in sorted({*report.rules, *(r for r, _ in report.refused)}):
        reasons = [(n, why) for (r, why), n in report.refused.items() if r == rule]
        most = max(reasons, default=(0, ""))
        rules.add_row(
            rule, f"{report.rules[rule]:,}", f"{sum(n for n, _ in reasons):,}", escape(most[1])
        )
    notes = []
    if intake.skipped:
        notes.append(Text(f"{intake.skipped:,} lines skipped", "yellow"))
    if intake.replaced:
        notes.append(
            Text(f"{intake.replaced:,} lines with wrong bytes, which were replaced", "yellow")
        )
    return Group(title, Text(), table, Text(), rules, *notes)
