"""The ``disco`` command and what its commands share: consoles, errors, exit codes."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer
from rich.console import Console

from disco import __version__
from disco._errors import DiscoError

app = typer.Typer(
    name="disco",
    help="Discourse fusion and unfusion in English, by rules.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
err = Console(stderr=True, highlight=False)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"disco {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Discourse fusion and unfusion in English, by rules."""


def main() -> None:
    """Run the command line; errors of ours are one message each, and an exit code."""
    try:
        app()
    except DiscoError as error:
        err.print(f"[bold red]error:[/] {_escaped(error)}", soft_wrap=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # the reader of our output has gone; nothing is left to say, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _escaped(error: DiscoError) -> str:
    from rich.markup import escape

    return escape(str(error))


from disco.cli import categorize, evaluate, explain, fuse, rules, setup, unfuse  # noqa: E402, F401  (each adds its command)
