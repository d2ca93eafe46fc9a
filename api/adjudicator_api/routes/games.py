"""Games over HTTP: every route of the contract, from the engine's protocol alone."""

from __future__ import annotations

import re
import secrets
import time
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, request

from adjudicator import prose
from adjudicator.editions.labels import digest_in
from adjudicator.engine import codec
from adjudicator.engine.game import playable_games
from adjudicator.engine.replay import record_of, record_shown
from adjudicator.errors import AdjudicatorError
from adjudicator.languages.boxes import words_in
from adjudicator_api.games import acting, decisions, lobby, models, records, remarks
from adjudicator_api.games.catalogue import described, title_of
from adjudicator_api.games.lessons import lesson_of
from adjudicator_api.games.tables import (
    game_of,
    require_alone,
    require_hints,
    require_host,
    require_not_over,
    require_other_seat,
    require_over,
    require_place,
    require_playing,
    require_seat,
    require_waiting,
)
from adjudicator_api.games.views import (
    presence,
    remark_in,
    require_absent,
    require_watching,
    sentence,
    told,
    view_of,
)
from adjudicator_api.http import languages
from adjudicator_api.http.addresses import asking_client
from adjudicator_api.http.bus import streamed
from adjudicator_api.http.environ import ARRIVED
from adjudicator_api.http.idempotency import HEADER, Key
from adjudicator_api.http.models import EDITION_PATTERN, EditionQuery
from adjudicator_api.http.operations import JSON, Resource, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.jobs.pool import work
from adjudicator_api.routes.editions import boxes, chosen
from adjudicator_api.routes.records import MAX_RECORD, playouts
from adjudicator_api.server.limiting import vouch
from adjudicator_api.server.metrics import metrics
from adjudicator_api.storage import games as rows

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from contextlib import AbstractContextManager
    from datetime import datetime

    from adjudicator_api.games.code_guesses import Guesses
    from adjudicator_api.games.streams import Followed
    from adjudicator_api.games.tables import Table, Tables
    from adjudicator_api.http.bus import Stream
    from adjudicator_api.jobs.verdicts import Box

resource = Resource("games", __name__)

ID = "[A-Za-z0-9_-]{22}"
CODE = "[A-Za-z0-9]{6}"
PATH = {"id": ID}
BODY = 128 * 1024  # with an edition in it
IF_MATCH = {"If-Match": "The `version` of the view that you act on."}
BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{10,64})", re.IGNORECASE)
VERSION = re.compile(r'(?:W/)?"?([0-9]{1,9})"?')
HEARTBEAT = 15.0
STREAM_SECONDS = 240.0
JITTER_SECONDS = 60
HINT_SECONDS = 20.0  # the first of a process reads the rules, too
ANALYSIS_SECONDS = 25.0
IMPORT_SECONDS = 10.0


# What is asked before a request is refused for its shape: see `Resource.operation`.


def _watching(id: str) -> None:  # noqa: A002 - the name in the path
    _looking(id)


def _watching_again(id: str) -> None:  # noqa: A002
    require_over(_looking(id)[0])


def _seated(id: str) -> None:  # noqa: A002
    _with_seat(id)


def _talking(id: str) -> None:  # noqa: A002
    remarks.require_phrases(_with_seat(id)[0].row)


def _playing(id: str) -> None:  # noqa: A002
    _sitting(id)


def _hinted(id: str) -> tuple[Table, int]:  # noqa: A002
    table, seat = _with_seat(id)
    require_hints(table)
    require_playing(table)
    return table, seat


def _alone(id: str) -> None:  # noqa: A002
    table, _ = _sitting(id)
    if table.row.status != "over":
        require_alone(table, token())


def _finished(id: str) -> None:  # noqa: A002
    require_over(_with_seat(id)[0])


def _hosting(id: str, seat: str | None = None) -> None:  # noqa: A002
    table = _hosted(id)
    if seat is not None:
        require_place(table, int(seat))
    require_not_over(table)


def _going_on(id: str, seat: str) -> None:  # noqa: A002
    given = token()
    table = tables().find(id)
    require_other_seat(table, given, int(seat))
    require_absent(table, int(seat), tables().now())


