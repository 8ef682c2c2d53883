"""The time that a run takes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Timed(Protocol):
    """A report with the seconds that its run took so far."""

    seconds: float


def timed(found: Iterable[T], report: Timed) -> Iterator[T]:
    """The items as they come. The seconds of ``report`` go on from where they were, as those of a
    run in parts do, until there are no more."""
    started = time.perf_counter() - report.seconds
    for item in found:
        report.seconds = time.perf_counter() - started
        yield item
    report.seconds = time.perf_counter() - started
