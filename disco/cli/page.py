"""``disco explain --html``: the parse and the attempts of the rules as a page to read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from spacy import displacy
from spacy.tokens import Doc

from disco.draft.example import Example
from disco.draft.recipe import FIRST, SECOND, glue_places
from disco.explain import Attempt, Line

_SHRINK = 0.45  # how small a long sentence may be drawn before it is scrolled instead
_STYLE = """
:root { color-scheme: light dark; --line: #8886; --glue: #d33; --new: #17803d; --dim: #888; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
figure { margin: 0 0 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
figure svg { display: block; width: 100%; height: auto; }
section { border-left: 4px solid var(--line); padding: .1rem 1rem .4rem; margin: 1rem 0; }
section.written { border-color: var(--new); }
section.failed { border-color: var(--glue); }
h1 { font-size: 1.25rem; }
h2 { font-size: 1rem; margin: .3rem 0; }
h2 span { font-weight: normal; color: var(--dim); }
p { margin: .2rem 0; }
.failed .why, .failed code { color: var(--glue); }
code { font: .85rem ui-monospace, monospace; overflow-wrap: anywhere; }
.place, .seen, .bound { color: var(--dim); font-size: .85rem; }
mark.glue { background: none; color: var(--glue); text-decoration: line-through; }
mark.new { background: none; color: var(--new); font-weight: 600; }
ol { margin: .2rem 0; padding-left: 1.6rem; }
"""


def page_of(doc: Doc, attempts: Sequence[Attempt]) -> str:
    """The page: each sentence drawn, then each rule with what it wrote or what stopped it."""
    drawn = "".join(f"<figure>{_drawing(doc, s.start, s.end)}</figure>" for s in doc.sents)
    tried = "".join(map(_attempt, attempts)) or "<p>No rule matches.</p>"
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>disco explain</title><style>{_STYLE}</style>"
        f"<h1>{escape(doc.text)}</h1>{drawn}{tried}</html>"
    )


def _drawing(doc: Doc, start: int, end: int) -> str:
    """The arcs of a sentence, scaled to the window."""
    options = {"compact": True, "distance": 100, "word_spacing": 36, "bg": "transparent"}
    options["color"] = "currentColor"
    drawn = displacy.render(doc[start:end], style="dep", page=False, options=options, jupyter=False)
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawn)
    if found is None:
        return drawn
    width, height = map(float, found.groups())
    scaled = f'viewBox="0 0 {width} {height}" style="min-width:{int(width * _SHRINK)}px"'
    svg = drawn.replace(found.group(0), scaled, 1)
    return re.sub(r'style="max-width: none;[^"]*"', "", svg, count=1)


def _attempt(attempt: Attempt) -> str:
    kind = "written" if attempt.reached == "written" else "failed"
    bound = ", ".join(f"{name} <b>{escape(text)}</b>" for name, text in attempt.bound)
    parts = [f"<h2>{escape(attempt.rule)} <span>{escape(attempt.reached)}</span></h2>"]
    if bound:
        parts.append(f'<p class="bound">{bound}</p>')
    if attempt.detail:
        parts.append(f'<p class="why">{escape(attempt.detail)}</p>')
    parts.extend(map(_line, attempt.lines))
    parts.extend(map(_example, attempt.examples))
    return f'<section class="{kind}">{"".join(parts)}</section>'


def _line(line: Line) -> str:
    seen = f'<p class="seen">here {escape(line.seen)}</p>' if line.seen else ""
    place = f'<span class="place">{escape(line.place)}</span>'
    return f"<pre>{escape(line.text)}</pre><p>{place}</p>{seen}"


def _example(example: Example) -> str:
    source = " ".join(example.sources)
    items = ""
    for part, text in zip((FIRST, SECOND), example.outputs, strict=True):
        new = [(i.start, i.end) for i in example.inserted if i.part == part]
        items += f"<li>{_marked(text, new, 'new')}"
    return f"<p>{_marked(source, glue_places(example), 'glue')}</p><ol>{items}</ol>"


def _marked(text: str, places: Iterable[tuple[int, int]], kind: str) -> str:
    """The text with some stretches marked."""
    pieces: list[str] = []
    reached = 0
    for start, end in sorted(places):
        pieces.append(escape(text[reached:start]))
        pieces.append(f'<mark class="{kind}">{escape(text[start:end])}</mark>')
        reached = end
    return "".join((*pieces, escape(text[reached:])))
