"""``disco explain``: the parse of a text, and how far each rule came on it."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import indent, shorten
from typing import Annotated, Literal

import typer
from rich.markup import escape
from rich.table import Table
from spacy.tokens import Doc

from disco._errors import UsageError
from disco._files import write_whole
from disco._paths import DEFAULT_MODEL
from disco.cli.base import app, out
from disco.cli.options import (
    CorefOption,
    ModelOption,
    RulesOption,
    ScopeOption,
    spec_of,
)
from disco.cli.page import page_of
from disco.cli.show import listing
from disco.engine import Engine
from disco.explain import Attempt
from disco.explain.text import connectives_in, explain_text, pair_of, require_paragraph
from disco.jobs.categorize import cut_of

_SHOWN = 30  # characters on either side of a boundary
_STYLES = {"written": "bold green", "gate": "yellow", "unless": "yellow"}


@app.command(epilog='Example: [bold]disco explain "Born in 1950, he moved to Leeds."[/]')
def explain(
    text: Annotated[str, typer.Argument(help="One or more sentences, or - for standard input.")],
    rule: Annotated[
        str | None,
        typer.Option(help="Only this rule, of whatever job, also where it matched nothing."),
    ] = None,
    job: Annotated[
        Literal["unfuse", "split"],
        typer.Option(help="split: as the first step of that, whatever writes to others."),
    ] = "unfuse",
    split: Annotated[
        list[str] | None,
        typer.Option(help="A sentence that the text was split into, for each: what was possible."),
    ] = None,
    connective: Annotated[
        str, typer.Option(help="With a rule that fuses: what it is told to put in.")
    ] = "",
    html: Annotated[Path | None, typer.Option(help="Write a page with the parse drawn.")] = None,
    rules: RulesOption = None,
    scope: ScopeOption = "all",
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = "disco",
) -> None:
    """Show the parse, which rules matched and where, what they wrote and what the gate said."""
    text = sys.stdin.buffer.read().decode(errors="replace") if text == "-" else text
    require_paragraph(text)
    if connective and rule is None:
        raise UsageError("--connective goes with --rule and a rule that fuses")
    if split and job == "split":
        raise UsageError("--job split tries to split the text itself; leave out --split")
    if split and html is not None and rule is None:
        raise UsageError("--html needs --rule beside --split: it draws what one rule saw")
    engine = spec_of(rules=rules, scope=scope, model=model, coref=coref).load()
    if split and rule is None:
        _print_ranked(engine, *pair_of(engine, text, split))
        return
    doc, shown = explain_text(engine, text, rule, job=job, split=split or (), connective=connective)
    if html is not None:
        write_whole(html, page_of(doc, shown).encode())
    out.print(_parse(doc))
    for line in connectives_in(engine, doc) if rule is None else ():
        out.print(line, style="dim", markup=False)
    for attempt in shown:
        _print(attempt)
    if not shown:
        out.print("no rule matches; name one (disco rules list) with --rule to see how far it came")
    if html is not None:
        out.print(f"written to {html}", style="dim", markup=False)


def _print_ranked(engine: Engine, doc: Doc, split: list[Doc]) -> None:
    """What each rule that categorizes found, the best first, for each boundary."""
    out.print(_parse(doc))
    for ranked in engine.categorizer.ranked(doc, split):
        table = Table(box=None)
        for column in ("rule", "score", "of it weight", "left | right"):
            table.add_column(column)
        for found in ranked:
            cut = cut_of(found)
            opening = shorten(doc[cut:].text, _SHOWN, placeholder="…")
            sides = escape(f"{_ending(doc[:cut].text)} | {opening}")
            table.add_row(found.rule.id, f"{found.score:.2f}", f"{found.rule.weight}", sides)
        out.print(table)


def _ending(text: str) -> str:
    """The last words of a text, behind an ellipsis where there are more."""
    return text if len(text) <= _SHOWN else f"…{text[-_SHOWN:].partition(' ')[2]}"


def _parse(doc: Doc) -> Table:
    table = Table(box=None)
    for column in ("#", "token", "tag", "label", "head", "entity"):
        table.add_column(column)
    for token in doc:
        table.add_row(
            str(token.i),
            escape(token.text),
            token.tag_,
            token.dep_,
            escape(token.head.text),
            token.ent_type_,
        )
    return table


def _print(attempt: Attempt) -> None:
    bound = ", ".join(f"{name}={text}" for name, text in attempt.bound)
    style = _STYLES.get(attempt.reached, "red")
    out.print(
        f"[bold]{escape(attempt.rule)}[/] [{style}]{attempt.reached}[/] [dim]{escape(bound)}[/]"
    )
    if attempt.detail:
        out.print(f"  {escape(attempt.detail)}")
    for line in attempt.lines:
        out.print(f"[{style}]{escape(indent(line.text, '  '))}[/]", soft_wrap=True)
        out.print(f"  [dim]{escape(line.place)}[/]", soft_wrap=True)
        if line.seen:
            out.print(f"  here {escape(line.seen)}", soft_wrap=True)
    for example in attempt.examples:
        out.print(listing(example))
