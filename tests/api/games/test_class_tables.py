"""Tables of a class: spread, watched, paused, answered, cleared; latecomers; what closing the class deletes."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from adjudicator.engine.game import playable_games
from adjudicator_api.games.classes.class_tables import groups
from adjudicator_api.storage import schema
from tests.support.lessons import OnlineClass


class Tables:
    """The teacher's and the pupils' side of a class at tables."""

    def __init__(self, client: FlaskClient, *nicknames: str) -> None:
        self.client, self.lesson = client, OnlineClass.open(client)
        self.pupils = [self.lesson.join(name) for name in nicknames]

    def tell(self, path: str, body: dict[str, Any], by: int = 0, key: str = "") -> Any:
        given = {**self.lesson.headers(by), **({"Idempotency-Key": key} if key else {})}
        return self.client.post(f"/v1/classes/{self.lesson.id}{path}", json=body, headers=given)

    def spread(self, game: str = "ion", **more: Any) -> list[dict[str, Any]]:
        answer = self.tell("/tables", {"game": game, **more})
        assert answer.status_code == 201, answer.text
        return list(answer.get_json()["tables"])

    def glance(self) -> list[dict[str, Any]]:
        return list(self.lesson.get("/tables", 0).get_json()["tables"])

    def sit(self, pupil: int) -> dict[str, Any]:
        answer = self.tell("/seat", {}, by=pupil)
        assert answer.status_code == 200, answer.text
        return dict(answer.get_json())

    def view(self, seat: dict[str, Any]) -> Any:
        return self.client.get(f"/v1/games/{seat['id']}", headers=_bearer(seat["token"])).get_json()

    def act(self, seat: dict[str, Any], action: dict[str, Any]) -> Any:
        headers = {**_bearer(seat["token"]), "If-Match": str(self.view(seat)["version"])}
        return self.client.post(f"/v1/games/{seat['id']}/actions", json=action, headers=headers)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _rows(app: Flask, *of: Any) -> list[int]:
    read = app.extensions["storage"].database.read
    return [read(lambda c, t=t: c.execute(select(func.count()).select_from(t)).scalar_one()) for t in of]


def test_no_table_has_two_pupils_more_than_another() -> None:
    for pupils in range(1, 41):
        for players in range(2, 8):
            found = groups(range(pupils), players)
            sizes = [len(group) for group in found]
            assert sorted(pupil for group in found for pupil in group) == list(range(pupils))
            assert max(sizes) <= players
            assert max(sizes) - min(sizes) <= 1
            assert len(found) == -(-pupils // players)


def test_a_class_is_spread_bots_fill_up_and_pupils_sit_down(client: FlaskClient) -> None:
    class_ = Tables(client, "Ann", "Bob", "Cid", "Dot", "Eve")
    assert class_.lesson.view(1)["at_table"] is None
    found = class_.spread(players=4)
    assert [[one["kind"] for one in table["players"]] for table in found] == [
        ["person", "person", "person", "bot"],
        ["person", "person", "bot", "bot"],
    ]
    assert [table["status"] for table in found] == ["playing"] * 2
    assert class_.lesson.view()["at_tables"] == {"game": "ion", "title": "Ion", "count": 2}
    seats = {pupil: class_.sit(pupil) for pupil in class_.pupils}
    assert seats == {pupil: class_.sit(pupil) for pupil in class_.pupils}  # the same every time
    assert len({(seat["id"], seat["seat"]) for seat in seats.values()}) == 5
    for pupil, seat in seats.items():
        assert class_.lesson.view(pupil)["at_table"]["id"] == seat["id"]
        assert class_.view(seat)["you"] == seat["seat"]
    teachers = client.get(f"/v1/games/{found[0]['id']}", headers=class_.lesson.headers(0)).get_json()
    assert (teachers["host"], teachers["you"]) == (True, None)
    assert client.get(f"/v1/games/{found[0]['id']}").get_json()["code"] == "players_only"


def test_only_the_teacher_leads_the_tables_and_only_pupils_sit(client: FlaskClient) -> None:
    class_ = Tables(client, "Ann", "Bob")
    assert class_.tell("/seat", {}, by=1).get_json()["code"] == "no_tables"
    for path, body in (
        ("/tables", {"game": "ion"}),
        ("/tables/pause", {"paused": True}),
        ("/tables/clear", {}),
        (f"/tables/{'A' * 22}/answer", {"action": {"type": "ask_judge"}}),
    ):
        assert class_.tell(path, body, by=1).get_json()["code"] == "teacher_only", path
        alone = client.post(f"/v1/classes/{class_.lesson.id}{path}", json=body)
        assert alone.get_json()["code"] == "teacher_only", path
    assert class_.lesson.get("/tables", 1).get_json()["code"] == "teacher_only"
    assert class_.lesson.get("/tables").get_json()["code"] == "teacher_only"
    assert class_.tell("/seat", {}, by=0).get_json()["code"] == "token_needed"
    other = Tables(client, "Zoe", "Yan")
    foreign = other.spread()[0]["id"]
    answered = class_.tell(f"/tables/{foreign}/answer", {"action": {"type": "ask_judge"}})
    assert answered.get_json()["code"] == "no_such_game"


def test_bad_input_is_told(client: FlaskClient) -> None:
    empty = Tables(client)
    assert empty.tell("/tables", {"game": "ion"}).get_json()["code"] == "nobody_here"
    class_ = Tables(client, "Ann")
    for body, code in (
        ({"game": "chess"}, "no_such_game"),
        ({"game": "class"}, "no_such_game"),
        ({"game": "ion", "players": 1}, "invalid_request"),
        ({"game": "ion", "players": 9}, "bad_options"),
        ({"game": "ion", "options": {"colour": "red"}}, "bad_options"),
        ({"game": "ion", "bot": "genius"}, "bad_bot"),
    ):
        assert class_.tell("/tables", body).get_json()["code"] == code, body
    assert class_.glance() == []
    class_.spread(players=2)
    assert class_.tell("/tables", {"game": "ion"}).get_json()["code"] == "tables_there"


def test_a_spread_that_is_sent_again_is_done_once(client: FlaskClient) -> None:
    class_ = Tables(client, "Ann", "Bob", "Cid")
    key = "0123456789abcdef-spread"
    first, again = (class_.tell("/tables", {"game": "ion", "players": 2}, key=key) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.get_json() == again.get_json()
    other = class_.tell("/tables", {"game": "ion", "players": 3}, key=key)
    assert other.get_json()["code"] == "key_reused"


def test_all_games_can_be_spread_and_cleared(client: FlaskClient, app: Flask) -> None:
    class_ = Tables(client, "Ann", "Bob", "Cid")
    before = _rows(app, schema.games)
    for game in playable_games():
        assert [one["game"] for one in class_.spread(game)] == [game], game
        assert class_.tell("/tables/clear", {}).get_json()["tables"] == []
        assert class_.lesson.view(1)["at_table"] is None
        assert _rows(app, schema.games) == before


def test_paused_tables_wait_people_and_bots_alike(client: FlaskClient, app: Flask) -> None:
    class_ = Tables(client, "Ann")
    [table] = class_.spread(players=2)
    ann = class_.sit(1)
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    assert class_.tell("/tables/pause", {"paused": True}).get_json()["paused"]
    assert class_.view(ann)["paused"]
    assert tables.find(table["id"]).row.due_at is None
    version = class_.view(ann)["version"]
    driver.act_at(table["id"])
    assert class_.view(ann)["version"] == version
    listed = class_.view(ann)["actions"]
    refused = class_.act(ann, listed[0])
    assert (refused.status_code, refused.get_json()["code"]) == (409, "table_paused")
    assert not class_.tell("/tables/pause", {"paused": False}).get_json()["paused"]
    assert tables.find(table["id"]).row.due_at is not None
    assert class_.act(ann, listed[0]).status_code == 200


def test_who_comes_late_takes_the_place_of_a_bot_or_gets_another_table(client: FlaskClient) -> None:
    class_ = Tables(client, "Ann", "Bob", "Cid")
    assert len(class_.spread(players=2)) == 2
    late = class_.lesson.join("Dot")
    assert class_.lesson.view(late)["at_table"]["id"] is None
    seat = class_.sit(late)
    assert class_.view(seat)["players"][seat["seat"]]["name"] == "Dot"
    assert sum(player["kind"] == "bot" for one in class_.glance() for player in one["players"]) == 0
    later = class_.sit(class_.lesson.join("Eve"))
    assert [one["number"] for one in class_.glance()] == [1, 2, 3]
    assert class_.view(later)["players"][later["seat"]]["name"] == "Eve"


def test_nobody_takes_a_deal_along_that_a_latecomer_may_join(client: FlaskClient) -> None:
    """Also who plays with bots only: the next pupil gets the seat of one of them."""
    class_ = Tables(client, "Ann")
    class_.spread(players=3)
    ann = class_.sit(class_.pupils[0])
    refused = client.get(f"/v1/games/{ann['id']}/export", headers=_bearer(ann["token"]))
    assert (refused.status_code, refused.get_json()["code"]) == (409, "others_play")
    late = class_.sit(class_.lesson.join("Bob"))
    assert (late["id"], class_.view(late)["disclosed"]) == (ann["id"], None)


def test_renaming_and_removing_reach_the_table(client: FlaskClient) -> None:
    class_ = Tables(client, "Ann", "Bob")
    class_.spread(players=2)
    ann = class_.sit(1)
    class_.lesson.lead("rename", seat=1, nickname="Anna")
    assert class_.view(ann)["players"][ann["seat"]]["name"] == "Anna"
    class_.lesson.lead("remove", seat=1)
    assert client.get(f"/v1/games/{ann['id']}", headers=_bearer(ann["token"])).status_code == 401
    [table] = class_.glance()
    assert table["players"][ann["seat"]]["kind"] == "bot"
    assert "Ann" not in str(table)


def test_closing_the_class_leaves_nothing_of_its_tables_rematches_included(
    client: FlaskClient, app: Flask
) -> None:
    class_ = Tables(client, "Ann", "Bob")
    class_.spread(players=2)
    ann, bob = class_.sit(1), class_.sit(2)
    client.post(f"/v1/games/{ann['id']}/resign", json={}, headers=_bearer(ann["token"]))
    assert class_.glance()[0]["winners"] == [bob["seat"]]
    again = client.post(f"/v1/games/{ann['id']}/rematch", json={}, headers=_bearer(ann["token"]))
    assert again.status_code == 201, again.text
    [table] = class_.glance()
    assert table["id"] == again.get_json()["id"]
    assert class_.lesson.view(1)["at_table"]["id"] == table["id"]
    class_.tell("/close", {})
    found = _rows(app, schema.games, schema.seats, schema.events, schema.commits, schema.requests)
    assert found == [0] * 5


def test_the_teacher_answers_a_challenge_also_while_all_is_paused(client: FlaskClient) -> None:
    """C-CONSENSUS: the teacher answers for all who have not answered; here for both players, and the move stands."""
    class_ = Tables(client, "Ann", "Bob")
    [table] = class_.spread("compoundit", players=2, options={"mode": "challenge"})
    seats = {seat["seat"]: seat for seat in (class_.sit(1), class_.sit(2))}
    turn = class_.view(seats[0])["table"]["turn"]
    rack = class_.view(seats[turn])["table"]["rack"]
    laid = [{"row": 8, "col": 8 + at, "symbol": symbol} for at, symbol in enumerate(rack[:2])]
    assert class_.act(seats[turn], {"type": "place", "placements": laid}).status_code == 200
    assert class_.glance()[0]["to_answer"] == []
    other = seats[1 - turn]
    challenge = next(one for one in class_.view(other)["actions"] if one["type"] == "challenge")
    assert class_.act(other, challenge).status_code == 200
    ways = class_.glance()[0]["to_answer"]
    assert {"type": "settle", "ruling": "valid"} in ways
    assert {"type": "ask_judge"} in ways
    class_.tell("/tables/pause", {"paused": True})
    path = f"/tables/{table['id']}/answer"
    assert class_.tell(path, {"action": {"type": "place"}}).get_json()["code"] == "nothing_to_answer"
    answered = class_.tell(path, {"action": {"type": "settle", "ruling": "valid"}}).get_json()
    assert answered["tables"][0]["to_answer"] == []
    shown = class_.view(other)["table"]
    assert shown["challenge"] is None
    assert len(shown["board"]) == 2
    assert class_.tell(path, {"action": {"type": "ask_judge"}}).get_json()["code"] == "nothing_to_answer"


def test_the_teacher_gets_what_was_missed_as_the_list_of_a_class(client: FlaskClient) -> None:
    class_ = Tables(client, "Ann", "Bob")
    table = class_.spread("valence-plus", players=2, options={"naming": True})[0]
    missed = f"/v1/games/{table['id']}/missed"
    early = client.get(missed, headers=class_.lesson.headers(0))
    assert (early.status_code, early.get_json()["code"]) == (409, "not_over")
    seats = [class_.sit(pupil) for pupil in class_.pupils]
    client.post(f"/v1/games/{table['id']}/resign", json={}, headers=_bearer(seats[0]["token"]))
    assert class_.glance()[0]["status"] == "over"
    found = client.get(missed, headers=class_.lesson.headers(0))
    assert found.status_code == 200, found.text
    assert found.get_json()["set"] == ""
    assert client.get(missed).status_code == 403
