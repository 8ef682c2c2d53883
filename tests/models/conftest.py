"""Tiny models, made here: what matters is that any checkpoint folder works."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

WHO = ["The mill", "The captain", "A baker", "Agnes Moray", "The old ferry"]
DID = ["burned in March", "left the harbour", "sold a boat", "wrote to the town"]
THEN = ["the owners rebuilt it", "nobody answered", "a storm came", "the price fell", "it rained"]


def _pair(who: str, did: str, then: str, number: int) -> tuple[str, str, str]:
    """A long sentence and its split, now one behind the other, now one before the other."""
    first, second = f"{who} {did}.", f"{then.capitalize()}."
    if number % 2:
        return f"Although {then}, {who.lower() if who[:2] != 'Ag' else who} {did}.", second, first
    return f"{who} {did}, but {then}.", first, second


PAIRS = [
    _pair(who, did, THEN[(n + m) % 5], n + m)
    for n, who in enumerate(WHO)
    for m, did in enumerate(DID)
]


def tokenizer_of(texts: Iterable[str]) -> PreTrainedTokenizerFast:
    """A tokenizer that has learned some texts."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel()
    made.decoder = decoders.ByteLevel()
    special = ["<pad>", "</s>"]
    made.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            special_tokens=special,
            show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        ),
    )
    made.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="</s>", model_max_length=256
    )


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sequence-to-sequence model that knows nothing yet."""
    folder = tmp_path_factory.mktemp("t5")
    tokenizer = tokenizer_of(" ".join(pair) for pair in PAIRS)
    torch.manual_seed(0)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=64,
        d_kv=16,
        d_ff=128,
        num_layers=2,
        num_heads=4,
        dropout_rate=0.0,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
    )
    T5ForConditionalGeneration(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def entailing(folder: Path, labels: list[str]) -> Path:
    """A model that, whatever it is asked, is surest of the first label."""
    tokenizer = tokenizer_of(" ".join(pair) for pair in PAIRS)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=len(labels),
        id2label=dict(enumerate(labels)),
        label2id={label: n for n, label in enumerate(labels)},
    )
    torch.manual_seed(0)
    model = BertForSequenceClassification(config)
    with torch.no_grad():
        model.classifier.weight.zero_()
        model.classifier.bias.copy_(torch.tensor([3.0] + [0.0] * (len(labels) - 1)))
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
