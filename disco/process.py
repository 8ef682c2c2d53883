"""One process with an engine of its own: started, asked, ended."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from disco._errors import DiscoError, WorkError
from disco.stream import Failed, Job


class Able(Protocol):
    """What does jobs, such as an engine."""

    def work(self, job: Job, block: Sequence[Any], /) -> list[Any]: ...


class Spec(Protocol):
    """What can be sent to another process, which makes of it what does the work."""

    def book(self) -> Any:
        """The rules that it works by, if any; raises what is wrong with it."""

    def load(self, book: Any = None) -> Able:
        """What does the work; by rules that ``book`` gave, or loaded anew."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process and our end of the pipe to it.

    What it says is a kind and a value: *broken* and why where there is no engine to load, or it
    cannot work on, *ready* once it is loaded, and *done* with what was made of each item that it
    was sent.
    """

    process: BaseProcess
    connection: Connection

    @classmethod
    def start(cls, spec: Spec) -> Process:
        """A process that loads the engine of ``spec`` and waits for jobs."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, spec), daemon=True)
        with _deaf():
            process.start()
        theirs.close()
        return cls(process, ours)

    def kill(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def death(self) -> str:
        """How it has died: by which signal, or with which exit code."""
        self.process.join(1)
        code = self.process.exitcode
        if code is not None and code < 0:
            return signal.Signals(-code).name
        return f"exit code {code}"


def tried(engine: Able, job: Job, items: Sequence[Any]) -> list[Any]:
    """What is made of each item; of one that raises an error, why it failed. WorkError where no
    item is to blame, such as a cache that cannot be read."""
    try:
        return engine.work(job, items)
    except WorkError:
        raise
    except Exception as error:  # whatever it is, only the one text is lost
        if len(items) == 1:
            return [Failed(f"{type(error).__name__}: {error}")]
        middle = len(items) // 2
        return [*tried(engine, job, items[:middle]), *tried(engine, job, items[middle:])]


@contextmanager
def _deaf() -> Iterator[None]:
    """While a process starts it is not told that the user interrupts: its parent ends it."""
    before = signal.getsignal(signal.SIGINT)  # None where it is none of Python's
    told = before is not None and threading.current_thread() is threading.main_thread()
    if told:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        if told:
            signal.signal(signal.SIGINT, before)


def _serve(connection: Connection, spec: Spec) -> None:
    """What a process does: load the engine, then work on blocks until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):  # the parent is gone
        try:
            engine = spec.load()
        except DiscoError as error:
            connection.send(("broken", error))
            return
        gc.freeze()  # what is loaded stays, so that it need not be searched for rubbish
        connection.send(("ready", None))
        while True:
            job, items = connection.recv()
            try:
                connection.send(("done", tried(engine, job, items)))
            except WorkError as error:
                connection.send(("broken", error))
                return
