"""Forms of verbs, as the dictionary has them."""

from __future__ import annotations

from functools import lru_cache

from lemminflect import getAllLemmas, getInflection, getLemma
from spacy.tokens import Token

from disco.english.facts import facts


@lru_cache(maxsize=10_000)
def _lemmas(verb: str) -> tuple[str, ...]:
    return tuple(getLemma(verb, "VERB"))


@lru_cache(maxsize=10_000)
def verb_of(word: str) -> str | None:
    """The verb of which a word is a finite form, and nothing else: *go* of *went*, but none of
    *made*, which may be an adjective."""
    known = getAllLemmas(word)
    lemmas = {lemma for found in known.values() for lemma in found}
    if not known.keys() <= {"VERB", "AUX"} or word in lemmas:
        return None
    for verb in sorted(lemmas):
        finite = {form for tag in ("VBZ", "VBP", "VBD") for form in getInflection(verb, tag)}
        if word in finite.difference(getInflection(verb, "VBN")):
            return str(verb)
    return None


@lru_cache(maxsize=10_000)
def is_participle(word: str) -> bool:
    """Whether a form of a verb is by its ending its past participle, and not its past: *taken*,
    *known*; others (*begun*, *done*, *sung*) many say for the past."""
    return word.endswith(facts().endings.participle) and any(
        word in getInflection(verb, "VBN") and word not in getInflection(verb, "VBD")
        for verb in _lemmas(word)
    )


def verb_lemma(form: str) -> str:
    """The lemma of a verb by its form alone; the form itself where the dictionary has none."""
    return next(iter(_lemmas(form)), form)


@lru_cache(maxsize=50_000)
def inflect(lemma: str, tag: str) -> str | None:
    """The form of ``lemma`` that Penn ``tag`` names, or None where the dictionary has none; of
    several the first, which is the usual one: ``lay``, not ``lied``."""
    forms = getInflection(lemma, tag=tag)
    return str(forms[0]) if forms else None


def lemma_of(verb: Token) -> str:
    """The verb's lemma; the dictionary knows ``riding`` from ``rid``, ``hoped`` from ``hop``."""
    found = _lemmas(verb.lower_)
    if verb.tag_ in {"VBG", "VBN"}:
        return str(found[0]) if found else verb.lower_
    lemma = str(verb.lemma_).lower()
    return lemma if not found or lemma in found else str(found[0])
