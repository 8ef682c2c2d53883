"""BiSECT's adaptive loss: what the split does not need, the model learns to leave alone.

Kim et al. (2021, section 4.2) take the source's own word for the target where its edit label is 0,
and the reference's where it is 1, so that a model does not learn what an editor changed besides;
and they have the encoder say of which kind the split is, as a second task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

import regex
import torch
from transformers import Seq2SeqTrainer

from examples.train.rows import Row

CATEGORIES = ("direct_insertion", "near_split", "across_sentence")
_WORD = regex.compile(r"\w+(?:['’.,-]\w+)*|\S")
_CUT = ("", "")  # stands where a sentence ends and the next begins
Piece = tuple[str, str]


class AdaptiveTrainer(Seq2SeqTrainer):  # type: ignore[misc]
    """Adds the loss of a linear layer that tells the category from the mean of what the encoder
    says, from its ``category`` in the batch; the layer is ``model.category_head``."""

    def compute_loss(
        self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, **given: Any
    ) -> Any:
        inputs = dict(inputs)
        category = inputs.pop("category")
        loss, outputs = super().compute_loss(model, inputs, return_outputs=True, **given)
        head = self.accelerator.unwrap_model(model).category_head
        there = inputs["attention_mask"].unsqueeze(-1).to(outputs.encoder_last_hidden_state.dtype)
        mean = (outputs.encoder_last_hidden_state * there).sum(1) / there.sum(1)
        loss = loss + torch.nn.functional.cross_entropy(head(mean), category)
        return (loss, outputs) if return_outputs else loss


def add_category_head(model: Any) -> None:
    """Give a model the layer that tells the category."""
    size = model.get_encoder().config.hidden_size
    model.category_head = torch.nn.Linear(size, len(CATEGORIES)).to(model.device)


def adaptive_sentences(row: Row) -> list[str]:
    """The sentences to learn: the row's where its labels say so, the text's own words elsewhere.

    A row whose labels are all 1 gives its own sentences.
    """
    ours, free = _pieces(row.text), _free(row)
    theirs: list[Piece] = []
    for sentence in row.sentences:
        theirs += [*_pieces(sentence), _CUT]
    theirs.pop()
    matcher = SequenceMatcher(None, [w for w, _ in ours], [w for w, _ in theirs], autojunk=False)
    target: list[Piece] = []
    for op, start, stop, first, last in matcher.get_opcodes():
        wanted = theirs[first:last]
        may_change = any(free[start:stop] or free[max(0, start - 1) : start + 1])
        own = op != "equal" and _CUT not in wanted and not may_change
        target += ours[start:stop] if own else wanted
    return list(_sentences(target))


def _pieces(text: str) -> list[Piece]:
    """The words of a text, each with the space behind it; the last one has some, too."""
    found = list(_WORD.finditer(text))
    gaps = [text[one.end() : other.start()] for one, other in pairwise(found)]
    return [(match.group(), gap) for match, gap in zip(found, [*gaps, " "], strict=False)]


def _free(row: Row) -> list[bool]:
    """May the split change each word of the text, by the labels of its tokens?"""
    marks = [False] * len(row.text)
    place = 0
    for token, label in zip(row.tokens, row.edit_labels, strict=True):
        place = row.text.index(token, place)
        marks[place : place + len(token)] = [bool(label)] * len(token)
        place += len(token)
    return [any(marks[slice(*match.span())]) for match in _WORD.finditer(row.text)]


def _sentences(target: Sequence[Piece]) -> Iterator[str]:
    """The texts between the cuts."""
    cuts = [-1, *(n for n, piece in enumerate(target) if piece == _CUT), len(target)]
    for before, after in pairwise(cuts):
        yield "".join(word + gap for word, gap in target[before + 1 : after]).strip()
