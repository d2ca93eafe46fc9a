"""Cheating is refused with a code: by outsiders, by players who are not asked, and by trial and error."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import prose
from adjudicator.engine.agents.bots import Hint
from adjudicator_api import Config, create_app
from adjudicator_api.config import ALLOWANCES, GUESSES
from adjudicator_api.games.bots import decisions
from adjudicator_api.http.problems import Refused
from adjudicator_api.routes.games import viewing
from adjudicator_api.server.limiter import Allowances
from adjudicator_rulesets.valence_plus.play.state import EndTurn
from tests.support.lessons import OnlineClass
from tests.support.sampling import more_at_night
from tests.support.tabling import OnlineTable

TWO = [{"name": "Ann"}, {"name": "Bob"}]
READS = ("", "/actions", "/log", "/hints", "/events", "/analysis", "/missed")
DEEDS = ("/actions", "/preview", "/leave", "/resign", "/rematch", "/share")
HOSTS = ("/start", "/cancel")


@pytest.fixture
def table(client: FlaskClient) -> OnlineTable:
    return OnlineTable.open(client, "compoundit", TWO)


def turn_of(table: OnlineTable) -> int:
    turn: int = table.view(0)["asks"][0]["player"]
    return turn


def asked(table: OnlineTable, token: str | None) -> dict[str, tuple[int, str]]:
    """What every route of the table answers to a caller with this token."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answers = {path: table.client.get(f"/v1/games/{table.id}{path}", headers=headers) for path in READS}
    for path in (*DEEDS, *HOSTS):
        body = {"type": "pass"} if path in DEEDS[:2] else {}
        answers[f"POST {path}"] = table.client.post(
            f"/v1/games/{table.id}{path}", json=body, headers={**headers, "If-Match": "3"}
        )
    put = {"json": {"open": True}, "headers": headers}
    answers["PUT /seats"] = table.client.put(f"/v1/games/{table.id}/seats/0", **put)
    return {path: (answer.status_code, answer.get_json()["code"]) for path, answer in answers.items()}


def unchanged(table: OnlineTable, before: Any) -> bool:
    return bool(table.view(0) == before)


def test_the_token_of_another_table_opens_nothing(client: FlaskClient, table: OnlineTable) -> None:
    elsewhere, before = OnlineTable.open(client, "compoundit", TWO), table.view(0)
    for token in (elsewhere.tokens[0], elsewhere.host, "A" * 22):
        said = asked(table, token)
        assert set(said.values()) == {(401, "bad_token")}
    assert unchanged(table, before)


def test_without_a_token_a_players_only_game_shows_and_does_nothing(table: OnlineTable) -> None:
    before, said = table.view(0), asked(table, None)
    for path in ("", "/log", "/events", "/analysis", "/missed"):
        assert said[path] == (403, "players_only"), path
    for path in ("/actions", "/hints", *(f"POST {deed}" for deed in DEEDS)):
        assert said[path] == (401, "token_needed"), path
    for path in (*(f"POST {deed}" for deed in HOSTS), "PUT /seats"):
        assert said[path] == (403, "host_only"), path
    assert unchanged(table, before)


def test_a_seat_is_not_the_host_and_the_host_is_no_seat(table: OnlineTable) -> None:
    before = table.view(0)
    for path in HOSTS:
        assert table.post(path, {}, 1).get_json()["code"] == "host_only"
    for path in DEEDS:
        body = {"type": "pass"} if path in DEEDS[:2] else {}
        answer = table.client.post(
            f"/v1/games/{table.id}{path}",
            json=body,
            headers={"Authorization": f"Bearer {table.host}", "If-Match": "3"},
        )
        assert answer.get_json()["code"] == "token_needed", path
    assert unchanged(table, before)


def test_the_token_of_a_left_seat_is_dead(table: OnlineTable) -> None:
    old = table.tokens[1]
    assert table.post("/leave", {}, 1).status_code == 200
    said = asked(table, old)
    assert {said[path] for path in ("", "/actions", "/log", "POST /actions", "POST /leave")} == {
        (401, "bad_token")
    }
    taken = table.client.post(f"/v1/games/{table.id}/seats", json={"name": "Zoe"}).get_json()
    assert taken["seat"] == 1
    assert asked(table, old)["POST /actions"] == (401, "bad_token"), "nor does it live again"


