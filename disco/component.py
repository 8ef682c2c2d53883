"""The engine as a component of any spaCy pipeline: ``nlp.add_pipe("disco")``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import get_args

from spacy.language import Language
from spacy.tokens import Doc

from disco.coref.links import adopt_links
from disco.draft.example import Example
from disco.engine import require_parse
from disco.jobs.unfuse import Options, Unfuser
from disco.language import Coref, coreference_for
from disco.loading import known_types, known_value, load_book

_KEY = "disco_examples"


def examples_of(doc: Doc) -> tuple[Example, ...]:
    """What ``doc._.disco`` gives: the examples that the component put on the text."""
    return tuple(Example.from_dict(row) for row in doc.user_data.get(_KEY, ()))


if not Doc.has_extension("disco"):
    Doc.set_extension("disco", getter=examples_of)


class DiscoComponent:
    """Puts the examples of a text on it, as plain rows, which ``to_bytes``, ``DocBin``, pickling
    and ``nlp.pipe(n_process=2)`` carry along; ``doc._.disco`` reads them."""

    def __init__(self, unfuser: Unfuser) -> None:
        self._unfuser = unfuser

    def __call__(self, doc: Doc) -> Doc:
        require_parse(doc)
        adopt_links(doc)
        # the same text has the same ids in whatever process and order
        name = blake2b(doc.text.encode("utf-8", "replace"), digest_size=6).hexdigest()
        doc.user_data[_KEY] = [
            replace(example, id=f"{name}#{number}", document=name).to_dict()
            for number, example in enumerate(self._unfuser.examples(doc), start=1)
        ]
        return doc


@Language.factory(
    "disco",
    default_config={
        "scope": "all",
        "coref": "disco",
        "rules": [],
        "types": None,
        "style": "natural",
        "gate": True,
        "controls": False,
        "min_confidence": Options().min_confidence,
        "min_tokens": 4,
        "ascii_only": False,
    },
    requires=["token.dep", "token.tag"],
)
def make_component(
    nlp: Language,
    name: str,  # noqa: ARG001
    scope: str,
    coref: str,
    rules: Sequence[str],
    types: Sequence[str] | None,
    style: str,
    gate: bool,
    controls: bool,
    min_confidence: float | None,
    min_tokens: int,
    ascii_only: bool,
) -> DiscoComponent:
    """The factory that spaCy finds by entry point; its settings are those of ``disco unfuse``."""
    book = load_book(rules, scope)
    options = Options(
        style=known_value("style", style, ("natural", "tokenized")),
        gate=gate,
        controls=controls,
        min_confidence=min_confidence,
        min_tokens=min_tokens,
        ascii_only=ascii_only,
        types=known_types(types, book.types) if types else None,
    )
    kind = known_value("coref", coref, get_args(Coref))
    coreference = coreference_for(nlp, kind)
    return DiscoComponent(Unfuser(book.unfuse, book.resolve, nlp.vocab, options, coreference))
