"""What speaks for a mention as the one that an anaphor means, in numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.vocab import Vocab

from disco.coref import alone
from disco.coref.likeness import Likeness
from disco.coref.mentions import Mention, may_mean, mentions_of
from disco.english.facts import GENDERS, facts
from disco.english.grammar import VERBAL
from disco.text.marks import SEPARATORS, between_quotes

REACH = 1  # sentences back
_MOST = 40  # mentions before an anaphor that are looked at; texts of sentences have fewer
_MOST_PAIRS = 1.2  # of a pronoun and a candidate, a token


@dataclass(frozen=True, slots=True)
class Question:
    """An anaphor, whom it may mean, and a row of features for each of them."""

    anaphor: Mention
    candidates: Sequence[Mention]
    rows: NDArray[np.float32]


def questions(doc: Doc, vocab: Vocab | None = None) -> Iterator[Question]:
    """Each pronoun of a text with its candidates; those without any are left out. Vectors are those
    of ``vocab``, where the text may be of another one.

    None at all of a text so full of pronouns that only a list of words can be.
    """
    text = _Text(doc, vocab)
    asked = []
    for anaphor in text.mentions:
        if anaphor.is_pronoun and (near := text.near(anaphor)):
            asked.append((anaphor, len(near), [m for m in near if may_mean(anaphor, m)]))
    if sum(len(found) for _, _, found in asked) > _MOST_PAIRS * len(doc):
        return
    for anaphor, size, found in asked:
        if found:
            rows = np.array(list(text.rows(anaphor, found, size)), dtype=np.float32)
            yield Question(anaphor, found, rows)


class _Text:
    """A text with what the rows of all its pronouns need, each looked up once."""

    def __init__(self, doc: Doc, vocab: Vocab | None = None) -> None:
        self.mentions = mentions_of(doc)
        self._doc = doc
        self._sentences = list(doc.sents)
        self._quoted = between_quotes(t.text for t in doc)
        speaker = facts().speaker.forms
        self._spoken = [any(t.lower_ in speaker for t in s) for s in self._sentences]
        self._pronouns: dict[tuple[str, str | None], list[Mention]] = {}
        self._in_sentence: dict[int, list[Mention]] = {}
        named: dict[str, list[int]] = {}
        for mention in self.mentions:
            self._in_sentence.setdefault(mention.sentence, []).append(mention)
            if mention.is_pronoun:
                self._pronouns.setdefault((mention.number, mention.gender), []).append(mention)
            for name in mention.names:
                named.setdefault(name, []).append(mention.i)
        # where a mention's name, or a part of it, stands
        self._places = {
            m.i: sorted(set().union(*(named[name] for name in m.names))) for m in self.mentions
        }
        self._alone: dict[int, tuple[list[float], list[float]]] = {}
        self._counts = _counts(doc)
        self._likeness = Likeness(vocab)

    def near(self, anaphor: Mention) -> list[Mention]:
        """The mentions before the anaphor, in its sentence and the one before."""
        numbers = range(anaphor.sentence - REACH, anaphor.sentence + 1)
        found = [m for k in numbers for m in self._in_sentence.get(k, ()) if m.i < anaphor.i]
        return found[-_MOST:]

    def rows(
        self, anaphor: Mention, candidates: Sequence[Mention], near: int
    ) -> Iterator[list[float]]:
        """The features of each candidate."""
        alike = self._pronouns[anaphor.number, anaphor.gender]
        other = next(iter(GENDERS - {anaphor.gender})) if anaphor.gender in GENDERS else ""
        opposite = self._pronouns.get((anaphor.number, other), [])
        said = list(alone.what_is_said(anaphor))
        for mention in candidates:
            others = _others(mention, candidates)
            yield [
                *self._of_one(anaphor)[0],
                *said,
                *self._of_one(mention)[0],
                alone.gender(anaphor),
                *self._of_one(mention)[1],
                anaphor.sentence - mention.sentence,
                anaphor.i - mention.i,
                near,
                *(self._counts[anaphor.i] - self._counts[mention.i + 1]),
                *self._rivals(anaphor, mention, others),
                *self._tree(anaphor, mention),
                *self._said(anaphor, mention, others),
                *_pronouns(anaphor, mention, alike, opposite),
                *self._sentence(anaphor, mention, others),
            ]

    def _of_one(self, mention: Mention) -> tuple[list[float], list[float]]:
        if mention.i not in self._alone:
            self._alone[mention.i] = list(alone.place(mention)), list(alone.noun(mention))
        return self._alone[mention.i]

    def _rivals(self, anaphor: Mention, mention: Mention, others: Sequence[Mention]) -> list[float]:
        subjects = [r for r in others if r.role == "subject"]
        pronouns = [r for r in others if r.is_pronoun]
        nouns = [r for r in others if not r.is_pronoun]
        return [
            len(others),
            sum(r.sentence == mention.sentence and r.i < mention.i for r in others),
            sum(r.i > mention.i for r in others),
            len(subjects),
            sum(r.sentence == mention.sentence for r in subjects),
            sum(r.i > mention.i for r in subjects),
            len(pronouns),
            sum(r.i > mention.i for r in pronouns),
            any(r.clause == mention.clause for r in pronouns),
            any(r.role == "subject" and r.sentence == anaphor.sentence for r in pronouns),
            sum(r.kind == "person" for r in nouns),
            sum(r.token.pos_ == "PROPN" for r in nouns),
            any(r.gender is not None for r in nouns),
        ]

    def _tree(self, anaphor: Mention, mention: Mention) -> list[float]:
        verb, above = self._doc[anaphor.clause], self._doc[mention.clause]
        together = mention.clause == anaphor.clause
        return [
            together,
            together and "poss" not in {anaphor.role, mention.role},
            above.is_ancestor(anaphor.token),
            mention.token.is_ancestor(anaphor.token),
            verb.is_ancestor(mention.token),
            mention.role == anaphor.role,
            verb.lemma_ == above.lemma_,
        ]

    def _said(self, anaphor: Mention, mention: Mention, others: Sequence[Mention]) -> list[float]:
        places = self._places[mention.i]
        rivals = (bisect_left(self._places[r.i], anaphor.i) for r in others)
        return [
            bisect_left(places, anaphor.i),
            places[0] - mention.i if places and places[0] < anaphor.i else 0,
            max(rivals, default=0),
        ]

    def _sentence(
        self, anaphor: Mention, mention: Mention, others: Sequence[Mention]
    ) -> list[float]:
        home = self._sentences[anaphor.sentence]
        verb = self._doc[anaphor.clause]
        quoted = self._quoted[anaphor.i], self._quoted[mention.i]
        nouns = (r for r in others if not r.is_pronoun)
        return [
            any(anaphor.i < i < home.end for i in self._places[mention.i]),
            len(home),
            home.end - anaphor.i,
            self._spoken[anaphor.sentence],
            self._spoken[mention.sentence],
            any(r.gender == anaphor.gender for r in nouns),
            *quoted,
            quoted[0] != quoted[1],
            self._likeness(mention.token, verb),
        ]


def _others(mention: Mention, candidates: Sequence[Mention]) -> list[Mention]:
    """The candidates that are not the same name."""
    return [r for r in candidates if r.i != mention.i and not r.names & mention.names]


def _pronouns(
    anaphor: Mention, mention: Mention, alike: Sequence[Mention], opposite: Sequence[Mention]
) -> list[float]:
    home = mention.sentence
    here = _within(alike, home, home + 1)
    others_here = _within(opposite, home, home + 1)
    return [
        _before(alike, home),
        len(_within(alike, home - 2, home)),
        sum(p.i < mention.i for p in here),
        _before(opposite, home),
        len(others_here),
        any(p.clause == mention.clause for p in _within(opposite, home, anaphor.sentence + 1)),
        len(_within(opposite, anaphor.sentence, anaphor.sentence + 1)),
    ]


def _before(mentions: Sequence[Mention], sentence: int) -> int:
    """How many of the mentions, which stand in their order, are before a sentence."""
    return bisect_left(mentions, sentence, key=lambda m: m.sentence)


def _within(mentions: Sequence[Mention], first: int, stop: int) -> Sequence[Mention]:
    return mentions[_before(mentions, first) : _before(mentions, stop)]


def _counts(doc: Doc) -> NDArray[np.float32]:
    """How many verbs, commas and conjunctions stand before each token, and before the end."""
    kinds = [
        (t.pos_ in VERBAL, t.text in SEPARATORS, t.pos_ == "CCONJ", t.pos_ == "SCONJ") for t in doc
    ]
    counts = np.zeros((len(doc) + 1, 4), dtype=np.float32)
    counts[1:] = np.cumsum(np.array(kinds, dtype=np.float32).reshape(-1, 4), axis=0)
    return counts
