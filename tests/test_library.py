"""The library inside other people's pipelines: what a text carries, threads, wrong arguments."""

from __future__ import annotations

import ast
import json
import os
import pickle
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import spacy
from spacy.lang.en import English
from spacy.language import Language
from spacy.tokens import Doc, DocBin

import disco
from disco import Document, Engine, Example, Options, Pair, Sentences, UsageError
from disco.coref.links import GIVEN, links_of
from disco.explain.text import explain_text
from disco.language import load_language
from disco.loading import EngineSpec, load_book, mark_of
from disco.pipeline import Pipeline
from tests.test_rules import GOOD

TEXT = "Agnes Moray kept the lamp for years. She wrote a book about ships, but nobody read it."
KINDS = ["PAIR_ANAPHORA", "SINGLE_S_COORD"]
# as they are called by those who check no types
LOAD: Any = disco.load
DOCUMENT: Any = Document
OPTIONS: Any = Options


@pytest.fixture(scope="module")
def nlp() -> Language:
    found = load_language()
    found.add_pipe("disco", config={"types": KINDS})
    return found


def _kinds(doc: Doc) -> list[str]:
    return [e.discourse_type for e in doc._.disco]


def test_examples_survive_bytes_and_pickling(nlp: Language) -> None:
    doc = nlp(TEXT)
    assert _kinds(doc) == KINDS
    for again in (Doc(nlp.vocab).from_bytes(doc.to_bytes()), pickle.loads(pickle.dumps(doc))):
        assert again._.disco == doc._.disco
        assert links_of(again) == links_of(doc)


def test_examples_survive_a_doc_bin(nlp: Language) -> None:
    stored = DocBin(store_user_data=True, docs=[nlp(TEXT)]).to_bytes()
    (doc,) = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert _kinds(doc) == KINDS


def test_examples_come_from_other_processes(nlp: Language) -> None:
    alone = [doc._.disco for doc in nlp.pipe([TEXT, "It rained."])]
    both = [doc._.disco for doc in nlp.pipe([TEXT, "It rained."], n_process=2)]
    assert both == alone


def test_a_pipeline_that_has_worked_can_be_pickled(nlp: Language) -> None:
    found = nlp(TEXT)._.disco
    assert pickle.loads(pickle.dumps(nlp))(TEXT)._.disco == found


def test_ids_of_the_component_differ_between_texts(nlp: Language) -> None:
    docs = [nlp(TEXT), nlp(TEXT.replace("ships", "boats"))]
    ids = [e.id for doc in docs for e in doc._.disco]
    assert len(ids) == len(set(ids)) == 4
    assert [e.id for e in nlp(TEXT)._.disco] == ids[:2]


def test_the_component_takes_the_options_of_the_command() -> None:
    nlp = load_language()
    nlp.add_pipe("disco", config={"coref": "none", "gate": False, "style": "tokenized"})
    found = nlp("He sang, and she danced in the hall.")._.disco
    assert any("too_short" in e.refused for e in found)
    assert all(e.incoherent_first_sentence.endswith(" .") for e in found)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"scope": "papr"}, "unknown scope 'papr'; did you mean 'paper'"),
        ({"coref": "nope"}, "unknown coref 'nope'; did you mean 'none'"),
        ({"types": ["PAIR"]}, "unknown type 'PAIR'; did you mean 'PAIR_"),
        ({"style": "plain"}, "unknown style 'plain'; it may be natural, tokenized"),
    ],
)
def test_wrong_options_of_the_component(config: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_language().add_pipe("disco", config=config)


def test_a_component_whose_results_could_not_be_read() -> None:
    load_language().add_pipe("disco")  # its module has its extensions
    ours = Doc.remove_extension("disco")
    Doc.set_extension("disco", default=None)
    try:
        nlp = load_language()
        nlp.add_pipe("disco_split")
        with pytest.raises(UsageError, match=r"doc\._\.disco is taken by an extension"):
            nlp.add_pipe("disco")
    finally:
        Doc.set_extension("disco", getter=ours[2], force=True)


def test_a_pipeline_without_what_its_parts_listen_to() -> None:
    nlp = load_language()
    nlp.remove_pipe("tok2vec")
    with pytest.raises(UsageError, match="'tagger' listens to 'tok2vec', which is left out"):
        nlp.add_pipe("disco_split")


def test_our_rules_are_read_once() -> None:
    assert load_book() is load_book()
    assert load_book(scope="paper") is not load_book()


def test_a_row_is_what_json_makes_of_it(engine: Engine) -> None:
    text = "Ann Lee (who sang well) left early. However, she left unless it rained."
    refused: list[Example] = []
    made = list(engine.unfuse_many([text], refused=refused.append))
    rows = [each.to_dict() for each in (*made, *refused)]
    rows += [row.to_dict() for row in engine.split(text)]
    assert refused
    assert rows == json.loads(json.dumps(rows))
    again: list[Example] = []
    doc = engine.parse(Document("0", text))
    assert len(list(engine.unfuse_docs([doc], refused=again.append))) == len(made)
    assert [each.rule for each in again] == [each.rule for each in refused]


def test_a_pipeline_without_a_parser(nlp: Language) -> None:
    with pytest.raises(UsageError, match="its pipeline needs a parser"):
        nlp(TEXT, disable=["parser"])


def test_threads_share_an_engine(engine: Engine) -> None:
    texts = [TEXT, "The mill burned in March, but the owners rebuilt it.", "It rained."] * 3
    alone = [[e.to_dict() for e in engine.unfuse(text)] for text in texts]
    found: dict[int, list[list[dict[str, Any]]]] = {}

    def work(number: int) -> None:
        found[number] = [[e.to_dict() for e in engine.unfuse(text)] for text in texts]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found.get(n) for n in range(4)] == [alone] * 4


