"""The board against its slow twin: runs, broken rules, scores and whole rulings on random moves.

Boards grow by random lines, legal or not, so that crowded positions come up; most moves are sensible (a line
through or beside existing tiles), and some are anything at all. Everything is seeded.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from adjudicator import Tiles, load_ruleset
from adjudicator_rulesets.compoundit.judging.board.challenge import ImpossiblePosition, rule_on_challenge
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from tests.oracle.board_twin import STRANGER, BoardTwin, Cell, Laid
from tests.oracle.compoundit_twin import Twin
from tests.support.sampling import DAY, by_day, in_turn

SHIPPED = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
MOVES = 250
CHUNKS = 32

# Legal runs, so that legal moves come up often.
COMPOUNDS = [
    "HH",
    "OO",
    "HHO",
    "HOH",
    "COO",
    "NaCl",
    "HCl",
    "NaOH",
    "KOH",
    "MgO",
    "CHHHH",
    "HNOOO",
    "NHHH",
    "CaO",
]


class Maker:
    def __init__(self, twin: BoardTwin, seed: int) -> None:
        self.twin = twin
        self.random = random.Random(seed)

    def board(self) -> Laid:
        """Empty, or a compound over the centre with up to a dozen lines beside and across it."""
        if self.random.random() < 0.1:
            return []
        board = [(8, 8 + i, symbol) for i, symbol in enumerate(self.compound())]
        for _ in range(self.random.choice([0, 0, 1, 2, 5, 12])):
            more = board + self.on_free_squares(board, self.beside(board))
            if self.twin.fits(more):
                board = more
        return board

    def move(self, board: Laid) -> Laid:
        kind = self.random.random()
        if kind < 0.1:
            return self.anything()
        if kind < 0.25:
            cells = self.scattered()
        elif kind < 0.35 or not board:
            cells = self.on_an_atom_square()
        elif kind < 0.7:
            return self.completing(board)
        else:
            cells = self.beside(board)
        return self.on_free_squares(board, cells)

    def anything(self) -> Laid:
        """Off the board, on top of each other, none or far too many, elements without a tile."""
        far = self.twin.size + 1
        return [
            (
                self.random.randint(0, far),
                self.random.randint(0, far),
                self.random.choice(["H", "Li", STRANGER]),
            )
            for _ in range(self.random.randint(0, 12))
        ]

    def scattered(self) -> list[Cell]:
        """Gaps, corners, leaps."""
        row, col = self.random.randint(3, self.twin.size - 2), self.random.randint(3, self.twin.size - 2)
        return [
            (row + self.random.randint(-2, 2), col + self.random.choice([0, 0, -1, 2]))
            for _ in range(self.random.randint(2, 3))
        ]

    def on_an_atom_square(self) -> list[Cell]:
        row, col = self.random.choice(self.twin.atoms)
        first = self.random.randint(-2, 0)
        return self.line((row, col + first), self.random.randint(1, 5), (0, 1))

    def beside(self, board: Laid) -> list[Cell]:
        """A line through an existing tile, or on the squares next to it."""
        row, col, _ = self.random.choice(board)
        shift, back = self.random.choice([0, 0, 1, -1]), self.random.randint(0, 4)
        length = self.random.choice([1, 1, 2, 3, 3, 4, 6])
        if self.random.random() < 0.5:
            return self.line((row + shift, col - back), length, (0, 1))
        return self.line((row - back, col + shift), length, (1, 0))

    def completing(self, board: Laid) -> Laid:
        """The rest of a compound around a tile that is part of it."""
        row, col, symbol = self.random.choice(board)
        tiles = next((t for _ in range(20) if symbol in (t := self.compound())), self.compound())
        step, back = self.random.choice([(0, 1), (1, 0)]), tiles.index(symbol) if symbol in tiles else 0
        if self.random.random() < 0.5:  # new tiles only on one side of the old one
            tiles, back = Tiles((symbol, *tiles[:back], *tiles[back + 1 :])), 0
        start = (row - back * step[0], col - back * step[1])
        taken = {(r, c) for r, c, _ in board}
        cells = self.line(start, len(tiles), step)
        return [(r, c, tile) for (r, c), tile in zip(cells, tiles, strict=True) if (r, c) not in taken]

    def line(self, start: Cell, length: int, step: tuple[int, int]) -> list[Cell]:
        return [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(length)]

    def on_free_squares(self, board: Laid, cells: list[Cell]) -> Laid:
        """Tiles for the free squares among these: the rest of a compound, or random ones from the bag."""
        taken, on_board = {(row, col) for row, col, _ in board}, range(1, self.twin.size + 1)
        free = [
            (r, c) for r, c in dict.fromkeys(cells) if (r, c) not in taken and r in on_board and c in on_board
        ]
        symbols = list(self.compound())
        if self.random.random() < 0.5:
            self.random.shuffle(symbols)
        symbols += self.random.choices(
            [*self.twin.count, STRANGER], [*self.twin.count.values(), 1], k=len(free)
        )
        return [(row, col, symbol) for (row, col), symbol in zip(free, symbols, strict=False)]

    def compound(self) -> Tiles:
        return Tiles.parse(self.random.choice(COMPOUNDS))


@cache
def legal(run: tuple[str, ...], variant: str) -> bool:
    return bool(Twin(SHIPPED).accepted_by(run, variant))


def compare(twin: BoardTwin, variant: str, edition: Path, seed: int) -> Counter[str]:
    rules, maker, seen = load_ruleset(f"compoundit:{variant}", edition), Maker(twin, seed), Counter[str]()
    for _ in range(MOVES):
        board = maker.board()
        move = maker.move(board)
        question = [Placement(*tile) for tile in board], [Placement(*tile) for tile in move]
        if twin.impossible(board, move):
            with pytest.raises(ImpossiblePosition):
                rule_on_challenge(rules, *question, "ann", "bob")
            seen["impossible"] += 1
            continue
        answer = rule_on_challenge(rules, *question, "ann", "bob")

        expected = twin.new_runs(board, move)
        assert {(run.squares, run.tiles) for run in answer.runs} == set(expected), (board, move)
        assert len(answer.runs) == len(expected)
        for run in answer.runs:
            assert run.squares is not None
            assert run.score == twin.points_of((run.squares, run.tiles), move), (board, move, run)

        broken = twin.broken_rules(board, move)
        assert {check.rule for check in answer.geometry if not check.passed} == broken, (board, move)
        good = not broken and all(legal(tiles, variant) for _, tiles in expected)
        assert answer.ruling == ("valid" if good else "invalid"), (board, move)
        assert answer.score == (sum(twin.points_of(run, move) for run in expected) if good else 0)
        seen.update([answer.ruling.value, *broken])
    return seen


@in_turn(3)
@pytest.mark.parametrize("chunk", by_day(CHUNKS, range(CHUNKS)))
def test_moves_are_ruled_on_as_the_twin_does(chunk: int) -> None:
    variant = "beginner" if chunk % 4 == 3 else "standard"
    seen = compare(BoardTwin(SHIPPED, beginner=variant == "beginner"), variant, SHIPPED, chunk)
    for outcome, least in {
        "valid": 10,
        "invalid": 90,
        "impossible": 10,
        "C-LINE": 15,
        "C-TOUCH": 15,
    }.items():
        assert seen[outcome] >= least, seen


@in_turn(3)
def test_leaping_editions_are_ruled_on_as_the_twin_does(tmp_path: Path) -> None:
    edition = tmp_path / "leaping.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    edition.write_text(text.replace('"consecutive"', '"unbroken-line"'), encoding="utf-8")
    twin = BoardTwin(edition)
    assert twin.leaping
    assert compare(twin, "standard", edition, DAY.toordinal())["valid"] >= 10
