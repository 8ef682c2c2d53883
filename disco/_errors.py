"""Everything that disco raises on purpose.

DiscoError
├── UsageError        the call is wrong: a missing file, an unknown type (exit code 2)
│   └── RuleError     a rule file is wrong; carries every problem found, each with its place
└── WorkError         the call was right and the work failed (exit code 1)
    └── ModelMissing  the English model is not installed
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_FEW = 20  # names that a message may list


class DiscoError(Exception):
    """Base of all errors that disco raises on purpose."""

    exit_code = 1


class UsageError(DiscoError):
    """What was asked for cannot be done as asked."""

    exit_code = 2


class WorkError(DiscoError):
    """The work was understood and failed."""


class ModelMissing(WorkError):
    """The spaCy model is not installed."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a rule file, with its place (1-based) and a stable code."""

    file: str
    line: int
    column: int
    code: str
    message: str
    context: str = ""

    def __str__(self) -> str:
        head = f"{self.file}:{self.line}:{self.column} {self.code} {self.message}"
        return f"{head}\n{self.context}" if self.context else head


class RuleError(UsageError):
    """One or more rule files do not load; ``problems`` has all of them at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, problems)))

    def __reduce__(self) -> tuple[type[RuleError], tuple[tuple[Problem, ...]]]:
        """Another process makes it of its problems, too."""
        return RuleError, (self.problems,)


class UnknownName(ValueError):
    """A value is none of those known, to a schema that says so with all else that is wrong."""

    def __init__(self, what: str, given: object, known: Iterable[str], more: str = "") -> None:
        super().__init__(unknown(what, given, known) + more)


def unknown(what: str, given: object, known: Iterable[str]) -> str:
    """What is said of a value that is none of those known: the nearest, or all where they are
    few."""
    names = list(known)
    few = f"; it may be {', '.join(names)}" if 0 < len(names) <= _FEW else ""
    return f"unknown {what} '{given}'{nearest(str(given), names) or few}"


def nearest(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` for the closest known name, or nothing when none is close.

    One of the same letters in another order is the closest: VBG, and not VB, for *VGB*.
    """
    found = nearest_of(name, known)
    return f"; did you mean '{found}'?" if found else ""


def nearest_of(name: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """The closest known name, if one is close: as much alike as ``least``, from 0 to 1."""
    by_letters = {k.lower(): k for k in known if k != name}
    given = name.lower()
    swapped = [k for k in by_letters if sorted(k) == sorted(given)]
    close = swapped or difflib.get_close_matches(given, by_letters, n=1, cutoff=least)
    return by_letters[close[0]] if close else None


def many(count: int, what: str) -> str:
    """A number of things, as messages say it: ``1 line``, ``1,200 lines``."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
