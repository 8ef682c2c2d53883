"""A noun phrase that has been said before as a pronoun, of its gender, number and case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc, Token

from disco.draft.words import Replacement, Word
from disco.english.agreement import number_alone, number_of
from disco.english.facts import GENDERS, Pronoun, facts
from disco.english.grammar import FINITE_TAGS, NOUNS, SUBJECTS
from disco.english.kinds import kind_of
from disco.english.likely import likely_kind, said_to_be, subjects_named
from disco.english.names import gender_of
from disco.english.repeated import mentions, repeated
from disco.english.sentence import Sentence

_BEFORE = frozenset({"preconj", "predet"})  # both, all: they go with the noun
_PARTS = frozenset({"poss", "compound", "nmod"})  # of other names


def with_pronoun(
    doc: Doc, indices: Iterable[int], sentence: Sentence, home: Sentence, *, guess: bool
) -> tuple[list[Word], list[Replacement]]:
    """The tokens with the first phrase among them that ``home`` has too as a pronoun, and what it
    stands for; as they are where there is none, or no pronoun that a reader could not doubt."""
    inside = list(indices)
    for head, phrase in mentions(doc, sentence, home):
        gone = set(phrase)
        if _is_whole(head, phrase):
            gone.update(c.i for c in head.children if c.dep_ in _BEFORE)
        if _tag(doc, phrase[-1] + 1) == "POS":
            gone.add(phrase[-1] + 1)
        if not gone <= set(inside):
            continue
        pronoun = _pronoun_for(head, phrase, guess=guess)
        if pronoun is None or not (guess or _beyond_doubt(head, phrase, home)):
            break
        words: list[Word] = []
        for i in inside:
            if i == min(gone):
                words.append(pronoun)
            elif i not in gone:
                words.append(Word.kept(doc[i]))
        said = repeated(doc, phrase, home)
        return words, [Replacement(tuple(sorted(gone)), said, "pronoun")]
    return [Word.kept(doc[i]) for i in inside], []


def _pronoun_for(head: Token, phrase: Sequence[int], *, guess: bool) -> Word | None:
    """The pronoun for a noun phrase, in its case; None where its gender is not known.

    With ``guess`` a person of unknown gender has that of the pronouns behind the name, or of the
    others in the text, or is a man.
    """
    if _number(head, phrase) == "plur":
        kind: str | None = "plur"
    else:
        kind = _likely_gender(head) if guess else _gender(head)
    if kind is None:
        return None
    text = _in_case(facts().by_gender[kind], head, phrase)
    return Word.changed(head, text, f"pronoun for {head.text}")


def _is_whole(head: Token, phrase: Sequence[int]) -> bool:
    """Whether a phrase has all that is joined to its head."""
    return phrase[-1] >= max((c.i for c in head.conjuncts), default=head.i)


def _number(head: Token, phrase: Sequence[int]) -> str:
    """The number of a phrase, which may be a part of all that is joined to its head."""
    if _is_whole(head, phrase):
        return number_of(head)
    joined = any(head.doc[i].lower_ in facts().joining for i in phrase)
    return "plur" if joined else number_alone(head)


def _in_case(pronoun: Pronoun, head: Token, phrase: Sequence[int]) -> str:
    """The form of a pronoun: by what stands beside the phrase, which the parser mistakes less."""
    behind = _tag(head.doc, phrase[-1] + 1)
    if behind == "POS":
        return pronoun.owner
    governed = _tag(head.doc, phrase[0] - 1) == "IN"  # many of them are gone
    if behind in FINITE_TAGS and not governed:
        return pronoun.subject
    opens = head.doc[phrase[0]].is_sent_start is True  # whatever the parser takes it for
    a_subject = opens or (head.dep_ in SUBJECTS and behind != "TO")  # for them to go
    return pronoun.subject if a_subject else pronoun.object


def _tag(doc: Doc, index: int) -> str:
    """The tag of a token, if there is one."""
    return doc[index].tag_ if 0 <= index < len(doc) else ""


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
    named = [gender_of(t) for t in doc if t.pos_ == "PROPN" and kind_of(t) != "thing"]
    return "fem" if named.count("fem") > named.count("masc") else "masc"


def _told_behind(head: Token) -> str | None:
    """The gender of the first pronoun behind a name, where nobody else is named before it: ``Rand
    sold the rights, and she returned``. What is in the object case means somebody else."""
    for start in (t for t in head.doc if t.lower_ == head.lower_):
        for token in head.doc[start.i + 1 : start.sent.end]:
            if token.pos_ == "PROPN" and kind_of(token) != "thing" and token.head != start:
                break
            said = facts().third.get(token.lower_)
            if said is None or said.gender is None:
                continue
            owner = token.tag_ == "PRP$"
            if said.gender not in GENDERS and (not owner or kind_of(head) == "person"):
                continue
            if owner or token.lower_ == said.subject:
                return said.gender
    return None


def _likely_gender(head: Token) -> str:
    """The gender that a noun likely has: of a person that of the pronouns behind the name, or of
    the others in the text, or a man's."""
    known, told, a_thing = _gender(head), _told_behind(head), likely_kind(head) == "thing"
    if head.pos_ == "PROPN" and a_thing:
        return told or "neut"
    if known is None or (head.pos_ == "PROPN" and known == "neut"):
        a_thing = a_thing or head.pos_ not in NOUNS
        known = _named_gender(head) or told or ("neut" if a_thing else _company(head.doc))
    return known


def _named_gender(head: Token) -> str | None:
    """The gender that the name says, or what the text says that its bearer is."""
    known = (head, *subjects_named(head), *said_to_be(head))
    return next((g for g in map(gender_of, known) if g is not None), None)


def _gender(head: Token) -> str | None:
    third = facts().third
    spoken = {third[t.lower_].gender for t in head.doc if t.lower_ in third} & GENDERS
    named = _named_gender(head)
    if named is not None:
        return named if not spoken or named in spoken else None
    kind = kind_of(head)
    if kind != "thing" and len(spoken) == 1:
        return next(iter(spoken))
    return "neut" if kind == "thing" else None
