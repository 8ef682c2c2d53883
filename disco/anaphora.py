"""Anaphors and what they stand for: which may be replaced without doubt, and by which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

from disco.coref import Link, links_of
from disco.draft import Replacement, Word
from disco.grammar import SUBJECTS, is_joined, number_by_form
from disco.kinds import kind_of, word_list
from disco.phrase import possessive, repeat

# person, number, gender and case are what a pronoun is in English, not a phenomenon of discourse
_PRONOUNS = {
    "he": ("sing", "masc"), "him": ("sing", "masc"), "his": ("sing", "masc"),
    "she": ("sing", "fem"), "her": ("sing", "fem"),
    "it": ("sing", "neut"), "its": ("sing", "neut"),
    "they": ("plur", None), "them": ("plur", None), "their": ("plur", None),
}  # fmt: skip
_NOMINAL_DETERMINERS = frozenset({"the", "this", "these", "that", "those"})
_GENDERS = frozenset({"masc", "fem"})
_MEASURES = frozenset({"DATE", "TIME", "CARDINAL", "PERCENT", "MONEY", "QUANTITY", "ORDINAL"})
_CERTAIN = 0.5
_LONGEST_NOUN_PHRASE = 6
_LIKELY = 0.4
_POSSIBLE = 0.2


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
        mentions = [m for m in link.mentions if set(m) <= home]
        nouns = [m for m in mentions if self.doc[m[0]].pos_ in {"PROPN", "NOUN"}]
        return max(nouns, default=None, key=lambda m: m[0])

    def _antecedent(self, token: Token, home: set[int], own: list[int]) -> tuple[int, ...] | None:
        """The head tokens of what the anaphor stands for, when it is beyond doubt."""
        link = self._links[token.i]
        pronoun = _PRONOUNS.get(token.lower_) if token.tag_ in {"PRP", "PRP$"} else None
        if pronoun is None:
            return self._nominal(token, link, home)
        number, gender = pronoun
        groups = _by_name(self._candidates(sorted(home), number, gender, link))
        leading = [g for g in groups if any(_leads(t) for t in g)]
        if len(leading) != 1:
            return None
        group = leading[0]
        head = next(t for t in group if _leads(t))
        before = [i for i in own if i < token.i]
        if any(not _same_name(t, head) for t in self._candidates(before, number, gender)):
            return None
        if any(_same_name(self.doc[i], head) for i in before):
            return None
        later = [i for i in own if i > token.i]
        if not _leads(token) and any(map(_leads, self._candidates(later, number, gender))):
            return None
        rivals = [t for g in groups if g is not group for t in g]
        linked = link.score >= _POSSIBLE and any(m[0] == t.i for m in link.mentions for t in group)
        if not linked and not any(m[0] in home for m in link.mentions):
            return None
        opens_clause = token.dep_ in SUBJECTS and token.head.head.i not in own
        if _leads(token):
            if any(t.dep_ in SUBJECTS or _acted_on(t, head) for t in rivals):
                return None
            if not linked and (gender not in _GENDERS or link.score >= _CERTAIN):
                return None
            if gender not in _GENDERS and link.score < _LIKELY:
                return None
        elif (
            rivals
            or not linked
            or (not opens_clause and _is_deep(token, own))
            or link.score < _CERTAIN
            or (token.tag_ == "PRP$" and head.pos_ != "PROPN")
        ):
            return None
        if head.pos_ == "NOUN" and len(repeat(head, "")) > _LONGEST_NOUN_PHRASE:
            return None
        return next((m for m in link.mentions if m[0] == head.i and len(m) > 1), (head.i,))

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
            mistaken = token.i in sure and token.pos_ == "PROPN" and number_by_form(token) == number
            if self._could_be(token, number, gender) or (mistaken and gender in _GENDERS):
                found.append(token)
        return found

    def _could_be(self, noun: Token, number: str, gender: str | None) -> bool:
        """Whether number, gender and person-or-thing of noun and pronoun may agree."""
        if number_by_form(noun) != number and not (number == "sing" and is_joined(noun)):
            return False
        kind = kind_of(noun)
        if gender in _GENDERS:
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
            return _name_or_phrase(head, reason, joined=False, owner=False), span, "nominal"
        owner = token.tag_ == "PRP$"
        return (
            _name_or_phrase(head, reason, joined=len(found) > 1, owner=owner),
            [token.i],
            "pronoun",
        )


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


def _acted_on(noun: Token, subject: Token) -> bool:
    """Whether a name is the object of the subject's verb: often what the text speaks of next."""
    return noun.pos_ == "PROPN" and noun.dep_ == "dobj" and noun.head.i == subject.head.i


