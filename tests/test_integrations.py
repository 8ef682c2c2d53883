"""The integrations with the real packages, and the page that shows them."""

from __future__ import annotations

import pickle
from pathlib import Path

from langchain_core.documents import Document
from llama_index.core import Document as LlamaDocument

import disco
from disco import Engine, Options
from disco.integrations.langchain import PropositionSplitter
from disco.integrations.llama_index import PropositionNodeParser

PAGE = Path(__file__).parent.parent / "docs" / "retrieval.md"
TEXT = "The fair was long. Robert Hale, who owned a mill, sold it."
SPLIT = ["The fair was long.", "Robert Hale sold it.", "Robert Hale owned a mill."]


def test_langchain(engine: Engine) -> None:
    splitter = PropositionSplitter(engine)
    assert splitter.split_text(TEXT) == SPLIT
    given = [Document(page_content=TEXT, metadata={"source": "a.txt", "id": 7, "tags": []})]
    found = splitter.split_documents(given)
    assert [d.page_content for d in found] == SPLIT
    assert all(d.metadata["source"] == "a.txt" and d.metadata["id"] == 7 for d in found)
    owned = found[2].metadata
    spans = [tuple(map(int, span.split(":"))) for span in owned["spans"].split()]
    assert [TEXT[a:b] for a, b in spans] == ["Robert Hale", "owned a mill"]
    assert TEXT[owned["start_index"] : owned["end_index"]] == "Robert Hale, who owned a mill"
    assert owned["sentence"] == 1
    assert 0 < owned["confidence"] < 1
    assert (owned["relation"], owned["words"]) == ("elaboration", "who")
    assert owned["main"] == "Robert Hale sold it."
    assert (found[1].metadata["relation"], found[1].metadata["main"]) == ("", "")
    found[0].metadata["tags"].append("read")
    assert owned["tags"] == []
    assert given[0].metadata == {"source": "a.txt", "id": 7, "tags": []}
    assert splitter.split_documents([]) == []
    assert splitter.split_text("") == []


def test_llama_index(engine: Engine) -> None:
    parser = PropositionNodeParser(engine)
    given = [
        LlamaDocument(text=TEXT, id_="fair", metadata={"source": "a.txt"}),
        LlamaDocument(text="", id_="empty"),
    ]
    nodes = parser.get_nodes_from_documents(given)
    assert [node.get_content() for node in nodes] == SPLIT
    assert {node.ref_doc_id for node in nodes} == {"fair"}
    assert all(node.metadata["source"] == "a.txt" for node in nodes)
    assert nodes[1].next_node is not None
    assert nodes[1].next_node.node_id == nodes[2].node_id
    assert "confidence" not in nodes[2].get_content(metadata_mode="llm")  # type: ignore[arg-type]
    assert nodes[2].metadata["spans"] == "19:30 36:48"


def test_another_engine_is_another_parser(engine: Engine) -> None:
    whole = disco.load(options=Options(min_step=1.0))
    parser = PropositionNodeParser(whole)
    assert parser.to_dict() != PropositionNodeParser(engine).to_dict()
    given = [LlamaDocument(text=TEXT)]
    again = pickle.loads(pickle.dumps(parser))
    assert [n.get_content() for n in again.get_nodes_from_documents(given)] != SPLIT


def test_an_edited_rule_file_makes_another_parser(tmp_path: Path) -> None:
    made = []
    for off in ("relative.*", "apposition.*"):
        (tmp_path / "mine.yaml").write_text(f'off: ["{off}"]\n')
        made.append(PropositionNodeParser(disco.load(rules=tmp_path)).made_of)
    assert made[0] != made[1]


def test_the_page_runs_as_it_stands() -> None:
    blocks = PAGE.read_text("utf-8").split("```python\n")[1:]
    assert len(blocks) == 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block.split("```")[0], str(PAGE), "exec"), names)
