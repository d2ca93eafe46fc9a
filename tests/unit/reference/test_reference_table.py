"""The shipped table: what it accepts, checked against outside knowledge, and how it fails."""

from __future__ import annotations

import csv
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rdkit import Chem

from adjudicator import known, prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import AdjudicatorError, ReferenceUnavailable
from adjudicator.reference.authority import Authority
from adjudicator.reference.policy import MEASURED, accept, contradicted, plausible
from adjudicator.reference.table import names
from adjudicator.reference.table.reading import SHIPPED, Compound, CompoundTable
from adjudicator.reference.table.schema import SCHEMA_VERSION
from adjudicator.verdict import Known

MOLECULES = Path("fixtures/reference/molecules.csv")
TABLE = CompoundTable.open()


def _molecules() -> list[dict[str, str]]:
    lines = MOLECULES.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def _of_structure(formula: str, smiles: str, table: CompoundTable = TABLE) -> list[Compound]:
    key = skeleton_key(smiles)
    return [compound for compound in table.by_formula(formula) if compound.skeleton == key]


# --- what it says -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("molecule", _molecules(), ids=lambda m: f"{m['formula']}-{m['name']}")
def test_C_STABLE_well_known_molecules_as_handbooks_have_them(molecule: dict[str, str]) -> None:
    known = _of_structure(molecule["formula"], molecule["smiles"])
    boiling = [compound for compound in known if compound.boiling_point_k is not None]
    expected = molecule["boils"]
    if expected == "-":
        assert boiling == []
        return
    kind = "sublimes" if expected.endswith("s") else "boils"
    celsius = float(expected.removesuffix("s"))
    assert any(
        compound.boiling_kind == kind and abs((compound.boiling_point_k or 0) - 273.15 - celsius) <= 3
        for compound in boiling
    ), boiling


def test_isomers_are_told_apart_and_ordered() -> None:
    """C2H6O: ethanol (CID 702) before dimethyl ether (CID 8254), the better known first."""
    ethanol, ether, *_ = TABLE.by_formula("C2H6O")
    assert (ethanol.name, ethanol.cid, ethanol.cas) == ("ethanol", 702, "64-17-5")
    assert ethanol.inchikey == "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"
    assert (ether.name, ether.cid) == ("dimethyl ether", 8254)
    for formula in ("C2H4O", "C4H10O", "CHNO", "C6H12O6"):
        fame = [compound.fame for compound in TABLE.by_formula(formula)]
        assert fame == sorted(fame, reverse=True)


def test_an_unknown_formula_has_no_compounds() -> None:
    assert TABLE.by_formula("C60H60") == ()
    assert TABLE.by_formula("not a formula") == ()
    assert TABLE.by_formula("OH2") == ()  # asked in Hill's order, H2O


def test_answers_are_kept_and_stay_the_same() -> None:
    assert TABLE.by_formula("H2O") is TABLE.by_formula("H2O")


def test_version_names_data_and_content() -> None:
    assert TABLE.version.startswith("table@1.5.2-")
    assert len(TABLE.version.removeprefix("table@1.5.2-")) == 8


# --- the traps of the data --------------------------------------------------------------------------------


def _rows(query: str) -> list[tuple[object, ...]]:
    return sqlite3.connect(f"{SHIPPED.absolute().as_uri()}?mode=ro", uri=True).execute(query).fetchall()


def test_no_isotopes_no_salts_no_metals_nothing_large() -> None:
    for formula, smiles in _rows("SELECT formula, smiles FROM compound"):
        atoms = dict(Formula.parse(str(formula)).atoms)
        assert not any(ELEMENTS[symbol].metal for symbol in atoms)
        assert sum(atoms.values()) <= 60
        assert "." not in str(smiles)
        assert not any(f"[{digit}" in str(smiles) for digit in "123456789"), smiles