def test_guessed_ids_and_malformed_ones_are_not_there(client: FlaskClient, table: OnlineTable) -> None:
    guessed = table.id[:-1] + ("A" if table.id[-1] != "A" else "B")
    for id_ in (guessed, "A" * 22, "x", "..%2f..%2fetc", table.id.swapcase(), f"{table.id}0"):
        answer = client.get(f"/v1/games/{id_}", headers=table.headers(0))
        assert answer.status_code == 404, id_
    assert table.id not in client.get("/v1/games?watch=public").text


def test_guesses_are_counted_over_the_processes_of_a_machine(config: Config, tmp_path: Path) -> None:
    for name in (ALLOWANCES, GUESSES):
        Allowances.create(tmp_path / name)
    clients = [create_app(replace(config, shared=str(tmp_path))).test_client() for _ in range(2)]
    codes = [
        clients[number % 2].post(f"/v1/join/CCCC{number:02}", json={"name": "Eve"}).status_code
        for number in range(12)
    ]
    assert codes == [404] * 10 + [429] * 2


def test_guessing_codes_ends_soon(client: FlaskClient) -> None:
    waiting = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    answers = [client.post(f"/v1/join/AAAA{n:02}", json={"name": "Eve"}) for n in range(14)]
    assert answers[0].get_json()["code"] == "no_open_seat"
    assert {(a.status_code, a.get_json()["code"]) for a in answers[-3:]} == {(429, "too_many_guesses")}
    assert int(answers[-1].headers["Retry-After"]) <= 60
    right = client.post(f"/v1/join/{waiting.code}", json={"name": "Eve"})
    assert right.status_code == 429, "not even the right one, or guessing would pay"
    neighbour = client.post(
        f"/v1/join/{waiting.code}", json={"name": "Bob"}, environ_overrides={"REMOTE_ADDR": "198.51.100.7"}
    )
    assert neighbour.status_code == 201, "others do not suffer"


