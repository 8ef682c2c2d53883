"""YAML with places: each value, and the line and column where it and its key stand."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import yaml

from disco._errors import Problem, RuleError

Keys = tuple[str | int, ...]
_MAX_BYTES = 5_000_000
_ADVICE = {  # for what YAML says of a text that needs quotes
    "mapping values are not allowed": "; a text with a colon needs quotes",
    "cannot start any token": "; a text that opens with a mark needs quotes",
    "block sequence entries are not allowed": "; a text that opens with a dash needs quotes",
}
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Place:
    """A line and column (1-based) of a file, with the file's lines to show what stands there."""

    file: str
    line: int
    column: int
    lines: Sequence[str] = field(repr=False, default=(), compare=False)

    def problem(self, code: str, message: str) -> Problem:
        """A problem at this place, with the lines around it."""
        first, last = max(1, self.line - 1), min(len(self.lines), self.line + 1)
        around = "\n".join(
            f"  {'>' if n == self.line else ' '} {n:4} | {self.lines[n - 1]}"
            for n in range(first, last + 1)
        )
        return Problem(self.file, self.line, self.column, code, message, around)

    @property
    def text(self) -> str:
        """The line itself, with those below it that stand further in."""
        if self.line > len(self.lines):
            return ""
        first, *further = self.lines[self.line - 1 :]
        inside = takewhile(lambda line: _indent(line) > _indent(first), further)
        return textwrap.dedent("\n".join([first, *inside]))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


@dataclass(slots=True)
class Located:
    """A YAML value and the place of each of its parts, by the keys that lead there."""

    value: Any
    places: dict[Keys, Place]

    def place(self, path: Keys = ()) -> Place:
        """The place of the deepest known part of ``path``.

        A short form has no key of its own for what the long one wraps around it: keys that are
        not there are passed over.
        """
        known: Keys = ()
        for key in path:
            if (*known, key) in self.places:
                known = (*known, key)
        return self.places[known]

    def problem(self, path: Keys, code: str, message: str) -> Problem:
        """A problem at the deepest known part of ``path``."""
        return self.place(path).problem(code, message)

    def part(self, *path: str | int) -> Located:
        """One part by itself, its places counted from there."""
        value = self.value
        for key in path:
            value = value[key]
        size = len(path)
        return Located(value, {p[size:]: w for p, w in self.places.items() if p[:size] == path})

    def items(self, key: str) -> Iterator[Located]:
        """The items of the list under a key, each by itself; none where there is no list."""
        places: dict[str | int, dict[Keys, Place]] = defaultdict(dict)
        for path, place in self.places.items():
            if len(path) > 1 and path[0] == key:
                places[path[1]][path[2:]] = place
        for k, value in enumerate(self.value.get(key) or ()):
            yield Located(value, places[k])


def read(path: Path) -> Located:
    """Read a YAML file with its places; raises RuleError with the place of what is broken."""
    name = str(path)
    try:
        data = path.read_bytes()
        if len(data) > _MAX_BYTES:
            raise RuleError([Problem(name, 1, 1, "R101", "file is larger than a rule file can be")])
        text = data.decode("utf-8")
    except OSError as error:
        raise RuleError(
            [Problem(name, 1, 1, "R101", f"cannot be read: {error.strerror}")]
        ) from error
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        place = (name, len(before), len(before[-1]) + 1)
        raise RuleError([Problem(*place, "R101", "is not UTF-8 text")]) from error
    lines = text.splitlines()
    top = Place(name, 1, 1, lines)
    located = Located(None, {(): top})
    try:
        node = yaml.compose(text, Loader=_LOADER)
        located.value = None if node is None else _value(node, (), located, top)
    except yaml.MarkedYAMLError as error:
        raise RuleError([_broken(error, top)]) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise RuleError([top.problem("R102", f"not valid YAML: {error}")]) from error
    return located


_IN_KEYS = {  # marks of a key that was none
    "\N{NO-BREAK SPACE}": "; there is a no-break space in it, which is no space in YAML",
    **dict.fromkeys("“”‘’", "; quotes are straight in YAML: \" or '"),
    ":": "; a space belongs behind its colon",
}


def _broken(error: yaml.MarkedYAMLError, top: Place) -> Problem:
    """What is wrong with the YAML, at the place where it begins to be."""
    mark, said = error.problem_mark, error.problem or "it ends too early"
    if "end of stream" in said and error.context_mark is not None:
        mark, said = error.context_mark, "what opens here, a quote or a bracket, is not closed"
    if "did not find expected" in said and error.context_mark is not None:
        begun = error.context_mark.line + 1
        said += (
            f"; is it indented as what begins in line {begun}, closed what opens, and in quotes as "
            "a whole what has some?"
        )
    said += next((advice for known, advice in _ADVICE.items() if known in said), "")
    place = replace(top, line=mark.line + 1, column=mark.column + 1) if mark else top
    if place.line <= len(top.lines) and "\t" in top.lines[place.line - 1]:
        said = "a tab stands here; YAML wants spaces"
    return place.problem("R102", f"not valid YAML: {said}")


def _value(node: yaml.Node, path: Keys, located: Located, top: Place) -> Any:
    if path:
        located.places.setdefault(path, _place(node, top))
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            here = (*path, key)
            if key_node.tag.endswith(":bool") and here != ("off",):
                message = f"other readers of YAML take '{key}' for a truth value; quote it"
                raise RuleError([_place(key_node, top).problem("R104", message)])
            if key in mapping:
                message = f"'{key}' is bound twice: here and in line {located.places[here].line}"
                raise RuleError([_place(key_node, top).problem("R103", message)])
            located.places[here] = _place(key_node, top)
            mapping[key] = _value(value_node, here, located, top)
            if mapping[key] is None:
                place = _place(key_node, top)
                behind = place.lines[place.line - 1][key_node.end_mark.column + 1 :].strip()
                hint = "; a mark, such as a comma, needs quotes" if behind else ""
                hint = next((advice for mark, advice in _IN_KEYS.items() if mark in key), hint)
                raise RuleError([place.problem("R105", f"'{key}' has no value{hint}")])
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*path, k), located, top) for k, item in enumerate(node.value)]
    return _scalar(node)


def _place(node: yaml.Node, top: Place) -> Place:
    mark = node.start_mark
    return Place(top.file, mark.line + 1, mark.column + 1, top.lines)


def _scalar(node: yaml.Node) -> Any:
    """A plain value. ``no``, ``on`` and their like are words here, as they are in English."""
    kind, text = node.tag.rpartition(":")[2], node.value
    if kind == "bool":
        return text == "true" if text in {"true", "false"} else text
    if kind == "null":
        return None
    if kind in {"int", "float"}:
        try:
            number = int(text) if kind == "int" else float(text)
        except ValueError:  # a number as only YAML writes it, such as 1_000 or 0x1f
            return text
        return text if kind == "int" and str(number) != text else number  # 007 is a word
    return text
