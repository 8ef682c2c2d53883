"""What one text says that another does not: names, numbers, negations and other content words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from unicodedata import normalize

import regex
from rapidfuzz import fuzz
from spacy.tokens import Doc, Token

from disco.english.facts import facts
from disco.english.grammar import NOUNS, PLAIN_SUBJECTS, verb_above
from disco.rules.pairs import Refining

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
_NUMBER = regex.compile(r"\d+(?:[.,]\d+)*")
_ACCENTS = regex.compile(r"\p{Mn}")
_EDGES = ".'`\"-–"
_HUNDRED = 100  # what stands before it is taken times it, and goes on
_STEM = 5  # letters that words of one family begin with, at least


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A word that the other text does not support, and of which kind it is."""

    kind: str
    token: Token


class Said:
    """What a text says, to ask of each word of another whether it is said there."""

    def __init__(self, doc: Doc, settings: Refining) -> None:
        self.doc = doc
        self.amounts = _amounts(doc)
        self._settings = settings
        words = [_plain(token) for token in doc]
        lemmas = [_folded(token.lemma_.lower()) for token in doc]
        parts = [part for word in words for part in regex.split(r"[-/–]", word)]
        joined = [first + second for first, second in pairwise(words)]
        said = {word for word in (*words, *lemmas, *parts, *joined) if word}
        self._words = said.union(*(settings.same_as.get(word, ()) for word in said))
        self._stems = {_stem(word) for word in self._words if len(word) >= _STEM}
        self._numbers = {*map(_digits, _NUMBER.findall(doc.text)), *self.amounts.values()}
        self._short = {w.replace(".", "") for w in words}
        capitals = [token.text for token in doc if token.text[:1].isupper()]
        self._initials = {
            "".join(name[0] for name in capitals[start : start + length]).lower()
            for length in range(2, 6)
            for start in range(len(capitals) - length + 1)
        }
        self._meant = [token for token in doc if token.has_vector and token.pos_ in CONTENT]

    def denies(self, token: Token, there: Said) -> bool:
        """Does a word that is said ``there`` have its opposite here, and each only the one?"""
        forms, known = {_plain(token), token.lemma_.lower()}, self._settings.opposite_of
        opposites = {word for form in forms for word in known.get(form, ())} - there._words
        apart = self._words.isdisjoint(forms) and token.pos_ != "PROPN"
        return apart and not self._words.isdisjoint(opposites)

    def has(self, token: Token) -> bool:
        """Is a word said here as it is?"""
        return _plain(token) in self._words

    def supports(self, token: Token, amount: str | None) -> bool:
        """Is a word said here, in whatever form, or one that means nearly the same? ``amount`` is
        that of the number that it belongs to."""
        if amount is not None:
            return amount in self._numbers
        word, lemma = _plain(token), token.lemma_.lower()
        if word in self._words or lemma in self._words or word.replace(".", "") in self._short:
            return True
        if any(letter.isdigit() for letter in word):
            return self._numbers.issuperset(map(_digits, _NUMBER.findall(token.text)))
        return self._has_name(token, word) or self._has_like(token, word, lemma)

    def _has_name(self, token: Token, word: str) -> bool:
        """Is a word short for names here, or a part of one that is short for it here?"""
        if word.replace(".", "") in self._initials:
            return True
        names = [t for t in token.doc[max(0, token.i - 4) : token.i + 5] if t.text[:1].isupper()]
        return token.text[:1].isupper() and any(
            "".join(name.text[0] for name in names[start:end]).lower() in self._short
            for start in range(len(names))
            for end in range(start + 2, len(names) + 1)
            if token in names[start:end]
        )

    def _has_like(self, token: Token, word: str, lemma: str) -> bool:
        parts = [part for part in word.split("-") if part]
        if len(parts) > 1 and all(p in self._words or _stem(p) in self._stems for p in parts):
            return True
        if len(word) >= _STEM and not self._stems.isdisjoint({_stem(word), _stem(lemma)}):
            return True
        if len(word) > 3 and any(
            fuzz.ratio(word, other) >= self._settings.spelling
            for other in self._words
            if abs(len(other) - len(word)) < 3
        ):
            return True
        if token.pos_ == "PROPN" or not token.has_vector:
            return False
        return any(
            token.similarity(other) >= self._settings.meaning
            for other in self._meant
            if other.pos_ == token.pos_
        )


def unsaid(
    said: Said, other: Said, settings: Refining, glue: Collection[int] = ()
) -> Iterator[Unsaid]:
    """The content words of a text that another does not support, and the words of which it says
    the opposite, but for its ``glue``, and for words but verbs that turn the sense, which are
    counted by themselves."""
    for token in said.doc:
        if other.denies(token, said):
            yield Unsaid("opposite", token)
            continue
        worth = token.pos_ in CONTENT and token.i not in glue and any(map(str.isalnum, token.text))
        if not worth or (token.pos_ != "VERB" and _turn(token, settings)):
            continue
        if not other.supports(token, said.amounts.get(token.i)):
            yield Unsaid(_kind(token, settings), token)


