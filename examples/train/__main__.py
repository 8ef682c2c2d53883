"""Fine-tunes a model on a data set, then has it say what it makes of the test split.

Example: ``python -m examples.train splits --checkpoint t5-small --out model``
"""

from __future__ import annotations

import json
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from disco import DiscoError, UsageError

try:
    from tqdm import tqdm

    from examples.train.learning import FUSION, SPLITTING, Settings, predictions, train
    from examples.train.rows import file_of, is_about_splits, table_of
except ImportError as missing:
    sys.exit(f"error: {missing.name} is missing; pip install '.[train]' in the checkout brings it")


class Task(str, Enum):
    fusion = FUSION
    splitting = SPLITTING


def main(
    data: Annotated[
        Path, typer.Argument(help="A folder of 'disco build', or with train, dev and test .jsonl.")
    ],
    checkpoint: Annotated[
        str, typer.Option("-m", "--checkpoint", help="A sequence-to-sequence model to begin with.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder for the model.")],
    task: Annotated[
        Task | None, typer.Option(help="What to learn; splitting where the data are splits.")
    ] = None,
    balanced: Annotated[
        bool, typer.Option("--balanced", help="Train on train_balanced, not on train.")
    ] = False,
    reverse: Annotated[
        bool, typer.Option("--reverse", help="Learn the sentences of a split in reversed order.")
    ] = False,
    adaptive: Annotated[
        bool, typer.Option("--adaptive", help="BiSECT's adaptive loss, and the kind of split.")
    ] = False,
    steps: Annotated[int, typer.Option(min=1, help="Steps of training.")] = Settings.steps,
    batch_size: Annotated[int, typer.Option(min=1)] = Settings.batch_size,
    learning_rate: Annotated[float, typer.Option(min=0)] = Settings.learning_rate,
    longest: Annotated[int, typer.Option(min=8, help="Tokens of a text.")] = Settings.longest,
    beams: Annotated[int, typer.Option(min=1)] = 4,
    seed: Annotated[int, typer.Option()] = Settings.seed,
    cpu: Annotated[bool, typer.Option("--cpu", help="Leave a GPU alone.")] = False,
) -> None:
    """Fine-tune a model on a data set, and have it say what it makes of the test split, in
    OUT/predictions.jsonl for 'disco evaluate'.

    Interrupted, the same call goes on where it was.

    Example: python -m examples.train splits -m google-t5/t5-small -o model --adaptive
    """
    train_file = file_of(data, "train_balanced" if balanced else "train")
    tables = [table_of(train_file), *(table_of(file_of(data, name)) for name in ("dev", "test"))]
    if not len(tables[0]):
        raise UsageError(f"{train_file} has no rows to learn from")
    if task is None:
        task = Task.splitting if is_about_splits(train_file) else Task.fusion
    if (reverse or adaptive) and task is Task.fusion:
        raise UsageError("--reverse and --adaptive are for splitting")
    settings = Settings(
        checkpoint=checkpoint,
        task=task.value,
        reverse=reverse,
        adaptive=adaptive,
        steps=steps,
        batch_size=batch_size,
        learning_rate=learning_rate,
        longest=longest,
        seed=seed,
    )
    train(settings, tables[0], tables[1], out, cpu=cpu)
    said = predictions(settings, tables[2], out, beams=beams, cpu=cpu)
    with (out / "predictions.partial").open("w", encoding="utf-8") as file:
        for row in tqdm(said, total=len(tables[2]), unit=" texts", desc="predicting"):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    Path(file.name).replace(out / "predictions.jsonl")


if __name__ == "__main__":
    try:
        typer.run(main)
    except DiscoError as error:
        sys.exit(f"error: {error}")
