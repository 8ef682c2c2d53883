"""Long runs in parts: each part is whole or not there, and a run goes on where it was stopped.

Beside the parts of ``wiki.jsonl`` (``wiki-00000.jsonl``, at the end ``wiki-00000-of-00042.jsonl``)
stands ``wiki.manifest.json``: what the run is of, and how many parts are done.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from spacy.util import get_model_meta

import disco
from disco import _paths
from disco._errors import UsageError
from disco._files import is_remote, mark, rename, write_whole
from disco.corpus.intake import Intake
from disco.corpus.read import read_units
from disco.corpus.streams import STANDARD, plain_name
from disco.loading import EngineSpec
from disco.text.documents import Unit

_CHUNK = 1 << 20


class Piece(Protocol):
    """A piece of a document, of which the first one is known."""

    @property
    def first(self) -> bool: ...


T = TypeVar("T", bound=Piece)


@dataclass(slots=True)
class Shards:
    """The parts of a run, ``size`` documents each, and what is done of them. Make one with
    ``open_shards``."""

    out: Path
    size: int
    facts: Mapping[str, Any]
    done: int = 0
    total: int | None = None

    @property
    def manifest(self) -> Path:
        return _manifest(self.out)

    def parts(self, units: Iterable[T]) -> Iterator[tuple[Path, Iterator[T]]]:
        """The parts that are not done, each with its stretches of text. A part that was written
        is done as soon as the next one is asked for."""
        if self.total is None:
            for number, part in enumerate(_by_documents(units, self.size)):
                if number < self.done:
                    for _ in part:  # read, and passed over
                        pass
                    continue
                yield self.part(number), part
                self.save(number + 1)
        self.finish()

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
        content = {**self.facts, "done": self.done, "total": self.total}
        write_whole(self.manifest, json.dumps(content, indent=2, ensure_ascii=False).encode())

    def forget(self) -> None:
        """Begin anew: take away all parts and the manifest."""
        name = plain_name(self.out)
        endings = rf"{re.escape(self.out.name[len(name.stem) :])}|\.failed\.jsonl"
        part = re.compile(rf"{re.escape(name.stem)}-\d{{5,}}(-of-\d{{5,}})?({endings})")
        for path in list(self.out.parent.iterdir()):
            if part.fullmatch(path.name):
                path.unlink()
        self.manifest.unlink(missing_ok=True)
        self.done, self.total = 0, None


@contextmanager
def open_shards(
    out: Path, size: int, facts: Mapping[str, Any], *, restart: bool
) -> Iterator[Shards]:
    """The parts of a run into ``out``, those of an earlier one taken up; UsageError where that was
    another run, or still goes on."""
    with _alone(out):
        if not is_remote(out):
            for left in out.parent.glob(f"{_manifest(out).name}.*.partial"):  # of a killed run
                left.unlink()
        shards = Shards(out, size, {**facts, "shard_size": size})
        if restart:
            shards.forget()
        if shards.manifest.exists():
            shards = _taken_up(shards)
        else:
            shards.save()
        yield shards


def facts_of(
    command: str, spec: EngineSpec, files: Iterable[Path], intake: Intake, format: str
) -> dict[str, Any]:
    """What a run is of: the command and its choices, version, model, rules and files."""
    chosen = {
        "format": format,
        "layout": intake.layout,
        "text_field": intake.text_field,
        "id_field": intake.id_field,
    }
    rules = sorted(_paths.rules_dir().rglob("*.yaml"))
    own = [f for r in spec.rules for f in (sorted(r.rglob("*.yaml")) if r.is_dir() else [r])]
    model = _paths.model_dir(spec.model)
    return {
        "command": command,
        "options": {**chosen, **_said(spec)},
        "version": disco.__version__,
        "model": f"{spec.model} {get_model_meta(model)['version']}" if model else spec.model,
        "rules": _hash([*rules, *own, _paths.coref_weights()]),
        "inputs": inputs_of(files),
    }


def inputs_of(files: Iterable[Path]) -> list[dict[str, Any]]:
    """What tells whether files are still the same."""
    found: list[dict[str, Any]] = []
    for path in files:
        if path == STANDARD:
            raise UsageError("--shard-size needs files: standard input cannot be read again")
        seen = mark(path) if is_remote(path) else _hash([path])
        found.append({"path": str(path), "size": path.stat().st_size, "hash": seen})
    return found


def _said(spec: EngineSpec) -> dict[str, Any]:
    """The choices that decide what is written, as JSON has them."""
    choices = asdict(spec)
    options = choices.pop("options")
    for other in ("model", "cache"):  # one is said with its version, the other changes nothing
        del choices[other]
    for name, value in {**options, **choices}.items():
        choices[name] = sorted(map(str, value)) if isinstance(value, tuple | frozenset) else value
    return choices


def _taken_up(shards: Shards) -> Shards:
    """The parts of an earlier run, if it is the same one."""
    try:
        content = json.loads(shards.manifest.read_text("utf-8"))
        done, total = content.pop("done"), content.pop("total")
    except (ValueError, KeyError, AttributeError) as error:
        raise UsageError(
            f"{shards.manifest}: not the manifest of a run; --restart begins anew"
        ) from error
    wanted = json.loads(json.dumps(shards.facts))
    other = [key for key in wanted if content.get(key) != wanted[key]]
    if other:
        raise UsageError(
            f"{shards.manifest}: the run that was begun had other {' and '.join(other)}; "
            "--restart begins anew"
        )
    return Shards(shards.out, shards.size, shards.facts, done, total)


@dataclass(frozen=True, slots=True)
class Start:
    """Where a part begins: in which of the files, behind how many of its documents."""

    file: int
    behind: int


def starts(files: Sequence[Path], intake: Intake, size: int) -> list[Start]:
    """Where each part of ``size`` documents begins; all files are read for it."""
    found: list[Start] = []
    documents = 0
    for number, path in enumerate(files):
        behind = 0
        for unit in read_units([path], intake):
            if unit.first:
                if documents % size == 0:
                    found.append(Start(number, behind))
                documents, behind = documents + 1, behind + 1
    return found


def units_from(start: Start, files: Sequence[Path], intake: Intake, size: int) -> Iterator[Unit]:
    """The stretches of one part."""
    documents = 0
    for unit in read_units(files[start.file :], intake):
        documents += unit.first
        if documents > start.behind + size:
            return
        if documents > start.behind:
            yield unit


def _by_documents(units: Iterable[T], size: int) -> Iterator[Iterator[T]]:
    """The stretches in parts of so many documents; each part is used up before the next."""
    stream = iter(units)
    waiting: list[T] = list(islice(stream, 1))

    def part() -> Iterator[T]:
        documents = 0
        while waiting:
            documents += waiting[0].first
            if documents > size:
                return
            yield waiting.pop()
            waiting.extend(islice(stream, 1))

    while waiting:
        yield part()


def _hash(files: Iterable[Path]) -> str:
    found = blake2b(digest_size=16)
    for path in files:
        try:
            with path.open("rb") as stream:
                while chunk := stream.read(_CHUNK):
                    found.update(chunk)
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from error
    return found.hexdigest()


def _manifest(out: Path) -> Path:
    return plain_name(out).with_suffix(".manifest.json")


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Hold the output against a second run; what held it is gone when its process is. Nothing can
    be held elsewhere."""
    if is_remote(out):
        yield
        return
    path = plain_name(out).with_suffix(".lock")
    try:
        stream = path.open("w")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # a run that ended meanwhile took the file away: what is held is nothing
            if not os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                raise OSError
        except OSError as error:
            raise UsageError(f"{out}: another run writes there") from error
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
