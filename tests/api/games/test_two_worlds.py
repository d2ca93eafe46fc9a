"""Whole games over HTTP in two worlds that differ only in what a viewer cannot know: both give the same
bytes.

All five games, to their end, for every seat, a spectator, a stranger and the host, through every route of a
table and the stream; see `tests/support/worlds.py`. Planted leaks show that the test would find one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest

from adjudicator.engine.frame import Preset
from adjudicator.engine.replay import record_of
from adjudicator_api.games.bots import decisions
from adjudicator_api.games.opening import records
from adjudicator_api.games.playing import tables, views
from adjudicator_api.http.problems import Refused
from adjudicator_api.routes.games import acting, reviewing, viewing
from adjudicator_api.storage import games as rows
from tests.support.sampling import part_of_today, slow_unless_today
from tests.support.subjects import SUBJECTS
from tests.support.worlds import DEEDS, Worlds

# Options that hide something and are not a preset.
MORE = {
    "valence-plus": {
        "cooperative, hands hidden": Preset(3, {"cooperative": True, "hands": "hidden", "naming": True}),
        "reactions are never asked about": Preset(3, {"blocking": "always"}),
    },
    "compoundit": {"a pass speaks for all": Preset(3, {"mode": "challenge", "passing": "all"})},
    "chemistry-monopoly": {"bids lapse": Preset(3, {"auctions": True, "bids": "lapse", "shortage": "lot"})},
}
SETUPS = {name: {**subject.game.presets(), **MORE.get(name, {})} for name, subject in SUBJECTS.items()}
CASES = {
    name: [pytest.param(name, setup, id=f"{name}: {setup}") for setup in setups]
    for name, setups in SETUPS.items()
}
ALL = [case for cases in CASES.values() for case in cases]
TODAY = part_of_today(2, [case for cases in CASES.values() for case in part_of_today(len(cases), cases)])
GIVING_UP = {"chemistry-monopoly"}  # their players leave late in the game; otherwise it would go on for days
ACTS, EVERY = 12, 6  # by day: acts before everybody gives up, and how often worlds are compared


def worlds(folder: Path, empty: Path, name: str, setup: str) -> Worlds:
    return Worlds(folder, empty, SUBJECTS[name], SETUPS[name][setup], len(setup))


@pytest.mark.parametrize(("name", "setup"), TODAY)
def test_two_worlds_give_the_same_bytes(tmp_path: Path, empty: Path, name: str, setup: str) -> None:
    both = worlds(tmp_path, empty, name, setup)
    for number, player, action in both.moments(ACTS):
        if number % EVERY == 0:
            both.compare(number // EVERY, player, action)
    assert both.parted > 1
    assert both.compared > 20


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "setup"), ALL)
def test_two_worlds_give_the_same_bytes_at_every_step(
    tmp_path: Path, empty: Path, name: str, setup: str, record_property: Callable[[str, object], None]
) -> None:
    """With `-o junit_family=xunit1 --junit-xml=FILE` it notes the numbers of events and answers of each game."""
    both = worlds(tmp_path, empty, name, setup)
    steps = 0
    for number, player, action in both.moments():
        both.compare(number, player, action)
        steps += 1
    record_property("events", both.state.version)
    record_property("answers", both.compared)
    assert both.parted > steps
    assert both.compared > 15 * steps
    viewers = [*both.state.players, None]
    assert set(both.events) == set(viewers)
    last = both.versions[-len(viewers)]  # everybody looks once in so many acts
    assert min(both.events.values()) >= last, "every event before that was compared for everybody"
    given_up = [seat for seat in both.state.seats if seat.out == "resigned"]
    assert not given_up or name in GIVING_UP, "played to its own end"


# --- leaks are found ------------------------------------------------------------------------------------------

Held = tuple[Worlds, int, Any]  # a moment, who acts then, and the action
LOOKS = 6  # within which a leak has to be found


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Held:
    """A game of Ion with everything that it can hide, after some cards were picked."""
    both = worlds(tmp_path_factory.mktemp("held"), empty, "ion", "polyatomic ions")
    return next((both, player, action) for number, player, action in both.moments() if number == 7)


def look(held: Held) -> None:
    both, player, action = held
    for number in range(LOOKS):
        both.compare(number, player, action)


def test_every_route_of_a_table_is_asked(held: Held) -> None:
    both, player, action = held
    both.compare(0, player, action)
    for deed in dict.fromkeys(DEEDS):
        both.part(player, both.subject.twin(both.state, player, both.random))
        both.do(deed, player, player, action)
    known = {
        (method, rule.rule)
        for rule in both.real.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if "<id>" in rule.rule and "challenge" not in rule.rule
        if "class" not in rule.rule  # classes have their own two worlds: see test_classes.py
    }
    assert known <= both.routes


def plant_a_seat_for_watchers(patch: pytest.MonkeyPatch) -> None:
    game = type(SUBJECTS["ion"].game)
    table = game.table
    patch.setattr(game, "table", lambda self, state, viewer: table(self, state, viewer or 0))


def plant_the_whole_record(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(viewing, "record_shown", lambda *given: record_of(*given[:3]))


def plant_a_sentence_that_knows_more(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(viewing, "sentence", lambda table, event, _: f"{event.type} {table.state.pieces}")


def plant_all_events_in_the_answer_to_an_act(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(acting, "told", lambda _, events, __: [event.to_json() for event in events])


def plant_a_revision_that_counts_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    view_of = views.view_of

    def counting(table: Any, seat: int | None, **more: Any) -> Any:
        return {**view_of(table, seat, **more), "revision": hash(table.state.pieces) % 1000}

    patch.setattr(viewing, "view_of", counting)


def plant_a_refusal_that_knows_more(patch: pytest.MonkeyPatch) -> None:
    def seat_of(table: Any, token: str | None) -> int | None:
        if token == "A" * 22:
            raise Refused(401, "bad_token", f"Not at this table, where {table.state.pieces} lie.")
        return found(table, token)

    found = tables.Table.seat_of
    patch.setattr(tables.Table, "seat_of", seat_of)


def size_of(row: rows.GameRow) -> int:
    """Something that depends on what is hidden."""
    return crc32(row.snapshot or b"")


def plant_a_list_that_counts_bytes(patch: pytest.MonkeyPatch) -> None:
    public = rows.public_games

    def more(connection: Any) -> list[rows.GameRow]:
        return [replace(row, version=size_of(row)) for row in public(connection)]

    patch.setattr(rows, "public_games", more)


def plant_a_stream_that_knows_more(patch: pytest.MonkeyPatch) -> None:
    marks = rows.marks

    def more(connection: Any, ids: Any) -> Any:
        found = {row.id: size_of(row) for row in rows.public_games(connection)}
        return {id_: replace(mark, version=found[id_]) for id_, mark in marks(connection, ids).items()}

    patch.setattr(rows, "marks", more)


def plant_hints_by_the_whole_state(patch: pytest.MonkeyPatch) -> None:
    game = type(SUBJECTS["ion"].game)
    view = game.view

    def peeking(self: Any, state: Any, viewer: int | None) -> Any:
        return {**view(self, state, viewer), "peeked": crc32(repr(state.pieces).encode())}

    def hints(name: str, edition: str | None, shown: Any, *_: Any) -> list[Any]:
        del name, edition
        return [{"action": {"type": "ready"}, "value": shown["peeked"], "text": "Well.", "title": ""}]

    patch.setattr(game, "view", peeking)
    patch.setattr(decisions, "hints", hints)


def plant_a_preview_that_knows_more(patch: pytest.MonkeyPatch) -> None:
    game = type(SUBJECTS["ion"].game)
    judge = game.judge

    def knowing(self: Any, state: Any, player: int, action: Any) -> Any:
        verdict = judge(self, state, player, action)
        said = {**verdict.to_json(), "score": crc32(repr(state.pieces).encode())}
        return SimpleNamespace(ruling=verdict.ruling, to_json=lambda: said)

    patch.setattr(game, "judge", knowing)


def plant_a_game_that_anybody_takes_along(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(records, "require_alone", tables.require_seat)
    patch.setattr(reviewing, "require_alone", tables.require_seat)


PLANTED = [plant for name, plant in globals().items() if name.startswith("plant_")]


@pytest.mark.parametrize(
    "plant", slow_unless_today(3, PLANTED), ids=lambda plant: plant.__name__.removeprefix("plant_")
)
def test_a_planted_leak_is_found(
    held: Held, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="too much"):
        look(held)


def test_without_a_leak_the_same_look_finds_nothing(held: Held) -> None:
    look(held)
