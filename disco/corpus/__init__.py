"""Corpora: texts read from files, examples written to files, and the run between them."""

from disco.corpus.read import Intake, Layout, find_files, read_units
from disco.corpus.run import Report, unfuse_corpus
from disco.corpus.write import Format, format_of, open_writer

__all__ = [
    "Format",
    "Intake",
    "Layout",
    "Report",
    "find_files",
    "format_of",
    "open_writer",
    "read_units",
    "unfuse_corpus",
]
