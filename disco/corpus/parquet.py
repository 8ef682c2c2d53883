"""Rows as a Parquet table, a batch at a time."""

from __future__ import annotations

from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

_BATCH = 1_000


class Table:
    """Takes what has, as a row, a value for each column of ``schema``."""

    schema: pa.Schema

    def __init__(self, stream: BinaryIO) -> None:
        self._writer = pq.ParquetWriter(stream, self.schema)
        self._rows: list[dict[str, Any]] = []

    def row(self, made: Any) -> dict[str, Any]:
        """What is written, as a row."""
        row: dict[str, Any] = made.to_dict()
        return row

    def write(self, made: Any) -> None:
        """Add a row."""
        self._rows.append(self.row(made))
        if len(self._rows) >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            try:
                table = pa.Table.from_pylist(self._rows, schema=self.schema)
            except UnicodeEncodeError:  # half a character, which is ? in JSONL
                table = pa.Table.from_pylist(_encodable(self._rows), schema=self.schema)
            self._writer.write_table(table)
            self._rows.clear()

    def close(self) -> None:
        """Write what is left, and the table's foot."""
        self._flush()
        self._writer.close()


def _encodable(value: Any) -> Any:
    """Texts in nested data with a question mark for what UTF-8 has no bytes for."""
    if isinstance(value, str):
        return value.encode("utf-8", errors="replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return list(map(_encodable, value)) if isinstance(value, (list, tuple)) else value
