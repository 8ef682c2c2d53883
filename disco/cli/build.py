"""``disco build``: data sets, of a corpus where nothing else is named."""

from __future__ import annotations

import typer
from typer.core import TyperGroup

from disco.cli.base import app


class _CorpusElse(TyperGroup):
    """Takes what is no name of a command for a corpus: ``disco build wiki.txt -o DIR``."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["corpus", *args]
        return super().parse_args(ctx, args)


builders = typer.Typer(
    cls=_CorpusElse,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Build a data set: disco build CORPUS -o DIR makes one of fusion examples, as DiscoFuse, "
    "disco build pairs HISTORY -o DIR one of splits, as WikiSplit. The options of the first: "
    "disco build corpus --help.",
    epilog="Example: [bold]disco build wiki/*.parquet -o discofuse-wiki[/]   "
    "or: [bold]disco build pairs history.xml.bz2 -o splits[/]",
)
app.add_typer(builders, name="build")
