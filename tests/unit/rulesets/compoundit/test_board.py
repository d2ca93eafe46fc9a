"""Moves on the board of CompoundIt!: the rulebook's own text first, then what rulings.md decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import Tiles, load_ruleset
from adjudicator_rulesets.compoundit.edition import load
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.challenge import (
    ChallengeRuling,
    ImpossiblePosition,
    rule_on_challenge,
)
from adjudicator_rulesets.compoundit.judging.board.laying import Placement

SHIPPED = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
LAYOUT = laying.layout_of(load())
STANDARD, BEGINNER = "compoundit:standard", "compoundit:beginner"


def across(row: int, col: int, run: str) -> list[Placement]:
    return [Placement(row, col + i, symbol) for i, symbol in enumerate(Tiles.parse(run))]


def down(row: int, col: int, run: str) -> list[Placement]:
    return [Placement(row + i, col, symbol) for i, symbol in enumerate(Tiles.parse(run))]


WATER = across(8, 7, "HOH")  # the first move of most games here


def ask(
    before: list[Placement], move: list[Placement], rules: str = STANDARD, edition: Path | None = None
) -> ChallengeRuling:
    return rule_on_challenge(load_ruleset(rules, edition), before, move, "ann", "bob")


def broken(answer: ChallengeRuling) -> list[tuple[str, str]]:
    return [(check.rule, check.code) for check in answer.geometry if not check.passed]


def runs(answer: ChallengeRuling) -> list[str]:
    return ["".join(run.tiles) for run in answer.runs]


# --- the components ---------------------------------------------------------------------------------------


def test_C_TILES_every_tile_has_points_and_oxidation_numbers_as_the_rulebook_prints_them() -> None:
    tiles = {tile.symbol: tile for tile in load().tiles}
    assert set(tiles["C"].oxidation) == {4, -4}
    assert tiles["O"].oxidation == (-2,)
    assert tiles["I"].oxidation == (-1,)
    assert all(tile.points > 0 and tile.oxidation for tile in tiles.values())


def test_C_BOARD_five_atom_squares_one_of_them_the_centre_and_four_kinds_of_bonus() -> None:
    edition = load().board
    assert len(edition.atoms) == 5
    assert edition.centre in edition.atoms
    assert {kind for _, kind in edition.bonuses} == {
        "double-element", "triple-element", "double-compound", "triple-compound",
    }  # fmt: skip


# --- where tiles may lie ----------------------------------------------------------------------------------


def test_C_CENTRE_SQ_first_move_covers_the_centre() -> None:
    assert ask([], WATER).ruling == "valid"
    for start in (6, 7, 8):
        assert ask([], across(8, start, "HOH")).ruling == "valid"
    assert broken(ask([], across(8, 9, "HOH"))) == [("C-CENTRE-SQ", "misses_centre")]
    assert ask([], across(8, 9, "HOH")).ruling == "invalid"


def test_C_CENTRE_SQ_beginners_begin_on_any_atom_square() -> None:
    assert ask([], across(4, 4, "HHO"), BEGINNER).ruling == "valid"
    assert ask([], WATER, BEGINNER).ruling == "valid"
    assert broken(ask([], across(6, 6, "HHO"), BEGINNER)) == [("C-CENTRE-SQ", "starts_off_atoms")]


@pytest.mark.parametrize("square", [(4, 4), (4, 12), (12, 4), (12, 12)])
def test_C_CENTRE_SQ_beginners_may_start_anew_on_any_atom_square(square: tuple[int, int]) -> None:
    assert ask(WATER, across(*square, "HHO"), BEGINNER).ruling == "valid"
    assert ask(WATER, across(square[0], square[1] - 1, "HHO"), BEGINNER).ruling == "valid"
    assert broken(ask(WATER, across(square[0] + 1, square[1], "HHO"), BEGINNER)) == [
        ("C-TOUCH", "touches_nothing")
    ]


def test_C_CENTRE_SQ_a_free_centre_counts_as_an_atom_square_too() -> None:
    assert ask(across(1, 1, "HOH"), WATER, BEGINNER).ruling == "valid"


@pytest.mark.parametrize("rules", [STANDARD, "compoundit:beginner+standard"])
def test_C_ATOM_SQ_nobody_else_may_start_there_but_all_may_cover_it(rules: str) -> None:
    assert broken(ask(WATER, across(4, 4, "HHO"), rules)) == [("C-TOUCH", "touches_nothing")]
    assert ask(down(4, 5, "HH"), [Placement(4, 4, "Cl")], rules).ruling == "valid"


def test_C_LINE_up_down_or_left_right_and_never_diagonal() -> None:
    assert ask([], across(8, 8, "COO")).ruling == "valid"
    assert ask([], down(8, 8, "COO")).ruling == "valid"
    diagonal = [Placement(8, 8, "C"), Placement(9, 9, "O"), Placement(10, 10, "O")]
    assert broken(ask([], diagonal)) == [("C-LINE", "turns_corner"), ("C-RUN", "makes_no_run")]


def test_C_LINE_no_skipping_spaces() -> None:
    answer = ask(WATER, [Placement(9, 7, "Cl"), Placement(9, 9, "Cl")])
    assert broken(answer) == [("C-LINE", "leaves_gap")]
    assert answer.reason == "The new tiles leave row 9, column 8 empty between them."


def test_C_LINE_no_turning_corners() -> None:
    corner = [Placement(9, 7, "Cl"), Placement(9, 8, "Cl"), Placement(10, 8, "H")]
    assert ("C-LINE", "turns_corner") in broken(ask(WATER, corner))


def test_C_LINE_no_leaping_over_a_tile_unless_the_edition_allows_it(tmp_path: Path) -> None:
    leap = [Placement(7, 8, "H"), Placement(9, 8, "H")]
    answer = ask(WATER, leap)
    assert broken(answer) == [("C-LINE", "leaps_over")]
    assert runs(answer) == ["HOH"]
    assert answer.ruling == "invalid"

    edition = tmp_path / "ours.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    edition.write_text(text.replace('"consecutive"', '"unbroken-line"'), encoding="utf-8")
    assert ask(WATER, leap, STANDARD, edition).ruling == "valid"
    gap = [Placement(7, 8, "H"), Placement(10, 8, "H")]
    assert broken(ask(WATER, gap, STANDARD, edition)) == [("C-LINE", "leaves_gap")]


def test_C_TOUCH_a_compound_must_hold_a_tile_of_the_board() -> None:
    assert ask(WATER, down(9, 8, "HH")).ruling == "valid"
    assert broken(ask(WATER, across(10, 7, "HOH"))) == [("C-TOUCH", "touches_nothing")]


def test_C_TOUCH_one_new_tile_is_enough() -> None:
    assert ask(WATER, [Placement(7, 7, "Cl")]).ruling == "valid"


def test_C_TOUCH_diagonal_neighbours_do_not_touch() -> None:
    assert broken(ask(WATER, across(7, 10, "HH"))) == [("C-TOUCH", "touches_nothing")]


# --- the compounds a move makes ---------------------------------------------------------------------------


def test_C_RUN_is_taken_as_far_as_it_goes() -> None:
    answer = ask(across(8, 7, "HO"), [Placement(8, 9, "H")])
    assert runs(answer) == ["HOH"]
    assert answer.runs[0].squares == ((8, 7), (8, 8), (8, 9))
    between = ask([Placement(8, 7, "H"), Placement(8, 9, "H")], [Placement(8, 8, "O")])
    assert runs(between) == ["HOH"]


def test_C_RUN_one_tile_makes_nothing() -> None:
    answer = ask([], [Placement(8, 8, "O")])
    assert broken(answer) == [("C-RUN", "makes_no_run")]
    assert answer.runs == ()


def test_C_RUN_reads_from_the_left_and_from_the_top() -> None:
    laid = [Placement(8, 10, "H"), Placement(8, 8, "Na"), Placement(8, 9, "O")]
    assert runs(ask([], laid)) == ["NaOH"]
    assert runs(ask([], [Placement(10, 8, "H"), Placement(8, 8, "Na"), Placement(9, 8, "O")])) == ["NaOH"]


def test_C_ALL_an_illegal_compound_in_any_direction_spoils_the_move() -> None:
    answer = ask(WATER, across(9, 7, "HHO"))
    assert runs(answer) == ["HHO", "HH", "OH", "HO"]
    assert [run.verdict.ruling for run in answer.runs] == ["valid", "valid", "invalid", "invalid"]
    assert answer.ruling == "invalid"
    assert answer.score == 0
    assert answer.consequence is not None
    assert answer.consequence.player == "ann"


def test_C_ALL_old_compounds_are_not_asked_about_again() -> None:
    illegal_but_accepted = across(8, 7, "HOC")
    assert ask(illegal_but_accepted, [Placement(7, 7, "H")]).ruling == "valid"


def test_C_CROSS_a_tile_may_have_another_number_in_each_direction() -> None:
    answer = ask(across(8, 8, "COO"), down(9, 8, "HHHH"))
    assert runs(answer) == ["CHHHH"]
    numbers = answer.runs[0].verdict.decisive.witness
    assert numbers is not None
    assert numbers["numbers"][0] == -4
    both = ask([], [Placement(8, 8, "C"), *across(8, 9, "OO")])
    assert both.runs[0].verdict.decisive.witness is not None
    assert both.runs[0].verdict.decisive.witness["numbers"][0] == 4


# --- scoring ----------------------------------------------------------------------------------------------


def scores(answer: ChallengeRuling) -> list[int | None]:
    return [run.score for run in answer.runs]


def test_C_SCORE_adds_the_points_of_all_tiles_old_ones_included() -> None:
    answer = ask(across(8, 8, "COO"), down(9, 8, "HHHH"))  # C 2, H 1 each; two squares double their H
    assert LAYOUT.element_bonus[10, 8] == LAYOUT.element_bonus[12, 8] == 2
    assert answer.score == 2 + 1 + 2 + 1 + 2


def test_C_MULTI_several_compounds_are_scored_separately_and_added() -> None:
    answer = ask(across(9, 8, "HH"), across(10, 8, "ClCl"))  # ClCl, and twice HCl
    assert runs(answer) == ["ClCl", "HCl", "HCl"]
    assert LAYOUT.element_bonus[10, 8] == 2
    assert scores(answer) == [2 * 2 + 2, 1 + 2 * 2, 1 + 2]
    assert answer.score == 6 + 5 + 3


def test_C_BONUS_counts_only_when_first_covered() -> None:
    water = across(7, 7, "HHO")
    assert LAYOUT.element_bonus[6, 8] == 2
    first = ask(water, [Placement(6, 8, "Cl")])
    assert scores(first) == [2 * 2 + 1]
    later = ask([*water, Placement(6, 8, "Cl")], [Placement(6, 9, "Na")])
    assert runs(later)[0] == "ClNa"
    assert later.runs[0].score == 2 + 2


def test_C_BONUS_counts_in_every_compound_through_it() -> None:
    answer = ask([Placement(9, 8, "H"), Placement(10, 7, "H")], [Placement(10, 8, "Cl")])
    assert LAYOUT.element_bonus[10, 8] == 2
    assert scores(answer) == [1 + 4, 1 + 4]


def test_C_ELEMENT_SQ_multiplies_only_its_own_tile() -> None:
    assert LAYOUT.element_bonus[6, 6] == 3
    answer = ask([Placement(6, 7, "Na")], [Placement(6, 6, "Cl")])
    assert answer.score == 3 * 2 + 2


def test_C_COMPOUND_SQ_multiplies_every_tile_and_several_multiply_each_other() -> None:
    assert LAYOUT.compound_bonus[8, 13] == 2
    assert LAYOUT.compound_bonus[8, 15] == 3
    one = ask([Placement(8, 14, "Na")], [Placement(8, 13, "Cl")])
    assert one.score == 2 * (2 + 2)
    both = ask([Placement(9, 14, "O")], across(8, 13, "HOH"))
    assert both.runs[0].score == 2 * 3 * (1 + 1 + 1)


def test_C_BONUS_ORDER_elements_first_then_the_compound() -> None:
    assert LAYOUT.element_bonus[8, 12] == 2
    assert LAYOUT.compound_bonus[8, 13] == 2
    both = ask([Placement(8, 11, "Mg")], across(8, 12, "ClCl"))  # the Cl on the element square doubles first
    assert both.score == 2 * (3 + 2 * 2 + 2)


def test_C_BONUS_the_worth_of_a_void_move_is_nothing() -> None:
    answer = ask(WATER, across(9, 7, "HHO"))
    assert answer.score == 0
    assert all(run.score for run in answer.runs)


# --- positions that cannot be -----------------------------------------------------------------------------


def faults(before: list[Placement], move: list[Placement]) -> set[tuple[str, str]]:
    with pytest.raises(ImpossiblePosition) as refused:
        ask(before, move)
    return {(fault.rule, fault.code) for fault in refused.value.faults}


def test_every_fault_of_an_impossible_position_is_listed() -> None:
    before = [Placement(8, 8, "H"), Placement(8, 8, "O"), Placement(0, 3, "H"), Placement(3, 16, "H")]
    before += [Placement(1, 1, "W"), Placement(1, 2, "Xx"), Placement(2, 2, "Li")]
    move = [Placement(2, 2, "Li"), Placement(2, 3, "Qq")]
    assert faults(before, move) == {
        ("C-BOARD", "square_taken"),
        ("C-BOARD", "off_board"),
        ("C-EDITION", "foreign_tile"),
        ("C-TILES", "unknown_tile"),
        ("C-EDITION", "no_more_tiles"),
    }
    with pytest.raises(ImpossiblePosition) as refused:
        ask(before, move)
    assert len(refused.value.faults) == 8
    assert refused.value.message.endswith("And 3 more.")


def test_C_EDITION_more_tiles_of_an_element_than_the_edition_has() -> None:
    twenty = [Placement(1 + i // 10, 1 + i % 10, "H") for i in range(20)]
    ask(twenty, [Placement(3, 1, "Cl")])
    assert faults(twenty, [Placement(3, 1, "H")]) == {("C-EDITION", "no_more_tiles")}


def test_C_EDITION_a_strange_element_in_the_move_is_for_the_verdict() -> None:
    answer = ask(WATER, [Placement(7, 7, "Xe")])
    assert answer.ruling == "invalid"
    assert answer.reason == "XeH: Xe has no tile in this edition."


def test_nobody_lays_more_tiles_than_a_rack_holds() -> None:
    assert faults([], across(8, 3, "HHHHHHHHHHH")) == {("C-RACK", "more_than_rack")}


def test_a_move_lays_at_least_one_tile() -> None:
    assert faults(WATER, []) == {("C-TURN", "nothing_laid")}


def test_every_code_of_the_board_has_a_sentence_without_holes() -> None:
    for answer in (ask([], WATER), ask(WATER, across(4, 4, "HHO"), BEGINNER), ask(WATER, down(9, 8, "HH"))):
        for check in answer.geometry:
            assert check.message.endswith(".")
            assert "_" not in check.message
