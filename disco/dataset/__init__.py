"""Data sets made of examples: splits by document, duplicates dropped, shares kept, a card."""

from disco.dataset.assemble import Plan, assemble
from disco.dataset.card import write_card
from disco.dataset.parts import open_parts, parts_in, rows_in
from disco.dataset.shares import Share, shares_of
from disco.dataset.tally import Tally

__all__ = [
    "Plan",
    "Share",
    "Tally",
    "assemble",
    "open_parts",
    "parts_in",
    "rows_in",
    "shares_of",
    "write_card",
]
