"""The labels that the English model gives, so that a rule cannot ask for one that never comes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import srsly
from spacy.parts_of_speech import IDS

from disco import _paths


@cache
def labels_of(model: Path | None = None) -> Mapping[str, frozenset[str]]:
    """The model's labels for ``dep``, ``tag``, ``pos``, ``ent`` and ``morph``; nothing where the
    model is not installed, so that rules can be looked at before it is."""
    folder = model or _paths.model_dir()
    if folder is None:
        return {}
    meta = json.loads((folder / "meta.json").read_text("utf-8"))
    known = meta["labels"]
    found = {"pos": frozenset(p for p in IDS if p)}
    for attribute, component in (("dep", "parser"), ("tag", "tagger"), ("ent", "ner")):
        if known.get(component):
            found[attribute] = frozenset(known[component])
    patterns = folder / "attribute_ruler" / "patterns"
    if patterns.is_file():
        features = (str(p["attrs"].get("MORPH", "")) for p in srsly.read_msgpack(patterns))
        found["morph"] = frozenset(f for each in features for f in each.split("|") if "=" in f)
    return found
