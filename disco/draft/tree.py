"""Outputs as a parsed text of their own, without parsing again: what is left of the source's tree.

A kept or repeated word hangs on what it hung on, or on the next word above that is still there;
where the first of several joined words is gone, the next one takes its place. What was put in is
hung by where it stands: a noun phrase before its verb, behind a preposition, before a noun as its
owner; a finite form as the verb, or beside a participle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from disco.draft.realize import text_of
from disco.draft.words import FINITE, HELPING, IN_PLACE, Word
from disco.english.facts import facts
from disco.english.grammar import AUXILIARIES, FINITE_TAGS, SUBJECTS, VERBAL
from disco.english.inflection import inflect, lemma_of, verb_lemma
from disco.parse.unsure import keep_as_unsure

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_OF_NO_PHRASE = frozenset({"", FINITE, IN_PLACE, HELPING})  # roles of words put in
_TOP = "ROOT"


@dataclass(slots=True)
class _Cell:
    """A token in the making: ``head`` counts from the start of its sentence."""

    text: str
    tag: str = "XX"
    pos: str = "X"
    lemma: str = ""
    dep: str = "dep"
    head: int = -1
    morph: str = ""
    ent: str = "O"


def regrow(vocab: Vocab, doc: Doc, outputs: Sequence[list[Word]]) -> Doc:
    """The outputs, sentences of a text whose words come from ``doc``, as a parsed text."""
    cells: list[_Cell] = []
    heads: list[int] = []
    spaces: list[bool] = []
    for words in outputs:
        _, places = text_of(words, doc, "natural")
        spaces.extend(b[0] > a[1] for a, b in pairwise(places))
        spaces.append(True)
        grown = _Sentence(doc, words).cells()
        heads.extend(len(cells) + c.head for c in grown)
        cells.extend(grown)
    grown_doc = Doc(
        vocab,
        words=[c.text for c in cells],
        spaces=spaces,
        tags=[c.tag for c in cells],
        pos=[c.pos for c in cells],
        lemmas=[c.lemma for c in cells],
        deps=[c.dep for c in cells],
        heads=heads,
        morphs=[c.morph for c in cells],
        ents=[c.ent for c in cells],
    )
    keep_as_unsure(grown_doc, doc, [word.origin for words in outputs for word in words])
    return grown_doc


@dataclass(slots=True)
class _Sentence:
    """One output: where each token of the source stands in it, and its stretches of words that
    were put in as one noun phrase."""

    doc: Doc
    words: list[Word]
    place: dict[int, int] = field(init=False)
    groups: list[range] = field(init=False)

    def __post_init__(self) -> None:
        self.groups = list(_groups(self.words))
        inside = {k for group in self.groups for k in group}
        self.place = {}
        for k, word in enumerate(self.words):
            origin = word.origin
            if origin is not None and k not in inside and not _is_moved_auxiliary(word, self.doc):
                self.place.setdefault(origin, k)

    def cells(self) -> list[_Cell]:
        """The tokens of the sentence, each with its head."""
        cells = [self._cell(word) for word in self.words]
        for origin, k in self.place.items():
            cells[k].dep, cells[k].head = self._attached(self.doc[origin])
        main = self._main(cells)
        for group in self.groups:
            self._grow(group, cells, main)
        for k, cell in enumerate(cells):
            if k != main and cell.head < 0:
                cell.head = main
                cell.dep = self._role(k, cell, main, cells)
        cells[main].head, cells[main].dep = main, _TOP
        return cells

    def _cell(self, word: Word) -> _Cell:
        origin = word.origin
        if origin is None:
            return _put_in(word)
        token = self.doc[origin]
        cell = _Cell(word.text, token.tag_, token.pos_, token.lemma_, morph=str(token.morph))
        cell.ent = f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "O"
        if word.reason is not None and word.role == FINITE and word.source is not None:
            cell.lemma = lemma_of(token)
            cell.tag, cell.pos = _finite_tag(word.text, cell.lemma), "VERB"
            cell.morph = "VerbForm=Fin"
        elif token.lower_ in facts().nominative and word.text.lower() != token.lower_:
            cell.tag, cell.lemma = "PRP", word.text.lower()
        return cell

    def _attached(self, token: Token) -> tuple[str, int]:
        """The label and the head of a word that the source has too; below 0 where none of the
        words above it is left."""
        label = token.dep_
        while token.head.i != token.i:
            above = token.head
            if above.i in self.place:
                return label, self.place[above.i]
            if label in {"conj", "appos"}:
                label = above.dep_
            token = above
        return label, -1

    def _main(self, cells: list[_Cell]) -> int:
        """The word that all others hang on: the first verb on top, else the verb put in."""
        tops = [k for k in self.place.values() if cells[k].head < 0]
        verbs = [k for k in tops if cells[k].pos in VERBAL and cells[k].dep not in AUXILIARIES]
        put_in = [k for k, w in enumerate(self.words) if w.role == FINITE]
        if not verbs:
            verbs = [k for k in put_in if k not in self.place.values()]
        names = [k for k in tops if cells[k].pos != "PUNCT"]
        return min(verbs, default=min(names, default=0))

    def _grow(self, group: range, cells: list[_Cell], main: int) -> None:
        """Hang the words of a noun phrase that was put in on its head, and that by its place."""
        places = {w.copy_of: k for k in group if (w := self.words[k]).copy_of is not None}
        top = -1
        for origin, k in places.items():
            token = self.doc[origin]
            while token.head.i not in places and token.head.i != token.i and top >= 0:
                token = token.head
            if token.head.i in places and token.head.i != origin:
                cells[k].dep, cells[k].head = self.doc[origin].dep_, places[token.head.i]
            else:
                top = k
        if top < 0:
            return
        for k in group:
            if cells[k].head < 0 and k != top:
                cells[k].head = top
        cells[top].dep, cells[top].head = self._hung(group, cells, main)

    def _hung(self, group: range, cells: list[_Cell], main: int) -> tuple[str, int]:
        before, after = group.start - 1, group.stop
        if cells[group.stop - 1].tag == "POS" and after < len(cells):
            owned = after
            while cells[owned].head > owned and cells[cells[owned].head].pos in _NOMINAL:
                owned = cells[owned].head
            return "poss", owned
        if before >= 0 and cells[before].pos == "ADP":
            return "pobj", before
        verb = main if group.start < main else _verb_behind(after, cells)
        if verb is not None:
            passive = any(c.dep == "auxpass" and c.head == verb for c in cells)
            return ("nsubjpass" if passive else "nsubj"), verb
        if before >= 0 and cells[before].pos in VERBAL:
            return "dobj", before
        return "dobj", main

    def _role(self, k: int, cell: _Cell, main: int, cells: list[_Cell]) -> str:
        """What a word is to the main verb, that hung on nothing that is left."""
        if cell.pos == "PUNCT":
            return "punct"
        if self.words[k].role == FINITE or cell.dep in AUXILIARIES:
            return "auxpass" if cells[main].tag == "VBN" and cell.lemma == "be" else "aux"
        if (
            cell.pos in _NOMINAL
            and k < main
            and not any(c.head == main and c.dep in SUBJECTS for c in cells)
        ):
            return "nsubj"
        if cells[main].lemma == "be" and k > main and cell.pos in (_NOMINAL | {"ADJ"}):
            return "acomp" if cell.pos == "ADJ" else "attr"
        return "dep" if cell.dep == _TOP else cell.dep


def _verb_behind(place: int, cells: list[_Cell]) -> int | None:
    """The verb that a finite form here makes a clause, if that has no subject yet."""
    while place < len(cells) and cells[place].pos == "ADV":
        place += 1
    if place == len(cells) or cells[place].tag not in FINITE_TAGS:
        return None
    verb = cells[place].head if cells[place].dep in AUXILIARIES else place
    return None if any(c.head == verb and c.dep in SUBJECTS for c in cells) else verb


def _groups(words: list[Word]) -> list[range]:
    """The stretches of words put in for one reason that repeat a noun phrase in another role."""

    def put_in(k: int) -> tuple[str | None, str] | None:
        other = words[k].source is None and words[k].role not in _OF_NO_PHRASE
        return (words[k].reason, words[k].role) if other else None

    found: list[range] = []
    for key, run in groupby(range(len(words)), put_in):
        places = list(run)
        if key is not None and any(words[k].copy_of is not None for k in places):
            found.append(range(places[0], places[-1] + 1))
    return found


def _is_moved_auxiliary(word: Word, doc: Doc) -> bool:
    """Whether the word is an auxiliary said once more beside another verb."""
    i = word.copy_of
    return word.role in {FINITE, HELPING} and i is not None and doc[i].dep_ in AUXILIARIES


def _put_in(word: Word) -> _Cell:
    """A word that the source has nowhere."""
    text = word.text.lower()
    if word.role in {FINITE, HELPING}:
        lemma = verb_lemma(text)
        pos = "AUX" if lemma in facts().helping else "VERB"
        if word.role == HELPING:  # the *been* of *has been going*
            return _Cell(word.text, "VBN", pos, lemma, morph="VerbForm=Part")
        return _Cell(word.text, _finite_tag(text, lemma), pos, lemma, morph="VerbForm=Fin")
    if text in {facts().possessive.of_one, facts().possessive.of_many}:
        return _Cell(word.text, "POS", "PART", text, "case")
    if not text[:1].isalnum():
        return _Cell(word.text, "," if text == "," else ".", "PUNCT", text, "punct")
    if text in facts().determiners.definite or text in facts().determiners.indefinite:
        return _Cell(word.text, "DT", "DET", text, "det")
    return _Cell(word.text, "XX", "X", text)


def _finite_tag(text: str, lemma: str) -> str:
    """The tag of a finite form: plain present, third person, or past."""
    be = facts().be
    if lemma == "be":
        return "VBD" if text in be.past.values() else "VBZ" if text == be.present["sing"] else "VBP"
    if text == inflect(lemma, "VBD"):  # also *hit*, which is mostly past
        return "VBD"
    return "VBP" if text == lemma else "VBZ"
