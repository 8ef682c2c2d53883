"""What can be seen of an example that tells how good it is: names of facts, each with a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from spacy.tokens import Doc, Token

from disco.draft.words import CONNECTIVE, Draft, Replacement, Word, sources
from disco.english.grammar import FINITE_TAGS, SUBJECTS
from disco.english.sentence import Sentence
from disco.match.match import Parsed

_COUNTED = frozenset({"conj", "relcl", "advcl", "acl", "ccomp", "appos", "parataxis"})
_WORDS = {"PRON": "pronoun", "PROPN": "name"}
_NAMING = frozenset({"NOUN", "PROPN", "PRON"})
_OPENING = frozenset({"NOUN", "PROPN", "PRON", "DET", "ADJ"})  # what says little, at either edge
_CLOSING = frozenset({"NOUN", "PROPN", "NUM"})
_MARK_AND_WORD = 2  # a comma left out is no gap
_MARKS = {",": "comma", ";": "semicolon", ":": "colon", "(": "bracket", '"': "quote", "“": "quote"}


@dataclass(frozen=True, slots=True)
class Case:
    """A finished draft, the rule that wrote it and the reasons against it."""

    parsed: Parsed
    draft: Draft
    sentences: tuple[Sentence, ...]
    rule: str
    type: str
    reasons: Sequence[str]

    @property
    def doc(self) -> Doc:
        return self.parsed.doc


def evidence(case: Case) -> dict[str, float]:
    """The facts by name: ``rule inner.clause``, ``doubt too_long``, ``commas`` ..."""
    found = {f"rule {case.rule}": 1.0, f"type {case.type}": 1.0}
    for doubt in (reason.rpartition(".")[2] for reason in case.reasons):
        found[f"doubt {doubt}"] = 1.0
        found[f"doubt {case.rule} {doubt}"] = 1.0
    found["doubts"] = float(len(case.reasons))
    found[f"connective {_connective(case) or 'none'}"] = 1.0
    if case.draft.replacements:
        found["antecedent"] = min(_likely(r, case) for r in case.draft.replacements)
    source = [case.doc[i] for s in case.sentences for i in range(s.start, s.end)]
    found["length of source"] = log(len(source))
    for name, words in (("first", case.draft.first), ("second", case.draft.second)):
        found[f"length of {name}"] = log(len(words))
        found[f"inserted in {name}"] = float(sum(w.reason is not None for w in words))
        found |= _counts([case.doc[i] for i in sources(words)], name)
        found |= _copied(words, case.doc)
        found |= _skipped(words, case.doc, name)
    return found


def _connective(case: Case) -> str:
    indices = sorted({i for r in case.draft.removed if r.reason == CONNECTIVE for i in r.indices})
    return " ".join(case.doc[i].lower_ for i in indices)


def _likely(replacement: Replacement, case: Case) -> float:
    """How likely the antecedent is that was put in."""
    links = (case.parsed.links.get(i) for i in replacement.anaphor)
    scores = [link.score(replacement.antecedent) for link in links if link is not None]
    return max(scores, default=0.0)


def _copied(words: list[Word], doc: Doc) -> dict[str, float]:
    """What is said once more in an output, and what stands between it and its new place, which a
    reader might take for what is meant."""
    places = [k for k, word in enumerate(words) if word.copy_of is not None]
    if not places:
        return {}
    copied = {i for w in words if (i := w.copy_of) is not None}
    head = doc[min(i for i in copied if doc[i].head.i not in copied or doc[i].head.i == i)]
    found = {f"copies {head.dep_}": 1.0, f"copies {head.pos_}": 1.0, "copied": float(len(copied))}
    if head.ent_type_:
        found[f"copies {head.ent_type_}"] = 1.0
    behind = sources(words[places[-1] + 1 :])
    if behind:
        start, stop = sorted((max(copied), behind[0]))
        found["copied from afar"] = log(1 + stop - start)
        between = doc[start + 1 : stop]
        found["nouns between"] = float(sum(t.pos_ in _NAMING for t in between))
        found["verbs between"] = float(sum(t.pos_ in {"VERB", "AUX"} for t in between))
    return found


def _skipped(words: list[Word], doc: Doc, name: str) -> dict[str, float]:
    """What an output goes on with behind words that were taken out of its middle."""
    found: dict[str, float] = {}
    kept = sources(words)
    for k, (left, right) in enumerate(pairwise(kept)):
        if right - left > _MARK_AND_WORD:
            found[f"goes on with {doc[right].pos_} in {name}"] = 1.0
            found[f"goes on by {doc[right].dep_} in {name}"] = 1.0
            found[f"goes on in {name}"] = log(len(kept) - k)
    return found


def _counts(tokens: list[Token], name: str) -> dict[str, float]:
    """How often there is what makes a parse unsure, in one output."""
    found: list[str] = []
    for token in tokens:
        dep, pos, tag, text = token.dep_, token.pos_, token.tag_, token.text
        if dep in _COUNTED:
            found.append(dep)
        elif dep in SUBJECTS:
            found.append("subject")
        elif dep == "neg":
            found.append("negation")
        if text in _MARKS:
            found.append(_MARKS[text])
        if tag in FINITE_TAGS:
            found.append("finite verb")
        if tag == "MD":
            found.append("modal")
        if pos in _WORDS:
            found.append(_WORDS[pos])
    if tokens and tokens[0].pos_ not in _OPENING:
        found.append(f"opens with {tokens[0].pos_}")
    last = next((t.pos_ for t in reversed(tokens) if not t.is_punct), "NOUN")
    if last not in _CLOSING:
        found.append(f"ends with {last}")
    return {f"{what} in {name}": float(times) for what, times in Counter(found).items()}
