"""spaCy's parser, which says how unsure it was, and how else it might have read a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
from spacy.language import Language
from spacy.pipeline import DependencyParser, TrainablePipe
from spacy.tokens import Doc

from disco.parse.readings import Reading, keep_readings
from disco.parse.tree import Array, Tree
from disco.parse.unsure import READINGS, UNSURE, Unsure, forget_unsure, keep_unsure, unsure_of

_FRONT, _TOP = 0, 2  # of what the model sees of a state: the next word, the one that waits for it
_LEFT_OF_FRONT = {8: 5, 13: 7}  # what hangs on the next word, by how much the model sees
_SURE = 0.5  # a sentence that costs less is not read again
_CHOSEN = 1e4  # beyond all scores
Starts = list[bool | int | None] | None


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of texts that are parsed at once: the number of its text, the state that it starts
    from, the places of its words among those of all, and where it starts in its own text."""

    doc: int
    state: Any
    start: int
    stop: int
    first: int

    @property
    def here(self) -> slice:
        return slice(self.start, self.stop)

    def hung(self, heads: Array, labels: Array) -> tuple[Array, Array]:
        """The heads and labels that the state has at last, which is asked where it did not do what
        it was told to, since that could not be done."""
        own = np.array([self.state.H(self.first + i) - self.first for i in range(len(heads))])
        own = np.where(own == -1 - self.first, np.arange(len(heads)), own)
        if (own != heads).any():
            of = {arc["child"] - self.first: arc["label"] for arc in self.state.arcs}
            others = [i for i in np.flatnonzero(own != heads) if i in of]
            labels[others] = [of[i] for i in others]
        return own, labels


