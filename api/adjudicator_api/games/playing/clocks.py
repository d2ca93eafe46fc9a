"""When a bot moves, and when a clock runs out: computed with every change and stored with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine.game import OFFERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.game import Game
    from adjudicator_api.config import Config
    from adjudicator_api.storage.games import GameRow, SeatRow

    TimeOf = Callable[[int | datetime], datetime | None]  # a version's time, or a time, as clocks count

ALONE = 0.05
MAKING = {"propose_offer", "withdraw_offer"}  # actions about offers that are always possible
GRACE = 2  # seconds allowed for an answer to arrive


@dataclass(frozen=True, slots=True)
class Pace:
    """In seconds; shown to the players."""

    bot: float = 0.8  # before a bot moves, so that people can follow
    bots_alone: float = ALONE  # at a table without people
    chance: float = 8.0  # that people have to challenge before a bot closes it
    offer: float = 90.0  # that people have to read and answer an offer before a bot closes it
    absent: float = 30.0  # before the service answers for a player who has left

    @classmethod
    def of(cls, config: Config) -> Pace:
        pause = config.bot_pause_ms / 1000
        return cls(
            pause, min(pause, ALONE), config.chance_seconds, config.offer_seconds, config.absent_seconds
        )


class ClockedTable(Protocol):
    """What clocks need to know; `tables.Table` is one."""

    @property
    def row(self) -> GameRow: ...

    @property
    def seats(self) -> tuple[SeatRow, ...]: ...

    @property
    def state(self) -> Any: ...

    @property
    def game(self) -> Game[Any, Any]: ...


def due_at(table: ClockedTable, pace: Pace, now: datetime, time_of: TimeOf) -> datetime | None:
    """The next moment at which the service itself has something to do at this table."""
    if table.row.paused_at is not None:
        return None
    people = asks_of(table, "person")
    times = [bot_due(table, ask, people, pace, now, time_of) for ask in asks_of(table, "bot")]
    times += [
        at for ask in asks_of(table, "person", "left") if (at := clock_due(table, ask, pace, now, time_of))
    ]
    return min(times, default=None)


def asks_of(table: ClockedTable, *kinds: str) -> list[Ask]:
    """What is asked of seats of these kinds."""
    places = {seat.seat for seat in table.seats if seat.kind in kinds}
    return [ask for ask in table.game.asked(table.state) if ask.player in places]


def bot_due(
    table: ClockedTable, ask: Ask, people: Sequence[Ask], pace: Pace, now: datetime, time_of: TimeOf
) -> datetime:
    """A bot waits before an action that would take away other players' chance to act.

    Not for simultaneous picks: a player who has picked and may still change the pick has lost no chance.
    `people` is what is asked of people, `now` when the table last changed.
    """
    watched = any(seat.kind == "person" for seat in table.seats)
    at = now + timedelta(seconds=pace.bot if watched else pace.bots_alone)
    chances = [_closing(chance, ask, pace, now, time_of) for chance in people]
    return max([at, *(closing for closing in chances if closing is not None)])


def chance_until(
    table: ClockedTable, chance: Ask, bots: Sequence[Ask], pace: Pace, now: datetime, time_of: TimeOf
) -> datetime | None:
    """Until when no bot takes away a chance of a person; None if none would, or if that time is over.

    `bots` is what is asked of bots.
    """
    if table.seats[chance.player].kind != "person":
        return None
    last = table.row.moved_at
    waiting = [_closing(chance, ask, pace, last, time_of) for ask in bots]
    return min((at for at in waiting if at is not None and at > now), default=None)


def _closing(chance: Ask, ask: Ask, pace: Pace, now: datetime, time_of: TimeOf) -> datetime | None:
    """Until when a bot leaves a chance before it answers an ask; None if the answer takes none away."""
    if chance.obliged or not ask.obliged or (ask.parallel and chance.about == ask.about):
        return None
    since = _begun(chance, now, time_of)
    return (
        None
        if since is None
        else since + timedelta(seconds=pace.offer if chance.about == OFFERS else pace.chance)
    )


def _begun(chance: Ask, now: datetime, time_of: TimeOf) -> datetime | None:
    """Since when a chance has been open. Only answering offers counts; making one is always possible."""
    if chance.about != OFFERS:
        return time_of(chance.since) or now
    return now if set(chance.kinds) - MAKING else None


def clock_due(table: ClockedTable, ask: Ask, pace: Pace, now: datetime, time_of: TimeOf) -> datetime | None:
    """When the service answers for a player: by the table's clock, or because the player has left.

    For seats that share a screen, each clock starts when its player looks: no clock runs behind the curtain.
    """
    if not ask.obliged:
        return None
    seat = table.seats[ask.player]
    left = seat.kind == "left"
    since: int | datetime = ask.since
    if seat.one_screen and not left:
        if seat.looked_at is None or not has_looked(seat, ask):
            return None
        since = seat.looked_at
    seconds: Any = pace.absent if left else table.row.clock
    if seconds is None:
        return None
    if left and table.row.clock is not None:
        seconds = min(seconds, table.row.clock)
    return (time_of(since) or now) + timedelta(seconds=seconds + GRACE)


def has_looked(seat: SeatRow, ask: Ask) -> bool:
    return seat.looked_since is not None and seat.looked_since >= ask.since
