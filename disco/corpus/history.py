"""Edit histories from files: MediaWiki's dumps, and rows with the texts of a page's revisions."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from disco._errors import UsageError
from disco._files import is_remote
from disco.corpus.intake import Intake, decoded, id_of, names_of
from disco.corpus.rows import json_rows
from disco.corpus.streams import STANDARD, ending_of, open_input, opening_of
from disco.pairs.mine import Revision, Snapshots

ENDINGS = (".xml", ".jsonl", ".ndjson", ".7z")
_AT_ONCE = 1_000_000  # characters of snapshots that are looked at in one go
_ARCHIVERS = ("7z", "7zz", "7za", "7zr")


def read_history(files: Sequence[Path], intake: Intake) -> Iterator[Snapshots]:
    """The snapshots of the pages of all files, as many as are looked at in one go."""
    names = names_of(files)
    for path in files:
        if ending_of(path) in (".xml", ".7z") or _is_dump(path):
            yield from intake.counted(_from_dump(path, intake))
        else:
            yield from intake.counted(_from_rows(path, names[path], intake))


def _is_dump(path: Path) -> bool:
    """Does standard input hold a dump? What has a name has an ending."""
    return path == STANDARD and opening_of(path).lstrip().startswith(b"<")


def _from_dump(path: Path, intake: Intake) -> Iterator[Snapshots]:
    """The articles of a dump; where it ends too early, or is none, that is complained about."""
    import mwxml  # few commands need it

    title = ""
    torn: list[Exception] = []
    try:
        with _opened(path, intake) as bytes_in:
            stream = io.TextIOWrapper(io.BufferedReader(bytes_in), "utf-8", errors="replace")
            for page in mwxml.Dump.from_file(stream).pages:
                title = page.title
                if page.namespace:  # a talk, a template
                    continue
                texts = (
                    Revision(str(r.id), str(r.timestamp), r.text)
                    for r in page
                    if r.text and not (r.deleted and r.deleted.text)
                )
                whole = _before_an_error(texts, torn)
                yield from runs_of(str(page.id), page.title, whole, markup=True)
                if torn:
                    raise torn[0]
    except UsageError:
        raise
    except Exception as error:  # each archive and each parser has errors of its own
        where = "to the end of" if torn else "behind"
        said = f" {where} page '{title}'" if title else ""
        why = str(error) or "no dump of MediaWiki"  # its parser asserts without a word
        intake.leave(f"{path}: cannot be read{said}: {why}", str(path))


def _before_an_error(texts: Iterator[Revision], errors: list[Exception]) -> Iterator[Revision]:
    """The revisions of a page that can be read whole; what went wrong with the next one is kept."""
    try:
        yield from texts
    except Exception as error:  # as above
        errors.append(error)


def _from_rows(path: Path, name: str, intake: Intake) -> Iterator[Snapshots]:
    known: set[str] = set()
    for number, row in json_rows(decoded(path, intake), path, intake):
        revisions = row.get("revisions")
        page = id_of(row, f"{name}-{number}")
        if not isinstance(revisions, list):
            intake.complain(f"{path}:{number}: no 'revisions', a list of texts")
            continue
        if page in known:
            intake.complain(f"{path}:{number}: id '{page}' stands twice")
            continue
        known.add(page)
        found = [_revision(revision, str(n)) for n, revision in enumerate(revisions)]
        texts = [revision for revision in found if revision is not None]
        if len(texts) < len(found):
            intake.complain(f"{path}:{number}: a revision of '{page}' has no text")
        yield from runs_of(page, id_of(row, page, "title"), texts, markup=False)


def _revision(given: Any, number: str) -> Revision | None:
    """A revision of a row: its text, or an object with it; None where there is none."""
    row = given if isinstance(given, dict) else {"text": given}
    if not isinstance(row.get("text"), str):
        return None
    return Revision(id_of(row, number), id_of(row, "", "time"), row["text"])


def runs_of(
    page: str, title: str, texts: Iterable[Revision], *, markup: bool
) -> Iterator[Snapshots]:
    """A page's snapshots in runs, each of which begins with the last one of the run before."""
    run: list[Revision] = []
    first, size = True, 0
    for revision in texts:
        run.append(revision)
        size += len(revision.text)
        if len(run) > 1 and size >= _AT_ONCE:
            yield Snapshots(page, title, tuple(run), first, markup)
            run, first, size = [revision], False, len(revision.text)
    if len(run) > 1 or first:
        yield Snapshots(page, title, tuple(run), first, markup)


@contextmanager
def _opened(path: Path, intake: Intake) -> Iterator[_Counted]:
    """The bytes of a dump; what went wrong with them is raised when all that could be read is."""
    with _unpacked(path) if path.suffix.lower() == ".7z" else open_input(path) as stream:
        counted = _Counted(stream, intake)
        try:
            yield counted
        except Exception as error:
            raise counted.problem or error from error
        if counted.problem:
            raise counted.problem


@contextmanager
def _unpacked(path: Path) -> Iterator[BinaryIO]:
    """What a 7z archive holds; its program's word on a bad one is heard."""
    program = next(filter(None, map(shutil.which, _ARCHIVERS)), None)
    if program is None or is_remote(path):
        what = "has to be here" if program else "needs 7z (Debian's p7zip-full)"
        raise UsageError(f"{path}: a 7z archive {what}")
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            [program, "x", "-so", str(path)], stdout=subprocess.PIPE, stderr=said
        ) as process,
    ):
        problem: Exception | None = None
        try:
            yield cast(BinaryIO, process.stdout)
        except Exception as error:
            problem = error
        finally:
            cast(BinaryIO, process.stdout).read(1)  # ends by itself where there is no more
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
            process.kill()
        if process.wait() > 0:
            said.seek(0)
            lines = said.read().decode("utf-8", errors="replace").splitlines()
            problem = EOFError(
                next((line for line in lines if "error" in line.casefold()), "7z failed")
            )
        if problem:
            raise problem


class _Counted(io.RawIOBase):
    """A stream whose bytes an intake hears of. Where it cannot be read on, it ends, and the
    ``problem`` is kept: what was read before is not lost."""

    def __init__(self, stream: BinaryIO, intake: Intake) -> None:
        self._stream, self._intake = stream, intake
        self.problem: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        read = getattr(self._stream, "read1", self._stream.read)  # what there is, at once
        try:
            found = read(len(buffer))
        except Exception as error:
            self.problem = error
            return 0
        buffer[: len(found)] = found
        self._intake.advance(len(found))
        return len(found)
