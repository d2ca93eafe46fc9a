"""Everything that people, bots, clocks and dying processes at a table can do to each other.

Each case is written by hand and runs on SQLite and on PostgreSQL: in sequence where the order matters, and
concurrently where it does not.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.engine.agenda import Ask
from adjudicator.engine.events import Event
from adjudicator.engine.replay import replay
from adjudicator_api import Config, create_app
from adjudicator_api.games.playing import acting
from adjudicator_api.http.environ import ARRIVED
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from tests.support.bazaar import Auction, Bazaar, Pass, State
from tests.support.databases import BACKENDS, database
from tests.support.patience import PATIENCE
from tests.support.tabling import OnlineTable, codes_of, drive, playable, together

KEY = "a-key-that-nobody-guesses-"
TWO = [{"name": "Ann"}, {"name": "Bob"}]


@pytest.fixture(params=BACKENDS)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Config]:
    with database(request.param, tmp_path) as url:
        yield Config(database_url=url, rate_limit="off", log="off", bot_pause_ms=0)


def _swapped(state: State, event: Event) -> State:
    """Somebody has bid or passed: the others are asked the same as before."""
    auction: Auction = state.agenda.top
    if event.type == "bid_made":
        after = replace(auction, bid=event["amount"], leader=event.by)
    else:
        after = replace(auction, bidders=tuple(p for p in auction.bidders if p != event.by))
    return replace(state, agenda=state.agenda.swap(after))


class Outcry(Bazaar):
    """The bazaar for seven players, with auctions in which all bid at once."""

    numbers = range(2, 8)
    folds: Mapping[str, Any] = {**Bazaar.folds, "bid_made": _swapped, "bid_passed": _swapped}

    def asks(self, state: State) -> tuple[Ask, ...]:
        match state.agenda.top:
            case Auction(bidders=bidders, leader=leader):
                return tuple(
                    state.agenda.ask(p, "bid", "pass", parallel=True, otherwise=Pass())
                    for p in bidders
                    if p != leader
                )
            case _:
                return super().asks(state)


@pytest.fixture
def outcry(app: Flask) -> Iterator[OnlineTable]:
    """Seven people, all of whom are asked for a card; nobody can pay the rent that follows."""
    with playable(Outcry(), "Outcry"):
        seats = [{"name": f"Player {n}"} for n in range(7)]
        yield OnlineTable.open(
            app.test_client(), "bazaar", seats, watch="public", options={"purse": 12, "rent": 15}
        )


def of(app: Flask, table: OnlineTable) -> OnlineTable:
    """The same table, for another thread or another process."""
    return OnlineTable(app.test_client(), table.id, table.host, table.code, table.tokens)


def versions_of(app: Flask, table: OnlineTable) -> list[int]:
    return [event.version for event in app.extensions["tables"].events(table.id)]


def turn_of(table: OnlineTable) -> int:
    turn: int = next(ask["player"] for ask in table.view(0)["asks"] if ask["obliged"])
    return turn


def to_the_turn(outcry: OnlineTable) -> int:
    for seat in range(7):
        assert (
            outcry.act(seat, {"type": "pick", "card": outcry.view(seat)["table"]["hand"][0]}).status_code
            == 200
        )
    return turn_of(outcry)


# --- picks, bids and offers -----------------------------------------------------------------------------------


def test_seven_picks_and_six_bids_at_once_without_a_412(app: Flask, outcry: OnlineTable) -> None:
    seen = outcry.view(0)["version"]
    hands = [outcry.view(seat)["table"]["hand"] for seat in range(7)]
    picks = [
        lambda seat=seat: of(app, outcry).act(seat, {"type": "pick", "card": hands[seat][0]}, seen)
        for seat in range(7)
    ]
    assert codes_of(together(*picks)) == [""] * 7
    turn = turn_of(outcry)
    assert outcry.act(turn, {"type": "roll"}).status_code == 200
    assert (
        outcry.act(turn, {"type": "sell", "card": outcry.view(turn)["table"]["hand"][0]}).status_code == 200
    )
    seen = outcry.view(0)["version"]
    bidders = [seat for seat in range(7) if seat != turn]
    bids = [
        lambda seat=seat, amount=amount: of(app, outcry).act(seat, {"type": "bid", "amount": amount}, seen)
        for amount, seat in enumerate(bidders, 1)
    ]
    answers = together(*bids)
    assert set(codes_of(answers)) <= {"", "illegal_action"}, "a bid is too low or it counts; none is stale"
    assert answers[-1].status_code == 200
    auction = outcry.view(0)["table"]["matters"][-1]
    assert (auction["bid"], auction["leader"]) == (6, bidders[-1])
    assert versions_of(app, outcry) == list(range(1, len(versions_of(app, outcry)) + 1))


def offer(partner: int, gets: int) -> dict[str, Any]:
    goods = {"pieces": [], "amounts": [["money", gets]]}
    return {
        "type": "propose_offer",
        "terms": [{"partner": partner, "gives": {"pieces": [], "amounts": [["money", 1]]}, "gets": goods}],
    }


def test_an_offer_withdrawn_and_replaced_is_not_accepted_in_its_place(
    app: Flask, outcry: OnlineTable
) -> None:
    turn = to_the_turn(outcry)
    other = (turn + 1) % 7
    assert outcry.act(turn, offer(other, 1)).status_code == 200
    seen = outcry.view(other)["version"]
    assert outcry.act(turn, {"type": "withdraw_offer", "offer": 1}).status_code == 200
    assert outcry.act(turn, offer(other, 9)).status_code == 200
    before = outcry.view(other)
    late = outcry.act(other, {"type": "accept_offer", "offer": 1}, seen)
    assert (late.status_code, late.get_json()["code"]) == (422, "illegal_action")
    assert late.get_json()["verdict"]["checks"][0]["code"] == "no_such_offer"
    assert outcry.view(other) == before
    assert outcry.act(other, {"type": "accept_offer", "offer": 2}, seen).status_code == 200, (
        "by its own number"
    )


def test_an_offer_is_accepted_or_withdrawn_never_both(app: Flask, outcry: OnlineTable) -> None:
    turn = to_the_turn(outcry)
    other = (turn + 1) % 7
    for number in (1, 2, 3):
        assert outcry.act(turn, offer(other, 1)).status_code == 200
        seen = outcry.view(other)["version"]
        before = outcry.view(0)["accounts"]
        answers = together(
            partial(of(app, outcry).act, turn, {"type": "withdraw_offer", "offer": number}, seen),
            partial(of(app, outcry).act, other, {"type": "accept_offer", "offer": number}, seen),
        )
        done, refused = codes_of(answers)
        assert (done, refused in {"illegal_action", "asked_anew"}) == ("", True)
        after = outcry.view(0)["accounts"]
        assert sum(after.values()) == sum(before.values())
        assert (after == before) is True, "one for one: whoever was first, the sums are as they were"
    told = [event.type for event in app.extensions["tables"].events(outcry.id)]
    assert told.count("offer_withdrawn") + told.count("offer_carried_out") == 3


# --- challenges -----------------------------------------------------------------------------------------------


def test_a_challenge_of_a_move_that_is_no_longer_the_last_is_refused(app: Flask) -> None:
    client = app.test_client()
    table = OnlineTable.open(
        client, "compoundit", [*TWO, {"name": "Cem"}], options={"mode": "challenge"}, hints=True
    )
    first = turn_of(table)
    action = table.get("/hints?count=1", first).get_json()["hints"][0]["action"]
    assert table.act(first, action).status_code == 200
    third = (first + 2) % 3
    seen = table.view(third)["version"]
    challenge = next(a for a in table.view(third)["actions"] if a["type"] == "challenge")
    second = (first + 1) % 3
    mine = next(a for a in table.view(second)["actions"] if a["type"] == "accept")
    assert table.act(second, mine).status_code == 200
    action = table.get("/hints?count=1", second).get_json()["hints"][0]["action"]
    assert table.act(second, action).status_code == 200
    for version in (seen, table.view(third)["version"]):  # with the view it saw, and with a newer one
        late = table.act(third, challenge, version)
        assert late.status_code in (412, 422), late.text
        assert late.get_json()["code"] in ("asked_anew", "illegal_action")
    now = next(a for a in table.view(third)["actions"] if a["type"] == "challenge")
    assert now["move"] != challenge["move"]
    assert table.act(third, now).status_code == 200


# --- keys -----------------------------------------------------------------------------------------------------


def test_a_key_with_another_body_by_another_seat_and_after_a_restart(app: Flask, config: Config) -> None:
    table = OnlineTable.open(app.test_client(), "compoundit", TWO)
    turn, version = turn_of(table), table.view(0)["version"]
    acts = [lambda: of(app, table).act(turn, {"type": "pass"}, version, KEY + "1") for _ in range(4)]
    answers = [answer.get_json() for answer in together(*acts)]
    assert all(answer == answers[0] for answer in answers), "four at once, and done once"
    assert table.view(0)["version"] == answers[0]["version"]
    assert table.act(turn, {"type": "resign"}, version, KEY + "1").get_json()["code"] == "key_reused"
    assert table.act(1 - turn, {"type": "pass"}, None, KEY + "1").status_code == 200, (
        "a key belongs to a seat"
    )
    table.client = create_app(config).test_client()
    assert table.act(turn, {"type": "pass"}, version, KEY + "1").get_json() == answers[0]
    assert table.act(turn, {"type": "resign"}, version, KEY + "1").get_json()["code"] == "key_reused"


def test_leaving_joining_and_a_rematch_again_with_the_same_key(app: Flask) -> None:
    client = app.test_client()
    tables = [OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}]) for _ in range(2)]
    key = {"Idempotency-Key": KEY + "join"}
    joined = [client.post(f"/v1/join/{t.code}", json={"name": "Bob"}, headers=key).get_json() for t in tables]
    assert joined[0]["token"] != joined[1]["token"], "the same key at two tables makes two seats"
    table = tables[0]
    table.tokens[1] = joined[0]["token"]
    left = [table.post("/leave", {}, 1, **{"Idempotency-Key": KEY + "leave"}) for _ in range(2)]
    assert [answer.status_code for answer in left] == [200, 200]
    assert table.post("/leave", {}, 1, **{"Idempotency-Key": KEY + "other"}).status_code == 401
    again = client.post(f"/v1/join/{table.code}", json={"name": "Bob"}, headers=key)
    assert (again.status_code, again.get_json()) == (201, joined[0]), (
        "the code is dead, and the answer is kept"
    )
    other = client.post(f"/v1/join/{table.code}", json={"name": "Rob"}, headers=key)
    assert (other.status_code, other.get_json()["code"]) == (422, "key_reused")
    taken = client.post(f"/v1/games/{table.id}/seats", json={"name": "Cy"})
    assert (taken.status_code, taken.get_json()["seat"]) == (201, 1)
    once_more = table.post("/leave", {}, 1, **{"Idempotency-Key": KEY + "leave"})
    assert (once_more.status_code, once_more.get_json()) == (200, left[0].get_json()), (
        "somebody else sits there"
    )
    by_ann = table.post("/leave", {}, 0, **{"Idempotency-Key": KEY + "leave"})
    assert by_ann.status_code == 200, "the same key from another seat is another request"
    table.tokens[1] = taken.get_json()["token"]
    assert [player["kind"] for player in table.view(1)["players"]] == ["left", "person"], "nobody was put out"
    over = OnlineTable.open(client, "compoundit", TWO)
    assert over.post("/resign", {}, 0).status_code == 200
    key = {"Idempotency-Key": KEY + "again"}
    first, second = [over.post("/rematch", {}, 0, **key).get_json() for _ in range(2)]
    assert first == second
    mine = OnlineTable(client, first["id"], "", None, {1: first["token"]})
    assert mine.view(1)["you"] == 1
    assert mine.post("/leave", {}, 1).status_code == 200
    assert over.post("/rematch", {}, 0, **key).get_json() == first
    assert mine.get("", 1).status_code == 401, "who has left is not put back by a request that comes late"


def test_a_game_that_was_removed_and_opened_again_by_its_key_is_another_one(app: Flask) -> None:
    """Its id is derived from the key: what the process remembers of the first game must not be used for the second."""
    key = {"Idempotency-Key": KEY + "opened"}
    body = {"game": "compoundit", "seats": TWO}
    tables = app.extensions["tables"]
    for leaves in (True, False):
        opened = app.test_client().post("/v1/games", json=body, headers=key).get_json()
        tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
        table = OnlineTable(app.test_client(), opened["id"], "", None, tokens)
        assert table.act(turn_of(table), {"type": "pass"}).status_code == 200
        if leaves:
            assert table.post("/leave", {}, 1).status_code == 200
        found, events = tables.find(table.id), tables.events(table.id)
        assert found.state == replay(found.game, events)
        tables.database.write(lambda connection, id_=table.id: rows.remove_game(connection, id_))


def test_a_change_that_was_computed_for_a_removed_game_is_not_written_to_its_successor(app: Flask) -> None:
    """Both have the same id and the same revision; only their seeds differ."""
    asked = {"json": {"game": "compoundit", "seats": TWO}, "headers": {"Idempotency-Key": KEY + "successor"}}
    tables, found = app.extensions["tables"], []
    for _ in range(2):
        id_ = app.test_client().post("/v1/games", **asked).get_json()["id"]
        found.append(tables.find(id_).row)
        tables.database.write(lambda connection, id_=id_: rows.remove_game(connection, id_))
    first, second = found
    assert (first.id, first.revision) == (second.id, second.revision)
    assert first.seed != second.seed
    app.test_client().post("/v1/games", **asked)
    third = tables.find(first.id).row

    def still(row: rows.GameRow) -> bool:
        written: bool = tables.database.write(lambda c: rows.change_game_still(c, row, hints=True))
        return written

    assert not still(second)
    assert not tables.find(first.id).row.hints
    assert still(third)
    assert tables.find(first.id).row.hints


def test_what_a_process_remembers_of_a_removed_game_is_not_used_for_its_successor(
    app: Flask, config: Config
) -> None:
    """Another process has removed it and opened the next one: this process was not told."""
    asked = {"json": {"game": "compoundit", "seats": TWO}, "headers": {"Idempotency-Key": KEY + "elsewhere"}}
    tables, others = app.extensions["tables"], (other := create_app(config)).extensions["tables"]
    for acts in (False, True):
        opened = app.test_client().post("/v1/games", **asked).get_json()
        table = OnlineTable(app.test_client(), opened["id"], "", None, {})
        table.tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
        if acts:  # what is remembered has a later revision than the successor
            assert table.act(turn_of(table), {"type": "pass"}).status_code == 200
        others.database.write(lambda connection, id_=table.id: rows.remove_game(connection, id_))
        other.test_client().post("/v1/games", **asked)
        successor = others.find(table.id)
        to_act_at = tables.database.write(lambda connection, id_=table.id: tables.to_act_at(connection, id_))
        for found in (to_act_at, tables.find(table.id), tables.known(table.id, 1)):
            assert (found.row.seed, found.state) == (successor.row.seed, successor.state)
        others.database.write(lambda connection, id_=table.id: rows.remove_game(connection, id_))


def test_a_table_that_is_read_while_somebody_acts_has_the_state_of_its_row(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is read, somebody acts, and only then is the memory consulted: it is ahead of the row."""
    table, tables = OnlineTable.open(app.test_client(), "compoundit", TWO), app.extensions["tables"]
    older, state = tables.find(table.id).row, tables.find(table.id).state
    assert table.act(turn_of(table), {"type": "pass"}).status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(rows, "find", lambda *_, **__: older)
        found = tables.find(table.id)
    assert (found.row, found.state) == (older, state)
    assert tables.find(table.id).row.version > older.version, "the memory did not go back"


