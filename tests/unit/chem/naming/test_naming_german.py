"""German names: read, written, distinguished from English ones; tested on lists that were set aside before."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from adjudicator import prose
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import (
    check,
    languages,
    meanings_elsewhere,
    names,
    normalise,
    translated,
    written,
)
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.reference.table.reading import CompoundTable

ASIDE = Path("fixtures/naming/german.csv")


@pytest.fixture(scope="module")
def table() -> CompoundTable:
    return CompoundTable.open()


def test_names_set_aside_are_answered_as_a_teacher_would(table: CompoundTable) -> None:
    lines = [line for line in ASIDE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    otherwise = [
        (row["formula"], row["name"], given)
        for row in csv.DictReader(lines)
        if (given := check(row["formula"], row["name"], table, "de").answer) != row["answer"]
    ]
    assert otherwise == [("NH4Cl", "Ammoniakchlorid", "unresolved")]


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("NaOH", "Natriumhydroxid"),
        ("Fe2O3", "Eisen(III)-oxid"),
        ("CuSO4·5H2O", "Kupfer(II)-sulfat-Pentahydrat"),
        ("NaHCO3", "Natriumhydrogencarbonat"),
        ("N2O", "Distickstoffmonoxid"),
        ("H2SO4", "Schwefelsäure"),
        ("H2SO3", "schweflige Säure"),
        ("K4[Fe(CN)6]", "Kalium-hexacyanidoferrat(II)"),
        ("NH4Cl", "Ammoniumchlorid"),
        ("N2O5", "Distickstoffpentaoxid"),
        ("[Cu(NH3)4]SO4", "Tetraamminkupfer(II)-sulfat"),
        ("SO4^2-", "Sulfat-Ion"),
        ("Fe^3+", "Eisen(III)-Ion"),
        ("Pb3O4", "Blei(II,IV)-oxid"),
        ("CCl2F2", "Dichlordifluormethan"),
        ("CH3COOH", "Essigsäure"),
        ("O2", "Sauerstoff"),
        ("O", "Atomarer Sauerstoff"),
        ("I", "Atomares Iod"),
        ("Hg2Cl2", "Quecksilber(I)-chlorid"),
    ],
)
def test_the_school_name_comes_first(formula: str, name: str) -> None:
    assert names(formula, language="de")[0] == name


@pytest.mark.parametrize(
    ("formula", "old"),
    [
        ("KI", "Kaliumjodid"),
        ("CaO", "Kalziumoxyd"),
        ("CH3CH2OH", "Äthanol"),
        ("CH3CH2OH", "Aethanol"),
        ("Na2CO3", "Natriumkarbonat"),
        ("H2SO4", "Schwefelsaeure"),
        ("FeSO4", "Ferrosulfat"),
        ("SiO2", "Siliziumdioxid"),
    ],
)
def test_old_spellings_are_right_and_the_new_one_is_shown(formula: str, old: str) -> None:
    found = check(formula, old, language="de")
    assert found.answer == "right"
    assert found.names[0] == names(formula, language="de")[0]


def test_names_of_either_language_are_right_in_both_and_answered_in_the_one_asked() -> None:
    german = check("NaOH", "caustic soda", language="de")
    assert (german.answer, german.names[0]) == ("right", "Natriumhydroxid")
    assert german.message == "Ja: caustic soda ist ein Name von NaOH, auch Natriumhydroxid."
    english = check("NaOH", "Ätznatron", language="en")
    assert english.message == "Yes: Ätznatron is a name of NaOH, which is also sodium hydroxide."
    wrong = check("NaNO2", "Natriumnitrat", language="en")
    assert wrong.message == (
        "No: Natriumnitrat is NaNO3, with nitrate; NaNO2 has nitrite. NaNO2 is sodium nitrite."
    )


def test_where_a_word_means_two_things_the_question_decides_and_both_are_named() -> None:
    assert check("NaHCO3", "Natron", language="de").answer == "right"
    english = check("NaHCO3", "natron", language="en")
    assert english.answer == "wrong"
    assert english.message.endswith("In German, natron is NaHCO3.")
    german = check("Na2CO3·10H2O", "Natron", language="de")
    assert german.answer == "wrong"
    assert german.message.endswith("Auf Englisch ist Natron Na2CO3·10H2O.")


def test_the_language_that_is_spoken_is_that_of_the_question() -> None:
    with prose.speaking("de"):
        assert check("NaOH", "Natriumoxid").message == (
            "Nein: Natriumoxid ist Na2O, mit Oxid; NaOH hat Hydroxid. NaOH heißt Natriumhydroxid."
        )


def test_a_slip_in_one_part_of_a_word_is_mended() -> None:
    found = check("MgCl2", "Magnesiumclorid", language="de")
    assert (found.answer, found.code) == ("right", "name_misspelt")
    assert dict(found.params)["spelling"] == "Magnesiumchlorid"
    assert check("NaNO2", "Natriumnitrat", language="de").answer == "wrong"  # not a slip, but another ion


@pytest.mark.parametrize(
    ("formula", "name", "language", "spelling"),
    [
        ("NaCl", "sodium chlorid", "de", "sodium chloride"),
        ("KNO3", "potassium nitrat", "de", "potassium nitrate"),
        ("NaCl", "Natriumclorid", "en", "Natriumchlorid"),
    ],
)
def test_a_slip_in_a_name_of_the_other_language_is_not_passed_over(
    formula: str, name: str, language: str, spelling: str
) -> None:
    found = check(formula, name, language=language)
    assert (found.answer, found.code) == ("right", "name_misspelt")
    assert dict(found.params)["spelling"] == spelling
    assert found.names == names(formula, language=language)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("magnesium nitrite", "Magnesiumnitrit"),
        ("hydrochloric acid", "Salzsäure"),
        ("hydrogen chloride", "Chlorwasserstoff"),
        ("copper(II) sulfate pentahydrate", "Kupfer(II)-sulfat-Pentahydrat"),
        ("nitrate", "Nitrat"),
        ("oxygen", "Sauerstoff"),
        ("acetic acid", "Essigsäure"),
        ("1,2-dichloroethane", "1,2-Dichlorethan"),
        ("2-methylpropane", "2-Methylpropan"),
        ("methyl formate", "Methylformiat"),
        ("phosphorus(V) nitrite", "Phosphor(V)-nitrit"),
        ("brass", "Messing"),  # CuZn of Valence Plus
        ("silicic acid", "Kieselsäure"),  # on record for H4SiO4, which is not Metakieselsäure
        ("ammonium hypochlorite", "Ammoniumhypochlorit"),  # the atoms of NH3OHCl
    ],
)
def test_recorded_names_are_shown_in_german(english: str, german: str) -> None:
    assert translated(english, "de") == german
    assert translated(english, "en") == english


@pytest.mark.parametrize(
    ("english", "other"),
    [("copper(II) oxide sulfate", "peroxomonosulfat"), ("thorium(II) peroxydisulfate", "Thorium(IV)")],
)
def test_a_translation_is_never_the_name_of_another_substance(english: str, other: str) -> None:
    assert other not in translated(english, "de")


@pytest.mark.parametrize(
    "formula",
    ["Ca2Si", "(NH4)2MoO4", "(NH4)3VO4", "Na3VO4", "Ca10(PO4)6(OH)2", "CaSi2", "NaVO3", "Pb3O4", "Pb2O3"],
)
def test_the_first_name_is_translated_to_a_name_of_the_same_substance(formula: str) -> None:
    """Calcium silicide is a name of CaSi2 too, which is Calciumdisilicid."""
    assert translated(names(formula)[0], "de") in names(formula, language="de")


@pytest.mark.parametrize("language", languages())
def test_a_language_has_a_word_for_every_ion_ligand_and_acid(language: str) -> None:
    words, known = vocabulary(language), knowledge()
    assert {ion.name for ion in known.anions} == set(words.anions)
    assert {group.name for group in known.cations} == set(words.cations)
    assert {row["formula"] for row in known.ligands} == set(words.ligands)
    assert {ion.name for ion in known.anions if ion.has_acid and not words.acid(ion)} == set()
    assert words.phrases.keys() == vocabulary().phrases.keys()
    assert words.elements.keys() == vocabulary().elements.keys()


@pytest.mark.parametrize("language", languages())
def test_common_names_are_right_for_their_formulas(language: str) -> None:
    """Each is read as the substance that it is listed for."""
    for text, spoken in common(language).written.items():
        for name in spoken[:1]:
            assert check(text, name, language=language).answer == "right", (text, name)


@pytest.mark.parametrize("language", languages())
def test_folding_comes_to_rest(language: str) -> None:
    for spoken in common(language).written.values():
        for key in (normalise(name, language) for name in spoken):
            assert normalise(key, language) == key


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("hydrogen carbonate", "Hydrogencarbonat"),
        ("hydrogen sulfate", "Hydrogensulfat"),
        ("hydrogen phosphate", "Hydrogenphosphat"),
        ("hydrogen sulfide", "Schwefelwasserstoff"),
        ("carbonic acid", "Kohlensäure"),
    ],
)
def test_an_ion_is_not_the_acid_of_its_words(english: str, german: str) -> None:
    assert translated(english, "de") == german


def meanings(name: str, language: str) -> frozenset[Formula]:
    found = read(normalise(name, language), language)
    return frozenset(meaning.formula for meaning in (*found.definite, *found.possible))


def words_with_two_meanings() -> dict[str, dict[str, frozenset[Formula]]]:
    """Common names that mean different substances in two languages."""
    every = {
        name.casefold() for code in languages() for said in common(code).written.values() for name in said
    }
    found = {name: {code: meanings(name, code) for code in languages()} for name in every}
    return {
        name: meant
        for name, meant in found.items()
        if all(meant.values()) and not frozenset.intersection(*meant.values())
    }


@pytest.mark.nightly
def test_every_word_with_two_meanings_is_answered_with_both() -> None:
    found = words_with_two_meanings()
    assert "natron" in found
    for name, meant in found.items():
        for language, other in (("en", "de"), ("de", "en")):
            for formula in meant[language]:
                right = check(formula, name, None, language)
                assert right.answer == "right", name
                assert all(written(one) in right.message for one in (formula, min(meant[other], key=written)))
            with prose.speaking(language):
                [(elsewhere, formula)] = meanings_elsewhere(name)
            assert elsewhere == other
            assert formula in meant[other]


def test_natron_is_right_in_both_languages_for_different_substances() -> None:
    german, english = check("NaHCO3", "Natron", None, "de"), check("Na2CO3·10H2O", "natron", None, "en")
    assert german.answer == english.answer == "right"
    assert german.message.endswith("Auf Englisch ist Natron Na2CO3·10H2O.")
    assert english.message.endswith("In German, natron is NaHCO3.")
    assert "Englisch" not in check("Na2CO3", "Soda", None, "de").message
