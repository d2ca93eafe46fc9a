"""Molecules of nonmetals by rule: Greek prefixes and elisions, hydrogen compounds, methanes with halogens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.naming.knowledge.data import GREEK, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula import Formula

HALOGENS = ("F", "Cl", "Br", "I")
ACID_MAKERS = frozenset({"F", "Cl", "Br", "I", "At", "S", "Se", "Te", "O"})


def molecular_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    if any(ELEMENTS[symbol].metal for symbol, _ in formula.atoms):
        return
    if len(formula.atoms) == 2:
        yield from _binary(formula, language)
    yield from _halomethane(formula, language)


def _binary(formula: Formula, language: str) -> Iterator[str]:
    """The less electronegative element first: dinitrogen pentoxide, carbon monoxide, boron trichloride."""
    (first, n), (second, m) = sorted(formula.atoms, key=lambda pair: WRITING_ORDER[pair[0]])
    ide, words = knowledge().ides.get(second), vocabulary(language)
    if ide is None or second == "H" or (first == "C" and n > 1 and second in HALOGENS):
        return  # C2Cl4 has a structure
    anion = knowledge().anion(ide)
    plain_hydrogen = first == "H" and second in ACID_MAKERS and n == -m * anion.charge
    if plain_hydrogen and not (second == "O" and words.joined):  # Wasserstoffoxid, in German
        yield words.phrase("with_hydrogen", anion=words.ide(second))
    mono = not plain_hydrogen or second == "O"
    counted = words.counted(words.elements[first], n), words.counted(words.ide(second), m, mono=mono)
    yield words.salt(counted[:1], counted[1:])


def _halomethane(formula: Formula, language: str) -> Iterator[str]:
    """CCl2F2: dichlorodifluoromethane; the halogens by their names, hydrogen unsaid."""
    counts, words = dict(formula.atoms), vocabulary(language)
    if counts.get("C") != 1 or not set(counts) <= {"C", "H", *HALOGENS} or sum(counts.values()) != 5:
        return
    halogens = sorted((words.halogens[s], n) for s, n in counts.items() if s in HALOGENS)
    if halogens:
        around = "".join(f"{GREEK[n] if n > 1 else ''}{name}" for name, n in halogens)
        yield words.begun(around + words.phrases["methane"])
        if "H" not in counts and len(halogens) > 1:
            ides = sorted((words.ide(s), n) for s, n in counts.items() if s in HALOGENS)
            yield words.salt([words.elements["C"]], [words.counted(ide, n) for ide, n in ides])
