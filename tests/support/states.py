"""The states that a record leads to, in one line: the same on every machine with the same rules.

The Python of the pocket edition, which has no tests, also reads this file as text: it imports nothing from
the tests.
"""

import json
from hashlib import sha256

from adjudicator.engine import codec
from adjudicator.engine.replay import Record, game_of, states


def led_to(record: str) -> list[str]:
    """Digests of every state on the way, combined into one, and of each seat's view at the end."""
    read = Record.from_json(json.loads(record))
    game = game_of(read)
    way, state = sha256(), None
    for _, state in states(game, read.events):
        way.update(_text(codec.plain(state)))
    assert state is not None
    seen = [game.view(state, seat) for seat in (None, *state.players)]
    return [way.hexdigest(), *(sha256(_text(view)).hexdigest() for view in seen)]


def _text(value: object) -> bytes:
    return json.dumps(value, sort_keys=True).encode()
