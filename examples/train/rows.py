"""Rows to train on: a text and its sentences, from any data set that ``disco`` writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from disco import UsageError

_ENDINGS = (".parquet", ".jsonl", ".jsonl.gz")


@dataclass(frozen=True, slots=True)
class Row:
    """A text and the sentences that say the same.

    ``labels`` are 0 or 1 for each of ``tokens``, of the text: may the split change it? Only pairs
    that ``disco categorize`` has seen have them, and a ``category``.
    """

    id: str
    text: str
    sentences: tuple[str, ...]
    kind: str = ""
    category: str = ""
    tokens: tuple[str, ...] = ()
    labels: tuple[int, ...] = ()


def is_about_splits(columns: Mapping[str, Any]) -> bool:
    """Are these the columns of long sentences and their splits, not DiscoFuse's?"""
    return "long" in columns


def row_of(columns: Mapping[str, Any]) -> Row:
    """The row that has such columns: DiscoFuse's eight, or those of a categorized pair."""
    if is_about_splits(columns):
        marks = columns.get("edits") or columns
        return Row(
            id=str(columns.get("id", "")),
            text=columns["long"],
            sentences=tuple(columns["split"]),
            kind=columns.get("category") or "",
            category=columns.get("category") or "",
            tokens=tuple(marks.get("tokens") or ()),
            labels=tuple(marks.get("labels") or ()),
        )
    first, second = (columns.get(f"coherent_{n}_sentence") or "" for n in ("first", "second"))
    return Row(
        id=str(columns.get("id", "")),
        text=f"{first} {second}".strip(),
        sentences=tuple(columns[f"incoherent_{n}_sentence"] for n in ("first", "second")),
        kind=columns.get("discourse_type") or "",
    )


def file_of(folder: Path, name: str) -> Path:
    """The file of a split in a folder, such as ``train``; UsageError where there is none."""
    for ending in _ENDINGS:
        path = folder / (name + ending)
        if path.exists():
            return path
    names = ", ".join(name + ending for ending in _ENDINGS)
    raise UsageError(f"{folder}: none of {names}; 'disco build' writes such a folder")


def table_of(path: Path) -> Any:
    """The file as a table on disk, by Hugging Face ``datasets``."""
    from datasets import load_dataset

    kind = "parquet" if path.suffix == ".parquet" else "json"
    return load_dataset(kind, data_files=str(path), split="train")