def test_a_memory_zone_of_the_caller_is_left_alone(engine: Engine) -> None:
    with engine.nlp.memory_zone():
        doc = engine.nlp("Zquorrbl met Vlantix in Leeds.")
        list(engine.unfuse(TEXT))
        assert [t.text for t in doc][:3] == ["Zquorrbl", "met", "Vlantix"]


def test_texts_that_are_parsed_already(engine: Engine) -> None:
    docs = [load_language()(text) for text in (TEXT, "It rained.")]
    given = [(e.discourse_type, e.incoherent_second_sentence) for e in engine.unfuse_docs(docs)]
    own = [
        (e.discourse_type, e.incoherent_second_sentence)
        for e in engine.unfuse_many([TEXT, "It rained."])
    ]
    assert given == own
    assert next(e.id for e in engine.unfuse_docs(docs)) == "0#1"


@pytest.mark.parametrize("name", ["coref_clusters_1", "coref_head_clusters_1"])
def test_coreference_of_the_users_own(engine: Engine, name: str) -> None:
    bare = Engine(engine.nlp, engine.rules)  # no coreference but what the text brings
    doc = engine.nlp("Agnes kept the lamp. She wrote a book about ships.")
    assert not list(bare.unfuse_docs([doc]))
    doc.spans[name] = [doc[0:1], doc[5:6]]
    (example,) = engine.unfuse_docs([doc])
    assert example.incoherent_second_sentence == "Agnes wrote a book about ships."
    assert (links_of(doc, GIVEN) or {})[5].mentions == ((0,),)


def test_coreference_of_ours_is_not_taken_for_the_users(engine: Engine) -> None:
    bare = Engine(engine.nlp, engine.rules)
    doc = engine.nlp("Agnes met Mary. She wrote a book about ships.")
    list(engine.unfuse_docs([doc]))
    assert not list(bare.unfuse_docs([doc]))
    doc.spans["coref_clusters_1"] = [doc[2:3], doc[4:5]]
    (example,) = engine.unfuse_docs([doc])
    assert example.incoherent_second_sentence == "Mary wrote a book about ships."


def test_the_pipeline_of_an_engine_is_saved_like_any(engine: Engine, tmp_path: Path) -> None:
    engine.nlp.to_disk(tmp_path / "nlp")
    (again,) = spacy.load(tmp_path / "nlp").pipe(["Ann Lee sang. She left early."])
    assert [t.dep_ for t in again] == [t.dep_ for t in engine.nlp(again.text)]


def test_what_cannot_be_fused_says_why(engine: Engine) -> None:
    told = [
        ("NOPE", ""),
        ("SINGLE_S_COORD", "banana"),
        ("SINGLE_APPOSITION", ""),
        ("PAIR_CONN", ""),
        ("SINGLE_CONN_INNER", "moreover"),
    ]
    pairs = [Sentences("1", "It rained.", "They left.", *of_it) for of_it in told]
    row = ("SINGLE_CATAPHORA", ", but")
    pairs.append(Sentences("5", "Ann Lee sang.", "Ann Lee opened the gate.", *row))
    nothing: Any = None
    bad = Sentences("4", "It rained.", nothing)
    found = list(engine.fuse_many([*pairs, bad]))
    assert [f.best.reason for f in found] == [
        f"unknown discourse_type 'NOPE'; it may be {', '.join(engine.rules.types)}",
        "unknown connective 'banana'",
        "no rule can fuse them",
        "PAIR_CONN wants a connective, and none is told",
        "no rule of SINGLE_CONN_INNER can write 'moreover' here",
        "no rule of SINGLE_CATAPHORA can write ', but' here",
        "'second' is no string",
    ]


