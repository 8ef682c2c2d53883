"""A model of the user's own as a filter: what it does not call entailed is dropped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from disco import Pair, UsageError
from disco.entailment import Entailment
from disco.jobs.refine import Reason, Refined
from tests.common import Run, rows_of
from tests.models.conftest import PAIRS, entailing


@pytest.mark.parametrize(
    ("labels", "kept"),
    [(["ENTAILMENT", "NEUTRAL", "CONTRADICTION"], 20), (["contradiction", "entailment"], 0)],
)
def test_the_command(labels: list[str], kept: int, tmp_path: Path, run_disco: Run) -> None:
    entailing(tmp_path / "nli", labels)
    rows = [{"long": pair[0], "split": pair[1:]} for pair in PAIRS]
    rows.append({"long": PAIRS[0][0], "split": ["A ship sank off Norway.", "No one survived."]})
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    files = ["-o", "kept.jsonl", "--rejects", "dropped.jsonl"]
    done = run_disco("refine", "pairs.jsonl", *files, "--nli", "nli", "--device", "cpu")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "kept.jsonl").read_text().splitlines()) == kept
    dropped = rows_of(tmp_path / "dropped.jsonl")
    reasons = [row["reasons"] for row in dropped]
    assert all("entailment" not in r["filter"] for r in reasons[-1])  # no need to ask
    assert all(r[0]["filter"] == "entailment" for r in reasons[:-1])
    if not kept:
        assert reasons[0][0]["detail"] == _both("0.05")
        assert "entailment     20" in done.stderr


def _both(likely: str) -> str:
    return "; ".join(f"sentence {number} of the split: {likely}" for number in (1, 2))


def test_the_threshold_decides(tmp_path: Path) -> None:
    model = Entailment(str(entailing(tmp_path / "nli", ["entailment", "other"])))
    (likely,) = model.of([PAIRS[0][:2]])
    assert likely == pytest.approx(0.9526, abs=1e-3)  # 1 / (1 + exp(-3))
    pair = Refined(Pair("p", PAIRS[0][0], PAIRS[0][1:]))
    assert [found.reasons for found in model.check([pair], 0.9)] == [()]
    ((first,),) = [found.reasons for found in model.check([pair], 0.99)]
    assert first == Reason("entailment", _both("0.95"))


def test_models_that_do_not_serve(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none of its labels is 'entailment': good, bad"):
        Entailment(str(entailing(tmp_path / "nli", ["good", "bad"])))
    with pytest.raises(UsageError, match="nowhere: "):
        Entailment(str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="cuda9"):
        Entailment(str(tmp_path / "nli"), "cuda9")
