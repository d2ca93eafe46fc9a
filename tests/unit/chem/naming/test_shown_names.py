"""C-NAME-SHOWN: what is shown is ours or read back; what sources say besides is accepted in games at most."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import MAX_NAME, check, isomers_among, names, substance
from adjudicator.chem.naming.families.acids import acid_formula
from adjudicator.chem.naming.families.organic import in_words_of
from adjudicator.chem.naming.families.salts import salt_names, salts
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.exercises.names import attested
from adjudicator.reference.screening import Structure, structure_of
from adjudicator.reference.table.building import NEVER, SCHOOL, read_never
from adjudicator.reference.table.names import normalise as key_of
from adjudicator.reference.table.reading import CompoundTable
from adjudicator.reference.table.reading_back import agreement
from adjudicator.reference.table.school import read_school
from benchmarks.measures import shown as measure
from benchmarks.measures.names import pairs
from benchmarks.measures.shown import compositions, read_again
from tests.support.sampling import at_night, part_of_today

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.naming.knowledge.known import KnownNames
    from adjudicator.reference.table.reading import Compound

TABLE = CompoundTable.open()
FOLDER = Path("fixtures/naming")
NEVER_ACCEPTED = sorted(read_never(NEVER))

FORMULAS = compositions()
LANGUAGES = ("en", "de")
PARTS, TODAY = 8, -1  # of the compositions, each a test of the night


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", [TODAY, *(case for part in range(PARTS) for case in at_night(part))])
def test_every_shown_name_is_read_again_by_our_rules_our_lists_or_opsin(language: str, part: int) -> None:
    """A few by day; at night every name of every substance in the table."""
    hills = part_of_today(300, FORMULAS) if part == TODAY else FORMULAS[part::PARTS]
    shown = read_again(TABLE, hills, language)
    assert len(shown) > len(hills) / 2
    assert not [each for each in shown if each.source == "nobody"]


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shown_name_is_right(language: str) -> None:
    for hill in part_of_today(300, FORMULAS):
        for name in names(Formula.parse(hill), TABLE, language):
            if len(name) <= MAX_NAME:
                assert check(Formula.parse(hill), name, TABLE, language).answer == "right", (hill, name)


@pytest.mark.parametrize(("smiles", "source"), [("CCCCCC=O", "OPSIN"), ("CCO", "nobody"), ("", "nobody")])
def test_a_name_that_only_the_table_has_is_nobodys(
    smiles: str, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "opsin", lambda _: {"hexanal": smiles})
    sources = {each.name: each.source for each in read_again(TABLE, ["C6H12O", "ClH", "O2"], "en")}
    assert sources["hexanal"] == source
    assert sources["cyclohexanol"] == "lists of the table"
    assert sources["hydrogen chloride"] == sources["dioxygen"] == "rules and lists"


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_never_accepted_is_neither_shown_nor_right(language: str) -> None:
    for name in NEVER_ACCEPTED:
        assert not TABLE.by_name(name), name
    for formula, name in (
        ("HCN", "Zyklon B"),
        ("H2SiO3", "Mikronisil"),
        ("CH3COOCH3", "devoton"),
        ("CH3COOCH3", "tereton"),
        ("C3H8", "purifrigor"),
        ("H2C2O4", "aktisal"),
        ("C6H6", "benzine"),
        ("C6H6", "Benzin"),
        ("CH3CN", "ethyl nitrile"),
        ("CH3NCO", "methylcarbylamine"),
        ("C2H2", "vinylene"),
    ):
        assert check(formula, name, TABLE, language).answer != "right", name
        shown = {normalise(n, language) for n in names(formula, TABLE, language)}
        assert normalise(name, language) not in shown


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "name", "answer"),
    [
        ("HCN", "Prussinsäure", "unresolved"),
        ("HCOOOH", "Performinsäure", "unresolved"),
        ("CCl4", "Carbontetrachlorid", "unresolved"),
        ("H2SO4", "Sulfursäure", "unresolved"),
        ("CH3COOH", "Acetinsäure", "unresolved"),
        ("SO2", "Sulfurdioxid", "unresolved"),
        ("N2O", "Nitrousoxid", "unresolved"),
        ("C6H5OH", "Carbolinsäure", "unresolved"),
        ("C6H5OH", "Carbolsäure", "right"),
        ("CH3COCl", "Acetylchlorid", "right"),
        ("CH3CH2COOC2H5", "Propansäureethylester", "right"),
        ("CH3CN", "Methylcyanid", "right"),
        ("C12H22O11", "Milchzucker", "right"),
    ],
)
def test_an_english_name_with_a_german_ending_is_no_german_name(formula: str, name: str, answer: str) -> None:
    assert check(formula, name, TABLE, "de").answer == answer


def test_the_never_accepted_are_no_names_of_ours() -> None:
    ours = {key_of(lesson.name) for lesson in read_school(SCHOOL)}
    ours |= {key_of(name) for listed in common().written.values() for name in listed}
    assert ours.isdisjoint(NEVER_ACCEPTED)
    lines = NEVER.read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[^\t]+\t[^\t]+", line) for line in lines if not line.startswith("#"))


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "english", "german"),
    [
        ("HCN", ("hydrogen cyanide", "hydrocyanic acid", "prussic acid"), ("Cyanwasserstoff", "Blausäure")),
        ("H2CO3", ("carbonic acid",), ("Kohlensäure",)),
        ("HOF", ("hypofluorous acid",), ("hypofluorige Säure",)),
        ("HCOOOH", ("performic acid",), ("Perameisensäure",)),
        ("CH3SCH3", ("dimethyl sulfide",), ("Dimethylsulfid",)),
        ("CH3CHO", ("acetaldehyde", "ethanal"), ("Acetaldehyd", "Ethanal")),
        (
            "CCl4",
            ("carbon tetrachloride", "tetrachloromethane"),
            ("Tetrachlormethan", "Tetrachlorkohlenstoff"),
        ),
        ("C2H2", ("acetylene", "ethyne"), ("Ethin", "Acetylen")),
        ("C7H6O3", ("salicylic acid",), ("Salicylsäure",)),
        ("C9H8O4", ("acetylsalicylic acid",), ("Acetylsalicylsäure",)),
        ("C2Cl4", ("tetrachloroethylene",), ("Tetrachlorethen",)),
    ],
)
def test_names_that_come_first(formula: str, english: tuple[str, ...], german: tuple[str, ...]) -> None:
    assert names(formula, TABLE)[: len(english)] == english
    assert names(formula, TABLE, "de")[: len(german)] == german


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "brand", "language"),
    [
        ("NaHCO3", "Kaisernatron", "de"),
        ("CCl2F2", "Frigen-12", "de"),
        ("C9H8O4", "Aspirin", "de"),
        ("H2S", "stink damp", "en"),
        ("H2SO4", "battery acid", "en"),
        ("H2SO4", "Akkusäure", "de"),
        ("H2S2O7", "oleum", "en"),  # of sulfur trioxide in the acid
        ("H2S2O7", "Oleum", "de"),
        ("Ca(OH)2", "limewater", "en"),
        ("Ca(OH)2", "Kalkwasser", "de"),
        ("Fe2O3", "rust", "en"),
        ("Fe2O3", "roter Ocker", "de"),
        ("HCl", "gastric acid", "en"),
        ("KI", "Jodkali", "de"),
        ("Cu2O", "Kupferoxydul", "de"),
        ("KHC2O4", "Kleesalz", "de"),
        ("NaClO", "bleach", "en"),
        ("NaClO", "Bleichlauge", "de"),
        ("Cu(CH3COO)2", "verdigris", "en"),
        ("Cu(CH3COO)2", "Grünspan", "de"),
        ("C6H5CHO", "Bittermandelöl", "de"),
        ("KCl", "Kalisalz", "de"),
        ("Cu2(OH)2CO3", "Patina", "de"),
        ("NH3", "ammonia water", "en"),  # the solution, which has no other formula
        ("NH3", "Ammoniakwasser", "de"),
        ("NH3", "Salmiakgeist", "de"),
        ("FeO(OH)", "rust", "en"),
        ("FeO(OH)", "Rost", "de"),
        ("Fe2O3·H2O", "rust", "en"),
        ("Na2SO4", "Natriumsulfat(VI)", "de"),  # as British schools say
        ("CuSO4·5H2O", "Kupfer(II)-sulfat(VI)-Pentahydrat", "de"),
        ("TiO2", "Titanioxid", "de"),
        ("Ni(OH)2", "Nickelohydroxid", "de"),
        ("PbO2", "Plumbioxid", "de"),
        ("Pb3O4", "Plumboplumbioxid", "de"),
        ("Pb3O4", "plumbosoplumbic oxide", "en"),
        ("FeS2", "Ferropersulfid", "de"),
        ("Cu2(OH)2CO3", "Cupricarbonathydroxid", "de"),
        ("MgCO3", "Magnesia alba", "de"),
        ("Cr2O3", "chrome green", "en"),
        ("H2O2", "oxygenated water", "en"),
    ],
)
def test_brands_slang_and_solutions_are_read_and_never_shown(formula: str, brand: str, language: str) -> None:
    assert check(formula, brand, TABLE, language).answer == "right"
    assert brand not in names(formula, TABLE, language)


@pytest.mark.rule("C-NAME-SHOWN")
def test_what_no_rule_can_write_in_german_stays_english() -> None:
    assert in_words_of("1,5-hexadien-3-yne", "de") == "1,5-Hexadien-3-in"
    assert in_words_of("methyl 2-methylpropanoate", "de") == "Methyl-2-methylpropanoat"
    assert in_words_of("methyl tert-butyl ether", "de") == "Methyl-tert-butylether"
    assert in_words_of("bromadiolone", "de") == "bromadiolone"
    assert in_words_of("trans,trans-2,4-hexadiene", "de") == "trans,trans-2,4-Hexadien"
    assert in_words_of("3-methylidenecyclohexene", "de") == "3-Methylidencyclohexen"
    assert names("CH3CHNOH", TABLE, "de")[0] == "Acetaldoxim"
    assert in_words_of("isocitric acid", "de") == "Isocitronensäure"
    assert [in_words_of(name, "de") for name in ("γ-terpinene", "terpinolene")] == [
        "γ-Terpinen",
        "Terpinolen",
    ]


@pytest.mark.rule("C-NAME-SHOWN")
def test_practice_accepts_no_name_that_only_a_source_has() -> None:
    known = attested()
    harvested = [
        (c, name)
        for hill in part_of_today(100, FORMULAS)
        for c in TABLE.by_formula(hill)
        for name in TABLE.names_of(c)
        if name not in TABLE.names_of(c, harvested=False)
    ]
    assert harvested
    assert known is not None
    assert all(c.smiles not in [o.smiles for o in known.by_name(name)] for c, name in harvested)
    assert check("C6H12O", "hexanal", known).answer == "right"


@pytest.mark.rule("V-NAME")
class Harvest:
    """The table with one harvested name more, "mumblene", for the compounds of some formulas."""

    def __init__(self, *formulas: str) -> None:
        self.so_called = tuple(TABLE.by_formula(formula)[0] for formula in formulas)

    def by_formula(self, hill: str, /) -> Sequence[Compound]:
        return TABLE.by_formula(hill)

    def by_name(self, name: str, /) -> Sequence[Compound]:
        return self.so_called if name == "mumblene" else TABLE.by_name(name)

    def unmade(self, hill: str, /) -> bool:
        return TABLE.unmade(hill)

    @property
    def attested(self) -> KnownNames:
        return TABLE.attested


def test_a_harvested_name_is_right_only_if_every_record_of_it_agrees() -> None:
    agreed = check("C10H16", "mumblene", Harvest("C10H16"))
    assert (agreed.answer, agreed.code) == ("right", "name_on_record")
    for formula in ("C10H16", "C9H12"):
        disputed = check(formula, "mumblene", Harvest("C10H16", "C9H12"))
        assert disputed.answer == "unresolved", disputed.message
    elsewhere = check("C8H18", "mumblene", Harvest("C10H16"))  # V-NAME-HONEST: nobody answers for that name
    assert (elsewhere.answer, elsewhere.code) == ("wrong", "name_recorded_elsewhere")
    assert "C10H16" not in elsewhere.message


@pytest.mark.rule("V-NAME", "V-NAME-UNITS")
@pytest.mark.parametrize(("name", "language"), [("english_weak", "en"), ("german_isomers", "de")])
def test_weak_spots_are_answered_as_a_chemist_would(name: str, language: str) -> None:
    listed = [pair for pair in pairs(FOLDER / f"{name}.csv") if pair[2] != "open"]
    found = {(f, n): check(f, n, TABLE, language) for f, n, _ in listed}
    wrong = {(f, n): found[f, n].message for f, n, expected in listed if found[f, n].answer != expected}
    assert not wrong


@pytest.mark.rule("V-NAME-UNITS")
def test_no_language_lists_an_isomer_of_a_written_structure() -> None:
    """Every name of a condensed formula, in German as in English, is that of a structure it may be."""
    texts = sorted(
        {text for text in common().written if re.search("C.*H", text)}
        | {f for f, _, _ in pairs(FOLDER / "german_isomers.csv")}
    )
    for text in texts:
        english = names(text, TABLE)
        for name in names(text, TABLE, "de"):
            assert check(text, name, TABLE, "de").answer == "right", (text, name)
        for name in english:
            assert check(text, name, TABLE).answer == "right", (text, name)


@pytest.mark.parametrize(
    ("smiles", "row", "expected"),
    [
        ("CCO", "CCO", "same"),
        ("COC", "CCO", "other"),
        ("", "CCO", "unread"),
        ("CC(=O)[O-]", "CC(=O)O", "other"),
        ("NC(O)=N", "NC(N)=O", "tautomer"),
        ("[NH4+].[O-]C#N", "NC(N)=O", "other"),
        ("[S-2].[C+4].[S-2]", "S=C=S", "unread"),
        ("C/C=C/C", "CC=CC", "open"),
        ("CC=CC", "C/C=C/C", "same"),
        ("C/C=C\\C", "C/C=C/C", "other"),
    ],
)
def test_how_a_name_agrees_with_a_row(smiles: str, row: str, expected: str) -> None:
    structure: Structure = structure_of(row)
    assert agreement(smiles, structure) == expected


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("H2S2O3", "hydrogen thiosulfate"),  # HS2O3^-
        ("H2S2O3", "hyposulfurous acid"),  # of old this, today H2S2O4
        ("H3BO3", "Hydrogenborat"),  # HBO3^2-
        ("H3BO3", "Borwasser"),  # its solution
        ("SnCl4", "Zinnbutter"),  # SnCl4·5H2O
        ("SnCl4", "butter of tin"),
        ("BaSO4", "barium meal"),  # a suspension
        ("Al2O3", "ruby"),  # has chromium
        ("Al2O3", "Saphir"),
        ("BeAl2O4", "alexandrite"),  # has chromium too
        ("H2S", "sewer gas"),
        ("NaHCO3", "Backpulver"),
        ("H2SO4", "vitriol"),  # any sulfate with its water
        ("SO2Cl2", "sulfonyl chloride"),  # of any group
        ("HCOOH", "ant acid"),
    ],
)
def test_a_name_of_an_ion_a_hydrate_a_solution_or_a_mixture_is_not_shown(formula: str, name: str) -> None:
    for language in LANGUAGES:
        assert name not in names(Formula.parse(formula), language=language)
        assert check(formula, name, language=language).answer != "right"


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "name", "language"),
    [
        ("AgN3", "silver trinitride", "en"),
        ("AgN3", "Silbertrinitrid", "de"),
        ("HCOONa", "Natriumformat", "de"),
        ("CaO", "calcium monoxide", "en"),
        ("CaO", "Calciummonoxid", "de"),
        ("SiC", "silicon monocarbide", "en"),
        ("SiC", "Siliciummonocarbid", "de"),
        ("MgAl2O4", "magnesium bis(aluminate)", "en"),
        ("Cu(CH3COO)2", "Kupferbis(acetat)", "de"),
        ("Ca(CN)2", "calcium dicyanide", "en"),
        ("HCOOH", "hydrogen formate", "en"),
        ("HCOOH", "Hydrogenformiat", "de"),
        ("CoSO4", "cobaltous sulfate(VI)", "en"),
        ("Hg2(NO3)2", "Mercuronitrat(V)", "de"),
        ("CaHPO4", "calcium monohydrogen phosphate(V)", "en"),
        ("FeCr2O4", "chromic ferrous oxide", "en"),
        ("FeCr2O4", "Chromieisen(II)-oxid", "de"),
        ("CuFeS2", "copper(II) iron(II) sulfide", "en"),
        ("CuFeS2", "Ferrocuprisulfid", "de"),
        ("CuFeS2", "Eisen(III)-cuprosulfid", "de"),
        ("KFe[Fe(CN)6]", "iron(II) potassium hexacyanoferrate(III)", "en"),  # by Moessbauer
        ("KFe[Fe(CN)6]", "ferric potassium hexacyanoferrate(II)", "en"),
        ("KFe[Fe(CN)6]", "Ferrokaliumferricyanid", "de"),
        ("WC", "tungsten(IV) carbide", "en"),  # carbon in the gaps of a metal, and no ions
        ("WC", "Wolfram(IV)-carbid", "de"),
    ],
)
def test_names_by_rule_that_nobody_writes_are_read_and_never_shown(
    formula: str, name: str, language: str
) -> None:
    assert name not in names(formula, TABLE, language)
    assert check(formula, name, TABLE, language).answer == "right"


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("Na[Al(OH)4]", "Natriumaluminat"),
        ("K3[Fe(CN)6]", "Kaliumferricyanid"),
        ("Na2[Fe(CN)5NO]", "Natriumnitroprussid"),
        ("K3[Fe(CN)6]", "Kalium-hexacyanidoferrat(III)"),
    ],
)
def test_a_hyphen_stands_before_the_name_of_a_complex_only(formula: str, name: str) -> None:
    assert name in names(formula, TABLE, "de")


@pytest.mark.rule("V-NAME-UNITS")
@pytest.mark.parametrize("formula", ["H2S", "H2Se", "H2Te"])
def test_in_german_a_gas_has_another_name_than_its_ion(formula: str) -> None:
    ion = {"H2S": "sulfid", "H2Se": "selenid", "H2Te": "tellurid"}[formula]
    refused = check(formula, f"Hydrogen{ion}", TABLE, "de")
    assert (refused.answer, refused.code) == ("wrong", "name_only_an_ion")
    assert f"Hydrogen{ion}" not in names(formula, TABLE, "de")
    assert check(formula, f"hydrogen {ion}e", TABLE).answer == "right"
    assert check(f"Na{formula.replace('2', '')}", f"Natriumhydrogen{ion}", TABLE, "de").answer == "right"
    assert check("HCl", "Hydrogenchlorid", TABLE, "de").answer == "right"  # no ion has that name


@pytest.mark.parametrize(
    ("formula", "name", "german"),
    [
        ("Na5IO6", "sodium orthoperiodate", "Natriumorthoperiodat"),
        ("Na3H2IO6", "sodium dihydrogen orthoperiodate", "Natriumdihydrogenorthoperiodat"),
        ("NaIO4", "sodium periodate", "Natriumperiodat"),
    ],
)
def test_periodates_and_orthoperiodates_are_told_apart(formula: str, name: str, german: str) -> None:
    assert (names(formula, TABLE)[0], names(formula, TABLE, "de")[0]) == (name, german)
    if formula != "NaIO4":
        for question, language in (("sodium periodate", "en"), ("Natriumperiodat", "de")):
            assert check(formula, question, TABLE, language).answer == "wrong"
    assert names("H5IO6", TABLE) == ("orthoperiodic acid",)
    assert check("H5IO6", "periodic acid", TABLE).answer == "right"  # what the bottle says


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("formula", "once", "never"),
    [
        ("C6H12", {"hex-1-ene", "1-hexene", "hexene"}, {"hexene"}),
        ("C10H16", {"alpha-pinene"}, {"(+)-alpha-pinene", "(4R)-1-methyl-4-prop-1-en-2-ylcyclohexene"}),
        ("C9H13N", {"amphetamine"}, {"(2S)-1-phenylpropan-2-amine"}),
        ("C4H6O", {"crotonaldehyde"}, {"butenal"}),
        ("C18H34O2", {"oleic acid"}, {"octadec-9-enoic acid"}),
        ("C6H8O6", {"ascorbic acid"}, {"2-[1,2-dihydroxyethyl]-3,4-dihydroxy-2H-furan-5-one"}),
        ("C6H12O6", {"glucose"}, {"alpha-D-glucose", "D-glucopyranose"}),
        ("C6H12O6", {"galactose"}, {"2,3,4,5,6-pentahydroxyhexanal"}),
    ],
)
def test_a_substance_and_its_mirror_image_are_no_isomers(
    formula: str, once: set[str], never: set[str], language: str
) -> None:
    shown = set(names(formula, TABLE, language))
    assert len(shown & {in_words_of(name, language) for name in once}) == 1
    assert not shown & {word for name in never for word in (name, in_words_of(name, language))}
    assert not [
        name
        for name in isomers_among(names(formula, TABLE, language), Formula.parse(formula), TABLE, language)
        if len(name) > 60
    ]


@pytest.mark.rule("C-NAME-SHOWN")
def test_an_isomer_that_german_cannot_name_is_left_out() -> None:
    for formula in ("C10H16", "C6H12O6", "C3H7NO2", "C9H13N", "C5H8O2", "C6H8O7"):
        english = {compound.name for compound in TABLE.by_formula(formula)}
        assert english.isdisjoint(names(formula, TABLE, "de"))
        assert names(formula, TABLE, "de")


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "language", "listed"),
    [
        ("C6H6", "en", ("benzene",)),
        ("C6H6", "de", ("Benzol", "Benzen")),
        ("C9H8O4", "en", ("acetylsalicylic acid", "caffeic acid")),
        ("C9H8O4", "de", ("Acetylsalicylsäure", "Kaffeesäure")),
        ("C6H12O6", "en", ("glucose", "dextrose", "fructose", "galactose", "inositol", "mannose")),
        ("H2N2O2", "en", ("hyponitrous acid", "nitric(I) acid")),
    ],
)
def test_beside_what_is_well_known_no_curiosities_are_shown(
    formula: str, language: str, listed: tuple[str, ...]
) -> None:
    assert names(formula, TABLE, language) == listed


def test_a_salt_of_two_metals_is_no_alloy() -> None:
    assert names("CsAu", TABLE) == ("caesium auride",)
    assert names("RbAu", TABLE, "de") == ("Rubidiumaurid",)
    assert names("CuZn", TABLE)[0] == "brass"


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formulas", "name"),
    [
        (("NH3", "NH4OH"), "ammonia water"),
        (("NH3", "NH4OH"), "Salmiakgeist"),
        (("NH4HCO3", "(NH4)2CO3"), "Hirschhornsalz"),
        (("(NH4)2CO3",), "smelling salts"),
        (("Ca(OCl)2",), "Chlorkalk"),
    ],
)
def test_what_is_sold_for_a_substance_is_right_and_never_shown(formulas: tuple[str, ...], name: str) -> None:
    for formula in formulas:
        for language in LANGUAGES:
            assert check(formula, name, TABLE, language).answer == "right"
            assert name not in names(formula, TABLE, language)


def test_a_salt_of_several_is_a_mixture_for_all_others() -> None:
    assert check("NaCl", "Hirschhornsalz", TABLE, "de").code == "name_mixture"
    assert "Chlorkalk" in names("CaOCl2", TABLE, "de")


# As the Red Book of 2005 has them: IR-9.2.2.3 (ligands in -ido), IR-9.1.4.2.2 (charges of the whole where an
# oxidation number is a matter of opinion: nitrosyl), IR-10.2 (tetracarbonylferrate(2-)).
@pytest.mark.rule("V-NAME-CHARGE")
@pytest.mark.parametrize(
    ("formula", "english", "german"),
    [
        ("[PtCl2(NH3)2]", "diamminedichloridoplatinum(II)", "Diammindichloridoplatin(II)"),
        ("K2[HgI4]", "potassium tetraiodidomercurate(II)", "Kalium-tetraiodidomercurat(II)"),
        ("K[Sb(OH)6]", "potassium hexahydroxidoantimonate(V)", "Kalium-hexahydroxidoantimonat(V)"),
        ("K2[Ni(CN)4]", "potassium tetracyanidonickelate(II)", "Kalium-tetracyanidonickelat(II)"),
        ("H2[PtCl6]", "hexachloridoplatinic(IV) acid", "Hexachloridoplatin(IV)-säure"),
        (
            "Na2[Fe(CN)5NO]",
            "sodium pentacyanidonitrosylferrate(2-)",
            "Natrium-pentacyanidonitrosylferrat(2-)",
        ),
        ("[Fe(H2O)5NO]SO4", "pentaaquanitrosyliron(2+) sulfate", "Pentaaquanitrosyleisen(2+)-sulfat"),
        ("Na2[Fe(CO)4]", "sodium tetracarbonylferrate(2-)", "Natrium-tetracarbonylferrat(2-)"),
        ("K[Co(CO)4]", "potassium tetracarbonylcobaltate(1-)", "Kalium-tetracarbonylcobaltat(1-)"),
        ("[Zn(NH3)4]Cl2", "tetraamminezinc(II) chloride", "Tetraamminzink(II)-chlorid"),
        ("[Al(H2O)6]Cl3", "hexaaquaaluminium(III) chloride", "Hexaaquaaluminium(III)-chlorid"),
    ],
)
def test_complexes_are_shown_as_the_red_book_has_them(formula: str, english: str, german: str) -> None:
    assert english in names(formula, TABLE)[:2]
    assert names(formula, TABLE, "de")[0] == german


@pytest.mark.rule("V-NAME")
@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("[PtCl2(NH3)2]", "diamminedichloroplatinum(II)"),
        ("Na2[Fe(CN)5NO]", "sodium pentacyanidonitrosylferrate(III)"),
        ("Na2[Fe(CN)5NO]", "sodium pentacyanonitrosylferrate(II)"),
        ("Na2[Fe(CO)4]", "sodium tetracarbonylferrate(-II)"),
        ("Na2[Fe(CO)4]", "disodium tetracarbonylferrate"),
        ("K3[Fe(C2O4)3]", "potassium ferrioxalate"),
        ("K3[Fe(C2O4)3]", "Kaliumferrioxalat"),
        ("[Zn(NH3)4]Cl2", "tetraamminezinc chloride"),
        ("[Zn(NH3)4]Cl2", "Tetraamminzink-chlorid"),
        ("H2[ZrF6]", "Hexafluoridozirkonsäure"),
    ],
)
def test_complexes_are_right_by_their_other_names(formula: str, name: str) -> None:
    for language in LANGUAGES:
        assert check(formula, name, TABLE, language).answer == "right"


@pytest.mark.parametrize("name", ["sodium tetracarbonylferrate(II)", "sodium tetracarbonylferrate(1-)"])
def test_a_wrong_number_of_a_carbonylate_is_refused(name: str) -> None:
    assert check("Na2[Fe(CO)4]", name, TABLE).answer != "right"


def test_an_amine_is_no_ammine() -> None:
    refused = check("[Ni(NH3)6]Br2", "hexaaminenickel(II) bromide", TABLE)
    assert (refused.answer, refused.code) == ("wrong", "name_not_how")
    assert check("[Ni(NH3)6]Br2", "Hexaaminnickel(II)-bromid", TABLE, "de").code == "name_not_how"


def test_one_iron_is_shown_with_one_number() -> None:
    for language in LANGUAGES:
        said = " ".join(names("Na2[Fe(CN)5NO]", TABLE, language))
        assert "(II)" not in said
        assert "(III)" not in said


@pytest.mark.rule("V-NAME-UNITS")
@pytest.mark.parametrize(
    ("formula", "english", "german", "also"),
    [
        ("C6H4(CH3)2", "xylene", "Xylol", "o-xylene"),
        ("CH3C6H4OH", "cresol", "Kresol", "p-cresol"),
        ("C6H4(OH)2", "benzenediol", "Benzoldiol", "resorcinol"),
        ("CH3C6H4NH2", "toluidine", "Toluidin", "p-toluidine"),
        ("C5H11OH", "pentanol", "Pentanol", "2-pentanol"),
        ("C3H7OH", "propanol", "Propanol", "2-propanol"),
        ("C6H4(NO2)2", "dinitrobenzene", "Dinitrobenzol", "1,3-dinitrobenzene"),
        ("H2NC6H4COOH", "aminobenzoic acid", "Aminobenzoesäure", "4-aminobenzoic acid"),
        ("HOOCCHCHCOOH", "but-2-enedioic acid", "But-2-endisäure", "maleic acid"),
        ("CH3CHCHCOOH", "2-butenoic acid", "2-Butensäure", "crotonic acid"),
        ("CH3CHCHCH3", "but-2-ene", "But-2-en", "2-butene"),
        ("CH3CH(NH2)COOH", "alanine", "Alanin", "L-alanine"),
        ("HOC6H4COOH", "salicylic acid", "Salicylsäure", "4-hydroxybenzoic acid"),  # of our own list
    ],
)
def test_a_structure_with_an_open_place_is_shown_by_a_name_that_leaves_it_open(
    formula: str, english: str, german: str, also: str
) -> None:
    assert (names(formula, TABLE)[0], names(formula, TABLE, "de")[0]) == (english, german)
    assert check(formula, also, TABLE).answer == "right"
    for language in LANGUAGES:
        listed = names(formula, TABLE, language)
        assert isomers_among(listed, substance(formula), TABLE, language) == ()
        assert len({normalise(name, language) for name in listed}) == len(listed)
    assert "D-alanine" not in names("CH3CH(NH2)COOH", TABLE)


# Silicates with aluminium in the net or beside rings: no salts of Al3+ with the anions their atoms would make
# (Strunz and Nickel, Mineralogical Tables: tectosilicates 9.F, cyclosilicates 9.C).
@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "english", "german"),
    [
        ("NaAlSi3O8", "albite", "Albit"),
        ("CaAl2Si2O8", "anorthite", "Anorthit"),
        ("KAlSi2O6", "leucite", "Leucit"),
        ("Be3Al2Si6O18", "beryl", "Beryll"),
    ],
)
def test_an_aluminosilicate_goes_by_the_name_of_its_mineral(formula: str, english: str, german: str) -> None:
    for name, language in ((english, "en"), (german, "de")):
        shown = names(formula, TABLE, language)
        assert shown[0] == name
        assert not any("alumin" in other.lower() for other in shown)
    assert check("NaAlSi3O8", "aluminium sodium trisilicate", TABLE).answer == "right"
    assert names("Al2SiO5", TABLE)[0] == "aluminium orthosilicate oxide"  # aluminium beside single SiO4


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize(
    ("formula", "german"),
    [
        ("(CH3CH2CO)2O", "Propansäureanhydrid"),
        ("(CH3)2C6H3OH", "Xylenol"),
        ("C3H5ClO", "Epichlorhydrin"),
        ("HOCH2(CHOH)4CHO", "L-Idose"),
    ],
)
def test_german_names_are_not_left_in_english(formula: str, german: str) -> None:
    shown = names(formula, TABLE, "de")
    assert german in shown
    assert not any(re.search(r"\b[a-z-]*(?:anhydride|xylenol|hydrin|idose)\Z", name) for name in shown)


@pytest.mark.rule("V-NAME-UNITS")
@pytest.mark.parametrize(
    ("formula", "first", "others"),
    [
        ("HOCH2CO(CHOH)3CH2OH", "fructose", ("dextrose", "Traubenzucker", "glucose")),
        ("C6H5C(NO2)3", None, ("TNT", "trinitrotoluene")),
        ("C6H4(CONHNH2)2", "terephthalic dihydrazide", ("caffeine", "Coffein", "Koffein")),
    ],
)
def test_what_our_lists_call_a_composition_is_no_name_of_another_structure(
    formula: str, first: str | None, others: tuple[str, ...]
) -> None:
    assert next(iter(names(formula, TABLE)), None) == first
    for language in LANGUAGES:
        assert set(others).isdisjoint(names(formula, TABLE, language))


def test_butter_of_tin_is_the_hydrate() -> None:
    assert check("SnCl4·5H2O", "butter of tin").answer == "right"
    assert check("SnCl4·5H2O", "Zinnbutter", language="de").answer == "right"


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_acid_is_not_called_a_salt_of_two_anions(language: str) -> None:
    """HSbF6 was also antimony tetrafluoride hydrogen difluoride."""
    acids = [acid_formula(anion) for anion in knowledge().anions if anion.has_acid]
    listed = {formula: names(formula, language=language) for formula in acids}
    assert len(listed) > 60
    several = [s for formula in acids for s in salts(formula) if len(s.anions) > 1]
    assert several  # otherwise nothing is tested
    shown = {name for found in listed.values() for name in found}
    assert not shown & {name for salt in several for name in salt_names(salt, language)}
