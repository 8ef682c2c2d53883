"""A sentence taken apart, and the account of it: from the parts to the row that is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Doc

from disco.draft.example import Piece
from disco.draft.realize import source_text
from disco.draft.recipe import Account, Output, cooked, recipe, unchanged
from disco.draft.record import UNNAMED, insertions, removals
from disco.draft.words import Removed, Word, sources
from disco.english.sentence import Sentence
from disco.jobs.propositions import Proposition, Propositions, Relation

UNSAID = "expansion"  # what neither a rule nor a word says more of adds to the other


@dataclass(frozen=True, slots=True)
class Tie:
    """What holds two propositions together, and the words for it, which one of them has."""

    relation: str
    said: str
    second_says_it: bool = True

    def with_more(self, more: Tie | None) -> Tie:
        """The tie where the second one says more of it, in a word of its own behind *and*."""
        if more is None:
            return self
        relation = more.relation if self.relation == UNSAID else self.relation
        return Tie(relation, f"{self.said} {more.said}".strip(), self.second_says_it)


@dataclass(slots=True)
class Part:
    """A sentence, or what a rule wrote of it: its words as those of the text, in which the
    sentence begins at ``start``, and its two parts where a rule took it apart; the ``tie`` between
    these, and to the sentence ``before``, or the part."""

    words: list[Word]
    confidence: float = 1.0
    rules: tuple[str, ...] = ()
    parts: tuple[Part, Part] | None = None
    tie: Tie | None = None
    before: Tie | None = None
    removed: list[Removed] = field(default_factory=list)
    start: int = 0

    def is_said_of_first(self, part: Part) -> bool:
        """Whether one is the second of the two parts, and the tie is said of the first."""
        if self.parts is None or self.tie is None:
            return False
        return part is self.parts[1] and self.tie.second_says_it

    def leaves(self) -> Iterator[Part]:
        """What stands alone at last, in reading order."""
        if self.parts is None:
            yield self
        else:
            for part in self.parts:
                yield from part.leaves()

    def main(self) -> Part:
        """The one of its propositions that the others hang on."""
        if self.parts is None:
            return self
        return self.parts[0 if self.tie is None or self.tie.second_says_it else 1].main()

    def all_removed(self) -> Iterator[Removed]:
        """What was taken out on the way."""
        yield from self.removed
        for part in self.parts or ():
            yield from part.all_removed()

    def relations(self, number: dict[int, int]) -> Iterator[Relation]:
        """What holds its propositions together, which have these numbers."""
        if self.before is not None:
            yield Relation(self.before.relation, self.before.said, number[id(self.main())], None)
        yield from self._inside(number)

    def _inside(self, number: dict[int, int]) -> Iterator[Relation]:
        if self.parts is None:
            return
        first, second = (number[id(part.main())] for part in self.parts)
        if self.tie is not None and first != second:
            tie = self.tie.with_more(self.parts[1].before)
            of, to = (second, first) if tie.second_says_it else (first, second)
            yield Relation(tie.relation, tie.said, of, to)
        for part in self.parts:
            yield from part._inside(number)


def row_of(doc: Doc, sentence: Sentence, whole: Part) -> Propositions:
    """The sentence with its propositions, each once, and the account of them; the sentence as it
    stands where that account does not lead back to it."""
    if whole.parts is None and not whole.rules:
        return _as_it_is(doc, sentence)
    row = _written(doc, sentence, whole)
    if _put_together(row) == row.text and not _loses(row):
        return row
    return _as_it_is(doc, sentence)


def _as_it_is(doc: Doc, sentence: Sentence) -> Propositions:
    """The sentence as its only proposition."""
    text, start = source_text(doc, sentence, "natural"), doc[sentence.start].idx
    alone = Proposition(text, ((start, start + len(text)),))
    recipe = (Piece("0", 0, len(text)),)
    return Propositions("", "", sentence.index, text, start, (alone,), recipe=recipe)


def _written(doc: Doc, sentence: Sentence, whole: Part) -> Propositions:
    number, outputs = _outputs(doc, whole)
    _take_over(doc, sentence, outputs)
    leaves = {number[id(leaf)]: leaf for leaf in reversed([*whole.leaves()])}
    words = [word for output in outputs for word in output.words]
    removed = removals(doc, words, whole.all_removed(), (sentence,), "natural")
    inserted = insertions(doc, outputs)
    return Propositions(
        id="",
        document="",
        sentence=sentence.index,
        text=source_text(doc, sentence, "natural"),
        offset=doc[sentence.start].idx,
        propositions=tuple(
            Proposition(
                o.text, _places(doc, o.words), round(leaves[n].confidence, 3), leaves[n].rules
            )
            for n, o in enumerate(outputs)
        ),
        relations=without_circles(whole.relations(number)),
        removed=removed,
        inserted=inserted,
        recipe=recipe(doc, outputs, removed, inserted, sentence, "natural"),
    )


def without_circles(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Each relation once, without those that would hang a proposition on one that hangs on it:
    parts that say the same are one proposition."""
    kept: dict[Relation, None] = {}
    for relation in relations:
        if relation.to is None or relation.of not in _from_here_up(relation.to, kept):
            kept[relation] = None
    return tuple(kept)


