"""An engine made from arguments that a person gave: each is checked, with the nearest valid one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from disco import _paths
from disco._errors import UsageError, unknown
from disco._files import code, digest
from disco._paths import DEFAULT_MODEL
from disco.cache import Cache
from disco.engine import Engine
from disco.jobs.options import Options
from disco.language import Coref, coreference_for, load_language, require_model
from disco.rules import Rulebook, load_rulebook
from disco.rules.load import rule_files

Scope = Literal["all", "paper"]
_NO_TYPE = "no type is named; leave them out for all"


def load(
    *,
    model: str = DEFAULT_MODEL,
    coref: Coref | None = "disco",
    rules: str | Path | Iterable[str | Path] = (),
    scope: Scope = "all",
    types: str | Iterable[str] | None = None,
    options: Options | None = None,
    cache: str | Path | None = None,
) -> Engine:
    """An engine with the English pipeline and the rules.

    ``rules`` are further rule files or folders; ``scope="paper"`` keeps to the published rules;
    ``types`` are names or patterns (``"PAIR_*"``); ``coref=None`` leaves anaphora out;
    ``cache`` is a folder where parses are kept for the next run. Raises
    RuleError when a rule file is wrong, ModelMissing when the English model is not installed.
    """
    return EngineSpec(
        model,
        coref,
        tuple(path.absolute() for path in _paths_of(rules)),
        scope,
        _names_of(types),
        Options() if options is None else options,
        None if cache is None else _path("cache", cache).absolute(),
    ).load()


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """What an engine is loaded of; another process that it is sent to loads the same engine, from
    the same folder, or from any where the paths are absolute."""

    model: str = DEFAULT_MODEL
    coref: Coref | None = "disco"
    rules: tuple[Path, ...] = ()
    scope: Scope = "all"
    types: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    cache: Path | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.options, Options):
            raise UsageError(f"options are disco.Options, not {type(self.options).__name__}")
        if not (isinstance(self.model, str) and self.model):
            raise UsageError(f"model is the name of a spaCy pipeline, and not {self.model!r}")
        if self.types and self.options.types is not None:
            raise UsageError("types are said twice, by themselves and in the options")

    def book(self) -> Rulebook:
        """The rules, and everything checked that ``load`` would complain of; no model is loaded."""
        found = load_book(self.rules, self.scope, self.model)
        self._options(found)
        known_coref(self.coref)
        require_model(self.model)
        return found

    def _options(self, book: Rulebook) -> Options:
        """The options with the types that are wanted, where some are."""
        if not self.types:
            return self.options
        return replace(self.options, types=known_types(self.types, book.types))

    def load(self, book: Rulebook | None = None) -> Engine:
        """The engine; by rules that ``book`` gave, or loaded anew."""
        if book is None:
            book = load_book(self.rules, self.scope, self.model)
        options = self._options(book)
        kind = known_coref(self.coref)
        nlp = load_language(self.model)
        kept = Cache(self.cache, nlp, kind) if self.cache is not None else None
        return Engine(nlp, book, options, coreference_for(nlp, kind), kept, self)


def mark_of(engine: Engine) -> str:
    """What tells whether engines write the same: what they were loaded of, with all that is in our
    code and in the rule files."""
    spec = engine.spec
    if not isinstance(spec, EngineSpec):
        return repr(engine)
    files = [*_paths.shipped_rules(), *rule_files(spec.rules)]
    chosen = spec.options.chosen()
    return f"{replace(spec, options=Options())!r} {chosen} {code()}{digest(files)}"


def load_book(
    rules: str | Path | Iterable[str | Path] = (), scope: str = "all", model: str = DEFAULT_MODEL
) -> Rulebook:
    """The rules as ``load`` takes its arguments: one path or many, a scope by name."""
    paths, known = _paths_of(rules), known_value("scope", scope, get_args(Scope))
    return load_rulebook(paths, known, model) if paths else _ours(known, model)


@cache
def _ours(scope: Scope, model: str) -> Rulebook:
    """Our rules alone, which do not change while a process runs."""
    return load_rulebook((), scope, model)


def _paths_of(rules: str | Path | Iterable[str | Path]) -> tuple[Path, ...]:
    return tuple(_path("rules", rule) for rule in _several(rules))


def _several(given: Any) -> list[Any]:
    """What is given as one, or as several."""
    one = isinstance(given, (str, bytes, Path)) or not isinstance(given, Iterable)
    return [given] if one else list(given)


def _path(name: str, path: Any) -> Path:
    if not isinstance(path, (str, Path)):
        raise UsageError(f"{name}: a path is text or a Path, not {type(path).__name__}")
    if path == "":
        raise UsageError(f"{name}: a path is empty")
    return Path(path)


def _names_of(types: str | Iterable[str] | None) -> tuple[str, ...]:
    """Types as they are given, none for all; UsageError for a choice that is empty."""
    if types is None:
        return ()
    names = tuple(_several(types))
    if not all(isinstance(name, str) for name in names):
        raise UsageError(f"types are names or patterns of them, not {types!r}")
    if not names:
        raise UsageError(_NO_TYPE)
    return names


def known_value(name: str, value: Any, known: Sequence[str]) -> Any:
    """The value, where it is one that is known; raises UsageError, with the nearest, for others."""
    if value not in known:
        raise UsageError(unknown(name, value, known))
    return value


def known_coref(kind: str | None) -> Coref:
    """A kind of coreference; raises UsageError for another."""
    known: Coref = known_value("coref", "none" if kind is None else kind, get_args(Coref))
    return known


def known_types(types: str | Iterable[str], known: Sequence[str]) -> frozenset[str]:
    """The types that names or patterns (``PAIR_*``, with commas between) stand for; raises
    UsageError for others."""
    found: set[str] = set()
    for name in (n.strip() for each in _several(types) for n in each.split(",") if n.strip()):
        matching = {t for t in known if fnmatchcase(t, name.upper())}
        if not matching:
            raise UsageError(unknown("type", name, known))
        found |= matching
    if not found:
        raise UsageError(_NO_TYPE)
    return frozenset(found)
