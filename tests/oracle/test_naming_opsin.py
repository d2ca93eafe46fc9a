"""Our names read by somebody else's program: OPSIN turns them into structures, RDKit counts the atoms.

OPSIN is Java, started once per batch. Without Java the test is skipped, but not in CI.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
import warnings
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rdkit import Chem, rdBase

from adjudicator import Formula
from adjudicator.chem.naming import names
from tests.support.naming_sets import compoundit_legal, molecules, school_acids, school_salts

if TYPE_CHECKING:
    from collections.abc import Iterator

EXCEPTIONS = Path("fixtures/naming/opsin.toml")
BATCH = 5000
AT_LEAST = 2000
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # it ends before much optimizing pays


def read_by_opsin(batch: list[str], folder: Path) -> list[str]:
    from py2opsin import py2opsin

    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", SHORT_LIVED)
        warnings.simplefilter("ignore")  # it warns of every name that it cannot read
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


@cache
def our_names() -> dict[str, Formula]:
    sets = (compoundit_legal(), school_salts(), school_acids(), molecules())
    found: dict[str, Formula] = {}
    for formula in (formula for group in sets for formula in group):
        for name in names(formula)[:1]:
            found.setdefault(name, formula)
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    if shutil.which("java") is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs a Java runtime for OPSIN")
        pytest.skip("OPSIN needs a Java runtime")
    asked = list(our_names())
    folder = tmp_path_factory.mktemp("opsin")
    found: list[str] = []
    for start in range(0, len(asked), BATCH):
        found += read_by_opsin(asked[start : start + BATCH], folder)
    return dict(zip(asked, found, strict=True))


@cache
def exceptions() -> tuple[tuple[str, re.Pattern[str]], ...]:
    plain = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))
    assert all(row["reason"] for row in plain["exception"])
    return tuple((row["kind"], re.compile(row["pattern"])) for row in plain["exception"])


def excepted(kind: str, name: str) -> bool:
    return any(kind == listed and pattern.search(name) for listed, pattern in exceptions())


def misread(answers: dict[str, str]) -> Iterator[str]:
    for name, smiles in answers.items():
        if smiles and composition(smiles) != our_names()[name]:
            yield name


def test_every_name_that_opsin_reads_gives_our_formula_back(answers: dict[str, str]) -> None:
    wrong = {name: answers[name] for name in misread(answers) if not excepted("misread", name)}
    assert not wrong


def test_names_that_opsin_cannot_read_are_listed_with_the_reason(answers: dict[str, str]) -> None:
    unread = [name for name, smiles in answers.items() if not smiles and not excepted("unread", name)]
    assert not unread


def test_enough_names_are_confirmed(answers: dict[str, str]) -> None:
    confirmed = sum(bool(smiles) for smiles in answers.values()) - len(list(misread(answers)))
    assert confirmed >= AT_LEAST
    assert len(answers) >= 3500


def test_no_exception_is_stale(answers: dict[str, str]) -> None:
    wrong = set(misread(answers))
    unread = {name for name, smiles in answers.items() if not smiles}
    for kind, pattern in exceptions():
        assert any(pattern.search(name) for name in (wrong if kind == "misread" else unread)), pattern.pattern
