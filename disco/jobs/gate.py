"""The gate: the same questions to every example, whatever rule wrote it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from spacy.tokens import Token

from disco.draft.words import FINITE, SUBJECT, Draft, Word, in_tree, said_in_place, sources
from disco.english.clauses import clause_problem
from disco.english.sentence import Sentence
from disco.rules.gate import Row, WordTest, gate_words
from disco.text.marks import ELLIPSES, INNER, SEPARATORS, TERMINALS, unbalanced

_NO_TEXT = INNER | ELLIPSES | {"(", ")", "."}


@dataclass(frozen=True)
class Checked:
    """What the gate looks at: the two finished outputs and the sentences they come from."""

    tokens: Sequence[Token]
    draft: Draft
    sentences: tuple[Sentence, ...]

    @cached_property
    def expected(self) -> set[int]:
        """The tokens of the sentences, each of which is accounted for."""
        return {i for s in self.sentences for i in range(s.start, s.end)}

    @cached_property
    def kept(self) -> list[int]:
        """Those that the outputs have."""
        return sources(self.draft.words())


def refusals(checked: Checked, of_source: Iterable[str], min_tokens: int = 0) -> list[str]:
    """Every reason against the example, with those against its sentences; none when it is good."""
    found = [*lost(checked), *of_source]
    for words in checked.draft.parts:
        if len(words) < min_tokens:
            found.append("too_short")
        found.extend(_sentence(words, checked))
    if len(checked.sentences) == 1 and not found:
        found.extend(_same(checked))
    return list(dict.fromkeys(found))


def missing(checked: Checked) -> list[Token]:
    """The source's words that are neither in the output nor named as removed."""
    named = (i for r in checked.draft.removed for i in r.indices)
    gone = checked.expected.difference(checked.kept, named)
    left = (checked.tokens[i] for i in sorted(gone))
    return [t for t in left if t.text not in _NO_TEXT and not t.is_space]


def lost(checked: Checked) -> list[str]:
    """Conservation: each source token once in the output, or named as removed; nothing twice,
    nothing changed without a reason."""
    tokens, draft = checked.tokens, checked.draft
    kept = checked.kept
    found: list[str] = []
    if len(kept) != len(set(kept)):
        found.append("doubled")
    if missing(checked):
        found.append("lost")
    if not checked.expected.issuperset(kept):
        found.append("invented")
    for word in draft.words():
        if word.reason is None and (
            word.source is None or word.text.lower() != tokens[word.source].lower_
        ):
            found.append("invented")
    return found


def source_refusals(tokens: Sequence[Token], sentence: Sentence) -> tuple[list[str], list[str]]:
    """The reasons against every example of a sentence, whatever a rule writes of it: of it and
    another one, and of this sentence alone."""
    body = [t.text for t in tokens[sentence.start : sentence.stop]]
    final = [t.text for t in tokens[sentence.stop : sentence.end]]
    marks = [k for k, text in enumerate(body) if text in TERMINALS or text[-1] in "?\n"]
    open_end = body[-1] == ":"
    reasons = {
        "not_a_statement": open_end,
        "two_sentences": any(_ends_sentence(tokens, sentence.start + k) for k in marks),
        "too_long": False,
        "source_unbalanced": unbalanced(body),
    }
    alone = reasons | {
        "not_a_statement": open_end or "?" in final or "!" in final,
        "too_long": len(body) > gate_words().longest,
    }
    paired, single = ([r for r, holds in found.items() if holds] for found in (reasons, alone))
    return paired, single


def _ends_sentence(tokens: Sequence[Token], mark: int) -> bool:
    """Whether a mark seems to end a sentence, though its sentence goes on: not in ``No . 5``."""
    before_number = mark + 1 < len(tokens) and tokens[mark + 1].like_num
    return tokens[mark].text not in TERMINALS or not before_number


def _sentence(words: list[Word], checked: Checked) -> Iterator[str]:
    """The reasons against one output."""
    texts = [w.text for w in words]
    if unbalanced(texts):
        yield "unbalanced"
    pairs = list(itertools.pairwise(texts))
    if ("(", ")") in pairs or any(
        a in SEPARATORS and (b in SEPARATORS or b in TERMINALS) for a, b in pairs
    ):
        yield "punctuation"
    if any(
        a == c and b == d and a.isalpha() for (a, b), (c, d) in zip(pairs, pairs[2:], strict=False)
    ):
        yield "repeated_word"
    if any(
        a == b and a.isalpha() and a not in gate_words().doubled
        for a, b in itertools.pairwise([text.lower() for text in texts])
    ) and not _doubled_in_source(words):
        yield "repeated_word"
    yield from _wrong_words(words, checked.tokens)
    roles = {w.role for w in words}
    here = in_tree(words)
    again = said_in_place(checked.draft.words())
    problem = clause_problem(
        checked.tokens,
        here,
        subject=SUBJECT in roles,
        verb=FINITE in roles,
        tellers=again.intersection(here),
    )
    if problem:
        yield problem


def _wrong_words(words: list[Word], tokens: Sequence[Token]) -> Iterator[str]:
    """The reasons of the gate's file that the words of a sentence give."""
    said = {text for word in words for text in (word.text, word.text.lower())}
    for reason, rows in gate_words().refuse.items():
        if any(row.may_stand(said) and stands(row, words, tokens) for row in rows):
            yield reason


def stands(row: Row, words: list[Word], tokens: Sequence[Token]) -> bool:
    """Whether the words have the row where it says, and nothing before it that allows it."""
    size = len(row.row)
    if row.at == "end":
        last = len(words) - 1
        starts = [last - size] if last >= size and words[last].text in TERMINALS else []
    elif row.at == "start":
        starts = [0] if size <= len(words) and words[-1].text != "?" else []
    else:
        starts = list(range(0, len(words) - size + 1))
    return any(
        all(
            _is_so(test, word, tokens)
            for test, word in zip(row.row, words[k : k + size], strict=True)
        )
        and not any(w.text.lower() in row.unless_before for w in words[:k])
        for k in starts
    )


def _is_so(test: WordTest, word: Word, tokens: Sequence[Token]) -> bool:
    if test.text is not None and not test.text.accepts(word.text):
        return False
    if test.lower is not None and not test.lower.accepts(word.text.lower()):
        return False
    if test.pos is None:
        return True
    return word.source is not None and test.pos.accepts(tokens[word.source].pos_)


def _doubled_in_source(words: list[Word]) -> bool:
    """Whether each word that stands twice in a row does so in the source."""
    return all(
        a.source is not None and b.source == a.source + 1
        for a, b in itertools.pairwise(words)
        if a.text.lower() == b.text.lower() and a.text.isalpha()
    )


def _same(checked: Checked) -> list[str]:
    first, second = (
        [w.text.lower() for w in part if w.text not in TERMINALS] for part in checked.draft.parts
    )
    return ["unchanged"] if first == second else []
