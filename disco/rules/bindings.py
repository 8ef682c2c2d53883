"""The names inside a rule, and the rules that it names: bound, used, and leading somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from disco._errors import Problem, nearest, nearest_of, unknown
from disco._yaml import Keys, Located
from disco.match.model import NameOf, is_doubt, reason_of, without_mark
from disco.rules.categorizing import CategoryRule
from disco.rules.fusing import FuseRule
from disco.rules.gate import reasons
from disco.rules.language import entries_of, names_in
from disco.rules.schema import BaseExample, BaseRule, Pattern
from disco.rules.spans import CANDIDATE, SpanRule
from disco.rules.unfusing import UnfuseRule
from disco.rules.words.parts import SpanPart
from disco.rules.writing import UnfuseExample, WritingRule

_MISSPELT = 0.75  # how much a name has to be like another one to be taken for it


def check_names(
    source: Located, rule: BaseRule, own: frozenset[str], broken: frozenset[str] = frozenset()
) -> Iterator[Problem]:
    """Names of a rule that are bound twice, not bound, never used, or of the wrong kind.

    ``own`` are the tokens and spans that the rule states itself: of spans that it shares with
    others it may leave some unused. ``broken`` are names whose own definition does not hold, so
    that nothing is known of them; ``spans`` among them says that any name may be bound.
    """
    for k, pattern in enumerate(rule.find):
        yield from _check_pattern(source, ("find", k), pattern, broken)
    if len(rule.find) > 1:
        yield from _check_alternatives(source, rule)
    tokens = {name for pattern in rule.find for name in pattern}
    checked = _Names(source, {*tokens, *rule.spans, *broken}, rule.spans, broken | tokens)
    needs: dict[str, set[str]] = {name: set() for name in rule.spans}
    for path, target, kind in names_in(rule.spans, ("spans",)):
        span = str(path[1])
        needs[span].add(target)
        looked_at = target == CANDIDATE and path[2] in {"where", "prefer"}
        if not looked_at:
            yield from checked.check(path, target, kind)
    for name in (name for name in rule.spans if name in tokens):
        message = f"'{name}' is bound twice: a token of 'find' has the name too"
        yield source.problem(("spans", name), "R103", message)
    yield from _check_circles(source, {n: s for n, s in needs.items() if n not in tokens})
    for name in rule.unless:
        if name in checked.bound:
            yield source.problem(("unless", name), "R103", f"'{name}' is bound twice")
        if is_doubt(name) and without_mark(name) in rule.unless:
            message = f"'{without_mark(name)}' blocks and is a doubt; one of the two goes"
            yield source.problem(("unless", name), "R103", message)
    used = set().union(*needs.values())
    for path, target, kind in names_in(rule, without={"find", "spans", "examples"}):
        used.add(target)
        yield from checked.check(path, target, kind)
    for name in rule.spans:
        if name in own and name not in used:
            yield source.problem(("spans", name), "R202", f"span '{name}' is never used")
    yield from _check_new(source, rule, own, used)


class _Names:
    """What is bound in a rule, to check each use of a name against."""

    def __init__(
        self,
        source: Located,
        bound: set[str],
        spans: Mapping[str, SpanRule],
        broken: frozenset[str],
    ) -> None:
        self.source, self.bound, self.spans, self.broken = source, bound, spans, broken

    def check(self, path: Keys, target: str, kind: NameOf) -> Iterator[Problem]:
        if target not in self.bound:
            if "spans" not in self.broken:
                yield self._unbound(path, target)
        elif kind.kind == "token" and not self._is_token(target):
            span = self.spans[target]
            message = f"'{target}' is a stretch of words, and one token belongs here"
            if span.subtree or span.phrase:
                message += f"; did you mean '{span.subtree or span.phrase}'?"
            yield self.source.problem(path, "R207", message)

    def _is_token(self, name: str, through: frozenset[str] = frozenset()) -> bool:
        """Whether a name is of one token, as far as that can be known: circles and spans that are
        broken have problems of their own."""
        if name in {*self.broken, *through} or name not in self.spans:
            return True
        return self.spans[name].is_one_token(partial(self._is_token, through=through | {name}))

    def _unbound(self, path: Keys, name: str) -> Problem:
        used = "use" in path and "conditions" in path
        condition = path[path.index("use") + 2] if used else None
        if condition is not None and name not in _given_in_use(self.source.value):
            path = (*path[: path.index("use")], "use")
            if path not in self.source.places:
                path = ("unless", "use")
            message = f"'{condition}' needs '{name}', which this rule does not bind; "
            message += f"'use: [{{{condition}: {{{name}: ...}}}}]' says what stands for it"
            return self.source.problem(path, "R201", message)
        return self.source.problem(
            path, "R201", f"unbound name '{name}'{nearest(name, self.bound)}"
        )


def _given_in_use(value: Any) -> Iterator[str]:
    """The names that a raw rule says stand for those that conditions and groups need."""
    if isinstance(value, dict):
        with suppress(ValueError):  # what is wrong there is said elsewhere
            for _, names in entries_of(value.get("use", [])):
                yield from names.values()
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from _given_in_use(item)


def _check_new(
    source: Located, rule: BaseRule, own: frozenset[str], used: set[str]
) -> Iterator[Problem]:
    """A token that a rule adds to those of the one that it extends is none of these misspelt."""
    for k, pattern in enumerate(rule.find):
        hung_on = {node.relation[1] for node in pattern.values() if node.relation is not None}
        for name in pattern.keys() & own - used - hung_on:
            meant = nearest_of(name, pattern.keys() - own, least=_MISSPELT)
            if meant is not None:
                message = f"'{name}' is a new token that nothing speaks of; did you mean '{meant}'?"
                yield source.problem(("find", k, name), "R202", message)


def _check_circles(source: Located, given: Mapping[str, set[str]]) -> Iterator[Problem]:
    """No span is found by itself, however far round; ``given`` are the names that each needs."""
    needs = {name: given.keys() & needed for name, needed in given.items()}
    settled: set[str] = set()
    while ready := {n for n, others in needs.items() if n not in settled and others <= settled}:
        settled |= ready
    for name in needs.keys() - settled:
        if name in needs[name] or all(n in needs.keys() - settled for n in needs[name]):
            message = f"span '{name}' goes in a circle, through {', '.join(sorted(needs[name]))}"
            yield source.problem(("spans", name), "R210", message)


def _check_alternatives(source: Located, rule: BaseRule) -> Iterator[Problem]:
    """Each alternative of a pattern binds the same names as the first."""
    first = set(rule.find[0])
    for k, pattern in enumerate(rule.find[1:], start=1):
        differing = sorted(first ^ set(pattern))
        if differing:
            message = f"every alternative binds the same names; '{differing[0]}' is not in all"
            yield source.problem(("find", k), "R208", message)


def _check_pattern(
    source: Located, at: Keys, pattern: Pattern, broken: frozenset[str]
) -> Iterator[Problem]:
    """Each token but the first hangs on one before it, and on an optional one only if optional."""
    bound: list[str] = []
    for name, node in pattern.items():
        if node.sentence is not None:
            if not bound or any(pattern[n].sentence for n in bound):
                message = (
                    f"token '{name}': one token of the first sentence, behind those of the second"
                )
                yield source.problem((*at, name), "R204", message)
            elif node.optional:
                message = f"token '{name}' of the first sentence cannot be optional"
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
            if target in broken:
                pass
            elif target not in bound:
                below = target in list(pattern)[len(bound) :]
                hint = "; it stands further down, and goes above" if below else ""
                message = f"unbound name '{target}'{hint or nearest(target, bound)}"
                yield source.problem((*at, name, kind), "R201", message)
            elif pattern[target].optional and not node.optional:
                message = f"'{target}' is optional; nothing that is not can hang on it"
                yield source.problem((*at, name, kind), "R204", message)
        bound.append(name)


def check_hand_over(
    rules: Mapping[str, UnfuseRule], texts: Mapping[str, Located], off: Iterable[str]
) -> Iterator[Problem]:
    """``then`` must name a rule that knows what the type becomes, and hands nothing on itself. To
    one that is switched off nothing is handed on."""
    silent = {None, *off}
    for rule in (r for r in rules.values() if r.then not in silent):
        source, target = texts[rule.id], rules.get(rule.then or "")
        if target is None:
            if rule.then not in texts:  # one that does not hold has problems of its own
                message = unknown("rule", rule.then, rules)
                yield source.problem(("then",), "R303", message)
        elif target.then not in silent:
            message = f"'{target.id}' has a 'then' itself, and what is handed on stays there"
            yield source.problem(("then",), "R304", message)
        elif rule.type not in target.becomes:
            message = f"rule '{target.id}' does not say what {rule.type} becomes"
            yield source.problem(("then",), "R305", message)


def _wrong_text(rule: BaseRule, example: BaseExample) -> str:
    """What is wrong with how many sentences the text of an example is."""
    if not isinstance(example, UnfuseExample):
        return ""
    more = "; a comma inside one needs quotes" if len(example.text) > 2 else ""
    if rule.paired:
        many = len(example.text)
        wrong = f"the text of a pair is a list of two sentences, here {many}{more}"
        return wrong if many != 2 else ""
    many = len(example.text)
    return f"the rule looks at one sentence, and here are {many}{more}" if many > 1 else ""


def check_removed(source: Located, rule: BaseRule) -> Iterator[Problem]:
    """What a rule names as its connective, or as removed, it does not write as it stands."""
    if not isinstance(rule, (WritingRule, FuseRule)):
        return
    connective = rule.connective if isinstance(rule, WritingRule) else ()
    gone = {*connective, *(name for names in rule.remove.values() for name in names)}
    for side in ("first", "second"):
        for k, part in enumerate(getattr(rule.write, side)):
            if isinstance(part, SpanPart) and part.span in gone:
                message = f"'{part.span}' is named as removed, and written here"
                yield source.problem(("write", side, k), "R211", message)


def check_doubts(source: Located, rule: BaseRule) -> Iterator[Problem]:
    """Only what is written for data sets, and what is resolved in it, is weighed."""
    if isinstance(rule, (FuseRule, CategoryRule)):
        for name in filter(is_doubt, rule.unless):
            message = f"nothing weighs '{name}' here; '{without_mark(name)}' blocks"
            yield source.problem(("unless", name), "R206", message)


def check_examples(source: Located, rule: BaseRule) -> Iterator[Problem]:
    """``blocked_by`` names an exception of the rule, ``refused`` a reason that there is; the text
    is as many sentences as the rule looks at; no two say the opposite."""
    known = [without_mark(exception) for exception in rule.unless]
    refusing = [*reasons(), *map(reason_of, rule.unless)]
    first: dict[tuple[object, ...], int] = {}
    for k, example in enumerate(rule.examples):
        # what is refused is written with the gate off, and nowhere else; a todo is a wish
        wished = example.todo or getattr(example, "refused", None)
        before = k if wished else first.setdefault(tuple(example.given), k)
        if (rule.examples[before].none is None) != (example.none is None):
            message = f"this says the opposite of {source.place(('examples', before))}"
            yield source.problem(("examples", k), "R209", message)
        if message := _wrong_text(rule, example):
            yield source.problem(("examples", k, "text"), "R206", message)
        name = example.blocked_by
        if name is not None and name not in known:
            message = unknown("exception", name, known)
            yield source.problem(("examples", k, "blocked_by"), "R209", message)
        name = getattr(example, "refused", None)
        if name is not None and name not in refusing:
            message = unknown("reason", name, refusing)
            yield source.problem(("examples", k, "refused"), "R209", message)
