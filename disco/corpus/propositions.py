"""Propositions into files: lines of text, JSONL, Parquet, graphs for Graphviz, a page to read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from html import escape
from pathlib import Path
from typing import BinaryIO, Literal

import pyarrow as pa

from disco.corpus.parquet import Table
from disco.corpus.write import JsonLines, Lines, Writer, by_ending, opened
from disco.jobs.propositions import Propositions

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --word: #17803d; --dim: #888; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid var(--line); padding: .6rem 0; }
h2 { font-size: 1rem; font-weight: normal; color: var(--dim); margin: .3rem 0; }
ul { list-style: none; margin: 0; padding-left: 1.4rem; border-left: 1px solid var(--line); }
section > ul { border: 0; padding-left: 0; }
li { margin: .15rem 0; }
.relation { color: var(--dim); font-size: .85rem; }
.relation q { color: var(--word); }
.confidence { color: var(--dim); font-size: .8rem; }
"""


SplitFormat = Literal["text", "jsonl", "parquet", "dot", "html"]


class Text(Lines[Propositions]):
    """A proposition a line, an empty line behind each sentence."""

    def lines(self, row: Propositions) -> Iterator[str]:
        yield from (" ".join(text.split()) for text in row.split)
        yield ""


class Dot(Lines[Propositions]):
    """A graph for Graphviz: a box for each sentence, an arrow for each relation."""

    before = (
        'digraph disco {\n  rankdir=BT; node [shape=box, style=rounded, fontname="sans-serif"];\n'
    )
    behind = "}\n"

    def lines(self, row: Propositions) -> Iterator[str]:
        yield f"  subgraph {_quoted('cluster ' + row.id)} {{ label={_quoted(row.id)};"
        nodes = [_quoted(f"{row.id}/{n}") for n in range(len(row.split))]
        for node, text in zip(nodes, row.split, strict=True):
            yield f"    {node} [label={_quoted(text)}];"
        for relation in row.relations:
            if relation.to is not None:
                label = f"{relation.relation} {relation.words}".strip()
                ends = f"{nodes[relation.of]} -> {nodes[relation.to]}"
                yield f"    {ends} [label={_quoted(label)}];"
        yield "  }"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class Html(Lines[Propositions]):
    """A page: each sentence, and below it the tree of its propositions."""

    before = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>disco split</title><style>{_STYLE}</style>\n"
    )
    behind = "</html>\n"

    def lines(self, row: Propositions) -> Iterator[str]:
        before = (r for r in row.relations if r.to is None)
        ties = "".join(_said(r.relation, r.words) for r in before)
        yield f"<section><h2>{ties}{escape(row.text)}</h2><ul>"
        for number in row.roots:
            yield from self._item(row, number, "")
        yield "</ul></section>"

    def _item(self, row: Propositions, number: int, relation: str) -> Iterator[str]:
        found = row.propositions[number]
        confidence = f'<span class="confidence">{found.confidence:.2f}</span>'
        yield f"<li>{relation}{escape(found.text)} {confidence}"
        hanging = row.hanging_on(number)
        if hanging:
            yield "<ul>"
            for r in hanging:
                yield from self._item(row, r.of, _said(r.relation, r.words))
            yield "</ul>"


def _said(relation: str, words: str) -> str:
    quoted = f" <q>{escape(words)}</q>" if words else ""
    return f'<span class="relation">{escape(relation)}{quoted}</span> '


_TEXT, _NUMBER = pa.string(), pa.int64()
_PLACE = {"text": _TEXT, "start": _NUMBER, "end": _NUMBER, "reason": _TEXT}
_PROPOSITION = {
    "text": _TEXT,
    "source": pa.list_(pa.list_(_NUMBER)),
    "confidence": pa.float64(),
    "rules": pa.list_(_TEXT),
}
_RELATION = {"relation": _TEXT, "words": _TEXT, "of": _NUMBER, "to": _NUMBER}


class Parquet(Table):
    """The rows of JSONL as a table, lists and records as they are, without the recipe."""

    schema = pa.schema(
        {
            "id": _TEXT,
            "document": _TEXT,
            "sentence": _NUMBER,
            "text": _TEXT,
            "offset": _NUMBER,
            "split": pa.list_(_TEXT),
            "propositions": pa.list_(pa.struct(_PROPOSITION)),
            "relations": pa.list_(pa.struct(_RELATION)),
            "removed": pa.list_(pa.struct(_PLACE)),
            "inserted": pa.list_(pa.struct({"part": _TEXT, **_PLACE, "replaces": _TEXT})),
        }
    )


_WRITERS: dict[SplitFormat, Callable[[BinaryIO], Writer[Propositions]]] = {
    "text": Text,
    "jsonl": JsonLines,
    "parquet": Parquet,
    "dot": Dot,
    "html": Html,
}
_ENDINGS: dict[str, SplitFormat] = {
    "": "jsonl",
    ".txt": "text",
    ".jsonl": "jsonl",
    **{f".{format}": format for format in _WRITERS},
}


def split_format_of(path: Path | None, wanted: SplitFormat | None = None) -> SplitFormat:
    """The format that is wanted, or that a file's ending asks for; JSONL where none is."""
    return by_ending(path, _ENDINGS, wanted)


def open_propositions(
    path: Path, format: SplitFormat
) -> AbstractContextManager[Writer[Propositions]]:
    """A writer of propositions to a file, or to standard output for ``-``."""
    return opened(path, _WRITERS[format])