def test_what_is_no_pair_ends_no_stream(engine: Engine) -> None:
    good = Pair("1", "It rained, but they left.", ("It rained.", "They left."))
    wrong: Any = 5
    many = [Pair("0", wrong, ("a", "b")), replace(good, long="a" * 100_001), good]
    found = list(engine.categorize_many(many))
    assert [f.reason for f in found] == [
        "'long' is not a string",
        "'long' has more than 20,000 characters",
        "",
    ]
    assert [len(f.reasons) for f in engine.refine_many(many)] == [1, 1, 0]


def test_an_engine_is_pickled_as_what_it_was_loaded_of(engine: Engine) -> None:
    chosen = Options(min_confidence=1.0)
    again = pickle.loads(pickle.dumps(disco.load(coref=None, options=chosen)))
    assert (again.options, again.coreference) == (chosen, None)
    with pytest.raises(TypeError, match=r"disco\.load has not made"):
        pickle.dumps(Engine(engine.nlp, engine.rules))


def test_a_line_of_spaces_is_no_sentence(engine: Engine) -> None:
    rows = engine.split("  \nAnn sang.\n \nBob left.")
    assert [(r.id, r.sentence) for r in rows] == [("text#1", 0), ("text#2", 1)]


def test_a_text_that_is_not_parsed(engine: Engine) -> None:
    with pytest.raises(UsageError, match="its pipeline needs a parser"):
        list(engine.unfuse_docs([engine.nlp.make_doc(TEXT)]))


def _copied(words: Doc, without: str) -> Doc:
    """A parsed text once more, without one thing that is known of its words."""
    columns: dict[str, Any] = {
        "words": [t.text for t in words],
        "tags": [t.tag_ for t in words],
        "pos": [t.pos_ for t in words],
        "lemmas": [t.lemma_ for t in words],
        "heads": [t.head.i for t in words],
        "deps": [t.dep_ for t in words],
    }
    del columns[without]
    return Doc(words.vocab, **columns)


def test_a_text_without_lemmas(engine: Engine) -> None:
    without = _copied(engine.nlp(TEXT), "lemmas")
    some = _copied(engine.nlp(TEXT), "lemmas")
    some[0].lemma_ = "it"  # an attribute_ruler has lemmas for a few words
    for doc in (without, some):
        with pytest.raises(UsageError, match="no LEMMA: its pipeline needs a lemmatizer"):
            list(engine.unfuse_docs([doc]))


def test_texts_of_spaces_alone_hold_nothing(engine: Engine) -> None:
    assert not list(engine.unfuse_docs(engine.nlp.pipe(["   ", "\n", ""])))


def test_a_doc_bin_without_what_the_parser_read_leaves_examples_as_sure(engine: Engine) -> None:
    text = "Ann Lee, who sang well, left early. However, she came back, and the men left."
    fresh = [e.confidence for e in engine.unfuse_docs([engine.nlp(text)])]
    stored = DocBin(docs=[engine.nlp(text)]).get_docs(engine.nlp.vocab)
    assert [e.confidence for e in engine.unfuse_docs(stored)] == fresh


def test_vectors_are_ours_in_a_text_of_another_vocabulary(engine: Engine) -> None:
    text = "The band released an album. As a result, it became famous; however, the singer left."
    doc = engine.nlp(text)
    own = [e.to_dict() for e in engine.unfuse_docs([doc])]
    (foreign,) = DocBin(docs=[engine.nlp(text)]).get_docs(English().vocab)
    assert [e.to_dict() for e in engine.unfuse_docs([foreign])] == own
    assert links_of(foreign) == links_of(doc) != {}


