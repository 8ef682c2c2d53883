"""How inputs are read, and what was wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from disco._errors import UsageError, WorkError
from disco.corpus.streams import MAGIC, STANDARD, lines, plain_name
from disco.text.layout import Layout

T = TypeVar("T")
ID = "id"
_SHOWN = 5
_FEW = 20  # characters, of which nothing can be told
_OTHERS = {  # by how a file begins; what is text itself, in small letters
    b"\xff\xfe": "is UTF-16",
    b"\xfe\xff": "is UTF-16",
    b"PAR1\x15": "is Parquet",
    b"ARROW1": "is Arrow",
    b"PK\x03\x04": "is a zip archive",
    b"%pdf-": "is PDF",
    b"<!doctype html": "is HTML",
    b"<html": "is HTML",
    b"<mediawiki": "is a dump of MediaWiki",
    **{mark: f"is packed ({ending})" for ending, mark in MAGIC.items()},
}
_TAR = slice(257, 262)  # where an archive of tar has its mark


@dataclass(slots=True)
class Intake:
    """How to read, and what was wrong with what was read.

    ``unnamed`` are rows without the field for their id that somebody named, ``alone`` texts of
    which the other file has no version, ``layouts`` says how each plain text was read, ``files``
    what is wrong with whole files, ``unread`` where one could not be read on.
    With ``strict`` the first bad line or file stops the run; else it is skipped, or its bad bytes
    are replaced, and counted.
    """

    layout: Layout | Literal["auto"] = "auto"
    text_field: str = "text"
    id_field: str = ID
    strict: bool = False
    advance: Callable[[int], None] = lambda _: None
    read: int = 0
    skipped: int = 0
    replaced: int = 0
    first_replaced: str = ""
    unnamed: int = 0
    alone: int = 0
    files: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    layouts: dict[str, Layout] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    def counted(self, items: Iterable[T]) -> Iterator[T]:
        """The items, which could be read."""
        for item in items:
            self.read += 1
            yield item

    def some(self, items: Iterable[T]) -> Iterator[T]:
        """The items, whatever they are read of; WorkError behind them, before what is written of
        them has its name, if there was something and nothing could be read."""
        yield from items
        self.require_some()

    def require_some(self) -> None:
        """Raise WorkError where there was something and nothing could be read."""
        if (self.skipped or self.files) and not (self.read or self.alone):
            raise WorkError("nothing of the input could be read")

    def require_all(self) -> None:
        """Raise WorkError also where a file could not be read to its end."""
        self.require_some()
        if self.unread:
            raise WorkError(f"not read, or not to the end: {', '.join(self.unread)}")

    def named(self, row: Mapping[str, Any], fallback: str) -> str:
        """The id of a row, or else another, which is counted where a field for it was named."""
        identity = id_of(row, "", self.id_field)
        self.unnamed += not identity and self.id_field != ID
        return identity or fallback

    def complain(self, message: str) -> None:
        """Count a line that cannot be read; keep the first few messages."""
        if self.strict:
            raise WorkError(message)
        self.skipped += 1
        if len(self.complaints) < _SHOWN:
            self.complaints.append(message)

    def leave(self, message: str, unread: str = "") -> None:
        """Leave a file out that has nothing to read; or that is ``unread`` from some place on."""
        if self.strict:
            raise WorkError(message)
        self.files.append(message)
        if unread:
            self.unread.append(unread)


def decoded(path: Path, intake: Intake) -> Iterator[tuple[int, str]]:
    """The lines of a file as text, without a byte order mark, wrong bytes replaced and counted;
    those before the place from which on it cannot be read."""
    try:
        for number, text in _decoded(path, intake):
            yield number, text.removeprefix("\ufeff") if number == 1 else text
    except (UsageError, WorkError) as error:
        if intake.strict:
            raise
        intake.leave(str(error), str(path))


def _decoded(path: Path, intake: Intake) -> Iterator[tuple[int, str]]:
    for number, raw in lines(path):
        intake.advance(len(raw))
        if number == 1:
            _be_text(raw, path)
        try:
            yield number, raw.decode("utf-8")
        except UnicodeDecodeError as error:
            if intake.strict:
                raise WorkError(f"{path}:{number}: not UTF-8 at byte {error.start}") from error
            intake.replaced += 1
            intake.first_replaced = intake.first_replaced or f"{path}:{number}"
            yield number, raw.decode("utf-8", errors="replace")


def _be_text(opening: bytes, path: Path) -> None:
    starts = opening, opening.lstrip().lower()
    found = next(
        (kind for mark, kind in _OTHERS.items() if any(s.startswith(mark) for s in starts)), ""
    )
    if opening[_TAR] == b"ustar":
        found = "is a tar archive"
    elif not found and opening.count(0) * 4 > len(opening):
        found = "is UTF-16 or no text"
    elif not found and _is_torn(opening):
        found = "is no text, or in another encoding"
    if found:
        raise UsageError(f"{path}: {found}, where text in UTF-8 is read")


def _is_torn(opening: bytes) -> bool:
    """Whether much of a line is no UTF-8; of one in Latin-1, a letter here and there is none."""
    text = opening.decode("utf-8", errors="replace")
    return len(text) > _FEW and text.count("\N{REPLACEMENT CHARACTER}") * 4 > len(text)


def text_in(row: Mapping[str, Any], *names: str) -> str:
    """The first of the fields that is there and not empty; empty where none is."""
    return next((str(row[n]) for n in names if isinstance(row.get(n), str) and row[n].strip()), "")


def id_of(row: Mapping[str, Any], fallback: str, field: str = ID) -> str:
    """The id that a row has, or another field of it that is a name; or else another."""
    given = row.get(field)
    if isinstance(given, (dict, list, bool)):
        return json.dumps(given, ensure_ascii=False, default=str)
    return fallback if given in (None, "") else str(given)


def name_of(path: Path) -> str:
    """What rows without an id are named after: their file without its ending."""
    return "stdin" if path == STANDARD else plain_name(path).stem


def names_of(files: Iterable[Path]) -> dict[Path, str]:
    """The same for many files; two of one name get as much of their paths as tells them apart:
    ``AA/wiki.txt``, ``AB/wiki.txt``."""
    names: dict[Path, str] = {}
    left, known = list(files), 0
    while left:
        tails = {path: _tail(path, known) for path in left}
        often = Counter(tails.values())
        names |= tails
        left = [path for path in left if often[tails[path]] > 1 and known < len(path.parts)]
        known += 1
    return names


def _tail(path: Path, parts: int) -> str:
    """The last parts of a path; the name alone where none are wanted, or there are none."""
    if not parts or path == STANDARD:
        return name_of(path)
    return "/".join(path.parts[-parts:])
