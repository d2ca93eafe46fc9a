"""Two worlds over HTTP: a game that is played on one service, and two services that hold it at one moment.

The first of these two has the game as it is. The second has another world, which differs in everything that a
viewer cannot know: what others hold, what is in decks, the chance to come, and all parts of events that are
hidden from that viewer; or it has the same seed, and only hidden cards are swapped. To anybody who knows no
more than the viewer, both must give the same answers, byte by byte: views with their ETags, every event of the
log, streams, refused exports and analyses. The game has the same id in both, so that only the id of the request
is masked.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert, select
from werkzeug.test import TestResponse

from adjudicator.engine.codec import plain
from adjudicator.engine.events import Event
from adjudicator.engine.frame import Preset
from adjudicator.engine.rng import Rng
from adjudicator.testing.contract import some
from adjudicator.testing.subject import Subject
from adjudicator.verdict import Ruling
from adjudicator_api import Config, create_app
from adjudicator_api.games.playing.tables import packed
from adjudicator_api.http.bus import Stream
from adjudicator_api.http.environ import ROUTE, STREAM
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.schema import commits, events, games, seats
from tests.support.tabling import OnlineTable

Asker = int | str | None  # a seat, a spectator, or one of these:
STRANGER, HOST = "stranger", "host"  # with a token of no seat here, and with the host's token

REQUEST_ID = "X-Request-ID"
READS = (
    "",
    "/actions",
    "/log",
    "/log?after=3",
    "/events",
    "/analysis",
    "/missed",
    "/export",
    "/hints?count=3",
)
TOLD = ("", "/log", "/events", "/analysis", "/export")
NEWS = ("", "/log?after={version}", "/events")  # the requests after something was done
PAGES = ("/play/{game}/{id}", "/look/{game}/{id}", "/v1/games?watch=public")
REFUSED = ("/rematch", "/share", "/start", "/seats")  # while the game goes on
NOTHING = {"type": "no such thing"}
CLOCK = 7200  # seconds; none of them runs out

# What is done in both worlds: mostly somebody acts; the viewer leaves; the host changes something.
DEEDS = ("act", "leave", "act", "resign", "act", "change a seat", "remarks", "absence", "act", "cancel")


@dataclass
class World:
    """A service with its own database. Work for other processes is done in this one."""

    app: Flask
    client: FlaskClient = field(init=False)
    environ: dict[str, Any] = field(default_factory=dict)  # of the last request, as the service left it

    def __post_init__(self) -> None:
        self.client = self.app.test_client()
        service = self.app.wsgi_app

        def noting(environ: dict[str, Any], start_response: Any) -> Any:
            self.environ = environ
            return service(environ, start_response)

        self.app.wsgi_app = noting  # type: ignore[method-assign]
        at_once = SimpleNamespace(run=_at_once, leisure=1.0)
        self.app.extensions["work"] = SimpleNamespace(run=_at_once, background=at_once)

    @classmethod
    def opened(cls, path: Path, empty: Path, now: list[datetime]) -> World:
        path.write_bytes(empty.read_bytes())
        app = create_app(
            Config(database_url=f"sqlite:///{path}", rate_limit="off", log="off", thinking_percent=0)
        )
        app.extensions["tables"].now = lambda: now[0]
        return cls(app)

    @property
    def database(self) -> Any:
        return self.app.extensions["storage"].database


def _at_once(function: Any, *arguments: Any, seconds: float) -> Any:
    del seconds
    return function(*arguments)


class Worlds:
    """The game as it is played, and two services to compare: see above."""

    def __init__(self, folder: Path, empty: Path, subject: Subject, preset: Preset, seed: int) -> None:
        self.random, self.subject, self.game = Random(seed), subject, subject.game
        self.now = [datetime(2026, 1, 1, tzinfo=UTC)]
        self.played, self.real, self.other = (
            World.opened(folder / f"{name}.sqlite", empty, self.now) for name in ("played", "real", "other")
        )
        wanted = {"options": dict(preset.options), "hints": True, "watch": "public"}
        with pytest.MonkeyPatch.context() as patch:  # the same game in every run
            patch.setattr(secrets, "token_hex", lambda size: f"{seed:0{2 * size}x}")
            self.table = OnlineTable.open(
                self.played.client,
                self.game.name,
                [{"name": f"Player {seat}"} for seat in range(preset.players)],
                clock={"seconds": CLOCK},
                **wanted,
            )
        self.address = f"/v1/games/{self.table.id}"
        self.acted: dict[int, tuple[int, int, Any]] = {}  # by seat: number, version and action of the last
        self.routes: set[tuple[str, str]] = set()  # requested so far
        self.compared = 0  # number of answers
        self.versions: list[int] = []  # at which acts were made
        self.events: dict[int | None, int] = {}  # by viewer, the version up to which all events were compared
        self.parted = 0  # moments at which the worlds differed

    # --- playing --------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.played.app.extensions["tables"].find(self.table.id).state

    def moments(self, acts: int | None = None) -> Iterator[tuple[int, int, Any]]:
        """Before each act: its number, who acts and how; after so many, everybody gives up in turn."""
        number = 0
        while (state := self.state).result is None:
            acting = self.game.players_to_act(state)
            player = acting[0] if self.random.random() < 0.7 else self.random.choice(acting)
            tired = acts is not None and number >= acts
            action = {"type": "resign"} if tired else plain(self.subject.act(state, player, self.random))
            self.versions.append(state.version)
            yield number, player, action
            self.now[0] += timedelta(seconds=1)
            answer = self.table.act(player, action, state.version, key=_key(number))
            assert answer.status_code == 200, answer.text
            self.acted[player] = number, state.version, action
            number += 1

    # --- another world --------------------------------------------------------------------------------------

    def part(self, viewer: int | None, twin: Any, *, same_seed: bool = False, **row: Any) -> None:
        """From here on the two differ in everything that the viewer cannot know; both have these values of the row."""
        found = self.played.database.read(self._rows)
        found[games][0] |= row
        happened = [Event.from_json(row["event"]) for row in found[events]]
        told = self.game.events_shown(happened, viewer)
        state = self.state
        unlike = [_unlike(*pair) for pair in zip(happened, told, strict=True)]
        self._write(self.real, found, state, [event.to_json() for event in happened], same_seed=same_seed)
        self._write(self.other, found, twin, unlike, same_seed=same_seed)
        self.parted += twin != state

    def _rows(self, connection: Any) -> dict[Any, list[dict[str, Any]]]:
        wanted = {games: games.c.id, seats: seats.c.game, events: events.c.game, commits: commits.c.game}
        return {
            kind: [
                dict(row) for row in connection.execute(select(kind).where(of == self.table.id)).mappings()
            ]
            for kind, of in wanted.items()
        }

    def _write(
        self,
        world: World,
        found: Mapping[Any, list[dict[str, Any]]],
        state: Any,
        happened: list[Any],
        *,
        same_seed: bool,
    ) -> None:
        """Replaces what was there; the service keeps nothing of it in memory, as after a restart."""
        (row,) = found[games]
        row = {
            **row,
            "seed": row["seed"] if same_seed else f"another, {self.random.getrandbits(64)}",
            "snapshot": packed(self.game.state_to_json(state)),
            "snapshot_version": state.version,
        }
        told = [{**row, "event": event} for row, event in zip(found[events], happened, strict=True)]

        def write(connection: Any) -> None:
            rows.remove_game(connection, self.table.id)
            for kind, values in ((games, [row]), (seats, found[seats]), (events, told)):
                connection.execute(insert(kind), values)
            if found[commits]:
                connection.execute(insert(commits), found[commits])

        world.database.write(write)
        world.app.extensions["tables"]._known.pop(self.table.id, None)

    # --- asking ---------------------------------------------------------------------------------------------

    def alike(self, asker: Asker, method: str, path: str, body: Any = None, **headers: str) -> None:
        """Asks both, and fails if the answers differ."""
        real, other = self.both(asker, method, path, body, headers)
        assert real == other, f"{method} {path} tells {asker} too much: {_difference(real, other)}"
        self.compared += 1

    def both(
        self, asker: Asker, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> tuple[bytes, bytes]:
        token = {STRANGER: "A" * 22, HOST: self.table.host}.get(str(asker))
        if isinstance(asker, int):
            token = self.table.tokens[asker]
        given = {**headers} | ({} if token is None else {"Authorization": f"Bearer {token}"})

        def asked(world: World) -> bytes:
            answer = world.client.open(path, method=method, json=body, headers=given)
            self.routes.add((method, world.environ[ROUTE]))
            lines = [f"{name}: {value}" for name, value in answer.headers if name != REQUEST_ID]
            said = answer.data.replace(answer.headers[REQUEST_ID].encode(), b"*")
            return b"\n".join(["\n".join([answer.status, *lines]).encode(), said, _streamed(world, answer)])

        return asked(self.real), asked(self.other)

    def read(self, asker: Asker, paths: tuple[str, ...] = READS) -> None:
        for path in paths:
            self.alike(asker, "GET", f"{self.address}{path}")

    def ask_in_vain(self, asker: Asker, version: int) -> None:
        """Pages, another language, and requests that are refused."""
        for page in PAGES:
            self.alike(asker, "GET", page.format(game=self.game.name, id=self.table.id))
        self.alike(asker, "GET", f"{self.address}/log", **{"Accept-Language": "de"})
        for path in REFUSED:
            self.alike(asker, "POST", f"{self.address}{path}", {"name": "Eve"} if path == "/seats" else {})
        for seen in (0, version, version + 1):
            self.alike(asker, "POST", f"{self.address}/actions", NOTHING, **{"If-Match": str(seen)})

    def try_things(self, seat: int, state: Any) -> None:
        """Previews of possible and impossible actions, the results of the latter, and a repeated key."""
        version = {"If-Match": str(state.version)}
        for action in some(self.subject, state, seat, self.random)[:4]:
            self.alike(seat, "POST", f"{self.address}/preview", plain(action))
            if self.game.judge(state, seat, action).ruling is not Ruling.VALID:
                self.alike(seat, "POST", f"{self.address}/actions", plain(action), **version)
        if seat in self.acted:
            number, seen, action = self.acted[seat]
            again = {"If-Match": str(seen), "Idempotency-Key": _key(number)}
            self.alike(seat, "POST", f"{self.address}/actions", action, **again)

    # --- comparing ------------------------------------------------------------------------------------------

    def compare(self, number: int, player: int, action: Any) -> None:
        """At this moment: one viewer and other callers, each in turn; then the consequences of one act."""
        state = self.state
        viewers = [*state.players, None]
        viewer = viewers[number % len(viewers)]
        view = json.loads(json.dumps(self.game.view(state, viewer)))
        at: dict[str, Any] = {"hints": number % 3 > 0, "watch": "players" if number % 5 == 4 else "public"}
        self.part(viewer, self.game.imagine(view, Rng(str(self.random.random()))), **at)
        others: tuple[Asker, ...] = (None, STRANGER, HOST)
        askers = list(dict.fromkeys([viewer, others[number % len(others)]]))
        for asker in askers:
            self.read(asker)
        self.events[viewer] = state.version
        if number % 4 == 0:
            self.ask_in_vain(askers[number // 4 % len(askers)], state.version)
        if viewer is not None and viewer in state.playing:
            self.try_things(viewer, state)
            self.part(viewer, self.subject.twin(state, viewer, self.random), same_seed=True, **at)
            self.read(viewer, TOLD)
            self.do(DEEDS[number // len(viewers) % len(DEEDS)], viewer, player, action)

    def do(self, deed: str, viewer: int, player: int, action: Any) -> None:
        """Does the same in both worlds: everybody who is told of it is told the same.

        Except when it ends the game, which reveals everything; and others do only what they could in both.
        """
        version = self.state.version
        headers = {"If-Match": str(version), "Idempotency-Key": "a-key-of-the-test"}
        doing: Asker = viewer
        method, path, body = "POST", f"/{deed}", {}
        lays_open = (
            player != viewer and action["type"] == "resign"
        )  # a hand that nobody knew goes to the discards
        if deed == "act" and not lays_open and (player == viewer or self._may(player, action)):
            doing, path, body = player, "/actions", action
        elif deed == "act":
            path = "/resign"
        elif deed == "change a seat":
            doing, method, path, body = HOST, "PUT", f"/seats/{player}", {"bot": "random"}
        elif deed == "remarks":
            body = {"phrase": "hello"}
        elif deed == "absence":
            path, body = f"/seats/{player}/absence", {"then": "bot"}
        elif deed == "cancel":
            doing = HOST
        told = self.both(doing, method, f"{self.address}{path}", body, headers)
        over = [self._over(world) for world in (self.real, self.other)]
        assert over[0] == over[1]
        if over[0]:
            return
        assert doing not in (viewer, HOST) or told[0] == told[1], (
            f"{path} tells {doing} too much: {_difference(*told)}"
        )
        for asker in (viewer, None):
            self.read(asker, tuple(path.format(version=version) for path in NEWS))

    def _may(self, player: int, action: Any) -> bool:
        twin = self.other.app.extensions["tables"].find(self.table.id).state
        ruling = self.game.judge(twin, player, self.game.read_action(action)).ruling
        return ruling is Ruling.VALID

    def _over(self, world: World) -> bool:
        row = world.database.read(lambda connection: rows.find(connection, self.table.id))
        return row is not None and row.status == "over"


def _key(number: int) -> str:
    return f"the-key-of-act-{number:06}"


def _unlike(event: Event, told: Event) -> dict[str, Any]:
    """The event with other facts where it hides them."""
    shown = told.to_json()
    return {name: fact if name in shown else _other(fact) for name, fact in event.to_json().items()}


def _other(fact: Any) -> Any:
    """Another value of the same shape."""
    match fact:
        case bool():
            return not fact
        case int():
            return fact + 1
        case str():
            return f"not {fact}"
        case list():
            return [_other(part) for part in reversed(fact)]
        case dict():
            return {name: _other(part) for name, part in fact.items()}
        case _:
            return fact


def _streamed(world: World, answer: TestResponse) -> bytes:
    """How a stream continues: what it sends when it wakes for the first time."""
    if STREAM not in world.environ or answer.status_code != 200:
        return b""
    topic, told = world.environ[STREAM]

    async def first() -> bytes:
        bus = world.app.extensions["bus"]
        bus.open(asyncio.get_running_loop())
        with ThreadPoolExecutor(1) as pool:
            stream = told(Stream(bus, pool, topic))
            found: bytes = await anext(stream)
            await stream.aclose()
        bus.close()
        return found

    return asyncio.run(first())


def _difference(real: bytes, other: bytes) -> str:
    """The part around the first byte that differs, of the body rather than of a header that counts it."""
    bodies = [answer.partition(b"\n{")[2] or answer for answer in (real, other)]
    pairs = enumerate(zip(*bodies, strict=False))
    place = next((number for number, (one, two) in pairs if one != two), -1)
    one, two = (body[max(0, place - 80) : place + 80] for body in bodies)
    return f"{one!r} and {two!r}"
