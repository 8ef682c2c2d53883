"""Surface text: capitals, marks, commas, articles; and what must hold for any input at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from disco import Document, Engine, Options
from disco.draft.finish import finish
from disco.draft.realize import text_of
from disco.draft.words import Word
from disco.english.sentence import sentences_of
from tests.conftest import Unfuse

PIECES = st.sampled_from(
    [
        "The",
        "mill",
        "burned",
        "in",
        "March",
        ".",
        ",",
        "and",
        "but",
        "who",
        "which",
        ",",
        ";",
        '"',
        "''",
        "(",
        ")",
        "its",
        "owners",
        "rebuilt",
        "it",
        "because",
        "Ann",
        "Lee",
        "met",
        "a",
        "5",
        "an",
        "old",
        "dog",
        "However",
        "he",
        "she",
        "they",
        "-",
        "--",
        "'s",
        "n't",
        "…",
        "東京",
        "שלום",
        "\u200b",
        "\x00",
        "é",
    ]
)


def test_natural_and_tokenized_style(unfuse: Unfuse) -> None:
    text = "Ann Lee's mill burned in 1901, but it didn't stop her."
    (natural, *_) = unfuse(text)
    assert natural.incoherent_first_sentence == "Ann Lee's mill burned in 1901."
    assert natural.incoherent_second_sentence == "It didn't stop her."
    (tokenized, *_) = unfuse(text, style="tokenized")
    assert tokenized.incoherent_first_sentence == "Ann Lee 's mill burned in 1901 ."
    assert tokenized.incoherent_second_sentence == "It did n't stop her ."
    (quoted, *_) = unfuse(
        "Ann Lee wrote ``The Mill'' in May, and it was sold in York.", style="tokenized"
    )
    assert quoted.incoherent_first_sentence == "Ann Lee wrote `` The Mill '' in May ."
    assert quoted.coherent_first_sentence == (
        "Ann Lee wrote `` The Mill '' in May , and it was sold in York ."
    )
    assert (
        tokenized.coherent_first_sentence
        == "Ann Lee 's mill burned in 1901 , but it did n't stop her ."
    )


def test_tokenized_source_keeps_its_spaces(unfuse: Unfuse) -> None:
    (example, *_) = unfuse("The mill burned in 1901 , but the owners rebuilt it .")
    assert example.incoherent_first_sentence == "The mill burned in 1901 ."


@pytest.mark.parametrize(
    ("sentence", "second"),
    [
        ("The road was closed, because the U.S. Army held it.", "The U.S. Army held it."),
        ("The road was closed, because I had the key.", "I had the key."),
        ("The road was closed, because iPhone sellers stood there.", "iPhone sellers stood there."),
        ("The road was closed, because β-glucan was found.", "β-glucan was found."),
        ("The road was closed, because élan was missing there.", "Élan was missing there."),
    ],
)
def test_capitals(unfuse: Unfuse, sentence: str, second: str) -> None:
    assert second in {e.incoherent_second_sentence for e in unfuse(sentence)}


def test_a_comma_stays_where_the_clause_before_it_needs_it(unfuse: Unfuse) -> None:
    text = "After he met Ann Lee, who owned the mill, he moved to Leeds."
    firsts = {e.incoherent_first_sentence for e in unfuse(text) if e.rule == "relative.subject"}
    assert firsts == {"After he met Ann Lee, he moved to Leeds."}


def test_what_goes_on_behind_an_ellipsis_keeps_its_letter(engine: Engine) -> None:
    text = '"... has always been my favorite mill in Leeds", although he knew better than that.'
    (example, *_) = engine.unfuse(text)
    assert example.incoherent_first_sentence == '"... has always been my favorite mill in Leeds".'


def test_an_apposition_keeps_its_second_comma(unfuse: Unfuse) -> None:
    text = "The name is made of those of the founder of the mill, Robert Hale, and his wife, Debra."
    firsts = {e.incoherent_first_sentence for e in unfuse(text, min_confidence=0.0)}
    assert (
        "The name is made of those of the founder of the mill, Robert Hale, and his wife." in firsts
    )


def test_a_closed_quotation_takes_no_second_stop(engine: Engine) -> None:
    (example, *_) = engine.unfuse("Ann Lee laughed. ‘ How odd, ’ she said, ‘ was it you? ’")
    assert example.incoherent_second_sentence == "‘ How odd, ’ Ann Lee said, ‘ was it you? ’"


def test_no_mark_of_the_source_is_lost_where_a_sign_is_gone(engine: Engine) -> None:
    text = "Ann Lee left in May. She told the court that she had been paid 400 ($90; ?72)."
    options = Options(gate=False, min_confidence=None)
    own = Engine(engine.nlp, engine.rules, options, engine.coreference)
    (found,) = own.unfuse(text)
    second = "Ann Lee told the court that she had been paid 400 ($90; ?72)."
    assert (found.incoherent_second_sentence, found.refused) == (second, ("punctuation",))


def test_a_quote_that_opens_stands_apart(engine: Engine) -> None:
    fused = engine.fuse("The mill burned.", "However, 'the old mill' was not sold.")
    assert fused.best.text == "The mill burned, but 'the old mill' was not sold."


def test_initials_in_quotes_take_no_second_stop(engine: Engine) -> None:
    text = 'He dedicated his novel to them, "to C.A.M.D." He also wrote a play for his brother.'
    (example, *_) = engine.unfuse(text)
    assert example.incoherent_first_sentence == text[: text.index(" He also")]


@pytest.mark.parametrize("label", ["(g)", "(iv)"])
def test_what_counts_a_sentence_keeps_its_letters(engine: Engine, label: str) -> None:
    (example, *_) = engine.unfuse(f"{label} the mill was sold, but the bridge was closed in June.")
    assert example.incoherent_first_sentence == f"{label} the mill was sold."
    fused = engine.fuse(f"{label} Ann Lee sang.", f"{label} Ann Lee left.", "PAIR_ANAPHORA").best
    assert fused.text == f"{label} Ann Lee sang. {label} She left."


def test_a_sentence_in_brackets_takes_no_second_stop(engine: Engine) -> None:
    (example, *_) = engine.unfuse("The mill burned in May. (It was also the first one in Leeds.)")
    assert example.incoherent_second_sentence == "(It was the first one in Leeds.)"


def test_a_title_alone_keeps_its_article(unfuse: Unfuse) -> None:
    text = "The noble young King came to Leeds, and the boldness of his looks pleased them."
    seconds = {e.incoherent_second_sentence for e in unfuse(text, min_confidence=0.0)}
    assert "The boldness of the noble young King's looks pleased them." in seconds


@pytest.mark.parametrize("dash", ["–", "—", "--"])
def test_a_phrase_said_again_ends_before_a_dash(engine: Engine, dash: str) -> None:
    text = f"In March the company {dash} a brewery {dash} opened a mill and closed its office."
    (example, *_) = engine.unfuse(text)
    assert example.incoherent_second_sentence == "The company closed its office."


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("new HIV test", "An HIV test"),
        ("new UN body", "A UN body"),
        ("new US envoy", "A US envoy"),
        ("new U.S. envoy", "A U.S. envoy"),
        ("new M.P. there", "An M.P. there"),
        ("new EU minister", "An EU minister"),
        ("new European minister", "A European minister"),
        ("new NATO base", "A NATO base"),
        ("old union", "A union"),
        ("big apple", "An apple"),
    ],
)
def test_an_article_goes_with_what_follows_now(engine: Engine, text: str, second: str) -> None:
    doc = engine.nlp(f"A {text} cost much.")
    words = [Word.kept(doc[i]) for i in range(len(doc) - 1) if i != 1]
    (sentence,) = sentences_of(doc)
    shown, _ = text_of(finish(words, doc, sentence), doc, "natural")
    assert shown == f"{second} cost much."


def test_a_phrase_said_again_leaves_the_hour_behind(engine: Engine) -> None:
    (example, *_) = engine.unfuse("At half-past six her son came home. He was miserable that day.")
    assert example.incoherent_second_sentence == "Her son was miserable that day."


def test_abbreviation_at_the_end_takes_no_second_stop(unfuse: Unfuse) -> None:
    (example, *_) = unfuse("He was born in Washington, D.C. and holds a degree in law.")
    assert example.incoherent_first_sentence == "He was born in Washington, D.C."


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(words=st.lists(PIECES, min_size=1, max_size=25))
def test_finishing_is_idempotent(engine: Engine, words: list[str]) -> None:
    doc = engine.parse(Document("d", sentences=(" ".join(words) + " .",)))
    for sentence in sentences_of(doc):
        kept = [Word.kept(doc[i]) for i in range(sentence.start, sentence.stop)]
        once = finish(kept, doc, sentence)
        text = text_of(once, doc, "natural")
        again = finish([replace(w) for w in once], doc, sentence)
        assert text_of(again, doc, "natural") == text


def _check(engine: Engine, text: str) -> int:
    """With the gate open: every example accounts for every token of the source, and leads back to
    it. How many were looked at."""
    options = Options(gate=False, controls=True, style="tokenized", min_tokens=1)
    open_engine = Engine(engine.nlp, engine.rules, options, engine.coreference)
    checked = 0
    for example in open_engine.unfuse(text):
        if {"lost", "doubled", "invented"} & set(example.refused):
            continue
        source = f"{example.coherent_first_sentence} {example.coherent_second_sentence}"
        output = f"{example.incoherent_first_sentence} {example.incoherent_second_sentence}"
        removed = " ".join(r.text for r in example.removed)
        inserted = " ".join(i.text for i in example.inserted)
        replaced = " ".join(i.replaces for i in example.inserted if i.replaces)
        assert _tokens(source, inserted) == _tokens(output, removed, replaced), example
        wanted = (example.coherent_first_sentence, example.coherent_second_sentence)
        assert open_engine.restore(example) == tuple(filter(None, wanted))
        checked += 1
    return checked


def _tokens(*texts: str) -> Counter[str]:
    return Counter(token.lower() for text in texts for token in text.split())


def test_conservation_on_ordinary_text(engine: Engine) -> None:
    text = (Path(__file__).parent.parent / "examples" / "lighthouse.txt").read_text("utf-8")
    assert sum(_check(engine, line) for line in text.splitlines()) >= 10


def test_conservation_on_any_words(engine: Engine) -> None:
    checked: list[int] = []

    @settings(max_examples=80, deadline=None)
    @given(words=st.lists(PIECES, max_size=30))
    def conserves(words: list[str]) -> None:
        # words by chance alone seldom give an example
        opening = "The mill burned in May, but Ann Lee sang."
        checked.append(_check(engine, f"{opening} {' '.join(words)}"))

    conserves()
    assert sum(checked) > 5


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text(max_size=200))
def test_no_crash_on_any_unicode(engine: Engine, text: str) -> None:
    for example in engine.unfuse(text):
        assert example.incoherent_first_sentence


def test_no_space_before_what_was_cut_short(engine: Engine) -> None:
    fine = Engine(engine.nlp, engine.rules, Options(fine=True), engine.coreference)
    (row,) = fine.split("My uncle, who'd never driven a lorry, got in and started the engine.")
    assert "My uncle'd never driven a lorry." in row.split


def test_no_space_behind_a_dash_that_has_none(unfuse: Unfuse) -> None:
    (example, *_) = unfuse("Ann Lee sold the mill in May.", "The town was poor-she left it.")
    assert example.incoherent_second_sentence == "The town was poor-Ann Lee left it."
