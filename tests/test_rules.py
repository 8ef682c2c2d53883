"""Rule files: errors with file, line and the nearest name; adding, replacing, switching off."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from disco import Document, Engine, Options, RuleError, UsageError
from disco._errors import nearest
from disco.explain import explain
from disco.rules import RuleSet, load_rulebook
from disco.rules.plain import yaml_of
from disco.rules.unfusing import UnfuseRule
from disco.trial import run_examples
from disco.trial.shown import never_shown, unshown
from tests.common import Run

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
    connective: glue
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
        load_rulebook([tmp_path])
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
        (
            'text: "&"',
            "lower: so-called",
            9,
            "'so-called' is more than one token (so - called)",
        ),
        (
            "independent: left",
            "longer: {span: left}",
            15,
            "'longer' says than how many tokens, or of which span",
        ),
        (
            "independent: left",
            "is: {token: mark}",
            15,
            "nothing is asked of the token; 'bound: mark' says it is one",
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
        (
            "second: The owners rebuilt it.",
            'second: "The owners rebuilt it.',
            24,
            "a quote or a bracket, is not closed",
        ),
        ("    about: Splits", "\tabout: Splits", 7, "a tab stands here"),
        ('{text: "&"}', "{text: }", 9, "R105 'text' has no value"),
        ("phenomenon: test", "phenomenon:", 1, "R105 'phenomenon' has no value\n"),
        ("      left: {before", "     left: {before", 12, "is it indented as what begins in line"),
        ("    about: Splits", "    good: high\n    about: Splits", 7, "'good': a number belongs"),
        ("id: test.rule", "id: Test rule", 4, "other characters than small letters, digits"),
        (
            "left: {before: glue}",
            "left: {before: glue, token: mark}",
            12,
            "R206 a span is found in one way, and not by token and before",
        ),
        (
            "        second: The owners rebuilt it.",
            "        none: for a reason",
            22,
            "first and second go, or none does",
        ),
        (
            "phenomenon: test",
            "phenomenon: test\nconnectives:\n"
            "  - {word: because, position: inner, sense: contingency, source: ours}",
            3,
            "R301 connective 'because' is known already",
        ),
        ("id: test.rule", "id: anaphora.split\n    extends: [a, b]", 5, "names one rule by its id"),
        ("    scope: extended\n", "", 4, "'scope' is missing"),
        (
            "SINGLE_S_COORD",
            "single_s_coord",
            5,
            "unknown type 'single_s_coord'; did you mean 'SINGLE_S_COORD'?",
        ),
        (
            "    connective: glue",
            "    drop: [then]\n    connective: glue",
            17,
            "'drop' goes with 'extends'",
        ),
        (
            "        second: The owners rebuilt it.",
            "        second: The owners rebuilt it.\n        refused: no_verbs",
            25,
            "unknown reason 'no_verbs'; did you mean 'no_verb'?",
        ),
        (
            "    scope: extended",
            "    scope: papers",
            6,
            "unknown scope 'papers'; did you mean 'paper'?",
        ),
    ],
)
def test_errors_say_where_and_what(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in GOOD
    shown = _errors(tmp_path, GOOD.replace(old, new, 1))
    assert message in shown
    assert any(f"mine.yaml:{n}:" in shown for n in (line, line + 1)), shown


@pytest.mark.parametrize(
    ("find", "message"),
    [
        ("{dep: nsubjj}", "unknown dep 'nsubjj'; did you mean 'nsubj'?"),
        ("{tag: VBX}", "unknown tag 'VBX'; did you mean 'VB'?"),
        ("{tag: VGB}", "unknown tag 'VGB'; did you mean 'VBG'?"),
        ("{pos: NOUNS}", "unknown pos 'NOUNS'; did you mean 'NOUN'?"),
        ("{ent: [ORG, PERSN]}", "unknown ent 'PERSN'; did you mean 'PERSON'?"),
        ("{dep: {not: nsubjj}}", "unknown dep 'nsubjj'"),
        ("{morph: {Number: Plural}}", "unknown morph 'Number=Plural'; did you mean 'Number=Plur'?"),
        ("{connective: backwards}", "'backwards'; did you mean 'backward'?"),
        ("{connective: {words: howevr}}", "unknown connective 'howevr'; did you mean 'however'?"),
        ("{lower: However}", "'However' is not lower case"),
        ('{lower: "in case"}', "connective: {words: in case}"),
        ("{lower: {words: verbs}}", "unknown word list 'verbs'"),
        ('{lower: "namely,"}', "'namely,' is more than one token (namely ,)"),
        ("{lemma: [be, made, alleged, went]}", "'went' is no lemma; it is a form of 'go'"),
        ("{lower: []}", "the list is empty, and a word is needed"),
        ("{dep: {not: []}}", "the list is empty, and a word is needed"),
    ],
)
def test_what_no_token_has_is_an_error(tmp_path: Path, find: str, message: str) -> None:
    shown = _errors(tmp_path, GOOD.replace('{text: "&"}', find))
    assert "mine.yaml:9:" in shown
    assert message in shown


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    spans:\n      glue:", "    spans:\n      - glue:", "'spans': keys with their values"),
        ("    connective: glue", "    unless: [{negated: {always: true}}]", "'unless': keys with"),
        (
            "    connective: glue",
            "    unless: {has: {token: mark, dep: neg}}\n    connective: glue",
            "an exception has a name before its tests, as in 'mine: {has: ...}'",
        ),
        ("- independent: left", "- not: [{independent: left}]", "one test belongs here"),
        ("- independent: left", "- given: {position: front}", "unknown position 'front'"),
        ("- independent: left", "- any: []", "'any' is empty, and one of them is needed"),
        ("about: Splits at an ampersand.", 'about: ""', "'about': some text belongs here, not ''"),
    ],
)
def test_a_list_for_a_mapping_and_the_like(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = GOOD.replace(old, new, 1)
    if "- glue" in new:
        text = text.replace("      left: {before", "      - left: {before")
        text = text.replace("      right: {after", "      - right: {after")
    shown = _errors(tmp_path, text)
    assert message in shown
    assert "is not bound" not in shown


def test_a_file_of_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_bytes(GOOD.replace("Splits", "\xe9").encode("latin-1"))
    with pytest.raises(RuleError, match=r"mine\.yaml:7:12 R101 is not UTF-8 text"):
        load_rulebook([tmp_path])


def test_what_is_wrong_is_said_once(tmp_path: Path) -> None:
    shown = _errors(tmp_path, GOOD.replace("    about: Splits", "    abot: Splits"))
    assert "R203 unknown key 'abot'; did you mean 'about'?" in shown
    assert "missing" not in shown
    circle = GOOD.replace("rules:", "define:\n  conditions: {a: {use: b}, b: {use: a}}\nrules:")
    shown = _errors(tmp_path, circle.replace("- independent: left", "- use: a"))
    assert "R402 'a' is defined by itself" in shown
    assert "unknown condition" not in shown


def test_what_a_rule_finds_first_is_what_it_takes_over(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "phenomenon: test\nabout: Ours.\nrules:\n  - id: test.rule\n    extends: inner.clause\n"
        "    find: {other: {lower: because}}\n    examples: [{text: It is., none: it is}]\n"
    )
    with pytest.raises(RuleError) as caught:
        load_rulebook([tmp_path])
    assert "; those of 'inner.clause' come first, if not 'find: {instead:'" in str(caught.value)


def test_instead_of_what_the_other_rule_does_not_have(tmp_path: Path) -> None:
    rule = GOOD + (
        "  - id: test.other\n    extends: test.rule\n    unless: {instead: {b: {contains: "
        "{span: left, lower: zounds}}}}\n    examples: [{text: It rained., none: a test}]\n"
    )
    (tmp_path / "mine.yaml").write_text(rule)
    assert list(load_rulebook([tmp_path]).unfuse.get("test.other").unless) == ["b"]


def test_an_id_is_of_one_job(tmp_path: Path) -> None:
    shown = _errors(tmp_path, f"job: split\n{GOOD.replace('test.rule', 'anaphora')}")
    assert "R301 rule 'anaphora' is of another job: see " in shown
    assert "unfuse/anaphora.yaml:" in shown


def test_what_is_taken_over_from_another_file_is_shown_there(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "phenomenon: test\nabout: Ours with one exception more.\nrules:\n"
        "  - id: inner.clause\n    extends: inner.clause\n"
        "    unless: {of_leeds: {is: {token: main, lower: leeds}}}\n"
        "    examples:\n      - text: It leeds because it rained in York.\n"
        "        none: it is no verb\n"
    )
    found = unshown(load_rulebook([tmp_path]), {"inner.clause"})
    assert [name for _, name, _ in found] == ["of_leeds"]


def test_a_span_where_a_token_belongs(tmp_path: Path) -> None:
    text = GOOD.replace("- independent: left", "- has: {token: left, dep: neg}")
    assert "mine.yaml:15:" in _errors(tmp_path, text)
    assert "R207 'left' is a stretch of words, and one token belongs here" in _errors(
        tmp_path, text
    )
    again = text.replace("    spans:\n", "    spans:\n      whole: {token: left}\n")
    shown = _errors(tmp_path, again.replace("token: left, dep: neg", "token: whole, dep: neg"))
    assert "R207 'whole' is a stretch of words, and one token belongs here" in shown
    one = GOOD.replace("- independent: left", "- is: {token: glue, pos: {not: VERB}}")
    (tmp_path / "mine.yaml").write_text(one)
    assert load_rulebook([tmp_path]).unfuse.get("test.rule")


def _of_openings(more: str) -> str:
    """A file with the rule for opening connectives, and more in it."""
    return (
        f"{HEAD}rules:\n  - id: pair.opening\n    extends: pair.opening\n{more}"
        '    examples: [{text: ["They met Ann.", "However, they left."], first: They met Ann.,\n'
        "      second: They left.}]\n"
    )


@pytest.mark.parametrize(
    ("tests", "holds"),
    [
        ("{starts: opening}", True),
        ("{starts: noun}", False),
        ("{ends: noun}", True),
        ("{follows: {span: noun, lower: met}}", True),
        ("{precedes: {span: noun, lower: [., they]}}", False),
        ("{enclosed: both}", True),
    ],
)
def test_edges_are_those_of_the_sentence_that_a_span_stands_in(
    tmp_path: Path, engine: Engine, tests: str, holds: bool
) -> None:
    rule = _of_openings(
        "    find: {main: {sentence: first, dep: ROOT}, noun: {right_after: main}}\n"
        "    spans: {opening: {before: main, first: 1}, both: {subtree: main}}\n"
        f"    require: [{tests}, {{bound: opening}}, {{bound: both}}]\n"
    )
    (tmp_path / "mine.yaml").write_text(rule)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    found = {e.rule for e in own.unfuse("They met Ann. However, they left early.")}
    assert ("pair.opening" in found) == holds


def test_a_token_between_the_sentences_matches_no_rule(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(GOOD.replace('{text: "&"}', "{pos: {not: VERB}}"))
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    assert list(own.unfuse(" It rained.")) == []


def test_what_is_missing_in_the_sentence_before_is_said(tmp_path: Path, engine: Engine) -> None:
    rule = _of_openings("    find: {other: {sentence: first, lower: [ann]}}\n")
    (tmp_path / "mine.yaml").write_text(rule)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    doc = own.parse(Document("d", text="They met Tom. However, they left early."))
    (attempt,) = explain(own.unfuser, own.rules, doc, "pair.opening")
    assert attempt.detail == "no token for 'other'"
    assert attempt.bound == (("connective", "However"),)


def test_a_doubt_that_always_holds_only_weighs(tmp_path: Path) -> None:
    for name, never in (("risky?", False), ("risky", True)):
        unless = f"    unless: {{{name}: {{always: true}}}}\n    examples:"
        (tmp_path / "mine.yaml").write_text(GOOD.replace("    examples:", unless))
        (rule,) = (r for r in load_rulebook([tmp_path]).unfuse.rules if r.id == "test.rule")
        assert rule.never_by_default == never
    unless = "    unless: {risky: {always: false}}\n    examples:"
    assert "R203" in _errors(tmp_path, GOOD.replace("    examples:", unless))


def test_a_rule_of_resolving_is_asked_somewhere(tmp_path: Path) -> None:
    shown = _errors(
        tmp_path,
        "job: resolve\nphenomenon: test\nabout: Ours.\nrules:\n  - id: mine.rule\n"
        "    extends: pronoun.sure\n    doubtful: true\n    splitting: true\n"
        "    examples: [{text: [It rained., They left.], none: a test}]\n",
    )
    assert "doubtful and splitting do not go together" in shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("about: A sign: this one", "a text with a colon needs quotes"),
        ("about: % was", "a text that opens with a mark needs quotes"),
        ("about: - Comma", "a text that opens with a dash needs quotes"),
        ('about: "The fair" was', "and in quotes as a whole what has some?"),
    ],
)
def test_what_yaml_says_comes_with_advice(tmp_path: Path, text: str, message: str) -> None:
    shown = _errors(tmp_path, f"phenomenon: test\n{text}\n")
    assert "R102 not valid YAML" in shown
    assert message in shown


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("id: 7\n    extends: inner.clause", "'id': a name in letters belongs here, not 7"),
        ("id: a-b\n    extends: inner.clause", "than small letters, digits, dots and _"),
        (
            "id: a.b\n    extends: pair.opening\n"
            "    examples: [{text: [It rained., Now, they left.], none: no}]",
            "the text of a pair is a list of two sentences, here 3; a comma inside one needs",
        ),
    ],
)
def test_slips_of_a_rule(tmp_path: Path, rule: str, message: str) -> None:
    assert message in _errors(tmp_path, f"{HEAD}rules:\n  - {rule}\n")


@pytest.mark.parametrize(
    ("job", "base", "example"),
    [
        ("fuse", "fuse.vp_coord", "pair: [It rained., Now, they left.], fused: It did."),
        ("resolve", "pronoun.sure", "text: [It rained., Now, they left.], none: a test"),
    ],
)
def test_a_comma_that_makes_three_of_two(tmp_path: Path, job: str, base: str, example: str) -> None:
    rule = f"rules:\n  - id: mine.rule\n    extends: {base}\n    examples: [{{{example}}}]\n"
    shown = _errors(tmp_path, f"job: {job}\n{HEAD}{rule}")
    assert "is of 3, and 2 belong here; a comma inside needs quotes" in shown


def test_each_is_what_neither_a_rule_nor_the_one_that_it_extends_says(tmp_path: Path) -> None:
    rule = (
        "rules:\n  - id: mine.rule\n    extends: inner.clause\n"
        "    examples: [{text: It rained because of us., none: a test}]\n"
    )
    (tmp_path / "mine.yaml").write_text(f"{HEAD}each: {{good: 0.3, scope: extended}}\n{rule}")
    found = load_rulebook([tmp_path]).unfuse.get("mine.rule")
    assert (found.good, found.scope) == (0.3, "paper")
    shown = _errors(tmp_path, f"{HEAD}each: {{goood: 0.3}}\n{rule}")
    assert "unknown key 'goood'; did you mean 'good'?" in shown


def test_what_stopped_a_rule_of_another_job(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(
        "job: fuse\nphenomenon: test\nabout: Ours.\nrules:\n  - id: mine.rule\n"
        "    extends: fuse.vp_coord\n    find: {word: {within: verb, lower: qqq}}\n    examples:\n"
        "      - {pair: [It rained., It left.], connective: and, fused: It rained and left.}\n"
        "      - {pair: [It rained., It left.], connective: zzz, fused: It rained zzz left.}\n"
    )
    with (tmp_path / "mine.yaml").open("a") as stream:
        stream.write("      - {pair: [It rained., It left.], connective: yyy, none: no word}\n")
    (tmp_path / "other.yaml").write_text(
        "job: resolve\nphenomenon: test\nabout: Ours.\nrules:\n  - id: mine.other\n"
        "    extends: pronoun.sure\n    require: [is: {token: anaphor, lower: qqq}]\n"
        "    examples:\n"
        "      - {text: [Ann Lee sang., She left.], becomes: Ann Lee left.}\n"
    )
    own = Engine(engine.nlp, load_rulebook([tmp_path]), coreference=engine.coreference)
    outcomes = list(run_examples(own, {"mine.rule", "mine.other"}))
    assert [o.passed for o in outcomes if o.rule == "mine.rule"] == [False, False, False]
    said = [line for outcome in outcomes for line in outcome.got]
    assert said[0].startswith("nothing: require, 'is' does not hold, ")
    assert said[1].startswith("nothing: pattern, no token for 'word', ")
    assert said[2] == "nothing: unknown connective 'zzz'"


@pytest.mark.parametrize(
    ("stated", "got"),
    [
        ('connective: "&"', ""),
        ("connective: and, type: SINGLE_S_COORD", " (SINGLE_S_COORD, connective '&')"),
        ("type: SINGLE_VP_COORD", " (SINGLE_S_COORD)"),
    ],
)
def test_an_example_may_state_its_type_and_its_connective(
    tmp_path: Path, engine: Engine, stated: str, got: str
) -> None:
    lines = stated.replace(", ", "\n        ")
    (tmp_path / "mine.yaml").write_text(f"{GOOD}        {lines}\n")
    (outcome,) = run_examples(Engine(engine.nlp, load_rulebook([tmp_path])), {"test.rule"})
    assert outcome.passed == (not got)
    if got:
        assert outcome.got == (f"The mill burned. || The owners rebuilt it.{got}",)


def test_an_example_that_is_not_sure_enough_by_default(run_disco: Run, tmp_path: Path) -> None:
    for good, note in ((0.5, True), (0.9, False)):
        (tmp_path / "mine.yaml").write_text(
            GOOD.replace("    about: S", f"    good: {good}\n    about: S")
        )
        done = run_disco("rules", "test", "test.rule", "--rules", "mine.yaml")
        assert "1 passed, 0 failed" in done.stdout
        assert ("not written by default: its confidence is 0.5" in done.stdout) == note


def test_sibling_of_needs_a_side(tmp_path: Path) -> None:
    more = '{text: "&"}\n      other: {sibling_of: mark, optional: true}'
    shown = _errors(tmp_path, GOOD.replace('{text: "&"}', more))
    assert "sibling_of needs a side: left or right" in shown


@pytest.mark.parametrize(
    ("node", "found"),
    [
        ("{sibling_of: subject, side: right, dep: dobj, optional: true}", True),
        ("{sibling_of: subject, side: left, dep: dobj, optional: true}", False),
        ("{parent_of: subject, side: left, optional: true}", True),
        ("{parent_of: subject, side: right, optional: true}", False),
    ],
)
def test_sides_of_optional_tokens(tmp_path: Path, engine: Engine, node: str, found: bool) -> None:
    text = GOOD.replace(
        '      mark: {text: "&"}',
        '      mark: {text: "&"}\n      subject: {before: mark, dep: nsubj}\n      other: ' + node,
    ).replace("      - independent: right", "      - independent: right\n      - bound: other")
    (tmp_path / "mine.yaml").write_text(text)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    written = own.unfuse("Ann sold the mill in March & the owners rebuilt it.")
    assert ("test.rule" in {e.rule for e in written}) == found


def test_unbound_names_come_with_errors_of_shape(tmp_path: Path) -> None:
    text = GOOD.replace('{text: "&"}', "{dep: nsubjj}").replace("second: right", "second: rigth")
    shown = _errors(tmp_path, text)
    assert "unknown dep 'nsubjj'" in shown
    assert "unbound name 'rigth'; did you mean 'right'?" in shown
    assert "unbound name 'mark'" not in shown


def test_nothing_is_above_the_head_of_all(tmp_path: Path, engine: Engine) -> None:
    text = GOOD.replace(
        '{text: "&"}\n', '{text: "&"}\n      top: {above: mark, dep: ROOT}\n'
    ).replace(
        "    require:\n", "    require:\n      - not: {is: {token: top, up: [ROOT], dep: ROOT}}\n"
    )
    (tmp_path / "mine.yaml").write_text(text)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    found = own.unfuse("Ann sold the mill in March & the owners rebuilt it.")
    assert "test.rule" in {e.rule for e in found}


def test_a_token_of_the_first_sentence_is_there(tmp_path: Path) -> None:
    shown = _errors(
        tmp_path,
        f"{HEAD}rules:\n  - id: mine.pair\n    extends: pair.opening\n"
        "    find: {other: {sentence: first, dep: ROOT, optional: true}}\n"
        '    examples: [{text: ["It rained.", "However, they left."], none: it is a test}]\n',
    )
    assert "R204 token 'other' of the first sentence cannot be optional" in shown


def test_an_id_twice_names_both_places(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD)
    (tmp_path / "b.yaml").write_text(GOOD)
    with pytest.raises(RuleError) as caught:
        load_rulebook([tmp_path])
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == (str(tmp_path / "b.yaml"), 4)
    assert f"here and in {tmp_path / 'a.yaml'}:4" in problem.message


def test_an_unknown_condition_hides_nothing_else_that_is_wrong(tmp_path: Path) -> None:
    """Each has its own line, also behind a list item that does not hold."""
    text = GOOD.replace(
        """      - independent: left
      - independent: right
