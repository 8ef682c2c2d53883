"""Coreference: coreferee with weights of our own, as a component that never stops the run."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from threading import Lock
from typing import Any

import coreferee  # noqa: F401  (registers the component of its own)
from coreferee.data_model import FeatureTable
from coreferee.manager import CorefereeBroker
from coreferee.tendencies import create_thinc_model
from spacy.language import Language
from spacy.tokens import Doc, Span

from disco import _paths
from disco.coref.faster import FasterAnnotator
from disco.coref.links import keep_links, links_in
from disco.english.facts import facts

_log = logging.getLogger("disco")
_LONGEST_SENTENCE = 250
_LONGEST_TEXT = 3_000
_REACH = 5  # sentences back that coreferee looks
_MOST_PAIRS = 6  # a token; novels have at most 5


class Coreference:
    """Fills in the coreference links of a text; leaves a text that is too long for it without."""

    def __init__(self, nlp: Language, vectors: Language) -> None:
        self.failures = 0  # texts that coreferee could not do; they have no links
        # coreferee keeps the scores of one text in the network's analyzer while it works on it
        self._lock = Lock()
        CorefereeBroker.set_extensions()
        folder = _paths.coref_dir()
        table = FeatureTable(**json.loads((folder / "feature_table.json").read_text("utf-8")))
        model = create_thinc_model().from_bytes((folder / "weights.bin").read_bytes())
        self._annotator = FasterAnnotator(nlp, vectors, table, model)

    def __call__(self, doc: Doc) -> Doc:
        if not _worth_it(doc):
            return doc
        scores: dict[tuple[int, int], float] = {}
        analyzer = self._annotator.tendencies_analyzer
        score = type(analyzer).score

        def score_and_keep(text: Doc, network: Any) -> None:
            score(analyzer, text, network)
            for token in text:
                for mention in getattr(token._.coref_chains, "temp_potential_referreds", ()):
                    scores[token.i, mention.root_index] = float(mention.temp_score)

        with self._lock:
            analyzer.score = score_and_keep
            try:
                self._annotator.annotate(doc)
            except Exception as error:  # it fails on odd texts, with whatever error
                self.failures += 1
                _log.warning("no coreference for a text of %d tokens: %r", len(doc), error)
                return doc
            finally:
                del analyzer.score
        chains = [[m.token_indexes for m in c.mentions] for c in doc._.coref_chains or ()]
        _forget_objects(doc)
        return keep_links(doc, links_in(chains, scores))


def _forget_objects(doc: Doc) -> None:
    """Take coreferee's own objects off a text: a text with them can be neither stored nor sent."""
    for key in list(doc.user_data):
        if isinstance(key, tuple) and key[:2] == ("._.", "coref_chains"):
            del doc.user_data[key]


def _worth_it(doc: Doc) -> bool:
    """Whether the text is of a length that coreferee takes, has something to resolve, and is not
    so full of pronouns that only a list of words can be."""
    if not 1 < len(doc) <= _LONGEST_TEXT:
        return False
    sentences = list(doc.sents)
    if any(len(s) > _LONGEST_SENTENCE for s in sentences):
        return False
    if any(t.tag_ in {"PRP", "PRP$"} for t in doc):
        return _pairs(sentences) <= _MOST_PAIRS * len(doc)
    definite = facts().file.determiners.definite
    return len(sentences) > 1 and any(t.lower_ in definite for t in doc)


def _pairs(sentences: Sequence[Span]) -> int:
    """How many pairs of a pronoun and what it could stand for coreferee would look at."""
    third = facts().third
    pronouns = [sum(t.lower_ in third and t.pos_ == "PRON" for t in s) for s in sentences]
    nouns = [sum(t.pos_ in {"NOUN", "PROPN"} for t in s) for s in sentences]
    return sum(
        count * sum(map(sum, zip(pronouns[first : k + 1], nouns[first : k + 1], strict=True)))
        for k, count in enumerate(pronouns)
        for first in [max(0, k - _REACH)]
    )
