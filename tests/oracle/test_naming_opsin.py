"""Our names read by an independent program: OPSIN turns them into structures, RDKit counts the atoms.

OPSIN is Java, started once per batch. Without Java the test is skipped, but not in CI.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
import warnings
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rdkit import Chem, rdBase

from adjudicator import Formula
from adjudicator.chem.naming import names
from tests.support.naming_sets import compoundit_legal, molecules, school_acids, school_salts
from tests.support.sampling import part_of_today

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EXCEPTIONS = Path("fixtures/naming/opsin.toml")
BATCH = 5000
AT_LEAST = 2000
PARTS = 8  # one part in every run, another each day; all of them nightly
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # it ends before much optimisation pays off


def read_by_opsin(batch: list[str], folder: Path) -> list[str]:
    from py2opsin import py2opsin

    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", SHORT_LIVED)
        warnings.simplefilter("ignore")  # it warns about every name that it cannot read
        found: list[str] = py2opsin(batch, tmp_fpath=str(folder / "names.txt"))
    return found


def composition(smiles: str) -> Formula:
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles, sanitize=False)
    mol.UpdatePropertyCache(strict=False)
    counts: Counter[str] = Counter()
    for atom in mol.GetAtoms():
        counts[atom.GetSymbol()] += 1
        counts["H"] += atom.GetTotalNumHs()
    return Formula.of(counts)


@dataclass(frozen=True)
class Reading:
    """Our names with their formulas, and OPSIN's structures for them."""

    ours: dict[str, Formula]
    smiles: dict[str, str]

    def misread(self) -> Iterator[str]:
        for name, smiles in self.smiles.items():
            if smiles and composition(smiles) != self.ours[name]:
                yield name


def our_names(formulas: Iterable[Formula]) -> dict[str, Formula]:
    found: dict[str, Formula] = {}
    for formula in formulas:
        for name in names(formula)[:1]:
            found.setdefault(name, formula)
    return found


def every_formula() -> list[Formula]:
    return [*compoundit_legal(), *school_salts(), *school_acids(), *molecules()]


def read(formulas: Iterable[Formula], folder: Path) -> Reading:
    if shutil.which("java") is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs a Java runtime for OPSIN")
        pytest.skip("OPSIN needs a Java runtime")
    ours = our_names(formulas)
    asked = list(ours)
    found: list[str] = []
    for start in range(0, len(asked), BATCH):
        found += read_by_opsin(asked[start : start + BATCH], folder)
    return Reading(ours, dict(zip(asked, found, strict=True)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    return read(every_formula(), tmp_path_factory.mktemp("opsin"))


@cache
def exceptions() -> tuple[tuple[str, re.Pattern[str]], ...]:
    plain = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))
    assert all(row["reason"] for row in plain["exception"])
    return tuple((row["kind"], re.compile(row["pattern"])) for row in plain["exception"])


def excepted(kind: str, name: str) -> bool:
    return any(kind == listed and pattern.search(name) for listed, pattern in exceptions())


def agrees(reading: Reading) -> None:
    """What OPSIN reads gives our formula back, and what it cannot read is listed with the reason."""
    wrong = {name: reading.smiles[name] for name in reading.misread() if not excepted("misread", name)}
    assert not wrong
    unread = [name for name, smiles in reading.smiles.items() if not smiles and not excepted("unread", name)]
    assert not unread


@pytest.mark.slow  # Java
def test_opsin_agrees_with_some_names(tmp_path: Path) -> None:
    reading = read(part_of_today(PARTS, every_formula()), tmp_path)
    assert len(reading.smiles) >= AT_LEAST // PARTS
    agrees(reading)


@pytest.mark.nightly
def test_opsin_agrees_with_every_name(whole: Reading) -> None:
    agrees(whole)


@pytest.mark.nightly
def test_enough_names_are_confirmed(whole: Reading) -> None:
    confirmed = sum(bool(smiles) for smiles in whole.smiles.values()) - len(list(whole.misread()))
    assert confirmed >= AT_LEAST
    assert len(whole.smiles) >= 3500


@pytest.mark.nightly
def test_no_exception_is_stale(whole: Reading) -> None:
    wrong = set(whole.misread())
    unread = {name for name, smiles in whole.smiles.items() if not smiles}
    for kind, pattern in exceptions():
        assert any(pattern.search(name) for name in (wrong if kind == "misread" else unread)), pattern.pattern
