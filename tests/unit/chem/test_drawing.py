"""Drawings: complete, deterministic, limited in size, and never longer than their time."""

from __future__ import annotations

import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from math import hypot
from types import SimpleNamespace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from adjudicator.chem.drawing import DrawingError, draw, drawing, stop_workers
from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import LewisStructure, formula_structure
from adjudicator.reference.table.reading import CompoundTable
from tests.support.drawing_twin import touching
from tests.support.sampling import more_at_night

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SVG = "{http://www.w3.org/2000/svg}"
PATIENT = 60.0  # a loaded machine may take long to start the first process

CROWDED = """
[C-]#[O+] N#[N+][O-] O=S(=O)=O OS(=O)(=O)O O=S=O O[N+](=O)[O-] OCl(=O)(=O)=O OP(O)(O)=O C=[N+]=[N-]
O=[N+]([O-])[N+](=O)[O-] O=P12OP3(=O)OP(=O)(O1)OP(=O)(O3)O2 O=[N+]([O-])Cl O=S(Cl)Cl N=[N+]=[N-] C[N+](=O)[O-]
""".split()

EXAMPLES = {  # SMILES: (atoms, lines of bonds, lone pairs, charges)
    "O": (3, 2, 2, []),
    "N": (4, 3, 1, []),
    "O=C=O": (3, 4, 4, []),
    "O=S=O": (3, 3, 6, ["+", "−"]),
    "ON(=O)=O": (5, 5, 7, ["+", "−"]),
    "OCl(=O)(=O)=O": (6, 5, 11, ["3+", "−", "−", "−"]),
    "[C]=O": (2, 3, 2, ["+", "−"]),
    "c1ccccc1": (12, 15, 0, []),
    "CS(C)=O": (10, 9, 4, ["+", "−"]),
    "OCC1OC(O)C(O)C(O)C1O": (24, 24, 12, []),
}


@pytest.fixture(autouse=True, scope="module")
def _end_of_workers() -> Iterator[None]:
    yield
    stop_workers()


def symbols_and_charges(svg: str) -> tuple[list[tuple[str, float, float]], list[str]]:
    texts = ET.fromstring(svg).iter(f"{SVG}text")
    atoms, charges = [], []
    for text in texts:
        value = text.text or ""
        if value[-1] in "+−":
            charges.append(value)
        else:
            atoms.append((value, float(text.get("x", "")), float(text.get("y", ""))))
    return atoms, sorted(charges)


@pytest.mark.parametrize("smiles", EXAMPLES)
def test_every_atom_bond_lone_pair_and_charge_is_drawn(smiles: str) -> None:
    svg = draw(smiles, timeout=PATIENT)
    atoms, charges = symbols_and_charges(svg)
    lines = svg.count("<path ")
    pairs = svg.count("<circle ") / 2
    assert (len(atoms), lines, pairs, charges) == EXAMPLES[smiles]


RADICALS_AND_IONS = {  # SMILES: (atoms, lines of bonds, dots, charges)
    "[N]=O": (2, 2, 7, []),
    "[O-][N+]=O": (3, 3, 11, ["+", "−"]),
    "[O-][Cl+][O]": (3, 2, 15, ["2+", "−", "−"]),
    "[O-][O]": (2, 1, 11, ["−"]),
    "N#N": (2, 3, 4, []),
    "[O-][O+]=O": (3, 3, 12, ["+", "−"]),
    "[HH]": (2, 1, 0, []),
    "P12P3P1P23": (4, 6, 8, []),
    "[NH4+]": (5, 4, 0, ["+"]),
    "[O-][N+](=O)[O-]": (4, 4, 16, ["+", "−", "−"]),
    "[O-][O-]": (2, 1, 12, ["−", "−"]),
    "[O-]S(=O)(=O)[O-]": (5, 4, 24, ["2+", "−", "−", "−", "−"]),
    "[C-]#N": (2, 3, 4, ["−"]),
}


@pytest.mark.parametrize("smiles", RADICALS_AND_IONS)
def test_elements_ions_and_radicals_are_drawn_with_all_their_electrons(smiles: str) -> None:
    svg = draw(smiles, timeout=PATIENT)
    atoms, charges = symbols_and_charges(svg)
    assert (len(atoms), svg.count("<path "), svg.count("<circle "), charges) == RADICALS_AND_IONS[smiles]
    assert not touching(svg)


