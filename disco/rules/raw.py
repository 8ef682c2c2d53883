"""Rule files, and the rules in them, as they stand: read, and not yet checked by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from disco._errors import Problem, RuleError, unknown
from disco._schema_errors import problems_of
from disco._yaml import Located, Place, read
from disco.match.model import in_list
from disco.rules.extends import extended, with_defaults, with_examples
from disco.rules.files import RULE_KINDS, RuleFile, RuleKind


@dataclass(frozen=True, slots=True)
class RawFile:
    """A rule file, of ours or of a user's, and what it lacks."""

    source: Located
    file: RuleFile
    ours: bool
    problems: Sequence[Problem]


@dataclass(frozen=True, slots=True)
class RawRule:
    """A rule as it stands, with what its file says for ``each``, if it has not taken that over
    already, and the names of the tokens and spans that it states itself."""

    source: Located
    each: Located | None
    stated: frozenset[str]


def read_file(path: Path, *, ours: bool) -> RawFile:
    """A rule file; RuleError with every problem of one whose rules nobody could look at."""
    source = read(path)
    try:
        file = RuleFile.model_validate(source.value)
    except ValidationError as error:
        raise RuleError(list(problems_of(error, source))) from error
    names = [job.name for job in RULE_KINDS]
    if file.job not in names:
        raise RuleError([source.problem(("job",), "R206", unknown("job", file.job, names))])
    problems = []
    if file.rules:
        lacking = [key for key in ("phenomenon", "about") if getattr(file, key) is None]
        problems = [source.problem((), "R205", f"'{key}' is missing") for key in lacking]
    elif file.each:
        message = "'each' is for the rules of its own file, and there are none"
        problems = [source.problem(("each",), "R206", message)]
    if "id" in file.each:
        message = "'id' is for one rule, and 'each' is for all of them"
        problems.append(source.problem(("each", "id"), "R206", message))
    return RawFile(source, file, ours, problems)


class RawRules:
    """The rules of a job by id, as they stand; a user's replaces one of ours.

    A rule that extends the one of its own id takes over from the one that it replaces, and where
    that is a user's too, its examples as well. ``replaced`` are those of ours that a user's file
    has instead, and where; ``problems`` what is wrong so far.
    """

    def __init__(self, job: RuleKind[Any], files: Iterable[RawFile]) -> None:
        self.found: dict[str, RawRule] = {}
        self.problems: list[Problem] = []
        of_job = [each for each in files if each.file.job == job.name]
        self._take_in(each for each in of_job if each.ours)
        before = set(self.found)
        own = self._take_in(each for each in of_job if not each.ours)
        self.replaced = {name: place for name, place in own.items() if name in before}

    def _take_in(self, files: Iterable[RawFile]) -> Mapping[str, Place]:
        """Add the rules of files, all of which are ours or none; gives where each of them is."""
        own: dict[str, Place] = {}
        for raw in files:
            each = raw.source.part("each") if raw.file.each else None
            for rule in raw.source.items("rules"):
                self._add(with_defaults(rule, each), each, own)
        return own

    def _add(self, rule: Located, each: Located | None, own: dict[str, Place]) -> None:
        name = rule.value.get("id") if isinstance(rule.value, dict) else None
        if not isinstance(name, str):
            message = "a rule is a mapping with an 'id'"
            if name is not None:
                message = f"'id': a name in letters belongs here, not {name!r:.40}"
            self.problems.append(rule.problem(("id",), "R205", message))
            return
        place, there = rule.place(("id",)), own.get(name)
        extends_itself = rule.value.get("extends") == name and name in self.found
        if there is not None and (there.file == place.file or not extends_itself):
            message = f"rule '{name}' stands twice: here and in {there}"
            self.problems.append(rule.problem(("id",), "R301", message))
        bound = (rule.value.get("spans"), *in_list(rule.value.get("find", [])))
        stated = frozenset(n for names in bound if isinstance(names, dict) for n in names)
        if extends_itself:
            whole = extended(rule, sources_of(self.found))
            if isinstance(whole, Problem):
                self.problems.append(whole)
                return
            whole = whole if there is None else with_examples(whole, self.found[name].source)
            rule, each = with_defaults(whole, each), None
        own[name] = place
        self.found[name] = RawRule(rule, each, stated)


def sources_of(rules: Mapping[str, RawRule]) -> dict[str, Located]:
    """What the rules say, by id."""
    return {name: rule.source for name, rule in rules.items()}