@pytest.mark.parametrize("many", more_at_night(2_000, 10_000))
def test_guesses_from_everywhere_are_slowed_and_lock_out_nobody(
    app: Flask, client: FlaskClient, many: int
) -> None:
    """Wrong codes from 256 prefixes within a minute, beside a class that joins and a table."""
    guesses = app.extensions["guesses"]
    guesses.table._clock = lambda: 1e9  # it stands still, so no guess is refunded during the test
    lesson = OnlineClass.open(client)
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {}])
    tried: Counter[str] = Counter()

    def guess(address: str) -> None:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}), suppress(Refused):
            guesses.admit_guess()
            guesses.failed()
            tried[address] += 1

    school = {"REMOTE_ADDR": "203.0.113.5"}
    for n in range(many):
        guess(f"2001:db8:0:{n % 256:x}::1")
        if n % (many // 40) == 0:
            join = f"/v1/classes/join/{lesson.code}"
            pupil = client.post(join, json={"nickname": f"Pupil {n}"}, environ_overrides=school)
            assert pupil.status_code == 201, n
    assert len(tried) == 256
    assert sum(tried.values()) <= 300 + 3 * 256, "ten each before it is crowded, then a few"
    right = f"/v1/join/{table.code}"
    guesser = client.post(right, json={"name": "Eve"}, environ_overrides={"REMOTE_ADDR": "2001:db8::1"})
    assert guesser.get_json()["code"] == "too_many_guesses", "guessing does not pay"
    assert client.get("/v1/classes/join/ZZZZZZ", environ_overrides=school).status_code == 404
    assert client.post(right, json={"name": "Bob"}, environ_overrides=school).status_code == 201


def test_acting_out_of_turn_and_with_forged_versions(table: OnlineTable) -> None:
    turn, before = turn_of(table), table.view(0)
    version = before["version"]

    def code(seat: int, action: dict[str, Any], seen: Any) -> str:
        answer = table.post("/actions", action, seat, **({} if seen is None else {"If-Match": str(seen)}))
        found: str = answer.get_json()["code"]
        return found

    away = {"type": "pass"}
    assert code(1 - turn, away, version) == "illegal_action"
    assert code(turn, away, version + 1) == "version_to_come"
    assert code(turn, away, 999_999_999) == "version_to_come"
    assert code(turn, away, 0) == "asked_anew"
    assert code(turn, away, None) == "if_match_needed"
    for forged in ("*", "-1", "1e3", "9" * 30, f"{version}, {version}", "W/*", "٣"):
        assert code(turn, away, forged) == "bad_if_match", forged
    assert code(turn, {"type": "challenge", "move": 1}, version) == "illegal_action"
    for forged_action in ({"type": "win"}, {"type": "pass", "player": 1 - turn}, {"type": "pass", "rng": []}):
        assert code(turn, forged_action, version) == "bad_action", forged_action
    assert unchanged(table, before)


def test_oversize_wishes_are_refused_before_anybody_looks_at_them(
    client: FlaskClient, table: OnlineTable
) -> None:
    def code(**wanted: Any) -> tuple[int, str]:
        answer = client.post("/v1/games", json={"game": "compoundit", "seats": TWO, **wanted})
        return answer.status_code, answer.get_json()["code"]

    nested: Any = []
    for _ in range(30):
        nested = [nested]
    invalid = (422, "invalid_request")
    assert code(options={"rules": nested}) == invalid
    assert code(options={str(n): n for n in range(500)}) == invalid
    assert code(options={"rules": "x" * 200_000}) == (413, "body_too_large")
    assert code(seats=[{}] * 9) == invalid
    assert code(edition="x" * 70_000) == invalid
    before = table.view(0)
    tiles = [{"row": 1, "col": n, "symbol": "H"} for n in range(300)]
    many = table.act(turn_of(table), {"type": "place", "placements": tiles})
    assert (many.status_code, many.get_json()["code"]) == invalid
    assert unchanged(table, before)


def test_hints_where_they_are_off(table: OnlineTable) -> None:
    answer = table.get("/hints", turn_of(table))
    assert (answer.status_code, answer.get_json()["code"]) == (403, "hints_off")


def test_hints_call_players_by_their_names(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def about_the_other(_game: object, view: Any, *_: object) -> list[Hint[Any]]:
        return [Hint(EndTurn(), 0.0, prose.called(1 - view["you"]))]

    here = SimpleNamespace(run=lambda function, *arguments, **_: function(*arguments))
    monkeypatch.setattr(viewing, "work", lambda: here)
    monkeypatch.setattr(decisions, "hints_of", about_the_other)
    table = OnlineTable.open(client, "valence-plus", TWO, hints=True)
    assert [table.get("/hints", seat).get_json()["hints"][0]["text"] for seat in (0, 1)] == ["Bob", "Ann"]


def test_a_preview_does_not_say_whether_a_name_is_right(client: FlaskClient) -> None:
    """V-NAME: the right name, a wrong one and gibberish get the same preview, and change nothing."""
    table = OnlineTable.open(client, "valence-plus", TWO, options={"naming": True}, hints=True)
    for _ in range(60):
        turn = turn_of(table)
        hints = table.get("/hints?count=9", turn).get_json()["hints"]
        build = next((h["action"] for h in hints if h["action"]["type"] == "build"), None)
        if build is not None:
            break
        complete = [a for a in table.view(turn)["actions"] if not a.get("open")]
        assert table.act(turn, complete[0]).status_code == 200
    else:
        raise AssertionError("nothing could be built in sixty turns")
    before = table.view(turn)
    judged = client.post("/v1/judge", json={"tiles": build["cards"], "rules": "valence-plus"}).get_json()
    names = (judged["name"], "dihydrogen nonsense", "xyzzy")
    said = [table.post("/preview", {**build, "name": name}, turn).get_json() for name in names]
    assert said[0]["verdict"]["ruling"] == "valid"
    assert said[0] == said[1] == said[2]
    assert table.view(turn) == before


def in_a_row(symbols: list[str]) -> dict[str, Any]:
    squares = [{"row": 8, "col": 8 + place, "symbol": symbol} for place, symbol in enumerate(symbols)]
    return {"type": "place", "placements": squares}


def test_without_hints_a_preview_says_how_tiles_lie_and_no_chemistry(client: FlaskClient) -> None:
    """Fair play: a compound and nonsense get the same preview, with their points; only the move itself is judged."""
    table = OnlineTable.open(client, "compoundit", TWO, options={"mode": "verified"})
    turn = turn_of(table)
    rack = table.view(turn)["table"]["rack"]
    refused = 0
    for size in (2, 3):
        for symbols in permutations(rack, size):
            said = table.post("/preview", in_a_row(list(symbols)), turn).get_json()
            verdict = said["verdict"]
            assert (verdict["ruling"], verdict.get("runs")) == ("valid", None)
            assert said["score"] > 0
            judged = client.post("/v1/judge", json={"tiles": symbols, "rules": "compoundit"}).get_json()
            refused += judged["ruling"] == "invalid"
    assert refused, "all of them are compounds: this rack shows nothing"
    apart = {"type": "place", "placements": [{"row": 1, "col": 1, "symbol": rack[0]}]}
    assert table.post("/preview", apart, turn).get_json()["verdict"]["ruling"] == "invalid"


def test_without_hints_a_preview_does_not_say_what_cards_make(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "valence-plus", TWO)
    turn = turn_of(table)
    drawn = next(a for a in table.view(turn)["actions"] if a["type"] == "draw" and not a.get("open"))
    assert table.act(turn, drawn).status_code == 200
    hand = table.view(turn)["table"]["hand"]
    said = [
        table.post("/preview", {"type": "build", "cards": cards}, turn).get_json()
        for cards in ([hand[0]], hand, [hand[0], hand[1]])
    ]
    assert said[0]["verdict"]["ruling"] == "valid"
    assert said[0] == said[1] == said[2]
    strange = table.post("/preview", {"type": "build", "cards": [*hand, "Xx"]}, turn).get_json()
    assert strange["verdict"]["ruling"] == "invalid"


def test_a_preview_does_not_say_whether_a_challenge_would_succeed(client: FlaskClient) -> None:
    """C-CHAL: a preview does not reveal the answer, whether the move was right or wrong."""
    said = []
    for legal in (True, False):
        table = OnlineTable.open(
            client, "compoundit", TWO, options={"mode": "challenge"}, hints=True, watch="public"
        )
        turn = turn_of(table)
        if legal:
            action = table.get("/hints?count=1", turn).get_json()["hints"][0]["action"]
        else:
            rack = table.view(turn)["table"]["rack"]
            action = in_a_row(rack[:4])
        assert table.act(turn, action).status_code == 200
        other = 1 - turn
        challenge = next(a for a in table.view(other)["actions"] if a["type"] == "challenge")
        verdict = table.post("/preview", challenge, other).get_json()["verdict"]
        said.append({name: verdict[name] for name in ("ruling", "reason") if name in verdict})
    assert said[0] == said[1]


def test_a_stolen_glance_at_other_seats_is_not_in_any_answer(table: OnlineTable) -> None:
    """No answer to one player contains the other's rack, the seed or a token."""
    row = table.client.application.extensions["tables"].find(table.id)
    for seat in (0, 1):
        for path in ("", "/actions", "/log"):
            table.get(path, seat)
    secrets = [row.row.seed, table.host, *table.tokens.values()]
    for viewer, text in table.said:
        assert not any(secret in text for secret in secrets)
        assert viewer is not None
    racks = [table.view(seat)["table"]["rack"] for seat in (0, 1)]
    logs = [table.get("/log", seat).get_json()["events"] for seat in (0, 1)]
    for seat in (0, 1):
        drawn = [event for event in logs[seat] if event["type"] == "tiles_drawn"]
        assert [sorted(e["symbols"]) for e in drawn if "symbols" in e] == [sorted(racks[seat])]


def test_thirty_phones_behind_one_address_have_thirty_allowances(config: Config) -> None:
    """A token found to be valid has its own allowance; made-up tokens share that of their address."""
    app = create_app(replace(config, rate_limit="60 per hour"))
    client = app.test_client()
    table = OnlineTable.open(client, "compoundit", TWO)  # costs ten
    for seat in (0, 1):
        assert table.get("", seat).status_code == 200
    while client.get("/v1/rulesets").status_code == 200:
        pass  # somebody at this address asks for too much
    assert client.get("/v1/rulesets").status_code == 429
    assert [table.get("", seat).status_code for seat in (0, 1) for _ in range(20)] == [200] * 40
    made_up = {"Authorization": f"Bearer {'A' * 22}"}
    assert client.get(f"/v1/games/{table.id}", headers=made_up).status_code == 429


def test_who_asks_is_said_before_what_is_wrong_with_the_question(client: FlaskClient) -> None:
    """401, 403, 404, 412 and 428, 422: in this order, whatever else is wrong."""
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}], hints=True)
    bad, seen = b"{", {"If-Match": '"0"', "Content-Type": "application/json"}

    def code(
        method: str, path: str, token: str | None, id_: str = table.id, **headers: str
    ) -> tuple[int, str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        given = {} if token is None else {"Authorization": f"Bearer {token}"}
        answer = client.open(
            f"/v1/games/{id_}{path}", method=method, data=bad, headers={**given, **seen, **named}
        )
        return answer.status_code, answer.get_json()["code"]

    stranger, ann = "0" * 22, table.tokens[0]
    bodies = ("/actions", "/preview", "/leave", "/resign", "/rematch", "/share")
    assert {code("POST", path, stranger) for path in bodies} == {(401, "bad_token")}
    assert {code("POST", path, None) for path in bodies} == {(401, "token_needed")}
    assert {code("POST", path, ann, "A" * 22) for path in bodies} == {(404, "no_such_game")}
    hosts = (("POST", "/start"), ("POST", "/cancel"), ("PUT", "/seats/0"))
    assert {code(method, path, stranger) for method, path in hosts} == {(401, "bad_token")}
    assert {code(method, path, ann) for method, path in hosts} == {(403, "host_only")}
    assert code("GET", "/hints?count=many", stranger) == (401, "bad_token")
    assert code("GET", "/log?after=soon", stranger) == (401, "bad_token")
    assert code("POST", "/actions", ann) == (412, "asked_anew")
    seen.pop("If-Match")
    assert code("POST", "/actions", stranger) == (401, "bad_token")
    assert code("POST", "/actions", ann) == (428, "if_match_needed")
    assert code("POST", "/actions", ann, If_Match=f'"{table.view(0)["version"]}"') == (400, "bad_json")
    unreadable = table.post("/actions", {"type": "pick", "cards": 7}, 0, **{"If-Match": '"0"'})
    assert (unreadable.status_code, unreadable.get_json()["code"]) == (412, "asked_anew")
    assert code("POST", "/seats", None) == (404, "no_open_seat")
    assert code("PUT", "/seats/9", table.host) == (404, "no_such_seat")
    assert code("POST", "/start", table.host) == (409, "already_started")
    assert {code("POST", path, ann) for path in ("/share", "/rematch")} == {(409, "not_over")}
    assert code("GET", "/analysis?after=soon", ann) == (409, "not_over")
    assert code("GET", "/missed", ann) == (409, "not_over")
    assert code("GET", "/hints?count=many", ann) == (422, "invalid_request")


def test_who_asks_is_said_before_what_is_wrong_with_the_key(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}])
    bad = {"If-Match": '"1"', "Idempotency-Key": "short"}

    def code(path: str, token: str | None, id_: str = table.id) -> tuple[int, str]:
        headers = bad if token is None else {**bad, "Authorization": token}
        answer = client.post(
            f"/v1/games/{id_}{path}", json={"type": "ready"} if "act" in path else {}, headers=headers
        )
        return answer.status_code, answer.get_json()["code"]

    paths, stranger, ann = (
        ("/actions", "/leave", "/resign", "/rematch"),
        f"Bearer {'0' * 22}",
        table.tokens[0],
    )
    assert {code(path, stranger) for path in paths} == {(401, "bad_token")}
    assert {code(path, None) for path in paths} == {(401, "token_needed")}
    assert {code(path, "Basic of-another-kind", "A" * 22) for path in paths} == {(401, "bad_token")}
    assert {code(path, stranger, "A" * 22) for path in paths} == {(404, "no_such_game")}
    assert code("/leave", f"Bearer {ann}") == (422, "bad_idempotency_key")
    assert table.get("/hints?count=many", 0).get_json()["code"] == "hints_off"


def test_what_does_not_exist_is_said_before_what_is_wrong_with_the_question(client: FlaskClient) -> None:
    def code(method: str, path: str) -> tuple[int, str]:
        answer = client.open(path, method=method, data=b"{", content_type="application/json")
        return answer.status_code, answer.get_json()["code"]

    unknown = f"/v1/editions/sha256:{'0' * 64}"
    assert code("POST", "/v1/join/ZZZZZZ") == (404, "no_open_seat")
    assert code("POST", f"/v1/challenges/{'A' * 22}/settlement") == (404, "no_such_challenge")
    assert code("GET", f"{unknown}/games?first=many") == (404, "edition_unknown")
    assert code("GET", f"{unknown}.pdf?paper=none") == (404, "edition_unknown")
