"""Rule files into rules: read, validated against the schema, their names checked, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from disco import _paths
from disco._errors import Problem, RuleError, UsageError, nearest
from disco.lexicon import Connective, ConnectiveFile
from disco.rules.located import Located, read
from disco.rules.schema import Rule, RuleFile
from disco.words import Part, Test, names_in

M = TypeVar("M", bound=BaseModel)
LEXICON = "connectives.yaml"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules in the order in which they are tried, the connectives, and where each rule is."""

    rules: tuple[Rule, ...]
    connectives: tuple[Connective, ...]
    files: dict[str, str]

    def in_scope(self, scope: str) -> RuleSet:
        """Only what the paper has, or everything."""
        if scope == "all":
            return self
        rules = tuple(r for r in self.rules if r.scope == scope)
        connectives = tuple(c for c in self.connectives if c.source == scope)
        return RuleSet(rules, connectives, self.files)

    def get(self, rule_id: str) -> Rule:
        """The rule of that id; raises UsageError with the nearest one."""
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        known = [r.id for r in self.rules]
        raise UsageError(f"unknown rule '{rule_id}'{nearest(rule_id, known)}")


def load_rules(job: str = "unfuse", extra: Sequence[Path] = ()) -> RuleSet:
    """The shipped rules of a job, then the user's: added, replaced by id, or switched off."""
    home = _paths.rules_dir()
    problems: list[Problem] = []
    connectives = _load_lexicon(home / LEXICON, problems)
    rules: dict[str, Rule] = {}
    files: dict[str, str] = {}
    located: dict[str, tuple[Located, int]] = {}
    for path in [*sorted((home / job).glob("*.yaml")), *_user_files(extra)]:
        if path.name == LEXICON:
            connectives = [*connectives, *_load_lexicon(path, problems)]
            continue
        found = _load_file(path, problems)
        if found is None:
            continue
        source, file = found
        own: set[str] = set()
        for k, rule in enumerate(file.rules):
            if rule.id in own:
                problems.append(source.problem(("rules", k, "id"), "R301", f"rule '{rule.id}' stands twice in this file"))
            own.add(rule.id)
            rules[rule.id] = rule
            files[rule.id] = str(path)
            located[rule.id] = (source, k)
        for k, name in enumerate(file.off):
            if name not in rules:
                problems.append(source.problem(("off", k), "R302", f"unknown rule '{name}'{nearest(name, rules)}"))
            rules.pop(name, None)
    problems.extend(_check_hand_over(rules, located))
    if problems:
        raise RuleError(problems)
    return RuleSet(tuple(rules.values()), tuple(connectives), files)


def _user_files(extra: Sequence[Path]) -> Iterable[Path]:
    for path in extra:
        if not path.exists():
            raise UsageError(f"no such rule file or folder: {path}")
        found = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not found:
            raise UsageError(f"no rule files (*.yaml) in {path}")
        yield from found


def _load_lexicon(path: Path, problems: list[Problem]) -> list[Connective]:
    try:
        source = read(path)
    except RuleError as error:
        problems.extend(error.problems)
        return []
    file = _validate(source, ConnectiveFile, problems)
    return [] if file is None else list(file.connectives)


def _load_file(path: Path, problems: list[Problem]) -> tuple[Located, RuleFile] | None:
    try:
        source = read(path)
    except RuleError as error:
        problems.extend(error.problems)
        return None
    file = _validate(source, RuleFile, problems)
    if file is None:
        return None
    for k, rule in enumerate(file.rules):
        problems.extend(_check_names(source, k, rule))
    return source, file


def _validate(source: Located, model: type[M], problems: list[Problem]) -> M | None:
    """The file as a model; every problem at its place when it is not one."""
    try:
        return model.model_validate(source.value)
    except ValidationError as error:
        for detail in error.errors():
            path = tuple(detail["loc"])
            code, message = _say(detail, path, model)
            problems.append(source.problem(path, code, message))
        return None


