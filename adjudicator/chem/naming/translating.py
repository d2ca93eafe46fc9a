"""A name in another language: what was judged and recorded in English, as it is shown."""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.common import common, elements_by_key
from adjudicator.chem.naming.diagnosis import shown
from adjudicator.chem.naming.grammar import anion_words, cation_words
from adjudicator.chem.naming.normalise import normalise
from adjudicator.chem.naming.organic import in_words_of
from adjudicator.chem.naming.reading import read
from adjudicator.chem.naming.vocabulary import ENGLISH, languages, vocabulary
from adjudicator.chem.naming.writing import names

CACHE = 1 << 13
_ION = re.compile(r"\A(?P<name>.+) ion\Z")


@lru_cache(CACHE)
def translated(name: str, language: str) -> str:
    """An English name in that language; what is no name of ours, as it is."""
    if language == ENGLISH or language not in languages() or not name:
        return name
    ion = _ION.fullmatch(name)
    if ion:
        return vocabulary(language).phrase("ion", name=translated(ion["name"], language))
    key = normalise(name)
    return (
        _element(key, language)
        or _listed(key, language)
        or _by_rule(key, language)
        or _single_ion(key, language)
        or in_words_of(name, language)
    )


def _element(key: str, language: str) -> str | None:
    symbol = elements_by_key().get(key)
    return vocabulary(language).element(symbol) if symbol else None


def _listed(key: str, language: str) -> str | None:
    """A common name: the one that is given first, of the formula as it is written in the lists."""
    for text, spoken in common().written.items():
        if any(normalise(name) == key for name in spoken):
            found = names(Formula.parse(text), language=language)
            if found:
                return found[0]
    return None


def _by_rule(key: str, language: str) -> str | None:
    """The name that is made of the same words, else the one that is given first."""
    for meaning in read(key).definite:
        formula = Formula.parse(meaning.text or shown(meaning))
        theirs = names(formula, language=language)
        for name in theirs:
            readings = read(normalise(name, language), language).definite
            if meaning.split is not None and any(other.split == meaning.split for other in readings):
                return name
        if theirs:
            return theirs[0]
    return None


def _single_ion(key: str, language: str) -> str | None:
    """Nitrate, ammonium, ferrous."""
    words = vocabulary(language)
    for anion in anion_words().get(key, ()):
        return words.ion(anion)
    for word in cation_words().get(key, ()):
        if not word.symbol and not isinstance(word.kind, str):
            return words.begun(words.cations[word.kind.name][0])  # type: ignore[union-attr]
    return None
