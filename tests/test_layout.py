"""Layouts of plain text: which is guessed, and what each makes of the lines."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from disco import Document, Engine
from disco.corpus import Intake, find_files, read_units
from disco.text.documents import joined, units_of
from disco.text.layout import Layout, guess_layout
from tests.common import Run, rows_of

PARAGRAPH = (
    "The harbour was closed for a week after the storm, and no boat could leave. However, the "
    "captain had a plan. He sent for the miller, who owned a cart, and the two of them went to the "
    "next town by road. There they bought bread and oil for everybody in the village."
)
SENTENCES = [
    "The harbour was closed for a week.",
    "However, the captain had a plan.",
    'He said: "We go by road."',
    "They left at dawn.",
] * 3


def _wrapped(width: int) -> list[str]:
    lines = textwrap.wrap(PARAGRAPH, width)
    return [*lines, "", *lines, "", *lines]


@pytest.mark.parametrize(
    ("lines", "layout"),
    [
        (_wrapped(72), "wrapped"),
        (_wrapped(45), "wrapped"),
        (["CHAPTER I", "", "", *_wrapped(66)], "wrapped"),
        (SENTENCES, "sentences"),
        ([PARAGRAPH] * 12, "paragraphs"),
        ([PARAGRAPH, "", PARAGRAPH, ""] * 6, "paragraphs"),
        (SENTENCES[:2], "paragraphs"),
        ([], "paragraphs"),
        (["a heading", "another heading"] * 8, "wrapped"),
        (["The Old Mill", "The New Bridge"] * 8, "paragraphs"),
        (["it rained.", "they left."] * 8, "sentences"),
        (_wrapped(140), "paragraphs"),
        (['<doc id="12" url="?curid=12" title="Harbour">', "Harbour"], "marked"),
    ],
)
def test_what_is_guessed(lines: list[str], layout: Layout) -> None:
    assert guess_layout(lines) == layout


def test_a_long_paragraph_is_cut_behind_the_last_sentence_that_fits() -> None:
    text = " ".join(["The mill burned in March."] * 400)
    units = list(units_of(Document("d", text=text)))
    assert [u.text.count("mill") for u in units] == [192, 192, 16]
    assert all(u.text.rstrip().endswith("March.") for u in units)


def test_a_page_break_ends_no_paragraph(tmp_path: Path) -> None:
    text = "The mill burned,\x0cbut they\x85 rebuilt\u2028\r it.\nIt rained.\n"
    (tmp_path / "in.txt").write_bytes(text.encode())
    of_file = [(u.text, u.offset) for u in read_units([tmp_path / "in.txt"], Intake())]
    assert of_file == [(u.text, u.offset) for u in units_of(Document("in", text))]
    assert len(of_file) == 2


def test_wrapped_paragraphs_keep_their_places(tmp_path: Path) -> None:
    lines = _wrapped(50)
    text = "\n".join(lines)
    (tmp_path / "book.txt").write_text(text)
    intake = Intake()
    units = list(read_units([tmp_path / "book.txt"], intake))
    assert intake.layouts == {str(tmp_path / "book.txt"): "wrapped"}
    assert [u.text for u in units] == [PARAGRAPH] * 3
    assert {u.document for u in units} == {"book-0"}
    assert [u.opens for u in units] == [True, False, False]
    for unit in units:
        assert text[unit.offset :].replace("\n", " ").startswith(unit.text)


def test_marked_texts_have_the_ids_of_their_marks(tmp_path: Path) -> None:
    (tmp_path / "AA").mkdir()
    (tmp_path / "AA" / "wiki_00").write_text(
        f'<doc id="12" title="Harbour">\nHarbour\n\n{PARAGRAPH}\n\nHull &amp; York.\n\n</doc>\n'
        '<doc id="13" title="Mill">\nMill\n\nHe sang.\n</doc>\n'
    )
    units = list(read_units(find_files([str(tmp_path)]), Intake()))
    assert [(u.document, u.text, u.opens) for u in units] == [
        ("12", "Harbour", True),
        ("12", PARAGRAPH, False),
        ("12", "Hull & York.", False),
        ("13", "Mill", True),
        ("13", "He sang.", False),
    ]
    assert units[2].offset == len(f"Harbour\n\n{PARAGRAPH}\n\n")


@pytest.mark.parametrize(
    ("layout", "texts"),
    [
        ("auto", ["It rained", "all day.", "They left."]),
        ("wrapped", ["It rained all day.", "They left."]),
        ("sentences", ["It rained all day. They left."]),
    ],
)
def test_a_layout_that_is_said_is_that_of_rows_too(
    tmp_path: Path, layout: Layout, texts: list[str]
) -> None:
    text = "It rained\nall day.\n\nThey left."
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "text": text}) + "\n")
    units = list(read_units([tmp_path / "in.jsonl"], Intake(layout=layout)))
    assert [u.text for u in units] == texts
    assert {u.document for u in units} == {"a"}


def test_a_forced_layout_wins_and_the_guess_is_said(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("\n".join(_wrapped(60)))
    done = run_disco("unfuse", "book.txt", "-o", "out.jsonl")
    assert "book.txt: paragraphs wrapped over several lines (--layout says otherwise)" in (
        " ".join(done.stderr.split())
    )
    rows = rows_of(tmp_path / "out.jsonl")
    assert "PAIR_CONN" in {r["discourse_type"] for r in rows}
    done = run_disco("unfuse", "book.txt", "--layout", "paragraphs", "-q")
    forced = rows_of(done.stdout)
    cut = {r["coherent_first_sentence"] for r in forced}
    assert cut != {r["coherent_first_sentence"] for r in rows}  # lines end inside sentences


def test_places_in_sentences_of_a_field_count_empty_lines(engine: Engine, tmp_path: Path) -> None:
    text = "It rained all day.\r\n\n   \nThe mill burned in March, but the owners rebuilt it.\n"
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "text": text}))
    (unit,) = read_units([tmp_path / "in.jsonl"], Intake(layout="sentences"))
    (example, *_) = engine.unfuse_units([unit])
    assert text[example.offset :].startswith("The mill burned")
    assert [text[r.start : r.end] for r in example.removed] == [", but"]
    assert example.sentences == (1,)


def test_a_line_that_no_sentence_can_be_is_cut_and_kept(tmp_path: Path) -> None:
    text = "One two three.\n" + "word " * 30_000 + "\nFour five.\n"
    (tmp_path / "in.txt").write_text(text)
    units = list(read_units([tmp_path / "in.txt"], Intake(layout="sentences")))
    assert sum(u.text.count("word") for u in units) == 30_000
    assert units[0].text == "One two three."
    assert units[-1].text == "Four five."
    assert all(text[u.offset :].startswith(u.text[:9]) for u in units)


def test_a_sentence_starts_behind_signs_that_nobody_sees() -> None:
    unit = joined("d", ["Ann Lee sang.   ", "\x02It rained hard."], 0, True)
    assert [unit.text[start:] for start in unit.starts] == [unit.text, "It rained hard."]