# --- seats ----------------------------------------------------------------------------------------------------


def test_the_last_seat_taken_twice_and_two_rematches_at_once(app: Flask) -> None:
    table = OnlineTable.open(app.test_client(), "compoundit", [{"name": "Ann"}, {}])
    guests = [
        lambda n=n: app.test_client().post(f"/v1/join/{table.code}", json={"name": f"Guest {n}"})
        for n in range(4)
    ]
    answers = together(*guests)
    assert codes_of(answers) == ["", "no_open_seat", "no_open_seat", "no_open_seat"]
    table.tokens[1] = next(a for a in answers if a.status_code == 201).get_json()["token"]
    assert table.view(1)["status"] == "playing"
    assert table.post("/resign", {}, 1).status_code == 200
    first, second = (
        answer.get_json()
        for answer in together(*[lambda s=seat: of(app, table).post("/rematch", {}, s) for seat in (0, 1)])
    )
    assert first["id"] == second["id"]
    assert {first["seat"], second["seat"]} == {0, 1}
    again = OnlineTable(
        app.test_client(), first["id"], "", None, {a["seat"]: a["token"] for a in (first, second)}
    )
    assert [again.view(seat)["status"] for seat in (0, 1)] == ["playing", "playing"]


def test_a_seat_is_taken_over_while_its_old_holder_acts(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is first: what was acknowledged has happened, and the old token never acts afterwards."""
    monkeypatch.setattr("adjudicator_api.games.opening.lobby.is_present", lambda *_: False)  # back in time
    for _ in range(3):
        table = OnlineTable.open(app.test_client(), "compoundit", TWO)
        turn, seen = turn_of(table), table.view(0)["version"]
        old = of(app, table)
        acted, changed = together(
            lambda: old.act(turn, {"type": "pass"}, seen),  # noqa: B023 - called in this round
            lambda: app.test_client().put(
                f"/v1/games/{table.id}/seats/{turn}",  # noqa: B023
                json={"token": True},
                headers={"Authorization": f"Bearer {table.host}"},  # noqa: B023
            ),
        )
        assert changed.status_code == 200
        table.tokens = {**table.tokens, turn: changed.get_json()["token"]}
        assert acted.status_code in (200, 401)
        assert (table.view(0)["version"] > seen) == (acted.status_code == 200)
        assert old.act(turn, {"type": "pass"}, table.view(0)["version"]).get_json()["code"] == "bad_token"
        assert table.view(turn)["you"] == turn


# --- processes that die ---------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process is gone: it executes nothing after this line."""


def test_a_process_killed_between_commit_and_publish(app: Flask, config: Config) -> None:
    table = OnlineTable.open(app.test_client(), "compoundit", TWO)
    turn, seen = turn_of(table), table.view(0)["version"]

    def die(_: str) -> None:
        raise Killed

    app.extensions["tables"].woken = die
    with pytest.raises(Killed):
        table.act(turn, {"type": "pass"}, seen, KEY + "k")
    other = create_app(config)
    table.client = other.test_client()
    after = table.view(turn)
    assert after["version"] > seen, "it is on disk, though nobody was told"
    again = table.act(turn, {"type": "pass"}, seen, KEY + "k")
    assert (again.status_code, again.get_json()["version"]) == (200, after["version"])
    assert table.view(turn)["version"] == after["version"], "and it was done once"


def test_a_process_killed_after_a_move_before_the_bot_is_woken(app: Flask, config: Config) -> None:
    seats = [{"name": "Ann"}, {"bot": "greedy"}]
    table = OnlineTable.open(app.test_client(), "valence-plus", seats, options={"younger": True})
    while turn_of(table) != 0:
        drive(app, table, most=1)
    app.extensions["tables"].due = lambda: None
    while turn_of(table) == 0:
        view = table.view(0)
        action = next(a for a in view["actions"] if not a.get("open"))
        assert table.act(0, action).status_code == 200
    before = table.view(0)["version"]
    app.extensions["driver"].stop()  # it will never look again
    other = create_app(config)
    table.client = other.test_client()
    driver = other.extensions["driver"]
    driver.look()  # what is due is in the database
    driver.finish(PATIENCE)
    assert table.view(0)["version"] > before


def test_two_processes_with_the_same_plan_of_a_bot_move_it_once(app: Flask, config: Config) -> None:
    seats = [{"bot": "random"}, {"bot": "random"}]
    table = OnlineTable.open(app.test_client(), "compoundit", seats, watch="public")
    before = table.view()["version"]
    others = [app, create_app(config)]
    together(*[lambda o=other: o.extensions["driver"].act_at(table.id) for other in others])
    commits = app.extensions["tables"].database.read(
        lambda c: c.exec_driver_sql("SELECT count(*) FROM commits").scalar_one()
    )
    assert table.view()["version"] > before
    assert commits in (1, 2), "one move of each turn: the second, if any, is of the next one"
    assert versions_of(app, table) == list(range(1, len(versions_of(app, table)) + 1))


def test_a_plan_is_not_carried_out_after_the_seat_has_acted(app: Flask, outcry: OnlineTable) -> None:
    """In simultaneous choices the acts of others are tolerated, but a duplicate plan of a bot or a clock is too late."""
    tables, seen = app.extensions["tables"], outcry.view(0)["version"]
    first, second = outcry.view(3)["table"]["hand"][:2]
    acting.act_for(
        tables, outcry.id, 2, {"type": "pick", "card": outcry.view(2)["table"]["hand"][0]}, seen, "bot:2:3"
    )
    assert outcry.act(3, {"type": "pick", "card": first}, seen).status_code == 200
    for who in ("bot", "clock"):
        with pytest.raises(Refused) as refused:
            acting.act_for(tables, outcry.id, 3, {"type": "pick", "card": second}, seen, f"{who}:3:{seen}")
        assert refused.value.code == "asked_anew"
    assert outcry.view(3)["table"]["choices"]["own"] == first


def test_what_a_process_had_claimed_is_free_when_it_stops(app: Flask, config: Config) -> None:
    seats = [{"bot": "random"}, {"bot": "random"}]
    table = OnlineTable.open(app.test_client(), "compoundit", seats, watch="public")
    driver, tables = app.extensions["driver"], app.extensions["tables"]
    thought = threading.Event()
    driver.act_at = lambda _: thought.wait(PATIENCE)  # a bot that thinks
    real = tables.now
    tables.now = lambda: real() + timedelta(seconds=1)  # now it is the bot's turn
    driver.look()
    assert tables.find(table.id).row.lease_until is not None
    driver.stop()
    driver.finish(0.0)
    assert tables.find(table.id).row.lease_until is None
    thought.set()


def test_a_table_that_a_process_has_claimed_is_nobody_elses_until_the_lease_runs_out(app: Flask) -> None:
    seats = [{"bot": "random"}, {"bot": "random"}]
    table, tables = OnlineTable.open(app.test_client(), "compoundit", seats), app.extensions["tables"]
    due = tables.find(table.id).row.due_at
    assert due is not None

    def offered(seconds: float) -> bool:
        at = due + timedelta(seconds=seconds)
        found = tables.database.read(lambda connection: rows.due_games(connection, at, 9))
        return [id_ for id_, _ in found] == [table.id]

    def claimed(seconds: float) -> bool:
        at = due + timedelta(seconds=seconds)
        lease = partial(rows.claim, id_=table.id, now=at, until=at + timedelta(seconds=20))
        done: bool = tables.database.write(lease)
        return done

    assert [offered(-1), claimed(-1)] == [False, False], "nothing is due yet"
    assert [offered(1), claimed(1)] == [True, True]
    assert [offered(2), claimed(2)] == [False, False], "it is taken, even for who was offered it before"
    assert [offered(20), claimed(20)] == [False, False]
    assert [offered(22), claimed(22)] == [True, True], "the process that had it is gone"
    tables.database.write(partial(rows.release, ids=[table.id]))
    assert [offered(23), claimed(23)] == [True, True]


# --- clocks ---------------------------------------------------------------------------------------------------


def act_late(table: OnlineTable, client: FlaskClient, waited: float) -> Any:
    turn = turn_of(table)
    headers = {**table.headers(turn), "If-Match": str(table.view(turn)["version"])}
    return client.post(
        f"/v1/games/{table.id}/actions",
        json={"type": "pass"},
        headers=headers,
        environ_overrides={ARRIVED: time.monotonic() - waited},
    )


def test_a_clock_that_runs_out_while_the_move_waits_in_the_queue(app: Flask) -> None:
    client, tables = app.test_client(), app.extensions["tables"]
    start = tables.now()
    tables.now = lambda: start
    table = OnlineTable.open(client, "compoundit", TWO, clock={"seconds": 30})
    tables.now = lambda: start + timedelta(seconds=1000)
    late = act_late(table, client, waited=900)
    assert (late.status_code, late.get_json()["code"]) == (412, "clock_ran_out")
    in_time = act_late(table, client, waited=990)
    assert in_time.status_code == 200, "it came before the clock ran out, and only waited for us"
    version = table.view(0)["version"]
    tables.now = lambda: start + timedelta(seconds=2000)
    app.extensions["driver"].act_at(table.id)
    assert table.view(0)["version"] > version, "the next one let the time pass, and was answered for"


def test_clocks_get_back_the_time_that_the_service_was_away(app: Flask) -> None:
    tables, driver, minder = (app.extensions[name] for name in ("tables", "driver", "minder"))
    start = tables.now()
    tables.now = lambda: start
    table = OnlineTable.open(app.test_client(), "compoundit", TWO, clock={"seconds": 30})
    version = table.view(0)["version"]
    for seconds in (0, 4, 8, 308, 312):  # five minutes without a sign of life
        tables.now = lambda seconds=seconds: start + timedelta(seconds=seconds)
        minder._beat_at = 0.0
        minder.mind()
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == version, "twelve seconds of thirty have passed"
    left = tables.find(table.id).row.due_at - tables.now()
    assert 18 < left.total_seconds() < 25
    tables.now = lambda: start + timedelta(seconds=335)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version > version
