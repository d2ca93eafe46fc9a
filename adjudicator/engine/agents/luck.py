"""What chance did after a choice: what is expected once it has spoken, less what was expected before."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import Seen
from adjudicator.engine.agents.playouts import Policy, Question
from adjudicator.engine.agents.remarks import tenths, thousandths
from adjudicator.engine.agents.rollouts import LEAST, Candidate, Estimate
from adjudicator.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from adjudicator.engine.agents.acts import Act
    from adjudicator.engine.agents.foresight import Foresight, Outlook
    from adjudicator.engine.agents.rollouts import Trials
    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record

    Play = Callable[
        [int, Candidate, Candidate], Iterator[None]
    ]  # both sides once more, in a world by its number

TURNING = 0.05  # of winning chance: less is no turning point


@dataclass(frozen=True, slots=True)
class Luck:
    """How much better or worse it came than could be expected of what was done."""

    points: Estimate
    chance: Estimate

    @classmethod
    def between(cls, came: Candidate, before: Candidate, seat: int) -> Luck:
        sides = came.outlooks, before.outlooks
        margins = [Estimate.of([outlook.margin(seat) for outlook in side]) for side in sides]
        chances = [Estimate.of([outlook.chances[seat] for outlook in side]) for side in sides]
        return cls(*[Estimate(a.mean - b.mean, hypot(a.error, b.error)) for a, b in (margins, chances)])

    @property
    def counts(self) -> bool:
        return self.chance.counts

    def to_json(self) -> dict[str, float]:
        return {
            "points": tenths(self.points.mean),
            "error": tenths(self.points.error),
            "chance": thousandths(self.chance.mean),
            "chance_error": thousandths(self.chance.error),
        }


@dataclass(frozen=True)
class Chance:
    """Looks for luck in one record, with at most so many `playouts` for a decision."""

    foresight: Foresight[Any]
    record: Record
    states: Mapping[int, Any]
    playouts: int

    def luck(self, act: Act, trials: Trials, chosen: Candidate) -> Generator[int, None, Luck | None]:
        """None where chance had no say, or too little to spend playouts on; `chosen` is what was done."""
        settled = self.foresight.settled_by(act.player, act.events, self.record.events[act.until :])
        if act.after.result is not None or settled is None:
            return None
        if settled.version > act.until:
            return (yield from self._later(act, trials, settled))
        return (yield from self._at_once(act, trials, chosen))

    def _at_once(self, act: Act, trials: Trials, chosen: Candidate) -> Generator[int, None, Luck | None]:
        """In a few worlds first, and only where that may be luck worth telling, in more."""
        question = self._question(act.after, act.until, act.player, f"{trials.question.seed}/after")
        dealt = self.foresight.over(act.before, act.after)
        playouts = trials.afforded(self.playouts)
        few = playouts < self.playouts and not dealt
        if few and not self._turns(trials.world(0), question.world(0), act.player):
            return None
        policy = Policy(self.foresight)

        def play(number: int, came: Candidate, before: Candidate) -> Iterator[None]:
            seed, world = f"{question.seed}/{number}", question.world(number)
            came.outlooks.append(policy.play_on(world if dealt else act.before, world, seed))
            yield
            if dealt:
                before.outlooks.append(self._dealt(policy, trials.world(number), act, seed))
            elif len(before.outlooks) <= number:
                trials.play(before)
            yield

        before = Candidate(chosen.action, [] if dealt else list(chosen.outlooks))
        return (yield from self._compared(play, before, max(LEAST, playouts // 4), act.player))

    def _later(self, act: Act, trials: Trials, settled: Event) -> Generator[int, None, Luck | None]:
        """The same where chance speaks only after others have acted: what these choose is no luck."""
        drawn = self.states[settled.version]
        if drawn.result is not None:
            return None
        question = self._question(drawn, settled.version, act.player, f"{trials.question.seed}/drawn")
        policy = Policy(self.foresight)

        def play(number: int, came: Candidate, anew: Candidate) -> Iterator[None]:
            seed, world = f"{question.seed}/{number}", question.world(number)
            other = self.foresight.anew(question.view, settled, Rng.seeded(f"{seed}/anew"))
            for side, start in ((came, world), (anew, other)):
                side.outlooks.append(policy.play_on(start, start, seed))
                yield

        most = max(LEAST, trials.afforded(self.playouts) // 4)
        return (yield from self._compared(play, Candidate(None), most, act.player))

    def _compared(self, play: Play, before: Candidate, most: int, seat: int) -> Generator[int, None, Luck]:
        """In world after world, until what chance did is less than its error."""
        came = Candidate(None)
        for number in range(most):
            for _ in play(number, came, before):
                yield number
            luck = Luck.between(came, before, seat)
            if number + 1 >= LEAST and abs(luck.chance.mean) < luck.chance.error:
                break
        return luck

    def _question(self, state: Any, until: int, seat: int, seed: str) -> Question:
        """What a seat can expect of a state, by what it has seen up to this version."""
        game = self.foresight.game
        seen = Seen(game, self.record.events[:until], seat)
        return Question(self.foresight, game.view(state, seat), (), seed, seen)

    def _dealt(self, policy: Policy, world: Any, act: Act, seed: str) -> Outlook:
        """What another deal would have come to, where all is dealt anew at the horizon: at the next one."""
        state, _ = self.foresight.game.apply(world, act.player, act.action)
        anew = policy.until(world, state, seed)
        return policy.play_on(anew, anew, seed)

    def _turns(self, before: Any, after: Any, seat: int) -> bool:
        """Whether it looks at once as if what happened between them turned the game."""
        if after.result is not None:
            return True
        looks = [self.foresight.outlook(state).chances[seat] for state in (before, after)]
        return abs(looks[1] - looks[0]) >= TURNING
