"""The engine: one language pipeline, one set of rules, texts in and examples out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import UsageError, unknown
from disco.cache import Cache
from disco.draft.example import Example
from disco.draft.recipe import restore
from disco.english.sentence import sentences_of
from disco.given import all_of, documents
from disco.jobs.account import restored
from disco.jobs.categorize import Categorizer
from disco.jobs.categorized import Categorized, Pair
from disco.jobs.fuse import Fuser, told_problem
from disco.jobs.fused import Fused, Sentences
from disco.jobs.options import Options
from disco.jobs.propositions import Propositions
from disco.jobs.refine import Refined, Refiner
from disco.jobs.split import Splitter
from disco.jobs.unfuse import Refusal, Unfuser
from disco.jobs.written import Written
from disco.match.lexicon import Lexicon
from disco.pipeline import Pipeline
from disco.process import Spec
from disco.rules import Rulebook
from disco.stream import (
    Job,
    Unfused,
    blocks,
    examples_of,
    propositions_of,
)
from disco.text.documents import Document, Unit, joined, units_of, whole

P = TypeVar("P", Pair, Sentences)
T = TypeVar("T")


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
        self.rules = rules
        self.options = options or Options()
        for name in self.options.types or ():
            if name not in rules.types:
                raise UsageError(unknown("type", name, rules.types))
        self.coreference = coreference
        self._pipeline = Pipeline(nlp, cache)
        # now, since the strings of what is compiled inside a memory zone end with it
        self.lexicon = Lexicon(nlp.vocab, rules.connectives)
        self.unfuser = Unfuser(rules.unfuse, rules.resolve, self.lexicon, self.options, coreference)
        self.fuser = Fuser(rules.fuse, self.lexicon, self.options.min_fusion)
        self.categorizer = Categorizer(rules.categorize, self.lexicon)
        self.splitter = Splitter(rules, self.lexicon, self.options, coreference)
        self.refiner = Refiner(self.lexicon, self.categorizer.aligner, self.options)

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        """Pickled is what the engine was loaded of, and unpickled another one loaded."""
        if self.spec is None:
            raise TypeError("an engine that disco.load has not made cannot be pickled")
        return self.spec.load, ()

    def unfuse(self, text: str, *, id: str = "text") -> Iterator[Example]:
        """The examples of one text; its paragraphs stand on lines of their own."""
        return self.unfuse_many([Document(id, text=text)])

    def unfuse_many(
        self, texts: Iterable[str | Document], *, refused: Refusal | None = None
    ) -> Iterator[Example]:
        """The examples of many texts, as a stream: nothing is kept but one batch."""
        units = (u for d in documents(texts, "unfuse") for u in units_of(d))
        return self.unfuse_units(units, refused=refused)

    def unfuse_units(
        self, units: Iterable[Unit], *, refused: Refusal | None = None
    ) -> Iterator[Example]:
        """The examples of stretches of text, those of a document in a row.

        ``refused`` is called with each example that the gate refuses.
        """
        job = Job.unfuse if refused is None else Job.unfuse_all
        return examples_of(self.run(job, units), refused)

    def unfuse_docs(
        self, docs: Iterable[Doc], *, refused: Refusal | None = None
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
        with self._pipeline.adopted(doc):
            made = self._unfused(doc, None, rejects=rejects)
        return _unit_of(number, doc), made

    def split(self, text: str, *, id: str = "text") -> Iterator[Propositions]:
        """The propositions of each sentence of a text; its paragraphs stand on lines of their
        own."""
        return self.split_units(units_of(Document(id, text=text)))

    def split_many(self, texts: Iterable[str | Document]) -> Iterator[Propositions]:
        """The propositions of many texts, as a stream: nothing is kept but one batch."""
        return self.split_units(u for d in documents(texts, "split") for u in units_of(d))

    def split_docs(self, docs: Iterable[Doc]) -> Iterator[Propositions]:
        """The propositions of texts that are parsed already, as ``unfuse_docs`` takes them."""
        return propositions_of(self._adopted_split(*each) for each in enumerate(all_of(Doc, docs)))

    def _adopted_split(self, number: int, doc: Doc) -> tuple[Unit, list[Propositions]]:
        with self._pipeline.adopted(doc, self.splitter.readings):
            made = list(self.splitter.split(doc))
        return _unit_of(number, doc), made

    def split_units(self, units: Iterable[Unit]) -> Iterator[Propositions]:
        """The propositions of stretches of text, those of a document in a row."""
        return propositions_of(self.run(Job.split, units))

    def categorize(self, long: str, split: Sequence[str], *, id: str = "pair") -> Categorized:
        """What kind of split the sentences are of the long one."""
        pair = Pair(id, long, split)
        if pair.problem:
            raise UsageError(pair.problem)
        return next(self.categorize_many([pair]))

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
        pair = Sentences(id, first, second, discourse_type or None, connective or "")
        problem = self.fuse_problem(pair)
        if problem:
            raise UsageError(problem)
        return next(self.fuse_many([pair]))

    def fuse_problem(self, pair: Sentences) -> str:
        """Why two sentences cannot be fused as told; nothing where they can."""
        return told_problem(pair, self.rules.types, self.lexicon)

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
        match job:
            case Job.unfuse | Job.unfuse_all:
                with self._pipeline.parsed(block) as docs, self._pipeline.written(block) as known:
                    rejects = job is Job.unfuse_all
                    each = zip(docs, known, strict=True)
                    return [self._unfused(*text, rejects=rejects) for text in each]
            case Job.split:
                with self._pipeline.parsed(block, readings=self.splitter.readings) as docs:
                    return [list(self.splitter.split(doc)) for doc in docs]
            case Job.categorize:
                return self._of_pairs(block, _long_side, self._categorized, entities=False)
            case Job.refine:
                return self._of_pairs(block, _both_sides, self._refined, entities=False)
            case Job.fuse:
                return self._of_pairs(block, _as_one_text, self._fused)
        raise ValueError(f"no engine does the job {job.value}")

    def made_of(
        self, units: Iterable[Unit], make: Callable[[Doc], T], *, readings: int = 0
    ) -> Iterator[T]:
        """What ``make`` makes of each stretch of text, parsed, which is forgotten with its block.

        ``readings`` is how often a sentence is to be read again.
        """
        for block in blocks(units):
            with self._pipeline.parsed(block, readings=readings) as docs:
                made = list(map(make, docs))
            yield from made

    def _unfused(self, doc: Doc, known: Written | None, *, rejects: bool) -> Unfused:
        refused: list[Example] = []
        examples = list(self.unfuser.examples(doc, refused.append if rejects else None, known))
        return Unfused(examples, refused, len(sentences_of(doc)))

    def _of_pairs(
        self,
        block: Sequence[P],
        texts: Callable[[P], tuple[Unit, ...]],
        make: Callable[[P, Sequence[Unit], Sequence[Doc]], Any],
        *,
        entities: bool = True,
    ) -> list[Any]:
        """What is made of each pair of its texts, parsed; of what is no pair, there are none."""
        units = [() if pair.problem else texts(pair) for pair in block]
        every = [unit for of_pair in units for unit in of_pair]
        with self._pipeline.parsed(every, entities=entities) as docs:
            each = iter(docs)
            return [
                make(pair, of_pair, list(islice(each, len(of_pair))))
                for pair, of_pair in zip(block, units, strict=True)
            ]

    def _categorized(self, pair: Pair, units: Sequence[Unit], docs: Sequence[Doc]) -> Categorized:
        if pair.problem:
            return Categorized(pair, reason=pair.problem)
        return self.categorizer.categorize(pair, units[0], docs[0], self.tokenized(pair.split))

    def _refined(self, pair: Pair, _: Sequence[Unit], docs: Sequence[Doc]) -> Refined:
        problem = pair.problem
        return Refined.no_pair(pair, problem) if problem else self.refiner.refine(pair, *docs)

    def _fused(self, pair: Sentences, units: Sequence[Unit], docs: Sequence[Doc]) -> Fused:
        if problem := self.fuse_problem(pair):
            return Fused(pair, (), problem=problem)
        return self.fuser.fuse(pair, units[0], docs[0])

    def restore(self, made: Example | Propositions) -> tuple[str, ...]:
        """The source sentences of an example, or the one of a split sentence, put together again
        from all but themselves. Raises UsageError where there is no recipe for that, or something
        was changed, so that they do not fit together."""
        if isinstance(made, Propositions):
            return (restored(made),)
        if isinstance(made, Example):
            return restore(made)
        raise UsageError(f"an example or a split sentence is restored, no {type(made).__name__}")

    def tokenized(self, sentences: Iterable[str]) -> list[Doc]:
        """Sentences that nobody need parse, as those of a split."""
        return self._pipeline.tokenized(sentences)

    def parse_one(self, sentence: str) -> Doc:
        """A sentence, parsed as one, whatever marks it has inside."""
        return self._pipeline.parse_one(sentence)

    def parse(self, document: Document) -> Doc:
        """The first stretch of a document, parsed."""
        if not isinstance(document, Document):
            raise UsageError(f"a Document is parsed, not {type(document).__name__}")
        first = next(iter(units_of(document)), None)
        if first is None:
            raise UsageError(f"{document.id}: there is no text in it")
        return self._pipeline.parse(first)


def _long_side(pair: Pair) -> tuple[Unit, ...]:
    return (joined("", [pair.long], 0, True),)


def _both_sides(pair: Pair) -> tuple[Unit, ...]:
    # whether the long side is one sentence is for the parser to say
    return whole(pair.long), joined("", pair.split, 0, True)


def _as_one_text(pair: Sentences) -> tuple[Unit, ...]:
    return (joined("", [pair.first, pair.second], 0, True),)


def _unit_of(number: int, doc: Doc) -> Unit:
    """A text that is parsed already, as a document by itself."""
    return Unit(str(number), doc.text, 0, True, len(doc.text))
