"""The pages: what they show works, and what is made from the code is that of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import typer

from disco.cli import app
from disco.match.lexicon import Position, Sense
from disco.rules import load_rulebook
from disco.rules.files import RuleFile
from disco.rules.listing import markdown_of, sections
from disco.rules.spans import SpanRule
from disco.rules.writing import Relation
from tests.common import Run

ROOT = Path(__file__).parent.parent


def test_the_list_of_words_is_that_of_the_code() -> None:
    page = (ROOT / "docs" / "words.md").read_text("utf-8")
    assert page == markdown_of(load_rulebook()), "run: make generated"


def test_each_code_is_described_and_tried() -> None:
    code = (file for file in (ROOT / "disco").rglob("*.py") if file.name != "codes.py")
    raised = {each for file in code for each in _codes_in(file)}
    tried = {each for file in (ROOT / "tests").glob("*.py") for each in _codes_in(file)}
    described = set(_codes_in(ROOT / "docs" / "words.md"))
    assert raised == described == tried & described


def _codes_in(file: Path) -> list[str]:
    return re.findall(r"\bR[1-4]\d\d\b", file.read_text("utf-8"))


def test_all_that_spans_and_connectives_can_say_is_described() -> None:
    tables = sections(load_rulebook())
    said = {table.title: {row[0]: row[-1] for row in table.rows} for table in tables}
    spans = said["spans: one base each"] | said["spans: what may follow the base"]
    assert all(spans.values())
    assert spans.keys() - {"all of them"} == {
        field.alias or name for name, field in SpanRule.model_fields.items()
    }
    assert all(said["positions of connectives"].values())
    assert said["positions of connectives"].keys() == set(get_args(Position))
    assert said["keys of a file"].keys() == RuleFile.model_fields.keys()
    assert said["values of relation"].keys() == set(get_args(Relation))
    assert all(said["senses of connectives"].values())
    assert said["senses of connectives"].keys() == set(get_args(Sense))


def test_the_page_on_rules_works_to_the_letter(run_disco: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "with.yaml").write_text(page.split("```yaml\n")[1].split("```")[0])
    done = run_disco("rules", "check", "--rules", "mine/")
    assert "well formed" in done.stdout
    done = run_disco("rules", "test", "with.participle", "--rules", "mine/")
    assert done.stdout.strip() == "2 passed, 0 failed"
    sentence = "The fair was held in May, with Ann Lee directing the choir."
    done = run_disco("explain", sentence, "--rule", "with.participle", "--rules", "mine/")
    assert "with.participle written" in done.stdout
    extends = page.split("## extends")[1].split("```yaml\n")[1].split("```")[0]
    header = "phenomenon: relative clause\nabout: That behind a comma.\nrules:\n"
    (tmp_path / "that.yaml").write_text(header + extends)
    done = run_disco("rules", "test", "mine.relative", "--rules", "that.yaml")
    assert done.stdout.strip() == "1 passed, 0 failed"


def test_links_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    text = {page: page.read_text("utf-8") for page in pages}
    links = [
        (page.parent / (target or page.name), anchor)
        for page in pages
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text[page])
    ]
    assert len(links) > 20
    for target, anchor in links:
        assert target.exists(), target
        assert not anchor or anchor in _anchors(text[target.resolve()]), (target, anchor)


def _anchors(text: str) -> set[str]:
    """What the headings of a page are called in links to them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def test_every_option_is_tried() -> None:
    tried = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("*.py"))
    options = set(_options(typer.main.get_command(app)))
    assert len(options) > 40
    assert {names for names in options if not any(f'"{name}"' in tried for name in names)} == set()


def _options(command: Any) -> Iterator[tuple[str, ...]]:
    """The options of a command, and of all below it, each with all its names."""
    for param in command.params:
        if param.opts[0].startswith("-"):
            yield (*param.opts, *param.secondary_opts)
    for each in getattr(command, "commands", {}).values():
        yield from _options(each)


def test_a_connective_of_yours_with_an_example(run_disco: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    blocks = page.split("# Adding, replacing, switching off")[1].split("```yaml\n")[1:]
    for k, block in enumerate(blocks):
        (tmp_path / f"{k}.yaml").write_text(block.split("```")[0])
    done = run_disco("rules", "test", "pair.opening", "--rules", ".")
    assert done.stdout.strip() == "1 passed, 0 failed"


def test_training_says_what_it_needs() -> None:
    call = [sys.executable, "-m", "examples.train", "data", "-m", "some/model", "-o", "model"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert (
        done.stderr == "error: torch is missing; pip install '.[train]' in the checkout brings it\n"
    )
