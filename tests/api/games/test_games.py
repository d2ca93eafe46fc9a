"""Games over HTTP: every route, who may do what, what conflicts and what does not. No test here knows a single game."""

from __future__ import annotations

import json
import threading
import zlib
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from adjudicator.engine.agenda import Ask
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import Record, game_of, replay
from adjudicator_api.app import create_app
from adjudicator_api.config import Config
from adjudicator_api.games.playing import acting, clocks, views
from adjudicator_api.games.playing.clocks import asks_of
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import schema
from tests.support.bazaar import Bazaar
from tests.support.sampling import slow_unless_today
from tests.support.tabling import OnlineTable, Stranger, drive, pass_time, playable

GAMES = playable_games()
TWO = [{"name": "Ann"}, {"name": "Bob"}]
KEY = "a-key-that-nobody-guesses-"


def seats(game: str, client: FlaskClient, kind: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    listed = client.get("/v1/games/catalogue").get_json()["games"]
    fewest = next(g for g in listed if g["game"] == game)["players"][0]
    return [{"name": "Ann"}, *[kind or {"name": f"Player {n}"} for n in range(2, fewest + 1)]]


def compoundit(client: FlaskClient, **wanted: Any) -> OnlineTable:
    return OnlineTable.open(client, "compoundit", TWO, **wanted)


def test_I_PAIRS_a_table_is_opened_by_another_edition_that_the_catalogue_offers(client: FlaskClient) -> None:
    listed = client.get("/v1/games/catalogue").get_json()["games"]
    usual, paired = next(game for game in listed if game["game"] == "ion")["editions"]
    assert usual.startswith("ion/reference-2 sha256:")
    for asked in (paired, "paired-2"):
        table = OnlineTable.open(client, "ion", TWO, edition=asked, options={"polyatomic": True})
        assert table.view(0)["edition"] == paired


# --- a client that knows no game plays them all ---------------------------------------------------------------


@pytest.mark.parametrize("game", slow_unless_today(3, GAMES))
def test_a_stranger_plays_to_the_end_with_bots_and_nobody_says_too_much(
    game: str, app: Flask, client: FlaskClient
) -> None:
    catalogue = client.get("/v1/games/catalogue").get_json()
    table = OnlineTable.open(client, game, seats(game, client, {"bot": "greedy"}), watch="public", hints=True)
    stranger = Stranger(catalogue, seed=len(game))
    seed = app.extensions["tables"].find(table.id).row.seed
    for _ in range(60):
        view = table.view(0)
        if view["status"] == "over":
            break
        if not any(ask["player"] == 0 for ask in view["asks"]) or not stranger.act(table, 0):
            drive(app, table, most=3)
        if _ % 20 == 7 and table.view(0)["status"] != "over":  # then everything may be known
            table.get("/log", 0)
            table.get("/log")
            table.get("", None)
    else:
        assert table.post("/resign", {}, 0).status_code == 200
        drive(app, table)
    view = table.view(0)
    if view["status"] != "over":  # more than two play on after somebody has resigned
        drive(app, table)
        view = table.view(0)
    assert view["status"] == "over", view["asks"]
    assert view["result"]["ranks"]
    assert not any(seed in text for _, text in table.said[:-4])
    record = Record.from_json(table.get("/log", 0).get_json())
    assert replay(game_of(record), record.events).version == view["version"]
    assert json.loads(json.dumps(table.get("/actions", 0).get_json()))["actions"] == []


def test_the_test_game_of_the_frame_is_online_by_existing(app: Flask, client: FlaskClient) -> None:
    """Strangers play the picks, debts, auctions and offers of a game that no route knows."""
    with playable(Bazaar(), "Bazaar"):
        catalogue = client.get("/v1/games/catalogue").get_json()
        names = [{"name": name} for name in ("Ann", "Bob", "Cem")]
        table = OnlineTable.open(client, "bazaar", names, watch="public")
        stranger = Stranger(catalogue, seed=3)
        for _ in range(150):
            asks = table.view(0)["asks"]
            if not asks:
                break
            obliged = [ask["player"] for ask in asks if ask["obliged"]]
            stranger.act(table, obliged[0])
        else:
            drive(app, table)
        assert table.view(0)["status"] == "over"
        record = Record.from_json(table.get("/log", 0).get_json())
        assert {"card_picked", "rolled"} <= {event.type for event in record.events}


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_describes_options_and_actions(game: str, client: FlaskClient) -> None:
    listed = {entry["game"]: entry for entry in client.get("/v1/games/catalogue").get_json()["games"]}
    entry = listed[game]
    assert entry["title"]
    assert entry["presets"]
    assert entry["bots"]
    assert entry["actions"]["resign"]["type"] == "object"
    assert "players" not in entry["options"].get("properties", {})
    for preset in entry["presets"][:3]:
        chosen = [{"bot": "random"}] * preset["players"]
        OnlineTable.open(client, game, chosen, options=preset["options"])


# --- setting up -----------------------------------------------------------------------------------------------


def test_join_by_code_and_the_game_begins_with_the_last_seat(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}, {}])
    assert table.code is not None
    assert len(table.code) == 6
    assert table.view(0)["status"] == "waiting"
    assert table.join("Bob") == 1
    assert client.post(f"/v1/join/{table.code}", json={"name": "bob"}).get_json()["code"] == "name_taken"
    answer = client.post(f"/v1/games/{table.id}/seats", json={"name": "Cem"})
    assert answer.status_code == 201
    table.tokens[2] = answer.get_json()["token"]
    view = table.view(2)
    assert (view["status"], view["you"], view["code"]) == ("playing", 2, None)
    assert [player["name"] for player in view["players"]] == ["Ann", "Bob", "Cem"]
    dead = client.post(f"/v1/join/{table.code}", json={"name": "Dora"})
    unknown = client.post("/v1/join/ZZZZZZ", json={"name": "Dora"})
    full = client.post(f"/v1/games/{table.id}/seats", json={"name": "Dora"})
    assert {(a.status_code, a.get_json()["code"]) for a in (dead, unknown, full)} == {(404, "no_open_seat")}


