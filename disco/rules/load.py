"""All rule files into one rule book: ours, then the user's; everything wrong is said at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from disco import _paths
from disco._errors import Problem, RuleError, UsageError, unknown
from disco._files import is_hidden, same_place
from disco._yaml import Place
from disco.english.facts import facts
from disco.rules.bindings import check_hand_over
from disco.rules.blame import Blame
from disco.rules.files import RULE_KINDS
from disco.rules.gate import gate_words
from disco.rules.labels import labels_of
from disco.rules.loader import Loader
from disco.rules.pairs import pair_settings
from disco.rules.published import published
from disco.rules.rulebook import Rulebook, RuleSet
from disco.rules.weights import weights

SHARED = ("connectives.yaml", "definitions.yaml")


def load_rulebook(
    extra: Sequence[Path] = (), scope: str = "all", model: str = _paths.DEFAULT_MODEL
) -> Rulebook:
    """The shipped rules of every job, then the user's: added, replaced by id, or switched off, as
    connectives of ours are.

    Raises RuleError with every problem of every file.
    """
    loader = Loader()
    home = _paths.rules_dir()
    for name in SHARED:
        loader.take(home / name, ours=True)
    for job in RULE_KINDS:
        for path in sorted((home / job.name).glob("*.yaml")):
            loader.take(path, ours=True)
    for path in rule_files(extra):
        loader.take(path, ours=False)
    loader.define(labels_of(_paths.model_dir(model)))
    raw = loader.raw_rules()
    blame = Blame(
        loader.theirs,
        {name: place for found in raw.values() for name, place in found.replaced.items()},
        {name: job for job, found in raw.items() for name in found.found},
    )
    rules = {job.name: loader.rules(job, raw[job.name].found, blame) for job in RULE_KINDS}
    off = _switched_off(loader, [name for found in raw.values() for name in found.found])
    for job in RULE_KINDS:
        for name in off:
            rules[job.name].pop(name, None)
    loader.problems.extend(check_hand_over(rules["unfuse"], loader.texts["unfuse"], off))
    if not loader.problems:
        # what a rule of ours used that a user's takes the place of is none of his concern
        theirs = loader.theirs
        found = (p for p in loader.shared.unused() if not theirs or p.file in theirs)
        loader.problems.extend(found)
    if loader.problems:
        raise RuleError(_to_show(loader))

    kept = [c for c in loader.connectives(ours=True) if c.word not in off]
    connectives = (*kept, *loader.connectives(ours=False))

    sets: dict[str, Any] = {
        job.name: RuleSet(tuple(rules[job.name].values()), loader.texts[job.name])
        for job in RULE_KINDS
    }
    book = Rulebook(**sets, connectives=connectives, definitions=loader.shared, off=off)
    return book.in_scope(scope)


def _to_show(loader: Loader) -> list[Problem]:
    """Each problem once; where a user's files have some, those alone, since ours have none that do
    not come of them."""
    each = list(dict.fromkeys(loader.problems))
    of_users = [problem for problem in each if problem.file in loader.theirs]
    return [*of_users, *loader.shared.misfits()] or each


def check_shared() -> None:
    """Read the files that stand beside the rules; RuleError with what is wrong in one."""
    for read in (facts, gate_words, pair_settings, published, weights):
        read()
    weights(of_split=True)


def _switched_off(loader: Loader, rules: Iterable[str]) -> dict[str, Place]:
    """The rules and connectives that the files switch off, and where; unknown ones are
    problems."""
    known = [*rules, *sorted(loader.vocabulary.connectives)]
    found: dict[str, Place] = {}
    for source, file in ((each.source, each.file) for each in loader.files):
        for k, pattern in enumerate(file.off):
            meant = [name for name in known if fnmatchcase(name, pattern)]
            if not meant:
                message = unknown("rule or connective", pattern, known)
                loader.problems.append(source.problem(("off", k), "R302", message))
            found.update(dict.fromkeys(meant, source.place(("off", k))))
            own = {rule.get("id") for rule in file.rules if isinstance(rule, dict)}
            for name in (name for name in meant if name in own):
                message = f"'{name}' is a rule of this file, which switches it off"
                loader.problems.append(source.problem(("off", k), "R302", message))
    return found


def rule_files(extra: Iterable[Path]) -> Iterator[Path]:
    """The rule files that a user names, one by one or by their folder, each once, and none that
    is hidden; UsageError where there is none."""
    known: set[Path] = set()
    for path in extra:
        if not path.exists():
            raise UsageError(f"no such rule file or folder: {path}")
        found = [path]
        if path.is_dir():
            every = sorted(p for p in path.rglob("*") if p.suffix in {".yaml", ".yml"})
            found = [p for p in every if not is_hidden(p, path)]
        if not found:
            raise UsageError(f"no rule files (*.yaml, *.yml) in {path}")
        for each in found:
            place = same_place(each)
            if place not in known:
                known.add(place)
                yield each
