"""Tests that share an expensive start are distinguished from those that do not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.support.sharing import BLOCK, Sharing, shared_by, units

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


def test_tests_of_one_file_go_a_few_at_a_time_and_long_ones_alone() -> None:
    board, oracle = "tests/unit/rulesets/compoundit/test_board.py", "tests/oracle/test_board_oracle.py"
    tests = [f"{file}::test_squares[{n}]" for file in (board, oracle) for n in range(BLOCK + 1)]
    found = units(tests)
    assert list(found) == tests
    assert len({found[test] for test in tests[:BLOCK]}) == 1
    assert len({found[test] for test in tests}) == 2 + (BLOCK + 1)


class Worker:
    """Like a worker of xdist: it is sent tests by their numbers, and reports them one by one."""

    gateway = SimpleNamespace(id="gw")
    shutting_down = False

    def __init__(self) -> None:
        self.sent: list[int] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.sent += numbers

    def shutdown(self) -> None:
        self.shutting_down = True


def test_every_test_is_handed_out_once_and_what_is_done_is_forgotten() -> None:
    tests = [f"tests/unit/test_{file}.py::test[{n}]" for file in "ab" for n in range(3 * BLOCK)]
    config: Any = SimpleNamespace(
        option=SimpleNamespace(loadscopereorder=True), getvalue=lambda _: ["popen", "popen"]
    )
    scheduler, workers = Sharing(config), [Worker(), Worker()]
    for worker in workers:
        scheduler.add_node(worker)
        scheduler.add_node_collection(worker, tests)
    scheduler.schedule()
    done: list[int] = []
    while not all(worker.shutting_down for worker in workers):
        for worker in workers:
            number = next(n for n in worker.sent if n not in done)
            done.append(number)
            scheduler.mark_test_complete(worker, number)
            assert len(scheduler.assigned_work[worker]) <= 2
    for worker in workers:
        for number in set(worker.sent) - set(done):
            done.append(number)
            scheduler.mark_test_complete(worker, number)
    assert sorted(done) == sorted(workers[0].sent + workers[1].sent) == list(range(len(tests)))
    assert not scheduler.has_pending
