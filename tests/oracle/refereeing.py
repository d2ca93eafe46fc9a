"""What referees share: a record is followed event by event, and whatever no rule allows is refused.

Nothing here or in a referee comes from the product. Chance is computed again as the documentation of records
promises: number n of a seed is SHA-256 of "seed:n".
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

T = TypeVar("T")
Event = Mapping[str, Any]
RULESETS = Path("rulesets/adjudicator_rulesets")


class RuleBrokenError(AssertionError):
    """The record is not that of a game by the rules."""


def demand(condition: object, why: str) -> None:
    if not condition:
        raise RuleBrokenError(why)


@cache
def edition_of(label: str) -> dict[str, Any]:
    """The file that a label (`game/name sha256:digest`) names, if its digest is the one of the label. Callers
    must not change it.
    """
    path, _, digest = label.partition(" ")
    game, _, name = path.partition("/")
    raw = (RULESETS / game.replace("-", "_") / "editions" / f"{name}.toml").read_bytes()
    whole = f"sha256:{hashlib.sha256(raw).hexdigest()}"
    demand(len(digest) > 18 and whole.startswith(digest), "the edition is the one it names")
    return tomllib.loads(raw.decode())


class Chance:
    """The numbers of a seed, in their order."""

    def __init__(self, seed: str) -> None:
        self.seed, self.drawn = seed, 0

    def below(self, limit: int) -> int:
        digest = hashlib.sha256(f"{self.seed}:{self.drawn}".encode()).hexdigest()
        self.drawn += 1
        return int(digest, 16) % limit

    def shuffled(self, pieces: Iterable[T]) -> list[T]:
        left = list(pieces)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left


def same(said: Any, due: Any) -> bool:
    """Equal, and of the same types throughout: 1 is not True, and 50 is not 50.0."""
    if isinstance(due, Mapping):
        return (
            isinstance(said, Mapping)
            and said.keys() == due.keys()
            and all(same(said[k], due[k]) for k in due)
        )
    if isinstance(due, (list, tuple)):
        return isinstance(said, list) and len(said) == len(due) and all(map(same, said, due))
    return type(said) is type(due) and bool(said == due)


class Referee:
    """Follows a whole record: what follows by itself must match exactly, and choices must be allowed.

    A game defines its set-up in `begin`, what happens without a choice in `by_itself`, and what players may
    choose in `on_<type>`. The consequences are put on `due` at once, with the state as it will be then.
    """

    later: ClassVar = ("seats", "ranks", "in_the_flask")  # facts that the oldest records lack
    # Interpretations in records that were made before these were options.
    former: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        first = record["events"][0]
        demand(same(record["options"], first["options"]), "the options are those of the start")
        demand(record["edition"] == first["edition"], "the edition is that of the start")
        self.options = {**self.former, **first["options"]}
        self.box = edition_of(record["edition"])
        self.number = len(record["players"])
        self.chance, self.seen = Chance(first["rng"]["seed"]), 0
        self.due: list[tuple[str, int | None, int, Mapping[str, Any]]] = []
        self.over = False
        self.last: Event = {"type": None}
        self.begin()
        for version, written in enumerate(record["events"], 1):
            event, self.version = self.read(written), version
            demand(event["version"] == version, "versions count")
            demand(not self.over or self.due, "nothing happens after the end")
            while not self.due and not self.over and self.by_itself():
                pass
            if self.due:
                kind, player, drawn, facts = self.due.pop(0)
                self.compare(event, kind, player, drawn, facts)
            else:
                self._choose(event)
            self.last = event
        demand(self.over and not self.due, "the record ends with the game")

    def read(self, event: Event) -> Event:
        """An event in today's form."""
        return event

    def begin(self) -> None:
        """Puts the first events on `due`."""
        raise NotImplementedError

    def by_itself(self) -> bool:
        """Does the next step that needs nobody's answer; returns whether there was one."""
        raise NotImplementedError

    def then(self, kind: str, player: int | None = None, **facts: Any) -> None:
        """Comes next, after everything that is due already."""
        self.due.append((kind, player, self.chance.drawn, facts))

    def must(self, event: Event, **facts: Any) -> None:
        """The event of a player's choice has exactly these facts."""
        self.compare(event, event["type"], event["player"], self.chance.drawn, facts)

    def follow(self, event: Event) -> None:
        """The event of a player's choice is the first of those just put on `due`."""
        kind, player, drawn, facts = self.due.pop(0)
        self.compare(event, kind, player, drawn, facts)

    def peek(self, kind: str) -> Event:
        """The next event of this type. Its texts are not subject to rules; what can be known of it is
        checked.
        """
        return next(e for e in self.record["events"][self.version - 1 :] if e["type"] == kind)

    def _choose(self, event: Event) -> None:
        chosen: Callable[[Event, int], None] | None = getattr(self, f"on_{event['type']}", None)
        demand(chosen, f"{event['type']} is nobody's choice")
        player = event["player"]
        demand(
            player is None or (type(player) is int and 0 <= player < self.number), "who chooses has a seat"
        )
        assert chosen is not None
        chosen(event, player)

    def compare(
        self, event: Event, kind: str, player: int | None, drawn: int, facts: Mapping[str, Any]
    ) -> None:
        if event["type"] != kind or not same(event["player"], player):
            raise RuleBrokenError(f"{event['type']} of {event['player']} where {kind} of {player} is due")
        said = {k: v for k, v in event.items() if k not in ("version", "type", "player")}
        due = {k: v for k, v in self._in_its_time(facts).items() if k != "accounts" or v}
        if drawn > self.seen:
            due["rng"] = {"seed": self.chance.seed, "drawn": drawn}
            self.seen = drawn
        if not same(said, due):
            raise RuleBrokenError(f"{kind}: {said} is not {due}")

    # --- the end ----------------------------------------------------------------------------------------------

    def end(
        self,
        scores: Sequence[int],
        reason: str,
        gone: Sequence[int] = (),
        winners: Sequence[int] | None = None,
    ) -> None:
        """Ranks go by the scores; players who are out rank below, the first to go last. The first rank wins."""
        standing = [
            (0, gone.index(place), 0) if place in gone else (1, 0, score)
            for place, score in enumerate(scores)
        ]
        ranks = [1 + sum(other > own for other in standing) for own in standing]
        if winners is None:
            winners = [place for place, rank in enumerate(ranks) if rank == 1]
        facts: dict[str, Any] = {"scores": [*scores], "winners": [*winners], "reason": reason, "ranks": ranks}
        self.then("game_ended", **facts)
        demand(same(self.record["result"], self._in_its_time(facts)), "the result is that of the last event")
        self.points, self.over = [*scores], True

    def _in_its_time(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        oldest = "seats" not in self.record["events"][0]
        return {name: fact for name, fact in facts.items() if not oldest or name not in self.later}
