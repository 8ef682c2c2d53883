"""The closed lists of labels: DiscoFuse's types and BiSECT's categories, in their order."""

from __future__ import annotations

CONTROL = "PAIR_NONE"

TYPES = (
    "PAIR_ANAPHORA",
    "PAIR_CONN",
    "PAIR_CONN_ANAPHORA",
    CONTROL,
    "SINGLE_APPOSITION",
    "SINGLE_CATAPHORA",
    "SINGLE_CONN_INNER",
    "SINGLE_CONN_INNER_ANAPHORA",
    "SINGLE_CONN_START",
    "SINGLE_RELATIVE",
    "SINGLE_S_COORD",
    "SINGLE_S_COORD_ANAPHORA",
    "SINGLE_VP_COORD",
)

OF_PAIRS = frozenset(name for name in TYPES if name.startswith("PAIR_"))
OF_ONE = frozenset(TYPES) - OF_PAIRS

INVALID = "invalid"

# each category with its subcategories
CATEGORIES = {
    "direct_insertion": ("colon_semicolon", "conjunction_with_subject"),
    "near_split": (
        "conjunction_without_subject",
        "gerund",
        "subordinate_clause",
        "concluding_relative_clause",
    ),
    "across_sentence": ("preceding_clause", "other"),
}
