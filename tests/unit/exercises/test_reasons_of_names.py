"""What an exercise says after an answer is a reason, in both languages, and no repetition."""

from __future__ import annotations

import re

import pytest

from adjudicator import prose
from adjudicator.exercises import (
    Kind,
    exercise_from_text,
    judge_answer,
    make_round,
    question,
    solution,
    topics,
)

NAME_FOR_FORMULA = "That is a name; a formula is asked for."
NAME_FOR_FORMULA_DE = "Das ist ein Name; gefragt ist die Formel."
EXPLAINED = {
    "name:FeCl3": (
        "3 Cl^- have −3 together, so iron has +3: (III).",
        "3 Cl^- haben zusammen −3, also hat Eisen +3: (III).",
    ),
    "write:Fe2(SO4)3": (
        "3 SO4^2- have −6 together, so each of the 2 ions of iron has +3: (III). SO4^2- is the sulfate ion.",
        "3 SO4^2- haben zusammen −6, also hat jedes der 2 Eisen-Ionen +3: (III). SO4^2- ist das Sulfat-Ion.",
    ),
    "name:Al2O3": (
        "2 Al^3+ and 3 O^2-: +6 and −6 make 0.",
        "2 Al^3+ und 3 O^2-: +6 und −6 ergeben 0.",
    ),
    "name:Hg2Cl2": (
        "In Hg2^2+ two atoms share +2, so each has +1: (I).",
        "In Hg2^2+ teilen sich zwei Atome +2, also hat jedes +1: (I).",
    ),
    "name:H2CrO4": (
        "It is the acid of CrO4^2-, the chromate ion: 2 H^+ balance −2. Its salts end in -ate, the acid in -ic.",
        "Das ist die Säure zu CrO4^2-, dem Chromat-Ion: 2 H^+ gleichen −2 aus. Die Namen ihrer Salze enden auf -at.",
    ),
    "name:H3PO3": (
        (
            "It is the acid of HPO3^2-, the hydrogen phosphite ion: 2 H^+ balance −2. "
            "The other H is bound to P and stays there. Its salts end in -ite, the acid in -ous."
        ),
        (
            "Das ist die Säure zu HPO3^2-, dem Hydrogenphosphit-Ion: 2 H^+ gleichen −2 aus. "
            "Das andere H ist an P gebunden und bleibt dort. Die Namen ihrer Salze enden auf -it, sie selbst heißt …ige Säure."
        ),
    ),
    "name:N2O4": (
        "The name counts the atoms: 2 N (di-), 4 O (tetra-).",
        "Der Name zählt die Atome: 2 N (di-), 4 O (tetra-).",
    ),
    "name:CO": ("The name counts the atoms: 1 O (mono-).", "Der Name zählt die Atome: 1 O (mono-)."),
    "name:COCl2": (
        "The name is not made by a rule, but learnt. Atoms: 1 C, 2 Cl, 1 O.",
        "Der Name folgt keiner Regel, man lernt ihn. Atome: 1 C, 2 Cl, 1 O.",
    ),
    "name:NH3": (
        "The name is not made by a rule, but learnt. Atoms: 3 H, 1 N.",
        "Der Name folgt keiner Regel, man lernt ihn. Atome: 3 H, 1 N.",
    ),
    "name:AsH3": (
        "The name is not made by a rule, but learnt. Atoms: 1 As, 3 H.",
        "Nur Wasserstoff und Arsen: Der Name endet auf -an.",
    ),
    "name:H2O2": (
        "The name says the parts: 2 H (hydrogen), O2 (peroxide).",
        "Der Name nennt die Teile: 2 H (Wasserstoff), O2 (Peroxid).",
    ),
    "name:HC≡CH": (
        "The triple bond makes it an alkyne, -yne: ethyne.",
        "2 C: eth-. Die Dreifachbindung macht es zu einem Alkin, -in.",
    ),
    "name:H3BO3": (
        "It is the acid of BO3^3-, the borate ion. Its salts end in -ate, the acid in -ic.",
        "Das ist die Säure zu BO3^3-, dem Borat-Ion. Die Namen ihrer Salze enden auf -at.",
    ),
    "name:H3PO2": (
        (
            "It is the acid of H2PO2^-, the hypophosphite ion: H^+ balances −1. "
            "Its salts end in -ite, the acid in -ous."
        ),
        "Das ist die Säure zu H2PO2^-, dem Hypophosphit-Ion: H^+ gleicht −1 aus.",
    ),
    "name:Mn2O7": (
        "7 O with the oxidation number −2 make −14, so each Mn has +7: (VII).",
        "7 O mit der Oxidationszahl −2 ergeben −14, also hat jedes Mn +7: (VII).",
    ),
    "charge:Sn^4+": (
        "4 Cl with the oxidation number −1 make −4, so Sn has +4: (IV).",
        "4 Cl mit der Oxidationszahl −1 ergeben −4, also hat Sn +4: (IV).",
    ),
    "name:Pb(SO4)2": (
        "2 SO4 with the charge −2 make −4, so Pb has +4: (IV). SO4^2- is the sulfate ion.",
        "2 SO4 mit der Ladung −2 ergeben −4, also hat Pb +4: (IV). SO4^2- ist das Sulfat-Ion.",
    ),
    "name:HgCl2": (
        "2 Cl with the oxidation number −1 make −2, so Hg has +2: (II).",
        "2 Cl mit der Oxidationszahl −1 ergeben −2, also hat Hg +2: (II).",
    ),
    "name:MnSO4·H2O": (
        "SO4^2- has −2, so manganese has +2: (II). SO4^2- is the sulfate ion. 1 H2O: monohydrate.",
        "SO4^2- hat −2, also hat Mangan +2: (II). SO4^2- ist das Sulfat-Ion. 1 H2O: Monohydrat.",
    ),
    "name:CH3CH2OH": (
        "2 C: eth-. OH on carbon makes it an alcohol.",
        "2 C: eth-. OH an Kohlenstoff macht es zu einem Alkohol.",
    ),
    "charge:Al^3+": (
        "Group 13: the 3 outer electrons are given away.",
        "Gruppe 13: Die 3 Außenelektronen werden abgegeben.",
    ),
    "charge:PO4^3-": ("PO4^3- is H3PO4 without 3 H^+.", "PO4^3- ist H3PO4 ohne 3 H^+."),
    "charge:CH3COO^-": ("CH3COO^- is CH3COOH without one H^+.", "CH3COO^- ist CH3COOH ohne ein H^+."),
    "charge:[Fe(CN)6]^3-": (
        "In [Fe(CN)6]^3-, Fe^3+ and 6 CN^- make −3 together.",
        "In [Fe(CN)6]^3- ergeben Fe^3+ und 6 CN^- zusammen −3.",
    ),
    "name:[Cu(NH3)4]SO4": (
        ("In [Cu(NH3)4]^2+, Cu^2+ and 4 NH3 make +2 together. [Cu(NH3)4]^2+ and SO4^2-: +2 and −2 make 0."),
        (
            "In [Cu(NH3)4]^2+ ergeben Cu^2+ und 4 NH3 zusammen +2. "
            "[Cu(NH3)4]^2+ und SO4^2-: +2 und −2 ergeben 0."
        ),
    ),
    "charge:NH4^+": ("NH4^+ is NH3 with one H^+ more.", "NH4^+ ist NH3 mit einem H^+ mehr."),
    "balance:Fe^2+ + MnO4^- + H^+ -> Fe^3+ + Mn^2+ + H2O": (
        "On both sides: 5 Fe, 8 H, 1 Mn, 4 O, charge +17.",
        "Auf beiden Seiten: 5 Fe, 8 H, 1 Mn, 4 O, Ladung +17.",
    ),
}


