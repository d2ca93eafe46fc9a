"""What a hint proposes can be done: at every kind of moment of a game, offers and debts included."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Seen, next_action, seated
from adjudicator.engine.agents.thinking import hints_of
from adjudicator.engine.game import load_game
from adjudicator.verdict import Ruling
from tests.support.sampling import by_day

# with the number of acts and how many of them lie between two looks: what playing costs, and thinking
PLAYED: dict[str, tuple[dict[str, Any], int, int, int]] = {
    "chemistry-monopoly": ({"short": True}, 3, 240, 16),
    "compounded": ({}, 2, 60, 6),
    "compoundit": ({}, 2, 8, 4),
    "ion": ({}, 2, 16, 4),
    "valence-plus": ({}, 2, 30, 4),
}


@pytest.mark.parametrize("name", by_day(5, PLAYED))
def test_every_hint_is_a_legal_action(name: str) -> None:
    game = load_game(name)
    options, players, most, between = PLAYED[name]
    state, begun = game.start(options, "hints", players=players)
    history, bots, looked = list(begun), dict(enumerate(seated(name, ["policy"] * players))), 0
    for number in range(most):
        chosen = next_action(game, state, bots, "hints", history)
        if chosen is None:
            break
        if number % between == 0:
            for seat in game.players_to_act(state):
                view = json.loads(json.dumps(codec.plain(game.view(state, seat))))
                for hint in hints_of(game, view, 5, Seen(game, history, seat), share=0.0):
                    sent = json.loads(json.dumps(codec.plain(hint.action)))
                    verdict = game.judge(state, seat, game.read_action(sent))
                    assert verdict.ruling is Ruling.VALID, (hint, verdict)
                    looked += 1
        state, events = game.apply(state, *chosen)
        history += events
    assert looked >= 5
