"""Rule files on their way to a rule book: read, put together, checked, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from disco._errors import Problem, RuleError, unknown
from disco._schema_errors import problems_of
from disco._types import CATEGORIES, TYPES
from disco._yaml import Located, Place, read
from disco.match.lexicon import Connective
from disco.match.model import Vocabulary
from disco.rules.bindings import check_examples, check_names, check_removed
from disco.rules.definitions import Definitions
from disco.rules.extends import extended, with_defaults, with_examples
from disco.rules.files import JOBS, Job, RuleFile
from disco.rules.language import words_in
from disco.rules.salvage import what_holds
from disco.rules.schema import BaseRule, R


@dataclass(slots=True)
class Loader:
    """Rule files on their way to a rule book, and every problem met on it."""

    problems: list[Problem] = field(default_factory=list)
    connectives: list[Connective] = field(default_factory=list)
    files: list[tuple[Located, RuleFile]] = field(default_factory=list)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    shared: Definitions = field(init=False)  # once they are read
    texts: dict[str, dict[str, Located]] = field(default_factory=dict)
    replaced: dict[str, Place] = field(default_factory=dict)  # rules of ours, by a user's
    defaults: dict[str, Located | None] = field(default_factory=dict)
    stated: dict[str, frozenset[str]] = field(default_factory=dict)  # the spans of each rule's own
    theirs: set[str] = field(default_factory=set)  # the files of a user
    job_of: dict[str, str] = field(default_factory=dict)  # of each rule
    _said: dict[tuple[object, ...], Place] = field(default_factory=dict)  # of connectives

    def take(self, path: Path) -> None:
        """Read a file."""
        try:
            source = read(path)
        except RuleError as error:
            self.problems.extend(error.problems)
            return
        try:
            file = RuleFile.model_validate(source.value)
        except ValidationError as error:
            self.problems.extend(problems_of(error, source))
            return
        names = [job.name for job in JOBS]
        if file.job not in names:
            message = unknown("job", file.job, names)
            self.problems.append(source.problem(("job",), "R206", message))
            return
        if file.rules:
            for key in ("phenomenon", "about"):
                if getattr(file, key) is None:
                    self.problems.append(source.problem((), "R205", f"'{key}' is missing"))
        elif file.each:
            message = "'each' is for the rules of its own file, and there are none"
            self.problems.append(source.problem(("each",), "R206", message))
        for k, connective in enumerate(file.connectives):
            place = source.place(("connectives", k))
            first = self._said.setdefault(connective.said, place)
            if first is not place:
                message = f"connective '{connective.word}' is known already, all that is said of it"
                message = f"{message}: see {first}"
                self.problems.append(source.problem(("connectives", k), "R301", message))
        self.connectives.extend(file.connectives)
        self.files.append((source, file))

    def vocabulary_of(self, labels: Mapping[str, frozenset[str]]) -> None:
        """Gather what the rules may speak of: labels, types and categories, connectives."""
        types, categories = list(TYPES), dict(CATEGORIES)
        for _, file in self.files:
            types.extend(t for t in file.types if t not in types)
            for category, more in file.categories.items():
                known = categories.get(category, ())
                categories[category] = (*known, *(s for s in more if s not in known))
        self.vocabulary = Vocabulary(
            labels=labels,
            connectives=frozenset(c.word for c in self.connectives),
            types=tuple(types),
            categories=categories,
        )

    def define(self, shipped: int) -> None:
        """Read all definitions of all files, of which the first ``shipped`` are ours."""
        self.shared = Definitions(self.vocabulary)
        for number, (source, file) in enumerate(self.files):
            if file.define:
                ours = number < shipped
                self.problems.extend(self.shared.gather(source.part("define"), ours=ours))
        self.problems.extend(self.shared.read())

    def raw_rules(self, job: Job[Any], shipped: int) -> dict[str, Located]:
        """The rules of a job by id, as they stand; a user's replaces one of ours.

        The first ``shipped`` files are ours. A rule that extends the one of its own id takes over
        from the one that it replaces, and where that is a user's too, its examples as well.
        """
        found: dict[str, Located] = {}
        own: dict[str, Place] = {}
        for number, (source, file) in enumerate(self.files):
            if number == shipped:
                own = {}
            if file.job != job.name:
                continue
            each = source.part("each") if file.each else None
            for rule in source.items("rules"):
                rule = with_defaults(rule, each)
                name = rule.value.get("id") if isinstance(rule.value, dict) else None
                if not isinstance(name, str):
                    message = "a rule is a mapping with an 'id'"
                    if name is not None:
                        message = f"'id': a name in letters belongs here, not {name!r:.40}"
                    self.problems.append(rule.problem(("id",), "R205", message))
                    continue
                self.defaults[name] = each
                extends_itself = rule.value.get("extends") == name and name in found
                there = name in own and own[name].file == rule.place(("id",)).file
                if there or (name in own and not extends_itself):
                    message = f"rule '{name}' stands twice: here and in {own[name]}"
                    self.problems.append(rule.problem(("id",), "R301", message))
                spans = rule.value.get("spans")
                self.stated[name] = frozenset(spans if isinstance(spans, dict) else ())
                if extends_itself:
                    whole = extended(rule, found)
                    if isinstance(whole, Problem):
                        self.problems.append(whole)
                        continue
                    rule = with_examples(whole, found[name]) if name in own else whole
                    rule = with_defaults(rule, each)
                    self.defaults[name] = None
                own[name] = rule.place(("id",))
                if number >= shipped and name in found:
                    self.replaced[name] = own[name]
                found[name] = rule
        return found

    def rules(self, job: Job[R], raw: Mapping[str, Located]) -> dict[str, R]:
        """The rules of a job, each checked by itself."""
        found: dict[str, R] = {}
        self.texts[job.name] = {}
        for name, source in raw.items():
            whole = extended(source, raw, (name,))
            if isinstance(whole, Problem):
                self.problems.append(self._with_place(whole, source))
                continue
            whole = with_defaults(whole, self.defaults[name])
            self.texts[job.name][name] = whole
            before = len(self.problems)
            rule = self._rule(job, whole, self.stated[name])
            self._say_whose(source, before)
            self.shared.blame(self.problems[before:], whole)
            if rule is not None:
                found[name] = rule
        return found

    def _say_whose(self, rule: Located, before: int) -> None:
        """Name the rule in its problems that stand in the one that it extends, which by itself is
        without them."""
        own = _lines(rule)
        for k in range(before, len(self.problems)):
            found = self.problems[k]
            if found.code == "R204" and "extends" in rule.value:
                hint = f"; those of '{rule.value['extends']}' come first, if not 'find: {{instead:'"
                self.problems[k] = replace(found, message=found.message + hint)
                continue
            name = rule.value["id"]  # what extends the one of its own id has taken it over already
            each = self.defaults[name]
            if each is not None and (found.file, found.line) in _lines(each):
                self.problems[k] = replace(found, message=f"{found.message}; in '{name}'")
                continue
            whose = f"in '{name}', which extends '{rule.value.get('extends', name)}'"
            if found.file not in self.theirs and rule.place(("id",)).file in self.theirs:
                message = f"{found.message}; {whose}, at {found.file}:{found.line}"
                self.problems[k] = rule.problem(("extends",), found.code, message)
            elif (found.file, found.line) not in own and found not in self.problems[:before]:
                found = replace(found, message=f"{found.message}; {whose}")
                self.problems[k] = self._with_place(found, rule)

    def _with_place(self, problem: Problem, rule: Located) -> Problem:
        """Name the user's rule that stands in the place of the one that a rule of ours extends, or
        the job of one that is not of this rule's."""
        base = str(rule.value.get("extends"))
        if problem.code == "R303" and base in self.job_of:
            job = f"'job: {self.job_of[base]}', which the top of the file has to say"
            return replace(problem, message=f"'{base}' is for {job}")
        if base not in self.replaced or rule.place(("id",)) in self.replaced.values():
            return problem
        yours = f"'{base}' is yours, at {self.replaced[base]}, in the place of ours"
        return replace(problem, message=f"{problem.message}; {yours}")

    def _rule(self, job: Job[R], source: Located, own: frozenset[str]) -> R | None:
        """A rule that fits its schema; of one that does not, what is wrong, its names too.

        ``own`` are the spans that it states itself, and must use.
        """
        try:
            rule = job.rule.model_validate(source.value, context=self.vocabulary)
        except ValidationError as error:
            meant = [other.name for other in JOBS if other.fits(source.value)]
            if meant and not job.fits(source.value):
                message = f"a rule for 'job: {meant[0]}', which the top of the file has to say"
                self.problems.append(source.problem(("id",), "R206", message))
                return None
            self.problems.extend(problems_of(error, source, _keys_of_others(job)))
            partial, broken = what_holds(job.rule, source.value, self.vocabulary)
            # what does not hold may use any of the spans
            self.problems.extend(check_names(source, partial, frozenset(), broken))
            return None
        self.problems.extend(check_names(source, rule, own))
        self.problems.extend(_check_words(source, rule, job.name))
        self.problems.extend(_check_scope(source, rule))
        self.problems.extend(check_removed(source, rule))
        self.problems.extend(check_examples(source, rule))
        return rule


