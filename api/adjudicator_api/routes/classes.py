"""Classes over HTTP: a teacher opens a class, pupils join by its code, and closing it deletes it."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, request

from adjudicator import exercises, prose
from adjudicator.classroom import CLASS, PLACES, TEACHER, showing
from adjudicator.classroom.game import MOST_QUESTIONS
from adjudicator.classroom.nicknames import offered
from adjudicator.engine.rng import Rng
from adjudicator_api.games.classes import classes, joining, models
from adjudicator_api.games.playing.models import Nothing
from adjudicator_api.http import languages
from adjudicator_api.http.addresses import asking_client
from adjudicator_api.http.bus import streamed
from adjudicator_api.http.idempotency import HEADER, Key
from adjudicator_api.http.operations import JSON, Resource, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.jobs import exercises as jobs
from adjudicator_api.jobs.pool import work
from adjudicator_api.routes.games.asking import CODE, guesses, tables, token
from adjudicator_api.routes.games.viewing import HEARTBEAT, JITTER_SECONDS, STREAM_SECONDS
from adjudicator_api.server.limiter import vouch
from adjudicator_api.storage.games import watching

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from adjudicator_api.games.following.streams import Followed
    from adjudicator_api.games.playing.tables import Table
    from adjudicator_api.http.bus import Stream

resource = Resource("classes", __name__)

ID = "[A-Za-z0-9_-]{20}"
PATH = {"id": ID}
CALM = 0.25  # least seconds between two events sent to a projector or a teacher
MISTYPED = 0.1  # the weight of a wrong code: forty pupils mistype more often than four players
CSV = "text/csv"
IN_CSV = ("nickname", "score", "of", "yes", "no", "undecided_answer")


# These take precedence over faults of the request: see `first` in `Resource.operation`.


def _as_teacher(id: str) -> None:  # noqa: A002 - the name in the path
    classes.require_teacher(_looking(id)[0], token())


def _as_pupil(id: str) -> None:  # noqa: A002
    classes.require_pupil(_looking(id)[0], token())


def _by_code(code: str) -> None:
    with guesses().guessing(MISTYPED):
        classes.by_code(tables(), code)


@resource.operation(
    "POST", "/v1/classes", summary="Open a class", body=models.NewClass, answer=models.NewClassAnswer,
    problems=(503, 507), idempotent=True, status=201, cost=20,
)  # fmt: skip
def open_class(body: models.NewClass) -> Response:
    """Lines that are not exercises are skipped and reported. A class is kept for at most thirty days."""
    key = Key.of(body)
    if body.topic is None:
        read = work().run(jobs.read, body.exercises or "", body.kind, body.rules, prose.spoken())
    else:
        seed = key.text if key else secrets.token_hex(8)
        read = exercises.make_round(body.topic, body.level, body.count, seed)
    read = read if body.loose else read.with_careful_names()
    faults = [fault.to_json() for fault in read.faults]
    if not read.exercises:
        said = faults[0]["message"] if faults else "The list has no lines."
        raise Refused(422, "no_exercises", f"No line of this list is an exercise. {said}", left_out=faults)
    if len(read.exercises) > MOST_QUESTIONS:
        said = f"A class has up to {MOST_QUESTIONS} questions, not {len(read.exercises)}."
        raise Refused(422, "too_many_exercises", said)
    seconds = body.seconds
    if body.pace == "homework":
        seconds = int(timedelta(days=body.days or 7).total_seconds())
    exercises.remember(read.exercises)
    options = {
        "exercises": [exercise.text for exercise in read.exercises],
        "language": body.language or languages.chosen(request),
        "pace": body.pace,
        "seconds": seconds,
    }
    table, secret = classes.create(tables(), options, asking_client(), key)
    answer = {
        "id": table.row.id,
        "code": table.row.code,
        "teacher_token": secret,
        "version": table.row.version,
        "total": len(read.exercises),
        "left_out": faults,
        "deleted_at": table.row.expires_at,
    }
    return private(models.NewClassAnswer, answer, 201, Location=f"/v1/classes/{table.row.id}")


@resource.operation(
    "GET", "/v1/classes/join/<code>", summary="What the code of a class leads to",
    answer=models.ClassInvitation, parameters={"code": CODE}, problems=(404, 429, 503), cost=2,
)  # fmt: skip
def show_class_invitation(code: str) -> Response:
    """The kind of lesson, and nicknames to choose from: an element and an animal."""
    with guesses().guessing(MISTYPED):
        table = classes.by_code(tables(), code)
    options, taken = table.state.options, [seat.name for seat in table.seats if seat.name]
    answer = {
        "id": table.row.id,
        "pace": options.pace,
        "total": len(options.exercises),
        "language": options.language,
        "nicknames": offered(Rng.seeded(None), tuple(taken), languages.chosen(request)),
        "locked": table.state.locked,
        "our_names": table.state.our_names,
    }
    return private(models.ClassInvitation, answer)


@resource.operation(
    "POST", "/v1/classes/join/<code>", summary="Join a class", body=models.JoinClass,
    answer=models.JoinedClass, parameters={"code": CODE}, problems=(404, 409, 429, 503), idempotent=True,
    status=201, cost=2, first=_by_code,
)  # fmt: skip
def join_class(code: str, body: models.JoinClass) -> Response:
    """Until the class is over or locked. Only a nickname is needed; beyond forty, pupils wait in a line."""
    with guesses().guessing(MISTYPED):
        table, seat, secret = classes.join(tables(), code, body.nickname, Key.of(body))
    return private(models.JoinedClass, {"id": table.row.id, "seat": seat, "token": secret}, 201)


@resource.operation(
    "GET", "/v1/classes/<id>", summary="Your own view of a class", answer=models.ClassView, parameters=PATH,
    problems=(401, 404, 503), bearer=True,
)  # fmt: skip
def view_class(id: str) -> Response:  # noqa: A002
    """A pupil's, the teacher's, or without a token the projector's."""
    table, seat = _looking(id)
    if seat is not None:
        table, seat = joining.arrive(tables(), table, seat)
    return _viewed(table, seat)


