"""A bot that looks ahead: its quick choice, unless rollouts find something clearly better.

These are the rollouts of the analysis, with a small budget. Budgets are playouts, never seconds: the same
chance gives the same choice everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import chosen_by, recalling
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.agents.rollouts import Difference, Question, finished, weighed
from adjudicator.engine.game import load_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from adjudicator.engine.agents.bots import Bot
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.events import Event

LEAST_PLAYOUTS = 8  # with fewer, nothing is ever found to be better
MOST = 4  # candidates beside the quick choice: with more, each is met in too few worlds


@dataclass(frozen=True)
class ThinkingBot:
    game: str
    quick: Bot[Any]  # has to know the game as well as the policy of the rollouts does
    playouts: int  # for a choice
    seen: Sequence[Event] = ()

    def recalling(self, seen: Sequence[Event]) -> ThinkingBot:
        return replace(self, quick=recalling(self.quick, seen), seen=seen)

    def sparing(self, share: float) -> ThinkingBot:
        return replace(self, playouts=max(LEAST_PLAYOUTS, round(self.playouts * share)))

    @cached_property
    def _foresight(self) -> Foresight[Any]:
        return foresight_of(load_game(self.game))

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        foresight = self._foresight
        chosen = chosen_by(self.quick, foresight.game, view, random)
        if chosen is None:
            return None
        others = [one for one in foresight.candidates(view) if not foresight.same(one, chosen)]
        if not others:
            return chosen
        question = Question(foresight, view, [chosen, *others], str(random.random()), self.seen)
        best, *rest = finished(weighed(question, self.playouts, (chosen,), MOST))
        if best.action is chosen:
            return chosen
        quick = next(candidate for candidate in rest if candidate.action is chosen)
        return best.action if Difference.between(best, quick, question.seat).counts else chosen