def count(
    found: Sequence[Unsaid], turns: Sequence[Unsaid], others: Sequence[Unsaid]
) -> Counter[str]:
    """How many of each kind, with what ``turns`` the sense; ``together`` are those that hang on
    another one, ``swapped`` the numbers instead of which the ``others``, of the other text, have
    some. To say the opposite is to negate."""
    counts = Counter(each.kind for each in (*found, *turns))
    counts["negation"] += counts.pop("opposite", 0)
    there = {each.token.i for each in found}
    counts["together"] = sum(_above(each.token) in there for each in found)
    counts["swapped"] = min(counts["number"], sum(other.kind == "number" for other in others))
    return counts


def turning(said: Said, other: Said, settings: Refining, *, spared: int = 0) -> list[Unsaid]:
    """The words of a text that turn what it says, negate or hedge it, and that are more than the
    other text has, but for so many ``spared`` negations; of several those that it does not have
    itself."""
    ours, theirs = (
        [Unsaid(turn, t) for t in each.doc if (turn := _turn(t, settings))]
        for each in (said, other)
    )
    left = Counter(each.kind for each in ours)
    left.subtract([*(each.kind for each in theirs), *["negation"] * spared])
    found: list[Unsaid] = []
    for each in sorted(ours, key=lambda one: other.has(one.token)):
        if left[each.kind] > 0:
            left[each.kind] -= 1
            found.append(each)
    return found


def again_in(doc: Doc, settings: Refining) -> int:
    """How many negations another text may have besides, since one of this denies several things
    that one verb speaks of, or several verbs that are joined: *neither ... nor*, *not ... or*."""
    denied = {verb_above(t).i for t in doc if _turn(t, settings) == "negation"}
    sharing = (t for t in doc if t.lower_ in settings.sharing)
    return sum(verb_above(t).i in denied for t in sharing)


def _turn(token: Token, settings: Refining) -> str | None:
    if token.pos_ in NOUNS:
        return None  # in May, No. 5
    negative = token.dep_ == "neg" or token.morph.get("Polarity", []) == ["Neg"]
    if negative or token.lower_ in settings.negating:
        return "negation"
    return "hedge" if token.lower_ in settings.hedging else None


def _above(token: Token) -> int:
    """The nearest content word that a token hangs on."""
    head = token.head
    while head.pos_ not in CONTENT and head.head != head:
        head = head.head
    return head.i if head != token else -1


def _kind(token: Token, settings: Refining) -> str:
    if any(letter.isdigit() for letter in token.text) or token.like_num:
        return "number"
    if token.pos_ == "PROPN":
        return "name"
    if token.lemma_.lower() in settings.light:
        return "light"
    if token.pos_ == "NOUN" and token.dep_ in PLAIN_SUBJECTS and _is_known(token):
        return "subject"
    return token.pos_.lower()


def _is_known(token: Token) -> bool:
    """Has a noun a determiner or owner that says what it is about is known?"""
    known = facts().determiners.definite
    return any(c.lower_ in known or c.dep_ == "poss" for c in token.children)


def _plain(token: Token) -> str:
    return _folded(token.lower_.strip(_EDGES))


def _folded(word: str) -> str:
    """The word without the accents of its letters: *malmo* of *malmö*."""
    return word if word.isascii() else _ACCENTS.sub("", normalize("NFKD", word))


def _stem(word: str) -> str:
    return word[: max(_STEM, int(len(word) * 0.7))]


def _amounts(doc: Doc) -> dict[int, str]:
    """What the numbers of a text come to, for each of their words: 46 for both of *forty-six*,
    1500000 for those of *1.5 million*."""
    found: dict[int, str] = {}
    run: list[int] = []
    for token in doc:
        if _number(token) is None and token.lower_ not in facts().scales:
            continue
        if run and not _goes_on(doc[run[-1]], token):
            found |= dict.fromkeys(run, _sum(doc, run))
            run = []
        run.append(token.i)
    return found | dict.fromkeys(run, _sum(doc, run))


def _goes_on(last: Token, token: Token) -> bool:
    """Does a number go on with a word: *two | thousand*, *two thousand | five*, *two hundred and
    | five*, *forty - | six*?"""
    known = facts()
    scale, one = known.scales.get(last.lower_), known.values.get(token.lower_)
    of_tens = known.values.get(last.lower_, 0) >= 20 and one is not None and one < 10
    if token.i == last.i + 1:
        return scale is not None or token.lower_ in known.scales or of_tens
    if token.i > last.i + 2:
        return False
    between = last.nbor().lower_
    if scale is None:
        return of_tens and between == "-"
    behind = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    smaller = (_number(token) or 0) < scale and known.scales.get(behind, scale + 1) > scale
    return between in known.joining and smaller


def _sum(doc: Doc, run: Sequence[int]) -> str:
    """What the words of a number come to."""
    total = part = Decimal(0)
    for token in (doc[i] for i in run):
        scale = facts().scales.get(token.lower_)
        if scale is None:
            part += _number(token) or 0
            continue
        part = (part or Decimal(1)) * scale
        if scale > _HUNDRED:
            total, part = total + part, Decimal(0)
    return f"{(total + part).normalize():f}"


def _number(token: Token) -> Decimal | None:
    """What a number says, in figures or as a word."""
    if _NUMBER.fullmatch(token.text):
        return Decimal(_digits(token.text)) if token.text.count(".") < 2 else None
    value = facts().values.get(token.lower_)
    return None if value is None else Decimal(value)


def _digits(number: str) -> str:
    return number.replace(",", "")