def test_what_is_known_of_a_text_is_known_of_its_words_as_they_were(engine: Engine) -> None:
    doc = engine.nlp("Mary Stone of the New York Times met John Smith. She was a teacher.")
    (example,) = engine.unfuse_docs([doc])
    assert example.incoherent_second_sentence == "Mary Stone was a teacher."
    with doc.retokenize() as retokenizer:
        for name in doc.ents:
            retokenizer.merge(name)
    (example,) = engine.unfuse_docs([doc])
    assert example.incoherent_second_sentence == "Mary Stone was a teacher."


def test_names_that_are_one_token_open_a_sentence(engine: Engine) -> None:
    doc = engine.nlp("She left London in 1990, and the New York Times hired John Smith.")
    with doc.retokenize() as retokenizer:
        for name in doc.ents:
            retokenizer.merge(name)
    (example,) = engine.unfuse_docs([doc])
    assert example.incoherent_second_sentence == "The New York Times hired John Smith."


def test_an_error_of_rules_is_the_same_in_another_process() -> None:
    error = disco.RuleError([disco.Problem("f.yaml", 1, 2, "R101", "is broken")])
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.problems) == (str(error), error.problems)


def test_what_another_pipeline_read_of_the_words_is_not_taken_for_ours(engine: Engine) -> None:
    text = "Ann Lee, who sang well, left early. However, she came back, and the men left."
    fresh = [e.confidence for e in engine.unfuse_docs([engine.nlp(text)])]
    (foreign,) = DocBin(docs=[engine.nlp(text)]).get_docs(English().vocab)
    foreign.tensor = engine.nlp(text).tensor * 0
    found = [e.confidence for e in engine.unfuse_docs([foreign])]
    assert found == pytest.approx(fresh, abs=0.005)


def test_a_parse_without_heads(engine: Engine) -> None:
    with pytest.raises(UsageError, match="not ROOT: the rules need heads"):
        list(engine.unfuse_docs([_copied(engine.nlp(TEXT), "heads")]))