def test_a_code_says_which_game_and_who_invites_until_the_table_is_full(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {"bot": "greedy"}, {}])
    stranger = table.get("").get_json()
    assert (stranger["code"], stranger["open"]) == ("players_only", True)
    shown = client.get(f"/v1/join/{(table.code or '').lower()}")
    title = client.get("/v1/games/catalogue").get_json()["games"]
    assert shown.get_json() == {
        "game": "compoundit",
        "title": next(game["title"] for game in title if game["game"] == "compoundit"),
        "players": ["Ann"],
        "open": 1,
    }
    table.join("Bob")
    full, unknown = client.get(f"/v1/join/{table.code}"), client.get("/v1/join/ZZZZZZ")
    assert {(a.status_code, a.get_json()["code"]) for a in (full, unknown)} == {(404, "no_open_seat")}
    assert table.get("").get_json()["open"] is False


def test_what_happens_to_a_player_is_told_to_them_as_you(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "valence-plus", TWO, watch="public")
    first = next(ask["player"] for ask in table.view(0)["asks"])
    assert table.act(first, {"type": "draw", "source": "deck"}).status_code == 200
    told = {
        seat: table.get("/log", seat).get_json()["events"][-1]["text"] for seat in (first, 1 - first, None)
    }
    name = TWO[first]["name"]
    assert told[first].startswith("You draw ")
    assert told[1 - first] == told[None]
    assert told[None].startswith(f"{name}: draws ")


def test_the_host_starts_with_bots_or_without_the_open_seats(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}, {"name": "Cem"}])
    assert table.post("/start", {"open": "close"}, 0).get_json()["code"] == "host_only"
    assert table.by_host("/start", {"open": "close"}).get_json()["status"] == "playing"
    assert [p["name"] for p in table.view(0)["players"]] == ["Ann", "Cem"]
    table.tokens[1] = table.tokens.pop(2)
    assert table.view(1)["you"] == 1
    again = table.by_host("/start", {})
    assert (again.status_code, again.get_json()["code"]) == (409, "already_started")
    bots = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    assert bots.by_host("/start", {"open": "bot", "bot": "random"}).get_json()["status"] == "playing"
    assert bots.view(0)["players"][1]["kind"] == "bot"


def test_a_lost_phone_gets_a_new_token_and_the_old_one_dies(app: Flask, client: FlaskClient) -> None:
    table = compoundit(client)
    old = table.tokens[1]

    def renew() -> Any:
        by_host = {"Authorization": f"Bearer {table.host}"}
        return client.put(f"/v1/games/{table.id}/seats/1", json={"token": True}, headers=by_host)

    assert table.view(1)["you"] == 1
    refused = renew()
    assert (refused.status_code, refused.get_json()["code"]) == (409, "still_there"), "a host could peek"
    assert table.view(1)["you"] == 1, "nothing has changed"
    pass_time(app, 61)
    answer = renew()
    table.tokens[1] = answer.get_json()["token"]
    assert table.view(1)["you"] == 1
    table.tokens[1] = old
    assert table.get("", 1).status_code == 401


