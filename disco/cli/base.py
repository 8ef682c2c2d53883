"""What every command hangs on: the ``disco`` command itself, and where it says things."""

from __future__ import annotations

import typer
from rich.console import Console, RenderableType

app = typer.Typer(
    name="disco",
    help="Discourse fusion and unfusion in English, by rules.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
# no emoji: a place in a file, a.yaml:100:7, has what rich takes for one
out = Console(highlight=False, emoji=False)
err = Console(stderr=True, highlight=False, emoji=False)


def show(what: RenderableType) -> None:
    """Print on the screen, where a parameter of the command is called ``out``."""
    out.print(what)


def many(count: int, what: str) -> str:
    """A number of things: ``1 line``, ``1,200 lines``."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
