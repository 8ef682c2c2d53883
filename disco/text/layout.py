"""How the lines of a plain text are to be read: as paragraphs, as sentences, or as wrapped."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Literal

import regex

Layout = Literal["paragraphs", "sentences", "wrapped", "marked"]
SAMPLE = 500  # lines that are looked at
_FEWEST = 8  # lines below which nothing can be told
_WIDEST = 120  # characters; nobody wraps wider
MARK = regex.compile(r"\s*<doc\b[^>]*?\bid=\"(?P<id>[^\"]*)\"[^>]*>\s*$")
_CLOSED = regex.compile(r"[.!?:;…][\s'\"”’»)\]`]*$")
_BREAK = regex.compile(r"\p{Ll}\w*[.!?]['\"”’)]*\s+['\"“‘(]*\p{Lu}\p{Ll}")


def guess_layout(lines: Sequence[str]) -> Layout:
    """What the first lines of a text look like.

    Marked texts open with a mark, ``<doc id="12" ...>``, as WikiExtractor writes them. Wrapped
    lines are short, stop anywhere and go on in the next one; a line of a sentence ends where the
    sentence ends and has no other inside. Everything else is read as paragraphs, and so is what is
    too short to tell.

    >>> guess_layout(["It rained."] * 20)
    'sentences'
    """
    filled = [line.strip() for line in lines if line.strip()]
    if filled and MARK.match(filled[0]):
        return "marked"
    if len(filled) < _FEWEST:
        return "paragraphs"
    if _is_wrapped(lines, filled):
        return "wrapped"
    closed = sum(bool(_CLOSED.search(line)) for line in filled) / len(filled)
    single = sum(not _BREAK.search(line) for line in filled) / len(filled)
    return "sentences" if closed >= 0.8 and single >= 0.9 else "paragraphs"


def _is_wrapped(lines: Sequence[str], filled: Sequence[str]) -> bool:
    """Whether most lines that another one follows stop in the middle of a sentence."""
    widths = sorted(map(len, filled))
    if widths[int(0.98 * (len(widths) - 1))] > _WIDEST:
        return False
    pairs = [(a, b.strip()) for a, b in itertools.pairwise(lines) if a.strip() and b.strip()]
    if len(pairs) < len(filled) / 2:
        return False
    broken = sum(not _CLOSED.search(a) for a, _ in pairs) / len(pairs)
    continued = sum(b[0].islower() for _, b in pairs) / len(pairs)
    return broken >= 0.5 and continued >= 0.3