def test_the_host_does_not_free_the_seat_of_somebody_who_is_there(app: Flask, client: FlaskClient) -> None:
    """Whoever joins then, perhaps the host in another window, has the hand."""
    table = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    bob = table.join("Bob")
    by_host = {"Authorization": f"Bearer {table.host}"}

    def free(seat: int) -> Any:
        return client.put(f"/v1/games/{table.id}/seats/{seat}", json={"open": True}, headers=by_host)

    refused = free(bob)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "still_there")
    assert table.view(bob)["you"] == bob
    pass_time(app, 61)
    assert free(bob).status_code == 200
    assert table.post("/seats", {"name": "Bob"}).get_json()["seat"] == bob


def test_cancelled_games_are_gone(client: FlaskClient) -> None:
    table = compoundit(client)
    assert table.post("/cancel", {}, 0).status_code == 403
    assert table.by_host("/cancel", {}).status_code == 200
    assert table.get("", 0).get_json()["code"] == "no_such_game"


@pytest.mark.parametrize("seats", [[{"name": "Ann"}, {"name": "Bob"}], [{"name": "Ann"}, {}]])
def test_nobody_acts_at_a_cancelled_game(client: FlaskClient, seats: list[dict[str, Any]]) -> None:
    """Neither a seat nor a bot that was thinking, not even where a process remembers the game."""
    table = OnlineTable.open(client, "compoundit", seats)
    version = table.view(0)["version"]
    assert table.by_host("/cancel", {}).status_code == 200
    answer = table.act(0, {"type": "pass"}, version)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_game")
    with pytest.raises(Refused, match="no game with this id"):
        acting.act_for(client.application.extensions["tables"], table.id, 0, {"type": "pass"}, version, "bot")
    assert table.get("", 0).status_code == 404


@pytest.mark.parametrize("name", ["", "x" * 25, "a\u200bb", "\u202eevil", "tab\tbell\x07"])
def test_names_that_deceive_are_refused(name: str, client: FlaskClient) -> None:
    answer = client.post("/v1/games", json={"game": "compoundit", "seats": [{"name": name}, {}]})
    assert answer.status_code == 422
    assert answer.get_json()["code"] == "invalid_request"


def test_bad_wishes_get_clear_answers(client: FlaskClient) -> None:
    def code(**wanted: Any) -> str:
        answer = client.post("/v1/games", json={"game": "compoundit", "seats": TWO, **wanted})
        assert answer.status_code in (404, 422)
        found: str = answer.get_json()["code"]
        return found

    assert code(game="chess") == "no_such_game"
    assert code(options={"mode": "blind"}) == "bad_options"
    assert code(options={"rules": {"a": [1] * 500}}) == "invalid_request"
    assert code(seats=[{"name": "Ann"}]) == "bad_options"
    assert code(seats=[{"name": "Ann"}, {"bot": "genius"}]) == "bad_bot"
    assert code(seats=[{"name": "Ann"}, {"name": "ann"}]) == "invalid_request"
    assert code(edition="sha256:0000") == "edition_unknown"
    assert code(edition='no = "edition"\n') == "edition_faulty"
    assert code(clock={"seconds": 1}) == "invalid_request"


def test_creating_and_joining_again_with_the_same_key(client: FlaskClient) -> None:
    body = {"game": "compoundit", "seats": [{"name": "Ann"}, {}]}
    headers = {"Idempotency-Key": KEY + "1"}
    first, again = (client.post("/v1/games", json=body, headers=headers).get_json() for _ in range(2))
    assert first == again
    other = client.post("/v1/games", json={**body, "hints": True}, headers=headers)
    assert other.get_json()["code"] == "key_reused"
    headers = {"Idempotency-Key": KEY + "2"}
    joined = [
        client.post(f"/v1/join/{first['code']}", json={"name": "Bob"}, headers=headers).get_json()
        for _ in range(1)
    ]
    again = client.post(f"/v1/games/{first['id']}/seats", json={"name": "Bob"}, headers=headers).get_json()
    assert joined[0] == again


# --- looking --------------------------------------------------------------------------------------------------


