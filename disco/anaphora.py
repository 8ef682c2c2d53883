"""Anaphors and what they stand for: which may be replaced without doubt, and by which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

from disco.coref import Link, links_of
from disco.draft import Replacement, Word
from disco.grammar import SUBJECTS, VERBAL, is_joined, number_by_form
from disco.kinds import kind_of, word_list
from disco.names import GENDERS, by_name, gender_of, name_or_phrase, same_name
from disco.phrase import repeat

# person, number, gender and case are what a pronoun is in English, not a phenomenon of discourse
_PRONOUNS = {
    "he": ("sing", "masc"), "him": ("sing", "masc"), "his": ("sing", "masc"),
    "she": ("sing", "fem"), "her": ("sing", "fem"),
    "it": ("sing", "neut"), "its": ("sing", "neut"),
    "they": ("plur", None), "them": ("plur", None), "their": ("plur", None),
}  # fmt: skip
_NOMINAL_DETERMINERS = frozenset({"the", "this", "these", "that", "those"})
_MEASURES = frozenset({"DATE", "TIME", "CARDINAL", "PERCENT", "MONEY", "QUANTITY", "ORDINAL"})
_CERTAIN = 0.5
_LONGEST_NOUN_PHRASE = 12
_NEAR = 6
_LIKELY = 0.4
_POSSIBLE = 0.1


@dataclass(slots=True)
class Resolver:
    """Replaces anaphors in one sentence by antecedents in another, where no reader would doubt."""

    doc: Doc
    nominals: Mapping[str, Sequence[str]] = field(default_factory=dict)
    _links: dict[int, Link] = field(init=False)

    def __post_init__(self) -> None:
        self._links = links_of(self.doc)

    def replace(
        self, words: list[Word], others: list[Word], *, doubtful: bool = False
    ) -> tuple[list[Word], list[Replacement]]:
        """The words with their anaphors replaced, and what was replaced.

        With ``doubtful`` every link that the network made counts, as in the published data.
        """
        if not self._links:
            return words, []
        home = {w.source for w in others if w.source is not None}
        own = [w.source for w in words if w.source is not None]
        find = self._linked if doubtful else self._antecedent
        result: list[Word] = []
        replaced: list[Replacement] = []
        done: set[int] = set()
        skip: set[int] = set()
        quoted = False
        for word in words:
            if word.source is None or word.reason is not None:
                result.append(word)
                continue
            token = self.doc[word.source]
            if token.text in {'"', "''", "``", "“", "”"}:
                quoted = not quoted
            if token.i in skip:
                continue
            found = None if quoted or token.i not in self._links else find(token, home, own)
            if found is None or any(i in done for i in found):
                result.append(word)
                continue
            new, span, kind = self._rewrite(token, found)
            if not new or _same_words(new, self.doc, span):
                result.append(word)
                continue
            while result and result[-1].source in span:
                result.pop()
            skip.update(i for i in span if i != token.i)
            if token.dep_ in SUBJECTS:
                for each in new:
                    each.role = "subject"
            result.extend(new)
            done.update(found)
            spoken = tuple(w.copy_of for w in new if w.copy_of is not None)
            replaced.append(Replacement(tuple(span), spoken, kind))
        return result, replaced

    def _linked(self, token: Token, home: set[int], own: list[int]) -> tuple[int, ...] | None:
        """The nearest noun that the network links the anaphor to."""
        link = self._links[token.i]
        if token.tag_ in {"PRP", "PRP$"}:
            if link.score < _LIKELY or token.lower_ not in _PRONOUNS:
                return None
        elif token.pos_ != "NOUN" or not _is_definite(token):
            return None
        if any(
            i in own and i < token.i and self.doc[i].pos_ != "PRON"
            for m in link.mentions
            for i in m
        ):
            return None
        mentions = [m for m in link.mentions if set(m) <= home]
        nouns = [m for m in mentions if self.doc[m[0]].pos_ in {"PROPN", "NOUN"}]
        return max(nouns, default=None, key=lambda m: m[0])

    def _antecedent(self, token: Token, home: set[int], own: list[int]) -> tuple[int, ...] | None:
        """The head tokens of what the anaphor stands for, when it is beyond doubt."""
        link = self._links[token.i]
        pronoun = _PRONOUNS.get(token.lower_) if token.tag_ in {"PRP", "PRP$"} else None
        if pronoun is None:
            return self._nominal(token, link, home)
        if _is_contracted(token):
            return None
        groups = by_name(self._candidates(sorted(home), *pronoun, link))
        leading = [g for g in groups if any(_leads(t) for t in g)]
        if len(leading) != 1:
            return None
        group = leading[0]
        head = next(t for t in group if _leads(t))
        rivals = [t for g in groups if g is not group for t in g]
        named = {m[0] for m in link.mentions}
        linked = link.score >= _POSSIBLE and any(t.i in named for t in group)
        if self._taken_otherwise(token, head, own, pronoun) or not (linked or named & home):
            return None
        near = token.sent.start == head.sent.start
        if _takes_up(token, own):
            sure = self._topic_goes_on(near, rivals, link, linked, pronoun[1])
        else:
            sure = linked and not rivals and link.score >= _CERTAIN and not _is_deep(token, own)
            sure = sure and (token.tag_ != "PRP$" or head.pos_ == "PROPN")
        if not sure or (head.pos_ == "NOUN" and not _is_plain(head, pronoun[1])):
            return None
        return next((m for m in link.mentions if m[0] == head.i and len(m) > 1), (head.i,))

    def _taken_otherwise(
        self, token: Token, head: Token, own: list[int], pronoun: tuple[str, str | None]
    ) -> bool:
        """Whether the anaphor's own sentence offers something, or names the antecedent itself."""
        before = [i for i in own if i < token.i]
        later = [i for i in own if i > token.i]
        if any(not same_name(t, head) for t in self._candidates(before, *pronoun)):
            return True
        if any(same_name(self.doc[i], head) for i in (*before, *later[:_NEAR])):
            return True
        if any(_PRONOUNS.get(self.doc[i].lower_) == pronoun for i in before):
            return True
        return not _leads(token) and any(map(_leads, self._candidates(later, *pronoun)))

    def _topic_goes_on(
        self, near: bool, rivals: list[Token], link: Link, linked: bool, gender: str | None
    ) -> bool:
        """Subject to subject: the sentence goes on about what the one before was about.

        Within one sentence (``near``) another name is enough to make a reader doubt it.
        """
        if any(t.dep_ in SUBJECTS for t in rivals):
            return False
        if near and any(t.pos_ == "PROPN" for t in rivals):
            return False
        if gender in GENDERS:
            return True
        beside = any(t.dep_ in {"dobj", "attr", "poss"} for t in rivals)
        return linked and link.score >= _LIKELY and not beside

    def _candidates(
        self, indices: Iterable[int], number: str, gender: str | None, link: Link | None = None
    ) -> list[Token]:
        """The nouns among the tokens that a reader could take the pronoun for.

        A name that the network is sure of is one whatever the entity tagger took it for.
        """
        sure = {m[0] for m in link.mentions} if link and link.score >= _CERTAIN else set()
        found: list[Token] = []
        for i in indices:
            token = self.doc[i]
            if token.pos_ not in {"PROPN", "NOUN"} or token.dep_ in {
                "compound",
                "npadvmod",
                "nmod",
            }:
                continue
            if token.ent_type_ in _MEASURES or _describes(token):
                continue
            mistaken = token.i in sure and token.pos_ == "PROPN" and gender in GENDERS
            if mistaken:
                mistaken = gender_of(token) in {None, gender} and number_by_form(token) == number
            if mistaken or self._could_be(token, number, gender):
                found.append(token)
        return found

    def _could_be(self, noun: Token, number: str, gender: str | None) -> bool:
        """Whether number, gender and person-or-thing of noun and pronoun may agree."""
        if number_by_form(noun) != number and not (number == "sing" and is_joined(noun)):
            return False
        kind = kind_of(noun)
        if gender in GENDERS:
            person = kind == "person" or (
                kind is None
                and (noun.pos_ == "PROPN" or noun.lemma_.lower() in word_list("person_words"))
            )
            return person and gender_of(noun) in {None, gender}
        return gender is None or kind != "person"

    def _nominal(self, token: Token, link: Link, home: set[int]) -> tuple[int, ...] | None:
        """The name that ``the company`` or ``the team`` stands for."""
        kinds = self.nominals.get(token.lemma_.lower())
        children = [c for c in token.children if not c.is_punct]
        if kinds is None or len(children) != 1 or not _is_definite(token):
            return None
        found = {m for m in link.mentions if m[0] in home}
        names = [m for m in found if len(m) == 1 and self.doc[m[0]].pos_ == "PROPN"]
        if len(names) != 1 or token.dep_ not in {"nsubj", "nsubjpass"}:
            return None
        head = self.doc[names[0][0]]
        return names[0] if head.ent_type_ in kinds and _leads(head) else None

    def _rewrite(self, token: Token, found: tuple[int, ...]) -> tuple[list[Word], list[int], str]:
        head = self.doc[found[0]]
        reason = f"antecedent of {token.lower_}"
        if token.pos_ == "NOUN":
            span = [t.i for t in token.subtree if not t.is_punct]
            return name_or_phrase(head, reason, joined=False, owner=False), span, "nominal"
        owner = token.tag_ == "PRP$"
        return (
            name_or_phrase(head, reason, joined=len(found) > 1, owner=owner),
            [token.i],
            "pronoun",
        )