""",
        """      - use: newcomers
      - independent: lift
    unless:
      use: [denied_verbs]
      other: {contains: {span: right, lower: {words: denial}}}
""",
    )
    shown = _errors(tmp_path, text)
    for line, message in (
        (15, "unknown condition 'newcomers'; did you mean 'newcomer'?"),
        (16, "unbound name 'lift'; did you mean 'left'?"),
        (18, "unknown condition 'denied_verbs'; did you mean 'denied_verb'?"),
        (19, "unknown word list 'denial'; did you mean 'denials'?"),
    ):
        assert re.search(rf"mine.yaml:{line}:\d+ R20\d {re.escape(message)}", shown), shown
    assert "never used" not in shown


def test_a_span_of_a_tokens_name_is_one_error(tmp_path: Path) -> None:
    text = GOOD.replace("glue: {token: mark}", "mark: {subtree: mark}").replace("glue", "mark")
    assert _errors(tmp_path, text).count("mine.yaml:") == 1


def test_connectives_may_stand_beside_the_rules_that_use_them(
    tmp_path: Path, engine: Engine
) -> None:
    mine = "{word: What's worse, position: backward, comma: after, sense: expansion, source: ours}"
    (tmp_path / "mine.yml").write_text(f"connectives:\n  - {mine}\n{GOOD}")
    book = load_rulebook([tmp_path])
    assert book.unfuse.get("test.rule")
    # as the parser takes it apart
    assert book.connectives[-1].word == "what 's worse"
    own = Engine(engine.nlp, book)
    (example,) = own.unfuse("The mill burned. What's worse, the bridge fell.")
    for told in (example.connective_string, "What's worse,"):
        fused = own.fuse(*example.outputs, "PAIR_CONN", told).best.text
        assert fused == "The mill burned. What's worse, the bridge fell."
    for word in ("", "true,"):
        wrong = mine.replace("What's worse", f'"{word}"')
        shown = _errors(tmp_path, f"connectives:\n  - {wrong}\n")
        assert f"mine.yaml:2:6 R206 '{word}' is no connective" in shown


def test_a_conjunction_is_added_by_its_entry_alone(tmp_path: Path, engine: Engine) -> None:
    text = "The mayor closed the old bridge, plus the council opened two schools."
    entry = "{word: plus, position: coordinating, sense: expansion, source: ours}"
    (tmp_path / "mine.yaml").write_text(f"connectives:\n  - {entry}\n")
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    assert not list(engine.unfuse(text))
    (found,) = own.unfuse(text)
    assert (found.discourse_type, found.connective_string) == ("SINGLE_S_COORD", ", plus")


def test_what_is_switched_off_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("off: [vp_coord.list]\n")
    with pytest.raises(UsageError, match=r"'vp_coord\.list' is switched off"):
        load_rulebook([tmp_path]).get("vp_coord.list")


def test_switching_off_needs_no_more_than_that(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("off: [vp_coord.list, near.gerund, anaphora]\n")
    book = load_rulebook([tmp_path])
    assert "anaphora" not in {r.id for r in book.unfuse.rules}
    assert "near.gerund" not in {r.id for r in book.categorize.rules}
    shown = _errors(tmp_path, "off: [vp_coord.lists]\n")
    assert shown.count("R302") == 1
    assert "mine.yaml:1:7 R302 unknown rule or connective 'vp_coord.lists'; did you" in shown


def test_a_job_that_the_file_does_not_say(tmp_path: Path) -> None:
    rule = (
        "  - id: mine.gerund\n    scope: extended\n    about: A participle.\n"
        "    find: {verb: {dep: advcl}}\n    category: near_split\n    subcategory: gerund\n"
        "    second: verb\n    examples: []\n"
    )
    shown = _errors(tmp_path, f"phenomenon: p\nabout: a\nrules:\n{rule}")
    assert "mine.yaml:4:5 R206 a rule for 'job: categorize', which the top of the file" in shown
    assert shown.count("R2") == 1


def test_a_connective_is_switched_off_and_said_otherwise(tmp_path: Path, engine: Engine) -> None:
    text = "The mill burned in March. However the town rebuilt it."
    bare = (
        "connectives:\n  - {word: however, position: backward, sense: comparison, source: ours}\n"
    )
    found = {}
    for name, rules in {"ours": "about: none\n", "off": "off: [however]\n", "other": bare}.items():
        (tmp_path / "mine.yaml").write_text(rules if name != "other" else f"off: [however]\n{bare}")
        own = Engine(engine.nlp, load_rulebook([tmp_path]))
        found[name] = [e.connective_string for e in own.unfuse(text)]
    assert "however" not in found["off"]
    assert "however" in found["other"]


def test_a_rule_that_is_switched_off_is_known_where_another_is_wrong(tmp_path: Path) -> None:
    wrong = f"off: [vp_coord.list]\n{HEAD}{VARIANT}".replace("drop:", "dropp:")
    assert "R302" not in _errors(tmp_path, wrong)


def test_what_a_rule_in_the_place_of_ours_changes_is_shown(run_disco: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "phenomenon: test\nabout: Ours, as no more says so.\nrules:\n"
        "  - id: s_coord.semicolon\n    extends: s_coord.semicolon\n"
        "    unless: {a_bridge: {contains: {span: left, lower: bridge}}}\n"
        "    examples:\n      - text: The bridge was old; however, the mayor crossed it.\n"
        "        none: it is a bridge\n        blocked_by: a_bridge\n"
    )
    shown = run_disco("rules", "test", "s_coord.semicolon", "--rules", "mine.yaml").stdout
    assert "no longer s_coord.semicolon: an example of ours, changed by yours" in shown
    assert "coordination.yaml:" in shown
    assert "refused: unless.a_bridge" in shown
    assert "1 passed, 0 failed" in shown


def test_all_rules_of_a_pattern_are_switched_off(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("off: [cataphora.*]\n")
    book = load_rulebook([tmp_path])
    assert not [r.id for r in book.unfuse.rules if r.id.startswith("cataphora.")]
    assert "fuse.cataphora_present" in {r.id for r in book.fuse.rules}
    shown = _errors(tmp_path, "off: [kataphora.*]\n")
    assert "R302 unknown rule or connective 'kataphora.*'; did you mean 'anaphora'?" in shown


def test_a_rule_in_the_place_of_ours_is_named_where_ours_extend_it(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(GOOD.replace("test.rule", "inner.clause"))
    with pytest.raises(RuleError) as caught:
        load_rulebook([tmp_path])
    place = f"'inner.clause' is yours, at {tmp_path / 'mine.yaml'}:4, in the place of ours"
    assert all(place in problem.message for problem in caught.value.problems)


def test_a_known_key_in_the_wrong_place_is_not_its_own_hint(tmp_path: Path) -> None:
    shown = _errors(tmp_path, GOOD.replace("glue: {token: mark}", "glue: {text: mark}"))
    assert "unknown key 'text'" in shown
    assert "did you mean 'text'?" not in shown


def test_keys_that_yaml_takes_for_truth_values(tmp_path: Path) -> None:
    text = GOOD.replace("    connective: glue", "    unless:\n      no: {independent: left}")
    assert "mine.yaml:18:7 R104 other readers of YAML take 'no'" in _errors(tmp_path, text)


DEFINED = GOOD.replace(
    "rules:",
    """\
