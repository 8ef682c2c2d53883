"""The words of an output as a sentence: capitals, final marks, commas left hanging, a and an."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import replace

import regex
from lemminflect import getAllLemmas
from spacy.tokens import Doc, Token

from disco.draft.commas import with_lost_comma
from disco.draft.words import END, IN_PLACE, Word
from disco.english.facts import facts
from disco.english.grammar import SUBJECTS
from disco.english.names import is_first_name
from disco.english.sentence import Sentence
from disco.text.marks import CLOSED_BRACKETS, DASHES, ELLIPSES, INNER, QUOTES, TERMINALS

_LETTERED = regex.compile(r"[^.]*\p{Lu}\.")  # World War I., Vitamin C., but not D.C.
_SMALL = regex.compile(r"[\p{Ll}&&\p{Latin}]", regex.V1)
# behind a full stop: all of the sentence stands inside
_AROUND = QUOTES | {"’", "'", "‘", ")", "]"}
_LISTED = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_ENCLOSED = frozenset({"appos", "relcl", "acl", "advcl", "parataxis"})  # have commas of their own


def finish(
    words: list[Word], doc: Doc, sentence: Sentence, other: Sentence | None = None
) -> list[Word]:
    """The words of one output as a sentence, that may have words of another one.

    Idempotent: a finished sentence stays as it is. So do the words that are given: a draft that is
    handed on has them, too.
    """
    words = [replace(w) for w in words if w.text.strip()]
    while words and words[0].text in INNER:
        words.pop(0)
    while words and (words[-1].text in INNER or (words[-1].text in TERMINALS and len(words) == 1)):
        words.pop()
    words = _without_comma_of_two(_without_doubled_commas(words), doc)
    words = with_lost_comma(words, doc)
    if not words:
        return []
    sources = tuple(dict.fromkeys((sentence, other or sentence)))
    _reopen(words, {source.end - 1 for source in sources})
    for source in sources:
        _lower_moved(words, doc, source)
    _capitalize(words)
    _articles(words, doc)
    return _closed(words, doc, sources)


def _reopen(words: list[Word], ends: Collection[int]) -> None:
    """Take the full stop from a letter that closed its sentence, as in ``World War I.``, and does
    not now; the tokenizer takes it for an initial."""
    for word, after in itertools.pairwise(words):
        goes_on = after.text[:1].islower() or after.text in INNER
        if word.origin in ends and goes_on and _LETTERED.fullmatch(word.text):
            word.text = word.text[:-1]
            word.reason = word.reason or "letter"


def _without_doubled_commas(words: list[Word]) -> list[Word]:
    """The words without one of two marks that have come to stand side by side."""
    kept: list[Word] = []
    for word in words:
        if kept and word.text == "," and word.source is None and kept[-1].text in DASHES:
            kept.pop()  # the dash that set off what has gone: *the mill --, she said*
        # a question mark stays for the gate to see: in *($90; ?72)* a sign is lost
        if kept and word.text in {",", ";", ".", *ELLIPSES} and kept[-1].text in {",", ";"}:
            if word.text == ",":
                continue
            kept.pop()
        kept.append(word)
    return kept


def _without_comma_of_two(words: list[Word], doc: Doc) -> list[Word]:
    """The words without the comma before the ``and`` of a list of which two are left: ``Leeds,
    and York``."""
    here = {w.source for w in words if w.source is not None}
    return [
        word
        for word, after in itertools.zip_longest(words, words[1:])
        if not (
            word.text == ","
            and after is not None
            and word.origin is not None
            and after.origin is not None
            and _joins_two_left(doc[after.origin], doc[word.origin], here)
        )
    ]


def _joins_two_left(joining: Token, comma: Token, here: set[int]) -> bool:
    """Whether a conjunction joins the last two of a list of nouns, the others of which are gone,
    and the comma before it belongs to the list."""
    before = joining.head
    if joining.dep_ != "cc" or before.pos_ not in _LISTED or comma.i + 1 != joining.i:
        return False
    behind = (c for c in before.children if before.i < c.i < comma.i and c.i in here)
    if any(c.dep_ in _ENCLOSED for c in behind):
        return False
    first = before
    while first.dep_ == "conj":
        first = first.head
    if first.dep_ in _ENCLOSED:
        return False
    members, rest = [first], [first]
    while rest:
        joined = [c for c in rest.pop().children if c.dep_ in {"conj", "appos"}]
        members += joined
        rest += joined
    left = [m.i for m in members if m.i in here]
    return len(members) > len(left) == 2 and max(left) > joining.i


def opener(doc: Doc, sentence: Sentence) -> int:
    """The first word of the sentence, behind opening quotes and brackets."""
    for i in range(sentence.start, sentence.stop):
        if doc[i].text[:1].isalnum():
            return i
    return sentence.start


def _lower_moved(words: list[Word], doc: Doc, sentence: Sentence) -> None:
    """Take the capital from a word that opened the sentence and does not now."""
    first = opener(doc, sentence)
    for position, word in enumerate(words):
        if (
            position
            and word.origin == first
            and word.text[:1].isupper()
            and loses_capital(doc[first])
            and any(w.text[:1].isalnum() for w in words[:position])
            and not _opened(words[:position])
        ):
            word.text = word.text[0].lower() + word.text[1:]


def _opened(words: list[Word]) -> bool:
    """Whether the last of the words is a quote that opens; one that looks both ways opens where
    none is open."""
    last = words[-1].text
    return last in {"``", "“"} or (
        last in {'"', "''"} and sum(w.text in {"``", last} for w in words) % 2 == 1
    )


def loses_capital(token: Token) -> bool:
    """Whether the word owes its capital only to its place."""
    if token.text == facts().speaker.subject or (
        len(token.text) > 1 and not token.text[1:].islower()
    ):
        return False
    if token.pos_ == "PROPN" or token.tag_ in {"NNP", "NNPS"}:
        return False
    if token.pos_ in {"NOUN", "VERB", "ADJ"}:
        # a name that the tagger did not know: no word of the dictionary, or a capital elsewhere too
        alone = token.tag_ == "NN" and token.dep_ in SUBJECTS and not any(token.lefts)
        again = () if token.tag_ in {"VBN", "VBG"} else token.doc
        elsewhere = (t for t in again if t.text == token.text and t.i != token.i)
        if not getAllLemmas(token.lower_) or any(alone or not t.is_sent_start for t in elsewhere):
            return False
        if alone and is_first_name(token.text):
            return False
    if token.ent_type_ in {"WORK_OF_ART", "NORP", "LANGUAGE", "GPE", "PERSON"}:
        return token.pos_ in {"DET", "PRON"} and token.ent_type_ != "WORK_OF_ART"
    return True


def _capitalize(words: list[Word]) -> None:
    """Open the sentence with a capital, but for what goes on behind an ellipsis, or is no word, as
    *β-glucan* is none; what stands in brackets before it, as in *(g) the mill burned*, is as it
    was, and so is a word of the source behind that."""
    behind_brackets = False
    for word, after in itertools.zip_longest(words, words[1:]):
        if word.text in ELLIPSES or (behind_brackets and word.reason is None):
            return
        if word.text in CLOSED_BRACKETS:
            behind_brackets = True
        if after is not None and after.text in CLOSED_BRACKETS:
            continue
        at = next((k for k, sign in enumerate(word.text) if sign.isalnum()), None)
        if at is not None:
            first = word.text[at:].partition(" ")[0]
            if _SMALL.match(first) and not any(map(str.isupper, first)):
                word.text = word.text[:at] + word.text[at].upper() + word.text[at + 1 :]
            return


def _articles(words: list[Word], doc: Doc) -> None:
    """``a`` or ``an`` by the word that follows now, where that is not the word of the source."""
    indefinite = facts().determiners.indefinite
    for word, after in itertools.pairwise(words):
        if word.text.lower() not in indefinite:
            continue
        origin, following = word.origin, after.origin
        if origin is not None and following == origin + 1:
            continue
        if not after.text[:1].isalpha():
            continue
        wanted = _article_before(after.text)
        if (origin is None or doc[origin].tag_ == "DT") and word.text.lower() != wanted:
            word.text = wanted.capitalize() if word.text[0].isupper() else wanted
            word.reason = word.reason or "article"


def _article_before(word: str) -> str:
    sounds = facts().sounds
    return sounds.before_vowel if _opens_with_vowel(word) else sounds.before_others


def _opens_with_vowel(word: str) -> bool:
    """By sound, as far as the first letters tell: an hour, a union, an MP, a NATO base, an SUV."""
    sounds, lower = facts().sounds, word.lower()
    one_by_one = len(word) == 1 or lower in sounds.letters or "." in lower[1:-1]  # U.N.
    if word.isupper() and lower.startswith(sounds.spelled):
        return one_by_one or lower[1] not in sounds.vowels
    if word.isupper() and one_by_one:
        return lower[0] in sounds.vowels and not lower.startswith(sounds.named)
    return lower.startswith(sounds.vowel) or (
        lower[0] in sounds.vowels and not lower.startswith(sounds.consonant)
    )


def _has_a_stop(word: str) -> bool:
    """Whether a full stop is a part of the word: *Inc.*"""
    return word.endswith(".") and len(word) > 1


def _closed(words: list[Word], doc: Doc, sentences: tuple[Sentence, ...]) -> list[Word]:
    """The sentence with its final mark: its own where it is there, else a full stop."""
    last = words[-1]
    tail = words[-2].text if len(words) > 1 else ""
    if last.text in TERMINALS:
        return words
    for sentence in sentences:
        origin = last.origin if sentence is sentences[0] else last.source
        final = [i for i in range(sentence.stop, sentence.end) if doc[i].text in TERMINALS]
        if final and origin is not None and origin == sentence.stop - 1:
            if last.role == IN_PLACE:
                return [*words, *(Word.copied(doc[i], END) for i in final)]
            return [*words, *(Word.kept(doc[i]) for i in final)]
    if last.text in _AROUND and (tail in TERMINALS or _has_a_stop(tail)):
        return words
    if _has_a_stop(last.text.rstrip("-")):  # relations.-
        return words
    return [*words, Word(".", reason=END)]
