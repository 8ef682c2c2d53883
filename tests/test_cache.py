"""Parses kept on disk: the output stays the same, and nothing is parsed twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import disco
from disco.jobs.options import Options
from disco.jobs.unfuse import Unfuser
from disco.rules import UnfuseRule
from disco.text.documents import Document
from tests.common import Run

TEXTS = [
    "The mill burned in March, but the town rebuilt it. However, Ann Lee left Leeds.",
    "Ann Lee was born in York in 1950. She moved to Leeds because the mill paid well.",
    "",
    "Born in 1950, he moved to Leeds, where the mill burned.",
    "The price of bread may reach $12, which is more than in 1901.",
]
DOCUMENTS = [Document(str(n), text=text) for n, text in enumerate(TEXTS)]
CHANGED = """\
job: unfuse
phenomenon: sentence coordination
about: Two sentences joined by a conjunction, none of which is written any more.
rules:
  - id: s_coord.conjunction
    extends: s_coord.conjunction
    require: [{is: {token: conj, lower: zounds}}]
    examples: [{text: "The mill burned in March, but the town rebuilt it.", none: no such word}]
"""
GIVEN = Document("s", sentences=("The mill of St. John burned.", "However, Ann left."))
WITH_SENTENCES = [*DOCUMENTS, GIVEN]


def _no_parse(*_: Any, **__: Any) -> Any:
    raise AssertionError("parsed again")


def test_the_second_run_does_not_parse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = list(disco.load().unfuse_many(WITH_SENTENCES))
    assert {e.discourse_type for e in wanted} >= {"PAIR_ANAPHORA", "SINGLE_S_COORD"}
    engine = disco.load(cache=tmp_path / "kept")
    assert list(engine.unfuse_many(WITH_SENTENCES)) == wanted
    propositions = list(engine.split_many(WITH_SENTENCES))
    assert [row.split for row in propositions][-3:-2] == [(TEXTS[-1],)]
    again = disco.load(cache=tmp_path / "kept", types="PAIR_*")
    assert again.coreference is not None
    monkeypatch.setattr(again.nlp, "pipe", _no_parse)
    monkeypatch.setattr(type(again.coreference), "__call__", _no_parse)
    pairs = [e.to_columns() for e in wanted if e.discourse_type.startswith("PAIR_")]
    assert [e.to_columns() for e in again.unfuse_many(WITH_SENTENCES)] == pairs
    assert list(again.split_many(WITH_SENTENCES)) == propositions


def test_one_folder_for_runs_that_differ(tmp_path: Path) -> None:
    """What is kept for one way to parse, or to ask the rules, is not taken for another."""
    text = "The old mill, which stood by the river in Leeds, burned in March."
    as_given = Document("s", sentences=(text, "However, Ann left. She came back."))
    plain = [Document("p", text=" ".join(as_given.sentences)), as_given]

    def made(**options: Any) -> list[Any]:
        engine = disco.load(options=Options(**options.pop("chosen", {})), **options)
        refused: list[Any] = []
        written = list(engine.unfuse_many(plain)), list(engine.split_many(plain))
        again = list(engine.unfuse_many(plain, refused=refused.append))
        return [*written, again, refused]

    for chosen in ({}, {"fine": True}, {"min_tokens": 9}):
        assert made(cache=tmp_path / "kept", chosen=chosen) == made(chosen=chosen)


def test_other_texts_and_other_coreference_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = disco.load(cache=tmp_path)
    list(engine.unfuse_many(DOCUMENTS))
    without = disco.load(cache=tmp_path, coref=None)
    for other, texts in ((engine, DOCUMENTS[1:]), (without, DOCUMENTS)):
        with monkeypatch.context() as patched:
            patched.setattr(other.nlp, "pipe", _no_parse)
            with pytest.raises(AssertionError, match="parsed again"):
                list(other.unfuse_many(texts))


def test_only_rules_that_have_changed_are_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path / "own.yaml"
    changed.write_text(CHANGED)
    kept = tmp_path / "kept"
    list(disco.load(cache=kept).unfuse_many(DOCUMENTS))
    asked: set[str] = set()
    real = Unfuser._found_by

    def seen(self: Unfuser, rule: UnfuseRule, *more: Any) -> Any:
        asked.add(rule.id)
        return real(self, rule, *more)

    monkeypatch.setattr(Unfuser, "_found_by", seen)
    wanted = list(disco.load(rules=changed).unfuse_many(DOCUMENTS))
    assert "pair.opening" in asked
    for again in ({"s_coord.conjunction", "s_coord.list"}, set()):  # the second extends the first
        asked.clear()
        found = list(disco.load(rules=changed, cache=kept).unfuse_many(DOCUMENTS))
        assert found == wanted
        assert asked == again
    assert "SINGLE_S_COORD" not in {e.discourse_type for e in wanted}
    asked.clear()
    list(disco.load(rules=changed, cache=kept, options=Options(min_tokens=5)).unfuse(TEXTS[0]))
    assert len(asked) > 20


def test_a_broken_file_is_made_anew(tmp_path: Path) -> None:
    engine = disco.load(cache=tmp_path)
    wanted = list(engine.unfuse_many(DOCUMENTS))
    paths = [path for kind in ("*.docs", "*.rules") for path in tmp_path.rglob(kind)]
    whole = [path.read_bytes() for path in paths]
    assert len(whole) == 2
    for broken in ((b"", b""), (whole[0][:-40], whole[1][:-4]), (whole[1], whole[0])):
        for path, content in zip(paths, broken, strict=True):
            path.write_bytes(content)
        assert list(engine.unfuse_many(DOCUMENTS)) == wanted
        assert [path.read_bytes() for path in paths] == whole


def test_a_folder_that_cannot_be_read_is_no_text_that_failed(
    run_disco: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("\n\n".join(f"The mill burned in May {n}." for n in range(40)))
    assert run_disco("unfuse", "a.txt", "--cache", "c", "-o", "o.jsonl").returncode == 0
    for kept in (tmp_path / "c").rglob("*.docs"):
        kept.unlink()
        kept.mkdir()  # what stands there is no file any more
    for number in ("1", "2"):
        done = run_disco("unfuse", "a.txt", "--cache", "c", "-o", "o.jsonl", "-j", number)
        assert done.returncode == 1
        assert ".docs: cannot be read: Is a directory" in done.stderr
        assert not (tmp_path / "o.failed.jsonl").exists()


@pytest.mark.slow
def test_on_the_command_line(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n\n".join(TEXTS))
    for name, more in (
        ("plain", ()),
        ("first", ("--cache", "kept")),
        ("second", ("--cache", "kept", "--shard-size", "99")),
    ):
        done = run_disco("unfuse", "in.txt", "-q", *more, "-o", f"{name}.jsonl")
        assert (done.returncode, done.stderr) == (0, "")
    plain = (tmp_path / "plain.jsonl").read_bytes()
    assert plain
    assert (tmp_path / "first.jsonl").read_bytes() == plain
    assert (tmp_path / "second-00000-of-00001.jsonl").read_bytes() == plain
    assert len(list((tmp_path / "kept").rglob("*.docs"))) == 1
    done = run_disco("unfuse", "in.txt", "--cache", "in.txt", "-j", "1")
    assert done.returncode == 2
    assert "in.txt: cannot keep parses there" in done.stderr
