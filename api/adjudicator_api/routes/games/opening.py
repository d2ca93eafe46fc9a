"""Setting up: the catalogue, opening a table, taking seats, starting, and playing again."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Response

from adjudicator.editions.labels import digest_in
from adjudicator.engine.game import playable_games
from adjudicator.errors import AdjudicatorError
from adjudicator_api.games.bots import decisions
from adjudicator_api.games.opening import lobby, records
from adjudicator_api.games.opening.catalogue import described, title_of
from adjudicator_api.games.opening.lessons import lesson_of
from adjudicator_api.games.playing import acting, models
from adjudicator_api.games.playing.tables import (
    game_of,
    names_of,
    require_not_over,
    require_other_seat,
    require_place,
    require_waiting,
)
from adjudicator_api.games.playing.views import require_absent
from adjudicator_api.http.addresses import asking_client
from adjudicator_api.http.idempotency import Key
from adjudicator_api.http.operations import JSON, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.questions import EDITION_PATTERN, EditionQuery
from adjudicator_api.jobs.pool import work
from adjudicator_api.routes.editions import boxes, chosen
from adjudicator_api.routes.games.asking import (
    CODE,
    PATH,
    guesses,
    hosted,
    links,
    private,
    require_finished,
    resource,
    secret,
    status_of,
    tables,
    token,
)
from adjudicator_api.routes.records import MAX_RECORD
from adjudicator_api.storage import games as rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from adjudicator_api.games.playing.tables import Table
    from adjudicator_api.jobs.verdicts import Box

BODY = 128 * 1024  # with an edition in it
IMPORT_SECONDS = 10.0


# Functions for `first` take precedence over faults of the request: see `Resource.operation`.


def _hosting(id: str, seat: str | None = None) -> None:  # noqa: A002 - the name in the path
    table = hosted(id)
    if seat is not None:
        require_place(table, int(seat))
    require_not_over(table)


def _going_on(id: str, seat: str) -> None:  # noqa: A002
    given = token()
    table = tables().find(id)
    require_other_seat(table, given, int(seat))
    require_absent(table, int(seat), tables().now())


def _hosting_lobby(id: str) -> None:  # noqa: A002
    require_waiting(hosted(id))


def _open(id: str) -> None:  # noqa: A002
    lobby.invited(tables(), partial(rows.find, id_=id))


def _open_by_code(code: str) -> None:
    with guesses().guessing():
        lobby.invited(tables(), _alive(code))


@resource.operation(
    "GET", "/v1/games/catalogue", summary="Every playable game", query=EditionQuery, answer=models.Catalogue,
    problems=(503,),
)  # fmt: skip
def catalogue(query: EditionQuery) -> dict[str, Any]:
    """Titles, numbers of players, presets, bots, and the JSON Schemas of options and actions.

    With an `edition`, only its game, as it can be played with that edition.
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


@resource.operation(
    "POST", "/v1/games", summary="Open a table", body=models.NewGame, answer=models.NewGameAnswer,
    max_body=BODY, problems=(404, 503, 507), idempotent=True, status=201, cost=10,
    links={
        **links("/seats/0/token", "view_game", "list_actions", "act", "preview", "leave_game", "resign"),
        **links("/host_token", "start_game", "cancel_game"),
        **links(None, "take_seat"),
    },
)  # fmt: skip
def create_game(body: models.NewGame) -> Response:
    """Named seats get their tokens here, once; {} is an open seat. The game begins when all are taken."""
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
            {
                "seat": s.seat,
                "kind": s.kind,
                "name": s.name and name,
                "bot": s.bot,
                "token": tokens.get(s.seat),
            }
            for s, name in zip(table.seats, table.names, strict=False)
        ],
    }
    return secret(models.NewGameAnswer, answer, 201, Location=f"/v1/games/{table.row.id}")


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
    """Only games that their host made public."""
    del query
    watched = tables().database.read(
        lambda connection: [(row, rows.seats_of(connection, row.id)) for row in rows.public_games(connection)]
    )
    return {
        "games": [
            {
                "id": row.id,
                "game": row.game,
                "title": title_of(row.game),
                "status": row.status,
                "players": [
                    name if seat.name else "" for seat, name in zip(seats, names_of(seats), strict=True)
                ],
                "version": row.version,
            }
            for row, seats in watched
        ]
    }


@resource.operation(
    "POST", "/v1/games/<id>/seats", summary="Take a seat", body=models.Join, answer=models.Joined,
    parameters=PATH, problems=(404, 409, 503), idempotent=True, status=201, first=_open,
    links=links("/token", "view_game", "list_actions", "leave_game", "resign"),
)  # fmt: skip
def take_seat(id: str, body: models.Join) -> Response:  # noqa: A002 - the name in the path
    """An open seat, or one that its player has left."""
    return _joined(id, partial(rows.find, id_=id), body)


@resource.operation(
    "POST", "/v1/join/<code>", summary="Take a seat by the code of the table", body=models.Join,
    answer=models.Joined, parameters={"code": CODE}, problems=(404, 409, 429, 503), idempotent=True,
    status=201, cost=5, first=_open_by_code,
    links=links("/token", "view_game", "list_actions", "leave_game", "resign"),
)  # fmt: skip
def join_by_code(code: str, body: models.Join) -> Response:
    """By the six characters shown at the table. Unknown, full and expired codes get the same answer."""
    with guesses().guessing():
        return _joined(code.upper(), _alive(code), body)


