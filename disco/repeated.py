"""What one sentence says again of another one, and the pronoun that would do in its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc, Token

from disco.draft import Replacement, Word
from disco.grammar import SUBJECTS, VERBAL, number_of
from disco.kinds import kind_of, likely_kind
from disco.names import GENDERS, gender_of
from disco.phrase import phrase_tokens
from disco.sentence import Sentence

_DETERMINERS = frozenset({"a", "an", "the", "that", "this", "these", "those", "another"})
_BEFORE = frozenset({"preconj", "predet"})  # both, all: they go with the noun
_PARTS = frozenset({"poss", "compound", "nmod"})  # of other names
_FORMS = {
    "masc": ("he", "him", "his"),
    "fem": ("she", "her", "her"),
    "neut": ("it", "it", "its"),
    "plur": ("they", "them", "their"),
}
_GENDERED = {form: kind for kind in ("masc", "fem") for form in _FORMS[kind]}


def repeated(doc: Doc, indices: Sequence[int], home: Sentence) -> tuple[int, ...]:
    """Where ``home`` says the same words, determiners aside, with a bracket behind them; () where
    it does not.

    Of several places the last one: that is where one would take them up again.
    """
    words = _bare(doc, indices)
    if not words:
        return ()
    size = len(words)
    wanted = [doc[i].lower_ for i in words]
    for start in range(home.stop - size, home.start - 1, -1):
        stop = start + size
        if [t.lower_ for t in doc[start:stop]] == wanted and not _goes_on(doc, stop):
            return tuple(range(start, _behind_asides(doc, stop, home)))
    return ()


def _behind_asides(doc: Doc, stop: int, home: Sentence) -> int:
    """Behind what belongs to the phrase before it: a closing quote, the state that a town lies in,
    the name of somebody, a bracket."""
    if stop < home.stop and doc[stop].text in {"''", '"', "”", "’"}:
        stop += 1
    place = stop + 1 < home.stop and doc[stop].text == "," and doc[stop - 1].ent_type_ == "GPE"
    if place and doc[stop + 1].ent_type_ == "GPE":
        stop += 2
        while stop < home.stop and doc[stop].ent_type_ == "GPE" and doc[stop].ent_iob_ == "I":
            stop += 1
    aside = next(
        (t for t in doc[stop : home.stop] if t.dep_ == "appos" and t.left_edge.i == stop + 1), None
    )
    named = aside is not None and aside.pos_ == "PROPN" and doc[stop - 1].pos_ == "NOUN"
    if aside is not None and named and doc[stop].text == "," and aside.right_edge.i < home.stop:
        stop = aside.right_edge.i + 1
    if stop < home.stop and doc[stop].text == "(":
        closing = next((t.i for t in doc[stop : home.stop] if t.text == ")"), None)
        return stop if closing is None else closing + 1
    return stop


def _goes_on(doc: Doc, stop: int) -> bool:
    """Whether a name goes on there: ``Henry | II``, ``New York | City``."""
    return stop < len(doc) and doc[stop].pos_ == doc[stop - 1].pos_ == "PROPN"


def _bare(doc: Doc, indices: Sequence[int]) -> list[int]:
    """A phrase without what may differ when it is said again: determiner, possessive ending."""
    words = list(indices)
    while len(words) > 1 and doc[words[0]].lower_ in _DETERMINERS:
        words.pop(0)
    while words and (doc[words[-1]].tag_ == "POS" or doc[words[-1]].is_punct):
        words.pop()
    return words


def shared_opening(doc: Doc, sentence: Sentence, home: Sentence) -> tuple[int, ...]:
    """All that stands before the first verb of a sentence, where ``home`` opens with it too."""
    end = sentence.start
    while end < sentence.stop and doc[end].pos_ not in VERBAL:
        end += 1
    size = end - sentence.start
    theirs = doc[home.start : home.start + size]
    same = [t.lower_ for t in doc[sentence.start : end]] == [t.lower_ for t in theirs]
    return tuple(range(sentence.start, end)) if same else ()


def mentions(doc: Doc, sentence: Sentence, home: Sentence) -> list[tuple[Token, list[int]]]:
    """The noun phrases of ``sentence`` that ``home`` has too, with their heads; subjects first."""
    found = [
        (t, phrase)
        for t in doc[sentence.start : sentence.stop]
        if t.pos_ in {"NOUN", "PROPN"} and t.dep_ not in {"compound", "nmod", "npadvmod"}
        for phrase in [_said_there(t, home)]
        if phrase
    ]
    return sorted(found, key=lambda m: m[0].dep_ not in SUBJECTS or m[0].head.dep_ != "ROOT")


def _said_there(head: Token, home: Sentence) -> list[int]:
    """The noun phrase, or the name that ends it, where ``home`` has it too."""
    phrase = [t.i for t in phrase_tokens(head) if t.tag_ != "POS"]
    names = (phrase[k:] for k, i in enumerate(phrase) if k and head.doc[i].pos_ == "PROPN")
    for words in (phrase, *names):
        if words[0] <= head.i and repeated(head.doc, words, home):
            return words
    return []


def pronoun_for(head: Token, *, guess: bool) -> Word | None:
    """The pronoun for a noun phrase, in its case; None where its gender is not known.

    With ``guess`` a person of unknown gender has that of the others in the text, or is a man.
    """
    kind = "plur" if number_of(head) == "plur" else _gender(head)
    if guess and (kind is None or _may_be_mistaken(head, kind)):
        kind = "neut" if kind is None and likely_kind(head) == "thing" else _company(head.doc)
    if kind is None:
        return None
    subject, object_, owner = _FORMS[kind]
    if any(c.tag_ == "POS" for c in head.children):
        text = owner
    else:
        text = subject if head.dep_ in SUBJECTS else object_
    return Word.changed(head, text, f"pronoun for {head.text}")


def _beyond_doubt(head: Token, phrase: Sequence[int], home: Sentence) -> bool:
    """Whether its name says the gender, and nobody else there could be meant."""
    doc, gender = head.doc, _named_gender(head)
    if gender is None:
        return False
    own = {doc[i].lower_ for i in phrase}
    return not any(
        t.pos_ == "PROPN"
        and t.lower_ not in own
        and t.dep_ not in _PARTS
        and (kind_of(t) == "person" or (kind_of(t) is None and t.dep_ != "pobj"))
        and gender_of(t) in {None, gender}
        for t in doc[home.start : home.stop]
    )


def _company(doc: Doc) -> str:
    """The gender of most of those whom a text names: women are named beside women."""
    named = [gender_of(t) for t in doc if t.pos_ == "PROPN"]
    return "fem" if named.count("fem") > named.count("masc") else "masc"


def _may_be_mistaken(head: Token, kind: str) -> bool:
    """Whether a name that is said to be a thing's is one word without an article: the tagger
    takes many a surname for that of a firm."""
    return kind == "neut" and head.pos_ == "PROPN" and not any(head.lefts)


def _named_gender(head: Token) -> str | None:
    """The gender that the name says, or what the text says that its bearer is."""
    same = [t for t in head.doc if t.lower_ == head.lower_ and t.dep_ in SUBJECTS]
    described = (c for t in same for c in t.head.children if c.dep_ == "attr")
    return next((g for g in map(gender_of, (head, *same, *described)) if g is not None), None)


def _gender(head: Token) -> str | None:
    spoken = {_GENDERED[t.lower_] for t in head.doc if t.lower_ in _GENDERED}
    named = _named_gender(head)
    if named is not None:
        return named if not spoken or named in spoken else None
    kind = kind_of(head)
    if kind != "thing" and len(spoken & GENDERS) == 1:
        return next(iter(spoken))
    return "neut" if kind == "thing" else None


def with_pronoun(
    doc: Doc, indices: Iterable[int], sentence: Sentence, home: Sentence, *, guess: bool
) -> tuple[list[Word], list[Replacement]]:
    """The tokens with the first phrase among them that ``home`` has too as a pronoun, and what it
    stands for; as they are where there is none, or no pronoun that a reader could not doubt."""
    inside = list(indices)
    for head, phrase in mentions(doc, sentence, home):
        gone = {*phrase, *(c.i for c in head.children if c.tag_ == "POS" or c.dep_ in _BEFORE)}
        if not gone <= set(inside):
            continue
        pronoun = pronoun_for(head, guess=guess)
        if pronoun is None or not (guess or _beyond_doubt(head, phrase, home)):
            break
        pronoun.space = bool(doc[max(gone)].whitespace_)
        words: list[Word] = []
        for i in inside:
            if i == min(gone):
                words.append(pronoun)
            elif i not in gone:
                words.append(Word.kept(doc[i]))
        said = repeated(doc, phrase, home)
        return words, [Replacement(tuple(sorted(gone)), said, "pronoun")]
    return [Word.kept(doc[i]) for i in inside], []
