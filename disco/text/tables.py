"""Tables of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = False
) -> str:
    """A table, in whose cells a bar is no edge; ``numbers``: all but the first column stand right.

    >>> print(markdown_table(("word", "count"), [("a|b", "2")]))
    | word | count |
    | --- | --- |
    | a\\|b | 2 |
    """
    lines = [head, ["---", *["---:" if numbers else "---"] * (len(head) - 1)]]
    lines += [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
