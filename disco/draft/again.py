"""A noun phrase or a name said once more, as words put in."""

from __future__ import annotations

import itertools

from spacy.tokens import Token

from disco.draft.words import Word
from disco.english.agreement import number_alone, number_of
from disco.english.facts import facts
from disco.english.grammar import FINITE_TAGS, NOUNS, PLAIN_SUBJECTS, PLURAL_TAGS, RELATIVE_TAGS
from disco.english.names import is_given_name, is_person
from disco.english.phrase import in_clause, is_defined, is_indefinite, phrase_tokens

_NOT_INSIDE = FINITE_TAGS | RELATIVE_TAGS | {"WRB"}  # of a phrase
_INSIDE = frozenset({"conj", "compound", "pobj"})  # of a phrase, whatever was left out before it


def repeat(
    head: Token, reason: str, role: str = "", *, which_one: bool = False, these: bool = False
) -> list[Word]:
    """The noun phrase of ``head`` as words put in: definite, since it is known by now, but where
    any such thing is meant, unless ``these`` are meant; with ``which_one`` also the
    relative clause that says which one is."""
    known = facts().determiners
    if head.pos_ == "PRON" and head.lower_ in facts().nominative:
        text = facts().nominative[head.lower_]
        return [Word(text, reason=reason, copy_of=head.i, role=role)]
    tokens = phrase_tokens(head, which_one=which_one)
    if _is_no_phrase(tokens, head):
        return []
    introduced = is_indefinite(head) and not is_defined(head)
    takes_the = _takes_the(head, tokens, these)
    if introduced or takes_the:
        tokens = [t for t in tokens if not _is_vague(t, head)]
    words = [Word.copied(t, reason, role) for t in tokens]
    if introduced and _is_full_name(tokens[1:], head):  # a Mary Stone: Mary Stone
        return words[1:]
    if introduced and not _is_title(tokens):
        named = {head.i, *(c.i for c in head.conjuncts)}  # a man and a woman
        for word, token in zip(words, tokens, strict=True):
            if token.dep_ != "det" or token.lower_ not in known.indefinite:
                continue
            noun = token.head
            while noun.i not in named and noun.dep_ == "poss":  # a man's wife
                noun = noun.head
            if noun.i in named:
                word.text = known.article if token.text.islower() else known.article.capitalize()
    elif words and tokens[0].head.i == head.i != tokens[0].i and tokens[0].lower_ in known.again:
        if head.pos_ == "PROPN":  # one Ann Lee: Ann Lee; but One Night in York
            return words[1:] if head.ent_type_ == "PERSON" else words
        text = known.again[tokens[0].lower_]
        words[0].text = text if words[0].text.islower() else text.capitalize()
    elif takes_the:
        words.insert(0, Word(known.article, reason=reason, role=role))
    return words


def possessive(head: Token, reason: str, role: str = "") -> list[Word]:
    """The noun phrase of ``head`` with its possessive ending; of a pronoun, its possessive, and
    nothing of one that has none."""
    if head.pos_ == "PRON":
        owner = facts().owner_of.get(head.lower_)
        return [Word(owner, reason=reason, copy_of=head.i, role=role)] if owner else []
    words = repeat(head, reason, role)
    last = words[-1].origin if words else None
    if last is not None:
        words.append(possessive_ending(head.doc[last], reason, role))
    return words


def possessive_ending(last: Token, reason: str, role: str = "") -> Word:
    """What makes an owner of a phrase that ends with a token: *the workers'*, *James's*."""
    many = last.tag_ in PLURAL_TAGS and last.text.endswith(facts().endings.plural)
    possessive = facts().possessive
    return Word(possessive.of_many if many else possessive.of_one, reason=reason, role=role)


def name_or_phrase(head: Token, reason: str, *, joined: bool, owner: bool) -> list[Word]:
    """A person's name alone, without title and trade; else the phrase, as of *the young King*."""
    say = possessive if owner else repeat
    words = say(head, reason)
    if joined:
        return words
    inside = _entity(head) if is_person(head) else set()
    if len(inside) > 1 or (inside and not any(t.dep_ == "det" for t in head.lefts)):
        inside |= {t.i for t in head.lefts if t.lower_.rstrip(".") in facts().titles}
        inside -= {i for i in inside if head.doc[i].tag_ == "POS"}
        if head.tag_ == "NNPS":  # the Beatles, the Israelites
            inside |= {t.i for t in head.lefts if t.dep_ == "det"}
    else:
        inside = {t.i for t in head.subtree} - {
            t.i for c in head.children if c.dep_ in {"conj", "cc"} for t in c.subtree
        }
    kept = [w for w in words if w.copy_of is None or w.copy_of in inside]
    behind = itertools.zip_longest(kept, kept[1:])
    return [w for w, after in behind if w.text != "," or _goes_on(after)]


def _goes_on(word: Word | None) -> bool:
    """Whether a phrase goes on there with more than its possessive ending."""
    return word is not None and word.copy_of is not None


def _entity(token: Token) -> set[int]:
    """The tokens of the entity that a token stands in, and names of it that stand before."""
    doc, start, end = token.doc, token.i, token.i + 1
    while start and (
        (doc[start].ent_iob_ != "B" and doc[start - 1].ent_type == token.ent_type)
        or _is_of_name(doc[start - 1], token)
    ):
        start -= 1
    while end < len(doc) and doc[end].ent_iob_ == "I" and doc[end].ent_type == token.ent_type:
        end += 1
    if doc[end - 1].dep_ == "det":  # John the | Baptist
        end = doc[end - 1].head.i + 1
    return set(range(start, end))


