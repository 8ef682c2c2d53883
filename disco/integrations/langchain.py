"""A text splitter for LangChain: ``pip install '.[langchain]'`` in the checkout."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from disco.engine import Engine
from disco.integrations._metadata import metadata_of
from disco.jobs.propositions import Proposition, Propositions
from disco.loading import load


class PropositionSplitter(TextSplitter):
    """Splits texts into propositions that stand alone::

        documents = PropositionSplitter().split_documents(documents)

    Each document has the metadata of the one that it comes from, and what ``metadata_of`` tells.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        super().__init__()
        self._engine = engine or load()

    def split_text(self, text: str) -> list[str]:
        """The propositions of a text."""
        return [found.text for _, found in self._found(text)]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """A document for each proposition of the texts."""
        known = metadatas or [{} for _ in texts]
        return [
            Document(
                page_content=found.text,
                metadata={**deepcopy(metadata), **metadata_of(row, found)},
            )
            for text, metadata in zip(texts, known, strict=True)
            for row, found in self._found(text)
        ]

    def _found(self, text: str) -> Iterator[tuple[Propositions, Proposition]]:
        for row in self._engine.split(text):
            for found in row.propositions:
                yield row, found