@pytest.mark.parametrize("text", EXPLAINED)
def test_the_reason_of_an_answer_explains_it(text: str) -> None:
    asked = exercise_from_text(text)
    for language, expected in zip(("en", "de"), EXPLAINED[text], strict=True):
        found = solution(asked, language)
        assert found.because == expected
        assert found.text.endswith(expected)
        assert found.to_json()["because"] == expected


def _explains(name: str, count: int) -> None:
    for exercise in make_round(name, 0, count, "reasons").exercises:
        for language in prose.LANGUAGES:
            found = solution(exercise, language)
            if exercise.kind in (Kind.NAME, Kind.WRITE, Kind.BALANCE) or not exercise.rules:
                assert found.because, (exercise.text, language)
                assert found.answer not in found.because or exercise.kind is not Kind.NAME, exercise.text
            sums = re.findall(r"([+−][0-9]+) (?:and|und) ([+−][0-9]+) (?:make|ergeben) 0", found.because)
            assert all(up[1:] == down[1:] for up, down in sums), found.because


def test_every_topic_explains_a_sample_of_its_answers() -> None:
    for name in topics():
        _explains(name, 3)


@pytest.mark.nightly
def test_every_topic_explains_all_its_answers() -> None:
    for name in topics():
        _explains(name, 40)


