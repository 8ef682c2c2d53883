"""coreferee at a fraction of its cost, with the same chains.

It asks the same questions about the same tokens again and again, looks words up in lists of
thousands one by one, and cleans up after each candidate. Here each question is asked once a text,
lists are sets, and nothing is cleaned up, since what it leaves on a text is taken off whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from copy import copy
from typing import Any

from coreferee.annotation import Annotator
from coreferee.data_model import Mention
from spacy.tokens import Doc, Span, Token

Key = Callable[..., Hashable]


def _of_token(token: Token) -> Hashable:
    return token.i


def _of_pair(referred: Token, referring: Token) -> Hashable:
    return referred.i, referring.i


def _of_anaphoric_pair(referred: Mention, referring: Token, directly: bool) -> Hashable:
    return tuple(referred.token_indexes), referring.i, directly


def _of_mention(mention: Token | Mention, _: Doc) -> Hashable:
    if isinstance(mention, Token):
        return mention.i, ()
    return mention.root_index, tuple(mention.token_indexes[1:])


# what depends on nothing but the text, and by what each answer is known
_RULES: dict[str, Key] = {
    "is_independent_noun": _of_token,
    "is_potential_anaphor": _of_token,
    "is_reflexive_anaphor": _of_token,
    "is_potentially_definite": _of_token,
    "is_potentially_indefinite": _of_token,
    "is_potentially_referring_back_noun": _of_token,
    "is_potentially_introducing_noun": _of_token,
    "get_propn_subtree": _of_token,
    "is_potential_coreferring_noun_pair": _of_pair,
    "is_potential_anaphoric_pair": _of_anaphoric_pair,
}
_TENDENCIES: dict[str, Key] = {"get_feature_map": _of_mention, "get_position_map": _of_mention}


class FasterAnnotator(Annotator):  # type: ignore[misc]
    """coreferee's annotator, which remembers what it has been told about the text at hand."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        # coreferee shares one analyzer between all that are made; what ours remembers is its own
        self.rules_analyzer: Any = copy(self.rules_analyzer)
        self.tendencies_analyzer.rules_analyzer = self.rules_analyzer
        self._told: list[dict[Hashable, Any]] = []
        self._nouns: frozenset[int] = frozenset()
        for name, value in vars(self.rules_analyzer).items():
            if (
                isinstance(value, list)
                and len(value) > 50
                and all(isinstance(word, str) for word in value)
            ):
                setattr(self.rules_analyzer, name, frozenset(value))
        self._initialize = self.rules_analyzer.initialize
        for analyzer, names in (
            (self.rules_analyzer, _RULES),
            (self.tendencies_analyzer, _TENDENCIES),
        ):
            for name, key in names.items():
                if hasattr(analyzer, name):
                    setattr(analyzer, name, self._remembered(getattr(analyzer, name), key))

    def _remembered(self, ask: Callable[..., Any], key: Key) -> Callable[..., Any]:
        """The same question, asked once a text for each key."""
        told: dict[Hashable, Any] = {}
        self._told.append(told)

        def answer(*about: Any) -> Any:
            known = key(*about)
            if known not in told:
                told[known] = ask(*about)
            return told[known]

        return answer

    def annotate(self, doc: Doc, used_in_training: bool = False) -> Doc:
        """Put chains on the text, and leave the temporary objects there."""
        for told in self._told:
            told.clear()
        self._initialize(doc)
        self._nouns = frozenset(t.i for t in doc if t._.coref_chains.temp_potentially_referring)
        super().annotate(doc, used_in_training=True)
        return doc

    def temp_annotate_any_coreferring_noun_link(
        self,
        token: Token,
        sentence_deque: deque[Span],
        token_indexes_without_coordination_to_mention_sets: dict[int, set[Mention]],
        token_indexes_with_coordination_to_mention_sets: dict[int, set[Mention]],
    ) -> None:
        """Link a noun with the nearest one before it that it may take up, itself or through a
        chain."""
        if token.i not in self._nouns:
            return
        chains = token_indexes_without_coordination_to_mention_sets
        doc, pair = token.doc, self.rules_analyzer.is_potential_coreferring_noun_pair
        for sentence in sentence_deque:
            for index in range(min(sentence.end, token.i - 1), sentence.start - 1, -1):
                found = index in self._nouns and pair(doc[index], token)
                if not found and index in chains:
                    found = any(
                        pair(doc[mention.root_index], token)
                        for mention in chains[index]
                        if len(mention.token_indexes) == 1
                    )
                if found:
                    self.record_mention(
                        Mention(doc[index], False),
                        token,
                        chains,
                        token_indexes_with_coordination_to_mention_sets,
                    )
                    return
