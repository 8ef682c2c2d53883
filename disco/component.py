"""The engine as a component of any spaCy pipeline: ``nlp.add_pipe("disco")``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import cast

from spacy.language import Language
from spacy.pipeline.tok2vec import Tok2VecListener
from spacy.tokens import Doc
from thinc.api import Model

from disco._errors import UsageError
from disco.draft.example import Example
from disco.draft.realize import Style
from disco.given import NEEDED, adopt
from disco.jobs.options import Options
from disco.jobs.propositions import Propositions, numbered
from disco.jobs.split import Splitter
from disco.jobs.unfuse import Unfuser
from disco.language import coreference_for
from disco.loading import known_coref, known_types, load_book
from disco.match.lexicon import Lexicon
from disco.parse.parser import Parser, doubting

_KEY, _SPLIT = "disco_examples", "disco_propositions"
_Rows = tuple[Example, ...] | tuple[Propositions, ...]
_REQUIRES = [f"token.{name.lower()}" for name in NEEDED]


def examples_of(doc: Doc) -> tuple[Example, ...]:
    """What ``doc._.disco`` gives: the examples that the component put on the text."""
    return tuple(Example.from_dict(row) for row in doc.user_data.get(_KEY, ()))


def propositions_of(doc: Doc) -> tuple[Propositions, ...]:
    """What ``doc._.disco_split`` gives: the sentences with their propositions."""
    return tuple(Propositions.from_dict(row) for row in doc.user_data.get(_SPLIT, ()))


_GETTERS: dict[str, Callable[[Doc], _Rows]] = {
    "disco": examples_of,
    "disco_split": propositions_of,
}
for _extension, _getter in _GETTERS.items():
    if not Doc.has_extension(_extension):
        Doc.set_extension(_extension, getter=_getter)


def _require(nlp: Language, extension: str) -> None:
    """Raise UsageError where what the component writes could not be read, or its pipeline lacks
    what its parts listen to."""
    if Doc.get_extension(extension)[2] is not _GETTERS[extension]:
        raise UsageError(f"doc._.{extension} is taken by an extension that is not disco's")
    makers = {name for name, pipe in nlp.pipeline if hasattr(pipe, "listeners")}
    for name, pipe in nlp.pipeline:
        model = getattr(pipe, "model", None)
        for node in model.walk() if isinstance(model, Model) else ():
            if isinstance(node, Tok2VecListener) and not makers & _upstream(node, makers):
                raise UsageError(f"'{name}' listens to '{node.upstream_name}', which is left out")


def _upstream(listener: Tok2VecListener, makers: set[str]) -> set[str]:
    """What a part of a pipeline listens to: one by its name, or any."""
    return makers if listener.upstream_name == "*" else {listener.upstream_name}


class DiscoComponent:
    """Puts the examples of a text on it, as plain rows, which ``to_bytes``, ``DocBin``, pickling
    and ``nlp.pipe(n_process=2)`` carry along; ``doc._.disco`` reads them."""

    def __init__(self, unfuser: Unfuser, parser: Parser | None) -> None:
        self._unfuser, self._parser = unfuser, parser

    def __call__(self, doc: Doc) -> Doc:
        adopt(doc, self._parser)
        name = _name(doc)
        doc.user_data[_KEY] = [
            replace(example, id=f"{name}#{number}", document=name).to_dict()
            for number, example in enumerate(self._unfuser.examples(doc), start=1)
        ]
        return doc


class SplitComponent:
    """Puts the propositions of a text on it, in the same way; ``doc._.disco_split`` reads them."""

    def __init__(self, splitter: Splitter, parser: Parser | None) -> None:
        self._splitter, self._parser = splitter, parser

    def __call__(self, doc: Doc) -> Doc:
        adopt(doc, self._parser, self._splitter.readings)
        name = _name(doc)
        rows = (replace(row, id=name, document=name) for row in self._splitter.split(doc))
        doc.user_data[_SPLIT] = [row.to_dict() for row in numbered(rows)]
        return doc


def _name(doc: Doc) -> str:
    """The same text has the same ids in whatever process and order."""
    return blake2b(doc.text.encode("utf-8", "replace"), digest_size=6).hexdigest()


@Language.factory(
    "disco",
    default_config={
        "scope": "all",
        "coref": "disco",
        "rules": [],
        "types": None,
        "style": "natural",
        "gate": True,
        "controls": False,
        "min_confidence": Options().min_confidence,
        "min_tokens": Options().min_tokens,
        "ascii_only": False,
    },
    requires=_REQUIRES,
)
def make_component(
    nlp: Language,
    name: str,  # noqa: ARG001
    scope: str,
    coref: str | None,
    rules: Sequence[str],
    types: Sequence[str] | None,
    style: str,
    gate: bool,
    controls: bool,
    min_confidence: float | None,
    min_tokens: int,
    ascii_only: bool,
) -> DiscoComponent:
    """The factory that spaCy finds by entry point; its settings are those of ``disco unfuse``."""
    _require(nlp, "disco")
    book = load_book(rules, scope)
    options = Options(
        style=cast(Style, style),
        gate=gate,
        controls=controls,
        min_confidence=min_confidence,
        min_tokens=min_tokens,
        ascii_only=ascii_only,
        types=None if types is None else known_types(types, book.types),
    )
    coreference = coreference_for(nlp, known_coref(coref))
    lexicon = Lexicon(nlp.vocab, book.connectives)
    unfuser = Unfuser(book.unfuse, book.resolve, lexicon, options, coreference)
    return DiscoComponent(unfuser, doubting(nlp))


@Language.factory(
    "disco_split",
    default_config={
        "scope": "all",
        "coref": "disco",
        "rules": [],
        "fine": False,
        "attributed": False,
        "standalone": True,
        "min_confidence": None,
    },
    requires=_REQUIRES,
)
def make_split_component(
    nlp: Language,
    name: str,  # noqa: ARG001
    scope: str,
    coref: str | None,
    rules: Sequence[str],
    fine: bool,
    attributed: bool,
    standalone: bool,
    min_confidence: float | None,
) -> SplitComponent:
    """The factory that spaCy finds by entry point; its settings are those of ``disco split``, and
    the scope."""
    _require(nlp, "disco_split")
    options = Options(
        fine=fine, attributed=attributed, standalone=standalone, min_step=min_confidence
    )
    coreference = coreference_for(nlp, known_coref(coref))
    book = load_book(rules, scope)
    splitter = Splitter(book, Lexicon(nlp.vocab, book.connectives), options, coreference)
    return SplitComponent(splitter, doubting(nlp))
