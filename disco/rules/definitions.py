"""What several rules share, said once: word lists, conditions, groups of exceptions, spans.

A file's ``define`` holds them, and any file may use them::

    define:
      words: {reporting: [say, claim]}
      conditions: {reported: [{is: {token: main, lemma: {words: reporting}}}]}
      groups: {not_a_fact: [reported, wished]}
      spans: {aside_of: {clause: {subtree: verb}, aside: {subtree: verb, commas: both}}}

A condition and a span group need the names that they speak of (``main``, ``verb``); a rule that
has other ones says so: ``use: [{reported: {main: verb}}]``.

A user's definition that names itself takes the place of ours of that name, and means it:
``reporting: {words: reporting, and: [whisper]}`` adds a word to our list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from disco._errors import Problem
from disco._schema_errors import problems_of
from disco._strict import Strict
from disco._yaml import Located, Place
from disco.match.model import KINDS, Vocabulary, in_list, names_lists, without_mark
from disco.rules.language import SomeTests, targets
from disco.rules.spans import CANDIDATE, SpanRule

_BUILT_ON = {  # how a definition names itself
    "words": "{{words: {0}, and: [...]}}",
    "conditions": "{{any: [{{use: {0}}}, ...]}}",
    "groups": "[{0}, ...]",
}
_TESTS: TypeAdapter[Any] = TypeAdapter(SomeTests)
_SPANS: TypeAdapter[Any] = TypeAdapter(dict[str, SpanRule])
_READ: dict[str, Callable[[Any, Vocabulary], Any]] = {
    "words": lambda value, known: known.read_list(value),
    "conditions": lambda value, known: _TESTS.validate_python(value, context=known),
    "groups": lambda value, known: [each for name in value for each in known.exceptions(name)],
    "spans": lambda value, known: _SPANS.validate_python(value, context=known),
}


class DefineSection(Strict):
    """The shape of ``define``; what stands in it is read by itself."""

    words: dict[str, Any] = {}
    conditions: dict[str, Any] = {}
    groups: dict[str, list[str]] = {}
    spans: dict[str, dict[str, Any]] = {}


@dataclass(slots=True)
class Definitions:
    """All definitions, each where it stands; first gathered of all files, then read."""

    vocabulary: Vocabulary
    _raw: dict[tuple[str, str], Located] = field(default_factory=dict)
    _ours: set[tuple[str, str]] = field(default_factory=set)
    _yours: dict[str, Place] = field(default_factory=dict)  # by a user, built on ours
    _blamed: dict[str, Problem] = field(default_factory=dict)
    _twice: set[tuple[str, str]] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)  # names of spans in groups that are wrong

    def gather(self, source: Located, *, ours: bool) -> Iterator[Problem]:
        """Take up the ``define`` of a file, of ``ours`` or of a user's; problems with what stands
        there already."""
        try:
            DefineSection.model_validate(source.value)
        except ValidationError as error:
            yield from problems_of(error, source)
            return
        for kind in KINDS:
            for name in source.value.get(kind) or ():
                found = source.part(kind, name)
                first = self._raw.get((kind, name)) or self._namesake(kind, name)
                built_on = self._built_on(kind, name, found) if (kind, name) in self._ours else None
                if built_on is not None:
                    self._raw[kind, name] = built_on
                    self._yours[name] = built_on.place()
                elif first is not None:
                    message = f"'{name}' is defined twice: here and in {first.place()}"
                    if (kind, name) in self._ours and kind in _BUILT_ON:
                        message += "; choose another name, or build on ours with "
                        message += f"'{_BUILT_ON[kind].format(name)}'"
                    self._twice.add((kind, name))
                    yield source.problem((kind, name), "R401", message)
                else:
                    self._raw[kind, name] = found
                    self._ours |= {(kind, name)} if ours else set()

    def _built_on(self, kind: str, name: str, found: Located) -> Located | None:
        """A user's definition of the name of ours that names itself, and so means what has the name
        so far, which is kept by its place; None where it does not."""
        before = self._raw[kind, name]
        other = f"{name} ({before.place()})"
        value = _instead(kind, name, other, found.value)
        if value == found.value:
            return None
        self._raw[kind, other] = before
        return replace(found, value=value)

    def _namesake(self, kind: str, name: str) -> Located | None:
        """A condition of a group's name, or the other way round: ``use`` could mean either."""
        other = {"conditions": "groups", "groups": "conditions"}.get(kind, "")
        return self._raw.get((other, name))

    def read(self) -> Iterator[Problem]:
        """Read all that was gathered, what others use before them."""
        done: set[tuple[str, str]] = set()
        for key in self._raw:
            yield from self._read(key, (), done)

    def _read(
        self, key: tuple[str, str], above: tuple[tuple[str, str], ...], done: set[tuple[str, str]]
    ) -> Iterator[Problem]:
        if key in above:
            places = " -> ".join(f"{n} ({self._raw[k, n].place()})" for k, n in (*above, key))
            message = f"'{key[1]}' is defined by itself: {places}"
            done.update(above)
            yield self._raw[key].problem((), "R402", message)
            for each in above:
                self._take_for_empty(each)
            return
        if key in done:
            return
        for other in self._uses(key):
            if other in self._raw:
                yield from self._read(other, (*above, key), done)
        if key not in done:
            done.add(key)
            problems = list(self._take(key))
            self.blame(problems, self._raw[key])
            yield from problems

    def _uses(self, key: tuple[str, str]) -> Iterator[tuple[str, str]]:
        """What a definition refers to."""
        value = self._raw[key].value
        if key[0] == "groups":
            for name in value:
                kind = "groups" if ("groups", name) in self._raw else "conditions"
                yield kind, without_mark(name)
        else:
            yield from references(value)

    def _take(self, key: tuple[str, str]) -> Iterator[Problem]:
        """Read one definition, all that it uses being read."""
        kind, name = key
        source, known = self._raw[key], self.vocabulary
        if key in self._twice:  # which of them is meant nobody knows
            self._take_for_empty(key)
            return
        try:
            known.defined[kind][name] = _READ[kind](source.value, known)
        except ValidationError as error:
            self._take_for_empty(key)
            yield from problems_of(error, source)
        except ValueError as error:
            self._take_for_empty(key)
            yield source.problem((), "R203", str(error))

    def blame(self, problems: Sequence[Problem], source: Located) -> None:
        """Take note of a user's definitions with which a part of our files has problems."""
        for name in self._yours_in(source) if problems else ():
            self._blamed.setdefault(name, problems[0])

    def misfits(self) -> Iterator[Problem]:
        """The definitions that were blamed, each where the user says it."""
        for name, first in self._blamed.items():
            message = f"'{name}', as it is said here, does not go with what our rules ask of it"
            where = f"{first.file}:{first.line}"
            yield self._yours[name].problem("R404", f"{message} in {where}: {first.message}")

    def _yours_in(self, source: Located) -> Iterator[str]:
        """A user's definitions that a part of our files speaks of, by itself or through others."""
        files = {place.file for place in self._yours.values()}
        if source.place().file in files:
            return
        known: set[str] = set()
        names = [name for _, name in references(source.value)]
        while names:
            name = names.pop()
            if name not in known:
                known.add(name)
                if name in self._yours:
                    yield name
                for key in self._raw:
                    if key[1] == name:
                        names.extend(other for _, other in self._uses(key))

    def _take_for_empty(self, key: tuple[str, str]) -> None:
        """Know a definition that is wrong, so that what uses it is not called wrong, too."""
        kind, name = key
        self._yours.pop(name, None)  # what is wrong with it is said already
        if kind == "spans":
            self.lost.update(self._raw[key].value)
        empty = {"words": [name], "spans": {}}  # a list with no word in it is an error
        self.vocabulary.defined[kind][name] = empty.get(kind, [])

    def unused(self) -> Iterator[Problem]:
        """What no rule and no other definition uses."""
        for kind, name in (key for key in self._raw if key not in self.vocabulary.used):
            message = f"'{name}' is defined here and used nowhere"
            yield self._raw[kind, name].problem((), "R403", message)

    def place(self, kind: str, name: str, *inside: str | int) -> Place | None:
        """Where a definition, or a part of it, stands."""
        found = self._raw.get((kind, name))
        return found.place(inside) if found else None


