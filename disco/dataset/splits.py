"""Train, dev or test: decided by the id of a document alone, so that it stays when others come."""

from __future__ import annotations

from hashlib import blake2b

SPLITS = ("train", "dev", "test")
_UP_TO = (0.98, 0.99, 1.0)


def split_of(document: str) -> int:
    """The number of the split that a document belongs to, 98 : 1 : 1.

    >>> SPLITS[split_of("Alan_Turing")]
    'train'
    """
    digest = blake2b(document.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    place = int.from_bytes(digest, "big") / 2**64
    return next(number for number, end in enumerate(_UP_TO) if place < end)
