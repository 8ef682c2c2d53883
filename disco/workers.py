"""Several processes that do the work of one engine, in the order of the input, whatever dies."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing.connection import wait
from typing import Any

from disco._errors import WorkError
from disco.process import Able, Process, Spec, tried
from disco.stream import Failed, Job, blocks

_AHEAD = 3  # blocks for each process that are read before their turn to be written
_STARTS = 3  # how often a process may die before it has loaded its engine


@dataclass(slots=True)
class _Block:
    """A block of items in the order of the input, and what is known of each so far."""

    items: Sequence[Any]
    results: list[Any]
    open: int


@dataclass(slots=True)
class _Task:
    """Some items of a block to be worked on; ``tries`` counts those before that died."""

    block: _Block
    start: int
    stop: int
    tries: int = 0

    @property
    def items(self) -> Sequence[Any]:
        return self.block.items[self.start : self.stop]

    def settle(self, results: Sequence[Any]) -> None:
        """Put what was made of the items in its place."""
        self.block.results[self.start : self.stop] = results
        self.block.open -= self.stop - self.start

    def after_death(self, reason: str, *, again: bool) -> list[_Task]:
        """What to try next: the same once more, then halves, until one item is left that fails."""
        if again and not self.tries:
            return [_Task(self.block, self.start, self.stop, 1)]
        if self.stop - self.start == 1:
            self.settle([Failed(reason)])
            return []
        middle = (self.start + self.stop) // 2
        return [_Task(self.block, *ends, 1) for ends in ((self.start, middle), (middle, self.stop))]


@dataclass(slots=True)
class _Worker:
    """A process with an engine of its own, and what it is working on."""

    process: Process
    ready: bool = False
    task: _Task | None = None
    deadline: float | None = None


@dataclass(slots=True)
class Workers:
    """Does jobs with ``count`` processes, each of which loads the engine of ``spec`` once.

    The results are those of one engine, in the order of the items. An item that raises an error,
    kills its process, or takes so long that its block takes more than ``timeout`` seconds for each
    of its items, is ``Failed``; the process is replaced, and the others of its block are worked
    on. What is for one process, or is little work, is done here, unless there is a ``timeout`` or
    it is ``always`` to be apart.
    """

    spec: Spec
    count: int
    timeout: float | None = None
    always: bool = False
    rules: Any = field(init=False)
    _workers: list[_Worker] = field(init=False, default_factory=list)
    _deaths: int = field(init=False, default=0)
    _here: Able | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.rules = self.spec.book()  # what is wrong with the spec is said here, once

    def run(self, job: Job, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Each item with what the job makes of it, or why it failed."""
        incoming = blocks(items)
        opening = list(islice(incoming, 2))
        apart = self.always or self.timeout is not None or bool(self._workers)
        if not apart and (self.count == 1 or len(opening) < 2):  # not worth a process
            engine = self.load()
            for block in chain(opening, incoming):
                yield from zip(block, tried(engine, job, block), strict=True)
            return
        try:
            yield from self._run(job, chain(opening, incoming))
        except BaseException:
            self.close()
            raise

    def load(self) -> Able:
        """The engine of this process, loaded once."""
        if self._here is None:
            self._here = self.spec.load(self.rules)
            gc.freeze()  # what is loaded stays, so that it need not be searched for rubbish
        return self._here

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        self._workers.clear()

    def _run(self, job: Job, incoming: Iterator[list[Any]]) -> Iterator[tuple[Any, Any]]:
        order: deque[_Block] = deque()
        tasks: deque[_Task] = deque()
        more = True
        while more or order:
            while more and len(order) < _AHEAD * self.count:
                items = next(incoming, None)
                if items is None:
                    more = False
                    break
                order.append(_Block(items, [None] * len(items), len(items)))
                tasks.append(_Task(order[-1], 0, len(items)))
            self._hand_out(job, tasks)
            tasks.extendleft(reversed(self._collect()))
            while order and not order[0].open:
                block = order.popleft()
                yield from zip(block.items, block.results, strict=True)

    def _hand_out(self, job: Job, tasks: deque[_Task]) -> None:
        """Give each idle process a task, starting processes where there are too few."""
        while tasks and len(self._workers) < self.count:
            self._workers.append(_Worker(Process.start(self.spec)))
        for worker in self._workers:
            if tasks and worker.ready and worker.task is None:
                worker.task = tasks.popleft()
                size = worker.task.stop - worker.task.start
                if self.timeout is not None:
                    worker.deadline = time.monotonic() + self.timeout * size
                with suppress(OSError):  # it has died, which is seen where replies are collected
                    worker.process.connection.send((job, list(worker.task.items)))

    def _collect(self) -> list[_Task]:
        """Wait until a process replies, dies or is too slow; gives what has to be tried again."""
        deadlines = [w.deadline for w in self._workers if w.deadline is not None]
        patience = max(0.0, min(deadlines) - time.monotonic()) if deadlines else None
        waiting = [w.process.connection for w in self._workers if w.task is not None or not w.ready]
        replied = set(wait(waiting, patience)) if waiting else set()
        again: list[_Task] = []
        for worker in list(self._workers):
            if worker.process.connection in replied:
                again.extend(self._reply(worker))
            elif worker.deadline is not None and time.monotonic() >= worker.deadline:
                task = worker.task
                self._bury(worker)
                if task is not None:
                    again.extend(task.after_death(f"took over {self.timeout:g} s", again=False))
        return again

    def _reply(self, worker: _Worker) -> list[_Task]:
        task = worker.task
        try:
            kind, value = worker.process.connection.recv()
        except (EOFError, OSError):
            death = worker.process.death()
            self._bury(worker)
            if task is None:
                self._deaths += 1
                if self._deaths >= _STARTS:
                    raise WorkError("processes die before they have started; try -j 1") from None
                return []
            return task.after_death(f"its process died ({death})", again=True)
        if kind == "broken":
            raise value
        worker.task = worker.deadline = None
        if kind == "ready":
            worker.ready = True
            return []
        if task is not None:
            task.settle(value)
        return []

    def _bury(self, worker: _Worker) -> None:
        worker.process.kill()
        self._workers.remove(worker)
