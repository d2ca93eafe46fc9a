"""Looking at finished games again: any record, the views of its moments, and who may see a shared game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, states
from adjudicator_api.games.bots import decisions
from adjudicator_api.jobs.pool import Work
from adjudicator_api.routes import records
from tests.support.tabling import OnlineTable

RECORD: dict[str, Any] = json.loads(Path("fixtures/games/compoundit/challenge-2.json").read_text("utf-8"))
TWO = [{"name": "Ann"}, {"name": "Bob"}]


def test_moments_are_what_each_seat_could_see_then(client: FlaskClient) -> None:
    wanted: list[dict[str, Any]] = [
        {"version": 5, "seat": 1},
        {"version": 4, "seat": 0},
        {"version": 4, "seat": None},
    ]
    answer = client.post("/v1/records/moments", json={"record": RECORD, "moments": wanted}).get_json()
    game, read = load_game("compoundit"), Record.from_json(RECORD)
    after = {event.version: state for event, state in states(game, read.events)}
    for moment, asked in zip(answer["moments"], wanted, strict=True):
        assert {name: moment[name] for name in asked} == asked
        view = game.view(after[asked["version"]], asked["seat"])
        assert moment["view"]["table"] == json.loads(json.dumps(view["table"]))
    assert answer["moments"][2]["view"]["table"]["rack"] is None


def test_any_record_is_analysed_with_the_best_as_an_action(client: FlaskClient) -> None:
    short = {**RECORD, "events": RECORD["events"][:8], "result": None}
    turns = client.post("/v1/records/analysis", json={"record": short}).get_json()["turns"]
    assert turns
    for turn in turns:
        assert turn["until"] >= turn["version"]
        assert turn["best"] is None or turn["best_action"]["type"] in {"place", "pass"}


@pytest.mark.slow
def test_an_analysis_comes_in_parts_that_make_the_whole(client: FlaskClient) -> None:
    short = {**RECORD, "events": RECORD["events"][:14], "result": None}
    whole = client.post("/v1/records/analysis", json={"record": short}).get_json()
    assert whole["next"] is None
    found: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        part = client.post(
            "/v1/records/analysis", json={"record": short, "after": after, "search": 2}
        ).get_json()
        told = [turn["played"] for turn in part["turns"]]
        assert told == [turn["played"] for turn in whole["turns"] if turn["version"] > after]
        looked = sum(turn["lost"] is not None for turn in part["turns"])
        assert 1 <= looked <= 2, "a slow machine looks into fewer at a time"
        assert all(turn["lost"] is not None for turn in part["turns"][:looked])
        found += part["turns"][:looked]
        after = part["next"]
    assert found == whole["turns"]
    assert len(found) > 2


def test_the_decisions_of_one_player_come_first(client: FlaskClient) -> None:
    short = {**RECORD, "events": RECORD["events"][:14], "result": None}
    whole = client.post("/v1/records/analysis", json={"record": short}).get_json()["turns"]
    own = client.post("/v1/records/analysis", json={"record": short, "player": 1}).get_json()
    assert own["next"] is None
    for turn, found in zip(whole, own["turns"], strict=True):
        assert (
            found == turn
            if turn["player"] == 1
            else (found["played"], found["lost"]) == (turn["played"], None)
        )
    assert {turn["player"] for turn in whole} == {0, 1}
    nobody = client.post("/v1/records/analysis", json={"record": short, "player": 7})
    assert (nobody.status_code, nobody.get_json()["code"]) == (422, "no_such_seat")


def test_a_whole_analysis_is_made_in_parts_between_which_others_take_turns(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = {**RECORD, "events": RECORD["events"][:14], "result": None}
    asked: list[tuple[Any, ...]] = []

    def in_place(_: Work, function: Callable[..., Any], arguments: tuple[Any, ...], *__: object) -> Any:
        asked.append(arguments)
        return function(*arguments)

    listings: list[Analyst] = []
    turns = Analyst.turns

    def listed(analyst: Analyst) -> Any:
        listings.append(analyst)
        return turns(analyst)

    monkeypatch.setattr(Analyst, "turns", listed)
    decisions._decided.cache_clear()
    monkeypatch.setattr(Work, "_ask", in_place)
    seconds = count(step=10)
    monkeypatch.setattr(decisions, "monotonic", lambda: 0.0)
    at_once = client.post("/v1/records/analysis", json={"record": short}).get_json()
    assert len(asked) == 1
    monkeypatch.setattr(decisions, "monotonic", lambda: next(seconds))  # one decision takes all the time
    in_parts = client.post("/v1/records/analysis", json={"record": short}).get_json()
    assert in_parts == at_once
    assert len(asked) - 1 == len(at_once["turns"]) > 2
    assert len(listings) == 1, "its decisions are listed once, not for every part"


def test_a_part_comes_before_a_long_game_is_listed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    short = {**RECORD, "events": RECORD["events"][:14], "result": None}
    monkeypatch.setattr(decisions, "monotonic", lambda: 0.0)
    decisions._decided.cache_clear()
    whole = decisions.analysis(short, search=1, playouts=4)
    assert whole.listed is None
    monkeypatch.setattr(decisions, "AHEAD", 1)
    decisions._decided.cache_clear()
    after: int | None = 0
    listed: list[int] = []
    while after is not None:
        part = decisions.analysis(short, after, 1, playouts=4, player=1)
        looked = [turn for turn in part.turns if turn.lost is not None]
        assert len(looked) == 1
        assert looked[0].player == 1
        assert part.to_json()["listed"] == part.listed
        if part.listed is not None:
            assert part.left is not None
            assert part.listed == part.turns[-1].version > part.left
            assert sum(turn.version > part.left for turn in part.turns) == 2
        listed += [turn.version for turn in part.turns if turn.version <= (part.left or turn.version)]
        after = part.left
    assert listed == [turn.version for turn in whole.turns]


def test_a_fault_of_a_record_is_told_each_time() -> None:
    def coming() -> Iterator[int]:
        yield 1
        raise ValueError

    kept = decisions.Kept(coming())
    for _ in range(2):
        found = iter(kept)
        assert next(found) == 1
        with pytest.raises(ValueError):  # noqa: PT011 - it says nothing
            next(found)


def test_a_whole_analysis_ends_when_its_time_is_over(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "SECONDS", -1.0)
    answer = client.post("/v1/records/analysis", json={"record": RECORD})
    assert (answer.status_code, answer.get_json()["code"]) == (503, "took_too_long")


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ({"record": {"schema": 2}}, "bad_record"),
        ({"record": {**RECORD, "schema": 99}}, "unknown_schema"),
        ({"record": {**RECORD, "events": RECORD["events"][3:]}}, "bad_event"),
        ({"record": {**RECORD, "options": json.loads("[" * 100 + "]" * 100)}}, "bad_record"),
        ({"record": {**RECORD, "players": [[["Ann"]], "Bob"]}}, "bad_record"),
        ({"record": {**RECORD, "edition_text": ["x"]}}, "bad_record"),
        ({"moments": [{"version": 100_000, "seat": 0}]}, "no_such_moment"),
        ({"moments": [{"version": 2, "seat": 7}]}, "no_such_seat"),
    ],
)
def test_what_cannot_be_a_record_is_refused_in_words(
    client: FlaskClient, broken: dict[str, Any], code: str
) -> None:
    body = {"record": RECORD, "moments": [{"version": 9, "seat": 0}], **broken}
    answer = client.post("/v1/records/moments", json=body)
    assert (answer.status_code, answer.get_json()["code"]) == (422, code)
    assert answer.get_json()["detail"]


def test_a_record_nested_beyond_reason_is_refused_before_it_is_read(client: FlaskClient) -> None:
    record = {**RECORD, "options": json.loads("[" * 300 + "]" * 300)}
    answer = client.post("/v1/records/moments", json={"record": record, "moments": []})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "nested_too_deep")


def test_a_record_whose_facts_are_broken_is_no_accident_of_the_service(client: FlaskClient) -> None:
    events = [
        {**event, "placements": "x"} if "placements" in event else event for event in RECORD["events"][:8]
    ]
    answer = client.post("/v1/records/analysis", json={"record": {**RECORD, "events": events}})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad_record")


def test_a_finished_game_is_shared_by_who_sat_there_and_by_nobody_else(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "compoundit", TWO)
    assert table.post("/share", {}, 0).get_json()["code"] == "not_over"
    assert table.post("/resign", {}, 0).status_code == 200
    assert table.get("/log").get_json()["code"] == "players_only"
    assert table.post("/share", {}).get_json()["code"] == "token_needed"
    for _ in range(2):
        assert table.post("/share", {}, 1).get_json()["status"] == "over"
    assert table.get("/log").get_json()["result"]["winners"] == [1]
    assert table.get("/missed").get_json() == {"seats": [{"seat": n, "set": ""} for n in (0, 1)], "set": ""}
    assert table.get("/analysis?after=0&search=2").get_json()["next"] is None
    assert table.get("/analysis?search=0").get_json()["code"] == "invalid_request"
    listed = client.get("/v1/games?watch=public").get_json()["games"]
    assert table.id not in [game["id"] for game in listed]
