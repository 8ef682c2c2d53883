"""The gate: the same questions to every example, whatever rule wrote it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from disco.clauses import clause_problem
from disco.draft import Draft, Word, sources
from disco.grammar import TERMINALS, unbalanced
from disco.sentence import Sentence

_MARKS = frozenset({",", ";", ":"})
_LONGEST = 70  # beyond that, parses are guesses
_DANGLING = frozenset({"and", "or", "but", "nor", "which", "who", "the", "a", "an", "of", "to"})
_AUXILIARY = frozenset(
    {"not", "n't", "is", "are", "was", "were", "do", "does", "did", "has", "have", "had"}
    | {"will", "would", "can", "could", "should", "may", "might", "must"}
)
_RELATIVES = frozenset({"which", "who", "whom", "whose"})
_NO_TEXT = frozenset({"(", ")", ",", ";", ":", "-", "--", "–", "—", ".", "...", "…"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What the gate looks at: the two finished outputs and the sentences they come from."""

    doc: Doc
    draft: Draft
    sentences: tuple[Sentence, ...]
    min_tokens: int


def refusals(case: Checked) -> list[str]:
    """Every reason against the example; none when it is good."""
    found = [*lost(case), *_source(case)]
    for words in case.draft.parts:
        found.extend(_sentence(words, case))
    if len(case.sentences) == 1 and not found:
        found.extend(_same(case))
    return list(dict.fromkeys(found))


def lost(case: Checked) -> list[str]:
    """Conservation: each source token once in the output, or named as removed; nothing twice,
    nothing changed without a reason."""
    doc, draft = case.doc, case.draft
    kept = sources(draft.words())
    named = {i for r in draft.removed for i in r.indices}
    found: list[str] = []
    if len(kept) != len(set(kept)):
        found.append("doubled")
    expected = {i for s in case.sentences for i in range(s.start, s.end) if not doc[i].is_space}
    missing = expected - set(kept) - named
    if any(doc[i].text not in _NO_TEXT for i in missing):
        found.append("lost")
    if set(kept) - expected:
        found.append("invented")
    for word in draft.words():
        if word.reason is None and (
            word.source is None or word.text.lower() != doc[word.source].lower_
        ):
            found.append("invented")
    return found


def _source(case: Checked) -> list[str]:
    doc = case.doc
    found: list[str] = []
    single = len(case.sentences) == 1
    for sentence in case.sentences:
        body = [doc[i] for i in range(sentence.start, sentence.stop)]
        final = [doc[i].text for i in range(sentence.stop, sentence.end)]
        if (single and ("?" in final or "!" in final)) or body[-1].text == ":":
            found.append("not_a_statement")
        if any(_ends_inside(t) for t in body):
            found.append("two_sentences")
        if single and len(body) > _LONGEST:
            found.append("too_long")
        if unbalanced(t.text for t in body):
            found.append("source_unbalanced")
    return found


def _ends_inside(token: Token) -> bool:
    """Whether a sentence seems to end at a token that is not the last one."""
    if token.text in TERMINALS:
        return not (token.i + 1 < len(token.doc) and token.nbor().like_num)
    return token.text[-1:] in {"?", "\n"}


def _sentence(words: list[Word], case: Checked) -> list[str]:
    found: list[str] = []
    texts = [w.text for w in words]
    if len(texts) < case.min_tokens:
        found.append("too_short")
    if unbalanced(texts):
        found.append("unbalanced")
    pairs = list(itertools.pairwise(texts))
    if (
        any(a in _MARKS and (b in _MARKS or b in TERMINALS) for a, b in pairs)
        or ("(", ")") in pairs
    ):
        found.append("punctuation")
    if any(_orphaned(texts, k) for k in range(1, len(texts))):
        found.append("orphaned_relative")
    if any(
        texts[k : k + 2] == texts[k + 2 : k + 4] and texts[k].isalpha()
        for k in range(len(texts) - 3)
    ):
        found.append("repeated_word")
    if any(
        a.lower() == b.lower() and a.isalpha() and a.lower() not in {"that", "had"}
        for a, b in pairs
    ) and not _doubled_in_source(words):
        found.append("repeated_word")
    if len(texts) > 1 and texts[-1] in TERMINALS and texts[-2] in _DANGLING | _AUXILIARY:
        found.append("dangling")
    if _stranded_adverb(words, case.doc):
        found.append("dangling")
    roles = {w.role for w in words}
    problem = clause_problem(
        case.doc, sources(words), subject="subject" in roles, verb="verb" in roles
    )
    if problem:
        found.append(problem)
    return found


def _stranded_adverb(words: list[Word], doc: Doc) -> bool:
    """Whether the sentence ends in a conjunction and an adverb that joins nothing."""
    if len(words) < 4 or words[-3].text.lower() not in {"and", "but", "or"}:
        return False
    last, before = words[-2].source, words[-4].source
    if last is None or before is None:
        return False
    return doc[last].pos_ == "ADV" and doc[before].pos_ not in {"ADV", "ADP", "ADJ"}


def _orphaned(texts: list[str], k: int) -> bool:
    """Whether ``and which`` stands here with no relative clause before it."""
    return (
        texts[k].lower() in _RELATIVES
        and texts[k - 1].lower() in {"and", "but", "or"}
        and not any(t.lower() in {*_RELATIVES, "that"} for t in texts[: k - 1])
    )


def _doubled_in_source(words: list[Word]) -> bool:
    """Whether each word that stands twice in a row does so in the source."""
    return all(
        a.source is not None and b.source == a.source + 1
        for a, b in itertools.pairwise(words)
        if a.text.lower() == b.text.lower() and a.text.isalpha()
    )


def _same(case: Checked) -> list[str]:
    first, second = (
        [w.text.lower() for w in part if w.text not in TERMINALS] for part in case.draft.parts
    )
    return ["unchanged"] if first == second else []
