"""A name in another language: what was judged and recorded in English, as it is shown."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, cast

from adjudicator import prose
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.checking.diagnosis import shown
from adjudicator.chem.naming.families.organic import in_words_of
from adjudicator.chem.naming.knowledge.common import alloy_keys, common, elements_by_key
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, languages, vocabulary
from adjudicator.chem.naming.reading.grammar import CationWord, anion_words, cation_words
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.chem.naming.reading.structures import structure_of
from adjudicator.chem.naming.writing.names import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.naming.knowledge.data import Anion, Cation
    from adjudicator.chem.naming.reading.grammar import Split
    from adjudicator.chem.naming.reading.meaning import Meaning

CACHE = 1 << 13
_ION = re.compile(r"\A(?P<name>.+) ion\Z")


def in_spoken(name: str | None) -> str | None:
    """A name, where there is one, in the language that is spoken."""
    return name and translated(name, prose.spoken())


def translated(name: str, language: str) -> str:
    """An English name in that language; what is no name of ours, with the endings of that language."""
    if language == ENGLISH or language not in languages() or not name:
        return name
    return translation(name, language) or in_words_of(name, language)


@lru_cache(CACHE)
def translation(name: str, language: str) -> str | None:
    """An English name in that language; None for what is no name that we read."""
    ion = _ION.fullmatch(name)
    if ion:
        own = translation(ion["name"], language)
        return own and vocabulary(language).phrase("ion", name=own)
    key = normalise(name)
    return (
        _element(key, language)
        or _alloy(key, language)
        or _acid(key, language)
        or _listed(name, key, language)
        or _acidic_ion(key, language)
        or _by_rule(key, language)
        or _single_ion(key, language)
    )


def _element(key: str, language: str) -> str | None:
    symbol = elements_by_key().get(key)
    return vocabulary(language).element(symbol) if symbol else None


def _alloy(key: str, language: str) -> str | None:
    elements = alloy_keys().get(key)
    return next(iter(common(language).alloys.get(elements, ())), None) if elements else None


def _acid(key: str, language: str) -> str | None:
    """Hydrochloric acid: not the gas, which has the same composition. Silicic acid: not only the meta one."""
    anion = _acids().get(key)
    spoken = vocabulary(language).acid(anion) if anion is not None else ()
    word = in_words_of(key, language)
    return word if word in spoken else spoken[0] if spoken else None


@cache
def _acids() -> dict[str, Anion]:
    words = vocabulary()
    ions = [(anion, name) for anion in knowledge().anions for name in words.acid(anion)]
    return {normalise(name): anion for anion, name in reversed(ions)}


def _listed(name: str, key: str, language: str) -> str | None:
    """A common name: the one that is given first, of the formula as it is written in the lists.

    A composition may be that of several substances, lactose and sucrose: then the same word.
    """
    formulas = [Formula.parse(text) for text in _texts().get(key, ())]
    if not formulas:
        return None
    formula = next((each for each in formulas if _is_first_name(key, each)), formulas[0])
    found = names(formula, language=language)
    word = in_words_of(name, language)
    if word in found and structure_of(formula) is None:
        return word
    return found[0] if found else None


def _is_first_name(key: str, formula: Formula) -> bool:
    """Whether it is called so before all: calcium silicide is Ca2Si, though CaSi2 is called so too."""
    return [normalise(name) for name in names(formula)[:1]] == [key]


@cache
def _texts() -> dict[str, list[str]]:
    """The formulas of common names as they are written."""
    found: dict[str, list[str]] = {}
    for text, spoken in common().written.items():
        for name in spoken:
            found.setdefault(normalise(name), []).append(text)
    return found


def _acidic_ion(key: str, language: str) -> str | None:
    """Hydrogen carbonate is the ion: its acid has a name of its own. Hydrogen sulfide is the gas."""
    if key not in anion_words():
        return None
    for meaning in read(key).definite:
        english = names(Formula.parse(meaning.text or shown(meaning)))
        if english and normalise(english[0]) == key:
            return None
    return _single_ion(key, language)


def _by_rule(key: str, language: str) -> str | None:
    """The name that is made of the same words, else the one that is given first."""
    meanings = [(meaning, Formula.parse(meaning.text or shown(meaning))) for meaning in read(key).definite]
    for meaning, formula in sorted(meanings, key=lambda each: not _is_first_name(key, each[1])):
        theirs = names(formula, language=language)
        acidic = meaning.split is not None and any(
            isinstance(part.word, CationWord) and part.word.symbol == "H" for part in meaning.split.cations
        )
        every = chain(theirs, _names_by_atoms(meaning, language))
        for name in () if acidic else every:  # hydrogen chloride is Chlorwasserstoff
            readings = read(normalise(name, language), language).definite
            if meaning.split is not None and any(other.split == meaning.split for other in readings):
                return name
        if theirs and _is_so_called(formula, meaning.split):
            return theirs[0]
    return None


def _names_by_atoms(meaning: Meaning, language: str) -> Iterator[str]:
    """Where they are usually written as another substance, NH3OHCl for ammonium hypochlorite."""
    yield from names(meaning.formula, language=language)


def _is_so_called(formula: Formula, split: Split | None) -> bool:
    """Whether a formula is named by these ions: copper(II) oxide sulfate is no peroxomonosulfate."""
    if split is None:
        return True
    readings = [reading for name in names(formula)[:1] for reading in read(normalise(name)).definite]
    return any(reading.split == split for reading in readings)


def _single_ion(key: str, language: str) -> str | None:
    """Nitrate, ammonium, ferrous."""
    words = vocabulary(language)
    for anion in anion_words().get(key, ()):
        return words.ion(anion)
    for word in cation_words().get(key, ()):
        if word.symbol is None:
            return words.ion(cast("Cation", word.kind))
    return None
