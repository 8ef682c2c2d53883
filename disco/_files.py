"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from disco._errors import WorkError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name, and give it its own when all of it is on the disk."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())  # so that what has the name is there after a power cut
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise WorkError(f"{path}: cannot be written: {error.strerror or error}") from error
