"""What the candidates of a decision are worth, by playing on from worlds that look like it. Knows no game.

The worlds are imagined from the seat's own view, and every candidate meets the same ones with the same
chance, so that luck does not decide between two of them. Each is played on by the quick policy of the game to
its horizon. Sequential halving spends the playouts on the better half (Karnin, Koren and Somekh, 2013) and on
what was done. Budgets are playouts, never seconds: a seed gives the same figures everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator.engine.agents.bots import chance_of
from adjudicator.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from adjudicator.engine.agents.bots import Bot
    from adjudicator.engine.agents.foresight import Foresight, Outlook
    from adjudicator.engine.events import Event

T = TypeVar("T")

MOST_STEPS = 2000  # of a playout; more means that the policy goes round in circles
AS_GOOD = 2.0  # standard errors below which a difference is none
FEWEST = 2  # worlds that every candidate meets: below that there is no error to tell


class Estimate(NamedTuple):
    mean: float
    error: float  # its standard error

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Estimate:
        if not numbers:
            return cls(0.0, 0.0)
        mean = fmean(numbers)
        if len(numbers) < 2:
            return cls(mean, float("inf"))
        spread = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
        return cls(mean, sqrt(spread / len(numbers)))

    @property
    def counts(self) -> bool:
        """Whether the mean is larger than chance in the playouts explains."""
        return abs(self.mean) > AS_GOOD * self.error


@dataclass(slots=True)
class Candidate:
    """An action with what came of it, world by world."""

    action: Any
    outlooks: list[Outlook] = field(default_factory=list)

    def chance(self, seat: int) -> float:
        return fmean([outlook.chances[seat] for outlook in self.outlooks]) if self.outlooks else 0.0

    def margin(self, seat: int) -> float:
        return fmean([outlook.margin(seat) for outlook in self.outlooks]) if self.outlooks else 0.0

    def chances(self) -> tuple[float, ...]:
        """Every seat's chance to win."""
        return tuple(
            [fmean(column) for column in zip(*[look.chances for look in self.outlooks], strict=True)]
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """What one candidate has before another, over the worlds that both have met."""

    points: Estimate
    chance: Estimate

    @classmethod
    def between(cls, one: Candidate, other: Candidate, seat: int) -> Difference:
        pairs = list(zip(one.outlooks, other.outlooks, strict=False))
        return cls(
            Estimate.of([a.margin(seat) - b.margin(seat) for a, b in pairs]),
            Estimate.of([a.chances[seat] - b.chances[seat] for a, b in pairs]),
        )

    @property
    def counts(self) -> bool:
        return self.points.counts or self.chance.counts


@dataclass(frozen=True)
class Question:
    """A decision of a seat: its view, what it has seen happen, and the candidates.

    What is `done` comes before every candidate: then the question is what to do next in the same worlds.
    """

    foresight: Foresight[Any]
    view: Mapping[str, Any]
    candidates: Sequence[Any]
    seed: str
    seen: Sequence[Event] = ()
    done: tuple[Any, ...] = ()

    @property
    def seat(self) -> int:
        seat: int = self.view["you"]
        return seat

    def world(self, number: int) -> Any:
        return self.foresight.imagine(self.view, self.seen, Rng.seeded(f"{self.seed}/{number}"))


def weighed(
    question: Question, playouts: int, keep: Sequence[Any] = ()
) -> Generator[int, None, list[Candidate]]:
    """The candidates, the best first; yields how many playouts were spent whenever one is over.

    `keep` are candidates that stay to the last: their difference to the best is known as well as can be.
    """
    seat, foresight = question.seat, question.foresight
    worlds: list[Any] = []
    found = [Candidate(action) for action in question.candidates]
    alive, spent = list(found), 0
    rounds = max(1, ceil(log2(max(2, len(found)))))
    bots: dict[int, Bot[Any]] = {}
    for number in range(rounds):
        share = max(FEWEST, playouts // (rounds * len(alive)))
        upto = max(len(candidate.outlooks) for candidate in alive) + share
        for candidate in alive:
            while len(candidate.outlooks) < upto:
                place = len(candidate.outlooks)
                if place == len(worlds):
                    worlds.append(question.world(place))
                actions = (*question.done, candidate.action)
                candidate.outlooks.append(
                    after(foresight, worlds[place], seat, actions, f"{question.seed}/{place}", bots)
                )
                spent += 1
                yield spent
        alive.sort(key=lambda candidate: worth(candidate, seat), reverse=True)
        if number < rounds - 1:
            alive = _better_half(alive, keep)
    rest = [candidate for candidate in found if candidate not in alive]
    rest.sort(key=lambda candidate: worth(candidate, seat), reverse=True)
    return alive + rest


def _better_half(alive: list[Candidate], keep: Sequence[Any]) -> list[Candidate]:
    """With those that are to stay, which take the places of the worst others; two others always stay."""
    left = alive[: max(2, ceil(len(alive) / 2))]
    kept = [candidate for candidate in alive if candidate.action in keep and candidate not in left]
    others = [candidate for candidate in left if candidate.action not in keep]
    out = others[max(2, len(others) - len(kept)) :]
    return [*(candidate for candidate in left if candidate not in out), *kept]


def worth(candidate: Candidate, seat: int) -> tuple[float, float]:
    """By the chance to win; where that is settled, by points."""
    return round(candidate.chance(seat), 12), candidate.margin(seat)


def after(
    foresight: Foresight[Any],
    world: Any,
    seat: int,
    actions: Sequence[Any],
    seed: str,
    bots: dict[int, Bot[Any]],
) -> Outlook:
    """What comes of actions in a world, one after the other."""
    state = world
    for action in actions:
        state, _ = foresight.game.apply(state, seat, action)
    return play_on(foresight, world, state, seed, bots)


def play_on(
    foresight: Foresight[Any], start: Any, state: Any, seed: str, bots: dict[int, Bot[Any]]
) -> Outlook:
    """Plays by the policy until the horizon, and looks at what is there."""
    game = foresight.game
    for _ in range(MOST_STEPS):
        if state.result is not None:
            return foresight.end(state.result)
        if foresight.over(start, state):
            break
        chosen = _next(foresight, state, seed, bots)
        if chosen is None:
            break
        state, _ = game.apply(state, *chosen)
    return foresight.outlook(state) if state.result is None else foresight.end(state.result)


def _next(
    foresight: Foresight[Any], state: Any, seed: str, bots: dict[int, Bot[Any]]
) -> tuple[int, Any] | None:
    """What a player does now; where all wait for each other, what happens if none answers."""
    game = foresight.game
    for player in game.players_to_act(state):
        bot = bots.get(player)
        if bot is None:
            bot = bots[player] = foresight.bot()
        chance = chance_of(seed, player, state.version)
        action = bot.choose(game.glance(state, player, imagined=True), chance)
        if action is not None:
            return player, action
    due = [ask for ask in game.asked(state) if ask.obliged]
    return (due[0].player, due[0].otherwise) if due else None


def finished(steps: Generator[Any, None, T]) -> T:
    """Runs what comes in slices to its end."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            found: T = stop.value
            return found
