"""What whoever writes rules is told: where they are wrong, and what an example does not show."""

from __future__ import annotations

from pathlib import Path

import pytest

import disco
from disco import Document, Engine, UsageError
from disco.explain import explain
from disco.explain.text import connectives_in, explain_text
from disco.rules import load_rulebook
from disco.rules.load import rule_files
from disco.trial import Outcome, run_examples
from disco.trial.shown import unshown_connectives
from tests.common import Run
from tests.test_rules import CATEGORY, HEAD, _errors

CLAUSE = """\
rules:
  - id: mine.r
    type: SINGLE_RELATIVE
    scope: extended
    about: A relative clause.
    find: {head: {pos: NOUN}, verb: {child_of: head, dep: relcl}}
    spans: {clause: {subtree: verb, commas: both}, noun: {subtree: head, without: clause}}
    remove: {relative: verb}
    write: {first: {all_but: clause}, second: [{repeat: noun}, {span: verb}]}
    examples:
      - {text: "It rained. The mill, which stood there, burned.", none: two sentences}
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + CLAUSE, "mine.yaml:11:64 R211 'verb' is named as removed, and written here"),
        (
            HEAD
            + CLAUSE.replace('"It rained. The mill,', '[It rained., "The mill,').replace(
                'burned."', 'burned."]'
            ),
            "R206 the rule looks at one sentence, and here are 2",
        ),
        (
            HEAD
            + CLAUSE.replace("It rained. ", "")
            + """\
      - text: The mill, which stood there, burned.
        first: The mill burned.
        second: The mill stood there.
