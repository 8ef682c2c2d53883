"""The card of a data set: what is in it, in tables and plots, beside what the paper counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from disco._files import write_whole
from disco._types import CATEGORIES, INVALID
from disco.corpus.intake import names_of
from disco.dataset.assemble import ALL, BALANCED
from disco.dataset.pair_set import PairTally
from disco.dataset.plots import CONNECTIVES, KINDS, TYPES, draw, draw_kinds
from disco.dataset.splits import SPLITS, shares_said
from disco.dataset.tally import Tally
from disco.rules.published import CORPORA, published
from disco.text.tables import markdown_table

_HUBS = {"train": "train", "dev": "validation", "test": "test"}
_CARD, _ENTRANCE = "dataset_card.md", "README.md"
_SHOWN = 20
_CHOICES = (  # of those that a run has, what decides which examples there are
    "layout",
    "text_field",
    "id_field",
    "rules",
    "scope",
    "types",
    "coref",
    "min_confidence",
    "min_tokens",
    "ascii_only",
    "controls",
)


def write_card(tally: Tally, folder: Path, facts: Mapping[str, Any]) -> None:
    """Write ``dataset_card.md`` with its plots; and ``README.md``, from which ``load_dataset``
    and hubs know which file is what.

    ``facts`` are those that ``facts_of`` has of a run, with the ``shares`` of the plan, and those
    of the ``balanced`` version.
    """
    draw(tally, folder)
    filled = {
        config: [(s, f"{s}{version}.parquet") for s in SPLITS if tally.files[s + version]]
        for config, version in (("all", ALL), ("balanced", BALANCED))
        if any(tally.files[split + version] for split in SPLITS)
    }
    use = "`load_dataset(FOLDER)` loads all examples"
    if "balanced" in filled:
        use += ', `load_dataset(FOLDER, "balanced")` the down-sampled ones'
    _write(folder, _card(tally, facts), filled, f"{use}. What is in them:")


def write_pair_card(tally: PairTally, folder: Path, facts: Mapping[str, Any]) -> None:
    """Write ``dataset_card.md`` with its plot, and ``README.md``, for a data set of pairs."""
    draw_kinds(tally, folder)
    filled = {"default": [(split, f"{split}.parquet") for split in SPLITS if tally.files[split]]}
    use = "`load_dataset(FOLDER)` loads the pairs. What is in them:"
    _write(folder, _pair_card(tally, facts), filled, use)


def drop_card(folder: Path) -> None:
    """Take away the card of what a folder held before: no card is better than that of another."""
    for name in (_CARD, _ENTRANCE):
        (folder / name).unlink(missing_ok=True)


def _write(
    folder: Path,
    paragraphs: Iterable[str],
    files: Mapping[str, Sequence[tuple[str, str]]],
    use: str,
) -> None:
    name = folder.absolute().name
    card = ("\n\n".join((f"# {name}", *paragraphs)) + "\n").encode(errors="replace")
    write_whole(folder / _CARD, card)
    made_of = blake2b(card, digest_size=8).hexdigest()
    write_whole(folder / _ENTRANCE, _entrance(name, files, use, made_of).encode(errors="replace"))


def _pair_card(tally: PairTally, facts: Mapping[str, Any]) -> Iterable[str]:
    valid = max(sum(n for (kind, _), n in tally.kinds.items() if kind != INVALID), 1)
    kinds = [
        (
            sub,
            count,
            f"{100 * count / valid:.0f}",
            *(published().share(sub, c) or "" for c in CORPORA),
        )
        for category, subs in CATEGORIES.items()
        for sub in subs
        for count in (tally.kinds[category, sub],)
    ]
    return (
        "Pairs of a long sentence and the two that an editor made of it, or that an editor made "
        "one of: mined from edit histories (Botha et al. 2018), refined (Kim et al. 2021, "
        "Tsukagoshi et al. 2024) and sorted into the kinds of BiSECT. Made by disco "
        f"{facts['version']}.",
        _table(
            ("split", "pages", "pairs"),
            [(split, tally.pages[split], tally.files[split]) for split in SPLITS],
        ),
        f"Of {facts['mined']:,} mined pairs {facts['mined'] - tally.rows:,} were dropped when they "
        f"were refined, and {tally.again:,} split a sentence that another one splits. "
        f"A page is in one split only, by a hash of its title: {shares_said(facts['held_out'])}.",
        "## Kinds",
        f"![How many of 100 pairs are of each kind]({KINDS})",
        _table(("kind", "pairs", "%", "WikiSplit's %", "BiSECT's %"), kinds),
        "The papers' shares are those of Kim et al. 2021, Table 4.",
        "## Made of",
        _table(("input", "bytes", "hash"), _inputs(facts["inputs"])),
        *_unread(facts["unread"]),
        _table(("choice", "value"), [*_made_by(facts), *facts["options"].items()]),
        "The texts have the licence of the pages that they come from.",
    )


def _card(tally: Tally, facts: Mapping[str, Any]) -> Iterable[str]:
    again = tally.within + tally.across
    sampled = tally.rows - again - tally.total(ALL)
    return (
        "Examples for sentence fusion in the format of DiscoFuse (Geva et al. 2019): two "
        "sentences that stand alone, and the text that they come from. Made by disco "
        f"{facts['version']}.",
        _table(
            ("split", "documents with some", "examples", "balanced", "the paper's", "its balanced"),
            _sizes(tally),
        ),
        f"Of {tally.rows:,} examples {again:,} say again what another one says, {tally.across:,} "
        f"of them in another split, and {sampled:,} are more than the shares of all below allow. A "
        f"document is in one split only, by a hash of its id: {shares_said(facts['held_out'])}.",
        "## Discourse types",
        f"![How many of 100 examples are of each type]({TYPES})",
        _table(("type", "examples", "%", "balanced", "%"), _types(tally)),
        "The paper draws its types (Figure 4) and prints no numbers of them.",
        "## Connectives",
        f"![How many of 100 examples have each connective]({CONNECTIVES})",
        _table(("connective", "examples", "%", "balanced", "%", "the paper's %"), _words(tally)),
        "The paper's are those of its Wikipedia part after down-sampling (Table 16). Marks beside "
        "a connective are not counted as parts of it.",
        "## Rules",
        _table(("rule", "examples", "%", "balanced", "%"), _rules(tally)),
        "`disco rules show RULE` has what a rule does, with examples; `control` is none.",
        "## Made of",
        _table(("input", "bytes", "hash"), _inputs(facts["inputs"])),
        *_unread(facts["unread"]),
        _table(("choice", "value"), _choices(facts)),
        "The texts have the licence of the corpus that they come from.",
    )


def _sizes(tally: Tally) -> Iterable[Sequence[object]]:
    papers = published().examples
    for split in SPLITS:
        files = tally.files[split], tally.files[split + BALANCED]
        yield split, tally.documents[split], *files, papers[split], ""
    totals = tally.total(ALL), tally.total(BALANCED)
    documents = sum(tally.documents[split] for split in SPLITS)
    yield "all", documents, *totals, papers["all"], papers["balanced"]


def _types(tally: Tally) -> Iterable[Sequence[object]]:
    for kind in sorted(tally.types.get(ALL, ())):
        yield kind, *_both(tally, tally.types, kind)


def _words(tally: Tally) -> Iterable[Sequence[object]]:
    most = [word for word, _ in tally.connectives.get(ALL, Counter()).most_common(_SHOWN)]
    papers = published().connectives
    for word in dict.fromkeys((*most, *papers)):
        yield word, *_both(tally, tally.connectives, word), papers.get(word, "")


def _rules(tally: Tally) -> Iterable[Sequence[object]]:
    for rule, _ in tally.rules.get(ALL, Counter()).most_common():
        yield rule, *_both(tally, tally.rules, rule)


def _both(tally: Tally, counts: Mapping[str, Mapping[str, int]], name: str) -> Iterable[object]:
    for version in (ALL, BALANCED):
        count = counts.get(version, {}).get(name, 0)
        yield count
        yield f"{100 * count / max(tally.total(version), 1):.1f}"


def _inputs(inputs: Sequence[Mapping[str, Any]]) -> Iterable[Sequence[object]]:
    paths = [Path(each["path"]) for each in inputs]
    names = names_of(paths)  # with as much of their folders as tells them apart
    for path, each in list(zip(paths, inputs, strict=True))[:_SHOWN]:
        name = names[path] if "/" in names[path] else path.name
        yield name, each["size"], each["hash"]
    if len(inputs) > _SHOWN:
        rest = inputs[_SHOWN:]
        more = f"and {len(rest)} more, which the manifest in parts/ has"
        yield more, sum(each["size"] for each in rest), ""


def _unread(places: Sequence[str]) -> Iterable[str]:
    """What of the inputs is not in the data set, as far as a run knows, and those before it."""
    if places:
        yield f"Not read, or not to the end: {', '.join(places)}."


def _choices(facts: Mapping[str, Any]) -> Iterable[Sequence[object]]:
    yield from _made_by(facts)
    yield from ((name, value) for name, value in facts["options"].items() if name in _CHOICES)
    for name, of in (("shares", "of all"), ("balanced", "further ones of the balanced files")):
        said = (f"{share.kind} {share.percent:g}%" for share in facts[name])
        yield f"shares, {of}", ", ".join(said) or "none"


def _made_by(facts: Mapping[str, Any]) -> Iterable[Sequence[object]]:
    yield "model", facts["model"]
    yield "hash of all rules", facts["rules"]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = ([f"{cell:,}" if type(cell) is int else str(cell) for cell in row] for row in rows)
    return markdown_table(head, cells, numbers=True)


def _entrance(
    name: str, files: Mapping[str, Sequence[tuple[str, str]]], use: str, made_of: str
) -> str:
    """The file that tells ``load_dataset`` what there is: for each configuration, of which the
    first is the default, its splits with their files; and by what it is ``made_of``, without which
    the cache of ``datasets`` takes it for any other in a folder of that name."""
    lines = ["---", f"pretty_name: {json.dumps(name)}", "language: en", "configs:"]
    for number, (config, filled) in enumerate(files.items()):
        lines += [f"- config_name: {config}", f'  description: "{made_of}"']
        lines += [*["  default: true"] * (not number), "  data_files:"]
        for split, file in filled:
            lines += [f"  - split: {_HUBS[split]}", f"    path: {file}"]
    lines += ["---", "", f"# {name}", "", use, "[dataset_card.md](dataset_card.md).", ""]
    return "\n".join(lines)
