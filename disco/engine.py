"""The engine: one language pipeline, one set of rules, texts in and examples out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import UsageError, nearest
from disco.cache import Cache
from disco.draft.example import Example
from disco.draft.recipe import restore
from disco.english.boundaries import numbers_within
from disco.english.sentence import sentences_of
from disco.given import adopt, all_of, documents
from disco.jobs.categorize import Categorizer
from disco.jobs.categorized import Categorized, Pair, pair_problem
from disco.jobs.fuse import Fuser
from disco.jobs.fused import Fused, Sentences
from disco.jobs.options import Options
from disco.jobs.propositions import Propositions
from disco.jobs.refine import Refined, Refiner
from disco.jobs.split import Splitter
from disco.jobs.unfuse import Unfuser
from disco.language import ENTITIES
from disco.parse.parser import doubting
from disco.process import Spec
from disco.rules import Rulebook
from disco.stream import (
    Job,
    Refused,
    SplitUnit,
    Unfused,
    blocks,
    examples_of,
    propositions_of,
    units_for,
)
from disco.text.documents import Document, Unit, clean, joined, units_of


class Engine:
    """Loaded rules over a loaded pipeline. Make one with :func:`disco.load`; ``spec`` is then what
    it was loaded of.

    Several threads may use one engine; they take turns, a block of texts each.
    """

    def __init__(
        self,
        nlp: Language,
        rules: Rulebook,
        options: Options | None = None,
        coreference: Callable[[Doc], Doc] | None = None,
        cache: Cache | None = None,
        spec: Spec | None = None,
    ) -> None:
        self.nlp = nlp
        self.spec = spec
        self._parser = doubting(nlp)
        self.cache = cache
        self.rules = rules
        self.options = options or Options()
        for name in self.options.types or ():
            if name not in rules.types:
                raise UsageError(f"unknown type '{name}'{nearest(name, rules.types)}")
        self.coreference = coreference
        # the pipeline and its memory zone are for one thread at a time
        self._turn = threading.RLock()
        # now, since the strings of what is compiled inside a memory zone end with it
        self.unfuser = Unfuser(rules.unfuse, rules.resolve, nlp.vocab, self.options, coreference)
        self.fuser = Fuser(rules.fuse, nlp.vocab, self.options.min_fusion, coreference)
        self.categorizer = Categorizer(rules.categorize, nlp.vocab)
        self.splitter = Splitter(rules, nlp.vocab, self.options, coreference)
        self.refiner = Refiner(self.unfuser.lexicon, self.categorizer.aligner, self.options)

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        """Pickled is what the engine was loaded of, and unpickled another one loaded."""
        if self.spec is None:
            raise TypeError("an engine that disco.load has not made cannot be pickled")
        return self.spec.load, ()

    def unfuse(self, text: str, *, id: str = "text") -> Iterator[Example]:
        """The examples of one text; its paragraphs stand on lines of their own."""
        return self.unfuse_many([Document(id, text=text)])

    def unfuse_many(
        self, texts: Iterable[str | Document], *, refused: Refused | None = None
    ) -> Iterator[Example]:
        """The examples of many texts, as a stream: nothing is kept but one batch."""
        units = (u for d in documents(texts, "unfuse") for u in units_of(d))
        return self.unfuse_units(units, refused=refused)

    def unfuse_units(
        self, units: Iterable[Unit], *, refused: Refused | None = None
    ) -> Iterator[Example]:
        """The examples of stretches of text, those of a document in a row.

        ``refused`` is called with each example that the gate refuses.
        """
        job = Job.unfuse if refused is None else Job.unfuse_all
        return examples_of(self.run(job, units), refused)

    def unfuse_docs(
        self, docs: Iterable[Doc], *, refused: Refused | None = None
    ) -> Iterator[Example]:
        """The examples of texts that are parsed already, with whatever pipeline.

        Coreference that a text has is taken over: coreferee's chains, or clusters in ``doc.spans``
        (``coref_clusters_1`` ...); else it is looked for as for other texts.
        """
        rejects = refused is not None
        return examples_of(
            (self._adopted(*each, rejects) for each in enumerate(all_of(Doc, docs))), refused
        )

    def _adopted(self, number: int, doc: Doc, rejects: bool) -> tuple[Unit, Unfused]:
        """What rules write of a text that is parsed already, as a document by itself."""
        with self._turn:
            adopt(doc, self._parser)
            made = self._unfused(doc, rejects=rejects)
        return Unit(str(number), doc.text, 0, True, len(doc.text)), made

    def split(self, text: str, *, id: str = "text") -> Iterator[Propositions]:
        """The propositions of each sentence of a text; its paragraphs stand on lines of their
        own."""
        return self.split_units(units_of(Document(id, text=text)))

    def split_many(self, texts: Iterable[str | Document]) -> Iterator[Propositions]:
        """The propositions of many texts, as a stream: nothing is kept but one batch."""
        return self.split_units(u for d in documents(texts, "split") for u in units_of(d))

    def split_units(self, units: Iterable[Unit]) -> Iterator[Propositions]:
        """The propositions of stretches of text, those of a document in a row."""
        return propositions_of(self.run(Job.split, units))

    def categorize(self, long: str, split: Sequence[str], *, id: str = "pair") -> Categorized:
        """What kind of split the sentences are of the long one."""
        problem = pair_problem(long, split)
        if problem:
            raise UsageError(problem)
        return next(self.categorize_many([Pair(id, long, tuple(split))]))

    def categorize_many(self, pairs: Iterable[Pair]) -> Iterator[Categorized]:
        """The same of many pairs, as a stream, in their order; what is no pair has a reason."""
        return (found for _, found in self.run(Job.categorize, all_of(Pair, pairs)))

    def refine_many(self, pairs: Iterable[Pair]) -> Iterator[Refined]:
        """What the filters say of many pairs, as a stream, in their order."""
        return (found for _, found in self.run(Job.refine, all_of(Pair, pairs)))

    def fuse(
        self,
        first: str,
        second: str,
        discourse_type: str | None = None,
        connective: str | None = None,
        *,
        id: str = "pair",
    ) -> Fused:
        """Two sentences as one text: of a type and with a connective where they are told."""
        pair = Sentences(id, first, second, discourse_type, connective or "")
        problem = self.fuse_problem(pair)
        if problem:
            raise UsageError(problem)
        return next(self.fuse_many([pair]))

    def fuse_problem(self, pair: Sentences) -> str:
        """Why two sentences cannot be fused as told; nothing where they can."""
        return self.fuser.problem(pair, self.rules.types)

    def fuse_many(self, pairs: Iterable[Sentences]) -> Iterator[Fused]:
        """The same of many pairs, as a stream, in their order; those that no rule can fuse stay
        as they are, and say why."""
        return (found for _, found in self.run(Job.fuse, all_of(Sentences, pairs)))

    def run(self, job: Job, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Each item with what a job makes of it, as a stream, a block at a time."""
        for block in blocks(items):
            yield from zip(block, self.work(job, block), strict=True)

    def work(self, job: Job, block: Sequence[Any]) -> list[Any]:
        """What a job makes of each item of a block; the block is parsed at once, and forgotten."""
        make: dict[Job, Callable[..., Any]] = {  # of the item, its units and their parses
            Job.unfuse: lambda *of: self._unfused(of[-1], rejects=False),
            Job.unfuse_all: lambda *of: self._unfused(of[-1], rejects=True),
            Job.split: lambda *of: self._split(of[-1]),
            Job.categorize: self._categorized,
            Job.fuse: self._fused,
            Job.refine: lambda pair, *of: self.refiner.refine(pair, *of[-2:]),
        }
        without = [ENTITIES] if job in (Job.categorize, Job.refine) else []
        texts = [units_for(job, item) for item in block]
        units = [unit for of_item in texts for unit in of_item]
        with self._turn, self._zone(), self._known(job, units, without) as docs:
            each = iter(docs)
            return [
                make[job](item, *of_item, *islice(each, len(of_item)))
                for item, of_item in zip(block, texts, strict=True)
            ]

    @contextmanager
    def _known(
        self, job: Job, units: Sequence[Unit], without: Sequence[str]
    ) -> Iterator[Iterable[Doc]]:
        """The texts of a block, parsed; or as the cache has them, with what rules wrote of them."""

        readings = (self.splitter if job is Job.split else self.unfuser).readings
        again = readings and self._parser is not None
        told = {"parser": {"readings": readings}} if again else {}

        def parse() -> Iterable[Doc]:
            return self.nlp.pipe(map(self._doc, units), disable=without, component_cfg=told)

        if self.cache is None:
            yield parse()
            return
        with self.cache.parsed(units, repr((without, told)), parse) as docs:
            if job in (Job.unfuse, Job.unfuse_all):
                with self.cache.written(units, docs):
                    yield docs
            else:
                yield docs

    def _unfused(self, doc: Doc, *, rejects: bool) -> Unfused:
        refused: list[Example] = []
        examples = list(self.unfuser.examples(doc, refused=refused.append if rejects else None))
        return Unfused(examples, refused, len(sentences_of(doc)))

    def _split(self, doc: Doc) -> SplitUnit:
        return SplitUnit(list(self.splitter.split(doc)), len(sentences_of(doc)))

    def _categorized(self, pair: Pair, unit: Unit, long: Doc) -> Categorized:
        problem = pair_problem(pair.long, pair.split)
        if problem:
            return Categorized(pair, reason=problem)
        split = [self.nlp.make_doc(clean(text)) for text in pair.split]
        return self.categorizer.categorize(pair, unit, long, split)

    def _fused(self, pair: Sentences, unit: Unit, doc: Doc) -> Fused:
        problem = self.fuse_problem(pair)
        return Fused(pair, (), problem=problem) if problem else self.fuser.fuse(pair, unit, doc)

    def restore(self, example: Example) -> tuple[str, ...]:
        """The source sentences of an example, put together again from all but themselves."""
        return restore(example)

    def parse_one(self, sentence: str) -> Doc:
        """A sentence, parsed as one, whatever marks it has inside."""
        return self.nlp(self._doc(joined("", [sentence], 0, True)), disable=[ENTITIES])

    def parse(self, document: Document) -> Doc:
        """The first stretch of a document, parsed."""
        first = next(iter(units_of(document)), None)
        if first is None:
            raise UsageError(f"{document.id}: there is no text in it")
        return self.nlp(self._doc(first))

    def _zone(self) -> AbstractContextManager[Any]:
        """What forgets the strings that a block brings to the vocabulary, once it is done; nothing
        where the caller has such a zone, which would end with ours."""
        return (
            nullcontext()
            if getattr(self.nlp.vocab, "in_memory_zone", False)
            else self.nlp.memory_zone()
        )

    def _doc(self, unit: Unit) -> Doc:
        """The text tokenized; sentence boundaries set where they are given, or cannot be."""
        doc = self.nlp.make_doc(unit.text)
        for token in doc if unit.starts else ():
            token.is_sent_start = False
        opens = bool(unit.starts)
        for start in unit.starts or numbers_within(unit.text):
            span = doc.char_span(start, start + 1, alignment_mode="expand")
            if span is not None:
                doc[span.start].is_sent_start = opens
        return doc
