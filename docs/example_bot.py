"""A bot that somebody else could have written: it sits down at a table on a server and plays by the hints.

    python docs/example_bot.py http://127.0.0.1:8000 K7QXMA

It knows no game. Where hints are off, or there are none, it does the first thing that it may do.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from adjudicator.client import Service, ServiceError

if TYPE_CHECKING:
    from adjudicator.client import Table


def choose(table: Table, view: dict[str, Any]) -> dict[str, Any] | None:
    """The best hint, else the first complete action that is listed."""
    if view["hints"]:
        hints = table.hints(1)
        if hints:
            return dict(hints[0]["action"])
    return next((action for action in view["actions"] if not action.get("open")), None)


def play(url: str, code: str, name: str = "Example") -> dict[str, Any]:
    """Plays to the end, and gives the view of the finished game."""
    table = Service(url).join(code, name)
    view: dict[str, Any] = {}
    for view in table.my_turns():
        action = None if view["status"] == "over" else choose(table, view)
        if action is None:
            continue
        try:
            table.act(action, view["version"])
        except ServiceError as refused:
            if refused.status != 412:  # somebody was faster; the next view is on its way
                raise
    return view


if __name__ == "__main__":
    finished = play(*sys.argv[1:4])
    print(finished["result"])
