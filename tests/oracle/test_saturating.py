"""Double and triple bonds along a tree of atoms, against every way to distribute them."""

from __future__ import annotations

from itertools import product
from random import Random

from adjudicator.chem.formula.condensed import saturated


def brute_force(lacking: list[list[int]], room: dict[int, dict[int, int]]) -> bool:
    edges = [(i, j, most) for i, others in room.items() for j, most in others.items() if i < j]
    for orders in product(*(range(most + 1) for *_, most in edges)):
        sums = [0] * len(lacking)
        for (i, j, _), order in zip(edges, orders, strict=True):
            sums[i] += order
            sums[j] += order
        if all(total in wanted for total, wanted in zip(sums, lacking, strict=True)):
            return True
    return False


def test_further_bonds_are_found_exactly_where_there_are_some() -> None:
    chance, answers = Random(7), []
    for _ in range(3000):
        size = chance.randint(1, 7)
        room: dict[int, dict[int, int]] = {atom: {} for atom in range(size)}
        for atom in range(1, size):
            if chance.random() < 0.9:  # otherwise another tree begins
                other = chance.randrange(atom)
                room[atom][other] = room[other][atom] = chance.randint(0, 2)
        lacking = [sorted(chance.sample(range(5), chance.randint(1, 2))) for _ in range(size)]
        answers.append(saturated(lacking, room))
        assert answers[-1] == brute_force(lacking, room), (lacking, room)
    assert 200 < sum(answers) < 2800


def test_a_long_run_of_sulfur_and_nitrogen_is_answered_at_once() -> None:
    """Each of forty atoms has three valences: trying choice by choice would take forever."""
    size = 40
    room = {i: {j: 2 for j in (i - 1, i + 1) if 0 <= j < size} for i in range(size)}
    assert saturated([[0, 2, 4]] * size, room)
    assert not saturated([[1]] + [[0, 2, 4]] * (size - 1), room)
