"""Sentences of two versions of a text that say the same: Coster and Kauchak's alignment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from disco.english.boundaries import sentences_in
from disco.stream import Job

Matrix = NDArray[np.float64]
_PENALTY = 0.0001  # of leaving out a sentence
_MOST = 25_000_000  # cells of the table for one paragraph; more would fill the memory


class Step(IntEnum):
    """What the alignment does with the next sentences: how many normal, how many simple ones."""

    skip_simple = 0
    skip_normal = 1
    one_to_one = 2
    one_to_two = 3
    two_to_one = 4
    two_to_two = 5


NAMES = {
    Step.skip_simple: "skip simple",
    Step.skip_normal: "skip normal",
    Step.one_to_one: "1-1",
    Step.one_to_two: "1-2",
    Step.two_to_one: "2-1",
    Step.two_to_two: "2-2",
}
_SIZES = {
    Step.skip_simple: (0, 1),
    Step.skip_normal: (1, 0),
    Step.one_to_one: (1, 1),
    Step.one_to_two: (1, 2),
    Step.two_to_one: (2, 1),
    Step.two_to_two: (2, 2),
}


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions of a text, a paragraph a line."""

    id: str
    normal: str
    simple: str
    opens: ClassVar[bool] = True  # each is a document of its own

    @property
    def size(self) -> int:
        """How many characters they have."""
        return len(self.normal) + len(self.simple)


@dataclass(frozen=True, slots=True)
class Aligned:
    """Sentences of both versions that belong together, how, and how alike they are."""

    id: str
    normal: tuple[str, ...]
    simple: tuple[str, ...]
    operation: str
    similarity: float

    @property
    def long(self) -> str:
        return " ".join(self.normal)

    @property
    def split(self) -> tuple[str, ...]:
        return self.simple

    def to_dict(self) -> dict[str, Any]:
        """The pair as a row of JSONL; ``long`` and ``split`` are what the other commands read."""
        return {
            "id": self.id,
            "long": self.long,
            "split": list(self.simple),
            "normal": list(self.normal),
            "operation": self.operation,
            "similarity": self.similarity,
        }


@dataclass(frozen=True, slots=True)
class AlignedText:
    """The pairs of a text, and how often each step was taken; paragraphs that were too large."""

    pairs: tuple[Aligned, ...]
    steps: Counter[str]
    too_large: int


@dataclass(frozen=True, slots=True)
class AlignerSpec:
    """How alike paragraphs, and sentences, must be."""

    paragraphs: float = 0.5
    sentences: float = 0.5

    def book(self) -> None:
        """No rules."""

    def load(self, book: None = None) -> VersionAligner:
        """What aligns."""
        return VersionAligner(self.paragraphs, self.sentences)


class VersionAligner:
    """Aligns the sentences of two versions of a text."""

    def __init__(self, paragraphs: float, sentences: float) -> None:
        self._paragraphs, self._sentences = paragraphs, sentences

    def work(self, job: Job, block: Sequence[Versions]) -> list[AlignedText]:
        """The pairs of each two versions."""
        return [self.align(versions) for versions in block]

    def align(self, versions: Versions) -> AlignedText:
        """The pairs of sentences: each simple paragraph beside all normal ones that are like it."""
        normal, simple = _paragraphs(versions.normal), _paragraphs(versions.simple)
        steps: Counter[str] = Counter()
        pairs: list[Aligned] = []
        too_large = 0
        if normal and simple:
            texts = [[" ".join(p) for p in side] for side in (normal, simple)]
            alike = _Likeness([*texts[0], *texts[1]]).of(*texts).tocsc()  # little in common
            likeness = _Likeness([s for p in (*normal, *simple) for s in p])
            for column, paragraph in enumerate(simple):
                rows = np.flatnonzero(alike[:, column].toarray().ravel() >= self._paragraphs)
                candidates = [sentence for row in rows for sentence in normal[row]]
                if len(candidates) * len(paragraph) > _MOST:
                    too_large += 1
                    continue
                for step, ours, theirs, score in _steps(candidates, paragraph, likeness):
                    steps[NAMES[step]] += 1
                    if ours and theirs and score >= self._sentences:
                        identity = f"{versions.id}#{len(pairs) + 1}"
                        pairs.append(Aligned(identity, ours, theirs, NAMES[step], round(score, 4)))
        return AlignedText(tuple(pairs), steps, too_large)


