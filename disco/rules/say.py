"""Errors of the schema in the words of a rule author, each at its place."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from disco._errors import Problem
from disco.rules.located import Located, Path_


def problems_of(error: ValidationError, source: Located, at: Path_ = ()) -> Iterator[Problem]:
    """Every problem of a part of ``source`` that does not fit its schema."""
    for detail in error.errors():
        path = (*at, *detail["loc"])
        kind, name = detail["type"], str(path[-1]) if path else ""
        message = detail["msg"]
        if kind == "missing":
            message = f"'{name}' is missing"
        elif kind == "value_error":
            message = str(detail["ctx"]["error"])
        elif kind != "located":
            message = f"'{name}': {message[0].lower()}{message[1:]}"
        wrong = "R205" if kind == "missing" else "R206"
        code = "R203" if message.startswith("unknown") else wrong
        yield source.problem(path, code, message)
