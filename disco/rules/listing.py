"""All that a rule can say, as tables: for ``disco rules words`` and docs/words.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from spacy.glossary import GLOSSARY

from disco.match.attributes import AsConnective, Attributes
from disco.match.pattern import RELATIONS, Node
from disco.rules.codes import CODES
from disco.rules.definitions import needed
from disco.rules.gate import gate_words, reasons
from disco.rules.keys import FILE, keys, keys_of_examples
from disco.rules.language import Part, Test
from disco.rules.rulebook import Rulebook
from disco.rules.spans import BASES, SpanRule
from disco.text.tables import markdown_table

_POSITIONS = {
    "backward": "it opens the second sentence of a pair: However, it rained",
    "bare": "the same without a comma, right before its subject: Then it rained",
    "forward": "it opens a clause in front of the main one: When it rained, they left",
    "inner": "it opens a clause behind the main one: They left because it rained",
    "coordinating": "it stands between two main clauses: It rained, but they stayed",
    "preposition": "it stands before a participle or a noun: After resting, they left",
    "medial": "it stands inside the second sentence, behind its subject: They also left",
    "relative": "it opens a relative clause and holds its which: after which they left",
}
_SENSES = {
    "comparison": "the two differ: but, although",
    "contingency": "one is the cause, the condition or the purpose of the other: because, if",
    "expansion": "one adds to the other, details it or takes its place: also, instead",
    "temporal": "one is earlier or later, or both are at once: then, while",
}
_TIES = {
    "attribution": "what the other says that somebody says",
    "comparison": "the two differ",
    "contingency": "one is the cause or the condition of the other",
    "elaboration": "it says more of something that the other speaks of",
    "expansion": "it adds to the other",
    "list": "both are of one list",
    "purpose": "it says what the other is for",
    "setting": "it says when or where the other is",
    "temporal": "one is earlier or later, or both are at once",
}


@dataclass(frozen=True, slots=True)
class Section:
    """One table: its title, its columns and its rows, the first cell of each the word."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sections(book: Rulebook) -> list[Section]:
    """Every table, for these rules and their definitions."""
    return [
        _section("keys of a file", ("key", "what it says"), FILE),
        Section("keys of a rule", ("key", "in rules that", "what it says"), keys()),
        Section("keys of an example", ("key", "of rules that", "what it says"), keys_of_examples()),
        _section(
            "values of relation", ("relation", "what hangs on another proposition is to it"), _TIES
        ),
        _registry("tests (under require, unless, where)", Test.registry),
        _registry("parts (under write)", Part.registry),
        _section(
            "relations (under find)", ("relation", "the token is"), _described(Node, RELATIONS)
        ),
        _section("tests on one token", ("word", "says"), _attributes()),
        _section("spans: one base each", ("base", "the tokens are"), _described(SpanRule, BASES)),
        _section("spans: what may follow the base", ("word", "says"), _modifiers()),
        _section("positions of connectives", ("position", "where it stands"), _POSITIONS),
        _section("senses of connectives", ("sense", "says"), _SENSES),
        Section("connectives", ("connective", "position", "comma", "sense"), _connectives(book)),
        Section("types", ("type",), _cells(book.types)),
        Section("categories", ("category", "subcategories"), _categories(book)),
        *_labels(book),
        Section("conditions (under use)", ("condition", "needs"), _conditions(book)),
        Section("groups of spans (under use)", ("group", "needs", "binds"), _groups_of_spans(book)),
        Section("groups of exceptions (under use)", ("group", "exceptions"), _groups(book)),
        Section("word lists", ("list", "words"), _lists(book)),
        Section("reasons of the gate", ("reason", "refused because"), _reasons()),
        _section("codes of what is wrong", ("code", "what it says"), CODES),
    ]


def markdown_of(book: Rulebook) -> str:
    """The same tables as a page."""
    parts = [
        "# The words of the rule language",
        "Made by `make generated` from the code and the shipped rules; `disco rules words` prints "
        "the same, with the definitions of your own rules.",
    ]
    for section in sections(book):
        rows = ((f"`{first}`", *rest) for first, *rest in section.rows)
        parts += [f"## {section.title}", markdown_table(section.columns, rows)]
    return "\n\n".join(parts) + "\n"