def _hosting_lobby(id: str) -> None:  # noqa: A002
    require_waiting(_hosted(id))


def _hosted(id_: str) -> Table:
    given = token()
    table = tables().find(id_)
    require_host(table, given)
    return table


def _up_to_date(id: str) -> None:  # noqa: A002
    table, seat = _with_seat(id)
    acting.require_current(table, seat, _seen())


def _open(id: str) -> None:  # noqa: A002
    lobby.invited(tables(), partial(rows.find, id_=id))


def _open_by_code(code: str) -> None:
    with guesses().guessing():
        lobby.invited(tables(), _alive(code))


def _links(token: str | None, *operations: str) -> dict[str, dict[str, Any]]:
    """From an answer with the id of a table, and a token at that place, to what can be done with them."""
    parameters = {"id": "$response.body#/id"}
    if token is not None:
        parameters["header.Authorization"] = f"Bearer {{$response.body#{token}}}"
    seen = {"header.If-Match": '"{$response.body#/version}"'}
    return {
        operation: {
            "operationId": operation,
            "parameters": {**parameters, **(seen if operation == "act" else {})},
        }
        for operation in operations
    }


# --- what the tables can do -------------------------------------------------------------------------------


@resource.operation(
    "GET", "/v1/games/catalogue", summary="Every playable game", query=EditionQuery, answer=models.Catalogue,
    problems=(503,),
)  # fmt: skip
def catalogue(query: EditionQuery) -> dict[str, Any]:
    """Titles, numbers of players, presets, bots, and the JSON Schemas of options and actions.

    With an `edition`, the one game that it belongs to, as it can be played by it.
    """
    box = chosen(query.edition)
    shown = [described(name) for name in playable_games()] if box is None else [_described_by(box)]
    return {"games": shown, "pace": _plain_pace()}


def _described_by(box: Box) -> dict[str, Any]:
    """Only the numbers of players and the presets for which there are enough pieces."""
    game, shown = game_of(box.game), described(box.game)
    game.editions.remember(box.text)

    def fits(options: Mapping[str, Any], players: int) -> bool:
        try:
            game.setup(options, players, box.label)
        except AdjudicatorError:
            return False
        return True

    return {
        **shown,
        "edition": box.label,
        "editions": [box.label],
        "players": [number for number in shown["players"] if fits({}, number)],
        "presets": [preset for preset in shown["presets"] if fits(preset["options"], preset["players"])],
    }


def _plain_pace() -> dict[str, float]:
    pace = tables().pace
    return {name: getattr(pace, name) for name in pace.__slots__}


# --- setting up -------------------------------------------------------------------------------------------


@resource.operation(
    "POST", "/v1/games", summary="Open a table", body=models.NewGame, answer=models.NewGameAnswer,
    max_body=BODY, problems=(404, 503, 507), idempotent=True, status=201, cost=10,
    links={
        **_links("/seats/0/token", "view_game", "list_actions", "act", "preview", "leave_game", "resign"),
        **_links("/host_token", "start_game", "cancel_game"),
        **_links(None, "take_seat"),
    },
)  # fmt: skip
def create_game(body: models.NewGame) -> Response:
    """Named seats get their tokens here, once; {} is an open seat. It begins when every seat is taken."""
    key = Key.of(body)
    if body.game not in playable_games():
        raise Refused(404, "no_such_game", f"There is no playable game {body.game[:40]!r}.")
    edition = body.edition
    if edition is not None and "\n" not in edition and re.fullmatch(EDITION_PATTERN, digest_in(edition)):
        edition = boxes().find(digest_in(edition)).text
    wanted = {
        **body.model_dump(exclude={"clock"}),
        "edition": edition,
        "clock": None if body.clock is None else body.clock.seconds,
        "opened_by": asking_client(),
    }
    return _opened(*lobby.create(tables(), wanted, key))


def _opened(table: Table, host: str, tokens: Mapping[int, str]) -> Response:
    answer = {
        "id": table.row.id,
        "code": table.row.code,
        "host_token": host,
        "status": table.row.status,
        "version": table.row.version,
        "seats": [
            {"seat": s.seat, "kind": s.kind, "name": s.name, "bot": s.bot, "token": tokens.get(s.seat)}
            for s in table.seats
        ],
    }
    return _secret(models.NewGameAnswer, answer, 201, Location=f"/v1/games/{table.row.id}")


