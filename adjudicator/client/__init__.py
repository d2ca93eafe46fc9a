"""A table on some server, from Python: the only module of the judge that speaks HTTP to a service of ours.

service = Service("http://127.0.0.1:8000")
table = service.open("compoundit", [{"name": "Ann"}, {"bot": "greedy"}])
for view in table.my_turns():
table.act(view["actions"][-1])
"""

from __future__ import annotations

import json
import random
import secrets
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import requests

from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.bots import Bot

SECONDS = 30.0  # for an answer
SILENCE = 45.0  # of a stream whose heart beats every 15 seconds
TRIES = 5  # of a request that can be sent again without harm
LONGEST = 60.0  # seconds that are waited at a time, whatever a service asks for
STALE, LIMITED, BUSY = 412, 429, 503


class ServiceError(AdjudicatorError):
    """The service refused: `code` and `message` are its own, `status` is that of HTTP."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        problem: Mapping[str, Any],
        retry_after: float | None = None,
    ) -> None:
        super().__init__(code, message, **{k: v for k, v in problem.items() if k in ("verdict", "version")})
        self.status = status
        self.retry_after = retry_after  # seconds, where the service says when to come again


class Service:
    def __init__(self, url: str, *, language: str = "en") -> None:
        self.url = url.rstrip("/")
        self._session = requests.Session()
        self._session.headers["Accept-Language"] = language

    def catalogue(self) -> dict[str, Any]:
        """Every game that can be played there, with the schemas of its options and actions."""
        return self.ask("GET", "/v1/games/catalogue")

    def open(self, game: str, seats: Sequence[Mapping[str, Any]], **wanted: Any) -> Table:
        """A new table; yours is the first seat with a name. `code` is for those who want to join."""
        body = {"game": game, "seats": list(seats), **wanted}
        made = self.ask("POST", "/v1/games", body, key=True)
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat["token"]}
        own = next(iter(tokens.values()), None)
        return Table(self, made["id"], own, made["code"], made["host_token"], tokens)

    def join(self, code: str, name: str) -> Table:
        """An open seat at the table that answers to this code."""
        joined = self.ask("POST", f"/v1/join/{code.strip().upper()}", {"name": name}, key=True)
        return Table(self, joined["id"], joined["token"])

    def table(self, id_: str, token: str | None = None) -> Table:
        """A table one already sits at; without a token, to watch it."""
        return Table(self, id_, token)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        key: bool = False,
        **headers: str,
    ) -> dict[str, Any]:
        """One question; raises ServiceError.

        It is sent again when no answer came and that does no harm, and when the service was asked too much,
        after as long as it says.
        """
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = secrets.token_urlsafe(24)
        again = key or method == "GET"
        for attempt in range(TRIES):
            try:
                answer = self._session.request(
                    method, self.url + path, json=body, headers=headers, timeout=SECONDS
                )
            except requests.RequestException as error:
                if not again or attempt == TRIES - 1:
                    raise AdjudicatorError(
                        "unreachable", f"{self.url} does not answer: {type(error).__name__}."
                    ) from None
            else:
                limited = answer.status_code == LIMITED  # nothing has happened yet
                if attempt == TRIES - 1 or not (limited or (again and answer.status_code == BUSY)):
                    return _read(answer)
                if limited:
                    time.sleep(_told(answer) or _pause(attempt))
                    continue
            time.sleep(_pause(attempt))
        raise AssertionError("not reached")

    def stream(self, path: str, token: str | None) -> Iterator[dict[str, Any]]:
        """Server-sent events until the connection ends."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        with self._session.get(self.url + path, headers=headers, stream=True, timeout=SILENCE) as answer:
            if answer.status_code != requests.codes.ok:
                _read(answer)
            for line in answer.iter_lines():
                if line.startswith(b"data:"):
                    yield json.loads(line[5:])


