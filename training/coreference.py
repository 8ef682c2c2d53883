"""Train the trees of ``disco/coref/trees.npz``.

    pip install scikit-learn
    python training/coreference.py CHAINS.jsonl --gap GAP.tsv --texts FOLDER
    python training/coreference.py CHAINS.jsonl --gap GAP.tsv --texts FOLDER --folds 5 --out folds/

CHAINS holds texts with all their coreference chains, a JSON object a line: ``id``, ``genre``,
``text`` and ``mentions`` as ``[start, end, chain]`` in characters. LitBank (``genre: litbank``)
has chains of people and places alone, so that an *it* without a chain says nothing there. GAP is a
file of the GAP data set (Webster et al. 2018). FOLDER has the texts that
``training/pronouns.jsonl`` speaks of, where each row is a pronoun that a reader has judged: its
file, document and place, and the places of the heads of all that stand for the same among what is
said before it. With ``--folds`` each set of trees is trained without a part of the documents, so
that what is measured on these is measured on texts that the trees have not seen: ``folds/0.npz``
has not seen the documents that ``folds/folds.json`` maps to 0, by file and name.
Two runs give the same trees. Those that are shipped have seen 610 judged pronouns more, in texts
that ``benchmarks/texts.py`` cannot make again.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from spacy.language import Language
from spacy.tokens import Doc

from disco import _paths
from disco.coref.features import questions
from disco.coref.mentions import Mention
from disco.corpus.intake import Intake
from disco.corpus.read import read_units
from disco.english.facts import GENDERS
from disco.language import load_language

_GAP_WEIGHT = 2.0  # a GAP row: two names that both could be meant, which is the hard case
_JUDGED_WEIGHT = 2.0  # a judged pronoun: of texts like those that are unfused, which chains are not
_NOVEL_WEIGHT = 0.15  # a pronoun of LitBank: there are many, and novels are a world of their own
_JUDGED = Path(__file__).with_name("pronouns.jsonl")


@dataclass(frozen=True, slots=True)
class Answered:
    """The rows of one question, and for each of them whether it is the right one."""

    document: str
    rows: NDArray[np.float32]
    right: NDArray[np.bool_]
    weight: float = 1.0


def of_chains(file: str, rows: Sequence[dict[str, Any]], docs: Iterator[Doc]) -> Iterator[Answered]:
    """Every anaphor of texts of a file whose chains are known."""
    for row, doc in zip(rows, docs, strict=True):
        chains: dict[int, set[Any]] = defaultdict(set)
        for start, end, chain in row["mentions"]:
            span = doc.char_span(start, end, alignment_mode="expand")
            if span is not None:
                chains[span.root.i].add(chain)
        novel = row["genre"] == "litbank"
        for asked in questions(doc):
            mine = chains[asked.anaphor.i]
            if novel and not mine and asked.anaphor.gender not in GENDERS:
                continue  # a thing, of which LitBank has no chain
            right = np.array([bool(mine & chains[c.i]) for c in asked.candidates])
            weight = _NOVEL_WEIGHT if novel else 1.0
            yield Answered(f"{file}:{row['id']}", asked.rows, right, weight)


def of_gap(rows: Sequence[dict[str, str]], docs: Iterator[Doc]) -> Iterator[Answered]:
    """The one pronoun of each GAP row; of its candidates only the two names that are judged."""
    for row, doc in zip(rows, docs, strict=True):
        for asked in questions(doc):
            if asked.anaphor.token.idx != int(row["Pronoun-offset"]):
                continue
            told = [_judged(row, c) for c in asked.candidates]
            known = np.array([t is not None for t in told])
            right = np.array(told)[known].astype(bool)
            yield Answered(row["ID"], asked.rows[known], right, _GAP_WEIGHT)


def _judged(row: dict[str, str], candidate: Mention) -> bool | None:
    """Whether GAP says that the pronoun means the candidate; None where it does not say."""
    found = []
    for side in "AB":
        name, start = row[side], int(row[f"{side}-offset"])
        inside = start <= candidate.token.idx < start + len(name)
        if inside or (
            candidate.token.pos_ == "PROPN" and candidate.names & set(name.lower().split())
        ):
            found.append(row[f"{side}-coref"].upper() == "TRUE")
    return any(found) if found else None


def of_judged(judged: Path, folder: Path, nlp: Language) -> Iterator[Answered]:
    """Pronouns that readers have judged, in the texts of a folder."""
    right: dict[str, dict[str, dict[int, set[int]]]] = {}
    with judged.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            of_document = right.setdefault(row["file"], {}).setdefault(row["document"], {})
            of_document[row["offset"]] = set(row["right"])
    for name, documents in right.items():
        units = [u for u in read_units([folder / name], Intake()) if u.document in documents]
        for unit, doc in zip(units, nlp.pipe(u.text for u in units), strict=True):
            answers = documents[unit.document]
            for asked in questions(doc):
                meant = answers.get(unit.place(asked.anaphor.token.idx))
                if meant is not None:
                    places = (unit.place(c.token.idx) for c in asked.candidates)
                    found = np.array([place in meant for place in places])
                    yield Answered(f"{name}:{unit.document}", asked.rows, found, _JUDGED_WEIGHT)


def trained(data: list[Answered]) -> dict[str, Any]:
    """The trees as arrays: feature, threshold, children and value of each node."""
    model = HistGradientBoostingClassifier(
        max_iter=800,
        learning_rate=0.03,
        max_leaf_nodes=31,
        max_features=0.2,
        l2_regularization=1.0,
        min_samples_leaf=30,
        early_stopping=False,
        random_state=0,
    )
    weights = np.concatenate([np.full(len(d.right), d.weight) for d in data])
    rows = np.concatenate([d.rows for d in data])
    model.fit(rows, np.concatenate([d.right for d in data]), sample_weight=weights)
    trees = [stage[0].nodes for stage in model._predictors]
    shape = len(trees), max(map(len, trees))
    arrays: dict[str, NDArray[Any]] = {
        "feature": np.zeros(shape, np.int16),
        "threshold": np.zeros(shape, np.float32),
        "children": np.zeros((*shape, 2), np.int16),
        "value": np.zeros(shape, np.float32),
        "start": np.array(model._baseline_prediction.item(), np.float32),
    }
    for t, nodes in enumerate(trees):
        for n, node in enumerate(nodes):
            leaf = bool(node["is_leaf"])
            arrays["feature"][t, n] = 0 if leaf else node["feature_idx"]
            arrays["threshold"][t, n] = node["num_threshold"]
            arrays["children"][t, n] = (n, n) if leaf else (node["left"], node["right"])
            arrays["value"][t, n] = node["value"] if leaf else 0.0
    return arrays


def main(
    chains: Path,
    gap: Annotated[Path | None, typer.Option()] = None,
    texts: Annotated[Path | None, typer.Option(help="The texts of judged pronouns.")] = None,
    folds: Annotated[int, typer.Option(help="Sets of trees, each without a part.")] = 0,
    out: Annotated[Path | None, typer.Option()] = None,
) -> None:
    if folds and out is None:
        raise typer.BadParameter("with --folds, name a folder with --out")
    nlp = load_language()
    with chains.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    data = list(of_chains(chains.name, rows, nlp.pipe(row["text"] for row in rows)))
    if gap is not None:
        with gap.open(encoding="utf-8") as file:
            judged = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        data.extend(of_gap(judged, nlp.pipe(row["Text"] for row in judged)))
    if texts is not None:
        data.extend(of_judged(_JUDGED, texts, nlp))
    typer.echo(f"{len(data)} pronouns")
    if out is None or not folds:
        np.savez_compressed(out or _paths.coref_weights(), **trained(data))
        return
    out.mkdir(parents=True, exist_ok=True)
    documents = list(dict.fromkeys(d.document for d in data))
    fold = {document: n % folds for n, document in enumerate(documents)}
    (out / "folds.json").write_text(json.dumps(fold, indent=1), encoding="utf-8")
    for k in range(folds):
        np.savez_compressed(out / f"{k}.npz", **trained([d for d in data if fold[d.document] != k]))


if __name__ == "__main__":
    typer.run(main)
