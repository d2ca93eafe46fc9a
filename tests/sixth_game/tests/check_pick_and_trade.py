"""The tests of the sixth game, run where it is installed: every rule of its page, by its id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import replay

GAME = load_game("pick-and-trade")
PAGE = (Path(__file__).parents[1] / "seeds" / "pick-and-trade.md").read_text(encoding="utf-8")


def test_T_PLAYERS_T_PICK_three_cards_each() -> None:
    state = GAME.new(seed=1, players=3)
    assert [len(GAME.view(state, player)["table"]["hand"]) for player in range(3)] == [3, 3, 3]
    with pytest.raises(IllegalAction, match="There is no card 99"):
        GAME.apply(state, 0, GAME.read_action({"type": "pick", "card": "card 99"}))


def test_T_ANY_T_TRADE_T_END_a_whole_game() -> None:
    record = play_out(GAME, {}, ["random", "random"], 1)
    assert record.result is not None
    assert replay(GAME, record.events).result == record.result
    assert sum(record.result.scores) == sum(event.type == "picks_revealed" for event in record.events)


def test_every_rule_of_the_page_is_shown() -> None:
    named = {part for name in globals() for part in re.findall(r"T_[A-Z]+", name)}
    assert {rule.replace("-", "_") for rule in re.findall(r"\*\*(T-[A-Z]+)\*\*", PAGE)} == named
