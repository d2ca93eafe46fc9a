"""Names collected by other people, and names set aside before the units were built: every one is answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.naming import check, names
from adjudicator.reference.table.reading import CompoundTable
from benchmarks.measures.names import pairs
from tests.support.sampling import more_at_night, part_of_today

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path("fixtures/naming")
LISTS = [FOLDER / f"{name}.csv" for name in ("collected", "textbook")]
AFRESH = {  # with the language of the question
    "afresh": "en",
    "german_afresh": "de",
    "german_school": "de",
    "by_kind": "en",
    "german_by_kind": "de",
    "reread": "en",
    "german_reread": "de",
    "third_reading": "en",
    "german_third_reading": "de",
}
# Left open, because nothing speaks against them except that we do not know them.
OPEN = {
    ("PbH4", "plumbine"),
    ("C10H14O", "carvonic acid"),
    ("[Cu(NH3)4]SO4", "tetraaminecopper(I) sulfate"),
    ("YBa2Cu3O7", "yttrium barium copper oxide"),
    ("HF", "fluoric acid"),
    ("Fe2O3", "limonite"),
    ("Fe2O3", "ferro oxide"),
    ("CO2", "carbonium dioxide"),
    ("ZnCl2", "zincous chloride"),
    ("NaCl", "sodium chloridate"),
    ("H2SO4", "sulfuring acid"),
    ("[Ag(NH3)2]Cl", "Diaminsilber(II)-chlorid"),
    ("NH4NO3", "Ammoniaknitrat"),
}


@pytest.mark.rule("V-NAME", "V-NAME-REAL")
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_name_is_answered_as_a_teacher_would(path: Path) -> None:
    answer_as_a_teacher(pairs(path), "en")


@pytest.mark.rule("V-NAME", "V-NAME-REAL")
@pytest.mark.parametrize(("name", "language"), AFRESH.items())
@pytest.mark.parametrize("part", more_at_night(8, 1))
def test_names_set_aside_are_answered_as_a_teacher_would(name: str, language: str, part: int) -> None:
    answer_as_a_teacher(part_of_today(part, pairs(FOLDER / f"{name}.csv")), language)


def answer_as_a_teacher(listed: Sequence[tuple[str, str, str]], language: str) -> None:
    table = CompoundTable.open()
    answers = {(f, n): (check(f, n, table, language), expected) for f, n, expected in listed}
    wrong = {pair: found.message for pair, (found, expected) in answers.items() if found.answer != expected}
    assert wrong.keys() <= OPEN, wrong
    assert all(answers[pair][0].answer == "unresolved" for pair in wrong)


def test_the_lists_are_long_enough() -> None:
    assert [len(pairs(path)) for path in LISTS] == [467, 172]
    assert [len(pairs(FOLDER / f"{name}.csv")) for name in AFRESH] == [605, 153, 99, 201, 231, 51, 56, 66, 68]


# --- what the lists by kind found -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "formula", "preferred"),
    [
        ("en", "K2CO3·1.5H2O", "potassium carbonate sesquihydrate"),
        ("de", "K2CO3·1,5H2O", "Kaliumcarbonat-Sesquihydrat"),
        ("en", "CdCl2·2.5H2O", "cadmium chloride hemipentahydrate"),
        ("en", "CaSO4·0.5H2O", "calcium sulfate hemihydrate"),
        ("en", "NaHTe", "sodium hydrogen telluride"),
        ("de", "NaHTe", "Natriumhydrogentellurid"),
        ("en", "Ge2H6", "digermane"),
        ("en", "XeOF4", "xenon tetrafluoride oxide"),
        ("de", "XeOF4", "Xenontetrafluoridoxid"),
        ("en", "NSF3", "thiazyl trifluoride"),
        ("en", "C6H5N2Cl", "benzenediazonium chloride"),
        ("de", "C6H5N2Cl", "Benzoldiazoniumchlorid"),
        # What two substances are called does not come before the name of one.
        ("en", "CH3CH=CHCH3", "but-2-ene"),
        ("de", "CH3C≡CCH3", "But-2-in"),
        ("en", "CHCl=CHCl", "1,2-dichloroethene"),
    ],
)
def test_the_name_that_is_given_first(language: str, formula: str, preferred: str) -> None:
    assert names(formula, CompoundTable.open(), language)[0] == preferred


@pytest.mark.parametrize(
    ("language", "formula", "name", "expected"),
    [
        ("en", "K2CO3·2H2O", "potassium carbonate sesquihydrate", "wrong"),
        ("de", "K2CO3", "Kaliumcarbonat-Sesquihydrat", "wrong"),
        ("en", "K[Ag(CN)2]", "potassium argentocyanide", "right"),
        ("de", "K2[Ni(CN)4]", "Kaliumtetracyanidoniccolat(II)", "right"),
        ("de", "CaSO4·0,5H2O", "Bassanit", "right"),
        ("de", "SbH3", "Monostiban", "right"),
        # The 2 is a place, in German too; after iron it is an oxidation number.
        ("de", "CH3CH2COCH2CH3", "Pentan-2-on", "wrong"),
        ("de", "CH3CH2CH2COCH3", "Pentan-2-on", "right"),
        ("de", "FeO", "Eisen-2-oxid", "right"),
    ],
)
def test_a_name_of_the_lists_by_kind(language: str, formula: str, name: str, expected: str) -> None:
    assert check(formula, name, CompoundTable.open(), language).answer == expected


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("language", "formula", "name"),
    [
        ("de", "NH3", "Stickstoffwasserstoff"),  # HN3
        ("de", "H2S", "Faulgas"),  # mostly methane
        ("de", "Ca(NO3)2", "Kalkstickstoffdünger"),  # CaCN2
        ("de", "SiO2", "Kieselgel"),  # has water
        ("de", "C", "Kohle"),
        ("en", "Cr2O3", "viridian"),  # has water
        ("en", "H3N5", "nitrogen(III) imide"),  # nitrogen in the place of a metal, beside nitrogen
    ],
)
def test_a_name_of_something_else_or_of_a_mixture_is_not_shown(
    language: str, formula: str, name: str
) -> None:
    assert name not in names(formula, CompoundTable.open(), language)
