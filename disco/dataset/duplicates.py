"""Which rows say again what an earlier one says, found on disk: memory is a byte for each row."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import numpy as np
import regex
from numpy.typing import NDArray

from disco._errors import WorkError
from disco._files import is_remote

_FILES = 64  # the rows of one are in memory at once
_NOISE = regex.compile(r"[^\p{L}\p{N}]+")
_PACKED = struct.Struct("<16sQbh")
_ROW = np.dtype([("key", "V16"), ("number", "<u8"), ("split", "i1"), ("group", "<i2")])


@dataclass(slots=True)
class Sorted:
    """Rows without those that say again what an earlier one says."""

    kept: NDArray[np.bool_]
    groups: Counter[int] = field(default_factory=Counter)
    within: int = 0
    across: int = 0


@contextmanager
def duplicates_of(folder: Path) -> Iterator[Duplicates]:
    """What finds the duplicates of a data set in a folder, with files there, or here where that is
    elsewhere."""
    with ExitStack() as opened:
        try:
            if is_remote(folder):
                here = TemporaryDirectory()
            else:
                folder.mkdir(parents=True, exist_ok=True)
                here = TemporaryDirectory(prefix=".sorting-", dir=folder)
            own = Path(opened.enter_context(here))
            files = [
                opened.enter_context((own / f"{number:02}.keys").open("w+b"))
                for number in range(_FILES)
            ]
        except OSError as error:
            raise WorkError(f"{folder}: cannot be written: {error.strerror}") from error
        yield Duplicates(files)


class Duplicates:
    """Takes rows in their order, and tells which of them to keep: the first of those with the same
    key. What is known of them is in files."""

    def __init__(self, files: Sequence[BinaryIO]) -> None:
        self._files = files
        self._rows = 0

    def add(self, first: str, second: str, split: int, group: int) -> None:
        """The next row: its two sentences, its split, and the group that it is counted in."""
        key = key_of(first, second)
        self._files[key[0] % _FILES].write(_PACKED.pack(key, self._rows, split, group))
        self._rows += 1

    def sort(self) -> Sorted:
        """What is kept of the rows so far."""
        found = Sorted(np.zeros(self._rows, dtype=bool))
        for stream in self._files:
            stream.seek(0)
            rows = np.frombuffer(stream.read(), dtype=_ROW)
            # rows stand in their order, and so do the first ones that unique finds
            _, firsts, again = np.unique(rows["key"], return_index=True, return_inverse=True)
            found.kept[rows["number"][firsts]] = True
            found.groups.update(rows["group"][firsts].tolist())
            repeated = np.ones(len(rows), dtype=bool)
            repeated[firsts] = False
            same = rows["split"] == rows["split"][firsts[again]]
            found.within += int((repeated & same).sum())
            found.across += int((repeated & ~same).sum())
        return found


def key_of(first: str, second: str) -> bytes:
    """What two pairs of sentences share that differ only in case, marks and spaces."""
    said = "\0".join(_NOISE.sub(" ", text.casefold()).strip() for text in (first, second))
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()
