"""The English pipeline: the spaCy model, and coreference when it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from disco import _paths
from disco._errors import ModelMissing, UsageError
from disco._paths import DEFAULT_MODEL
from disco.coref.links import keep_links, links_on
from disco.coref.ranker import Ranker
from disco.parse.apart import PUT_BACK, SET_ASIDE
from disco.parse.parser import doubting

ENTITIES = "ner"  # half the time of a parse; rules that categorize do without
Coref = Literal["disco", "coreferee", "none"]


def load_language(model: str = DEFAULT_MODEL) -> Language:
    """The spaCy pipeline of that name, its parser one that says how unsure it was, what disturbs it
    set aside; raises ModelMissing, which names ``disco setup``."""
    nlp = spacy.load(require_model(model))
    parser = doubting(nlp)
    if parser is not None:
        # spaCy itself makes components only anew, by their factories
        nlp._components = [
            (name, parser if name == "parser" else pipe) for name, pipe in nlp._components
        ]
        nlp.add_pipe(SET_ASIDE, first=True)
        nlp.add_pipe(PUT_BACK, after="parser")
    return nlp


def require_model(model: str = DEFAULT_MODEL) -> Path:
    """The folder of a model; raises ModelMissing where it is not installed."""
    folder = _paths.model_dir(model)
    if folder is not None:
        return folder
    if model == DEFAULT_MODEL:
        raise ModelMissing(f"the English model {model} is not installed; run: disco setup")
    raise ModelMissing(
        f"the model {model} is not installed; run: disco setup (for {DEFAULT_MODEL}), "
        f"or install {model} as spaCy says"
    )


def coreference_for(nlp: Language, kind: Coref) -> Callable[[Doc], Doc] | None:
    """What fills in the coreference links of a parsed text; None where none is wanted."""
    if kind == "none":
        return None
    if kind == "coreferee":
        import coreferee  # noqa: F401  (registers the component)

        try:
            theirs = nlp.create_pipe("coreferee")
        except Exception as error:  # it raises what it likes: no model, another version
            raise UsageError(f"coreferee's own model does not load: {error}") from error

        def linked(doc: Doc) -> Doc:
            return keep_links(doc, links_on(theirs(doc)) or {})

        return linked
    return Ranker(vocab=nlp.vocab)
