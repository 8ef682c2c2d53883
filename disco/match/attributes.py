"""What can be asked of one token: labels, words and their edges, morphology, its connective."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
    model_validator,
)
from spacy.parts_of_speech import IDS as POS_NUMBERS
from spacy.strings import get_string_id
from spacy.tokens import Token

from disco._errors import UnknownName
from disco._strict import Strict
from disco.english.boundaries import tokens_of
from disco.english.inflection import verb_of
from disco.match.lexicon import Connective, Occurrence, Positions, Senses
from disco.match.model import (
    Texts,
    Vocabulary,
    as_word,
    in_list,
    known_words,
    names_lists,
    vocabulary_of,
)


def _words(value: Any, info: ValidationInfo) -> list[Any]:
    """A list of words, of one at least; YAML reads some of them as truth values or numbers."""
    found = list(map(as_word, in_list(known_words(value, info))))
    if not found:
        raise ValueError("the list is empty, and a word is needed")
    return found


class OneOf(Strict):
    """Values that are allowed, or (``not``) values that are not; ``starts`` and ``ends`` are
    beginnings and endings of which the value has one."""

    allowed: list[str] | None = None
    refused: list[str] | None = None
    starts: list[str] | None = None
    ends: list[str] | None = None

    def accepts(self, value: str) -> bool:
        """Whether a token's value passes."""
        if self.allowed is not None and value not in self.allowed:
            return False
        if self.refused is not None and value in self.refused:
            return False
        if self.starts is not None and not value.startswith(tuple(self.starts)):
            return False
        return self.ends is None or value.endswith(tuple(self.ends))

    @property
    def given(self) -> list[str]:
        """The values that are named, allowed or refused."""
        return [*(self.allowed or ()), *(self.refused or ())]


def _values(value: Any, info: ValidationInfo) -> Any:
    named = f"; it is in the list {value['words']}" if names_lists(value) else ""
    if isinstance(value, dict) and value and set(value) <= {"not", "starts", "ends"}:
        refused = {"refused": _words(value["not"], info)} if "not" in value else {}
        edges = {k: _words(value[k], info) for k in ("starts", "ends") if k in value}
        value = {**refused, **edges}
    elif isinstance(value, (str, bool, int, float, list)) or (
        isinstance(value, dict) and "words" in value
    ):
        value = {"allowed": _words(value, info)}
    elif not isinstance(value, OneOf):
        raise ValueError(
            "expected a word, a list of words, {words: LIST}, {not: ...}, {starts: ...}, "
            "or {ends: ...}"
        )
    found = OneOf.model_validate(value)
    if info.field_name is not None:
        try:
            _check(info.field_name, found, vocabulary_of(info))
        except ValueError as error:
            error.args = (f"{error}{named}",)
            raise
    return found


def _check(attribute: str, values: OneOf, known: Vocabulary) -> None:
    """Raise ValueError for values that no token has."""
    labels = known.labels.get(attribute)
    for value in (*values.given, *(values.starts or ()), *(values.ends or ())):
        if not value.strip():
            raise ValueError(f"no token has nothing as its {attribute}")
        if attribute == "lower" and value != value.lower():
            raise ValueError(f"'{value}' is not lower case; 'text' compares words as they stand")
    for value in values.given:
        if labels is not None and value not in labels:
            of = next((kind for kind, names in known.labels.items() if value in names), None)
            if of is not None:
                raise ValueError(f"'{value}' is a {of}, and no {attribute}")
            raise UnknownName(attribute, value, sorted(labels))
        if attribute not in {"lower", "lemma", "text"}:
            continue
        if attribute == "lemma" and (lemma := verb_of(value)):
            raise ValueError(f"'{value}' is no lemma; it is a form of '{lemma}'")
        as_said = attribute != "lemma" or "-" in value  # a lemma is no word of a text: wed
        tokens = tokens_of(value) if as_said else value.split()
        if len(tokens) > 1:
            raise ValueError(
                f"'{value}' is more than one token ({' '.join(tokens)}); "
                f"for connectives of several words say connective: {{words: {value}}}"
            )


Values = Annotated[OneOf, BeforeValidator(_values)]
# what each is called of a token: the number that spaCy has for the word or label, and itself
ATTRIBUTES = {
    "dep": ("dep", "dep_"),
    "tag": ("tag", "tag_"),
    "pos": ("pos", "pos_"),
    "lower": ("lower", "lower_"),
    "lemma": ("lemma", "lemma_"),
    "text": ("orth", "text"),
    "ent": ("ent_type", "ent_type_"),
}


def numbers_of(attribute: str, values: Iterable[str]) -> frozenset[int]:
    """What spaCy counts as these values of an attribute; the same in every vocabulary."""
    if attribute == "pos":
        return frozenset(POS_NUMBERS[v] for v in values if v in POS_NUMBERS)
    return frozenset(map(get_string_id, values))


def _known_connectives(words: list[str], info: ValidationInfo) -> list[str]:
    known = vocabulary_of(info).connectives
    for word in words:
        if known and word not in known:
            raise UnknownName("connective", word, known)
    return words


Connectives = Annotated[Texts, AfterValidator(_known_connectives)]


