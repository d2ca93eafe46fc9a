"""A clock that is set back: bots move on, and nobody gets an hour more, or less, to think."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from adjudicator_api import Config, create_app
from adjudicator_api.storage.uptimes import BEAT, MOST_BACK, Clock
from tests.support.patience import wait_until
from tests.support.tabling import OnlineTable

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


class Wall:
    """The clock of a machine, which somebody sets."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def wall() -> Wall:
    return Wall()


def test_the_time_of_tables_stands_still_instead_of_going_back(wall: Wall) -> None:
    clock = Clock(wall)
    assert clock() == NOON
    wall.time -= HOUR
    assert clock() == NOON
    wall.time += SECOND
    assert clock() == clock() == NOON + SECOND, "it goes on from there"
    wall.time = NOON + HOUR
    assert clock() == NOON + HOUR, "and is the time of day again once that has caught up"
    wall.time += SECOND
    assert clock() == NOON + HOUR + SECOND


def test_a_clock_that_was_quite_wrong_is_set_right(wall: Wall) -> None:
    clock = Clock(wall)
    wall.time += 3650 * MOST_BACK
    clock()
    wall.time = NOON
    assert clock() == NOON
    clock.catch_up(NOON + 2 * MOST_BACK)
    assert clock() == NOON
    clock.catch_up(NOON + HOUR)
    assert clock() == NOON + HOUR


def set_to(app: Flask, wall: Wall) -> None:
    tables = app.extensions["tables"]
    tables.clock = tables.now = Clock(wall)


def beats(app: Flask) -> None:
    minder = app.extensions["minder"]
    minder._beat_at = 0.0
    minder.mind()


@pytest.mark.parametrize("restarted", [False, True])
def test_a_bot_moves_though_the_clock_is_set_back_an_hour(
    config: Config, wall: Wall, restarted: bool
) -> None:
    """Also if the service was started again in between, when it knows the time by its last beat."""
    config = replace(config, bot_pause_ms=800)
    app = create_app(config)
    set_to(app, wall)
    table = OnlineTable.open(app.test_client(), "ion", [{"name": "Ann"}, {"bot": "random"}])
    wall.time += BEAT
    beats(app)
    version = table.view(0)["version"]
    wall.time -= HOUR
    if restarted:
        app = create_app(config)
        set_to(app, wall)
    beats(app)
    wall.time += SECOND
    driver, tables = app.extensions["driver"], app.extensions["tables"]
    driver.look()
    wait_until(lambda: not driver._claimed)
    assert tables.find(table.id).row.version > version


def test_a_players_clock_runs_on_when_the_machines_is_set_back(config: Config, wall: Wall) -> None:
    app = create_app(config)
    set_to(app, wall)
    table = OnlineTable.open(
        app.test_client(), "compoundit", [{"name": "Ann"}, {"name": "Bob"}], clock={"seconds": 60}
    )
    version = table.view(0)["version"]
    wall.time += 30 * SECOND
    beats(app)
    wall.time += 20 * SECOND - HOUR
    driver, tables = app.extensions["driver"], app.extensions["tables"]
    driver.look()
    assert not driver._claimed, "it has some seconds left"
    wall.time += 40 * SECOND
    driver.look()
    wait_until(lambda: not driver._claimed)
    assert tables.find(table.id).row.version > version