def _viewed(table: Table, seat: int | None) -> Response:
    shown = classes.view(tables(), table, seat)
    content = to_json(models.ClassView, shown)  # without the time left, which changes by itself
    etag = f'"{sha256(content).hexdigest()[:20]}"'
    if request.method == "GET" and etag in request.headers.get("If-None-Match", ""):
        answer = Response(status=304)
    else:
        left = None if shown["ends_at"] is None else (shown["ends_at"] - tables().now()).total_seconds()
        answer = Response(to_json(models.ClassView, {**shown, "seconds_left": left}), mimetype=JSON)
    answer.headers["ETag"] = etag
    answer.headers["Content-Language"] = shown["language"]  # in which the class is held, whoever looks
    return _unshared(answer)


@resource.operation(
    "POST", "/v1/classes/<id>/answers", summary="Answer a question", body=models.ClassAnswer,
    answer=models.ClassView, parameters=PATH, problems=(401, 404, 409, 412, 503), bearer=True,
    idempotent=True, first=_as_pupil,
)  # fmt: skip
def answer_question(id: str, body: models.ClassAnswer) -> Response:  # noqa: A002
    """Needs a pupil's token; gives the pupil's view.

    In a class that goes together, an answer can be changed until the question closes.
    """
    key = request.headers.get(HEADER)
    table, seat = classes.answer(tables(), id, token(), body.question, body.answer, key)
    vouch(id)
    return _viewed(table, seat)


@resource.operation(
    "POST", "/v1/classes/<id>/commands", summary="Lead a class", body=models.Command,
    answer=models.ClassView, parameters=PATH, problems=(401, 403, 404, 409, 412, 503), bearer=True,
    idempotent=True, first=_as_teacher,
)  # fmt: skip
def lead_class(id: str, body: models.Command) -> Response:  # noqa: A002
    """Needs the teacher's token. Gives the teacher's view."""
    if body.type == "remove":
        table = classes.remove(tables(), id, token(), body.seat or 0)
    elif body.type == "undo_burst":
        table = classes.undo_burst(tables(), id, token())
    elif body.type == "rename":
        table = classes.rename(tables(), id, token(), body.seat or 0, body.nickname or "")
    else:
        table = classes.command(tables(), id, token(), body.action, request.headers.get(HEADER))
    vouch(id)
    return _viewed(table, TEACHER)


