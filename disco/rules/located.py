"""YAML with places: each value, and the line and column where it and its key stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from disco._errors import Problem, RuleError

Path_ = tuple[str | int, ...]
_MAX_BYTES = 5_000_000


@dataclass(slots=True)
class Located:
    """A YAML document and the place of each of its parts, by the keys that lead there."""

    file: str
    value: Any
    lines: list[str]
    places: dict[Path_, tuple[int, int]] = field(default_factory=dict)

    def problem(self, path: Path_, code: str, message: str) -> Problem:
        """A problem at the deepest known part of ``path``."""
        known = path
        while known and known not in self.places:
            known = known[:-1]
        line, column = self.places.get(known, (1, 1))
        return Problem(self.file, line, column, code, message, self._around(line))

    def _around(self, line: int) -> str:
        first, last = max(1, line - 1), min(len(self.lines), line + 1)
        return "\n".join(
            f"  {'>' if n == line else ' '} {n:4} | {self.lines[n - 1]}"
            for n in range(first, last + 1)
        )


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
        raise RuleError([Problem(name, 1, 1, "R101", "is not UTF-8 text")]) from error
    located = Located(name, None, text.splitlines())
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        located.value = None if node is None else _value(node, (), located)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = f"not valid YAML: {error.problem}"
        raise RuleError(
            [Problem(name, line, column, "R102", message, located._around(line))]
        ) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise RuleError([Problem(name, 1, 1, "R102", f"not valid YAML: {error}")]) from error
    return located


def _value(node: yaml.Node, path: Path_, located: Located) -> Any:
    located.places.setdefault(path, (node.start_mark.line + 1, node.start_mark.column + 1))
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            here = (*path, key)
            place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
            if key in mapping:
                located.places[here] = place
                raise RuleError([located.problem(here, "R103", f"'{key}' is bound twice")])
            located.places[here] = place
            mapping[key] = _value(value_node, here, located)
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, (*path, k), located) for k, item in enumerate(node.value)]
    return _scalar(node)


def _scalar(node: yaml.Node) -> Any:
    """A plain value. ``no``, ``on`` and their like are words here, as they are in English."""
    if node.tag.endswith(":bool") and node.value not in {"true", "false"}:
        return node.value
    loader = yaml.SafeLoader("")
    try:
        return loader.construct_object(node)
    finally:
        loader.dispose()
