"""Which substances a name stands for, for people who have a name and no formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.checking.diagnosis import names_back, shown
from adjudicator.chem.naming.families.organic import recorded_as
from adjudicator.chem.naming.knowledge.common import DIATOMIC, common, elements_by_key
from adjudicator.chem.naming.knowledge.normalise import MAX_NAME, normalise
from adjudicator.chem.naming.knowledge.vocabulary import languages
from adjudicator.chem.naming.reading.meaning import read, read_ion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.chem.naming.knowledge.known import KnownNames

MAX_SUBSTANCES = 4  # of a name that leaves something open


def _read_in(name: str, language: str) -> list[Formula]:
    key = normalise(name, language)
    reading = read(key, language)
    meanings = [m for m in reading.definite or reading.possible if names_back(key, m, language)]
    return [Formula.parse(shown(meaning)) if meaning.split else meaning.formula for meaning in meanings]


def meanings_elsewhere(name: str, language: str | None = None) -> tuple[tuple[str, Formula], ...]:
    """Other languages in which the word is another substance, each with that: Natron is soda in English."""
    own = language or prose.spoken()
    here = set(_read_in(name, own)) if len(name) <= MAX_NAME else set()
    if not here:
        return ()
    others = ((other, _read_in(name, other)) for other in languages() if other != own)
    return tuple((other, found[0]) for other, found in others if found and here.isdisjoint(found))


def is_mixture(name: str) -> bool:
    """Whether the word is that of a mixture in some language: Benzin is no benzyne."""
    return any(normalise(name, language) in common(language).mixtures for language in languages())


def element_symbol(name: str, spoken: Iterable[str]) -> str | None:
    """The symbol of the element of this name in one of these languages, the first that has it."""
    found = (elements_by_key(language).get(normalise(name, language)) for language in spoken)
    return next(filter(None, found), None)


def substances(name: str, known: KnownNames | None = None, *, ion: bool = False) -> tuple[Formula, ...]:
    """The formulas that a name stands for: several where it leaves a number open; none that we only guess.
    Sodium is the element, except where an `ion` is asked for.

    What is listed or on record, or what a rule reads and names back (V-NAME-HONEST).
    """
    if len(name) > MAX_NAME or is_mixture(name):
        return ()
    own = prose.spoken()
    found: list[Formula] = []
    ordered = sorted(languages(), key=lambda code: code != own)  # Natron is another thing in English
    symbol = element_symbol(name, ordered)
    if symbol and not ion:  # the element, not its rarer molecules: sodium is Na, oxygen is O2, sulfur is S
        return (Formula.of({symbol: 2 if symbol in DIATOMIC else 1}),)
    for language in ordered:
        found = found or _read_in(name, language)
    spoken = dict.fromkeys(n for language in (own, *languages()) for n in recorded_as(name, language))
    recorded = [c for said in spoken for c in known.by_name(said)] if known is not None else []
    hills = {formula.hill for formula in found}
    found += [Formula.parse(compound.formula) for compound in recorded if compound.formula not in hills]
    for language in ordered:
        found = found or read_ion(normalise(name, language), language)
    return tuple(dict.fromkeys(found))[:MAX_SUBSTANCES]
