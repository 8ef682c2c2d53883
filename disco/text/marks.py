"""Marks: what ends a sentence, what stands inside one, and what opens and closes."""

from __future__ import annotations

from collections.abc import Iterable

DASHES = frozenset({"-", "--", "–", "—"})
SEPARATORS = frozenset({",", ";", ":"})
INNER = SEPARATORS | DASHES  # those that end no sentence, and cannot open one
OPEN_BRACKETS, CLOSED_BRACKETS = frozenset("([{"), frozenset(")]}")
QUOTES = frozenset({'"', "''", "``", "“", "”"})
ELLIPSES = frozenset({"…", *("." * n for n in range(3, 9))})
TERMINALS = frozenset({".", "!", "?"}) | ELLIPSES
OPENING = {"(": ")", "[": "]", "{": "}", "“": "”", "‘": "’", "``": "''"}
CLOSING = CLOSED_BRACKETS | {"''", '"', "”", "’", "'", "»"}  # what may close, also what may open
_CLOSES = CLOSED_BRACKETS | {"”", "''"}  # and opens nothing


def between_quotes(texts: Iterable[str]) -> list[bool]:
    """For each word whether it stands between quotes; a mark that opens does, one that closes does
    not."""
    found, inside = [], False
    for text in texts:
        if text in QUOTES:
            inside = text in {"“", "``"} or (text == '"' and not inside)
        found.append(inside)
    return found


def unbalanced(texts: Iterable[str]) -> bool:
    """Whether quotes or brackets open without closing, or close without opening."""
    stack: list[str] = []
    plain = 0
    before = ""
    for text in texts:
        if text == "`" == before:
            text = "``"
        before = text
        if text == '"' or (text == "''" and "''" not in stack):
            plain += 1
        elif text in OPENING and text != "‘":
            stack.append(OPENING[text])
        elif text in _CLOSES:
            if not stack or stack[-1] != text:
                return True
            stack.pop()
    return bool(stack) or plain % 2 == 1