class Parser(DependencyParser):  # type: ignore[misc]
    """Parses as its base does, step by step, and keeps with a text how unsure it was.

    The base takes the same steps in one go, and forgets the scores that it chose by. With
    ``readings``, each sentence that it is not sure of is read so many times again, each step chosen
    by lot, the likelier the more often; what differs is kept. The lots are drawn from the words of
    the sentence, so that they are the same each time.
    """

    readings = 0
    before: TrainablePipe | None = None  # makes what the model reads of the words

    @classmethod
    def of(cls, parser: DependencyParser) -> Parser:
        """A parser that does as this one does."""
        names = "update_with_oracle_cut_size", "min_action_freq", "learn_tokens", "beam_width"
        settings = {name: parser.cfg[name] for name in names}
        found = cls(parser.vocab, parser.model, parser.name, parser.moves, **settings)
        found.cfg["moves"] = None  # they are saved by themselves, as those of any parser
        return found

    def look_at(self, doc: Doc, readings: int = 0, starts: Starts = None) -> None:
        """Keep with a parsed text what would have been kept if this parser had read it; what is
        kept already stays. ``starts`` says of each word whether a sentence starts there, as far as
        that was given."""
        known = {}
        if unsure_of(doc) is None:
            forget_unsure(doc)
        else:
            known = {key: doc.user_data[key] for key in (UNSURE, READINGS) if key in doc.user_data}
        if known and (not readings or READINGS in known):
            return
        words = self._words_of(doc, starts)
        with self._reading(readings):
            if words.tensor.size:
                self.predict([words])
        doc.user_data.update(words.user_data | known)

    def _words_of(self, doc: Doc, starts: Starts) -> Doc:
        """The words of a text alone, since the sentences that were found would bind the parser,
        with what the model reads: a ``DocBin`` leaves it out, and that of another pipeline means
        something else."""
        spaces = [bool(t.whitespace_) for t in doc]
        words = Doc(self.vocab, [t.text for t in doc], spaces, sent_starts=starts)
        if self.before is None or (doc.vocab is self.vocab and doc.tensor.size):
            words.tensor = doc.tensor
        else:
            self.before.set_annotations([words], self.before.predict([words]))
        return words

    def pipe(
        self, docs: Iterable[Doc], *, batch_size: int = 256, readings: int = 0
    ) -> Iterator[Doc]:
        """Parse many texts."""
        with self._reading(readings):
            yield from super().pipe(docs, batch_size=batch_size)

    @contextmanager
    def _reading(self, times: int) -> Iterator[None]:
        """Read what is unsure so many times again, inside the ``with``."""
        before, self.readings = self.readings, times
        try:
            yield
        finally:
            self.readings = before

    def predict(self, docs: Iterable[Doc]) -> Any:
        """The states that parsing ends in, as the base has them."""
        docs = [docs] if isinstance(docs, Doc) else list(docs)
        special = self.cfg["beam_width"] != 1 or self.model.attrs["unseen_classes"]
        if special or not any(len(doc) for doc in docs):
            return super().predict(docs)
        scorer, states = self.model.predict(docs), self.moves.init_batch(docs)
        ends = np.cumsum([len(doc) for doc in docs])
        steps: list[tuple[Array, Array, Array]] = []
        starts: list[tuple[int, Any]] = []
        live = [state for state in states if not state.is_final()]
        while live:
            at = scorer.get_token_ids(live)
            if self.readings:
                starts += [(int(at[row, _FRONT]), live[row].copy()) for row in _starting(at)]
            steps.append((at, *self._step(scorer, live, at)))
            live = [state for state in live if not state.is_final()]
        tree = self._tree(int(ends[-1]), steps)
        for doc, costs in zip(docs, np.split(tree.costs[:, :-1], ends[:-1], axis=1), strict=True):
            keep_unsure(doc, Unsure(*costs))
        if self.readings:
            self._read_again(scorer, docs, list(_sentences(starts, ends)), tree)
        return states

    def _step(
        self, scorer: Any, states: Sequence[Any], at: Array, lots: Array | None = None
    ) -> tuple[Array, Array]:
        """Take one step from each state, the best or by lot: the moves, and what they cost. ``at``
        are the places that the model looks at."""
        seen, _ = scorer.state2vec(at, False)
        upper = scorer.vec2scores
        scores = np.ascontiguousarray(seen if upper is None else upper.predict(seen))
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        total, rows = odds.sum(axis=1), np.arange(len(odds))
        if lots is None:
            moves = scores.argmax(axis=1)
        else:
            moves = (odds.cumsum(axis=1) > (lots * total)[:, None]).argmax(axis=1)
            scores[rows, moves] = _CHOSEN
        self.transition_states(states, scores)
        return moves, np.log(total / odds[rows, moves])

    def _tree(self, words: int, steps: Sequence[tuple[Array, Array, Array]]) -> Tree:
        """What hangs on what after such steps: places, moves and costs."""
        tree = Tree(words)
        if steps:
            at, moves, costs = (np.concatenate(found) for found in zip(*steps, strict=True))
            sides, labels = self._sides[moves], self._labels[moves]
            front, top = at[:, _FRONT], at[:, _TOP]
            tree.read(front, costs)
            for side, word, head in (("L", top, front), ("R", front, top)):
                here = sides == side
                tree.hang(word[here], head[here], labels[here], costs[here])
        return tree

    @cached_property
    def _sides(self) -> Array:
        """Of each move its letter: ``L`` hangs what waits on the next word, ``R`` the next word on
        what waits."""
        return np.array([name[0] for name in self.move_names])

    @cached_property
    def _labels(self) -> Array:
        labels = [name[2:] for name in self.move_names]
        return np.array([self.vocab.strings.add(label) for label in labels], dtype=np.uint64)

    def _read_again(
        self, scorer: Any, docs: Sequence[Doc], sentences: Sequence[_Sentence], tree: Tree
    ) -> None:
        """Keep with each text how else the sentences that were read with doubt may be read."""
        unsure = [s for s in sentences if tree.costs[1, s.here].sum() > _SURE]
        known = {
            s.start: {self._told(tree.heads[s.here] - s.start, tree.labels[s.here])} for s in unsure
        }
        again = [replace(s, state=s.state.copy()) for s in unsure for _ in range(self.readings)]
        found: list[list[Reading]] = [[] for _ in docs]
        for s, (read, here) in zip(again, self._by_lot(scorer, docs, again), strict=True):
            heads, labels = s.hung(read.heads[here] - here.start, read.labels[here])
            roots = heads == np.arange(len(heads))
            told = self._told(heads, labels)
            if told in known[s.start] or roots.sum() > 1:
                continue
            known[s.start].add(told)
            labels[roots] = self.vocab.strings["ROOT"]
            found[s.doc].append(Reading(s.first, heads, labels, read.costs[:, here]))
        for doc, readings in zip(docs, found, strict=True):
            keep_readings(doc, readings)

    def _told(self, heads: Array, labels: Array) -> bytes:
        """What parts one reading from another: all but where marks hang."""
        marks = labels == self.vocab.strings["punct"]
        return np.where(marks, -1, heads).tobytes() + labels.tobytes()

    def _by_lot(
        self, scorer: Any, docs: Sequence[Doc], again: Sequence[_Sentence]
    ) -> Iterator[tuple[Tree, slice]]:
        """Read sentences by lot, each as often as it is given."""
        starts = np.array([s.start for s in again], dtype=int)
        stops = np.array([s.stop for s in again], dtype=int)
        ends = np.cumsum(stops - starts)
        steps: list[tuple[Array, Array, Array]] = []
        texts = (docs[s.doc][s.first : s.first + s.stop - s.start].text for s in again)
        named = (f"{text} {k % self.readings}" for k, text in enumerate(texts))
        lots = [np.random.default_rng(crc32(n.encode("utf-8", "replace"))) for n in named]
        live = np.arange(len(again))
        while live.size:
            at = scorer.get_token_ids([again[k].state for k in live.tolist()])
            inside = at[:, _FRONT] < stops[live]
            live, at = live[inside], at[inside]
            if not live.size:
                break
            seen = (at >= starts[live, None]) & (at < stops[live, None])
            places = np.where(seen, at + (ends - stops)[live, None], -1)
            moving = [again[k].state for k in live.tolist()]
            drawn = np.array([lots[k].random() for k in live])
            steps.append((places, *self._step(scorer, moving, at, drawn)))
            live = live[[not state.is_final() for state in moving]]
        tree = self._tree(int(ends[-1]) if again else 0, steps)
        for end, s in zip(ends, again, strict=True):
            yield tree, slice(int(end) - (s.stop - s.start), int(end))