@resource.operation(
    "POST", "/v1/lessons/<game>", summary="Open the lesson of a game", body=models.Lesson,
    answer=models.NewGameAnswer, parameters={"game": "[a-z-]{1,64}"}, problems=(404, 503), idempotent=True,
    status=201, cost=10,
)  # fmt: skip
def open_lesson(game: str, body: models.Lesson) -> Response:
    """A table with a fixed deal. All seats are the learner's: the page also plays for the others."""
    key, lesson = Key.of(body), lesson_of(game)
    if lesson is None:
        raise Refused(404, "no_such_game", f"There is no lesson of a game {game[:40]!r}.")
    seats = [{"name": name, "bot": None} for name in (body.name, *lesson["others"])]
    wanted = {
        "game": game,
        "options": lesson.get("options", {}),
        "seats": seats,
        "hints": True,
        "watch": "players",
        "clock": None,
        "edition": None,
        "opened_by": asking_client(),
    }
    return _opened(*lobby.create(tables(), wanted, key, lesson["seed"]))


@resource.operation(
    "GET", "/v1/games", summary="Games that may be watched", query=models.Watching,
    answer=models.WatchedGames, problems=(503,),
)  # fmt: skip
def watch_games(query: models.Watching) -> dict[str, Any]:
    """Only those whose host made them public."""
    del query
    found = tables().database.read(
        lambda connection: [(row, rows.seats_of(connection, row.id)) for row in rows.public_games(connection)]
    )
    return {
        "games": [
            {
                "id": row.id,
                "game": row.game,
                "title": title_of(row.game),
                "status": row.status,
                "players": [seat.name or "" for seat in seats],
                "version": row.version,
            }
            for row, seats in found
        ]
    }


@resource.operation(
    "POST", "/v1/games/<id>/seats", summary="Take a seat", body=models.Join, answer=models.Joined,
    parameters=PATH, problems=(404, 409, 503), idempotent=True, status=201, first=_open,
    links=_links("/token", "view_game", "list_actions", "leave_game", "resign"),
)  # fmt: skip
def take_seat(id: str, body: models.Join) -> Response:  # noqa: A002 - the name in the path
    """An open seat, or one that somebody has left."""
    return _joined(id, partial(rows.find, id_=id), body)


@resource.operation(
    "POST", "/v1/join/<code>", summary="Take a seat by the code of the table", body=models.Join,
    answer=models.Joined, parameters={"code": CODE}, problems=(404, 409, 429, 503), idempotent=True,
    status=201, cost=5, first=_open_by_code,
    links=_links("/token", "view_game", "list_actions", "leave_game", "resign"),
)  # fmt: skip
def join_by_code(code: str, body: models.Join) -> Response:
    """The six characters that somebody said aloud. Unknown, full and dead codes answer alike."""
    with guesses().guessing():
        return _joined(code.upper(), _alive(code), body)


@resource.operation(
    "GET", "/v1/join/<code>", summary="What a code leads to", answer=models.Invitation,
    parameters={"code": CODE}, problems=(404, 429, 503), cost=5,
)  # fmt: skip
def show_invitation(code: str) -> Response:
    """The game and who sits there, before a seat is taken. Unknown, full and dead codes answer alike."""
    with guesses().guessing():
        table = lobby.invited(tables(), _alive(code))
        people = [seat.name for seat in table.seats if seat.kind == "person" and seat.name]
        free = sum(seat.kind in rows.FREE for seat in table.seats)
        title = title_of(table.row.game)
        answer = {"game": table.row.game, "title": title, "players": people, "open": free}
        return _private(Response(to_json(models.Invitation, answer), mimetype=JSON))


def _alive(code: str) -> Callable[[Any], rows.GameRow | None]:
    """Finds the table of a code that has not run out."""
    now = tables().now()

    def find(connection: Any) -> rows.GameRow | None:
        row = rows.find_by_code(connection, code.upper())
        if row is None or row.stage is not None or row.code_until is None:
            return None  # the code of a class leads to no table
        return row if row.code_until > now else None

    return find