def _registry(title: str, registry: Mapping[str, type[BaseModel]]) -> Section:
    rows = tuple((w, _arguments(model), _said(model)) for w, model in sorted(registry.items()))
    return Section(title, ("word", "arguments", "what it says"), rows)


def _arguments(model: type[BaseModel]) -> str:
    """Its own arguments, marked ``?`` where they may be left out, with the values that they may
    have; the tests on a token, which many words take, as one."""
    shared = Attributes.model_fields if issubclass(model, Attributes) else {}
    fields = [(f.alias or n, f) for n, f in model.model_fields.items() if n not in shared]
    own = [f"{n}{'' if f.is_required() else '?'}{_values(f.annotation)}" for n, f in fields]
    return ", ".join([*own, "tests on one token"] if shared else own)


def _values(kind: Any) -> str:
    """The values that an argument may have, where they are named: `` (past or present)``."""
    if get_origin(kind) is Literal:
        named = [value for value in get_args(kind) if isinstance(value, str) and value]
        return f" ({' or '.join(named)})" if named else ""
    return "".join(map(_values, get_args(kind)))


def _said(model: type[BaseModel]) -> str:
    return " ".join((model.__doc__ or "").split()).replace("``", "`")


def _section(title: str, columns: tuple[str, ...], said: dict[str, str]) -> Section:
    return Section(title, columns, tuple(said.items()))


def _attributes() -> dict[str, str]:
    lists = "{words: LIST, and: more, but: these}"
    more = f"a word, a list, {lists}, {{not: ...}}, {{starts: ...}}, {{ends: ...}}"
    said = {**_described(Attributes), "connective": _said(AsConnective)}
    return {**said, "values": more, "optional, sentence": _said(Node)}


def _modifiers() -> dict[str, str]:
    bases = _described(SpanRule, BASES)
    more = {name: said for name, said in _described(SpanRule).items() if name not in bases}
    return {**more, "all of them": _said(SpanRule)}


def _described(model: type[BaseModel], names: Iterable[str] = ()) -> dict[str, str]:
    """What the fields of a model say, or those of these names, as files call them."""
    fields = [(name, model.model_fields[name]) for name in names or model.model_fields]
    return {f.alias or name: f.description for name, f in fields if f.description}


def _cells(values: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((value,) for value in values)


def _connectives(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (c.word, ", ".join(c.position), c.comma or "", ", ".join(c.sense)) for c in book.connectives
    )


def _labels(book: Rulebook) -> list[Section]:
    """What the model can say of a token, with spaCy's words for it."""
    known = book.definitions.vocabulary.labels
    return [
        Section(f"values of {name}", (name, "is"), tuple((v, GLOSSARY.get(v, "")) for v in values))
        for name in ("dep", "tag", "pos", "ent")
        if (values := sorted(known.get(name, ())))
    ]


def _categories(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    known = book.definitions.vocabulary.categories
    return tuple((name, ", ".join(inside)) for name, inside in known.items())


def _conditions(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    known = book.definitions.vocabulary.defined["conditions"]
    return tuple((name, ", ".join(needed(tests))) for name, tests in known.items())


def _groups_of_spans(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    known = book.definitions.vocabulary.defined["spans"]
    return tuple(
        (name, ", ".join(needed(spans.values(), spans)), ", ".join(spans))
        for name, spans in known.items()
    )


def _groups(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    groups = book.definitions.vocabulary.defined["groups"]
    return tuple((name, ", ".join(members)) for name, members in groups.items())


def _lists(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    lists = book.definitions.vocabulary.defined["words"]
    return tuple((name, ", ".join(words)) for name, words in lists.items())


def _reasons() -> tuple[tuple[str, ...], ...]:
    named = {
        "unless.NAME": "the exception NAME of the rule holds",
        "doubt.NAME": "its doubt NAME? holds",
    }
    final = gate_words().is_final
    return tuple(
        (name, f"{said} (at any confidence)" if final(name) else said)
        for name, said in {**reasons(), **named}.items()
    )
