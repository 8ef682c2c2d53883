"""Corpora: what is read from files, what is written to files, and the runs between them."""

from disco.corpus.pairs import (
    PairFormat,
    read_examples,
    read_pairs,
    read_parallel,
    read_predictions,
    read_sentences,
)
from disco.corpus.read import Intake, find_files, read_units
from disco.corpus.run import PairReport, Report, categorize_corpus, unfuse_corpus
from disco.corpus.write import Format, format_of, open_rows, open_writer

__all__ = [
    "Format",
    "Intake",
    "PairFormat",
    "PairReport",
    "Report",
    "categorize_corpus",
    "find_files",
    "format_of",
    "open_rows",
    "open_writer",
    "read_examples",
    "read_pairs",
    "read_parallel",
    "read_predictions",
    "read_sentences",
    "read_units",
    "unfuse_corpus",
]
