"""Does a long sentence entail each sentence of its split? A model of your own says (``[nli]``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from disco._errors import UsageError
from disco.jobs.refine import ENTAILMENT, Reason, Refined

LEAST_ENTAILED = 0.5
_AT_ONCE = 32
_LONGEST = 512  # tokens of a pair, for models that don't say how many they take


class Entailment:
    """A cross-encoder for natural language inference: its name at Hugging Face, or its folder.

    UsageError where it cannot be had, or none of its labels is called entailment.
    """

    def __init__(self, model: str, device: str = "cpu") -> None:
        try:
            import torch
            import transformers
        except ImportError as error:
            message = f"{error.name} is missing; pip install '.[nli]' in the checkout brings it"
            raise UsageError(message) from None
        transformers.logging.set_verbosity_error()
        transformers.logging.disable_progress_bar()
        try:
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(model)
            found = transformers.AutoModelForSequenceClassification.from_pretrained(model)
            self._model = found.to(device).eval()
        except (OSError, ValueError, RuntimeError) as error:
            raise UsageError(f"{model}: {str(error).splitlines()[0]}") from None
        labels = self._model.config.id2label
        number = next((n for n, name in labels.items() if name.lower() == "entailment"), None)
        if number is None:
            names = ", ".join(labels.values())
            raise UsageError(f"{model}: none of its labels is 'entailment': {names}")
        self._label, self._torch = number, torch
        self._longest = min(self._tokenizer.model_max_length, _LONGEST)

    def of(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """How likely the first text of each pair entails the second one."""
        given = self._tokenizer(
            [list(pair) for pair in pairs],
            padding=True,
            truncation=True,
            max_length=self._longest,
            return_tensors="pt",
        ).to(self._model.device)
        with self._torch.inference_mode():
            likely = self._model(**given).logits.softmax(-1)[:, self._label]
        return [float(each) for each in likely]

    def check(self, pairs: Iterable[Refined], least: float = LEAST_ENTAILED) -> Iterator[Refined]:
        """The pairs, with one more reason where a sentence of the split is less likely entailed.

        Those that another filter drops are not asked."""
        rows = iter(pairs)
        while block := list(islice(rows, _AT_ONCE)):
            asked = [
                (row.long, sentence) for row in block if not row.reasons for sentence in row.split
            ]
            likely = iter(self.of(asked) if asked else ())
            for row in block:
                yield row if row.reasons else _judged(row, likely, least)


def _judged(row: Refined, likely: Iterator[float], least: float) -> Refined:
    sure = list(islice(likely, len(row.split)))
    missed = [
        f"sentence {number} of the split: {each:.2f}"
        for number, each in enumerate(sure, start=1)
        if each < least
    ]
    return replace(row, reasons=(Reason(ENTAILMENT, "; ".join(missed)),)) if missed else row
