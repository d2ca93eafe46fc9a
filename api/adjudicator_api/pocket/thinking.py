"""The work of the device's second worker: choosing for bots, and long work."""

from __future__ import annotations

import json
import pickle

from adjudicator import prose
from adjudicator_api.games.bots.decisions import choose


def think(arguments: str) -> str:
    """`arguments` are those of `choose`, as `tables.Turns` gives them."""
    return json.dumps(choose(*json.loads(arguments)))


def do(task: bytes) -> bytes:
    """As `jobs.process` does for a server; a task is pickled by `beside.Task`."""
    language, function, arguments = pickle.loads(bytes(task))  # noqa: S301 - from a worker of the same page
    try:
        with prose.speaking(language):
            outcome = True, function(*arguments)
    except Exception as error:  # noqa: BLE001 - reported to the caller
        outcome = False, error
    return pickle.dumps(outcome)
