"""``disco rules``: what rules there are, and whether they do what their examples say."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table

from disco._errors import UsageError, WorkError, many, unknown
from disco._files import partly
from disco._paths import rules_dir
from disco._yaml import Place
from disco.cli.base import app, err, out
from disco.cli.options import RulesOption, spec_of
from disco.corpus import find_files
from disco.corpus.bank import (
    at_hand,
    look_up,
    look_up_unseen,
    of_kind,
    read_bank,
    reliability,
    weighable,
    write_weights,
)
from disco.jobs.weigh import Sample, held_out
from disco.jobs.weigh import weigh as weigh_bank
from disco.rules import check_shared, load_rulebook
from disco.rules.json_schema import NAMES, schema_of
from disco.rules.listing import Section, markdown_of, sections
from disco.rules.plain import yaml_of
from disco.rules.rulebook import is_ours
from disco.trial import Outcome, changed_examples, run_examples
from disco.trial.shown import never_shown, unshown, unshown_connectives

_FEWEST = 100  # judged examples, to weigh anything
_CHANGED = "no longer"  # of an example of ours that a user's files change

group = typer.Typer(no_args_is_help=True, help="Show, check and test the rules.")
app.add_typer(group, name="rules")


@group.command("list", epilog="Example: [bold]disco rules list --rules my-rules/[/]")
def list_rules(rules: RulesOption = None) -> None:
    """All rules, in the order in which they are tried."""
    rows = [
        (rule.id, rule.label, rule.scope, rule.about, _short(home.place(rule.id)))
        for home in load_rulebook(rules or ()).sets.values()
        for rule in home.rules
    ]
    if not sys.stdout.isatty():  # for grep and cut
        for row in rows:
            typer.echo("\t".join(row))
        return
    table = Table(box=None)
    table.add_column("rule", no_wrap=True)
    for column in ("label", "scope", "what it finds", "where it stands"):
        table.add_column(column)
    for row in rows:
        table.add_row(*map(escape, row))
    out.print(table)


def _short(place: Place) -> str:
    """A place, of our files by what is below their folder: ``unfuse/pairs.yaml:7``."""
    file = Path(place.file)
    known = file.relative_to(rules_dir()) if is_ours(place) else file
    return f"{known}:{place.line}"


@group.command(epilog="Example: [bold]disco rules show vp_coord.verbs[/]")
def show(rule: str, rules: RulesOption = None) -> None:
    """One rule, with what it extends and all definitions that it uses filled in."""
    found, home = load_rulebook(rules or ()).get(rule)
    text = f"# {home.place(rule)}\n{yaml_of(found)}"
    if sys.stdout.isatty():
        out.print(Syntax(text.rstrip(), "yaml", background_color="default", word_wrap=True))
    else:
        typer.echo(text.rstrip())


@group.command(epilog="Example: [bold]disco rules check --rules my-rules/[/]")
def check(rules: RulesOption = None) -> None:
    """Load all rule files; every error with its file, line and the nearest valid name."""
    check_shared()
    loaded = load_rulebook(rules or ())
    count = sum(len(found.rules) for found in loaded.sets.values())
    out.print(f"{count} rules and {len(loaded.connectives)} connectives are well formed")


@group.command(epilog="Example: [bold]disco rules test vp_coord.verbs[/]")
def test(
    rule: Annotated[
        str | None, typer.Argument(help="Only this rule, or those of a pattern: 'mine.*'.")
    ] = None,
    rules: RulesOption = None,
) -> None:
    """Run the examples inside the rule files; show the difference for each that fails."""
    engine = spec_of(rules=rules).load()
    ours = load_rulebook() if rules else engine.rules
    counts: Counter[str] = Counter()
    only = None if rule is None else engine.rules.matching(rule)
    for outcome in run_examples(engine, only):
        state = _state(outcome)
        if rules and state == "failed" and outcome.place is not None and is_ours(outcome.place):
            state = _CHANGED
        counts[state] += 1
        if state != "passed" or outcome.remarks or outcome.todo:
            _print_outcome(outcome, state)
    for outcome in changed_examples(engine, ours, only) if rules else ():
        counts[_CHANGED] += 1
        _print_outcome(outcome, _CHANGED)
    missing = unshown(engine.rules, only)
    if rules:  # of ours some may be switched off, or in another's place
        missing = [each for each in missing if not is_ours(each[2])]
    _print_unshown(missing)
    known = {each.id for found in ours.sets.values() for each in found.rules}
    for rule_id, place in never_shown(engine.rules, only):
        if not is_ours(place) and rule_id not in known:  # what one of ours does, ours show
            there = f"[dim]{escape(str(place))}[/]"
            out.print(f"[yellow]no example shows what it does[/]  {rule_id}  {there}")
    for word in unshown_connectives(engine.rules, ours) if rules and only is None else ():
        out.print(f"[yellow]no example has the connective[/]  {escape(word)}")
    told = ("passed", "failed", "todo", _CHANGED)
    out.print(", ".join(f"{counts[s]} {s}" for s in told if counts[s] or s in told[:2]))
    if counts["failed"]:
        failed = counts["failed"]
        raise WorkError(f"{many(failed, 'example')} {'fails' if failed == 1 else 'fail'}")
    if missing:
        raise WorkError("each exception needs an example that it alone blocks")


@group.command(
    epilog="Example: [bold]disco rules weigh benchmarks/judged --texts texts/ -o weights.yaml[/]"
)
def weigh(
    bank: Annotated[list[str], typer.Argument(help="Files of judged examples, or folders.")],
    texts: Annotated[
        list[Path],
        typer.Option(help="A folder of the texts that they were made of. Repeat for more."),
    ],
    to: Annotated[Path, typer.Option("-o", "--out", help="Where to write the table.")],
    split: Annotated[
        bool, typer.Option("--split", help="Of the rules that split, not of those that unfuse.")
    ] = False,
    folds: Annotated[
        Path | None,
        typer.Option(
            help="Coreference trees that have not seen a part of the texts, as "
            "training/coreference.py --folds writes them: so that antecedents are not trusted "
            "for having been learned."
        ),
    ] = None,
    rules: RulesOption = None,
) -> None:
    """Fit how much each rule and each doubt weighs, on examples that readers have judged."""
    engine = spec_of(rules=rules).load()
    whole = of_kind(read_bank(find_files(bank, (".jsonl",))), split=split)
    verdicts, missing = at_hand(whole, texts)
    if missing:
        left = many(len(whole) - len(verdicts), "verdict")
        err.print(f"{left} left out, on {', '.join(missing)}, not there", markup=False)
    with partly(to) as place:  # which is told before the work, where nothing can be written there
        place.touch()
        if folds is None:
            found = look_up(engine, verdicts, texts)
        else:
            found = look_up_unseen(engine, verdicts, texts, folds)
        known = [f for f in found if f.facts is not None and weighable(f.example)]
        judged = [Sample(f.judged.source, dict(f.facts or {}), f.judged.good) for f in known]
        if len(judged) < _FEWEST:
            raise WorkError(f"{len(judged)} judged examples are still made; weights need {_FEWEST}")
        write_weights(place, weigh_bank(judged))
    table = Table(title="on examples of sources that the weights have not seen", box=None)
    for column in ("confidence", "examples", "good"):
        table.add_column(column, justify="right")
    for row in reliability(held_out(judged), [j.good for j in judged]):
        table.add_row(*row)
    out.print(table)


def _state(outcome: Outcome) -> str:
    if outcome.passed:
        return "passed"
    return "todo" if outcome.todo else "failed"


def _print_outcome(outcome: Outcome, state: str) -> None:
    styles = {"failed": "bold red", "todo": "yellow", "passed": "green", _CHANGED: "yellow"}
    why = f" ({outcome.todo})" if outcome.todo else ""
    if state == _CHANGED:
        why = ": an example of ours, changed by yours"
    place = escape(str(outcome.place))
    out.print(f"[{styles[state]}]{state}[/] {escape(outcome.rule + why)}  [dim]{place}[/]")
    out.print(f"  text {escape(outcome.text)}")
    if state != "passed":
        out.print(f"  [green]- {escape(outcome.expected)}[/]")
        for line in outcome.got or ("nothing",):
            out.print(f"  [red]+ {escape(line)}[/]", soft_wrap=True)
    if outcome.todo and outcome.passed:
        out.print("  [yellow]it holds now: take out the todo[/]")
    for remark in outcome.remarks:
        out.print(f"  [yellow]{escape(remark)}[/]", soft_wrap=True)


def _print_unshown(missing: list[tuple[str, str, Place]]) -> None:
    """The exceptions that no example shows at work: nothing tells when they are lost."""
    for rule, name, place in missing:
        there = escape(str(place))
        out.print(f"[bold red]no example has[/] blocked_by: {name}  {rule}  [dim]{there}[/]")


@group.command(epilog="Example: [bold]disco rules words enclosed[/]")
def words(
    word: Annotated[str | None, typer.Argument(help="Only this word.")] = None,
    rules: RulesOption = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="As a page, whole.")] = False,
) -> None:
    """All that a rule can say: words, relations, spans, labels, definitions, reasons."""
    book = load_rulebook(rules or ())
    if markdown:
        typer.echo(markdown_of(book), nl=False)
        return
    found = sections(book)
    shown = [s for s in found if any(word in (None, row[0]) for row in s.rows)]
    if not shown:
        known = [row[0] for section in found for row in section.rows]
        raise UsageError(unknown("word", word, known))
    for section in shown:
        out.print(section.title, style="italic")
        out.print(_table(section, (r for r in section.rows if word in (None, r[0]))))


def _table(section: Section, rows: Iterable[tuple[str, ...]]) -> Table:
    table = Table(box=None)
    first, *others = section.columns
    table.add_column(first, style="bold")
    for column in others:
        table.add_column(column)
    for row in rows:
        table.add_row(*map(escape, row))
    return table


@group.command(epilog="Example: [bold]disco rules schema > rules.schema.json[/]")
def schema(
    of: Annotated[str, typer.Argument(help=f"Of which file: {', '.join(NAMES)}.")] = NAMES[0],
) -> None:
    """The JSON Schema of a rule file, or of another of our files, for editors that complete."""
    typer.echo(json.dumps(schema_of(of), indent=1))
