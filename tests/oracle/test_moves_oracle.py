"""The move generator against its slow twin, and against random attempts where the twin would take hours.

Positions come from games that the generator plays against itself, at random among its good plays; some are
then spoilt by removing, exchanging or adding tiles. Small boards with few elements make crowded positions;
the real edition is tested too. Everything is seeded.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.reference.authority import Authority
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compoundit.bots.moves import Play, best_plays, every_play, has_play
from adjudicator_rulesets.compoundit.edition import BONUSES, DEFAULT, Board, Edition, load
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.challenge import rule_on_challenge
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.compositions import compositions_of
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import sets_of
from tests.oracle.moves_twin import Cell, MovesTwin
from tests.support.sampling import by_day, in_turn, more_at_night

VARIANTS = ("beginner", "standard", "simple-lewis", "organic", "complex-lewis", "expert")
ELEMENTS = ("H", "O", "C", "N", "Cl")  # in every small edition, so that every rule set applies to something
SMALL_WORLDS, SMALL_POSITIONS = 8, 250  # for each variant: 250 positions, 2,000 nightly
NIGHTLY_WORLDS = 8
SMALL = [pytest.param(variant, world) for world in range(SMALL_WORLDS) for variant in VARIANTS]
REAL_POSITIONS = more_at_night(3, 24)
FULL_RACKS = more_at_night(1, 4)  # for each variant
ATTEMPTS = 10_000

Position = dict[Cell, str]


@cache
def real_edition() -> Edition:
    return load(DEFAULT)


@cache
def authority() -> Authority:
    return Authority.from_config(["table"])


def rules_of(variant: str, edition: Edition) -> CompoundIt:
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), edition, authority())


def small_edition(chance: random.Random) -> Edition:
    """A small board with bonuses anywhere, seven elements, and sometimes tiles of the board in between (C-LINE)."""
    real = real_edition()
    size = chance.choice([4, 5, 5, 6, 7])
    squares = [(row, col) for row in range(1, size + 1) for col in range(1, size + 1)]
    chance.shuffle(squares)
    others = chance.sample([tile.symbol for tile in real.tiles if tile.symbol not in ELEMENTS], 2)
    return replace(
        real,
        tiles=tuple(tile for tile in real.tiles if tile.symbol in {*ELEMENTS, *others}),
        ions=tuple(ion for ion in real.ions if chance.random() < 0.8),
        mixed_oxidation=chance.choice(["same-sign", "same-sign", "uniform", "any"]),
        new_tiles=chance.choice(["consecutive", "consecutive", "unbroken-line"]),
        kinds=chance.choice(["listed", "listed", "any"]),
        board=Board(
            size,
            squares[0],
            tuple(squares[: chance.randint(1, 5)]),
            tuple((square, chance.choice(BONUSES)) for square in squares[5 : 5 + size * size // 3]),
        ),
    )


class Maker:
    """Positions and racks of one edition."""

    def __init__(self, rules: CompoundIt, chance: random.Random) -> None:
        self.rules = rules
        self.chance = chance
        self.box = [tile.symbol for tile in rules.edition.tiles for _ in range(tile.count)]

    def rack(self, position: Position, size: int) -> list[str]:
        left = list((Counter(self.box) - Counter(position.values())).elements())
        self.chance.shuffle(left)
        return left[:size]

    def game(self, rack: int) -> Iterator[Position]:
        """Position after position of a game, until three players in a row cannot play."""
        position: Position = {}
        passes = 0
        while passes < 3:
            yield dict(position)
            plays = best_plays(position, self.rack(position, rack), self.rules, n=6)
            passes = 0 if plays else passes + 1
            if plays:
                position |= {tile.square: tile.symbol for tile in self.chance.choice(plays).placements}

    def positions(self, rack: int) -> Iterator[Position]:
        while True:
            for position in self.game(rack):
                yield position if self.chance.random() < 0.7 else self.spoilt(position)

    def spoilt(self, position: Position) -> Position:
        spoilt = dict(position)
        for _ in range(self.chance.randint(1, 4)):
            if spoilt and self.chance.random() < 0.6:
                del spoilt[self.chance.choice(sorted(spoilt))]
            size = self.rules.edition.board.size
            square = self.chance.randint(1, size), self.chance.randint(1, size)
            spoilt.update(zip([square], self.rack(spoilt, 1), strict=False))
        return spoilt


def compare(twin: MovesTwin, position: Position, rack: list[str]) -> Counter[str]:
    """The same plays with the same scores, whether there is any, and the first N for several N."""
    expected = twin.best_scores(position, rack)
    found = list(every_play(position, rack, twin.rules))
    groups = {(squares_of(play), tuple(sorted(p.symbol for p in play.placements))): play for play in found}
    assert {group: play.score for group, play in groups.items()} == expected, (position, rack)
    assert len(found) == len(groups)
    assert has_play(position, rack, twin.rules) == bool(expected), (position, rack)

    scores = sorted(expected.values(), reverse=True)
    for n in (1, 2, 5):
        best = best_plays(position, rack, twin.rules, n)
        assert [play.score for play in best] == scores[:n], (position, rack)
        assert list(best) == found[:n], (position, rack)
    for play in found[:2]:
        check(play, position, twin.rules)
    return Counter({"positions": 1, "with a play": bool(expected), "plays": len(expected)})


def squares_of(play: Play) -> tuple[Cell, ...]:
    return tuple(sorted(placement.square for placement in play.placements))


def check(play: Play, position: Position, rules: CompoundIt) -> None:
    """What the referee checks: a possible move, every run legal, the same score."""
    before = [Placement(*square, symbol) for square, symbol in position.items()]
    answer = rule_on_challenge(rules, before, play.placements, "ann", "bob")
    assert answer.ruling is Ruling.VALID, (position, play, answer.reason)
    assert answer.score == play.score
    assert [(run.squares, run.tiles) for run in answer.runs] == [(r.squares, r.tiles) for r in play.runs]


@pytest.mark.parametrize(
    ("variant", "most"),
    [("standard", 3), ("expert", 3), pytest.param("standard", 4, marks=pytest.mark.nightly)],
)
def test_the_dictionary_has_exactly_what_the_judge_accepts(variant: str, most: int) -> None:
    """Every composition of that few tiles, judged as a formula: legal in some order or in none."""
    rules = rules_of(variant, real_edition())
    compositions = compositions_of(rules)
    count = {tile.symbol: tile.count for tile in real_edition().tiles}
    for size in range(1, most + 1):
        for tiles in combinations_with_replacement(sorted(count), size):
            atoms = Counter(tiles)
            if all(n <= count[symbol] for symbol, n in atoms.items()):
                legal = rules.judge(Formula.of(atoms)).ruling is Ruling.VALID
                assert (compositions.ways(compositions.pack(atoms)) != ()) == legal, tiles


@pytest.mark.rule("C-LINE", "C-TOUCH", "C-ALL", "C-BONUS", "C-CENTRE-SQ", "C-ATOM-SQ", "C-MULTI")
@pytest.mark.parametrize(("variant", "world"), by_day(31, SMALL))
def test_small_boards_as_the_twin_plays_them(variant: str, world: int) -> None:
    compare_world(variant, world, racks=(1, 2, 2, 2, 3, 3, 3, 4, 4, 5))


@pytest.mark.nightly
@pytest.mark.parametrize("world", range(100, 100 + NIGHTLY_WORLDS))
@pytest.mark.parametrize("variant", VARIANTS)
def test_more_small_boards_as_the_twin_plays_them(variant: str, world: int) -> None:
    compare_world(variant, world, racks=(4, 5))


def compare_world(variant: str, world: int, racks: tuple[int, ...]) -> None:
    """Positions of one small edition, with several racks each."""
    chance = random.Random(f"{variant} {world}")
    rules = rules_of(variant, small_edition(chance))
    twin, maker, seen = MovesTwin(rules), Maker(rules, chance), Counter[str]()
    for position in maker.positions(rack=5):
        for size in chance.choices(racks, k=5):
            seen += compare(twin, position, maker.rack(position, size))
        if seen["positions"] >= SMALL_POSITIONS:
            break
    assert seen["with a play"] >= SMALL_POSITIONS // 4, seen


@in_turn(3)
@pytest.mark.parametrize("number", REAL_POSITIONS)
@pytest.mark.parametrize("variant", by_day(3, VARIANTS))
def test_the_real_board_as_the_twin_plays_it(variant: str, number: int) -> None:
    chance = random.Random(f"real {variant}")
    rules = rules_of(variant, real_edition())
    twin, maker, seen = MovesTwin(rules), Maker(rules, chance), Counter[str]()
    for place, position in enumerate(maker.positions(rack=10)):
        if place % 3 == 0:
            seen += compare(twin, position, maker.rack(position, chance.randint(1, 4)))
        if seen["positions"] >= number:
            break
    assert seen["with a play"] >= number // 2, seen


# --- full racks ---------------------------------------------------------------------------------------------


def full_racks(rules: CompoundIt, chance: random.Random, number: int) -> Iterator[tuple[Position, list[str]]]:
    """Positions of real games with 20 to 70 tiles on the board, and ten tiles in hand."""
    maker = Maker(rules, chance)
    for position in maker.positions(rack=10):
        if 20 <= len(position) <= 70 and chance.random() < 0.3:
            left = Counter(maker.box) - Counter(position.values())
            yield position, chance.sample(sorted(left.elements()), 10)
            number -= 1
        if not number:
            return


def attempt(twin: MovesTwin, position: Position, rack: list[str], chance: random.Random) -> int | None:
    """The score of random tiles on a random line beside a tile of the board; None if that is not a move."""
    row, col = chance.choice(list(position))
    size = chance.choice([1, 1, 2, 2, 2, 3, 3, 4, 5, 6])
    down, right = chance.choice([(0, 1), (1, 0)])
    row, col = row + chance.randint(-1, 1), col + chance.randint(-1, 1)
    back = chance.randint(0, size)
    cells = tuple((row + i * down, col + i * right) for i in range(-back, size - back))
    squares = range(1, twin.layout.size + 1)
    if any(cell in position or cell[0] not in squares or cell[1] not in squares for cell in cells):
        return None
    move = dict(zip(cells, chance.sample(rack, size), strict=True))
    runs = laying.runs_of(position, move)
    return twin.score(position, move, runs) if twin.lies_well(position, cells, runs) else None


@in_turn(3)
@pytest.mark.parametrize("racks", FULL_RACKS)
@pytest.mark.parametrize("variant", by_day(3, VARIANTS))
def test_no_lucky_attempt_beats_the_best_play(variant: str, racks: int) -> None:
    chance = random.Random(f"full {variant}")
    rules = rules_of(variant, real_edition())
    twin, lucky = MovesTwin(rules), 0
    for position, rack in full_racks(rules, chance, racks):
        best = best_plays(position, rack, rules, n=20)
        for play in best:
            check(play, position, rules)
            assert not Counter(p.symbol for p in play.placements) - Counter(rack)
        most = best[0].score if best else -1
        for _ in range(ATTEMPTS):
            score = attempt(twin, position, rack, chance)
            assert score is None or score <= most, (position, rack)
            lucky += score is not None
    assert lucky >= 20 * racks
