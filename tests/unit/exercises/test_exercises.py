"""Exercises: every kind is read, asked without its answer, marked by the judge, and solved."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.errors import AdjudicatorError, AmbiguousInput, UnreadableInput
from adjudicator.exercises import (
    Exercise,
    Kind,
    Marked,
    choices,
    exercise_from_text,
    judge_answer,
    question,
    set_from_text,
    solution,
)
from adjudicator.exercises.runs import distance
from adjudicator.exercises.sets import MAX_FAULTS

# One of each kind, and of each form of its question.
ONE_OF_EACH = (
    "name:Fe2(SO4)3~salts.2",
    "name:NaCl!Bergkristallsalz",
    "name:Na O H@valence-plus",
    "write:iron(III) chloride",
    "write:Na2SO4~salts.1",
    "legal:MgNOONOO",
    "legal:MgCl@compoundit:beginner",
    "mend:MgCl",
    "mend:NaO@valence-plus",
    "build:Mg N O O N O O Cl",
    "build:Na O H Cl@valence-plus",
    "build:Na Cl S@ion:base",
    "charge:SO4^2-",
    "charge:Fe@compoundit:standard",
    "balance:H2 + O2 -> H2O",
    "play:Mg O H H O|",
)


def marked(text: str, answer: str, language: str = "en") -> Marked:
    return judge_answer(exercise_from_text(text), answer, language)


def test_an_ion_that_is_one_card_is_shown_as_one() -> None:
    asked = question(exercise_from_text("legal:MgOHOH@ion:polyatomic"), "en")
    assert asked["tiles"] == ["Mg", "OH", "OH"]
    assert question(exercise_from_text("legal:NaOH"), "en")["tiles"] == ["Na", "O", "H"]


def test_the_text_of_an_exercise_gives_it_back() -> None:
    for text in ONE_OF_EACH:
        assert exercise_from_text(text).text == text
        assert exercise_from_text(exercise_from_text(text).text) == exercise_from_text(text)
    assert {exercise_from_text(text).kind for text in ONE_OF_EACH} == set(Kind)
    assert exercise_from_text("name:Fe2(SO4)3~salts.2") == Exercise(
        Kind.NAME, "Fe2(SO4)3", topic="salts", level=2
    )
    assert exercise_from_text(" balance:2 H2+O2 = H2O").text == "balance:H2 + O2 -> H2O"


def test_the_solution_is_marked_right_with_the_full_score_in_both_languages() -> None:
    for text in ONE_OF_EACH:
        for language in prose.LANGUAGES:
            expected = solution(exercise_from_text(text), language)
            mark = marked(text, expected.answer, language)
            assert (mark.right, mark.score, mark.expected) == (True, 1.0, expected), text


def test_a_question_is_plain_data_and_does_not_have_the_answer() -> None:
    for text in ONE_OF_EACH:
        exercise = exercise_from_text(text)
        for language in prose.LANGUAGES:
            asked = question(exercise, language)
            shown = json.dumps({**asked, "rules": "", "rack": ""})
            assert asked["answer"] in {"text", "keys", "yes_no", "tiles", "number", "coefficients", "play"}
            if exercise.kind not in (Kind.LEGAL, Kind.CHARGE):  # "no" and "2" may occur anywhere
                assert solution(exercise, language).answer not in shown
        assert question(exercise, "en")["prompt"] != question(exercise, "de")["prompt"]
    assert question(exercise_from_text("charge:SO4^2-"), "en")["formula"] == "SO4"


def test_bad_answers_are_wrong_with_a_stable_code_and_crash_nothing() -> None:
    nonsense = (
        "",
        " ",
        "\0",
        "x" * 10_000,
        "🧪",
        "((((",
        "9" * 150,
        "Zz9",
        "-",
        "^",
        "nan",
        "1e9",
        "8H",
        "H-",
    )
    for text in ONE_OF_EACH:
        for answer in nonsense:
            mark = marked(text, answer, "de")
            assert not mark.right, (text, answer)
            assert mark.score == 0
            assert mark.code
            assert mark.reason
    assert marked("name:NaCl", "").code == "no_answer"
    assert marked("name:NaCl", "x" * 10_000).code == "answer_too_long"
    assert marked("write:NaCl", "nacl").code == "wrong_case"
    assert marked("legal:MgCl", "maybe").code == "not_yes_or_no"
    assert marked("charge:SO4^2-", "two").code == "no_charge"
    assert marked("balance:H2 + O2 -> H2O", "2,1").code == "bad_coefficients"
    assert marked("balance:H2 + O2 -> H2O", "2,0,2").code == "zero_coefficient"
    assert marked("build:Na Cl S@ion:base", "KCl").code == "not_in_rack"


def test_what_is_no_exercise_is_refused_with_its_reason() -> None:
    for text, code in {
        "": "unknown_kind",
        "NaCl": "unknown_kind",
        "paint:NaCl": "unknown_kind",
        "name:": "no_material",
        "name:" + "x" * 10_000: "exercise_too_long",
        "name:NaCl~Salts.2": "bad_topic",
        "name:NaCl~salts.9": "bad_topic",
        "name:Fe Cl@valence-plus": "not_legal",
        "name:NaCl@ion:base": "no_naming",
        "write:iron chloride": "open_name",
        "write:NaCl!salt": "names_not_asked",
        "balance:H2 + O2 -> H2O@ion:base": "no_rules_needed",
        "balance:H2 -> O2": "no_balance",
        "balance:H2": "bad_equation",
        "legal:NaCl@chess": "unknown_ruleset",
        "legal:" + "H" * 20: "too_many_tiles",
        "mend:MgClCl": "already_legal",
        "build:Mg Na K": "nothing_to_build",
        "charge:NaCl": "unknown_ion",
        "charge:Xe@ion:base": "no_such_piece",
        "play:Mg O": "bad_play",
        "play:Mg O|7": "bad_position",
        "play:Mg O|@ion:base": "no_plays",
        "play:Na|": "no_play",
    }.items():
        with pytest.raises(AdjudicatorError) as raised:
            exercise_from_text(text)
        assert raised.value.code == code, text


# --- by the judge, not by a list of strings -----------------------------------------------------------------


def test_V_NAME_any_name_a_teacher_would_accept_is_right() -> None:
    for name in ("iron(III) sulfate", "ferric sulphate", "Eisen(III)-sulfat", "Iron (III) Sulfate"):
        assert marked("name:Fe2(SO4)3", name).right, name
    wrong = marked("name:Fe2(SO4)3", "iron sulfate")
    assert wrong.code == "name_number_missing"
    assert "iron(III) sulfate" in wrong.reason
    assert marked("name:Fe2(SO4)3", "zzz").outcome == "unresolved"


def test_a_name_that_the_teacher_accepts_is_right_and_no_other() -> None:
    assert marked("name:NaCl!Bergkristallsalz", "bergkristallsalz").right
    assert not marked("name:NaCl", "Bergkristallsalz").right


# Formulas as textbooks and the CRC Handbook write them, and orders that no chemist would write.
ORDERS = {
    "sodium chloride": ("NaCl", "ClNa"),
    "iron(III) sulfate": ("Fe2(SO4)3", "(SO4)3Fe2"),
    "sulfuric acid": ("H2SO4 SO2(OH)2 HOSO2OH", "SO4H2"),
    "phosphoric acid": ("H3PO4 PO(OH)3", "PO4H3"),
    "acetic acid": ("CH3COOH C2H4O2 HC2H3O2 CH3CO2H", "HCOOCH3"),
    "sodium acetate": ("NaCH3COO CH3COONa NaC2H3O2", "CH3COOK"),
    "ammonia": ("NH3", "NH4"),
    "ammonium nitrate": ("NH4NO3", "NO3NH4K"),
    "potassium aluminium sulfate": ("KAl(SO4)2 AlK(SO4)2", "(SO4)2KAl"),
    "copper(II) sulfate pentahydrate": ("CuSO4·5H2O CuSO4.5H2O CuSO4*5H2O", "CuSO4"),
    "oxygen difluoride": ("OF2", "OF F2O"),
    "carbon dioxide": ("CO2 OCO O=C=O", "O2C"),
    "glucose": ("C6H12O6 C6(H2O)6", "H12C6O6"),
    "formaldehyde": ("HCHO CH2O H2CO", "H2O"),
    "hydrogen azide": ("HN3", "N3H"),
    "hydrazine": ("N2H4 NH2NH2 H2NNH2", "H4N2"),
    "acetone": ("CH3COCH3 CH3C(O)CH3", "CH3CH2CHO"),
    "ethanol": ("C2H5OH CH3CH2OH C2H6O", "CH3OCH3"),
    "hydrogen chloride": ("HCl", "ClH"),
    "methane": ("CH4", "H4C"),
    "HC≡CH": ("C2H2 HCCH HC≡CH", "H2C2"),
    "phosphoryl chloride": ("POCl3 PCl3O", "OPCl"),
}


def test_write_it_takes_any_order_that_a_chemist_would_write_and_no_other() -> None:
    for name, (accepted, refused) in ORDERS.items():
        for formula in accepted.split():
            mark = marked(f"write:{name}", formula)
            assert mark.right, (name, formula, mark)
        for formula in refused.split():
            mark = marked(f"write:{name}", formula)
            assert not mark.right, (name, formula, mark)


@pytest.mark.parametrize(
    ("name", "answer", "written"),
    [
        ("sodium chloride", "ClNa", "NaCl"),
        ("potassium permanganate", "MnO4K", "KMnO4"),
        ("sodium hydroxide", "HNaO", "NaOH"),
        ("aluminium sulfate", "Al2S3O12", "Al2(SO4)3"),
        ("calcium hydroxide", "CaO2H2", "Ca(OH)2"),
        ("ammonium nitrate", "N2H4O3", "NH4NO3"),
        ("sulfuric acid", "H2O4S", "H2SO4"),
        ("nitric acid", "NHO3", "HNO3"),
        ("sulfate ion", "O4S^2-", "SO4^2-"),
        ("sodium hydrogencarbonate", "CHNaO3", "NaHCO3"),
        ("copper(II) sulfate pentahydrate", "CuH10SO9", "CuSO4·5H2O"),
    ],
)
def test_write_it_gives_half_for_the_composition_by_one_rule(name: str, answer: str, written: str) -> None:
    for language in prose.LANGUAGES:
        mark = marked(f"write:{name}", answer, language)
        assert (mark.code, mark.right, mark.score) == ("formula_order", False, 0.5)
        assert f" {written}" in mark.reason
        assert marked(f"write:{name}", written, language).score == 1


@pytest.mark.parametrize(
    ("answers", "written", "english", "german"),
    [
        (
            "Fe(Cl)3",
            "FeCl3",
            "a single element has no brackets",
            "um ein einzelnes Element stehen keine Klammern",
        ),
        ("(Na)2O Na2(O)", "Na2O", "a single element has no brackets", "keine Klammern"),
        ("S(F)6", "SF6", "a single element has no brackets", "keine Klammern"),
        ("H4C", "CH4", "by custom C comes first", "üblicherweise steht C vorn"),
        ("H2C2", "HC≡CH", "by custom C comes first: C2H2", "üblicherweise steht C vorn: C2H2"),
        ("H3N", "NH3", "by custom N comes first", "üblicherweise steht N vorn"),
        ("F2O", "OF2", "the positive part comes first", "der positive Teil steht vorn"),
        ("OH2", "H2O", "the positive part comes first", "der positive Teil steht vorn"),
        ("FeClClCl", "FeCl3", "each element is written once", "jedes Element steht nur einmal da"),
        ("CaO2H2 (OH)2Ca CaOHOH", "Ca(OH)2", "every ion once, as it is written alone", "jedes Ion einmal"),
        ("5H2O·CuSO4 CuSO4(H2O)5", "CuSO4·5H2O", "the water stands apart, at the end", "für sich am Ende"),
    ],
)
def test_how_it_is_written_is_true_of_the_answer(
    answers: str, written: str, english: str, german: str
) -> None:
    for answer in answers.split():
        for language, how in {"en": english, "de": german}.items():
            mark = marked(f"write:{written}", answer, language)
            assert (mark.code, mark.score) == ("formula_order", 0.5), answer
            assert how in mark.reason, answer


@pytest.mark.parametrize(
    ("ion", "bare"), [("SO4^2-", "SO4"), ("NH4^+", "NH4"), ("MnO4^-", "MnO4"), ("Cl^-", "Cl")]
)
def test_an_ion_without_its_charge_is_told_so(ion: str, bare: str) -> None:
    mark = marked(f"write:{ion}", bare)
    assert (mark.right, mark.code) == (False, "formula_wrong")
    assert f"an ion is written with its charge, and {bare} has none" in mark.reason
    assert "Ein Ion schreibt man mit seiner Ladung" in marked(f"write:{ion}", bare, "de").reason


def test_write_it_takes_brackets_that_are_not_needed_and_ions_read_from_either_end() -> None:
    for name, answer in {
        "sodium hydroxide": "Na(OH)",
        "potassium thiocyanate": "KNCS",
        "hypochlorous acid": "HOCl",
        "sodium hypochlorite": "NaOCl",
        "calcium hypochlorite": "Ca(OCl)2",
        "hypochlorite ion": "OCl^-",
        "carbonyl sulfide": "OCS",
        "nitric acid": "HONO2",
        "oxalic acid": "(COOH)2",
        "mercury(I) chloride": "Hg2Cl2",
        "urea": "CO(NH2)2",
        "CO(NH2)2": "CH4N2O",
    }.items():
        assert marked(f"write:{name}", answer).score == 1, name


LOOSE = [
    ("CuSO4", "Kupfersulfat", "copper sulfate"),
    ("P4O10", "Diphosphorpentaoxid", "diphosphorus pentoxide"),
    ("FeSO4·7H2O", "Eisensulfat-Heptahydrat", "iron sulphate heptahydrate"),
]


@pytest.mark.parametrize(("formula", "german", "english"), LOOSE)
def test_a_loose_name_of_school_is_right_with_the_systematic_name_unless_switched_off(
    formula: str, german: str, english: str
) -> None:
    for name in (german, english):
        for language in prose.LANGUAGES:
            mark = marked(f"name:{formula}", name, language)
            assert (mark.code, mark.score) == ("name_loose", 1)
            assert mark.expected.answer in mark.reason
            strict = marked(f"name:{formula}!-", name, language)
            assert not strict.right
    careful = set_from_text(f"name:{formula};write:NaCl").with_careful_names()
    assert careful.text == f"name:{formula}!-;write:NaCl"
    assert set_from_text(careful.text) == careful


@pytest.mark.parametrize(
    ("formula", "german", "english"),
    [
        ("Pb(NO3)2", "Bleinitrat", "lead nitrate"),
        ("PbSO4", "Bleisulfat", "lead sulfate"),
        ("CrCl3", "Chromchlorid", "chromium chloride"),
        ("CuSO4·5H2O", "Kupfersulfat-Pentahydrat", "copper sulfate pentahydrate"),
        ("Cr(NO3)3·9H2O", "Chromnitrat-Nonahydrat", "chromium nitrate nonahydrate"),
        ("MnSO4·H2O", "Mangansulfat-Monohydrat", "manganese sulfate monohydrate"),
    ],
)
def test_a_salt_without_its_number_is_loose_by_one_rule_in_both_languages(
    formula: str, german: str, english: str
) -> None:
    for name, language in ((german, "de"), (english, "en")):
        assert marked(f"name:{formula}", name, language).code == "name_loose"
        strict = marked(f"name:{formula}!-", name, language)
        assert (strict.right, strict.code) == (False, "name_number_missing")
    for other in ("Cu2SO4", "CuCl", "PbO2", "FeSO4", "Fe2(SO4)3", "SnCl2"):  # not what school means, or both
        name = re.sub(r"\([IV]+\)", "", solution(exercise_from_text(f"name:{other}"), "en").answer)
        assert not marked(f"name:{other}", name).right, name


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_name_that_counts_nothing_is_too_little_in_every_language(language: str) -> None:
    for name in ("phosphorus chloride", "Phosphorchlorid"):
        mark = marked("name:PCl3", name, language)
        assert (mark.right, mark.code) == (False, "name_prefix_missing")


def test_a_right_name_in_the_other_language_counts_and_is_said_to_be_one() -> None:
    mark = marked("name:AgNO3", "silver nitrate", "de")
    assert (mark.score, mark.code) == (1, "name_in_another_language")
    assert mark.reason == "Ja, aber silver nitrate ist der englische Name. Auf Deutsch heißt es Silbernitrat."
    assert "is the German name" in marked("name:H2O", "Wasser", "en").reason
    assert marked("name:CH3OH", "methanol", "de").code == "name_preferred", "the same word in both"
    assert marked("name:KCl", "silver nitrate", "de").score == 0


@pytest.mark.parametrize("answer", ["CuSO4 x 5 H2O", "CuSO4x5H2O", "CuSO4 X 5H2O", "CuSO4 × 5 H2O"])
def test_the_water_of_a_hydrate_may_be_written_with_an_x(answer: str) -> None:
    assert marked("write:CuSO4·5H2O", answer).score == 1


def test_a_loose_name_is_never_right_for_another_structure_nor_by_the_judge() -> None:
    assert not marked("name:CuSO4·5H2O", "copper sulfate").right
    assert not marked("name:Cu2SO4", "copper sulfate").right
    assert not marked("write:tetraphosphorus decaoxide", "P2O5").right
    for language in prose.LANGUAGES:
        loose = common(language).loose
        assert len(loose) > 5
        for formula, names in loose.items():
            for name in names:
                assert naming.check(formula, name, language=language).answer != "right", (formula, name)


def test_write_it_asks_for_a_symbol_where_it_says_so_and_for_the_ion_that_there_is() -> None:
    for answer in ("He2", "He3"):
        mark = marked("write:He", answer)
        assert (mark.code, mark.score, mark.reason) == (
            "no_symbol",
            0,
            f"A symbol is asked for: He, not {answer}.",
        )
    assert marked("write:He", "He").right
    mark = marked("write:Hg2^2+", "Hg^+")
    assert (mark.code, mark.score) == ("formula_wrong", 0)
    assert "In Hg2^2+ two atoms share +2, so each has +1: (I)." in mark.reason
    assert "CNS^-" in marked("write:SCN^-", "CNS^-").reason
    assert "SCN^-, not" in marked("write:SCN^-", "CNS^-").reason, "the ion is shown with its charge"


def test_write_it_explains_another_substance() -> None:
    mark = marked("write:iron(III) chloride", "FeCl2")
    assert (mark.score, "iron(II) chloride" in mark.reason) == (0, True)
    assert marked("write:sodium chloride", "ClNa").score == 0.5


def test_mend_it_nearer_is_better_and_a_replacement_is_no_mending() -> None:
    assert marked("mend:MgCl", "MgClCl").score == 1
    assert marked("mend:MgCl", "MgCl2").score == 1
    assert marked("mend:MgCl", "MgO").score == 1, "an exchange is one change"
    farther = marked("mend:MgCl", "MgOHOH")
    assert (farther.right, farther.score) == (True, 0.25)
    assert farther.reason == "Mg(OH)2 is legal, with 4 changes. There is a nearer one."
    assert marked("mend:MgCl", "HHO").code == "not_mended"
    assert marked("mend:MgCl", "ClMg").code == "sum_not_zero"
    assert solution(exercise_from_text("mend:MgONNOOO"), "en").answer == "Mg(NO2)2", "as chemists write it"


def test_mend_it_counts_a_moved_tile_as_a_change_where_order_counts() -> None:
    """The same tiles in another order: without the moves it would be no change at all."""
    mend = "mend:MgNNOOOO"
    moved = marked(mend, "MgNOONOO")
    assert (moved.code, moved.score) == ("mended", 1)
    assert moved.reason == "Mg(NO2)2 is legal, with one change."
    assert solution(exercise_from_text(mend), "en").answer == "Mg(NO2)2"
    farther = marked(mend, "MgONOONO")
    assert (farther.code, farther.score) == ("mended", 1), "every element stays"
    assert farther.reason == "Mg(NO2)2 is legal, with 2 changes."
    run, other = ("Mg", "N", "N", "O", "O", "O", "O"), ("Mg", "N", "O", "O", "N", "O", "O")
    assert [distance(run, other, ordered=ordered) for ordered in (True, False)] == [1, 0]
    assert distance(run, ("Mg", "Cl", "Cl"), ordered=True) == 6


@pytest.mark.parametrize(
    ("mend", "answers"),
    [
        ("mend:AlSOOOO", ("Al2(SO4)3", "SO3")),
        ("mend:CaOH", ("Ca(OH)2", "CaO")),
        ("mend:KCO", ("K2CO3", "CO")),
        ("mend:CaCl@valence-plus", ("CaCl2",)),
    ],
)
def test_mend_it_gives_full_marks_where_every_element_stays(mend: str, answers: tuple[str, ...]) -> None:
    """What a teacher writes counts as much as the fewest changes."""
    assert [marked(mend, answer).score for answer in answers] == [1] * len(answers)
    shown = solution(exercise_from_text(mend), "en")
    assert answers[0] in shown.text, "the model answer keeps every element"
    assert marked(mend, shown.answer).score == 1


def test_a_ruling_is_explained_by_its_numbers_and_a_mend_is_written_in_order() -> None:
    assert solution(exercise_from_text("legal:KCl@ion:base"), "en").text == "+1 −1 = 0."
    assert marked("legal:NaNaO", "yes", "de").reason.startswith("+1 +1 −2 = 0. ")
    assert marked("legal:CuCu@valence-plus", "yes").reason.startswith("The valences add up to zero")
    assert solution(exercise_from_text("mend:NaO@valence-plus"), "en").answer == "Na2O"


def test_build_it_scores_against_the_best_part_of_the_rack() -> None:
    best = solution(exercise_from_text("build:Mg N O O N O O Cl"), "en")
    assert best.answer == "Mg(NO2)2"
    assert best.points is not None
    mark = marked("build:Mg N O O N O O Cl", "MgO")
    assert mark.points is not None
    assert (mark.code, mark.right, mark.score) == ("not_the_best", False, mark.points / best.points)
    assert mark.reason.startswith(
        "It is legal, but not the best. MgO scores 4: Mg 3 + O 1. Mg(NO2)2 scores 11: Mg 3 + N 2 +"
    )
    full = marked("build:Mg N O O N O O Cl", "MgNOONOO", "de")
    assert (full.right, full.score, full.points) == (True, 1, best.points)
    assert full.reason.endswith("Mehr geht nicht.")


def asked(text: str, language: str = "en") -> dict[str, Any]:
    return question(exercise_from_text(text), language)


def test_build_it_shows_the_points_that_the_score_needs() -> None:
    tiles = asked("build:Mg Cl Cl O H H@compoundit:beginner")
    assert tiles["points"] == {"Mg": 3, "Cl": 2, "O": 1, "H": 1}
    cards = asked("build:He K OH H Cl@ion")
    assert cards["points"] == {"He": 0, "K": 3, "OH": 3, "H": 3, "Cl": 4}
    assert "scores" not in cards


def test_build_it_shows_what_molecules_score_where_cards_print_no_points() -> None:
    molecules = asked("build:Na O H Ca Cl Cl@valence-plus")
    assert molecules["points"] == {}
    assert molecules["scores"].startswith("Points: 4 for Base, ")
    assert molecules["scores"].endswith("; 1 for Salt, Water, Hydrogen Sulfide; 0 for Acid.")
    assert "Metal Sulfate" not in molecules["scores"], "only a reaction makes it"
    assert "; 1 für Salz, Wasser, Schwefelwasserstoff;" in asked("build:Na O H@valence-plus", "de")["scores"]
    original = asked("build:Na O H@valence-original")["scores"]
    assert "Base" in original
    assert "Sulfide" not in original, "a box without sulfur"


def test_a_card_of_several_atoms_is_one_card_of_the_rack() -> None:
    """OH and H are no two cards of hydrogen for CaH2, and HOH takes both."""
    text = "build:Ca OH H Cl@ion"
    assert asked(text)["rack"] == ["Ca", "OH", "H", "Cl"]
    assert solution(exercise_from_text(text), "en").points == 7  # HCl
    assert marked(text, "CaHH").code == "not_in_rack"
    assert marked("build:K OH Ne@ion", "KOH").right
    assert marked("build:Mg O H O H@ion", "MgOHOH").right, "as it was written before"
    assert marked("build:K NO3 F@ion:polyatomic", "KNOOO").right
    assert marked("mend:NaSOOOO@ion:polyatomic", "NaNaSOOOO").right


@pytest.mark.parametrize(
    ("build", "answer", "reason"),
    [
        ("build:Na O H Cl@valence-plus", "NaCl", "NaCl scores 1. NaOH scores 4. "),
        (
            "build:Na Cl Cl Ca@ion:base",
            "NaCl",
            "NaCl scores 7: Na 3 + Cl 4. CaCl2 scores 13: Ca 5 + Cl 4 + Cl 4.",
        ),
    ],
)
def test_build_it_says_what_was_better_and_why_in_every_game(build: str, answer: str, reason: str) -> None:
    mark = marked(build, answer)
    assert mark.reason.startswith(f"It is legal, but not the best. {reason}")
    assert not mark.right
    assert 0 < mark.score < 1


@pytest.mark.parametrize("answer", ["SO4^2-", "SO42-", "SO₄²⁻", "SO4--", "SO4^-2", "SO4 2-"])
def test_an_ion_is_shown_in_one_way_however_its_charge_was_written(answer: str) -> None:
    """One bar for a class that writes one answer, and never the charge as a subscript."""
    judged = judge_answer(exercise_from_text("write:SO4^2-"), answer, "en")
    assert (judged.score, judged.read_as) == (1, "SO4^2-")
    assert judged.reason == "SO4^2- is the sulfate ion."


@pytest.mark.parametrize(("ion", "answer", "score"), [
    ("Na^+", "+", 1), ("Mg^2+", "++", 1), ("SO4^2-", "−−", 1), ("Na^+", "-", 0), ("Mg^2+", "+-", 0),
])  # fmt: skip
def test_signs_alone_are_a_charge(ion: str, answer: str, score: int) -> None:
    assert judge_answer(exercise_from_text(f"charge:{ion}"), answer, "en").score == score


def test_charge_goes_by_the_ion_list_or_by_what_the_box_prints() -> None:
    for said in ("-2", "2-", "−2", " - 2"):
        assert marked("charge:sulfate", said).right
    another = marked("charge:NO2^-", "+1")
    assert (another.right, "NO2^+" in another.reason) == (False, True)
    for said, right in (("2", True), ("+3", True), ("1", False)):
        assert marked("charge:Fe@compoundit:standard", said).right is right


def test_balance_takes_the_smallest_numbers_and_says_what_is_unequal() -> None:
    hydrogen = "balance:H2 + O2 -> H2O"
    for said in ("2,1,2", "2 1 2", "2,,2", "2 H2 + O2 -> 2 H2O", "2;1;2"):
        assert marked(hydrogen, said).right, said
    assert marked(hydrogen, "4,2,4").score == 0.5
    assert "O 2 ≠ 1" in marked(hydrogen, "1,1,1").reason
    several = "balance:KMnO4 + H2O2 + H2SO4 -> MnSO4 + K2SO4 + O2 + H2O"
    assert marked(several, "2,5,3,2,1,5,8").right
    assert marked(several, "2,3,3,2,1,4,6").right, "balanced by atoms, one of several reactions at once"


def test_best_play_is_scored_against_the_best_there_is() -> None:
    asked = "play:Mg O H H O|"
    best = solution(exercise_from_text(asked), "en")
    assert best.points is not None
    less = marked(asked, "8H MgO")
    assert (less.right, less.score) == (False, 4 / best.points)
    assert "Mg(OH)2: 1 × 2 + 1 + 3 × 2 + 1 + 1 = 11" in less.reason, "what the best one scores, and why"
    board = question(exercise_from_text(asked), "en")["board"]
    assert {"row": 8, "col": 12, "kind": "double-element"} in board["squares"]
    assert question(exercise_from_text(asked), "en")["points"] == {"H": 1, "Mg": 3, "O": 1}
    assert marked(asked, "8H MgH").score == 0
    assert marked(asked, "8H NaCl").code == "not_in_rack"


# --- sets ---------------------------------------------------------------------------------------------------


def test_a_pasted_list_is_used_line_by_line_and_bad_lines_are_shown() -> None:
    pasted = "Formel;Name\nNaCl\nKBr;Bromkali\n1,2-dichloroethane\nXyz9\n\niron chloride\nname:H2O;write:NaOH\nNaCl\n# mine"
    found = set_from_text(pasted)
    assert [one.text for one in found.exercises] == [
        "name:NaCl",
        "name:KBr!Bromkali",
        "name:C2H4Cl2",
        "name:H2O",
        "write:NaOH",
    ]
    assert [(fault.line, fault.text, fault.code) for fault in found.faults] == [
        (5, "'Xyz9'", "unknown_symbol"),
        (7, "'iron chloride'", "open_name"),
    ]
    with prose.speaking("de"):
        assert found.faults[1].message == "'iron chloride' kann FeCl2, FeCl3 sein: Welches davon?"
    assert set_from_text(found.text).exercises == found.exercises


def test_a_list_can_be_of_any_kind_and_rule_set() -> None:
    found = set_from_text("MgO\nMgCl", "legal", "compoundit:beginner")
    assert [one.text for one in found.exercises] == [
        "legal:MgO@compoundit:beginner",
        "legal:MgCl@compoundit:beginner",
    ]
    assert set_from_text("H2 + O2 = H2O", Kind.BALANCE).exercises[0].text == "balance:H2 + O2 -> H2O"


def test_hostile_lists_are_bounded() -> None:
    with pytest.raises(UnreadableInput) as raised:
        set_from_text("x" * 100_000)
    assert raised.value.code == "list_too_long"
    with pytest.raises(UnreadableInput):
        set_from_text("NaCl", "paint")
    unread = set_from_text("\n".join(["NaCl", *(f"charge:{n}" for n in range(500)), "KBr"]))
    assert [one.text for one in unread.exercises] == ["name:NaCl"]
    assert len(unread.faults) == MAX_FAULTS + 1
    last = unread.faults[-1]
    assert (last.line, last.code) == (MAX_FAULTS + 2, "list_unread")
    with prose.speaking("de"):
        assert last.message.startswith(
            f"Ab 'charge:{MAX_FAULTS}' wird die Liste nicht gelesen: {MAX_FAULTS} "
        )
    assert set_from_text("NaCl@chess\nNaCl!\n~").faults[0].code == "bad_line"


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("write:Ar", "Write its symbol.", "Schreibe das Symbol."),
        ("write:NaCl", "Write its formula.", "Schreibe die Formel."),
        (
            "charge:S@compoundit:standard",
            "Name one of the oxidation numbers that this tile has by CompoundIt! (standard).",
            "Nenne eine der Oxidationszahlen, die dieses Plättchen bei CompoundIt! (Standard) hat.",
        ),
        (
            "charge:Fe@ion:transition",
            "Name one of the charges that this card has by Ion (transition).",
            "Nenne eine der Ladungen, die diese Karte bei Ion (Übergangsmetalle) hat.",
        ),
        (
            "charge:Mg@compoundit:standard",
            "Which oxidation number does this tile have by CompoundIt! (standard)?",
            "Welche Oxidationszahl hat dieses Plättchen bei CompoundIt! (Standard)?",
        ),
        (
            "charge:S@valence-plus",
            "Name one of the valences that this card has by Valence Plus.",
            "Nenne eine der Wertigkeiten, die diese Karte bei Valence Plus hat.",
        ),
        (
            "charge:Na@valence-plus",
            "Which valence does this card have by Valence Plus?",
            "Welche Wertigkeit hat diese Karte bei Valence Plus?",
        ),
        (
            "build:H H O@valence-plus",
            "Build the compound that scores most by Valence Plus, of these cards.",
            "Baue aus diesen Karten die Verbindung, die nach den Regeln von Valence Plus am meisten zählt.",
        ),
    ],
)
def test_a_tile_has_oxidation_numbers_and_a_card_is_no_tile(text: str, english: str, german: str) -> None:
    asked = exercise_from_text(text)
    assert (question(asked, "en")["prompt"], question(asked, "de")["prompt"]) == (english, german)


def test_an_ion_has_its_article_and_an_unknown_name_does_not_count() -> None:
    ion = exercise_from_text("charge:SO4^2-")
    assert "SO4^2- is the sulfate ion." in str(solution(ion, "en"))
    assert "SO4^2- ist das Sulfat-Ion." in str(solution(ion, "de"))
    assert (
        marked("name:NaCl", "blibberite").reason == "We do not know the name 'blibberite'; it does not count."
    )
    assert marked("name:NaCl", "", "de").reason == "Du hast nicht geantwortet."
    assert "kennen wir nicht; das zählt nicht." in marked("name:NaCl", "Blibberit", "de").reason


@pytest.mark.parametrize(
    ("formula", "spellings"),
    [
        ("Al2O3", ("aluminium oxide", "aluminum oxide")),
        ("Cs2SO4", ("caesium sulfate", "cesium sulfate", "caesium sulphate", "cesium sulphate")),
        ("H2SO4", ("sulfuric acid", "sulphuric acid")),
        ("SF6", ("sulfur hexafluoride", "sulphur hexafluoride")),
    ],
)
def test_american_and_british_spellings_are_both_right_and_the_answer_shown_stays(
    formula: str, spellings: tuple[str, ...]
) -> None:
    for name in spellings:
        mark = marked(f"name:{formula}", name)
        assert (mark.right, mark.score) == (True, 1), name
        assert mark.expected.answer == spellings[0]
        assert marked(f"write:{name}", formula).right


@pytest.mark.parametrize("kind", ["name", "write"])
def test_an_ion_of_a_list_may_have_its_charge_written_in_any_way(kind: str) -> None:
    """NH4+ can be read in two ways where nothing says that it is known, and one such line refused all."""
    found = set_from_text("NH4+\nCu2+\nSO42-\nCr2O72-\nCH3COO-", kind)
    assert [one.material for one in found.exercises] == ["NH4^+", "Cu^2+", "SO4^2-", "Cr2O7^2-", "CH3COO^-"]
    for exercise in found.exercises:
        assert solution(exercise, "en").because
        assert choices(exercise, "de")


@pytest.mark.parametrize(
    ("line", "code", "german"),
    [
        ("H20", "zero_for_letter", "In 'H20' steht die Ziffer 0. Mit dem Buchstaben O ist es H2O."),
        ("alcohool", "no_name", "'alcohool' ist weder ein Name noch eine Formel, die wir kennen."),
    ],
)
def test_a_line_that_is_no_exercise_is_told_with_what_is_wrong_and_the_others_stay(
    line: str, code: str, german: str
) -> None:
    found = set_from_text(f"NaCl\n{line}\nC10H22")
    assert [one.material for one in found.exercises] == ["NaCl", "C10H22"]
    ((number, told),) = [(fault.line, fault.code) for fault in found.faults]
    assert (number, told) == (2, code)
    with prose.speaking("de"):
        assert found.faults[0].message == german


def test_a_zero_for_the_letter_is_told_of_an_answer() -> None:
    for name, answer, meant in (("water", "H20", "H2O"), ("carbon dioxide", "C02", "CO2")):
        mark = marked(f"write:{name}", answer)
        assert (mark.code, mark.score) == ("zero_for_letter", 0)
        assert mark.reason.endswith(f"it is {meant}.")
    assert marked("write:C10H22", "C10H22").right


@pytest.mark.parametrize(
    ("equation", "answer"),
    [
        ("H2 + O2 -> H2O", "2H2+O2->2H2O"),
        ("CH4 + O2 -> CO2 + H2O", "CH4+2O2=CO2+2H2O"),
        ("Fe^3+ + SCN^- -> FeSCN^2+", "Fe^3+ + SCN^- -> FeSCN^2+"),
        ("H+ + OH- -> H2O", "H++OH-->H2O"),
        ("OH- + H+ -> H2O", "OH-+H+-->H2O"),
        ("Cl2 + Br- -> Cl- + Br2", "Cl2+2Br-->2Cl-+Br2"),
        ("Zn + Ag+ -> Ag + Zn^2+", "Zn+2Ag+->2Ag+Zn^2+"),
        ("H2 + O2 -> H2O", "2H2 + O2-->2H2O"),
        ("CH4 + O2 -> CO2 + H2O", "CH4+2O2--->CO2+2H2O"),
        ("Fe^2+ + MnO4^- + H^+ -> Fe^3+ + Mn^2+ + H2O", "5Fe2++MnO4-+8H+->5Fe3++Mn2++4H2O"),
        (
            "Fe^2+ + Cr2O7^2- + H^+ -> Fe^3+ + Cr^3+ + H2O",
            "6 Fe2+ + Cr2O72- + 14 H+ -> 6 Fe3+ + 2 Cr3+ + 7 H2O",
        ),
        ("Hg^2+ + Hg -> Hg2^2+", "Hg2+ + Hg -> Hg22+"),
    ],
)
def test_balance_it_reads_an_equation_with_and_without_blanks(equation: str, answer: str) -> None:
    assert marked(f"balance:{equation}", answer).right
    assert exercise_from_text(f"balance:{answer}") == exercise_from_text(f"balance:{equation}")


@pytest.mark.parametrize(
    ("equation", "readings"),
    [
        ("O2- + H+ -> H2O", "O^2- or O2^-"),  # oxide, superoxide
        ("N3- + H+ -> NH3", "N^3- or N3^-"),  # nitride, azide
        ("Fe4+ + Fe -> Fe^2+", "Fe^4+ or Fe4^+"),  # no reading is an ion that we know
    ],
)
def test_an_ion_without_its_mark_stays_open_if_not_one_reading_has_a_name(
    equation: str, readings: str
) -> None:
    with pytest.raises(AmbiguousInput, match=re.escape(readings)):
        exercise_from_text(f"balance:{equation}")


@pytest.mark.parametrize(
    ("listed", "material", "charge"),
    [
        ("[Fe(CN)6]^3-", "[Fe(CN)6]^3-", "-3"),
        ("[Fe(CN)6]3-", "[Fe(CN)6]^3-", "-3"),
        ("hexacyanoferrate(II)", "[Fe(CN)6]^4-", "-4"),
        ("Tetraamminkupfer(II)", "[Cu(NH3)4]^2+", "+2"),
        ("[Ag(NH3)2]+", "[Ag(NH3)2]^+", "+1"),
        ("MnO4-", "MnO4^-", "-1"),
    ],
)
def test_a_complex_ion_keeps_its_brackets(listed: str, material: str, charge: str) -> None:
    asked = exercise_from_text(f"charge:{listed}")
    assert asked.material == material
    assert question(asked, "en")["formula"] == material.partition("^")[0]
    assert marked(asked.text, charge).right


def test_a_salt_of_a_complex_is_written_in_brackets_and_read_without() -> None:
    for name, formula in (
        ("potassium hexacyanoferrate(III)", "K3[Fe(CN)6]"),
        ("tetraamminecopper(II) sulfate", "[Cu(NH3)4]SO4"),
        ("hexaamminecobalt(III) sulfate", "[Co(NH3)6]2(SO4)3"),
        ("iron(III) hexacyanoferrate(II)", "Fe4[Fe(CN)6]3"),
    ):
        assert solution(exercise_from_text(f"write:{name}"), "de").answer == formula
        assert marked(f"write:{name}", formula).right
    assert marked("write:potassium hexacyanidoferrate(III)", "K3Fe(CN)6").right


def test_mend_it_says_its_whole_rule_in_the_question_and_in_the_key() -> None:
    tiles, cards = (exercise_from_text(text) for text in ("mend:MgCl", "mend:CaOOH@valence-plus"))
    assert "keep at least half of the tiles: full marks if" in question(tiles, "en")["prompt"]
    assert "mindestens die Hälfte der Karten: Volle Punkte" in question(cards, "de")["prompt"]
    assert solution(tiles, "en").text.endswith("with one change, or with every element kept.")
    assert solution(cards, "en").text.endswith("with up to 2 changes, or with every element kept.")


def test_a_composition_that_isomers_share_is_never_said_to_be_one_of_them() -> None:
    assert "CH3OCH3 is dimethyl ether" in marked("name:CH3OCH3", "ethanol").reason
    assert marked("write:CH3OCH3", "C2H6O").reason == "C2H6O is the composition of dimethyl ether."
    assert solution(exercise_from_text("write:ethanol"), "de").sentence == (
        "C2H6O ist die Zusammensetzung von Ethanol."
    )
    assert marked("write:CH3OH", "CH4O").reason == "CH4O is methanol.", "nothing else is"


@pytest.mark.parametrize(
    ("listed", "material", "german", "english"),
    [
        ("write:Sulfat", "Sulfat", "Sulfat", "sulfate ion"),
        ("write:Nitrat-Ion", "Nitrat-Ion", "Nitrat-Ion", "nitrate ion"),
        ("write:Natriumchlorid", "Natriumchlorid", "Natriumchlorid", "sodium chloride"),
        ("charge:Hydrogencarbonat", "HCO3^-", "Hydrogencarbonat-Ion", "hydrogen carbonate ion"),
        ("charge:Eisen(III)-Ion", "Fe^3+", None, None),
    ],
)
def test_lists_name_ions_in_german_too(
    listed: str, material: str, german: str | None, english: str | None
) -> None:
    exercise = exercise_from_text(listed)
    assert exercise.material == material
    assert [question(exercise, one).get("name") for one in ("de", "en")] == [german, english]
    assert judge_answer(exercise, solution(exercise, "de").answer, "de").score == 1


@pytest.mark.parametrize(
    ("mend", "also"),
    [
        ("mend:KCO", ("CO", "CO2", "K2O", "K2O2")),
        ("mend:CaOH", ("CaO", "CaO2", "H2O")),
        ("mend:AlSOOOO", ("Al2O3", "SO3")),
        ("mend:CaOOH@valence-plus", ("H2O",)),
        ("mend:NaO@valence-plus", ("NaOH",)),
        ("mend:FeCl@ion:transition", ("FeCl3",)),
        ("mend:NaClCl@ion:base", ()),
    ],
)
def test_the_key_of_mend_it_lists_other_answers_with_full_marks(mend: str, also: tuple[str, ...]) -> None:
    exercise = exercise_from_text(mend)
    right = solution(exercise, "en")
    assert right.also == also
    assert all(judge_answer(exercise, one, "en").score == 1 for one in (right.answer, *right.also))


@pytest.mark.parametrize(
    ("exercise", "offered", "never"),
    [
        ("write:C3H8", {"C3H6", "C2H6", "C4H10"}, {"C3H7", "C3H9"}),
        ("name:C3H8", {"Propen", "Ethan", "Butan"}, {"Propan-1-ol"}),
        ("name:HNO2~acids.2", {"Salpetersäure"}, {"Stickstoff(II)-hydroxid"}),
    ],
)
def test_choices_are_substances_that_somebody_could_mean(
    exercise: str, offered: set[str], never: set[str]
) -> None:
    found = set(choices(exercise_from_text(exercise), "de"))
    assert offered <= found
    assert found.isdisjoint(never)


def test_a_german_name_that_is_mended_keeps_its_umlaut() -> None:
    mark = marked("name:H2SO3", "salpeterige Säure", "de")
    assert "wurde als salpetrige Säure gelesen" in mark.reason
    assert "saure" not in mark.reason
