"""The closed lists of labels, of DiscoFuse's types and BiSECT's categories, for validation only."""

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

INVALID = "invalid"

# each subcategory with its share of WikiSplit and of BiSECT, in percent (Kim et al. 2021, Table 4;
# the paper does not count ``other``)
CATEGORIES: dict[str, dict[str, tuple[int, int]]] = {
    "direct_insertion": {"colon_semicolon": (15, 18), "conjunction_with_subject": (18, 22)},
    "near_split": {
        "conjunction_without_subject": (18, 13),
        "gerund": (7, 10),
        "subordinate_clause": (17, 9),
        "concluding_relative_clause": (24, 17),
    },
    "across_sentence": {"preceding_clause": (1, 11), "other": (0, 0)},
}
