"""Whose a problem is that a rule has, where it stands in another one, or in a file of ours."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from disco._errors import Problem
from disco._yaml import Located, Place
from disco.rules.raw import RawRule


@dataclass(slots=True)
class Blame:
    """What has to be known for that: the files of a user (``theirs``), the rules of ours that these
    replace and where, and the job of each rule."""

    theirs: Collection[str]
    replaced: dict[str, Place] = field(default_factory=dict)
    job_of: dict[str, str] = field(default_factory=dict)

    def of_rule(self, problem: Problem, rule: RawRule, known: Collection[Problem]) -> Problem:
        """The problem, with the name of the rule where it stands in the one that this extends,
        which by itself is without it; those that are ``known`` that one has, too."""
        value = rule.source.value
        if problem.code == "R204" and "extends" in value:
            hint = f"; those of '{value['extends']}' come first, if not 'find: {{instead:'"
            return replace(problem, message=problem.message + hint)
        name = value["id"]  # what extends the one of its own id has taken it over already
        place = (problem.file, problem.line)
        if rule.each is not None and place in _lines(rule.each):
            return replace(problem, message=f"{problem.message}; in '{name}'")
        whose = f"in '{name}', which extends '{value.get('extends', name)}'"
        own_place = rule.source.place(("id",))
        if problem.file not in self.theirs and own_place.file in self.theirs:
            message = f"{problem.message}; {whose}, at {problem.file}:{problem.line}"
            return rule.source.problem(("extends",), problem.code, message)
        if place not in _lines(rule.source) and problem not in known:
            named = replace(problem, message=f"{problem.message}; {whose}")
            return self.of_base(named, rule.source)
        base = str(value.get("extends"))
        if own_place.file not in self.theirs and base in self.replaced:
            message = f"this takes the place of ours, which '{name}' extends, and so has to fit it:"
            at = f"{problem.message}, at {problem.file}:{problem.line}"
            return self.replaced[base].problem(problem.code, f"{message} {at}")
        return problem

    def of_base(self, problem: Problem, rule: Located) -> Problem:
        """The problem, with the place of the user's rule that stands in the place of the one that
        the rule extends, or the job of one that is not of this rule's."""
        base = str(rule.value.get("extends"))
        if problem.code == "R303" and base in self.job_of:
            job = f"'job: {self.job_of[base]}', which the top of the file has to say"
            return replace(problem, message=f"'{base}' is for {job}")
        if base not in self.replaced or rule.place(("id",)) in self.replaced.values():
            return problem
        yours = f"'{base}' is yours, at {self.replaced[base]}, in the place of ours"
        return replace(problem, message=f"{problem.message}; {yours}")


def _lines(source: Located) -> set[tuple[str, int]]:
    return {(place.file, place.line) for place in source.places.values()}