def _from_here_up(number: int, relations: Iterable[Relation]) -> set[int]:
    """A proposition and all that it hangs on."""
    found, left = {number}, [number]
    while left:
        here = left.pop()
        above = {r.to for r in relations if r.of == here and r.to is not None} - found
        found |= above
        left.extend(above)
    return found


def restored(row: Propositions) -> str:
    """The sentence put together again from everything in its row but itself; UsageError where it
    has no recipe, or something of it was changed, so that they do not fit together."""
    made = _put_together(row)
    unchanged(row.id, (made,), (row.text,))
    return made


def _put_together(row: Propositions) -> str:
    texts = {str(n): p.text for n, p in enumerate(row.propositions)}
    return cooked(row.id, [row.recipe], Account(texts, row.removed, row.inserted))[0]


def _outputs(doc: Doc, whole: Part) -> tuple[dict[int, int], list[Output]]:
    """The propositions, those that say the same made one; and the number of each part's."""
    number: dict[int, int] = {}
    found: dict[str, Output] = {}
    for leaf in whole.leaves():
        output = Output.of(str(len(found)), leaf.words, doc, "natural")
        number[id(leaf)] = int(found.setdefault(output.text, output).name)
    return number, list(found.values())


def _take_over(doc: Doc, sentence: Sentence, outputs: Sequence[Output]) -> None:
    """Make a copy the sentence's own word, where none of the outputs has that: what a proposition
    that was dropped had is said by another one."""
    kept = {i for o in outputs for i in sources(o.words)}
    for word in (word for o in outputs for word in o.words):
        i = word.copy_of
        if i is None or not sentence.start <= i < sentence.end or i in kept:
            continue
        if word.text.lower() == doc[i].lower_:
            word.source, word.copy_of, word.reason = i, None, None
            kept.add(i)


def _loses(row: Propositions) -> bool:
    """Whether a word of the sentence is in no proposition and not named as removed."""
    return any(
        any(c.isalnum() for c in removal.text) and removal.reason == UNNAMED
        for removal in row.removed
    )


def _places(doc: Doc, words: Iterable[Word]) -> tuple[tuple[int, int], ...]:
    """Where the words stand in the source, words that follow each other as one stretch."""
    origins = {i for w in words if (i := w.origin) is not None}
    found: list[tuple[int, int]] = []
    before = -2
    for i in sorted(origins):
        token = doc[i]
        start = found.pop()[0] if i == before + 1 else token.idx
        found.append((start, token.idx + len(token)))
        before = i
    return tuple(found)
