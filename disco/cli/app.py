"""The ``disco`` command put together from its commands; its errors and exit codes."""

from __future__ import annotations

import errno
import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer
from rich.markup import escape

from disco._errors import DiscoError
from disco._version import __version__
from disco.cli import (  # noqa: F401  (each adds its command)
    align,
    build_corpus,
    build_pairs,
    categorize,
    evaluate,
    explain,
    fuse,
    mine,
    refine,
    rules,
    setup,
    split,
    unfuse,
)
from disco.cli.base import app, be_wide, err


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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a letter that a screen lacks is a question mark
            stream.reconfigure(errors="replace")
    be_wide()
    try:
        app()
    except DiscoError as error:
        err.print(f"[bold red]error:[/] {escape(str(error))}", soft_wrap=True)
        sys.exit(error.exit_code)
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # else the reader of our output has gone
            full = error.errno == errno.ENOSPC and not error.filename
            said = f"cannot be written: {error.strerror}" if full else str(error)
            err.print(f"[bold red]error:[/] {escape(said)}", soft_wrap=True)
        # nothing more can be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
