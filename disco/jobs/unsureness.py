"""How unsure the parser was where an example was cut: facts for its evidence."""

from __future__ import annotations

from spacy.tokens import Token

from disco.draft.words import sources
from disco.jobs.case import Case
from disco.parse.unsure import Unsure, less_likely


def unsure_facts(case: Case, unsure: Unsure) -> dict[str, float]:
    """How unsure the parser was of the connective; of a single sentence also of all of it, of what
    hangs from one output on the other, and of what follows the first."""
    hung, read = unsure
    found: dict[str, float] = {}
    glue = case.draft.connective
    if glue:
        found["unsure of connective"] = max(float(read[i]) for i in glue)
    if len(case.sentences) == 1:
        (sentence,), tokens = case.sentences, case.parsed.tokens
        first = sources(case.draft.first)
        inside = frozenset(first)
        across = [
            i
            for i in range(sentence.start, sentence.stop)
            if (i in inside) != (tokens[i].head.i in inside)
        ]
        found["unsure of what hangs across"] = float(hung[across].sum())
        found["unsure at what hangs across"] = float(read[across].sum())
        end = goes_on_at(first, sentence.stop)
        if end < sentence.stop:
            found["unsure behind first"] = float(read[end])
        found["unsure of source"] = float(read[sentence.start : sentence.stop].sum())
        less = less_likely(case.doc, sentence.start, sentence.stop)
        if less is not None:
            found |= {"read otherwise": 1.0, "read less likely": less}
    return _rooted(found)


def unsure_facts_of(
    kept: list[int], tops: list[Token], unsure: Unsure, name: str
) -> dict[str, float]:
    """How unsure the parser was of an output's words, and of its tops."""
    hung, read = unsure
    return _rooted(
        {
            f"unsure of {name}": float(read[kept].sum()),
            f"unsure of tops of {name}": max((float(hung[t.i]) for t in tops), default=0.0),
            f"unsure at tops of {name}": max((float(read[t.i]) for t in tops), default=0.0),
        }
    )


def _rooted(costs: dict[str, float]) -> dict[str, float]:
    """Roots of costs, which differ in kind."""
    return {name: max(cost, 0.0) ** 0.5 for name, cost in costs.items()}


def goes_on_at(first: list[int], stop: int) -> int:
    """Where the source goes on behind the first output."""
    return max((i for i in first if i < stop), default=stop) + 1
