"""Which tests go to the same worker, because they share something that is slow to start.

xdist's own marks cannot be used: it writes them into the ids of tests, which pytest no longer lets it change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from xdist.scheduler import LoadScopeScheduling

# A server, a browser, a site behind nginx, OPSIN's Java, a generated client, printed boxes: started once per
# file.
WHOLE_FOLDERS = ("tests/browser/",)
WHOLE_FILES = (
    "tests/api/games/test_client.py",
    "tests/api/launch/test_serve.py",
    "tests/api/http/test_written_client.py",
    "tests/deploy/test_behind_nginx.py",
    "tests/deploy/test_wheel.py",
    "tests/oracle/test_naming_opsin.py",
    "tests/unit/engine/agents/test_analyse.py",
    "tests/unit/printing/test_printing.py",
    "tests/unit/engine/test_sixth_game.py",
)
CONTRACT = "tests/contract/test_game_contract.py"  # the games of one name, each played once


def shared_by(test: str) -> str:
    """What the test with this id shares with others: they get the same answer."""
    file, _, rest = test.partition("::")
    if file in WHOLE_FILES or file.startswith(WHOLE_FOLDERS):
        return file
    name, _, case = rest.partition("[")
    if (
        file == CONTRACT
        and ": " in case
        and name in {"test_contract", "test_a_game_in_which_nobody_answers_ends"}
    ):
        return f"{file}[{case.partition(': ')[0]}]"
    return test


# Tests of one file that share nothing special still go to a worker a few at a time: handing them out one by
# one keeps the controlling process busy for half a minute. The units are small enough that both workers end
# together.
BLOCK = 8
IN_BLOCKS = ("tests/unit/",)


def units(tests: Iterable[str]) -> dict[str, str]:
    """For every test, the unit of work that it belongs to; each unit goes to one worker."""
    blocks: Counter[str] = Counter()
    found = {}
    for test in tests:
        found[test] = unit = shared_by(test)
        if unit == test and test.startswith(IN_BLOCKS):
            file = test.partition("::")[0]
            found[test] = f"{file}#{blocks[file] // BLOCK}"
            blocks[file] += 1
    return found


# What takes minutes begins first: at the end, the others would wait for it.
LONGEST = (
    "tests/deploy/",
    "tests/browser/test_pocket",
    "tests/api/games/test_client.py",
    "tests/test_docs.py",
)


class Sharing(LoadScopeScheduling):  # type: ignore[misc]  # xdist tells no types
    def schedule(self) -> None:
        if self.collection is None:
            self._units = units(next(iter(self.registered_collections.values())))
            self._in_order = False
        super().schedule()

    def _assign_work_unit(self, node: Any) -> None:
        if not self._in_order:
            self._in_order = True
            for unit in [unit for unit in self.workqueue if unit.startswith(LONGEST)]:
                self.workqueue.move_to_end(unit, last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        return self._units[nodeid]

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Forgets finished units: after every test, xdist counts what is left in all of them."""
        super().mark_test_complete(node, item_index, duration)
        assigned = self.assigned_work[node]
        unit = self._split_scope(self.registered_collections[node][item_index])
        if all(assigned[unit].values()):
            del assigned[unit]
