"""CompoundIt!'s book-keeping done again from a record alone: no code of the game, only the edition file and events.

Scores are reckoned on strings: the line through a new tile is written out, split at the gaps, and the piece that
holds the tile is the compound.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

EDITION = tomllib.loads(
    Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml").read_text(encoding="utf-8")
)
POINTS = {tile["symbol"]: tile["points"] for tile in EDITION["tiles"]["each"]}
COUNTS = Counter({tile["symbol"]: tile["count"] for tile in EDITION["tiles"]["each"]})
SIZE = EDITION["board"]["size"]
TIMES = {"double": 2, "triple": 3}
BONUS = {tuple(square): kind for kind, squares in EDITION["board"]["bonuses"].items() for square in squares}


def compounds(
    grid: dict[tuple[int, int], str], new: set[tuple[int, int]]
) -> list[frozenset[tuple[int, int]]]:
    """Every row and every column, cut at its empty squares; pieces of two or more with a new tile."""
    found = []
    for line in range(1, SIZE + 1):
        for squares in (
            [(line, other) for other in range(1, SIZE + 1)],
            [(other, line) for other in range(1, SIZE + 1)],
        ):
            piece: list[tuple[int, int]] = []
            for square in [*squares, (0, 0)]:
                if square in grid:
                    piece.append(square)
                    continue
                if len(piece) > 1 and new & set(piece):
                    found.append(frozenset(piece))
                piece = []
    return found


def worth(
    grid: dict[tuple[int, int], str], piece: frozenset[tuple[int, int]], new: set[tuple[int, int]]
) -> int:
    kinds = {square: BONUS[square] for square in piece & new if square in BONUS}
    points: int = sum(
        POINTS[grid[square]] * (TIMES[kinds[square][:6]] if kinds.get(square, "").endswith("element") else 1)
        for square in piece
    )
    for kind in kinds.values():
        if kind.endswith("compound"):
            points *= TIMES[kind[:6]]
    return points


def scores(record: dict[str, Any]) -> list[int]:
    """The final scores, every event checked on the way."""
    start, *events = record["events"]
    players = len(record["players"])
    supplies, racks = [list(pile) for pile in start["supplies"]], [Counter[str]() for _ in range(players)]
    assert sum((Counter(pile) for pile in supplies), Counter(start["set_aside"])) == COUNTS
    grid: dict[tuple[int, int], str] = {}
    totals, latest = [0] * players, 0
    for version, event in enumerate(events, start=2):
        assert event["version"] == version
        player = event["player"]
        if event["type"] == "tiles_drawn":
            drawn = event["symbols"]
            assert supplies[player][: len(drawn)] == drawn
            del supplies[player][: len(drawn)]
            racks[player].update(drawn)
            assert racks[player].total() <= 10
            assert racks[player].total() == 10 or not supplies[player]
        elif event["type"] == "tiles_placed":
            laid = {(tile["row"], tile["col"]): tile["symbol"] for tile in event["placements"]}
            assert len(laid) == len(event["placements"])
            assert not laid.keys() & grid.keys()
            assert Counter(laid.values()) <= racks[player]
            racks[player] -= Counter(laid.values())
            grid |= laid
            made = {piece: worth(grid, piece, set(laid)) for piece in compounds(grid, set(laid))}
            said = {frozenset(map(tuple, run["squares"])): run["score"] for run in event["runs"]}
            assert made == said
            for run in event["runs"]:
                assert [grid[row, col] for row, col in run["squares"]] == run["tiles"]
            latest = sum(made.values())
            assert event["score"] == latest
            totals[player] += latest
        elif event["type"] == "move_taken_back":
            for tile in event["placements"]:
                assert grid.pop((tile["row"], tile["col"])) == tile["symbol"]
                racks[player][tile["symbol"]] += 1
            totals[player] -= latest
        in_play = sum(
            (rack + Counter(pile) for rack, pile in zip(racks, supplies, strict=True)), Counter(grid.values())
        )
        assert in_play + Counter(start["set_aside"]) == COUNTS
    return totals
