"""The engine: one language pipeline, one set of rules, texts in and examples out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Literal, TypeVar

from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import UsageError, nearest
from disco._types import TYPES
from disco.categorize import Categorizer
from disco.documents import Document, Unit, clean, joined, units_of
from disco.example import Example, Mention, Removal
from disco.fuse import Fuser
from disco.fusion import Fused, Sentences
from disco.language import DEFAULT_MODEL, ENTITIES, Coref, coreference_for, load_language
from disco.pair import Categorized, Pair
from disco.recipe import restore
from disco.rules import Rulebook, load_rulebook
from disco.unfuse import Options, Unfuser

Scope = Literal["all", "paper"]
_BLOCK = 64
Refused = Callable[[Example], None]
Place = TypeVar("Place", Mention, Removal)
Item = TypeVar("Item", Pair, Sentences)
Done = TypeVar("Done", Categorized, Fused)


class Engine:
    """Loaded rules over a loaded pipeline. Make one with :func:`disco.load`."""

    def __init__(
        self,
        nlp: Language,
        rules: Rulebook,
        options: Options | None = None,
        coreference: Callable[[Doc], Doc] | None = None,
    ) -> None:
        self.nlp = nlp
        self.rules = rules
        self.options = options or Options()
        self.coreference = coreference

    @cached_property
    def unfuser(self) -> Unfuser:
        """The rules that unfuse, compiled."""
        return Unfuser(self.rules.unfuse, self.nlp.vocab, self.options)

    @cached_property
    def fuser(self) -> Fuser:
        """The rules that fuse, compiled."""
        return Fuser(self.rules.fuse, self.nlp.vocab)

    @cached_property
    def categorizer(self) -> Categorizer:
        """The rules that categorize, compiled."""
        return Categorizer(self.rules.categorize, self.nlp.vocab)

    def unfuse(self, text: str, *, id: str = "text") -> Iterator[Example]:
        """The examples of one text; its paragraphs stand on lines of their own."""
        return self.unfuse_many([Document(id, text=text)])

    def unfuse_many(
        self, texts: Iterable[str | Document], *, refused: Refused | None = None
    ) -> Iterator[Example]:
        """The examples of many texts, as a stream: nothing is kept but one batch."""
        documents = (
            d if isinstance(d, Document) else Document(str(n), text=d) for n, d in enumerate(texts)
        )
        return self.unfuse_units((u for d in documents for u in units_of(d)), refused=refused)

    def unfuse_units(
        self, units: Iterable[Unit], *, refused: Refused | None = None
    ) -> Iterator[Example]:
        """The examples of stretches of text, those of a document in a row.

        ``refused`` is called with each example that the gate refuses.
        """
        number = sentences = 0
        unfuser, waiting = self.unfuser, iter(units)
        while block := list(islice(waiting, _BLOCK)):
            done: list[Example] = []
            # the strings that a block brings to the vocabulary are forgotten behind it
            with self.nlp.memory_zone():
                for doc, unit in self._parsed(block):
                    if unit.first:
                        number = sentences = 0
                    rejects: list[Example] = []
                    for example in unfuser.examples(doc, refused=rejects.append):
                        number += 1
                        done.append(_placed(example, f"{unit.document}#{number}", unit, sentences))
                    if refused is not None:
                        for example in rejects:
                            refused(_placed(example, f"{unit.document}#-", unit, sentences))
                    sentences += sum(1 for _ in doc.sents)
            yield from done

    def categorize(self, long: str, split: Sequence[str], *, id: str = "pair") -> Categorized:
        """What kind of split the sentences are of the long one."""
        return next(self.categorize_many([Pair(id, long, tuple(split))]))

    def categorize_many(self, pairs: Iterable[Pair]) -> Iterator[Categorized]:
        """The same of many pairs, as a stream, in their order."""
        categorizer = self.categorizer

        def decided(long: Doc, pair: Pair) -> Categorized:
            split = [self.nlp.make_doc(clean(text)) for text in pair.split]
            return categorizer.categorize(pair, long, split)

        return self._streamed(pairs, lambda p: (p.long,), decided, without=[ENTITIES])

    def fuse(
        self,
        first: str,
        second: str,
        discourse_type: str | None = None,
        connective: str = "",
        *,
        id: str = "pair",
    ) -> Fused:
        """Two sentences as one text: of a type and with a connective where they are told."""
        return next(self.fuse_many([Sentences(id, first, second, discourse_type, connective)]))

    def fuse_many(self, pairs: Iterable[Sentences]) -> Iterator[Fused]:
        """The same of many pairs, as a stream, in their order."""
        fuser = self.fuser
        return self._streamed(
            pairs, lambda p: (p.first, p.second), lambda doc, pair: fuser.fuse(pair, doc)
        )

    def _streamed(
        self,
        items: Iterable[Item],
        sentences: Callable[[Item], Sequence[str]],
        work: Callable[[Doc, Item], Done],
        without: Sequence[str] = (),
    ) -> Iterator[Done]:
        """What is made of each item and its parsed sentences, in their order, a block at a time."""
        waiting = iter(items)
        while block := list(islice(waiting, _BLOCK)):
            # the strings that a block brings to the vocabulary are forgotten behind it
            with self.nlp.memory_zone():
                docs = ((self._doc(joined("", sentences(i), 0, True)), i) for i in block)
                parsed = self.nlp.pipe(docs, as_tuples=True, disable=without)
                done = [work(doc, item) for doc, item in parsed]
            yield from done

    def restore(self, example: Example) -> tuple[str, ...]:
        """The source sentences of an example, put together again from all but themselves."""
        return restore(example)

    def parse_one(self, sentence: str) -> Doc:
        """A sentence, parsed as one, whatever marks it has inside."""
        return self.nlp(self._doc(joined("", [sentence], 0, True)), disable=[ENTITIES])

    def parse(self, document: Document) -> Doc:
        """The first stretch of a document, parsed."""
        doc = self.nlp(self._doc(next(iter(units_of(document)))))
        return self.coreference(doc) if self.coreference else doc

    def _parsed(self, units: Iterable[Unit]) -> Iterator[tuple[Doc, Unit]]:
        pairs = ((self._doc(unit), unit) for unit in units)
        for doc, unit in self.nlp.pipe(pairs, as_tuples=True):
            yield (self.coreference(doc) if self.coreference else doc), unit

    def _doc(self, unit: Unit) -> Doc:
        """The text tokenized; sentence boundaries set where they are given."""
        doc = self.nlp.make_doc(unit.text)
        if unit.starts:
            for token in doc:
                token.is_sent_start = False
            for start in unit.starts:
                span = doc.char_span(start, start + 1, alignment_mode="expand")
                if span is not None:
                    doc[span.start].is_sent_start = True
        return doc


def _placed(example: Example, identity: str, unit: Unit, sentences: int) -> Example:
    """The example with its id, and its places counted from the start of the document."""
    by = unit.offset

    def moved(place: Place) -> Place:
        return replace(place, start=place.start + by, end=place.end + by)

    return replace(
        example,
        id=identity,
        document=unit.document,
        offset=example.offset + by,
        sentences=tuple(s + sentences for s in example.sentences),
        removed=tuple(map(moved, example.removed)) if by else example.removed,
        replacements=tuple(
            replace(r, anaphor=moved(r.anaphor), antecedent=moved(r.antecedent))
            for r in example.replacements
        )
        if by
        else example.replacements,
    )


def load(
    *,
    model: str = DEFAULT_MODEL,
    coref: Coref | None = "disco",
    rules: Iterable[str | Path] = (),
    scope: Scope = "all",
    types: Iterable[str] | None = None,
    options: Options | None = None,
) -> Engine:
    """An engine with the English pipeline and the rules.

    ``rules`` are further rule files or folders; ``scope="paper"`` keeps to the published rules;
    ``coref=None`` leaves anaphora out. Raises RuleError when a rule file is wrong, ModelMissing
    when the English model is not installed.
    """
    book = load_rulebook([Path(r) for r in rules], scope)
    nlp = load_language(model)
    coreference = coreference_for(nlp, coref or "none")
    chosen = options or Options()
    if types:
        chosen = replace(chosen, types=known_types(types))
    return Engine(nlp, book, chosen, coreference)


def known_types(types: Iterable[str]) -> frozenset[str]:
    """The types that names or patterns (``PAIR_*``) stand for; raises UsageError for others."""
    from fnmatch import fnmatchcase

    found: set[str] = set()
    for name in types:
        matching = {t for t in TYPES if fnmatchcase(t, name.strip().upper())}
        if not matching:
            raise UsageError(f"unknown type '{name}'{nearest(name.upper(), TYPES)}")
        found |= matching
    return frozenset(found)