def test_a_view_is_sent_once(client: FlaskClient) -> None:
    table = compoundit(client)
    answer = table.get("", 0)
    etag = answer.headers["ETag"]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Authorization" in answer.headers["Vary"]
    assert table.get("", 0, **{"If-None-Match": etag}).status_code == 304
    assert table.get("", 1, **{"If-None-Match": etag}).status_code == 200
    turn = table.view(0)["asks"][0]["player"]
    assert table.act(turn, {"type": "pass"}).status_code == 200
    assert table.get("", 0, **{"If-None-Match": etag}).status_code == 200


def test_the_etag_of_a_view_is_what_an_action_goes_by(client: FlaskClient) -> None:
    """Also a weak one, as a proxy that compresses makes it."""
    table = compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    etag = table.get("", turn).headers["ETag"]
    assert table.post("/actions", {"type": "pass"}, turn, **{"If-Match": f"W/{etag}"}).status_code == 200
    stale = table.post("/actions", {"type": "pass"}, turn, **{"If-Match": etag})
    assert (stale.status_code, stale.get_json()["code"]) == (412, "asked_anew")
    wrong = table.post("/actions", {"type": "pass"}, turn, **{"If-Match": '"7-x"'})
    assert (wrong.status_code, wrong.get_json()["code"]) == (422, "bad_if_match")


def test_spectators_only_where_they_are_welcome(client: FlaskClient) -> None:
    private, public = compoundit(client), compoundit(client, watch="public")
    assert private.get("").get_json()["code"] == "players_only"
    assert private.get("/log").status_code == 403
    view = public.view(None)
    assert view["you"] is None
    assert view["actions"] == []
    listed = client.get("/v1/games?watch=public").get_json()["games"]
    assert [game["id"] for game in listed] == [public.id]
    assert listed[0]["players"] == [player["name"] for player in view["players"]]
    racks = [public.view(seat)["table"]["rack"] for seat in (0, 1)]
    assert view["table"]["rack"] is None
    assert racks[0] != racks[1]


def test_hints_and_bots_play_out_as_much_as_the_setting_says(config: Config) -> None:
    app = create_app(replace(config, thinking_percent=50, bot_pause_ms=0))
    seats = [{"name": "Ann"}, {"bot": "strong"}]
    table = OnlineTable.open(app.test_client(), "ion", seats, hints=True)
    asked: list[Any] = []

    def run(_: Any, *arguments: Any, seconds: float) -> list[Any]:
        del seconds
        asked.append(arguments)
        return []

    app.extensions["work"] = SimpleNamespace(run=run)
    assert table.get("/hints?count=2", 0).get_json()["hints"] == []
    game, _, view, count, seen, share, names = asked[0]
    assert (game, view["you"], count, share) == ("ion", 0, 2, 0.5)
    assert names == tuple(player["name"] for player in table.view(0)["players"])
    assert [event["version"] for event in seen] == [*range(1, view["version"] + 1)]  # it remembers hands
    question = next(app.extensions["driver"].steps_at(table.id))
    assert (question.arguments[3], question.arguments[-1]) == ("strong", 0.5)
    assert question.arguments[-2]


def test_hints_only_where_they_are_allowed(client: FlaskClient) -> None:
    assert compoundit(client).get("/hints", 0).get_json()["code"] == "hints_off"
    table = compoundit(client, hints=True)
    turn = table.view(0)["asks"][0]["player"]
    answer = table.get("/hints?count=2", turn)
    assert answer.status_code == 200
    hints = answer.get_json()["hints"]
    assert table.act(turn, hints[0]["action"]).status_code == 200


def test_preview_changes_nothing(client: FlaskClient) -> None:
    table = compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    rack = table.view(turn)["table"]["rack"]
    placed = {"type": "place", "placements": [{"row": 1, "col": 1, "symbol": rack[0]}]}
    before = table.view(turn)
    answer = table.post("/preview", placed, turn)
    assert answer.get_json()["verdict"]["ruling"] == "invalid"
    assert answer.get_json()["verdict"]["reason"]
    assert table.view(turn) == before


# --- acting ---------------------------------------------------------------------------------------------------