def _joined(way: str, find: Any, body: models.Join) -> Response:
    table, seat, token = lobby.join(tables(), way, find, body.name, Key.of(body))
    return _secret(models.Joined, {"id": table.row.id, "seat": seat, "token": token}, 201)


@resource.operation(
    "POST", "/v1/games/<id>/start", summary="Begin with the seats that are taken", body=models.Start,
    answer=models.Said, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True,
    first=_hosting_lobby,
)  # fmt: skip
def start_game(id: str, body: models.Start) -> dict[str, Any]:  # noqa: A002
    """The host's token. Open seats are closed, or given to bots."""
    return _said(lobby.start(tables(), id, token(), body.open, body.bot))


@resource.operation(
    "PUT", "/v1/games/<id>/seats/<seat>", summary="Change a seat", body=models.SeatChange,
    answer=models.SeatChanged, parameters={**PATH, "seat": "[0-9]"}, problems=(401, 403, 404, 409, 503),
    bearer=True, first=_hosting,
)  # fmt: skip
def change_seat(id: str, seat: str, body: models.SeatChange) -> Response:  # noqa: A002
    """The host's token. A bot takes it, it is open again, or who sits there gets a new token."""
    _, new = lobby.change_seat(tables(), id, token(), int(seat), body.model_dump())
    return _secret(models.SeatChanged, {"seat": int(seat), "token": new}, 200)


@resource.operation(
    "POST", "/v1/games/<id>/seats/<seat>/absence", summary="Go on without somebody who is away",
    body=models.Absence, answer=models.Said, parameters={**PATH, "seat": "[0-9]"},
    problems=(401, 404, 409, 503), bearer=True, first=_going_on,
)  # fmt: skip
def settle_absence(id: str, seat: str, body: models.Absence) -> dict[str, Any]:  # noqa: A002
    """Any seat's token, once somebody has left or was away for a minute while the game waits for them.

    A bot plays on, or the absent player gives up, which ends a game of two.
    """
    if body.then == "bot":
        return _said(lobby.bot_for_absent(tables(), id, token(), int(seat), body.bot))
    return _said(acting.end_for_absent(tables(), id, token(), int(seat))[0])