define:
  words: {marks: ["&", "+"]}
  conditions:
    short: {not: {longer: {span: half, than: 2}}}
  spans:
    halves: {left: {before: glue}, right: {after: glue}}
rules:""",
).replace(
    """\
      left: {before: glue}
      right: {after: glue}
""",
    "      use: halves\n",
)
DEFINED = DEFINED.replace('{text: "&"}', "{text: {words: marks}}").replace(
    "    connective: glue", "    unless: {use: [{short: {half: left}}]}\n    connective: glue"
)


def test_every_rule_of_ours_can_be_shown() -> None:
    for home in load_rulebook().sets.values():
        for rule in home.rules:
            assert yaml.safe_load(yaml_of(rule))[0]["id"] == rule.id
    assert "always: true" in yaml_of(load_rulebook().unfuse.get("apposition.surface"))


def test_definitions_are_filled_in(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(DEFINED)
    rule = load_rulebook([tmp_path]).unfuse.get("test.rule")
    assert list(rule.spans) == ["glue", "left", "right"]
    assert list(rule.unless) == ["short"]
    shown = yaml_of(rule)
    assert "use:" not in shown
    assert '["&", +]' in shown or "['&', +]" in shown
    assert "longer: {span: left, than: 2}" in shown
    again = tmp_path / "again"
    again.mkdir()
    (again / "mine.yaml").write_text("phenomenon: x\nabout: y\nrules:\n" + shown)
    assert load_rulebook([again]).unfuse.get("test.rule").spans == rule.spans


def test_a_condition_may_be_asked_of_several_things(tmp_path: Path) -> None:
    asked = "    require:\n      - use: [{short: {half: left}}, {short: {half: right}}]\n"
    text = DEFINED.replace("    unless: {use: [{short: {half: left}}]}\n", "")
    (tmp_path / "mine.yaml").write_text(text.replace("    require:\n", asked))
    shown = yaml_of(load_rulebook([tmp_path]).unfuse.get("test.rule"))
    assert "{span: left, than: 2}" in shown
    assert "{span: right, than: 2}" in shown


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[{short: {half: left}}]", "short", "'short' needs 'half', which this rule does not bind"),
        (
            "[{short: {half: left}}]",
            "[{short: {half: left}}, {short: {half: right}}]",
            "'short' is used twice; give each a name of its own",
        ),
        ("{words: marks}", '["&"]', "R403 'marks' is defined here and used nowhere"),
        ("{words: marks}", "{words: mark}", "unknown word list 'mark'; did you mean 'marks'?"),
        ('["&", "+"]', "[]", "R203 the list is empty, and a word is needed"),
        ("{short: {", "{shrt: {", "unknown condition 'shrt'; did you mean 'short'?"),
        ("use: halves", "use: halfs", "unknown span group 'halfs'; did you mean 'halves'?"),
        ("{longer: {span", "{longr: {span", "unknown word 'longr'; did you mean 'longer'?"),
        (
            'marks: ["&", "+"]',
            "marks: {words: others}, others: {words: marks}",
            "R402 'marks' is defined by itself: marks",
        ),
    ],
)
def test_wrong_definitions(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in DEFINED
    assert message in _errors(tmp_path, DEFINED.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("right: {after: glue}}", "right: {after: glue}, use: others}", "R206"),
        ("right: {after: glue}}", "right: {behind: glue}}", "R203"),
        ("use: halves", "use: halfs", "R203"),
    ],
)
def test_what_a_wrong_group_of_spans_would_bind_is_no_error_of_its_own(
    tmp_path: Path, old: str, new: str, code: str
) -> None:
    shown = _errors(tmp_path, DEFINED.replace(old, new, 1))
    assert re.findall(r" (R\d{3}) ", shown) == [code]


def test_a_circle_of_definitions_names_every_place(tmp_path: Path) -> None:
    text = DEFINED.replace('marks: ["&", "+"]', "marks: {words: others}, others: {words: marks}")
    shown = _errors(tmp_path, text)
    assert "marks (" in shown
    assert "-> others (" in shown


def test_a_definition_of_ours_cannot_be_made_again(tmp_path: Path) -> None:
    text = "define:\n  words: {no_actors: [there]}\n"
    shown = _errors(tmp_path, text)
    assert "mine.yaml:2:11 R401 'no_actors' is defined twice: here and in" in shown
    assert "definitions.yaml:" in shown
    assert "; choose another name, or build on ours with '{words: no_actors, and: [...]}'" in shown


def test_what_uses_a_name_that_is_taken_is_not_called_wrong_too(tmp_path: Path) -> None:
    text = (
        "define:\n  conditions: {denied: {has: {token: main, dep: neg}}}\n"
        f"{HEAD}rules:\n  - id: mine.denied\n    extends: relative.subject\n"
        "    unless: {use: [{denied: {main: verb}}]}\n    examples: []\n"
    )
    shown = _errors(tmp_path, text)
    assert "'denied' is defined twice" in shown
    assert "R201" not in shown
    assert "needs no" not in shown


def test_a_definition_that_names_itself_builds_on_ours(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "define:\n"
        "  words: {no_actors: {words: no_actors, and: [weather]}}\n"
        "  conditions:\n"
        "    odd: {has: {token: conj, lower: {words: no_actors}}}\n"
        "    what_is_so: {any: [{use: what_is_so}, {is: {token: subject, lower: zounds}}]}\n"
        "  groups: {verb_phrases: [verb_phrases, odd]}\n"
    )
    ours, theirs = load_rulebook(), load_rulebook([tmp_path])
    lists = [book.definitions.vocabulary.defined["words"]["no_actors"] for book in (ours, theirs)]
    assert lists[1] == [*lists[0], "weather"]
    before, after = (book.unfuse.get("vp_coord.verbs").unless for book in (ours, theirs))
    assert set(after) - set(before) == {"odd"}  # which a rule of ours has now
    assert ["zounds" in repr(book.unfuse.rules) for book in (ours, theirs)] == [False, True]


def test_a_definition_that_does_not_go_with_our_rules_is_said_where_it_stands(
    tmp_path: Path,
) -> None:
    more = "define:\n  words: {nowadays: {words: nowadays, and: [modern-day]}}\n"
    shown = _errors(tmp_path, more)  # in our rules, that is in several places
    assert shown.count("R404") == 1
    assert "mine.yaml:2:11 R404 'nowadays', as it is said here, does not go with what" in shown
    assert "definitions.yaml:" in shown
    assert "'modern-day' is more than one token (modern - day)" in shown


def test_what_a_wrong_definition_does_to_our_rules_is_not_said(tmp_path: Path) -> None:
    shown = _errors(tmp_path, "define:\n  groups: {verb_phrases: [verb_phrases, perhap_passive]}\n")
    assert shown.count(" R2") == 1
    assert "R203 unknown condition 'perhap_passive'; did you mean 'perhaps_passive'?" in shown


def test_two_definitions_build_on_one_another(tmp_path: Path) -> None:
    for name, word in (("a", "weather"), ("b", "storm")):
        more = f"define:\n  words: {{no_actors: {{words: no_actors, and: [{word}]}}}}\n"
        (tmp_path / f"{name}.yaml").write_text(more)
    lists = load_rulebook([tmp_path]).definitions.vocabulary.defined["words"]
    assert lists["no_actors"][-2:] == ["weather", "storm"]
    (tmp_path / "b.yaml").write_text(
        "define:\n  words: {no_actors: {words: no_actors, and: [null]}}\n"
    )
    with pytest.raises(RuleError, match=r"b\.yaml:2:11 R203 a word belongs here, or a list of"):
        load_rulebook([tmp_path])


NAMES_OF_A_GROUP = """\
define:
  conditions:
    odd: {is: {token: verb, lower: x}}
    rare: {is: {token: noun, lower: y}}
  groups: {both: [odd, rare]}
