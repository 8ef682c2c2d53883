"""Splits that editors made: sentences of one snapshot of a page beside those of the next."""

from __future__ import annotations

import resource
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import mwparserfromhell
from mwparserfromhell.nodes import Tag, Template, Wikilink
from mwparserfromhell.wikicode import Wikicode

from disco.english.boundaries import sentences_in
from disco.rules.pairs import Mining, pair_settings
from disco.stream import Job

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEU

Tokens = tuple[str, ...]
Sentences = Mapping[str, Tokens]
_EDGE = 3  # tokens that a sentence and its part have in common
_CROWD = 50  # so many sentences with one edge are a list, not splits of each other
_MARKUP = ("|", "{|", "{{", "!", "=", "<")  # what a line that is no prose opens with
_HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"  # where something is gone that a page says


@dataclass(frozen=True, slots=True)
class Revision:
    """One snapshot of a page."""

    id: str
    time: str
    text: str


@dataclass(frozen=True, slots=True)
class Snapshots:
    """Snapshots of a page that follow each other; the last of some are the first of the next.

    ``opens`` is said of the first ones of a page; ``markup``: the texts are MediaWiki's.
    """

    id: str
    title: str
    revisions: tuple[Revision, ...]
    opens: bool = True
    markup: bool = False

    @property
    def size(self) -> int:
        """How many characters they have."""
        return sum(len(revision.text) for revision in self.revisions)


@dataclass(frozen=True, slots=True)
class Mined:
    """A sentence that an editor split, or two that one joined: where, when, and how alike they are
    to the long one, together."""

    id: str
    long: str
    split: tuple[str, str]
    title: str
    revisions: tuple[str, str]
    time: str
    joined: bool
    bleu: float

    def to_dict(self) -> dict[str, Any]:
        """The pair as a row of JSONL."""
        row = {name: getattr(self, name) for name in self.__slots__}
        return {**row, "split": list(self.split), "revisions": list(self.revisions)}


@dataclass(frozen=True, slots=True)
class MinerSpec:
    """The choices of a miner: how alike both parts must be to the long sentence, and how much
    memory, in gigabytes, a process may take."""

    least: float = 0.2
    memory: float | None = None

    def book(self) -> None:
        """No rules; what is wrong with the settings is said here."""
        pair_settings()

    def load(self, book: None = None) -> Miner:
        """The miner. In a process of its own: from now on it may take so much memory."""
        if self.memory is not None:
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = int(self.memory * (1 << 30))
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        return Miner(self.least)


class Miner:
    """Finds splits between snapshots."""

    def __init__(self, least: float) -> None:
        self._least = least
        self._noise = pair_settings().mine

    def work(self, job: Job, block: Sequence[Snapshots]) -> list[list[Mined]]:
        """The pairs of each run of snapshots."""
        return [list(self.mine(snapshots)) for snapshots in block]

    def mine(self, snapshots: Snapshots) -> Iterator[Mined]:
        """The pairs of a run of snapshots, each once."""
        said: set[tuple[str, tuple[str, str]]] = set()
        for old, new in pairwise(snapshots.revisions):
            before, behind = (_changed(r, o, snapshots.markup) for r, o in ((old, new), (new, old)))
            gone = {s: t for s, t in before.items() if s not in behind}
            come = {s: t for s, t in behind.items() if s not in before}
            for joined, (whole, parts) in enumerate(((gone, come), (come, gone))):
                for long, split, bleu in splits(whole, parts, self._least):
                    tokens = whole[long], parts[split[0]], parts[split[1]]
                    if (long, split) in said or any(is_noise(t, self._noise) for t in tokens):
                        continue
                    said.add((long, split))
                    yield Mined(
                        id=f"{snapshots.id}-{new.id}-{len(said)}",
                        long=long,
                        split=split,
                        title=snapshots.title,
                        revisions=(old.id, new.id),
                        time=new.time,
                        joined=bool(joined),
                        bleu=round(bleu, 4),
                    )


