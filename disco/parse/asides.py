"""What stands in brackets: a parser that has learned from newspapers loses its way there, and the
rest of the sentence with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from spacy.attrs import IS_BRACKET  # type: ignore[import-not-found]
from spacy.tokens import Doc

from disco.text.marks import OPENING, TERMINALS

_NOWHERE = -1


@dataclass(slots=True)
class Aside:
    """What stands in brackets: the word before them in their sentence, the places of both marks and
    of all between, save of brackets in brackets. While they are open: the mark that closes them,
    the last word yet, whether a sentence ends there."""

    anchor: int = _NOWHERE
    places: list[int] = field(default_factory=list)
    closing: str = ""
    last: int = _NOWHERE
    broken: bool = False


def asides_of(doc: Doc) -> list[Aside]:
    """What stands in brackets behind a word of its sentence; in other brackets, too."""
    found: list[Aside] = []
    around = [Aside()]
    for token in doc if doc.to_array(IS_BRACKET).any() else ():
        if token.is_sent_start or token.text in TERMINALS:
            for each in around:
                each.last, each.broken = _NOWHERE, True
        here = around[-1]
        if token.is_bracket and token.text in OPENING:
            around.append(Aside(here.last, [token.i], OPENING[token.text]))
            continue
        here.places.append(token.i)
        if token.text == here.closing:
            around.pop()
            if here.anchor == _NOWHERE or here.broken or len(here.places) < 3:
                around[-1].places += here.places
            else:
                found.append(here)
        elif not (token.is_punct or token.is_space):
            here.last = token.i
    return found
