"""What the terminal shows for the eye: an example with its glue marked, a pair, a tree."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from disco.draft.example import Example
from disco.draft.recipe import FIRST, SECOND, glue_places
from disco.jobs.categorized import Categorized
from disco.jobs.fused import Fused
from disco.jobs.propositions import Propositions, Relation

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
    place = len(text)
    text.append(" ".join(example.sources))
    for start, end in glue_places(example):
        text.stylize(_GLUE, place + start, place + end)
    return text


def _outputs(example: Example) -> list[Text]:
    lines = []
    for mark, part, sentence in zip("12", (FIRST, SECOND), example.outputs, strict=True):
        line = Text(f"  {mark} ")
        place = len(line)
        line.append(sentence)
        for insertion in example.inserted:
            if insertion.part == part:
                line.stylize(_NEW, place + insertion.start, place + insertion.end)
        lines.append(line)
    return lines


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