@resource.operation(
    "GET", "/v1/join/<code>", summary="What a code leads to", answer=models.Invitation,
    parameters={"code": CODE}, problems=(404, 429, 503), cost=5,
)  # fmt: skip
def show_invitation(code: str) -> Response:
    """The game and its players, before taking a seat. Unknown, full and expired codes get the same answer."""
    with guesses().guessing():
        table = lobby.invited(tables(), _alive(code))
        people = [table.names[seat.seat] for seat in table.seats if seat.kind == "person" and seat.name]
        free = sum(seat.kind in rows.FREE for seat in table.seats)
        title = title_of(table.row.game)
        answer = {"game": table.row.game, "title": title, "players": people, "open": free}
        return private(Response(to_json(models.Invitation, answer), mimetype=JSON))


def _alive(code: str) -> Callable[[Any], rows.GameRow | None]:
    """Finds the table of a code that has not expired."""
    now = tables().now()

    def find(connection: Any) -> rows.GameRow | None:
        row = rows.find_by_code(connection, code.upper())
        if row is None or row.stage is not None or row.code_until is None:
            return None  # the code of a class leads to no table
        return row if row.code_until > now else None

    return find


def _joined(way: str, find: Any, body: models.Join) -> Response:
    table, seat, token = lobby.join(tables(), way, find, body.name, Key.of(body))
    return secret(models.Joined, {"id": table.row.id, "seat": seat, "token": token}, 201)


@resource.operation(
    "POST", "/v1/games/<id>/start", summary="Begin with the seats that are taken", body=models.Start,
    answer=models.Said, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True,
    first=_hosting_lobby,
)  # fmt: skip
def start_game(id: str, body: models.Start) -> dict[str, Any]:  # noqa: A002
    """Needs the host's token. Open seats are closed or given to bots."""
    return status_of(lobby.start(tables(), id, token(), body.open, body.bot))


@resource.operation(
    "PUT", "/v1/games/<id>/seats/<seat>", summary="Change a seat", body=models.SeatChange,
    answer=models.SeatChanged, parameters={**PATH, "seat": "[0-9]"}, problems=(401, 403, 404, 409, 503),
    bearer=True, first=_hosting,
)  # fmt: skip
def change_seat(id: str, seat: str, body: models.SeatChange) -> Response:  # noqa: A002
    """Needs the host's token. A bot takes the seat, it is opened again, or its player gets a new token."""
    _, new = lobby.change_seat(tables(), id, token(), int(seat), body.model_dump())
    return secret(models.SeatChanged, {"seat": int(seat), "token": new}, 200)


@resource.operation(
    "POST", "/v1/games/<id>/seats/<seat>/absence", summary="Go on without an absent player",
    body=models.Absence, answer=models.Said, parameters={**PATH, "seat": "[0-9]"},
    problems=(401, 404, 409, 503), bearer=True, first=_going_on,
)  # fmt: skip
def settle_absence(id: str, seat: str, body: models.Absence) -> dict[str, Any]:  # noqa: A002
    """Needs any seat's token, once a player has left or was away for a minute while the game waits for them.

    A bot plays on, or the absent player resigns, which ends a game of two.
    """
    if body.then == "bot":
        return status_of(lobby.bot_for_absent(tables(), id, token(), int(seat), body.bot))
    return status_of(acting.end_for_absent(tables(), id, token(), int(seat))[0])


@resource.operation(
    "POST", "/v1/games/<id>/cancel", summary="Cancel a game", body=models.Nothing, answer=models.Said,
    parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, first=_hosting,
)  # fmt: skip
def cancel_game(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """Needs the host's token. The game is deleted for everyone."""
    del body
    lobby.cancel(tables(), id, token())
    return {"status": "cancelled", "version": 0}


@resource.operation(
    "POST", "/v1/games/import", summary="Go on with a game from a file", body=models.GameFile,
    answer=models.NewGameAnswer, max_body=MAX_RECORD, problems=(503, 507), idempotent=True, status=201,
    cost=20, links=links("/host_token", "cancel_game"),
)  # fmt: skip
def import_game(body: models.GameFile) -> Response:
    """Opens a new table. All its people are yours; bots play on, and no one can join or watch.

    The record is replayed first; one that no legal game could produce is refused with the offending event.
    """
    key = Key.of(body)
    work().run(decisions.try_out, body.record, seconds=IMPORT_SECONDS)
    return _opened(*records.imported(tables(), body.record, asking_client(), key))


@resource.operation(
    "POST", "/v1/games/<id>/rematch", summary="Play again", body=models.Nothing, answer=models.Rematch,
    parameters=PATH, problems=(401, 404, 409, 503, 507), bearer=True, idempotent=True,
    status=201, first=require_finished,
)  # fmt: skip
def rematch(id: str, body: models.Nothing) -> Response:  # noqa: A002
    """The same seats, moved on by one. The first to ask opens the table; the others take their seats."""
    table, seat, new, host = lobby.rematch(tables(), id, token(), Key.of(body), asking_client())
    answer = {"id": table.row.id, "seat": seat, "token": new, "host_token": host}
    return secret(models.Rematch, answer, 201)
