"""Rule files: errors with file, line and the nearest name; adding, replacing, switching off."""

from __future__ import annotations

from pathlib import Path

import pytest

from disco import RuleError, UsageError
from disco.rules import UNFUSE, load_rules

GOOD = """\
phenomenon: test
about: A rule of the tests.
rules:
  - id: test.rule
    type: SINGLE_S_COORD
    scope: extended
    about: Splits at an ampersand.
    find:
      mark: {text: "&"}
    spans:
      glue: {token: mark}
      left: {before: glue}
      right: {after: glue}
    require:
      - independent: left
      - independent: right
    remove: {connective: glue}
    write:
      first: left
      second: right
    examples:
      - text: The mill burned & the owners rebuilt it.
        first: The mill burned.
        second: The owners rebuilt it.
"""


def _errors(tmp_path: Path, text: str) -> str:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(UNFUSE, extra=[tmp_path])
    assert all(p.file == str(file) for p in caught.value.problems)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            "phenomenon: test",
            "job: fus\nphenomenon: test",
            1,
            "R206 unknown job 'fus'; did you mean 'fuse'?",
        ),
        ("find:", "fnd:", 8, "R203 unknown key 'fnd'; did you mean 'find'?"),
        (
            "independent: left",
            "independant: left",
            15,
            "unknown word 'independant'; did you mean 'independent'?",
        ),
        ("second: right", "second: rigth", 20, "R201 unbound name 'rigth'; did you mean 'right'?"),
        (
            "left: {before: glue}",
            "left: {before: gleu}",
            12,
            "unbound name 'gleu'; did you mean 'glue'?",
        ),
        (
            "SINGLE_S_COORD",
            "SINGLE_S_CORD",
            4,
            "unknown type 'SINGLE_S_CORD'; did you mean 'SINGLE_S_COORD'?",
        ),
        (
            "      - independent: right\n",
            "      - independent: right\n    then: anafora\n",
            17,
            "unknown rule 'anafora'; did you mean 'anaphora'?",
        ),
        (
            "      right: {after: glue}",
            "      right: {after: glue}\n      left: {after: glue}",
            14,
            "R103 'left' is bound twice",
        ),
        (
            "      right: {after: glue}",
            "      right: {after: glue}\n      spare: {after: glue}",
            14,
            "R202 span 'spare' is never used",
        ),
        ("      left: {before: glue}", "      left: {}", 12, "one of subtree"),
        ("    about: Splits", "    about: [Splits", 7, "not valid YAML"),
        ("    scope: extended\n", "", 4, "'scope' is missing"),
    ],
)
def test_errors_say_where_and_what(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in GOOD
    shown = _errors(tmp_path, GOOD.replace(old, new, 1))
    assert message in shown
    assert any(f"mine.yaml:{n}:" in shown for n in (line, line + 1)), shown


def test_all_errors_come_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("second: right", "second: rigth").replace("first: left", "first: lfet")
    assert _errors(tmp_path, text).count("unbound name") == 2


def test_a_rule_without_an_example_does_not_load(tmp_path: Path) -> None:
    assert "'examples'" in _errors(
        tmp_path, GOOD[: GOOD.index("    examples:")] + "    examples: []\n"
    )


def test_a_circle_of_then(tmp_path: Path) -> None:
    text = GOOD.replace(
        "    examples:",
        "    then: test.rule\n    becomes: {SINGLE_S_COORD: PAIR_CONN}\n    examples:",
    )
    assert "goes in a circle: test.rule -> test.rule" in _errors(tmp_path, text)


def test_words_that_yaml_takes_for_truth_values_are_words(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(GOOD.replace('{text: "&"}', "{lower: [no, on, true, 5]}"))
    rule = load_rules(UNFUSE, extra=[tmp_path]).get("test.rule")
    lower = rule.find["mark"].lower
    assert lower is not None
    assert lower.allowed == ["no", "on", "true", "5"]


def test_user_rules_are_added_replaced_and_switched_off(tmp_path: Path) -> None:
    shipped = {r.id for r in load_rules(UNFUSE).rules}
    (tmp_path / "a.yaml").write_text(GOOD)
    assert {r.id for r in load_rules(UNFUSE, extra=[tmp_path]).rules} == shipped | {"test.rule"}
    (tmp_path / "a.yaml").write_text(GOOD.replace("test.rule", "vp_coord.list"))
    assert (
        load_rules(UNFUSE, extra=[tmp_path]).get("vp_coord.list").about == "Splits at an ampersand."
    )
    (tmp_path / "a.yaml").write_text("phenomenon: off\nabout: Less.\noff: [vp_coord.list]\n")
    left = {r.id for r in load_rules(UNFUSE, extra=[tmp_path]).rules}
    assert left == shipped - {"vp_coord.list"}


def test_unknown_rule_names(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"did you mean 'vp_coord\.verbs'"):
        load_rules(UNFUSE).get("vp_coord.verb")
    with pytest.raises(UsageError, match="no such rule file"):
        load_rules(UNFUSE, extra=[tmp_path / "nothing"])


def test_every_connective_stands_once_for_a_position() -> None:
    seen: set[tuple[str, str]] = set()
    for entry in load_rules(UNFUSE).connectives:
        for position in entry.position:
            assert (entry.word, position) not in seen, entry
            seen.add((entry.word, position))
