"""Every bot against every other: a cross table, and how strong each is on the Elo scale.

A rating is the most likely one (Bradley and Terry): 400 points more are ten to one. A pair counts as if it
had also played one drawn game, so that a bot that never loses has a rating too.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from itertools import combinations
from math import log
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.simulating import Z

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.simulating import Match, Plan

MEAN = 1500
SCALE = 400 / log(10)
STEPS = 200


def tables_of(plan: Plan) -> list[Plan]:
    """A plan for every two entrants, each with chance of its own."""
    pairs = combinations(range(len(plan.players)), 2)
    return [
        replace(plan, players=(plan.players[one], plan.players[other]), seed=f"{plan.seed}/{one}-{other}")
        for one, other in pairs
    ]


def standings(plan: Plan, matches: Sequence[Match]) -> dict[str, Any]:
    """The cross table and the ratings, from the matches of `tables_of` one after the other, or the first."""
    number = len(plan.players)
    won = [[0.0] * number for _ in range(number)]
    finished = [[0] * number for _ in range(number)]
    unfinished = [0] * number
    for (one, other), match in zip(_pairs(plan), matches, strict=False):  # an interrupted run has fewer
        if match.is_finished:
            finished[one][other] += 1
            finished[other][one] += 1
            won[one][other] += match.ahead(0, 1)
            won[other][one] += match.ahead(1, 0)
        else:
            unfinished[one] += 1
            unfinished[other] += 1
    rows: list[dict[str, Any]] = [
        {
            "player": plan.players[entrant],
            "elo": round(elo, 1),
            "low": round(elo - Z * error, 1),
            "high": round(elo + Z * error, 1),
            "against": {
                plan.players[other]: _share(won[entrant][other], finished[entrant][other])
                for other in range(number)
                if other != entrant
            },
            "unfinished": unfinished[entrant],
        }
        for entrant, (elo, error) in enumerate(ratings(won))
    ]
    rows.sort(key=lambda row: -row["elo"])
    left = sum(not match.is_finished for match in matches)
    return {
        "game": plan.game,
        "seed": plan.seed,
        "games": len(matches),
        "unfinished": left,
        "players": rows,
    }


def _share(won: float, games: int) -> float | None:
    """Of the games that ended; None where none did."""
    return round(won / games, 4) if games else None


def _pairs(plan: Plan) -> Iterator[tuple[int, int]]:
    for pair in combinations(range(len(plan.players)), 2):
        yield from [pair] * plan.games


def written(table: Mapping[str, Any]) -> str:
    """The table as CSV: a row for each bot, its share of points against every other."""
    names = [row["player"] for row in table["players"]]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["player", "elo", "low", "high", *names, "unfinished"])
    for row in table["players"]:
        shares = [row["against"].get(name) for name in names]
        writer.writerow([row["player"], row["elo"], row["low"], row["high"], *shares, row["unfinished"]])
    return text.getvalue()


def ratings(won: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Each entrant's rating and its standard error, from points won against each other; the mean is 1500.

    Newton's method on the likelihood, whose second derivatives also give the errors.
    """
    import numpy as np

    points = np.array(won, dtype=float)
    games = points + points.T
    met = ~np.eye(len(points), dtype=bool)  # every two, even if none of their games ended
    points, games = points + met / 2, games + met
    strength = np.zeros(len(points))
    centre = np.full((len(points), len(points)), 1 / len(points))  # pins the mean, which games do not say
    information = centre
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * expected).sum(axis=1)
        weight = games * expected * (1 - expected)
        information = np.diag(weight.sum(axis=1)) - weight + centre
        step = np.linalg.solve(information, slope)
        strength = strength + np.clip(step, -1, 1)
        if abs(step).max() < 1e-10:
            break
    error = np.sqrt(np.diag(np.linalg.inv(information) - centre).clip(0))
    strength = strength - strength.mean()
    return [(MEAN + SCALE * float(own), SCALE * float(by)) for own, by in zip(strength, error, strict=True)]
