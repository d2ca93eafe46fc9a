"""Five whole games over HTTP, all requests in German: no answer contains a word of an English word list.

pytest -m "" tests/api/http/test_games_in_german.py tests/api/http/test_no_english.py

By day, the beginning of one of the five and its refusals; at night, all of them.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.engine.game import playable_games
from adjudicator_api.jobs.pool import WorkInPlace
from tests.support.games_in_german import GermanGame, english_left
from tests.support.sampling import part_of_today

OPTIONS: dict[str, dict[str, Any]] = {"valence-plus": {"naming": True}}
LOOKED_INTO = 6  # decisions that the analysis searches; the others are only described


@pytest.fixture
def _in_place(app: Flask) -> None:
    """Runs bots and hints in this process: starting a new one would take longer than the work."""
    app.extensions["work"] = app.extensions["driver"]._work = WorkInPlace()


@pytest.mark.usefixtures("_in_place")
@pytest.mark.parametrize("game", part_of_today(len(playable_games()), playable_games()))
def test_how_a_game_begins_has_no_english_word(app: Flask, client: FlaskClient, game: str) -> None:
    table = GermanGame(app, client, game, **OPTIONS.get(game, {}))
    table.refused()
    table.ask("/log")
    assert table.found == []
    assert table.asked > 3


@pytest.mark.nightly
@pytest.mark.parametrize("game", playable_games())
def test_a_whole_game_has_no_english_word(app: Flask, client: FlaskClient, game: str) -> None:
    table = GermanGame(app, client, game, **OPTIONS.get(game, {}))
    table.refused()
    assert table.play(), "the game came to its end"
    table.look_again(LOOKED_INTO)
    assert table.found == []


def test_english_at_a_table_would_be_found(client: FlaskClient) -> None:
    del client
    answer = {
        "table": {"name": "chemical shift"},
        "words": {"chemical shift": "Verschiebung"},
        "text": "You lay O.",
    }
    assert english_left("", answer) == [(" text", "You", "You lay O."), (" text", "lay", "You lay O.")]
