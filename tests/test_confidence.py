"""Confidence: what it is made of, what it lets through, and the bank that it is fitted on."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from disco import Engine, Options, UsageError, _paths
from disco._schema_errors import read_as
from disco.corpus.bank import (
    Judged,
    at_hand,
    hashed,
    look_up,
    look_up_unseen,
    read_bank,
    reliability,
    write_weights,
)
from disco.corpus.rewritten import unfused
from disco.draft.example import Example
from disco.jobs.judge import Judge
from disco.jobs.weigh import Sample, held_out, weigh
from disco.rules import load_rulebook
from disco.rules.splitting import SPLIT
from disco.rules.weights import WeightsFile, weights
from disco.text.documents import Document, units_of
from tests.common import Run

CLEAN = "It rained all night, but nobody in Leeds complained."
DOUBTFUL = "The owners will close the mill before the storm reaches the town."
UNBALANCED = "It rained all (night, but nobody in Leeds complained."


def _examples(engine: Engine, text: str, **options: object) -> dict[str, float | None]:
    chosen = Options(**options)  # type: ignore[arg-type]
    own = Engine(engine.nlp, engine.rules, chosen, engine.coreference)
    return {e.rule: e.confidence for e in own.unfuse(text)}


def test_an_example_says_how_sure_it_is(engine: Engine) -> None:
    (example,) = engine.unfuse(CLEAN)
    assert example.confidence is not None
    assert example.confidence >= Options().min_confidence  # type: ignore[operator]
    assert example.doubts == ()
    assert example.to_dict()["confidence"] == example.confidence


def test_more_is_written_where_less_is_asked(engine: Engine) -> None:
    counts = [
        len(_examples(engine, DOUBTFUL + " " + CLEAN, min_confidence=c)) for c in (0, 0.75, 1)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1] > counts[2] == 0


def test_a_doubt_lowers_confidence(engine: Engine) -> None:
    own = Engine(engine.nlp, engine.rules, Options(min_confidence=0), engine.coreference)
    doubted = [e for e in own.unfuse(DOUBTFUL) if e.doubts]
    assert doubted
    assert all((e.confidence or 0) < 0.75 for e in doubted)


def test_from_nothing_on_no_doubt_refuses() -> None:
    """Not even one of a rule of which nobody has judged an output."""
    rule = load_rulebook().unfuse.rules[0].model_copy(update={"id": "mine.rule", "good": None})
    assert [Judge(least).weighs(rule) for least in (None, 0.5, 0.0)] == [False, False, True]


def test_what_is_broken_is_refused_at_any_confidence(engine: Engine) -> None:
    assert _examples(engine, UNBALANCED, min_confidence=0) == {}


def test_without_a_least_every_doubt_refuses(engine: Engine) -> None:
    assert _examples(engine, DOUBTFUL, min_confidence=None) == {}


def test_an_unknown_rule_has_no_weight() -> None:
    assert weights().knows("s_coord.conjunction")
    assert not weights().knows("rule.of_a_user")


def test_a_rule_that_nobody_has_judged_says_how_good_it_is(engine: Engine) -> None:
    text = "She met Arne, whose opera she admired."
    assert _examples(engine, text, min_confidence=0.5) == {"relative.whose_object": 0.6}
    assert _examples(engine, text) == {}


def test_each_rule_of_ours_that_writes_has_been_read(engine: Engine) -> None:
    unread = {r.id for r in engine.rules.unfuse.rules if not weights().knows(r.id) and not r.good}
    assert {rule.rpartition(".")[2] for rule in unread} == {"surface"}


def test_weights_tell_the_good_from_the_bad() -> None:
    chance = random.Random(1)
    bank = []
    for number in range(2_000):
        bad = number % 2 == 0
        facts = {"rule a": 1.0, "length": chance.random()} | ({"doubt x": 1.0} if bad else {})
        bank.append(Sample(str(number), facts, chance.random() < (0.3 if bad else 0.9)))
    fit = weigh(bank)
    assert fit.weights["doubt x"] < -1
    assert abs(fit.confidence({"rule a": 1.0, "length": 0.5}) - 0.9) < 0.06
    table = list(reliability(held_out(bank), [j.good for j in bank]))
    assert sum(int(row[1]) for row in table) > 1_500


def test_the_bank_finds_what_is_still_written(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(CLEAN + "\n")
    (example,) = engine.unfuse(CLEAN)
    outputs = (example.incoherent_first_sentence, example.incoherent_second_sentence)
    kept = Judged(
        "1", "t.txt", "t-0", 0, example.rule, example.discourse_type, True,
        hashed(CLEAN), hashed(*outputs),
    )  # fmt: skip
    gone = Judged(
        "2", "t.txt", "t-0", 0, example.rule, example.discourse_type, False,
        hashed(CLEAN), hashed("It rained.", "Nobody complained."),
    )  # fmt: skip
    bank = tmp_path / "bank.jsonl"
    bank.write_text("".join(json.dumps(asdict(j)) + "\n" for j in (kept, gone)))
    found = {f.judged.id: f for f in look_up(engine, read_bank([bank]), [tmp_path])}
    assert found["1"].written
    assert found["1"].facts
    assert not found["2"].written
    twice = [kept, replace(kept, id="3", good=False)]  # by another reader
    assert [f.judged.good for f in look_up(engine, twice, [tmp_path]) if f.written] == [True, False]
    with pytest.raises(UsageError, match=r"no t\.txt"):
        list(look_up(engine, read_bank([bank]), [tmp_path / "none"]))
    with pytest.raises(UsageError, match=r"no t\.txt"):
        at_hand(read_bank([bank]), [tmp_path / "none"])
    one, *others = read_bank([bank])
    there = [replace(one, file="u.txt"), one, *others]
    assert at_hand(there, [tmp_path]) == ([one, *others], ["u.txt"])


def test_the_bank_knows_steps_of_splitting_too(engine: Engine, tmp_path: Path) -> None:
    text = "Robert Hale (born 9 May 1954 in Leeds) is a painter."
    (tmp_path / "t.txt").write_text(text + "\n")
    (row,) = engine.split(text)
    (rule,) = row.propositions[0].rules
    step = Judged(
        "1", "t.txt", "t-0", 0, rule, SPLIT, True, hashed(text), hashed(*row.split)
    )  # fmt: skip
    (tmp_path / "bank.jsonl").write_text(json.dumps(asdict(step)) + "\n")
    (found,) = look_up(engine, read_bank([tmp_path / "bank.jsonl"]), [tmp_path])
    assert found.example is not None
    assert found.example.confidence == row.propositions[0].confidence


def test_a_text_is_ranked_by_the_trees_that_have_not_seen_it(
    engine: Engine, tmp_path: Path
) -> None:
    first, second = "Robert Hale left Leeds in 1901.", "He opened a mill in York."
    (tmp_path / "t.txt").write_text(f"{first} {second}\n\n{first} {second}\n")
    outputs = (first, "Robert Hale opened a mill in York.")
    bank = [
        Judged(
            name, "t.txt", name, 0, "anaphora", "PAIR_ANAPHORA", True,
            hashed(first, second), hashed(*outputs),
        )
        for name in ("t-0", "t-1")
    ]  # fmt: skip
    with np.load(_paths.coref_weights()) as file:
        ignorant = {**file, "value": np.zeros_like(file["value"]), "start": np.float32(-9)}
    np.savez_compressed(tmp_path / "0.npz", **ignorant)
    (tmp_path / "folds.json").write_text(json.dumps({"t.txt:t-0": 0}))
    found = {f.judged.id: f for f in look_up_unseen(engine, bank, [tmp_path], tmp_path)}
    assert not found["t-0"].written
    assert found["t-1"].written
    with pytest.raises(UsageError, match="no folds of coreference trees"):
        list(look_up_unseen(engine, bank, [tmp_path], tmp_path / "none"))


def test_a_file_that_is_no_bank(tmp_path: Path) -> None:
    (tmp_path / "bank.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(UsageError, match="no bank of judged examples"):
        read_bank([tmp_path / "bank.jsonl"])


def test_our_bank_holds_no_sentence() -> None:
    bank = read_bank((Path(__file__).parent.parent / "benchmarks" / "judged").glob("*.jsonl"))
    assert len(bank) > 20_000
    assert {len(text) for judged in bank for text in (judged.source, judged.outputs)} == {16}


def test_a_bank_is_found_by_the_same_hashes_ever_after() -> None:
    assert hashed("The mill, burned.", "Ann's OLD dog left!") == "346823bfb9f680ee"


def test_reliability_shows_the_share_of_good_ones() -> None:
    found = list(reliability([0.35, 0.95, 1.0, 0.1], [True, True, False, True]))
    assert found == [("0.3 to 0.4", "1", "100"), ("0.9 to 1.0", "2", "50")]


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    given = {"verb go": -1.0, "rule a": 0.25, "doubt x": -2.0}
    table = WeightsFile(about="a", start=0.5, weights=given)
    write_weights(tmp_path / "w.yaml", table)
    assert read_as(WeightsFile, tmp_path / "w.yaml") == table


def test_what_is_refused_is_looked_up_too(engine: Engine, tmp_path: Path) -> None:
    text = "Open workouts are held every Sunday unless the gym is closed for a holiday."
    (tmp_path / "t.txt").write_text(text + "\n")
    own = Engine(engine.nlp, engine.rules, Options(gate=False), engine.coreference)
    example = next(e for e in own.unfuse(text) if e.rule == "inner.clause")
    (found,) = look_up(engine, [_judged(0, example, good=False)], [tmp_path])
    assert found.example is not None
    assert found.example.refused
    assert not found.written


def _judged(number: int, example: Example, *, good: bool) -> Judged:
    """A verdict on an example of the paragraph of that number in ``t.txt``."""
    return Judged(
        str(number), "t.txt", f"t-{number}", 0, example.rule, example.discourse_type, good,
        hashed(*example.sources), hashed(*example.outputs),
    )  # fmt: skip


def test_held_out_weights_have_not_seen_the_source() -> None:
    bank = [
        Sample(f"s{n % 40}", {"rule a": 1.0, f"word {n % 40}": 1.0, "noise": float(n)}, n % 40 < 20)
        for n in range(1_200)
    ]
    unseen, seen = held_out(bank), [weigh(bank).confidence(judged.facts) for judged in bank]
    assert max(seen) - min(seen) > 0.5
    assert max(unseen) - min(unseen) < 0.3


def test_a_fact_that_was_seen_too_seldom_is_not_weighed() -> None:
    def facts(n: int) -> dict[str, float]:
        return {"rule a": 1.0, **({"rare": 1.0} if n < 11 else {"often": 1.0} if n > 20 else {})}

    fit = weigh([Sample(str(n), facts(n), n < 11) for n in range(200)])
    assert "rare" not in fit.weights
    assert "often" in fit.weights


def test_numbers_that_are_all_the_same_tell_nothing() -> None:
    facts = {"rule a": 1.0, "length of source": float(np.log(13))}
    fit = weigh([Sample(str(n), facts, n % 10 == 0) for n in range(120)])
    assert fit.confidence(facts) == pytest.approx(0.1, abs=0.05)


def _told(engine: Engine, text: str) -> list[tuple[Example, dict[str, float]]]:
    """All that the rules write of a text, refused or not, with its facts."""
    return list(unfused(engine, units_of(Document("text", text=text))))


def test_the_facts_of_an_example(engine: Engine) -> None:
    told = _told(engine, "Ann Lee, who sang well, left early.")
    facts = next(f for e, f in told if e.rule == "relative.subject")
    wanted = {
        "rule relative.subject": 1.0,
        "connective none": 1.0,
        "doubts": 0.0,
        "length of source": np.log(10),
        "length of first": np.log(5),
        "inserted in first": 0.0,
        "inserted in second": 3.0,
        "name in first": 2.0,
        "top ROOT in first": 1.0,
        "top relcl in second": 1.0,
        "verb sing in second of relative": 1.0,
        "opens with VERB in second": 1.0,
        "goes on with VERB in first": 1.0,
        "goes on in first": np.log(4),
        "copied": 2.0,
        "copies nsubj of relative": 1.0,
        "copied from afar": np.log(4),
        "nouns between": 1.0,
    }
    assert {name: facts.get(name) for name in wanted} == pytest.approx(wanted)
    assert not {"name in second", "subject in second"} & facts.keys()
    assert 0 < facts["unsure of first"] < facts["unsure of source"] < 1


def test_a_doubt_counts_by_itself_and_for_its_rule(engine: Engine) -> None:
    text = "The owners will close the mill , because the storm reaches the town."
    facts = next(f for e, f in _told(engine, text) if e.connective_string)
    assert facts["mill before connective of inner"] == facts["first cut before ,"] == 1.0
    text = "The owners will close the mill before the storm reaches the town."
    example, facts = next((e, f) for e, f in _told(engine, text) if e.doubts)
    for doubt in (d.rpartition(".")[2] for d in example.doubts):
        assert facts[f"doubt {doubt}"] == facts[f"doubt {example.rule} {doubt}"] == 1.0


def test_the_command_weighs_a_bank(run_disco: Run, engine: Engine, tmp_path: Path) -> None:
    texts = [
        f"The mill number {n} burned in March, but the owners of it left in May."
        for n in range(120)
    ]
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "t.txt").write_text("\n\n".join(texts) + "\n")
    examples = [
        next(e for e in engine.unfuse(text) if e.rule == "s_coord.conjunction") for text in texts
    ]
    rows = [asdict(_judged(n, each, good=n % 10 != 0)) for n, each in enumerate(examples)]
    (tmp_path / "bank.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    weighing = ("rules", "weigh", "bank.jsonl", "--texts", "texts", "-o")
    done = run_disco(*weighing, "w.yaml")
    assert done.returncode == 0
    shown = [line.split() for line in done.stdout.splitlines() if " to " in line]
    counts = [(int(row[-2]), int(row[-1])) for row in shown]
    assert sum(read for read, _ in counts) == 120
    assert sum(read * good for read, good in counts) / 120 == pytest.approx(90, abs=1)
    assert shown[-1][0] == "0.9"
    table = read_as(WeightsFile, tmp_path / "w.yaml")
    assert table.knows("s_coord.conjunction")
    done = run_disco(*weighing, "v.yaml", "--folds", "nowhere")
    assert (done.returncode, "nowhere: no folds of" in done.stderr) == (2, True)
    done = run_disco(*weighing, "v.yaml", "--split")
    assert done.returncode == 2
    assert "the bank has no verdicts of this kind" in done.stderr
