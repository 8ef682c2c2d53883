"""Splits that editors made, out of dumps and of rows with revisions."""

from __future__ import annotations

import bz2
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from disco.corpus import Intake
from disco.corpus.history import read_history, runs_of
from disco.english.boundaries import sentences_in
from disco.pairs.mine import Mined, Miner, Revision, Snapshots
from disco.stream import Job
from tests.common import Run, rows_of

# Botha et al. 2018, figure 1
PAPERS = (
    "A classic leaf symptom is water-soaked lesions between the veins which appear as angular "
    "leaf-spots where the lesion edge and vein meet.",
    "A classic leaf symptom is the appearance of angular, water-soaked lesions between the veins.",
    "The angular appearance results where the lesion edge and vein meet.",
)
WHOLE = "The mill of the town burned in March of that year and the owners of it rebuilt it in May."
FIRST = "The mill of the town burned in March of that year."
SECOND = "In the end, the owners of it rebuilt it in May."
CROWD = [f"The mill of the {n}th town burned and stood in ruins." for n in range(60)]
OTHERS = ("The town lies by a river. It has two bridges.", "Nobody lives in the old tower now.")


def _mined(*texts: str, markup: bool = False, least: float = 0.2) -> list[Mined]:
    revisions = tuple(Revision(str(n), f"day {n}", text) for n, text in enumerate(texts))
    (found,) = Miner(least).work(Job.mine, [Snapshots("p", "Page", revisions, True, markup)])
    return found


def test_the_papers_example() -> None:
    whole, first, second = PAPERS
    (found,) = _mined(whole, f"{first} {second}", least=0.1)
    assert (found.long, found.split) == (whole, (first, second))


def test_a_split_among_other_sentences() -> None:
    old = f"{OTHERS[0]} {WHOLE} {OTHERS[1]}"
    new = f"{OTHERS[0]} {FIRST} {SECOND} {OTHERS[1]}"
    (found,) = _mined(old, new)
    assert (found.long, found.split, found.joined) == (WHOLE, (FIRST, SECOND), False)
    assert (found.revisions, found.time, found.title) == (("0", "1"), "day 1", "Page")
    (back,) = _mined(new, old)
    assert (back.long, back.split, back.joined) == (WHOLE, (FIRST, SECOND), True)
    # said again by later edits it is there once
    assert len(_mined(old, new, old, new)) == 1


def test_the_best_of_several() -> None:
    worse = "The mill of the town burned in March and stood in ruins for a long time."
    (found,) = _mined(WHOLE, f"{worse} {FIRST} {SECOND}")
    assert found.split == (FIRST, SECOND)


@pytest.mark.parametrize(
    "new",
    [
        f"{FIRST} In the end, the owners of it rebuilt it in June.",  # another end
        f"A mill of the town burned in March of that year. {SECOND}",  # another beginning
        f"The mill in that town burned in March of that year. {SECOND}",  # two words are none
        f"{WHOLE[:-1]} and he rebuilt it in May. {SECOND}",  # both end alike
        f"{WHOLE} {FIRST} {SECOND}",  # still there
        " ".join([*CROWD, FIRST, SECOND]),  # a page of one pattern
        "The mill of the town was lost. They found the money and rebuilt it in May.",  # unlike
        WHOLE,
    ],
)
def test_what_is_no_split(new: str) -> None:
    assert _mined(WHOLE, new) == []


def test_case_does_not_count() -> None:
    new = f"{FIRST.replace('The mill of', 'the Mill OF')} {SECOND}"
    assert [pair.long for pair in _mined(WHOLE, new)] == [WHOLE]


def test_three_tokens_are_no_part() -> None:
    assert _mined(WHOLE, f"{FIRST} In May.", least=0) == []


@pytest.mark.parametrize(
    "noise", ["ha ha ha ha", "a" * 26, "and what a load of shit"], ids=["again", "long", "profane"]
)
def test_noise(noise: str) -> None:
    second = SECOND.replace("the owners", f"{noise} the owners")
    assert _mined(WHOLE, f"{FIRST} {second}") == []