def _is_of_name(token: Token, head: Token) -> bool:
    """Whether the word belongs to a name that the tagger has cut: ``Emil Ludvig | Peter Hale``,
    ``Uri | Simon Hale``; not ``President | Hale``."""
    if token.dep_ != "compound" or token.head.i != head.i or token.pos_ != "PROPN":
        return False
    return token.ent_type == head.ent_type or (not token.ent_type and is_given_name(token))


def _is_no_phrase(tokens: list[Token], head: Token) -> bool:
    """Whether the parser has taken a clause, a mark, a number alone, what a preposition opens or
    the end of a name for a noun phrase; or it asks: *how many workers*."""
    return (
        any(t.tag_ in _NOT_INSIDE and not in_clause(t, head) for t in tokens)
        or head.pos_ == "ADV"
        or not any(c.isalnum() for c in head.text)
        or tokens[0].pos_ == "ADP"
        or tokens[0].tag_ == "TO"
        or (head.like_num and all(t.like_num or t.is_currency for t in tokens))
        or any(t.dep_ == "mark" and t.head.i == head.i for t in tokens)
        or _cuts_a_name(tokens)
        or _lacks_a_part(tokens, head)
        or _runs_on(tokens, head)
    )


def _runs_on(tokens: list[Token], head: Token) -> bool:
    """Whether a noun stands in it that is none of the phrase: behind a colon that no name has
    inside, or behind what was left out (*the words, for example, wife*)."""
    doc = head.doc
    return any(
        (t.text == ":" and t.ent_iob_ != "I" and not before.like_num)
        or (
            before.i >= head.i
            and t.pos_ in NOUNS
            and t.dep_ not in _INSIDE
            and any(left_out.text == "," for left_out in doc[before.i + 1 : t.i])
        )
        for before, t in itertools.pairwise(tokens)
    )


def _lacks_a_part(tokens: list[Token], head: Token) -> bool:
    """Whether the parser hung a part of the phrase elsewhere: half of a word (*co-owner*), what
    stands before a comma (*the old, red mill*), or the rest of what is joined."""
    doc, at = head.doc, tokens[0].i
    if at and doc[at - 1].text == "-" and not doc[at - 1].whitespace_:
        return True
    at -= at > 0 and doc[at - 1].text == ","
    if at and doc[at - 1].dep_ in {"det", "amod"} and doc[at - 1].head.i == head.head.i:
        return True
    joined = [c.i for c in head.children if c.dep_ == "conj" and c.pos_ in NOUNS]
    many = number_alone(head) == "sing" and number_of(head) == "plur"
    return bool(joined) and many and {t.i for t in tokens}.isdisjoint(joined)


def _is_vague(token: Token, head: Token) -> bool:
    """Whether it goes with what is new only: *certain* mills, *about* ten mills; not with what is
    said of them, *mills of about ten men*."""
    known = facts().determiners
    if token.head.pos_ == "NUM":
        return token.head.head.i == head.i and token.lower_ in known.about
    return token.lower_ in known.introducing


def _cuts_a_name(tokens: list[Token]) -> bool:
    """Whether the phrase is only the end of a name, as the entity tagger sees it, or of what stands
    in quotes."""
    first = tokens[0]
    if first.ent_iob_ == "I" and first.dep_ not in {"det", "poss"} and first.pos_ == "PROPN":
        return True
    last = tokens[-1]
    if last.whitespace_ or last.i + 1 == len(last.doc) or any(t.is_quote for t in tokens):
        return False
    behind = last.nbor()
    return behind.is_quote and behind.dep_ == "punct"


def _is_full_name(tokens: list[Token], head: Token) -> bool:
    """Whether nothing but a person's name is there, and more than the last of it: *Mary Stone*,
    *Mr Hale*; *a Rembrandt* may be what he made."""
    return head.ent_type_ == "PERSON" and len(tokens) > 1 and all(t.pos_ == "PROPN" for t in tokens)


def _is_title(tokens: list[Token]) -> bool:
    """Whether the article is a part of a name: ``An American Requiem``."""
    article = tokens[0]
    return article.text.istitle() and not article.is_sent_start and tokens[-1].pos_ == "PROPN"


def _takes_the(head: Token, tokens: list[Token], these: bool) -> bool:
    """A bare plural, a number of things, or what shares an article, that the text has just brought
    up; a bare plural as a subject may mean any, unless ``these`` are meant."""
    if head.pos_ != "NOUN" or tokens[0].pos_ in {"PRON", "DET"}:
        return False
    if any(c.dep_ in {"det", "poss", "predet"} for c in head.children):
        return False
    if number_of(head) != "plur":  # a singer and songwriter: the songwriter
        return head.dep_ == "conj" and head.tag_ == "NN" and is_indefinite(head.head)
    if any(c.dep_ == "nummod" and c.i == tokens[0].i for c in head.children):
        return head.ent_type_ not in {"DATE", "TIME"}
    return these or head.dep_ not in PLAIN_SUBJECTS
