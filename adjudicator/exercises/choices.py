"""Wrong answers to choose from, all of them real mistakes: the wrong charge, ratio, ion, or an isomer.

Each is what a pupil writes who half knows the matter, and the judge says of each that it is wrong.
"""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Formula
from adjudicator.errors import UnreadableInput
from adjudicator.exercises.exercise import Kind
from adjudicator.exercises.names import names_of
from adjudicator.exercises.questions import judge_answer, solution
from adjudicator.exercises.topics import topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.exercises.exercise import Exercise

WRONG = 3
# Ions whose names and formulas are confused in class.
CONFUSED = (
    ("SO4", "SO3"), ("NO3", "NO2"), ("ClO4", "ClO3", "ClO2", "ClO"), ("PO4", "PO3"), ("CO3", "C2O4"),
    ("CrO4", "Cr2O7"), ("HCO3", "CO3"), ("HSO4", "SO4"), ("HSO3", "SO3"), ("H2PO4", "HPO4", "PO4"),
    ("NH4", "NH3"), ("BrO3", "BrO"), ("IO3", "IO"), ("SCN", "CN"), ("S2O3", "SO3", "SO4"),
)  # fmt: skip
_ENDING = {"S": "SO4", "N": "NO3", "Cl": "ClO", "P": "PO4", "Br": "BrO3", "I": "IO3", "O": "OH"}
_NUMERAL = re.compile(r"\((I|II|III|IV|V|VI|VII)\)")
_NUMERALS = ("II", "III", "I", "IV", "VI")
_UNIT = re.compile(r"(?P<unit>[A-Z][a-z]?|[(\[].*?[)\]])(?P<count>[0-9]*)")


def choices(exercise: Exercise, language: str) -> tuple[str, ...]:
    """The right answer among wrong ones, always in the same order; empty where there are no choices."""
    found: dict[str, None] = {}
    with prose.speaking(language):
        right = solution(exercise, language).answer
        for answer in _wrong(exercise, right):
            if answer != right and judge_answer(exercise, answer, language).outcome == "wrong":
                found[answer] = None
            if len(found) == WRONG:
                break
    if not found:
        return ()
    return tuple(sorted((right, *found), key=lambda one: sha256(f"{exercise.text}:{one}".encode()).digest()))


def _wrong(exercise: Exercise, right: str) -> Iterable[str]:
    if exercise.kind is Kind.LEGAL:
        return ("yes", "no")
    if exercise.kind is Kind.CHARGE and not exercise.rules:
        charge = naming.substance(exercise.material).charge
        return [prose.signed(n) for n in (-charge, charge + 1, charge - 1) if n]
    if exercise.kind is Kind.WRITE:
        return chain(filter(_readable, _confused(right)), _neighbours(exercise))
    if exercise.kind is Kind.NAME and not exercise.rules:
        return _other_names(exercise, right)
    return ()


def _readable(text: str) -> Formula | None:
    try:
        return naming.substance(text)
    except UnreadableInput:
        return None


def _confused(text: str) -> Iterator[str]:
    """With another ion, without brackets, with subscripts exchanged or one off, with the other sign."""
    formula = Formula.parse(text)
    elements = {symbol for symbol, _ in formula.atoms}
    if {"C", "H"} <= elements and elements.isdisjoint(METALS):
        return
    body, hat, charge = text.partition("^")
    salt, dot, water = body.partition("·")
    tail = f"{dot}{water}{hat}{charge}"
    for ions in CONFUSED:
        for ion in ions:
            pattern = rf"(?<![A-Z]){ion}(?![0-9a-z])" if ion[0] in "HSC" else rf"{ion}(?![0-9a-z])"
            if re.search(pattern, salt):
                yield from (re.sub(pattern, other, salt, count=1) + tail for other in ions if other != ion)
    units = [(found["unit"], int(found["count"] or 1)) for found in _UNIT.finditer(salt)]
    if re.search(r"[A-Za-z]\)", salt):  # CaOH2 for Ca(OH)2
        yield salt.replace("(", "").replace(")", "") + tail
    if len(units) == 2:
        (first, n), (last, m) = units
        yield from (_joined(first, a, last, b) + tail for a, b in ((m, n), (1, 1), (n, m + 1), (n + 1, m)))
        if last in _ENDING and not hat:
            yield f"{first}{n if n > 1 else ''}{_ENDING[last]}{tail}"
    elif len(units) > 2 and units[0][0] in METALS:
        first, n = units[0]
        rest = salt[len(first) + len(str(n) if n > 1 else "") :]
        yield from (
            f"{first}{other if other > 1 else ''}{rest}{tail}" for other in (n + 1, n - 1) if other > 0
        )
    if water:
        yield from (f"{salt}·{other}H2O" for other in (5, 7, 2, 6) if f"{other}H2O" != water)
    if hat:
        yield f"{body}^{charge.translate(str.maketrans('+-', '-+'))}"
        yield f"{body}^{'2' if charge in '+-' else ''}{charge[-1]}"


def _joined(first: str, n: int, last: str, m: int) -> str:
    return f"{first}{n if n > 1 else ''}{last}{m if m > 1 else ''}"


def _other_names(exercise: Exercise, right: str) -> Iterator[str]:
    """With another number, of an isomer, of what the formula is confused with, of others of the topic."""
    for numeral in _NUMERALS if _NUMERAL.search(right) else ():
        yield _NUMERAL.sub(f"({numeral})", right, count=1)
    formula = naming.substance(exercise.material)
    yield from names_of(Formula(formula.atoms, formula.charge))
    others = (_readable(text) for text in _confused(exercise.material))
    yield from chain.from_iterable(names_of(other)[:1] for other in others if other is not None)
    yield from _neighbours(exercise)


def _neighbours(exercise: Exercise) -> Iterator[str]:
    """The answers of other exercises of the same topic, level and kind."""
    of = topics().get(exercise.topic)
    same = [one for one in of.exercises(exercise.level) if one.kind is exercise.kind] if of else []
    for one in sorted(same, key=lambda one: sha256(f"{exercise.text}:{one.text}".encode()).digest()):
        yield solution(one, prose.spoken()).answer
