"""Classes over HTTP: joining, answering, leading, closing, and the cost of a round."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from adjudicator.classroom import CLASS, PLACES, game
from adjudicator.classroom.nicknames import is_ours
from adjudicator.engine.game import playable_games
from adjudicator.exercises.runs import Building
from adjudicator_api import Config, create_app
from adjudicator_api.games.classes.joining import LINE
from adjudicator_api.games.upkeep.housekeeping import expire
from adjudicator_api.routes.classes import CALM, told
from adjudicator_api.storage import games as rows
from adjudicator_api.storage import schema
from adjudicator_api.storage.kept import Limit
from tests.support.lessons import OnlineClass


def test_a_lesson_from_the_code_to_the_podium(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    invited = client.get(f"/v1/classes/join/{lesson.code.lower()}").get_json()
    assert invited["total"] == 2
    assert len(invited["nicknames"]) == 3
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    assert lesson.view()["nicknames"] == ["Ann", "Bob"]
    assert lesson.lead("next").get_json()["question"]["prompt"]
    assert lesson.answer(ann, 0, "+1").status_code == 200
    assert lesson.answer(bob, 0, "-1").get_json()["answer"] == "-1"
    assert (lesson.view()["answered"], lesson.view()["pupils"]) == (2, 2)
    lesson.lead("close")
    shown = lesson.view()
    assert [one["count"] for one in shown["closed"]["spread"]] == [1, 1]
    assert shown["closed"]["wrong"]["reason"]
    assert lesson.view(bob)["feedback"]["outcome"] == "wrong"
    cid = lesson.join("Cid")  # joins late
    lesson.lead("next")
    lesson.answer(cid, 1, "-1")
    lesson.lead("close")
    over = lesson.lead("next").get_json()
    assert over["stage"] == "over"
    assert [one["nickname"] for one in lesson.view()["podium"]] == ["Ann", "Cid"]
    assert over["missed"] == ["charge:Na^+"]
    text = lesson.get("/results.csv", 0).text
    assert text.startswith("\ufeffNickname,Score,of,%,1. Which charge")
    assert text.splitlines()[1].startswith("Ann,100,200,50.0,+1,100")
    german = lesson.get("/results.csv", 0, **{"Accept-Language": "de"}).text
    assert german.splitlines()[1].startswith("Ann;100;200;50,0;+1;100")
    assert german.startswith("\ufeffSpitzname;Punkte;von;%;1. Welche Ladung")
    assert lesson.get("/results.csv", ann).status_code == 403
    late = client.post(f"/v1/classes/join/{lesson.code}", json={"nickname": "Dan"})
    assert late.get_json()["code"] == "class_over"


def test_everybody_is_shown_the_view_of_the_engine(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the contract suite proves of views holds for what is sent: it is made of nothing else."""
    lesson = OnlineClass.open(client)
    ann = lesson.join("Ann")
    lesson.lead("next")
    real = CLASS.view

    def hidden(state: Any, viewer: int | None) -> dict[str, Any]:
        """A view in which the class waits for its first question."""
        seen = real(state, viewer)
        return {**seen, "table": {**seen["table"], "stage": "lobby", "number": -1}}

    monkeypatch.setattr(CLASS, "view", hidden)
    for viewer in (None, 0, ann):
        shown = lesson.view(viewer)
        assert (shown["stage"], shown["question"]) == ("lobby", None)


