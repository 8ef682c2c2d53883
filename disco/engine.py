"""The engine: one language pipeline, one set of rules, texts in and examples out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Literal, TypeVar

from spacy.language import Language
from spacy.tokens import Doc

from disco._errors import UsageError, nearest
from disco._types import TYPES
from disco.documents import Document, Unit, units_of
from disco.example import Example, Mention, Removal
from disco.language import DEFAULT_MODEL, Coref, coreference_for, load_language
from disco.rules import load_rules
from disco.unfuse import Options, Unfuser

Scope = Literal["all", "paper"]
_BLOCK = 64
Refused = Callable[[Example], None]
Place = TypeVar("Place", Mention, Removal)


class Engine:
    """Loaded rules over a loaded pipeline. Make one with :func:`disco.load`."""

    def __init__(
        self, nlp: Language, unfuser: Unfuser, coreference: Callable[[Doc], Doc] | None = None
    ) -> None:
        self.nlp = nlp
        self.unfuser = unfuser
        self.coreference = coreference

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
        waiting = iter(units)
        while block := list(islice(waiting, _BLOCK)):
            done: list[Example] = []
            # the strings that a block brings to the vocabulary are forgotten behind it
            with self.nlp.memory_zone():
                for doc, unit in self._parsed(block):
                    if unit.first:
                        number = sentences = 0
                    rejects: list[Example] = []
                    for example in self.unfuser.examples(doc, refused=rejects.append):
                        number += 1
                        done.append(_placed(example, f"{unit.document}#{number}", unit, sentences))
                    if refused is not None:
                        for example in rejects:
                            refused(_placed(example, f"{unit.document}#-", unit, sentences))
                    sentences += sum(1 for _ in doc.sents)
            yield from done

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
    loaded = load_rules("unfuse", [Path(r) for r in rules]).in_scope(scope)
    nlp = load_language(model)
    coreference = coreference_for(nlp, coref or "none")
    chosen = replace(options or Options(), types=known_types(types)) if types else options
    return Engine(nlp, Unfuser(loaded, nlp.vocab, chosen or Options()), coreference)


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