def test_markup_goes() -> None:
    old = f"== Mill ==\n{{{{infobox\n| name = x\n}}}}\n* ''{WHOLE}''<ref>A book.</ref>"
    new = f"== Mill ==\n{{{{infobox\n| name = y\n}}}}\n* [[Mill|{FIRST}]] {SECOND}"
    (found,) = _mined(old, new, markup=True)
    assert (found.long, found.split) == (WHOLE, (FIRST, SECOND))


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("of the {{nowrap|old town}}", "of the old town"),
        ("of the {{lang|fr|{{nowrap|old town}}}}{{sfn|Lee|1901}}", "of the old town"),
        ("of the old town{{citation needed|date=May 2001}}{{Cite web|url=x}}", "of the old town"),
        ("of {{convert|55|m}}", None),
        ("of <math>x^2</math>", None),
        ("of {{lang|fr}}", None),
        ("of the {{citation needed span|old town|date=May 2001}}", "of the old town"),
        ("of the old town{{Citation_needed}}{{Template:sfn|Lee}}", "of the old town"),
        ("of {{harvtxt|Lee|1901}}", None),
    ],
)
def test_what_a_template_says(inside: str, said: str | None) -> None:
    old, first = (text.replace("of the town", inside) for text in (WHOLE, FIRST))
    found = _mined(old, f"{first} {SECOND}", markup=True)
    assert [pair.long for pair in found] == ([] if said is None else [old.replace(inside, said)])


@pytest.mark.parametrize(
    "aside",
    ["[[file:Cat.jpg|thumb|The cat, which was old.]]", "[[Category: Mills]]", "[[Image:A]]"],
)
def test_links_that_are_no_prose_go(aside: str) -> None:
    (found,) = _mined(f"{aside} {WHOLE}", f"{FIRST} {SECOND} {aside}", markup=True)
    assert (found.long, found.split) == (WHOLE, (FIRST, SECOND))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Mr. Lee left. It rained.", ["Mr. Lee left.", "It rained."]),
        ("She works for Hale Inc. It is old.", ["She works for Hale Inc.", "It is old."]),
        (
            "They sold eggs, milk, etc. The shop closed.",
            ["They sold eggs, milk, etc.", "The shop closed."],
        ),
        (
            "Hale Corp. President Ann Lee said no. They sat. It rained.",
            ["Hale Corp. President Ann Lee said no.", "They sat.", "It rained."],
        ),
        (
            "The No. 2 mill of Col. Neill. It rained!",
            ["The No. 2 mill of Col. Neill.", "It rained!"],
        ),
        ("He said '' go '' . '' It rained '' .", ["He said '' go '' .", "'' It rained '' ."]),
        ("It was 3.5 km long (or more). She left.", ["It was 3.5 km long (or more).", "She left."]),
        ("Sat. 1 sent it , he says . She left .", ["Sat. 1 sent it , he says .", "She left ."]),
        ("They came home.Then it rained.", ["They came home.Then it rained."]),
        (
            "It was tall . They came in 1450. It fell.",
            ["It was tall .", "They came in 1450.", "It fell."],
        ),
        ("Who came? nobody did.", ["Who came? nobody did."]),
        ("It was tall . They met Ann. It fell.", ["It was tall .", "They met Ann.", "It fell."]),
        (
            "It was tall . They sold the Leeds Herald. It fell . They left .",
            ["It was tall .", "They sold the Leeds Herald. It fell .", "They left ."],
        ),
        (
            "He said . . . no. She met Ann. It fell.",
            ["He said . . . no.", "She met Ann.", "It fell."],
        ),
        ("who came? nobody did.", ["who came?", "nobody did."]),
        ("ann met mr. Hale . he left .", ["ann met mr. Hale .", "he left ."]),
        ("ann met Hale . He left . it rained .", ["ann met Hale .", "He left . it rained ."]),
    ],
)
def test_where_sentences_end(text: str, sentences: list[str]) -> None:
    assert [sentence for sentence, _ in sentences_in(text)] == sentences


def test_a_row_of_marks_ends_nothing_and_takes_no_time() -> None:
    text = f"He left{' !' * 8_000} x and then. It rained."
    assert [sentence[-5:] for sentence, _ in sentences_in(text)] == ["then.", "ined."]


DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">
<siteinfo><sitename>W</sitename><dbname>w</dbname><namespaces>
<namespace key="0" case="first-letter" /></namespaces></siteinfo>
<page><title>Mill</title><ns>0</ns><id>7</id>{revisions}</page>
<page><title>Empty</title><ns>0</ns><id>8</id></page>
<page><title>Talk:Mill</title><ns>1</ns><id>9</id>{revisions}</page>
</mediawiki>"""
REVISION = """<revision><id>{id}</id><timestamp>2020-01-0{id}T00:00:00Z</timestamp>
<contributor><username>A</username><id>1</id></contributor>
<text xml:space="preserve">{text}</text></revision>"""
DELETED = """<revision><id>9</id><timestamp>2020-01-09T00:00:00Z</timestamp>
<contributor deleted="deleted" /><text deleted="deleted" /></revision>"""


def _dump(*texts: str) -> str:
    revisions = [REVISION.format(id=n, text=text) for n, text in enumerate(texts, start=1)]
    return DUMP.format(revisions="".join([*revisions, DELETED]))


def test_dumps_and_rows(run_disco: Run, tmp_path: Path) -> None:
    texts = (f"'''{WHOLE}'''", f"{FIRST} {SECOND}")
    (tmp_path / "a.xml").write_text(_dump(*texts))
    (tmp_path / "b.xml.bz2").write_bytes(bz2.compress(_dump(*texts).encode()))
    later = {"id": "x", "text": f"{FIRST} {SECOND}", "time": None}
    plain = {"id": "p", "title": None, "revisions": [WHOLE, later]}
    (tmp_path / "c.jsonl").write_text(json.dumps(plain) + "\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "c.ndjson").write_text(json.dumps(plain) + "\n")
    assert "1 sentence split" in run_disco("mine", "more", "-o", "more.jsonl").stderr
    done = run_disco("mine", "a.xml", "b.xml.bz2", "c.jsonl", "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    assert "3 sentences split, 0 joined, in 6 snapshots of 5 pages" in done.stderr
    rows = rows_of(tmp_path / "out.jsonl")
    assert [(r["long"], r["split"]) for r in rows] == [(WHOLE, [FIRST, SECOND])] * 3
    assert (rows[2]["title"], rows[2]["time"]) == ("p", "")
    assert rows[0]["revisions"] == ["1", "2"]
    assert (rows[0]["title"], rows[0]["time"]) == ("Mill", "2020-01-02T00:00:00Z")
    dump = (tmp_path / "a.xml").read_text()
    assert run_disco("mine", "-", "-q", stdin=dump).stdout.count('"revisions": ["1", "2"]') == 1
    assert run_disco("mine", "c.jsonl", "-o", "out.tsv", "-q", "--memory", "8").returncode == 0
    assert (tmp_path / "out.tsv").read_text() == f"{WHOLE}\t{FIRST} <::::> {SECOND}\n"
    # what was mined is what the other commands read
    assert run_disco("categorize", "out.jsonl", "-o", "kinds.jsonl", "-q").returncode == 0
    assert rows_of(tmp_path / "kinds.jsonl")[0]["category"] == "direct_insertion"


def test_of_a_page_that_is_torn_what_is_whole_is_mined(run_disco: Run, tmp_path: Path) -> None:
    dump = _dump(WHOLE, f"{FIRST} {SECOND}")
    (tmp_path / "torn.xml").write_text(dump.partition("</page>")[0] + "<revision><id>9</id><time")
    done = run_disco("mine", "torn.xml", "-o", "out.jsonl")
    assert done.returncode == 1
    assert "cannot be read to the end of page 'Mill'" in " ".join(done.stderr.split())
    assert [row["long"] for row in rows_of(tmp_path / "out.jsonl")] == [WHOLE]


def test_bad_input_is_said_and_the_rest_is_mined(run_disco: Run, tmp_path: Path) -> None:
    begun, page, rest = _dump(WHOLE, f"{FIRST} {SECOND}").partition("</page>")
    streams = bz2.compress(f"{begun}{page}".encode()), bz2.compress(rest.encode())
    (tmp_path / "cut.xml.bz2").write_bytes(streams[0] + streams[1][:-20])
    (tmp_path / "wrong.xml").write_text("<html><body>no dump</body></html>")
    lines = ['{"id": "x"}', '{"id": "y", "revisions": [3, "It rained."]}', "nonsense"]
    good = {"id": "z", "revisions": [WHOLE, f"{FIRST} {SECOND}"]}
    (tmp_path / "rows.jsonl").write_text("\n".join([*lines, json.dumps(good)]) + "\n")
    done = run_disco("mine", "cut.xml.bz2", "wrong.xml", "rows.jsonl", "-o", "out.jsonl")
    assert done.returncode == 1  # what could be mined is written
    said = " ".join(done.stderr.split())
    assert "cut.xml.bz2: cannot be read behind page 'Mill': Compressed file ended" in said
    assert "wrong.xml: cannot be read: no dump of MediaWiki" in said
    assert "rows.jsonl:1: no 'revisions'" in said
    assert "rows.jsonl:2: a revision of 'y' has no text" in said
    assert "rows.jsonl:3: broken JSON" in said
    assert len(rows_of(tmp_path / "out.jsonl")) == 2
    strict = run_disco("mine", "rows.jsonl", "-o", "strict.jsonl", "--strict")
    assert strict.returncode == 1
    assert not (tmp_path / "strict.jsonl").exists()


def test_a_page_that_is_too_much(run_disco: Run, tmp_path: Path) -> None:
    good = {"id": "good", "revisions": [WHOLE, f"{FIRST} {SECOND}"]}
    bad = {"id": "bad", "revisions": ["x", " ".join(f"w{n}." for n in range(400_000))]}
    rows = "".join(json.dumps(row) + "\n" for row in (good, bad, {**good, "id": "last"}))
    (tmp_path / "in.jsonl").write_text(rows)
    done = run_disco("mine", "in.jsonl", "-o", "out.jsonl", "-j", "1", "--timeout", "2")
    assert done.returncode == 0
    assert [row["id"].split("-")[0] for row in rows_of(tmp_path / "out.jsonl")] == ["good", "last"]
    (failed,) = rows_of(tmp_path / "out.failed.jsonl")
    assert failed == {"id": "bad", "reason": "took over 2 s"}


def test_long_histories_are_read_in_runs() -> None:
    texts = [Revision(str(n), "", f"{n} " + "x" * 400_000) for n in range(7)]
    runs = list(runs_of("p", "P", texts, markup=False))
    assert [[r.id for r in run.revisions] for run in runs] == [
        list("012"),
        list("234"),
        list("456"),
    ]
    assert [run.opens for run in runs] == [True, False, False]


def test_a_page_that_comes_twice_is_named(tmp_path: Path) -> None:
    row = {"id": "a", "revisions": [WHOLE, f"{FIRST} {SECOND}"]}
    (tmp_path / "in.jsonl").write_text((json.dumps(row) + "\n") * 2)
    intake = Intake()
    assert [run.id for run in read_history([tmp_path / "in.jsonl"], intake)] == ["a"]
    assert intake.complaints == [f"{tmp_path / 'in.jsonl'}:2: id 'a' stands twice"]


@pytest.mark.slow
def test_parts(run_disco: Run, tmp_path: Path) -> None:
    row = {"revisions": [WHOLE, f"{FIRST} {SECOND}"]}
    (tmp_path / "in.jsonl").write_text((json.dumps(row) + "\n") * 5)
    command = ("mine", "in.jsonl", "-o", "out.jsonl", "--shard-size", "2", "-q")
    assert run_disco(*command).returncode == 0
    assert [len(rows_of(p)) for p in sorted(tmp_path.glob("out-*-of-*.jsonl"))] == [2, 2, 1]
    refused = run_disco(*command, "--delta", "0.5")
    assert refused.returncode == 2
    assert "had other options; --restart begins anew; delta was 0.2, not 0.5" in refused.stderr


@pytest.mark.skipif(shutil.which("7z") is None, reason="needs 7z")
def test_a_7z_archive_and_a_broken_one(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(_dump(WHOLE, f"{FIRST} {SECOND}"))
    subprocess.run(["7z", "a", "a.7z", "a.xml"], cwd=tmp_path, check=True, capture_output=True)
    content = bytearray((tmp_path / "a.7z").read_bytes())
    (tmp_path / "cut.7z").write_bytes(content[:-40])
    done = run_disco("mine", "cut.7z", "a.7z", "-o", "out.jsonl")
    assert done.returncode == 1
    assert "cut.7z: cannot be read: ERROR" in " ".join(done.stderr.split())
    assert [row["title"] for row in rows_of(tmp_path / "out.jsonl")] == ["Mill"]


def test_pairs_of_one_revision_have_names_of_their_own() -> None:
    other = [text.replace("mill", "barn").replace("May", "June") for text in (WHOLE, FIRST, SECOND)]
    one, two = _mined(f"{WHOLE} {other[0]}", f"{FIRST} {SECOND} {other[1]} {other[2]}")
    assert one.id != two.id
    assert one.bleu > 0.4