@pytest.mark.parametrize("smiles", [*EXAMPLES, "CC(C)CCCC(C)C1CCC2C1(CCC3C2CC=C4C3(CCC(C4)O)C)C", "C" * 40])
def test_atoms_stand_apart_and_inside_the_picture(smiles: str) -> None:
    svg = draw(smiles, timeout=PATIENT)
    atoms, _ = symbols_and_charges(svg)
    _, _, width, height = map(float, (ET.fromstring(svg).get("viewBox") or "").split())
    for k, (_, x, y) in enumerate(atoms):
        assert 10 < x < width - 10
        assert 10 < y < height - 10
        for _, u, v in atoms[:k]:
            assert hypot(x - u, y - v) > 18


def test_dots_keep_clear_of_symbols() -> None:
    svg = draw("OCC1OC(O)C(O)C(O)C1O", timeout=PATIENT)
    atoms, _ = symbols_and_charges(svg)
    for dot in ET.fromstring(svg).iter(f"{SVG}circle"):
        x, y = float(dot.get("cx", "")), float(dot.get("cy", ""))
        assert min(hypot(x - u, y - (v - 7.2)) for _, u, v in atoms) > 9


def test_drawings_follow_the_colour_of_the_page_and_have_a_title() -> None:
    svg = draw("O=S=O", timeout=PATIENT)
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg)) == {"currentColor"}
    assert "<title>Lewis structure of SO2, O=[S+][O-]</title>" in svg
    assert 'role="img" aria-label="Lewis structure of SO2' in svg
    assert "prefers-color-scheme:dark" in svg


def test_same_input_same_bytes_from_any_process() -> None:
    first = draw("CC(=O)O", timeout=PATIENT)
    assert draw("CC(=O)O", timeout=PATIENT) == first
    stop_workers()
    assert draw("CC(=O)O", timeout=PATIENT) == first


def test_structures_of_a_formula_can_be_drawn() -> None:
    structure = formula_structure(Formula.parse("H2SO4"), centre=False)
    assert isinstance(structure, LewisStructure)
    atoms, charges = symbols_and_charges(draw(structure, timeout=PATIENT))
    assert sorted(symbol for symbol, _, _ in atoms) == ["H", "H", "O", "O", "O", "O", "S"]
    assert charges == ["2+", "−", "−"]