@dataclass
class Table:
    """A seat at a table, or a place to watch it from."""

    service: Service
    id: str
    token: str | None = field(default=None, repr=False)  # secrets: a notebook shows what it has
    code: str | None = None
    host_token: str | None = field(default=None, repr=False)
    tokens: dict[int, str] = field(default_factory=dict, repr=False)

    def view(self) -> dict[str, Any]:
        """All that this seat may know now."""
        return self._ask("GET", "")

    def act(self, action: Mapping[str, Any], version: int | None = None) -> dict[str, Any]:
        """Does it; the answer has the events. Without a version, by the newest view. Raises ServiceError."""
        seen = self.view()["version"] if version is None else version
        return self._ask("POST", "/actions", dict(action), key=True, **{"If-Match": f'"{seen}"'})

    def preview(self, action: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask("POST", "/preview", dict(action))

    def hints(self, count: int = 5) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._ask("GET", f"/hints?count={count}")["hints"]
        return found

    def log(self) -> dict[str, Any]:
        return self._ask("GET", "/log")

    def leave(self) -> None:
        self._ask("POST", "/leave", {}, key=True)

    def resign(self) -> None:
        self._ask("POST", "/resign", {}, key=True)

    def rematch(self) -> Table:
        again = self._ask("POST", "/rematch", {}, key=True)
        return Table(self.service, again["id"], again["token"], host_token=again["host_token"])

    def versions(self) -> Iterator[int]:
        """Yields the version of the game whenever it has changed. Reconnects automatically."""
        lost = 0
        while True:
            try:
                for event in self.service.stream(f"/v1/games/{self.id}/events", self.token):
                    lost = 0
                    yield event["version"]
            except requests.RequestException:
                lost += 1
                if lost > TRIES:
                    raise AdjudicatorError("unreachable", f"{self.service.url} does not answer.") from None
            except ServiceError as refused:
                lost += 1
                if refused.status not in (LIMITED, BUSY) or lost > TRIES:
                    raise
                time.sleep(refused.retry_after or 0.0)
            time.sleep(_pause(lost))

    def views(self) -> Iterator[dict[str, Any]]:
        """What this seat sees, now and whenever it has changed, until the game is over."""
        seen = None
        for _ in self.versions():
            view = self.view()
            if view["revision"] != seen:
                seen = view["revision"]
                yield view
            if view["status"] == "over":
                return

    def my_turns(self, *, chances: bool = False) -> Iterator[dict[str, Any]]:
        """The views in which the game waits for this seat; the last one is of the finished game.

        With `chances`, also those in which it may do something and need not: challenge, answer an offer,
        choose again.
        """
        for view in self.views():
            asked = [ask for ask in view["asks"] if ask["player"] == view["you"]]
            if view["status"] == "over" or any(ask["obliged"] or chances for ask in asked):
                yield view

    def play(self, bot: Bot[Any], seed: int | str = 0) -> dict[str, Any]:
        """Plays this seat to the end with a bot of your own, and gives the view of the finished game.

        The bot sees the same as at a table of the engine; its chance comes from the seed.
        """
        view: dict[str, Any] = {}
        for view in self.my_turns(chances=True):
            if view["status"] == "over":
                break
            chance = random.Random(f"{seed}:{view['you']}:{view['version']}")  # noqa: S311 - a game, not a secret
            action = bot.choose(engine_view(view), chance)
            if action is None:
                continue
            try:
                self.act(action if isinstance(action, dict) else asdict(action), view["version"])
            except ServiceError as refused:
                if refused.status != STALE:  # somebody was faster: the next view is on its way
                    raise
        return view

    def _ask(
        self, method: str, path: str, body: Any = None, *, key: bool = False, **headers: str
    ) -> dict[str, Any]:
        return self.service.ask(
            method, f"/v1/games/{self.id}{path}", body, token=self.token, key=key, **headers
        )


def engine_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view from HTTP as a game's own bots and terminal know it."""
    seats = [
        {"kind": "neutral" if player["kind"] == "neutral" else "player", "out": player["out"], "left": 0}
        for player in view["players"]
    ]
    return {**view, "scores": [player["score"] for player in view["players"]], "seats": seats}


def _read(answer: requests.Response) -> dict[str, Any]:
    try:
        content: dict[str, Any] = answer.json()
    except ValueError:
        content = {}
    if answer.ok:
        return content
    raise ServiceError(
        answer.status_code,
        content.get("code", "http_error"),
        content.get("detail", answer.reason),
        content,
        _told(answer),
    )


def _told(answer: requests.Response) -> float | None:
    """In how many seconds to come again, if the service says so."""
    told = answer.headers.get("Retry-After", "")
    return min(LONGEST, float(told)) if told.isdecimal() else None


def _pause(attempt: int) -> float:
    """Longer each time, and never the same for all who were cut off together."""
    longest: float = min(8.0, 0.25 * 2**attempt)
    return longest * (0.5 + random.random())  # noqa: S311 - no secret
