"""What nothing could be made of: counted, and kept in a file beside the output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from disco._errors import WorkError, many
from disco._files import reached, writing
from disco.corpus.streams import plain_name
from disco.stream import Failed
from disco.text.documents import Unit


def failures_file(out: Path | None) -> Path | None:
    """Where failures are kept beside an output: ``out.failed.jsonl`` beside ``out.jsonl.gz``, and
    ``out.tsv.failed.jsonl`` beside ``out.tsv``, which may stand there, too."""
    if out is None:
        return None
    plain = plain_name(out)
    return plain.with_name(f"{plain.name.removesuffix('.jsonl')}.failed.jsonl")


@dataclass(slots=True)
class Failures:
    """Texts that took too long, raised an error or killed their process, and why. The file is
    made with the first of them; one of an earlier run goes.

    ``whole``: they are of one output, which is not written where all fail.
    """

    path: Path | None
    count: int = 0
    first: str = ""
    files: list[Path] = field(default_factory=list)
    whole: bool = True

    def __post_init__(self) -> None:
        self.stand_beside(self.path)

    def require_some(self, made: int | bool) -> None:
        """Raise WorkError where some failed and nothing was made of others."""
        if self.count and not made:
            raise WorkError(f"{self.said}; nothing else was there")

    @property
    def said(self) -> str:
        """How many failed, the first of them and why, and where all are kept."""
        where = f"; all of them in {', '.join(map(str, self.files))}" if self.files else ""
        return f"{many(self.count, 'text')} failed, first {self.first}{where}"

    def stand_beside(self, path: Path | None) -> None:
        """Keep what fails from now on in this file."""
        self.path = path
        if path is not None:
            with reached(str(path)), writing(path):
                if path.exists():
                    path.unlink()

    def add(self, item: Any, reason: str) -> None:
        """Keep the id of an item, where it begins in its document, and the reason."""
        row = (
            {"id": item.document, "offset": item.offset}
            if isinstance(item, Unit)
            else {"id": item.id}
        )
        self.count += 1
        self.first = self.first or f"{row['id']}: {reason}"
        if self.path is not None:
            if self.path not in self.files:
                self.files.append(self.path)
            with (
                writing(self.path),
                self.path.open("a", encoding="utf-8", errors="replace") as stream,
            ):
                stream.write(json.dumps({**row, "reason": reason}, ensure_ascii=False) + "\n")

    def take_up(self, path: Path | None) -> None:
        """Count what failed in an earlier run and stands in a file, too."""
        if path is None or not path.exists():
            return
        try:
            rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
        except ValueError as error:
            raise WorkError(f"{path}: is no list of what failed: {error}") from error
        first = f"{rows[0]['id']}: {rows[0]['reason']}" if rows else ""
        self.include(Failures(None, len(rows), first, [path]))

    def include(self, other: Failures) -> None:
        """Count what failed elsewhere, too."""
        self.count += other.count
        self.first = self.first or other.first
        self.files.extend(other.files)

    def sort_out(
        self, found: Iterable[tuple[Any, Any]], nothing: Any = None
    ) -> Iterator[tuple[Any, Any]]:
        """The items with what was made of them, without those that failed, or with ``nothing`` in
        its place. WorkError behind them where there is nothing else, and they are the whole."""
        some = False
        for item, made in found:
            if not isinstance(made, Failed):
                some = True
                yield item, made
                continue
            self.add(item, made.reason)
            if nothing is not None:
                yield item, nothing
        if self.whole:
            self.require_some(some)
