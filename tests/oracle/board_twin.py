"""The slow, obvious twin of the board: a grid of characters, scanned from end to end.

It imports nothing of ours. The board is written out in full, every line is cut at its empty squares, and the
rules are checked literally as the rulebook words them.
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

Grid = list[list[str]]  # grid[row][col], both from 1; "" is empty
Cell = tuple[int, int]
Laid = list[tuple[int, int, str]]  # row, column, symbol
STRANGER = "W"  # a known element without a tile: it matters to the verdict on its run, not to the board
Compound = tuple[tuple[Cell, ...], tuple[str, ...]]


class BoardTwin:
    def __init__(self, edition: Path, *, beginner: bool = False) -> None:
        data: dict[str, Any] = tomllib.loads(edition.read_text(encoding="utf-8"))
        self.size: int = data["board"]["size"]
        self.centre = tuple(data["board"]["centre"])
        self.atoms = [tuple(cell) for cell in data["board"]["atoms"]]
        self.bonus = {tuple(c): kind for kind, cells in data["board"]["bonuses"].items() for c in cells}
        self.points = {tile["symbol"]: tile["points"] for tile in data["tiles"]["each"]}
        self.count = {tile["symbol"]: tile["count"] for tile in data["tiles"]["each"]}
        self.rack: int = data["play"]["rack"]
        self.leaping: bool = data["play"]["new_tiles"] == "unbroken-line"
        self.beginner = beginner

    def impossible(self, board: Laid, move: Laid) -> bool:
        return (
            not self.fits(board + [tile for tile in move if tile[2] != STRANGER])
            or not self.fits(board + [(row, col, "") for row, col, _ in move], counted=False)
            or not 1 <= len(move) <= self.rack
        )

    def fits(self, tiles: Laid, *, counted: bool = True) -> bool:
        """One tile per square, on the board, and no more of an element than the box has."""
        cells = [(row, col) for row, col, _ in tiles]
        symbols = [symbol for _, _, symbol in tiles]
        return (
            all(cells.count(cell) == 1 for cell in cells)
            and all(row in range(1, self.size + 1) and col in range(1, self.size + 1) for row, col in cells)
            and (not counted or all(symbols.count(s) <= self.count.get(s, 0) for s in symbols))
        )

    def grid(self, tiles: Laid) -> Grid:
        grid = [[""] * (self.size + 1) for _ in range(self.size + 1)]
        for row, col, symbol in tiles:
            grid[row][col] = symbol
        return grid

    def all_runs(self, grid: Grid) -> list[Compound]:
        """Every compound on the board, by cutting each row and each column at its empty squares."""
        lines = [[(row, col) for col in range(1, self.size + 1)] for row in range(1, self.size + 1)]
        lines += [[(row, col) for row in range(1, self.size + 1)] for col in range(1, self.size + 1)]
        found: list[Compound] = []
        for line in lines:
            piece: list[Cell] = []
            for cell in [*line, None]:
                if cell is not None and grid[cell[0]][cell[1]]:
                    piece.append(cell)
                else:
                    if len(piece) > 1:
                        found.append((tuple(piece), tuple(grid[r][c] for r, c in piece)))
                    piece = []
        return found

    def new_runs(self, board: Laid, move: Laid) -> list[Compound]:
        new = {(row, col) for row, col, _ in move}
        return [run for run in self.all_runs(self.grid(board + move)) if new & set(run[0])]

    def points_of(self, run: Compound, move: Laid) -> int:
        new = {(row, col) for row, col, _ in move}
        kinds = [self.bonus.get(cell, "") if cell in new else "" for cell in run[0]]
        value = 0
        for symbol, kind in zip(run[1], kinds, strict=True):
            worth = self.points.get(symbol, 0)
            if kind == "double-element":
                value += 2 * worth
            elif kind == "triple-element":
                value += 3 * worth
            else:
                value += worth
        for kind in kinds:
            if kind == "double-compound":
                value *= 2
            if kind == "triple-compound":
                value *= 3
        return value

    def broken_rules(self, board: Laid, move: Laid) -> set[str]:
        """The ids of the board rules that the move breaks."""
        old, new = {(r, c) for r, c, _ in board}, sorted((r, c) for r, c, _ in move)
        runs = self.new_runs(board, move)
        broken = set()
        if not self._line(old, new):
            broken.add("C-LINE")
        if not old and not self.beginner:  # beginners may start on any atom square, from the first move on
            if self.centre not in new:
                broken.add("C-CENTRE-SQ")
        elif not any(set(cells) & old for cells, _ in runs) and not (
            self.beginner and any(cell in self.atoms for cell in new)
        ):
            broken.add("C-TOUCH" if old else "C-CENTRE-SQ")  # on an empty board there is nothing to touch
        if not runs:
            broken.add("C-RUN")
        return broken

    def _line(self, old: set[Cell], new: list[Cell]) -> bool:
        """Walks from each new tile to the next one, a square at a time."""
        for step in ((0, 1), (1, 0)):
            if all(self._reaches(old, start, end, step) for start, end in pairwise(new)):
                return True
        return False

    def _reaches(self, old: set[Cell], start: Cell, end: Cell, step: tuple[int, int]) -> bool:
        cell = (start[0] + step[0], start[1] + step[1])
        while cell != end:
            if not self.leaping or cell not in old or cell[0] > self.size or cell[1] > self.size:
                return False
            cell = (cell[0] + step[0], cell[1] + step[1])
        return True
