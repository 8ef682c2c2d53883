"""The propositions of a sentence, and what holds them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import chain, groupby, islice
from typing import Any

from disco.draft.example import Insertion, Piece, Removal, many_of, reading
from disco.draft.record import in_document
from disco.text.documents import Unit


@dataclass(frozen=True, slots=True)
class Proposition:
    """A sentence that stands alone.

    ``source`` are the places in the document, in characters, of the words that it has, be it in
    another form (*marriage* of *was married*); ``confidence`` is how likely it is good: the shares
    of good outputs of the ``rules`` that led to it, in their order, multiplied.
    """

    text: str
    source: tuple[tuple[int, int], ...]
    confidence: float = 1.0
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """What holds two propositions together, by their numbers, and the words that said so, in small
    letters, of one who says something with his name (*ann lee says* for *who says*).

    ``of`` is the one that the words introduce, or that adds something; where ``to`` is None that
    is the sentence before.
    """

    relation: str
    words: str
    of: int
    to: int | None


@dataclass(frozen=True, slots=True)
class Propositions:
    """A sentence of a text and its propositions.

    ``removed`` and ``inserted`` account for every difference, with places in the document and in
    the proposition whose number is the ``part``; ``recipe`` puts the sentence together again.
    """

    id: str
    document: str
    sentence: int
    text: str
    offset: int
    propositions: tuple[Proposition, ...]
    relations: tuple[Relation, ...] = ()
    removed: tuple[Removal, ...] = ()
    inserted: tuple[Insertion, ...] = ()
    recipe: tuple[Piece, ...] = ()

    @property
    def split(self) -> tuple[str, ...]:
        """The sentences alone."""
        return tuple(p.text for p in self.propositions)

    def hanging_on(self, number: int) -> tuple[Relation, ...]:
        """The relations of those that hang on a proposition."""
        return tuple(r for r in self.relations if r.to == number)

    @property
    def roots(self) -> tuple[int, ...]:
        """The propositions that hang on no other one of the sentence."""
        hanging = {r.of for r in self.relations if r.to is not None}
        return tuple(n for n in range(len(self.propositions)) if n not in hanging)

    def to_dict(self) -> dict[str, Any]:
        """The sentence as a row of JSONL."""
        row = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name in ("relations", "removed", "inserted"):
            row[name] = [asdict(each) for each in row[name]]
        row["propositions"] = [
            {**asdict(p), "source": [list(place) for place in p.source], "rules": list(p.rules)}
            for p in self.propositions
        ]
        row["recipe"] = [piece.to_list() for piece in self.recipe]
        at = list(row).index("propositions")
        items = list(row.items())
        return dict([*items[:at], ("split", list(self.split)), *items[at:]])

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Propositions:
        """The sentence of a row of JSONL, or of a table, which has no recipe; UsageError where it
        is none."""
        with reading("propositions", row) as known:
            fields = {key: known[key] for key in known.keys() & cls.__dataclass_fields__.keys()}
            fields["propositions"] = tuple(
                Proposition(
                    p["text"],
                    tuple((start, end) for start, end in p["source"]),
                    p["confidence"],
                    tuple(p["rules"]),
                )
                for p in many_of(known, "propositions")
            )
            fields["relations"] = tuple(Relation(**r) for r in many_of(known, "relations"))
            fields["removed"] = tuple(Removal(**r) for r in many_of(known, "removed"))
            fields["inserted"] = tuple(Insertion(**i) for i in many_of(known, "inserted"))
            fields["recipe"] = tuple(Piece.from_list(p) for p in many_of(known, "recipe"))
            return cls(**fields)


def shifted(row: Propositions, unit: Unit, sentences: int) -> Propositions:
    """The row with its document, its places counted from the start of that."""
    place, number = unit.place, row.sentence + sentences
    return replace(
        row,
        id=unit.document,
        document=unit.document,
        sentence=number,
        offset=place(row.offset),
        propositions=tuple(
            replace(p, source=tuple((place(a), place(b)) for a, b in p.source))
            for p in row.propositions
        ),
        removed=tuple(in_document(r, unit) for r in row.removed),
    )


def numbered(rows: Iterable[Propositions]) -> Iterator[Propositions]:
    """The rows with ids of their own: that of the document where it is one sentence, else with the
    number of the sentence behind it."""
    for _, of_one in groupby(rows, key=lambda row: row.document):
        first, *following = islice(of_one, 2)
        if not following:
            yield first
            continue
        for row in chain((first, *following), of_one):
            yield replace(row, id=f"{row.document}#{row.sentence + 1}")