def test_finer_propositions_beside_examples_leave_these_as_sure(engine: Engine) -> None:
    text = "Ann Lee (who sang well) left early. However, she came back."
    nlp = load_language()
    nlp.add_pipe("disco_split", config={"fine": True})
    nlp.add_pipe("disco")
    assert [e.confidence for e in nlp(text)._.disco] == [e.confidence for e in engine.unfuse(text)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scope": "papr"}, "unknown scope 'papr'; did you mean 'paper'"),
        ({"coref": "nope"}, "unknown coref 'nope'; did you mean 'none'"),
        ({"types": "PAIRS_*"}, r"unknown type 'PAIRS_\*'; did you mean 'PAIR_"),
        ({"types": ""}, "no type is named; leave them out for all"),
        (
            {"types": "PAIR_*", "options": Options(types=frozenset({"PAIR_CONN"}))},
            "types are said twice",
        ),
        ({"rules": "nowhere"}, "no such rule file or folder: .*nowhere"),
        ({"options": Options(types=frozenset({"PAIR_CON"}))}, "unknown type 'PAIR_CON'; did you"),
    ],
)
def test_wrong_arguments_of_load(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        disco.load(**arguments)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"style": "plain"}, "unknown style 'plain'; it may be natural, tokenized"),
        ({"types": "PAIR_CONN"}, "types are a frozenset of names"),
        ({"types": frozenset()}, "types are a frozenset of names"),
        ({"min_confidence": 5}, "min_confidence is a number from 0 to 1, and not 5"),
        ({"min_step": -1}, "min_step is a number from 0 to 1, and not -1"),
        ({"min_fusion": None}, "min_fusion is a number from 0 to 1, and not None"),
        ({"min_tokens": "4"}, "min_tokens is a number from 0 on, and not '4'"),
        ({"min_tokens": True}, "min_tokens is a number from 0 on, and not True"),
        ({"without": frozenset({"verbs"})}, "unknown filter 'verbs'; did you mean 'verb'?"),
        ({"without": {"verb"}}, "without is a frozenset of names"),
    ],
)
def test_wrong_options(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Options(**chosen)


def test_one_pattern_is_a_string() -> None:
    engine = disco.load(types="PAIR_*", coref=None)
    assert engine.options.types is not None
    assert {t.partition("_")[0] for t in engine.options.types} == {"PAIR"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda e: e.fuse("It rained.", "They left.", "BAD"), "unknown discourse_type 'BAD'"),
        (
            lambda e: e.fuse("It rained.", "They left.", "SINGLE_S_CORD"),
            "did you mean 'SINGLE_S_COORD'",
        ),
        (
            lambda e: e.fuse("It rained.", "They left.", "SINGLE_S_COORD", "banana"),
            "unknown connective 'banana'",
        ),
        (
            lambda e: e.fuse("It rained.", "They left.", "PAIR_CONN", "Howevr ,"),
            "unknown connective 'Howevr ,'; did you mean 'however'",
        ),
        (lambda e: e.fuse("", "They left."), "'first' is empty"),
        (lambda e: e.fuse("It rained.", None), "'second' is no string"),
        (lambda e: e.categorize("It rained.", ["It rained."]), "'split' has one sentence only"),
        (lambda e: e.categorize("", []), "'long' is empty"),
        (lambda e: e.categorize("It rained.", []), "'split' is empty"),
        (lambda e: e.categorize("It rained.", "It rained."), "'split' is a string, not a list"),
        (lambda e: e.categorize("It rained.", ["It.", 3]), "holds something that is not a string"),
        (lambda e: list(e.fuse_many([("It rained.", "They left.")])), "each is to be a Sentences"),
        (lambda e: list(e.categorize_many(["It rained."])), "each is to be a Pair"),
        (lambda e: list(e.unfuse_docs(["It rained."])), "each is to be a Doc"),
        (
            lambda e: e.fuse("It rained.", "They left.", connective="but"),
            "a connective is told, and no discourse_type that it goes with",
        ),
        (lambda _: DOCUMENT("d", sentences="It rained."), "of a document are several strings"),
        (lambda _: DOCUMENT("d", sentences=(None,)), "of a document are several strings"),
        (lambda _: LOAD(rules=None), "rules: a path is text or a Path, not NoneType"),
        (lambda _: LOAD(cache=5), "cache: a path is text or a Path, not int"),
        (lambda _: LOAD(types=[]), "no type is named; leave them out for all"),
        (lambda _: LOAD(types="pair_n*"), "PAIR_NONE is written with --controls only"),
        (lambda _: LOAD(types=5), "types are names or patterns of them, not 5"),
        (lambda _: OPTIONS(types={"PAIR_CONN"}), "types are a frozenset of names"),
        (lambda _: OPTIONS(types=frozenset({"PAIR_NONE"})), "is written with --controls only"),
        (lambda _: OPTIONS(without=None), "without is a frozenset of names of filters"),
        (lambda _: OPTIONS(gate="no"), "gate is true or false, and not 'no'"),
        (lambda _: OPTIONS(min_tokens=-4), "min_tokens is a number from 0 on, and not -4"),
        (lambda _: DOCUMENT("d", "It rained.", ("It rained.",)), "a text or sentences, not both"),
        (lambda _: LOAD(options={"fine": True}), "options are disco.Options, not dict"),
        (lambda e: e.unfuse(3), "a text is a string, not int"),
        (lambda e: e.unfuse_many("It rained."), "for one text there is unfuse"),
        (lambda e: list(e.unfuse_many(None)), "many are a list or another iterable, not NoneType"),
        (lambda e: list(e.categorize_many(3)), "many are a list or another iterable, not int"),
        (lambda e: list(e.unfuse_many([None])), "or a Document, and that of number 0 a NoneType"),
        (lambda e: list(e.unfuse_many({"a": "It rained."})), "many are a list, such as one column"),
        (lambda _: DOCUMENT("d", sentences={"It rained.": 1}), "a document are several strings"),
        (lambda _: DOCUMENT(7, text="It rained."), "an id is a string, not int"),
        (lambda e: e.fuse("It rained.", "They left.", id=5), "'id' is no string"),
        (lambda e: e.categorize("It rained.", ["It.", "Is."], id=5), "'id' is not a string"),
        (lambda _: LOAD(model=None), "model is the name of a spaCy pipeline, and not None"),
        (lambda _: LOAD(rules=b"x"), "rules: a path is text or a Path, not bytes"),
        (lambda e: list(e.unfuse_many(b"It.")), "many are a list or another iterable, not bytes"),
        (lambda e: e.parse("It rained."), "a Document is parsed, not str"),
        (
            lambda _: Example.from_dict(cast(Any, None)),
            "not a row of an example: NoneType has no keys",
        ),
        (lambda e: explain_text(e, " "), "there is no text to explain"),
        (lambda e: explain_text(e, "It.\nIs."), "a line is a paragraph; explain one of them"),
        (lambda e: explain_text(e, "It rained.", connective="but"), "with a rule that fuses"),
        (
            lambda e: explain_text(e, "It rained.", job=cast(Any, "splitt")),
            "unknown job 'splitt'; did you mean 'split'?",
        ),
        (
            lambda e: list(e.unfuse_many([Document("d", sentences=("w " * 60_000,))])),
            "d: a sentence of more than 100,000 characters",
        ),
    ],
)
def test_wrong_arguments_of_the_engine(engine: Engine, call: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call(engine)


def test_a_number_behind_an_abbreviation_opens_no_sentence(engine: Engine) -> None:
    text = "She won in Leeds and ended the year ranked world no. 25. He was ranked vol. 3."
    doc = engine.parse(Document("d", text=text))
    assert [s.text for s in doc.sents] == [text[:56], text[57:]]


def test_what_goes_on_behind_a_call_opens_no_sentence(engine: Engine) -> None:
    text = '"Stop!" he cried, and ran. "Are you coming?" asked Ann. "No!" She left.'
    doc = engine.parse(Document("d", text=text))
    assert [s.text for s in doc.sents][:2] == [text[:26], text[27:55]]


def test_a_stream_of_pairs_goes_on_behind_a_bad_one(engine: Engine) -> None:
    good = Pair("b", "It rained, but they left.", ("It rained.", "They left."))
    found = list(engine.categorize_many([Pair("a", "It rained.", ("It rained.",)), good]))
    assert (found[0].category, found[0].reason) == ("invalid", "'split' has one sentence only")
    assert found[1].subcategory == "conjunction_with_subject"


def test_what_is_before_a_bad_text_is_done(engine: Engine) -> None:
    texts: list[Any] = ["Ann Lee sang. However, she left early.", None]
    found = engine.unfuse_many(texts)
    assert next(found).document == "0"
    with pytest.raises(UsageError, match="that of number 1 a NoneType"):
        list(found)


def test_what_is_before_an_error_of_the_caller_is_done(engine: Engine) -> None:
    def texts() -> Iterator[str]:
        yield "Ann Lee sang. However, she left early."
        raise OSError("torn")

    found = engine.unfuse_many(texts())
    assert next(found).document == "0"
    with pytest.raises(OSError, match="torn"):
        list(found)


def test_a_pipeline_without_what_the_rules_need_is_an_error(engine: Engine) -> None:
    with (
        engine.nlp.select_pipes(disable=["lemmatizer", "parser"]),
        pytest.raises(UsageError, match="switched off what rules need: lemmatizer, parser"),
    ):
        engine.categorize("It rained, but they left.", ["It rained.", "They left."])
    with (
        engine.nlp.select_pipes(disable=["disco_put_back"]),
        pytest.raises(UsageError, match="switched off what rules need: disco_put_back"),
    ):
        list(engine.split("Ann Lee (born in Leeds) sang."))
    with engine.nlp.select_pipes(disable=["disco_set_aside", "disco_put_back"]):
        assert engine.parse_one("Ann Lee sang.").text == "Ann Lee sang."


def test_explain_gives_the_parse_and_the_attempts(engine: Engine) -> None:
    doc, attempts = explain_text(engine, "Ann Lee sang. However, she left early.")
    assert doc.text.endswith("left early.")
    written = {attempt.rule: attempt for attempt in attempts if attempt.reached == "written"}
    assert "'she' read as 'Ann Lee'" in written["pair.opening"].detail
    long, split = "It rained, but they left.", ["It rained.", "They left."]
    _, (decided,) = explain_text(engine, long, "direct.conjunction", split=split)
    assert decided.reached == "written"
    _, (fused,) = explain_text(engine, " ".join(split), "fuse.s_coord", connective=", but")
    assert fused.detail == "It rained, but they left."


def test_a_process_that_is_forked_off_waits_for_no_thread(engine: Engine) -> None:
    def turn_of_another_process() -> int:
        """In the child, whether the turn can be taken."""
        child = os.fork()
        if not child:
            os._exit(0 if pipeline.turn.acquire(timeout=5) else 1)
        return os.waitpid(child, 0)[1]

    pipeline = Pipeline(engine.nlp, None)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with pipeline.turn:
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    try:
        assert turn_of_another_process() == 0
    finally:
        done.set()
        thread.join()


def test_splits_are_tokenized_by_turns(engine: Engine) -> None:
    pipeline, found = Pipeline(engine.nlp, None), list[Doc]()
    thread = threading.Thread(target=lambda: found.extend(pipeline.tokenized(["It rained."])))
    with pipeline.turn:
        thread.start()
        thread.join(0.5)
        assert not found
    thread.join()
    assert [doc.text for doc in found] == ["It rained."]


def test_what_tells_engines_apart_is_the_same_in_every_process(engine: Engine) -> None:
    options = Options(types=frozenset({"SINGLE_RELATIVE", "PAIR_CONN"}))
    spec = EngineSpec(options=options)
    own = Engine(engine.nlp, engine.rules, options, engine.coreference, None, spec)
    assert "'types': ['PAIR_CONN', 'SINGLE_RELATIVE']" in mark_of(own)


def test_sentences_in_whatever_holds_them(engine: Engine) -> None:
    both = "It rained.", "They left."
    held: Any = np.array(both)
    (found,) = engine.categorize_many([Pair("a", "It rained, but they left.", held)])
    assert found.to_dict()["split"] == list(both)
    assert found.subcategory == "conjunction_with_subject"
    assert Document("d", sentences=(s for s in both)).sentences == both  # type: ignore[arg-type]


@pytest.mark.parametrize("split", ["It rained. They left.", None, 5, {"It rained.": 1}])
def test_what_is_no_split_is_repeated_as_it_is(engine: Engine, split: Any) -> None:
    pair = Pair("a", "It rained, but they left.", split)
    (refined,), (found,) = engine.refine_many([pair]), engine.categorize_many([pair])
    assert refined.to_dict()["split"] == found.to_dict()["split"] == split


def test_what_an_earlier_run_found_is_not_repeated(engine: Engine) -> None:
    told = {"reasons": [{"filter": "verb"}], "reason": "'split' is empty", "note": "ours"}
    pair = Pair("a", "It rained, but they left.", ("It rained.", "They left."), told)
    (refined,), (found,) = engine.refine_many([pair]), engine.categorize_many([pair])
    assert "reasons" not in refined.to_dict()
    assert "reason" not in found.to_dict()
    assert refined.to_dict()["note"] == found.to_dict()["note"] == "ours"


def test_what_is_no_text_is_in_no_fusion(engine: Engine) -> None:
    nothing: Any = None
    (blank,) = engine.fuse_many([Sentences("a", "\u200b", "They left.")])
    assert blank.best.reason == "'first' is empty"
    (found,) = engine.fuse_many([Sentences("a", nothing, "They left.")])
    assert (found.best.text, found.best.reason) == ("They left.", "'first' is no string")


def test_propositions_of_texts_that_are_parsed_already(engine: Engine) -> None:
    text = "Ann Lee, who sang, left early."
    (row,) = engine.split_docs([engine.nlp(text)])
    assert row.split == tuple(next(engine.split(text)).split)
    assert (row.document, row.id) == ("0", "0")


def test_an_example_that_was_changed_is_not_restored(engine: Engine) -> None:
    example = next(engine.unfuse("Ann Lee sang. However, she left early."))
    with pytest.raises(UsageError, match="its recipe does not fit it"):
        engine.restore(replace(example, incoherent_second_sentence="She."))
    with pytest.raises(UsageError, match="another source comes out"):
        engine.restore(replace(example, incoherent_second_sentence="He left early!!"))
    whole = next(engine.split("Ann Lee, who sang, left early."))
    with pytest.raises(UsageError, match="another source comes out"):
        engine.restore(replace(whole, text="Ann Lea, who sang, left early."))
    with pytest.raises(UsageError, match="no dict"):
        engine.restore(example.to_dict())  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [Example, disco.Propositions])
