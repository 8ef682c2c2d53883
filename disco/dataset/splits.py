"""Train, dev or test: decided by the id of a document alone, so that it stays when others come."""

from __future__ import annotations

from hashlib import blake2b

SPLITS = ("train", "dev", "test")
HELD_OUT = 1.0  # in dev, and as many in test, of 100 documents


def split_of(document: str, held_out: float = HELD_OUT) -> int:
    """The number of the split that a document belongs to: so many of 100 are in dev, as many in
    test.

    >>> SPLITS[split_of("Alan_Turing")]
    'train'
    """
    digest = blake2b(document.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    place, share = int.from_bytes(digest, "big") / 2**64, held_out / 100
    return 0 if place < 1 - 2 * share else 1 if place < 1 - share else 2


def shares_said(held_out: float) -> str:
    """How documents are shared out, for a card: ``98, 1 and 1 of 100``."""
    return f"{100 - 2 * held_out:g}, {held_out:g} and {held_out:g} of 100"
