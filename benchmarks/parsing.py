"""Reading formulas: the time that we and peers take for the same formulas, in the same run."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from adjudicator import Formula
from benchmarks import workload
from benchmarks.harness import NOT_INSTALLED, Contender, against, micro, peer, race

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.harness import Row

# How each peer reads a formula, and how to get the counts that it found.
Reader = tuple["Callable[[str], Any]", "Callable[[Any], Mapping[str, float]]"]


def rows() -> list[Row]:
    formulas = workload.formulas()
    readers = {
        "smact, parse_formula": _smact(),
        "pymatgen, Composition": _pymatgen(),
        "molmass, Formula": _molmass(),
        "chempy, formula_to_composition": _chempy(),
    }
    contenders = {"ours": Contender(Formula.parse, formulas)}
    for name, reader in readers.items():
        if reader:
            _check(name, reader, formulas)
            contenders[name] = Contender(reader[0], formulas)
    repeated = "pymatgen, Composition, from its cache"
    if pymatgen := readers["pymatgen, Composition"]:
        contenders[repeated] = Contender(pymatgen[0], formulas, before=pymatgen[0])
    times = race(contenders)
    return [
        ("the formulas", f"{len(formulas)} different ones, such as {', '.join(formulas[:4])}"),
        ("ours, Formula.parse", f"median {micro(statistics.median(times['ours']))}"),
        *(
            (name, against(times[name], times["ours"]) if name in times else NOT_INSTALLED)
            for name in (*readers, repeated)
        ),
    ]


def _check(name: str, reader: Reader, formulas: list[str]) -> None:
    """A race between readers is fair only if all of them read the same thing."""
    read, counts = reader
    for formula in formulas:
        theirs, ours = dict(counts(read(formula))), dict(Formula.parse(formula).atoms)
        if theirs != ours:
            raise AssertionError(f"{name} reads {formula} as {theirs}, we as {ours}")


def _smact() -> Reader | None:
    found = peer("smact.utils.composition")
    return found and (found.parse_formula, lambda counts: counts)


def _pymatgen() -> Reader | None:
    found = peer("pymatgen.core")
    return found and (found.Composition, lambda composition: composition.as_dict())


def _molmass() -> Reader | None:
    """`atoms` is the least work that makes molmass read its text: its Formula is lazy."""
    found = peer("molmass")
    if found is None:
        return None
    made = found.Formula
    return (
        lambda text: (text, made(text).atoms),
        lambda read: {symbol: item.count for symbol, item in made(read[0]).composition().items()},
    )


def _chempy() -> Reader | None:
    found, table = peer("chempy.util.parsing"), peer("chempy.util.periodic")
    if found is None or table is None:
        return None
    return (
        found.formula_to_composition,
        lambda counts: {table.symbols[number - 1]: n for number, n in counts.items()},
    )
