"""Names that no rule gives: everyday and mineral names, class names, elements and alloys."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS, METALS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.knowledge.added import added_names
from adjudicator.chem.naming.knowledge.data import GREEK, knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, folder_of, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

DIATOMIC = frozenset({"H", "N", "O", "F", "Cl", "Br", "I"})


@dataclass(frozen=True, slots=True)
class Common:
    names: dict[Formula, tuple[str, ...]]
    first: dict[Formula, tuple[str, ...]]  # given before any name by rule
    formulas: dict[str, tuple[Formula, ...]]  # by key of the name
    texts: dict[Formula, str]  # how the formula is written in the file
    written: dict[str, tuple[str, ...]]  # names by the formula as it is written: CH3OCH3, not C2H6O
    structures: dict[str, str]  # what a formula stands for that could be a composition: CH3NO2, (CH3)2SO4
    classes: dict[str, str]
    mixtures: frozenset[str]  # by key
    alloys: dict[frozenset[str], tuple[str, ...]]
    phases: dict[Formula, tuple[str, ...]]  # named without a number, or counted
    phase_keys: dict[str, tuple[Formula, ...]]
    loose: dict[Formula, frozenset[str]]  # keys of names of school that leave something out
    outdated: dict[Formula, frozenset[str]]  # keys of old names that say something else today


@cache
def common(language: str = ENGLISH) -> Common:
    plain = tomllib.loads((folder_of(language) / "common.toml").read_text(encoding="utf-8"))
    classes = {normalise(name, language): name for name in plain["classes"]}
    mixtures = frozenset(normalise(name, language) for name in plain["mixtures"])
    found = Common({}, {}, {}, {}, {}, {}, classes, mixtures, {}, {}, {}, {}, {})
    listed = [
        {"shown": group.get("shown", True), **row}
        for group in plain["sources"].values()
        for row in group["each"]
    ]
    for row in (*listed, *added_names()):
        formula = Formula.parse(row["formula"])
        if row.get("loose"):
            found.loose[formula] = frozenset(normalise(name, language) for name in row["names"])
            continue
        keys = [normalise(name, language) for name in row["names"]]
        if row.get("outdated"):
            found.outdated[formula] = frozenset(keys)
        for key in keys:
            known = found.formulas.get(key, ())
            found.formulas[key] = known if formula in known else (*known, formula)
        if not row.get("shown", True):
            continue  # brands are read, and never shown (C-NAME-SHOWN)
        group = found.first if row.get("first") else found.names
        group[formula] = (*group.get(formula, ()), *row["names"])
        elements = {symbol for symbol, _ in formula.atoms}
        if not {"C", "H"} <= elements or elements & METALS:  # CH3OCH3 would be one isomer of several
            found.texts.setdefault(formula, row["formula"])
        if "structure" in row:
            found.structures[row["formula"]] = row["structure"]
        found.written[row["formula"]] = (*found.written.get(row["formula"], ()), *row["names"])
    for formula, names in _phases(language):
        found.phases[formula] = names
        for key in [normalise(name, language) for name in names]:
            found.phase_keys[key] = (*found.phase_keys.get(key, ()), formula)
    for row in plain["alloy"]:
        found.alloys[frozenset(row["elements"])] = tuple(row["names"])
    return found


def _phases(language: str) -> Iterator[tuple[Formula, tuple[str, ...]]]:
    """Tungsten carbide, tungsten monocarbide; magnesium diboride, magnesium boride; trichromium dicarbide."""
    words = vocabulary(language)
    for text in knowledge().phases:
        formula = Formula.parse(text)
        (second, m), (first, n) = sorted(
            formula.atoms, key=lambda pair: pair[0] not in {"B", "C", "N", "Si", "P", "As"}
        )
        metal, ide = words.elements[first], words.ide(second)
        several = f"{GREEK[m] if m > 1 or n == 1 else ''}{ide}"
        counted = words.salt([f"{GREEK[n] if n > 1 else ''}{metal}"], [several])
        bare = words.salt([metal], [ide])
        boride = m > 1 and n == 1
        yield formula, (counted, bare) if boride else (bare,) if m == n == 1 else (bare, counted)


def alloy_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    elements, words = frozenset(symbol for symbol, _ in formula.atoms), vocabulary(language)
    yield from common(language).alloys.get(elements, ())
    if len(elements) > 1 and all(ELEMENTS[symbol].metal for symbol in elements):
        yield words.phrase("alloy", elements="-".join(sorted(words.element(symbol) for symbol in elements)))


@cache
def alloy_keys(language: str = ENGLISH) -> dict[str, frozenset[str]]:
    alloys = common(language).alloys
    return {normalise(name, language): elements for elements, names in alloys.items() for name in names}


def element_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    """Oxygen and dioxygen for O2; atomic oxygen for a single atom of what goes in pairs."""
    if len(formula.atoms) != 1 or formula.charge:
        return
    (symbol, count), words = formula.atoms[0], vocabulary(language)
    alone = count == 1 and symbol in DIATOMIC
    if alone:
        kind = "atomic_halogen" if ELEMENTS[symbol].group == 17 else "atomic"
        yield words.phrase(kind, element=words.element(symbol))
    if alone or symbol not in DIATOMIC or count == 2:
        yield words.element(symbol)
    if 1 < count < len(GREEK) or alone:
        yield words.begun(GREEK[count] + words.elements[symbol])


@cache
def elements_by_key(language: str = ENGLISH) -> dict[str, str]:
    """Every element by its name; a slip that looks like a name of its own counts as the element."""
    words = vocabulary(language)
    names = {normalise(name, language): symbol for symbol, name in words.elements.items()}
    return {**names, **words.slips}


def is_element_called(formula: Formula, symbol: str, count: int | None) -> bool:
    """Whether the bare or counted name of an element is right for this composition."""
    if formula.charge or len(formula.atoms) != 1 or formula.atoms[0][0] != symbol:
        return False
    given = formula.atoms[0][1]
    if count is not None:
        return given == count
    return given <= 2 if symbol in DIATOMIC else True
