"""Equations that are made by rule, balanced a second time by a solver of their own that knows no chemistry."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import gcd, lcm

import pytest

from adjudicator.exercises import Kind, exercise_from_text, judge_answer, solution, topics
from adjudicator.exercises.equations import equations, salt_of

LEAST = 30
ALL = [(level, text) for level, texts in equations().items() for text in texts]


def counted(species: str) -> Counter[str]:
    """Atoms and charge of one formula, read by hand: brackets, subscripts and ^2-."""
    body, _, charge = species.partition("^")
    stack: list[Counter[str]] = [Counter()]
    for what, digits in re.findall(r"([A-Z][a-z]?|[()])([0-9]*)", body):
        times = int(digits or 1)
        if what == "(":
            stack.append(Counter())
        elif what == ")":
            inner = stack.pop()
            stack[-1].update({name: n * times for name, n in inner.items()})
        else:
            stack[-1][what] += times
    found = stack[0]
    if charge:
        found["charge"] = int(charge[:-1] or 1) * (1 if charge[-1] == "+" else -1)
    return found


def balanced(text: str) -> list[int]:
    """The smallest whole numbers, by elimination with fractions; fails unless there is just one way."""
    before, after = (side.split(" + ") for side in text.split(" -> "))
    columns = [counted(one) for one in before] + [
        Counter({name: -n for name, n in counted(one).items()}) for one in after
    ]
    names = sorted({name for column in columns for name in column})
    rows = [[Fraction(column[name]) for column in columns] for name in names]
    pivots: list[int] = []
    for place in range(len(columns)):
        row = next((r for r in range(len(pivots), len(rows)) if rows[r][place]), None)
        if row is None:
            continue
        rows[len(pivots)], rows[row] = rows[row], rows[len(pivots)]
        first = rows[len(pivots)]
        first[:] = [value / first[place] for value in first]
        for other in rows:
            if other is not first and other[place]:
                other[:] = [value - other[place] * mine for value, mine in zip(other, first, strict=True)]
        pivots.append(place)
    free = [place for place in range(len(columns)) if place not in pivots]
    assert len(free) == 1, f"{text} has {len(free)} ways"
    found = [
        Fraction(1) if place in free else -rows[pivots.index(place)][free[0]] for place in range(len(columns))
    ]
    whole = [value * lcm(*(one.denominator for one in found)) for value in found]
    numbers = [int(value) // gcd(*map(int, whole)) for value in whole]
    assert min(numbers) > 0, text
    return numbers


def test_the_second_solver_reads_brackets_and_charges() -> None:
    assert counted("Ca3(PO4)2") == {"Ca": 3, "P": 2, "O": 8}
    assert counted("Cr2O7^2-") == {"Cr": 2, "O": 7, "charge": -2}
    assert balanced("H2 + O2 -> H2O") == [2, 1, 2]
    with pytest.raises(AssertionError, match="2 ways"):
        balanced("KMnO4 + H2O2 + H2SO4 -> MnSO4 + K2SO4 + O2 + H2O")


def test_every_level_has_thirty_equations_and_none_comes_twice() -> None:
    assert [len(texts) >= LEAST for texts in equations().values()] == [True] * 3
    assert [text for text, n in Counter(text for _, text in ALL).items() if n > 1] == []
    asked = topics()["equations"]
    assert [len(texts) for texts in asked.texts] == [len(texts) for texts in equations().values()]
    assert asked.kinds == (Kind.BALANCE,)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_equation_is_balanced_by_atoms_and_charge(level: int) -> None:
    for text in equations()[level]:
        asked = exercise_from_text(f"balance:{text}")
        numbers = balanced(text)
        assert solution(asked, "en").answer == ", ".join(map(str, numbers)), text
        assert set(numbers) != {1}, f"{text} asks for nothing"
        assert judge_answer(asked, ",".join(str(2 * n) for n in numbers), "en").score == 0.5
        assert judge_answer(asked, ",".join("1" for _ in numbers), "en").score == 0


def test_salts_follow_from_the_charges() -> None:
    assert [
        salt_of("Al^3+", "SO4^2-"),
        salt_of("Ca^2+", "OH^-"),
        salt_of("H^+", "PO4^3-"),
        salt_of("Mg^2+", "O^2-"),
    ] == [
        "Al2(SO4)3",
        "Ca(OH)2",
        "H3PO4",
        "MgO",
    ]
