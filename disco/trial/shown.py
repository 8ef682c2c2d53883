"""What no example of the rules shows: what a rule does, an exception or a connective at work."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from disco._yaml import Place
from disco.english.boundaries import tokenized
from disco.match.model import without_mark
from disco.rules.rulebook import Rulebook, is_ours


def never_shown(book: Rulebook, only: Container[str] | None = None) -> list[tuple[str, Place]]:
    """The rules of which no example says what they do, so that nothing tells whether they ever
    do anything, each with its place."""
    return [
        (rule.id, rules.place(rule.id))
        for rules in book.sets.values()
        for rule in rules.rules
        if all(e.none is not None for e in rule.examples) and (only is None or rule.id in only)
    ]


def unshown(book: Rulebook, only: Container[str] | None = None) -> list[tuple[str, str, Place]]:
    """The exceptions that no example shows at work, each with its rule and its place. What
    several rules share is shown by an example of one of them."""
    stated: dict[Place, tuple[str, str]] = {}
    shown: set[Place] = set()
    for rules in book.sets.values():
        for rule in (r for r in rules.rules if not r.never_by_default):
            blocking, home = {e.blocked_by for e in rule.examples}, rules.place(rule.id).file
            for exception in rule.unless:
                place = book.place_of_exception(rule, exception)
                name = without_mark(exception)
                if name in blocking:
                    shown.add(place)
                # else it is taken over from another file, which shows it
                if rules.place(rule.id, ("unless", exception)).file == home:
                    stated.setdefault(place, (rule.id, name))
    return [
        (rule_id, name, place)
        for place, (rule_id, name) in stated.items()
        if place not in shown and (only is None or rule_id in only)
    ]


def unshown_connectives(book: Rulebook, ours: Rulebook) -> list[str]:
    """The connectives of a user, that ours are not, that stand in no example of theirs."""
    examples = (
        example.model_dump(exclude_none=True)
        for rules in book.sets.values()
        for rule in rules.rules
        if not is_ours(rules.place(rule.id))
        for example in rule.examples
    )
    shown = "\n".join(_plain(text) for example in examples for text in _texts_in(example))
    theirs = (c.word for c in book.connectives if c not in ours.connectives)
    return [word for word in theirs if f" {word} " not in shown]


def _plain(text: str) -> str:
    """A text in small letters, its tokens apart."""
    return f" {' '.join(token.text for token in tokenized(text.lower()))} "


def _texts_in(value: Any) -> Iterator[str]:
    """All texts in nested data, not its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(item)