"""


def test_each_of_a_group_takes_the_names_that_it_needs(tmp_path: Path) -> None:
    unless = "    unless: {use: [{both: {verb: mark, noun: mark}}]}\n    examples:"
    rule = NAMES_OF_A_GROUP + GOOD.replace("    examples:", unless)
    (tmp_path / "mine.yaml").write_text(rule)
    found = load_rulebook([tmp_path]).unfuse.get("test.rule").unless
    assert list(found) == ["odd", "rare"]
    assert repr(found).count("token='mark'") == 2
    twice = rule.replace("[odd, rare]", "[odd, odd]").replace(", noun: mark}", "}")
    assert "'odd' is used twice" in _errors(tmp_path, twice)
    shown = _errors(tmp_path, rule.replace("noun: mark}", "noon: mark}"))
    assert "'both' needs no 'noon'; did you mean 'noun'?" in shown


def test_a_rule_of_ours_that_extends_another_may_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        HEAD + "rules:\n  - id: s_coord.list\n    extends: s_coord.list\n"
        "    examples: [{text: They left., none: one verb}]\n"
    )
    ours, theirs = (load_rulebook(r).unfuse.get("s_coord.list") for r in ((), [tmp_path]))
    assert (theirs.find, theirs.spans) == (ours.find, ours.spans)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("opens_with: [left, right, glue]", "R206 'opens_with' is of 3, and 2 belong here"),
        ("agrees: {verb: mark}", "R205 'noun' is missing"),
        ("is: {token: mark, up: advc}", "R203 unknown dep 'advc'; did you mean 'advcl'?"),
        ("given: none", "R206 'given' is for rules of 'job: fuse'"),
        ("use: {set_off: {clause: glu}}", "R201 unbound name 'glu'; did you mean 'glue'?"),
        ("use: {set_off: {klause: left}}", "'set_off' needs no 'klause'; did you mean 'clause'?"),
        ("always: yes", "unknown always 'yes'; it may be true"),
        ("under: {token: mark, span: left, dep: [5]}", "R206 'dep': a name or a text belongs"),
        ("is: {token: mark, up: 5}", "R206 'up': a name or a text belongs here"),
        ("use: [{no_actor: verb}]", "R206 use takes names, or {NAME: {needed: bound}}"),
    ],
)
def test_wrong_tests(tmp_path: Path, test: str, message: str) -> None:
    assert message in _errors(tmp_path, GOOD.replace("independent: right", test))


def test_a_span_that_goes_in_a_circle(tmp_path: Path) -> None:
    spans = "left: {after: far}\n      far: {before: left}"
    assert "R210 span 'far' goes in a circle, through left" in _errors(
        tmp_path, GOOD.replace("left: {before: glue}", spans)
    )


def test_definitions_are_usable_across_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("define:\n  words: {marks: ['&']}\n")
    (tmp_path / "b.yaml").write_text(GOOD.replace('"&"', "{words: marks, and: '+'}"))
    rule = load_rulebook([tmp_path]).unfuse.get("test.rule")
    assert rule.find[0]["mark"].text is not None
    assert rule.find[0]["mark"].text.allowed == ["&", "+"]


VARIANT = """\
rules:
  - id: mine.relative
    extends: relative.subject
    drop: [unless.not_closed]
    find: {pronoun: {child_of: verb, side: left, dep: nsubj, lower: that}}
    require: {instead: [use: set_off]}
    examples: [{text: "She met Arne, that sang there.", first: She met Arne.,
      second: Arne sang there.}]