def test_odd_electrons_only_where_reviewed() -> None:
    """The only radicals are those that chemists keep in bottles: NO, NO2, ClO2."""
    formulas = {str(formula) for (formula,) in _rows("SELECT DISTINCT formula FROM compound")}
    odd = {f for f in formulas if sum(ELEMENTS[s].number * n for s, n in Formula.parse(f).atoms) % 2}
    assert odd == {"NO", "NO2", "ClO2"}


def test_silanes_have_their_hydrogens() -> None:
    """The identifier file draws triethylsilane as CC[Si](CC)CC, a radical C6H15Si."""
    assert TABLE.by_formula("C6H15Si") == ()
    assert [c.name for c in _of_structure("C6H16Si", "CC[SiH](CC)CC")] == ["triethylsilane"]


def test_methane_is_there() -> None:
    """Only the identifier file called an example has it."""
    assert [c.name for c in TABLE.by_formula("CH4")] == ["methane"]


def test_expanded_octets_do_not_hide_a_skeleton() -> None:
    """However SO2, SO3, H2SO4 and HClO4 are drawn, octet drawings have the same skeletons."""
    for formula, smiles in [
        ("O2S", "[O-][S+]=O"),
        ("O3S", "[O-][S+2]([O-])=O"),
        ("H2O4S", "O[S+2]([O-])([O-])O"),
        ("ClHO4", "O[Cl+3]([O-])([O-])[O-]"),
    ]:
        assert _of_structure(formula, smiles), formula


def test_formic_acid_does_not_make_dioxirane_stable() -> None:
    assert _of_structure("CH2O2", "OC=O")[0].boiling_point_k == pytest.approx(374, abs=1)
    assert [c.boiling_point_k for c in _of_structure("CH2O2", "C1OO1")] == [None]


def test_predictions_are_no_evidence() -> None:
    assert not any(
        name for (name,) in _rows("SELECT name FROM pragma_table_info('compound')") if name == "joback"
    )


def test_skeletons_and_formulas_belong_to_the_structures() -> None:
    rows = _rows("SELECT formula FROM compound WHERE id % 499 = 0")
    for (formula,) in rows:
        for compound in TABLE.by_formula(str(formula)):
            assert skeleton_key(compound.smiles) == compound.skeleton
            atoms = [a.GetSymbol() for a in Chem.AddHs(Chem.MolFromSmiles(compound.smiles)).GetAtoms()]
            assert Formula.of_tiles(atoms).hill == compound.formula


def test_one_skeleton_is_one_connectivity() -> None:
    """The first block of an InChIKey is the connectivity; two of them never share a skeleton."""
    blocks: dict[str, set[str]] = {}
    for skeleton, inchikey in _rows("SELECT skeleton, inchikey FROM compound"):
        blocks.setdefault(str(skeleton), set()).add(str(inchikey)[:14])
    assert [skeleton for skeleton, found in blocks.items() if len(found) > 1] == []


def test_the_file_is_small() -> None:
    assert SHIPPED.stat().st_size <= 13_000_000


# --- sources ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "dropped", "kelvin"),
    [
        ({"crc_org": 300.0, "webbook": 320.0, "yaws": 321.0}, (), 320.0),
        ({"crc_org": 300.0, "webbook": 302.0, "common_chemistry": 320.0, "yaws": 320.0}, (), 300.0),
        ({"crc_inorg": 300.0, "crc_org": 300.0, "webbook": 320.0, "yaws": 320.0}, (), 320.0),
        ({"crc_inorg": 300.0, "crc_org": 300.0, "webbook": 320.0}, (), 300.0),
        ({"crc_org": 300.0}, (), 300.0),
        ({"heos": 300.0}, (), 300.0),
        ({"webbook": 300.0}, (), 300.0),
        ({"yaws": 300.0}, (), None),
        ({"common_chemistry": 300.0}, (), None),
        ({"wikidata": 300.0}, (), None),
        ({"common_chemistry": 300.0, "yaws": 315.0}, (), 300.0),
        ({"common_chemistry": 300.0, "yaws": 315.1}, (), None),
        ({"common_chemistry": 400.0, "wikidata": 300.0, "yaws": 310.0}, (), 300.0),
        ({"crc_org": 300.0, "common_chemistry": 400.0, "yaws": 400.0}, (), 400.0),
        ({"crc_org": 300.0, "yaws": 301.0}, ("crc_org",), None),
        ({"common_chemistry": 300.0, "yaws": 301.0}, ("common_chemistry",), None),
        ({"override": 250.0, "crc_org": 300.0}, (), 250.0),
        ({"override": 250.0, "crc_org": 300.0}, ("override",), 300.0),
        ({}, (), None),
    ],
)
def test_policy(values: dict[str, float], dropped: tuple[str, ...], kelvin: float | None) -> None:
    found = accept(values, None, frozenset(dropped))
    assert (found.kelvin if found else None) == kelvin
    if found:
        assert set(found.sources) <= values.keys() - set(dropped)
        assert all(abs(values[source] - found.kelvin) <= 15 for source in found.sources)


