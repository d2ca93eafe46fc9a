"""Acids: the hydrogen compounds of the anions that have one, named by rule or as the language has them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.naming.knowledge.data import Anion


def acid_formula(anion: Anion) -> Formula:
    counts = dict(anion.atoms)
    counts["H"] = counts.get("H", 0) - anion.charge
    return Formula.of(counts)


@cache
def acids() -> dict[Formula, tuple[Anion, ...]]:
    """The anions whose acid has the composition."""
    found: dict[Formula, tuple[Anion, ...]] = {}
    for anion in knowledge().anions:
        if anion.has_acid:
            formula = acid_formula(anion)
            found[formula] = (*found.get(formula, ()), anion)
    return found


def acid_names(formula: Formula, of: Anion | None = None, language: str = ENGLISH) -> Iterator[str]:
    """Sulfuric acid, then hydrogen sulfate; the gases the other way round: hydrogen chloride first.

    `of`: the acid of this ion alone, where several have acids of one composition.
    """
    words = vocabulary(language)
    for anion in acids().get(formula, ()):
        if of is not None and anion is not of:
            continue
        name, *synonyms = words.anion(anion)
        as_hydrogen = words.phrase("with_hydrogen", anion=name)
        if anion.formula in knowledge().gases:
            yield from words.gases.get(anion.formula, (as_hydrogen,))
            yield from words.acid(anion)
            yield as_hydrogen
        else:
            yield from words.acid(anion)
            yield from (
                [] if has_hydrogen_ion(anion) or {"C", "H"} <= dict(anion.atoms).keys() else [as_hydrogen]
            )
        for synonym in synonyms:
            yield from filter(None, [synonym in words.written(anion) and words.acid_by_ending(synonym)])


def has_hydrogen_ion(anion: Anion) -> bool:
    """Whether an ion that keeps one hydrogen of the acid has that name: hydrogen sulfate is HSO4^-.

    Hydrogen sulfide is the gas all the same, and hydrogen hexafluorosilicate a usual name of the acid.
    """
    oxoanion = dict(anion.atoms).get("O", 0) and not anion.formula.startswith("O")
    return bool(oxoanion) and anion.has_acid and anion.charge < -1


@cache
def hydrogen_ions(language: str = ENGLISH) -> frozenset[str]:
    """The keys of names that look like those of a gas and are its ion's: Hydrogensulfid is HS^-.

    In a language that has a word of its own for the gas, Schwefelwasserstoff; hydrogen sulfide is both.
    """
    words = vocabulary(language)
    gases = [anion for anion in knowledge().anions if anion.formula in words.gases]
    as_gas = {
        normalise(words.phrase("with_hydrogen", anion=words.anion(anion)[0]), language) for anion in gases
    }
    return frozenset(
        as_gas & {normalise(name, language) for names in words.anions.values() for name in names}
    )


def is_written_acid(formula: Formula) -> bool:
    """Whether the text is how an acid is written: H2CO3 is carbonic acid and none of its isomers."""
    found = acids().get(formula, ())
    return any(formula.text == f"{write_unit('H', -ion.charge)}{ion.formula}" for ion in found)


def own_acid_names(formula: Formula, language: str = ENGLISH) -> set[str]:
    """Those that no rule for salts reads: sulfuric acid, not hydrogen sulfate."""
    words = vocabulary(language)
    by_rule = {
        words.phrase("with_hydrogen", anion=name)
        for anion in acids().get(formula, ())
        for name in words.anion(anion)
    }
    return set(acid_names(formula, language=language)) - by_rule
