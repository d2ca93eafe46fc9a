"""The slow, obvious twin of the move generator: it lays every choice of tiles in every order on every line.

laying.py decides where a move may be laid and what it scores, and the rules decide whether its runs are
legal. It takes only three simple short cuts: verdicts on runs are remembered; what does not depend on the
tiles, the squares of the runs and the rules of the board, is computed once per line of squares; and the sets
that ask the authority, for which order never matters (C-ORDER), are asked once per composition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from adjudicator import Tiles
from adjudicator.reference.authority import Authority
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import BEGINNER, LEWIS_SETS

Cell = tuple[int, int]
Group = tuple[tuple[Cell, ...], tuple[str, ...]]  # squares, and the tiles on them in alphabetical order


class MovesTwin:
    def __init__(self, rules: CompoundIt) -> None:
        self.rules = rules
        self.layout = laying.layout_of(rules.edition)
        plain = tuple(name for name in rules.sets if name not in LEWIS_SETS)
        self.plain = CompoundIt("the sets without Lewis structures", plain, rules.edition, Authority(None))
        self.legal: dict[tuple[str, ...], bool] = {}
        self.legal_in_any_order: dict[tuple[str, ...], bool] = {}

    def best_scores(self, position: dict[Cell, str], rack: list[str]) -> dict[Group, int]:
        """The best score of every choice of tiles on every line of squares."""
        best: dict[Group, int] = {}
        for move, score in self.moves(position, rack):
            group = tuple(sorted(move)), tuple(sorted(move.values()))
            best[group] = max(score, best.get(group, -1))
        return best

    def moves(self, position: dict[Cell, str], rack: list[str]) -> Iterator[tuple[dict[Cell, str], int]]:
        """Every legal move with its score."""
        most = min(len(rack), self.layout.rack)
        choices = [sorted(set(permutations(rack, size))) for size in range(most + 1)]
        for cells in self.lines(position, most):
            # Depends on the squares, not on the tiles.
            template = laying.runs_of(position, dict.fromkeys(cells, ""))
            if self.lies_well(position, cells, template):
                for tiles in choices[len(cells)]:
                    move = dict(zip(cells, tiles, strict=True))
                    score = self.score(position, move, template)
                    if score is not None:
                        yield move, score

    def lines(self, position: dict[Cell, str], most: int) -> Iterator[tuple[Cell, ...]]:
        """Consecutive empty squares of one row or column, ignoring tiles on the board: any other choice
        leaves a gap.
        """
        size = range(1, self.layout.size + 1)
        rows = [[(row, col) for col in size] for row in size]
        columns = [[(row, col) for row in size] for col in size]
        seen = set()
        for line in rows + columns:
            free = [cell for cell in line if cell not in position]
            for start in range(len(free)):
                for end in range(start + 1, min(len(free), start + most) + 1):
                    cells = tuple(free[start:end])
                    if cells not in seen:  # a single square is in a row and in a column
                        seen.add(cells)
                        yield cells

    def lies_well(
        self, position: dict[Cell, str], cells: tuple[Cell, ...], runs: tuple[laying.LaidRun, ...]
    ) -> bool:
        move = dict.fromkeys(cells, "")
        beginner = self.rules.sets == BEGINNER
        checks = laying.geometry(
            self.layout, position, move, runs, atom_starts=beginner, centre_first=not beginner
        )
        return all(check.passed for check in checks)

    def score(
        self, position: dict[Cell, str], move: dict[Cell, str], template: tuple[laying.LaidRun, ...]
    ) -> int | None:
        """The score of a move; None if one of its runs is illegal or the rack lacks the tiles."""
        after = {**position, **move}
        runs = []
        for run in template:
            tiles = tuple(after[cell] for cell in run.squares)
            if not self.is_legal(tiles):
                return None
            runs.append(laying.LaidRun(run.squares, tiles))
        if any(n > self.layout.counts[symbol] for symbol, n in Counter(after.values()).items()):
            return None
        return sum(laying.score(self.layout, run, move) for run in runs)

    def is_legal(self, tiles: tuple[str, ...]) -> bool:
        """C-SETS: one set in force is enough."""
        known = self.legal.get(tiles)
        if known is None:
            known = self.plain.judge(Tiles(tiles)).ruling is Ruling.VALID or self.is_lewis(
                tuple(sorted(tiles))
            )
            self.legal[tiles] = known
        return known

    def is_lewis(self, tiles: tuple[str, ...]) -> bool:
        if self.plain.sets == self.rules.sets:
            return False
        known = self.legal_in_any_order.get(tiles)
        if known is None:
            known = any(name in LEWIS_SETS for name in self.rules.judge(Tiles(tiles)).accepted_by)
            self.legal_in_any_order[tiles] = known
        return known