def test_no_question_gives_its_answer_away() -> None:
    for name in topics():
        for exercise in make_round(name, 0, 6, "away").exercises:
            for language in prose.LANGUAGES:
                asked = question(exercise, language)
                shown = " ".join(str(asked.get(part, "")) for part in ("prompt", "name", "formula"))
                right = solution(exercise, language).answer
                if exercise.kind is Kind.CHARGE:
                    assert not re.search(r"\([IVX]+\)|\^", shown), shown
                elif exercise.kind is not Kind.LEGAL:
                    whole = rf"(?<![A-Za-z0-9]){re.escape(right)}(?![A-Za-z0-9])"  # Xe begins Xenon
                    assert not re.search(whole, shown), (exercise.text, shown)


def test_the_mark_of_a_right_charge_is_its_reason() -> None:
    mark = judge_answer(exercise_from_text("charge:Mg^2+"), "+2", "en")
    assert (mark.right, mark.reason) == (True, "Group 2: the 2 outer electrons are given away.")
    box = judge_answer(exercise_from_text("charge:Mg@compoundit:standard"), "+1", "de")
    assert box.reason == "Auf Mg steht nicht +1."
    assert box.expected.text == "In der Schachtel von CompoundIt! (Standard) steht auf Mg: +2."


@pytest.mark.parametrize(
    ("exercise", "answer", "english", "german"),
    [
        ("charge:SO4^2-", "-1", "it has 2 electrons more than protons", "2 Elektronen mehr als Protonen"),
        ("charge:Na^+", "+2", "it has only one proton more", "nur ein Proton mehr"),
        ("charge:SO4^2-", "+2", "It has more electrons than protons", "also ist es negativ"),
        ("charge:Al^3+", "-3", "It has more protons than electrons", "also ist es positiv"),
        ("charge:Al^3+", "0", "Without a charge it is no ion.", "Ohne Ladung ist es kein Ion."),
        ("charge:Fe^3+", "+2", "Fe^2+ is the iron(II) ion.", "Fe^2+ ist das Eisen(II)-Ion."),
        ("charge:Ag^+", "+2", "only one proton more", "nur ein Proton mehr"),
        ("write:sodium", "S", "S is the symbol of sulfur.", "S ist das Symbol von Schwefel."),
        ("write:Fe", "I", "I is the symbol of iodine.", "I ist das Symbol von Iod."),
        ("write:N2", "Ni", "Ni is the symbol of nickel.", "Ni ist das Symbol von Nickel."),
        ("write:gold", "Ag2S", "gold is an element", "Gold ist ein Element"),
        ("name:Na", "potassium", "K is the symbol of potassium.", "K ist das Symbol von Kalium."),
        ("name:Fe", "fluorine", "F is the symbol of fluorine.", "F ist das Symbol von Fluor."),
        ("name:Cu(NO3)2", "sodium", "There is no sodium in Cu(NO3)2.", "In Cu(NO3)2 ist kein Natrium."),
        ("name:H2O", "Chlor", "There is no chlorine in H2O.", "In H2O ist kein Chlor."),
        ("name:Br^-", "Brom", "Bromine is the element. Br^- is the", "Brom ist das Element. Br^- ist das"),
        ("name:NaCl", "chlorine", "Chlorine is the element. NaCl is", "Chlor ist das Element. NaCl ist"),
        ("write:TiCl4", "iron chloride", NAME_FOR_FORMULA, NAME_FOR_FORMULA_DE),
        ("write:TiCl4", "Titan(IV)-chlorid", NAME_FOR_FORMULA, NAME_FOR_FORMULA_DE),
        ("write:CuCl", "cupric oxide", NAME_FOR_FORMULA, NAME_FOR_FORMULA_DE),
        ("write:NaCl", "salt", NAME_FOR_FORMULA, NAME_FOR_FORMULA_DE),
        ("write:Br^-", "bromide", NAME_FOR_FORMULA, NAME_FOR_FORMULA_DE),
        ("write:He", "iron", "a name; a symbol is asked for", "ein Name; gefragt ist das Symbol"),
        ("mend:NaClCl", "sodium chloride", "tiles are asked for", "gefragt sind Plättchen"),
        ("build:Na Cl S@ion:base", "sodium chloride", "cards are asked for", "gefragt sind Karten"),
        ("balance:H2 + O2 -> H2O", "water", "numbers are asked for", "gefragt sind Zahlen"),
        ("mend:MgCl", "mgnoonoo", "wrong case: a symbol starts with a capital", "Ein Symbol beginnt groß"),
    ],
)
def test_what_is_said_of_a_wrong_answer_is_no_repetition_of_the_right_one(
    exercise: str, answer: str, english: str, german: str
) -> None:
    for language, reason in {"en": english, "de": german}.items():
        mark = judge_answer(exercise_from_text(exercise), answer, language)
        assert mark.outcome == "wrong"
        assert reason in mark.reason
        assert mark.reason not in mark.expected.text