def test_acting_needs_the_version_and_the_seat(client: FlaskClient) -> None:
    table = compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    other = 1 - turn
    assert table.post("/actions", {"type": "pass"}, turn).status_code == 428
    for bad in ("*", "x", "-1"):
        assert (
            table.post("/actions", {"type": "pass"}, turn, **{"If-Match": bad}).get_json()["code"]
            == "bad_if_match"
        )
    version = table.view(turn)["version"]
    assert table.act(turn, {"type": "pass"}, version + 5).get_json()["code"] == "version_to_come"
    assert table.act(turn, {"type": "pass"}, 0).get_json()["code"] == "asked_anew"
    assert table.act(other, {"type": "pass"}, version).get_json()["code"] == "illegal_action"
    assert table.act(turn, {"type": "fly"}, version).get_json()["code"] == "bad_action"
    for form in (str(version), f'"{version}"', f'W/"{version}"'):
        answer = table.post("/preview", {"type": "pass"}, turn)
        assert answer.status_code == 200
        answer = table.post("/actions", {"type": "fly"}, turn, **{"If-Match": form})
        assert answer.get_json()["code"] == "bad_action"
    refused = table.act(turn, {"type": "place", "placements": []}, version)
    assert refused.status_code == 422
    assert refused.get_json()["verdict"]["checks"][0]["rule"].startswith("C-")
    assert table.act(turn, {"type": "pass"}, version).status_code == 200


def test_cheats_are_refused_with_codes(client: FlaskClient) -> None:
    table, elsewhere = compoundit(client), compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    stolen = OnlineTable(client, table.id, "", None, {0: elsewhere.tokens[0]})
    assert stolen.get("", 0).get_json()["code"] == "bad_token"
    none = client.post(f"/v1/games/{table.id}/actions", json={"type": "pass"}, headers={"If-Match": "3"})
    assert (none.status_code, none.get_json()["code"]) == (401, "token_needed")
    other = "B" if table.id[0] == "A" else "A"
    guessed = client.get(f"/v1/games/{other}{table.id[1:]}", headers=table.headers(0))
    assert guessed.status_code == 404
    malformed = client.get(f"/v1/games/{table.id}", headers={"Authorization": "Basic x"})
    assert malformed.get_json()["code"] == "bad_token"
    host = client.post(
        f"/v1/games/{table.id}/actions", json={"type": "pass"},
        headers={"If-Match": "3", "Authorization": f"Bearer {table.host}"},
    )  # fmt: skip
    assert host.get_json()["code"] == "token_needed"
    assert table.post("/leave", {}, turn).status_code == 200
    assert table.get("", turn).status_code == 401


def test_the_same_key_gets_the_first_answer(client: FlaskClient) -> None:
    table = compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    version = table.view(0)["version"]
    first = table.act(turn, {"type": "pass"}, version, KEY + "a")
    again = table.act(turn, {"type": "pass"}, version, KEY + "a")
    assert first.get_json() == again.get_json()
    assert table.view(0)["version"] == first.get_json()["version"]
    other = table.act(turn, {"type": "resign"}, version, KEY + "a")
    assert other.get_json()["code"] == "key_reused"
    neighbour = table.act(1 - turn, {"type": "pass"}, table.view(0)["version"], KEY + "a")
    assert neighbour.status_code == 200  # a key belongs to a seat


def test_after_a_restart_a_key_still_counts(app: Flask, config: Any, client: FlaskClient) -> None:
    from adjudicator_api import create_app

    table = compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    version = table.view(0)["version"]
    first = table.act(turn, {"type": "pass"}, version, KEY + "b").get_json()
    table.client = create_app(config).test_client()
    assert table.act(turn, {"type": "pass"}, version, KEY + "b").get_json() == first
    assert table.view(turn)["version"] == first["version"]


