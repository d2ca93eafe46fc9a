"""Looking at a game under way: the view, the actions, the record so far, hints, and the stream."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, request

from adjudicator.engine import codec
from adjudicator.engine.agents.thinking import STRONG
from adjudicator.engine.replay import record_of, record_shown
from adjudicator.languages.boxes import words_in
from adjudicator_api.games.bots import decisions
from adjudicator_api.games.opening.catalogue import title_of
from adjudicator_api.games.playing import models
from adjudicator_api.games.playing.tables import require_hints, require_playing
from adjudicator_api.games.playing.views import presence, sentence, view_of
from adjudicator_api.http import languages
from adjudicator_api.http.bus import streamed
from adjudicator_api.http.operations import JSON, to_json
from adjudicator_api.jobs.pool import work
from adjudicator_api.routes.games.asking import (
    PATH,
    looking,
    private,
    resource,
    sitting,
    speaking,
    tables,
    with_seat,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adjudicator_api.games.following.streams import Followed
    from adjudicator_api.games.playing.tables import Table
    from adjudicator_api.http.bus import Stream

HEARTBEAT = 15.0
STREAM_SECONDS = 240.0
JITTER_SECONDS = 60
HINT_SECONDS = 20.0  # the first of a process reads the rules, too


def _watching(id: str) -> None:  # noqa: A002 - the name in the path
    looking(id)


def _hinted(id: str) -> tuple[Table, int]:  # noqa: A002
    table, seat = with_seat(id)
    require_hints(table)
    require_playing(table)
    return table, seat


@resource.operation(
    "GET", "/v1/games/<id>", summary="Your own view of a game", answer=models.View, parameters=PATH,
    problems=(401, 403, 404, 503), bearer=True,
)  # fmt: skip
def view_game(id: str) -> Response:  # noqa: A002
    """Without a token, what a spectator sees. The ETag counts everything that a view shows.

    It can be sent back as If-Match: it begins with the version.
    """
    table, seat, host = looking(id)
    if seat is not None:
        table = tables().looked(tables().saw(table, seat), seat)
    there = presence(table, tables().now())
    viewer = f"{'w' if seat is None else seat}{'.h' if host else ''}"
    etag = f'"{table.row.version}-{table.row.revision}.{viewer}.{there}"'
    if etag in request.headers.get("If-None-Match", ""):
        return private(Response(status=304, headers={"ETag": etag}))
    shown = view_of(
        table, seat, host=host, pace=tables().pace, now=tables().now(), time_of=tables().clocks(id),
        title=title_of(table.row.game), language=languages.chosen(request),
    )  # fmt: skip
    answer = Response(to_json(models.View, shown), mimetype=JSON)
    answer.headers["ETag"] = etag
    return private(answer)


@resource.operation(
    "GET", "/v1/games/<id>/actions", summary="What you may do now", answer=models.Actions, parameters=PATH,
    problems=(401, 404, 409, 503), bearer=True,
)  # fmt: skip
def list_actions(id: str) -> Response:  # noqa: A002
    """Complete actions can be sent as they are; `open` ones are forms whose schema is in the catalogue."""
    table, seat = sitting(id)
    listed = codec.plain(table.game.legal_actions(table.state, seat))
    answer = {"version": table.row.version, "actions": listed}
    return private(Response(to_json(models.Actions, answer), mimetype=JSON))


@resource.operation(
    "GET", "/v1/games/<id>/log", summary="The record, as far as you may know it", parameters=PATH,
    query=models.LogPart, answer=models.GameFields, problems=(401, 403, 404, 409, 503), bearer=True,
    first=_watching,
)  # fmt: skip
def read_log(id: str, query: models.LogPart) -> Response:  # noqa: A002
    """Everything once the game is over; before that, what your seat has seen. Events carry their sentence.

    With `after`, only the events after that version, for clients that follow the game.
    """
    table, seat, _ = looking(id)
    require_playing(table)
    events = tables().events(id)[: table.row.version]
    with speaking():
        record = _record(table, seat, events).to_json()
        shown = events if table.row.status == "over" else table.game.events_shown(events, seat)
        for event, data in zip(shown, record["events"], strict=True):
            data["text"] = sentence(table, event, seat)
        record["events"] = [data for data in record["events"] if data["version"] > int(query.after)]
        words = words_in(table.row.game, record["events"])
    said = {**record, "words": words} if words else record
    return private(Response(to_json(models.GameFields, said), mimetype=JSON))


def _record(table: Table, seat: int | None, events: Any) -> Any:
    if table.row.status == "over":
        return record_of(table.game, events, table.names)
    return record_shown(table.game, events, table.names, seat)


@resource.operation(
    "GET", "/v1/games/<id>/hints", summary="Good moves", query=models.HintCount, answer=models.Hints,
    parameters=PATH, problems=(401, 403, 404, 409, 503), bearer=True, cost=10, first=_hinted,
)  # fmt: skip
def give_hints(id: str, query: models.HintCount) -> Response:  # noqa: A002
    """First the plain move, or what the strong bot finds better. Only if the table was opened with hints."""
    table, seat = _hinted(id)
    game = table.game
    text = game.editions.unreleased_text(table.row.edition)
    view = game.view(table.state, seat)
    seen = tables().recalled(table, seat, STRONG)
    share = current_app.extensions["config"].thinking_percent / 100
    asked = (game.name, text, view, int(query.count), seen, share, tuple(table.names))
    found = work().run(decisions.hints, *asked, seconds=HINT_SECONDS)
    answer = {"version": table.row.version, "hints": found}
    return private(Response(to_json(models.Hints, answer), mimetype=JSON))


@resource.operation(
    "GET", "/v1/games/<id>/events", summary="Follow a game", media_type="text/event-stream", parameters=PATH,
    problems=(401, 403, 404, 503), bearer=True,
)  # fmt: skip
def follow_game(id: str) -> Response:  # noqa: A002
    """Server-sent events that say only which version the game has; fetch your own view then."""
    table, seat, _ = looking(id)
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
