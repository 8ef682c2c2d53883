"""The real command line: what it reads and writes, and every kind of bad input."""

from __future__ import annotations

import functools
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import zstandard

import disco
from disco.cli.parts import kept
from disco.draft.example import COLUMNS
from tests.common import Run, rows_of

TEXT = "The mill burned in March, but the town rebuilt it. However, Ann Lee left Leeds.\n"
SPLIT = ("It rained, but they left.", "--split", "It rained.", "--split", "They left.")
TOPIC = ("--rule", "pronoun.topic")


def test_formats(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    for name in ("out.jsonl", "out.tsv", "out.parquet", "out.jsonl.gz", "out.jsonl.zst"):
        done = run_disco("unfuse", "in.txt", "-o", name)
        assert done.returncode == 0, done.stderr
    rows = rows_of(tmp_path / "out.jsonl")
    assert {r["discourse_type"] for r in rows} >= {"SINGLE_S_COORD", "PAIR_CONN"}
    assert set(COLUMNS) <= set(rows[0])
    header, *lines = (tmp_path / "out.tsv").read_text().splitlines()
    assert tuple(header.split("\t")) == COLUMNS
    assert len(lines) == len(rows)
    assert {line.split("\t")[6] for line in lines} <= {"0.0", "1.0"}
    table = pq.read_table(tmp_path / "out.parquet")
    assert tuple(table.column_names) == ("id", *COLUMNS, "rule", "confidence", "doubts", "refused")
    assert table.num_rows == len(rows)
    plain = (tmp_path / "out.jsonl").read_bytes()
    assert gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()) == plain
    with zstandard.open(tmp_path / "out.jsonl.zst", "rb") as stream:
        assert stream.read() == plain


def test_same_input_same_bytes(tmp_path: Path) -> None:
    """Whatever the order of sets and however the command is called."""
    (tmp_path / "in.txt").write_text(
        f"{TEXT}\nAnn Lee, a baker and singer, who left, met Tom.\n" * 3
    )
    ways = [sys.executable, "-m", "disco"], [str(Path(sys.executable).with_name("disco"))]
    for seed, way in enumerate(ways):
        command = [*way, "unfuse", "in.txt", "-q", "-j", "1", "-o", f"{seed}.jsonl.gz"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "0.jsonl.gz").read_bytes() == (tmp_path / "1.jsonl.gz").read_bytes()


def test_standard_input_to_standard_output(run_disco: Run) -> None:
    done = run_disco("unfuse", "-", "--types", "PAIR_*,SINGLE_S_COORD", stdin=TEXT)
    rows = rows_of(done.stdout)
    assert {r["discourse_type"] for r in rows} == {"SINGLE_S_COORD", "PAIR_CONN"}
    assert rows[0]["id"] == "stdin-0#1"
    assert "\x1b" not in done.stderr


