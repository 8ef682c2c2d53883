"""The names inside a rule, and the rules that it names: bound, used, and leading somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from disco._errors import Problem, nearest
from disco.rules.located import Located, Path_
from disco.rules.schema import BaseRule
from disco.rules.unfusing import UnfuseRule
from disco.words import names_in


def check_names(source: Located, k: int, rule: BaseRule) -> Iterator[Problem]:
    """Names of the ``k``-th rule that are bound twice, not bound, or never used."""
    at: Path_ = ("rules", k)
    yield from _check_find(source, (*at, "find"), rule)
    bound = list(rule.find)
    for name, span in rule.spans.items():
        if name in bound:
            yield source.problem((*at, "spans", name), "R103", f"'{name}' is bound twice")
        for path, target in names_in(span):
            if target not in bound:
                yield _unbound(source, (*at, "spans", name, *path), target, bound)
        bound.append(name)
    for name in rule.unless:
        if name in bound:
            yield source.problem((*at, "unless", name), "R103", f"'{name}' is bound twice")
    used = {target for span in rule.spans.values() for _, target in names_in(span)}
    for path, target in names_in(rule):
        if path[0] in {"find", "spans"}:
            continue
        used.add(target)
        if target not in bound:
            yield _unbound(source, (*at, *path), target, bound)
    for name in rule.spans:
        if name not in used:
            yield source.problem((*at, "spans", name), "R202", f"span '{name}' is never used")


def _unbound(source: Located, path: Path_, name: str, bound: list[str]) -> Problem:
    return source.problem(path, "R201", f"unbound name '{name}'{nearest(name, bound)}")


def _check_find(source: Located, at: Path_, rule: BaseRule) -> Iterator[Problem]:
    """Each token but the first hangs on one before it, and on an optional one only if optional."""
    bound: list[str] = []
    for name, node in rule.find.items():
        if node.sentence is not None:
            if not bound or any(n.sentence for n in list(rule.find.values())[: len(bound)]):
                message = (
                    f"token '{name}': one token of the first sentence, behind those of the second"
                )
                yield source.problem((*at, name), "R204", message)
        elif node.relation is None:
            if bound:
                message = f"token '{name}' needs a relation to a token named before it"
                yield source.problem((*at, name), "R204", message)
            elif node.optional:
                message = f"token '{name}' cannot be both first and optional"
                yield source.problem((*at, name), "R204", message)
        else:
            kind, target = node.relation
            if target not in bound:
                yield _unbound(source, (*at, name, kind), target, bound)
            elif rule.find[target].optional and not node.optional:
                message = f"'{target}' is optional; nothing that is not can hang on it"
                yield source.problem((*at, name, kind), "R204", message)
        bound.append(name)


def check_hand_over(
    rules: dict[str, UnfuseRule], located: dict[str, tuple[Located, int]]
) -> Iterator[Problem]:
    """``then`` must name a pair rule that knows what the type becomes, and never lead back."""
    for rule in rules.values():
        source, k = located[rule.id]
        path = ("rules", k, "then")
        seen = [rule.id]
        current = rule
        while current.then is not None:
            target = rules.get(current.then)
            if target is None:
                if current is rule:
                    yield source.problem(
                        path, "R303", f"unknown rule '{rule.then}'{nearest(str(rule.then), rules)}"
                    )
                break
            if target.id in seen:
                yield source.problem(
                    path, "R304", f"'then' goes in a circle: {' -> '.join([*seen, target.id])}"
                )
                break
            if current is rule and rule.type not in target.becomes:
                yield source.problem(
                    path, "R305", f"rule '{target.id}' does not say what {rule.type} becomes"
                )
            seen.append(target.id)
            current = target