def test_the_name_of_an_element_is_asked_for_its_symbol() -> None:
    """A pasted list of metals asked for ions, and sulfur was refused."""
    for name, symbol in {
        "sodium": "Na",
        "Aluminum": "Al",
        "sulfur": "S",
        "Eisen": "Fe",
        "Zink": "Zn",
    }.items():
        exercise = exercise_from_text(f"write:{name}")
        assert (solution(exercise, "en").answer, question(exercise, "en")["prompt"]) == (
            symbol,
            "Write its symbol.",
        )
    assert solution(exercise_from_text("write:oxygen"), "en").answer == "O2"
    assert solution(exercise_from_text("charge:sodium"), "en").answer == "+1"


def test_a_key_speaks_of_no_ion_with_a_charge_that_none_has() -> None:
    for name in topics():
        for exercise in make_round(name, 0, 40, "numbers").exercises:
            if exercise.kind in (Kind.NAME, Kind.WRITE) and "^" not in exercise.material:
                for language in prose.LANGUAGES:
                    reason = solution(exercise, language).because
                    large = re.search(r"\^[4-9]\+|(ions of \w+ has|-Ionen) \+[4-9]", reason)
                    assert large is None or "[" in reason, (exercise.text, reason)


def test_a_symbol_that_its_name_does_not_tell_has_its_reason() -> None:
    assert solution(exercise_from_text("write:Au"), "en").because.endswith("its Latin name, aurum.")
    assert solution(exercise_from_text("write:Na"), "de").because == "Na ist das Element 11."
