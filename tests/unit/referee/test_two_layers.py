"""C-WORDS for all judges: a refusal says what the pieces say, then what chemistry says, in both languages."""

from __future__ import annotations

import pytest

from adjudicator import Ruling, judge
from adjudicator.prose import speaking

REFUSALS = [
    ("FeCl2", "ion:base", "which is not in play. Iron(II) chloride is real; these cards do not make it."),
    ("XeF4", "ion:base", "there is none for Xe. Xenon tetrafluoride is real; these cards do not make it."),
    ("CaOOHH", "valence-plus", "Calcium hydroxide is real, but it is no build of element cards."),
    ("HHOO", "valence-plus", "Hydrogen peroxide is real, but it is no build of element cards."),
    ("NaBr", "valence-plus", "no card for Br in this edition. Sodium bromide is real,"),
    (
        "Ca(NO3)2",
        "compounded",
        "Ca(NO3)2 is calcium nitrate: a compound on record, but no card of this box has it.",
    ),
    (
        "NaF",
        "chemistry-monopoly",
        "Sodium fluoride is a real compound, but this game asks for sets of elements.",
    ),
    ("NaH", "compoundit:standard", "Sodium hydride is real, but no rule set of this game accepts it."),
]


@pytest.mark.parametrize(("question", "rules", "said"), REFUSALS)
def test_C_WORDS_what_is_real_is_said_beside_the_rule(question: str, rules: str, said: str) -> None:
    verdict = judge(question, rules)
    assert verdict.ruling is Ruling.INVALID
    assert said in verdict.decisive.message


@pytest.mark.parametrize(("question", "rules", "_"), REFUSALS)
def test_C_WORDS_the_same_in_german(question: str, rules: str, _: str) -> None:
    with speaking("de"):
        said = judge(question, rules).to_json()["reason"]
    words = ("wirklich", "echte", "verzeichnete", "es gibt")
    assert any(word in said.lower() for word in words), said


@pytest.mark.parametrize(
    ("question", "rules"),
    [("MgCl", "ion:base"), ("NaO", "valence-plus"), ("N3O5", "compounded"), ("CaC5", "compounded")],
)
def test_C_WORDS_nothing_unreal_is_called_real(question: str, rules: str) -> None:
    verdict = judge(question, rules)
    assert verdict.ruling is Ruling.INVALID
    assert " is real" not in verdict.decisive.message
    assert "a real compound" not in verdict.decisive.message


def test_C_WORDS_noble_gases_are_kept_apart_by_the_game_not_by_chemistry() -> None:
    assert "in this game noble gases" in judge("HeNe", "ion:base").decisive.message
    assert "In this game nothing bonds" in judge("HeNaCl", "valence-plus").decisive.message