@pytest.mark.parametrize(
    ("values", "kelvin"),
    [
        ({"crc_org": 360.0}, 360.0),
        ({"crc_org": 334.0}, None),  # in a vacuum
        ({"common_chemistry": 330.0, "yaws": 330.0}, None),
        ({"crc_org": 330.0, "common_chemistry": 330.0, "yaws": 410.0, "webbook": 408.0}, 408.0),
        # Far off, with another value near.
        ({"crc_org": 480.0, "yaws": 480.0, "common_chemistry": 390.0}, 390.0),
        ({"crc_org": 480.0, "yaws": 480.0}, 480.0),  # far off, but no source disagrees
        ({"crc_org": 480.0, "common_chemistry": 478.0, "yaws": 441.0}, 480.0),
        ({"common_chemistry": 420.0}, 420.0),  # confirmed by the structure
        ({"common_chemistry": 445.0}, None),
        ({"yaws": 400.0}, None),
        ({"wikidata": 400.0}, None),
        ({"override": 250.0, "crc_org": 400.0}, 250.0),
    ],
)
def test_policy_with_an_estimate_of_400_k(values: dict[str, float], kelvin: float | None) -> None:
    found = accept(values, 400.0)
    assert (found.kelvin if found else None) == kelvin


def test_no_accepted_value_is_contradicted_by_two_agreeing_sources() -> None:
    """Apart from values that the structure rules out; every accepted value comes from a source or was reviewed."""
    columns = ", ".join(MEASURED)
    rows = _rows(
        f"SELECT name, boiling, estimate, override, {columns} FROM compound WHERE boiling IS NOT NULL"
    )
    assert len(rows) > 8000
    for name, boiling, estimate, override, *found in rows:
        values = {s: float(str(v)) for s, v in zip(MEASURED, found, strict=True) if v is not None}
        if override is not None:
            continue
        kelvin, expected = float(str(boiling)), None if estimate is None else float(str(estimate))
        assert kelvin in values.values(), name
        assert not contradicted(kelvin, plausible(values, expected)), name


@pytest.mark.parametrize(
    ("smiles", "celsius"),
    [
        ("C=C1C2CCC(C2)C1(C)C", 158.5),  # camphene: CRC 158-161 °C
        ("O=S(=O)(Cl)C(F)(F)F", 31),
        ("CCC(C)CN", 96),
        ("CCCCOC(=O)CC(C)C", 175),
        ("c1nc[nH]n1", 260),
        ("CN1CCCC1", 80.5),
        ("O=C1C=CCO1", 204),
        ("C#CC#N", 42.5),
        ("c1ccc(P(c2ccccc2)c2ccccc2)cc1", 377),
        ("CN=[N+]=[N-]", 20.5),
        ("FC(F)=S", -54),
        ("O=S(F)Cl", 12.2),
        ("[SiH3]N([SiH3])[SiH3]", 52),
        ("CC1CCCCC1(C)C", 145.2),  # the handbook has it under a number that the identifier files lack
        ("FC1(F)CCCCC1", 99.5),
        ("[SiH3][Si]([SiH3])([SiH3])[SiH3]", 134.3),
    ],
)
def test_C_STABLE_values_that_were_wrong_or_missing(smiles: str, celsius: float) -> None:
    formula = Formula.of_tiles(a.GetSymbol() for a in Chem.AddHs(Chem.MolFromSmiles(smiles)).GetAtoms())
    found = [c.boiling_point_k for c in _of_structure(formula.hill, smiles) if c.boiling_point_k]
    assert found
    assert all(kelvin - 273.15 == pytest.approx(celsius, abs=3) for kelvin in found)


