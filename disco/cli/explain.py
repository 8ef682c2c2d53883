"""``disco explain``: the parse of a text, and how far each rule came on it."""

from __future__ import annotations

from html import escape as html_escape
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from spacy import displacy
from spacy.tokens import Doc

from disco._errors import UsageError
from disco.categorize import boundary_of
from disco.cli.app import app
from disco.cli.options import (
    CorefName,
    CorefOption,
    ModelOption,
    RulesOption,
    ScopeName,
    ScopeOption,
    load_engine,
)
from disco.cli.show import listing
from disco.documents import Document
from disco.engine import Engine
from disco.explain import Attempt
from disco.explain import explain as attempts_of
from disco.language import DEFAULT_MODEL

_STYLES = {"written": "bold green", "gate": "yellow", "unless": "yellow"}


@app.command(epilog='Example: [bold]disco explain "Born in 1950, he moved to Leeds."[/]')
def explain(
    text: Annotated[str, typer.Argument(help="One or more sentences.")],
    rule: Annotated[
        str | None, typer.Option(help="Only this rule, also where it matched nothing.")
    ] = None,
    split: Annotated[
        list[str] | None,
        typer.Option(help="A sentence that the text was split into, for each: what was possible."),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with the parse drawn.")] = None,
    rules: RulesOption = None,
    scope: ScopeOption = ScopeName.all,
    model: ModelOption = DEFAULT_MODEL,
    coref: CorefOption = CorefName.disco,
) -> None:
    """Show the parse, which rules matched and where, what they wrote and what the gate said."""
    if not text.strip():
        raise UsageError("there is no text to explain")
    engine = load_engine(rules, scope, model, coref)
    doc = engine.parse(Document("text", text=text))
    if split:
        _print_ranked(engine, text, split)
        return
    attempts = list(attempts_of(engine.unfuser, doc, rule))
    shown = attempts if rule else [a for a in attempts if a.reached != "pattern"]
    out = Console(highlight=False)
    out.print(_parse(doc))
    for attempt in shown:
        _print(out, attempt)
    if not shown:
        out.print("no rule matches; name one with --rule to see how far it came")
    if html is not None:
        try:
            html.write_text(_page(doc, shown), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{html}: cannot be written: {error.strerror}") from error
        out.print(f"written to {html}", style="dim")


def _print_ranked(engine: Engine, text: str, split: list[str]) -> None:
    """What each rule that categorizes found, the best first, for each boundary."""
    if len(split) < 2:
        raise UsageError("--split is needed for each of two or more sentences")
    doc = engine.parse_one(text)
    out = Console(highlight=False)
    out.print(_parse(doc))
    for ranked in engine.categorizer.ranked(doc, [engine.nlp.make_doc(s) for s in split]):
        table = Table(box=None)
        for column in ("rule", "score", "of it weight", "left | right"):
            table.add_column(column)
        for found in ranked:
            place = boundary_of(text, found)
            sides = escape(f"{place.left[-30:]} | {place.right[:30]}")
            table.add_row(found.rule.id, f"{found.score:.2f}", f"{found.rule.weight}", sides)
        out.print(table)


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


def _print(out: Console, attempt: Attempt) -> None:
    bound = ", ".join(f"{name}={text}" for name, text in attempt.bound)
    style = _STYLES.get(attempt.reached, "red")
    out.print(
        f"[bold]{escape(attempt.rule)}[/] [{style}]{attempt.reached}[/] [dim]{escape(bound)}[/]"
    )
    if attempt.detail:
        out.print(f"  {escape(attempt.detail)}")
    for example in attempt.examples:
        out.print(listing(example))


def _page(doc: Doc, attempts: list[Attempt]) -> str:
    drawn = displacy.render(doc, style="dep", page=False, options={"compact": True}, jupyter=False)
    rows = "".join(
        f"<tr><td>{html_escape(a.rule)}</td><td>{a.reached}</td><td>{html_escape(a.detail)}</td><td>"
        + "<br>".join(
            html_escape(f"{e.incoherent_first_sentence} || {e.incoherent_second_sentence}")
            for e in a.examples
        )
        + "</td></tr>"
        for a in attempts
    )
    return (
        '<!doctype html><meta charset="utf-8"><title>disco explain</title>'
        "<style>body{font-family:sans-serif}figure{overflow-x:auto}"
        "td{padding:.3em 1em;vertical-align:top}</style>"
        f"<figure>{drawn}</figure><table>"
        "<tr><th>rule</th><th>reached</th><th>detail</th><th>wrote</th></tr>"
        f"{rows}</table>"
    )
