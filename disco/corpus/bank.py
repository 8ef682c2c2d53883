"""A bank of judged examples: verdicts by hashes, read beside the texts that they were made of.

It holds no sentence of others: a row names the file and the place of its source, the rule, the
type, the reasons against it at the time, the verdict, and what source and outputs hash to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import regex
import yaml

from disco._errors import UsageError
from disco._files import write_whole
from disco.coref.ranker import Ranker, read_trees
from disco.corpus.intake import Intake
from disco.corpus.read import read_units
from disco.corpus.rewritten import Facts, steps_of_splitting, unfused
from disco.draft.example import Example
from disco.engine import Engine
from disco.rules.gate import gate_words
from disco.rules.splitting import SPLIT
from disco.rules.weights import WeightsFile
from disco.text.documents import Unit

_WORD = regex.compile(r"[\p{L}\p{N}]+")


@dataclass(frozen=True, slots=True)
class Judged:
    """One verdict of a blind reader."""

    id: str
    file: str
    document: str
    offset: int
    rule: str
    type: str
    good: bool
    source: str
    outputs: str

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Judged:
        """The verdict of a row; KeyError or TypeError where it is none."""
        return cls(**{name: row[name] for name in cls.__dataclass_fields__})


@dataclass(frozen=True, slots=True)
class Found:
    """A verdict, and the example that the rules write of its source now, with its facts."""

    judged: Judged
    example: Example | None = None
    facts: Mapping[str, float] | None = None

    @property
    def written(self) -> bool:
        """Whether the example is written as things stand."""
        return self.example is not None and not self.example.refused


def hashed(*texts: str) -> str:
    """What texts hash to, case, spaces and marks aside."""
    plain = "|".join(" ".join(_WORD.findall(text.lower())) for text in texts)
    return blake2b(plain.encode("utf-8", "replace"), digest_size=8).hexdigest()


def read_bank(paths: Iterable[Path]) -> list[Judged]:
    """The verdicts of all files; raises UsageError for a file that is no bank."""
    found: list[Judged] = []
    for path in paths:
        try:
            with path.open(encoding="utf-8") as lines:
                found.extend(Judged.from_dict(json.loads(line)) for line in lines if line.strip())
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise UsageError(f"{path}: no bank of judged examples: {error!r}") from error
    return found


def of_kind(bank: Iterable[Judged], *, split: bool) -> list[Judged]:
    """The verdicts on steps of splitting, or all others."""
    return [judged for judged in bank if (judged.type == SPLIT) is split]


def at_hand(bank: Iterable[Judged], texts: Sequence[Path]) -> tuple[list[Judged], list[str]]:
    """The verdicts on texts of these folders, and the names of the files that are in none;
    UsageError where nothing is left, or there is none."""
    judged = list(bank)
    if not judged:
        raise UsageError("the bank has no verdicts of this kind")
    names = {each.file for each in judged}
    missing = names - _places(names, texts).keys()
    if missing == names:
        raise _without(missing, texts)
    return [each for each in judged if each.file not in missing], sorted(missing)


def _places(files: Iterable[str], texts: Sequence[Path]) -> dict[str, Path]:
    return {name: folder / name for folder in texts for name in files if (folder / name).is_file()}


def _without(files: Iterable[str], texts: Sequence[Path]) -> UsageError:
    folders = ", ".join(map(str, texts))
    return UsageError(f"{folders}: no {', '.join(sorted(files))}, which the bank speaks of")


def look_up(engine: Engine, bank: Iterable[Judged], texts: Sequence[Path]) -> Iterator[Found]:
    """Each verdict with what the rules write now, from the folders of texts; those on steps of
    splitting last."""
    judged = list(bank)
    for split, written in ((False, unfused), (True, steps_of_splitting)):
        wanted = of_kind(judged, split=split)
        if wanted:
            yield from _looked_up(wanted, texts, partial(written, engine))


def look_up_unseen(
    engine: Engine, bank: Iterable[Judged], texts: Sequence[Path], folds: Path
) -> Iterator[Found]:
    """The same, each text with coreference by trees that have not seen it in training: the folder
    holds sets of trees, and in ``folds.json`` which one has not seen which document of a file."""
    try:
        unseen: dict[str, int] = json.loads((folds / "folds.json").read_text(encoding="utf-8"))
        sets = {k: Ranker(read_trees(folds / f"{k}.npz")) for k in set(unseen.values())}
    except (OSError, ValueError, AttributeError) as error:
        raise UsageError(f"{folds}: no folds of coreference trees: {error}") from error
    parts: dict[int | None, list[Judged]] = {}
    for judged in bank:
        parts.setdefault(unseen.get(f"{judged.file}:{judged.document}"), []).append(judged)
    for fold, part in parts.items():
        coreference = engine.coreference if fold is None else sets[fold]
        own = Engine(engine.nlp, engine.rules, engine.options, coreference)
        yield from look_up(own, part, texts)


def _looked_up(
    bank: Sequence[Judged],
    texts: Sequence[Path],
    written: Callable[[Iterable[Unit]], Iterator[tuple[Example, Facts]]],
) -> Iterator[Found]:
    wanted: set[tuple[str, str, str]] = set()
    files: dict[str, None] = {}
    documents: set[str] = set()
    for judged in bank:
        documents.add(judged.document)
        wanted.add(_key(judged))
        files[judged.file] = None
    places = _places(files, texts)
    if missing := files.keys() - places:
        raise _without(missing, texts)
    best: dict[tuple[str, str, str], tuple[Example, Facts]] = {}
    units = read_units([places[name] for name in files], Intake())
    for example, facts in written(unit for unit in units if unit.document in documents):
        key = (example.discourse_type, hashed(*example.sources), hashed(*example.outputs))
        known = best.get(key)
        if key in wanted and (known is None or (known[0].refused and not example.refused)):
            best[key] = example, facts
    for judged in bank:
        yield Found(judged, *best.get(_key(judged), ()))


def _key(judged: Judged) -> tuple[str, str, str]:
    return judged.type, judged.source, judged.outputs


def weighable(example: Example | None) -> bool:
    """Whether confidence decides about an example: nothing refuses it at any confidence."""
    return example is not None and not any(map(gate_words().is_final, example.doubts))


def reliability(confidence: Sequence[float], good: Sequence[bool]) -> Iterator[tuple[str, ...]]:
    """For each tenth of confidence from 0.3 on: how many examples, and how many in 100 are good."""
    for tenth in range(3, 10):
        pairs = zip(confidence, good, strict=True)
        found = [g for c, g in pairs if tenth <= min(c * 10, 9.99) < tenth + 1]
        if found:
            share = f"{100 * sum(found) / len(found):.0f}"
            yield f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}", str(len(found)), share


def write_weights(path: Path, table: WeightsFile) -> None:
    """Write the table, the heaviest facts of each kind first."""
    kinds = ("rule", "type", "doubt", "connective")
    weights = table.weights
    names = sorted(
        weights,
        key=lambda n: (kinds.index(n.split()[0]) if n.split()[0] in kinds else 9, -weights[n]),
    )
    row = {**table.model_dump(), "weights": {n: weights[n] for n in names}}
    head = "# yaml-language-server: $schema=schema/weights.json\n"
    text = head + yaml.safe_dump(row, sort_keys=False, allow_unicode=True, width=100)
    write_whole(path, text.encode())
