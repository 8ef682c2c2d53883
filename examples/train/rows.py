"""Rows to train on: a text and its sentences, from any data set that ``disco`` writes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from datasets import Dataset, Features, Sequence, Value
from datasets.exceptions import DatasetGenerationError

from disco import UsageError

_ENDINGS = (".parquet", ".jsonl", ".jsonl.gz")
_TEXT = Value("string")
_COLUMNS = Features(
    {
        **dict.fromkeys(("id", "text", "kind", "category"), _TEXT),
        **dict.fromkeys(("sentences", "tokens"), Sequence(_TEXT)),
        "edit_labels": Sequence(Value("int8")),
    }
)


@dataclass(frozen=True, slots=True)
class Row:
    """A text and the sentences that say the same.

    ``edit_labels`` are 0 or 1 for each of ``tokens``, of the text: may the split change it? Only
    pairs that ``disco categorize`` has seen have them, and a ``category``.
    """

    id: str
    text: str
    sentences: list[str]
    kind: str = ""
    category: str = ""
    tokens: list[str] | tuple[str, ...] = ()
    edit_labels: list[int] | tuple[int, ...] = ()


def is_about_splits(path: Path) -> bool:
    """Does a file hold long sentences and their splits, not DiscoFuse's columns?"""
    return "long" in next(_columns_of(path), {})


def row_of(columns: Mapping[str, Any]) -> Row:
    """The row that has such columns: DiscoFuse's eight, or those of a categorized pair; KeyError
    where it has neither."""
    identity = str(columns.get("id") or "")
    if "long" in columns:
        marks = columns.get("edits") or columns
        kind = columns.get("category") or ""
        labels = marks.get("tokens") or (), marks.get("labels") or ()
        return Row(identity, columns["long"], list(columns["split"]), kind, kind, *labels)
    first, second = (columns.get(f"coherent_{n}_sentence") or "" for n in ("first", "second"))
    sentences = [columns[f"incoherent_{n}_sentence"] for n in ("first", "second")]
    kind = columns.get("discourse_type") or ""
    return Row(identity, f"{first} {second}".strip(), sentences, kind)


def file_of(folder: Path, name: str) -> Path:
    """The file of a split in a folder, such as ``train``; UsageError where there is none."""
    for ending in _ENDINGS:
        path = folder / (name + ending)
        if path.exists():
            return path
    names = ", ".join(name + ending for ending in _ENDINGS)
    raise UsageError(f"{folder}: none of {names}; 'disco build' writes such a folder")


def table_of(path: Path) -> Dataset:
    """The rows of a file as a table on disk, however many there are; UsageError for a line that is
    no row."""
    known = path.stat()  # by which a table that was made of another version is not taken for this
    try:
        return Dataset.from_generator(
            _rows_of,
            features=_COLUMNS,
            gen_kwargs={"path": str(path), "version": f"{known.st_size} {known.st_mtime_ns}"},
        )
    except DatasetGenerationError as error:
        if isinstance(error.__cause__, UsageError):
            raise error.__cause__ from None
        raise


def _rows_of(path: str, version: str) -> Iterator[dict[str, Any]]:  # noqa: ARG001
    for number, columns in enumerate(_columns_of(Path(path)), start=1):
        try:
            yield asdict(row_of(columns))
        except KeyError as error:
            raise UsageError(f"{path}: row {number} has no {error.args[0]}") from None


def _columns_of(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.suffix == ".parquet":
        for batch in pq.ParquetFile(path).iter_batches(1_000):
            yield from batch.to_pylist()
        return
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield json.loads(line)
            except ValueError as error:
                raise UsageError(f"{path}:{number}: no row of JSON: {error}") from None
