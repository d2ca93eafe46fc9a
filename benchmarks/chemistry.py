"""Chemistry: names, Lewis structures, formulas and charges, beside peers that answer the same."""

from __future__ import annotations

import csv
import random
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rdkit import Chem, rdBase
from rdkit.Chem import rdDetermineBonds

from adjudicator import Formula, load_ruleset
from adjudicator.chem.lewis import Skeleton, formula_structure, octet_structure
from adjudicator.chem.naming import check, names
from adjudicator.reference.table.reading import CompoundTable
from benchmarks import workload
from benchmarks.harness import (
    Contender,
    Row,
    against,
    forget_everything,
    micro,
    peer,
    race,
    ratio_of,
    size,
    spread,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PAIRS = Path(__file__).parents[1] / "fixtures" / "naming" / "pairs.csv"
SKELETONS = {
    "benzene": "c1ccccc1",
    "testosterone (49 atoms)": "CC12CCC3C(C1CCC2O)CCC4=CC(=O)CCC34C",
    "beta-carotene half (60 atoms)": "CC1=C(C(CCC1)(C)C)C=CC(C)=CC=CC(C)=CC=CC=C(C)C=O",
}
GROWTH = (50, 100, 200)
COMPOSITIONS = 250
SMACT, PYMATGEN = "smact, smact_validity: yes or no", "pymatgen, oxi_state_guesses: the numbers"


def rows() -> list[Row]:
    return [*naming(), *lewis(), *growth(), *skeletons(), *table(), *parsing(), *neutrality()]


def naming() -> list[Row]:
    lines = PAIRS.read_text(encoding="utf-8").splitlines()
    pairs = [(row["formula"], row["name"]) for row in csv.DictReader(x for x in lines if x[0] != "#")]
    formulas = sorted({formula for formula, _ in pairs})
    for pair in pairs:
        check(*pair)
    asked = Contender(lambda pair: check(*pair), pairs)
    times = race({"again": asked, "first": Contender(names, formulas, forget_everything())})
    return [
        Row(f"a name checked, {len(pairs)} hand-checked pairs", spread(times["again"])),
        Row(f"names of {len(formulas)} formulas, every cache empty", spread(times["first"])),
    ]


def lewis() -> list[Row]:
    formulas = [Formula.parse(text) for text in workload.LEWIS]
    judge = load_ruleset("compoundit:complex-lewis").judge
    for formula in formulas:
        judge(formula)  # this loads RDKit and the table
    times = race(
        {
            "a structure for a formula": Contender(partial(formula_structure, centre=False), formulas),
            "  with a centre atom": Contender(partial(formula_structure, centre=True), formulas),
            "a Lewis ruling, formulas of up to 30 atoms": Contender(judge, formulas, judge),
            "  at first sight, every cache empty": Contender(judge, formulas, forget_everything()),
        },
        rounds=5,
    )
    return [Row(label, spread(taken)) for label, taken in times.items()]


def growth() -> list[Row]:
    """Carbon chains with many multiple bonds and oxygens: the largest number of things to place."""
    found, before = [], 0.0
    for atoms in GROWTH:
        fifth = atoms // 5
        formula = Formula.of({"C": atoms - 3 * fifth, "O": fifth, "H": 2 * fifth})
        ask = Contender(partial(formula_structure, centre=False), [formula], forget_everything())
        now = race({"": ask}, rounds=20)[""][0]
        grown = now / before if before else None
        shown = f"{micro(now)}, {ratio_of(grown)} of half the size" if grown else micro(now)
        found.append(Row(f"a structure of {atoms} atoms", shown, grown))
        before = now
    return found


def skeletons() -> list[Row]:
    found = []
    for name, smiles in SKELETONS.items():
        skeleton = Skeleton.from_smiles(smiles)
        with rdBase.BlockLogs():
            times = race(
                {
                    "ours": Contender(octet_structure, [skeleton]),
                    "rdkit": Contender(_rdkit, [_bare(skeleton)]),
                },
                rounds=200,
            )
        share = times["ours"][0] / times["rdkit"][0]
        shown = f"{micro(times['ours'][0])}, {ratio_of(share)} RDKit DetermineBondOrders"
        found.append(Row(f"bonds of a skeleton, {name}", shown, share))
    return found


def _rdkit(bare: Chem.Mol) -> None:
    rdDetermineBonds.DetermineBondOrders(Chem.Mol(bare), charge=0, embedChiral=False)


def _bare(skeleton: Skeleton) -> Chem.Mol:
    """The same atoms and bonds for RDKit, without bond orders and charges."""
    building = Chem.RWMol()
    for symbol in skeleton.symbols:
        atom = Chem.Atom(symbol)
        atom.SetNoImplicit(True)
        building.AddAtom(atom)
    for i, j in skeleton.bonds:
        building.AddBond(i, j, Chem.BondType.SINGLE)
    building.UpdatePropertyCache(strict=False)
    return building.GetMol()


def table() -> list[Row]:
    started = perf_counter()
    opened = CompoundTable.open()
    took = (perf_counter() - started) * 1e6
    hills = list(dict.fromkeys(opened.formulas()))[:: size(7, quick=2000)]
    times = race({"": Contender(opened.by_formula, hills)}, rounds=1)[""]
    return [
        Row("the table opened", micro(took)),
        Row(f"a look into it, {len(hills)} formulas", spread(times)),
    ]


# --- peers --------------------------------------------------------------------------------------------------

# How each peer reads a formula, and how to get the counts that it found.
Reader = tuple["Callable[[str], Any]", "Callable[[Any], Mapping[str, float]]"]


def parsing() -> list[Row]:
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
        Row(f"a formula read, {len(formulas)} such as {formulas[0]}", spread(times["ours"])),
        *(against(name, times, "ours") for name in (*readers, repeated)),
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


def neutrality() -> list[Row]:
    """Our whole verdict compared with a peer's yes or no, on the same compositions."""
    judge = load_ruleset("compoundit:standard").judge
    near = workload.compounds(random.Random(workload.SEED))
    compositions = list(dict.fromkeys(Formula.of_tiles(run) for run in islice(near, 4 * COMPOSITIONS)))
    del compositions[COMPOSITIONS:]
    contenders = {
        "ours": Contender(judge, compositions, before=judge),
        "at first sight": Contender(judge, compositions, before=forget_everything()),
    }
    pymatgen, smact = peer("pymatgen.core"), peer("smact.screening")
    if pymatgen:
        theirs = [pymatgen.Composition(dict(formula.atoms)) for formula in compositions]
        contenders[PYMATGEN] = Contender(lambda composition: composition.oxi_state_guesses(), theirs)
        if smact:
            contenders[SMACT] = Contender(smact.smact_validity, theirs)
    times = race(contenders, rounds=5)
    return [
        Row(f"a ruling on a composition, {len(compositions)} of 2 to 12 atoms", spread(times["ours"])),
        Row("  at first sight, every cache empty", spread(times["at first sight"])),
        *(against(label, times, ours) for label in (SMACT, PYMATGEN) for ours in ("ours", "at first sight")),
    ]
