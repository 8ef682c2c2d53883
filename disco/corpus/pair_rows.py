"""Pairs into files: JSONL, or the table of WikiSplit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from disco.corpus.pairs import WIKISPLIT
from disco.corpus.write import JsonLines, Lines, Writer, by_ending, opened


class PairRow(Protocol):
    """A long sentence with its split."""

    @property
    def long(self) -> str: ...
    @property
    def split(self) -> Sequence[str]: ...
    def to_dict(self) -> dict[str, Any]: ...


class WikiSplit(Lines[PairRow]):
    """The long sentence, a tab, the sentences of its split with a mark between them."""

    def lines(self, row: PairRow) -> Iterator[str]:
        long, *split = (" ".join(text.split()) for text in (row.long, *row.split))
        yield f"{long}\t{f' {WIKISPLIT} '.join(split)}"


# how pairs are written, by the ending
PAIRS: dict[str, Callable[[BinaryIO], Writer[PairRow]]]
PAIRS = {"": JsonLines, ".jsonl": JsonLines, ".tsv": WikiSplit}


def write_pairs(pairs: Iterable[PairRow], path: Path) -> None:
    """Write pairs to a file, as its ending says."""
    with open_pairs(path) as writer:
        for pair in pairs:
            writer.write(pair)


def open_pairs(path: Path) -> AbstractContextManager[Writer[PairRow]]:
    """A writer of pairs: WikiSplit's table for ``.tsv``, else JSONL."""
    return opened(path, by_ending(path, PAIRS))
