"""``extends``: a rule like another one, but for what it says itself.

What the rule says replaces what the other one says; in ``find``, ``spans``, ``unless``, ``remove``,
``becomes`` and ``write`` key by key. ``require`` adds to the other's tests.
``drop: [unless.newcomer, then]`` names what it leaves out.
``require: {instead: [...]}``, ``unless: {instead: {...}}`` and so on replace the whole section.
Examples are never taken over, but where two files of a user extend one rule under its own id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from disco._errors import Problem, nearest, unknown
from disco._yaml import Keys, Located, Place
from disco.match.model import in_list

BY_KEY = frozenset({"find", "spans", "unless", "remove", "becomes", "write"})
SECTIONS = BY_KEY | {"require"}
OWN = frozenset({"id", "extends", "drop", "examples"})
INSTEAD = "instead"
DROP = "drop"
DROPPED = "(dropped)"  # beside "use": what is left out, also of what the groups give


def extended(
    rule: Located, known: Mapping[str, Located], above: tuple[str, ...] = ()
) -> Located | Problem:
    """A rule with all that it takes over from the one that it extends, if any.

    ``known`` are the rules by id; a rule that replaces one of its own id extends the one replaced.
    """
    base = rule.value.get("extends") if isinstance(rule.value, dict) else None
    if base is None:
        if isinstance(rule.value, dict) and DROP in rule.value:
            message = f"'{DROP}' goes with 'extends', which says whose rule this is like"
            return rule.problem((DROP,), "R306", message)
        return rule
    if not isinstance(base, str):
        return rule.problem(("extends",), "R303", "'extends' names one rule by its id")
    if base not in known:
        message = unknown("rule", base, known)
        return rule.problem(("extends",), "R303", message)
    if base in above:
        circle = " -> ".join([*above[above.index(base) :], str(base)])
        return rule.problem(("extends",), "R304", f"'extends' goes in a circle: {circle}")
    parent = extended(known[base], known, (*above, str(base)))
    if isinstance(parent, Problem):
        return rule.problem(("extends",), parent.code, parent.message)
    drops = list(enumerate(map(str, in_list(rule.value.get(DROP, [])))))
    if drops:  # the other rule stays as it is
        parent = Located(deepcopy(parent.value), dict(parent.places))
    left = [(k, name) for k, name in drops if not _dropped(parent, name, rule.place((DROP, k)))]
    found = _merged(parent, rule)
    # of a group that the rule itself uses
    wrong = [(k, name) for k, name in left if not _noted(found, name, rule.place((DROP, k)))]
    if wrong:
        kept = [f"{s}.{n}" for s in BY_KEY for n in _keys(parent.value.get(s)) if n != "use"]
        names = [*kept, *parent.value]
        said = " nor ".join(f"'{name}'{_meant(name, names)}" for _, name in wrong)
        return rule.problem((DROP, wrong[0][0]), "R306", f"'{base}' has no {said}")
    return found


def _meant(name: str, names: Sequence[str]) -> str:
    """What is meant by a name that there is not: ``newcomer`` may be the exception of a group."""
    hint = nearest(name, names)
    return hint if hint or "." in name else f"; an exception is 'unless.{name}'"


def _keys(section: Any) -> list[str]:
    """The keys of a section; none of what should be one."""
    return list(section) if isinstance(section, dict) else []


def _dropped(rule: Located, name: str, place: Place) -> bool:
    """Take out a key; False where there is none. Beside ``use`` it is remembered, for what the
    groups give, with whether the rule had it itself."""
    section, _, key = name.partition(".")
    if not key:
        return rule.value.pop(section, None) is not None
    inside = rule.value.get(section)
    if not isinstance(inside, dict):
        return False
    had = inside.pop(key, None) is not None
    if key == "use":
        inside.pop(DROPPED, None)
        return had
    return _noted(rule, name, place, had=had) or had


def _noted(rule: Located, name: str, place: Place, *, had: bool = False) -> bool:
    """Remember beside ``use`` what is dropped of its groups; False where there is none."""
    section, _, key = name.partition(".")
    inside = rule.value.get(section)
    if not isinstance(inside, dict) or "use" not in inside:
        return False
    inside[DROPPED] = {**inside.get(DROPPED, {}), key: had}
    rule.places[section, DROPPED] = place
    return True


def with_defaults(rule: Located, each: Located | None) -> Located:
    """A rule with what its file says for each, as if it extended that. One that extends another may
    take it from there: it waits until that is known."""
    if each is None or not isinstance(rule.value, dict) or {"extends", DROP} & rule.value.keys():
        return rule
    return _merged(each, rule)


def with_examples(rule: Located, other: Located) -> Located:
    """A rule with the examples of another one before its own: the two are one rule, which is said
    in two files."""
    theirs = other.value.get("examples", [])
    if not isinstance(theirs, list) or not isinstance(rule.value.get("examples", []), list):
        return rule
    found = Located({**rule.value, "examples": []}, dict(rule.places))
    for source in (other, rule):
        for k in range(len(source.value.get("examples", []))):
            _copy(source, ("examples", k), found, ("examples", len(found.value["examples"])))
    return found


def _merged(parent: Located, child: Located) -> Located:
    found = Located({}, {(): child.places[()]})
    for key in {**parent.value, **child.value}:
        if key in SECTIONS and _instead(child.value.get(key)):
            _copy(child, (key, INSTEAD), found, (key,))
            continue
        if key in OWN or key not in parent.value:
            source = child if key in child.value else None
        elif key not in child.value:
            source = parent
        elif key == "require":
            _add_tests(found, parent, child)
            continue
        elif (
            key in BY_KEY
            and isinstance(parent.value[key], dict)
            and isinstance(child.value[key], dict)
        ):
            _add_mapping(found, parent, child, (key,))
            continue
        else:
            source = child
        if source is not None and key not in {"extends", DROP}:
            _copy(source, (key,), found, (key,))
    return found


def _instead(section: Any) -> bool:
    return isinstance(section, dict) and set(section) == {INSTEAD}


def _add_tests(found: Located, parent: Located, child: Located) -> None:
    """The tests of both, the other's first."""
    found.value["require"] = []
    found.places["require",] = child.places["require",]
    for source in (parent, child):
        tests = source.value["require"]
        for k in range(len(in_list(tests))):
            path: Keys = ("require", k) if isinstance(tests, list) else ("require",)
            _copy(source, path, found, ("require", len(found.value["require"])))


def _add_mapping(found: Located, parent: Located, child: Located, at: Keys) -> None:
    """What both say, the child's own first choice; lists under ``use`` put together."""
    key = at[0]
    ours, theirs = child.value[key], parent.value[key]
    found.value[key] = {}
    found.places[at] = child.places[at]
    for name in {**theirs, **ours}:
        if name == "use" and name in ours and name in theirs:
            found.value[key][name] = [*in_list(theirs[name]), *in_list(ours[name])]
            found.places[*at, name] = child.places[*at, name]
        elif name not in ours:
            _copy(parent, (key, name), found, (key, name))
        else:
            _copy(child, (key, name), found, (key, name))


def _copy(source: Located, path: Keys, target: Located, to: Keys) -> None:
    """One part of a rule, with the places of all that is in it, into another one."""
    value, into = source.value, target.value
    for key in path:
        value = value[key]
    for key in to[:-1]:
        into = into[key]
    if isinstance(into, list):
        into.append(value)
    else:
        into[to[-1]] = deepcopy(value)
    size = len(path)
    for place, where in source.places.items():
        if place[:size] == path:
            target.places[*to, *place[size:]] = where
