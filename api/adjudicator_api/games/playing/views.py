"""What a caller may know of a table: the engine's view, with who sits where and when clocks run out."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.frame import Seat
from adjudicator.languages.boxes import words_in
from adjudicator_api.games.playing.clocks import asks_of, chance_until, clock_due
from adjudicator_api.http import languages
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage.games import FREE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from adjudicator.engine.events import Event
    from adjudicator_api.games.playing.clocks import Pace, TimeOf
    from adjudicator_api.games.playing.tables import Table
    from adjudicator_api.storage.games import SeatRow

PRESENT_SECONDS = 60


def require_watching(table: Table, seat: int | None, *, host: bool) -> None:
    if seat is None and not host and table.row.watch == "players":
        free = any(seat.kind in FREE for seat in table.seats) and table.row.status != "over"
        free = free and table.row.disclosed is None
        raise Refused(403, "players_only", "Only who sits at this table may look at it.", open=free)


def view_of(
    table: Table,
    seat: int | None,
    *,
    host: bool,
    pace: Pace,
    now: datetime,
    time_of: TimeOf,
    title: str,
    language: str,
) -> dict[str, Any]:
    row, state = table.row, table.state
    common = {
        "id": row.id,
        "game": row.game,
        "title": title,
        "status": row.status,
        "version": row.version,
        "revision": row.revision,
        "you": seat,
        "host": host,
        "code": row.code if row.code_until and row.code_until > now else None,
        "hints": row.hints,
        "phrases": row.remarks is not None,
        "remarks": [remark_in(language, remark) for remark in row.remarks or ()],
        "watch": row.watch,
        "clock": row.clock,
        "players": _players(table, now),
        "options": row.options,
        "edition": row.edition,
        "rematch": row.rematch,
        "expires_at": row.expires_at,
        "paused": row.paused_at is not None,
        "disclosed": row.disclosed,
    }
    if state is None:
        nothing: dict[str, Any] = {
            "asks": [],
            "actions": [],
            "accounts": {},
            "table": {},
            "result": None,
            "words": {},
        }
        return {**common, **nothing}
    seen = table.game.view(state, seat)
    asks, bots = [], asks_of(table, "bot")
    for ask in table.game.asked(state):
        by = clock_due(table, ask, pace, now, time_of) or chance_until(table, ask, bots, pace, now, time_of)
        asks.append({**ask.public(), "by": by})
    return {
        **common,
        "asks": asks,
        **{name: seen.get(name) for name in ("actions", "accounts", "offers", "table", "result")},
        "words": words_in(row.game, seen.get("table")),
    }


def remark_in(language: str, remark: dict[str, Any]) -> dict[str, Any]:
    """A remark in the reader's language."""
    return {**remark, "text": languages.sentence(language, f"phrases.{remark['phrase']}")}


def is_present(seat: SeatRow | None, now: datetime) -> bool:
    """Bots always are; people are if they were seen within a minute."""
    if seat is None or seat.kind != "person":
        return seat is not None and seat.kind == "bot"
    return seat.seen_at is not None and now - seat.seen_at < timedelta(seconds=PRESENT_SECONDS)


def presence(table: Table, now: datetime) -> str:
    """Who is present, as a short text; it changes without a change to the table."""
    return "".join("01"[is_present(seat, now)] for seat in table.seats)


def require_absent(table: Table, seat: int, now: datetime) -> None:
    """For a player who has left, or is away while the game waits for them; never for a scripted one."""
    place = table.seats[seat]
    out = table.state is not None and table.state.seats[seat].out
    if out or place.kind not in ("person", "left") or table.row.disclosed == "lesson":
        raise Refused(409, "nobody_missing", f"Nobody is missing on seat {seat}.")
    waited = any(ask.obliged for ask in asks_of(table, "person") if ask.player == seat)
    if place.kind == "person" and (is_present(place, now) or not waited):
        name = table.names[seat]
        raise Refused(
            409,
            "not_absent",
            f"{name} is there, or was within a minute, or the game does not wait for {name}.",
        )


def _players(table: Table, now: datetime) -> list[dict[str, Any]]:
    state = table.state
    scores = [0] * len(table.seats) if state is None else list(table.game.scores(state))
    places = [Seat()] * len(table.seats) if state is None else state.seats
    players = []
    for place, (seat, score) in enumerate(zip(places, scores, strict=True)):
        sitting = table.seats[place] if place < len(table.seats) else None
        kind = sitting.kind if sitting else "neutral"
        players.append(
            {
                "seat": place,
                "name": table.names[place],
                "kind": kind,
                "bot": sitting.bot if sitting else None,
                "score": score,
                "present": is_present(sitting, now),
                "out": seat.out,
            }
        )
    return players


def told(table: Table, events: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """Events as this seat may see them, each with its sentence."""
    shown = table.game.events_shown(events, seat)
    return [{**event.to_json(), "text": sentence(table, event, seat)} for event in shown]


def sentence(table: Table, event: Event, seat: int | None = None) -> str | None:
    return prose.tell(table.row.game, event, table.names, you=seat)
