"""How far a rule came on a place of a text, and the lines of its file that decided it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spacy.tokens import Token

from disco._yaml import Place
from disco.draft.example import Example
from disco.match.match import Match
from disco.rules.language import LanguageWord, names_in

REACHED = ("pattern", "require", "unless", "write", "gate", "written")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule file that decided something, and what the text had there."""

    place: str
    text: str
    seen: str = ""

    @classmethod
    def at(cls, place: Place, seen: str = "") -> Line:
        """The line of a place."""
        return cls(str(place), place.text.removeprefix("- "), seen)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rule on one place of a text.

    ``reached`` says how far it came, one of ``REACHED``; ``lines`` are the rule's own lines that
    stopped it there, ``detail`` says it in words.
    """

    rule: str
    reached: str
    bound: tuple[tuple[str, str], ...]
    detail: str = ""
    lines: tuple[Line, ...] = ()
    examples: tuple[Example, ...] = ()


def farthest(attempts: Iterable[Attempt]) -> str:
    """What stopped a rule where it came farthest, and the line of its file."""
    found = max(attempts, key=lambda attempt: REACHED.index(attempt.reached))
    where = f", {found.lines[0].place}" if found.lines else ""
    return f"{found.reached}, {found.detail}{where}"


def words_of(match: Match, span: Sequence[int]) -> str:
    """A stretch of a text as it stands."""
    return " ".join(match.doc[i].text for i in span)


def told(token: Token, asked: object = None) -> str:
    """A token and its labels: ``'Lee' (NNP nsubj PERSON)``; and of what else is ``asked`` of it:
    ``'sang' (VBD ROOT, lemma sing)``."""
    labels = [" ".join(filter(None, (token.tag_, token.dep_, token.ent_type_)))]
    more = {"lemma": token.lemma_, "pos": token.pos_, "morph": token.morph}
    labels += [f"{name} {value}" for name, value in more.items() if getattr(asked, name, None)]
    return f"'{token.text}' ({', '.join(labels)})"


def seen(words: Iterable[LanguageWord], match: Match) -> str:
    """What the names have that words of a rule speak of: ``head is 'Lee' (NNP nsubj)``."""
    found: dict[str, str] = {}
    for word in words:
        for _, name, kind in names_in(word):
            token = match.token(name) if kind.kind == "token" else None
            if token is not None:
                found[name] = told(token, word)
            else:
                text = words_of(match, match.span(name))
                found.setdefault(name, f"'{text}'" if text else "nothing")
    return ", ".join(f"{name} is {what}" for name, what in found.items())
