"""What a word of the rule language is: a small model with a docstring and one method."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    SerializeAsAny,
    ValidationError,
    ValidationInfo,
)

from disco._errors import UnknownName, nearest
from disco._strict import Strict, again
from disco._yaml import Keys
from disco.draft.words import Word as OutputWord
from disco.match.attributes import ATTRIBUTES
from disco.match.match import Instead, Match
from disco.match.model import NameOf, in_list, vocabulary_of

M = TypeVar("M", bound=BaseModel)
_PLAIN = (str, int, float, type(None))  # what holds nothing


class LanguageWord(Strict):
    """A word of the rule language. ``- word: x`` is short for ``- word: {main: x}``, the first key
    that is its own."""

    word: ClassVar[str]
    main: ClassVar[str]
    jobs: ClassVar[tuple[str, ...]] = ()  # whose rules alone may have it; all where none is named
    registry: ClassVar[dict[str, type[LanguageWord]]]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "word" in cls.__dict__:
            own = next(name for name in cls.model_fields if name in cls.__annotations__)
            cls.main = cls.model_fields[own].alias or own
            cls.registry[cls.word] = cls

    @classmethod
    def read(cls, value: Any, info: ValidationInfo) -> Any:
        """The word that ``{word: argument}`` names, its argument checked."""
        if isinstance(value, cls):
            return value
        kind = cls.__name__.lower()
        if isinstance(value, list):
            raise ValueError(f"one {kind} belongs here, as in 'word: argument', not a list of them")
        if not isinstance(value, dict) or len(value) != 1:
            raise ValueError(
                f"a {kind} is one word and its argument, as in '- word: argument'"
                + (cls._with_its_keys(value) if isinstance(value, dict) else "")
            )
        word, argument = next(iter(value.items()))
        if word in ATTRIBUTES and "is" in cls.registry:
            raise ValueError(f"'{word}' is asked of one token: 'is: {{token: NAME, {word}: ...}}'")
        if word not in cls.registry:
            raise UnknownName("word", word, cls.registry)
        found = cls.registry[word]
        try:
            return found.made(argument, info)
        except ValidationError as error:
            # the short form has no key of its own where the argument stands
            short = not (isinstance(argument, dict) and found.main in argument)
            problems = again(error, word, without=found.main if short else None)
            raise ValidationError.from_exception_data(word, problems) from error

    @classmethod
    def _with_its_keys(cls, value: dict[str, Any]) -> str:
        """How to say what stands beside a word: inside, as keys of the word."""
        words = [word for word in value if word in cls.registry]
        beside = [key for key in value if key not in cls.registry]
        if len(words) != 1 or not beside:
            return ""
        (word,) = words
        return f"; with keys: '{word}: {{{cls.registry[word].main}: ..., {beside[0]}: ...}}'"

    @classmethod
    def made(cls, argument: Any, info: ValidationInfo) -> LanguageWord:
        """The word with this argument."""
        return cls.model_validate(cls.parse(argument), context=info.context)

    @classmethod
    def parse(cls, argument: Any) -> Any:
        """The argument as a mapping, the short form made long."""
        return argument if isinstance(argument, dict) else {cls.main: argument}


class Test(LanguageWord):
    """Something that holds of a match, or does not."""

    registry: ClassVar[dict[str, type[LanguageWord]]] = {}

    def holds(self, match: Match) -> bool:
        raise NotImplementedError


def all_hold(tests: Iterable[Test], match: Match) -> bool:
    """Whether every test holds; asked so often that a generator for ``all`` would be felt."""
    for test in tests:  # noqa: SIM110
        if not test.holds(match):
            return False
    return True


class Part(LanguageWord):
    """Some words of an output."""

    registry: ClassVar[dict[str, type[LanguageWord]]] = {}

    @classmethod
    def read(cls, value: Any, info: ValidationInfo) -> Any:
        return super().read({"span": value} if isinstance(value, str) else value, info)

    def words(self, match: Match) -> list[OutputWord] | Instead | None:
        """The words, perhaps with what some of them replace; None where English offers no safe
        form, and the rule writes nothing."""
        raise NotImplementedError


AnyTest = Annotated[SerializeAsAny[Test], BeforeValidator(Test.read)]
AnyPart = Annotated[SerializeAsAny[Part], BeforeValidator(Part.read)]


Tests = Annotated[list[AnyTest], BeforeValidator(in_list)]
SomeTests = Annotated[Tests, Field(min_length=1)]
Parts = Annotated[list[AnyPart], BeforeValidator(in_list), Field(min_length=1)]


class Use(Test):
    """Named conditions hold: ``use: newcomer``, ``use: [newcomer, {in_a_list: {noun: head}}]``.
    The second form says which of the rule's names stand for those that the condition needs."""

    word = "use"
    conditions: dict[str, Tests]

    @classmethod
    def made(cls, argument: Any, info: ValidationInfo) -> Use:
        """The conditions that the argument names, as tests that speak of the rule's own names."""
        known = vocabulary_of(info)
        found: dict[str, list[Test]] = {}
        for name, names in entries_of(argument):  # the same one may be asked of several things
            tests = known.get("conditions", name)
            check_needed(name, names, tests)
            found.setdefault(name, []).extend(renamed(test, names) for test in tests)
        return cls.model_construct(conditions=found)

    def holds(self, match: Match) -> bool:
        return all(all_hold(tests, match) for tests in self.conditions.values())