"""
HEAD = "phenomenon: mine\nabout: A variant.\n"


def test_a_variant_of_a_rule_of_ours(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(HEAD + VARIANT)
    book = load_rulebook([tmp_path])
    rule, ours = book.unfuse.get("mine.relative"), book.unfuse.get("relative.subject")
    assert rule.type == ours.type
    assert rule.write == ours.write
    assert list(rule.find[0]) == list(ours.find[0])
    assert set(ours.unless) - set(rule.unless) == {"not_closed"}
    assert len(rule.require) == 1


@pytest.mark.parametrize(
    ("token", "used", "said"),
    [
        ("pronuon", "", "'pronuon' is a new token that nothing speaks of; did you mean 'pronoun'?"),
        ("pronuon", "    unless: {odd: {precedes: {span: pronuon, lower: and}}}\n", ""),
        ("guest", "", ""),
    ],
)
def test_a_token_that_a_variant_misspells(tmp_path: Path, token: str, used: str, said: str) -> None:
    text = HEAD + VARIANT.replace("{pronoun:", f"{{{token}:").replace(
        "    require", f"{used}    require"
    )
    (tmp_path / "mine.yaml").write_text(text)
    if said:
        assert f"mine.yaml:7:12 R202 {said}" in _errors(tmp_path, text)
    else:
        assert token in load_rulebook([tmp_path]).unfuse.get("mine.relative").find[0]


def test_what_a_variant_lacks_is_said_to_be_its_own(tmp_path: Path) -> None:
    variant = VARIANT.replace("relative.subject", "relative.in_brackets")
    lacking = variant.replace("unless.not_closed", "spans.rest").replace("    require", "    #")
    (tmp_path / "mine.yaml").write_text(HEAD + lacking)
    with pytest.raises(RuleError) as raised:
        load_rulebook([tmp_path])
    said = {p.message for p in raised.value.problems}
    whose = "in 'mine.relative', which extends 'relative.in_brackets', at "
    assert any("'rest'" in message and whose in message for message in said)
    assert {p.file for p in raised.value.problems} == {str(tmp_path / "mine.yaml")}


@pytest.mark.parametrize(
    ("drop", "said"),
    [
        ("unless.two_nouns, unless.an_evnt", ("'two_nouns?'?", "did you mean 'an_event?'")),
        (
            "spans.nonesuch, requiree",
            ("has no 'spans.nonesuch'", "nor 'requiree'; did you mean 'r"),
        ),
    ],
)
def test_all_that_cannot_be_dropped_is_named(
    tmp_path: Path, drop: str, said: tuple[str, ...]
) -> None:
    shown = _errors(
        tmp_path,
        f"{HEAD}rules:\n  - id: mine.phrase\n    extends: apposition.phrase\n"
        f"    drop: [{drop}]\n    examples: [{{text: They left., none: one verb}}]\n",
    )
    assert all(each in shown for each in said), shown


def test_what_a_rule_in_the_place_of_ours_lacks_is_said_there(tmp_path: Path) -> None:
    shown = _errors(
        tmp_path,
        HEAD + "rules:\n  - id: apposition.phrase\n    extends: apposition.phrase\n"
        "    drop: [spans.gap]\n    examples: [{text: They left., none: one verb}]\n",
    )
    assert "mine.yaml:4:5 R201 unbound name 'gap'; in 'apposition.phrase', which extends" in shown
    assert "apposition.yaml:" in shown


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    about: S", "    when: fine\n    about: S", "'when' is for rules of 'job: split'"),
        (
            "    about: S",
            "    good: true\n    about: S",
            "a number from 0 to 1 belongs here, not tr",
        ),
        ("SINGLE_S_COORD", "SINGLE_AND", "'types: [SINGLE_AND]' declares one of yours"),
        ("phenomenon: test", "phenomenon: test\noff: [test.rule]", "is a rule of this file, which"),
        (
            "- independent: left",
            "- longer: {span: left, than: -3}",
            "'than': a number of at least 0 belongs",
        ),
    ],
)
def test_what_makes_no_sense_together(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    assert message in _errors(tmp_path, GOOD.replace(old, new, 1))


LET_ALONE = """\
phenomenon: let alone
about: What somebody does even less.
rules:
  - id: test.alone
    type: SINGLE_VP_COORD
    scope: extended
    about: Let alone, behind a verb with a negation.
    find:
      main: {dep: ROOT}
      word: {child_of: main, lower: let}
      verb: {after: word, tag: VB}
    spans:
      glue: {from: word, to: verb, without: verb}
      left: {before: word}
      rest: {from: verb}
    connective: glue
    write:
      first: left
      second: [{subject: main}, {auxiliaries: {from: main, to: verb}}, rest]
    examples:
      - text: He can't boil an egg, let alone cook a dinner.
        first: He can't boil an egg.
        second: He can cook a dinner.
