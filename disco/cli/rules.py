"""``disco rules``: what rules there are, and whether they do what their examples say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from pydantic.json_schema import models_json_schema
from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table

from disco._errors import WorkError
from disco.cli.app import app
from disco.cli.options import RulesOption, load_engine
from disco.rules import JOBS, load_rulebook
from disco.rules.examples import Outcome, run_examples
from disco.words import Part, Test

group = typer.Typer(no_args_is_help=True, help="Show, check and test the rules.")
app.add_typer(group, name="rules")
out = Console(highlight=False)


@group.command("list", epilog="Example: [bold]disco rules list --rules my-rules/[/]")
def list_rules(rules: RulesOption = None) -> None:
    """All rules, in the order in which they are tried."""
    table = Table(box=None)
    for column in ("rule", "label", "scope", "what it finds"):
        table.add_column(column)
    for found in load_rulebook(rules or ()).sets:
        for rule in found.rules:
            table.add_row(rule.id, rule.label, rule.scope, escape(rule.about))
    out.print(table)


@group.command(epilog="Example: [bold]disco rules show vp_coord.verbs[/]")
def show(rule: str, rules: RulesOption = None) -> None:
    """One rule, as it stands in its file."""
    path = Path(load_rulebook(rules or ()).get(rule)[1])
    lines = path.read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.strip() == f"- id: {rule}")
    indent = len(lines[start]) - len(lines[start].lstrip())
    after = (n for n in range(start + 1, len(lines)) if _opens_rule(lines[n], indent))
    end = next(after, len(lines))
    out.print(f"{path}:{start + 1}", style="dim")
    out.print(Syntax("\n".join(lines[start:end]).rstrip(), "yaml", background_color="default"))


def _opens_rule(line: str, indent: int) -> bool:
    return line.startswith(" " * indent + "- ") or (
        bool(line.strip()) and not line.startswith(" " * indent)
    )


@group.command(epilog="Example: [bold]disco rules check --rules my-rules/[/]")
def check(rules: RulesOption = None) -> None:
    """Load all rule files; every error with its file, line and the nearest valid name."""
    loaded = load_rulebook(rules or ())
    count = sum(len(found.rules) for found in loaded.sets)
    out.print(f"{count} rules and {len(loaded.unfuse.connectives)} connectives are well formed")


@group.command(epilog="Example: [bold]disco rules test vp_coord.verbs[/]")
def test(
    rule: Annotated[str | None, typer.Argument(help="Only this rule.")] = None,
    rules: RulesOption = None,
) -> None:
    """Run the examples inside the rule files; show the difference for each that fails."""
    counts: Counter[str] = Counter()
    for outcome in run_examples(load_engine(rules), rule):
        state = _state(outcome)
        counts[state] += 1
        if state != "passed" or outcome.stolen_by:
            _print_outcome(outcome, state)
    out.print(
        ", ".join(
            f"{counts[s]} {s}" for s in ("passed", "failed", "todo") if counts[s] or s != "todo"
        )
    )
    if counts["failed"]:
        raise WorkError(f"{counts['failed']} examples fail")


def _state(outcome: Outcome) -> str:
    if outcome.passed:
        return "passed"
    return "todo" if outcome.todo else "failed"


def _print_outcome(outcome: Outcome, state: str) -> None:
    styles = {"failed": "bold red", "todo": "yellow", "passed": "green"}
    why = f" ({outcome.todo})" if outcome.todo else ""
    out.print(
        f"[{styles[state]}]{state}[/] {escape(outcome.rule + why)}  [dim]{escape(outcome.file)}[/]"
    )
    out.print(f"  text {escape(outcome.text)}")
    if state != "passed":
        out.print(f"  [green]- {escape(outcome.expected)}[/]")
        for line in outcome.got or ("nothing",):
            out.print(f"  [red]+ {escape(line)}[/]")
    if outcome.stolen_by:
        out.print(f"  [yellow]rule {outcome.stolen_by} writes the same before it[/]")


@group.command(epilog="Example: [bold]disco rules words enclosed[/]")
def words(word: Annotated[str | None, typer.Argument(help="Only this word.")] = None) -> None:
    """The words of the rule language: tests (under require, unless) and parts (under write)."""
    for title, registry in (("tests", Test.registry), ("parts", Part.registry)):
        table = Table(title=title, box=None, title_justify="left")
        table.add_column("word", style="bold")
        table.add_column("arguments")
        table.add_column("what it says")
        for name, model in sorted(registry.items()):
            if word in (None, name):
                fields = [f.alias or n for n, f in model.model_fields.items()]
                table.add_row(
                    name, ", ".join(fields), escape(" ".join((model.__doc__ or "").split()))
                )
        if table.row_count:
            out.print(table)


@group.command(epilog="Example: [bold]disco rules schema > rules.schema.json[/]")
def schema() -> None:
    """The JSON Schema of a rule file of any job, for editors that complete and check."""
    found, definitions = models_json_schema(
        [(job.file, "validation") for job in JOBS], by_alias=True, title="RuleFile"
    )
    kinds = [found[job.file, "validation"] for job in JOBS]
    typer.echo(json.dumps({**definitions, "anyOf": kinds}, indent=2))
