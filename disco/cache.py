"""Parses kept on disk, with who is meant in them and what each rule wrote of them: a second run
over the same texts does not parse again, whatever rules, options or number of processes it has, and
asks only rules that have changed."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import srsly
from spacy.attrs import (  # type: ignore[import-not-found]
    IS_CURRENCY,
    IS_LEFT_PUNCT,
    IS_PUNCT,
    IS_QUOTE,
    IS_SPACE,
    IS_TITLE,
    LIKE_NUM,
    LOWER,
)
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from disco import _paths
from disco._errors import UsageError, WorkError
from disco._files import code, digest, write_whole
from disco.coref.links import LINKS
from disco.jobs.written import Written, packed, unpacked
from disco.parse.unsure import READINGS, UNSURE
from disco.text.documents import Unit

_KEPT = (
    *("ORTH", "SPACY", "NORM", "LEMMA", "POS", "TAG", "MORPH"),
    *("DEP", "HEAD", "SENT_START", "ENT_IOB", "ENT_TYPE"),
)
_KNOWN = (LINKS, UNSURE, READINGS)  # of what is kept with a text
# of words by themselves, whatever text they stand in
_ASKED = (LOWER, IS_PUNCT, IS_SPACE, IS_TITLE, IS_QUOTE, IS_LEFT_PUNCT, IS_CURRENCY, LIKE_NUM)
_BROKEN = (zlib.error, ValueError, KeyError, TypeError, EOFError, UsageError)
Kept = TypeVar("Kept")


class Cache:
    """Parsed texts in a folder, a file for those that are parsed at once.

    Its names are made of the texts and of all that parses them, so that another model or version
    may use the same folder; several processes may, too.
    """

    def __init__(self, folder: Path, nlp: Language, coref: str) -> None:
        self.folder = folder
        self.nlp = nlp
        # rule files may change: it is their authors who parse the same texts again
        ours = code() + digest([_paths.rules_dir() / "english.yaml", _paths.coref_weights()])
        meta = nlp.meta
        self._made_by = [meta["name"], meta["version"], version("spacy"), coref, ours]
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{folder}: cannot keep parses there: {error.strerror}") from error

    @contextmanager
    def parsed(
        self,
        units: Sequence[Unit],
        how: str,
        parse: Callable[[], Iterable[Doc]],
    ) -> Iterator[list[Doc]]:
        """The texts parsed, as they were kept or by ``parse``, which does it so (``how``). What is
        found out about them inside the ``with`` is kept, too."""
        path = self._path(units, how, "docs")
        kept = _read(path, self._docs)
        docs = list(parse()) if kept is None else kept
        known = 0 if kept is None else _linked(docs)
        yield docs
        if kept is None or _linked(docs) > known:
            content = {
                "docs": DocBin(attrs=_KEPT, docs=docs).to_bytes(),
                "known": [
                    {key: doc.user_data[key] for key in _KNOWN if key in doc.user_data}
                    for doc in docs
                ],
            }
            _write(path, srsly.msgpack_dumps(content))

    @contextmanager
    def written(self, units: Sequence[Unit]) -> Iterator[list[Written]]:
        """What rules wrote of each text before; what stands there behind the ``with`` is kept."""
        path = self._path(units, "", "rules")
        found = _read(path, _wrote) or [{} for _ in units]
        known = set(found[0]) if found else set()
        yield found
        if found and found[0].keys() != known:
            _write(path, zlib.compress(srsly.msgpack_dumps(packed(found)), 1))

    def _path(self, units: Sequence[Unit], how: str, kind: str) -> Path:
        name = blake2b(digest_size=16)
        name.update(repr((self._made_by, self.nlp.pipe_names, how)).encode())
        for unit in units:
            name.update(repr((unit.text, unit.starts)).encode("utf-8", "surrogatepass"))
        said = name.hexdigest()
        return self.folder / said[:2] / f"{said}.{kind}"

    def _docs(self, content: bytes) -> list[Doc]:
        found = srsly.msgpack_loads(content)
        with _few_facts(self.nlp.vocab):
            docs = list(DocBin().from_bytes(found["docs"]).get_docs(self.nlp.vocab))
        for doc, known in zip(docs, found["known"], strict=True):
            doc.user_data.update(known)
        return docs


def _wrote(content: bytes) -> list[Written]:
    return unpacked(srsly.msgpack_loads(zlib.decompress(content)))


def _read(path: Path, unpack: Callable[[bytes], Kept]) -> Kept | None:
    """What a file holds; None where there is none, or none that is whole."""
    try:
        return unpack(path.read_bytes())
    except (FileNotFoundError, *_BROKEN):
        return None
    except OSError as error:
        raise WorkError(f"{path}: cannot be read: {error.strerror}") from error


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise WorkError(f"{path}: cannot be written: {error.strerror}") from error
    write_whole(path, content)


@contextmanager
def _few_facts(vocab: Vocab) -> Iterator[None]:
    """Have words that are new to the vocabulary know only what is asked of a parsed text: a memory
    zone forgets them behind each block, and all that a parser asks of them costs more than to read
    the parse."""
    getters: dict[int, Any] = vocab.lex_attr_getters  # type: ignore[attr-defined]
    vocab.lex_attr_getters = {f: getters[f] for f in _ASKED if f in getters}  # type: ignore[attr-defined]
    try:
        yield
    finally:
        vocab.lex_attr_getters = getters  # type: ignore[attr-defined]


def _linked(docs: Iterable[Doc]) -> int:
    return sum(LINKS in doc.user_data for doc in docs)