def test_estimates_are_near_what_handbooks_have() -> None:
    """Boiling points in °C from the CRC Handbook; for an alarm at 65 K the estimate has to be nearer than that."""
    for smiles, celsius in {
        "CCCCCCCCCC": 174.1, "CCCCCCCCO": 195.1, "Cc1ccccc1": 110.6, "CC(=O)c1ccccc1": 202, "Nc1ccccc1": 184.2,
        "CCCCC(=O)O": 186.1, "CCOC(=O)CC": 99.1, "CCN(CC)CC": 89, "Oc1ccccc1": 181.9, "Clc1ccccc1": 131.7,
        "CCCCCCBr": 155.3, "OCC(O)CO": 290, "COc1ccccc1": 153.7, "CCCCC#N": 141.3, "c1ccc2ccccc2c1": 217.9,
    }.items():  # fmt: skip
        [(estimate,)] = _rows(f"SELECT estimate FROM compound WHERE smiles = '{smiles}'")
        assert float(str(estimate)) - 273.15 == pytest.approx(celsius, abs=40), smiles


@pytest.mark.parametrize(
    ("formula", "smiles", "words"),
    [
        ("H3NO", "NO", "at 22 mmHg"),
        ("C6H8O7", "O=C(O)CC(O)(CC(=O)O)C(=O)O", "decomposes"),
        ("C8H10N4O2", "Cn1c(=O)c2c(ncn2C)n(C)c1=O", "sublimes"),
        ("I3N", "IN(I)I", "explodes"),
        ("C17H26ClNO2", "CCCOCCN(C(=O)CCl)c1c(CC)cccc1CC", "reduced pressure"),  # 135 °C at 0.001 mmHg
    ],
)
def test_what_is_known_instead_of_a_boiling_point(formula: str, smiles: str, words: str) -> None:
    [found] = _of_structure(formula, smiles)
    assert found.boiling_point_k is None
    assert words in (found.remark or "")


@pytest.mark.parametrize("formula", ["C3H5N3O9", "C7H5N3O6", "Cl3N", "HN3", "Cl2O7", "ClO2", "CH3NO3"])
def test_an_explosive_says_beside_its_boiling_point_that_it_explodes(formula: str) -> None:
    found = TABLE.by_formula(formula)[0]
    assert found.boiling_point_k is not None
    assert "explo" in (found.remark or "")
    stability = Authority(CompoundTable.open).stable(Formula.parse(formula), lambda _: True)
    assert (found.remark or "") in prose.render(prose.SHARED, stability.code, stability.params)


def test_every_remark_is_said_in_german_too() -> None:
    remarks = [remark for (remark,) in _rows("SELECT DISTINCT remark FROM compound WHERE remark IS NOT NULL")]
    assert len(remarks) > 40
    with prose.speaking("de"):
        assert [remark for remark in remarks if not prose.by_pattern("remarks", str(remark))] == []
        assert prose.by_pattern("remarks", "decomposes at about 20 °C to what 3 °C") is None
    known = Known("nitrogen trichloride", "ClN(Cl)Cl", None, 344.0, "", "boils", "explodes")
    with prose.speaking("de"):
        assert (known.shown.name, known.shown.remark) == ("Stickstofftrichlorid", "explodiert")


