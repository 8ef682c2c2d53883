"""Pairs from files: JSONL, WikiSplit's and DiscoFuse's tables, BiSECT's two files."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from disco._errors import UsageError
from disco.corpus.read import Intake, decoded, json_rows, stem
from disco.corpus.streams import lines
from disco.documents import LONGEST_GIVEN
from disco.example import COLUMNS
from disco.pair import Pair

PairFormat = Literal["jsonl", "wikisplit", "discofuse"]
ENDINGS = (".jsonl", ".tsv")
_WIKISPLIT, _BISECT = "<::::>", "<SEP>"
Lines = Iterator[tuple[int, str]]


def read_pairs(
    files: Sequence[Path], intake: Intake, kind: PairFormat | None = None
) -> Iterator[Pair]:
    """The pairs of all files, in order; what a file holds is seen from its first line."""
    for path in files:
        rows = ((n, line) for n, line in decoded(path, intake) if line.strip())
        opening = list(itertools.islice(rows, 1))
        if opening:
            found = kind or _kind_of(path, opening[0][1])
            yield from _READERS[found](path, itertools.chain(opening, rows), intake)


def read_parallel(src: Path, dst: Path, intake: Intake) -> Iterator[Pair]:
    """The pairs of two files whose lines belong together, as BiSECT has them."""
    ours, theirs = (sum(1 for _ in lines(path)) for path in (src, dst))
    if ours != theirs:
        raise UsageError(
            f"{src} has {ours:,} lines, {dst} has {theirs:,}; a long sentence and its split must "
            "stand on lines of the same number"
        )
    both = zip(decoded(src, intake), decoded(dst, intake), strict=True)
    for (number, long), (_, split) in both:
        if _BISECT not in split:
            intake.complain(f"{dst}:{number}: no {_BISECT} between the sentences")
            continue
        row = {"long": long.strip(), "split": _parts(split, _BISECT)}
        yield from _checked(row, f"{stem(src)}-{number}", f"{src}:{number}", intake)


def _kind_of(path: Path, line: str) -> PairFormat:
    if line.lstrip().startswith("{"):
        return "jsonl"
    if COLUMNS[0] in line:
        return "discofuse"
    if _WIKISPLIT in line:
        return "wikisplit"
    raise UsageError(
        f"{path}: neither JSONL nor a table of WikiSplit or DiscoFuse, by its first line; "
        "say which with --input-format"
    )


def _from_jsonl(path: Path, rows: Lines, intake: Intake) -> Iterator[Pair]:
    for number, row in json_rows(rows, path, intake):
        yield from _checked(row, f"{stem(path)}-{number}", f"{path}:{number}", intake)


def _from_wikisplit(path: Path, rows: Lines, intake: Intake) -> Iterator[Pair]:
    for number, line in rows:
        long, tab, split = line.rstrip("\r\n").partition("\t")
        if not tab or _WIKISPLIT not in split:
            intake.complain(
                f"{path}:{number}: not a long sentence, a tab, and sentences with {_WIKISPLIT} "
                "between them"
            )
            continue
        row = {"long": long.strip(), "split": _parts(split, _WIKISPLIT)}
        yield from _checked(row, f"{stem(path)}-{number}", f"{path}:{number}", intake)


def _from_discofuse(path: Path, rows: Lines, intake: Intake) -> Iterator[Pair]:
    _, header = next(rows)
    names = header.rstrip("\r\n").split("\t")
    if not set(COLUMNS[:4]) <= set(names):
        raise UsageError(f"{path}: the first line does not name {', '.join(COLUMNS[:4])}")
    for number, line in rows:
        cells = line.rstrip("\r\n").split("\t")
        if len(cells) != len(names):
            intake.complain(f"{path}:{number}: {len(cells)} cells, the header has {len(names)}")
            continue
        row = dict(zip(names, cells, strict=True))
        yield from _checked(row, f"{stem(path)}-{number}", f"{path}:{number}", intake)


_READERS = {"jsonl": _from_jsonl, "wikisplit": _from_wikisplit, "discofuse": _from_discofuse}


def _parts(split: str, mark: str) -> list[str]:
    return [part.strip() for part in split.split(mark)]


def _checked(row: dict[str, Any], fallback: str, place: str, intake: Intake) -> Iterator[Pair]:
    """The row as a pair; none, and a complaint, where it is not one."""
    found = _pair(row, fallback)
    if isinstance(found, Pair):
        yield found
    else:
        intake.complain(f"{place}: {found}")


def _pair(row: dict[str, Any], fallback: str) -> Pair | str:
    """The row as a pair, or what is wrong with it."""
    if "long" not in row and COLUMNS[0] in row:
        long: Any = " ".join(str(t) for t in (row[COLUMNS[0]], row.get(COLUMNS[1])) if t)
        split: Any = [row.get(COLUMNS[2]), row.get(COLUMNS[3])]
    elif "long" not in row or "split" not in row:
        return f"no field '{'long' if 'long' not in row else 'split'}'"
    else:
        long, split = row["long"], row["split"]
    if not isinstance(long, str) or not long.strip():
        return "'long' is empty" if isinstance(long, str) else "'long' is not a string"
    if len(long) > LONGEST_GIVEN:
        return f"'long' has more than {LONGEST_GIVEN:,} characters"
    if not isinstance(split, list):
        kind = "a string" if isinstance(split, str) else "no list"
        return f"'split' is {kind}, not a list of strings"
    if not all(isinstance(s, str) for s in split):
        return "'split' holds something that is not a string"
    if not all(s.strip() for s in split):
        return "'split' has an empty sentence"
    if len(split) < 2:
        return "'split' is empty" if not split else "'split' has one sentence only"
    return Pair(str(row.get("id", fallback)), long, tuple(split), row)
