"""What long work says meanwhile and afterwards: the bar, and what was wrong with the input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from disco._errors import WorkError
from disco.cli.base import err, many
from disco.corpus import Failures, Intake
from disco.corpus.streams import COMPRESSED, STANDARD


@contextmanager
def progress(files: Sequence[Path], intake: Intake, *, quiet: bool) -> Iterator[None]:
    """A bar over the bytes read, on a terminal only."""
    if quiet or not err.is_terminal:
        yield
        return
    known = all(f != STANDARD and f.suffix not in COMPRESSED for f in files)
    total = sum(f.stat().st_size for f in files) if known else None
    columns = (TextColumn("reading"), BarColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err) as bar:
        task = bar.add_task("", total=total)
        intake.advance = lambda size: bar.advance(task, size)
        yield


@contextmanager
def counting(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar over so many rows, on a terminal only; gives what advances it."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, disable=quiet or not err.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda count: bar.advance(task, count)


@contextmanager
def interruptible(what: str, count: Callable[[], int], kept: str = "") -> Iterator[None]:
    """Work that the user may stop: says how much is done and where it is (``kept``), and ends the
    command."""
    try:
        yield
    except KeyboardInterrupt:
        err.print(f"interrupted after {count():,} {what}{kept}", soft_wrap=True)
        raise typer.Exit(1) from None


def complain(intake: Intake, failures: Failures | None = None) -> None:
    """The first few lines that could not be read, and what nothing could be made of; WorkError
    where no line could be read at all."""
    for complaint in intake.complaints:
        err.print(complaint, markup=False, soft_wrap=True)
    more = intake.skipped - len(intake.complaints)
    if more:
        err.print(f"and {many(more, 'line')} more that cannot be read", soft_wrap=True)
    if failures is not None and failures.count:
        where = f"; all of them in {', '.join(map(str, failures.files))}" if failures.files else ""
        message = f"{many(failures.count, 'text')} failed, first {failures.first}{where}"
        err.print(message, markup=False, soft_wrap=True)
    if intake.skipped and not intake.read:
        raise WorkError("nothing of the input could be read")
    if intake.unread:
        raise WorkError(f"not read to the end: {', '.join(intake.unread)}")
