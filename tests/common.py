"""What many tests need: how a command is run, a text of many documents, rows of JSONL."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., subprocess.CompletedProcess[str]]
LINE = "The mill burned in March, but the town number {} rebuilt it. However, Ann Lee left.\n\n"
OF_DISCOFUSE = {  # a row in the columns of the data set
    "coherent_first_sentence": "It rained.",
    "coherent_second_sentence": "However, they left.",
    "incoherent_first_sentence": "It rained.",
    "incoherent_second_sentence": "They left.",
}


def write_text(path: Path, documents: int) -> None:
    """A text of so many documents, each of its own number."""
    path.write_text("".join(LINE.format(n) for n in range(documents)))


def rows_of(written: str | Path) -> list[dict[str, Any]]:
    """The rows of JSONL, of a text or of a file."""
    text = written.read_text("utf-8") if isinstance(written, Path) else written
    return [json.loads(line) for line in text.splitlines()]
