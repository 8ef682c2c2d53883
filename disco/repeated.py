"""What one sentence says again of another one, and the pronoun that would do in its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc, Token

from disco.draft import Word
from disco.grammar import AUXILIARIES, SUBJECTS, auxiliaries_of, number_of
from disco.kinds import kind_of
from disco.names import GENDERS, gender_of
from disco.phrase import phrase_tokens
from disco.sentence import Sentence

_DETERMINERS = frozenset({"a", "an", "the", "that", "this", "these", "those", "another"})
_FORMS = {
    "masc": ("he", "him", "his"),
    "fem": ("she", "her", "her"),
    "neut": ("it", "it", "its"),
    "plur": ("they", "them", "their"),
}
_GENDERED = {form: kind for kind in ("masc", "fem") for form in _FORMS[kind]}


def repeated(doc: Doc, indices: Sequence[int], home: Sentence) -> tuple[int, ...]:
    """Where ``home`` says the same words, determiners aside; () where it does not.

    Of several places the last one: that is where one would take them up again.
    """
    words = _bare(doc, indices)
    if not words:
        return ()
    size = len(words)
    wanted = [doc[i].lower_ for i in words]
    for start in range(home.stop - size, home.start - 1, -1):
        if [t.lower_ for t in doc[start : start + size]] == wanted:
            return tuple(range(start, start + size))
    return ()


def _bare(doc: Doc, indices: Sequence[int]) -> list[int]:
    """A phrase without what may differ when it is said again: determiner, possessive ending."""
    words = list(indices)
    while len(words) > 1 and doc[words[0]].lower_ in _DETERMINERS:
        words.pop(0)
    while words and (doc[words[-1]].tag_ == "POS" or doc[words[-1]].is_punct):
        words.pop()
    return words


def shared_auxiliaries(verb: Token, home: Sentence) -> tuple[int, ...]:
    """The auxiliaries of a verb that those of another sentence can do for; () where the first of
    them is not there."""
    there = {t.lower_ for t in verb.doc[home.start : home.stop] if t.dep_ in AUXILIARIES}
    own = auxiliaries_of(verb)
    if not own or own[0].lower_ not in there:
        return ()
    return tuple(t.i for t in own if t.lower_ in there)


def mentions(doc: Doc, sentence: Sentence, home: Sentence) -> list[Token]:
    """The heads of the noun phrases of ``sentence`` that ``home`` has too: the subject first."""
    found = [
        t
        for t in doc[sentence.start : sentence.stop]
        if t.pos_ in {"NOUN", "PROPN"}
        and t.dep_ not in {"compound", "nmod", "npadvmod"}
        and repeated(doc, phrase_of(t), home)
    ]
    return sorted(found, key=lambda t: t.dep_ not in SUBJECTS or t.head.dep_ != "ROOT")


def phrase_of(head: Token) -> list[int]:
    """The noun phrase without its possessive ending."""
    return [t.i for t in phrase_tokens(head) if t.tag_ != "POS"]


def pronoun_for(head: Token, *, guess: bool) -> Word | None:
    """The pronoun for a noun phrase, in its case; None where its gender is not known.

    With ``guess`` a person of unknown gender is taken for a man.
    """
    kind = "plur" if number_of(head) == "plur" else _gender(head)
    if kind is None and guess:
        kind = "neut" if kind_of(head) == "thing" else "masc"
    if kind is None:
        return None
    subject, object_, owner = _FORMS[kind]
    if any(c.tag_ == "POS" for c in head.children):
        text = owner
    else:
        text = subject if head.dep_ in SUBJECTS else object_
    return Word.changed(head, text, f"pronoun for {head.text}")


def _gender(head: Token) -> str | None:
    named = gender_of(head)
    if named is not None:
        return named
    kind = kind_of(head)
    spoken = {_GENDERED[t.lower_] for t in head.doc if t.lower_ in _GENDERED}
    if kind != "thing" and len(spoken & GENDERS) == 1:
        return next(iter(spoken))
    return "neut" if kind == "thing" else None


def with_pronoun(
    doc: Doc, indices: Iterable[int], sentence: Sentence, home: Sentence, *, guess: bool
) -> list[Word] | None:
    """The tokens with the first phrase among them that ``home`` has too as a pronoun; None where
    there is none, or none is known."""
    inside = list(indices)
    for head in mentions(doc, sentence, home):
        phrase = set(phrase_of(head))
        if not phrase <= set(inside):
            continue
        pronoun = pronoun_for(head, guess=guess)
        if pronoun is None:
            return None
        gone = phrase | {c.i for c in head.children if c.tag_ == "POS"}
        last = doc[max(gone)]
        pronoun.space = bool(last.whitespace_)
        words: list[Word] = []
        for i in inside:
            if i == min(phrase):
                words.append(pronoun)
            elif i not in gone:
                words.append(Word.kept(doc[i]))
        return words
    return None
