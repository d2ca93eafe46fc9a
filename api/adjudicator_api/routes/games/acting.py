"""Acting at a table: actions and their preview, phrases, leaving and resigning."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from adjudicator import prose
from adjudicator.languages.boxes import words_in
from adjudicator_api.games.opening import lobby
from adjudicator_api.games.playing import acting, models, remarks
from adjudicator_api.games.playing.tables import require_seat
from adjudicator_api.games.playing.views import remark_in, told
from adjudicator_api.http import languages
from adjudicator_api.http.idempotency import HEADER, Key
from adjudicator_api.http.operations import JSON, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.routes.games.asking import (
    PATH,
    arrived,
    private,
    resource,
    seen_version,
    sitting,
    speaking,
    status_of,
    tables,
    token,
    with_seat,
)
from adjudicator_api.server.limiter import vouch
from adjudicator_api.server.metrics import metrics

IF_MATCH = {"If-Match": "The `version` of the view that you act on, or its ETag."}


def _seated(id: str) -> None:  # noqa: A002
    with_seat(id)


def _talking(id: str) -> None:  # noqa: A002
    remarks.require_phrases(with_seat(id)[0].row)


def _playing(id: str) -> None:  # noqa: A002
    sitting(id)


def _up_to_date(id: str) -> None:  # noqa: A002
    table, seat = with_seat(id)
    acting.require_current(table, seat, seen_version())


@resource.operation(
    "POST", "/v1/games/<id>/actions", summary="Act", body=models.Act, answer=models.Acted, parameters=PATH,
    problems=(401, 404, 409, 412, 428, 503), bearer=True, idempotent=True, headers=IF_MATCH,
    first=_up_to_date,
)  # fmt: skip
def act(id: str, body: models.Act) -> Response:  # noqa: A002
    """412 only if what your seat was asked has changed; an illegal action is 422 with its verdict."""
    try:
        seen = seen_version()
    except Refused:
        _seated(id)
        raise
    key = request.headers.get(HEADER)
    with speaking():
        with metrics().moves.labels("person").time():
            table, events = acting.act(tables(), id, token(), body.model_dump(), seen, key, arrived())
        seat = require_seat(table, token())
        vouch(id)
        version = events[-1].version if events else table.row.version
        happened = told(table, events, seat)
        answer = {"version": version, "events": happened, "words": words_in(table.row.game, happened)}
    return private(Response(to_json(models.Acted, answer), mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/<id>/preview", summary="What the rules would say", body=models.Act,
    answer=models.Preview, parameters=PATH, problems=(401, 404, 409, 503), bearer=True, first=_playing,
)  # fmt: skip
def preview(id: str, body: models.Act) -> Response:  # noqa: A002
    """Changes nothing. Without `hints`, only the placement and the score of a draft, not its chemistry."""
    table, seat = sitting(id)
    game = table.game
    judge = game.judge if table.row.hints else game.preview
    with speaking(), prose.seated(table.names):
        verdict = judge(table.state, seat, game.read_action(body.model_dump())).to_json()
    answer = {"verdict": verdict, "score": verdict.get("score")}
    return private(Response(to_json(models.Preview, answer), mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/<id>/remarks", summary="Say a quick phrase", body=models.Saying, answer=models.Remark,
    parameters=PATH, problems=(401, 403, 404, 503), bearer=True, status=201, first=_talking,
)  # fmt: skip
def say_phrase(id: str, body: models.Saying) -> Response:  # noqa: A002
    """One phrase of a fixed list, shown to the table in each reader's language; not part of the record.

    More than three from one seat within twenty seconds are 429.
    """
    remark = remarks.say(tables(), id, token(), body.phrase)
    said = remark_in(languages.chosen(request), remark)
    return private(Response(to_json(models.Remark, said), 201, mimetype=JSON))


@resource.operation(
    "POST", "/v1/games/<id>/leave", summary="Leave your seat", body=models.Nothing, answer=models.Said,
    parameters=PATH, problems=(401, 404, 409, 503), bearer=True, idempotent=True, first=_seated,
)  # fmt: skip
def leave_game(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """A person or a bot may take the seat over; your token expires."""
    status, version = lobby.leave(tables(), id, token(), Key.of(body))
    return {"status": status, "version": version}


@resource.operation(
    "POST", "/v1/games/<id>/resign", summary="Give up", body=models.Nothing, answer=models.Said,
    parameters=PATH, problems=(401, 404, 409, 412, 503), bearer=True, idempotent=True, first=_seated,
)  # fmt: skip
def resign(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """Possible at any time, whoever's turn it is."""
    del body
    return status_of(acting.resign(tables(), id, token(), request.headers.get(HEADER))[0])
