"""The examples that disco writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import isnan
from types import NoneType
from typing import Any

from disco._errors import UsageError

COLUMNS = (
    "coherent_first_sentence",
    "coherent_second_sentence",
    "incoherent_first_sentence",
    "incoherent_second_sentence",
    "discourse_type",
    "connective_string",
    "has_coref_type_pronoun",
    "has_coref_type_nominal",
)
FLAGS = COLUMNS[6:]
_ACCOUNT = ("removed", "inserted", "replacements")


@contextmanager
def reading(what: str, row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The row as JSON has it, also of a table of pandas; raises UsageError where what it holds
    makes no object of it."""
    if not hasattr(row, "items"):
        raise UsageError(f"not a row of {what}: {type(row).__name__} has no keys")
    try:
        yield {key: _plain(value) for key, value in row.items()}
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        said = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"not a row of {what}: {said}") from error


def _plain(value: Any) -> Any:
    """A cell of a table as JSON has it: numbers and arrays of numpy, also nested, as those of
    Python, and nothing as None; what is no such thing as it is."""
    if isinstance(value, float) and isnan(value):
        return None
    if not hasattr(value, "tolist"):
        return value
    plain = value.tolist()
    if isinstance(plain, list):
        return [_inside(item) for item in plain]
    return None if isinstance(plain, float) and isnan(plain) else plain


def _inside(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _inside(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(_inside, value))
    return _plain(value)


def many_of(row: Mapping[str, Any], name: str) -> Sequence[Any]:
    """A list that a row has, empty where it has none; ValueError for something else."""
    found = row.get(name)
    if not isinstance(found, (list, tuple, NoneType)):
        raise ValueError(f"'{name}' is no list: {found!r:.40}")
    return found or ()


def _flag(row: Mapping[str, Any], name: str) -> bool:
    """A flag as rows and tables write it; ValueError for what is neither 0 nor 1."""
    given = row[name]
    if given is None or float(given) not in {0, 1}:
        raise ValueError(f"'{name}' is neither 0 nor 1: {given!r:.40}")
    return bool(float(given))


@dataclass(frozen=True, slots=True)
class Removal:
    """Source text that is in neither output: where it stood in the document, and why it went."""

    text: str
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Insertion:
    """Output text that is not in the source as it stands: where, why, and what it replaces."""

    part: str
    text: str
    start: int
    end: int
    reason: str
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a source sentence: ``start`` to ``end`` of an output (``first``, ``second``),
    the ``removed`` or what the ``inserted`` of number ``start`` replaces, or a ``text`` between."""

    origin: str
    start: int = 0
    end: int = 0
    text: str = ""

    def to_list(self) -> list[str | int]:
        """The piece as short as JSON allows: ["first", 0, 12], ["removed", 0], ["text", " "]."""
        if self.origin == "text":
            return [self.origin, self.text]
        if self.origin in {"removed", "inserted"}:
            return [self.origin, self.start]
        return [self.origin, self.start, self.end]

    @classmethod
    def from_list(cls, piece: Sequence[Any]) -> Piece:
        """The piece that ``to_list`` made so short."""
        origin, *rest = piece
        return cls(origin, text=rest[0]) if origin == "text" else cls(origin, *rest)


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of the document: its text and its place in characters."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Coreference:
    """An anaphor that was replaced, and what it stands for."""

    anaphor: Mention
    antecedent: Mention


@dataclass(frozen=True, slots=True)
class Example:
    """One fusion example: the text, the two sentences made of it, and how.

    The first eight fields are the columns of the DiscoFuse data set. ``removed`` and ``inserted``
    account for every difference. ``offset`` is where the text starts in the document, from which
    all places in the source are counted; ``sentences`` are the numbers of its sentences;
    ``recipe`` puts each of them together again from the outputs and the account;
    ``confidence`` is the share of good ones among judged examples like it (None where no outputs
    of its rule have been judged), ``doubts`` what speaks against it; ``refused`` holds the reasons
    why it is not written (only with the gate off, and among rejects).
    """

    id: str
    coherent_first_sentence: str
    coherent_second_sentence: str
    incoherent_first_sentence: str
    incoherent_second_sentence: str
    discourse_type: str
    connective_string: str
    has_coref_type_pronoun: bool
    has_coref_type_nominal: bool
    rule: str
    removed: tuple[Removal, ...] = ()
    inserted: tuple[Insertion, ...] = ()
    replacements: tuple[Coreference, ...] = ()
    document: str = ""
    offset: int = 0
    sentences: tuple[int, ...] = ()
    recipe: tuple[tuple[Piece, ...], ...] = ()
    confidence: float | None = None
    doubts: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The sentence or the two sentences that the example was made of."""
        both = (self.coherent_first_sentence, self.coherent_second_sentence)
        return tuple(filter(None, both))

    @property
    def outputs(self) -> tuple[str, str]:
        """The two independent sentences."""
        return self.incoherent_first_sentence, self.incoherent_second_sentence

    def to_dict(self) -> dict[str, Any]:
        """The example as a row of JSONL."""
        row = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name in _ACCOUNT:
            row[name] = [asdict(each) for each in row[name]]
        for name in ("sentences", "doubts", "refused"):
            row[name] = list(row[name])
        row["recipe"] = [[piece.to_list() for piece in pieces] for pieces in self.recipe]
        if not self.refused:
            del row["refused"]
        return row

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Example:
        """The example of a row of JSONL, or of a table, which has no account and no recipe;
        UsageError where it is none."""
        with reading("an example", row) as known:
            fields = {key: known[key] for key in known.keys() & cls.__dataclass_fields__.keys()}
            fields |= {name: _flag(known, name) for name in FLAGS}
            if "document" not in known:
                fields["document"] = known["id"].rpartition("#")[0]
            fields |= {name: known[name] or "" for name in COLUMNS[:6]}
            if known.get("confidence") is not None:
                fields["confidence"] = float(known["confidence"])
            if not known.get("recipe"):
                known = {**dict.fromkeys(_ACCOUNT), **known}
            account = {name: known[name] for name in _ACCOUNT}
            fields["removed"] = tuple(Removal(**r) for r in many_of(account, "removed"))
            fields["inserted"] = tuple(Insertion(**i) for i in many_of(account, "inserted"))
            fields["replacements"] = tuple(
                Coreference(Mention(**r["anaphor"]), Mention(**r["antecedent"]))
                for r in many_of(account, "replacements")
            )
            fields["recipe"] = tuple(
                tuple(Piece.from_list(p) for p in s) for s in many_of(known, "recipe")
            )
            for name in ("sentences", "doubts", "refused"):
                fields[name] = tuple(many_of(known, name))
            return cls(**fields)

    def to_columns(self) -> tuple[str, ...]:
        """The example as a row of the data set's eight columns."""
        texts = (getattr(self, name) for name in COLUMNS[:6])
        flags = (str(float(getattr(self, name))) for name in FLAGS)
        return (*texts, *flags)