def test_folders_globs_and_compressed_input(run_disco: Run, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    (folder / "b.txt.zst").write_bytes(zstandard.compress(TEXT.encode()))
    (folder / "c.jsonl").write_text(json.dumps({"id": 7, "body": TEXT, "more": 1}) + "\n")
    for arguments in (["texts"], ["texts/*.txt.*", "texts/c.jsonl"]):
        done = run_disco("unfuse", *arguments, "--text-field", "body", "-q")
        found = {json.loads(line)["document"] for line in done.stdout.splitlines()}
        assert found == {"a-0", "b-0", "7"}


def test_layouts(run_disco: Run, tmp_path: Path) -> None:
    lines = "The mill of St. John burned.\nHowever, Ann Lee left Leeds.\n\nBut Tom stayed.\n"
    (tmp_path / "in.txt").write_text(lines)
    done = run_disco("unfuse", "in.txt", "--layout", "sentences", "--types", "PAIR_CONN", "-q")
    (row,) = rows_of(done.stdout)
    assert row["coherent_second_sentence"] == "However, Ann Lee left Leeds."
    assert row["document"] == "in-0"
    done = run_disco("unfuse", "in.txt", "--types", "PAIR_CONN", "-q")
    assert not done.stdout  # the lines are paragraphs of one sentence each


def test_rejects_and_gate(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(
        "Open workouts are held every Sunday unless the gym is closed for a holiday.\n"
    )
    done = run_disco("unfuse", "in.txt", "--rejects", "no.jsonl", "-q")
    assert (done.returncode, done.stdout) == (0, "")
    (row,) = rows_of(tmp_path / "no.jsonl")
    assert (row["rule"], row["refused"]) == ("inner.clause", ["unless.condition"])
    assert row["id"] == "in-0#-1"
    said = run_disco("unfuse", "in.txt", "--min-tokens", "30", "--rejects", "no.jsonl").stderr
    (row,) = rows_of(tmp_path / "no.jsonl")  # one example, whatever speaks against it
    assert len(row["refused"]) > 1
    assert re.search(r"inner\.clause +0 +1 ", said)
    done = run_disco("unfuse", "in.txt", "--gate", "off", "-q")
    assert any(json.loads(line)["refused"] for line in done.stdout.splitlines())
    outputs = ("in.txt", "--gate", "off", "-o", "all.parquet", "-q")
    assert run_disco("unfuse", *outputs).returncode == 0
    table = pq.read_table(tmp_path / "all.parquet").to_pylist()
    assert ["unless.condition"] in [row["refused"] for row in table]


def test_the_version(run_disco: Run) -> None:
    assert run_disco("--version").stdout == f"disco {disco.__version__}\n"


def test_summary_and_silence(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    done = run_disco("unfuse", "in.txt", "-o", "out.jsonl")
    counted = [line.split() for line in done.stderr.splitlines()]
    assert done.stderr.startswith("2 examples of 2 sentences in 1 text, ")
    assert ["SINGLE_S_COORD", "1"] in counted
    assert ["s_coord.conjunction", "1"] in counted
    done = run_disco("unfuse", "in.txt", "-o", "out.jsonl", "-q")
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nothing.txt"], 2, "nothing.txt: no such file or folder"),
        (["empty"], 2, "empty: no text files"),
        (["in.txt", "--types", "SINGLE_RELATIVES"], 2, "did you mean 'SINGLE_RELATIVE'?"),
        (["in.txt", "--rules", "nowhere"], 2, "no such rule file or folder: nowhere"),
        (
            ["in.txt", "-o", "a.tsv", "--format", "jsonl"],
            2,
            "its ending says tsv, and --format jsonl",
        ),
        (["in.txt", "--format", "parquet"], 2, "name a file with -o"),
        (["in.txt", "--types", "pair_n*"], 2, "PAIR_NONE is written with --controls only"),
        (["in.txt", "--gate", "off", "-o", "out.tsv"], 2, "a tsv has no place for that"),
        (["in.txt", "--rejects", "no.tsv"], 2, "it may be .jsonl, .parquet"),
        (["in.txt", "-o", "missing/out.jsonl"], 2, "missing/out.jsonl: cannot be written"),
        (["in.txt", "-o", "empty"], 2, "empty: is a folder"),
        (["in.txt", "--model", "en_core_web_lg"], 1, "disco setup"),
        (["in.txt", "--coref", "coreferee"], 2, "coreferee's own model does not load"),
        (["in.txt", "--min-tokens", "0"], 2, "--min-tokens"),
        (["bad.txt", "--strict"], 1, "bad.txt:2: not UTF-8"),
        (["bad.jsonl", "--strict"], 1, "bad.jsonl:1: broken JSON"),
        (["torn.txt.gz"], 1, "torn.txt.gz: cannot be read to its end"),
    ],
)
def test_bad_input(
    run_disco: Run, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "in.txt").write_text(TEXT)
    (tmp_path / "bad.txt").write_bytes(TEXT.encode() + b"\xff\xfe\n")
    (tmp_path / "bad.jsonl").write_text("{nothing\n")
    (tmp_path / "torn.txt.gz").write_bytes(gzip.compress(TEXT.encode() * 50)[:60])
    before = set(tmp_path.iterdir())
    done = run_disco("unfuse", *arguments)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert set(tmp_path.iterdir()) == before


def test_bad_lines_are_skipped_counted_and_shown(run_disco: Run, tmp_path: Path) -> None:
    rows = [
        "{broken",
        '{"id": 1}',
        '{"sentences": "x"}',
        json.dumps({"text": [TEXT]}),
        "[]",
        "[]",
        json.dumps({"text": TEXT}),
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(rows) + "\n")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\x00" + TEXT.encode())
    done = run_disco("unfuse", "in.jsonl", "bytes.txt", "-o", "out.jsonl")
    assert done.returncode == 0
    assert len({r["document"] for r in rows_of(tmp_path / "out.jsonl")}) == 2
    for message in (
        "in.jsonl:1: broken JSON: Expecting property name enclosed in double quotes at column 2",
        "in.jsonl:2: no field 'text'",
        "in.jsonl:3: 'sentences' is not a list of strings",
        "in.jsonl:4: 'text' is not a string; a list of them belongs in 'sentences'",
        "in.jsonl:5: not a JSON object",
        "and 1 line more that cannot be read",
        "6 lines skipped",
        "1 line with wrong bytes",
    ):
        assert message in done.stderr


def test_choices_of_what_is_written(run_disco: Run, tmp_path: Path) -> None:
    text = "The café burned in March, but the owners rebuilt it. Ann\tLee (a baker) sold it in May."
    (tmp_path / "in.txt").write_text(text, encoding="utf-8")
    every = _chosen(run_disco)
    assert {row["rule"] for row in every} >= {"s_coord.conjunction", "apposition.in_brackets"}
    in_ascii = {row["rule"] for row in _chosen(run_disco, "--ascii-only")}
    assert in_ascii == {"apposition.in_brackets"}
    published = {row["rule"] for row in _chosen(run_disco, "--scope", "paper")}
    assert "s_coord.conjunction" in published
    assert "apposition.in_brackets" not in published
    (first, *_) = _chosen(run_disco, "--style", "tokenized", "--types", "SINGLE_S_COORD")
    assert first["incoherent_first_sentence"] == "The café burned in March ."
    done = run_disco("unfuse", "in.txt", "-q", "--format", "tsv", "--style", "natural")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert {len(line) for line in lines} == {8}
    assert "Ann Lee (a baker) sold it in May." in {line[0] for line in lines}


def _chosen(run_disco: Run, *options: str) -> list[dict[str, Any]]:
    done = run_disco("unfuse", "in.txt", "-q", "--min-confidence", "0", *options)
    return rows_of(done.stdout)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "شجرة كبيرة في الحديقة، لكنها قديمة.\n",
        "大きな木が庭にあります。しかし、それは古いです。\n",
        "a" * 50_000 + "\n",
        "\x00\x01\x02 \u202e abc\n",
        "and " * 3_000 + "\n",
        "( " * 2_000 + "\n",
    ],
    ids=["empty", "blank", "arabic", "japanese", "one word", "control", "ands", "brackets"],
)
def test_texts_with_nothing_in_them(run_disco: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "in.txt").write_text(text, encoding="utf-8")
    done = run_disco("unfuse", "in.txt", "-o", "out.jsonl", "-q")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.jsonl").read_text() == ""


