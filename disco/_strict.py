"""Models of YAML files that forbid what they do not know, and say what they do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from disco._errors import nearest_of, unknown


class Strict(BaseModel):
    """A model that forbids what it does not know, and names the nearest key that it does.

    ``read_before`` are keys that may stand there too, and are gone when the model is made.
    """

    read_before: ClassVar[tuple[str, ...]] = ()
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @model_validator(mode="wrap")
    @classmethod
    def _known_keys(cls, value: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        if not isinstance(value, dict):
            return handler(value)
        known = _keys_of(cls)
        wrong = {k: v for k, v in value.items() if k not in known}
        if not wrong:
            return handler(value)
        problems = [_unknown(k, [*known, *cls.read_before]) for k in wrong]
        try:
            handler({k: v for k, v in value.items() if k not in wrong})
        except ValidationError as error:
            problems.extend(again(error))
        raise ValidationError.from_exception_data(cls.__name__, problems)


@cache
def _keys_of(model: type[BaseModel]) -> list[str]:
    return [f.alias or n for n, f in model.model_fields.items()]


def located(
    message: str, *place: str | int, code: str = "R206", meant: str = ""
) -> InitErrorDetails:
    """An error at a key below the one that is looked at; ``meant`` is what the key may stand
    for."""
    said = {"message": message, "code": code, "meant": meant}
    return InitErrorDetails(
        type=PydanticCustomError("located", "{message}", said), loc=place, input=None
    )


def _unknown(key: Any, known: Sequence[str]) -> InitErrorDetails:
    meant = nearest_of(str(key), known) or ""
    return located(unknown("key", key, known), str(key), code="R203", meant=meant)


def again(
    error: ValidationError, *before: str | int, without: str | None = None
) -> list[InitErrorDetails]:
    """The errors once more, to be raised with others, ``before`` their places, which lose the key
    ``without`` in front."""
    found: list[InitErrorDetails] = []
    for detail in error.errors():
        kind: Any = detail["type"]
        context = detail.get("ctx", {})
        if kind == "located":
            kind = PydanticCustomError("located", "{message}", context)
            context = {}
        place = detail["loc"]
        if without is not None and place[:1] == (without,) and kind != "missing":
            place = place[1:]
        found.append(
            InitErrorDetails(type=kind, loc=(*before, *place), input=detail["input"], ctx=context)
        )
    return found
