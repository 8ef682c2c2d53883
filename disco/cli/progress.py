"""What long work says meanwhile and afterwards: the bar, and what was wrong with the input."""

from __future__ import annotations

import signal
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

from disco._errors import WorkError, many
from disco.cli.base import err
from disco.corpus import Failures, Intake
from disco.corpus.streams import COMPRESSED, STANDARD


@contextmanager
def progress(files: Sequence[Path], intake: Intake, *, quiet: bool) -> Iterator[None]:
    """A bar over the bytes read, on a terminal only; then the first lines that nobody could read,
    however the work ends."""
    try:
        with _bar(files, intake, quiet=quiet):
            yield
    finally:
        show_unread(intake)


@contextmanager
def _bar(files: Sequence[Path], intake: Intake, *, quiet: bool) -> Iterator[None]:
    if quiet or not err.is_terminal:
        yield
        return
    packed = {*COMPRESSED, ".7z"}  # of which the bytes that are read are not those of the file
    known = all(f != STANDARD and f.suffix.lower() not in packed for f in files)
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
def interruptible(what: str, count: Callable[[], int], kept: Callable[[], str]) -> Iterator[None]:
    """Work that the user, or a scheduler, may stop: says how much is done and where it is
    (``kept``), and ends the command."""
    # by a scheduler, by a terminal that is gone; but nohup has the latter ignored
    asked = (signal.SIGTERM, signal.SIGHUP)
    stopping = [each for each in asked if signal.getsignal(each) != signal.SIG_IGN]
    before = [signal.signal(each, signal.default_int_handler) for each in stopping]
    try:
        yield
    except KeyboardInterrupt:
        message = f"interrupted after {count():,} {what}{kept()}"
        err.print(message, markup=False, soft_wrap=True)
        raise typer.Exit(1) from None
    finally:
        for each, handler in zip(stopping, before, strict=True):
            signal.signal(each, handler or signal.SIG_DFL)


def show_unread(intake: Intake) -> None:
    """Say which files could not be read, the first few lines, and how many could only in part."""
    for message in intake.files:
        err.print(message, markup=False, soft_wrap=True)
    for complaint in intake.complaints:
        err.print(complaint, markup=False, soft_wrap=True)
    more = intake.skipped - len(intake.complaints)
    if more:
        err.print(f"and {many(more, 'line')} more that cannot be read", soft_wrap=True)
    if intake.unnamed:
        message = f"{many(intake.unnamed, 'row')} without '{intake.id_field}', named after the file"
        err.print(message, markup=False, soft_wrap=True)
    if intake.replaced:
        message = f"{many(intake.replaced, 'line')} with wrong bytes, replaced"
        err.print(f"{message}, first {intake.first_replaced}", markup=False, soft_wrap=True)


def show_failed(failures: Failures) -> None:
    """Say what nothing could be made of."""
    if failures.count:
        err.print(failures.said, markup=False, soft_wrap=True)


def complain(intake: Intake, failures: Failures) -> None:
    """Say what nothing could be made of; WorkError where not all could be read."""
    show_failed(failures)
    intake.require_all()
    if 0 < failures.count == intake.read:
        raise WorkError("nothing could be made of any of the texts")
