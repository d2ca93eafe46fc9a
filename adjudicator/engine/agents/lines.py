"""Playouts of what was done in a game, which neighbouring decisions of it share.

Where a playout of one decision comes to a moment that looks to the next player just like the one in the game,
and the policy does there what was done, the rest of it is a playout of that decision: it is not played twice.
A decision that the policy agrees with looks back over what came before it, as far as chance had no say. One
of another player counts only if its player knew nothing that the others did not, or a world would give away
what is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agents.playouts import Policy, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.agents.foresight import Foresight, Outlook
    from adjudicator.engine.agents.playouts import Question

DEEPEST = 50  # decisions that one looks back over


class Line(NamedTuple):
    """A playout of what was done, from a world in which it could have been done."""

    begun: Any  # the world from which its horizon counts
    outlook: Outlook
    seed: str  # of the policy's chance
    steps: Sequence[Step]  # the first is what was done

    @property
    def world(self) -> Any:
        return self.steps[0].state

    def later(self, version: int) -> Line | None:
        """The rest of it from this version on, where a player did something then."""
        for place, step in enumerate(self.steps):
            if step.state.version >= version:
                return self._replace(steps=self.steps[place:]) if step.state.version == version else None
        return None


class Lines:
    """The playouts of one decision, by the number of their world. Those `before` it are looked at first."""

    def __init__(self, question: Question, done: Any, before: Lines | None = None) -> None:
        self.question, self.done = question, done
        self.before = before if before is None or before.depth < DEEPEST else None
        self.depth: int = 0 if self.before is None else self.before.depth + 1
        self._known: dict[int, Line] = {}
        self._policy = Policy(question.foresight)

    def __getitem__(self, number: int) -> Line:
        if number not in self._known:
            self._known[number] = self._shared(number) or self._played(number)
        return self._known[number]

    def _shared(self, number: int) -> Line | None:
        """The rest of an earlier decision's, if it comes by here and goes on as was done."""
        if self.before is None:
            return None
        view, foresight = self.question.view, self.question.foresight
        line = self.before[number].later(view["version"])
        if line is None:
            return None
        state, player, action = line.steps[0]
        goes_on = player == view["you"] and foresight.same(action, self.done)
        return line if goes_on and foresight.game.view(state, player) == view else None

    def _played(self, number: int) -> Line:
        question, seed = self.question, f"{self.question.seed}/{number}"
        world = question.world(number)
        state, _ = question.foresight.game.apply(world, question.seat, self.done)
        steps = [Step(world, question.seat, self.done)]
        return Line(world, self._policy.play_on(world, state, seed, steps), seed, tuple(steps))


def knows_alone(foresight: Foresight[Any], state: Any, player: int) -> bool:
    """Whether a player knows something of a state that nobody else does."""
    return bool(foresight.game.table(state, player) != foresight.game.table(state, None))
