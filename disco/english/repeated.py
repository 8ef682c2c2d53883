"""What one sentence says again of another one: the same words, the same opening, the same nouns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from spacy.tokens import Doc, Token

from disco.english.agreement import is_joined
from disco.english.facts import facts
from disco.english.grammar import NOUNS, SUBJECTS, VERBAL
from disco.english.phrase import phrase_tokens
from disco.english.sentence import Sentence

_NO_END = frozenset({"ADP", "DET", "CCONJ", "SCONJ", "PART"})  # of what can be said again
_IN_NAMES = frozenset({"DET", "PROPN", "ADJ"})


def repeated(doc: Doc, indices: Sequence[int], home: Sentence) -> tuple[int, ...]:
    """Where ``home`` says the same words, determiners aside, with a bracket behind them; () where
    it does not.

    Of several places the last one: that is where one would take them up again; before one that
    owns something there.
    """
    words = _bare(doc, indices)
    if not words:
        return ()
    size = len(words)
    wanted = [doc[i].lower_ for i in words]
    owner: tuple[int, ...] = ()
    for start in range(home.stop - size, home.start - 1, -1):
        stop = start + size
        if [t.lower_ for t in doc[start:stop]] == wanted and not _within_a_name(doc, start, stop):
            if stop == home.stop or doc[stop].tag_ != "POS":
                return tuple(range(start, _behind_asides(doc, stop, home)))
            owner = owner or tuple(range(start, stop))
    return owner


def _behind_asides(doc: Doc, stop: int, home: Sentence) -> int:
    """Behind what belongs to the phrase before it: a closing quote, the state that a town lies in,
    the name of somebody, a bracket."""
    if stop < home.stop and doc[stop].text in {"''", '"', "”", "’"}:
        stop += 1
    stop = _behind_state(doc, stop, home)
    aside = next(
        (t for t in doc[stop : home.stop] if t.dep_ == "appos" and t.left_edge.i == stop + 1), None
    )
    if aside is not None and doc[stop].text == "," and _tells_who(aside, doc[stop - 1]):
        stop = _behind_state(doc, aside.right_edge.i + 1, home)
    if stop < home.stop and doc[stop].text == "(":
        closing = next((t.i for t in doc[stop : home.stop] if t.text == ")"), None)
        return stop if closing is None else closing + 1
    return stop


def _behind_state(doc: Doc, stop: int, home: Sentence) -> int:
    """Behind the state that a town lies in: ``Oakland, Calif.``"""
    place = stop + 1 < home.stop and doc[stop].text == "," and doc[stop - 1].ent_type_ == "GPE"
    if not place or doc[stop + 1].ent_type_ != "GPE":
        return stop
    stop += 2
    while stop < home.stop and doc[stop].ent_type_ == "GPE" and doc[stop].ent_iob_ == "I":
        stop += 1
    return stop


def _tells_who(aside: Token, noun: Token) -> bool:
    """Whether an apposition gives what the noun lacks, and so is no second thing in a row: the
    name of somebody, or what somebody with a name is."""
    one_kind = aside.tag_.endswith("S") == noun.tag_.endswith("S")  # no daughters of his wife's
    return one_kind and {aside.pos_, noun.pos_} == {"NOUN", "PROPN"}


def _within_a_name(doc: Doc, start: int, stop: int) -> bool:
    """Whether a name goes on there, or has begun: ``Henry | II``, ``Antioch- | Armenia``."""
    goes_on = stop < len(doc) and doc[stop].pos_ == doc[stop - 1].pos_ == "PROPN"
    return goes_on or (start > 0 and doc[start - 1].text == "-")


def _bare(doc: Doc, indices: Sequence[int]) -> list[int]:
    """A phrase without what may differ when it is said again: determiner, possessive ending."""
    words = list(indices)
    while len(words) > 1 and doc[words[0]].lower_ in facts().openers:
        words.pop(0)
    while words and (doc[words[-1]].tag_ == "POS" or doc[words[-1]].is_punct):
        words.pop()
    return words


def shared_opening(doc: Doc, sentence: Sentence, home: Sentence) -> tuple[int, ...]:
    """All that stands before the first verb of a sentence, where ``home`` opens with it too."""
    end = _first_verb(doc, sentence)
    size = end - sentence.start
    theirs = doc[home.start : home.start + size]
    same = [t.lower_ for t in doc[sentence.start : end]] == [t.lower_ for t in theirs]
    return tuple(range(sentence.start, end)) if same else ()


def _first_verb(doc: Doc, sentence: Sentence) -> int:
    """Where the first verb of a sentence stands; its end where there is none."""
    inside = range(sentence.start, sentence.stop)
    return next((i for i in inside if doc[i].pos_ in VERBAL), sentence.stop)


def mentions(doc: Doc, sentence: Sentence, home: Sentence) -> list[tuple[Token, list[int]]]:
    """The noun phrases of ``sentence`` that ``home`` has too, with their heads; subjects first.

    Where the parser sees none, what the sentence opens with and ``home`` says too.
    """
    found = [
        (t, phrase)
        for t in doc[sentence.start : sentence.stop]
        if t.pos_ in NOUNS and t.dep_ not in {"compound", "nmod", "npadvmod", "conj"}
        for phrase in [_said_there(t, home)]
        if phrase and not _goes_on(t, phrase)
    ]
    found.sort(key=lambda m: m[0].dep_ not in SUBJECTS or m[0].head.dep_ != "ROOT")
    return found or _opening_said(doc, sentence, home)


def _opening_said(doc: Doc, sentence: Sentence, home: Sentence) -> list[tuple[Token, list[int]]]:
    """The longest opening of a sentence that ``home`` has too, whatever the parser takes it for, up
    to its first verb, with its last word; not a part of a name, nor the speaker."""
    for stop in range(_first_verb(doc, sentence), sentence.start, -1):
        phrase, last = list(range(sentence.start, stop)), doc[stop - 1]
        of_name = stop < sentence.stop and doc[stop].text[0].isupper()
        ends = not of_name and last.pos_ not in _NO_END and last.lower_ not in facts().nominative
        if ends and not last.is_punct and repeated(doc, phrase, home):
            return [(last, phrase)]
    return []


def _goes_on(head: Token, phrase: Sequence[int]) -> bool:
    """Whether more belongs to the phrase: another owner, ``Ann | and Tom's mill``, or what tells
    which one it is, ``the age | of seven``."""
    others = [c for c in head.children if c.i not in phrase]
    joined = head.dep_ == "poss" and any(c.dep_ == "conj" for c in others)
    return joined or any(c.dep_ == "prep" and c.lower_ == "of" and c.i > head.i for c in others)


def _said_there(head: Token, home: Sentence) -> list[int]:
    """The noun phrase where ``home`` has it too; or the name that ends it, with its article, where
    what stands before is none of its words: ``in 1915 | Gris``."""
    doc = head.doc
    phrase = [t.i for t in phrase_tokens(head)]
    while phrase[1:] and doc[phrase[-1]].tag_ == "POS":
        phrase.pop()
    names = (
        phrase[k - (doc[i - 1].dep_ == "det") :]
        for k, i in enumerate(phrase)
        if k and doc[i].pos_ == "PROPN" and doc[i - 1].pos_ not in NOUNS
        if doc[i].tag_ != "NNPS" or doc[i - 1].dep_ != "amod"  # educated Russians
    )
    for words in (phrase, *names, *_parts_of_joined(head, phrase)):
        there = repeated(doc, words, home) if words[0] <= head.i else ()
        if there:
            return words + _said_on(doc, words[-1] + 1, there[-1] + 1, home.stop)
    return []


def _parts_of_joined(head: Token, phrase: Sequence[int]) -> list[list[int]]:
    """What may be said again of a phrase of several: the owners, *Ann and Tom* of ``Ann and Tom's
    mill``, or the first alone, *Ann Lee* of ``Ann Lee and her sister``."""
    if not is_joined(head):
        return []
    joints = [c.i for c in head.rights if c.dep_ in {"cc", "punct"}]
    owned = [i for i in phrase if head.doc[i].tag_ == "POS" and i > min(joints, default=i)]
    return [[i for i in phrase if i < end] for end in (*owned[-1:], *joints[:1])]


def _said_on(doc: Doc, here: int, there: int, end: int) -> list[int]:
    """The words of a name that go on the same in both places: ``Alexander | the Great``."""
    both = zip(doc[here:], doc[there:end], strict=False)
    same = takewhile(lambda two: two[0].lower_ == two[1].lower_ and two[0].pos_ in _IN_NAMES, both)
    return [ours.i for ours, _ in same]
