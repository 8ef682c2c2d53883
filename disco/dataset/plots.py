"""The plots of a data set's card."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from disco._files import write_whole
from disco._types import CATEGORIES
from disco.dataset.assemble import ALL, BALANCED
from disco.dataset.pair_set import PairTally
from disco.dataset.tally import Tally
from disco.rules.published import CORPORA, published

TYPES, CONNECTIVES, KINDS = "discourse_types.png", "connectives.png", "kinds.png"
_SHOWN = 10
_PUBLISHED = "DiscoFuse, Wikipedia"
_COLORS = {
    "all": "#9db4c0",
    "balanced": "#1b6ca8",
    _PUBLISHED: "#d1603d",
    "here": "#1b6ca8",
    "WikiSplit": "#d1603d",
    "BiSECT": "#e0a458",
}


def draw(tally: Tally, folder: Path) -> None:
    """Write both plots into the folder of a data set."""
    kinds = sorted(tally.types.get(ALL, ()), key=lambda kind: (tally.types[ALL][kind], kind))
    both = {
        "all": _shares(tally, tally.types, ALL),
        "balanced": _shares(tally, tally.types, BALANCED),
    }
    write_whole(folder / TYPES, _bars("examples of each discourse type", kinds, both))
    words = _shares(tally, tally.connectives, BALANCED)
    most = sorted(words, key=lambda word: (-words[word], word))[:_SHOWN]
    papers = published().connectives
    most = sorted({*most, *papers}, key=lambda word: (words.get(word, 0.0), word))
    beside = {"balanced": words, _PUBLISHED: papers}
    write_whole(folder / CONNECTIVES, _bars("examples with each connective", most, beside))


def draw_kinds(tally: PairTally, folder: Path) -> None:
    """Write the plot of the kinds of split into the folder of a data set of pairs."""
    names = [sub for subs in CATEGORIES.values() for sub in subs][::-1]
    counts = {sub: count for (_, sub), count in tally.kinds.items() if sub in names}
    whole = max(sum(counts.values()), 1)
    series = {"here": {sub: 100 * count / whole for sub, count in counts.items()}}
    for corpus in CORPORA:
        series[corpus] = {sub: float(published().share(sub, corpus)) for sub in names}
    write_whole(folder / KINDS, _bars("pairs of each kind", names, series))


def _shares(
    tally: Tally, counts: Mapping[str, Mapping[str, int]], version: str
) -> dict[str, float]:
    whole = max(tally.total(version), 1)
    return {name: 100 * count / whole for name, count in counts.get(version, {}).items()}


def _bars(title: str, names: Sequence[str], series: Mapping[str, Mapping[str, float]]) -> bytes:
    """A picture of horizontal bars, one of each series for each name."""
    from matplotlib.figure import Figure  # takes a second to import, and few commands draw

    height = 0.8 / len(series)
    figure = Figure(figsize=(8, 1.2 + 0.36 * max(len(names), 1)), layout="constrained")
    axes = figure.add_subplot()
    for number, (label, values) in enumerate(series.items()):
        places = [n + 0.4 - (number + 0.5) * height for n in range(len(names))]
        shown = [values.get(name, 0.0) for name in names]
        axes.barh(places, shown, height, label=label, color=_COLORS[label])
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("%")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend()
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=120, metadata={"Software": None})
    return picture.getvalue()