"""


def test_a_shared_auxiliary_is_whole_without_its_negation(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(LET_ALONE)
    (outcome,) = run_examples(Engine(engine.nlp, load_rulebook([tmp_path])), {"test.alone"})
    assert outcome.passed, outcome


def test_a_variant_may_take_the_place_of_its_model(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(HEAD + VARIANT.replace("mine.relative", "relative.subject"))
    rule = load_rulebook([tmp_path]).unfuse.get("relative.subject")
    assert "not_closed" not in rule.unless
    assert "goes_on?" in rule.unless


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "extends: relative.subject",
            "extends: relative.subjct",
            "mine.yaml:5:5 R303 unknown rule",
        ),
        (
            "unless.not_closed",
            "unless.not_close",
            "R306 there is no 'not_close' to drop; did you mean 'not_closed'?",
        ),
        ("extends: relative.subject", "extends: mine.relative", "R304 'extends' goes in a circle"),
        ("dep: nsubj, lower", "dep: nsubjj, lower", "unknown dep 'nsubjj'"),
        ("[use: set_off]", "[whole: clase]", "unbound name 'clase'; did you mean 'clause'?"),
    ],
)
def test_wrong_variants(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert message in _errors(tmp_path, HEAD + VARIANT.replace(old, new, 1))


def test_each_says_what_all_rules_of_a_file_say(tmp_path: Path) -> None:
    text = GOOD.replace("    type: SINGLE_S_COORD\n    scope: extended\n", "")
    text = text.replace("rules:", "each: {type: SINGLE_S_COORD, scope: extended}\nrules:")
    (tmp_path / "mine.yaml").write_text(text)
    assert load_rulebook([tmp_path]).unfuse.get("test.rule").type == "SINGLE_S_COORD"


TWO_PATTERNS = GOOD.replace(
    '      mark: {text: "&"}', '      - {mark: {text: "&"}}\n      - {mark: {lower: plus}}'
)


def test_alternative_patterns_of_one_rule(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(TWO_PATTERNS)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    for sentence in (
        "The mill burned & the owners rebuilt it.",
        "The mill burned plus the owners rebuilt it.",
    ):
        assert "test.rule" in {e.rule for e in own.unfuse(sentence)}
    text = TWO_PATTERNS.replace("{mark: {lower: plus}}", "{sign: {lower: plus}}")
    assert "R208 every alternative binds the same names" in _errors(tmp_path, text)


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("is: {token: word, connective: {words: as soon as}}", True),
        ("is: {token: word, connective: {words: as}}", False),
        ("is: {token: word, connective: {sense: temporal}}", True),
        ("is: {token: word, connective: {sense: comparison}}", False),
        ("is: {token: word, connective: {position: inner, sense: temporal}}", True),
        ("is: {token: word, connective: backward}", False),
        ("has: {token: sub, dep: nsubj, morph: {Number: Plur}}", True),
        ("has: {token: sub, dep: nsubj, morph: {Number: Sing}}", False),
        ("is: {token: sub, lower: {ends: ed}}", True),
        ("is: {token: sub, lower: {starts: [arr, dep]}}", True),
        ("is: {token: sub, lower: {starts: un}}", False),
        ("governor: {token: word, dep: advcl}", True),
        ("inside: {token: sub, span: clause}", True),
    ],
)
def test_words_on_connectives_edges_and_morphology(
    tmp_path: Path, engine: Engine, test: str, holds: bool
) -> None:
    sentence = "The council met as soon as the owners arrived in Leeds."
    text = f"""\
phenomenon: test
about: A rule of the tests.
rules:
  - id: test.rule
    type: SINGLE_CONN_INNER
    scope: extended
    about: A clause behind the main one.
    find:
      sub: {{dep: advcl}}
      word: {{within: sub, connective: inner}}
    spans:
      clause: {{subtree: sub}}
      rest: {{subtree: sub, without: word}}
    require: [{test}]
    connective: word
    write: {{first: {{all_but: clause}}, second: rest}}
    examples: [{{text: {sentence}, none: tried by itself}}]
"""
    (tmp_path / "mine.yaml").write_text(text)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    found = [e for e in own.unfuse(sentence) if e.rule == "test.rule"]
    assert bool(found) == holds
    if found:
        assert found[0].connective_string == "as soon as"


def test_types_of_ones_own(tmp_path: Path, run_disco: Run) -> None:
    text = GOOD.replace("rules:", "types: [SINGLE_ABSOLUTE]\nrules:").replace(
        "type: SINGLE_S_COORD", "type: SINGLE_ABSOLUTE"
    )
    (tmp_path / "mine.yaml").write_text(text)
    book = load_rulebook([tmp_path])
    assert book.unfuse.get("test.rule").type == "SINGLE_ABSOLUTE"
    assert "SINGLE_ABSOLUTE" in book.types
    assert "test.rule" not in {r.id for r in load_rulebook([tmp_path], "paper").unfuse.rules}
    (tmp_path / "in.txt").write_text("The mill burned & the owners rebuilt it.\n")
    options = ("--rules", "mine.yaml", "--types", "SINGLE_AB*")
    done = run_disco("unfuse", "in.txt", *options, "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "out.jsonl").read_text())["discourse_type"] == "SINGLE_ABSOLUTE"
    done = run_disco("unfuse", "in.txt", *options, "-o", "out.tsv")
    assert len((tmp_path / "out.tsv").read_text().splitlines()) == 1
    assert "1 example of types of your own not in the data set's columns" in done.stderr
    with (tmp_path / "in.txt").open("a") as texts:
        texts.write("The road was closed because the bridge had fallen.\n")
    done = run_disco("build", "corpus", "in.txt", "--rules", "mine.yaml", "-o", "set")
    assert "1 example of types of your own not in the data set's columns" in done.stderr
    done = run_disco(
        "build",
        "corpus",
        "in.txt",
        "--rules",
        "mine.yaml",
        "-o",
        "set",
        "--balance",
        "SINGLE_ABSOLUTE=20",
    )
    assert "no type or connective 'SINGLE_ABSOLUTE'" in done.stderr
    published = text.replace("scope: extended", "scope: paper")
    assert "scope: paper goes with the data set's own types" in _errors(tmp_path, published)


CATEGORY = """\
job: categorize
phenomenon: test
about: A class of the tests.
categories: {ampersand: [sign]}
rules:
  - id: test.sign
    category: ampersand
    subcategory: sign
    scope: extended
    about: An ampersand.
    find: {mark: {text: "&"}}
    spans: {rest: {after: mark}}
    second: rest
    weight: 9
    examples:
      - long: The mill burned & the owners rebuilt it.
        split: [The mill burned., The owners rebuilt it.]
"""


def test_categories_of_ones_own(tmp_path: Path, run_disco: Run) -> None:
    (tmp_path / "mine.yaml").write_text(CATEGORY)
    assert load_rulebook([tmp_path]).categorize.get("test.sign").label == "ampersand/sign"
    split = ["The mill burned.", "The owners rebuilt it."]
    row = {"long": "The mill burned & the owners rebuilt it.", "split": split}
    done = run_disco("categorize", "-", "--rules", "mine.yaml", stdin=json.dumps(row))
    assert json.loads(done.stdout)["category"] == "ampersand"
    assert "ampersand" in done.stderr
    wrong = CATEGORY.replace("subcategory: sign", "subcategory: sing")
    assert "mine.yaml:8:5 R203 unknown subcategory 'sing'; did you mean 'sign'?" in _errors(
        tmp_path, wrong
    )
    wrong = CATEGORY.replace("category: ampersand\n    sub", "category: near_splt\n    sub")
    assert "unknown category 'near_splt'; did you mean 'near_split'?" in _errors(tmp_path, wrong)


def test_an_example_that_the_gate_refuses_fails(tmp_path: Path, engine: Engine) -> None:
    text = GOOD.replace("The mill burned & the", "He sang & the").replace(
        "first: The mill burned.", "first: He sang."
    )
    (tmp_path / "mine.yaml").write_text(text)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    (outcome,) = run_examples(own, {"test.rule"})
    assert not outcome.passed
    assert "too_short" in outcome.got[0]


BLOCKED = (
    GOOD.replace(
        "    connective: glue",
        "    unless:\n      denied: {contains: {span: left, dep: neg}}\n    connective: glue",
    )
    + """\
      - text: The mill never burned & the owners rebuilt it.
        none: it did not burn
        blocked_by: denied
