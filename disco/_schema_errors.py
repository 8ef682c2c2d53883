"""Errors of the schema in the words of a rule author, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from disco._errors import Problem, RuleError, UnknownName, unknown
from disco._yaml import Located, read

M = TypeVar("M", bound=BaseModel)
_WANTED = {  # by the error's type, what belongs there
    "string_type": "a name or a text",
    "list_type": "a list, as in [a, b] or with a dash before each,",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_too_short": "some text",
}
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


def read_as(model: type[M], path: Path) -> M:
    """A file as the model of what it holds; RuleError with every problem of one that is broken."""
    source = read(path)
    try:
        return model.model_validate(source.value)
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
        kind = detail["type"]
        if kind == "missing" and path in meant:
            continue  # said where it is misspelt
        name = next((str(key) for key in reversed(path) if isinstance(key, str)), "")
        message, code = detail["msg"], "R206"
        if kind == "missing":
            message, code = f"'{name}' is missing", "R205"
        elif kind == "located":
            code = detail["ctx"]["code"]
            if code == "R203" and len(path) == 1 and name in elsewhere:
                message, code = elsewhere[name], "R206"
        elif kind == "value_error":
            message = str(detail["ctx"]["error"])
            code = "R203" if isinstance(detail["ctx"]["error"], UnknownName) else code
        elif kind == "literal_error":
            code = "R203"
            expected = detail["ctx"]["expected"]
            known = re.findall(r"'([^']*)'", expected) or [expected.lower()]
            message = unknown(name, detail["input"], list(filter(None, known)))
        elif kind in {"model_type", "model_attributes_type", "dict_type"}:
            message = "keys with their values belong here, as in 'key: value'"
            if source.value is None:
                message = f"there is nothing in it; {message}"
            message = f"'{name}': {message}" if name else message
        elif kind == "too_short":
            least, size = detail["ctx"]["min_length"], detail["ctx"]["actual_length"]
            few = f"'{name}' is of {size}, and {least} are needed"
            empty = f"{name!r} is empty" if name else "this is empty"
            message = few if least > 1 else f"{empty}, and one of them is needed"
        elif kind == "too_long":
            most, size = detail["ctx"]["max_length"], detail["ctx"]["actual_length"]
            message = f"'{name}' is of {size}, and {most} belong here"
            if name in {"text", "pair"}:
                message += "; a comma inside needs quotes"
        elif kind == "string_pattern_mismatch":
            form = _FORMS[detail["ctx"]["pattern"]]
            message = f"'{name}': '{detail['input']}' has other characters than {form}"
        elif kind in _BOUNDS:
            bound = _BOUNDS[kind].format(**detail["ctx"])
            message = f"'{name}': a number of {bound} belongs here, not {detail['input']}"
        elif kind in _WANTED:
            message = f"'{name}': {_WANTED[kind]} belongs here, not {detail['input']!r:.40}"
        else:
            message = f"'{name}': {message[0].lower()}{message[1:]}"
        yield source.problem(path, code, message)
