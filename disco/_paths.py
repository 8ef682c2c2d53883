"""Where the project's own data lies, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def rules_dir() -> Path:
    """The shipped rule files: inside the wheel, or beside the package in a checkout."""
    packaged = _PACKAGE / "_rules"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "rules"


def coref_dir() -> Path:
    """The shipped coreference weights."""
    return _PACKAGE / "_coref"
