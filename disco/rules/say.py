"""Errors of the schema in the words of a rule author, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError

from disco._errors import Problem, nearest
from disco.rules.located import Located


def problems_of(error: ValidationError, source: Located) -> Iterator[Problem]:
    """Every problem of a part of ``source`` that does not fit its schema."""
    for detail in error.errors():
        path = detail["loc"]
        kind = detail["type"]
        name = next((str(key) for key in reversed(path) if isinstance(key, str)), "")
        message = detail["msg"]
        if kind == "missing":
            message = f"'{name}' is missing"
        elif kind == "value_error":
            message = str(detail["ctx"]["error"])
        elif kind == "literal_error":
            known = re.findall(r"'([^']*)'", detail["ctx"]["expected"])
            given = str(detail["input"])
            hint = nearest(given, known) or f"; it may be {', '.join(known)}"
            message = f"unknown {name} '{given}'{hint}"
        elif kind in {"model_type", "model_attributes_type", "dict_type"}:
            message = "keys with their values belong here"
            message = f"'{name}': {message}" if name else message
        elif kind == "too_short":
            message = f"'{name}' is empty, and one of them is needed"
        elif kind == "string_pattern_mismatch":
            pattern = detail["ctx"]["pattern"]
            message = f"'{name}': '{detail['input']}' is not of the form {pattern}"
        elif kind != "located":
            message = f"'{name}': {message[0].lower()}{message[1:]}"
        wrong = "R205" if kind == "missing" else "R206"
        code = "R203" if message.startswith("unknown") else wrong
        yield source.problem(path, code, message)
