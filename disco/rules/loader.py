"""Rule files on their way to a rule book: read, put together, checked, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from disco._errors import Problem, RuleError
from disco._schema_errors import problems_of
from disco._types import CATEGORIES, TYPES
from disco._yaml import Located, Place
from disco.match.lexicon import Connective
from disco.match.model import Vocabulary
from disco.rules.bindings import check_doubts, check_examples, check_names, check_removed
from disco.rules.blame import Blame
from disco.rules.definitions import Definitions
from disco.rules.extends import extended, with_defaults
from disco.rules.files import RULE_KINDS, RuleKind
from disco.rules.language import LanguageWord, models_in
from disco.rules.raw import RawFile, RawRule, RawRules, read_file, sources_of
from disco.rules.salvage import what_holds
from disco.rules.schema import BaseRule, R


@dataclass(slots=True)
class Loader:
    """Rule files on their way to a rule book, and every problem met on it."""

    problems: list[Problem] = field(default_factory=list)
    files: list[RawFile] = field(default_factory=list)
    theirs: set[str] = field(default_factory=set)  # the files of a user
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    shared: Definitions = field(init=False)  # once they are read
    texts: dict[str, dict[str, Located]] = field(default_factory=dict)

    def take(self, path: Path, *, ours: bool) -> None:
        """Read a file, of ours or of a user's."""
        if not ours:
            self.theirs.add(str(path))
        try:
            found = read_file(path, ours=ours)
        except RuleError as error:
            self.problems.extend(error.problems)
            return
        self.problems.extend(found.problems)
        self.files.append(found)

    def connectives(self, *, ours: bool) -> list[Connective]:
        """Those of our files, or of a user's."""
        return [c for each in self.files if each.ours is ours for c in each.file.connectives]

    def define(self, labels: Mapping[str, frozenset[str]]) -> None:
        """Gather what the rules may speak of: labels, types and categories, connectives, and read
        all definitions of all files."""
        types, categories = list(TYPES), dict(CATEGORIES)
        for each in self.files:
            types.extend(t for t in each.file.types if t not in types)
            for category, more in each.file.categories.items():
                known = categories.get(category, ())
                categories[category] = (*known, *(s for s in more if s not in known))
        self.problems.extend(_said_twice(self.files))
        self.vocabulary = Vocabulary(
            labels=labels,
            connectives=frozenset(c.word for each in self.files for c in each.file.connectives),
            types=tuple(types),
            categories=categories,
        )
        self.shared = Definitions(self.vocabulary)
        for each in self.files:
            if each.file.define:
                found = self.shared.gather(each.source.part("define"), ours=each.ours)
                self.problems.extend(found)
        self.problems.extend(self.shared.read())

    def raw_rules(self) -> dict[str, RawRules]:
        """The rules of each job as they stand, no two of which have one id."""
        raw = {job.name: RawRules(job, self.files) for job in RULE_KINDS}
        known: dict[str, Place] = {}
        for found in raw.values():
            self.problems.extend(found.problems)
            for name, rule in found.found.items():
                place = rule.source.place(("id",))
                if name in known:
                    message = f"rule '{name}' is of another job: see {known[name]}"
                    self.problems.append(rule.source.problem(("id",), "R301", message))
                known[name] = place
        return raw

    def rules(self, job: RuleKind[R], raw: Mapping[str, RawRule], blame: Blame) -> dict[str, R]:
        """The rules of a job, each checked by itself."""
        found: dict[str, R] = {}
        texts = self.texts[job.name] = {}
        sources = sources_of(raw)
        for name, rule in raw.items():
            whole = extended(rule.source, sources, (name,))
            if isinstance(whole, Problem):
                self.problems.append(blame.of_base(whole, rule.source))
                continue
            whole = texts[name] = with_defaults(whole, rule.each)
            checked, problems = self._checked(job, whole, rule.stated)
            said = [blame.of_rule(problem, rule, self.problems) for problem in problems]
            self.problems.extend(said)
            self.shared.blame(said, whole)
            if checked is not None:
                found[name] = checked
        return found

    def _checked(
        self, job: RuleKind[R], source: Located, own: frozenset[str]
    ) -> tuple[R | None, list[Problem]]:
        """A rule that fits its schema, and what is wrong with it; of one that does not fit what is
        wrong with its names, too.

        ``own`` are the tokens and spans that it states itself.
        """
        lost = frozenset(self.shared.lost)
        try:
            rule = job.rule.model_validate(source.value, context=self.vocabulary)
        except ValidationError as error:
            meant = [other.name for other in RULE_KINDS if other.fits(source.value)]
            if meant and not job.fits(source.value):
                message = f"a rule for 'job: {meant[0]}', which the top of the file has to say"
                return None, [source.problem(("id",), "R206", message)]
            partial, broken = what_holds(job.rule, source.value, self.vocabulary)
            problems = problems_of(error, source, _keys_of_others(job))
            # what does not hold may use any of the spans
            return None, [*problems, *check_names(source, partial, frozenset(), broken | lost)]
        return rule, [
            *check_names(source, rule, own, lost),
            *_check_words(source, rule, job.name),
            *_check_scope(source, rule),
            *check_removed(source, rule),
            *check_doubts(source, rule),
            *check_examples(source, rule),
        ]


def _said_twice(files: list[RawFile]) -> Iterator[Problem]:
    """Connectives of which all is said that is said elsewhere."""
    known: dict[tuple[object, ...], Place] = {}
    for each in files:
        for k, connective in enumerate(each.file.connectives):
            place = each.source.place(("connectives", k))
            first = known.setdefault(connective.said, place)
            if first is not place:
                message = f"connective '{connective.word}' is known already, all that is said of it"
                yield place.problem("R301", f"{message}: see {first}")


def _keys_of_others(job: RuleKind[Any]) -> dict[str, str]:
    """The keys that only rules of other jobs have, each with what is said of it in one of this."""
    having: dict[str, list[str]] = {}
    for other in RULE_KINDS:
        for key in other.rule.model_fields.keys() - job.rule.model_fields.keys():
            having.setdefault(key, []).append(other.name)
    return {k: f"'{k}' is for rules of 'job: {' and '.join(v)}'" for k, v in having.items()}


def _check_words(source: Located, rule: BaseRule, job: str) -> Iterator[Problem]:
    """Words of the rule language are asked for where they can hold."""
    for path, word in models_in(rule):
        if isinstance(word, LanguageWord) and word.jobs and job not in word.jobs:
            message = f"'{word.word}' is for rules of 'job: {' and '.join(word.jobs)}'"
            yield source.problem(path, "R206", message)


def _check_scope(source: Located, rule: BaseRule) -> Iterator[Problem]:
    """What the papers have are their own labels only."""
    kind, category = getattr(rule, "type", TYPES[0]), getattr(rule, "category", None)
    if rule.scope == "paper" and (kind not in TYPES or category not in {None, *CATEGORIES}):
        message = "scope: paper goes with the data set's own types and categories"
        yield source.problem(("scope",), "R206", message)
