"""Errors of the schema in the words of a rule author, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from disco._errors import Problem, RuleError, UnknownName, unknown
from disco._yaml import Located, read

M = TypeVar("M", bound=BaseModel)
_LIST = "a list, as in [a, b] or with a dash before each,"
_WANTED = {  # by the error's type, what belongs there
    "string_type": "a name or a text",
    "list_type": _LIST,
    "tuple_type": _LIST,
    "frozen_set_type": _LIST,
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_too_short": "some text",
}
_MAPPINGS = frozenset({"model_type", "model_attributes_type", "dict_type"})
_BOUNDS = {
    "less_than_equal": "at most {le}",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
}
_FORMS = {
    "^[a-z][a-z0-9_.]*$": "small letters, digits, dots and _, from a letter on",
    "^[a-z][a-z0-9_]*$": "small letters, digits and _, from a letter on",
    "^[A-Z][A-Z0-9_]*$": "capitals, digits and _, as in SINGLE_MINE",
}


def read_as(model: type[M], path: Path, context: Any = None) -> M:
    """A file as the model of what it holds, whose words are checked against ``context``; RuleError
    with every problem of one that is broken."""
    source = read(path)
    try:
        return model.model_validate(source.value, context=context)
    except ValidationError as error:
        raise RuleError(list(problems_of(error, source))) from error


def problems_of(
    error: ValidationError, source: Located, elsewhere: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Problem]:
    """Every problem of a part of ``source`` that does not fit its schema.

    ``elsewhere`` are keys that belong to other places, each with what is said of one here.
    """
    details = error.errors()
    meant = {(*d["loc"][:-1], d.get("ctx", {}).get("meant")) for d in details}
    for detail in details:
        path = detail["loc"]
        if detail["type"] == "missing" and path in meant:
            continue  # said where it is misspelt
        code, message = _code(detail), _message(detail)
        if code == "R203" and len(path) == 1 and path[0] in elsewhere:
            code, message = "R206", elsewhere[str(path[0])]
        if source.value is None and detail["type"] in _MAPPINGS:
            message = f"there is nothing in it; {message}"
        yield source.problem(path, code, message)


def _code(detail: ErrorDetails) -> str:
    kind = detail["type"]
    if kind == "located":
        return str(detail["ctx"]["code"])
    if kind == "missing":
        return "R205"
    no_such = kind == "value_error" and isinstance(detail["ctx"]["error"], UnknownName)
    return "R203" if no_such or kind == "literal_error" else "R206"


def _message(detail: ErrorDetails) -> str:
    """What is wrong, in plain words; for what is rare, in pydantic's own."""
    kind, given, about = detail["type"], detail["input"], detail.get("ctx", {})
    name = next((str(key) for key in reversed(detail["loc"]) if isinstance(key, str)), "")
    if kind == "located":
        return detail["msg"]
    if kind == "value_error":
        return str(about["error"])
    if kind == "missing" and isinstance(detail["loc"][-1], int):
        return _too_few(name, detail["loc"][-1], detail["loc"][-1] + 1)
    if kind == "missing":
        return f"'{name}' is missing"
    if kind == "literal_error":
        known = re.findall(r"'([^']*)'", about["expected"]) or [about["expected"].lower()]
        return unknown(name, given, list(filter(None, known)))
    if kind == "too_short":
        return _too_few(name, about["actual_length"], about["min_length"])
    if kind == "too_long":
        hint = "; a comma inside needs quotes" if name in {"text", "pair"} else ""
        most = f"{about['max_length']} belong here{hint}"
        return f"'{name}' is of {about['actual_length']}, and {most}"
    if kind in _MAPPINGS:
        message = "keys with their values belong here, as in 'key: value'"
        return f"'{name}': {message}" if name else message
    if kind == "string_pattern_mismatch":
        form = _FORMS[about["pattern"]]
        return f"'{name}': '{given}' has other characters than {form}"
    if kind in _BOUNDS:
        return f"'{name}': a number of {_BOUNDS[kind].format(**about)} belongs here, not {given}"
    if kind in _WANTED:
        return f"'{name}': {_WANTED[kind]} belongs here, not {given!r:.40}"
    return f"'{name}': {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _too_few(name: str, many: int, least: int) -> str:
    if least > 1:
        return f"'{name}' is of {many}, and {least} are needed"
    return f"{repr(name) if name else 'this'} is empty, and one of them is needed"
