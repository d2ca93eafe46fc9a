"""Kills processes of the service while games are played on it, and checks every game afterwards.

Clients that know no game open tables for people and bots and play all the seats of the people, each question
to any of the processes; others follow the games. Whatever is acknowledged and all that clients were told goes
into the folder. A request without an answer is sent again with its key. Afterwards `check` reads the
database: versions have no gaps, every acknowledged move is there once and as it was told, the events lead to
the snapshot, pieces and accounts are conserved, no bot moved twice, followers of a game heard of its last
version, and neither clients nor the log were told what others keep hidden.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from adjudicator.engine.replay import states
from adjudicator_api.games.playing.tables import game_of, unpacked
from adjudicator_api.storage import Storage
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.schema import commits, games
from tests.deploy.kill_service import Log, killable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from adjudicator.engine.events import Event
    from adjudicator_api.storage.games import GameRow
    from tests.support.serving import Server

CLIENTS = 5  # one for each kind of game
MOVES = (3, 20)  # that are acknowledged between two kills
LIFE = 30.0  # seconds; then a process is killed even if no player has moved
SECRET_LENGTH = 24  # of what is looked for: shorter values are told by chance as well
PATIENCE = 30.0  # seconds for the last event to come
AGAIN, BUSY, STALE = 0, 503, 412  # no answer at all; the service is not ready; what was asked has changed
SETTINGS = {
    "ADJUDICATOR_BOT_PAUSE_MS": "20",
    "ADJUDICATOR_CHANCE_SECONDS": "0",
    "ADJUDICATOR_OFFER_SECONDS": "0",
    "ADJUDICATOR_LOG": "info",
}


@dataclass
class Site:
    """Processes that share one database, each of which may be killed at any time."""

    services: list[Server]
    ports: list[int]  # where it is asked: those of the services, or of what stands before them
    acknowledged: Log
    told: Log
    over: threading.Event = field(default_factory=threading.Event)
    catalogue: list[dict[str, Any]] = field(default_factory=list)
    moves: int = 0  # that were acknowledged
    game: str | None = None  # the only one that is played

    @classmethod
    def of(cls, folder: Path, ports: Sequence[int], database_url: str, cache_url: str = "") -> Site:
        folder.mkdir(exist_ok=True)
        settings = SETTINGS | ({"ADJUDICATOR_CACHE_URL": cache_url} if cache_url else {})
        services = [
            killable(port, database_url, folder / f"log-{number}.txt", settings, workers=1)
            for number, port in enumerate(ports)
        ]
        return cls(services, list(ports), Log(folder / "acknowledged.jsonl"), Log(folder / "told.jsonl"))

    def wait_for(self, moves: int) -> None:
        """Until so many more are acknowledged, and a little longer: they are killed at any moment."""
        wanted, late = self.moves + moves, time.monotonic() + LIFE
        while self.moves < wanted and time.monotonic() < late:
            time.sleep(0.01)
        time.sleep(random.random() / 10)

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any, str]:
        """To any of them; AGAIN when no answer came."""
        connection = HTTPConnection("127.0.0.1", random.choice(self.ports), timeout=20)
        try:
            if token is not None:
                headers["Authorization"] = f"Bearer {token}"
            headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read().decode()
            return response.status, json.loads(text), text
        except (OSError, HTTPException, ValueError):
            return AGAIN, None, ""
        finally:
            connection.close()

    def until_answered(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any, str]:
        while not self.over.is_set():
            answer = self.ask(method, path, body, token, **headers)
            if answer[0] not in (AGAIN, BUSY):
                return answer
            time.sleep(0.05)
        return AGAIN, None, ""


# --- playing ----------------------------------------------------------------------------------------------


class Player:
    """Plays the seats of all people at one table after the other, the games in turn."""

    def __init__(self, site: Site, number: int) -> None:
        self.site, self.chance = site, random.Random(number)
        first = number % len(site.catalogue)
        self.entries = cycle(site.catalogue[first:] + site.catalogue[:first])

    def play(self) -> None:
        while not self.site.over.is_set():
            self.play_one()

    def play_one(self) -> None:
        entry = next(self.entries)
        number = min(3, entry["players"][-1])
        bots = [{"bot": entry["bots"][0]["name"]}] * (max(number, entry["players"][0]) - 2)
        body = {"game": entry["game"], "seats": [{"name": "Ann"}, {"name": "Bob"}, *bots], "hints": True}
        status, made, _ = self.site.until_answered("POST", "/v1/games", body, **_key())
        if status != 201:
            _require(status == AGAIN, status, made)
            return
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat["token"]}
        facts = {"game": made["id"], "tokens": [*tokens.values(), made["host_token"]]}
        self.site.acknowledged.write({"opened": facts})
        follower = Follower(self.site, made["id"], tokens[1])
        follower.start()
        while not self.site.over.is_set() and self.turn(made["id"], tokens):
            pass
        follower.join(PATIENCE)

    def turn(self, id_: str, tokens: dict[int, str]) -> bool:
        """Each player looks, and those who are asked act; returns whether the game goes on."""
        for seat, token in tokens.items():
            status, view, text = self.site.until_answered("GET", f"/v1/games/{id_}", None, token)
            if status == AGAIN:
                return False
            self.told(id_, seat, view["status"], text)
            if view["status"] == "over":
                return False
            if any(ask["player"] == seat for ask in view["asks"]):
                self.act(id_, seat, token, view)
        return True

    def act(self, id_: str, seat: int, token: str, view: dict[str, Any]) -> None:
        action = self.choose(id_, seat, token, view)
        if action is None:
            return
        headers = {"If-Match": str(view["version"]), **_key()}
        path = f"/v1/games/{id_}/actions"
        status, answer, text = self.site.until_answered("POST", path, action, token, **headers)
        _require(status in (200, AGAIN, STALE, 422), status, answer)
        if status == 200:
            self.told(id_, seat, "playing", text)
            facts = {"game": id_, "seat": seat, "key": headers["Idempotency-Key"], "events": answer["events"]}
            self.site.acknowledged.write({"acted": facts})
            self.site.moves += 1

    def choose(self, id_: str, seat: int, token: str, view: dict[str, Any]) -> dict[str, Any] | None:
        if self.chance.random() < 0.3:
            status, answer, text = self.site.ask("GET", f"/v1/games/{id_}/hints?count=3", None, token)
            if status == 200:
                self.told(id_, seat, "playing", text)
                if answer["hints"]:
                    return dict(self.chance.choice(answer["hints"])["action"])
        if self.chance.random() < 0.1:
            _, _, text = self.site.ask("GET", f"/v1/games/{id_}/log", None, token)
            self.told(id_, seat, "playing" if '"result":null' in text else "over", text)
        complete = [action for action in view["actions"] if not action.get("open")]
        return self.chance.choice(complete) if complete else None

    def told(self, id_: str, seat: int, status: str, text: str) -> None:
        if status != "over":  # afterwards everything is public
            self.site.told.write({"game": id_, "seat": seat, "text": text})


class Follower(threading.Thread):
    """Follows a game from whichever process has a place for it, and comes back when that is gone."""

    def __init__(self, site: Site, id_: str, token: str) -> None:
        super().__init__(daemon=True)
        self.site, self.id, self.token = site, id_, token
        self.last = 0

    def run(self) -> None:
        late: float | None = None
        while late is None or time.monotonic() < late:
            for version in self.stream():
                if version < self.last:
                    self.site.acknowledged.write({"fault": f"{self.id} went back to {version}"})
                self.last = version
            if self.site.over.is_set():
                late = late or time.monotonic() + 1
            time.sleep(0.05)
        self.site.acknowledged.write({"followed": {"game": self.id, "version": self.last}})

    def stream(self) -> Iterator[int]:
        connection = HTTPConnection("127.0.0.1", random.choice(self.site.ports), timeout=2)
        try:
            connection.request(
                "GET", f"/v1/games/{self.id}/events", headers={"Authorization": f"Bearer {self.token}"}
            )
            response = connection.getresponse()
            while line := response.readline():
                if line.startswith(b"data:"):
                    yield json.loads(line[5:])["version"]
        except (OSError, HTTPException, ValueError):
            return
        finally:
            connection.close()


def _key() -> dict[str, str]:
    return {"Idempotency-Key": secrets.token_hex(16)}


def _require(good: bool, status: int, answer: Any) -> None:
    if not good:
        raise RuntimeError(f"{status} {answer}")


def torment(
    site: Site,
    kills: int,
    clients: int = CLIENTS,
    *,
    gently: bool = False,
    instead: Callable[[], object] | None = None,
) -> None:
    """Plays, and kills now this process and now that one, or restarts it as a service manager would.

    Or does something else `instead`, such as restarting the database. At the end all are there again for a
    moment.
    """
    try:
        for service in site.services:
            service.start()
        _play_and_kill(site, kills, clients, gently=gently, instead=instead)
    finally:
        site.over.set()
        for service in site.services:
            service.kill()


def _play_and_kill(
    site: Site, kills: int, clients: int, *, gently: bool, instead: Callable[[], object] | None
) -> None:
    known = site.until_answered("GET", "/v1/games/catalogue")[1]["games"]
    site.catalogue = [entry for entry in known if site.game in (None, entry["game"])]
    players = [Player(site, number) for number in range(clients)]
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    for number in range(kills):
        site.wait_for(random.randint(*MOVES))
        service = site.services[number % len(site.services)]
        if instead is not None:
            instead()
            continue
        if gently:
            service.stop()
        else:
            service.kill()
        service.start()
    site.wait_for(MOVES[1])
    site.over.set()
    for thread in threads:
        thread.join(PATIENCE)
    time.sleep(3)  # followers hear the rest


# --- checking ---------------------------------------------------------------------------------------------


def check(site: Site, database_url: str) -> tuple[Counter[str], list[str]]:
    """What was played, and every fault."""
    storage = Storage(database_url)
    lines = site.acknowledged.read()
    opened = {line["opened"]["game"]: line["opened"]["tokens"] for line in lines if "opened" in line}
    acted = [line["acted"] for line in lines if "acted" in line]
    counted = Counter({"games": len(opened), "moves": len(acted)})
    faults = [line["fault"] for line in lines if "fault" in line]
    faults += [f"a key twice: {key}" for key, n in Counter(act["key"] for act in acted).items() if n > 1]
    log = "".join(service.errors.read_text() for service in site.services)
    told: dict[str, list[tuple[int | None, str]]] = {}
    for line in site.told.read():
        told.setdefault(line["game"], []).append((line["seat"], line["text"]))
    counted["answers"] = sum(map(len, told.values()))
    found = storage.database.read(lambda c: list(c.execute(select(games.c.id)).scalars()))
    faults += [f"lost: {id_}" for id_ in opened.keys() - set(found)]
    for id_ in found:
        kept = Kept.read(storage, id_)
        counted["events"] += len(kept.events)
        counted["over"] += kept.row.status == "over"
        counted[kept.row.game] += 1
        mine = [act for act in acted if act["game"] == id_]
        heard = [line["followed"]["version"] for line in lines if line.get("followed", {}).get("game") == id_]
        said = [*told.get(id_, []), (None, log)]
        for fault in (*kept.faults(), *kept.missing(mine), *kept.told(said, opened.get(id_, []))):
            faults.append(f"{kept.row.game} {id_}: {fault}")
        if heard and heard[-1] != kept.row.version and kept.row.status == "over":
            faults.append(f"{id_}: a follower heard of {heard[-1]}, it has {kept.row.version}")
    storage.close()
    return counted, faults


@dataclass
class Kept:
    """A game as the database has it."""

    row: GameRow
    bots: set[int]
    events: list[Event]
    commits: list[Any]

    @classmethod
    def read(cls, storage: Storage, id_: str) -> Kept:
        def read(connection: Any) -> tuple[GameRow | None, Any, list[Any], list[Any]]:
            return (
                rows.find(connection, id_),
                rows.seats_of(connection, id_),
                rows.events_after(connection, id_, 0),
                list(connection.execute(select(commits).where(commits.c.game == id_).order_by("first"))),
            )

        row, seats, events, commits_of = storage.database.read(read)  # only this has a deadline
        assert row is not None
        bots = {seat.seat for seat in seats if seat.kind == "bot"}
        return cls(row, bots, [*map(game_of(row.game).read_event, events)], commits_of)

    def faults(self) -> Iterator[str]:
        versions = [event.version for event in self.events]
        if versions != list(range(1, len(versions) + 1)) or len(versions) != self.row.version:
            yield f"versions {versions} of {self.row.version}"
            return
        written = [v for commit in self.commits for v in range(commit.first, commit.last + 1)]
        opening = len(versions) - len(written)
        if written != versions[opening:]:
            yield "some events belong to no move, or to two"
        yield from self._not_conserved()
        yield from self._moved_twice()

    def _not_conserved(self) -> Iterator[str]:
        """Replayed: pieces and accounts at every version, and the snapshot at its own."""
        game, before = game_of(self.row.game), None
        for event, state in states(game, self.events):
            if state.pieces.census() != game.box(state):
                yield f"pieces at {event.version}"
            transfers = event.facts.get("accounts", ())
            if before is not None and state.accounts != before.accounts.after(transfers):
                yield f"accounts at {event.version}"
            if self.row.snapshot is not None and self.row.snapshot_version == event.version:
                kept = game.state_from_json(unpacked(self.row.snapshot))
                if kept != state:
                    yield f"the snapshot of {event.version}"
            before = state

    def _moved_twice(self) -> Iterator[str]:
        """A bot's commit is keyed by the version it saw, and it had not moved since."""
        moved = dict.fromkeys(self.bots, 0)
        for commit in self.commits:
            if commit.seat not in self.bots:
                continue
            seen = [
                version
                for version in range(moved[commit.seat], commit.first)
                if commit.request_key == sha256(f"bot:{commit.seat}:{version}".encode()).digest()
            ]
            if len(seen) != 1:
                yield f"bot {commit.seat} at {commit.first} had moved since what it saw"
            moved[commit.seat] = commit.last

    def missing(self, acted: Sequence[dict[str, Any]]) -> Iterator[str]:
        """Acknowledged moves that are not there, or not as they were told."""
        game = game_of(self.row.game)
        for act in acted:
            key = sha256(act["key"].encode()).digest()
            there = [c for c in self.commits if c.seat == act["seat"] and c.request_key == key]
            told = _without_text(act["events"])
            if not told and not there:  # the same choice once more, which changes nothing
                continue
            if len(there) != 1:
                yield f"an acknowledged move is there {len(there)} times: {act['key']}"
                continue
            kept = self.events[there[0].first - 1 : there[0].last]
            shown = [event.to_json() for event in game.events_shown(kept, act["seat"])]
            if _without_text(shown) != told:
                yield f"a move was told otherwise: {act['key']}"

    def told(self, said: Sequence[tuple[int | None, str]], tokens: Sequence[str]) -> Iterator[str]:
        """What a client was told that it may not know; None is the log, which may say nothing.

        What was hidden may be seen later, as a hand that is passed on is: then it is in the view of its time.
        """
        secret = {viewer: self._secrets(viewer) for viewer in {viewer for viewer, _ in said}}
        for viewer, text in said:
            for value in (self.row.seed, *tokens):
                if value in text:
                    yield f"{viewer} was told {value[:60]}"
            found = [value for value in secret[viewer] if value in text]
            if found and viewer is not None:
                allowed = self._allowed(viewer, _version_of(json.loads(text)))
                found = [value for value in found if value not in allowed]
            for value in found:
                yield f"{viewer} was told {value[:60]}"

    def _allowed(self, viewer: int, version: int) -> str:
        """All that the game itself shows to this viewer up to a version."""
        game = game_of(self.row.game)
        *_, (_, state) = states(game, self.events[:version])
        shown = game.events_shown(self.events[:version], viewer)
        return _compact([game.view(state, viewer), [event.to_json() for event in shown]])

    def _secrets(self, viewer: int | None) -> list[str]:
        game = game_of(self.row.game)
        found = []
        for event, shown in zip(self.events, game.events_shown(self.events, viewer), strict=True):
            whole, seen = event.to_json(), shown.to_json()
            hidden = [value for name, value in whole.items() if name not in seen]
            hidden += [value["seed"] for name, value in whole.items() if name == "rng"]
            texts = [_compact(value) for value in hidden]
            found += [text for text in texts if len(text) >= SECRET_LENGTH]
        return found


def _without_text(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sentences are rendered when they are sent, in the caller's language."""
    return [{name: fact for name, fact in event.items() if name != "text"} for event in events]


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _version_of(answer: dict[str, Any]) -> int:
    """Of a view, of what an act or a hint says, or of a log."""
    return int(answer["version"]) if "version" in answer else len(answer["events"])
