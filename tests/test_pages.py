"""What the pages show: the code runs, and the outputs are what is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from disco import Engine

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_what_the_pages_say_in_python_runs(page: str) -> None:
    blocks = (ROOT / page).read_text("utf-8").split("```python\n")[1:]
    assert blocks
    for block in blocks:
        exec(compile(block.split("```")[0], page, "exec"), {})


def test_what_the_readme_shows_is_written(engine: Engine) -> None:
    first, second = _shown()
    text, listing = first
    made = {(e.discourse_type, *e.outputs) for e in engine.unfuse(text)}
    lines = [re.sub(r"  «.*»$", "", line) for line in listing.splitlines() if line]
    shown = list(zip(lines[::3], lines[1::3], lines[2::3], strict=True))
    assert len(shown) == 2
    assert {(kind, one[4:], two[4:]) for kind, one, two in shown} <= made
    text, tree = second
    (row,) = engine.split(text)
    assert {re.split(r"── |  ", line)[-1] for line in tree.splitlines()} <= set(row.split)


def _shown() -> list[tuple[str, str]]:
    """The sentences that the README takes apart, each with what it shows of them."""
    parts = (ROOT / "README.md").read_text("utf-8").split("\n> ")[1:]
    return [(part.splitlines()[0], part.split("```\n")[1]) for part in parts]
