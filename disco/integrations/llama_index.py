"""A node parser for LlamaIndex: ``pip install '.[llama-index]'`` in the checkout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.node_parser import NodeParser
from llama_index.core.node_parser.node_utils import build_nodes_from_splits
from llama_index.core.schema import BaseNode, MetadataMode
from pydantic import Field, PrivateAttr

from disco.engine import Engine
from disco.integrations._metadata import metadata_of
from disco.loading import load, mark_of


class PropositionNodeParser(NodeParser):
    """Makes a node of each proposition of a document::

        nodes = PropositionNodeParser().get_nodes_from_documents(documents)

    Each node has the metadata of its document, and what ``metadata_of`` tells; models are shown
    neither these facts nor embeddings of them.
    """

    made_of: str = Field("", description="What the engine is loaded of; caches ask for it.")
    _engine: Engine = PrivateAttr()

    def __init__(self, engine: Engine | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._engine = engine or load()
        self.made_of = mark_of(self._engine)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The base would take an engine anew, and not this one."""
        type(self).__init__(self, state["__pydantic_private__"]["_engine"], **state["__dict__"])

    @classmethod
    def class_name(cls) -> str:
        return "PropositionNodeParser"

    def _parse_nodes(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,
        **kwargs: Any,
    ) -> list[BaseNode]:
        made: list[BaseNode] = []
        for node in nodes:
            text = node.get_content(metadata_mode=MetadataMode.NONE)
            pairs = [(row, p) for row in self._engine.split(text) for p in row.propositions]
            built = build_nodes_from_splits([p.text for _, p in pairs], node, id_func=self.id_func)
            for new, (row, found) in zip(built, pairs, strict=True):
                facts = metadata_of(row, found)
                new.metadata.update(facts)
                new.excluded_llm_metadata_keys.extend(facts)
                new.excluded_embed_metadata_keys.extend(facts)
                new.start_char_idx, new.end_char_idx = facts["start_index"], facts["end_index"]
            made.extend(built)
        return made
