"""Where a command writes: into one file, or into parts that a run can take up again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from disco._errors import UsageError
from disco.corpus import Failures, failures_file, open_shards
from disco.corpus.streams import STANDARD
from disco.text.documents import Unit


def parts_of(
    out: Path | None,
    units: Iterable[Unit],
    failures: Failures,
    size: int | None,
    restart: bool,
    facts: Callable[[], dict[str, Any]],
) -> Iterator[tuple[Path, Iterable[Unit]]]:
    """Each file that is to be written, with the stretches of text that go into it."""
    if size is None:
        if restart:
            raise UsageError("--restart goes with --shard-size")
        failures.stand_beside(failures_file(out))
        yield out or STANDARD, units
        return
    if out is None or out == STANDARD:
        raise UsageError("--shard-size needs a file to write to; name it with -o")
    with open_shards(out, size, facts(), restart=restart) as shards:
        for path, part in shards.parts(units):
            failures.stand_beside(failures_file(path))
            yield path, part