class AsConnective(Strict):
    """A connective as a whole: where it can stand, its words, its sense. A position alone is
    short for it: ``connective: inner``, ``connective: {words: [in case], sense: contingency}``."""

    position: Positions = []
    words: Connectives = []
    sense: Senses = []

    def accepts(self, entry: Connective) -> bool:
        """Whether a connective of the lexicon is so."""
        return (
            (not self.position or any(p in self.position for p in entry.position))
            and (not self.words or entry.word in self.words)
            and (not self.sense or any(s in self.sense for s in entry.sense))
        )

    def among(self, occurrences: Sequence[Occurrence]) -> Occurrence | None:
        """The longest of a token's connectives that is so."""
        return next((o for o in occurrences if self.accepts(o.connective)), None)


def _connective(value: Any) -> Any:
    return {"position": value} if isinstance(value, (str, list)) else value


class Attributes(Strict):
    """Tests on one token. Those of its words and labels take a word, a list of words,
    ``{words: LIST}``, ``{not: ...}``, ``{starts: ...}`` or ``{ends: ...}``."""

    dep: Values | None = Field(None, description="its label")
    tag: Values | None = Field(None, description="its tag")
    pos: Values | None = Field(None, description="its part of speech")
    lower: Values | None = Field(None, description="its word in lower case")
    lemma: Values | None = Field(None, description="its lemma")
    text: Values | None = Field(None, description="its word as it stands")
    ent: Values | None = Field(None, description="the entity that it belongs to")
    morph: dict[str, Texts] = Field({}, description="its morphology: {Number: Plur}")
    connective: Annotated[AsConnective, BeforeValidator(_connective)] | None = None

    @model_validator(mode="after")
    def _known_features(self, info: ValidationInfo) -> Attributes:
        known = vocabulary_of(info).labels.get("morph")
        for feature, values in self.morph.items():
            for value in values:
                pair = f"{feature}={value}"
                if known and pair not in known:
                    raise UnknownName("morph", pair, sorted(known))
        return self

    def accept(self, token: Token, connectives: Sequence[Occurrence] = ()) -> bool:
        """Whether the token, of which these are the connectives, passes every test given."""
        for number_of, numbers, wanted in self._checks:
            if (number_of(token) in numbers) is not wanted:
                return False
        return self._plain or self._accept_rest(token, connectives)

    def accepted(
        self, tokens: Iterable[Token], connectives: Mapping[int, Sequence[Occurrence]]
    ) -> Iterable[Token]:
        """Those of the tokens that pass every test given: many at once are faster than each."""
        for number_of, numbers, wanted in self._checks:
            tokens = [t for t in tokens if (number_of(t) in numbers) is wanted]
        if self._plain:
            return tokens
        return (t for t in tokens if self._accept_rest(t, connectives.get(t.i, ())))

    def _accept_rest(self, token: Token, connectives: Sequence[Occurrence]) -> bool:
        for text_of, values in self._edges:
            if not values.accepts(text_of(token)):
                return False
        if self.morph and not all(
            set(token.morph.get(f, [])) & set(values) for f, values in self.morph.items()
        ):
            return False
        return self.connective is None or self.connective.among(connectives) is not None

    @cached_property
    def _asked(self) -> list[tuple[str, OneOf]]:
        pairs = ((key, getattr(self, key)) for key in ATTRIBUTES)
        return [(key, wanted) for key, wanted in pairs if wanted is not None]

    @cached_property
    def _checks(self) -> list[tuple[Callable[[Token], int], frozenset[int], bool]]:
        """Which number of a token must, or must not, be among which: much faster than words."""
        return [
            (attrgetter(ATTRIBUTES[key][0]), numbers_of(key, values), allowed)
            for key, wanted in self._asked
            for values, allowed in ((wanted.allowed, True), (wanted.refused, False))
            if values is not None
        ]

    @cached_property
    def _edges(self) -> list[tuple[Callable[[Token], str], OneOf]]:
        """Where beginnings and endings are asked for."""
        return [
            (attrgetter(ATTRIBUTES[key][1]), wanted)
            for key, wanted in self._asked
            if wanted.starts is not None or wanted.ends is not None
        ]

    @property
    def asks_anything(self) -> bool:
        """Is any test given?"""
        return bool(self._asked or not self._plain)

    @cached_property
    def _plain(self) -> bool:
        """Are all tests those on numbers?"""
        return not (self._edges or self.morph or self.connective)

    @cached_property
    def narrowed(self) -> tuple[str, frozenset[int]] | None:
        """The attribute, ``lower`` or ``dep``, and its numbers to which the tests narrow a token;
        None where they don't."""
        lower, text = (w.allowed if w is not None else None for w in (self.lower, self.text))
        if lower is None and self.dep is not None and self.dep.allowed is not None:
            return "dep", numbers_of("dep", self.dep.allowed)
        words = lower if lower is not None else text
        return None if words is None else ("lower", numbers_of("lower", map(str.lower, words)))

    @cached_property
    def alike(self) -> str:
        """The tests as a text, which those share that pass the same tokens."""
        return self.model_dump_json(include={*ATTRIBUTES, "morph", "connective"})
