"""Molecules of nonmetals by rule: Greek prefixes and elisions, hydrogen compounds, methanes with halogens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.naming.data import GREEK, knowledge
from adjudicator.chem.naming.salts import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula import Formula

HALO = {"F": "fluoro", "Cl": "chloro", "Br": "bromo", "I": "iodo"}
ACID_MAKERS = frozenset({"F", "Cl", "Br", "I", "At", "S", "Se", "Te", "O"})


def molecular_names(formula: Formula) -> Iterator[str]:
    if any(ELEMENTS[symbol].metal for symbol, _ in formula.atoms):
        return
    if len(formula.atoms) == 2:
        yield from _binary(formula)
    yield from _halomethane(formula)


def _binary(formula: Formula) -> Iterator[str]:
    """The less electronegative element first: dinitrogen pentoxide, carbon monoxide, boron trichloride."""
    (first, n), (second, m) = sorted(formula.atoms, key=lambda pair: WRITING_ORDER[pair[0]])
    root = knowledge().roots.get(second)
    if root is None or second == "H":
        return
    anion = knowledge().anion(root + "ide")
    plain_hydrogen = first == "H" and second in ACID_MAKERS and n == -m * anion.charge
    if plain_hydrogen:
        yield f"hydrogen {anion.name}"
    mono = not plain_hydrogen or second == "O"
    yield f"{counted(ELEMENTS[first].name, n)} {counted(anion.name, m, mono=mono)}"


def _halomethane(formula: Formula) -> Iterator[str]:
    """CCl2F2: dichlorodifluoromethane; the halogens by their names, hydrogen unsaid."""
    counts = dict(formula.atoms)
    if counts.get("C") != 1 or not set(counts) <= {"C", "H", *HALO} or sum(counts.values()) != 5:
        return
    halogens = sorted((HALO[s], n) for s, n in counts.items() if s in HALO)
    if halogens:
        yield "".join(f"{GREEK[n] if n > 1 else ''}{name}" for name, n in halogens) + "methane"
        if "H" not in counts and len(halogens) > 1:
            roots = sorted((knowledge().roots[s] + "ide", n) for s, n in counts.items() if s in HALO)
            yield "carbon " + " ".join(counted(root, n) for root, n in roots)