@resource.operation(
    "POST", "/v1/classes/<id>/close", summary="Close a class", body=Nothing, answer=models.ClosedClass,
    parameters=PATH, problems=(401, 403, 404, 503), bearer=True, first=_as_teacher,
)  # fmt: skip
def close_class(id: str, body: Nothing) -> dict[str, Any]:  # noqa: A002
    """Needs the teacher's token. Deletes the class and everything in it: export the results first."""
    del body
    classes.close(tables(), id, token())
    return {"status": "closed"}


@resource.operation(
    "GET", "/v1/classes/<id>/results.csv", summary="The results of a class", media_type=CSV, parameters=PATH,
    problems=(401, 403, 404, 503), bearer=True,
)  # fmt: skip
def export_class(id: str) -> Response:  # noqa: A002
    """Needs the teacher's token. One line per pupil, with every answer and its score out of a hundred.

    In the language of the request, with the separator and the decimal mark that its spreadsheets expect.
    """
    table, _ = _looking(id)
    classes.require_teacher(table, token())
    language = languages.chosen(request)
    words = {name: languages.sentence(language, f"class.{name}") for name in IN_CSV}
    text = showing.results(CLASS.view(table.state, TEACHER), classes.pupils_of(table), words, language)
    answer = Response("\ufeff" + text, mimetype=CSV)
    answer.headers["Content-Disposition"] = f'attachment; filename="class-{table.row.code}.csv"'
    return _unshared(answer)


# --- following ----------------------------------------------------------------------------------------------


@resource.operation(
    "GET", "/v1/classes/<id>/events", summary="Follow a class", media_type="text/event-stream",
    parameters=PATH, problems=(401, 404, 503), bearer=True,
)  # fmt: skip
def follow_class(id: str) -> Response:  # noqa: A002
    """Server-sent events that say only that something has changed; fetch your own view then.

    Pupils are told what concerns all of them; the projector and the teacher are also told of every answer,
    at most four times a second.
    """
    table, seat = _looking(id)
    followed: Followed = current_app.extensions["followed"]
    watches = seat is None or seat == TEACHER
    ends = time.monotonic() + STREAM_SECONDS + secrets.randbelow(JITTER_SECONDS)

    def going() -> bool:
        return time.monotonic() < ends

    def events(stream: Stream) -> AsyncIterator[bytes]:
        return told(stream, followed, id, seat, going)

    first = b"retry: 1500\n\n" + event(table.row.version)
    topic = watching(id) if watches else id
    return streamed(Response(first, mimetype="text/event-stream"), topic, events)


async def told(
    stream: Stream,
    followed: Followed,
    id_: str,
    seat: int | None,
    going: Callable[[], bool],
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[bytes]:
    """An event whenever this viewer's view may have changed; projectors and teachers then wait a moment."""
    watches = seat is None or seat == TEACHER
    last: object = None
    while not stream.ending and going():
        woken = await stream.woken(HEARTBEAT)
        if seat is not None and seat <= PLACES:  # who waits may have got a place meanwhile
            followed.note_present(id_, seat)
        mark = await followed.mark(stream, id_)
        if mark is None:
            continue
        now = (mark.revision,) if watches else mark.seen_by_all
        if now != last or not woken:
            if last is not None and woken:
                followed.delivered(mark)
            last = now
            yield event(mark.version)
            if watches and woken:
                await rest(CALM)


def event(version: int) -> bytes:
    return f'data: {{"version": {version}}}\n\n'.encode()


# --- who asks, and how --------------------------------------------------------------------------------------


def _looking(id_: str) -> tuple[Table, int | None]:
    given = token()
    table = classes.find(tables(), id_)
    seat = table.seat_of(given)
    if given is not None:
        vouch(id_)
    return table, seat


def private(model: Any, value: Any, status: int = 200, **headers: str) -> Response:
    return _unshared(Response(to_json(model, value), status, headers, mimetype=JSON))


def _unshared(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["Vary"] = "Authorization"
    return answer
