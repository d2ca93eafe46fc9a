"""Balancing without chempy: exact algebra over fractions, for devices where sympy is too large.

A reaction is a matrix: a row for each element and the charge, a column for each substance, products negative.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Row = list[Fraction]


def null_space(rows: Sequence[Sequence[int]], columns: int) -> list[Row]:
    """A basis of all solutions, by Gauss and Jordan."""
    reduced, pivots = _reduced([[Fraction(n) for n in row] for row in rows], columns)
    basis = []
    for free in (column for column in range(columns) if column not in pivots):
        solution = [Fraction(0)] * columns
        solution[free] = Fraction(1)
        for row, pivot in zip(reduced, pivots, strict=False):
            solution[pivot] = -row[free]
        basis.append(solution)
    return basis


def whole(solution: Sequence[Fraction]) -> tuple[int, ...]:
    """The smallest whole numbers in the same ratio."""
    common = lcm(*(x.denominator for x in solution))
    numbers = [int(x * common) for x in solution]
    divisor = gcd(*numbers) or 1
    return tuple(n // divisor for n in numbers)


def smallest(rows: Sequence[Sequence[int]], columns: int) -> tuple[Fraction, ...] | None:
    """Of all solutions whose numbers are at least one, the one with the smallest sum; None if there is none.

    Each number is one and something more. The something more is found by the simplex method: first with an
    artificial variable a row, until none of them is needed, then for the sum. Bland's rule prevents cycles.
    sympy's `linprog` calls some systems solvable that are not.
    """
    table = []
    for row in rows:
        owed = Fraction(-sum(row))
        sign = -1 if owed < 0 else 1
        table.append([Fraction(sign * n) for n in row] + [Fraction(0)] * len(rows) + [sign * owed])
    for i, line in enumerate(table):
        line[columns + i] = Fraction(1)
    basic = list(range(columns, columns + len(rows)))
    artificial = [Fraction(0)] * columns + [Fraction(1)] * len(rows)
    _minimise(table, basic, artificial, columns + len(rows))
    if any(table[i][-1] for i, variable in enumerate(basic) if variable >= columns):
        return None
    for i in range(len(rows)):  # an artificial variable that is zero may still be among the basic ones
        if basic[i] >= columns:
            column = next((c for c in range(columns) if table[i][c]), None)
            if column is not None:
                _pivot(table, basic, i, column)
    _minimise(table, basic, [Fraction(1)] * columns + [Fraction(0)] * len(rows), columns)
    more = [Fraction(0)] * columns
    for i, variable in enumerate(basic):
        if variable < columns:
            more[variable] = table[i][-1]
    return tuple(1 + x for x in more)


def _reduced(matrix: list[Row], columns: int) -> tuple[list[Row], list[int]]:
    pivots: list[int] = []
    for column in range(columns):
        at = len(pivots)
        below = next((i for i in range(at, len(matrix)) if matrix[i][column]), None)
        if below is None:
            continue
        matrix[at], matrix[below] = matrix[below], matrix[at]
        matrix[at] = [x / matrix[at][column] for x in matrix[at]]
        for i, row in enumerate(matrix):
            if i != at and row[column]:
                matrix[i] = [x - row[column] * y for x, y in zip(row, matrix[at], strict=True)]
        pivots.append(column)
    return matrix, pivots


def _minimise(table: list[Row], basic: list[int], cost: Row, columns: int) -> None:
    while True:
        entering = next((c for c in range(columns) if _reduced_cost(table, basic, cost, c) < 0), None)
        if entering is None:
            return
        ratios = [
            (row[-1] / row[entering], variable, i)
            for i, (row, variable) in enumerate(zip(table, basic, strict=True))
            if row[entering] > 0
        ]
        _pivot(table, basic, min(ratios)[2], entering)  # costs are positive, so that some row always limits


def _reduced_cost(table: list[Row], basic: list[int], cost: Row, column: int) -> Fraction:
    return cost[column] - sum(
        cost[variable] * row[column] for row, variable in zip(table, basic, strict=True)
    )


def _pivot(table: list[Row], basic: list[int], row: int, column: int) -> None:
    table[row] = [x / table[row][column] for x in table[row]]
    for i, line in enumerate(table):
        if i != row and line[column]:
            table[i] = [x - line[column] * y for x, y in zip(line, table[row], strict=True)]
    basic[row] = column
