"""SARI by hand: each case is counted out on unigrams to 4-grams, as the comments say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from disco.corpus import Intake, read_predictions
from disco.scores.fusions import Scored, sari, sari_xu, scores_of
from tests.common import OF_DISCOFUSE

# for sentences of n tokens an n-gram order above n has no grams at all: 0/0 throughout
CASES = [
    # prediction, reference and source the same: all is kept, nothing added or deleted
    ("a b c d", "a b c d", "a b c d", 100.0, 100 / 3),
    # the prediction is the reference: every set is right, and none is empty
    ("a b c d", "a b c e", "a b c e", 100.0, 100.0 * (11 / 12)),
    # nothing in common: kept 0/0 = 1 (source and reference share nothing), added 0, deleted 1
    ("a", "b", "c", 100 * (2 / 3 + 3) / 4, 100 * (0 + 0 + 1) / 3 / 4),
    # one word, copied, where another was wanted: kept 0 (1 made, 0 wanted), added 0 (0/0 made,
    # but 1 wanted: precision 1, recall 0), deleted 0; orders 2 to 4 are empty: 1
    ("a", "a", "b", 100 * 3 / 4, 0.0),
    # one word replaced as wanted: kept 0/0, added 1, deleted 1
    ("a", "b", "b", 100.0, 100 * (0 + 1 + 1) / 3 / 4),
    # the copy of two words where the second was to go: unigrams kept 2 of which 1 wanted (P 1/2,
    # R 1: F 2/3), added 0/0 = 1, deleted P 1, R 0: 0; bigrams kept 1 made, 0 wanted: 0, added 1,
    # deleted 0; orders 3 and 4 empty
    ("a b", "a b", "a", 100 * ((2 / 3 + 1 + 0) / 3 + (0 + 1 + 0) / 3 + 2) / 4, None),
    # the second word went, as wanted
    ("a b", "a", "a", 100.0, 100 * ((1 + 0 + 1) / 3 + (0 + 0 + 1) / 3) / 4),
    # a word too many: unigrams kept 1, added P 0: 0, deleted 1; bigrams: source has none
    ("a", "a b", "a", 100 * ((1 + 0 + 1) / 3 + (1 + 0 + 1) / 3 + 2) / 4, 100 * (1 / 3) / 4),
    # a word too few: unigrams kept 1, added 0, deleted 1; bigrams added 0
    ("a", "a", "a b", 100 * ((1 + 0 + 1) / 3 + (1 + 0 + 1) / 3 + 2) / 4, 100 * (1 / 3) / 4),
    # half of what was to be added: P 1, R 1/2: F 2/3; the bigrams made and wanted differ
    ("a", "a b", "a b c", None, 100 * ((1 + 2 / 3 + 0) / 3 + (0 + 2 / 3 + 0) / 3 + 0) / 4),
    # twice the same word kept once: 1 of 2 deleted as wanted, all counts are of occurrences
    ("a a", "a", "a", 100.0, None),
    # empty prediction: kept P 1, R 0: 0; added 1; deleted P 0: 0
    ("a", "", "a", 100 * ((0 + 1 + 0) / 3 + 3) / 4, 0.0),
]


@pytest.mark.parametrize(("source", "prediction", "reference", "ours", "theirs"), CASES)
def test_sari_by_hand(
    source: str, prediction: str, reference: str, ours: float | None, theirs: float | None
) -> None:
    if ours is not None:
        assert sari(source, prediction, reference) == pytest.approx(ours)
    if theirs is not None:
        assert sari_xu(source, prediction, reference) == pytest.approx(theirs)


def test_scores_are_means() -> None:
    rows = [Scored("a b", "a b c d", "a b c d"), Scored("a b", "a b", "a b c d")]
    found = scores_of(rows)
    assert found.exact == 50
    assert found.sari == pytest.approx(
        sum(sari(r.source, r.prediction, r.reference) for r in rows) / 2
    )
    assert 0 < found.bleu < 100
    assert scores_of(rows[:1]).bleu == pytest.approx(100)


def test_a_fused_row_is_scored_whole(tmp_path: Path) -> None:
    row = {**OF_DISCOFUSE, "fused": "It rained. They left.", "discourse_type": "PAIR_CONN"}
    (tmp_path / "a.jsonl").write_text(json.dumps(row) + "\n")
    (found,) = read_predictions([tmp_path / "a.jsonl"], Intake())
    said = "It rained. They left."
    assert found == Scored(said, said, "It rained. However, they left.", "PAIR_CONN")
