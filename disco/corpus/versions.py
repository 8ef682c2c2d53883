"""Two versions of texts from files: rows with the same ids, or two plain texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from disco._errors import UsageError
from disco.corpus.intake import Intake, decoded, id_of, name_of
from disco.corpus.rows import has_rows, rows_of
from disco.pairs.align import Versions


def read_versions(normal: Path, simple: Path, intake: Intake) -> Iterator[Versions]:
    """The texts that both files have. The second one's are kept in memory: it is the smaller one
    of two encyclopedias. What only one has is passed over, as the paper does."""
    return intake.counted(_versions(normal, simple, intake))


def _versions(normal: Path, simple: Path, intake: Intake) -> Iterator[Versions]:
    if has_rows(normal) != has_rows(simple):
        raise UsageError(f"{normal} and {simple}: one has rows with ids, the other is one text")
    if not has_rows(normal):
        yield Versions(name_of(normal), _whole(normal, intake), _whole(simple, intake))
        return
    kept = dict(_texts(simple, intake))
    read = 0
    for identity, text in _texts(normal, intake):
        read += 1
        other = kept.pop(identity, None)
        if other is None:
            intake.alone += 1
        else:
            yield Versions(identity, text, other)
    intake.alone += len(kept) if read else 0  # where nothing was read, nothing is without another


def _whole(path: Path, intake: Intake) -> str:
    return "\n".join(text.rstrip("\r\n") for _, text in decoded(path, intake))


def _text_of(row: Mapping[str, Any], intake: Intake) -> Any:
    """The text of a row, or its sentences, with spaces between them."""
    given = row.get("sentences")
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        return " ".join(given)
    return row.get(intake.text_field)


def _texts(path: Path, intake: Intake) -> Iterator[tuple[str, str]]:
    known: set[str] = set()
    for number, row in rows_of(path, intake):
        text, identity = _text_of(row, intake), id_of(row, "", intake.id_field)
        if not isinstance(text, str):
            intake.complain(f"{path}:{number}: no text in '{intake.text_field}'")
        elif not identity:
            intake.complain(f"{path}:{number}: no '{intake.id_field}', which pairs versions")
        elif identity in known:
            intake.complain(f"{path}:{number}: id '{identity}' stands twice")
        else:
            known.add(identity)
            yield identity, text
