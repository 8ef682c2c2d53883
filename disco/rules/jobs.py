"""The jobs that rules do; each has a folder in rules/ and a kind of rule of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from disco._errors import Problem
from disco.rules.categorizing import CategoryRule
from disco.rules.fusing import FuseRule
from disco.rules.located import Located
from disco.rules.names import check_hand_over
from disco.rules.schema import R, RuleFile
from disco.rules.unfusing import UnfuseRule


@dataclass(frozen=True, slots=True)
class Job(Generic[R]):
    """A job: its name, what its files may say, and what its rules together must be."""

    name: str
    file: type[RuleFile[R]]
    check: Callable[[dict[str, R], dict[str, tuple[Located, int]]], Iterable[Problem]]


def _nothing(*_: object) -> Iterable[Problem]:
    """The rules of this job have nothing to do with each other."""
    return ()


UNFUSE = Job("unfuse", RuleFile[UnfuseRule], check_hand_over)
CATEGORIZE = Job("categorize", RuleFile[CategoryRule], _nothing)
FUSE = Job("fuse", RuleFile[FuseRule], _nothing)
JOBS: tuple[Job[Any], ...] = (UNFUSE, CATEGORIZE, FUSE)
