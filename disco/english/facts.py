"""Facts of English as ``rules/english.yaml`` states them: pronouns, determiners, titles, kin."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Literal

from disco import _paths
from disco._schema_errors import read_as
from disco._strict import Strict

Gender = Literal["masc", "fem", "neut"]
Number = Literal["sing", "plur"]
GENDERS = frozenset({"masc", "fem"})


class Pronoun(Strict):
    """One personal pronoun in all its forms; ``gender`` where its form tells it."""

    person: Literal[1, 2, 3]
    number: Number
    gender: Gender | None = None
    subject: str
    object: str
    owner: str
    owns: str | None = None
    reflexive: str | None = None

    @property
    def forms(self) -> frozenset[str]:
        """Every form but the reflexive: ``{"she", "her", "hers"}``."""
        forms = {self.subject, self.object, self.owner, self.owns or self.owner}
        return frozenset(form.lower() for form in forms)


class Relatives(Strict):
    """The relative pronouns of persons and those of things."""

    person: frozenset[str]
    thing: frozenset[str]


class Determiners(Strict):
    """Determiners by whether what they open is known, of which ``article`` says only that;
    ``again`` maps a new one to a known one;
    ``introducing`` is what goes with a new one alone, ``about`` with a number of new ones;
    ``pointing`` ones point at one thing."""

    article: str
    definite: frozenset[str]
    indefinite: frozenset[str]
    again: dict[str, str]
    about: frozenset[str]
    introducing: frozenset[str]
    pointing: frozenset[str]


class Be(Strict):
    """The finite forms of ``be`` by tense and number, and those that go with ``I``."""

    past: dict[str, str]
    present: dict[str, str]
    first: dict[str, str]


class Negations(Strict):
    """The negation that needs an auxiliary, and the one that does not."""

    bound: str
    free: str


class Possessive(Strict):
    """What makes an owner of one, and of many that end in s."""

    of_one: str
    of_many: str


class Endings(Strict):
    """That of a name of many, and those of names of one that look so; those of what is the
    participle of a verb and not its past: *taken*, *known*."""

    plural: str
    singular: tuple[str, ...]
    participle: tuple[str, ...]


class Gendered(Strict):
    """Nouns and titles of one gender, and the ending of further ones, but of some."""

    nouns: frozenset[str]
    ending: str
    but: frozenset[str] = frozenset()


class Sounds(Strict):
    """Which letters are vowels, the article before one and before others, and beginnings of words
    that sound otherwise than their first letter says; ``letters`` are read as such, those
    ``spelled`` with a vowel first, those ``named`` with a consonant: an HIV test, a UN body."""

    vowels: frozenset[str]
    before_vowel: str
    before_others: str
    vowel: tuple[str, ...]
    spelled: tuple[str, ...]
    named: tuple[str, ...]
    letters: frozenset[str]
    consonant: tuple[str, ...]


class Abbreviations(Strict):
    """Words that a full stop behind them cuts short: those that end no sentence, those that do so
    before a number only, and those that may end one."""

    never_last: frozenset[str]
    before_numbers: frozenset[str]
    may_be_last: frozenset[str]

    @cached_property
    def every(self) -> frozenset[str]:
        """All of them."""
        return self.never_last | self.before_numbers | self.may_be_last


class Facts(Strict):
    """The facts, as the file states them, and what follows from them."""

    about: str
    pronouns: tuple[Pronoun, ...]
    relatives: Relatives
    determiners: Determiners
    of_a_row: frozenset[str]
    plurals: frozenset[str]
    joining: frozenset[str]
    endings: Endings
    be: Be
    plural_nouns: frozenset[str]
    plural_verbs: frozenset[str]
    never_going_on: frozenset[str]
    helping: frozenset[str]
    contracted: tuple[str, ...]
    negations: Negations
    possessive: Possessive
    later: frozenset[str]
    dating: frozenset[str]
    titles: frozenset[str]
    numbers: dict[str, int]
    ordinals: dict[str, int]
    scales: dict[str, int]
    acts: dict[str, str]
    abbreviations: Abbreviations
    gendered: dict[str, Gendered]
    mostly_things: frozenset[str]
    lands: frozenset[str]
    sounds: Sounds

    @cached_property
    def third(self) -> dict[str, Pronoun]:
        """The pronouns of the third person by each of their forms but the independent ones:
        ``her`` is the same pronoun as ``she``."""
        return {
            form: p
            for p in self.pronouns
            if p.person == 3
            for form in (p.subject, p.object, p.owner)
        }

    @cached_property
    def speaker(self) -> Pronoun:
        """The pronoun of the one who speaks."""
        return next(p for p in self.pronouns if p.person == 1 and p.number == "sing")

    @cached_property
    def by_gender(self) -> dict[str, Pronoun]:
        """The pronouns of the third person by gender; ``plur`` for the one of many."""
        return {p.gender or p.number: p for p in self.pronouns if p.person == 3}

    @cached_property
    def nominative(self) -> dict[str, str]:
        """The subject form of each object and reflexive form."""
        return {
            form: p.subject
            for p in self.pronouns
            for form in (p.object, p.reflexive)
            if form and form != p.subject
        }

    @cached_property
    def owners(self) -> dict[str, str]:
        """The subject form of each possessive."""
        return {p.owner: p.subject for p in self.pronouns}

    @cached_property
    def owner_of(self) -> dict[str, str]:
        """The possessive of each subject form."""
        return {p.subject.lower(): p.owner for p in self.pronouns}

    @cached_property
    def events(self) -> dict[str, str]:
        """The noun for each verb of the acts, as it stands beside ``be`` where it is passive:
        ``died`` is ``death``, ``be released`` is ``release``. Of several the first."""
        return {verb: noun for noun, verb in reversed(self.acts.items())}

    @cached_property
    def reflexives(self) -> frozenset[str]:
        """``himself`` and its like."""
        return frozenset(p.reflexive for p in self.pronouns if p.reflexive)

    @cached_property
    def persons(self) -> frozenset[str]:
        """Pronouns that can only mean persons."""
        forms = (p.forms for p in self.pronouns if p.person == 1 or p.gender in GENDERS)
        return self.relatives.person.union(*forms)

    @cached_property
    def things(self) -> frozenset[str]:
        """Pronouns that mean no person."""
        neuter = self.by_gender["neut"].forms
        return neuter | self.determiners.pointing | self.relatives.thing

    @cached_property
    def of_many(self) -> frozenset[str]:
        """Words before a noun, or in its place, that say that it is many: *both*, *thirty*."""
        return self.plurals | {word for word, value in self.numbers.items() if value > 1}

    @cached_property
    def values(self) -> dict[str, int]:
        """The value of each number that is written as a word: *two*, *second*."""
        return self.numbers | self.ordinals

    @cached_property
    def plural_words(self) -> frozenset[str]:
        """Personal, possessive and demonstrative pronouns that mean many."""
        plural = (p for p in self.pronouns if p.number == "plur")
        many = ({p.subject, p.object, p.owner} for p in plural)
        return frozenset().union(*many) | (self.determiners.definite & self.plurals)

    @cached_property
    def openers(self) -> frozenset[str]:
        """Determiners that may differ when a phrase is said again."""
        known = self.determiners
        return known.definite | known.indefinite | frozenset(known.again)


@cache
def facts() -> Facts:
    """The facts of the shipped file, read once; RuleError where it is broken."""
    return read_as(Facts, _paths.rules_dir() / "english.yaml")