def test_polymers_and_groups_are_no_names_of_molecules() -> None:
    """Sources call ethylene polyethylene, and allene 1-methylethenyl."""
    for name in ("polyethylene", "polyvinyl chloride", "1-methylethenyl", "cyclopentyloxy", "iodophenyl"):
        assert not TABLE.by_name(name), name
    assert TABLE.by_name("biphenyl")
    assert TABLE.by_name("acetylpropionyl")
    assert "ammonium azide" not in [compound.name for compound in TABLE.by_formula("H4N4")]


def test_a_dropped_source_takes_its_evidence_along() -> None:
    """Where only Common Chemistry and Yaws have a value, Yaws alone is not enough."""
    pair = (
        "SELECT formula, smiles FROM compound WHERE source_mask > 0 AND crc_org IS NULL AND crc_inorg IS NULL"
    )
    pair += " AND heos IS NULL AND webbook IS NULL AND override IS NULL AND wikidata IS NULL LIMIT 20"
    without = CompoundTable.open(drop_sources=frozenset({"common_chemistry"}))
    rows = _rows(pair)
    assert rows
    for formula, smiles in rows:
        full = next(c for c in TABLE.by_formula(str(formula)) if c.smiles == smiles)
        less = next(c for c in without.by_formula(str(formula)) if c.smiles == smiles)
        assert full.sources in {("common_chemistry",), ("common_chemistry", "yaws")}
        assert (less.boiling_point_k, less.sources) == (None, ())
    water = without.by_formula("H2O")[0]
    assert water.boiling_point_k == pytest.approx(373.12, abs=0.1)
    assert "common_chemistry" not in water.sources
    assert without.version == f"{TABLE.version} without common_chemistry"


def test_sublimation_of_carbon_dioxide_is_an_override() -> None:
    """Sublimes at -78.5 °C (CRC); without overrides only Yaws has it."""
    (dioxide,) = _of_structure("CO2", "O=C=O")
    assert dioxide.boiling_kind == "sublimes"
    assert dioxide.sources == ("override", "yaws")
    (without,) = _of_structure("CO2", "O=C=O", CompoundTable.open(drop_sources=frozenset({"override"})))
    assert without.boiling_point_k is None
    assert without.boiling_kind == "boils"


def test_environment_chooses_file_and_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "other table?.sqlite"
    shutil.copy(SHIPPED, elsewhere)
    monkeypatch.setenv("ADJUDICATOR_REFERENCE_TABLE", str(elsewhere))
    monkeypatch.setenv("ADJUDICATOR_DROP_SOURCES", " CRC, common-chemistry,wikidata ,")
    table = CompoundTable.open(drop_sources=frozenset({"heos"}))
    assert table.path == elsewhere
    assert table.dropped == {"crc_inorg", "crc_org", "common_chemistry", "wikidata", "heos"}
    assert table.by_formula("H2O")[0].sources == ("webbook", "yaws")


def test_an_unknown_source_is_refused() -> None:
    with pytest.raises(AdjudicatorError) as refused:
        CompoundTable.open(drop_sources=frozenset({"joback"}))
    assert refused.value.code == "unknown_source"


# --- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "formula", "smiles"),
    [
        ("water", "H2O", "O"),
        ("Carbon Dioxide", "CO2", "O=C=O"),
        ("dry ice", "CO2", "O=C=O"),
        ("laughing gas", "N2O", "N#[N+][O-]"),
        ("Ethyl alcohol", "C2H6O", "CCO"),
        ("DIMETHYL-ETHER", "C2H6O", "COC"),
        ("acetone", "C3H6O", "CC(C)=O"),
        ("sulphuric acid", "H2O4S", "OS(=O)(=O)O"),
        ("phosgene", "CCl2O", "O=C(Cl)Cl"),
        ("carbonyl chloride", "CCl2O", "O=C(Cl)Cl"),
        ("chloroform", "CHCl3", "ClC(Cl)Cl"),
        ("nitrogen monoxide", "NO", "[N]=O"),
        ("hydrogen chloride", "ClH", "Cl"),
    ],
)
def test_molecules_by_name(name: str, formula: str, smiles: str) -> None:
    found = TABLE.by_name(name)
    assert (formula, skeleton_key(smiles)) in {(c.formula, c.skeleton) for c in found}