def test_a_list_is_read_in_the_process_for_longer_work_alone(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of racks takes seconds: in the thread that answers, it would be in everybody's way."""

    def read(_: Any, exercise: Any) -> str:
        raise AssertionError(exercise.text)

    monkeypatch.setattr(Building, "read", read)
    lesson = OnlineClass.open(client, "build:H H O Na Cl K@compoundit")
    assert lesson.lead("next").get_json()["question"]["rack"] == ["H", "H", "O", "Na", "Cl", "K"]


def test_closing_deletes_everything(client: FlaskClient, app: Flask) -> None:
    lesson = OnlineClass.open(client)
    ann = lesson.join("Ann")
    lesson.lead("next")
    lesson.answer(ann, 0, "+1")
    path = f"/v1/classes/{lesson.id}/close"
    assert client.post(path, json={}, headers=lesson.headers(ann)).get_json()["code"] == "teacher_only"
    assert client.post(path, json={}, headers=lesson.headers(0)).status_code == 200
    assert lesson.get("", ann).get_json()["code"] == "no_such_class"
    assert client.get(f"/v1/classes/join/{lesson.code}").status_code == 404
    database = app.extensions["storage"].database
    for table in (schema.games, schema.seats, schema.events, schema.commits, schema.requests):
        assert (
            database.read(lambda c, t=table: c.execute(select(func.count()).select_from(t)).scalar_one()) == 0
        )


@pytest.mark.parametrize("abandoned_days", [0, 30])
def test_a_class_is_gone_after_thirty_days_whatever_is_kept_otherwise(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, abandoned_days: int
) -> None:
    lesson = OnlineClass.open(client, pace="homework", days=14)
    ann = lesson.join("Ann")
    tables = app.extensions["tables"]
    now = tables.now()
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(days=10))
    assert lesson.answer(ann, 0, "+1").status_code == 200
    assert expire(tables, abandoned_days, 7) == (0, 0)
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(days=30, minutes=1))
    assert expire(tables, abandoned_days, 7)[1] == 1
    assert lesson.get("", 0).status_code == 404


def test_homework_lasts_until_its_date_and_ends_by_the_clock(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = OnlineClass.open(client, pace="homework", days=2)
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    first = lesson.answer(ann, 0, "+1").get_json()
    assert first["number"] == 1
    assert first["feedback"]["outcome"] == "right"
    tables = app.extensions["tables"]
    now = tables.now()
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(days=1))
    assert lesson.answer(ann, 1, "+2").get_json()["done"] == 2
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(days=2, seconds=30))
    app.extensions["driver"].act_at(lesson.id)
    assert lesson.view(bob)["stage"] == "over"
    assert lesson.answer(bob, 0, "+1").status_code == 422
    assert [(one["number"], one["right"], one["of"]) for one in lesson.view()["hardest"]] == [(1, 0, 1)]


def test_the_clock_closes_a_question_and_more_time_puts_it_off(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = OnlineClass.open(client, seconds=20)
    lesson.lead("next")
    lesson.lead("more_time", seconds=30)
    tables = app.extensions["tables"]
    now = tables.now()
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(seconds=40))
    app.extensions["driver"].act_at(lesson.id)
    assert lesson.view()["stage"] == "open"
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(seconds=60))
    app.extensions["driver"].act_at(lesson.id)
    assert lesson.view()["stage"] == "closed"


def test_more_time_that_is_sent_again_with_its_key_is_given_once(client: FlaskClient, app: Flask) -> None:
    lesson = OnlineClass.open(client, seconds=20)
    lesson.lead("next")
    tables, path = app.extensions["tables"], f"/v1/classes/{lesson.id}/commands"

    def more(key: str) -> int | None:
        headers = {**lesson.headers(0), "Idempotency-Key": key * 16}
        answer = client.post(path, json={"type": "more_time", "seconds": 30}, headers=headers)
        assert answer.status_code == 200, answer.text
        clock: int | None = tables.find(lesson.id).row.clock
        return clock

    assert [more("a"), more("a"), more("b"), more("a"), more("b")] == [50, 50, 80, 80, 80]