"""
)


def test_an_example_shows_an_exception_at_work(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(BLOCKED)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    outcomes = list(run_examples(own, {"test.rule"}))
    assert all(o.passed for o in outcomes)
    assert outcomes[1].blocked_by == "denied"
    assert not unshown(own.rules, {"test.rule"})
    # an example that something else keeps from being written shows nothing
    (tmp_path / "mine.yaml").write_text(
        BLOCKED.replace("never burned & the owners rebuilt it", "never burned & in March")
    )
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    blocked = list(run_examples(own, {"test.rule"}))[1]
    assert not blocked.passed
    assert blocked.got[0].startswith("nothing anyway: require, 'independent' does not hold, ")
    assert blocked.got[0].endswith("mine.yaml:16")
    without = BLOCKED.replace("        blocked_by: denied\n", "")
    (tmp_path / "mine.yaml").write_text(without)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    ((rule, exception, place),) = unshown(own.rules, {"test.rule"})
    assert (rule, exception, place.text.partition(":")[0]) == ("test.rule", "denied", "denied")
    assert "unknown exception 'denid'; did you mean 'denied'?" in _errors(
        tmp_path, BLOCKED.replace("blocked_by: denied", "blocked_by: denid")
    )


def test_an_exception_blocks_and_a_doubt_weighs(tmp_path: Path, engine: Engine) -> None:
    text = "The mill never burned & the owners rebuilt it."
    for name, reason in (("denied", "unless.denied"), ("denied?", "doubt.denied")):
        (tmp_path / "mine.yaml").write_text(BLOCKED.replace("      denied:", f"      {name}:"))
        book = load_rulebook([tmp_path])
        alone = replace(book.unfuse, rules=(book.unfuse.get("test.rule"),))
        own = Engine(engine.nlp, replace(book, unfuse=alone), Options(gate=False))
        (found,) = own.unfuse(text)
        assert found.refused == (reason,)
        outcomes = list(run_examples(Engine(engine.nlp, book), {"test.rule"}))
        assert all(o.passed for o in outcomes)
        assert not unshown(own.rules, {"test.rule"})


def test_an_exception_is_not_a_doubt_too(tmp_path: Path) -> None:
    denied = "      denied: {contains: {span: left, dep: neg}}\n"
    both = BLOCKED.replace(denied, denied + denied.replace("denied", "denied?"))
    assert "'denied' blocks and is a doubt; one of the two goes" in _errors(tmp_path, both)


def test_rules_test_fails_without_an_example_for_an_exception(
    run_disco: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(BLOCKED.replace("        blocked_by: denied\n", ""))
    done = run_disco("rules", "test", "test.rule", "--rules", "mine.yaml")
    assert done.returncode == 1
    assert "blocked_by: denied  test.rule  mine.yaml:18" in done.stdout
    assert "each exception needs an example that it alone blocks" in done.stderr


def test_what_rules_share_is_shown_once(engine: Engine) -> None:
    assert not unshown(engine.rules)


def test_show_is_whole_when_piped(run_disco: Run) -> None:
    done = run_disco("rules", "show", "relative.whose_object")
    assert done.returncode == 0
    assert "extends" not in done.stdout
    assert "perhaps_of_it?:" in done.stdout
    assert "spark]" in done.stdout
    assert "second: [stem, {possessive: noun}, owned_words, tail]" in done.stdout


@pytest.mark.parametrize(
    "word", ["child_of", "hosts", "SINGLE_RELATIVE", "backward", "too_short", "newcomer", "finite"]
)
def test_words_lists_everything(run_disco: Run, word: str) -> None:
    done = run_disco("rules", "words", word)
    assert done.returncode == 0
    assert word in done.stdout


def test_all_errors_come_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("second: right", "second: rigth").replace("first: left", "first: lfet")
    assert _errors(tmp_path, text).count("unbound name") == 2


def test_a_rule_without_an_example_does_not_load(tmp_path: Path) -> None:
    assert "'examples'" in _errors(
        tmp_path, GOOD[: GOOD.index("    examples:")] + "    examples: []\n"
    )


def test_the_token_that_is_looked_at_has_its_name_there_alone(tmp_path: Path) -> None:
    where = "      right: {after: glue, where: {contains: {span: below, lower: owners}}}\n"
    text = GOOD.replace(
        "      right: {after: glue}\n", f"{where}      below: {{subtree: candidate}}\n"
    )
    assert "R201 unbound name 'candidate'" in _errors(tmp_path, text)
    inside = where.replace(
        "{contains: {span: below, lower: owners}}",
        "{has: {token: candidate, deep: true, lower: the}}",
    )
    (tmp_path / "mine.yaml").write_text(GOOD.replace("      right: {after: glue}\n", inside))
    assert load_rulebook([tmp_path]).unfuse.get("test.rule")


def test_a_circle_of_then(tmp_path: Path) -> None:
    text = GOOD.replace(
        "    examples:",
        "    then: test.rule\n    becomes: {SINGLE_S_COORD: PAIR_CONN}\n    examples:",
    )
    assert "R304 'test.rule' has a 'then' itself" in _errors(tmp_path, text)


def test_what_is_handed_on_has_to_become_something(tmp_path: Path) -> None:
    text = GOOD.replace("    examples:", "    then: vp_coord.verbs\n    examples:")
    message = "R305 rule 'vp_coord.verbs' does not say what SINGLE_S_COORD becomes"
    assert message in _errors(tmp_path, text)


def test_words_that_yaml_takes_for_truth_values_are_words(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        GOOD.replace('{text: "&"}', "{lower: [no, on, true, 5, 007]}")
    )
    rule = load_rulebook([tmp_path]).unfuse.get("test.rule")
    lower = rule.find[0]["mark"].lower
    assert lower is not None
    assert lower.allowed == ["no", "on", "true", "5", "007"]


def test_user_rules_are_added_replaced_and_switched_off(tmp_path: Path) -> None:
    shipped = {r.id for r in load_rulebook().unfuse.rules}
    (tmp_path / "a.yaml").write_text(GOOD)
    assert {r.id for r in load_rulebook([tmp_path]).unfuse.rules} == shipped | {"test.rule"}
    (tmp_path / "a.yaml").write_text(GOOD.replace("test.rule", "vp_coord.list"))
    assert load_rulebook([tmp_path]).unfuse.get("vp_coord.list").about == "Splits at an ampersand."
    (tmp_path / "a.yaml").write_text("phenomenon: off\nabout: Less.\noff: [vp_coord.list]\n")
    left = {r.id for r in load_rulebook([tmp_path]).unfuse.rules}
    assert left == shipped - {"vp_coord.list"}


def test_unknown_rule_names(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"did you mean 'vp_coord\.verbs'"):
        load_rulebook().unfuse.get("vp_coord.verb")
    with pytest.raises(UsageError, match="no such rule file"):
        load_rulebook([tmp_path / "nothing"])


def test_every_connective_stands_once_for_a_position() -> None:
    seen: set[tuple[str, str]] = set()
    for entry in load_rulebook().connectives:
        for position in entry.position:
            assert (entry.word, position) not in seen, entry
            seen.add((entry.word, position))


@pytest.mark.parametrize(("least", "status"), [("0.5", 0), ("1.0", 1)])
def test_a_rule_is_not_asked_below_its_least(
    tmp_path: Path, run_disco: Run, least: str, status: int
) -> None:
    (tmp_path / "mine.yaml").write_text(f"""
job: resolve
phenomenon: mine
about: A pronoun of ours.
rules:
  - id: mine.topic
    extends: pronoun.topic
    about: As the other rule.
    least: {least}
    examples:
      - text: ["Ann Lee founded the mill in 1901.", "She sold it to a cousin."]
        becomes: Ann Lee sold it to a cousin.
""")
    done = run_disco("rules", "test", "mine.topic", "--rules", "mine.yaml")
    assert done.returncode == status, done.stdout
    assert ("+ nothing" in done.stdout) is bool(status)


def test_an_example_that_is_not_written_says_what_stopped_it(
    tmp_path: Path, run_disco: Run
) -> None:
    (tmp_path / "mine.yaml").write_text("""
phenomenon: mine
about: Relatives with that.
rules:
  - id: mine.relative
    extends: relative.subject
    find: {pronoun: {child_of: verb, side: left, dep: nsubj, lower: that}}
    examples:
      - text: The old mill, that stood by the river, burned in March.
        first: The old mill burned in March.
        second: The old mill stood by the river.
""")
    done = run_disco("rules", "test", "mine.relative", "--rules", "mine.yaml")
    assert done.returncode == 1
    assert "+ nothing: require, 'opens' does not hold, " in done.stdout
    assert "relative.yaml:" in done.stdout


DROPPING = """\
phenomenon: mine
about: What a variant drops.
define:
  conditions:
    at_sea: {contains: {span: left, lower: sea}}
    at_home: {contains: {span: left, lower: home}}
  groups:
    places: [at_sea, at_home]
