"""What the candidates of a decision are worth, by playing on from worlds that look like it. Knows no game.

The worlds are imagined from the seat's own view, and every candidate meets the same ones with the same
chance, so that luck does not decide between two of them. Each is played on by the quick policy of the game to
its horizon. Sequential halving spends the playouts on the better half (Karnin, Koren and Somekh, 2013) and on
what was done. Budgets are playouts, never seconds: a seed gives the same figures everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, inf, log2, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator.engine.agents.playouts import Policy

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from adjudicator.engine.agents.foresight import Outlook
    from adjudicator.engine.agents.lines import Lines
    from adjudicator.engine.agents.playouts import Question

T = TypeVar("T")

AS_GOOD = 2.0  # standard errors below which a difference is none
FEWEST = 2  # worlds that every candidate meets: below that there is no error to tell
GIVEN_UP = 3  # worlds after which a candidate that was ahead in none of them is given up
LEAST = 4  # worlds after which a decision may be left as one of no consequence
AT_STAKE = 0.01  # of winning chance: for less, no further playouts are spent
A_CANDIDATE = 4  # playouts that one more candidate takes, where they are few
HOPELESS = 0.5  # standard errors ahead, with which a candidate is hardly found better in the end
# Student's factor at 95 % over the normal one: by few worlds the spread itself is known badly.
FEW = {2: 6.48, 3: 2.2, 4: 1.62, 5: 1.42, 6: 1.31, 7: 1.25, 8: 1.21, 9: 1.18, 10: 1.15, 11: 1.14, 12: 1.12}


class Estimate(NamedTuple):
    mean: float
    error: float  # its standard error, larger where few numbers make that unsure

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Estimate:
        if not numbers:
            return cls(0.0, 0.0)
        mean = fmean(numbers)
        if len(numbers) < 2:
            return cls(mean, float("inf"))
        spread = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
        return cls(mean, FEW.get(len(numbers), 1.0) * sqrt(spread / len(numbers)))

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
    def is_better(self) -> bool:
        """Whether the one is likelier to win, or has more points, by more than its error."""
        return any(figure.counts and figure.mean > 0 for figure in (self.chance, self.points))


class Trials:
    """The worlds of a question, each imagined once, and the policy that plays on in them.

    Where there are `lines`, the worlds are theirs, and what was done there is not played again. `steps` is
    how many choices of the policy the question is worth, for a playout of many players takes more of them;
    `least` is how many playouts it has however long they are.
    """

    def __init__(
        self, question: Question, steps: float = inf, least: int = 0, lines: Lines | None = None
    ) -> None:
        self.question, self.lines = question, lines
        self.steps, self.least = steps, least
        self._worlds: list[Any] = []
        self._policy = Policy(question.foresight)
        self._played = self._steps = 0

    def world(self, number: int) -> Any:
        if self.lines is not None:
            return self.lines[number].world
        while len(self._worlds) <= number:
            self._worlds.append(self.question.world(len(self._worlds)))
        return self._worlds[number]

    def play(self, candidate: Candidate) -> None:
        """One playout more: in the next world that the candidate has not met."""
        question, number = self.question, len(candidate.outlooks)
        start, seed = self.world(number), f"{question.seed}/{number}"
        state = start
        self._played += 1
        if self.lines is not None:
            line = self.lines[number]
            start, seed = line.begun, line.seed
            if not question.done and question.foresight.same(candidate.action, self.lines.done):
                self._steps += len(line.steps) - 1
                candidate.outlooks.append(line.outlook)
                return
        before = self._policy.steps
        state, _ = question.foresight.game.apply(self._done(state, seed), question.seat, candidate.action)
        candidate.outlooks.append(self._policy.play_on(start, state, seed))
        self._steps += self._policy.steps - before

    def _done(self, world: Any, seed: str) -> Any:
        """The world after what is done before every candidate, where the seat is asked again."""
        question = self.question
        for action in question.done:
            world, _ = question.foresight.game.apply(world, question.seat, action)
            world = self._policy.asked_again(world, question.seat, seed)
        return world

    def afforded(self, playouts: int) -> int:
        """How many of these playouts the steps are enough for, by the length of those so far."""
        if self.steps == inf or not self._played:
            return playouts
        enough = int(self.steps * self._played / max(1, self._steps))
        return min(playouts, max(self.least, enough))

    def promising(self, keep: Sequence[Any], most: int) -> list[Any]:
        """The candidates to play on with: those to `keep`, and at most so many others.

        They come in the order in which the game names them, and in that of what they look like at once; the
        first of both are taken in turns.
        """
        question = self.question
        candidates = list(question.candidates)
        others = [place for place, action in enumerate(candidates) if action not in keep]
        if len(others) <= most:
            return candidates
        if not most:
            return [action for action in candidates if action in keep]
        foresight, seat = question.foresight, question.seat
        world = self._done(self.world(0), f"{question.seed}/0")
        looks = {}
        for place, action in enumerate(candidates):
            state, _ = foresight.game.apply(world, seat, action)
            outlook = foresight.look(state)
            looks[place] = (-round(outlook.chances[seat], 12), -outlook.margin(seat))
        by_looks = sorted(looks, key=lambda place: looks[place])
        in_turns = [place for pair in zip(looks, by_looks, strict=True) for place in pair if place in others]
        taken = list(dict.fromkeys(in_turns))[:most]
        return [a for place, a in enumerate(candidates) if place in taken or a in keep]


def weighed(
    question: Question, playouts: int, keep: Sequence[Any] = (), most: int | None = None
) -> Generator[int, None, list[Candidate]]:
    """The candidates, the best first; yields how many playouts were spent whenever one is over.

    `keep` are candidates that stay to the last: their difference to the best is known as well as can be.
    Where nothing is at stake between them and the others, the rest of the budget is left. Of more than `most`
    others, the less promising are not played on with.
    """
    return (yield from trying(Trials(question), playouts, keep, most))


def trying(
    trials: Trials,
    playouts: int,
    keep: Sequence[Any] = (),
    most: int | None = None,
    given_up: int = GIVEN_UP,
) -> Generator[int, None, list[Candidate]]:
    """As `weighed`, where the same worlds are needed afterwards.

    After as many worlds as `given_up` says, those that were ahead of what is to stay in none are left. Where
    the steps are enough for few playouts, fewer candidates are played on with: two or three worlds say
    something of one other, and nothing of four.
    """
    question = trials.question
    seat, spent = question.seat, 0
    known = [Candidate(action) for action in keep or question.candidates[:1]] if trials.steps < inf else []
    for candidate in known:
        trials.play(candidate)
        spent += 1
        yield spent
    playouts, asked = trials.afforded(playouts), playouts
    if most is not None and playouts < asked:
        most = min(most, max(playouts // A_CANDIDATE, 0 if keep else 1))
        playouts = playouts if most else 0  # the fewest worlds tell the chances
    chosen = question.candidates if most is None else trials.promising(keep, most)
    candidates = [next((one for one in known if one.action is a), Candidate(a)) for a in chosen]
    alive, worlds, idle = list(candidates), 0, False
    rounds = max(1, ceil(log2(max(2, len(candidates)))))
    for number in range(rounds):
        upto = worlds + max(FEWEST, playouts // (rounds * len(alive)))
        while worlds < upto and not idle:
            worlds += 1
            for candidate in alive:
                if len(candidate.outlooks) < worlds:
                    trials.play(candidate)
                    spent += 1
                    yield spent
            if worlds >= given_up:
                alive = _in_the_running(alive, keep, seat)
            idle = _is_idle(alive, keep, seat)
        alive.sort(key=lambda candidate: worth(candidate, seat), reverse=True)
        if number < rounds - 1 and not idle:
            alive = _better_half(alive, keep)
    rest = [candidate for candidate in candidates if candidate not in alive]
    rest.sort(key=lambda candidate: worth(candidate, seat), reverse=True)
    return alive + rest


def _in_the_running(alive: list[Candidate], keep: Sequence[Any], seat: int) -> list[Candidate]:
    """Those that are to stay, and the others that were ahead of one of them in any world so far."""
    kept = [candidate for candidate in alive if candidate.action in keep]
    if not kept:
        return alive
    return [one for one in alive if one in kept or any(_ever_ahead(one, other, seat) for other in kept)]


def _ever_ahead(one: Candidate, other: Candidate, seat: int) -> bool:
    pairs = zip(one.outlooks, other.outlooks, strict=True)
    return any((a.chances[seat], a.margin(seat)) > (b.chances[seat], b.margin(seat)) for a, b in pairs)


def _is_idle(alive: Sequence[Candidate], keep: Sequence[Any], seat: int) -> bool:
    """Whether more playouts would say nothing: no other is better than those that are to stay by much, or by
    as much of its error as the rest of the budget could make up for.
    """
    if not keep or len(alive[0].outlooks) < LEAST:
        return False
    kept = [candidate for candidate in alive if candidate.action in keep]
    others = [candidate for candidate in alive if candidate.action not in keep]
    for other in others or kept:
        for one in kept:
            ahead = Difference.between(other, one, seat).chance
            if ahead.mean > HOPELESS * ahead.error and ahead.mean + AS_GOOD * ahead.error > AT_STAKE:
                return False
    return True


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


def finished(steps: Generator[Any, None, T]) -> T:
    """Runs what comes in slices to its end."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            found: T = stop.value
            return found
