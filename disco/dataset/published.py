"""What Geva et al. 2019 print of the Wikipedia part of DiscoFuse, to be set beside ours."""

from __future__ import annotations

# section 3.2, and the sizes of the released files
EXAMPLES = {
    "": 16_642_323,
    "_balanced": 4_581_352,
    "train": 16_310_585,
    "dev": 168_081,
    "test": 163_657,
}

# Table 16: of 100 examples after down-sampling, how many have the connective
CONNECTIVES = {
    "and": 12.5,
    "but": 10.7,
    "although": 8.4,
    "however": 8.2,
    "because": 7.7,
    "so that": 2.1,
    "while": 2.0,
    "or": 1.8,
    "so": 1.2,
    "for example": 1.0,
}
