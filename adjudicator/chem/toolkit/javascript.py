"""The adapter for RDKit.js, the same RDKit compiled for browsers: texts in, texts out (rdkit.mjs)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.toolkit.port import Bonded, Drawn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.toolkit.port import Charged, Point

SYMBOLS = {element.number: symbol for symbol, element in ELEMENTS.items()}
DUMMY = "*"
HEAD = {
    "rdkitjson": {"version": 12},
    "defaults": {
        "atom": {"z": 6, "impHs": 0, "chg": 0, "nRad": 0, "isotope": 0, "stereo": "unspecified"},
        "bond": {"bo": 1, "stereo": "unspecified"},
    },
}


class Texts(Protocol):
    """rdkit.mjs, wherever it runs."""

    version: str

    def read(self, smiles: str, checked: bool) -> str | None: ...
    def write(self, graph: str, skeleton: bool) -> str | None: ...
    def layOut(self, graph: str, coordgen: bool) -> str | None: ...  # noqa: N802 - its name in JavaScript


class JavaScriptToolkit:
    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.version = str(texts.version)

    def read(self, smiles: str) -> Bonded | None:
        found = self._read(smiles, checked=False)
        if found is None:
            return None
        bonds = tuple((bond["atoms"][0], bond["atoms"][1]) for bond in found.get("bonds", ()))
        return Bonded(_symbols(found), _hydrogens(found), bonds)

    def read_checked(self, smiles: str) -> Drawn | None:
        molecule = self._read(smiles, checked=True)
        if molecule is None:
            return None
        more: dict[str, Any] = next(
            (one for one in molecule["extensions"] if one["name"] == "rdkitRepresentation"), {}
        )
        aromatic = set(more.get("aromaticBonds", ()))
        return Drawn(
            _symbols(molecule),
            _hydrogens(molecule),
            tuple(
                (bond["atoms"][0], bond["atoms"][1], 0 if number in aromatic else bond.get("bo", 1))
                for number, bond in enumerate(molecule.get("bonds", ()))
            ),
            frozenset(more.get("aromaticAtoms", ())),
            tuple(tuple(ring) for ring in more.get("atomRings", ())),
        )

    def write_skeleton(self, skeleton: Bonded) -> str:
        bonds = [(i, j, 1) for i, j in skeleton.bonds]
        nothing = [0] * len(skeleton.symbols)
        graph = _graph(skeleton.symbols, skeleton.hydrogens, bonds, nothing, nothing)
        return _sure(self._texts.write(graph, True), graph)

    def write_structure(self, structure: Charged) -> str:
        graph = _charged(structure)
        return _sure(self._texts.write(graph, False), graph)

    def lay_out(self, structure: Charged) -> list[list[Point]]:
        graph = _charged(structure)
        return [
            [(x, y) for x, y, *_ in json.loads(_sure(self._texts.layOut(graph, coordgen), graph))]
            for coordgen in (False, True)
        ]

    def _read(self, smiles: str, *, checked: bool) -> dict[str, Any] | None:
        words = smiles.split(maxsplit=1)  # what follows a SMILES is a remark
        if not words or words[0].startswith("{"):
            return None  # RDKit.js would take it for its own JSON
        text = self._texts.read(words[0], checked)
        return None if text is None else dict(json.loads(text)["molecules"][0])


def _symbols(found: dict[str, Any]) -> tuple[str, ...]:
    return tuple(SYMBOLS.get(atom.get("z", 6), DUMMY) for atom in found["atoms"])


def _hydrogens(found: dict[str, Any]) -> tuple[int, ...]:
    return tuple(atom.get("impHs", 0) for atom in found["atoms"])


def _charged(structure: Charged) -> str:
    return _graph(
        structure.symbols, structure.hydrogens, structure.bonds, structure.charges, structure.unpaired
    )


def _graph(
    symbols: Sequence[str],
    hydrogens: Sequence[int],
    bonds: Sequence[tuple[int, int, int]],
    charges: Sequence[int],
    unpaired: Sequence[int],
) -> str:
    atoms = [
        {"z": ELEMENTS[symbol].number, "impHs": count, "chg": charge, "nRad": odd}
        for symbol, count, charge, odd in zip(symbols, hydrogens, charges, unpaired, strict=True)
    ]
    joined = [{"bo": order, "atoms": [i, j]} for i, j, order in bonds]
    return json.dumps({**HEAD, "molecules": [{"atoms": atoms, "bonds": joined}]}, separators=(",", ":"))


def _sure(text: str | None, graph: str) -> str:
    if text is None:
        raise RuntimeError(f"RDKit.js refuses {graph}")
    return text
