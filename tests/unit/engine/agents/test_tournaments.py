"""Every bot against every other: ratings checked against an independent optimiser, the cross table against the games."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.optimize import minimize

from adjudicator.cli import main
from adjudicator.engine.agents.simulating import Match, Plan, pairs
from adjudicator.engine.agents.tournaments import MEAN, SCALE, ratings, standings, tables_of, written


def most_likely(won: np.ndarray) -> np.ndarray:
    """The same likelihood, with one added draw per pair, found by a general optimiser."""
    points = won + (won + won.T > 0) / 2

    def unlikely(strength: np.ndarray) -> float:
        ahead = -np.log1p(np.exp(strength[None, :] - strength[:, None]))
        return float(-(points * ahead).sum() + strength.sum() ** 2)

    best: np.ndarray = minimize(unlikely, np.zeros(len(won)), tol=1e-12).x
    return MEAN + SCALE * best


def test_ratings_are_the_most_likely_ones() -> None:
    chance = Random(3)
    for _ in range(40):
        number = chance.randint(2, 5)
        won = np.array(
            [[chance.randint(0, 40) * (i != j) for j in range(number)] for i in range(number)], float
        )
        found = [elo for elo, _ in ratings(won.tolist())]
        assert found == pytest.approx(most_likely(won), abs=0.5)
        assert sum(found) == pytest.approx(MEAN * number)


def test_errors_are_those_of_many_tournaments() -> None:
    """The spread of ratings over simulated tournaments with known strengths matches the error that one of
    them reports.
    """
    chance = np.random.default_rng(1)
    odds = np.array([[0.5, 0.7, 0.85], [0.3, 0.5, 0.7], [0.15, 0.3, 0.5]])
    found, said = [], []
    for _ in range(400):
        upper = np.triu(chance.binomial(100, odds), 1)
        won = upper + np.tril(100 - upper.T, -1)
        rated = ratings(won.tolist())
        found.append([elo for elo, _ in rated])
        said.append([error for _, error in rated])
    assert np.std(found, axis=0) == pytest.approx(np.mean(said, axis=0), rel=0.15)


def test_who_never_loses_has_a_rating_and_equals_are_equal() -> None:
    (best, error), (worst, _) = ratings([[0, 20], [0, 0]])
    assert 1500 < best < 2200
    assert error > 50
    assert best - 1500 == pytest.approx(1500 - worst)
    assert [elo for elo, _ in ratings([[0, 7, 7], [7, 0, 7], [7, 7, 0]])] == pytest.approx([1500] * 3)


@pytest.mark.slow
def test_a_round_robin_is_the_same_on_any_number_of_cores(tmp_path: Path) -> None:
    said = []
    for workers in ("1", "2"):
        table = tmp_path / f"{workers}.csv"
        arguments = [
            "valence-plus",
            "--players",
            "greedy,random",
            "--round-robin",
            "--games",
            "4",
            "--seed",
            "5",
        ]
        arguments += ["--csv", str(table), "--workers", workers]
        result = CliRunner().invoke(main, ["simulate", *arguments])
        assert result.exit_code == 0, result.output
        said.append(result.stdout + table.read_text(encoding="utf-8"))
    assert said[0] == said[1]
    assert "4 games of valence-plus, seed 5" in said[0]


def test_the_cross_table_counts_who_was_ahead_ties_half() -> None:
    plan = Plan("valence-plus", ("a", "b", "c"), 2, "1")
    assert [table.players for table in tables_of(plan)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len({table.seed for table in tables_of(plan)}) == 3
    ranks = [(1, 2), (1, 1), (1, 2), (1, 2), (2, 1), (1, 2)]  # a and b, a and c, b and c, two games each
    found = standings(plan, [match(*each) for each in ranks])
    against = {row["player"]: row["against"] for row in found["players"]}
    assert against == {"a": {"b": 0.75, "c": 1.0}, "b": {"a": 0.25, "c": 0.5}, "c": {"a": 0.0, "b": 0.5}}
    assert [row["player"] for row in found["players"]] == ["a", "b", "c"]
    rows = list(csv.reader(written(found).splitlines()))
    assert rows[0] == ["player", "elo", "low", "high", "a", "b", "c", "unfinished"]
    assert rows[2][4:] == ["0.25", "", "0.5", "0"]


def test_a_game_that_does_not_end_is_a_row_unfinished_and_counts_for_nobody() -> None:
    plan = Plan("valence-plus", ("a", "b", "c"), 2, "1")
    never = Match.unfinished(2)
    found = standings(plan, [match(1, 2), never, never, never, match(2, 1), match(1, 2)])
    assert found["unfinished"] == 3
    rows = {row["player"]: row for row in found["players"]}
    assert rows["a"]["against"] == {"b": 1.0, "c": None}
    assert rows["b"]["against"] == {"a": 0.0, "c": 0.5}
    assert [rows[name]["unfinished"] for name in "abc"] == [3, 1, 2]
    assert rows["a"]["elo"] > rows["b"]["elo"]
    head, *lines = csv.reader(written(found).splitlines())
    told = {line[0]: dict(zip(head, line, strict=True)) for line in lines}
    assert (told["a"]["b"], told["a"]["c"], told["a"]["unfinished"]) == ("1.0", "", "3")


def test_every_pair_at_a_table_of_four_is_compared_by_rank() -> None:
    four = match(1, 3, 2, 4)  # strong, greedy, strong, greedy
    tied = match(1, 1, 3, 4)
    (pair,) = pairs(("strong", "greedy", "strong", "greedy"), [four, tied])
    assert (pair["player"], pair["against"]) == ("strong", "greedy")
    assert pair["ahead"]["share"] == pytest.approx((1 + (0.5 + 1 + 0 + 1) / 4) / 2)


def match(*ranks: int) -> Match:
    nothing = (0,) * len(ranks)
    return Match(
        nothing, tuple(float(rank == 1) for rank in ranks), 0, nothing, nothing, nothing, "", ranks=ranks
    )
