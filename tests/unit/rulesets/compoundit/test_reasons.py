"""C-WORDS and C-HINT: what a refusal says about the tiles and about chemistry, and where a hint leads."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from adjudicator import Formula, Ruling, Tiles, judge, load_ruleset
from adjudicator.chem.elements import METALS
from adjudicator.prose import render, speaking
from adjudicator.reference.salts import REMARKS, UNMADE, familiar, listed_salt, listed_salts, unmade
from adjudicator.reference.table.reading import CompoundTable
from adjudicator_rulesets.compoundit.judging.findings import Run
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from tools.derived.salts import FAMILIAR, familiar_file

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGINNER, STANDARD, EXPERT = "compoundit:beginner", "compoundit:standard", "compoundit:expert"
SIMPLE, COMPLEX, ORGANIC = "compoundit:simple-lewis", "compoundit:complex-lewis", "compoundit:organic"


def reason(formula: str, rules: str) -> str:
    verdict = judge(Formula.parse(formula), rules)
    assert verdict.ruling is Ruling.INVALID
    assert verdict.to_json()["reason"] == verdict.decisive.message
    return verdict.decisive.message


@pytest.mark.parametrize(
    ("formula", "rules", "first"),
    [
        (
            "C2H6O",
            STANDARD,
            "Ethanol is real, and legal with the organic or complex Lewis rules; you play standard.",
        ),
        ("N2H4", SIMPLE, "Hydrazine is real, and legal with the complex Lewis rules; you play simple Lewis."),
        (
            "CaCO3",
            BEGINNER,
            "Calcium carbonate is real, and legal with the standard rules; you play beginner.",
        ),
        (
            "NH4F",
            BEGINNER,
            "Ammonium fluoride is real, and legal with the standard rules; you play beginner.",
        ),
        (
            "Al(HCO3)3",
            BEGINNER,
            "Aluminium hydrogen carbonate is legal with the standard rules; you play beginner.",
        ),
        ("H2O2S", "compoundit:standard+organic", None),
    ],
)
def test_C_WORDS_what_other_rules_accept_comes_first(formula: str, rules: str, first: str | None) -> None:
    said = reason(formula, rules)
    assert said.startswith(first) if first else " rules; you play " not in said


@pytest.mark.parametrize(
    ("formula", "rules", "said"),
    [
        (
            "NaH",
            BEGINNER,
            "adds up to zero. Sodium hydride is real, but no rule set of this game accepts it.",
        ),
        (
            "NaBrO3",
            STANDARD,
            "Bromate is not among this game's ions. Sodium bromate is real, but no rule set of this",
        ),
        ("P4O10", STANDARD, "4 : 10 is not the simplest ratio; that would be P2O5."),
        ("Al2I6", STANDARD, "2 : 6 is not the simplest ratio; that would be AlI3."),
        ("BrF3", EXPERT, "Bromine trifluoride is real, but no rule set of this game accepts it."),
        ("UF6", EXPERT, "U has no tile in this edition. Uranium(VI) fluoride is real."),
        ("CNCN", STANDARD, "These are two cyanide ions, CN, together with charge −2;"),
        ("NaN3", STANDARD, "Azide is not among this game's ions."),
        ("HBrO3", STANDARD, "Bromate, the ion of bromic acid, is not among this game's ions."),
    ],
)
def test_C_WORDS_tiles_and_chemistry_are_told_apart(formula: str, rules: str, said: str) -> None:
    assert said in reason(formula, rules)


@pytest.mark.parametrize(
    ("formula", "rules", "never"),
    [
        ("NCl3", BEGINNER, " P "),
        ("NCl3", STANDARD, " P "),
        ("N2H4", STANDARD, "NH4CN"),
        ("Al2I6", STANDARD, "SI6"),
        ("NaBrO3", STANDARD, "peroxide"),
        ("POFCl2", "compoundit:organic", "hypochlorite"),
        ("POFCl2", STANDARD, "hypochlorite"),
        ("CH2(CN)2", STANDARD, "cyanide"),
        ("C3H7BrO", STANDARD, "bromide"),
        ("NaBrO3", STANDARD, "NaNO3"),
        ("CaPbO3", STANDARD, "peroxide"),
        ("FeSiO4", STANDARD, "peroxide"),
        ("CuH", STANDARD, "would make it"),
        ("NaH", BEGINNER, "never have opposite"),
        ("NaH", BEGINNER, "HCl"),
    ],
)
def test_C_WORDS_a_real_substance_is_not_read_as_another(formula: str, rules: str, never: str) -> None:
    assert never not in reason(formula, rules)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("Mg(OH)NO3", "Hydroxide and nitrate are different polyatomic ions; only ammonium may be"),
        ("FeSO4Cl", "Three kinds of ion, iron, chloride and sulfate, and no such salt is on our list."),
        ("AlOOH", "Three kinds of ion, aluminium, oxide and hydroxide, and no such salt is on our list."),
        (
            "CO(NH2)2",
            "No polyatomic ion of this game makes a compound of these tiles. Urea is real, but no rule set",
        ),
        (
            "CH4N2O",
            "No polyatomic ion of this game makes a compound of these tiles. Urea is real, but no rule set",
        ),
        (
            "C6H12O6",
            "No polyatomic ion of this game makes a compound of these tiles. Glucose is real, but no rule",
        ),
        ("Na2S2O4", "Dithionite is not among this game's ions. Sodium dithionite is real, but no rule"),
        ("Na2S2O8", "Peroxydisulfate is not among this game's ions. Sodium peroxydisulfate is real, but"),
        ("NaPO3", "Metaphosphate is not among this game's ions. Sodium metaphosphate is real, but no"),
        ("KO2", "Superoxide is not among this game's ions. Potassium superoxide is real, but no rule"),
        ("N2O4", "The printed oxidation numbers add up to +2."),
    ],
)
def test_C_WORDS_a_formula_is_read_as_it_is_written(formula: str, said: str) -> None:
    assert said in reason(formula, STANDARD)


@pytest.mark.parametrize("formula", ["Fe2O3", "CO2", "C6H12O6", "Cu3O3", "N2O4", "P2O5", "Pb3O4"])
def test_C_WORDS_a_check_that_does_not_apply_reads_no_ions(formula: str) -> None:
    checks = [check for check in judge(formula, STANDARD).checks if check.set == "polyatomic"]
    assert [check.code for check in checks] == ["no_polyatomic_ion"]


def test_C_WORDS_a_known_substance_is_told_where_its_structure_fails() -> None:
    assert "Formic acid does not fit: no atom of it is bonded to all others." in reason("CH2O2", SIMPLE)
    assert "bromic acid, but no atom of it is bonded to all others" in reason("HBrO3", SIMPLE)


def test_C_WORDS_only_the_order_is_wrong() -> None:
    assert "no rule set" not in judge(Tiles.parse("MgNNOOOO"), STANDARD).decisive.message
    torn = judge(Tiles.parse("OCaCOO"), BEGINNER).decisive.message
    assert "Calcium carbonate is real." in torn


def test_C_WORDS_ions_of_one_tile_have_names() -> None:
    said = judge(Formula.parse("NH4F"), STANDARD)
    assert said.decisive.message == "+1 −1 = 0: one ammonium ion and one fluoride ion, each ion in one piece."
    kinds = next(check for check in said.checks if check.code == "two_kinds")
    assert kinds.message == "Two kinds of ion: one ammonium ion and one fluoride ion."
    assert "The charges of three hydrogen ions and one nitrate ion add up to +2." in reason("H3NO3", STANDARD)


@pytest.mark.rule("C-WORDS")
def test_C_WORDS_a_nonmetal_with_a_positive_number_is_no_ion() -> None:
    """A tile of phosphorus with +3 balances three hydroxides; an ion P^3+ there is not."""
    for language, units, sum_said in (
        (
            "en",
            "Two kinds of unit: one phosphorus tile and three hydroxide ions.",
            "one phosphorus tile and three",
        ),
        (
            "de",
            "Zwei Arten von Bausteinen: 1 Phosphor-Plättchen und 3 Hydroxid-Ionen.",
            "1 Phosphor-Plättchen und",
        ),
    ):
        with speaking(language):
            verdict = judge("POHOHOH", STANDARD)
            assert next(check for check in verdict.checks if check.code == "two_kinds").message == units
            assert sum_said in verdict.decisive.message


@pytest.mark.rule("C-EXCEPT")
def test_C_EXCEPT_is_said_once() -> None:
    told = "The rulebook says so. Binary compounds: hydrogen peroxide is allowed by name."
    assert judge("H2O2", STANDARD).decisive.message == told


@pytest.mark.rule("C-HINT")
@pytest.mark.parametrize("rules", [STANDARD, "compoundit:expert"])
def test_C_HINT_hydroxide_is_led_to_water(rules: str) -> None:
    assert judge("OH", rules).decisive.message.endswith("One more H would make it H2O.")  # not HClO


@pytest.mark.parametrize("ion", ["SO4^2-", "NH4^+", "HCO3^-", "SCN^-"])
def test_C_WORDS_an_ion_is_written_as_chemists_do(ion: str) -> None:
    assert judge(Formula.parse(ion), STANDARD).formula == ion


def test_C_WORDS_in_german() -> None:
    with speaking("de"):
        assert reason("C2H6O", STANDARD).startswith(
            "Ethanol gibt es wirklich, aber erlaubt ist das nur mit den "
        )
        assert (
            "Natriumhydrid gibt es wirklich, aber keine Regeln dieses Spiels lassen diesen Stoff zu"
            in reason("NaH", BEGINNER)
        )
        for formula, said in (
            ("NH4F", "1 Ammonium-Ion und 1 Fluorid-Ion, jedes zusammenhängend."),
            ("Mg(NO2)2", "1 Magnesium-Ion und 2 Nitrit-Ionen, jedes zusammenhängend."),
            ("NO3", "Das ist das Nitrat-Ion, NO3, mit der Ladung −1; ein mehratomiges Ion braucht"),
            ("CO", "Die Spielregel erlaubt es namentlich. Binäre Verbindungen: Kohlenstoffmonoxid."),
        ):
            assert said in judge(Formula.parse(formula), STANDARD).decisive.message
        assert "gehört nicht zu den Ionen dieses Spiels" in reason("NaBrO3", STANDARD)
        assert "kein Atom darin ist an alle anderen gebunden" in reason("CH2O2", SIMPLE)


def test_C_WORDS_rulings_kept_by_an_older_version_keep_their_sentences() -> None:
    kept = render("", "no_fitting_structure", {"formula": "CH2O2", "name": "formic acid"})
    assert kept == "CH2O2 is on record as formic acid, but with a structure that does not satisfy the rule."
    simplest = render("compoundit", "not_simplest", {"counts": [2, 2], "simplest": "PbN"})
    assert simplest == "2 : 2 is not the simplest ratio; that would be PbN."


@pytest.mark.parametrize(
    ("language", "centre", "known"),
    [
        (
            "en",
            "There is a Lewis structure in which one atom, oxygen, is bonded to all others.",
            "H2O2 is on record as hydrogen peroxide, but no atom of it is bonded to all others.",
        ),
        (
            "de",
            "Es gibt eine Lewis-Struktur, in der ein Atom, Sauerstoff, an alle anderen gebunden ist.",
            "H2O2 ist als Wasserstoffperoxid verzeichnet, aber kein Atom darin ist an alle anderen gebunden.",
        ),
    ],
)
def test_C_CENTRE_says_of_which_structure_it_speaks(language: str, centre: str, known: str) -> None:
    """Regression: "One atom, oxygen, is bonded to all others", and a line below "no atom of it is"."""
    with speaking(language):
        said = [check.message for check in judge("H2O2", SIMPLE).checks if check.set == "simple-lewis"]
    assert said[-2:] == [centre, known]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Not a diatomic element of this game: those are HH, OO, NN, ClCl."),
        ("de", "Kein zweiatomiges Element dieses Spiels: Das sind HH, OO, NN, ClCl."),
    ],
)
def test_C_DIA_lists_the_diatomic_elements_as_those_of_the_game(language: str, said: str) -> None:
    """Regression: "those are HH, OO, NN, ClCl", as if fluorine were not diatomic."""
    with speaking(language):
        assert judge("HF", STANDARD).checks[2].message == said


# --- hints --------------------------------------------------------------------------------------------------


def runs_of_two_elements(most: int) -> Iterator[tuple[str, ...]]:
    symbols = sorted(tile["symbol"] for tile in load_ruleset(STANDARD).describe()["edition"]["tiles"])
    for a, b in combinations(symbols, 2):
        for size in range(2, most + 1):
            for n in range(1, size):
                yield (a,) * n + (b,) * (size - n)


def test_C_RATIO_no_simplest_ratio_is_named_that_would_be_illegal() -> None:
    """Pb2N2 balances with Pb at two numbers, but PbN does not balance at all."""
    rules = load_ruleset(BEGINNER)
    assert isinstance(rules, CompoundIt)
    told: Counter[bool] = Counter()
    for run in runs_of_two_elements(8):
        ratio = rules.by_set("binary", Run(run, Formula.of_tiles(run))).checks[-1]
        if ratio.code == "not_simplest":
            simplest = ratio.params["simplest"]
            told[simplest is not None] += 1
            assert simplest is None or rules.judge(Formula.parse(simplest)).ruling is Ruling.VALID, run
    assert min(told.values()) > 100
    for formula in ("Pb2N2", "C2P2", "P2S4"):
        assert "that would be" not in reason(formula, BEGINNER)


def is_on_record(formula: Formula, table: CompoundTable) -> bool:
    hill = formula.hill
    if any(symbol in METALS for symbol, _ in formula.atoms):
        return hill in listed_salts()
    return (
        len(formula.atoms) == 1
        or hill in listed_salts()
        or hill in ("CO", "H2O2")
        or bool(table.by_formula(hill))
    )


@pytest.mark.parametrize("name", [BEGINNER, STANDARD, SIMPLE, COMPLEX, ORGANIC])
def test_C_HINT_every_hint_is_legal_and_on_record(name: str) -> None:
    rules, table = load_ruleset(name), CompoundTable.open()
    assert isinstance(rules, CompoundIt)
    hinted = 0
    for run in list(runs_of_two_elements(6))[:: 7 if name in (BEGINNER, STANDARD) else 31]:
        verdict = rules.judge(Tiles(run))
        nearest = None if verdict.ruling is Ruling.VALID else verdict.decisive.params.get("nearest")
        if nearest is not None:
            hinted += 1
            made = Formula.parse(nearest["makes"])
            assert rules.judge(made).ruling is Ruling.VALID, run
            assert made in rules.salts or is_on_record(made, table), (run, made)
            if sum(abs(n) for _, n in nearest["changes"]) <= 2 and verdict.known is not None:
                assert set(run) <= {symbol for symbol, _ in made.atoms}, run
    assert hinted > 40


@pytest.mark.parametrize(
    ("run", "rules", "hint"),
    [
        ("NaO", STANDARD, "One more Na would make it Na2O."),
        ("HHHHNN", STANDARD, "One fewer N and one fewer H would make it NH3."),
        ("NClClCl", BEGINNER, None),
        ("CN", STANDARD, "Adding one H would make it HCN."),
        ("OMgO", STANDARD, "One tile moved would make it MgO2."),
        ("NaSiCBrO", STANDARD, None),
        ("NNOO", STANDARD, "Three more O would make it N2O5."),
        (
            "AgSi",
            STANDARD,
            "Adding one Cl and removing one Si would make it AgCl.",
        ),  # not SiC: it keeps the metal
        ("AlHOF", COMPLEX, None),  # not CHFO
        ("KAlOO", STANDARD, None),  # potassium aluminate is real; not K2O2
        ("NaFeOO", STANDARD, "One fewer Na and one fewer O would make it FeO."),  # not Na2O2
        ("CaIOOOOOO", STANDARD, None),  # not Ca(NO3)2: that takes three tiles
        ("PbPbNN", STANDARD, None),  # not N2S, nor N2
        ("CCPP", COMPLEX, None),
        ("PPSSSS", STANDARD, "One more S would make it P2S5."),
        ("NaNaP", BEGINNER, "One more Na would make it Na3P."),  # not Na2O
        ("KKP", STANDARD, "One more K would make it K3P."),
        ("LiLiP", STANDARD, "One more Li would make it Li3P."),
        ("CuP", STANDARD, "Two more Cu would make it Cu3P."),
        ("CuN", STANDARD, "Two more Cu would make it Cu3N."),
        ("FePP", STANDARD, "One fewer P would make it FeP."),
        ("PPNNNNN", STANDARD, "One more P would make it P3N5."),
        ("CaSi", STANDARD, "One more Ca would make it Ca2Si."),
        ("POOOO", STANDARD, "Adding three H would make it H3PO4."),  # not PPO4, and none taken away
        ("SOOOO", STANDARD, "Adding two H would make it H2SO4."),  # not SO3: the ion needs a partner
        ("AlO", BEGINNER, "One more Al and two more O would make it Al2O3."),  # not AlN
        ("AlAl", STANDARD, "Adding three O would make it Al2O3."),  # nor here
        ("HHH", STANDARD, "One fewer H would make it H2."),  # not CH4
        ("OOO", EXPERT, "One fewer O would make it O2."),  # not SO3
        ("SSS", EXPERT, None),  # not Al2S3, which nobody thinks of
        ("CHH", EXPERT, "Two more H would make it CH4."),  # before C2H2
        ("HNNNH", EXPERT, "One fewer H would make it HN3."),  # before NH3: nothing is exchanged
        ("NaOHCl", STANDARD, "One fewer Cl would make it NaOH."),  # before NaClO
        ("NaK", STANDARD, "Adding one Cl and removing one K would make it NaCl."),  # before KCl
        ("KAlSOOOO", STANDARD, "One more sulfate ion would make it KAl(SO4)2."),  # not K2SO4
        ("HHHPOOO", STANDARD, "One more O would make it H3PO4."),  # not P(OH)3
        ("CuCuCuOOO", STANDARD, None),  # "that would be CuO" is the hint; not Cu2SO3
        ("NaPOOO", STANDARD, None),  # sodium metaphosphate is real; not NaCaPO4
        ("AlKKKOOO", SIMPLE, None),  # not K2O2: three tiles, and the aluminium gone
        ("CHHHHNNO", ORGANIC, None),  # urea is real, and CH5NO rare
        ("KNOOOO", STANDARD, "One fewer O would make it KNO3."),  # not KNO2, with two fewer
        ("HHHNOOO", STANDARD, "Two fewer H would make it HNO3."),  # before NH4NO3
        ("AlNOOONOOO", STANDARD, "One more nitrate ion would make it Al(NO3)3."),  # not N2O5
        ("MgNOOO", STANDARD, "One more nitrate ion would make it Mg(NO3)2."),  # not Mg(NO2)2
        ("NaNOOONOOO", STANDARD, "One fewer nitrate ion would make it NaNO3."),
        ("NHHHHO", STANDARD, "One more H would make it NH4OH."),  # not NH4NO2
        ("AlOHClCl", STANDARD, None),  # not HClO: the metal stays
        (
            "CuCuNOOO",
            STANDARD,
            "One fewer copper ion and one more nitrate ion would make it Cu(NO3)2.",
        ),  # not Cu2SO3
        (
            "AlSOOOO",
            STANDARD,
            "One more aluminium ion and two more sulfate ions would make it Al2(SO4)3.",
        ),  # not AlPO4
    ],
)
def test_C_HINT_own_elements_come_first(run: str, rules: str, hint: str | None) -> None:
    said = judge(Tiles.parse(run), rules).decisive.message
    assert said.endswith(hint) if hint else "would make it" not in said


@pytest.mark.parametrize(
    ("formula", "name"),
    [("KO2", "potassium superoxide"), ("CaC2", "calcium carbide"), ("KMnO4", "potassium permanganate")],
)
def test_a_known_substance_is_named_legal_or_not(formula: str, name: str) -> None:
    verdict = load_ruleset("compoundit:standard").judge(Formula.parse(formula))
    assert verdict.ruling is Ruling.INVALID
    assert verdict.name == name


def test_C_HINT_what_is_familiar_is_of_the_exercises_and_the_lab_shelf() -> None:
    assert familiar_file() == FAMILIAR.read_text(encoding="utf-8")
    assert {"ClNa", "H3O4P", "CaO4S", "N2O5", "KNO3", "HKO"} <= familiar().keys()
    assert "CuFeS2" not in familiar()
    assert familiar()["CH4"] < familiar()["HNaO"] < familiar()["ClNaO"]


# --- C-RULE-FIRST -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("PbI4", "no such compound is on record."),
        ("CuNO3", "no such compound is on record."),
        ("Cu2P", "no such compound is on record."),  # its charges add up with copper in both
        ("CuI2", "the real compound does not last: it falls apart."),
        ("FeI3", "the real compound does not last: it falls apart."),
        ("Al2(CO3)3", "the real compound has been made only under very high pressure."),
        ("Fe2(CO3)3", "the real compound does not last: it falls apart."),
        ("Ca(HCO3)2", "the real compound is known only in solution."),
        ("NH4OH", "in reality it is a solution and no substance of its own."),
        ("CuF", "the real compound does not last: it falls apart."),  # the CRC Handbook lists it
        ("CuOH", "the real compound does not last: it falls apart."),
        ("PbS2", "the real compound has been made only under very high pressure."),
        ("Fe(HCO3)2", "the real compound is known only in solution."),
        ("KClO", "the real compound is known only in solution."),
        ("Al(NO2)3", "no such compound is on record."),
        ("Cu2(OH)3", "no such compound is on record."),
        ("P(OH)3", "in the real compound the atoms are bonded in another way."),
        ("NaCl", None),
        ("NH4Cl", None),
    ],
)
def test_C_RULE_FIRST_speaks_for_salts(formula: str, said: str | None) -> None:
    verdict = judge(formula, STANDARD)
    assert verdict.ruling is Ruling.VALID
    remarks = [check.message for check in verdict.checks if check.rule == "C-RULE-FIRST"]
    assert remarks == ([f"Legal by this game's rules; {said}"] if said else [])


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize(
    ("run", "code"),
    [
        ("CNHHHHH", "no_polyatomic_ion"),  # methylamine, no cyanide of five hydrogens
        ("NNHHHH", "no_polyatomic_ion"),  # hydrazine, no nitride of ammonium
        ("SOOSOO", "no_polyatomic_ion"),  # nothing positive
        ("PbOO", "no_polyatomic_ion"),  # the oxide of Pb(IV) is no peroxide of Pb(II)
        ("HHHPOOO", "foreign_acid"),  # no hydroxide, torn or not
        ("HHSOOOOO", "foreign_acid"),
    ],
)
def test_C_WORDS_ions_are_not_read_into_what_has_none(run: str, code: str) -> None:
    verdict = judge(run, EXPERT)
    assert [check.code for check in verdict.checks if check.set == "polyatomic"] == [code]


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("run", ["CuSOOOOHHO", "CaSOOOOHHOHHO"])
def test_C_WORDS_what_is_headed_as_a_hydrate_is_refused_as_one(run: str) -> None:
    verdict = judge(run, STANDARD)
    assert verdict.formula.endswith("H2O")
    assert [check.code for check in verdict.checks if check.set == "polyatomic"] == ["hydrate"]


@pytest.mark.rule("C-POLY")
@pytest.mark.parametrize("run", ["NaNaOO", "HHOO", "FeOO", "CuCuOO"])
def test_C_POLY_a_peroxide_is_read_where_the_oxide_is_illegal(run: str) -> None:
    assert "polyatomic" in judge(run, STANDARD).accepted_by


@pytest.mark.rule("C-RULE-FIRST")
def test_C_RULE_FIRST_the_entry_of_a_depositor_is_no_record() -> None:
    """SBr6 has a line in the identifier files, and cannot be prepared."""
    verdict = judge("SBr6", STANDARD)
    assert verdict.ruling is Ruling.VALID
    assert verdict.known is None
    assert [check.code for check in verdict.checks if check.rule == "C-RULE-FIRST"] == ["not_on_record"]
    refused = judge("SBr6", "compounded")
    assert "no such compound is on record" in " ".join(check.message for check in refused.checks)


def test_C_RULE_FIRST_what_nobody_has_made_is_on_no_other_list() -> None:
    rows = [line.split("\t") for line in UNMADE.read_text(encoding="utf-8").splitlines() if line[0] != "#"][
        1:
    ]
    for formula, what, source in rows:
        composition = Formula.parse(formula)
        assert unmade(composition) == what in REMARKS
        assert re.search(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}", source) or (what, source) == ("unmade", "absent"), (
            formula
        )
        assert listed_salt(composition) is None, formula
        assert (composition.hill in familiar()) is (what == "rearranges"), formula


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize(
    ("formula", "rules", "title"),
    [
        ("Mg(OH)NO3", STANDARD, "Mg(OH)NO3"),
        ("Mg(OH)NO3", "valence-plus", "Mg(OH)NO3"),
        ("Fe(OH)NO3", "compoundit:expert", "Fe(OH)NO3"),
        ("OS2", STANDARD, "S2O"),
        ("MgOHNO3", STANDARD, "MgOHNO3"),
        ("MgOHNO3", "valence-plus", "MgOHNO3"),
        ("H2[TiF6]", STANDARD, "H2[TiF6]"),
        ("HCOONH4", STANDARD, "HCOONH4"),
        ("CO(OH)2", STANDARD, "H2CO3"),
        ("AlOOH", STANDARD, "AlO(OH)"),
        ("CaOHCl", STANDARD, "Ca(OH)Cl"),
        ("MgOHNOOO", STANDARD, "Mg(OH)NO3"),
        ("MgOHNOOO", "valence-plus", "Mg(OH)NO3"),  # not MgNHO4
        ("CaOHCl", "ion:base", "Ca(OH)Cl"),
        ("KFeCNCNCN", STANDARD, "KFe(CN)3"),
        ("LiAlHHHH", STANDARD, "LiAlH4"),
        ("ONaCl", STANDARD, "NaClO"),
        ("NHHHO", "compoundit:expert", "NH2OH"),
        ("OCS", "compoundit:expert", "COS"),
        ("HN3", STANDARD, "HN3"),
    ],
)
def test_C_WORDS_what_is_refused_keeps_the_units_that_were_written(
    formula: str, rules: str, title: str
) -> None:
    assert judge(formula, rules).formula == title
