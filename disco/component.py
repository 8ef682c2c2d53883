"""The engine as a component of any spaCy pipeline: ``nlp.add_pipe("disco")``."""

from __future__ import annotations

from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from disco.language import Coref, coreference_for
from disco.rules import UNFUSE, load_rules
from disco.unfuse import Options, Unfuser


class DiscoComponent:
    """Puts the examples of a text into ``doc._.disco``."""

    def __init__(self, nlp: Language, scope: str, coref: Coref) -> None:
        self._unfuser = Unfuser(load_rules(UNFUSE).in_scope(scope), nlp.vocab, Options())
        self._coreference = coreference_for(nlp, coref)

    def __call__(self, doc: Doc) -> Doc:
        if self._coreference is not None:
            doc = self._coreference(doc)
        doc._.disco = tuple(
            replace(example, id=f"#{number}")
            for number, example in enumerate(self._unfuser.examples(doc), start=1)
        )
        return doc


@Language.factory(
    "disco", default_config={"scope": "all", "coref": "disco"}, requires=["token.dep", "token.tag"]
)
def make_component(nlp: Language, name: str, scope: str, coref: Coref) -> DiscoComponent:  # noqa: ARG001
    """The factory that spaCy finds by entry point."""
    return DiscoComponent(nlp, scope, coref)