def _say(detail: Any, path: tuple[str | int, ...], model: type[BaseModel]) -> tuple[str, str]:
    kind, name = detail["type"], str(path[-1]) if path else ""
    if kind == "extra_forbidden":
        return "R203", f"unknown key '{name}'{nearest(name, _keys(model))}"
    if kind == "missing":
        return "R205", f"'{name}' is missing"
    if kind == "value_error":
        message = str(detail["ctx"]["error"]) if "ctx" in detail else detail["msg"]
        return ("R203" if message.startswith("unknown") else "R206"), message
    return "R206", f"'{name}': {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _keys(model: type[BaseModel]) -> set[str]:
    """Every key that the schema knows, anywhere in it."""
    keys: set[str] = set()
    for definition in (schema := model.model_json_schema()).get("$defs", {}).values():
        keys.update(definition.get("properties", {}))
    keys.update(schema.get("properties", {}))
    for registry in (Test.registry, Part.registry):
        for word in registry.values():
            keys.update(f.alias or n for n, f in word.model_fields.items())
    return keys


def _check_names(source: Located, k: int, rule: Rule) -> Iterable[Problem]:
    """Names that are bound twice, not bound, or never used."""
    bound: list[str] = []
    for name, node in rule.find.items():
        path = ("rules", k, "find", name)
        if node.relation is None and bound:
            yield source.problem(path, "R204", f"token '{name}' needs a relation to a token named before it")
        if node.optional and node.relation is None:
            yield source.problem(path, "R204", f"token '{name}' cannot be both first and optional")
        if node.relation is not None:
            kind, target = node.relation
            if target not in bound:
                yield source.problem((*path, kind), "R201", f"unbound name '{target}'{nearest(target, bound)}")
            elif rule.find[target].optional and not node.optional:
                yield source.problem((*path, kind), "R201", f"'{target}' is optional; nothing that is not can hang on it")
        bound.append(name)
    used: set[str] = set()
    for name, span in rule.spans.items():
        if name in rule.find:
            yield source.problem(("rules", k, "spans", name), "R103", f"'{name}' is bound twice")
        for path, target in names_in(span):
            used.add(target)
            if target not in bound:
                yield source.problem(("rules", k, "spans", name, *path), "R201", f"unbound name '{target}'{nearest(target, bound)}")
        bound.append(name)
    for name in rule.unless:
        if name in bound:
            yield source.problem(("rules", k, "unless", name), "R103", f"'{name}' is bound twice")
    for path, target in _uses(rule):
        used.add(target)
        if target not in bound:
            yield source.problem(("rules", k, *path), "R201", f"unbound name '{target}'{nearest(target, bound)}")
    for name in rule.spans:
        if name not in used:
            yield source.problem(("rules", k, "spans", name), "R202", f"span '{name}' is never used")


def _uses(rule: Rule) -> Iterable[tuple[tuple[str | int, ...], str]]:
    for k, test in enumerate(rule.require):
        for path, name in names_in(test):
            yield ("require", k, test.word, *path), name
    for label, tests in rule.unless.items():
        for k, test in enumerate(tests):
            for path, name in names_in(test):
                yield ("unless", label, k, test.word, *path), name
    for reason, names in rule.remove.items():
        for name in names:
            yield ("remove", reason), name
    for side, parts in (("first", rule.write.first), ("second", rule.write.second)):
        for k, part in enumerate(parts):
            for path, name in names_in(part):
                yield ("write", side, k, part.word, *path), name


def _check_hand_over(rules: dict[str, Rule], located: dict[str, tuple[Located, int]]) -> Iterable[Problem]:
    """``then`` must name a pair rule that knows what the type becomes, and never lead back."""
    for rule in rules.values():
        source, k = located[rule.id]
        path = ("rules", k, "then")
        seen = [rule.id]
        current = rule
        while current.then is not None:
            target = rules.get(current.then)
            if target is None:
                if current is rule:
                    yield source.problem(path, "R303", f"unknown rule '{rule.then}'{nearest(str(rule.then), rules)}")
                break
            if target.id in seen:
                yield source.problem(path, "R304", f"'then' goes in a circle: {' -> '.join([*seen, target.id])}")
                break
            if current is rule and rule.type not in target.becomes:
                yield source.problem(path, "R305", f"rule '{target.id}' does not say what {rule.type} becomes")
            seen.append(target.id)
            current = target