def _instead(kind: str, name: str, other: str, value: Any, *, named: bool = False) -> Any:
    """A definition with another name wherever it names itself: as a member of a group, under
    ``words`` in a list, under ``use`` in a condition (there ``named`` holds)."""
    within = {"words": "words", "conditions": "use"}.get(kind)
    named = named or kind == "groups"
    if isinstance(value, dict):
        return {
            other if named and key == name else key: _instead(
                kind, name, other, item, named=key == within
            )
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_instead(kind, name, other, item, named=named) for item in value]
    return other if named and value == name else value


def needed(models: Iterable[Any], own: Iterable[str] = ()) -> list[str]:
    """The names that tests or spans need from the rule that uses them, their ``own`` aside."""
    return [name for name in targets(models) if name not in {*own, CANDIDATE}]


def references(value: Any) -> Iterator[tuple[str, str]]:
    """The lists and conditions that raw tests or spans name, anywhere in them."""
    if isinstance(value, dict):
        if names_lists(value):
            for name in _entries(value["words"]):
                yield "words", name
        for name in _entries(value.get("use")):
            yield "conditions", name
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def _entries(value: Any) -> Iterator[str]:
    """The names in ``use``: a name, ``{name: {...}}``, or a list of them."""
    for entry in in_list(value):
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, dict):
            yield from entry
