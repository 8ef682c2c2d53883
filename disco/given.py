"""What users give to an engine, checked: texts, pairs, and texts that they have parsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from spacy.tokens import Doc

from disco._errors import UsageError
from disco.coref.links import GIVEN, keep_links, links_on
from disco.parse.parser import Parser
from disco.parse.unsure import forget_unsure, unsure_of
from disco.text.documents import Document, gives_keys

T = TypeVar("T")
NEEDED = {  # what the rules look at in a parsed text, and what writes it there
    "DEP": "a parser",
    "TAG": "a tagger",
    "POS": "an attribute_ruler behind its tagger",
    "LEMMA": "a lemmatizer",
}


def documents(texts: Iterable[str | Document], single: str) -> Iterator[Document]:
    """Texts as documents, with their numbers for ids; ``single`` is the call for one text."""
    if isinstance(texts, str):
        raise UsageError(f"many texts are a list of strings; for one text there is {single}")
    _require_many(texts)
    return (_document(text, number) for number, text in enumerate(texts))


def _document(text: str | Document, number: int) -> Document:
    if isinstance(text, Document):
        return text
    if not isinstance(text, str):
        kind = type(text).__name__
        raise UsageError(f"a text is a string or a Document, and that of number {number} a {kind}")
    return Document(str(number), text=text)


def all_of(kind: type[T], items: Iterable[T]) -> Iterator[T]:
    """The items; UsageError at the first that is none of its kind."""
    _require_many(items)
    for number, item in enumerate(items):
        if not isinstance(item, kind):
            raise UsageError(
                f"each is to be a {kind.__name__}, and number {number} is {item!r:.60}"
            )
        yield item


def _require_many(items: object) -> None:
    """Raise UsageError for what cannot be gone through, or would give its keys, as a table does."""
    if gives_keys(items):
        raise UsageError(f"many are a list, such as one column of it, not a {type(items).__name__}")
    if not isinstance(items, Iterable) or isinstance(items, bytes):
        raise UsageError(f"many are a list or another iterable, not {type(items).__name__}")


def adopt(doc: Doc, parser: Parser | None, readings: int = 0) -> None:
    """Take over a text that is parsed already, with what is known of it: coreference that it has,
    and how unsure ``parser`` would have been. UsageError where the rules cannot look at it."""
    _require_parse(doc)
    given = links_on(doc)
    if given is not None:
        keep_links(doc, given, GIVEN)
    if parser is not None:
        parser.look_at(doc, readings)
    elif unsure_of(doc) is None:
        forget_unsure(doc)


def _require_parse(doc: Doc) -> None:
    """Raise UsageError for a text that the rules cannot look at."""
    words = [token for token in doc if not token.is_space]
    for annotation, component in NEEDED.items() if words else ():
        if not all(getattr(token, annotation.lower()) for token in words):
            raise UsageError(f"the text has no {annotation}: its pipeline needs {component}")
    for token in words:
        if token.head.i == token.i and token.dep_ != "ROOT":
            raise UsageError(
                f"'{token.text}' hangs on nothing and is '{token.dep_}', not ROOT: the rules need "
                "heads, and the labels of spaCy's English parsers"
            )