@pytest.mark.parametrize("name", ["", " - ", "no such compound", "x" * 100_000, "'; DROP TABLE compound; --"])
def test_unknown_names_find_nothing(name: str) -> None:
    assert TABLE.by_name(name) == ()


def test_ambiguous_names_give_every_compound() -> None:
    shared = "SELECT digest FROM name GROUP BY digest HAVING count(*) > 1 LIMIT 200"
    several = 0
    for (digest,) in _rows(shared):
        holders = _rows(
            f"SELECT formula, smiles FROM name JOIN compound ON id = compound WHERE digest = {digest}"
        )
        first = next(c for c in TABLE.by_formula(str(holders[0][0])) if c.smiles == holders[0][1])
        found = [TABLE.by_name(n) for n in TABLE.names_of(first) if names.digest(n) == digest]
        several += any(len({c.skeleton for c in hit}) > 1 for hit in found)
    assert several > 10


def test_names_of_begin_with_the_one_shown() -> None:
    (methane,) = TABLE.by_formula("CH4")
    found = TABLE.names_of(methane)
    assert found[0] == "methane"
    assert len(set(map(names.normalise, found))) == len(found)


@pytest.mark.parametrize(
    "junk",
    (
        "74-82-8|NSC 8018|unii-op0ueo2xo9|op0ueo2xo9|EINECS 200-812-7|chebi:16183|ac1l1a0f|brd-k37987635-001-01-1|hsdb 167|un 1971"
        "|vnwkteokzehhvl-uhfffaoysa-n|benzene, 1-chloro-|methane [un1971]|ch"
    ).split("|"),
)
def test_catalogue_numbers_are_no_names(junk: str) -> None:
    assert not names.is_word(junk)


@pytest.mark.parametrize(
    "name", ["methane", "1,3-butadiene", "N,N-dimethylaniline", "2-propanol", "freon 12"]
)
def test_names_are_names(name: str) -> None:
    assert names.is_word(name)


def test_synonyms_are_english() -> None:
    """Sources mark foreign names in one line and repeat them unmarked in another."""
    candidates = ["methylformiat [german]", "methylformiat", "formiate de methyle", "methyl methanoate"]
    assert names.keep_english("methyl formate", candidates) == ("methyl methanoate",)
    foreign = ["essigsaeure", "kyselina octova", "methylisocyanaat", "aethylalkohol", "dimethylsulfat"]
    foreign += ["2-brom-1-fluor-4-methylbenzol", "thiophen-2-amin", "cloruro di etile", "2,4-dichlorfenol"]
    english = ["tetraethyl orthosilicate", "octan-2-ol", "sulfuric acid", "pentaethylene glycol"]
    assert names.keep_english("", [*foreign, *english]) == tuple(english)


def test_another_spelling_of_the_same_name_is_no_name() -> None:
    assert names.keep_english("", ["nikotin", "nicotine", "tetrachlorethan", "tetrachloroethane"]) == (
        "nicotine",
        "tetrachloroethane",
    )
    assert names.keep_english("", ["ethylenediamine [french]", "ethylenediamine"]) == ("ethylenediamine",)
    assert names.choose(None, "nikotin", "", ["nicotine"]) == "nicotine"
    assert names.choose(None, "methylformiat", "methyl methanoate", ["methyl formate"]) == "methyl formate"


@pytest.mark.parametrize(
    "name",
    ["fenhexamid", "cilostazol", "chlordane", "psoralen", "xenon", "urethan", "furan", "fosfomycin", "paraquat",
     "benzenesulfenyl chloride", "nikethamide", "tetraethyl silicate", "biotin", "vanillin", "chlorphenesin",
     "iproniazid", "piribedil"],
)  # fmt: skip
def test_names_given_to_drugs_and_pesticides_are_english(name: str) -> None:
    assert names.keep_english("", [name, f"{name}e"])[0] == name


