"""What makes a long sentence and its split no pair to learn from, by their form: a filter each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from spacy.tokens import Doc, Span, Token

from disco.english.clauses import clause_problem
from disco.english.grammar import FINITE_TAGS, JOINING_TAGS, NOUNS, VERBAL, verb_above
from disco.jobs.broken import GLUED
from disco.jobs.categorized import Pair

_RELATIVE = frozenset({"WDT", "WP", "WP$"})


@dataclass(frozen=True, slots=True)
class Sides:
    """A pair with both sides parsed, and the share of lemmas that they must have in common."""

    pair: Pair
    long: Doc
    split: Doc
    least_overlap: float

    @property
    def numbered(self) -> Iterator[tuple[str, Span]]:
        """The sentences of the split, as reasons call them."""
        return ((f"sentence {n} of the split", s) for n, s in enumerate(self.split.sents, start=1))


Filter = Callable[[Sides], Iterator[str]]  # gives what speaks against a pair, in words


def overlap(sides: Sides) -> Iterator[str]:
    """The sides have little in common."""
    found = overlap_of(sides.long, list(sides.split.sents))
    if found < sides.least_overlap:
        yield f"{found:.2f} of the lemmas are the other side's"


def verb(sides: Sides) -> Iterator[str]:
    """A side, or a sentence of one, has no verb."""
    each: list[tuple[str, Doc | Span]] = [("the long side", sides.long), *sides.numbered]
    return (f"{name} has no verb" for name, side in each if not _has_verb(side))


def fragment(sides: Sides) -> Iterator[str]:
    """A sentence of the split has a verb, and is a part of a sentence."""
    for name, sentence in sides.numbered:
        if _has_verb(sentence) and (why := _why_fragment(sentence)):
            yield f"{name} {why}"


def glued(sides: Sides) -> Iterator[str]:
    """Two sentences have no space between them."""
    found = filter(None, map(GLUED.search, (sides.pair.long, *sides.pair.split)))
    return (f"two sentences are glued at '{each.group()}'" for each in islice(found, 1))


def trees(sides: Sides) -> Iterator[str]:
    """The long side is two sentences itself."""
    apart = ((a, b) for a, b in pairwise(sides.long.sents) if _apart(a, b))
    for one, other in islice(apart, 1):
        yield f"the long side is two sentences, at '{one[-1].text} {other[0].text}'"


BY_FORM: Mapping[str, Filter] = {
    "overlap": overlap,
    "verb": verb,
    "fragment": fragment,
    "glued": glued,
    "trees": trees,
}


def _has_verb(side: Doc | Span) -> bool:
    return any(token.pos_ in VERBAL for token in side)


def _why_fragment(sentence: Span) -> str:
    """What makes a sentence a part of one, where the parser can hardly have mistaken it: no finite
    verb, or a word that makes its clause depend; nothing where there is no such thing.

    A question, an exclamation and a command are whole.
    """
    if "?" in sentence.text[-3:] or "!" in sentence.text[-3:] or sentence.root.tag_ == "VB":
        return ""
    if relative := next(filter(_of_the_whole, sentence), None):
        return f"depends on another, by '{relative.text}'"
    problem = clause_problem(list(sentence.doc), range(sentence.start, sentence.end))
    if problem == "subordinate" and sentence[0].tag_ in JOINING_TAGS:
        return f"depends on another, by '{sentence[0].text}'"
    finite = [token for token in sentence if token.tag_ in FINITE_TAGS]
    participles = (t for t in sentence if t.tag_ in {"VBN", "VBG"} and t.dep_ != "amod")
    if finite and sentence.root.pos_ in NOUNS and all(map(_in_relative, (*finite, *participles))):
        return "has no finite verb of its own"
    return "has no finite verb" if problem == "not_finite" and not finite else ""


def _in_relative(token: Token) -> bool:
    """Does a verb stand in a relative clause, behind who or which?"""
    while token.dep_ not in {"ROOT", "relcl"}:
        token = token.head
    return token.dep_ == "relcl" and any(t.tag_ in _RELATIVE for t in token.lefts)


def _of_the_whole(token: Token) -> bool:
    """Is a word relative, and of no clause inside: *two of which burned*, not *those who sang*?"""
    if token.tag_ not in _RELATIVE:
        return False
    above = verb_above(token)
    return above.dep_ == "ROOT" and token.i <= above.i


def _apart(one: Span, other: Span) -> bool:
    """Are two trees of the long side two sentences? Both have a finite verb, the second begins like
    a sentence, and nothing opens before it."""
    begins = other[0].is_title and not one[-1].is_quote and not one[-1].is_left_punct
    return begins and all(
        any("Fin" in t.morph.get("VerbForm", []) for t in s) for s in (one, other)
    )


def overlap_of(long: Doc, split: Sequence[Span]) -> float:
    """The least share of lemmas of a sentence, or of all of them, that the long side has."""
    there = _lemmas(long)
    sides = [_lemmas(sentence) for sentence in split]
    sides.append({lemma for side in sides for lemma in side})
    return min(len(side & there) / max(len(side), 1) for side in sides)


def _lemmas(words: Doc | Span) -> set[str]:
    return {token.lemma_.lower() for token in words if not token.is_punct and not token.is_space}
