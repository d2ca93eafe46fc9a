"""What a Lewis question costs: formulas of a game, growth to 200 atoms, skeletons beside RDKit's own."""

from __future__ import annotations

from functools import partial
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from rdkit import Chem, rdBase
from rdkit.Chem import rdDetermineBonds

from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import Skeleton, formula_structure, octet_structure
from benchmarks.harness import size

if TYPE_CHECKING:
    from collections.abc import Callable

# Small inorganic, organic and impossible ones, as they come up at the table; the largest has 30 atoms.
FORMULAS = """
H2O NH3 CH4 CO CO2 N2O SO2 SO3 HCN COCl2 NCl3 OF2 PCl3 SiCl4 CH2O N2H4 HNO3 H2SO4 H3PO4 HClO4 C2H2 C2H4
C2H6O C2H4O2 CH3NO2 C2H6OS C3H6O C4H10 C6H6 C6H5Cl C7H8 C8H8O2 C9H8O4 C10H8 C6H12O6 C8H10N4O2 C10H20
C9H20O N2O4 N2O5 P4O10 S4N4 B3N3H6 BCl3 NO NO2 SF6 PCl5 BF3 B2H6 XeF4 XeO3 O3 CH5 CH2N2 C3O2
""".split()  # noqa: SIM905 - a page of quotes would say less
SKELETONS = {
    "benzene": "c1ccccc1",
    "glucose": "OCC1OC(O)C(O)C(O)C1O",
    "testosterone (49 atoms)": "CC12CCC3C(C1CCC2O)CCC4=CC(=O)CCC34C",
    "beta-carotene half (60 atoms)": "CC1=C(C(CCC1)(C)C)C=CC(C)=CC=CC(C)=CC=CC=C(C)C=O",
}
GROWTH = (25, 50, 100, 200)
REPEATS, SOME, FEW = size(200, quick=2), size(20, quick=1), size(10, quick=1)


def rows() -> list[tuple[str, str]]:
    return [*_formulas(), *_growth(), *_skeletons()]


def _seconds(question: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        started = perf_counter()
        question()
        times.append(perf_counter() - started)
    return median(times)


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs"


def _formulas() -> list[tuple[str, str]]:
    formulas = [Formula.parse(text) for text in FORMULAS]
    any_structure = [_seconds(partial(formula_structure, f, centre=False), SOME) for f in formulas]
    with_centre = [_seconds(partial(formula_structure, f, centre=True), SOME) for f in formulas]
    return [
        (f"formula question with witness, median of {len(formulas)}", _micro(median(any_structure))),
        ("formula question with witness, slowest", _micro(max(any_structure))),
        ("formula question with a centre atom, median", _micro(median(with_centre))),
        ("formula question with a centre atom, slowest", _micro(max(with_centre))),
    ]


def _growth() -> list[tuple[str, str]]:
    """Carbon chains with many multiple bonds and oxygens: the largest number of things to place."""
    answers = []
    before = 0.0
    for atoms in GROWTH:
        oxygens = atoms // 5
        formula = Formula.of({"C": atoms - oxygens - 2 * (atoms // 5), "O": oxygens, "H": 2 * (atoms // 5)})
        witness = formula_structure(formula, centre=False)
        skeleton = getattr(witness, "skeleton", None)
        assert skeleton
        formula_time = _seconds(partial(formula_structure, formula, centre=False), SOME)
        skeleton_time = _seconds(partial(octet_structure, skeleton), FEW)
        growth = f", {formula_time / before:.1f} times that of half the size" if before else ""
        answers.append(
            (
                f"formula / skeleton of {atoms} atoms",
                f"{_micro(formula_time)} / {_micro(skeleton_time)}{growth}",
            )
        )
        before = formula_time
    return answers


def _rdkit_orders(bare: Chem.Mol) -> None:
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


def _skeletons() -> list[tuple[str, str]]:
    answers = []
    for name, smiles in SKELETONS.items():
        skeleton = Skeleton.from_smiles(smiles)
        bare = _bare(skeleton)
        ours = _seconds(partial(octet_structure, skeleton))
        with rdBase.BlockLogs():
            theirs = _seconds(partial(_rdkit_orders, bare))
        answers.append(
            (
                f"skeleton question, {name}",
                f"{_micro(ours)} ({ours / theirs:.1f} times RDKit DetermineBondOrders, {_micro(theirs)})",
            )
        )
    return answers
