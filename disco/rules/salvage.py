"""What still holds of a rule that does not fit its schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from disco._strict import Strict
from disco.match.model import Vocabulary

M = TypeVar("M", bound=BaseModel)


def what_holds(
    model: type[M], value: dict[str, Any], vocabulary: Vocabulary
) -> tuple[M, frozenset[str]]:
    """As much of a rule as fits its schema, and the names of those parts that do not; of a section
    that uses what is not known, which might bind any name, the section's own.

    So names that nothing binds are found in one go with errors of shape elsewhere in the rule.
    """
    found: dict[str, Any] = {}
    broken: set[str] = set()
    for key, info in model.model_fields.items():
        found[key] = [] if info.is_required() else info.get_default(call_default_factory=True)
        given, kind = value.get(info.alias or key), info.annotation
        if given is None or key in {"id", "examples"}:
            continue
        if isinstance(found[key], dict) and not isinstance(given, dict):
            broken.update(_keys_within(given))
            continue
        if isinstance(kind, type) and issubclass(kind, BaseModel) and isinstance(given, dict):
            found[key] = what_holds(kind, given, vocabulary)[0]
            continue
        adapter: TypeAdapter[Any] = TypeAdapter(info.rebuild_annotation())
        for part, names in _pieces(given):
            try:
                read_part = adapter.validate_python(part, context=vocabulary)
            except (ValidationError, ValueError):
                broken.update((key,) if names == ("use",) else names)
                # what follows in a list keeps its place
                if isinstance(found[key], list) and not names and key != "find":
                    found[key] = [*found[key], Strict.model_construct()]
                continue
            kept = found[key]
            if isinstance(read_part, dict) and isinstance(kept, dict):
                found[key] = {**kept, **read_part}
            elif isinstance(read_part, list) and isinstance(kept, list):
                found[key] = _joined(kept, read_part)
            else:
                found[key] = read_part
    return model.model_construct(**found), frozenset(broken)


def _pieces(value: Any) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """A section of a rule in pieces that can be read one by one, with the names that each binds."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield {name: item}, (str(name),)
    elif isinstance(value, list):
        for item in value:
            yield [item], ()
    else:
        yield value, ()


def _keys_within(value: Any) -> Iterator[str]:
    """The names that a list binds where a mapping belongs: ``- name: ...``."""
    for item in value if isinstance(value, list) else ():
        yield from map(str, item if isinstance(item, dict) else ())


def _joined(kept: list[Any], more: list[Any]) -> list[Any]:
    """Two lists; or one pattern of two that hold the pieces of one."""
    if len(kept) == len(more) == 1 and isinstance(kept[0], dict):
        return [{**kept[0], **more[0]}]
    return [*kept, *more]