rules:
"""


def _dropping(tmp_path: Path, first: str, *more: str) -> RuleSet[UnfuseRule]:
    """The rule of the tests with these exceptions, and rules that extend it, with these lines."""
    base = GOOD.partition("rules:\n")[2].replace(
        "    connective: glue", f"{first}    connective: glue"
    )
    own = "    examples: [{text: It rained & it snowed., none: it is too short}]\n"
    text = DROPPING + base + "".join(f"  - {lines}{own}" for lines in more)
    (tmp_path / "mine.yaml").write_text(text)
    return load_rulebook([tmp_path]).unfuse


USED = "    unless: {use: places}\n"
WITHOUT = "id: mine.a\n    extends: test.rule\n    drop: [unless.at_sea]\n"


def test_what_a_group_gives_can_be_dropped_and_said_anew(tmp_path: Path) -> None:
    again = "id: mine.b\n    extends: mine.a\n    unless: {at_sea: {ends: left}}\n"
    rules = _dropping(tmp_path, USED, WITHOUT, again)
    assert list(rules.get("mine.a").unless) == ["at_home"]
    assert set(rules.get("mine.b").unless) == {"at_sea", "at_home"}


def test_what_is_dropped_comes_from_no_group_instead(tmp_path: Path) -> None:
    own = "    unless: {use: places, at_sea: {ends: left}}\n"
    rules = _dropping(tmp_path, own, WITHOUT)
    assert set(rules.get("test.rule").unless) == {"at_sea", "at_home"}
    assert list(rules.get("mine.a").unless) == ["at_home"]


def test_an_exception_may_be_called_drop(tmp_path: Path) -> None:
    own = "    unless: {use: places, drop: {ends: left}}\n"
    assert "drop" in _dropping(tmp_path, own).get("test.rule").unless


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    connective: glue", "    unless: {odd: []}\n    connective: glue", "'odd' is empty"),
        (
            "phenomenon: test\nabout: A rule of the tests.",
            "phenomenon: test\nabout: A rule of the tests.\ndefine:\n  spans:\n    behind_it: "
            "{rest: {after: there}}",
            "'behind_it' needs no 'ther'; did you mean 'there'?",
        ),
    ],
)
def test_what_is_empty_or_misspelt_is_said(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    used = GOOD.replace("    spans:\n", "    spans:\n      use: [{behind_it: {ther: mark}}]\n")
    assert message in _errors(tmp_path, (used if "define" in new else GOOD).replace(old, new))


def test_what_is_split_hands_nothing_on(tmp_path: Path) -> None:
    rule = GOOD.replace("phenomenon: test", "job: split\nphenomenon: test")
    rule = rule.replace(
        "    type: SINGLE_S_COORD\n", "    relation: list\n    good: 0.9\n    then: anaphora\n"
    )
    assert "'then' is for rules of 'job: unfuse'" in _errors(tmp_path, rule)


def test_numbers_are_words_beside_a_named_list_too(tmp_path: Path) -> None:
    years = "define:\n  words: {few: [1901], more: {words: few, and: [1902, true]}}\n"
    (tmp_path / "a.yaml").write_text(years + GOOD.replace('"&"', "{words: more}"))
    text = load_rulebook([tmp_path]).unfuse.get("test.rule").find[0]["mark"].text
    assert text is not None
    assert text.allowed == ["1901", "1902", "true"]


def test_what_is_dropped_is_the_other_rules(tmp_path: Path) -> None:
    variant = VARIANT.replace(
        "    require:", "    unless: {not_closed: {ends: clause}}\n    require:"
    )
    (tmp_path / "mine.yaml").write_text(HEAD + variant)
    found = load_rulebook([tmp_path]).unfuse.get("mine.relative").unless["not_closed"]
    assert [test.word for test in found] == ["ends"]


def test_a_file_is_read_once_and_none_that_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(GOOD)
    (tmp_path / ".old").mkdir()
    (tmp_path / ".old" / "mine.yaml").write_text(GOOD)
    assert load_rulebook([tmp_path, tmp_path / "mine.yaml"]).unfuse.get("test.rule")


def test_what_each_forbids_comes_to_what_a_rule_forbids(tmp_path: Path) -> None:
    forbidden = "each: {unless: {cold: {contains: {span: right, lower: coldly}}}}\n"
    text = (Path(__file__).parent / "data" / "failing.yaml").read_text()
    text = text.replace(
        "    connective: glue", "    unless: {short: {not: {bound: left}}}\n    connective: glue"
    )
    (tmp_path / "mine.yaml").write_text(text.replace("rules:", f"{forbidden}rules:", 1))
    rule = load_rulebook([tmp_path]).unfuse.get("failing.rule")
    assert list(rule.unless) == ["cold", "short"]


def test_a_type_is_of_as_many_sentences_as_the_rule(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "data" / "failing.yaml").read_text()
    kind = re.search(r"type: (\w+)", text)
    assert kind is not None
    for other, message in (
        ("PAIR_CONN", "PAIR_CONN is of two sentences, for which a rule says 'input: pair'"),
        ("PAIR_NONE", "PAIR_NONE is the type of controls, which no rule writes"),
        (f"{kind[1]}\n    input: pair", "is of one sentence, and 'input: pair' asks about two"),
    ):
        assert message in _errors(tmp_path, text.replace(kind[1], other))


def test_a_list_of_ours_without_a_word(tmp_path: Path) -> None:
    list_of = "define: {words: {no_actors: {words: no_actors, and: [weather], but: [%s]}}}\n"
    (tmp_path / "mine.yaml").write_text(list_of % "what")
    before, after = (
        set(load_rulebook(extra).definitions.vocabulary.defined["words"]["no_actors"])
        for extra in ((), (tmp_path,))
    )
    assert (before - after, after - before) == ({"what"}, {"weather"})
    shown = _errors(tmp_path, list_of % "wat")
    assert "R203 'but': there is no 'wat' in it; did you mean 'what'?" in shown


def test_a_name_is_not_meant_by_itself() -> None:
    assert nearest("extends", ["extends", "extents"]) == "; did you mean 'extents'?"
    assert nearest("extends", ["extends"]) == ""
    assert nearest("With", ["with"]) == "; did you mean 'with'?"


def test_each_without_rules_is_an_error(tmp_path: Path) -> None:
    assert "R206 'each' is for the rules of its own file" in _errors(
        tmp_path, "each: {good: 0.9}\n"
    )


def test_a_rule_that_no_example_shows_at_work_is_named(tmp_path: Path) -> None:
    never = (
        GOOD.partition("      - text:")[0] + "      - {text: It rained., none: there is no mark}\n"
    )
    (tmp_path / "mine.yaml").write_text(never)
    book = load_rulebook([tmp_path])
    ((rule, place),) = never_shown(book)
    assert (rule, place.line) == ("test.rule", 4)
    assert never_shown(book, {"pair.opening"}) == []


OWNER = """\
phenomenon: mine
about: What somebody has where they stand.
job: split
rules:
  - id: mine.owner
    scope: extended
    relation: elaboration
    good: 0.95
    about: A thing of the subject behind a comma.
    find:
      main: {dep: ROOT, pos: VERB}
      actor: {child_of: main, side: left, dep: nsubj}
      verb: {child_of: main, side: right, dep: advcl, tag: VBG}
    spans: {gap: {subtree: verb, commas: both}, phrase: {subtree: verb}}
    write:
      first: {all_but: gap}
      second:
        - possessive: actor
        - say: {text: sister, role: subject}
        - finite: {span: phrase, verbs: verb, like: main}
    remove: {end of the phrase: gap}
    examples:
      - text: He left the mill, carrying his hat.
        first: He left the mill.
        second: His sister carried his hat.
      - text: Ann Lee left the mill, carrying a hat.
        first: Ann Lee left the mill.
        second: Ann Lee's sister carried a hat.
      - text: Ann Lee left the mill, not knowing the way.
        none: denied, it would take did
      - text: This left the mill, carrying a hat.
        none: this has no possessive
"""


def test_forms_that_there_are_not_are_not_made_up(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(OWNER)
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    outcomes = list(run_examples(own, frozenset({"mine.owner"})))
    assert [(o.text, o.got) for o in outcomes if not o.passed] == []
    assert len(outcomes) == 4


def test_explain_says_what_a_rule_yields_to(engine: Engine) -> None:
    doc = engine.nlp("Ann Lee won the race in 1999. However, she left in May and moved to Leeds.")
    (attempt,) = explain(engine.unfuser, engine.rules, doc, "anaphora")
    assert attempt.detail.endswith("left out beside PAIR_CONN, to which it yields")
    doc = engine.nlp("Ann Lee won the race in 1999. She left in May and moved to Leeds.")
    (attempt,) = explain(engine.unfuser, engine.rules, doc, "anaphora")
    assert "yields" not in attempt.detail


def test_explain_says_that_there_is_no_anaphor(engine: Engine) -> None:
    doc = engine.nlp("The mill burned in March. They closed the road in May.")
    (attempt,) = explain(engine.unfuser, engine.rules, doc, "anaphora")
    assert attempt.reached == "write"
    assert attempt.detail == "'replace_mentions' has no safe form here"
