"""What every rule may say, whatever its job. Unknown keys are errors."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from disco._errors import UnknownName, nearest
from disco._strict import Strict, located
from disco.match.model import Vocabulary, in_list, is_doubt, vocabulary_of, without_mark
from disco.match.pattern import Node
from disco.rules.extends import DROPPED
from disco.rules.language import SomeTests, Test, Tests, Use, check_needed, entries_of, renamed
from disco.rules.spans import SpanRule
from disco.rules.words.of_matches import Always


def _known_type(name: str, info: ValidationInfo) -> str:
    known = vocabulary_of(info).types
    if known and name not in known:
        raise UnknownName("type", name, known, f"; 'types: [{name}]' declares one of yours")
    return name


TypeName = Annotated[str, AfterValidator(_known_type)]


Pattern = dict[str, Node]


def _is_test(value: Any) -> bool:
    return all(isinstance(t, dict) and t.keys() <= Test.registry.keys() for t in in_list(value))


def _is_always(test: Test) -> bool:
    if isinstance(test, Use):
        return all(_is_always(t) for tests in test.conditions.values() for t in tests)
    return isinstance(test, Always)


@contextmanager
def _said_at(key: str) -> Iterator[None]:
    """Say what is wrong with what stands under a key of the section that is looked at."""
    try:
        yield
    except ValueError as error:
        code = "R203" if isinstance(error, UnknownName) else "R206"
        problem = located(str(error), key, code=code)
        raise ValidationError.from_exception_data(key, [problem]) from error


def _with_used_spans(value: Any, info: ValidationInfo) -> Any:
    """The spans with those of the named groups, but for those that the rule states itself."""
    if not (isinstance(value, dict) and "use" in value):
        return value
    found: dict[str, Any] = {}
    dropped, given = value.get(DROPPED, {}), set()
    for name, span in value.items():
        if name != "use":
            found[name] = span
            continue
        for group, names in entries_of(span):
            with _said_at("use"):
                spans = vocabulary_of(info).get("spans", group)
                check_needed(group, names, list(spans.values()))
            for key, rule in spans.items():
                given.add(key)
                if key not in dropped and key not in value:
                    found[key] = renamed(rule, names)
    _require_known(found.pop(DROPPED, {}), given, found)
    return found


def _with_used_exceptions(value: Any, info: ValidationInfo) -> Any:
    """The exceptions with those of the named conditions and groups of them. A condition's name
    may have a variant behind a dot; the exception has the name before it, and the mark of a doubt
    where its use has one. What the rule states itself goes before what it uses."""
    if not isinstance(value, dict):
        return value
    for name, tests in value.items():
        if name in Test.registry and name != "use" and not _is_test(tests):
            message = f"an exception has a name before its tests, as in 'mine: {{{name}: ...}}'"
            raise ValidationError.from_exception_data("unless", [located(message, name)])
    if "use" not in value:
        return value
    found: dict[str, Any] = {}
    dropped, given = value.get(DROPPED, {}), set()
    known = vocabulary_of(info)
    for name, tests in value.items():
        if name != "use":
            found[name] = tests
            continue
        for group, names in entries_of(tests):
            if not known.is_exception(group):  # said with all else that is wrong
                found.setdefault("use", []).append({"use": group})
                continue
            with _said_at("use"):
                members = list(_exceptions_of(known, group, names))
            for exception, use in members:
                given.add(exception)
                bare = without_mark(exception)
                if exception in dropped or value.keys() & {bare, f"{bare}?"}:
                    continue
                if exception in found:
                    message = f"'{bare}' is used twice; give each a name of its own"
                    raise ValidationError.from_exception_data("use", [located(message, "use")])
                found[exception] = [use]
    _require_known(found.pop(DROPPED, {}), given, found)
    return found


def _exceptions_of(
    known: Vocabulary, name: str, names: dict[str, str]
) -> Iterator[tuple[str, Use]]:
    """The exceptions that a name gives, each with what a rule calls it; ``names`` stand for those
    that its tests refer to."""
    members = [(c, known.get("conditions", without_mark(c))) for c in known.exceptions(name)]
    if all(tests for _, tests in members):
        check_needed(name, names, [test for _, tests in members for test in tests])
    for condition, tests in members:
        used = without_mark(condition)
        meant = [renamed(test, names) for test in tests]
        exception = used.partition(".")[0]
        yield (
            f"{exception}?" if is_doubt(condition) else exception,
            Use.model_construct(conditions={used: meant}),
        )


def _require_known(
    dropped: Mapping[str, bool], given: Collection[str], stated: Iterable[str]
) -> None:
    """Raise ValidationError for what ``extends`` has noted as dropped where neither the other rule
    had it itself nor a group gives it; what is ``stated`` may be meant."""
    known = [*given, *stated]
    wrong = [name for name, had in dropped.items() if not had and name not in given]
    messages = [f"there is no '{name}' to drop{nearest(name, known)}" for name in wrong]
    if messages:
        problems = [located(message, DROPPED, code="R306") for message in messages]
        raise ValidationError.from_exception_data("drop", problems)


class BaseExample(Strict):
    """What every example may say besides what it shows.

    ``none`` says why the rule does nothing there; ``blocked_by`` names the one exception that
    keeps it from doing something; ``todo`` why it is not yet right.
    """

    none: str | None = None
    blocked_by: str | None = None
    todo: str | None = None
    source: str | None = None

    @property
    def given(self) -> Sequence[object]:
        """What the rule is shown."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _blocked_means_none(self) -> Self:
        if self.blocked_by is not None and self.none is None:
            raise ValueError("blocked_by goes with none, which says why nothing is written")
        return self


class BaseRule(Strict):
    """What a rule of any job says first: what it finds, what must hold, what blocks it by name.

    ``find`` is one pattern, or a list of patterns that bind the same names.
    """

    read_before = ("extends", "drop")
    id: str = Field(pattern=r"^[a-z][a-z0-9_.]*$")
    scope: Literal["paper", "extended"]
    about: str = Field(min_length=1)
    find: Annotated[list[Pattern], BeforeValidator(in_list)]
    spans: Annotated[dict[str, SpanRule], BeforeValidator(_with_used_spans)] = {}
    require: Tests = []
    unless: Annotated[dict[str, SomeTests], BeforeValidator(_with_used_exceptions)] = {}
    examples: Sequence[BaseExample]

    @cached_property
    def never_by_default(self) -> bool:
        """Whether an exception always holds: such a rule writes only with the gate off."""
        return any(
            all(map(_is_always, tests)) for name, tests in self.unless.items() if not is_doubt(name)
        )

    @property
    def label(self) -> str:
        """What the rule writes or decides, in a word."""
        raise NotImplementedError

    @property
    def paired(self) -> bool:
        """Whether the rule looks at two sentences."""
        return False


R = TypeVar("R", bound=BaseRule)