def test_of_two_racing_moves_one_succeeds(client: FlaskClient, app: Flask) -> None:
    table = compoundit(client)
    turn = table.view(0)["asks"][0]["player"]
    version = table.view(0)["version"]
    codes: list[int] = []

    def act() -> None:
        mine = OnlineTable(app.test_client(), table.id, "", None, table.tokens)
        codes.append(mine.act(turn, {"type": "pass"}, version).status_code)

    threads = [threading.Thread(target=act) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [412] * 5
    events = app.extensions["tables"].events(table.id)
    assert [event.version for event in events] == list(range(1, len(events) + 1))


def test_the_last_seat_is_taken_once(client: FlaskClient, app: Flask) -> None:
    table = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    codes: list[int] = []

    def join(name: str) -> None:
        codes.append(app.test_client().post(f"/v1/join/{table.code}", json={"name": name}).status_code)

    threads = [threading.Thread(target=join, args=(f"Guest {n}",)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [201] + [404] * 4


# --- leaving, resigning, again --------------------------------------------------------------------------------


def test_a_left_seat_can_be_taken_over(client: FlaskClient) -> None:
    table = compoundit(client)
    old = table.tokens[1]
    assert table.post("/leave", {}, 1).status_code == 200
    assert table.view(0)["players"][1]["kind"] == "left"
    taken = client.post(f"/v1/games/{table.id}/seats", json={"name": "Zoe"})
    table.tokens[1] = taken.get_json()["token"]
    assert table.view(1)["players"][1]["name"] == "Zoe"
    table.tokens[1] = old
    assert table.act(1, {"type": "pass"}, 3).status_code == 401


def test_resigning_and_two_rematches_that_are_one(client: FlaskClient) -> None:
    table = compoundit(client)
    assert table.post("/rematch", {}, 0).get_json()["code"] == "not_over"
    assert table.post("/resign", {}, 0).get_json()["status"] == "over"
    assert table.view(1)["result"]["winners"] == [1]
    first, second = (table.post("/rematch", {}, seat).get_json() for seat in (0, 1))
    assert first["id"] == second["id"]
    assert (first["seat"], second["seat"]) == (1, 0)
    assert second["host_token"] is None, "whoever asked first is the host"
    host = {"Authorization": f"Bearer {first['host_token']}"}
    assert client.get(f"/v1/games/{first['id']}", headers=host).get_json()["host"] is True
    again = OnlineTable(client, first["id"], "", None, {1: first["token"], 0: second["token"]})
    assert again.view(1)["status"] == "playing"
    assert [player["name"] for player in again.view(0)["players"]] == ["Bob", "Ann"]
    assert table.view(0)["rematch"] == first["id"]


def test_a_rematch_can_be_joined_by_its_code_under_ones_own_name(client: FlaskClient) -> None:
    """Regression: the seat that waits for Bob was taken for somebody who is called Bob."""
    table = OnlineTable.open(client, "valence-plus", [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid"}])
    for seat in (0, 1):
        table.post("/resign", {}, seat)
    again = table.post("/rematch", {}, 0).get_json()
    host = {"Authorization": f"Bearer {again['host_token']}"}
    code = client.get(f"/v1/games/{again['id']}", headers=host).get_json()["code"]
    joined = client.post(f"/v1/join/{code}", json={"name": "cid"}).get_json()
    assert joined["seat"] == 1, "the seat that waits for Cid"
    refused = client.post(f"/v1/join/{code}", json={"name": "CID"}).get_json()
    assert refused["code"] == "name_taken"
    assert client.post(f"/v1/join/{code}", json={"name": "Bob"}).get_json()["seat"] == 0


# --- bots and clocks ------------------------------------------------------------------------------------------


def test_bots_play_by_themselves_and_never_twice(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "valence-plus", [{"bot": "greedy"}, {"bot": "greedy"}], watch="public")
    drive(app, table, most=6)
    version = table.view()["version"]
    assert version > 4
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    seen = tables.find(table.id)
    for _ in range(2):  # two processes with the same plan: one of them is too late
        ask = seen.game.asked(seen.state)[0]
        listed = ask.otherwise
        from adjudicator.engine import codec

        driver._act(seen, ask.player, codec.plain(listed), "bot")
    versions = [event.version for event in tables.events(table.id)]
    assert versions == list(range(1, len(versions) + 1))


@pytest.mark.parametrize("seed", ["2", "5"])  # the first bot begins, the second
def test_C_CHAL_a_bot_leaves_people_their_chance_to_challenge_another_bot(
    seed: str, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the bot on turn, which might accept at once, laid its own move at once instead."""
    seats = [{"name": "Ann"}, {"bot": "greedy"}, {"bot": "greedy"}]
    with monkeypatch.context() as patch:
        patch.setattr("secrets.token_hex", lambda _: seed)
        table = OnlineTable.open(client, "compoundit", seats, options={"mode": "challenge"}, watch="public")
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    for _ in range(12):
        state = tables.find(table.id).state
        asked = {ask["player"]: ask for ask in table.view(0)["asks"]}
        # Ann cannot reply to a move that she has accepted by passing.
        if state.turn and state.last_move is not None and 0 in asked:
            break
        if state.turn == 0:
            table.act(0, {"type": "pass"})
        else:
            pass_time(app, 60)
            driver.act_at(table.id)
    row, mine = tables.find(table.id).row, asked[0]
    until = row.moved_at + timedelta(seconds=tables.pace.chance)
    assert mine["kinds"] == ["challenge", "accept"]
    assert datetime.fromisoformat(mine["by"]) == until

    def turn_after(seconds: float) -> int:
        real, tables.now = tables.now, lambda: row.moved_at + timedelta(seconds=seconds)
        try:
            for _ in range(4):
                driver.act_at(table.id)
        finally:
            tables.now = real
        now: int = tables.find(table.id).state.turn
        return now

    assert turn_after(tables.pace.chance - 1) == state.turn
    assert turn_after(tables.pace.chance + 0.5) != state.turn


def test_in_what_all_do_at_once_a_bot_waits_for_nobody_who_has_done_it(
    app: Flask, client: FlaskClient
) -> None:
    """A player who has picked may still change the pick, but that is not a chance that a bot would take away."""
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"bot": "greedy"}], options={"tiles": True})
    tables = app.extensions["tables"]
    assert table.act(0, table.view(0)["actions"][0]).status_code == 200
    assert [(ask["player"], ask["obliged"]) for ask in table.view(0)["asks"]] == [(1, True), (0, False)]
    row = tables.find(table.id).row
    assert (row.due_at - row.moved_at).total_seconds() <= tables.pace.bot + 0.1


def test_who_has_given_no_name_is_called_by_a_number_in_the_readers_language(client: FlaskClient) -> None:
    """Regression: a table opened by a page in German had a "Spieler 2" and a "Schneller Bot" for everybody."""
    german = {"Accept-Language": "de"}
    seats = [{"name": "Player Ann"}, {"name": "Player 2"}, {"name": "Player 3"}, *([{"bot": "greedy"}] * 2)]
    table = OnlineTable.open(client, "ion", seats, watch="public")
    names = [
        [player["name"] for player in table.get("", 0, **headers).get_json()["players"]]
        for headers in ({}, german)
    ]
    assert names == [
        ["Player Ann", "Player 2", "Player 3", "Quick bot", "Quick bot 2"],
        ["Player Ann", "Spieler 2", "Spieler 3", "Schneller Bot", "Schneller Bot 2"],
    ]
    (listed,) = client.get("/v1/games?watch=public", headers=german).get_json()["games"]
    assert listed["players"] == names[1]
    assert table.act(1, table.view(1)["actions"][0]).status_code == 200
    told = [event["text"] for event in table.get("/log", 0, **german).get_json()["events"]]
    assert any("Spieler 2" in text for text in told if text), told
    made = client.post("/v1/games", json={"game": "ion", "seats": seats}, headers=german).get_json()
    assert [seat["name"] for seat in made["seats"]] == names[1], "a device keeps them in its own language"


def test_what_is_asked_of_bots_is_listed_once_a_view(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: it was listed anew for every ask, as what is asked of people was for every bot."""
    table = OnlineTable.open(client, "ion", [*TWO, {"bot": "greedy"}, {"bot": "greedy"}])
    listed: list[tuple[str, ...]] = []

    def counted(*args: Any) -> list[Ask]:
        listed.append(args[1:])
        return asks_of(*args)

    for module in (clocks, views):
        monkeypatch.setattr(module, "asks_of", counted)
    assert len(table.view(0)["asks"]) > 1
    assert listed == [("bot",)]
    assert table.act(0, table.view(0)["actions"][0]).status_code == 200
    assert listed.count(("person",)) == 1


def test_a_bot_that_trades_is_told_at_a_table_what_its_seat_has_seen(app: Flask, client: FlaskClient) -> None:
    """Regression: without it, no bot of Chemistry Monopoly knew which of its offers had been declined."""
    table = OnlineTable.open(client, "chemistry-monopoly", [{"name": "Ann"}, {"bot": "greedy"}])
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    *_, seen, _ = driver._question(tables.find(table.id), 1).arguments
    assert seen[0]["type"] == "game_started"


def test_tables_offer_no_bot_that_only_stands_in_for_the_strong_one(client: FlaskClient) -> None:
    for game in client.get("/v1/games/catalogue").get_json()["games"]:
        assert [bot["name"] for bot in game["bots"]] == ["random", "gentle", "greedy", "strong"]


def test_the_catalogue_describes_bots_in_the_language_of_the_request(client: FlaskClient) -> None:
    def told(language: str) -> list[str]:
        asked = client.get("/v1/games/catalogue", headers={"Accept-Language": language})
        return [bot["about"] for game in asked.get_json()["games"] for bot in game["bots"]]

    english, german = told("en"), told("de")
    assert "any legal action" in english
    assert "irgendetwas Erlaubtes" in german
    assert set(english).isdisjoint(german)


def test_where_people_trade_a_bot_waits_for_answers_to_its_offer_and_not_for_offers(
    app: Flask, client: FlaskClient
) -> None:
    """Players may make offers at any time; only an offer on the table is a chance that a bot could take away."""
    table = OnlineTable.open(client, "chemistry-monopoly", [{"name": "Ann"}, {"bot": "policy"}])
    tables, driver = app.extensions["tables"], app.extensions["driver"]

    def moves_after(seconds: float) -> bool:
        row = tables.find(table.id).row
        real, tables.now = tables.now, lambda: row.moved_at + timedelta(seconds=seconds)
        try:
            driver.act_at(table.id)
        finally:
            tables.now = real
        moved: bool = tables.find(table.id).row.version > row.version
        return moved

    while (ask := table.view(0)["asks"][0])["player"] == 0:
        kinds = {action["type"]: action for action in table.view(0)["actions"]}
        chosen = next(kind for kind in ("decline", "pay_tax", "end_turn", "roll") if kind in kinds)
        assert table.act(0, kinds[chosen]).status_code == 200
    assert ask["obliged"]
    term = {
        "partner": 0,
        "gives": {"pieces": [], "amounts": [["AMUny", 5]]},
        "gets": {"pieces": [], "amounts": []},
    }
    driver._act(tables.find(table.id), 1, {"type": "propose_offer", "terms": [term]}, "bot")
    assert tables.pace.offer >= 60  # an offer has to be read
    assert not moves_after(tables.pace.offer - 1)
    assert moves_after(tables.pace.offer + 1)  # nobody answered: the bot goes on
    if "decline_offer" in {
        action["type"] for action in table.view(0)["actions"]
    }:  # the dice may have ended it
        assert table.act(0, {"type": "decline_offer", "offer": 1}).status_code == 200
    if table.view(0)["asks"][0]["player"] == 1:
        assert moves_after(tables.pace.bot + 0.1)  # it does not matter that Ann could make an offer herself


@pytest.mark.parametrize("name", GAMES)
def test_the_sentence_that_tells_an_event_hides_none_of_its_facts(name: str) -> None:
    game = load_game(name)
    hiding = {"text", "version", "type", "player", "schema"}
    assert not {
        (kind, fact) for kind, seen in game.allowed.items() for fact in {*seen.to_all, *seen.to_own} & hiding
    }


def test_a_clock_that_runs_out_plays_the_otherwise(app: Flask, client: FlaskClient) -> None:
    table = compoundit(client, clock={"seconds": 30})
    view = table.view(0)
    assert view["asks"][0]["by"] is not None
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    version = view["version"]
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == version, "not before its time"
    real = tables.now
    tables.now = lambda: real() + timedelta(seconds=33)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version > version
    late = table.act(view["asks"][0]["player"], {"type": "pass"}, version)
    assert late.status_code == 412


def test_a_game_that_begins_with_a_brought_edition_outlives_the_process(
    app: Flask, config: Any, client: FlaskClient
) -> None:
    from adjudicator_api import create_app

    editions = load_game("compoundit").editions
    text = editions.text_of(editions.current).replace('name = "', 'name = "our-box-', 1)
    table = compoundit(client, edition=text, watch="public")
    label = table.view(0)["edition"]
    assert label.startswith("compoundit/our-box-")
    editions._brought.clear()  # as another process would
    table.client = create_app(config).test_client()
    assert table.view(0)["edition"] == label
    turn = table.view(0)["asks"][0]["player"]
    assert table.act(turn, {"type": "pass"}).status_code == 200


def test_a_snapshot_of_another_version_is_read_anew_from_the_events(
    app: Flask, config: Any, client: FlaskClient
) -> None:
    from adjudicator_api import create_app

    table = compoundit(client)
    before = table.view(0)
    other = zlib.compress(json.dumps({"schema": 2, "game": "compoundit", "state": {"turn": 0}}).encode())
    app.extensions["tables"].database.write(
        lambda connection: connection.execute(update(schema.games).values(snapshot=other))
    )
    table.client = create_app(config).test_client()
    assert table.view(0) == before
    turn = before["asks"][0]["player"]
    assert table.act(turn, {"type": "pass"}).status_code == 200
