"""A rule as plain data again, with its definitions filled in: what ``disco rules show`` prints."""

from __future__ import annotations

from typing import Any

import yaml
from pydantic import BaseModel

from disco.match.attributes import AsConnective, OneOf
from disco.rules.language import LanguageWord, Use
from disco.rules.schema import BaseRule


def yaml_of(rule: BaseRule) -> str:
    """The rule as YAML, short lists and mappings on a line of their own."""
    text: str = yaml.dump(
        [plain(rule)], Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000
    )
    return text


def plain(value: Any) -> Any:
    """A model as the lists, mappings and words that it was read from, in their short forms."""
    if isinstance(value, Use):
        tests = [plain(t) for found in value.conditions.values() for t in found]
        return tests[0] if len(tests) == 1 else {"all": tests}
    if isinstance(value, LanguageWord):
        return _word(value)
    if isinstance(value, OneOf):
        return _values(value)
    if isinstance(value, AsConnective) and not value.words and not value.sense:
        return _one(value.position)
    if isinstance(value, BaseModel):
        return _fields(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return _one([plain(item) for item in value], only=str)
    return value


def _fields(model: BaseModel) -> dict[str, Any]:
    """What a model says that it would not say by itself."""
    found: dict[str, Any] = {}
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        if value == info.get_default(call_default_factory=True):
            continue
        said = plain(value)
        if name == "find" and isinstance(said, list) and len(said) == 1:
            said = said[0]
        found[info.alias or name] = said
    return found


def _word(word: LanguageWord) -> Any:
    said = _fields(word)
    if word.word == "span":
        return said["span"]
    if list(said) == [word.main]:
        return {word.word: said[word.main]}
    fields = type(word).model_fields.items()
    main = next(info for name, info in fields if (info.alias or name) == word.main)
    if not said:
        return {word.word: {} if main.get_default() is None else main.get_default()}
    return {word.word: said}


def _values(values: OneOf) -> Any:
    if values.allowed is not None:
        return _one(values.allowed)
    said = {"not": values.refused, "starts": values.starts, "ends": values.ends}
    return {key: _one(value) for key, value in said.items() if value is not None}


def _one(values: list[Any], only: type = object) -> Any:
    """The one value of a list of one."""
    return values[0] if len(values) == 1 and isinstance(values[0], only) else values


class _Dumper(yaml.SafeDumper):
    """Flow style for what fits on a line: word lists, tokens of a pattern, single tests. What
    stands twice is written twice."""

    def ignore_aliases(self, _: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        return super().increase_indent(flow, False)


def _sequence(dumper: yaml.SafeDumper, value: list[Any]) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=_short(value))


def _mapping(dumper: yaml.SafeDumper, value: dict[str, Any]) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", value, flow_style=_short(value))


def _short(value: Any) -> bool:
    words = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return words or (len(str(value)) <= 90 and "id" not in value and "text" not in value)


_Dumper.add_representer(list, _sequence)
_Dumper.add_representer(dict, _mapping)
