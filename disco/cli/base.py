"""What every command hangs on: the ``disco`` command itself, and where it says things."""

from __future__ import annotations

import os

import typer
from rich.console import Console, ConsoleDimensions, RenderableType

app = typer.Typer(
    name="disco",
    help="Discourse fusion and unfusion in English, by rules.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
# of a file or a pipe, which has no edge to cut numbers at
_WIDE = ConsoleDimensions(width=160, height=25)


class _Console(Console):
    @property  # type: ignore[misc]  # nobody sets it
    def size(self) -> ConsoleDimensions:
        given = self.is_terminal or "COLUMNS" in os.environ
        return super().size if given else _WIDE


# no emoji: a place in a file, a.yaml:100:7, has what rich takes for one
out = _Console(highlight=False, emoji=False)
err = _Console(stderr=True, highlight=False, emoji=False)


def show(what: RenderableType) -> None:
    """Print on the screen, where a parameter of the command is called ``out``."""
    out.print(what)
