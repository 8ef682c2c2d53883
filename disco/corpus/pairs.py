"""Rows about pairs from files: JSONL, Parquet, Arrow, the tables of WikiSplit and DiscoFuse,
BiSECT's two files."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import regex

from disco._errors import UsageError, WorkError
from disco.corpus.intake import Intake, decoded, id_of, name_of, names_of, text_in
from disco.corpus.rows import TABLES, json_rows, tab_cells, tab_rows, table_rows
from disco.corpus.streams import STANDARD, ending_of, lines
from disco.draft.example import COLUMNS, Example
from disco.draft.recipe import restore
from disco.jobs.categorized import Pair
from disco.jobs.fused import Restored, Sentences

PairFormat = Literal["jsonl", "wikisplit", "discofuse"]
ENDINGS = (".jsonl", ".ndjson", ".tsv", *TABLES)
WIKISPLIT, _BISECT = "<::::>", "<SEP>"
_OF_NO_KIND = (
    "neither JSONL nor a table of WikiSplit, DiscoFuse or first and second, by its first line "
    "(other columns, as of CSV, are read of JSONL and Parquet)"
)
_BETWEEN = regex.compile(f"{WIKISPLIT}|{_BISECT}")
# a long sentence and the two of its split, as Hugging Face has WikiSplit
_HUB = ("complex_sentence", "simple_sentence_1", "simple_sentence_2")
Lines = Iterator[tuple[int, str]]
Row = dict[str, Any]
T = TypeVar("T")


def read_rows(
    files: Sequence[Path],
    intake: Intake,
    made: Callable[[Row, str], T | str],
    kind: PairFormat | None = None,
    hint: str = "",
) -> Iterator[T]:
    """What is made of the rows of all files, in order; ``made`` gets a row and the id that it has
    where it names none, and says what is wrong with a row. What a file holds is seen from its
    first line; ``hint`` says what to do where it is not."""
    names = names_of(files)
    for path in files:
        for number, row in _rows(path, intake, kind, hint):
            yield from _checked(made, row, f"{names[path]}-{number}", f"{path}:{number}", intake)


def _rows(
    path: Path, intake: Intake, kind: PairFormat | None, hint: str
) -> Iterator[tuple[int, Row]]:
    """The rows of a file, whatever they hold, with their numbers or lines."""
    if ending_of(path) in TABLES:
        yield from table_rows(path, intake)
        return
    lines = ((n, line) for n, line in decoded(path, intake) if line.strip())
    opening = list(itertools.islice(lines, 1))
    if opening:
        found = kind or _kind_of(opening[0][1])
        if found is None:
            intake.leave(f"{path}: {_OF_NO_KIND}{hint}", str(path))
            return
        yield from _READERS[found](path, itertools.chain(opening, lines), intake)


def read_pairs(
    files: Sequence[Path], intake: Intake, kind: PairFormat | None = None
) -> Iterator[Pair]:
    """The long sentences of all files with their splits."""
    return read_rows(files, intake, _pair, kind, "; say which with --input-format")


def read_sentences(
    files: Sequence[Path], intake: Intake, problem: Callable[[Sentences], str], *, told: bool
) -> Iterator[Sentences]:
    """The sentences of all files that are to be fused, and what is told of them where wanted;
    ``problem`` says why two cannot be."""

    def made(row: Row, fallback: str) -> Sentences | str:
        found = _sentences(row, fallback, told=told)
        return found if isinstance(found, str) else problem(found) or found

    return read_rows(files, intake, made)


def read_sources(files: Sequence[Path], intake: Intake) -> Iterator[Restored]:
    """The sources of the examples of all files, as unfusing wrote them."""
    return read_rows(files, intake, _restored)


def read_parallel(src: Path, dst: Path, intake: Intake) -> Iterator[Pair]:
    """The pairs of two files whose lines belong together, as BiSECT has them."""
    if STANDARD in (src, dst):
        raise UsageError("two files whose lines belong together cannot be read from standard input")
    (ours, whole), (theirs, their_whole) = _count(src), _count(dst)
    if (ours < theirs and whole) or (theirs < ours and their_whole):  # a torn one may be shorter
        raise UsageError(
            f"{src} has {ours:,} lines, {dst} has {theirs:,}; a long sentence and its split must "
            "stand on lines of the same number"
        )
    # one that cannot be read to its end ends both, and is named in the intake
    both = zip(decoded(src, intake), decoded(dst, intake), strict=False)
    for (number, long), (_, split) in both:
        if _BISECT not in split:
            intake.complain(f"{dst}:{number}: no {_BISECT} between the sentences")
            continue
        row = {"long": long.strip(), "split": parted(split)}
        yield from _checked(_pair, row, f"{name_of(src)}-{number}", f"{src}:{number}", intake)


def _count(path: Path) -> tuple[int, bool]:
    """How many lines of a file can be read, and whether these are all."""
    count = 0
    try:
        for count, _ in lines(path):  # noqa: B007  (the last of them counts)
            pass
    except WorkError:
        return count, False
    return count, True


def _kind_of(line: str) -> PairFormat | None:
    """What a file holds, by its first line; None where that says nothing."""
    if line.lstrip().startswith("{"):
        return "jsonl"
    if _is_table(tab_cells(line)):
        return "discofuse"
    if WIKISPLIT in line:
        return "wikisplit"
    return None


def _is_table(names: Sequence[str]) -> bool:
    """Whether a header names the two sentences, as DiscoFuse does or as rows do."""
    return set(names) >= set(COLUMNS[2:4]) or set(names) >= {"first", "second"}


def _from_jsonl(path: Path, rows: Lines, intake: Intake) -> Iterator[tuple[int, Row]]:
    return json_rows(rows, path, intake)


def _from_wikisplit(path: Path, rows: Lines, intake: Intake) -> Iterator[tuple[int, Row]]:
    for number, line in rows:
        long, tab, split = line.rstrip("\r\n").partition("\t")
        if tab and WIKISPLIT in split:
            yield number, {"long": long.strip(), "split": parted(split)}
        else:
            intake.complain(
                f"{path}:{number}: not a long sentence, a tab, and sentences with {WIKISPLIT} "
                "between them"
            )


def _from_discofuse(path: Path, rows: Lines, intake: Intake) -> Iterator[tuple[int, Row]]:
    names = tab_cells(next(rows)[1])
    if not _is_table(names):
        raise UsageError(f"{path}: the first line does not name {', '.join(COLUMNS[:4])}")
    yield from tab_rows(rows, names, path, intake)


_READERS = {"jsonl": _from_jsonl, "wikisplit": _from_wikisplit, "discofuse": _from_discofuse}


def parted(split: Any) -> Any:
    """The sentences of a text with WikiSplit's or BiSECT's mark between them; what has none, or is
    no text, as it is."""
    if not isinstance(split, str) or not _BETWEEN.search(split):
        return split
    return [part.strip() for part in _BETWEEN.split(split)]


def _checked(
    made: Callable[[Row, str], T | str], row: Row, fallback: str, place: str, intake: Intake
) -> Iterator[T]:
    """What is made of the row; nothing, and a complaint, where it is not such a row."""
    found = made(row, fallback)
    if isinstance(found, str):
        intake.complain(f"{place}: {found}")
    else:
        intake.read += 1
        yield found


def _sentences(row: Row, fallback: str, *, told: bool) -> Sentences | str:
    """The row as two sentences to be fused, or what is wrong with it."""
    first, second = (text_in(row, n, f"incoherent_{n}_sentence") for n in ("first", "second"))
    for name, text in (("first", first), ("second", second)):
        if not text:
            there = name in row or f"incoherent_{name}_sentence" in row
            return f"'{name}' is empty or not a string" if there else f"no field '{name}'"
    kind = row.get("discourse_type") if told else None
    given = (row.get(name) for name in ("connective_string", "connective") if told)
    # one that is no text is for the fuser to complain of
    connective = next((c for c in given if c is not None and str(c).strip()), "")
    return Sentences(
        id_of(row, fallback), first, second, None if kind == "" else kind, connective, row
    )


def _restored(row: Row, fallback: str) -> Restored | str:
    """The source of a row that is an example, or what is wrong with it."""
    for name in ("recipe", "removed", "inserted"):
        if not isinstance(row.get(name), list):
            return f"no '{name}': not a row that disco unfuse wrote as JSONL"
    try:
        example = Example.from_dict({**row, "id": id_of(row, fallback)})
        return Restored(example.id, restore(example))
    except UsageError as error:
        return str(error)


def _pair(row: Row, fallback: str) -> Pair | str:
    """The row as a pair, or what is wrong with it."""
    if "long" not in row and COLUMNS[0] in row:
        long: Any = " ".join(str(t) for t in (row[COLUMNS[0]], row.get(COLUMNS[1])) if t)
        split: Any = [row.get(COLUMNS[2]), row.get(COLUMNS[3])]
    elif "long" not in row and row.keys() >= set(_HUB):
        long, *split = (row[name] for name in _HUB)
    elif "long" not in row or "split" not in row:
        return f"no field '{'long' if 'long' not in row else 'split'}'"
    else:
        long, split = row["long"], parted(row["split"])
    pair = Pair(id_of(row, fallback), long, split, row)
    return pair.problem or pair