def test_the_teacher_renames_removes_and_hides(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    lesson.lead("next")
    lesson.answer(ann, 0, "+1")
    assert lesson.lead("rename", seat=ann, nickname="bob").get_json()["code"] == "nickname_taken"
    assert lesson.lead("rename", seat=ann, nickname="Anna").status_code == 200
    assert lesson.view(ann)["nickname"] == "Anna"
    assert lesson.lead("remove", seat=ann).status_code == 200
    assert lesson.get("", ann).status_code == 401
    cid = lesson.join("Cid")
    assert cid == ann  # the place is free again, and empty
    assert lesson.view(cid)["answer"] is None
    assert lesson.lead("show_names", shown=False).status_code == 200
    assert lesson.view()["nicknames"] is None
    assert lesson.lead("remove", seat=PLACES).get_json()["code"] == "no_such_pupil"
    assert lesson.lead("close", by=bob).get_json()["code"] == "teacher_only"


def test_a_question_closes_by_itself_once_all_have_answered(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = OnlineClass.open(client)
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    lesson.lead("next")
    assert lesson.answer(ann, 0, "+1").get_json()["stage"] == "open"
    assert lesson.answer(bob, 0, "+1").get_json()["stage"] == "open", "nobody asked for it"
    assert lesson.lead("close_by_itself", on=True).get_json()["stage"] == "closed"
    lesson.lead("next")
    tables = app.extensions["tables"]
    now = tables.now()
    monkeypatch.setattr(tables, "now", lambda: now + timedelta(minutes=2))
    lesson.view(ann)  # she is seen again
    assert lesson.answer(ann, 1, "-1").get_json()["stage"] == "open", "Bob thinks; his phone sleeps"
    assert lesson.answer(bob, 1, "-1").get_json()["stage"] == "closed"


def test_a_question_closes_by_itself_when_the_last_who_has_not_answered_is_removed(
    client: FlaskClient,
) -> None:
    lesson = OnlineClass.open(client)
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    lesson.lead("close_by_itself", on=True)
    lesson.lead("next")
    assert lesson.answer(ann, 0, "+1").get_json()["stage"] == "open"
    assert lesson.lead("remove", seat=bob).get_json()["stage"] == "closed"
    assert lesson.view(ann)["feedback"]["outcome"] == "right"


def test_the_teacher_decides_what_an_answer_and_a_question_count(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client, "name:NaCl\nname:KCl")
    ann = lesson.join("Ann")
    lesson.lead("next")
    lesson.answer(ann, 0, "salt of the sea")
    lesson.lead("close")
    assert lesson.view(0)["undecided"] == 1
    assert lesson.view(0)["answers"][0][0]["outcome"] == "unresolved"
    assert lesson.lead("decide", question=0).get_json()["code"] == "invalid_request"
    assert lesson.lead("decide", question=0, answer="?").get_json()["code"] == "illegal_action"
    assert lesson.lead("decide", question=0, answer="salt of the sea", right=True).status_code == 200
    assert (lesson.view(ann)["score"], lesson.view(ann)["best"]) == (100, 100)
    assert lesson.lead("count", question=0, counts="out").get_json()["skipped"] == [0]
    assert (lesson.view(ann)["score"], lesson.view(ann)["best"]) == (0, 0)
    assert lesson.lead("count", question=0, counts="to_all").get_json()["given_to_all"] == [0]
    assert lesson.view(ann)["feedback"]["score"] == 100
    assert lesson.lead("decide", by=ann, question=0, answer="x").get_json()["code"] == "teacher_only"


def test_the_results_follow_what_the_teacher_decides_while_they_are_shown(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client, "name:NaCl")
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    lesson.lead("next")
    lesson.answer(ann, 0, "salt of the sea")
    lesson.answer(bob, 0, "common salt")
    lesson.lead("close")
    assert lesson.lead("next").get_json()["stage"] == "over"
    assert [one["nickname"] for one in lesson.view()["podium"]] == ["Bob"]
    before = lesson.view(bob)["version"]
    decided = lesson.lead("decide", question=0, answer="salt of the sea", right=True).get_json()
    assert (decided["stage"], decided["undecided"]) == ("over", 0)
    assert lesson.view(bob)["version"] > before
    assert [one["nickname"] for one in lesson.view()["podium"]] == ["Ann", "Bob"]
    assert lesson.view(ann)["score"] == 100
    assert lesson.get("/results.csv", 0).text.splitlines()[1].startswith("Ann,100,100,100.0,")
    assert lesson.lead("remove", seat=2).status_code == 200
    assert [one["nickname"] for one in lesson.view()["podium"]] == ["Ann"]
    assert lesson.lead("end").get_json()["code"] == "illegal_action"


def test_an_answer_is_not_changed_without_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer is kept, so one phone could fill a disk; what it answered last stays."""
    monkeypatch.setattr(game, "MOST_CHANGES", 4)
    lesson = OnlineClass.open(client)
    ann, bob = lesson.join("Ann"), lesson.join("Bob")
    lesson.lead("next")
    answers = [lesson.answer(ann, 0, f"+{number}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [409] * 2
    assert answers[-1].get_json()["code"] == "chosen_often"
    assert lesson.view(ann)["answer"] == "+3"
    assert lesson.answer(bob, 0, "+1").status_code == 200, "others answer as ever"
    lesson.lead("remove", seat=ann)
    cid = lesson.join("Cid")
    assert cid == ann, "the same place"
    assert lesson.answer(cid, 0, "+1").status_code == 200
    lesson.lead("close")
    lesson.lead("next")
    assert lesson.answer(cid, 1, "-1").status_code == 200


def test_bad_input_is_told(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    ann = lesson.join("Ann")

    def join(nickname: str) -> Any:
        return client.post(f"/v1/classes/join/{lesson.code}", json={"nickname": nickname}).get_json()["code"]

    assert join("ann") == "nickname_taken"
    assert join("F.u.c.k") == "name_unfit"
    assert join("x" * 25) == "invalid_request"
    assert join("a\u202eb") == "invalid_request"
    assert client.get("/v1/classes/join/ZZZZZZ").get_json()["code"] == "no_such_class"
    assert client.get(f"/v1/classes/{'A' * 20}").get_json()["code"] == "no_such_class"
    assert lesson.answer(ann, 0, "+1").get_json()["code"] == "illegal_action"  # nothing is asked yet
    assert lesson.answer(0, 0, "+1").get_json()["code"] == "token_needed"
    assert lesson.lead("more_time").get_json()["code"] == "invalid_request"
    opened = client.post("/v1/classes", json={"exercises": "name:NaCl\nname:Xx9\nCaCO3"}).get_json()
    assert opened["total"] == 2
    assert [(fault["line"], bool(fault["message"])) for fault in opened["left_out"]] == [(2, True)]
    german = client.post("/v1/classes", json={"exercises": "CaO\nXx9"}, headers={"Accept-Language": "de"})
    assert "kein Element" in german.get_json()["left_out"][0]["message"]
    assert client.post("/v1/classes", json={"topic": "ions", "level": 1, "count": 4}).get_json()["total"] == 4
    assert client.post("/v1/classes", json={"topic": "nothing"}).get_json()["code"] == "unknown_topic"
    assert client.post("/v1/classes", json={}).get_json()["code"] == "invalid_request"
    none = client.post("/v1/classes", json={"exercises": "?"}).get_json()
    assert none["code"] == "no_exercises"
    assert none["left_out"]


def test_no_route_of_tables_finds_a_class_nor_the_other_way_round(client: FlaskClient) -> None:
    """A finished game shows its players everything, but a class never shows a pupil the answers of another."""
    lesson = OnlineClass.open(client)
    ann = lesson.join("Ann")
    lesson.lead("end")
    for path in ("", "/log", "/analysis", "/missed", "/events", "/actions"):
        assert client.get(f"/v1/games/{lesson.id}{path}", headers=lesson.headers(ann)).status_code == 404
    assert client.get(f"/v1/join/{lesson.code}").status_code == 404
    assert client.post(f"/v1/join/{lesson.code}", json={"name": "Eve"}).status_code == 404
    assert client.get("/v1/games?watch=public").get_json()["games"] == []
    assert "class" not in playable_games()


def test_two_worlds_over_http(client: FlaskClient) -> None:
    """Whatever Ann answers, Bob and the projector get the same bytes until the question ends."""
    told_: list[dict[str, str]] = []
    for said in ("+1", "wrong"):
        lesson = OnlineClass.open(client)
        ann, bob = lesson.join("Ann"), lesson.join("Bob")
        lesson.lead("next")
        lesson.answer(ann, 0, said)
        views = {"Bob": lesson.view(bob), "projector": lesson.view()}
        for view in views.values():
            for own in ("id", "code", "deleted_at"):
                view.pop(own)
        told_.append({who: json.dumps(view) for who, view in views.items()})
    assert told_[0] == told_[1]


def test_a_request_that_is_sent_again_is_done_once(client: FlaskClient) -> None:
    key = {"Idempotency-Key": "0123456789abcdef"}
    body = {"exercises": "name:NaCl"}
    first, again = (client.post("/v1/classes", json=body, headers=key).get_json() for _ in range(2))
    assert first == again
    path = f"/v1/classes/join/{first['code']}"
    joined = [client.post(path, json={"nickname": "Ann"}, headers=key).get_json() for _ in range(2)]
    assert joined[0] == joined[1]


def test_a_key_belongs_to_one_nickname(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    key, path = {"Idempotency-Key": "0123456789abcdef"}, f"/v1/classes/join/{lesson.code}"
    first = client.post(path, json={"nickname": "Ann"}, headers=key).get_json()
    other = client.post(path, json={"nickname": "Bob"}, headers=key)
    assert (other.status_code, other.get_json()["code"]) == (422, "key_reused")
    assert lesson.lead("rename", seat=first["seat"], nickname="Anna").status_code == 200
    assert client.post(path, json={"nickname": "Ann"}, headers=key).get_json() == first, (
        "whatever the teacher did"
    )


def test_a_taken_name_is_refused_with_one_that_is_free(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    lesson.join("Anna")
    assert request_place(lesson, "Anna").get_json()["instead"] == ["Anna B."]
    lesson.join("Anna B.")
    assert request_place(lesson, "anna").get_json()["instead"] == ["anna C."]
    for name in request_place(lesson, "Teacher").get_json()["instead"]:
        lesson.join(name)  # one of ours: nobody is Teacher B.
    lesson.lead("our_names", on=True)
    instead = request_place(lesson, "Anna").get_json()["instead"]
    lesson.join(instead[0])
    assert instead[0] not in request_place(lesson, instead[0]).get_json()["instead"]


def test_names_are_offered_in_the_language_of_the_request(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    path, german = f"/v1/classes/join/{lesson.code}", {"Accept-Language": "de"}
    refused = client.post(path, json={"nickname": "Lehrer"}, headers=german).get_json()
    assert "Lehrkraft" in refused["detail"], "not that somebody is called so"
    instead = refused["instead"]
    assert all(is_ours(name) and "-" in name for name in instead), instead


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ("аnn", "nickname_taken"),
        ("Ａnn", "nickname_taken"),
        ("ANN", "nickname_taken"),
        ("Teacher", "name_reserved"),
        ("Lеhrer", "name_reserved"),
    ],
)
def test_nobody_passes_for_another(client: FlaskClient, other: str, code: str) -> None:
    lesson = OnlineClass.open(client)
    lesson.join("Ann")
    answer = client.post(f"/v1/classes/join/{lesson.code}", json={"nickname": other})
    assert (answer.status_code, answer.get_json()["code"]) == (409, code)


def test_one_client_has_so_many_classes(app: Flask, client: FlaskClient) -> None:
    app.extensions["tables"].room.limits["classes"] = Limit(1, 100)
    OnlineClass.open(client)
    full = client.post("/v1/classes", json={"exercises": "name:NaCl"})
    assert (full.status_code, full.get_json()["code"]) == (507, "your_classes_full")


def test_a_killed_server_loses_no_answer(client: FlaskClient, config: Config) -> None:
    """Acknowledged answers are on disk: another process finds them even if the first one is killed."""
    lesson = OnlineClass.open(client)
    pupils = [lesson.join(f"Pupil {number}") for number in range(5)]
    lesson.lead("next")
    for seat in pupils[:3]:
        assert lesson.answer(seat, 0, "+1").status_code == 200
    after = replace(lesson, client=create_app(config).test_client())
    assert after.view()["answered"] == 3
    for seat in pupils[3:]:
        assert after.answer(seat, 0, "+2").status_code == 200
    after.lead("close")
    assert [one["count"] for one in after.view()["closed"]["spread"]] == [3, 2]
    assert [row["marks"][0] for row in after.view(0)["table"]] == ["right"] * 3 + ["wrong"] * 2


# --- what a round costs ---------------------------------------------------------------------------------------


def test_an_answer_wakes_the_projector_and_nobody_else(client: FlaskClient, app: Flask) -> None:
    lesson = OnlineClass.open(client)
    pupils = [lesson.join(f"Pupil {number}") for number in range(5)]
    woken: list[str] = []
    app.extensions["tables"].woken = woken.append
    lesson.lead("next")
    assert woken == [lesson.id, rows.watching(lesson.id)]
    woken.clear()
    for seat in pupils:
        lesson.answer(seat, 0, "+1")
    lesson.join("Late")
    assert woken == [rows.watching(lesson.id)] * 7, "five answers, a join, and the first look at the class"
    marks = app.extensions["live"]._marks([lesson.id, rows.watching(lesson.id)])
    before = dict(marks)
    lesson.answer(pupils[0], 0, "+2")
    after = app.extensions["live"]._marks([lesson.id, rows.watching(lesson.id)])
    assert after[lesson.id] == before[lesson.id]  # these are what other processes compare
    assert after[rows.watching(lesson.id)] != before[rows.watching(lesson.id)]


class Clock:
    """A clock that advances only when somebody sleeps."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def rest(self, seconds: float) -> None:
        self.seconds += seconds


class FakeStream:
    """A stream that is woken at these seconds and ends when there are no more."""

    def __init__(self, clock: Clock, times: list[float]) -> None:
        self.clock, self.times, self.ending = clock, times, False

    async def woken(self, _: float) -> bool:
        due = [at for at in self.times if at <= self.clock.seconds]
        if not due:
            self.clock.seconds = self.times[0]
            due = [at for at in self.times if at <= self.clock.seconds]
        self.times = self.times[len(due) :]
        self.ending = not self.times
        return True


class Marks:
    """A class in which something has happened at every look."""

    def __init__(self) -> None:
        self.looks = 0

    def note_present(self, *_: Any) -> None: ...

    def delivered(self, _: Any) -> None: ...

    async def mark(self, *_: Any) -> rows.Mark:
        self.looks += 1
        return rows.Mark(self.looks, self.looks, None, 1)


def test_forty_answers_in_two_seconds_are_nine_events_for_the_projector_and_one_for_a_pupil() -> None:
    times = [number * 0.05 for number in range(40)]

    async def heard(seat: int | None) -> list[bytes]:
        clock = Clock()
        stream: Any = FakeStream(clock, list(times))
        found = told(stream, Marks(), "id", seat, lambda: True, clock.rest)  # type: ignore[arg-type]
        return [event async for event in found]

    projector, teacher, pupil = (asyncio.run(heard(seat)) for seat in (None, 0, 7))
    most = 2.0 / CALM + 1
    assert 4 <= len(projector) <= most
    assert len(teacher) == len(projector)
    assert len(pupil) == 1
    assert sum(map(len, projector)) <= 32 * most


def test_a_round_costs_every_pupil_three_requests_and_so_many_bytes(client: FlaskClient) -> None:
    """A pupil sends one answer and looks when the question opens and when it closes; none of these is large."""
    lesson = OnlineClass.open(client, seconds=30)
    pupils = [lesson.join(f"Pupil {number}") for number in range(6)]
    sent = 0
    for command in ("next", "close"):
        lesson.lead(command)
        if command == "next":
            sent += sum(len(lesson.answer(seat, 0, "+1").data) for seat in pupils)
        sent += sum(len(lesson.get("", seat).data) for seat in pupils)
    assert sent < len(pupils) * 3 * 1400
    assert len(lesson.get().data) < 3000
    etag = lesson.get("", pupils[0]).headers["ETag"]
    again = lesson.get("", pupils[0], **{"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("share", [8, pytest.param(1, marks=pytest.mark.nightly)])
def test_forty_phones_behind_one_address_are_not_refused(config: Config, share: int) -> None:
    """They are not refused under the default limit, even though the clock stands still; nor are five under an
    eighth of it.
    """
    number, _, rest = Config().rate_limit.partition(" ")
    app = create_app(replace(config, rate_limit=f"{int(number) // share} {rest}"))
    app.extensions["limiter"].table._clock = lambda: 1_000_000.0
    client = app.test_client()
    lesson = OnlineClass.open(client)
    pupils = []
    for phone in range(PLACES // share):
        assert client.get(f"/v1/classes/join/{lesson.code}").status_code == 200
        pupils.append(lesson.join(f"Pupil {phone}"))
    lesson.lead("next")
    answers = [lesson.answer(seat, 0, "+1").status_code for seat in pupils]
    views = [lesson.get("", seat).status_code for _ in range(3) for seat in pupils]
    assert set(answers) | set(views) == {200}


# --- who comes in ---------------------------------------------------------------------------------------------


def request_place(lesson: OnlineClass, nickname: str) -> Any:
    """As a script does, which never looks at the class."""
    return lesson.client.post(f"/v1/classes/join/{lesson.code}", json={"nickname": nickname})


def test_forty_requests_of_one_phone_keep_nobody_out(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    ann = lesson.join("Ann")
    for number in range(PLACES + 5):
        assert request_place(lesson, f"Bot {number}").status_code == 201
    bob = lesson.join("Bob")  # waits, fetches its view, and gets a place that did not count
    assert lesson.view(bob)["in_line"] is None
    assert lesson.view()["nicknames"] == ["Ann", "Bob"]
    assert lesson.view()["pupils"] == 2
    lesson.lead("next")
    assert lesson.answer(ann, 0, "+1").status_code == 200
    assert lesson.answer(bob, 0, "+1").status_code == 200
    assert lesson.view()["answered"] == 2


def full_class(client: FlaskClient) -> OnlineClass:
    lesson = OnlineClass.open(client)
    for number in range(PLACES):
        lesson.join(f"Pupil {number}")
    return lesson


def test_more_than_forty_wait_in_a_line_that_the_teacher_sees(client: FlaskClient) -> None:
    lesson = full_class(client)
    first, second = request_place(lesson, "Ann").get_json(), request_place(lesson, "Bob").get_json()
    for waits, place in ((first, 1), (second, 2)):
        lesson.tokens[waits["seat"]] = waits["token"]
        assert lesson.view(waits["seat"])["in_line"] == place
    assert [one["nickname"] for one in lesson.view(0)["line"]] == ["Ann", "Bob"]
    lesson.lead("next")
    assert lesson.answer(first["seat"], 0, "+1").get_json()["code"] == "in_line"
    assert lesson.lead("remove", seat=3).status_code == 200
    assert lesson.view(first["seat"])["in_line"] is None, "the first in the line has the place"
    assert lesson.answer(first["seat"], 0, "+1").status_code == 200
    assert [one["nickname"] for one in lesson.view(0)["line"]] == ["Bob"]
    seat = lesson.view(0)["line"][0]["seat"]
    assert lesson.lead("remove", seat=seat).get_json()["line"] == []


def test_a_line_of_forty_is_full(client: FlaskClient) -> None:
    lesson = full_class(client)
    for number in range(LINE):
        lesson.join(f"More {number}")
    full = request_place(lesson, "Ann")
    assert (full.status_code, full.get_json()["code"]) == (409, "class_full")


def test_a_burst_is_shown_and_undone_with_one_tap(client: FlaskClient, app: Flask) -> None:
    lesson = OnlineClass.open(client)
    tables = app.extensions["tables"]
    now = tables.now()
    for number in range(12):  # pupils, some seconds apart
        tables.now = lambda number=number: now + timedelta(seconds=3 * number)
        lesson.join(f"Pupil {number}")
    assert lesson.view(0)["burst"] == 0
    tables.now = lambda: now + timedelta(seconds=90)
    for number in range(20):
        lesson.join(f"Phone {number}")  # it even fetches each view
    assert (lesson.view(0)["burst"], lesson.view(0)["pupils"]) == (20, 32)
    lesson.lead("next")
    undone = lesson.lead("undo_burst").get_json()
    assert (undone["burst"], undone["pupils"]) == (0, 12)
    assert [row["nickname"] for row in undone["table"]] == [f"Pupil {number}" for number in range(12)]


def test_a_phone_that_fills_the_line_slowly_is_undone_with_one_tap_too(
    client: FlaskClient, app: Flask
) -> None:
    """Three joins a second are no burst of a class, but they are when forty places are taken and more wait."""
    lesson = OnlineClass.open(client)
    tables = app.extensions["tables"]
    now = tables.now()
    for number in range(12):  # pupils, a second apart
        tables.now = lambda number=number: now + timedelta(seconds=number)
        lesson.join(f"Pupil {number}")
    for number in range(PLACES):
        tables.now = lambda number=number: now + timedelta(seconds=60 + 0.33 * number)
        lesson.join(f"Phone {number}")
        if number == PLACES - 13:
            assert lesson.view(0)["burst"] == 0, "all have places"
    seen = lesson.view(0)
    assert (seen["burst"], len(seen["line"]), seen["pupils"]) == (PLACES, 12, PLACES)
    undone = lesson.lead("undo_burst").get_json()
    assert (undone["burst"], undone["line"], undone["pupils"]) == (0, [], 12)


def test_a_pupil_who_comes_during_a_burst_stays(client: FlaskClient, app: Flask) -> None:
    lesson = OnlineClass.open(client)
    now = app.extensions["tables"].now()
    app.extensions["tables"].now = lambda: now
    for number in range(20):
        request_place(lesson, f"Bot {number}")
    ann = lesson.join("Ann")
    assert lesson.lead("undo_burst").get_json()["pupils"] == 1
    assert lesson.view(ann)["nickname"] == "Ann"


def test_the_door_can_be_locked(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    ann = lesson.join("Ann")
    assert lesson.lead("lock_door", on=True).get_json()["locked"] is True
    assert client.get(f"/v1/classes/join/{lesson.code}").get_json()["locked"] is True
    assert request_place(lesson, "Bob").get_json()["code"] == "class_locked"
    lesson.lead("next")
    assert lesson.answer(ann, 0, "+1").status_code == 200
    assert lesson.lead("lock_door", on=False).status_code == 200
    lesson.join("Bob")


def test_a_class_can_take_names_of_ours_only(client: FlaskClient) -> None:
    lesson = OnlineClass.open(client)
    assert lesson.lead("our_names", on=True).get_json()["our_names"] is True
    invited = client.get(f"/v1/classes/join/{lesson.code}").get_json()
    assert invited["our_names"] is True
    assert request_place(lesson, "Ann").get_json()["code"] == "name_not_offered"
    seat = lesson.join(invited["nicknames"][0])
    assert lesson.lead("rename", seat=seat, nickname="Ann").status_code == 200, (
        "the teacher names as she likes"
    )