def _is_plain(noun: Token, gender: str | None) -> bool:
    """Whether a common noun is short enough to be said again, and a person where it must be."""
    person = gender not in GENDERS or kind_of(noun) == "person"
    whole = len(repeat(noun, "")) == sum(1 for t in noun.subtree if not t.is_punct)
    return person and whole and len(repeat(noun, "")) <= _LONGEST_NOUN_PHRASE


def _is_definite(noun: Token) -> bool:
    return any(c.dep_ == "det" and c.lower_ in _NOMINAL_DETERMINERS for c in noun.children)


def _describes(noun: Token) -> bool:
    """Whether a common noun says what somebody is (``was a poet``, ``as mayor``): no other one."""
    while noun.dep_ == "conj":
        noun = noun.head
    if noun.pos_ != "NOUN":
        return False
    return noun.dep_ in {"attr", "oprd", "appos"} or (
        noun.dep_ == "pobj" and noun.head.lower_ == "as"
    )


def _is_contracted(token: Token) -> bool:
    """Whether a verb hangs on the pronoun, as in ``it's`` and ``they've``."""
    after = token.nbor() if token.i + 1 < len(token.doc) else None
    return after is not None and after.text[0] in "'’" and after.pos_ in VERBAL


def _takes_up(token: Token, own: list[int]) -> bool:
    """Whether the token is the subject of the main clause that opens its sentence or its half."""
    verb = token.head
    joined = verb.dep_ == "conj" or (verb.dep_ == "ccomp" and verb.i < verb.head.i)
    opens = verb.dep_ == "ROOT" or (joined and (verb.head.i not in own or verb.dep_ == "ccomp"))
    return token.dep_ in {"nsubj", "nsubjpass"} and opens


def _is_deep(token: Token, own: list[int]) -> bool:
    """Whether the token stands in a clause within the clause."""
    while token.head.i in own and token.head.i != token.i:
        if token.dep_ in {"ccomp", "relcl", "acl", "xcomp", "advcl", "pcomp"}:
            return True
        token = token.head
    return False


def _leads(token: Token) -> bool:
    """Whether the token is the subject of a main clause: what its sentence is about."""
    verb = token.head
    return (
        token.dep_ in {"nsubj", "nsubjpass"}
        and verb.dep_ in {"ROOT", "conj", "ccomp"}
        and not any(c.dep_ == "mark" for c in verb.children)
    )


def _same_words(words: list[Word], doc: Doc, span: list[int]) -> bool:
    return [w.text.lower() for w in words] == [doc[i].lower_ for i in span]
