"""The parts of what is made for a data set, examples or pairs, in a folder beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from disco._errors import UsageError, WorkError
from disco._files import clear_partials, is_hidden
from disco._types import CONTROL
from disco.corpus.shards import Shards, open_shards
from disco.dataset.splits import SPLITS
from disco.draft.example import Example

EXAMPLES = "examples.parquet"


@contextmanager
def open_parts(
    folder: Path,
    name: str,
    size: int,
    facts: Mapping[str, Any],
    unread: list[str],
    *,
    restart: bool = False,
    renewed: bool = False,
) -> Iterator[Shards]:
    """The parts of that name of the data set in a folder, those of an earlier run taken up; see
    ``open_shards``."""
    inside = parts_of(folder, name).parent
    others = () if inside.is_dir() or not folder.is_dir() else folder.iterdir()
    if not all(is_hidden(path, folder) for path in others):
        raise UsageError(f"{folder}: holds something else; build in a new folder")
    kinds = {path.name == _manifest_of(EXAMPLES) for path in inside.glob("*.manifest.json")}
    if kinds and (name == EXAMPLES) not in kinds:
        other = "pairs" if name == EXAMPLES else "examples"
        raise UsageError(f"{folder}: holds a data set of {other}; build in a new folder")
    try:
        inside.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{inside}: cannot be written: {error.strerror}") from error
    with open_shards(
        parts_of(folder, name), size, facts, unread, restart=restart, renewed=renewed
    ) as shards:
        for split in SPLITS:
            clear_partials(folder, f"{split}*")
        yield shards


def parts_of(folder: Path, name: str) -> Path:
    """What the parts of that name of the data set in a folder are parts of."""
    return folder / "parts" / name


def _manifest_of(name: str) -> str:
    return f"{name.partition('.')[0]}.manifest.json"


def parts_in(folder: Path, name: str) -> list[Path]:
    """The finished parts of that name of the data set in a folder, in order."""
    stem, ending = name.split(".")
    return sorted(parts_of(folder, name).parent.glob(f"{stem}-*-of-*.{ending}"))


def require_parts(parts: Sequence[Path]) -> None:
    """Raise WorkError where there are none, since nothing was there to read."""
    if not parts:
        raise WorkError("there is no text in what was named")


def require_examples(parts: Sequence[Path]) -> None:
    """Raise WorkError where there are no parts, or none of the texts gave an example that is no
    control: controls are a share of the others."""
    require_parts(parts)
    types = (pq.read_table(path, columns=["discourse_type"]).column(0) for path in parts)
    if not any(set(column.unique().to_pylist()) - {CONTROL} for column in types):
        raise WorkError("no example could be made of these texts")


def rows_in(parts: Sequence[Path]) -> int:
    """How many examples the parts have."""
    total = 0
    for path in parts:
        with path.open("rb") as stream:
            total += pq.read_metadata(stream).num_rows
    return total


def lines_in(parts: Sequence[Path]) -> int:
    """How many rows the parts have, a line each."""
    total = 0
    for path in parts:
        with path.open("rb") as stream:
            total += sum(1 for _ in stream)
    return total


def examples_in(parts: Sequence[Path]) -> Iterator[Example]:
    """The examples of the parts, as many as are read at once in memory."""
    for path in parts:
        try:
            with path.open("rb") as stream, pq.ParquetFile(stream) as table:
                for number in range(table.num_row_groups):  # as they were written
                    yield from map(Example.from_dict, table.read_row_group(number).to_pylist())
        except (pa.ArrowException, OSError, UsageError) as error:
            raise WorkError(f"{path}: not a table of examples: {error}") from error
