"""Who is meant, as coreference found it: a link for each anaphor, kept with the text.

What is kept are numbers in lists, so that it survives ``to_bytes``, ``DocBin`` and pickling.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from spacy.tokens import Doc

LINKS = "disco_coref"  # where those are kept that we have found
GIVEN = "disco_coref_given"  # and those that came with the text, which count before ours
_CLUSTERS = ("coref_clusters_", "coref_head_clusters_")  # as spaCy's experimental component names


@dataclass(frozen=True, slots=True)
class Link:
    """What an anaphor may mean: mentions, as token indices, and how likely each of them is."""

    mentions: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...]

    def score(self, among: Collection[int] | None = None) -> float:
        """How likely the likeliest mention is, or the likeliest of those that tokens among these
        head; below 0 where there is none."""
        pairs = zip(self.mentions, self.scores, strict=True)
        return max((s for m, s in pairs if among is None or m[0] in among), default=-1.0)

    def heads_in(self, places: Collection[int]) -> set[int]:
        """The first tokens of the mentions that stand among these places, all of them."""
        there = frozenset(places)
        return {m[0] for m in self.mentions if there.issuperset(m)}


def links_of(doc: Doc, kept: str = LINKS) -> dict[int, Link] | None:
    """What each anaphor of the text may mean, by the token that heads it; None where it has not
    been looked for, or its words are not those any more."""
    words, links = doc.user_data.get(kept, (None, ()))
    if words != len(doc):
        return None
    return {
        token: Link(tuple(map(tuple, mentions)), tuple(scores)) for token, scores, mentions in links
    }


def keep_links(doc: Doc, links: Mapping[int, Link], kept: str = LINKS) -> Doc:
    """Put the links with the text."""
    found = [
        [token, list(link.scores), [list(m) for m in link.mentions]]
        for token, link in links.items()
    ]
    doc.user_data[kept] = [len(doc), found]
    return doc


def links_in(chains: Iterable[Iterable[Iterable[int]]]) -> dict[int, Link]:
    """Links from chains of mentions, each the tokens that head it; all are taken for sure."""
    links: dict[int, Link] = {}
    for chain in chains:
        mentions = [tuple(m) for m in chain]
        for mention in mentions:
            others = tuple(m for m in mentions if m != mention)
            if len(mention) == 1 and others:
                links[mention[0]] = Link(others, (1.0,) * len(others))
    return links


def links_on(doc: Doc) -> dict[int, Link] | None:
    """The coreference that somebody else has put on a text; None where nobody has.

    Known are coreferee's chains, and clusters in ``doc.spans`` as spacy-experimental and
    fastcoref's users leave them: groups of spans named ``coref_clusters_1``, ``coref_clusters_2``.
    """
    chains = doc._.coref_chains if doc.has_extension("coref_chains") else None
    if chains is not None and len(chains):
        return links_in([m.token_indexes for m in c.mentions] for c in chains)
    clusters = [group for name, group in doc.spans.items() if name.startswith(_CLUSTERS)]
    if clusters:
        return links_in([(span.root.i,) for span in group] for group in clusters)
    return None
