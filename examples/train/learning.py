"""Fine-tuning a sequence-to-sequence model, and asking it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

from disco import UsageError
from examples.train.adaptive import (
    CATEGORIES,
    AdaptiveTrainer,
    adaptive_sentences,
    add_category_head,
)
from examples.train.rows import Row

MARK = "<::::>"  # between sentences, as in WikiSplit
FUSION, SPLITTING = "fusion", "splitting"
_SETTINGS = "settings.json"
_LAST = "config.json"  # the file of a checkpoint that is put into the folder last


@dataclass(frozen=True)
class Settings:
    """What is learned, and how."""

    checkpoint: str
    task: str
    reverse: bool = False
    adaptive: bool = False
    steps: int = 20_000
    batch_size: int = 32
    learning_rate: float = 1e-4
    longest: int = 128
    seed: int = 1

    def source(self, row: Row) -> str:
        """What the model is given."""
        return row.text if self.task == SPLITTING else " ".join(row.sentences)

    def target(self, row: Row) -> str:
        """What the model is to say: sentences with a mark between them, in reversed order where
        that is asked for."""
        if self.task == FUSION:
            return row.text
        sentences = adaptive_sentences(row) if self.adaptive else list(row.sentences)
        return f" {MARK} ".join(sentences[::-1] if self.reverse else sentences)

    def sentences(self, said: str) -> list[str]:
        """The sentences that a model means, in their own order again."""
        parts = [part.strip() for part in said.split(MARK) if part.strip()]
        return parts[::-1] if self.reverse else parts


def train(settings: Settings, train: Any, dev: Any, folder: Path, *, cpu: bool = False) -> None:
    """Fine-tune on tables of rows, into a folder that holds a checkpoint like any other at the end.

    Goes on where a run with the same settings into the same folder was interrupted; does nothing
    where that is done. UsageError where the folder was made with other settings.
    """
    _same_settings(settings, folder)
    if (folder / _LAST).exists():
        return
    set_seed(settings.seed)  # tokens and layers that are new begin at random
    tokenizer, model = _loaded(settings)
    if settings.adaptive:
        add_category_head(model)
        train, dev = _labelled(train), _labelled(dev)
        if not len(train):
            raise UsageError("no row has edit labels; 'disco categorize' gives them")
    checkpoints = folder / "checkpoints"
    trainer = (AdaptiveTrainer if settings.adaptive else Seq2SeqTrainer)(
        model,
        _arguments(settings, checkpoints, check=bool(len(dev)), cpu=cpu),
        train_dataset=_encoded(settings, tokenizer, train),
        eval_dataset=_encoded(settings, tokenizer, dev) if len(dev) else None,
        data_collator=DataCollatorForSeq2Seq(tokenizer, model),
    )
    trainer.train(resume_from_checkpoint=_last_whole(checkpoints))
    if settings.adaptive:
        del model.category_head
    made = folder / "model.partial"
    model.save_pretrained(made)
    tokenizer.save_pretrained(made)
    for file in sorted(made.iterdir(), key=lambda f: f.name == _LAST):
        file.replace(folder / file.name)
    made.rmdir()
    shutil.rmtree(checkpoints)


def predictions(
    settings: Settings, rows: Any, folder: Path, *, beams: int, cpu: bool = False
) -> Iterator[dict[str, Any]]:
    """What the model in a folder says of rows, as rows that ``disco evaluate`` reads."""
    device = "cuda" if torch.cuda.is_available() and not cpu else "cpu"
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).to(device).eval()
    for start in range(0, len(rows), settings.batch_size):
        some = rows.select(range(start, min(start + settings.batch_size, len(rows))))
        batch = [Row(**columns) for columns in some]
        given = tokenizer(
            [settings.source(row) for row in batch],
            max_length=settings.longest,
            truncation=True,
            padding=True,
            return_tensors="pt",
        ).to(device)
        with torch.inference_mode():
            said = model.generate(**given, num_beams=beams, max_new_tokens=settings.longest)
        texts = tokenizer.batch_decode(said, skip_special_tokens=True)
        for row, text in zip(batch, texts, strict=True):
            yield _prediction(settings, row, text)


def _prediction(settings: Settings, row: Row, said: str) -> dict[str, Any]:
    if settings.task == SPLITTING:
        found = settings.sentences(said) or [row.text]
        wanted = " ".join(row.sentences)
        return {"id": row.id, "long": row.text, "split": found, "references": [wanted]}
    first, second = row.sentences
    made_of = {"id": row.id, "first": first, "second": second, "discourse_type": row.kind}
    return made_of | {"prediction": said.strip(), "reference": row.text}


def _encoded(settings: Settings, tokenizer: Any, table: Any) -> Any:
    """A table of rows as numbers, on disk."""

    def encode(columns: dict[str, list[Any]]) -> dict[str, Any]:
        rows = [
            Row(**dict(zip(columns, values, strict=True)))
            for values in zip(*columns.values(), strict=True)
        ]
        length = {"max_length": settings.longest, "truncation": True}
        found = dict(tokenizer([settings.source(row) for row in rows], **length))
        targets = tokenizer(text_target=[settings.target(row) for row in rows], **length)
        found["labels"] = targets["input_ids"]
        if settings.adaptive:
            found["category"] = [CATEGORIES.index(row.category) for row in rows]
        return found

    return table.map(encode, batched=True, remove_columns=table.column_names)


def _labelled(table: Any) -> Any:
    """The rows of a table that have edit labels, since their split has a category."""
    return table.filter(lambda columns: columns["category"] in CATEGORIES)


def _loaded(settings: Settings) -> tuple[Any, Any]:
    """The tokenizer and the model to begin with."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(settings.checkpoint)
        model = AutoModelForSeq2SeqLM.from_pretrained(settings.checkpoint)
    except (OSError, ValueError) as error:
        raise UsageError(f"{settings.checkpoint}: {str(error).splitlines()[0]}") from None
    if settings.task == SPLITTING and tokenizer.add_tokens([MARK]):
        there = model.get_input_embeddings().num_embeddings  # some models have more than tokens
        model.resize_token_embeddings(max(len(tokenizer), there))
    return tokenizer, model


