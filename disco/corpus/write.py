"""Results into files: JSONL, the data set's TSV, Parquet. Nothing half-written gets the name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Generic, Literal, Protocol, TypeVar

import pyarrow as pa

from disco._errors import UsageError
from disco._files import partly, reached
from disco.corpus.parquet import Table
from disco.corpus.streams import COMPRESSED, STANDARD, ending_of, open_output
from disco.draft.example import COLUMNS, FLAGS, Example

R = TypeVar("R", contravariant=True)
W = TypeVar("W", bound="Closing")
Kind = TypeVar("Kind")


Format = Literal["jsonl", "tsv", "parquet"]  # of examples


class Closing(Protocol):
    """What is finished by closing it."""

    def close(self) -> None: ...


class Row(Protocol):
    """What can be a row of JSONL."""

    def to_dict(self) -> dict[str, Any]: ...


class Writer(Protocol[R]):
    """Takes rows of some kind, one at a time."""

    def write(self, row: R, /) -> None: ...
    def close(self) -> None: ...


class Lines(Generic[R]):
    """Lines of text, written as they come: what stands before all, for each row, behind all."""

    before, behind = "", ""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._put(self.before)

    def _put(self, text: str) -> None:
        self._stream.write(text.encode("utf-8", errors="replace"))

    def lines(self, row: R) -> Iterator[str]:
        """What stands there for a row."""
        raise NotImplementedError

    def write(self, row: R) -> None:
        """Add the lines of a row."""
        self._put("".join(f"{line}\n" for line in self.lines(row)))

    def close(self) -> None:
        """Write what stands behind all."""
        self._put(self.behind)
        self._stream.flush()


class JsonLines(Lines[Row]):
    """One JSON object a line."""

    def lines(self, row: Row) -> Iterator[str]:
        yield json.dumps(row.to_dict(), ensure_ascii=False)


class Tsv(Lines[Example]):
    """The eight columns of the data set, with its header."""

    before = "\t".join(COLUMNS) + "\n"

    def lines(self, row: Example) -> Iterator[str]:
        yield "\t".join(" ".join(cell.split()) for cell in row.to_columns())


class Parquet(Table):
    """The eight columns as a table, flags as numbers as in the data set; and whence each is."""

    schema = pa.schema(
        {
            "id": pa.string(),
            **dict.fromkeys(COLUMNS[:6], pa.string()),
            **dict.fromkeys(FLAGS, pa.float32()),
            "rule": pa.string(),
            "confidence": pa.float64(),
            "doubts": pa.list_(pa.string()),
            "refused": pa.list_(pa.string()),
        }
    )

    def row(self, made: Example) -> dict[str, Any]:
        row = {name: getattr(made, name) for name in self.schema.names}
        return {**row, **{name: float(row[name]) for name in FLAGS}}


_WRITERS: dict[Format, Callable[[BinaryIO], Writer[Example]]] = {
    "jsonl": JsonLines,
    "tsv": Tsv,
    "parquet": Parquet,
}


ROWS = {"": JsonLines, ".jsonl": JsonLines}  # how rows of whatever job are written, by the ending


_FORMATS: Mapping[str, Format] = {f".{name}": name for name in _WRITERS}


def format_of(path: Path | None, wanted: Format | None = None) -> Format:
    """The format that is wanted, or that a file's ending asks for; JSONL where none is."""
    return by_ending(path, {"": "jsonl", **_FORMATS}, wanted)


def rejects_format_of(path: Path) -> Format:
    """The format of what was refused, which has a place for the reasons."""
    return by_ending(path, {"": "jsonl", ".jsonl": "jsonl", ".parquet": "parquet"})


def by_ending(path: Path | None, kinds: Mapping[str, Kind], wanted: Kind | None = None) -> Kind:
    """What is wanted, or else known by the ending of a file; raises UsageError for one that says
    something else than what is wanted, or is not known."""
    ending = ending_of(path) if path else ""
    if wanted is not None:
        if ending and kinds.get(ending, wanted) != wanted:
            raise UsageError(f"{path}: its ending says {kinds[ending]}, and --format {wanted}")
        return wanted
    if ending not in kinds:
        known = ", ".join(kind for kind in kinds if kind)
        raise UsageError(f"{path}: nothing is written as {ending} here; it may be {known}")
    if path and ending == ".parquet":
        be_unpacked(path)
    return kinds[ending]


def be_unpacked(path: Path) -> None:
    """Raise UsageError where Parquet, which is packed, would be packed again."""
    if path.suffix.lower() in COMPRESSED:
        raise UsageError(f"{path}: Parquet is packed itself; leave out {path.suffix}")


def open_writer(
    path: Path, format: Format, *, kept: bool = True
) -> AbstractContextManager[Writer[Example]]:
    """A writer of examples to a file, or to standard output for ``-``; see ``opened``."""
    return opened(path, _WRITERS[format], kept=kept)


def write_rows(rows: Iterable[Row], path: Path) -> None:
    """Write rows as JSONL, of whatever job, to a file or to standard output for ``-``."""
    with open_rows(path) as writer:
        for row in rows:
            writer.write(row)


def open_rows(path: Path) -> AbstractContextManager[JsonLines]:
    """A writer of rows of whatever job, as JSONL."""
    return opened(path, by_ending(path, ROWS))


@contextmanager
def opened(path: Path, make: Callable[[BinaryIO], W], *, kept: bool = True) -> Iterator[W]:
    """A writer to a file, or to standard output for ``-``.

    The file gets its name when all is written. Interrupted, or where the disk is full, what is done
    stays beside a file here as ``NAME.partial``, if it is to be ``kept``; after any other failure
    nothing stays.
    """
    if path == STANDARD:
        writer = make(sys.stdout.buffer)
        yield writer
        writer.close()
        return
    with reached(str(path)):
        if path.is_dir():
            raise UsageError(f"{path}: is a folder, not a file to write to")
    with partly(path, kept=kept) as partial:
        try:
            stream = open_output(partial, path.suffix.lower())
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
        with stream:
            writer = make(stream)
            try:
                yield writer
            finally:
                writer.close()
