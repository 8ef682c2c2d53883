"""Arguments of commands that mine edit histories."""

from __future__ import annotations

from typing import Annotated

import typer

from disco.pairs.mine import MinerSpec

HistoryArgument = Annotated[
    list[str],
    typer.Argument(
        help="Dumps with history (.xml, also .gz .bz2 .zst, .7z), or .jsonl of "
        '{"id", "revisions"}; folders, globs.'
    ),
]
DELTA, PATIENCE, MEMORY = MinerSpec().least, 60.0, 4.0  # where nothing is said
DeltaOption = Annotated[
    float, typer.Option(min=0, max=1, help="BLEU of the long one with each part, at least.")
]
PatienceOption = Annotated[
    float,
    typer.Option(
        "--timeout",
        min=0.001,
        help="Seconds for a run of snapshots; what takes longer is named.",
    ),
]
MemoryOption = Annotated[
    float, typer.Option(min=0.5, help="Gigabytes that a process may take while mining.")
]
