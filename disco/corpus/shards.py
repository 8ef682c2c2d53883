"""Long runs in parts: each part is whole or not there, and a run goes on where it was stopped.

Beside the parts of ``wiki.jsonl`` (``wiki-00000.jsonl``, at the end ``wiki-00000-of-00042.jsonl``)
stands ``wiki.manifest.json``: what the run is of, how many parts are done, and which inputs could
not be read to their end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from disco._errors import UsageError
from disco._files import alone, clear_partials, is_remote, rename, same_place, write_whole
from disco.corpus.streams import plain_name


class Piece(Protocol):
    """A piece of a document, of which it is known whether it is the first."""

    @property
    def opens(self) -> bool: ...


T = TypeVar("T", bound=Piece)


@dataclass(slots=True)
class Shards:
    """The parts of a run, ``size`` documents each, what is done of them, how many stretches of
    text were ``read`` for that, and how large each part is. Make one with ``open_shards``."""

    out: Path
    size: int
    facts: Mapping[str, Any]
    done: int = 0
    total: int | None = None
    read: int = 0
    unread: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)

    @property
    def manifest(self) -> Path:
        return _manifest(self.out)

    def parts(self, units: Iterable[T]) -> Iterator[tuple[Path, Iterator[T]]]:
        """The parts that are not done, each with its stretches of text. A part that was written
        is done as soon as the next one is asked for."""
        if self.total is None:
            self.read = 0
            for number, part in enumerate(_by_documents(self._counted(units), self.size)):
                if number < self.done:
                    for _ in part:  # read, and passed over
                        pass
                    continue
                yield self.part(number), part
                self.save(number + 1)
        self.finish()

    def _counted(self, units: Iterable[T]) -> Iterator[T]:
        for unit in units:
            self.read += 1
            yield unit

    def finish(self) -> None:
        """Give the parts, all of which are done, their last names."""
        if self.total is None:
            self.save(self.done, self.done)
        for number in range(self.done):
            path = self.part(number)
            if path.exists():
                rename(path, self.part(number, self.total).name)

    def part(self, number: int, total: int | None = None) -> Path:
        """The file of a part; ``total`` is known when all are done."""
        name = plain_name(self.out)
        ending = self.out.name[len(name.stem) :]
        of = f"-of-{total:05}" if total is not None else ""
        return self.out.with_name(f"{name.stem}-{number:05}{of}{ending}")

    def save(self, done: int = 0, total: int | None = None) -> None:
        """Remember how many parts are done, and how many there are if that is known."""
        self.done, self.total = done, total
        for number in range(done):
            part = self.part(number)
            if str(number) not in self.sizes and part.exists():
                self.sizes[str(number)] = part.stat().st_size
        content = {
            **self.facts,
            "out": self.out.name,
            "done": self.done,
            "total": self.total,
            "read": self.read,
            "unread": self.unread,
            "sizes": self.sizes,
        }
        write_whole(
            self.manifest,
            json.dumps(content, indent=2, ensure_ascii=False).encode(errors="replace"),
        )

    def forget(self) -> None:
        """Begin anew: take away all parts and the manifest."""
        folder = self.out.parent
        for path in list(folder.iterdir()) if folder.is_dir() else ():
            if is_part(path, self.out):
                path.unlink()
        self.manifest.unlink(missing_ok=True)
        self.done, self.total = 0, None
        self.sizes.clear()


def is_part(path: Path, out: Path) -> bool:
    """Has a file the name of a part of ``out``, or of what failed beside one?"""
    name = plain_name(out)
    endings = rf"{re.escape(out.name[len(name.stem) :])}|({re.escape(name.suffix)})?\.failed\.jsonl"
    part = re.compile(rf"{re.escape(name.stem)}-\d{{5,}}(-of-\d{{5,}})?({endings})")
    return bool(part.fullmatch(path.name)) and same_place(path.parent) == same_place(out.parent)


@contextmanager
def open_shards(
    out: Path,
    size: int,
    facts: Mapping[str, Any],
    unread: list[str],
    *,
    restart: bool,
    renewed: bool = False,
) -> Iterator[Shards]:
    """The parts of a run into ``out``, those of an earlier one taken up; UsageError where that was
    another run, which is begun anew where it is to be ``renewed``, or still goes on. ``unread``
    are the places from which on an input cannot be read: a run that is done tells those that it
    found, too."""
    with _held(out):
        if not is_remote(out):
            clear_partials(out.parent, _manifest(out).name)
        plain = json.loads(json.dumps({**facts, "shard_size": size}))  # as a manifest has them
        shards = Shards(out, size, plain, unread=unread)
        content = _content_of(shards)
        differs = bool(content) and bool(_differing(shards.facts, content))
        if restart or (differs and (renewed or content.get("done") == 0)):
            shards.forget()  # of a run on a cluster that ended early later parts may be there
        if shards.manifest.exists() and content.get("done") != 0:
            shards = _taken_up(shards, content)
        else:
            shards.save()
        yield shards


def _content_of(shards: Shards) -> dict[str, Any]:
    """What the manifest holds, nothing where there is none, or it is none; UsageError where it is
    of an output that differs by its ending alone, whose parts ``--restart`` would leave without
    it."""
    try:
        content = json.loads(shards.manifest.read_text("utf-8"))
        other = content.get("out", shards.out.name)
    except (FileNotFoundError, ValueError, AttributeError):
        return {}
    if other != shards.out.name:
        raise UsageError(f"{shards.manifest}: is of a run into {other}; choose another name")
    return dict(content)


def _taken_up(shards: Shards, content: dict[str, Any]) -> Shards:
    """The parts of an earlier run, if it is the same one."""
    try:
        done, total = content.pop("done"), content.pop("total")
        unread, read = content.pop("unread", []), content.pop("read", 0)
        sizes = content.pop("sizes", {})
    except KeyError as error:
        raise UsageError(
            f"{shards.manifest}: not the manifest of a run; --restart begins anew"
        ) from error
    other = _differing(shards.facts, content)
    if other:
        said = ", ".join(_changes(shards.facts, content))
        raise UsageError(
            f"{shards.manifest}: the run that was begun had other {' and '.join(other)}; "
            f"--restart begins anew{said and f'; {said}'}"
        )
    if total is not None:  # nothing is read again
        shards.unread.extend(unread)
    found = replace(shards, done=done, total=total, read=read, sizes=sizes)
    for number in range(done):
        _require_whole(found, number)
    return found


def _require_whole(shards: Shards, number: int) -> None:
    """Raise UsageError where a part that is done is not there, or not as it was written."""
    part, size = shards.part(number), shards.sizes.get(str(number))
    there = next((p for p in (part, shards.part(number, shards.total)) if p.exists()), None)
    if there is None or size not in {None, there.stat().st_size}:
        state = "was changed since" if there else "is not there"
        message = f"{there or part}: is done, says {shards.manifest.name}, and {state}"
        raise UsageError(f"{message}; --restart begins anew")


def _changes(now: Mapping[str, Any], then: Mapping[str, Any]) -> Iterator[str]:
    """What was what, of that which a line can say."""
    for name in _differing(now, then):
        if isinstance(now[name], Mapping) and isinstance(then.get(name), Mapping):
            yield from _changes(now[name], then[name])
        elif all(
            isinstance(value, (str, int, float, list)) for value in (now[name], then.get(name))
        ):
            yield f"{name} was {then[name]}, not {now[name]}"


def _differing(now: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """The names of what is now something else than it was then."""
    return [name for name in now if then.get(name) != now[name]]


def _by_documents(units: Iterable[T], size: int) -> Iterator[Iterator[T]]:
    """The stretches in parts of so many documents; each part is used up before the next."""
    stream = iter(units)
    waiting: list[T] = list(islice(stream, 1))

    def part() -> Iterator[T]:
        documents = 0
        while waiting:
            documents += waiting[0].opens
            if documents > size:
                return
            yield waiting.pop()
            waiting.extend(islice(stream, 1))

    while waiting:
        yield part()


def _manifest(out: Path) -> Path:
    return plain_name(out).with_suffix(".manifest.json")


@contextmanager
def _held(out: Path) -> Iterator[None]:
    """Hold the output against a second run. Nothing can be held elsewhere."""
    if is_remote(out):
        yield
        return
    path = out.with_name(f".{plain_name(out).stem}.disco-lock")
    with alone(path, out):
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
