"""Where a command writes: into one file, or into parts that a run can take up again."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from disco._errors import UsageError
from disco._files import is_remote, partial_of, same_place
from disco.corpus import Failures, failures_file
from disco.corpus.shards import Piece, Shards, is_part
from disco.corpus.streams import STANDARD
from disco.corpus.write import be_unpacked

T = TypeVar("T", bound=Piece)


def apart(
    inputs: Sequence[Path], out: Path | None, *others: Path | None, size: int | None = None
) -> None:
    """Raise UsageError where an output, or a part of one that has parts of a ``size``, would take
    the place of an input, or of another output."""
    taken = {same_place(path): "an input" for path in inputs}
    if size is not None and out is not None:
        for path in inputs:
            if is_part(path, out):
                raise UsageError(f"{path}: is an input, and has the name of a part of {out.name}")
    for output in (out, failures_file(out), *others):
        if output is not None:
            if same_place(output) in taken:
                raise UsageError(f"{output}: is {taken[same_place(output)]}; write to another file")
            taken[same_place(output)] = "another output"


def outside(inputs: Sequence[Path], folder: Path) -> None:
    """Raise UsageError where an input stands in the folder of an output."""
    there = same_place(folder)
    for path in inputs:
        if path != STANDARD and there in same_place(path).parents:
            raise UsageError(f"{path}: is an input, and stands in {folder}; build elsewhere")


def for_screen(out: Path | None, format: str | None = None, shown: str = "listing") -> bool:
    """Is the output for a person to read: asked for by name (``shown``), or on a terminal where no
    other is? UsageError where the format that was asked for cannot go there."""
    if format == shown and out is not None:
        raise UsageError(f"a {shown} is for the screen; leave -o out, or name another format")
    if out is None and (format == shown or (format is None and sys.stdout.isatty())):
        return True
    if format == "parquet":
        if out is None:
            raise UsageError("parquet cannot be written to standard output; name a file with -o")
        be_unpacked(out)
    return False


def kept(out: Path | None, size: int | None = None) -> str:
    """What an interrupted run says of its output."""
    if out is None:
        return ""
    if size is not None:
        if is_remote(out) or any(_is_whole_part(path, out) for path in out.parent.glob("*")):
            return "; the same command goes on behind the last whole part"
        return "; the same command begins anew: no part is whole yet"
    partial = None if is_remote(out) else partial_of(out)
    return f"; what is done is in {partial}" if partial else ""


def _is_whole_part(path: Path, out: Path) -> bool:
    return is_part(path, out) and not path.name.endswith(".failed.jsonl")


def beside(
    shards: Shards, units: Iterable[T], failures: Failures
) -> Iterator[tuple[Path, Iterable[T]]]:
    """The parts that are not done, with what goes into them; what fails is kept beside each, and
    what failed in those that are done counts, too."""
    failures.whole = False
    take_up(shards, range(shards.done), failures)
    for path, part in shards.parts(units):
        failures.stand_beside(failures_file(path))
        yield path, part


def take_up(shards: Shards, done: Iterable[int], failures: Failures) -> None:
    """Count what failed in the parts that are done."""
    for number in done:
        failures.take_up(failures_file(shards.part(number)))
