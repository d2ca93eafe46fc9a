"""Which tests go to the same worker, because they share something that takes long to begin.

xdist's own marks cannot say it: it writes them into the ids of tests, which pytest no longer lets it change.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

# A server, a browser, a site behind nginx, OPSIN's Java, a written client, printed boxes: begun once for the whole file.
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
    """What the test with that id shares with others: they get the same answer."""
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


class Sharing(LoadScopeScheduling):  # type: ignore[misc]  # xdist tells no types
    def _split_scope(self, nodeid: str) -> str:
        return shared_by(nodeid)
