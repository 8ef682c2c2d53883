"""What rule files are read into: models that forbid what they do not know, and their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
)

from disco._errors import UnknownName, nearest


def is_doubt(exception: str) -> bool:
    """Whether an exception does not block but weighs: ``habit?``."""
    return exception.endswith("?")


def without_mark(exception: str) -> str:
    """Its name without the mark of a doubt."""
    return exception.removesuffix("?")


def reason_of(exception: str) -> str:
    """What an exception is called where it speaks against an example."""
    kind = "doubt" if is_doubt(exception) else "unless"
    return f"{kind}.{without_mark(exception)}"


def names_lists(value: Any) -> bool:
    """Whether a value is words by the names of lists: ``{words: NAME, and: [more]}``."""
    return isinstance(value, dict) and "words" in value and set(value) <= {"words", "and", "but"}


# the kinds of definitions, and what one of them is called
KINDS = {"words": "word list", "conditions": "condition", "groups": "group", "spans": "span group"}


@dataclass(slots=True)
class Vocabulary:
    """What the words of a rule are checked against while it is read.

    ``defined`` are the definitions by kind and name, of which ``used`` are those that were asked
    for; ``labels`` the labels of the model by attribute (``dep``, ``tag`` ...), empty where no
    model is there to ask; ``types`` and ``categories`` those that a rule may have.
    """

    defined: dict[str, dict[str, Any]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    labels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    connectives: frozenset[str] = frozenset()
    types: tuple[str, ...] = ()
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)

    def read_list(self, value: Any) -> list[str]:
        """A list of words as it stands, or by name, with more words or without some: ``{words:
        NAME, and: [further, ones], but: [these]}``."""
        if names_lists(value):
            named = [word for name in in_list(value["words"]) for word in self.get("words", name)]
            more, fewer = (self._words_under(key, value) for key in ("and", "but"))
            for word in fewer:
                if word not in named:
                    raise ValueError(f"'but': there is no '{word}' in it{nearest(word, named)}")
            return [*(word for word in named if word not in fewer), *more]
        if value == []:
            raise ValueError("the list is empty, and a word is needed")
        if not isinstance(value, list):
            raise ValueError(
                "a word list is a list of words, or {words: LIST, and: [more, words], but: [these]}"
            )
        return list(map(as_word, value))

    def _words_under(self, key: str, value: Mapping[str, Any]) -> list[str]:
        return list(map(as_word, in_list(value.get(key, []))))

    def get(self, kind: str, name: Any) -> Any:
        """What a definition says; ValueError, with the nearest name, for one that there is not."""
        known = self.defined[kind]
        if not isinstance(name, str) or name not in known:
            meant = (*known, *(self.defined["groups"] if kind == "conditions" else ()))
            raise UnknownName(KINDS[kind], name, meant)
        self.used.add((kind, name))
        return known[name]

    def exceptions(self, name: str) -> list[str]:
        """The conditions that a name in ``unless: {use: ...}`` stands for."""
        if name in self.defined["groups"]:
            return list(self.get("groups", name))
        self.get("conditions", without_mark(name))
        return [name]

    def is_exception(self, name: str) -> bool:
        """Whether ``unless: {use: ...}`` may have the name."""
        return name in self.defined["groups"] or without_mark(name) in self.defined["conditions"]


@dataclass(frozen=True, slots=True)
class NameOf:
    """Marks a field whose value is a name that the rule bound: of one token, or of a span too."""

    kind: Literal["token", "span"]


def as_word(value: Any) -> str:
    """A word, also one that YAML reads as a whole number or a truth value; ValueError for anything
    else."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value).lower()
    hint = "; what looks like a number is quoted" if isinstance(value, float) else ""
    raise ValueError(f"a word belongs here, or a list of words, not {value!r:.40}{hint}")


def known_words(value: Any, info: ValidationInfo) -> Any:
    """The words that a list named in ``value`` has; anything else as it is."""
    named = isinstance(value, dict) and "words" in value
    return vocabulary_of(info).read_list(value) if named else value


def vocabulary_of(info: ValidationInfo) -> Vocabulary:
    """What the words of the rule at hand are checked against; an empty one outside of files."""
    return info.context if isinstance(info.context, Vocabulary) else Vocabulary()


def in_list(value: Any) -> list[Any]:
    """A list of the one thing, whatever it is, where a list may be left out."""
    return value if isinstance(value, list) else [value]


def _texts(value: Any, info: ValidationInfo) -> Any:
    return in_list(known_words(value, info))


def _labels(found: list[str], info: ValidationInfo) -> list[str]:
    """Labels of a parse; ValueError for one that the parser never gives."""
    known = vocabulary_of(info).labels.get("dep") or frozenset(found)
    for label in found:
        if label not in known:
            raise UnknownName("dep", label, sorted(known))
    return found


def _no_truth_value(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError(f"a number from 0 to 1 belongs here, not {str(value).lower()}")
    return value


Share = Annotated[float, BeforeValidator(_no_truth_value), Field(gt=0, le=1)]
TokenName = Annotated[str, NameOf("token")]
Name = Annotated[str, NameOf("span")]
Names = Annotated[list[Name], BeforeValidator(in_list)]
Several = Annotated[list[Name], BeforeValidator(in_list), Field(min_length=2)]
Two = Annotated[list[Name], BeforeValidator(in_list), Field(min_length=2, max_length=2)]
TwoTokens = Annotated[list[TokenName], BeforeValidator(in_list), Field(min_length=2, max_length=2)]
SeveralTokens = Annotated[list[TokenName], BeforeValidator(in_list), Field(min_length=2)]
OF_WORDS = BeforeValidator(_texts)  # where ``{words: LIST}`` may stand for a list
Texts = Annotated[list[str], OF_WORDS, Field(min_length=1)]
Labels = Annotated[list[str], OF_WORDS, AfterValidator(_labels)]
