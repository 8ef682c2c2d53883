"""What can be asked of one token: labels, tags, words, and the class of a connective."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator
from spacy.tokens import Token

from disco.words.base import Strict, Texts


class OneOf(Strict):
    """Values that are allowed, or (``not``) values that are not."""

    allowed: list[str] | None = None
    refused: list[str] | None = None

    def accepts(self, value: str) -> bool:
        if self.allowed is not None:
            return value in self.allowed
        return value not in (self.refused or ())


def _words(value: Any) -> Any:
    """A list of words; YAML reads some of them as truth values or numbers."""
    items = value if isinstance(value, list) else [value]
    return [str(v).lower() if isinstance(v, (bool, int)) else v for v in items]


def _values(value: Any) -> Any:
    if isinstance(value, (str, bool, int, list)):
        return {"allowed": _words(value)}
    if isinstance(value, dict) and set(value) == {"not"}:
        return {"refused": _words(value["not"])}
    if isinstance(value, OneOf):
        return value
    raise ValueError("expected a word, a list of words, or {not: ...}")


Values = Annotated[OneOf, BeforeValidator(_values)]
ATTRIBUTES = ("dep", "tag", "pos", "lower", "lemma", "text", "ent")
_GET = {
    "dep": lambda t: t.dep_,
    "tag": lambda t: t.tag_,
    "pos": lambda t: t.pos_,
    "lower": lambda t: t.lower_,
    "lemma": lambda t: t.lemma_,
    "text": lambda t: t.text,
    "ent": lambda t: t.ent_type_,
}


class Attributes(Strict):
    """Tests on one token. Each takes a word, a list of words, or ``{not: ...}``."""

    dep: Values | None = None
    tag: Values | None = None
    pos: Values | None = None
    lower: Values | None = None
    lemma: Values | None = None
    text: Values | None = None
    ent: Values | None = None
    connective: Texts | None = None

    def accept(self, token: Token) -> bool:
        """Whether the token passes every test given (the connective class aside)."""
        for key in ATTRIBUTES:
            wanted: OneOf | None = getattr(self, key)
            if wanted is not None and not wanted.accepts(_GET[key](token)):
                return False
        return True

    def pattern(self) -> dict[str, Any]:
        """The same as a token pattern of spaCy's."""
        attrs: dict[str, Any] = {}
        for key in ATTRIBUTES:
            wanted: OneOf | None = getattr(self, key)
            if wanted is None:
                continue
            name = "ENT_TYPE" if key == "ent" else key.upper()
            if wanted.allowed is None:
                attrs[name] = {"NOT_IN": list(wanted.refused or ())}
            elif len(wanted.allowed) == 1:
                attrs[name] = wanted.allowed[0]
            else:
                attrs[name] = {"IN": list(wanted.allowed)}
        return attrs