def _is_deep(token: Token, own: list[int]) -> bool:
    """Whether the token stands in a clause within the clause."""
    while token.head.i in own and token.head.i != token.i:
        if token.dep_ in {"ccomp", "relcl", "acl", "xcomp", "advcl", "pcomp"}:
            return True
        token = token.head
    return False


def _leads(token: Token) -> bool:
    """Whether the token is the subject of a main clause: what its sentence is about."""
    return token.dep_ in {"nsubj", "nsubjpass"} and token.head.dep_ in {"ROOT", "conj", "ccomp"}


def _by_name(tokens: Iterable[Token]) -> list[list[Token]]:
    """The tokens in groups, one for each name."""
    groups: list[list[Token]] = []
    for token in tokens:
        for group in groups:
            if any(_same_name(token, t) for t in group):
                group.append(token)
                break
        else:
            groups.append([token])
    return groups


def _name_or_phrase(head: Token, reason: str, *, joined: bool, owner: bool) -> list[Word]:
    """A person's name alone, without title and trade; else the noun phrase."""
    say = possessive if owner else repeat
    words = say(head, reason)
    if joined:
        return words
    if head.ent_type_ == "PERSON" and head.pos_ == "PROPN":
        inside = {t.i for t in head.doc if t.ent_type_ == "PERSON" and _same_entity(t, head)}
        inside -= {t.i for t in head.doc if t.i in inside and t.tag_ == "POS"}
    else:
        inside = {t.i for t in head.subtree} - {
            t.i for c in head.children if c.dep_ in {"conj", "cc"} for t in c.subtree
        }
    kept = [w for w in words if w.copy_of is None or w.copy_of in inside]
    while kept and kept[0].copy_of is None and kept[0].text == "'s":
        kept.pop(0)
    return kept


def _same_entity(token: Token, head: Token) -> bool:
    low, high = sorted((token.i, head.i))
    return all(
        t.ent_type_ == head.ent_type_ and (t.ent_iob_ != "B" or t.i == low)
        for t in head.doc[low : high + 1]
    )


def _same_words(words: list[Word], doc: Doc, span: list[int]) -> bool:
    return [w.text.lower() for w in words] == [doc[i].lower_ for i in span]


def _same_name(a: Token, b: Token) -> bool:
    """Whether two name tokens are the same name, or parts of one."""
    if a.lower_ == b.lower_:
        return True
    if a.pos_ != "PROPN" or b.pos_ != "PROPN":
        return False
    return bool(_names(a) & _names(b))


def _names(token: Token) -> set[str]:
    return {
        t.lower_
        for t in token.subtree
        if t.pos_ == "PROPN" and (t.i == token.i or t.dep_ == "compound")
    }


def gender_of(noun: Token) -> str | None:
    """``masc`` or ``fem`` where a name or noun says so; None where it does not."""
    lemma = noun.lemma_.lower()
    if lemma in word_list("exclusively_male_words"):
        return "masc"
    if lemma in word_list("exclusively_female_words"):
        return "fem"
    if noun.pos_ != "PROPN":
        return None
    first = min(
        (
            t
            for t in noun.subtree
            if t.pos_ == "PROPN"
            and (t.i == noun.i or (t.dep_ == "compound" and t.head.i == noun.i))
        ),
        key=lambda t: t.i,
        default=noun,
    )
    for token in (first, noun):
        male = token.text in word_list("male_names")
        female = token.text in word_list("female_names")
        if male != female:
            return "masc" if male else "fem"
    return None