def _lines(source: Located) -> set[tuple[str, int]]:
    return {(place.file, place.line) for place in source.places.values()}


def _keys_of_others(job: Job[Any]) -> dict[str, str]:
    """The keys that only rules of other jobs have, each with what is said of it in one of this."""
    having: dict[str, list[str]] = {}
    for other in JOBS:
        for key in other.rule.model_fields.keys() - job.rule.model_fields.keys():
            having.setdefault(key, []).append(other.name)
    return {k: f"'{k}' is for rules of 'job: {' and '.join(v)}'" for k, v in having.items()}


def _check_words(source: Located, rule: BaseRule, job: str) -> Iterator[Problem]:
    """Words of the rule language are asked for where they can hold."""
    for path, word in words_in(rule):
        if word.jobs and job not in word.jobs:
            message = f"'{word.word}' is for rules of 'job: {' and '.join(word.jobs)}'"
            yield source.problem(path, "R206", message)


def _check_scope(source: Located, rule: BaseRule) -> Iterator[Problem]:
    """What the papers have are their own labels only."""
    kind, category = getattr(rule, "type", TYPES[0]), getattr(rule, "category", None)
    if rule.scope == "paper" and (kind not in TYPES or category not in {None, *CATEGORIES}):
        message = "scope: paper goes with the data set's own types and categories"
        yield source.problem(("scope",), "R206", message)
