"""Acids: hydro...ic for the hydrogen compounds of -ide ions, -ic for -ate, -ous for -ite."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.data import knowledge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.naming.data import Anion


def acid_name(anion: Anion) -> str | None:
    """Sulfate -> sulfuric acid, nitrite -> nitrous acid, chloride -> hydrochloric acid; or None."""
    if anion.acid is not None:
        return anion.acid or None
    name = anion.name
    if name.endswith("ate"):
        return f"{_stem(name[:-3])}ic acid"
    if name.endswith("ite"):
        return f"{_stem(name[:-3])}ous acid"
    if name.endswith("ide") and (anion.formula in knowledge().gases):
        return f"hydro{_stem(name[:-3])}ic acid"
    return None


def _stem(stem: str) -> str:
    for ion, acid in knowledge().acid_stems.items():
        if stem.endswith(ion):
            return stem[: -len(ion)] + acid
    return stem


def acid_formula(anion: Anion) -> Formula:
    counts = dict(anion.atoms)
    counts["H"] = counts.get("H", 0) - anion.charge
    return Formula.of(counts)


@cache
def acids() -> dict[Formula, tuple[tuple[str, Anion], ...]]:
    """The acid of every anion that has one, by composition."""
    found: dict[Formula, tuple[tuple[str, Anion], ...]] = {}
    for anion in knowledge().anions:
        name = acid_name(anion)
        if name:
            formula = acid_formula(anion)
            found[formula] = (*found.get(formula, ()), (name, anion))
    return found


def acid_names(formula: Formula, of: Anion | None = None) -> Iterator[str]:
    """Sulfuric acid, then hydrogen sulfate; the gases the other way round: hydrogen chloride first.

    `of`: the acid of this ion alone, where several have acids of one composition.
    """
    for name, anion in acids().get(formula, ()):
        if of is not None and anion is not of:
            continue
        as_hydrogen = f"hydrogen {anion.name}"
        both = (as_hydrogen, name) if anion.formula in knowledge().gases else (name, as_hydrogen)
        yield from both
        for synonym in anion.synonyms:
            yield _acid_by_suffix(synonym)
            yield f"hydrogen {synonym}"


def _acid_by_suffix(name: str) -> str:
    """sulfate(VI) gives sulfuric(VI) acid."""
    plain, bracket, number = name.partition("(")
    if plain.endswith("ate"):
        return f"{_stem(plain[:-3])}ic{bracket}{number} acid"
    return f"{_stem(plain[:-3])}ous acid" if plain.endswith("ite") else f"hydrogen {name}"
