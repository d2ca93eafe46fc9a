"""Moves bots and clocks: looks for tables at which something is due, claims them, and acts.

Every process does this. A claim is a lease, so another process continues what a killed one had begun; a bot's
commit carries the version it saw, so it is never made twice. Bots think in separate processes, which can be
killed and which no request waits for. Clients take turns, and one has at most half of the places: many tables
of one client do not slow down another's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine import codec
from adjudicator.errors import AdjudicatorError
from adjudicator_api.games.bots.decisions import choose
from adjudicator_api.games.playing import acting
from adjudicator_api.games.playing.clocks import asks_of, bot_due, clock_due
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from datetime import datetime

    from adjudicator_api.games.playing.tables import Table, Tables
    from adjudicator_api.jobs.pool import Work
    from adjudicator_api.server.logging import Log
    from adjudicator_api.server.metrics import Metrics

LOOK_SECONDS = 0.2  # between two searches for tables with something due
LEASE_SECONDS = 20
THINK_SECONDS = 12.0  # then the process is killed, and the bot tries again
AT_ONCE = 4  # tables that one process handles at a time
OF_ONE = AT_ONCE // 2  # of these, opened by one client
LOOKED_AT = 32  # due tables read at a time; the others come later


class Question(NamedTuple):
    """What a bot has to think about."""

    arguments: tuple[Any, ...]  # the arguments of `decisions.choose`
    client: str  # whose turn it takes


Steps = Generator[Question, dict[str, Any] | None, None]


class Driver(threading.Thread):
    """`mind` is called between two searches: see `housekeeping`. `share`: of a strong bot's playouts."""

    def __init__(
        self,
        tables: Tables,
        work: Work,
        mind: Callable[[], None],
        metrics: Metrics,
        log: Log,
        share: float = 1.0,
    ) -> None:
        super().__init__(name="driver", daemon=True)
        self._tables, self._work, self._mind, self._metrics, self._log = tables, work, mind, metrics, log
        self._share = share
        self._stopped = threading.Event()
        self._woken = threading.Event()
        self._busy = threading.Semaphore(AT_ONCE)
        self._pool = ThreadPoolExecutor(AT_ONCE, "driver")
        self._claimed: dict[str, Future[None]] = {}
        self._owners: dict[str, str] = {}  # of claimed tables

    def stop(self) -> None:
        """Starts nothing more."""
        self._stopped.set()
        self._woken.set()

    def finish(self, seconds: float) -> None:
        """After `stop`: lets running work finish, and releases the rest to other processes at once."""
        wait(list(self._claimed.values()), seconds)
        self._pool.shutdown(wait=False, cancel_futures=True)
        left = [id_ for id_, begun in self._claimed.items() if not begun.done()]
        if left:
            try:
                self._tables.database.write(partial(rows.release, ids=left))
            except StorageUnavailable as error:  # the leases run out
                self._log.tell("warning", "driver", {"error": repr(error)[:200]})

    def wake(self) -> None:
        """Wakes the driver: something may be due sooner than planned."""
        self._woken.set()

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._mind()
                self.look()
            except StorageUnavailable:
                self._stopped.wait(1)  # /readyz says so already
            self._woken.wait(LOOK_SECONDS)
            self._woken.clear()

    def look(self) -> None:
        now = self._tables.now()
        found = self._tables.database.read(lambda connection: rows.due_games(connection, now, LOOKED_AT))
        for id_, owner in found:
            if list(self._owners.values()).count(owner) >= OF_ONE:
                continue
            if self._stopped.is_set() or not self._busy.acquire(blocking=False):
                return
            until = now + timedelta(seconds=LEASE_SECONDS)
            if self._tables.database.write(partial(rows.claim, id_=id_, now=now, until=until)):
                self._owners[id_] = owner
                self._claimed[id_] = begun = self._pool.submit(self._see_to, id_)
                begun.add_done_callback(partial(self._seen_to, id_))
            else:
                self._busy.release()

    def _see_to(self, id_: str) -> None:
        try:
            self.act_at(id_)
        except (Refused, AdjudicatorError, StorageUnavailable) as error:
            # The lease runs out, and the table is tried again.
            self._log.tell("warning", "driver", {"error": repr(error)[:200]})
        finally:
            self._busy.release()
            self._woken.set()

    def _seen_to(self, id_: str, _: object) -> None:
        self._claimed.pop(id_, None)
        self._owners.pop(id_, None)

    def act_at(self, id_: str) -> None:
        """Does what is due at this table now, and records what is due next."""
        steps = self.steps_at(id_)
        try:
            question = next(steps)
            while True:
                question = steps.send(self._think(question))
        except StopIteration:
            return

    def steps_at(self, id_: str) -> Steps:
        """The steps of `act_at`: yields what a bot has to think about, and is sent its choice."""
        tables = self._tables
        table = tables.find(id_)
        if table.row.status != "playing" or table.row.paused_at is not None:
            tables.rest(id_, table.row.version, None)
            return
        time_of = tables.clocks(id_)
        now = tables.now()
        later: list[datetime] = []
        for ask in asks_of(table, "person", "left"):
            at = clock_due(table, ask, tables.pace, now, time_of)
            if at is not None and at <= now:
                self._act(table, ask.player, codec.plain(ask.otherwise), "clock")
                return
            if at is not None:
                later.append(at)
        # From when the table last changed: the bot's own pause is over when we are called.
        people = asks_of(table, "person")
        asks = [
            (ask, bot_due(table, ask, people, tables.pace, table.row.moved_at, time_of))
            for ask in asks_of(table, "bot")
        ]
        later += [at for _, at in asks if at > now]
        due = [ask for ask, at in asks if at <= now]
        waiting = None  # a bot that leaves it to others, who may not want to act either
        for ask in due:
            action = yield self._question(table, ask.player)
            # It chooses among all that it is asked: of that, some may have to wait for others.
            kinds = {kind for other in due if other.player == ask.player for kind in other.kinds}
            if action is not None and action["type"] in kinds and self._act(table, ask.player, action, "bot"):
                return
            waiting = waiting or (ask if ask.obliged else None)
        if waiting is not None:
            self._act(table, waiting.player, codec.plain(waiting.otherwise), "bot")
            return
        tables.rest(id_, table.row.version, min(later, default=None))

    def _question(self, table: Table, seat: int) -> Question:
        bot = table.seats[seat].bot
        assert bot is not None
        game = table.game
        text = game.editions.unreleased_text(table.row.edition)
        view = game.view(table.state, seat)
        seen = self._tables.recalled(table, seat, bot)
        asked = (game.name, text, view, bot, table.row.seed, seat, seen, self._share)
        return Question(asked, table.row.opened_by or table.row.id)

    def _think(self, question: Question) -> dict[str, Any] | None:
        began = time.perf_counter()
        try:
            return self._work.run(choose, *question.arguments, seconds=THINK_SECONDS, client=question.client)
        except Refused as refused:
            if refused.code != "took_too_long":
                raise  # no process was free: tried again later
            return None  # a table never waits for a bot: the default of its obligation is played
        finally:
            self._metrics.thinking.observe(time.perf_counter() - began)

    def _act(self, table: Table, seat: int, action: dict[str, Any], who: str) -> bool:
        """Whether the table has changed, by us or by a faster player."""
        id_, version = table.row.id, table.row.version
        try:
            with self._metrics.moves.labels(who).time():
                _, happened = acting.act_for(
                    self._tables, id_, seat, action, version, f"{who}:{seat}:{version}"
                )
        except Refused as refused:
            if refused.status != 412 and refused.code != "table_paused":
                raise
            return True  # what is due now was stored with their action, or with the pause
        return bool(happened)
