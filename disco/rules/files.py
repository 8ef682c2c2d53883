"""What a rule file may hold; the jobs that rules do, each with a kind of rule of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, get_args

from pydantic import AfterValidator, BaseModel, Field

from disco._strict import Strict
from disco._types import TYPES
from disco.match.lexicon import Connective
from disco.match.model import in_list
from disco.rules.categorizing import CategoryRule
from disco.rules.fusing import FuseRule
from disco.rules.resolving import ResolveRule
from disco.rules.schema import R
from disco.rules.splitting import SplitRule
from disco.rules.unfusing import UnfuseRule


def _not_known(name: str) -> str:
    if name in TYPES:
        raise ValueError(f"'{name}' is a type of the data set, which every rule may have")
    return name


NewType = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]*$"), AfterValidator(_not_known)]
NewLabel = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


@dataclass(frozen=True, slots=True)
class RuleKind(Generic[R]):
    """Rules of one job: its name and folder, and what each is."""

    name: str
    rule: type[R]

    @property
    def example(self) -> type[BaseModel]:
        """What each of its examples is."""
        (kind,) = get_args(self.rule.model_fields["examples"].annotation)
        found: type[BaseModel] = kind
        return found

    def fits(self, rule: Mapping[str, Any]) -> bool:
        """Whether a rule with these keys, and its examples with theirs, can be one of the job's:
        it has all that it needs, and nothing that is not known."""
        examples = [each for each in in_list(rule.get("examples")) if isinstance(each, dict)]
        return _fits(self.rule, rule) and all(_fits(self.example, each) for each in examples)


def _fits(model: type[BaseModel], keys: Collection[str]) -> bool:
    fields = {info.alias or key: info for key, info in model.model_fields.items()}
    needed = {key for key, info in fields.items() if info.is_required()}
    return needed <= set(keys) <= fields.keys()


RULE_KINDS: tuple[RuleKind[Any], ...] = (
    RuleKind("unfuse", UnfuseRule),
    RuleKind("resolve", ResolveRule),
    RuleKind("categorize", CategoryRule),
    RuleKind("fuse", FuseRule),
    RuleKind("split", SplitRule),
)


class RuleFile(Strict):
    """A rule file: its phenomenon and its rules in the order in which they are tried; what
    ``each`` of them says that does not say otherwise; what it defines for other rules; connectives
    and labels of its own; rules that it switches off."""

    job: str = RULE_KINDS[0].name
    phenomenon: str | None = None
    about: str | None = Field(None, min_length=1)
    types: list[NewType] = []
    categories: dict[NewLabel, list[NewLabel]] = {}
    connectives: list[Connective] = []
    define: dict[str, Any] = {}
    each: dict[str, Any] = {}
    rules: list[Any] = []
    off: list[str] = []
