"""Texts from files: plain text by its layout, and rows, one at a time, whatever they hold."""

from __future__ import annotations

import html
import itertools
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import regex

from disco._errors import UsageError
from disco._files import is_hidden, matching, place, reached, same_place
from disco.corpus.intake import Intake, decoded, names_of
from disco.corpus.rows import has_rows, rows_of
from disco.corpus.streams import COMPRESSED, STANDARD, ending_of, opening_of
from disco.text.documents import (
    LONGEST_GIVEN,
    Document,
    Unit,
    batches,
    joined,
    line_units,
    paragraph_units,
    units_of,
)
from disco.text.layout import MARK, SAMPLE, guess_layout

_INSIDE = regex.compile(r"(?<=\S[^\S\n]*)\n(?=[^\S\n]*\S)")  # a line break with no empty line
TEXTS = (".txt", ".jsonl", ".ndjson", ".parquet", ".arrow", ".csv", ".tsv")


def find_files(inputs: Sequence[str], endings: Sequence[str] = TEXTS) -> list[Path]:
    """The files that the arguments name, each once: files, folders, globs, URLs of them, ``-`` for
    standard input."""
    found: dict[Path, Path] = {}
    for name in inputs:
        with reached(name):
            for path in _named(name, endings):
                found.setdefault(same_place(path), path)
    return list(found.values())


def one_file(name: str, role: str) -> Path:
    """The file that an argument names; UsageError, which says its ``role``, where it names none, or
    several."""
    found = find_files([name])
    if len(found) != 1:
        raise UsageError(f"{name}: {role} one file, and these are {len(found)}")
    return found[0]


def _named(name: str, endings: Sequence[str]) -> list[Path]:
    """The files that one argument names."""
    path = place(name)
    if path == STANDARD or path.is_file():
        return [path]
    if path.is_dir():
        files = (p for p in path.rglob("*") if p.is_file() and not is_hidden(p, path))
        inside = sorted(p for p in files if _is_meant(p, endings))
        if not inside:
            kinds = ", ".join(endings)
            raise UsageError(
                f"{name}: no text files ({kinds}, also {', '.join(COMPRESSED)}) in this folder"
            )
        return inside
    if path.exists():
        raise UsageError(f"{name}: is no file but a pipe or a device; read it as standard input: -")
    found = matching(name)
    if not found:
        raise UsageError(f"{name}: no such file or folder")
    return found


def _is_meant(path: Path, endings: Sequence[str]) -> bool:
    """Is a file of a folder one to read? WikiExtractor's have no ending; of JSON those that hold an
    object a line."""
    ending = ending_of(path)
    if ending == ".json" and ".jsonl" in endings:
        return _is_object(opening_of(path))
    if ending or ".txt" not in endings:
        return ending in endings
    opening = opening_of(path).lstrip()
    return opening.startswith((b"{", b"<doc "))


def _is_object(line: bytes) -> bool:
    """Is a line a whole object of JSON? Settings and indices, of which folders have some, go over
    many."""
    line = line.strip()
    return line.startswith(b"{") and line.endswith(b"}")


def read_units(files: Sequence[Path], intake: Intake, start: int = 0) -> Iterator[Unit]:
    """The stretches of text of all files, in order; ``start`` is the number of the first to read,
    where others have read those before it."""
    names = names_of(files)
    for path in files[start:]:
        made = _from_rows if has_rows(path) else _from_text
        yield from intake.counted(made(path, names[path], intake))


def _from_text(path: Path, name: str, intake: Intake) -> Iterator[Unit]:
    """The stretches of a plain text, by its layout, which is said or guessed."""
    texts = (line.rstrip("\r\n") for _, line in decoded(path, intake))
    opening = list(itertools.islice(texts, SAMPLE))
    layout = guess_layout(opening) if intake.layout == "auto" else intake.layout
    intake.layouts[str(path)] = layout
    yield from _READERS[layout](itertools.chain(opening, texts), name)


def _paragraphs(texts: Iterable[str], name: str) -> Iterator[Unit]:
    """Lines as paragraphs; an empty line ends a document."""
    for document, inside in _documents(texts, name):
        yield from line_units(document, _lines(inside))


