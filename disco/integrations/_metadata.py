"""What an index is told of a proposition: plain values, as vector stores take no other."""

from __future__ import annotations

from typing import Any

from disco.jobs.propositions import Proposition, Propositions


def metadata_of(row: Propositions, found: Proposition) -> dict[str, Any]:
    """Where it stands in its document: from ``start_index`` to ``end_index`` in its sentence, or in
    the one before where nothing of it stands there, and ``spans``, all characters that it says,
    perhaps of both (``0:46 52:94``); the number of its sentence, and its confidence; by which
    ``relation``, if any, it hangs on another one, the ``main`` one, with the ``words`` for it. What
    somebody says is an ``attribution`` to the report, and no fact by itself."""
    number = row.propositions.index(found)
    tie = next((r for r in row.relations if r.of == number and r.to is not None), None)
    own = [(a, b) for a, b in found.source if a >= row.offset] or found.source
    return {
        "start_index": own[0][0],
        "end_index": own[-1][1],
        "spans": " ".join(f"{start}:{end}" for start, end in found.source),
        "sentence": row.sentence,
        "confidence": found.confidence,
        "relation": tie.relation if tie else "",
        "words": tie.words if tie else "",
        "main": row.propositions[tie.to].text if tie and tie.to is not None else "",
    }
