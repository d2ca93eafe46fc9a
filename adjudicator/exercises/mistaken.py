"""Answers of another kind than was asked: a name for a formula, an element for a compound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.formula.formula import case_readings
from adjudicator.chem.naming.checking.finding import element_symbol
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from adjudicator.exercises.exercise import Kind
from adjudicator.exercises.words import are_cards, is_called, say

if TYPE_CHECKING:
    from adjudicator.exercises.exercise import Exercise

_WORD = re.compile(r"[a-z]{4}")  # in a name, never in a formula
# What is asked for, by kind; an answer of yes or no and a charge have sentences of their own.
ASKED = {
    Kind.WRITE: "That is a name; a formula is asked for.",
    Kind.MEND: "That is a name; tiles are asked for.",
    Kind.BUILD: "That is a name; tiles are asked for.",
    Kind.PLAY: "That is a name; tiles are asked for.",
    Kind.BALANCE: "That is a name; numbers are asked for.",
}
SYMBOL_ASKED = "That is a name; a symbol is asked for."
CARDS_ASKED = "That is a name; cards are asked for."


def name_for_formula(exercise: Exercise, right: str, answer: str) -> str:
    """What is said of an answer that cannot be read because it is a name; empty where it is none."""
    asked = ASKED.get(exercise.kind, "")
    if not asked or not _is_name(answer):
        return ""
    if right in ELEMENTS:
        asked = SYMBOL_ASKED
    elif exercise.rules and are_cards(exercise.rules):
        asked = CARDS_ASKED
    return say(asked)


def _is_name(answer: str) -> bool:
    """Whether it is a name, known or not; letters that are all symbols in the wrong case are a formula."""
    if element_called(answer) is not None or naming.substances(answer):
        return True
    return bool(_WORD.search(answer)) and not case_readings(answer)


def element_called(name: str) -> Formula | None:
    symbol = element_symbol(name, prose.LANGUAGES)
    return Formula.of({symbol: 1}) if symbol else None


def symbol_of(element: Formula) -> str:
    """S is the symbol of sulfur."""
    return say("{formula} is the symbol of {name}.", formula=element.hill, name=_called(element))


def element_for_compound(formula: Formula, right: str, name: str) -> str:
    """What is said of an element's name for something else: there is none in it, or it is only a part.

    Empty where the name is not an element's.
    """
    element = element_called(name)
    if element is None:
        return ""
    if formula.size == 1 and not formula.charge:
        return symbol_of(element)
    facts = {"name": _called(element), "formula": naming.written(formula), "right": right}
    if element.hill not in dict(formula.atoms):
        return say("There is no {name} in {formula}.", **facts)
    said = say("{name} is the element.", **facts)
    return f"{said[0].upper()}{said[1:]} {is_called(facts['formula'], right)}"


def _called(element: Formula) -> str:
    ((symbol, _),) = element.atoms
    return vocabulary(prose.spoken()).element(symbol)