def doubting(nlp: Language) -> Parser | None:
    """The parser of a pipeline as one that says how unsure it is; None where it has none."""
    pipe = nlp.get_pipe("parser") if nlp.has_pipe("parser") else None
    parser = Parser.of(pipe) if type(pipe) is DependencyParser else pipe
    if not isinstance(parser, Parser):
        return None
    parser.before = nlp.get_pipe("tok2vec") if nlp.has_pipe("tok2vec") else None
    return parser


def _starting(at: Array) -> Array:
    """The rows of the states that a sentence starts from: nothing waits, nothing hangs on the next
    word yet."""
    left = at[:, _LEFT_OF_FRONT[at.shape[1]]]
    return np.flatnonzero((at[:, _FRONT] >= 0) & (at[:, _TOP] < 0) & (left < 0))


def _sentences(starts: Iterable[tuple[int, Any]], ends: Array) -> Iterator[_Sentence]:
    """The sentences that start there, in texts that end there."""
    by_place = dict(sorted(starts, key=lambda start: start[0]))
    for place, following in zip(by_place, [*list(by_place)[1:], ends[-1]], strict=True):
        number = int(np.searchsorted(ends, place, side="right"))
        first = place - (int(ends[number - 1]) if number else 0)
        stop = min(int(following), int(ends[number]))
        yield _Sentence(number, by_place[place], place, stop, first)
