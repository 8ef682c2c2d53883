"""The way from a long sentence to its split: the shortest list of edits, and the edit labels."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from spacy.tokens import Doc

from disco.jobs.categorized import Edit
from disco.rules.categorizing import Changes
from disco.text.documents import Unit, whole
from disco.text.lcs import steps

_RUN = 3  # so many copied words in a row end the neighbourhood of a split


def edit_script(
    long: str, split: Sequence[str], unit: Unit, doc: Doc, parts: Sequence[Doc]
) -> tuple[Edit, ...]:
    """The fewest kept, removed and added tokens that lead from ``long`` to ``split``.

    The texts are given beside their tokens, since what no parser can read is missing there, and
    gaps; the tokens of the long one are those of ``unit``.
    """
    ours = _pieces(long, doc, unit.place)
    theirs: list[tuple[str, str] | None] = []
    for text, part in zip(split, parts, strict=True):
        theirs.extend((*_pieces(text, part, whole(text).place), None))
    words = [word for word, _ in ours]
    others = [piece and piece[0] for piece in theirs[:-1]]
    edits: list[Edit] = []
    place = 0
    for step in steps(words, others):
        if step.same:
            for (word, gap), piece in zip(ours[step.ours], theirs[step.theirs], strict=True):
                edits.append(_over("kept", word, place))
                place += len(word)
                edits.extend(_gap(gap, piece[1] if piece else "", place))
                place += len(gap)
            continue
        for word, gap in ours[step.ours]:
            edits.append(_over("removed", word + gap, place))
            place += len(word + gap)
        for piece in theirs[step.theirs]:
            op, text = ("split", "") if piece is None else ("added", "".join(piece))
            edits.append(Edit(op, text, place, place))
    return tuple(_joined(edits))


def edit_labels(changes: Changes, cut: int, kept: Sequence[bool]) -> tuple[int, ...]:
    """Which tokens the paper's model may change: those beside the cut, those around it up to
    three copied ones in a row, or all."""
    size = len(kept)
    if changes == "sentence":
        return (1,) * size
    first, last = cut - 1, cut + 1
    if changes == "neighbourhood":
        first = (
            next((i for i in range(cut - 1, -1, -1) if all(kept[max(i - _RUN + 1, 0) : i + 1])), -1)
            + 1
        )
        last = next((i for i in range(cut, size) if all(kept[i : i + _RUN])), size)
        first, last = min(first, cut - 1), max(last, cut + 1)
    return tuple(int(first <= i < last) for i in range(size))


def _pieces(text: str, doc: Doc, place: Callable[[int], int]) -> list[tuple[str, str]]:
    """The tokens of the text as it was given, each with the space behind it; all of a text in
    which no parser can read anything as one."""
    if not len(doc) and text:
        return [(text, "")]
    starts = [place(t.idx) if t.i else 0 for t in doc]
    ends = [place(t.idx + len(t)) for t in doc]
    behind = [*starts[1:], len(text)]
    return [(text[a:b], text[b:c]) for a, b, c in zip(starts, ends, behind, strict=False)]


def _over(op: str, text: str, place: int) -> Edit:
    return Edit(op, text, place, place + len(text))


def _gap(ours: str, theirs: str, place: int) -> Iterator[Edit]:
    if ours == theirs:
        yield _over("kept", ours, place)
    else:
        yield _over("removed", ours, place)
        yield Edit("added", theirs, place + len(ours), place + len(ours))


def _joined(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits of one kind in a row as one; empty ones left out."""
    for op, run in itertools.groupby(
        (e for e in edits if e.text or e.op == "split"), lambda e: e.op
    ):
        found = list(run)
        if op == "split":
            yield from found
        else:
            text = "".join(e.text for e in found)
            yield Edit(op, text, found[0].start, found[-1].end)
