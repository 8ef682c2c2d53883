"""What share of a data set examples of a kind may have, and which part of them it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from disco._errors import UsageError, nearest
from disco.draft.example import Example

ANAPHORA = "anaphora"


@dataclass(frozen=True, slots=True)
class Share:
    """At most so many of 100 examples are of this kind: a connective, a discourse type, or
    ``anaphora``, which is any example in which coreference was used."""

    kind: str
    percent: float

    def __post_init__(self) -> None:
        if not 0 <= self.percent < 100:
            raise UsageError(f"'{self.kind}={self.percent:g}': a share is a percentage below 100")

    def fits(self, example: Example) -> bool:
        """Is an example of this kind?"""
        if self.kind == ANAPHORA:
            return example.has_coref_type_pronoun or example.has_coref_type_nominal
        return self.kind in (plain(example.connective_string), example.discourse_type)


def plain(connective: str) -> str:
    """A connective without the marks beside it.

    >>> plain(", but")
    'but'
    """
    return connective.strip(" ,;").lower()


def require_room(shares: Sequence[Share]) -> None:
    """Raise UsageError where two shares are of one kind, or leave nothing for others."""
    twice = [kind for kind, times in Counter(s.kind for s in shares).items() if times > 1]
    if twice:
        raise UsageError(f"'{twice[0]}' has two shares")
    together = sum(share.percent for share in shares)
    if together >= 100:
        raise UsageError(f"the shares make {together:g} of 100; something must be left for others")


def shares_of(given: str, types: Collection[str], connectives: Collection[str]) -> list[Share]:
    """The shares that ``and=12.5,but=10.7,anaphora=20`` asks for; UsageError for what is none."""
    known = {name.casefold(): name for name in (ANAPHORA, *types, *connectives)}
    found: list[Share] = []
    for part in filter(None, map(str.strip, given.split(","))):
        kind, equals, number = (each.strip() for each in part.partition("="))
        if kind.casefold() not in known:
            raise UsageError(f"no type or connective '{kind}'{nearest(kind, known.values())}")
        try:
            percent = float(number)
        except ValueError:
            percent = -1.0
        if not equals or not 0 <= percent < 100:
            raise UsageError(f"'{part}': a share is a percentage below 100, such as {kind}=12.5")
        found.append(Share(known[kind.casefold()], percent))
    return found


def rates(counts: Mapping[int, int], shares: Sequence[Share]) -> list[float]:
    """Which part of the examples of each share is kept so that it has its percentage of what is
    left; all of those that have less. ``counts`` are by the number of a share, -1 for the rest.

    >>> rates({-1: 75, 0: 100}, [Share("and", 25.0)])
    [0.25]
    """
    kept = [1.0] * len(shares)
    scarce: set[int] = set()
    while True:
        plenty = [n for n in range(len(shares)) if n not in scarce]
        rest = counts.get(-1, 0) + sum(counts.get(n, 0) for n in scarce)
        whole = rest / (1 - sum(shares[n].percent for n in plenty) / 100)
        wanted = {n: whole * shares[n].percent / 100 for n in plenty}
        short = {n for n in plenty if wanted[n] >= counts.get(n, 0)}
        if not short:
            for n in plenty:
                kept[n] = wanted[n] / counts[n]
            return kept
        # the scarcest first: each makes the whole less, of which the others may then have enough
        scarce.add(min(short, key=lambda n: counts.get(n, 0) / wanted[n] if wanted[n] else 0.0))
