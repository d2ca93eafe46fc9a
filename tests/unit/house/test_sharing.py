"""Tests that share an expensive beginning are told apart from those that do not."""

from __future__ import annotations

from tests.support.sharing import shared_by

CONTRACT = "tests/contract/test_game_contract.py"


def test_a_file_of_pages_goes_to_one_worker() -> None:
    page = "tests/browser/test_judge_page.py"
    assert shared_by(f"{page}::test_main_path[phone]") == shared_by(f"{page}::test_offline") == page


def test_the_contract_of_one_game_goes_to_one_worker() -> None:
    group = shared_by(f"{CONTRACT}::test_contract[ion: base game-apply_judges]")
    assert group == shared_by(f"{CONTRACT}::test_a_game_in_which_nobody_answers_ends[ion: 7 players]")
    assert group != shared_by(f"{CONTRACT}::test_contract[bazaar: 6 players-apply_judges]")


def test_everything_else_goes_wherever_there_is_room() -> None:
    for test in (
        f"{CONTRACT}::test_without_a_fault_the_same_look_finds_nothing[Bazaar: apply_judges]",
        "tests/unit/rulesets/compoundit/test_board.py::test_squares[1]",
    ):
        assert shared_by(test) == test
