"""What was predicted beside what was wanted, from files: fused texts, and splits."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from disco._errors import UsageError, many
from disco.corpus.intake import Intake, decoded, text_in
from disco.corpus.pairs import ENDINGS, Row, parted, read_rows
from disco.corpus.streams import ending_of
from disco.draft.example import COLUMNS
from disco.english.boundaries import sentences_in
from disco.scores.fusions import Scored
from disco.scores.splits import ScoredSplit

Prediction = Scored | ScoredSplit


def read_predictions(
    files: Sequence[Path], intake: Intake, lines: Path | None = None
) -> Iterator[Prediction]:
    """The fused texts, or the splits, of all files beside those that were wanted; with ``lines``
    these are the lines of that file, one for each row, whose own text or split is the reference.

    Raises UsageError where there are not as many lines as rows.
    """
    if lines is None:
        return read_rows(files, intake, _prediction)
    return _beside(files, intake, lines)


def _beside(files: Sequence[Path], intake: Intake, lines: Path) -> Iterator[Prediction]:
    """The rows of all files, each with the line that was predicted for it."""
    if ending_of(lines) in ENDINGS:
        message = f"{lines} has rows, and of --predictions a line is one text"
        raise UsageError(f"{message}; 'disco evaluate {lines.name}' scores rows by themselves")
    said = deque(text.rstrip("\r\n") for _, text in decoded(lines, intake))
    rows, given = 0, len(said)

    def with_line(row: Row, named: str) -> Prediction | str:
        nonlocal rows
        rows += 1
        return _prediction({**_wanted(row), "prediction": said.popleft() if said else ""}, named)

    found: Iterator[Prediction] = read_rows(files, intake, with_line)
    yield from found
    if rows != given:
        others = f", beside {many(intake.skipped, 'bad line')}" if intake.skipped else ""
        raise UsageError(f"{lines} has {many(given, 'line')} for {many(rows, 'row')}{others}")


def _wanted(row: Row) -> Row:
    """The row of a test set: a split that stands there is the one that was wanted."""
    if "split" not in row or {"references", "reference"} & row.keys():
        return row
    return {**row, "references": [row["split"]]}


def _prediction(row: Row, _: str) -> Prediction | str:
    """The row as a split where it has a long sentence, or a list of sentences that were predicted,
    else as a fused text."""
    fused = {"fused", "prediction", "reference"} & row.keys()
    splits = {"references", "long"} & row.keys() or ("split" in row and fused <= {"reference"})
    listed = isinstance(row.get("prediction"), list)
    return _scored_split(row) if splits or listed else _scored(row)


def _are_texts(given: Sequence[Any]) -> bool:
    return all(isinstance(each, str) for each in given)


def _scored_split(row: Row) -> ScoredSplit | str:
    """The row as a split with its references, or what is wrong with it."""
    source = text_in(row, "long", "text", "source")
    name = "split" if row.get("prediction") is None else "prediction"
    found = row.get(name)
    found = _in_sentences(found) if isinstance(found, str) else found
    given = row.get("references", [row["reference"]] if "reference" in row else [])
    given = list(map(parted, given)) if isinstance(given, list) else given
    if not isinstance(given, list) or any(isinstance(s, list) and not _are_texts(s) for s in given):
        return "'references' is no list of texts or of lists of sentences"
    wanted = [" ".join(r) if isinstance(r, list) else r for r in given]
    if not source:
        return "no field 'long' or 'text': what was split"
    if found is None:
        return "no field 'split' or 'prediction', a text or a list of sentences"
    if not isinstance(found, list | tuple) or not _are_texts(found):
        return f"'{name}' is no list of sentences"
    if not {"references", "reference"} & row.keys():
        return "no field 'references', a list of texts or of lists of sentences, or 'reference'"
    if not wanted or not all(isinstance(r, str) and r.strip() for r in wanted):
        return "'references' is no list of texts or of lists of sentences"
    # nothing counts as one empty sentence: there are no shares of no sentences
    sides = (
        tuple(filter(str.strip, r)) if isinstance(r, list) else _in_sentences(r) for r in given
    )
    split = next((side for side in sides if len(side) > 1), ())
    return ScoredSplit(source, tuple(found) or ("",), tuple(wanted), split)


def _in_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that say something, parted by the marks of the data sets where it
    has them."""
    marked = parted(text)
    found = (s for s, _ in sentences_in(text)) if marked is text else marked
    return tuple(s for s in found if any(map(str.isalnum, s)))


def _scored(row: Row) -> Scored | str:
    """The row as a prediction with its reference, or what is wrong with it."""
    prediction = text_in(row, "prediction", "fused")
    reference = text_in(row, "reference") or " ".join(
        t for t in (text_in(row, n) for n in COLUMNS[:2]) if t
    )
    sources = [text_in(row, n, f"incoherent_{n}_sentence") for n in ("first", "second")]
    if not any(isinstance(row.get(name), str) for name in ("prediction", "fused")):
        return "no field 'prediction' or 'fused' that is a text"
    if not reference:
        return "no field 'reference' or 'coherent_first_sentence'"
    if not all(sources):
        return "no fields 'first' and 'second', or 'incoherent_...': what the text was made of"
    return Scored(" ".join(sources), prediction, reference, str(row.get("discourse_type") or ""))
