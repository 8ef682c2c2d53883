"""What a word of the rule language is: a small model with a docstring and one method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, SerializeAsAny

from disco._errors import nearest

if TYPE_CHECKING:
    from disco.draft import Word as OutputWord
    from disco.match import Match


class NameOf:
    """Marks a field whose value is a name that the rule bound: a token or a span."""


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Name = Annotated[str, NameOf()]
Names = Annotated[list[Name], BeforeValidator(_as_list)]
Texts = Annotated[list[str], BeforeValidator(_as_list)]


class Strict(BaseModel):
    """A model that forbids what it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class LanguageWord(Strict):
    """A word of the rule language. ``- word: x`` is short for ``- word: {main: x}``."""

    word: ClassVar[str]
    main: ClassVar[str]
    registry: ClassVar[dict[str, type[LanguageWord]]]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "word" in cls.__dict__:
            cls.registry[cls.word] = cls

    @classmethod
    def read(cls, value: Any) -> Any:
        """The word that ``{word: argument}`` names, its argument checked."""
        if isinstance(value, cls):
            return value
        if not isinstance(value, dict) or len(value) != 1:
            raise ValueError(
                f"a {cls.__name__.lower()} is one word and its argument, as in '- word: argument'"
            )
        word, argument = next(iter(value.items()))
        if word not in cls.registry:
            raise ValueError(f"unknown word '{word}'{nearest(str(word), cls.registry)}")
        found = cls.registry[word]
        return found.model_validate(found.parse(argument))

    @classmethod
    def parse(cls, argument: Any) -> Any:
        """The argument as a mapping, the short form made long."""
        return argument if isinstance(argument, dict) else {cls.main: argument}


class Test(LanguageWord):
    """Something that holds of a match, or does not."""

    registry: ClassVar[dict[str, type[LanguageWord]]] = {}

    def holds(self, match: Match) -> bool:
        raise NotImplementedError


class Part(LanguageWord):
    """Some words of an output."""

    registry: ClassVar[dict[str, type[LanguageWord]]] = {}

    @classmethod
    def read(cls, value: Any) -> Any:
        return super().read({"span": value} if isinstance(value, str) else value)

    def words(self, match: Match) -> list[OutputWord] | None:
        """The words; None where English offers no safe form, and the rule writes nothing."""
        raise NotImplementedError


AnyTest = Annotated[SerializeAsAny[Test], BeforeValidator(Test.read)]
AnyPart = Annotated[SerializeAsAny[Part], BeforeValidator(Part.read)]


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


Tests = Annotated[list[AnyTest], BeforeValidator(_listed)]
Parts = Annotated[list[AnyPart], BeforeValidator(_listed)]


def names_in(model: BaseModel) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every name that a model refers to, with the path of keys that leads to it."""
    for key, field in type(model).model_fields.items():
        value = getattr(model, key)
        label = field.alias or key
        if value is None:
            continue
        marks = [*field.metadata, *_inner_marks(field.annotation)]
        if any(isinstance(m, NameOf) for m in marks):
            for path, name in _marked(value):
                yield (label, *path), name
        else:
            for path, name in _names_in_value(value):
                yield (label, *path), name


def _marked(value: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The names in a field that holds nothing else: one, a list of them, or lists by key."""
    if isinstance(value, str):
        yield (), value
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        for path, name in _marked(item):
            yield (key, *path), name


def _inner_marks(annotation: Any) -> Iterator[Any]:
    yield from getattr(annotation, "__metadata__", ())
    for inner in getattr(annotation, "__args__", ()):
        yield from _inner_marks(inner)


def _names_in_value(value: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, LanguageWord):
        for path, name in names_in(value):
            yield (type(value).word, *path), name
    elif isinstance(value, BaseModel):
        yield from names_in(value)
    elif isinstance(value, (list, tuple)):
        for k, item in enumerate(value):
            for path, name in _names_in_value(item):
                yield (k, *path), name
    elif isinstance(value, dict):
        for key, item in value.items():
            for path, name in _names_in_value(item):
                yield (key, *path), name