@pytest.mark.parametrize(
    ("smiles", "code", "reason"),
    [
        ("FB(F)F", "no_octet_structure", "incomplete_octet"),
        ("FS(F)(F)(F)(F)F", "no_octet_structure", "hypervalent"),
        ("[He]", "no_octet_structure", "one_atom"),
        ("[H]", "no_octet_structure", "one_atom"),
        ("F[S](F)(F)(F)F", "no_octet_structure", "odd_electrons"),
        ("[Na]Cl", "no_octet_structure", "has_metal"),
        ("O.O", "no_octet_structure", "not_connected"),
        ("this is no smiles", "bad_structure", "bad_structure"),
        ("", "bad_structure", "bad_structure"),
        ("C" * 67, "too_large", None),
        ("C" * 5000, "too_large", None),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_code(smiles: str, code: str, reason: str | None) -> None:
    with pytest.raises(DrawingError) as refusal:
        draw(smiles, timeout=PATIENT)
    assert refusal.value.code == code
    assert refusal.value.details.get("reason") == reason


def test_structures_past_200_atoms_are_refused_at_once() -> None:
    huge = LewisStructure(("C",) * 201, (), (0,) * 201, None)
    with pytest.raises(DrawingError, match="201 atoms") as refusal:
        draw(huge)
    assert refusal.value.code == "too_large"


def test_the_worker_is_kept_for_a_second_drawing() -> None:
    draw("O", timeout=PATIENT)
    [worker] = drawing._workers.idle
    draw("N", timeout=PATIENT)
    assert drawing._workers.idle == [worker]


def test_threads_share_a_few_workers() -> None:
    with ThreadPoolExecutor(8) as pool:
        drawings = list(pool.map(lambda n: draw("C" * n, timeout=PATIENT), [1, 2, 3, 4] * 5))
    assert drawings[:4] == drawings[4:8] == drawings[16:]
    assert 1 <= len(drawing._workers.idle) <= drawing.MAX_WORKERS


def test_a_worker_past_its_time_is_killed_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_workers()
    started: list[drawing._Worker] = []

    class Watched(drawing._Worker):
        def __init__(self) -> None:
            super().__init__()
            started.append(self)

    monkeypatch.setattr(drawing, "_Worker", Watched)
    with monkeypatch.context() as stuck:
        stuck.setattr(drawing, "WORKER", ("-c", "print('ready', flush=True); import time; time.sleep(600)"))
        with pytest.raises(DrawingError) as refusal:
            draw("O", timeout=0.3)
    assert refusal.value.code == "drawing_timeout"
    assert started[0].process.returncode == -9
    with pytest.raises(ProcessLookupError):
        os.kill(started[0].process.pid, 0)
    assert drawing._workers.idle == []
    assert draw("O", timeout=PATIENT).startswith("<svg")


def test_what_loading_takes_is_not_charged_to_the_first_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_workers()
    late = 0.0

    class Slow(drawing._Worker):
        def begin(self) -> None:
            nonlocal late
            super().begin()
            late += 10 * PATIENT

    monkeypatch.setattr(drawing, "_Worker", Slow)
    monkeypatch.setattr(drawing, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + late))
    assert draw("O", timeout=PATIENT).startswith("<svg")
    assert late > PATIENT


def test_a_worker_that_never_begins_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_workers()
    with monkeypatch.context() as stuck:
        stuck.setattr(drawing, "START_SECONDS", 0.1)
        stuck.setattr(drawing, "WORKER", ("-c", "import time; time.sleep(600)"))
        with pytest.raises(DrawingError) as refusal:
            draw("O", timeout=PATIENT)
    assert refusal.value.code == "drawing_timeout"
    assert draw("O", timeout=PATIENT).startswith("<svg")


def test_a_worker_that_dies_is_reported_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    draw("O", timeout=PATIENT)
    drawing._workers.idle[-1].process.kill()
    drawing._workers.idle[-1].process.wait()
    with pytest.raises(DrawingError) as refusal:
        draw("O", timeout=PATIENT)
    assert refusal.value.code == "drawing_failed"
    assert draw("O", timeout=PATIENT).startswith("<svg")


def test_a_forked_process_starts_its_own_workers() -> None:
    draw("O", timeout=PATIENT)
    mine = [worker.process.pid for worker in drawing._workers.idle]
    child = os.fork()
    if not child:
        forgotten = drawing._workers.idle == []
        os._exit(0 if forgotten and draw("N", timeout=PATIENT).startswith("<svg") else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0
    assert draw("N", timeout=PATIENT).startswith("<svg")
    assert [worker.process.pid for worker in drawing._workers.idle] == mine


def test_iodine_does_not_look_like_a_bond() -> None:
    serifed = [
        text
        for text in ET.fromstring(draw("IN(I)I", timeout=PATIENT)).iter(f"{SVG}text")
        if text.get("font-family")
    ]
    assert [text.text for text in serifed] == ["I", "I", "I"]


@pytest.mark.parametrize("molecules", more_at_night(20, 300))
def test_no_mark_touches_a_bond_a_symbol_or_another_mark(molecules: int) -> None:
    """The ones that once went wrong, then every n-th molecule with a boiling point, including charged and small ones."""
    table = CompoundTable.open()
    formulas = table.formulas()
    sample = [table.by_formula(hill)[0].smiles for hill in formulas[:: len(formulas) // molecules]]
    touched: dict[str, list[str]] = {}
    drawn = 0
    for smiles in dict.fromkeys([*CROWDED, *sample]):
        try:
            svg = draw(smiles, timeout=PATIENT)
        except DrawingError as refusal:
            assert (refusal.code, smiles in CROWDED) == ("no_octet_structure", False)  # noqa: PT017 - SF6
            continue
        drawn += 1
        if faults := touching(svg):
            touched[smiles] = faults
    assert drawn >= molecules
    assert not touched


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda svg: re.sub(r'cx="[^"]*" cy="[^"]*"', 'cx="26" cy="26"', svg), "a dot touches"),
        (lambda svg: svg.replace('font-size="15"', 'font-size="60"'), "charge"),
        (lambda svg: re.sub(r'viewBox="[^"]*"', 'viewBox="0 0 30 30"', svg), "edge"),
    ],
)
def test_the_check_of_drawings_sees_faults(change: Callable[[str], str], fault: str) -> None:
    assert any(fault in found for found in touching(change(draw("O=S=O", timeout=PATIENT))))
