"""The best plays of positions that can be worked out by hand; the bonus squares are those of the edition."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.reference.authority import Authority
from adjudicator_rulesets.compoundit.bots.moves import Play, best_plays, every_play, has_play
from adjudicator_rulesets.compoundit.edition import Board, Edition, load
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import sets_of

REAL = load()
TABLE = Authority.from_config(["table"])


def rules(variant: str = "standard", edition: Edition = REAL, authority: Authority = TABLE) -> CompoundIt:
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), edition, authority)


STANDARD, BEGINNER, EXPERT = rules("standard"), rules("beginner"), rules("expert")
LEAPING = rules("standard", replace(REAL, new_tiles="unbroken-line"))


def laid(play: Play) -> dict[tuple[int, int], str]:
    return {placement.square: placement.symbol for placement in play.placements}


def down(col: int, first: int, tiles: str) -> dict[tuple[int, int], str]:
    return {(first + i, col): symbol for i, symbol in enumerate(tiles.split())}


def across(row: int, first: int, tiles: str) -> dict[tuple[int, int], str]:
    return {(row, first + i): symbol for i, symbol in enumerate(tiles.split())}


# --- where a move may lie -----------------------------------------------------------------------------------


def test_C_CENTRE_SQ_first_move_covers_the_centre() -> None:
    plays = list(every_play({}, ["H", "H", "O"], STANDARD))
    # HHO and HH, in the row and the column; two squares from the centre a tile counts double.
    assert [play.score for play in plays] == [4] * 4 + [3] * 2 + [2] * 4
    assert laid(plays[0]) == down(8, 6, "H H O")
    assert all((8, 8) in laid(play) for play in plays)
    beginners = [laid(play) for play in every_play({}, ["H", "H", "O"], BEGINNER)]
    assert across(4, 4, "H H O") in beginners
    assert all({(8, 8), (4, 4), (4, 12), (12, 4), (12, 12)} & set(play) for play in beginners)


def test_C_RUN_one_tile_on_an_empty_board_is_no_move() -> None:
    assert not has_play({}, ["H"], BEGINNER)
    assert best_plays({}, ["H"], EXPERT) == ()


def test_C_LINE_consecutive_tiles_stay_on_one_side() -> None:
    plays = list(every_play({(8, 8): "O"}, ["H", "H"], STANDARD))
    assert [set(laid(play)) for play in plays] == [
        {(6, 8), (7, 8)},
        {(8, 6), (8, 7)},
        {(8, 9), (8, 10)},
        {(9, 8), (10, 8)},
    ]
    assert {play.score for play in plays} == {4}  # one H on a double element square


def test_C_LINE_an_edition_lets_tiles_of_the_board_lie_between() -> None:
    plays = list(every_play({(8, 8): "O"}, ["H", "H"], LEAPING))
    assert len(plays) == 6
    assert {(8, 7), (8, 9)} in [set(laid(play)) for play in plays]
    assert {(7, 8), (9, 8)} in [set(laid(play)) for play in plays]


def test_C_ATOM_SQ_only_beginners_start_apart_from_the_rest() -> None:
    position = across(8, 8, "H H")
    apart = {(4, 4): "Cl", (4, 5): "Na"}
    beginners = list(every_play(position, ["Na", "Cl"], BEGINNER))
    assert apart in [laid(play) for play in beginners]
    assert beginners[0].score == 7  # 3 for HCl and 4 for NaCl
    others = list(every_play(position, ["Na", "Cl"], STANDARD))
    assert [play for play in others if not {(r, c) for r, c in laid(play) if r in {7, 8, 9}}] == []
    assert others == [
        play for play in beginners if any(set(run.squares) & set(position) for run in play.runs)
    ]


def test_C_TOUCH_a_tile_with_neighbours_both_ways_is_one_play() -> None:
    position = {(8, 8): "H", (9, 9): "H"}
    plays = [play for play in every_play(position, ["Cl"], STANDARD) if len(play.runs) == 2]
    assert [(laid(play), play.score) for play in plays] == [({(8, 9): "Cl"}, 6), ({(9, 8): "Cl"}, 6)]


@pytest.mark.rule("C-ALL")
def test_C_ALL_the_run_across_decides_too() -> None:
    position = {(8, 8): "H", (9, 9): "K"}
    assert {(8, 9): "Cl"} in [laid(play) for play in every_play(position, ["Cl"], STANDARD)]
    position = {(8, 8): "H", (9, 9): "F"}  # F and Cl never meet
    assert {(8, 9): "Cl"} not in [laid(play) for play in every_play(position, ["Cl"], STANDARD)]


# --- what it scores -----------------------------------------------------------------------------------------


def test_C_ELEMENT_SQ_the_dearest_tile_goes_on_the_bonus() -> None:
    rack = ["Al", "Cl", "Cl"]
    plays = best_plays({(8, 9): "Cl"}, rack, STANDARD, n=4)
    # AlCl3 with aluminium and chlorine doubled, then aluminium alone; then Cl on (8, 10), in two runs of 2 + 4.
    assert [play.score for play in plays] == [16, 14, 12, 12]
    assert laid(plays[0]) == across(8, 10, "Al Cl Cl")
    assert laid(plays[1]) == across(8, 6, "Al Cl Cl")
    assert laid(plays[2]) == down(10, 7, "Cl Cl")
    assert plays[2].runs[0].tiles == plays[2].runs[1].tiles == ("Cl", "Cl")


def test_C_COMPOUND_SQ_triple_and_double() -> None:
    plays = best_plays({(8, 14): "Na"}, ["Cl"], STANDARD, n=9)
    assert [(laid(play), play.score) for play in plays] == [
        ({(8, 15): "Cl"}, 12),
        ({(8, 13): "Cl"}, 8),
        ({(7, 14): "Cl"}, 4),
        ({(9, 14): "Cl"}, 4),
    ]


def test_C_CONTIG_tiles_go_where_the_ions_stay_in_one_piece() -> None:
    # Mg(NO2)2: 3 + 4 + 4, nitrogen doubled on (4, 8) and (6, 8), all doubled by (3, 8).
    (play,) = best_plays({(8, 8): "Mg"}, ["O", "N", "O", "N", "O", "O"], STANDARD)
    assert play.score == 30
    assert laid(play) == down(8, 2, "O O N O N O")
    assert play.runs[0].tiles == ("O", "O", "N", "O", "N", "O", "Mg")


def test_C_CONTIG_an_ion_is_not_torn_by_the_board() -> None:
    position = across(8, 8, "H Cl")
    plays = list(every_play(position, ["O"], STANDARD))
    assert [laid(play) for play in plays] == [{(8, 10): "O"}]  # HClO; OHCl would break hypochlorite apart
    assert plays[0].score == 1 + 2 + 2
    assert not has_play(position, ["O"], BEGINNER)


@pytest.mark.parametrize(("kinds", "found"), [("listed", False), ("any", True)])
def test_C_DOUBLE_an_edition_with_the_bare_text_plays_salts_of_no_list(kinds: str, found: bool) -> None:
    tiles = ["Na", "K", "S", "O", "O", "O", "O"]
    plays = every_play({}, tiles, rules("standard", replace(REAL, kinds=kinds)))
    assert (7 in {len(play.placements) for play in plays}) is found  # NaKSO4
    before = down(8, 4, "S O O O O")
    crossed = [
        laid(play) for play in every_play(before, ["Na", "K"], rules("standard", replace(REAL, kinds=kinds)))
    ]
    assert any(len(play) == 2 for play in crossed) is found


def test_C_STABLE_organic_compounds_come_from_the_table() -> None:
    # Ethanol over triple (1, 8) and double (3, 8), carbon doubled on (4, 8) and (6, 8): (11 + 2 + 2) x 6.
    rack = ["C", "C", "O", *["H"] * 6]
    (play,) = best_plays({}, rack, EXPERT)
    assert play.score == 90
    assert laid(play) == down(8, 1, "H H H C H C H H O")
    without = rules("expert", authority=Authority(None))
    assert best_plays({}, rack, without) == best_plays({}, rack, STANDARD)


# --- nothing to play ----------------------------------------------------------------------------------------


def test_no_tiles() -> None:
    assert best_plays({}, [], EXPERT) == ()
    assert not has_play({(8, 8): "H"}, [], EXPERT)


def test_blocked() -> None:
    position = across(8, 8, "H H")
    assert best_plays(position, ["Ag"], STANDARD, n=3) == ()
    assert not has_play(position, ["Ag", "Na", "Mg"], STANDARD)


def test_full_board() -> None:
    squares = [(row, col) for row in (1, 2, 3) for col in (1, 2, 3)]
    small = rules("expert", replace(REAL, board=Board(3, (2, 2), ((2, 2),), ())))
    full = dict.fromkeys(squares, "H")
    assert not has_play(full, ["H", "O", "Cl"], small)
    assert best_plays(full, ["H", "O", "Cl"], small) == ()
    del full[3, 3]
    assert not has_play(full, ["H", "Cl"], small)
    assert [play.score for play in every_play(full, ["H", "O"], small)] == [6]  # water, both ways
    full |= {(1, 3): "Cl", (2, 3): "Cl", (3, 1): "Cl", (3, 2): "Cl"}
    assert [laid(play) for play in every_play(full, ["H", "Mg"], small)] == [{(3, 3): "Mg"}]


def test_C_EDITION_no_tile_that_the_box_does_not_have() -> None:
    assert best_plays({}, ["W", "O", "O"], STANDARD) == best_plays({}, ["O", "O"], STANDARD)
    position = across(8, 8, "Li Cl")
    assert not has_play(position, ["Li"], STANDARD)  # there is only one Li, and it is on the board
    assert has_play(position, ["Na"], STANDARD)
    assert not has_play({(8, 8): "W"}, ["O", "H", "H"], STANDARD)


def test_C_RACK_no_more_tiles_than_a_rack_holds() -> None:
    small = rules("standard", replace(REAL, rack=2))
    assert best_plays({}, ["H", "H", "O"], small)[0].score == 2
    assert best_plays({}, ["H"] * 30 + ["O"] * 30 + ["C"] * 30, STANDARD)[0].score > 0


# --- order --------------------------------------------------------------------------------------------------


def test_the_same_plays_in_the_same_order_however_they_are_asked_for() -> None:
    position, rack = across(8, 6, "H O H"), ["H", "O", "Na", "Cl", "C", "N", "H", "S", "O", "Ca"]
    every = list(every_play(position, rack, EXPERT))
    keys = [(-p.score, sorted(laid(p)), sorted(laid(p).values())) for p in every]
    assert keys == sorted(keys)
    chance = random.Random(6)
    for n in (1, 2, 7, 40, len(every), len(every) + 5):
        chance.shuffle(rack)
        shuffled = dict(sorted(position.items(), key=lambda _: chance.random()))
        assert list(best_plays(shuffled, rack, EXPERT, n)) == every[:n]


def test_a_play_says_what_it_lays_and_makes() -> None:
    (play,) = best_plays({(8, 8): "Na"}, ["Cl"], STANDARD)
    assert play.placements == (Placement(7, 8, "Cl"),)
    assert play.runs[0].squares == ((7, 8), (8, 8))
    assert play.runs[0].tiles == ("Cl", "Na")
    assert play.score == 4


def test_at_least_one_play_is_asked_for() -> None:
    with pytest.raises(ValueError, match="at least one"):
        best_plays({}, ["H", "H"], STANDARD, n=0)
