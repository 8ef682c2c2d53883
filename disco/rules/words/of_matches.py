"""Tests on the match as a whole, and tests made of other tests."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from disco.match.match import Match
from disco.rules.language import AnyTest, SomeTests, Test, all_hold


class Always(Test):
    """Holds of every match: for an exception that names why a rule never writes by default."""

    word = "always"
    wanted: Literal[True] = Field(True, alias="true")

    def holds(self, match: Match) -> bool:
        return True


class Composed(Test):
    """A test made of others, which are all of its argument."""

    @classmethod
    def parse(cls, argument: Any) -> Any:
        return {cls.main: argument}


class Not(Composed):
    """The test does not hold."""

    word = "not"
    test: AnyTest

    def holds(self, match: Match) -> bool:
        return not self.test.holds(match)


class Any_(Composed):
    """At least one of the tests holds."""

    word = "any"
    tests: SomeTests

    def holds(self, match: Match) -> bool:
        return any(t.holds(match) for t in self.tests)


class All(Composed):
    """All of the tests hold."""

    word = "all"
    tests: SomeTests

    def holds(self, match: Match) -> bool:
        return all_hold(self.tests, match)