def _arguments(
    settings: Settings, checkpoints: Path, *, check: bool, cpu: bool
) -> Seq2SeqTrainingArguments:
    """What Hugging Face's trainer is told; with ``check`` the best checkpoint is kept."""
    often = max(1, settings.steps // 20)
    return Seq2SeqTrainingArguments(
        output_dir=str(checkpoints),
        max_steps=settings.steps,
        per_device_train_batch_size=settings.batch_size,
        learning_rate=settings.learning_rate,
        warmup_steps=settings.steps // 10,
        seed=settings.seed,
        eval_strategy="steps" if check else "no",
        eval_steps=often,
        save_steps=often,
        save_total_limit=2,
        logging_steps=often,
        load_best_model_at_end=check,
        label_names=["labels"],
        remove_unused_columns=False,
        report_to=[],
        use_cpu=cpu,
    )


def _same_settings(settings: Settings, folder: Path) -> None:
    """Write the settings into the folder, or see to it that they are those that stand there."""
    file = folder / _SETTINGS
    mine = json.dumps(asdict(settings), indent=2) + "\n"
    if file.exists() and file.read_text("utf-8") != mine:
        there = json.loads(file.read_text("utf-8"))
        other = [name for name, value in asdict(settings).items() if there.get(name) != value]
        names = ", ".join(other)
        raise UsageError(f"{folder} was begun with another {names}; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(mine, "utf-8")


def _last_whole(checkpoints: Path) -> str | None:
    """The last checkpoint that was written to its end; those that were not are taken away."""
    found = sorted(checkpoints.glob("checkpoint-*"), key=lambda p: int(p.name.split("-")[1]))
    while found and not (found[-1] / "trainer_state.json").exists():
        shutil.rmtree(found.pop())
    return str(found[-1]) if found else None
