"""Data sets made of examples: splits by document, duplicates dropped, shares kept, a card."""

from disco.dataset.assemble import Plan, assemble
from disco.dataset.card import drop_card, write_card, write_pair_card
from disco.dataset.pair_set import PairTally, assemble_pairs, built_pairs
from disco.dataset.parts import (
    EXAMPLES,
    open_parts,
    parts_in,
    parts_of,
    require_examples,
    require_parts,
    rows_in,
)
from disco.dataset.shares import Share, shares_of
from disco.dataset.splits import HELD_OUT
from disco.dataset.tally import Tally

__all__ = [
    "EXAMPLES",
    "HELD_OUT",
    "PairTally",
    "Plan",
    "Share",
    "Tally",
    "assemble",
    "assemble_pairs",
    "built_pairs",
    "drop_card",
    "open_parts",
    "parts_in",
    "parts_of",
    "require_examples",
    "require_parts",
    "rows_in",
    "shares_of",
    "write_card",
    "write_pair_card",
]
