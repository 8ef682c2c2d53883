"""What every command hangs on: the ``disco`` command itself, and where it says things."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

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
R = TypeVar("R")
_WIDE = 160  # columns, in which no number of a table is cut

# no emoji: a place in a file, a.yaml:100:7, has what rich takes for one
out = Console(highlight=False, emoji=False)
err = Console(stderr=True, highlight=False, emoji=False)


def be_wide() -> None:
    """Let what is printed to a file or a pipe be as wide as it has to be."""
    if not (out.is_terminal or "COLUMNS" in os.environ):
        out.width = _WIDE


def show_all(rows: Iterable[R], view: Callable[[R], RenderableType]) -> None:
    """Print rows on the screen as they come, each as a ``view`` shows it."""
    for row in rows:
        out.print(view(row))
