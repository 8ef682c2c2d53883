"""The wheel: rules and weights travel in it, and it works from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.common import rows_of

ROOT = Path(__file__).parent.parent


def test_the_wheel_works_without_the_checkout(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    options = ["--no-deps", "--no-build-isolation", "--no-index"]
    built = [*pip, "wheel", *options, "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(built, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("discofuse-*.whl")
    target = tmp_path / "site"
    subprocess.run([*pip, "install", *options, "--target", str(target), str(wheel)], check=True)
    assert (target / "disco" / "_rules" / "connectives.yaml").is_file()
    assert (target / "disco" / "coref" / "trees.npz").is_file()
    text = "Agnes Moray kept the lamp for years. However, she wrote no book."
    done = subprocess.run(
        [sys.executable, "-m", "disco", "unfuse", "-", "-q"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(target)},
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = rows_of(done.stdout)
    assert {r["discourse_type"] for r in rows} == {"PAIR_CONN", "PAIR_CONN_ANAPHORA"}
