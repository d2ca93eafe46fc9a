"""After a game: the file to take along, the analysis, what was missed, and sharing it."""

from __future__ import annotations

from typing import Any

from flask import Response

from adjudicator.engine.replay import record_of
from adjudicator_api.games.bots import decisions
from adjudicator_api.games.opening import lobby, records
from adjudicator_api.games.playing import models
from adjudicator_api.games.playing.tables import require_alone, require_over
from adjudicator_api.http.operations import JSON, to_json
from adjudicator_api.jobs.pool import work
from adjudicator_api.routes.games.asking import (
    PATH,
    looking,
    private,
    require_finished,
    resource,
    sitting,
    status_of,
    tables,
    token,
)
from adjudicator_api.routes.records import analysed


def _watching_again(id: str) -> None:  # noqa: A002
    require_over(looking(id)[0])


def _alone(id: str) -> None:  # noqa: A002
    table, _ = sitting(id)
    if table.row.status != "over":
        require_alone(table, token())


@resource.operation(
    "GET", "/v1/games/<id>/export", summary="A game as a file, to go on with elsewhere", parameters=PATH,
    answer=models.GameFields, problems=(401, 404, 409, 503), bearer=True, first=_alone,
)  # fmt: skip
def export_game(id: str) -> Response:  # noqa: A002
    """The whole record, including hidden things, and who sits where, for games with bots or at one screen.

    It is refused while other people play from their own devices, until the game is over. From then on, nobody
    new gets a seat in this game, because somebody knows what is hidden.
    """
    _alone(id)
    record = records.taken_along(tables(), id, token())
    return private(Response(to_json(models.GameFields, record), mimetype=JSON))


@resource.operation(
    "GET", "/v1/games/<id>/analysis", summary="A finished game, turn by turn", query=models.Part,
    answer=models.Analysis, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, cost=20,
    first=_watching_again,
)  # fmt: skip
def analyse_game(id: str, query: models.Part) -> dict[str, Any]:  # noqa: A002
    """What each player did, and the best move by what that player could see at the time.

    This takes some seconds, and for a long game more than one request may: ask for a part. `after` is a
    version of the record, `search` how many turns after it are analysed; the others are only listed. With
    `player`, a seat, only its turns are analysed, and sentences call the caller's own seat "you".
    """
    table, seat, _ = looking(id)
    require_over(table)
    record = record_of(table.game, tables().events(id), table.names).to_json()
    search, player = [None if text is None else int(text) for text in (query.search, query.player)]
    return analysed(record, int(query.after), search, player, None if player is None else seat)


@resource.operation(
    "GET", "/v1/games/<id>/missed", summary="What players of a finished game missed, as exercises",
    answer=models.MissedAnswer, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, cost=5,
    first=_watching_again,
)  # fmt: skip
def list_missed(id: str) -> dict[str, Any]:  # noqa: A002
    """Illegal runs, wrong names, unused ions: taken from the record, up to three for each player."""
    table, _, _ = looking(id)
    require_over(table)
    record = record_of(table.game, tables().events(id), table.names).to_json()
    return work().run(decisions.missed, record)


@resource.operation(
    "POST", "/v1/games/<id>/share", summary="Let others look at a finished game", body=models.Nothing,
    answer=models.Said, parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True,
    first=require_finished,
)  # fmt: skip
def share_game(id: str, body: models.Nothing) -> dict[str, Any]:  # noqa: A002
    """For anyone who sat there. After that, everyone with its address sees the record and the analysis."""
    del body
    return status_of(lobby.share(tables(), id, token()))
