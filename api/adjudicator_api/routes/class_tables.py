"""The tables of a class over HTTP: the teacher opens, watches, pauses and clears them; pupils take seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.game import playable_games
from adjudicator_api.games.classes import class_tables, classes, models
from adjudicator_api.games.opening.catalogue import title_of
from adjudicator_api.games.playing.models import Nothing
from adjudicator_api.http.idempotency import Key
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.problems import Refused
from adjudicator_api.routes.classes import PATH, private
from adjudicator_api.routes.games.asking import ID as TABLE
from adjudicator_api.routes.games.asking import tables, token
from adjudicator_api.server.limiter import vouch

if TYPE_CHECKING:
    from flask import Response

    from adjudicator_api.games.playing.tables import Table

resource = Resource("class_tables", __name__)


def _led(id_: str) -> Table:
    """The class, for its teacher only."""
    found = classes.find(tables(), id_)
    classes.require_teacher(found, token())
    vouch(id_)
    return found


def _as_teacher(id: str, table: str | None = None) -> None:  # noqa: A002 - the name in the path
    del table
    _led(id)


def _as_pupil(id: str) -> None:  # noqa: A002
    classes.require_pupil(classes.find(tables(), id), token())


def _glance(class_: Table, status: int = 200) -> Response:
    return private(models.ClassTables, class_tables.at_a_glance(tables(), class_), status)


@resource.operation(
    "POST", "/v1/classes/<id>/tables", summary="Spread a class over tables", body=models.SpreadClass,
    answer=models.ClassTables, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True,
    idempotent=True, status=201, cost=20, first=_as_teacher,
)  # fmt: skip
def spread_class(id: str, body: models.SpreadClass) -> Response:  # noqa: A002
    """Needs the teacher's token. Every pupil gets a seat, bots fill the rest, and all tables begin."""
    class_ = _led(id)
    if body.game not in playable_games():
        raise Refused(404, "no_such_game", f"There is no playable game {body.game[:40]!r}.")
    wanted = class_tables.Wanted(body.game, body.options, body.players, body.bot)
    class_tables.spread(tables(), class_, classes.pupils_of(class_), wanted, Key.of(body))
    return _glance(class_, 201)


@resource.operation(
    "GET", "/v1/classes/<id>/tables", summary="The tables of a class at a glance", answer=models.ClassTables,
    parameters=PATH, problems=(401, 403, 404, 503), bearer=True,
)  # fmt: skip
def glance_at_tables(id: str) -> Response:  # noqa: A002
    """Needs the teacher's token, which also opens the view of each table at `/v1/games/{id}`."""
    return _glance(_led(id))


@resource.operation(
    "POST", "/v1/classes/<id>/tables/pause", summary="Pause the tables of a class", body=models.PauseTables,
    answer=models.ClassTables, parameters=PATH, problems=(401, 403, 404, 503), bearer=True, first=_as_teacher,
)  # fmt: skip
def pause_tables(id: str, body: models.PauseTables) -> Response:  # noqa: A002
    """Needs the teacher's token. Neither players nor bots act at a paused table. Also resumes play."""
    class_ = _led(id)
    class_tables.pause(tables(), class_, body.paused)
    return _glance(class_)


@resource.operation(
    "POST", "/v1/classes/<id>/tables/clear", summary="Clear the tables of a class", body=Nothing,
    answer=models.ClassTables, parameters=PATH, problems=(401, 403, 404, 503), bearer=True, first=_as_teacher,
)  # fmt: skip
def clear_tables(id: str, body: Nothing) -> Response:  # noqa: A002
    """Needs the teacher's token. Deletes the tables; the class is one group again."""
    del body
    class_ = _led(id)
    class_tables.clear(tables(), class_)
    return _glance(class_)


@resource.operation(
    "POST", "/v1/classes/<id>/tables/<table>/answer", summary="Answer a challenge", body=models.TableAnswer,
    answer=models.ClassTables, parameters={**PATH, "table": TABLE},
    problems=(401, 403, 404, 409, 412, 503), bearer=True, first=_as_teacher,
)  # fmt: skip
def answer_challenge(id: str, table: str, body: models.TableAnswer) -> Response:  # noqa: A002
    """Needs the teacher's token. Answers for everyone at this table who is asked and has not answered yet."""
    class_ = _led(id)
    class_tables.answer(tables(), class_, table, body.action)
    return _glance(class_)


@resource.operation(
    "POST", "/v1/classes/<id>/seat", summary="Sit down at your table", body=Nothing, answer=models.PupilSeat,
    parameters=PATH, problems=(401, 404, 409, 503), bearer=True, first=_as_pupil,
)  # fmt: skip
def sit_down(id: str, body: Nothing) -> Response:  # noqa: A002
    """Needs a pupil's token. Gives the token of the seat, which is the same every time."""
    del body
    given = token()
    class_ = classes.find(tables(), id)
    pupil = classes.require_pupil(class_, given)
    vouch(id)
    table, seat, own = class_tables.sit(tables(), class_, pupil, given or "")
    answer: dict[str, Any] = {
        "game": table.row.game,
        "title": title_of(table.row.game),
        "id": table.row.id,
        "seat": seat,
        "token": own,
        "name": table.seats[seat].name or "",
    }
    return private(models.PupilSeat, answer)
