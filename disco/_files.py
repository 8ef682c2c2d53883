"""Files here and elsewhere: named by a path or a URL, there whole or not at all."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from glob import glob
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from disco._errors import UsageError, WorkError

_CHUNK = 1 << 20


def place(name: str) -> Path:
    """The path of a file by its name: one here, or by its URL (``s3://bucket/wiki.jsonl``) one
    elsewhere, of any file system that fsspec knows; that behaves as a Path does."""
    if "://" not in name:
        return Path(name)
    from upath import UPath  # takes a tenth of a second to import

    found = UPath(name)
    try:
        found.fs  # noqa: B018  (a protocol that is unknown, or not installed, is found out here)
    except (ValueError, ImportError) as error:
        raise UsageError(f"{name}: {error}") from error
    return cast(Path, found)


def is_remote(path: Path) -> bool:
    """Is a path one that ``place`` made of a URL?"""
    return not isinstance(path, Path)


def from_anywhere(path: Path) -> Path:
    """The path as another process or machine that has the same files finds it."""
    return path if is_remote(path) else path.absolute()


def same_place(path: Path) -> Path:
    """What is equal for two paths of one file."""
    return path if is_remote(path) else path.resolve()


def is_hidden(path: Path, folder: Path) -> bool:
    """Is it, or a folder on the way to it, one that listings leave out?"""
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def matching(name: str) -> list[Path]:
    """The files that a pattern names, here or by a URL, in order."""
    if "://" not in name:
        return sorted(Path(p) for p in glob(name, recursive=True) if Path(p).is_file())
    from fsspec.core import url_to_fs

    files, pattern = url_to_fs(name)
    found = sorted(files.glob(pattern))
    return [place(files.unstrip_protocol(each)) for each in found if files.isfile(each)]


@contextmanager
def reached(name: str) -> Iterator[None]:
    """Say of a URL that cannot be looked at which it is, and why; what can go wrong is as manifold
    as the file systems are."""
    try:
        yield
    except UsageError:
        raise
    except Exception as error:
        if "://" not in name:
            raise
        raise UsageError(f"{name}: {str(error) or type(error).__name__}") from error


def digest(files: Iterable[Path]) -> str:
    """What tells whether files still hold the same; UsageError where one cannot be read."""
    found = blake2b(digest_size=16)
    for path in files:
        try:
            with path.open("rb") as stream:
                while chunk := stream.read(_CHUNK):
                    found.update(chunk)
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from error
    return found.hexdigest()


@cache
def code() -> str:
    """What tells whether our own modules are still the same."""
    return digest(sorted(Path(__file__).parent.rglob("*.py")))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, which is not there before all of it is."""
    with partly(path) as partial:
        partial.write_bytes(content)


@contextmanager
def partly(path: Path, *, kept: bool = False) -> Iterator[Path]:
    """A file to write to, which gets the name ``path`` when all is written; the work fails if it
    cannot. With ``kept`` what there is of it stays as ``NAME.partial`` when the user interrupts or
    the disk is full, and nobody else may write there meanwhile; else nothing stays after a failure,
    and several processes may write the same file at once. A device or a pipe is written to as it
    is, a link where it leads."""
    if is_remote(path):
        with tempfile.TemporaryDirectory() as folder:
            partial = Path(folder) / path.name
            yield partial
            try:
                _files(path).put_file(str(partial), _inside(path))
            except Exception as error:  # whatever the file system raises
                raise WorkError(f"{path}: cannot be written: {error}") from error
        return
    if path.exists() and not path.is_file():
        with writing(path):
            yield path
        return
    path = path.resolve() if path.is_symlink() else path
    partial = _partial(path) if kept else path.with_name(f"{path.name}.{uuid4().hex}.partial")
    with alone(partial, path) if kept else nullcontext():
        try:
            if path.exists():  # who may read it is for its owner to say, from the first byte on
                partial.touch()
                with suppress(OSError):  # some disks know of no such thing
                    shutil.copymode(path, partial)
            yield partial
            with partial.open("rb") as written:
                os.fsync(written.fileno())  # so that what has the name is there after a power cut
            partial.replace(path)
        except BaseException as error:
            ours = isinstance(error, OSError) and error.filename in {None, str(partial), str(path)}
            # of a disk that is full for another output, too
            full = ours or isinstance(error.__cause__, OSError)
            stays = kept and (full or isinstance(error, KeyboardInterrupt)) and _has_some(partial)
            if not stays:
                with suppress(OSError):
                    partial.unlink()
            if not ours:  # but of another file, which was read or written meanwhile
                raise
            with writing(path, f"; what is done is in {partial}" if stays else ""):
                raise


def partial_of(path: Path) -> Path | None:
    """What there is of a file that was not written to its end; see ``partly``."""
    partial = _partial(path.resolve() if path.is_symlink() else path)
    return partial if _has_some(partial) else None


def _partial(path: Path) -> Path:
    return path.with_name(f"{path.name}.partial")


def _has_some(path: Path) -> bool:
    with suppress(OSError):
        return path.stat().st_size > 0
    return False


def clear_partials(folder: Path, name: str) -> None:
    """Take away what killed runs left in a folder of files of that name, or of such names; for
    whoever holds them."""
    for left in folder.glob(f"{name}.{'[0-9a-f]' * 32}.partial"):
        left.unlink(missing_ok=True)


@contextmanager
def writing(path: Path, more: str = "") -> Iterator[None]:
    """Say of a file that cannot be written which it is, and why."""
    try:
        yield
    except OSError as error:
        raise WorkError(f"{path}: cannot be written: {error.strerror or error}{more}") from error


@contextmanager
def alone(path: Path, name: Path) -> Iterator[None]:
    """Hold a file, so that no other run writes to ``name`` meanwhile; what held it is gone when its
    process is."""
    try:
        held = path.open("ab")
    except OSError as error:
        raise UsageError(f"{name}: cannot be written: {error.strerror}") from error
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # a run that ended meanwhile took the file away: what is held is nothing
            if not os.path.samestat(os.fstat(held.fileno()), path.stat()):
                raise OSError
        except OSError as error:
            raise UsageError(f"{name}: another run writes there") from error
        yield


def rename(path: Path, name: str) -> None:
    """Give a file another name in its folder; one that has it is replaced."""
    target = path.with_name(name)
    if is_remote(path):
        _files(path).mv(_inside(path), _inside(target))
    else:
        path.replace(target)


def mark(path: Path) -> str:
    """What tells whether a file elsewhere is still the same."""
    return str(_files(path).ukey(_inside(path)))


def _files(path: Path) -> Any:
    return cast(Any, path).fs


def _inside(path: Path) -> str:
    return cast(str, cast(Any, path).path)