def test_a_lone_surrogate(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(
        '{"id": "\\ud800", "text": "\\ud800 ' + TEXT.strip() + '"}\n'
    )
    done = run_disco("unfuse", "in.jsonl", "-q")
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_half_a_character_is_a_question_mark_in_a_table_too(run_disco: Run, tmp_path: Path) -> None:
    row = '{"id":"\\ud83dX","text":"Ann Lee sang. However, she left early."}\n'
    assert run_disco("unfuse", "-", "-o", "out.parquet", stdin=row).returncode == 0
    assert pq.read_table(tmp_path / "out.parquet")["id"][0].as_py() == "?X#1"


def test_who_may_read_an_output_stays(run_disco: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("")
    out.chmod(0o600)
    assert run_disco("unfuse", "-", "-o", "out.jsonl", stdin="It rained.").returncode == 0
    assert out.stat().st_mode & 0o777 == 0o600


def test_a_pipe_by_name_is_refused(run_disco: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run_disco("unfuse", "pipe")
    assert done.returncode == 2
    assert "pipe: is no file but a pipe or a device; read it as standard input: -" in done.stderr


def test_explain_reads_standard_input(run_disco: Run) -> None:
    done = run_disco("explain", "-", stdin="Born in 1950, he moved to Leeds.\n")
    assert "He was born in 1950." in done.stdout


def test_a_place_is_no_emoji(run_disco: Run, tmp_path: Path) -> None:
    filler = "# nothing\n" * 97
    (tmp_path / "own.yaml").write_text(f"phenomenon: a\nabout: b\n{filler}rulez: []\n")
    done = run_disco("rules", "check", "--rules", "own.yaml")
    assert done.returncode != 0
    assert "own.yaml:100:1" in done.stderr


def test_a_long_line_is_cut_behind_sentences(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT.strip() * 1 + (" " + TEXT.strip()) * 150 + "\n")
    done = run_disco("unfuse", "in.txt", "--types", "SINGLE_S_COORD", "-q")
    rows = rows_of(done.stdout)
    assert len(rows) == 151
    source = (tmp_path / "in.txt").read_text()
    for row in rows:
        (removed,) = row["removed"]
        assert source[removed["start"] : removed["end"]] == ", but"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    (tmp_path / "out.jsonl.partial").symlink_to("/dev/full")
    done = run_disco("unfuse", "in.txt", "-o", "out.jsonl")
    assert done.returncode == 1
    assert "out.jsonl: cannot be written: No space left on device" in done.stderr
    assert not (tmp_path / "out.jsonl").exists()
    done = run_disco("unfuse", "in.txt", "-o", "/dev/full")
    assert done.returncode == 1
    assert "/dev/full: cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_is_stopped_keeps_what_is_done(tmp_path: Path, stop: signal.Signals) -> None:
    (tmp_path / "in.txt").write_text((TEXT + "\n") * 20_000)
    partial = tmp_path / "out.jsonl.partial"
    process = subprocess.Popen(
        [sys.executable, "-m", "disco", "unfuse", "in.txt", "-o", "out.jsonl"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that starts tests in the background has them ignore it, and their children
        preexec_fn=functools.partial(signal.signal, stop, signal.SIG_DFL),
    )
    for _ in range(600):
        if partial.exists() and partial.stat().st_size:
            break
        time.sleep(0.1)
    os.killpg(process.pid, stop)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "interrupted after" in errors
    assert "out.jsonl.partial" in errors
    assert rows_of(partial)
    assert not (tmp_path / "out.jsonl").exists()


def test_a_run_that_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text((TEXT + "\n") * 300)
    process = subprocess.Popen(
        [sys.executable, "-m", "disco", "unfuse", "in.txt", "-o", "out.jsonl", "-j", "1", "-q"],
        cwd=tmp_path,
        preexec_fn=functools.partial(signal.signal, signal.SIGHUP, signal.SIG_IGN),  # as nohup does
    )
    partial = tmp_path / "out.jsonl.partial"
    for _ in range(600):
        if partial.exists() and partial.stat().st_size:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=120) == 0
    assert (tmp_path / "out.jsonl").exists()


def test_setup_is_idempotent(run_disco: Run) -> None:
    done = run_disco("setup")
    assert done.returncode == 0
    assert "is installed" in done.stderr


def test_a_bad_rule_file(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    (tmp_path / "mine.yaml").write_text("phenomenon: x\nabout: x\nrulez: []\n")
    for command in (["unfuse", "in.txt"], ["rules", "check"], ["rules", "test"], ["explain", "x"]):
        done = run_disco(*command, "--rules", "mine.yaml")
        assert done.returncode == 2
        assert "mine.yaml:3:1 R203 unknown key 'rulez'; did you mean 'rules'?" in done.stderr


def test_rules_commands(run_disco: Run, tmp_path: Path) -> None:
    rows = [line.split("\t") for line in run_disco("rules", "list").stdout.splitlines()]
    (where,) = [row[-1] for row in rows if row[0] == "vp_coord.verbs"]
    assert re.fullmatch(r"unfuse/coordination\.yaml:[0-9]+", where)
    assert "id: vp_coord.list" in run_disco("rules", "show", "vp_coord.list").stdout
    assert "well formed" in run_disco("rules", "check").stdout
    assert "enclosed" in run_disco("rules", "words").stdout
    assert run_disco("rules", "words", "--markdown").stdout.startswith("# ")
    assert "passed, 0 failed" in run_disco("rules", "test", "cataphora.past").stdout
    assert json.loads(run_disco("rules", "schema").stdout)["title"] == "disco rules"
    wrong = Path(__file__).parent / "data" / "failing.yaml"
    listed = run_disco("rules", "list", "--rules", str(wrong)).stdout
    assert f"\t{wrong}:" in listed
    done = run_disco("rules", "test", "failing.rule", "--rules", str(wrong))
    assert done.returncode == 1
    assert "- The mill fell. || The owners rebuilt it." in done.stdout
    assert "+ The mill burned. || The owners rebuilt it." in done.stdout
    # where one of ours is switched off, nothing is missed of its examples
    (tmp_path / "off.yaml").write_text("off: [vp_coord.verbs]\n")
    done = run_disco("rules", "test", "vp_coord.*", "--rules", "off.yaml")
    assert (done.returncode, "no example has" in done.stdout) == (0, False)


def test_explain_draws_a_page(run_disco: Run, tmp_path: Path) -> None:
    done = run_disco("explain", "The mill burned, but the owners left.", "--html", "page.html")
    assert "s_coord.conjunction written" in done.stdout
    page = (tmp_path / "page.html").read_text()
    assert "<svg" in page
    assert '<mark class="glue">, but</mark>' in page


EXPLAINED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("The mill burned.", "--rule", "relative.subject"): ("no token for 'verb'",),
    ("The mill burned.", "--rule", "apposition.name"): ("here 'The' (DT det, pos DET)",),
    ("The mill burned.", "--rule", "pair.opening"): ("no token for 'connective'",),
    ("It works unless the gate is closed.", "--rule", "inner.clause"): (
        "blocked by unless.condition",
        "condition: {any: [{is: {token: word, lower: [unless, if]}},",
        "connectives_inner.yaml:",
        "here word is 'unless' (IN mark)",
    ),
    ("Ann Lee founded the mill. She sold it to a cousin.",): ("2 Ann Lee sold it to a cousin.",),
    ("He was late since the train stopped in Leeds.",): (
        "the gate refused it: low_confidence (readers found too few good ones",
        "confidence 0.",
    ),
    # a condition over several lines is shown whole, and so is one that the rule uses
    ("Not only did the board close the mill, but it also sold the land.",): (
        "  not_only:\n    - is: {token: conj, lower: but}\n",
    ),
    ("Having eaten the soup, they left.", "--rule", "cataphora.past"): (
        "  bare_past_participle: ... opens: {span: phrase",
    ),
    ("He may leave, and she sang in May.", "--rule", "s_coord.conjunction"): ("\n  confidence 0.",),
    ("Seeing him, she may leave.", "--rule", "cataphora.present"): (
        "'finite' has no safe form here\n  first: [{subject: main}, {finite:",
        "here phrase is 'Seeing him', verb is 'Seeing', joined is nothing",
    ),
    ("The bridge fell in May, killing two men of the town.", "--rule", "cataphora.final"): (
        "with doubts",
        "doubt.thing_as_actor",
    ),
    (
        "The road was closed if the river was high; the bus stayed in the depot.",
        *("--rule", "clause.semicolon"),
    ): ("blocked by unless.conditional", "clauses.yaml:"),
    ("It rained hard. The boats stayed in.", "--rule", "fuse.opening", "--connective", "so ,"): (
        "So, the boats stayed in.",
    ),
    # what splitting leaves whole says why, though it would be unfused
    ("The king died in 1066, because it was late.", "--job", "split"): (
        "inner.clause gate",
        "the second sentence needs the first; --no-standalone takes it",
    ),
    # a finer step has to be less sure
    ("The mill is a tall brick building in Leeds.", "--rule", "modifier.attribute"): (
        "modifier.attribute written",
        "confidence 0.7",
    ),
    (*SPLIT, "--rule", "direct.coordination"): ("it proposes direct_insertion",),
    (*SPLIT, "--rule", "near.relative"): ("no token for",),
    ("Ann Lee left Leeds. She moved to York.", *TOPIC): ("'She' stands for 'Lee'",),
    ("Ann Lee left Leeds, but she came back in May.", *TOPIC): ("'she' stands for 'Lee'",),
    ("Ann Lee met Mary Stone. The weather was fine for her.", *TOPIC): (
        "use: takes_up",
        "anaphor is 'her' (PRP pobj)",
    ),
    ("She left.", *TOPIC): ("no rule asks for anaphors here",),
}


@pytest.mark.parametrize("arguments", EXPLAINED)
def test_explain(run_disco: Run, arguments: tuple[str, ...]) -> None:
    done = run_disco("explain", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    for said in EXPLAINED[arguments]:
        assert said in done.stdout


def test_explain_says_a_thing_once(run_disco: Run) -> None:
    # though the connective has three words
    done = run_disco("explain", "The dam broke in May. As a result, the town was flooded.")
    assert done.stdout.count("pair.opening written") == 1
    done = run_disco("explain", "Having eaten the soup, they left.", "--rule", "cataphora.past")
    assert "opens_the_sentence:" not in done.stdout


def test_explain_ranks_what_a_split_could_be(run_disco: Run) -> None:
    long = "They moved to Hull , where they had a shop ."
    done = run_disco("explain", long, "--split", "They moved .", "--split", "They had a shop .")
    assert done.stdout.index("near.relative") < done.stdout.index("near.preposition")


def test_what_is_kept_of_a_run_that_was_stopped(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert kept(out) == ""
    assert kept(out, 5) == "; the same command begins anew: no part is whole yet"
    (tmp_path / "out.jsonl.partial").touch()
    assert kept(out) == ""  # there is nothing in it
    for name in ("out.jsonl.partial", "out-00000.jsonl.partial", "out-00000.failed.jsonl"):
        (tmp_path / name).write_text("{}")
    assert kept(out) == f"; what is done is in {out}.partial"
    assert "begins anew" in kept(out, 5)
    (tmp_path / "out-00000.jsonl").touch()
    assert "goes on behind the last whole part" in kept(out, 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (SPLIT[:3], "'split' has one sentence only"),
        (("Go", "--split", "a", "--split", "b"), "no rule is asked of what is no pair"),
        ((*SPLIT, "--rule", "inner.clause"), "a split goes with a rule that categorizes"),
        (("It rained. They left.", "--connective", "but"), "and a rule that fuses"),
        (("Go", "--rule", "fuse.opening", "--job", "split"), "neither unfuses nor splits"),
        (("Go", "--rule", "pronoun.topic", "--job", "split"), "neither unfuses nor splits"),
        ((*SPLIT, "--job", "split"), "tries to split the text itself; leave out --split"),
        (("\u200b",), "there is no text to explain"),
    ],
)
def test_bad_calls_of_explain(run_disco: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run_disco("explain", *arguments)
    assert (done.returncode, message in done.stderr) == (2, True)


def test_help_shows_an_example_for_every_command(run_disco: Run) -> None:
    commands = ("unfuse", "split", "categorize", "fuse", "evaluate", "explain", "rules test")
    of_pairs = ("mine", "align", "refine", "build", "build corpus", "build pairs")
    for name in (*commands, *of_pairs, "rules list", "rules weigh"):
        command = name.split()
        assert "Example:" in run_disco(*command, "--help").stdout
