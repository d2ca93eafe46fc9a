"""A challenge as a file: the same body that the HTTP service takes, read with all its faults named."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.errors import UnreadableInput, fault_of_json, quote
from adjudicator.ruleset import DEFAULT_RULES, load_ruleset
from adjudicator_rulesets.compoundit.judging.board.challenge import rule_on_challenge, rule_on_runs
from adjudicator_rulesets.compoundit.judging.board.laying import Placement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.board.challenge import ChallengeRuling

MAX_FILE = 64 * 1024
PLAYER, CHALLENGER = "player", "challenger"  # when nobody is named
FIELDS = ("rules", "board", "move", "runs", "player", "challenger", "detail")


@dataclass(frozen=True, slots=True)
class Challenge:
    """A question about a move on a board, or about the runs it made where no board is given."""

    rules: str
    board: tuple[Placement, ...]
    move: tuple[Placement, ...]
    runs: tuple[Tiles, ...]
    blanks: frozenset[Square] = frozenset()
    player: str = PLAYER
    challenger: str = CHALLENGER
    sealed: bool = False

    def rule(self, edition: Path | None = None) -> ChallengeRuling:
        rules = load_ruleset(self.rules, edition)
        if self.runs:
            return rule_on_runs(rules, self.runs, self.player, self.challenger)
        return rule_on_challenge(rules, self.board, self.move, self.player, self.challenger, self.blanks)


def read(text: bytes) -> Challenge:
    """Raises UnreadableInput with every fault."""
    if len(text) > MAX_FILE:
        raise UnreadableInput("file_too_large", f"A challenge has at most {MAX_FILE} bytes.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput("bad_json", f"This is not valid JSON: {fault_of_json(error)}.") from None
    faults = list(_faults(data))
    if faults:
        raise UnreadableInput(
            "bad_challenge", f"This is not a challenge: {'; '.join(faults)}.", faults=faults
        )
    return Challenge(
        rules=data.get("rules", DEFAULT_RULES),
        board=_placements(data.get("board", [])),
        move=_placements(data.get("move", [])),
        runs=tuple(Tiles.parse(run) for run in data.get("runs", [])),
        blanks=frozenset(
            (tile["row"], tile["col"])
            for name in ("board", "move")
            for tile in data.get(name, [])
            if tile.get("blank")
        ),
        player=data.get("player", PLAYER),
        challenger=data.get("challenger", CHALLENGER),
        sealed=data.get("detail") == "sealed",
    )


def _placements(listed: list[dict[str, Any]]) -> tuple[Placement, ...]:
    return tuple(Placement(tile["row"], tile["col"], tile["symbol"]) for tile in listed)


def _faults(data: object) -> Iterator[str]:
    if not isinstance(data, dict):
        yield "it is not a JSON object"
        return
    yield from (f"{quote(name)} is not part of a challenge" for name in data if name not in FIELDS)
    for name in ("rules", "player", "challenger"):
        if not isinstance(data.get(name, ""), str):
            yield f"{name} must be text"
    if data.get("detail", "full") not in ("full", "sealed"):
        yield 'detail must be "full" or "sealed"'
    if ("move" in data) == ("runs" in data):
        yield "give either a move, with the board before it, or the runs that it made"
    if "board" in data and "move" not in data:
        yield "a board needs a move"
    for name in ("board", "move"):
        yield from _tile_faults(name, data.get(name, []))
    yield from _run_faults(data.get("runs", [["H"]]))


def _tile_faults(name: str, listed: object) -> Iterator[str]:
    if not isinstance(listed, list):
        yield f"{name} must be a list of tiles"
        return
    for number, tile in enumerate(listed, start=1):
        if not (
            isinstance(tile, dict)
            and tile.keys() - {"blank"} == {"row", "col", "symbol"}
            and type(tile["row"]) is type(tile["col"]) is int
            and isinstance(tile["symbol"], str)
            and isinstance(tile.get("blank", False), bool)
        ):
            yield f'tile {number} of the {name} must be {{"row": 8, "col": 8, "symbol": "H"}}'


def _run_faults(runs: object) -> Iterator[str]:
    if not isinstance(runs, list) or not runs:
        yield "runs must list at least one run"
        return
    for number, run in enumerate(runs, start=1):
        if not isinstance(run, str) and not (
            isinstance(run, list) and all(isinstance(tile, str) for tile in run)
        ):
            yield f'run {number} must be tiles, such as "HHO" or ["H", "H", "O"]'
