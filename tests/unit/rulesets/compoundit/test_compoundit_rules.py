"""CompoundIt!'s rulings on single runs: the rulebook's own examples first, then what rulings.md decides."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from adjudicator import Check, Facts, Formula, Outcome, Ruling, Tiles, Verdict, judge, load_ruleset, prose
from adjudicator.chem import naming
from adjudicator_rulesets.compoundit.judging.findings import MAX_MENDED

EDITION = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
STANDARD = "compoundit:standard"
BEGINNER = "compoundit:beginner"


def ruling(run: str, rules: str = STANDARD) -> str:
    return judge(Tiles.parse(run), rules).ruling.value


def check(verdict: Verdict, set_: str | None, code: str) -> Check:
    """The check with this code; if it is missing, the error lists the codes that exist."""
    found = [c for c in verdict.checks if c.set == set_ and c.code == code]
    assert found, f"{code} is not among {[(c.set, c.code) for c in verdict.checks]}"
    return found[0]


def changed_edition(folder: Path, old: str, new: str) -> Path:
    text = EDITION.read_text(encoding="utf-8")
    assert old in text
    path = folder / "edition.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


# --- every run ----------------------------------------------------------------------------------------------


def test_C_RUN_single_tile_is_too_short() -> None:
    verdict = judge("H")
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, None, "too_short").rule == "C-RUN"


def test_C_EDITION_known_element_without_a_tile() -> None:
    verdict = judge("UF")
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, None, "not_in_edition").params["symbols"] == ("U",)
    assert verdict.accepted_by == ()


def test_C_EDITION_number_of_tiles_does_not_matter_to_legality() -> None:
    # The edition has one Zn tile, yet Zn3N2 is a legal compound.
    assert ruling("ZnZnZnNN") == "valid"


@pytest.mark.parametrize("rules", [BEGINNER, STANDARD])
def test_C_SETS_verdict_reports_every_set_in_force(rules: str) -> None:
    verdict = judge("HHO", rules)
    in_force = {"diatomic", "binary"} | ({"polyatomic"} if rules == STANDARD else set())
    assert {c.set for c in verdict.checks if c.set} == in_force


def test_C_SETS_beginner_has_no_polyatomic_ions() -> None:
    assert ruling("MgNOONOO", BEGINNER) == "invalid"
    assert ruling("MgNOONOO", STANDARD) == "valid"


def test_C_SETS_several_sets_may_accept() -> None:
    assert judge("HHOO").accepted_by == ("binary", "polyatomic")


def test_C_RULE_FIRST_legal_although_nobody_has_made_it() -> None:
    verdict = judge("NClClClClCl")
    assert verdict.ruling is Ruling.VALID
    assert verdict.known is None


@pytest.mark.parametrize("run", ["HHO", "HOH", "OHH"])
def test_C_ORDER_water_in_three_orders(run: str) -> None:
    assert ruling(run, BEGINNER) == "valid"


@pytest.mark.parametrize("run", ["FeFeOOO", "NaCl", "CHHHH", "HHOO"])
def test_C_ORDER_every_order_of_a_binary_run(run: str) -> None:
    for order in set(permutations(Tiles.parse(run))):
        assert judge(Tiles(order), BEGINNER).ruling is Ruling.VALID, order


# --- diatomic elements --------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", ["HH", "OO", "NN", "ClCl"])
def test_C_DIA_the_four_of_the_rulebook(run: str) -> None:
    assert judge(run, BEGINNER).accepted_by == ("diatomic",)


def test_C_DIA_no_others() -> None:
    symbols = [tile["symbol"] for tile in load_ruleset(BEGINNER).describe()["edition"]["tiles"]]
    legal = [s for s in symbols if ruling(s + s) == "valid"]
    assert sorted(legal) == ["Cl", "H", "N", "O"]


@pytest.mark.parametrize("run", ["HHH", "OOO", "NNNN", "HHHH"])
def test_C_DIA_exactly_two_tiles(run: str) -> None:
    assert ruling(run) == "invalid"


# --- binary compounds ---------------------------------------------------------------------------------------


def test_C_BIN_carbon_dioxide_of_the_rulebook() -> None:
    verdict = judge("COO", BEGINNER)
    assert verdict.ruling is Ruling.VALID
    assert check(verdict, "binary", "sum_zero").witness == Facts(numbers=(4, -2, -2), sum=0)
    assert (verdict.formula, verdict.hill) == ("CO2", "CO2")


@pytest.mark.parametrize(
    "run", ["NaCl", "MgClCl", "AlFFF", "AlAlOOO", "SOO", "SOOO", "PClClCl", "PClClClClCl", "HCl"]
)
def test_C_BIN_textbook_compounds(run: str) -> None:
    assert judge(run, BEGINNER).accepted_by == ("binary",)


def test_C_BIN_sum_and_mend_are_told() -> None:
    verdict = judge("MgCl", BEGINNER)
    missed = check(verdict, "binary", "sum_not_zero")
    assert missed.params["total"] == 1
    assert missed.params["nearest"] == {"changes": (("Cl", 1),), "moved": 0, "makes": "MgCl2"}
    assert missed.message == "The printed oxidation numbers add up to +1. One more Cl would make it MgCl2."
    assert verdict.decisive == missed


def test_C_BIN_taking_away_can_mend_too() -> None:
    missed = check(judge("HHHO", BEGINNER), "binary", "sum_not_zero")
    assert missed.params["nearest"] == {"changes": (("H", -1),), "moved": 0, "makes": "H2O"}


@pytest.mark.parametrize(
    ("run", "hint"),
    [
        ("AlAlOO", "One more O would make it Al2O3."),
        ("PPOO", "One more O would make it P2O3."),
        ("CCOO", "One fewer C would make it CO2."),
        ("SSOO", "One fewer S would make it SO2."),
        ("NHHHHNOOOO", "One fewer O would make it NH4NO3."),
        ("HClOOOOO", "One fewer O would make it HClO4."),
        ("NNOO", "Three more O would make it N2O5."),  # N prints no +1, +2, +3: no oxide is nearer
        ("HHHHNN", "One fewer N and one fewer H would make it NH3."),
        ("CN", "Adding one H would make it HCN."),
        ("LiO", "One more Li would make it Li2O."),  # although the box has only one Li
        ("FeFeOOOO", "One fewer O would make it Fe2O3."),
        ("ONaH", "One tile moved would make it NaOH."),
        ("MgNNOOOO", "One tile moved would make it Mg(NO2)2."),
    ],
)
def test_nearest_miss_is_counted_in_tiles(run: str, hint: str) -> None:
    message = judge(Tiles.parse(run)).decisive.message
    assert message.endswith(hint), message


@pytest.mark.parametrize("run", ["NaClNaClNaClNaCl", "XeFF", "Na"])
def test_nothing_within_reach_is_no_hint(run: str) -> None:
    assert all("nearest" not in check.params for check in judge(Tiles.parse(run)).checks)


def test_a_hint_is_sought_for_a_whole_line_of_the_board_and_for_no_longer_run() -> None:
    longest = "NHHHHNHHHHCOOOO"
    assert len(Tiles.parse(longest)) == MAX_MENDED == 15
    assert judge(longest).decisive.message.endswith("One more C would make it (NH4)2C2O4.")
    longer = judge("NHHHHNHHHHSOOOOO")  # one fewer O would make it (NH4)2SO4
    assert all("nearest" not in check.params for check in longer.checks)


HINTS = """
from adjudicator import judge
from adjudicator_rulesets.compoundit.judging import nearest
nearest.MAX_LOOKED_INTO = 6  # so that it matters which ones come first
for run in ("CHHClOC", "COOOF", "NNHHHOO", "HHHCCOF", "SOOClClF"):
    for rules in ("simple-lewis", "organic", "expert"):
        print(judge(run, f"compoundit:{rules}").decisive.message)