@pytest.mark.parametrize("row", [{}, None, {"id": 3}, {"removed": [{"text": "x"}]}])
def test_what_is_no_row(kind: Any, row: Any) -> None:
    with pytest.raises(UsageError, match="not a row of"):
        kind.from_dict(row)


def test_rows_of_a_table_are_those_of_json(engine: Engine) -> None:
    example = next(engine.unfuse("Ann Lee sang. However, she left early."))
    row = {
        **example.to_dict(),
        "offset": np.int64(example.offset),
        "confidence": np.float64(0.9),
        "has_coref_type_pronoun": np.float32(1.0),
        "doubts": np.array(["habit"]),
    }
    again = Example.from_dict(row)
    assert json.loads(json.dumps(again.to_dict()))["doubts"] == ["habit"]
    assert (again.confidence, again.has_coref_type_pronoun) == (0.9, True)
    assert Example.from_dict({**row, "confidence": float("nan")}).confidence is None
    wrong: tuple[tuple[str, Any], ...] = (
        ("has_coref_type_pronoun", float("nan")),
        ("has_coref_type_pronoun", 2),
        ("recipe", json.dumps(row["recipe"])),
        ("doubts", "habit"),
    )
    for name, value in wrong:
        with pytest.raises(UsageError, match="not a row of an example"):
            Example.from_dict({**row, name: value})
    made = next(engine.split("Ann Lee, who sang, left early.")).to_dict()
    for proposition in made["propositions"]:
        proposition["source"] = np.array(proposition["source"])
    made["propositions"] = np.array(made["propositions"], dtype=object)  # as pandas has them
    json.dumps(disco.Propositions.from_dict(made).to_dict())