def check_needed(used: str, names: Collection[str], tests: Sequence[BaseModel]) -> None:
    """Raise ValueError for a name that none of the tests speaks of, though ``use`` says what stands
    for it. Of a condition that is wrong, and so has no tests, nothing is known."""
    needed = targets(tests) if names and tests else ()
    for name in names if tests else ():
        if name not in needed:
            raise ValueError(f"'{used}' needs no '{name}'{nearest(name, needed)}")


def entries_of(value: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """What ``use`` names, each with the names that stand for those that it needs."""
    for entry in in_list(value):
        if isinstance(entry, str):
            yield entry, {}
            continue
        if not isinstance(entry, dict) or not all(
            isinstance(names, dict) and all(isinstance(n, str) for n in names.values())
            for names in entry.values()
        ):
            raise ValueError("use takes names, or {NAME: {needed: bound}} where the names differ")
        yield from entry.items()


def names_in(
    value: Any, path: Keys = (), mark: NameOf | None = None, without: Collection[str | int] = ()
) -> Iterator[tuple[Keys, str, NameOf]]:
    """Every name that a model refers to, with the path of keys that leads to it; of a text, itself,
    where a ``mark`` says that it is a name. ``without`` are fields that are not looked at."""
    if isinstance(value, str):
        if mark is not None:
            yield path, value, mark
        return
    if isinstance(value, LanguageWord):
        path = (*path, value.word)
    for key, item, kind in _inside(value, mark):
        if key in without:
            continue
        if kind is not None or not isinstance(item, _PLAIN):  # most of a rule is word lists
            yield from names_in(item, (*path, key), kind)


def targets(models: Iterable[BaseModel]) -> list[str]:
    """The names that models refer to, each once, in their order."""
    return list(dict.fromkeys(name for model in models for _, name, _ in names_in(model)))


def models_in(value: Any, path: Keys = ()) -> Iterator[tuple[Keys, BaseModel]]:
    """A model and every one in it, with the path of keys that leads to it."""
    if isinstance(value, LanguageWord):
        path = (*path, value.word)
    if isinstance(value, BaseModel):
        yield path, value
    for key, item, _ in _inside(value):
        if not isinstance(item, _PLAIN):
            yield from models_in(item, (*path, key))


def _inside(
    value: Any, mark: NameOf | None = None
) -> Iterator[tuple[str | int, Any, NameOf | None]]:
    """What a model, a mapping or a list holds: its key, itself, and what it names, if anything."""
    if isinstance(value, BaseModel):
        for key, label, kind in _fields_of(type(value)):
            yield label, getattr(value, key), kind
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key, item, mark
    elif isinstance(value, (list, tuple)):
        for k, item in enumerate(value):
            yield k, item, mark


def renamed(model: M, names: dict[str, str]) -> M:
    """The model with other names for those that it refers to."""
    if not names:
        return model
    update: dict[str, Any] = {}
    for key, _, mark in _fields_of(type(model)):
        value = getattr(model, key)
        if value is None:
            continue
        update[key] = _renamed_value(value, names, is_name=mark is not None)
    return model.model_copy(update=update)


def _renamed_value(value: Any, names: dict[str, str], *, is_name: bool) -> Any:
    if isinstance(value, str):
        return names.get(value, value) if is_name else value
    if isinstance(value, BaseModel):
        return renamed(value, names)
    if isinstance(value, (list, tuple)):
        return [_renamed_value(v, names, is_name=is_name) for v in value]
    if isinstance(value, dict):
        return {k: _renamed_value(v, names, is_name=is_name) for k, v in value.items()}
    return value


@cache
def _fields_of(model: type[BaseModel]) -> list[tuple[str, str, NameOf | None]]:
    """The fields of a model: each one's name, what a file calls it, and what its values name."""
    return [
        (key, field.alias or key, next((m for m in _marks(field) if isinstance(m, NameOf)), None))
        for key, field in model.model_fields.items()
    ]


def _marks(field: Any) -> Iterator[Any]:
    yield from field.metadata
    yield from _inner_marks(field.annotation)


def _inner_marks(annotation: Any) -> Iterator[Any]:
    yield from getattr(annotation, "__metadata__", ())
    for inner in getattr(annotation, "__args__", ()):
        yield from _inner_marks(inner)
