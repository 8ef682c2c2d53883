"""Rule files into rules: read, validated against the schema, their names checked, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from disco import _paths
from disco._errors import Problem, RuleError, UsageError, nearest
from disco.lexicon import Connective, ConnectiveFile
from disco.rules.categorizing import CategoryRule
from disco.rules.fusing import FuseRule
from disco.rules.jobs import CATEGORIZE, FUSE, JOBS, UNFUSE, Job
from disco.rules.located import Located, read
from disco.rules.names import check_names
from disco.rules.schema import BaseRule, R, RuleFile
from disco.rules.unfusing import UnfuseRule
from disco.words import Part, Test

M = TypeVar("M", bound=BaseModel)
LEXICON = "connectives.yaml"


@dataclass(frozen=True, slots=True)
class RuleSet(Generic[R]):
    """The rules in the order in which they are tried, the connectives, and where each rule is."""

    rules: tuple[R, ...]
    connectives: tuple[Connective, ...]
    files: dict[str, str]

    def in_scope(self, scope: str) -> RuleSet[R]:
        """Only what the paper has, or everything."""
        if scope == "all":
            return self
        rules = tuple(r for r in self.rules if r.scope == scope)
        connectives = tuple(c for c in self.connectives if c.source == scope)
        return RuleSet(rules, connectives, self.files)

    def get(self, rule_id: str) -> R:
        """The rule of that id; raises UsageError with the nearest one."""
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        known = [r.id for r in self.rules]
        raise UsageError(f"unknown rule '{rule_id}'{nearest(rule_id, known)}")


def load_rules(job: Job[R], extra: Sequence[Path] = ()) -> RuleSet[R]:
    """The shipped rules of a job, then the user's: added, replaced by id, or switched off.

    The user's files for other jobs are passed over.
    """
    home = _paths.rules_dir()
    problems: list[Problem] = []
    connectives = _load_lexicon(home / LEXICON, problems)
    rules: dict[str, R] = {}
    files: dict[str, str] = {}
    located: dict[str, tuple[Located, int]] = {}
    for path in [*sorted((home / job.name).glob("*.yaml")), *_user_files(extra)]:
        if path.name == LEXICON:
            connectives = [*connectives, *_load_lexicon(path, problems)]
            continue
        found = _load_file(path, job, problems)
        if found is None:
            continue
        source, file = found
        own: set[str] = set()
        for k, rule in enumerate(file.rules):
            if rule.id in own:
                problems.append(
                    source.problem(
                        ("rules", k, "id"), "R301", f"rule '{rule.id}' stands twice in this file"
                    )
                )
            own.add(rule.id)
            rules[rule.id] = rule
            files[rule.id] = str(path)
            located[rule.id] = (source, k)
        for k, name in enumerate(file.off):
            if name not in rules:
                problems.append(
                    source.problem(
                        ("off", k), "R302", f"unknown rule '{name}'{nearest(name, rules)}"
                    )
                )
            rules.pop(name, None)
    problems.extend(job.check(rules, located))
    if problems:
        raise RuleError(problems)
    return RuleSet(tuple(rules.values()), tuple(connectives), files)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of every job."""

    unfuse: RuleSet[UnfuseRule]
    categorize: RuleSet[CategoryRule]
    fuse: RuleSet[FuseRule]

    @property
    def sets(self) -> tuple[RuleSet[Any], ...]:
        """The rules of each job, in the order of the jobs."""
        return self.unfuse, self.categorize, self.fuse

    def get(self, rule_id: str) -> tuple[BaseRule, str]:
        """The rule of that id, of whatever job, and its file; raises UsageError for another."""
        rules = {rule.id: (rule, s.files[rule.id]) for s in self.sets for rule in s.rules}
        if rule_id not in rules:
            raise UsageError(f"unknown rule '{rule_id}'{nearest(rule_id, rules)}")
        return rules[rule_id]


def load_rulebook(extra: Sequence[Path] = (), scope: str = "all") -> Rulebook:
    """The rules of every job, those of the user with them."""
    return Rulebook(
        load_rules(UNFUSE, extra).in_scope(scope),
        load_rules(CATEGORIZE, extra).in_scope(scope),
        load_rules(FUSE, extra).in_scope(scope),
    )


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


def _load_file(
    path: Path, job: Job[R], problems: list[Problem]
) -> tuple[Located, RuleFile[R]] | None:
    try:
        source = read(path)
    except RuleError as error:
        problems.extend(error.problems)
        return None
    theirs = source.value.get("job", UNFUSE.name) if isinstance(source.value, dict) else job.name
    known = [j.name for j in JOBS]
    if theirs not in known:
        message = f"unknown job '{theirs}'{nearest(str(theirs), known)}"
        problems.append(source.problem(("job",), "R206", message))
    if theirs != job.name:
        return None
    file = _validate(source, job.file, problems)
    if file is None:
        return None
    for k, rule in enumerate(file.rules):
        problems.extend(check_names(source, k, rule))
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
