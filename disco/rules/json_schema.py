"""The JSON Schemas of our YAML files, for editors: made from the same models that read them."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from disco._errors import UsageError, unknown
from disco._types import TYPES
from disco.english.facts import Facts
from disco.match.attributes import AsConnective, OneOf
from disco.match.model import OF_WORDS
from disco.match.pattern import Node
from disco.rules.definitions import DefineSection
from disco.rules.files import RULE_KINDS, RuleFile
from disco.rules.gate import GateFile
from disco.rules.keys import EXAMPLE, FILE, KEYS
from disco.rules.labels import labels_of
from disco.rules.language import Part, Test
from disco.rules.pairs import PairsFile
from disco.rules.published import PublishedFile
from disco.rules.schema import BaseExample, BaseRule
from disco.rules.spans import SpanRule
from disco.rules.weights import WeightsFile
from disco.rules.words.of_matches import Composed

Schema = dict[str, Any]
_FILES: dict[str, type[BaseModel]] = {  # beside the rules
    "gate": GateFile,
    "english": Facts,
    "weights": WeightsFile,
    "pairs": PairsFile,
    "published": PublishedFile,
}
NAMES = ("rules", *_FILES)
_TEXT: Schema = {"type": ["string", "integer", "boolean"]}
_PLAIN: dict[Any, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}


def schema_of(name: str) -> Schema:
    """The schema of one kind of file; raises UsageError for a kind that there is not."""
    if name not in NAMES:
        raise UsageError(unknown("kind of file", name, NAMES))
    made = _Maker(labels_of())
    root = made.rule_file() if name == "rules" else made.model(_FILES[name])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"disco {name}"}
    return {**head, **root, "$defs": dict(sorted(made.definitions.items()))}


class _Maker:
    """Makes schemas of models, each once, under ``$defs``."""

    def __init__(self, labels: Mapping[str, frozenset[str]]) -> None:
        self.labels = labels
        self.definitions: dict[str, Schema] = {}

    def rule_file(self) -> Schema:
        """A file of rules, of whatever job."""
        found = self.model(RuleFile)
        properties = found["properties"]
        properties["job"] = {"enum": [job.name for job in RULE_KINDS]}
        properties["define"] = self._define()
        _describe(properties, FILE)
        kinds = []
        for job in RULE_KINDS:
            given = {"job": {"const": job.name}, "rules": _list(self._rule(job.rule))}
            required = [] if job.name == RULE_KINDS[0].name else ["job"]
            kinds.append({"properties": given, "required": required})
        return {**found, "anyOf": kinds}

    def _define(self) -> Schema:
        found = self.model(DefineSection)
        found["properties"] |= {
            "words": _mapping(self._words(_list(_TEXT))),
            "conditions": _mapping(self._tests()),
            "groups": _mapping(_list({"type": "string"})),
            "spans": _mapping(_mapping(self._ref(SpanRule))),
        }
        return found

    def _rule(self, rule: type[BaseRule]) -> Schema:
        """A rule: with all that it must say, or what it says otherwise than the one it extends."""
        found = self.model(rule)
        use = {"use": self._uses()}
        pattern = _mapping(self._ref(Node))
        patterns = [pattern, _list(pattern)]
        found["properties"] |= {
            "extends": {"type": "string"},
            "drop": _list({"type": "string"}),
            "find": {"anyOf": [*patterns, _closed({"instead": {"anyOf": patterns}}, ["instead"])]},
            "spans": _by_key(self._ref(SpanRule), use),
            "unless": _by_key(self._tests(), use),
            "require": {
                "anyOf": [
                    self._tests(),
                    _closed({"instead": self._tests()}, ["instead"]),
                ]
            },
        }
        if "write" in found["properties"]:
            self._partly(rule.model_fields["write"].annotation)
        _describe(found["properties"], KEYS)
        # the rest may come from ``each`` of the file, or from the rule that is extended
        found["required"] = ["id", "examples"]
        found["dependentRequired"] = {"drop": ["extends"]}
        self.definitions[rule.__name__] = found
        return {"$ref": f"#/$defs/{rule.__name__}"}

    def _partly(self, model: Any) -> None:
        """Ask for no key of a section, since the rule that is extended may have it."""
        self._ref(model)
        self.definitions[model.__name__].pop("required", None)

    def model(self, model: type[BaseModel]) -> Schema:
        """An object with the model's fields and no other."""
        fields = model.model_fields.items()
        properties = {
            info.alias or name: {
                **self._field(info.rebuild_annotation(), info.alias or name),
                **({"description": info.description} if info.description else {}),
            }
            for name, info in fields
        }
        if issubclass(model, BaseExample):
            _describe(properties, EXAMPLE)
        required = [info.alias or name for name, info in fields if info.is_required()]
        found = _closed(properties, required)
        if model.__doc__:
            found["description"] = " ".join(model.__doc__.split())
        if model is Node:
            found["dependentRequired"] = {"sibling_of": ["side"]}
        return found

    def _ref(self, model: type[BaseModel]) -> Schema:
        if model.__name__ not in self.definitions:
            self.definitions[model.__name__] = {}  # for models that hold themselves
            self.definitions[model.__name__] = self.model(model)
        return {"$ref": f"#/$defs/{model.__name__}"}

    def _field(self, annotation: Any, name: str) -> Schema:
        origin, inner = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self._annotated(annotation, name)
        if origin in {Union, types.UnionType}:
            kinds = [a for a in inner if a is not type(None)]
            return self._field(kinds[0], name)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in {list, frozenset, tuple}:
            item = self._field(inner[0], name)
            return item if name == "find" else _list(item)
        if origin is dict:
            return _mapping(self._field(inner[1], name))
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            return self._model_field(annotation, name)
        return {"type": _PLAIN[annotation]} if annotation in _PLAIN else {}

    def _annotated(self, annotation: Any, name: str) -> Schema:
        inner = get_args(annotation)[0]
        origin = get_origin(inner)
        if isinstance(inner, type) and issubclass(inner, (Test, Part)):
            return self._one_of_words(inner)
        if name in {"type", "yields_to"} and inner is str:
            return {"anyOf": [{"enum": list(TYPES)}, {"type": "string", "pattern": "^[A-Z]"}]}
        if origin is list:
            # a single value is short for a list of it
            item = self._field(get_args(inner)[0], name)
            listed = _list(item)
            several = self._words(listed) if OF_WORDS in annotation.__metadata__ else listed
            return {"anyOf": [item, several]}
        return self._field(inner, name)

    def _model_field(self, model: type[BaseModel], name: str) -> Schema:
        if model is OneOf:
            return self._values(name)
        if model is AsConnective:
            position = self.model(AsConnective)["properties"]["position"]
            return {"anyOf": [*position["anyOf"], self._ref(AsConnective)]}
        return self._ref(model)

    def _values(self, attribute: str) -> Schema:
        """What stands behind ``dep``, ``lower`` and their like."""
        key = f"values of {attribute}"
        if key not in self.definitions:
            labels = self.labels.get(attribute)
            value: Schema = {"enum": sorted(labels)} if labels else dict(_TEXT)
            if attribute == "lower":
                value["pattern"] = r"^[^\sA-Z]+$"
            elif attribute in {"lemma", "text"}:
                value["pattern"] = r"^\S+$"
            some = {"anyOf": [value, self._words(_list(value))]}
            edges = _closed({"not": some, "starts": some, "ends": some}, [])
            self.definitions[key] = {"anyOf": [*some["anyOf"], {**edges, "minProperties": 1}]}
        return {"$ref": f"#/$defs/{key}"}

    def _words(self, listed: Schema) -> Schema:
        """A list, or named lists, with further words, and without some."""
        names = {"anyOf": [{"type": "string"}, _list({"type": "string"})]}
        more = {"anyOf": [_TEXT, _list(_TEXT)]}
        return {"anyOf": [listed, _closed({"words": names, "and": more, "but": more}, ["words"])]}

    def _uses(self) -> Schema:
        """``use``: a name, or a name with what stands for the names that it needs."""
        entry = {"anyOf": [{"type": "string"}, _mapping(_mapping({"type": "string"}))]}
        return {"anyOf": [entry, _list(entry)]}

    def _tests(self) -> Schema:
        one = self._one_of_words(Test)
        return {"anyOf": [one, _list(one)]}

    def _one_of_words(self, kind: type[Test] | type[Part]) -> Schema:
        """One word of the language and its argument, short or long."""
        name = kind.__name__.lower()
        ref = {"$ref": f"#/$defs/{name}"}
        if name not in self.definitions:
            self.definitions[name] = {}
            words: dict[str, Schema] = {}
            for word, model in sorted(kind.registry.items()):
                if word == "use":
                    words[word] = self._uses()
                    continue
                long = self.model(model)
                short = long["properties"][model.main]
                said = [short] if issubclass(model, Composed) else [short, long]
                words[word] = {"anyOf": said, "description": long["description"]}
            found = {**_closed(words, []), "minProperties": 1, "maxProperties": 1}
            spoken = [{"type": "string"}] if kind is Part else []
            self.definitions[name] = {"anyOf": [*spoken, found]} if spoken else found
        return ref


def _closed(properties: Schema, required: list[str]) -> Schema:
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**found, "required": required} if required else found


def _describe(properties: Schema, said: Mapping[str, str]) -> None:
    """Say what each key means, for editors that show it."""
    for key, schema in properties.items():
        properties[key] = {**schema, "description": said[key]}


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _mapping(item: Schema) -> Schema:
    return {"type": "object", "additionalProperties": item}


def _by_key(item: Schema, properties: Schema) -> Schema:
    """A section by key, or one that stands instead of that of the rule that is extended."""
    plain = {**_mapping(item), "properties": properties}
    return {"anyOf": [plain, _closed({"instead": plain}, ["instead"])]}