def _steps(
    normal: Sequence[str], simple: Sequence[str], likeness: _Likeness
) -> Iterator[tuple[Step, tuple[str, ...], tuple[str, ...], float]]:
    """The steps of the best way, with their sentences, and what each gains for each of them.

    The paper's table gains by any word that two sentences have in common, so that it takes
    neighbours for a part. Where two sentences together are no more like the other side than the
    better of them alone, the other one is left out.
    """
    if not normal:
        return
    similar = likeness.of(normal, simple).toarray()
    for step, i, j in path(similar):
        high, wide = _SIZES[step]
        ours, theirs = tuple(normal[i - high : i]), tuple(simple[j - wide : j])
        if not (ours and theirs):
            yield step, ours, theirs, 0.0
            continue
        cells = similar[i - high : i, j - wide : j]
        if step is Step.two_to_two:
            cells = np.fliplr(cells).diagonal()  # crosswise
        elif cells.size == 2 and likeness.together(ours, theirs) <= cells.max():
            row, column = np.unravel_index(cells.argmax(), cells.shape)
            yield Step.skip_simple if wide == 2 else Step.skip_normal, (), (), 0.0
            step, ours, theirs, cells = (
                Step.one_to_one,
                (ours[row],),
                (theirs[column],),
                cells.max(),
            )
        yield step, ours, theirs, float(cells.mean())


def path(similar: Matrix) -> list[tuple[Step, int, int]]:
    """The best way through a table of similarities: each step, and the sentences behind it."""
    height, width = similar.shape
    taken = np.full((height + 1, width + 1), Step.skip_normal, dtype=np.int8)
    taken[0, 1:] = Step.skip_simple
    along = _PENALTY * np.arange(width + 1)
    rows = [-along]  # the best gains of this row and the two before it
    for i in range(1, height + 1):
        row = rows[-1] - _PENALTY
        steps = taken[i]
        for step in (Step.one_to_one, Step.one_to_two, Step.two_to_one, Step.two_to_two):
            high, wide = _SIZES[step]
            if i < high or width < wide:
                continue
            reached = rows[-high][: width + 1 - wide] + _gains(step, similar, i)
            better = reached > row[wide:]
            row[wide:][better] = reached[better]
            steps[wide:][better] = step
        # leaving out simple ones: the best of all cells to the left, less so many penalties
        gained = row + along
        carried = np.maximum.accumulate(gained)
        steps[1:][carried[:-1] >= gained[1:]] = Step.skip_simple
        rows = [rows[-1], carried - along]
    return _back(taken, height, width)


def _back(taken: NDArray[np.int8], i: int, j: int) -> list[tuple[Step, int, int]]:
    found = []
    while i or j:
        step = Step(int(taken[i, j]))
        found.append((step, i, j))
        high, wide = _SIZES[step]
        i, j = i - high, j - wide
    return found[::-1]


def _gains(step: Step, similar: Matrix, i: int) -> Matrix:
    """What a step ending at ``i`` gains at each ``j`` that it can end at."""
    row = similar[i - 1]
    if step is Step.one_to_one:
        return np.asarray(row)
    if step is Step.one_to_two:
        return np.asarray(row[1:] + row[:-1])
    before = similar[i - 2]
    if step is Step.two_to_one:
        return np.asarray(row + before)
    return np.asarray(row[:-1] + before[1:])  # crosswise


class _Likeness:
    """The cosine of texts, sentences or paragraphs, by TF-IDF over all of both versions."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self._words = _vectorizer()
        self._words.fit(sentences)

    def of(self, normal: Sequence[str], simple: Sequence[str]) -> Any:
        """A sparse table: a row for each normal sentence, a column for each simple one."""
        return self._words.transform(normal) @ self._words.transform(simple).T

    def together(self, normal: Sequence[str], simple: Sequence[str]) -> float:
        """How like the sentences of one side, as one text, are to those of the other."""
        return float(self.of([" ".join(normal)], [" ".join(simple)])[0, 0])


def _vectorizer() -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer  # takes a second to import

    return TfidfVectorizer(token_pattern=r"(?u)\w+|[^\w\s]")


def _paragraphs(text: str) -> list[list[str]]:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [[sentence for sentence, _ in sentences_in(line)] for line in lines if line]