@resource.operation(
    "POST", "/v1/games/<id>/cancel", summary="Call a game off", body=models.Nothing, answer=models.Said,
    parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, first=_hosting,
)  # fmt: skip
def cancel_game(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """The host's token. It is gone for everybody."""
    del body
    lobby.cancel(tables(), id, token())
    return {"status": "cancelled", "version": 0}


# --- looking ----------------------------------------------------------------------------------------------


@resource.operation(
    "GET", "/v1/games/<id>", summary="Your own view of a game", answer=models.View, parameters=PATH,
    problems=(401, 403, 404, 503), bearer=True,
)  # fmt: skip
def view_game(id: str) -> Response:  # noqa: A002
    """Without a token, what a spectator sees. The ETag counts everything that a view shows."""
    table, seat, host = _looking(id)
    if seat is not None:
        table = tables().looked(tables().saw(table, seat), seat)
    there = presence(table, tables().now())
    etag = f'"{table.row.revision}.{"w" if seat is None else seat}{".h" if host else ""}.{there}"'
    if etag in request.headers.get("If-None-Match", ""):
        return _private(Response(status=304, headers={"ETag": etag}))
    shown = view_of(
        table, seat, host=host, pace=tables().pace, now=tables().now(), asked_at=tables().clocks(id),
        title=title_of(table.row.game), language=languages.chosen(request),
    )  # fmt: skip
    answer = Response(to_json(models.View, shown), mimetype=JSON)
    answer.headers["ETag"] = etag
    return _private(answer)


@resource.operation(
    "GET", "/v1/games/<id>/actions", summary="What you may do now", answer=models.Actions, parameters=PATH,
    problems=(401, 404, 409, 503), bearer=True,
)  # fmt: skip
def list_actions(id: str) -> Response:  # noqa: A002
    """Complete actions can be sent as they are; `open` ones are forms whose schema is in the catalogue."""
    table, seat = _sitting(id)
    listed = codec.plain(table.game.legal_actions(table.state, seat))
    answer = {"version": table.row.version, "actions": listed}
    return _private(Response(to_json(models.Actions, answer), mimetype=JSON))


@resource.operation(
    "GET", "/v1/games/<id>/log", summary="The record, as far as you may know it", parameters=PATH,
    query=models.LogPart, answer=models.Loose, problems=(401, 403, 404, 409, 503), bearer=True,
    first=_watching,
)  # fmt: skip
def read_log(id: str, query: models.LogPart) -> Response:  # noqa: A002
    """Everything once the game is over; before that, what your seat has seen. Events carry their sentence.

    With `after`, only the events after that version: what somebody who follows the game does not have yet.
    """
    table, seat, _ = _looking(id)
    require_playing(table)
    events = tables().events(id)[: table.row.version]
    with _speaking():
        record = _record(table, seat, events).to_json()
        shown = events if table.row.status == "over" else table.game.events_shown(events, seat)
        for event, data in zip(shown, record["events"], strict=True):
            data["text"] = sentence(table, event, seat)
        record["events"] = [data for data in record["events"] if data["version"] > int(query.after)]
        words = words_in(table.row.game, record["events"])
    said = {**record, "words": words} if words else record
    return _private(Response(to_json(models.Loose, said), mimetype=JSON))


def _record(table: Table, seat: int | None, events: Any) -> Any:
    if table.row.status == "over":
        return record_of(table.game, events, table.names)
    return record_shown(table.game, events, table.names, seat)


@resource.operation(
    "GET", "/v1/games/<id>/export", summary="A game as a file, to go on with elsewhere", parameters=PATH,
    answer=models.Loose, problems=(401, 404, 409, 503), bearer=True, first=_alone,
)  # fmt: skip
def export_game(id: str) -> Response:  # noqa: A002
    """The whole record, hidden things included, and who sits there: for who plays with bots or at one screen.

    Where others play from devices of their own it is refused until the game is over.
    """
    _alone(id)
    return _private(Response(to_json(models.Loose, records.exported(tables(), id)), mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/import", summary="Go on with a game from a file", body=models.GameFile,
    answer=models.NewGameAnswer, max_body=MAX_RECORD, problems=(503, 507), idempotent=True, status=201,
    cost=20, links=_links("/host_token", "cancel_game"),
)  # fmt: skip
def import_game(body: models.GameFile) -> Response:
    """A table of its own. All its people are yours: bots play on, and nobody can join or watch.

    It is replayed first; one that cannot have happened is refused with the event that cannot.
    """
    key = Key.of(body)
    work().run(decisions.try_out, body.record, seconds=IMPORT_SECONDS)
    return _opened(*records.imported(tables(), body.record, asking_client(), key))


@resource.operation(
    "GET", "/v1/games/<id>/analysis", summary="A finished game, turn by turn", query=models.Part,
    answer=models.Analysis, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, cost=20,
    first=_watching_again,
)  # fmt: skip
def analyse_game(id: str, query: models.Part) -> dict[str, Any]:  # noqa: A002
    """What was done, and the best there was, by what each player could see then.

    That takes some seconds, for a long game more than a request may: ask for a part. `after` is a version of
    the record, `search` how many turns from there on are looked into; the others are only told.
    """
    table, _, _ = _looking(id)
    require_over(table)
    record = record_of(table.game, tables().events(id), table.names).to_json()
    search = None if query.search is None else int(query.search)
    asked = (record, languages.chosen(request), int(query.after), search, playouts())
    return work().run(decisions.analysis, *asked, seconds=ANALYSIS_SECONDS)


@resource.operation(
    "GET", "/v1/games/<id>/missed", summary="What players of a finished game missed, as exercises",
    answer=models.MissedAnswer, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, cost=5,
    first=_watching_again,
)  # fmt: skip
def list_missed(id: str) -> dict[str, Any]:  # noqa: A002
    """Runs that were ruled illegal, wrong names, ions left over: from the record, up to three a player."""
    table, _, _ = _looking(id)
    require_over(table)
    record = record_of(table.game, tables().events(id), table.names).to_json()
    return work().run(decisions.missed, record)


@resource.operation(
    "POST", "/v1/games/<id>/share", summary="Let others look at a finished game", body=models.Nothing,
    answer=models.Said, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, first=_finished,
)  # fmt: skip
def share_game(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """By anybody who sat there. From then on whoever has its address sees the record and the analysis."""
    del body
    return _said(lobby.share(tables(), id, token()))


@resource.operation(
    "GET", "/v1/games/<id>/hints", summary="Good moves", query=models.HintCount, answer=models.Hints,
    parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, cost=10, first=_hinted,
)  # fmt: skip
def give_hints(id: str, query: models.HintCount) -> Response:  # noqa: A002
    """Only where whoever opened the table allowed them, and only from what your seat sees."""
    table, seat = _hinted(id)
    game = table.game
    text = game.editions.unreleased_text(table.row.edition)
    view = game.view(table.state, seat)
    found = work().run(decisions.hints, game.name, text, view, int(query.count), seconds=HINT_SECONDS)
    answer = {"version": table.row.version, "hints": found}
    return _private(Response(to_json(models.Hints, answer), mimetype=JSON))


@resource.operation(
    "GET", "/v1/games/<id>/events", summary="Follow a game", media_type="text/event-stream", parameters=PATH,
    problems=(401, 403, 404, 503), bearer=True,
)  # fmt: skip
def follow_game(id: str) -> Response:  # noqa: A002
    """Server-sent events that say only which version the game has; look at your own view then."""
    table, seat, _ = _looking(id)
    followed: Followed = current_app.extensions["followed"]
    first = _event(id, table.row.version)

    async def events(stream: Stream) -> AsyncIterator[bytes]:
        ends = time.monotonic() + STREAM_SECONDS + secrets.randbelow(JITTER_SECONDS)
        last = 0
        while not stream.ending and time.monotonic() < ends:
            woken = await stream.woken(HEARTBEAT)
            if seat is not None:
                followed.note_present(id, seat)
            mark = await followed.mark(stream, id)
            if mark is not None and (mark.revision != last or not woken):
                if last and woken:
                    followed.delivered(mark)
                last = mark.revision
                yield _event(id, mark.version)

    return streamed(Response(b"retry: 1500\n\n" + first, mimetype="text/event-stream"), id, events)


def _event(id_: str, version: int) -> bytes:
    return f'data: {{"game": "{id_}", "version": {version}}}\n\n'.encode()


# --- acting -----------------------------------------------------------------------------------------------


@resource.operation(
    "POST", "/v1/games/<id>/actions", summary="Act", body=models.Act, answer=models.Acted, parameters=PATH,
    problems=(401, 404, 409, 412, 428, 503), bearer=True, idempotent=True, headers=IF_MATCH,
    first=_up_to_date,
)  # fmt: skip
def act(id: str, body: models.Act) -> Response:  # noqa: A002
    """412 only if what your seat was asked has changed; an illegal action is 422 with its verdict."""
    try:
        seen = _seen()
    except Refused:
        _seated(id)
        raise
    key = request.headers.get(HEADER)
    with _speaking():
        with metrics().moves.labels("person").time():
            table, events = acting.act(tables(), id, token(), body.model_dump(), seen, key, _arrived())
        seat = require_seat(table, token())
        vouch(id)
        version = events[-1].version if events else table.row.version
        happened = told(table, events, seat)
        answer = {"version": version, "events": happened, "words": words_in(table.row.game, happened)}
    return _private(Response(to_json(models.Acted, answer), mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/<id>/preview", summary="What the rules would say", body=models.Act,
    answer=models.Preview, parameters=PATH, problems=(401, 404, 409, 503), bearer=True, first=_playing,
)  # fmt: skip
def preview(id: str, body: models.Act) -> Response:  # noqa: A002
    """Changes nothing. Without `hints` it says how a draft lies and what it is worth, no chemistry."""
    table, seat = _sitting(id)
    game = table.game
    judge = game.judge if table.row.hints else game.preview
    with _speaking(), prose.seated(table.names):
        verdict = judge(table.state, seat, game.read_action(body.model_dump())).to_json()
    answer = {"verdict": verdict, "score": verdict.get("score")}
    return _private(Response(to_json(models.Preview, answer), mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/<id>/remarks", summary="Say a quick phrase", body=models.Saying, answer=models.Remark,
    parameters=PATH, problems=(401, 403, 404, 503), bearer=True, status=201, first=_talking,
)  # fmt: skip
def say_phrase(id: str, body: models.Saying) -> Response:  # noqa: A002
    """One of a fixed list, told to the whole table in each reader's language. It is no part of the record.

    Three of a seat within twenty seconds are enough: then 429.
    """
    remark = remarks.say(tables(), id, token(), body.phrase)
    said = remark_in(languages.chosen(request), remark)
    return _private(Response(to_json(models.Remark, said), 201, mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/<id>/leave", summary="Leave your seat", body=models.Nothing, answer=models.Said,
    parameters=PATH, problems=(401, 404, 409, 503), bearer=True, idempotent=True, first=_seated,
)  # fmt: skip
def leave_game(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """The seat may be taken over by a person or a bot; your token dies."""
    status, version = lobby.leave(tables(), id, token(), Key.of(body))
    return {"status": status, "version": version}


@resource.operation(
    "POST", "/v1/games/<id>/resign", summary="Give up", body=models.Nothing, answer=models.Said,
    parameters=PATH, problems=(401, 404, 409, 412, 503), bearer=True, idempotent=True, first=_seated,
)  # fmt: skip
def resign(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """At any time, whoever's turn it is."""
    del body
    return _said(acting.resign(tables(), id, token(), request.headers.get(HEADER))[0])


@resource.operation(
    "POST", "/v1/games/<id>/rematch", summary="Play again", body=models.Nothing, answer=models.Rematch,
    parameters=PATH, problems=(401, 404, 409, 503), bearer=True, idempotent=True,
    status=201, first=_finished,
)  # fmt: skip
def rematch(id: str, body: models.Nothing) -> Response:  # noqa: A002
    """The same seats, one further round. The first who asks opens the table, the others take their seats."""
    table, seat, new, host = lobby.rematch(tables(), id, token(), Key.of(body))
    answer = {"id": table.row.id, "seat": seat, "token": new, "host_token": host}
    return _secret(models.Rematch, answer, 201)


# --- who asks, and how ------------------------------------------------------------------------------------


def tables() -> Tables:
    found: Tables = current_app.extensions["tables"]
    return found


def token() -> str | None:
    """That of the caller; never in a URL."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    found = BEARER.fullmatch(given.strip())
    if found is None:
        raise Refused(401, "bad_token", "Authorization must be: Bearer, a space, and the token of a seat.")
    return found[1]


def _seen() -> int:
    given = request.headers.get("If-Match")
    if given is None:
        raise Refused(
            428,
            "if_match_needed",
            'Send If-Match with the version of the view you act on: If-Match: "7".',
        )
    found = VERSION.fullmatch(given.strip())
    if found is None:
        raise Refused(
            422, "bad_if_match", f'If-Match is the version of your view, as in "7", not {given[:40]!r}.'
        )
    return int(found[1])


def _looking(id_: str) -> tuple[Table, int | None, bool]:
    given = token()
    table = tables().find(id_)
    seat, host = table.seat_of(given), table.is_host(given)
    require_watching(table, seat, host=host)
    if given is not None:
        vouch(id_)
    return table, seat, host


def _sitting(id_: str) -> tuple[Table, int]:
    table, seat = _with_seat(id_)
    require_playing(table)
    return table, seat


def _with_seat(id_: str) -> tuple[Table, int]:
    given = token()
    table = tables().find(id_)
    seat = require_seat(table, given)
    vouch(id_)
    return table, seat


def _arrived() -> datetime:
    """When the request came to the service, before it waited for anything."""
    waited = time.monotonic() - request.environ.get(ARRIVED, time.monotonic())
    return tables().now() - timedelta(seconds=waited)


def _speaking() -> AbstractContextManager[Any]:
    return prose.speaking(languages.chosen(request))


def _said(table: Table) -> dict[str, Any]:
    return {"status": table.row.status, "version": table.row.version}


def _private(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["Vary"] = "Authorization, Accept-Language"
    return answer


def _secret(model: Any, value: Any, status: int, **headers: str) -> Response:
    return _private(Response(to_json(model, value), status, headers, mimetype=JSON))


def guesses() -> Guesses:
    found: Guesses = current_app.extensions["guesses"]
    return found
