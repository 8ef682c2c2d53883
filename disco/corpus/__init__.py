"""Corpora: what is read from files, what is written to files, and the runs between them."""

from disco.corpus.facts import facts_of, plain_facts
from disco.corpus.failures import Failures, failures_file
from disco.corpus.intake import Intake
from disco.corpus.pair_rows import write_pairs
from disco.corpus.pair_runs import (
    FuseReport,
    PairReport,
    align_corpus,
    categorize_corpus,
    fuse_corpus,
    mine_corpus,
    refine_corpus,
)
from disco.corpus.pairs import (
    PairFormat,
    read_pairs,
    read_parallel,
    read_sentences,
    read_sources,
)
from disco.corpus.predictions import read_predictions
from disco.corpus.propositions import SplitFormat, open_propositions, split_format_of
from disco.corpus.read import find_files, read_units
from disco.corpus.shards import open_shards
from disco.corpus.text_runs import (
    Report,
    SplitReport,
    split_corpus,
    unfuse_corpus,
    write_examples,
)
from disco.corpus.write import (
    Format,
    format_of,
    open_rows,
    open_writer,
    rejects_format_of,
    write_rows,
)

__all__ = [
    "Failures",
    "Format",
    "FuseReport",
    "Intake",
    "PairFormat",
    "PairReport",
    "Report",
    "SplitFormat",
    "SplitReport",
    "align_corpus",
    "categorize_corpus",
    "facts_of",
    "failures_file",
    "find_files",
    "format_of",
    "fuse_corpus",
    "mine_corpus",
    "open_propositions",
    "open_rows",
    "open_shards",
    "open_writer",
    "plain_facts",
    "read_pairs",
    "read_parallel",
    "read_predictions",
    "read_sentences",
    "read_sources",
    "read_units",
    "refine_corpus",
    "rejects_format_of",
    "split_corpus",
    "split_format_of",
    "unfuse_corpus",
    "write_examples",
    "write_pairs",
    "write_rows",
]
