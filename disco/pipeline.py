"""A language pipeline for one thread at a time: texts in, parses out, forgotten behind a block."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import Any
from weakref import WeakSet

from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import UsageError
from disco.cache import Cache
from disco.english.boundaries import numbers_within, words_within
from disco.given import adopt
from disco.jobs.written import Written
from disco.language import ENTITIES
from disco.parse.apart import PUT_BACK, SET_ASIDE
from disco.parse.parser import doubting
from disco.text.documents import Unit, joined, whole

_NEEDED = frozenset({"tok2vec", "transformer", "parser", "tagger", "attribute_ruler", "lemmatizer"})
_pipelines: WeakSet[Pipeline] = WeakSet()


def _begin_anew() -> None:
    """In a process that was forked off, no thread is there that could give a turn back."""
    for pipeline in _pipelines:
        pipeline.turn = threading.RLock()


os.register_at_fork(after_in_child=_begin_anew)


class Pipeline:
    """What parses stretches of text, as many as belong together at once; ``cache`` keeps parses."""

    def __init__(self, nlp: Language, cache: Cache | None) -> None:
        self.nlp, self.cache = nlp, cache
        self._parser = doubting(nlp)
        self.turn = threading.RLock()  # the pipeline and its memory zone are for one thread
        _pipelines.add(self)

    @contextmanager
    def parsed(
        self, units: Sequence[Unit], *, entities: bool = True, readings: int = 0
    ) -> Iterator[Iterable[Doc]]:
        """The texts of a block, parsed or as the cache has them. ``readings`` is how often a
        sentence is to be read again."""
        self._require_all()
        without = [] if entities else [ENTITIES]
        told = {"parser": {"readings": readings}} if readings and self._parser is not None else {}

        def parse() -> Iterable[Doc]:
            return self.nlp.pipe(map(self._doc, units), disable=without, component_cfg=told)

        with self.turn, self._zone():
            if self.cache is None:
                yield parse()
                return
            with self.cache.parsed(units, repr((without, told)), parse) as docs:
                yield docs

    @contextmanager
    def written(self, units: Sequence[Unit]) -> Iterator[Sequence[Written | None]]:
        """What rules wrote of each text of a block before, as the cache has it."""
        if self.cache is None:
            yield [None] * len(units)
            return
        with self.cache.written(units) as known:
            yield known

    @contextmanager
    def adopted(self, doc: Doc, readings: int = 0) -> Iterator[None]:
        """Take over a text that somebody else has parsed, and work on it inside the ``with``."""
        with self.turn:
            adopt(doc, self._parser, readings)
            yield

    def parse(self, unit: Unit) -> Doc:
        """One stretch of text, parsed."""
        self._require_all()
        with self.turn:
            return self.nlp(self._doc(unit))

    def parse_one(self, sentence: str) -> Doc:
        """A sentence, parsed as one, whatever marks it has inside."""
        self._require_all()
        with self.turn:
            return self.nlp(self._doc(joined("", [sentence], 0, True)), disable=[ENTITIES])

    def tokenized(self, sentences: Iterable[str]) -> list[Doc]:
        """Sentences that nobody need parse."""
        with self.turn:
            return [self.nlp.make_doc(whole(text).text) for text in sentences]

    def _require_all(self) -> None:
        """Raise UsageError where something is switched off that the rules need, or that puts back
        what is set aside."""
        needed = _NEEDED | ({PUT_BACK} if SET_ASIDE in self.nlp.pipe_names else frozenset())
        if off := sorted(needed.intersection(self.nlp.disabled)):
            raise UsageError(f"the pipeline has switched off what rules need: {', '.join(off)}")

    def _zone(self) -> AbstractContextManager[Any]:
        """What forgets the strings that a block brings to the vocabulary, once it is done; nothing
        where the caller has such a zone, which would end with ours."""
        inside = getattr(self.nlp.vocab, "in_memory_zone", False)
        return nullcontext() if inside else self.nlp.memory_zone()

    def _doc(self, unit: Unit) -> Doc:
        """The text tokenized; sentence boundaries set where they are given, or cannot be."""
        doc = self.nlp.make_doc(unit.text)
        for token in doc if unit.starts else ():
            token.is_sent_start = False
        opens = bool(unit.starts)
        inside = chain(numbers_within(unit.text), words_within(unit.text))
        for start in unit.starts or inside:
            span = doc.char_span(start, start + 1, alignment_mode="expand")
            if span is not None:
                doc[span.start].is_sent_start = opens
        return doc