def splits(
    whole: Sentences, parts: Sentences, least: float
) -> Iterator[tuple[str, tuple[str, str], float]]:
    """The sentences that two of the others say, one from its beginning and one to its end; of
    several the pair that is most like it. ``least`` is what BLEU of the long one must be, with
    each of the two as the reference.
    """
    openings, endings = _index(parts, slice(None, _EDGE)), _index(parts, slice(-_EDGE, None))
    for long, tokens in whole.items():
        firsts = _alike(long, tokens, openings.get(tokens[:_EDGE], ()), parts, least)
        lasts = _alike(long, tokens, endings.get(tokens[-_EDGE:], ()), parts, least)
        both = [
            (one + two, first, second)
            for one, first in firsts
            for two, second in lasts
            if first != second and parts[first][-_EDGE:] != parts[second][-_EDGE:]
        ]
        if both:
            score, first, second = max(both)
            yield long, (first, second), score


def is_noise(tokens: Tokens, settings: Mining) -> bool:
    """Is a sentence no work of an editor, by what the paper's first footnote names?"""
    if any(len(token) > settings.longest for token in tokens):
        return True
    if any(sum(1 for _ in run) > settings.repeated for _, run in groupby(tokens)):
        return True
    return not settings.profane.isdisjoint(tokens)


@cache
def _bleu() -> BLEU:
    """BLEU of a sentence, whose package is slow to load."""
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(tokenize="none", effective_order=True)


def _index(parts: Sentences, edge: slice) -> dict[Tokens, list[str]]:
    found: dict[Tokens, list[str]] = {}
    for sentence, tokens in parts.items():
        if len(tokens) > _EDGE:
            found.setdefault(tokens[edge], []).append(sentence)
    return found


def _alike(
    long: str, tokens: Tokens, sentences: Sequence[str], parts: Sentences, least: float
) -> list[tuple[float, str]]:
    """Those of the sentences that are alike enough, with how much they are."""
    if len(sentences) > _CROWD:
        return []
    text = " ".join(tokens)
    found = []
    for sentence in sentences:
        bleu = _bleu().sentence_score(text, [" ".join(parts[sentence])]).score / 100
        if sentence != long and bleu >= least:
            found.append((bleu, sentence))
    return found


def _changed(revision: Revision, other: Revision, markup: bool) -> dict[str, Tokens]:
    """The sentences of the lines that the other snapshot does not have."""
    there = set(other.text.splitlines())
    found: dict[str, Tokens] = {}
    for line in dict.fromkeys(revision.text.splitlines()):
        if line in there or not line.strip():
            continue
        text = _plain(line) if markup else line
        for sentence, tokens in sentences_in(" ".join(text.split())):
            if _HOLE not in sentence:
                found[sentence] = _folded(tokens)
    return found


def _plain(line: str) -> str:
    """A line without markup, with a hole for what is no text: a formula, and each template that
    says what nobody can know from here; nothing of a line that is no prose."""
    text = line.lstrip("*#:; ")
    if text.startswith(_MARKUP):
        return ""
    code, aside = mwparserfromhell.parse(text), pair_settings().mine
    tags = code.filter_tags(matches=lambda node: _tag(node) in aside.tags)
    links = code.filter_wikilinks(matches=lambda node: _space_of(node) in aside.namespaces)
    for node in (*tags, *links):
        with suppress(ValueError):  # it went with one that it was in
            code.remove(node)
    for template in code.filter_templates():
        with suppress(ValueError):
            code.replace(template, _said_by(template, aside))
    for formula in code.filter_tags(matches=lambda node: _tag(node) in aside.formulas):
        code.replace(formula, _HOLE)
    return str(code.strip_code())


def _said_by(template: Template, settings: Mining) -> Wikicode | str:
    """What a template shows: nothing of a note, one of its values (``{{nowrap|two mills}}``), or
    what only MediaWiki knows, as of ``{{convert|55|m}}``."""
    name = str(template.name).replace("_", " ").strip().casefold().removeprefix("template:")
    if not settings.notes.isdisjoint({name, f"{name.partition(' ')[0]} *"}):
        return ""
    value = settings.shown.get(name)
    return template.get(value).value if value and template.has(value) else _HOLE


def _tag(node: Tag) -> str:
    return str(node.tag).casefold()


def _space_of(link: Wikilink) -> str:
    """The namespace of what a link leads to: *file* of ``[[File:Mill.jpg]]``."""
    space, colon, _ = str(link.title).partition(":")
    return space.strip().casefold() if colon else ""


def _folded(tokens: Tokens) -> Tokens:
    """Tokens whose case does not count: WikiSplit's pairs are alike without it."""
    return tuple(token.lower() for token in tokens)