def test_rows_of_a_table_have_no_recipe(engine: Engine) -> None:
    example = next(engine.unfuse("Ann Lee sang. However, she left early."))
    whole = next(engine.split("Ann Lee, who sang, left early."))
    assert engine.restore(example) == example.sources
    assert engine.restore(whole) == (whole.text,)
    for made in (example, whole):
        row = made.to_dict()
        del row["recipe"]
        again = type(made).from_dict(row)
        assert {**again.to_dict(), "recipe": []} == {**made.to_dict(), "recipe": []}
        with pytest.raises(UsageError, match="has no recipe"):
            engine.restore(again)


def test_rules_and_cache_stay_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rule.yaml").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    kept = pickle.dumps(disco.load(rules="mine", cache="kept", coref=None))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (found,) = pickle.loads(kept).unfuse("The mill burned & the owners rebuilt it.")
    assert found.rule == "test.rule"
    with pytest.raises(UsageError, match="cache: a path is empty"):
        disco.load(cache="")


def test_what_is_found_can_be_looked_up(engine: Engine) -> None:
    pairs = [Pair(name, "It rained, but they left.", ("It rained.", "They left.")) for name in "ab"]
    assert len({*engine.categorize_many([*pairs, pairs[0]])}) == 2
    assert len({engine.fuse("It rained.", "They left.", id=name) for name in "aab"}) == 2