# --- threads, processes, imports --------------------------------------------------------------------------


def test_threads_share_a_table() -> None:
    table = CompoundTable.open()
    formulas = [str(f) for (f,) in _rows("SELECT DISTINCT formula FROM compound LIMIT 400")] * 3
    expected = [TABLE.by_formula(formula) for formula in formulas]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(table.by_formula, formulas)) == expected


def _ask(queue: multiprocessing.Queue[str]) -> None:
    queue.put(TABLE.by_name("benzene")[0].formula + str(os.getpid()))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_table_survives_a_fork() -> None:
    TABLE.by_formula("C6H6")
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[str] = context.Queue()
    children = [context.Process(target=_ask, args=(queue,)) for _ in range(3)]
    for child in children:
        child.start()
    answers = {queue.get(timeout=30) for _ in children}
    for child in children:
        child.join(30)
    assert len(answers) == 3
    assert all(answer.startswith("C6H6") for answer in answers)
    assert TABLE.by_name("benzene")[0].formula == "C6H6"


def test_looking_up_needs_the_standard_library_only() -> None:
    code = (
        "import sys; from adjudicator.reference.table.reading import CompoundTable; CompoundTable.open().by_name('water');"
        "print([m for m in ('rdkit', 'pandas', 'numpy', 'chemicals') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert done.stdout.strip() == "[]"


# --- faults -----------------------------------------------------------------------------------------------


def _refusal(path: Path) -> str:
    with pytest.raises(ReferenceUnavailable) as refused:
        CompoundTable.open(path).by_formula("C12H26")
    assert str(path) in refused.value.message
    assert refused.value.to_json()["path"] == str(path)
    return refused.value.code


def test_missing_file(tmp_path: Path) -> None:
    assert _refusal(tmp_path / "none.sqlite") == "table_missing"
    assert _refusal(tmp_path) == "table_missing"


@pytest.mark.parametrize("version", [0, 1, 99])
def test_wrong_version(tmp_path: Path, version: int) -> None:
    other = tmp_path / "other.sqlite"
    shutil.copy(SHIPPED, other)
    with sqlite3.connect(other) as database:
        database.execute(f"PRAGMA user_version = {version}")
    assert _refusal(other) == "table_wrong_version"


def test_corrupt_files(tmp_path: Path) -> None:
    whole = SHIPPED.read_bytes()
    path = tmp_path / "broken.sqlite"
    for content in (
        b"",
        b"not a database at all",
        b"\x00" * 8192,
        whole[: len(whole) // 2],
        whole[:100],
        whole[:4096] + b"\xff" * (len(whole) - 4096),
        whole[:-4096],
    ):
        path.write_bytes(content)
        assert _refusal(path) == "table_corrupt", content[:20]


def test_a_table_without_its_contents_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
    assert _refusal(path) == "table_corrupt"


def test_what_is_known_can_be_indexed() -> None:
    found = known("C2H6O")
    assert found[0].name == "ethanol"
    assert [compound.name for compound in found[:2]] == ["ethanol", "dimethyl ether"]
    assert found[-1] in found
    assert repr(found) == "<Listing: ethanol, dimethyl ether>"
    assert repr(known("NaCl7")) == "<Listing: nothing on record>"
    with pytest.raises(IndexError):
        found[2]


def test_a_connection_closes_itself() -> None:
    """Python 3.13 warns of one that is still open when it goes."""
    connection = CompoundTable.open()._connection()
    connection.__del__()  # type: ignore[attr-defined]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_the_page_of_sources_is_of_the_shipped_table() -> None:
    table = CompoundTable.open()
    page = Path("adjudicator/reference/SOURCES.md").read_text(encoding="utf-8")
    assert f"\nversion {table.version}\n" in page
    assert [compound.name for compound in table.by_formula("H3N5")] == ["azidohydrazine"]  # no imide
