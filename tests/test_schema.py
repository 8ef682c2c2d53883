"""The JSON Schemas that editors use: they accept our files, and refuse what the loader refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from disco import RuleError, _paths
from disco._yaml import read
from disco.rules.gate import gate_words
from disco.rules.json_schema import NAMES, schema_of
from disco.rules.published import published
from tests.test_rules import GOOD

FILES = _paths.shipped_rules()
VALIDATORS = {name: Draft202012Validator(schema_of(name)) for name in NAMES}


def _kind(file: Path) -> str:
    """The schema that a file names in its first line."""
    first = file.read_text("utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    named = (file.parent / first.partition("=")[2]).resolve()
    assert named.is_file()
    return named.stem


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_our_files_fit_the_schema_that_they_name(file: Path) -> None:
    assert not list(VALIDATORS[_kind(file)].iter_errors(read(file).value))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_our_files_are_yaml_to_a_reader_without_the_c_library(file: Path) -> None:
    """Which is stricter: a question mark ends no word within brackets."""
    assert list(yaml.parse(file.read_text("utf-8"), Loader=yaml.SafeLoader))


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_beside_the_rules_are_those_of_the_code(name: str) -> None:
    stored = (_paths.rules_dir() / "schema" / f"{name}.json").read_text("utf-8")
    assert json.loads(stored) == schema_of(name)


def test_editors_say_what_each_key_is() -> None:
    schema = schema_of("rules")
    models = [
        schema,
        *(m for name, m in schema["$defs"].items() if name.endswith(("Rule", "Example"))),
    ]
    assert len(models) == 11
    for model in models:
        assert all(key.get("description") for key in model["properties"].values())


def _read(tmp_path: Path, text: str) -> Any:
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    return read(tmp_path / "mine.yaml").value


def test_the_example_of_the_documentation_is_accepted(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "rules.md").read_text("utf-8")
    example = page.split("```yaml\n")[1].split("```")[0]
    assert "with.participle" in example
    assert not list(VALIDATORS["rules"].iter_errors(_read(tmp_path, example)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("find:", "fnd:"),
        ("independent: left", "independant: left"),
        ('{text: "&"}', "{dep: nsubjj}"),
        ('{text: "&"}', "{tag: VBX}"),
        ('{text: "&"}', "{pos: NOUNS}"),
        ('{text: "&"}', "{ent: [PERSN]}"),
        ('{text: "&"}', "{connective: backwards}"),
        ('{text: "&"}', "{lower: However}"),
        ('{text: "&"}', '{lower: "in case"}'),
        ("glue: {token: mark}", "glue: {tokn: mark}"),
        (
            '      mark: {text: "&"}\n',
            '      mark: {text: "&"}\n      other: {sibling_of: mark, optional: true}\n',
        ),
        ("job: unfuse", "job: unfus"),
        ("    examples:", "    exampels:"),
    ],
)
def test_what_the_loader_refuses_the_schema_refuses(tmp_path: Path, old: str, new: str) -> None:
    text = f"job: unfuse\n{GOOD}"
    assert not list(VALIDATORS["rules"].iter_errors(_read(tmp_path, text)))
    assert old in text
    wrong = _read(tmp_path, text.replace(old, new, 1))
    assert list(VALIDATORS["rules"].iter_errors(wrong))


@pytest.mark.parametrize(
    ("name", "loaded", "old", "new", "said"),
    [
        ("gate", gate_words, "pos: NOUN", "pos: NUON", "unknown pos 'NUON'; did you mean 'NOUN'?"),
        ("gate", gate_words, "never: [orphaned", "never: [orfaned", "'orfaned_relative'; did you"),
        ("gate", gate_words, "at: start", "at: begin", "unknown at 'begin'"),
        ("gate", gate_words, 'hole: "a', 'whole: "a', "reason 'whole'; did you mean 'hole'?"),
        ("published", published, "BiSECT: 18", "BISECT: 18", "BISECT"),
    ],
)
def test_a_data_file_of_ours_that_is_broken_says_where(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    loaded: Any,
    old: str,
    new: str,
    said: str,
) -> None:
    text = (_paths.rules_dir() / f"{name}.yaml").read_text("utf-8")
    line = text[: text.index(old)].count("\n") + 1
    (tmp_path / f"{name}.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(_paths, "rules_dir", lambda: tmp_path)
    with pytest.raises(RuleError) as error:
        loaded.__wrapped__()
    assert f"{name}.yaml:{line}:" in str(error.value)
    assert said in str(error.value)


def test_root_is_a_label(tmp_path: Path) -> None:
    text = GOOD.replace('{text: "&"}', "{dep: ROOT}")
    assert not list(VALIDATORS["rules"].iter_errors(_read(tmp_path, text)))


@pytest.mark.parametrize(
    "entry",
    [
        "{word: and, position: inside, sense: expansion, source: ours}",
        "{word: and, position: inner, sense: expansion, source: me}",
        "{word: and, position: inner, source: ours}",
    ],
)
def test_connectives_have_a_schema(tmp_path: Path, entry: str) -> None:
    text = f"about: mine\nconnectives:\n  - {entry}\n"
    assert list(VALIDATORS["rules"].iter_errors(_read(tmp_path, text)))