""",
            "mine.yaml:14:9 R209 this says the opposite of ",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: list.phrases\n",
            "R303 'list.phrases' is for 'job: split', which the top of the file has to say",
        ),
        (
            f"{HEAD}each: {{unless: {{cold: {{bound: nobody}}}}}}\n{CLAUSE}",
            "mine.yaml:3:24 R201 unbound name 'nobody'; in 'mine.r'",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n    drop: not_closed\n",
            "has no 'not_closed'; an exception is 'unless.not_closed'",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    require: {is: {token: head, lower: {not: {lower: a}}}}\n    examples: []\n",
            "R206 a word belongs here, or a list of words, not {'lower': 'a'}",
        ),
        (
            f"define: {{words: {{kin: [aunt, step mother]}}}}\n{HEAD}rules:\n  - id: mine.s\n"
            "    extends: relative.subject\n"
            "    require: {is: {token: head, lower: {words: kin}}}\n    examples: []\n",
            "connective: {words: step mother}; it is in the list kin",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    require: {contains: {span: clause}}\n    examples: []\n",
            "nothing is asked of a word of it; that it has one is 'bound: clause'",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    write: {second: [{be: {agree: head}}]}\n    examples: []\n",
            "'be' says whose tense it has: 'like: VERB', or 'tense: past'",
        ),
        (
            "connectives:\n  - {word: vis-à-vis, position: preposition, sense: comparison, "
            "source: ours}\n",
            "mine.yaml:2:6 R206 'vis-à-vis': a connective with a hyphen is not looked for",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    write: {second: [{say: Ann, role: subject}]}\n    examples: []\n",
            "as in '- word: argument'; with keys: 'say: {text: ..., role: ...}'",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    require: {follows: clause}\n    examples: []\n",
            "'follows' asks nothing of the word: say its lower, dep, tag ...",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    require: {is: {token: head, lower: [a, 1.5]}}\n    examples: []\n",
            "R206 a word belongs here, or a list of words, not 1.5; what looks like",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    find: {noun: {dep: VERB}}\n    examples: []\n",
            "'VERB' is a pos, and no dep",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    require: {pos: NOUN}\n    examples: []\n",
            "'pos' is asked of one token: 'is: {token: NAME, pos: ...}'",
        ),
        (
            f"{HEAD}rules:\n  - id: mine.s\n    extends: relative.subject\n"
            "    find: {noun: {lower: ''}}\n    examples: []\n",
            "no token has nothing as its lower",
        ),
        (
            f"{HEAD}{CLAUSE.replace('mine.r', 'relative.whose')}",
            "mine.yaml:4:5 R201 this takes the place of ours, which 'relative.whose_object' ",
        ),
        (
            f"define: {{words: {{kin: [1, no, 2.0]}}}}\n{HEAD}{CLAUSE}",
            "a word belongs here, or a list of words, not 2.0; what looks like a number is quoted",
        ),
        (
            f"{HEAD}each: {{id: mine.s}}\n{CLAUSE}",
            "mine.yaml:3:8 R206 'id' is for one rule, and 'each' is for all of them",
        ),
        (
            f"types: [SINGLE_RELATIVE]\n{HEAD}{CLAUSE}",
            "'SINGLE_RELATIVE' is a type of the data set, which every rule may have",
        ),
        (
            "connectives:\n"
            "  - {word: because, position: inner, sense: contingency, source: ours}\n",
            "is known already, all that is said of it: see ",
        ),
    ],
)
def test_what_a_linguist_got_wrong(tmp_path: Path, text: str, said: str) -> None:
    assert said in _errors(tmp_path, text)


FUSION = """\
job: fuse
phenomenon: mine
about: A semicolon.
rules:
  - id: mine.s
    type: SINGLE_S_COORD
    scope: extended
    about: A semicolon and moreover.
    find: {subject: {dep: nsubj}}
    write: {first: [{open: first}, {say: "; moreover,"}, {part: second}]}
    examples:
      - pair: [The mill burned., The owners rebuilt it.]
        fused: "The mill burned; moreover, the owners rebuilt it."
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    find:",
            "    good: 0.9\n    find:",
            "9:5 R206 'good' is for rules of 'job: unfuse and split'",
        ),
        (
            "job: fuse\n",
            "",
            "4:5 R206 a rule for 'job: fuse', which the top of the file has to say",
        ),
        ("job: fuse", "job: split", "5:5 R206 a rule for 'job: fuse', which the top"),
        (
            "[The mill burned., The owners rebuilt it.]",
            "[It rained.]",
            "R205 'pair' is of 1, and 2 are",
        ),
        (
            "[The mill burned., The owners rebuilt it.]",
            "It rained.",
            "'pair': a list, as in [a, b] or",
        ),
        (
            "    find:",
            "    unless: {old?: {bound: subject}}\n    find:",
            "nothing weighs 'old?' here",
        ),
        (
            "    find:",
            "    require: {given: {words: wihle}}\n    find:",
            "'wihle'; did you mean 'while'?",
        ),
        (
            '{say: "; moreover,"}',
            "subject",
            "R211 'subject' is named as removed, and written here",
        ),
    ],
)
def test_what_a_linguist_got_wrong_of_fusions(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = FUSION.replace("    write:", "    remove: {repeated: subject}\n    write:")
    assert said in _errors(tmp_path, text.replace(old, new, 1))


def test_a_misspelt_connective_is_no_reason_to_write_nothing(tmp_path: Path) -> None:
    nothing = '        connective: ", wihle"\n        none: perfect\n'
    (tmp_path / "mine.yaml").write_text(FUSION[: FUSION.index("        fused:")] + nothing)
    engine = disco.load(rules=[tmp_path])
    (outcome,) = run_examples(engine, frozenset({"mine.s"}))
    assert not outcome.passed
    assert "unknown connective ', wihle'; did you mean 'while'?" in outcome.got[0]


def test_a_rule_that_is_switched_off_says_where(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("off:\n  - relative.subject\n")
    with pytest.raises(UsageError, match=r"'relative\.subject' is switched off: see .*:2$"):
        load_rulebook([tmp_path]).get("relative.subject")
    with pytest.raises(UsageError, match="the scope leaves rule"):
        load_rulebook(scope="paper").get("newcomer.clause")


def test_what_only_a_replaced_rule_of_ours_used_is_no_error(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    rule = CLAUSE.replace("mine.r", "apposition.name").replace("remove: {relative: verb}\n    ", "")
    mine.write_text(HEAD + rule, encoding="utf-8")
    assert load_rulebook([mine]).unfuse.get("apposition.name").about == "A relative clause."


def test_explain_shows_what_is_asked_of_a_token(tmp_path: Path, engine: Engine) -> None:
    rule = CLAUSE.replace("remove: {relative: verb}\n    ", "")
    rule = rule.replace("{pos: NOUN}", "{dep: nsubj, lemma: town}")
    (tmp_path / "mine.yaml").write_text(HEAD + rule, encoding="utf-8")
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    (attempt,) = explain_text(own, "The mill burned.", "mine.r")[1]
    assert attempt.lines[0].seen == "'mill' (NN nsubj, lemma mill)"


def test_a_text_of_two_sentences_is_told(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(HEAD + CLAUSE.replace("{span: verb}", "{repeat: verb}"))
    (outcome,) = run_examples(Engine(engine.nlp, load_rulebook([tmp_path])), {"mine.r"})
    assert outcome.remarks == ("this reads as 2 sentences, and the rule looks at it as one",)


def test_one_file_says_a_rule_once(tmp_path: Path) -> None:
    twice = "  - id: pair.opening\n    extends: pair.opening\n    unless: {a: {whole: rest}}\n"
    assert "R301 rule 'pair.opening' stands twice" in _errors(
        tmp_path, f"{HEAD}rules:\n{twice}    examples: []\n{twice}    examples: []\n"
    )


def test_a_file_that_two_names_lead_to_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("off: [relative.subject]\n")
    (tmp_path / "b.yaml").symlink_to(tmp_path / "a.yaml")
    assert [path.name for path in rule_files([tmp_path])] == ["a.yaml"]


def test_two_files_of_a_user_extend_one_rule(tmp_path: Path, engine: Engine) -> None:
    each = "each: {unless: {cold: {contains: {span: rest, lower: qqq}}}}\n"
    for name, word in (("a", "account"), ("b", "ground")):
        (tmp_path / f"{name}.yaml").write_text(
            f"{HEAD}{each if name == 'a' else ''}"
            f"connectives:\n  - {{word: on that {word}, position: backward, comma: after, "
            "sense: contingency, source: ours}\n"
            f"rules:\n  - id: pair.opening\n    extends: pair.opening\n"
            f"    unless: {{{name}: {{contains: {{span: rest, lower: {name}bb}}}}}}\n"
            "    examples:\n"
            f'      - text: [The mill burned., "On that {word}, the owners left."]\n'
            "        first: The mill burned.\n        second: The owners left.\n"
        )
    book = load_rulebook([tmp_path])
    assert {"a", "b", "cold"} <= book.unfuse.get("pair.opening").unless.keys()
    outcomes = list(run_examples(Engine(engine.nlp, book), {"pair.opening"}))
    assert [o.passed for o in outcomes] == [True, True]
    assert [Path(o.place.file).name for o in outcomes if o.place] == ["a.yaml", "b.yaml"]


_NARROW = f"""\
{HEAD}rules:
  - id: mine.narrow
    extends: relative.subject
    unless:
      lived: {{is: {{token: verb, lemma: live}}}}
    examples:
      - text: The mill was sold to one Ann Lee, who lived in Hull.
        none: living
        blocked_by: lived
"""
_THIS = f"""\
job: split
{HEAD}rules:
  - id: mine.date
    scope: extended
    good: 0.9
    relation: setting
    about: In 1901, Ann Lee founded the mill.
    find:
      main: {{dep: ROOT}}
      in: {{child_of: main, side: left, dep: prep, lower: in}}
      subject: {{child_of: main, side: left, dep: nsubj}}
    spans: {{opening: {{subtree: in, commas: after}}, when: {{subtree: in}}}}
    require: {{starts: opening}}
    write:
      first: {{all_but: opening}}
      second: [{{say: {{text: This, role: subject}}}}, {{be: {{tense: past, agree: in}}}}, when]
    examples:
      - text: In 1901, Ann Lee founded the mill.
        first: Ann Lee founded the mill.
        second: This was in 1901.
"""
_TWO_VERBS = f"""\
job: fuse
{HEAD}rules:
  - id: mine.two_verbs
    extends: fuse.vp_coord
    examples:
      - {{pair: [Ann sang., Ann danced.], connective: and, fused: Ann sang and danced.}}
"""
_BUILDING = f"""\
job: resolve
{HEAD}rules:
  - id: mine.place
    scope: extended
    kind: nominal
    about: The mill, the building.
    find: {{anaphor: {{lower: building}}, the: {{child_of: anaphor, dep: det, lower: the}}}}
    spans:
      nouns: {{part: other, where: {{is: {{token: candidate, lemma: mill}}}}, single: true}}
    require: {{bound: nouns}}
    antecedent: nouns
    examples:
      - {{text: [The mill burned in May., The building was old.], becomes: The mill was old.}}
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_NARROW, "rule relative.subject writes it all the same"),
        (_THIS, "written with --no-standalone only: the second sentence needs the first"),
        (
            _THIS.replace("0.9", "0.5"),
            "not written by default: its confidence is 0.5, the default --min-confidence is 0.82",
        ),
        (_TWO_VERBS, "rule fuse.vp_coord comes before it, and writes: Ann sang and danced."),
        (_BUILDING, "not written by default: low_confidence"),
    ],
)
def test_what_an_example_that_holds_does_not_show_is_said(
    tmp_path: Path, engine: Engine, text: str, said: str
) -> None:
    (tmp_path / "mine.yaml").write_text(text)
    own = Engine(engine.nlp, load_rulebook([tmp_path]), coreference=engine.coreference)
    ids = {rule.id for rules in own.rules.sets.values() for rule in rules.rules}
    (outcome,) = run_examples(own, {name for name in ids if name.startswith("mine.")})
    assert outcome.passed, outcome.got
    assert [remark.startswith(said) for remark in outcome.remarks] == [True]


def test_what_is_lost_is_named(tmp_path: Path, engine: Engine) -> None:
    lossy = CLAUSE.replace("    remove: {relative: verb}\n", "").replace("It rained. ", "")
    lossy = lossy.replace("none: two sentences", "first: The mill burned., second: The mill stood.")
    (tmp_path / "mine.yaml").write_text(HEAD + lossy)
    (outcome,) = run_examples(Engine(engine.nlp, load_rulebook([tmp_path])), {"mine.r"})
    said = "gate, 'which', 'there' neither written nor named under remove"
    assert not outcome.passed
    assert outcome.got[-1].startswith(said)


def test_explain_says_that_a_connective_lacks_its_comma(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "mine.yaml").write_text(
        "connectives:\n  - {word: on the downside, position: backward, comma: after, "
        "sense: comparison, source: ours}\n"
    )
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    doc = own.parse(Document("t", text="The mill burned. On the downside the bridge fell."))
    (attempt,) = explain(own.unfuser, own.rules, doc, "pair.opening")
    said = "'on the downside' is a connective with a comma after it only"
    assert [line.seen for line in attempt.lines] == [said]
    assert connectives_in(own, doc) == ["'On' is a connective: preposition", said]
    doc = own.parse(Document("t", text="The mill burned. However, the bridge fell."))
    assert connectives_in(own, doc) == ["'However' is a connective: backward, medial"]


def _tried(tmp_path: Path, engine: Engine, text: str) -> list[Outcome]:
    (tmp_path / "mine.yaml").write_text(text)
    return list(run_examples(Engine(engine.nlp, load_rulebook([tmp_path])), {"mine.s"}))


def _with(tokens: str, more: str = "") -> str:
    """The fusion with further tokens, and more behind its pattern."""
    text = FUSION.replace("{dep: nsubj}}", f"{{dep: nsubj}}{tokens}}}")
    return text.replace("    write:", f"{more}    write:")


def test_the_part_that_has_no_safe_form_is_named(tmp_path: Path, engine: Engine) -> None:
    """And not one without words before it, which may be."""
    text = _with("", "    spans: {front: {before: subject}}\n")
    text = text.replace("[{open: first}", "[front, {open: first}, {glue: given}")
    (outcome,) = _tried(tmp_path, engine, text)
    assert outcome.got[0].startswith("nothing: write, 'glue' has no safe form here, ")
    own = Engine(engine.nlp, load_rulebook([tmp_path]))
    (attempt,) = explain_text(own, "It rained. Ann sang.", "mine.s")[1]
    assert attempt.lines[0].seen == "no connective is told"


def test_what_hangs_on_the_first_sentence_is_missing_there(tmp_path: Path, engine: Engine) -> None:
    text = _with(", above: {sentence: first, dep: ROOT}, and: {child_of: above, dep: cc}")
    (outcome,) = _tried(tmp_path, engine, text)
    assert outcome.got[0].startswith("nothing: pattern, no token for 'and', ")


def test_an_optional_token_may_stand_beside_one_of_the_first_sentence(
    tmp_path: Path, engine: Engine
) -> None:
    front = ", front: {sentence: first, dep: ROOT}, beside: {right_before: front, optional: true}"
    (outcome,) = _tried(tmp_path, engine, _with(front, "    require: {bound: beside}\n"))
    assert outcome.passed


def test_the_exception_that_is_left_out_is_not_the_one_that_blocks(
    tmp_path: Path, engine: Engine
) -> None:
    text = _with("", "    unless: {denied: {is: {token: subject, lower: nobody}}}\n")
    text += """\
      - pair: [The mill burned., Nobody rebuilt it.]
        none: nobody did
        blocked_by: denied
"""
    _, blocked = _tried(tmp_path, engine, text)
    assert blocked.passed
    _, nothing = _tried(tmp_path, engine, text.replace('{say: "; moreover,"}', "{glue: given}"))
    assert nothing.got[0].startswith("nothing anyway: write, 'glue' has no safe form here, ")


def test_a_token_may_be_called_as_a_test_is(tmp_path: Path) -> None:
    text = CATEGORY.replace("mark: {", "ent: {").replace("after: mark", "after: ent")
    (tmp_path / "mine.yaml").write_text(text)
    assert load_rulebook([tmp_path]).categorize.get("test.sign").find[0]["ent"].text
    entity = text.replace("    second:", "    require: {is: {token: ent, ent: ORG}}\n    second:")
    assert "mine.yaml:13:32 R206 'ent' is not there when categorizing" in _errors(tmp_path, entity)


def test_a_connective_of_ours_that_is_off_fails_nothing(tmp_path: Path, run_disco: Run) -> None:
    (tmp_path / "mine.yaml").write_text("off: [however]\n")
    done = run_disco("rules", "test", "pair.opening", "--rules", "mine.yaml")
    assert done.returncode == 0
    assert "no longer pair.opening: an example of ours, changed by yours" in done.stdout
    assert done.stdout.rstrip().endswith("no longer")


def test_what_is_refused_stands_beside_what_is_not_written(tmp_path: Path) -> None:
    """With the gate off it is written, and so the two do not say the opposite."""
    text = CLAUSE.replace("    remove: {relative: verb}\n", "").replace("It rained. ", "")
    wish = text.rpartition("{")[2]
    both = "first: The mill burned., second: The mill stood."
    for more in ("refused: lost", "todo: not yet"):
        other = wish.replace("none: two sentences", f"{both}, {more}")
        (tmp_path / "mine.yaml").write_text(f"{HEAD}{text}      - {{{other}")
        assert len(load_rulebook([tmp_path]).get("mine.r")[0].examples) == 2


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{pos:NOUN}", "'pos:NOUN' has no value; a space belongs behind its colon"),
        ("{pos:\u00a0NOUN}", "has no value; there is a no-break space in it"),
        ("{pos: NOUN, text: \u201c,\u201d}", "has no value; quotes are straight in YAML"),
        ("{child_of: verb, dep: nsubj}", "unbound name 'verb'; it stands further down"),
    ],
)
def test_marks_that_are_none_in_yaml(tmp_path: Path, value: str, said: str) -> None:
    assert said in _errors(tmp_path, HEAD + CLAUSE.replace("{pos: NOUN}", value))


def test_numbers_have_bounds_and_files_hold_something(tmp_path: Path) -> None:
    text = CLAUSE.replace("scope: extended", "scope: extended\n    good: 90")
    assert "'good': a number of at most 1 belongs here, not 90" in _errors(tmp_path, HEAD + text)
    assert "R206 there is nothing in it; keys with their values" in _errors(tmp_path, "# nothing\n")


def test_a_file_that_lacks_something_is_looked_at_all_the_same(tmp_path: Path) -> None:
    said = _errors(tmp_path, CLAUSE.replace("pos: NOUN", "pos: NOUNS"))
    assert "'phenomenon' is missing" in said
    assert "R203 unknown pos 'NOUNS'; did you mean 'NOUN'?" in said


def test_a_connective_without_an_example_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "connectives:\n  - {word: first of, position: backward, sense: temporal, source: ours}\n"
        "  - {word: over and above that, position: backward, sense: expansion, source: ours}\n"
    )
    book = load_rulebook([tmp_path])
    assert unshown_connectives(book, load_rulebook()) == ["first of", "over and above that"]
    assert unshown_connectives(load_rulebook(), book) == []
    (tmp_path / "shown.yaml").write_text(
        f"{HEAD}rules:\n  - id: pair.opening\n    extends: pair.opening\n    examples:\n"
        "      - {text: [It rained., 'First of, it fell.'], none: we only look for the word}\n"
    )
    assert unshown_connectives(load_rulebook([tmp_path]), load_rulebook()) == [
        "over and above that"
    ]
