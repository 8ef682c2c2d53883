"""What can be seen of an example that tells how good it is: names of facts, each with a number."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log

from spacy.tokens import Doc, Token

from disco.draft.words import END, IN_PLACE, Replacement, Word, sources
from disco.english.clauses import tops_of
from disco.english.grammar import FINITE_TAGS, SUBJECTS, VERBAL, has_subject
from disco.jobs.case import Case
from disco.jobs.unsureness import goes_on_at, unsure_facts, unsure_facts_of
from disco.parse.unsure import unsure_of

_COUNTED = ("conj", "relcl", "advcl", "acl", "ccomp", "appos", "parataxis")
_LABELS = {**{d: d for d in _COUNTED}, **dict.fromkeys(SUBJECTS, "subject"), "neg": "negation"}
_WORDS = {"PRON": "pronoun", "PROPN": "name"}
_NAMING = frozenset({"NOUN", "PROPN", "PRON"})
_OPENING = frozenset({"NOUN", "PROPN", "PRON", "DET", "ADJ"})  # what says little, at either edge
_CLOSING = frozenset({"NOUN", "PROPN", "NUM"})
_GLUE = frozenset({"punct", "cc"})  # what hangs outside without telling anything
_MARK_AND_WORD = 2  # a comma left out is no gap
_MARKS = {",": "comma", ";": "semicolon", ":": "colon", "(": "bracket", '"': "quote", "“": "quote"}


def evidence(case: Case) -> dict[str, float]:
    """The facts by name: ``rule inner.clause``, ``doubt too_long``, ``comma in first`` ...

    Of a pair only what was taken out and put in: its sentences stay as they are, so nothing
    inside them tells.
    """
    found = {f"rule {case.rule}": 1.0, f"type {case.type}": 1.0}
    for doubt in (reason.rpartition(".")[2] for reason in case.reasons):
        found[f"doubt {doubt}"] = 1.0
        found[f"doubt {case.rule} {doubt}"] = 1.0
    found["doubts"] = float(len(case.reasons))
    found |= _connective(case)
    found |= _replaced(case)
    for words in case.draft.parts:
        found |= _put_in(words, case)
    unsure = unsure_of(case.doc)
    if unsure is not None:
        found |= unsure_facts(case, unsure)
    if len(case.sentences) > 1:
        return found
    (sentence,) = case.sentences
    found["length of source"] = log(sentence.end - sentence.start)
    found |= _cut(sources(case.draft.first), case)
    for name, words in (("first", case.draft.first), ("second", case.draft.second)):
        kept = sources(words)
        found[f"length of {name}"] = log(len(words))
        changed = sum(w.reason is not None and w.role != IN_PLACE for w in words)
        found[f"inserted in {name}"] = float(changed)
        found |= _counts([case.parsed.tokens[i] for i in kept], name)
        tops = _tops(kept, case)
        found |= _of_tops(tops, kept, case, name)
        if unsure is not None:
            found |= unsure_facts_of(kept, tops, unsure, name)
        found |= _copied(words, case)
        found |= _skipped(kept, case.doc, name)
    return found


def _connective(case: Case) -> dict[str, float]:
    """The connective, and what stands beside it."""
    doc, family = case.doc, case.family
    indices = case.draft.connective
    if not indices:
        return {"connective none": 1.0}
    first, behind = indices[0], indices[-1] + 1
    words = " ".join(doc[i].lower_ for i in indices)
    found = [f"connective {words}", f"connective {words} of {family}"]
    if first > 0:
        comma = first > 1 and doc[first - 1].text == ","
        found.append(f"before connective {doc[first - 1].pos_}")
        found.append(f"{doc[first - 1 - comma].lower_} before connective of {family}")
    if behind < len(doc):
        found.append(f"behind connective {doc[behind].tag_} of {family}")
        found.append(f"{doc[behind].lower_} behind connective of {family}")
    return dict.fromkeys(found, 1.0)


def _tops(kept: list[int], case: Case) -> list[Token]:
    """The uppermost words of an output, in their order, without what tells nothing."""
    tokens = case.parsed.tokens
    return [t for i in tops_of(tokens, kept) if (t := tokens[i]).dep_ not in _GLUE]


def _of_tops(tops: list[Token], kept: list[int], case: Case, name: str) -> dict[str, float]:
    """What the two uppermost words of an output are in the tree of the source, its verb, and how
    often a verb there has its subject from another."""
    tokens = case.parsed.tokens
    found = {f"tops in {name}": float(len(tops))}
    for rank, top in zip(("top", "second top"), tops, strict=False):
        found[f"{rank} {top.dep_} in {name}"] = 1.0
    verb = next((t for t in tops if t.pos_ in VERBAL), None)
    if verb is not None:
        found[f"verb {verb.lemma_} in {name} of {case.family}"] = 1.0
    here = (tokens[i] for i in kept)
    verbs = (t for t in here if t.dep_ == "conj" and t.pos_ in VERBAL)
    joined = sum(not has_subject(verb) for verb in verbs)
    if joined:
        found[f"joined verbs in {name}"] = float(joined)
        found[f"joined verbs in {name} of {case.family}"] = 1.0
    return found


def _cut(first: list[int], case: Case) -> dict[str, float]:
    """What the source goes on with where the first output ends."""
    doc, stop = case.doc, case.sentences[-1].stop
    end = goes_on_at(first, stop)
    if end >= stop:
        return {"first ends where the source does": 1.0}
    found = {f"first cut before {doc[end].tag_}": 1.0}
    if end + 1 < stop:
        found[f"first cut before {doc[end].tag_} {doc[end + 1].tag_}"] = 1.0
    return found


def _replaced(case: Case) -> dict[str, float]:
    """Of the anaphors that were replaced the worst: how likely is what a pronoun means, and how
    long is what was put in; and whether a noun was replaced, of which coreference knows nothing."""
    replaced = case.draft.replacements
    if not replaced:
        return {}
    found = {"length of antecedent": max(float(len(r.antecedent)) for r in replaced)}
    pronouns = [r for r in replaced if r.kind == "pronoun"]
    if pronouns:
        found["antecedent"] = min(_likely(r, case) for r in pronouns)
    if len(pronouns) < len(replaced):
        found["replaces a noun"] = 1.0
    return found


def _likely(replacement: Replacement, case: Case) -> float:
    """How likely the antecedent is that was put in: the logarithm of its odds."""
    links = (case.parsed.links.get(i) for i in replacement.anaphor)
    scores = [link.score(replacement.antecedent) for link in links if link is not None]
    sure = min(max([0.05, *scores]), 0.99)
    return log(sure / (1 - sure))


def _put_in(words: list[Word], case: Case) -> dict[str, float]:
    """The word that what was put in opens with, and the tags of what is said once more."""
    new = [w for w in words if w.source is None and w.reason != END]
    if not new:
        return {}
    tags = [case.doc[w.copy_of].tag_ for w in new if w.copy_of is not None]
    found = [f"puts in {new[0].text.lower()}", *(f"copies from {tag}" for tag in tags[:1])]
    found += [f"copies with {tag}" for tag in tags[1:]]
    return {f"{what} of {case.family}": 1.0 for what in found}


def _copied(words: list[Word], case: Case) -> dict[str, float]:
    """What is said once more in an output, what it hangs on and stands behind in the source, and
    what stands between it and its new place, which a reader might take for what is meant."""
    doc, family = case.doc, case.family
    places = [k for k, word in enumerate(words) if word.copy_of is not None]
    if not places:
        return {}
    copied = {i for w in words if (i := w.copy_of) is not None}
    head = doc[min(i for i in copied if doc[i].head.i not in copied or doc[i].head.i == i)]
    found = {f"copies {head.dep_}": 1.0, f"copies {head.pos_}": 1.0, "copied": float(len(copied))}
    if head.ent_type_:
        found[f"copies {head.ent_type_}"] = 1.0
    for what in (head.dep_, head.tag_, head.lemma_, f"under {head.head.lemma_}"):
        found[f"copies {what} of {family}"] = 1.0
    if doc[max(min(copied) - 1, 0)].text == ",":
        found[f"copies what a comma stands before of {family}"] = 1.0
    behind = sources(words[places[-1] + 1 :])
    if behind:
        start, stop = sorted((max(copied), behind[0]))
        found["copied from afar"] = log(1 + stop - start)
        between = doc[start + 1 : stop]
        found["nouns between"] = float(sum(t.pos_ in _NAMING for t in between))
        found["verbs between"] = float(sum(t.pos_ in VERBAL for t in between))
    return found


def _skipped(kept: list[int], doc: Doc, name: str) -> dict[str, float]:
    """What an output goes on with behind words that were taken out of its middle."""
    found: dict[str, float] = {}
    for k, (left, right) in enumerate(pairwise(kept)):
        if right - left > _MARK_AND_WORD:
            found[f"goes on with {doc[right].pos_} in {name}"] = 1.0
            found[f"goes on by {doc[right].dep_} in {name}"] = 1.0
            found[f"goes on in {name}"] = log(len(kept) - k)
    return found


def _counts(tokens: list[Token], name: str) -> dict[str, float]:
    """How often there is what makes a parse unsure, in one output."""
    found = Counter(
        what
        for token in tokens
        for what in (
            _LABELS.get(token.dep_),
            _MARKS.get(token.text),
            _WORDS.get(token.pos_),
            "finite verb" if token.tag_ in FINITE_TAGS else None,
            "modal" if token.tag_ == "MD" else None,
        )
        if what
    )
    if tokens and tokens[0].pos_ not in _OPENING:
        found[f"opens with {tokens[0].pos_}"] += 1
    last = next((t.pos_ for t in reversed(tokens) if not t.is_punct), "NOUN")
    if last not in _CLOSING:
        found[f"ends with {last}"] += 1
    return {f"{what} in {name}": float(times) for what, times in found.items()}
