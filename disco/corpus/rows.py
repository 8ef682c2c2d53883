"""The rows of files that have some: JSONL, Parquet, Arrow, CSV and TSV with a header."""

from __future__ import annotations

import csv
import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, dropwhile, islice
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from disco.corpus.intake import Intake, decoded
from disco.corpus.streams import DAMAGED, ending_of, open_input, opening_of

Rows = Iterator[tuple[int, dict[str, Any]]]
TABLES = (".parquet", ".arrow")
_Batches = Iterator[tuple[Any, float]]  # with how much is read by then
_Columns = Callable[[pa.Schema], list[str]]
_SENTENCES = "sentences"
_LONGEST_CELL = 1_000  # lines
_AT_ONCE = 256  # texts may be long: few of them fill much memory


def plain_columns(schema: pa.Schema) -> list[str]:
    """The columns of text, numbers, truth values, and lists of them, which JSON can hold."""

    return [field.name for field in schema if _is_plain(field.type)]


def _is_plain(kind: Any) -> bool:
    if _is_list(kind) or pa.types.is_dictionary(kind):
        return _is_plain(kind.value_type)
    if _is_text(kind):
        return True
    return bool(pa.types.is_primitive(kind) and not pa.types.is_temporal(kind))


def _is_list(kind: Any) -> bool:
    lists = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return any(is_list(kind) for is_list in lists)


def has_rows(path: Path) -> bool:
    """Does a file hold rows: by its ending, or, where that says nothing, by its first bytes?"""
    ending = ending_of(path)
    if ending in _READERS or ending == ".txt":
        return ending in _READERS
    return opening_of(path).lstrip().startswith(b"{")


def rows_of(path: Path, intake: Intake) -> Rows:
    """The rows of a file with their numbers from 1, or the lines that they end in. A table without
    a column for the text is complained about, and passed over."""
    yield from _READERS.get(ending_of(path), _from_jsonl)(path, intake)


def json_rows(lines: Iterable[tuple[int, str]], path: Path, intake: Intake) -> Rows:
    """The objects of a JSONL file with their line numbers; what is none is complained about."""
    for number, line in lines:
        if not line.strip():
            continue
        if number == 1 and line.startswith("["):
            kind = "is one array of JSON, where an object a line is read; jq -c '.[]' writes these"
            intake.leave(f"{path}: {kind}", str(path))
            return
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            where = f" at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
            message = getattr(error, "msg", str(error)).removesuffix(" at")
            intake.complain(f"{path}:{number}: broken JSON: {message}{where}")
            continue
        if isinstance(row, dict):
            yield number, row
        else:
            intake.complain(f"{path}:{number}: not a JSON object")


def _from_jsonl(path: Path, intake: Intake) -> Rows:
    yield from json_rows(decoded(path, intake), path, intake)


def tab_rows(
    lines: Iterator[tuple[int, str]], names: Sequence[str], path: Path, intake: Intake
) -> Rows:
    """The rows of a TSV file behind its header. Nothing is quoted there, as data sets have it, but
    cells that could only be quoted because they hold quotes or go over several lines."""
    waiting: deque[tuple[int, str]] = deque()
    while (row := waiting.popleft() if waiting else next(lines, None)) is not None:
        number, line = row
        cells = tab_cells(line)
        if len(cells) <= len(names) and _opens_quote(cells[-1]):
            waiting.extend(islice(lines, _LONGEST_CELL - len(waiting)))
            used, cells = _with_lines(line, waiting, len(names))
            for _ in range(used):
                waiting.popleft()
        if len(cells) == len(names):
            yield number, dict(zip(names, cells, strict=True))
        elif line.strip():
            intake.complain(f"{path}:{number}: {len(cells)} cells, the header has {len(names)}")


def _with_lines(line: str, further: Iterable[tuple[int, str]], size: int) -> tuple[int, list[str]]:
    """How many of the further lines belong to a row whose last cell may be quoted, and its cells;
    none where the quote does not close before there are too many."""
    together, cells = [line], tab_cells(line)
    quoted = len(cells) - 1
    for used, (_, more) in enumerate(further, start=1):
        together.append(more)
        if '"' not in more.replace('""', ""):
            continue
        whole = "".join(together)
        raw, found = whole.rstrip("\r\n").split("\t"), tab_cells(whole)
        closed = len(found) == size and found[quoted] != raw[quoted]
        return (used, found) if closed else (0, cells)
    return 0, cells


def _opens_quote(cell: str) -> bool:
    """Whether a cell opens with a quote that does not close in its line."""
    return cell.startswith('"') and '"' not in cell[1:].replace('""', "")


def tab_cells(line: str) -> list[str]:
    """The cells of a line."""
    return [_unquoted(cell) for cell in line.rstrip("\r\n").split("\t")]


def _unquoted(cell: str) -> str:
    inside = cell[1:-1]
    quoted = cell.startswith('"') and cell.endswith('"') and ('""' in inside or "\n" in inside)
    return inside.replace('""', '"') if quoted and '"' not in inside.replace('""', "") else cell


def _from_tsv(path: Path, intake: Intake) -> Rows:
    texts = _from_header(path, intake)
    names = tab_cells(next(texts, (1, ""))[1])
    if _has_text([n for n in names if n != _SENTENCES], names, path, intake):
        for number, row in tab_rows(texts, names, path, intake):
            yield number, _of_text(row, intake)