def _sentences(texts: Iterable[str], name: str) -> Iterator[Unit]:
    """Lines as sentences, which are not split again; an empty line ends a document."""
    for document, inside in _documents(texts, name):
        first, offset = True, 0
        for batch in batches(inside):
            if len(batch[0]) > LONGEST_GIVEN:  # no sentence, whatever the others are
                yield from paragraph_units(document, batch[0], offset, first)
            else:
                yield joined(document, batch, offset, first)
            first, offset = False, offset + sum(map(len, batch)) + len(batch)


def _wrapped(texts: Iterable[str], name: str) -> Iterator[Unit]:
    """Lines put together to paragraphs, which an empty line ends; the text is one document."""
    groups = itertools.groupby(texts, key=lambda text: bool(text.strip()))
    # a line break is a space, so that places stay
    return line_units(f"{name}-0", _lines(" ".join(group) for _, group in groups))


def _documents(texts: Iterable[str], name: str) -> Iterator[tuple[str, Iterator[str]]]:
    """The runs of lines between empty ones, with their ids."""
    runs = itertools.groupby(texts, key=lambda text: bool(text.strip()))
    for number, (_, inside) in enumerate(run for run in runs if run[0]):
        yield f"{name}-{number}", inside


def _lines(texts: Iterable[str]) -> Iterator[str]:
    """Texts with the ends that they had as lines."""
    return (f"{text}\n" for text in texts)


def _marked(texts: Iterable[str], name: str) -> Iterator[Unit]:
    """Lines as paragraphs of what stands between ``<doc id="12" ...>`` and ``</doc>``; ``&lt;`` is
    the sign that it means."""
    for (_, document), group in itertools.groupby(_between_marks(texts, name), itemgetter(0)):
        yield from line_units(document, _lines(html.unescape(text) for _, text in group))


def _between_marks(texts: Iterable[str], name: str) -> Iterator[tuple[tuple[int, str], str]]:
    """Lines, each with the number and the id of its document."""
    number, document = 0, f"{name}-0"
    for text in texts:
        if opened := MARK.match(text):
            number, document = number + 1, opened["id"]
        elif text.strip() != "</doc>":
            yield (number, document), text


_READERS = {
    "paragraphs": _paragraphs,
    "sentences": _sentences,
    "wrapped": _wrapped,
    "marked": _marked,
}


def _from_rows(path: Path, name: str, intake: Intake) -> Iterator[Unit]:
    for number, row in rows_of(path, intake):
        document = _document(row, f"{name}-{number}", intake)
        if isinstance(document, str):
            intake.complain(f"{path}:{number}: {document}")
        else:
            yield from units_of(document)


def _document(row: dict[str, Any], fallback: str, intake: Intake) -> Document | str:
    """The row as a document, or what is wrong with it."""
    identity, text_field = intake.named(row, fallback), intake.text_field
    sentences = row.get("sentences")
    if isinstance(sentences, list) and all(isinstance(s, str) for s in sentences):
        return _of_sentences(identity, sentences, "sentences")
    if text_field not in row:
        other = "'sentences' is not a list of strings"
        return other if "sentences" in row else f"no field '{text_field}'"
    text = row[text_field]
    if not isinstance(text, str):
        hint = "; a list of them belongs in 'sentences'" if isinstance(text, list) else ""
        return f"'{text_field}' is not a string{hint}"
    if intake.layout == "sentences":
        return _of_sentences(identity, text.split("\n"), text_field)
    if intake.layout == "wrapped":  # a line break is a space, so that places stay
        text = _INSIDE.sub(" ", text.replace("\r\n", " \n"))
    return Document(identity, text=text)


def _of_sentences(identity: str, sentences: Sequence[str], field: str) -> Document | str:
    """Sentences of a field as a document, or what is wrong with them."""
    if any(len(s) > LONGEST_GIVEN for s in sentences):
        return f"'{field}' has one of more than {LONGEST_GIVEN:,} characters"
    if not any(map(str.strip, sentences)):
        return f"'{field}' is empty"
    return Document(identity, sentences=tuple(sentences))
