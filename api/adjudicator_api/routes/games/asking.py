"""What all routes of games share: the caller's token, table and seat, and the headers of answers."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, request

from adjudicator import prose
from adjudicator_api.games.playing.tables import (
    require_host,
    require_over,
    require_playing,
    require_seat,
)
from adjudicator_api.games.playing.views import require_watching
from adjudicator_api.http import languages
from adjudicator_api.http.environ import ARRIVED
from adjudicator_api.http.operations import JSON, Resource, to_json
from adjudicator_api.http.problems import Refused
from adjudicator_api.server.limiter import vouch

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from datetime import datetime

    from adjudicator_api.games.opening.code_guesses import Guesses
    from adjudicator_api.games.playing.tables import Table, Tables

resource = Resource("games", __name__)
ID = "[A-Za-z0-9_-]{22}"
CODE = "[A-Za-z0-9]{6}"
PATH = {"id": ID}
BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{10,64})", re.IGNORECASE)
VERSION = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:-[0-9.wh]{1,60})?"?')  # also in the ETag of a view


def require_finished(id: str) -> None:  # noqa: A002 - the name in the path
    require_over(with_seat(id)[0])


def hosted(id_: str) -> Table:
    """The table, for its host only."""
    given = token()
    table = tables().find(id_)
    require_host(table, given)
    return table


def links(token: str | None, *operations: str) -> dict[str, dict[str, Any]]:
    """OpenAPI links from an answer with the id of a table, and a token at that pointer, to operations."""
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


def tables() -> Tables:
    found: Tables = current_app.extensions["tables"]
    return found


def token() -> str | None:
    """The caller's token, from the header; it is never in a URL."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    found = BEARER.fullmatch(given.strip())
    if found is None:
        raise Refused(401, "bad_token", "Authorization must be: Bearer, a space, and the token of a seat.")
    return found[1]


def seen_version() -> int:
    """The version of the view that the caller acts on, from If-Match."""
    given = request.headers.get("If-Match")
    if given is None:
        raise Refused(
            428,
            "if_match_needed",
            'Send If-Match with the version of the view you act on, as in "7", or with its ETag.',
        )
    found = VERSION.fullmatch(given.strip())
    if found is None:
        said = f'If-Match is the version of your view, as in "7", or its ETag, not {given[:40]!r}.'
        raise Refused(422, "bad_if_match", said)
    return int(found[1])


def looking(id_: str) -> tuple[Table, int | None, bool]:
    """The table, the caller's seat if any, and whether the caller is the host; for all who may watch."""
    given = token()
    table = tables().find(id_)
    seat, host = table.seat_of(given), table.is_host(given)
    require_watching(table, seat, host=host)
    if given is not None:
        vouch(id_)
    return table, seat, host


def sitting(id_: str) -> tuple[Table, int]:
    """The table of a game under way and the caller's seat."""
    table, seat = with_seat(id_)
    require_playing(table)
    return table, seat


def with_seat(id_: str) -> tuple[Table, int]:
    """The table and the caller's seat."""
    given = token()
    table = tables().find(id_)
    seat = require_seat(table, given)
    vouch(id_)
    return table, seat


def arrived() -> datetime:
    """When the request reached the service, before it waited for anything."""
    waited = time.monotonic() - request.environ.get(ARRIVED, time.monotonic())
    return tables().now() - timedelta(seconds=waited)


def speaking() -> AbstractContextManager[Any]:
    return prose.speaking(languages.chosen(request))


def status_of(table: Table) -> dict[str, Any]:
    return {"status": table.row.status, "version": table.row.version}


def private(answer: Response) -> Response:
    """Kept by no cache: it depends on the token and the language."""
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["Vary"] = "Authorization"
    return answer


def secret(model: Any, value: Any, status: int, **headers: str) -> Response:
    return private(Response(to_json(model, value), status, headers, mimetype=JSON))


def guesses() -> Guesses:
    found: Guesses = current_app.extensions["guesses"]
    return found
