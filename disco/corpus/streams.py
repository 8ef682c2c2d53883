"""Bytes in and out: plain, .gz, .bz2 and .zst by their ending, and standard input."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, cast

import zstandard

from disco._errors import UsageError, WorkError

STANDARD = Path("-")
COMPRESSED = (".gz", ".bz2", ".zst")
DAMAGED = (OSError, EOFError, zlib.error, zstandard.ZstdError)  # what reading raises there
_PIECE = 1 << 17
_LONGEST_LINE = 1 << 24  # what is longer is no line of text


# how what is packed begins, by the ending of its kind
MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".zst": b"\x28\xb5\x2f\xfd"}


def open_input(path: Path) -> BinaryIO:
    """The bytes of a file, or of standard input for ``-``, which has no ending and is known by its
    first ones."""
    if path == STANDARD:
        return _standard_input()
    try:
        return _plain(path.open("rb"), path.suffix.lower())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error


@cache
def _standard_input() -> BinaryIO:
    stream = cast(BinaryIO, sys.stdin.buffer)
    opening = first_bytes(stream)
    return _plain(stream, next((e for e, m in MAGIC.items() if opening.startswith(m)), ""))


def first_bytes(stream: BinaryIO) -> bytes:
    """Some bytes from the front of a stream, which stay to be read."""
    return cast(io.BufferedReader, stream).peek(16)


def _plain(stream: BinaryIO, ending: str) -> BinaryIO:
    """The stream, read through what it is compressed with."""
    if ending == ".gz":
        return cast(BinaryIO, _Gzip(stream, "rb"))
    if ending == ".bz2":
        return cast(BinaryIO, _Bzip(stream))
    if ending == ".zst":
        return cast(BinaryIO, _Zstd(stream))
    return stream


class _Closing(io.BufferedIOBase):
    """Packs or unpacks a stream, and closes that one, too, when it closes."""

    _under: BinaryIO

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._under.close()


class _Gzip(_Closing, gzip.GzipFile):
    """With neither name nor time in its header: the same examples are the same bytes."""

    def __init__(self, under: BinaryIO, mode: str) -> None:
        self._under = under
        super().__init__(fileobj=under, filename="", mode=mode, mtime=0)


class _Bzip(_Closing, bz2.BZ2File):
    def __init__(self, under: BinaryIO) -> None:
        self._under = under
        super().__init__(under)


class _Zstd(_Closing, io.BufferedReader):
    def __init__(self, under: BinaryIO) -> None:
        self._under = under
        super().__init__(_Frames(under), _PIECE)


class _Frames(io.RawIOBase):
    """Unpacks frames of Zstandard one behind another; EOFError where the last one is torn."""

    def __init__(self, under: BinaryIO) -> None:
        self._under = under
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._begun = False
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._waiting:
            packed = self._frame.unused_data or self._under.read(_PIECE)
            if self._frame.eof:
                self._frame, self._begun = zstandard.ZstdDecompressor().decompressobj(), False
            if not packed:
                if self._begun:
                    raise EOFError("compressed file ended before its last frame did")
                return 0
            self._begun = True
            self._waiting = self._frame.decompress(packed)
        size = min(len(buffer), len(self._waiting))
        buffer[:size], self._waiting = self._waiting[:size], self._waiting[size:]
        return size


def open_output(path: Path, ending: str) -> BinaryIO:
    """A file to write bytes to, compressed by the ``ending`` that its final name has."""
    if ending == ".gz":
        return cast(BinaryIO, _Gzip(path.open("wb"), "wb"))
    if ending == ".bz2":
        return cast(BinaryIO, bz2.open(path, "wb"))
    if ending == ".zst":
        return cast(BinaryIO, zstandard.open(path, "wb"))
    return path.open("wb")


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1."""
    try:
        with open_input(path) as stream:
            yield from enumerate(cast(io.BufferedIOBase, stream), start=1)
    except DAMAGED as error:
        raise WorkError(f"{path}: cannot be read to its end: {error}") from error


def opening_of(path: Path) -> bytes:
    """The first line of a file, as far as a line of text may go, the first bytes of standard input,
    which stay to be read, without a byte order mark; nothing where it cannot be read, which whoever
    reads it says."""
    try:
        if path == STANDARD:
            found = first_bytes(open_input(path))
        else:
            with open_input(path) as stream:
                found = stream.readline(_LONGEST_LINE)
    except (UsageError, *DAMAGED):
        return b""
    return found.removeprefix(codecs.BOM_UTF8)


def plain_name(path: Path) -> Path:
    """The name without the ending of a compressed file."""
    return path.with_suffix("") if path.suffix.lower() in COMPRESSED else path


def ending_of(path: Path) -> str:
    """The ending of a file, of one that is compressed that of what is in it; in small letters."""
    return plain_name(path).suffix.lower()
