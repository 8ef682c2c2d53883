"""Coreference: coreferee with weights of our own, as a component that never stops the run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import coreferee  # noqa: F401  (registers the component of its own)
from coreferee.annotation import Annotator
from coreferee.data_model import FeatureTable
from coreferee.manager import CorefereeBroker
from coreferee.tendencies import create_thinc_model
from spacy.language import Language
from spacy.tokens import Doc

from disco import _paths

_LONGEST_SENTENCE = 250
_LONGEST_TEXT = 3_000
_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_KEY = "disco_coref"


@dataclass(frozen=True, slots=True)
class Link:
    """An anaphor's chain: the other mentions, as token indices, and how sure the network is."""

    mentions: tuple[tuple[int, ...], ...]
    score: float


def links_of(doc: Doc) -> dict[int, Link]:
    """The chain of each mention in the text, by the token that heads it."""
    found: dict[int, Link] = doc.user_data.get(_KEY, {})
    return found


class Coreference:
    """Fills in the coreference links of a text; leaves a text that is too long for it without."""

    def __init__(self, nlp: Language, vectors: Language) -> None:
        CorefereeBroker.set_extensions()
        folder = _paths.coref_dir()
        table = FeatureTable(**json.loads((folder / "feature_table.json").read_text("utf-8")))
        model = create_thinc_model().from_bytes((folder / "weights.bin").read_bytes())
        self._annotator = Annotator(nlp, vectors, table, model)
        _speed_up(self._annotator)

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

        analyzer.score = score_and_keep
        try:
            self._annotator.annotate(doc)
        except Exception:  # coreferee fails on odd texts; such a text has no links
            return doc
        finally:
            del analyzer.score
        keep_links(doc, scores)
        return doc


def keep_links(doc: Doc, scores: dict[tuple[int, int], float] | None = None) -> Doc:
    """Copy coreferee's chains into plain links."""
    links: dict[int, Link] = {}
    for chain in doc._.coref_chains or ():
        mentions = [tuple(m.token_indexes) for m in chain.mentions]
        for mention in mentions:
            if len(mention) > 1:
                continue
            others = tuple(m for m in mentions if m != mention)
            known = [scores.get((mention[0], m[0]), 0.0) for m in others] if scores else [1.0]
            links[mention[0]] = Link(others, max(known, default=0.0))
    doc.user_data[_KEY] = links
    return doc


def _worth_it(doc: Doc) -> bool:
    """Whether the text is of a length that coreferee takes, and has something to resolve."""
    if not 1 < len(doc) <= _LONGEST_TEXT:
        return False
    sentences = list(doc.sents)
    if any(len(s) > _LONGEST_SENTENCE for s in sentences):
        return False
    if any(t.tag_ in {"PRP", "PRP$"} for t in doc):
        return True
    return len(sentences) > 1 and any(t.lower_ in _DEFINITE for t in doc)


def _speed_up(annotator: Annotator) -> None:
    """coreferee looks words up in lists of thousands, one by one; sets find the same words."""
    analyzer = annotator.rules_analyzer
    for name, value in vars(analyzer).items():
        if isinstance(value, list) and len(value) > 50 and all(isinstance(v, str) for v in value):
            setattr(analyzer, name, frozenset(value))
