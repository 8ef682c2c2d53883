"""The pages: what they show works, and what is made from the code is that of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

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


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
def test_links_lead_somewhere(page: str | Path) -> None:
    file = ROOT / page
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_what_the_pages_say_in_python_runs(page: str) -> None:
    blocks = (ROOT / page).read_text("utf-8").split("```python\n")[1:]
    assert blocks
    for block in blocks:
        exec(compile(block.split("```")[0], page, "exec"), {})


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
