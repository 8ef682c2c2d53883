"""How close a fused text is to the one wanted: exact match, SARI in both its definitions, BLEU."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

_LONGEST = 4
_TOKEN = regex.compile(r"\w+|[^\w\s]")
Grams = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Scored:
    """A prediction, what was wanted, what it was made of, and the type it is counted under."""

    source: str
    prediction: str
    reference: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Scores:
    """The means over some predictions, in percent; ``sari_xu`` is SARI as first published."""

    exact: float
    sari: float
    sari_xu: float
    bleu: float


def scores_of(predictions: Sequence[Scored]) -> Scores:
    """The scores of at least one prediction."""
    from sacrebleu.metrics.bleu import BLEU  # slow to load, and only this needs it

    texts = [(p.source, p.prediction, p.reference) for p in predictions]
    bleu = BLEU(force=True).corpus_score([p for _, p, _ in texts], [[r for _, _, r in texts]])
    return Scores(
        exact=_mean(100 * (_tokens(p) == _tokens(r)) for _, p, r in texts),
        sari=_mean(sari(*t) for t in texts),
        sari_xu=_mean(sari_xu(*t) for t in texts),
        bleu=min(bleu.score, 100.0),  # of equal texts a little more
    )


def sari(source: str, prediction: str, reference: str) -> float:
    """SARI as DiscoFuse has it: F1 of what is kept, added and deleted, and 0/0 is 1."""
    sides = [_tokens(t) for t in (source, prediction, reference)]
    parts = [_discofuse(*(_grams(side, n) for side in sides)) for n in range(1, _LONGEST + 1)]
    return 100 * _mean(sum(p) / 3 for p in parts)


def sari_xu(source: str, prediction: str, reference: str) -> float:
    """SARI as Xu et al. 2016 have it, for one reference: precision alone for what is deleted, sets
    for what is added, and 0/0 is 0."""
    return sari_of_many(source, prediction, [reference])


def sari_of_many(source: str, prediction: str, references: Sequence[str]) -> float:
    """The same for several references: what each of them has counts once for it, what the source
    and the prediction have as often as there are references."""
    times = len(references)
    parts = []
    for n in range(1, _LONGEST + 1):
        ours, made = (
            Counter({g: c * times for g, c in _grams(_tokens(t), n).items()})
            for t in (source, prediction)
        )
        wanted: Grams = Counter()
        for reference in references:
            wanted.update(_grams(_tokens(reference), n))
        parts.append(_xu(ours, made, wanted))
    return 100 * _mean(sum(p) / 3 for p in parts)


def _discofuse(source: Grams, prediction: Grams, reference: Grams) -> tuple[float, float, float]:
    kept, keep = source & prediction, source & reference
    added, add = prediction - source, reference - source
    deleted, delete = source - prediction, source - reference
    pairs = ((kept, keep), (added, add), (deleted, delete))
    return tuple(_f1(*_shares(a & b, a, b)) for a, b in pairs)  # type: ignore[return-value]


def _xu(source: Grams, prediction: Grams, reference: Grams) -> tuple[float, float, float]:
    kept, keep = source & prediction, source & reference
    good = kept & keep
    # each gram counts once, by the share of its occurrences that is right
    precision = _ratio(sum(good[g] / kept[g] for g in good), len(kept))
    recall = _ratio(sum(good[g] / keep[g] for g in good), len(keep))
    added, add = set(prediction) - set(source), set(reference) - set(source)
    both = len(added & add)
    deleted, delete = source - prediction, source - reference
    right = deleted & delete
    deletion = _ratio(sum(right[g] / deleted[g] for g in right), len(deleted))
    return _f1(precision, recall), _f1(_ratio(both, len(added)), _ratio(both, len(add))), deletion


def _shares(right: Grams, made: Grams, wanted: Grams) -> tuple[float, float]:
    total = right.total()
    return (
        total / made.total() if made else 1.0,
        total / wanted.total() if wanted else 1.0,
    )


def _f1(precision: float, recall: float) -> float:
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def _ratio(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _grams(tokens: Sequence[str], size: int) -> Grams:
    return Counter(tuple(tokens[i : i + size]) for i in range(len(tokens) - size + 1))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