def test_two_engines_do_not_disturb_each_other(engine: Engine) -> None:
    texts = [TEXT, "In the spring of that year Robert Hale sold the mill. He wrote a book."]
    alone = [[e.to_dict() for e in engine.unfuse(text)] for text in texts]
    assert all("PAIR_ANAPHORA" in {row["discourse_type"] for row in rows} for rows in alone)
    other = disco.load()
    for each in (engine, other, engine):
        assert [[e.to_dict() for e in each.unfuse(text)] for text in texts] == alone


ROOMS = ("text", "parse", "english", "draft", "coref", "match", "rules", "jobs")
ABOVE = (
    "language",
    "stream",
    "cache",
    "given",
    "pipeline",
    "process",
    "workers",
    "engine",
    "loading",
    "pairs",
    "component",
    "explain",
    "trial",
    "install",
    "integrations",
    "entailment",
    "scores",
    "corpus",
    "cluster",
    "dataset",
    "cli",
)


def test_rooms_import_only_from_those_before_them() -> None:
    """``text`` knows nobody, ``cli`` may know all; the modules with an underscore know each other
    alone."""
    order = [*ROOMS, *ABOVE]
    package = Path(disco.__file__).parent
    wrong = []
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package).with_suffix("").parts
        room = parts[0]
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for other in _rooms_that(node):
                if room not in order:
                    assert room.startswith("_")
                    allowed = other.startswith("_") or room in ("__init__", "__main__")
                else:
                    known = other in order and order.index(other) <= order.index(room)
                    allowed = known or other.startswith("_")
                if not allowed:
                    wrong.append(f"{'/'.join(parts)} imports {other or 'the whole package'}")
    assert not wrong


def _rooms_that(node: ast.AST) -> Iterator[str]:
    """The rooms that a statement imports from, whichever way it says so; of the package itself,
    nothing."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module == "disco":
        names = [f"disco.{alias.name}" for alias in node.names]
    else:
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    for name in names:
        package, _, inside = name.partition(".")
        if package == "disco":
            yield inside.split(".")[0]


def test_every_room_says_what_it_is_for() -> None:
    package = Path(disco.__file__).parent
    for room in (*ROOMS, "integrations", "pairs", "scores", "corpus", "dataset", "cli"):
        said = ast.get_docstring(ast.parse((package / room / "__init__.py").read_text("utf-8")))
        assert said
        assert len(said.splitlines()) == 1
