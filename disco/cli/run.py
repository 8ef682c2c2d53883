"""One run of a command over files: what is said meanwhile, where it writes, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from rich.console import RenderableType

from disco._errors import UsageError, many
from disco.cli.base import err
from disco.cli.parts import apart, beside, kept
from disco.cli.progress import complain, interruptible, progress
from disco.corpus import Failures, Intake, failures_file, open_shards
from disco.corpus.shards import Piece
from disco.corpus.streams import STANDARD
from disco.corpus.write import by_ending

T = TypeVar("T", bound=Piece)
U = TypeVar("U")


@dataclass
class Run:
    """What a run reads (``files``, counted in ``intake``) and writes: ``out``, or parts of ``out``
    with so many units each (``size``), anew where it shall ``restart``; beside it ``rejects``.
    ``failures`` are those units of which nothing could be made. UsageError where these do not go
    together, or the output has none of the ``endings`` that it may have, where not any will do."""

    files: Sequence[Path]
    intake: Intake
    out: Path | None
    size: int | None
    restart: bool
    quiet: bool
    rejects: Path | None = None
    endings: Collection[str] | None = None
    failures: Failures = field(default_factory=lambda: Failures(None))

    def __post_init__(self) -> None:
        apart(self.files, self.out, self.rejects, size=self.size)
        if self.endings is not None:
            by_ending(self.out, dict.fromkeys(self.endings))
        if self.restart and self.size is None:
            raise UsageError("--restart goes with --shard-size")
        if self.size is not None and self.out is None:
            raise UsageError("--shard-size needs a file to write to; name it with -o")
        if self.size is not None and self.rejects is not None:
            raise UsageError("--rejects keeps one file; leave out --shard-size")
        if self.rejects == STANDARD:
            raise UsageError("--rejects needs a file to write to")

    @contextmanager
    def at_work(
        self, what: str, count: Callable[[], int], summary: Callable[[], RenderableType]
    ) -> Iterator[None]:
        """Show a bar; where the run is stopped, say how many of ``what`` are done; else ``end``."""
        with (
            interruptible(what, count, partial(kept, self.out, self.size)),
            progress(self.files, self.intake, quiet=self.quiet),
        ):
            yield
        self.end(summary)

    def end(self, summary: Callable[[], RenderableType]) -> None:
        """Print the summary; WorkError where not all could be read, or nothing was made of it."""
        if not self.quiet:
            err.print(summary())
        complain(self.intake, self.failures)

    def parts(
        self, units: Iterable[T], facts: Callable[[], dict[str, Any]]
    ) -> Iterator[tuple[Path, Iterable[T]]]:
        """Give each file that is to be written, with the units that go into it; ``facts`` are what
        a run must have in common with an earlier one to take up its parts. WorkError behind them
        where nothing of the input could be read."""
        units = self.intake.some(units)
        if self.size is None or self.out is None:
            yield self.out or STANDARD, self.anew(units)
            return
        unread = self.intake.unread
        with open_shards(self.out, self.size, facts(), unread, restart=self.restart) as shards:
            if shards.done:
                rest = "" if shards.total is None else "; nothing was left to do"
                kept_parts = f"{many(shards.done, 'part')} of an earlier run kept{rest}"
                err.print(kept_parts, soft_wrap=True)
            yield from beside(shards, units, self.failures)
            self.intake.read = max(self.intake.read, shards.read)  # none, where all was done

    def anew(self, units: Iterable[U]) -> Iterator[U]:
        """The units, and with the first of them no failures of an earlier run: they stay where
        nothing can be read, or another run writes there."""
        units = iter(units)
        opening = list(islice(units, 1))
        self.failures.stand_beside(failures_file(self.out))
        yield from chain(opening, units)