"""


@pytest.mark.slow
def test_every_process_gives_the_same_hint() -> None:
    """Only some of the compounds on record are checked: the same ones, whatever the hash seed of a process."""
    told = [
        subprocess.run(
            [sys.executable, "-c", HINTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "6")
    ]
    assert told[0] == told[1]


def test_the_nearest_compound_on_record_is_among_those_that_are_looked_into() -> None:
    told = judge(Tiles.parse("CHHClOC"), "compoundit:simple-lewis").decisive.message
    assert told.endswith("One fewer C and one fewer Cl would make it CH2O."), told


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("Mg(NO2)2", "+2 −1 −1 = 0: one magnesium ion and two nitrite ions, each ion in one piece."),
        ("(NH4)2SO4", "+1 +1 −2 = 0: two ammonium ions and one sulfate ion, each ion in one piece."),
        (
            "KAl(SO4)2",
            "+1 +3 −2 −2 = 0: one potassium ion, one aluminium ion and two sulfate ions, each ion in one piece.",
        ),
    ],
)
def test_C_POLY_a_legal_run_is_explained_by_its_charges(formula: str, words: str) -> None:
    assert judge(Formula.parse(formula)).decisive.message == words


def test_rulings_kept_by_an_older_version_keep_their_sentences() -> None:
    mends = ({"changes": (("Cl", 1),), "makes": "MgCl2"},)
    said = prose.render("compoundit", "sum_not_zero", {"total": 1, "mends": mends})
    assert said == "The printed oxidation numbers add up to +1. One more Cl would make it MgCl2."
    assert prose.render("compoundit", "charges_off", {"total": 2, "mends": ()}) == "The charges add up to +2."
    assert (
        prose.render("compoundit", "ions_contiguous", {}) == "The atoms of every ion lie next to each other."
    )


def test_C_BIN_two_metals_never_balance() -> None:
    assert check(judge("NaK", BEGINNER), "binary", "never_opposite").outcome is Outcome.FAIL


@pytest.mark.parametrize(("run", "elements"), [("HHH", ("H",)), ("NaClO", ("Na", "Cl", "O"))])
def test_C_BIN_exactly_two_elements(run: str, elements: tuple[str, ...]) -> None:
    assert check(judge(run, BEGINNER), "binary", "not_two_elements").params["elements"] == elements


def test_C_MULTI_OX_carbon_takes_the_number_that_fits() -> None:
    dioxide = check(judge("COO", BEGINNER), "binary", "sum_zero").witness
    methane = check(judge("CHHHH", BEGINNER), "binary", "sum_zero").witness
    assert dioxide is not None
    assert methane is not None
    assert (dioxide["numbers"][0], methane["numbers"][0]) == (4, -4)


@pytest.mark.parametrize(
    ("run", "numbers"),
    [("FeFeFeOOOO", (2, 3, 3, -2, -2, -2, -2)), ("PbPbPbOOOO", (2, 2, 4, -2, -2, -2, -2))],
)
def test_C_SIGN_numbers_of_one_sign_may_mix(run: str, numbers: tuple[int, ...]) -> None:
    verdict = judge(run, BEGINNER)
    assert verdict.ruling is Ruling.VALID
    assert check(verdict, "binary", "sum_zero_mixed").witness == Facts(numbers=numbers, sum=0)


def test_C_SIGN_no_element_is_positive_and_negative() -> None:
    # N2O would need nitrogen at +5 and at -3.
    missed = check(judge("NNO", BEGINNER), "binary", "needs_mixing")
    assert missed.rule == "C-SIGN"
    assert missed.params["elements"] == ("N",)


def test_C_SIGN_methane_with_hydride_is_not_CH6(tmp_path: Path) -> None:
    hydride = changed_edition(tmp_path, "oxidation = [1] }", "oxidation = [1, -1] }")
    run = Tiles.parse("CHHHHHH")
    assert load_ruleset(BEGINNER, hydride).judge(run).ruling is Ruling.INVALID
    anything = tmp_path / "anything.toml"
    anything.write_text(
        hydride.read_text(encoding="utf-8").replace('"same-sign"', '"any"', 1), encoding="utf-8"
    )
    assert load_ruleset(BEGINNER, anything).judge(run).ruling is Ruling.VALID


def test_C_SIGN_uniform_editions_refuse_magnetite(tmp_path: Path) -> None:
    uniform = load_ruleset(BEGINNER, changed_edition(tmp_path, '"same-sign"', '"uniform"'))
    assert uniform.judge(Tiles.parse("FeFeFeOOOO")).ruling is Ruling.INVALID
    assert uniform.judge(Tiles.parse("FeFeOOO")).ruling is Ruling.VALID


def test_C_RATIO_doubled_water_of_the_rulebook() -> None:
    verdict = judge("HHHHOO")
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, "binary", "not_simplest").params["simplest"] == "H2O"


@pytest.mark.rule("C-RATIO", "C-EXCEPT")
@pytest.mark.parametrize("run", ["CO", "OC", "HHOO", "HOHO", "OHHO"])
def test_C_EXCEPT_carbon_monoxide_and_hydrogen_peroxide(run: str) -> None:
    verdict = judge(run, BEGINNER)
    assert verdict.accepted_by == ("binary",)
    assert check(verdict, "binary", "named_exception").outcome is Outcome.PASS


@pytest.mark.parametrize("run", ["CCOO", "HHHHOOOO", "NO", "NaNaOO"])
def test_C_EXCEPT_nothing_else_by_name(run: str) -> None:
    assert ruling(run, BEGINNER) == "invalid"


def test_C_RATIO_units_of_a_polyatomic_compound() -> None:
    doubled = judge("MgMgNOONOONOONOO")
    assert doubled.ruling is Ruling.INVALID
    assert check(doubled, "polyatomic", "not_simplest").params["simplest"] == "Mg(NO2)2"
    assert judge("NaNaOO").accepted_by == ("polyatomic",)


# --- polyatomic ions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", ["MgNOONOO", "ONOMgOON", "ONONOOMg", "MgNOOOON"])
def test_C_CONTIG_magnesium_nitrite_legal(run: str) -> None:
    verdict = judge(run)
    assert verdict.accepted_by == ("polyatomic",)
    assert verdict.formula == "Mg(NO2)2"


@pytest.mark.parametrize(("run", "tile"), [("MgNNOOOO", 2), ("MgNONOOO", 2), ("NOONOMgO", 4)])
def test_C_CONTIG_magnesium_nitrite_torn_apart(run: str, tile: int) -> None:
    verdict = judge(run)
    assert verdict.ruling is Ruling.INVALID
    torn = check(verdict, "polyatomic", "ion_torn")
    assert (torn.params["ion"], torn.params["tile"]) == ("nitrite", tile)
    assert verdict.decisive == torn


def test_C_CONTIG_witness_shows_the_split() -> None:
    witness = check(judge("ONOMgOON"), "polyatomic", "ions_contiguous").witness
    assert witness is not None
    assert [(unit["ion"], unit["tiles"], unit["charge"]) for unit in witness["units"]] == [
        ("nitrite", (0, 1, 2), -1),
        ("Mg", (3,), 2),
        ("nitrite", (4, 5, 6), -1),
    ]


@pytest.mark.parametrize("formula", ["Mg(NO2)2", "Fe2(SO4)3", "(NH4)3PO4", "H2SO4", "Na2O2"])
def test_C_CONTIG_a_formula_is_shown_in_a_legal_order(formula: str) -> None:
    verdict = judge(Formula.parse(formula))
    assert verdict.ruling is Ruling.VALID
    assert verdict.formula == formula
    assert judge(Tiles(verdict.tiles)).ruling is Ruling.VALID
    assert Formula.of_tiles(verdict.tiles) == Formula.parse(formula)


@pytest.mark.parametrize(
    ("run", "formula"),
    [
        ("NaOH", "NaOH"),
        ("CaOHOH", "Ca(OH)2"),
        ("FeOHOHOH", "Fe(OH)3"),
        ("NHHHHCl", "NH4Cl"),
        ("CuSOOOO", "CuSO4"),
        ("HNOOO", "HNO3"),
        ("HHCOOO", "H2CO3"),
        ("CHHHCOONa", "NaC2H3O2"),
        ("HHHPOOOO", "H3PO4"),
        ("KSCN", "KSCN"),
        ("FeFeOHOHOHOHOH", "Fe2(OH)5"),
    ],
)
def test_C_POLY_two_kinds_of_ion(run: str, formula: str) -> None:
    verdict = judge(run)
    assert verdict.accepted_by == ("polyatomic",)
    assert verdict.formula == formula


def test_C_POLY_hydrogen_is_a_cation_so_acids_are_in() -> None:
    assert ruling("HClO") == "valid"
    assert ruling("HHSOOO") == "valid"


@pytest.mark.rule("C-DOUBLE")
@pytest.mark.parametrize(
    ("run", "formula", "name"),
    [
        ("KAlSOOOOSOOOO", "KAl(SO4)2", "aluminium potassium sulfate"),
        ("OSOOOAlOOSOOK", "KAl(SO4)2", "aluminium potassium sulfate"),
        ("NaHSOOO", "NaHSO3", "sodium hydrogen sulfite"),
        ("NHHHHMgPOOOO", "NH4MgPO4", "ammonium magnesium phosphate"),
        ("NaKCOOO", "NaKCO3", "potassium sodium carbonate"),
        ("ClMgOH", "Mg(OH)Cl", "magnesium chloride hydroxide"),
        ("CaMgCOOOOOCO", "CaMg(CO3)2", "calcium magnesium carbonate"),
        ("HCaPOOOO", "CaHPO4", "calcium hydrogen phosphate"),  # the hydrogen is separate from its phosphate
    ],
)
def test_C_DOUBLE_salts_of_the_list_are_legal(run: str, formula: str, name: str) -> None:
    verdict = judge(Tiles.parse(run))
    assert verdict.accepted_by == ("polyatomic",)
    assert (verdict.formula, verdict.name) == (formula, name)
    listed = check(verdict, "polyatomic", "salt_listed")
    assert (listed.rule, bool(listed.params["cite"])) == ("C-DOUBLE", True)
    witness = check(verdict, "polyatomic", "ions_contiguous").witness
    assert witness is not None
    assert sum(unit["charge"] for unit in witness["units"]) == 0


def test_C_DOUBLE_atoms_of_an_ion_lie_together_here_too() -> None:
    verdict = judge("KAlSOOOSOOOOO")
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, "polyatomic", "ion_torn").params["ion"] == "sulfate"


@pytest.mark.parametrize("run", ["NaKSOOOO", "NaOHCaFF", "LiNaCOOO"])
def test_C_DOUBLE_what_is_not_listed_is_refused_and_says_so(run: str) -> None:
    verdict = judge(run)
    assert verdict.ruling is Ruling.INVALID
    assert verdict.decisive.rule == "C-DOUBLE"
    assert "no such salt is on our list" in verdict.decisive.message


def test_C_DOUBLE_two_polyatomic_kinds_are_out_however_well_known() -> None:
    assert check(judge("CuCuOHOHCOOO"), "polyatomic", "mixed_ions").rule == "C-POLY"  # malachite


@pytest.mark.parametrize(("kinds", "legal"), [("two", ""), ("any", "KAlSOOOOSOOOO NaKSOOOO")])
def test_C_DOUBLE_an_edition_may_allow_none_or_any(tmp_path: Path, kinds: str, legal: str) -> None:
    rules = load_ruleset(STANDARD, changed_edition(tmp_path, 'kinds = "listed"', f'kinds = "{kinds}"'))
    for run in ("KAlSOOOOSOOOO", "NaKSOOOO", "NaNaKKCNCNCNCN", "NaNOOOCl"):  # not simplest, not neutral
        assert (rules.judge(Tiles.parse(run)).ruling is Ruling.VALID) == (run in legal.split()), run
    if kinds == "two":
        assert check(rules.judge(Tiles.parse("NaKSOOOO")), "polyatomic", "several_metals")
    else:
        assert rules.judge(Formula.parse("NaKSO4")).ruling is Ruling.VALID


def test_C_DOUBLE_every_salt_of_the_list_is_judged_named_and_cited() -> None:
    edition = load_ruleset(STANDARD).describe()["edition"]
    counts = {tile["symbol"]: tile["count"] for tile in edition["tiles"]}
    makeable = set()
    for salt in edition["salts"]:
        formula = Formula.parse(salt["formula"])
        verdict = judge(formula)
        assert verdict.ruling is Ruling.VALID, salt
        assert verdict.name is not None
        assert naming.check(salt["formula"], verdict.name).answer == "right", salt
        assert naming.check(salt["formula"], salt["name"]).answer == "right", salt
        assert re.match(r"(CRC Handbook|Merck Index|minerals?|unverified:) ?\S", salt["cite"]), salt
        if formula.size <= edition["board"]["size"] and all(n <= counts[s] for s, n in formula.atoms):
            makeable.add(formula)
    assert len(makeable) >= 40
    assert sum(salt["cite"].startswith("unverified") for salt in edition["salts"]) <= 5


def test_C_POLY_three_kinds_that_do_not_balance_are_out() -> None:
    verdict = judge("NaOHCl")
    assert check(verdict, "polyatomic", "not_two_kinds").params["kinds"] == ("Na", "hydroxide", "Cl")


@pytest.mark.rule("C-NAMED", "C-TILES")
@pytest.mark.parametrize("run", ["NIII", "NClClCl", "NNOOO"])
def test_C_NAMED_nitrogen_prints_no_plus_three(run: str) -> None:
    assert ruling(run) == "invalid"
    assert ruling("NHHH") == ruling("NNOOOOO") == "valid"


@pytest.mark.parametrize(
    ("run", "ion"),
    [
        ("CN", "cyanide"),
        ("ClO", "hypochlorite"),
        ("NOO", "nitrite"),
        ("NOOO", "nitrate"),
        ("OH", "hydroxide"),
    ],
)
@pytest.mark.parametrize("rules", [STANDARD, "compoundit:expert"])
def test_C_ALONE_the_refusal_leads_with_the_ion(run: str, ion: str, rules: str) -> None:
    verdict = judge(Tiles.parse(run), rules)
    if (run, rules) == ("NOO", "compoundit:expert"):  # nitrogen dioxide is a molecule, and a radical
        assert verdict.decisive.code == "odd_electrons"
        assert check(verdict, "polyatomic", "ion_or_molecule").params["ion"] == ion
        return
    assert verdict.ruling is Ruling.INVALID
    assert (verdict.decisive.rule, verdict.decisive.params["ion"]) == ("C-ALONE", ion)
    assert "needs a partner" in verdict.decisive.message


def test_C_NEUTRAL_charges_must_balance() -> None:
    verdict = judge("MgNOO")
    off = check(verdict, "polyatomic", "charges_off")
    assert off.params["total"] == 1
    assert "mends" not in off.params


def test_C_IONS_only_those_of_the_list() -> None:
    # Permanganate is a well-known ion, but neither Mn nor the ion is in the game; cyanate is not listed either.
    assert ruling("NaOCN") == "invalid"
    assert ruling("NaCN") == "valid"


def test_C_AMMONIUM_may_meet_another_polyatomic_ion() -> None:
    assert judge("NHHHHNOOO").formula == "NH4NO3"
    assert judge("NHHHHNHHHHSOOOO").formula == "(NH4)2SO4"


def test_C_AMMONIUM_alone_has_this_right(tmp_path: Path) -> None:
    ammonium = '{ name = "ammonium"'
    added = '{ name = "hydronium", formula = "H3O", charge = 1 },'
    hydronium = changed_edition(tmp_path, ammonium, f"{added}\n  {ammonium}")
    verdict = load_ruleset(STANDARD, hydronium).judge(Tiles.parse("HHHOCN"))
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, "polyatomic", "mixed_ions").params["ions"] == ("hydronium", "cyanide")


def test_C_AMMONIUM_two_anions_are_mixed() -> None:
    verdict = judge("CaNOOOClOO")
    assert verdict.ruling is Ruling.INVALID
    assert set(check(verdict, "polyatomic", "mixed_ions").params["ions"]) == {"nitrate", "chlorite"}


@pytest.mark.parametrize("run", ["OH", "NOOO", "SOOOO", "COOO", "NHHHH", "CN", "HCOOO", "POOOO", "ClOClO"])
def test_C_ALONE_an_ion_by_itself(run: str) -> None:
    verdict = judge(run)
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, "polyatomic", "ion_alone").rule == "C-ALONE"


@pytest.mark.parametrize(("run", "by"), [("OO", "diatomic"), ("SOOO", "binary")])
def test_C_ALONE_other_sets_judge_for_themselves(run: str, by: str) -> None:
    verdict = judge(run)
    assert verdict.accepted_by == (by,)
    assert check(verdict, "polyatomic", "ion_alone").outcome is Outcome.FAIL


def test_C_ALONE_a_formula_with_a_charge_is_no_compound() -> None:
    verdict = judge("SO4^2-")
    assert verdict.ruling is Ruling.INVALID
    assert check(verdict, None, "has_charge").params["charge"] == -2
