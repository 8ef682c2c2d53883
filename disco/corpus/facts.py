"""What a run is of: its choices, the rules, the model, and the files; by which a later run knows
whether it is the same one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from spacy.util import get_model_meta

from disco import _paths
from disco._errors import UsageError
from disco._files import digest, is_remote, mark
from disco._version import __version__
from disco.corpus.intake import Intake
from disco.corpus.streams import STANDARD
from disco.loading import EngineSpec
from disco.rules.load import rule_files


def facts_of(
    command: str, spec: EngineSpec, files: Iterable[Path], intake: Intake, format: str
) -> dict[str, Any]:
    """What a run is of: the command and its choices, version, model, rules and files."""
    chosen = {
        "format": format,
        "layout": intake.layout,
        "text_field": intake.text_field,
        "id_field": intake.id_field,
    }
    more = [*rule_files(spec.rules), _paths.coref_weights()]
    model = _paths.model_dir(spec.model)
    return {
        **plain_facts(command, {**chosen, **_said(spec)}, files, more),
        "model": f"{spec.model} {get_model_meta(model)['version']}" if model else spec.model,
    }


def plain_facts(
    command: str, options: Mapping[str, Any], files: Iterable[Path], more: Iterable[Path] = ()
) -> dict[str, Any]:
    """The same of a run without a parser; ``more`` files decide beside the shipped rules."""
    return {
        "command": command,
        "options": dict(options),
        "version": __version__,
        "rules": digest([*_paths.shipped_rules(), *more]),
        "inputs": _inputs_of(files),
    }


def _inputs_of(files: Iterable[Path]) -> list[dict[str, Any]]:
    """What tells whether files are still the same."""
    found: list[dict[str, Any]] = []
    for path in files:
        if path == STANDARD:
            raise UsageError("parts are made of files: standard input cannot be read again")
        seen = mark(path) if is_remote(path) else digest([path])
        found.append({"path": str(path), "size": path.stat().st_size, "hash": seen})
    return found


def _said(spec: EngineSpec) -> dict[str, Any]:
    """The choices that decide what is written, as JSON has them."""
    choices = asdict(spec)
    options = choices.pop("options")
    for other in ("model", "cache"):  # one is said with its version, the other changes nothing
        del choices[other]
    for name, value in {**options, **choices}.items():
        choices[name] = sorted(map(str, value)) if isinstance(value, tuple | frozenset) else value
    return choices
