"""Work in blocks: what is parsed at once, and how what is made of blocks is a stream again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from disco.draft.example import Example
from disco.draft.record import placed
from disco.jobs.propositions import Propositions, numbered, shifted
from disco.jobs.unfuse import Refusal
from disco.text.documents import Unit

_BLOCK = 64  # items that are parsed at once, and forgotten behind it
_BLOCK_SIZE = 40_000  # characters of them, so that long ones need no more memory


class Job(Enum):
    """What can be made of a block; ``unfuse_all`` keeps what is refused."""

    unfuse = "unfuse"
    unfuse_all = "unfuse_all"
    split = "split"
    categorize = "categorize"
    fuse = "fuse"
    mine = "mine"
    refine = "refine"
    align = "align"


@dataclass(frozen=True, slots=True)
class Unfused:
    """The examples of a stretch of text, what was refused, and how many sentences it has."""

    examples: Sequence[Example]
    rejects: Sequence[Example]
    sentences: int


@dataclass(frozen=True, slots=True)
class Failed:
    """An item that nothing could be made of, which is not the same as nothing found in it."""

    reason: str


class Runner(Protocol):
    """Does a job on items: an engine, or processes that each have one."""

    def run(self, job: Job, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Each item with what is made of it, in their order."""


def blocks(items: Iterable[Any]) -> Iterator[list[Any]]:
    """The items in lists of a bounded number and size: the same ones whoever does the work, since
    what a parser finds may depend on what it parses beside it."""
    block: list[Any] = []
    total = 0
    try:
        for item in items:
            block.append(item)
            total += item.size
            if len(block) == _BLOCK or total >= _BLOCK_SIZE:
                yield block
                block, total = [], 0
    except Exception:  # of what is given, or whoever gives it: all before is done first
        if block:
            yield block
        raise
    if block:
        yield block


def examples_of(
    found: Iterable[tuple[Unit, Unfused]], refused: Refusal | None = None
) -> Iterator[Example]:
    """The examples of stretches of text, numbered in their documents."""
    number = against = sentences = 0
    for unit, made in found:
        if unit.opens:
            number = against = sentences = 0
        if refused is not None:
            for example in made.rejects:
                against += 1
                refused(placed(example, f"{unit.document}#-{against}", unit, sentences))
        for example in made.examples:
            number += 1
            yield placed(example, f"{unit.document}#{number}", unit, sentences)
        sentences += made.sentences


def propositions_of(
    found: Iterable[tuple[Unit, Sequence[Propositions]]],
) -> Iterator[Propositions]:
    """The sentences of stretches of text with their propositions, numbered in their documents."""
    return numbered(_placed_rows(found))


def _placed_rows(
    found: Iterable[tuple[Unit, Sequence[Propositions]]],
) -> Iterator[Propositions]:
    sentences = 0
    for unit, rows in found:
        sentences = 0 if unit.opens else sentences
        for row in rows:
            yield shifted(row, unit, sentences)
        sentences += len(rows)
