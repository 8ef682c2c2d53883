"""Examples made a data set: first it is decided which row goes where, then all is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from disco._errors import UsageError
from disco.corpus.write import Format, open_writer
from disco.dataset.duplicates import duplicates_of
from disco.dataset.parts import examples_in
from disco.dataset.shares import Share, rates, require_room
from disco.dataset.splits import HELD_OUT, SPLITS, split_of
from disco.dataset.tally import Tally
from disco.draft.example import Example

ALL, BALANCED = "", "_balanced"
FORMATS: tuple[Format, ...] = ("tsv", "parquet")
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The shares that kinds of examples may have, in all of the data set and in its balanced
    version."""

    shares: Sequence[Share] = ()
    balanced: Sequence[Share] = field(default=())

    def __post_init__(self) -> None:
        require_room(self.shares)
        require_room(self.balanced)
        require_room(self._in_balance)

    @property
    def every(self) -> Sequence[Share]:
        """The shares of both versions."""
        kinds = {share.kind for share in self.shares}
        return (*self.shares, *(share for share in self.balanced if share.kind not in kinds))

    def group(self, example: Example) -> int:
        """The number of the share that an example falls under, -1 for none."""
        return next((n for n, share in enumerate(self.every) if share.fits(example)), -1)

    def samplers(self, counts: Mapping[int, int]) -> dict[str, Sampler]:
        """What decides which examples of each group a version keeps, of so many of each; the
        balanced version is chosen from what all of the data set has."""
        every = Sampler(_rates(counts, self.shares))
        left = {group: round(count * every.rates[group]) for group, count in counts.items()}
        return {ALL: every, BALANCED: Sampler(_rates(left, self._in_balance))}

    @property
    def _in_balance(self) -> Sequence[Share]:
        """The shares of the balanced version, of which some are those of all of the data set."""
        own = {share.kind: share for share in self.balanced}
        return [own.get(share.kind, share) for share in self.every]


def _rates(counts: Mapping[int, int], shares: Sequence[Share]) -> dict[int, float]:
    own: Counter[int] = Counter()
    for group, count in counts.items():
        own[group if group < len(shares) else -1] += count
    return dict.fromkeys(counts, 1.0) | dict(enumerate(rates(own, shares)))


@dataclass(slots=True)
class Sampler:
    """Keeps a part of the examples of each group, in each split, spread evenly over them."""

    rates: Mapping[int, float]
    _seen: Counter[tuple[str, int]] = field(default_factory=Counter)

    def keeps(self, split: str, group: int) -> bool:
        """Is the next example of a group in a split one to keep?"""
        rate, before = self.rates[group], self._seen[split, group]
        self._seen[split, group] += 1
        return int((before + 1) * rate + 0.5) > int(before * rate + 0.5)


def assemble(
    parts: Iterable[Path],
    folder: Path,
    plan: Plan,
    advance: Advance = lambda _: None,
    *,
    held_out: float = HELD_OUT,
) -> Tally:
    """Write the examples of tables as ``train.tsv``, ``train_balanced.tsv``, ``train.parquet`` and
    so on into a folder; ``advance`` hears of rows read, each twice; ``held_out`` of 100 documents
    are in dev, and as many in test.

    No document is in two splits, and no pair is there twice. UsageError where there are no tables,
    before anything is written.
    """
    parts = list(parts)  # they are read twice
    if not parts:
        raise UsageError(f"{folder}: there are no parts to put together")
    tally = Tally()
    with duplicates_of(folder) as duplicates:
        for example in examples_in(parts):
            duplicates.add(
                *example.outputs,
                split_of(example.document, held_out),
                plan.group(example),
            )
            tally.rows += 1
            advance(1)
        found = duplicates.sort()
    tally.within, tally.across = found.within, found.across
    samplers = plan.samplers(found.groups)
    with ExitStack() as stack:
        writers = {
            split + version: [
                stack.enter_context(open_writer(folder / f"{split}{version}.{f}", f, kept=False))
                for f in FORMATS
            ]
            for split in SPLITS
            for version in samplers
        }
        for number, example in enumerate(examples_in(parts)):
            advance(1)
            if not found.kept[number]:
                continue
            split, group = SPLITS[split_of(example.document, held_out)], plan.group(example)
            for version, sampler in samplers.items():
                if not sampler.keeps(split, group):
                    break
                for writer in writers[split + version]:
                    writer.write(example)
                tally.add(example, split, version)
    return tally