def _of_text(row: dict[str, Any], intake: Intake) -> dict[str, Any]:
    """The row without what nobody reads."""
    return {name: row[name] for name in (intake.text_field, intake.id_field) if name in row}


def _from_header(path: Path, intake: Intake) -> Iterator[tuple[int, str]]:
    """The lines of a table from the first one on that is not blank."""
    return dropwhile(lambda line: not line[1].strip(), decoded(path, intake))


def _from_csv(path: Path, intake: Intake) -> Rows:
    """The rows of a CSV file; a quoted text may go over several lines, and one whose quote does not
    close goes over all that follow."""
    csv.field_size_limit(sys.maxsize)
    lines = _from_header(path, intake)
    opening = next(lines, (1, ""))
    reader = csv.DictReader((text for _, text in chain([opening], lines)), strict=True)
    whole, before = 0, opening[0] - 1
    try:
        names = list(reader.fieldnames or ())
        whole = before + reader.line_num
        if len(names) == 1 and ";" in names[0] and names[0] != intake.text_field:
            intake.leave(f"{path}: has semicolons between its fields, where commas are read")
            return
        if not _has_text([n for n in names if n != _SENTENCES], names, path, intake):
            return
        for row in reader:
            whole = before + reader.line_num
            if None in row or None in row.values():
                intake.complain(f"{path}:{whole}: not as many fields as the header")
            else:
                yield whole, _of_text(row, intake)
    except csv.Error as error:
        place = f"{path}:{whole + 1}"
        intake.leave(f"{place}: {error}; nothing from this line on was read", place)


def table_rows(path: Path, intake: Intake, columns: _Columns = plain_columns) -> Rows:
    """The rows of a Parquet or Arrow file with their numbers, and of them those ``columns``;
    nothing where none is wanted."""
    number, size, counted = 0, path.stat().st_size, 0
    try:
        with open_input(path) as stream:
            for batch, share in _TABLES[ending_of(path)](stream, size, columns):
                for start in range(0, batch.num_rows, _AT_ONCE):
                    for row in batch.slice(start, _AT_ONCE).to_pylist():
                        number += 1
                        yield number, row
                intake.advance(round(share * size) - counted)
                counted = round(share * size)
    except (*DAMAGED, pa.ArrowException, UnicodeDecodeError) as error:
        intake.leave(f"{path}: cannot be read: {error}", str(path))


def _parquet(stream: BinaryIO, _: int, columns: _Columns) -> _Batches:
    table, rows = pq.ParquetFile(stream), 0
    wanted = columns(table.schema_arrow)
    for group in range(table.num_row_groups if wanted else 0):  # all at once would fill memory
        for batch in table.iter_batches(_AT_ONCE, row_groups=[group], columns=wanted):
            rows += batch.num_rows
            yield batch, rows / table.metadata.num_rows


def _arrow(stream: BinaryIO, size: int, columns: _Columns) -> _Batches:
    """An Arrow file, in the form for files or that for streams, as data sets have."""
    try:
        table = pa.ipc.open_file(stream)
    except pa.ArrowInvalid:
        stream.seek(0)
        table = pa.ipc.open_stream(stream)
        wanted = columns(table.schema)
        for batch in table if wanted else ():
            yield batch.select(wanted), stream.tell() / size
        return
    wanted = columns(table.schema)
    for number in range(table.num_record_batches if wanted else 0):
        yield table.get_batch(number).select(wanted), (number + 1) / table.num_record_batches


_TABLES = {".parquet": _parquet, ".arrow": _arrow}


def _from_table(path: Path, intake: Intake) -> Rows:
    def columns(schema: pa.Schema) -> list[str]:
        wanted = _wanted(schema, intake)
        others = [field.name for field in schema if not _is_text(field.type)]
        return wanted if _has_text(wanted, schema.names, path, intake, others) else []

    yield from table_rows(path, intake, columns)


def _wanted(schema: pa.Schema, intake: Intake) -> list[str]:
    """The columns that are read of a table."""
    return [
        field.name
        for field in schema
        if field.name in (intake.text_field, intake.id_field)
        or (field.name == _SENTENCES and _is_list(field.type))
    ]


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(is_text(kind) for is_text in texts)


def _has_text(
    wanted: Sequence[str],
    names: Sequence[str],
    path: Path,
    intake: Intake,
    others: Sequence[str] = (),
) -> bool:
    """Is there something to read among the columns that are wanted? ``names`` are all, ``others``
    those that can be of no texts."""
    if intake.text_field in wanted or _SENTENCES in wanted:
        return True
    if not any(names):  # an empty file has nothing to complain of
        return False
    texts = [name for name in names if name not in {intake.id_field, *others}]
    near = get_close_matches(intake.text_field, texts, 1, 0.0)
    meant = f", perhaps --text-field {near[0]}" if near else ""
    intake.leave(
        f"{path}: no column '{intake.text_field}' among {', '.join(names) or 'none'}{meant}"
    )
    return False


_READERS: dict[str, Callable[[Path, Intake], Rows]] = {
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), _from_jsonl),
    **dict.fromkeys(TABLES, _from_table),
    ".csv": _from_csv,
    ".tsv": _from_tsv,
}
