"""A bot that looks ahead: its quick choice, unless rollouts find something clearly better.

These are the rollouts of the analysis, with a small budget. Budgets are playouts, never seconds: the same
chance gives the same choice everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import (
    Character,
    Hint,
    chance_of,
    chosen_by,
    players_of,
    recalling,
    sparing,
)
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.agents.playouts import Question
from adjudicator.engine.agents.remarks import lead
from adjudicator.engine.agents.rollouts import Candidate, Difference, finished, weighed
from adjudicator.engine.game import load_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from adjudicator.engine.agents.bots import Bot
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game

LEAST_PLAYOUTS = 8  # with fewer, nothing is ever found to be better
LOOKED_THROUGH = 12  # hints of a game for the one that is to come first
STRONG = "strong"
MOST = 3  # candidates beside the quick choice: with more, each is met in too few worlds


@dataclass(frozen=True)
class ThinkingBot:
    game: str
    quick: Bot[Any]  # has to know the game as well as the policy of the rollouts does
    playouts: int  # for a choice
    seen: Sequence[Event] = ()

    def recalling(self, seen: Sequence[Event]) -> ThinkingBot:
        return replace(self, quick=recalling(self.quick, seen), seen=seen)

    def sparing(self, share: float) -> ThinkingBot:
        """Of nothing, nothing: then it does what is quick."""
        return replace(self, playouts=max(LEAST_PLAYOUTS, round(self.playouts * share)) if share else 0)

    @cached_property
    def _foresight(self) -> Foresight[Any]:
        return foresight_of(load_game(self.game))

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        ranked = self.ranked(view, random)
        return ranked[0].action if ranked else None

    def ranked(self, view: Mapping[str, Any], random: Random) -> list[Candidate]:
        """What it does, then the others by what came of them; nothing where it leaves it to others."""
        foresight = self._foresight
        chosen = chosen_by(self.quick, foresight.game, view, random)
        if chosen is None:
            return []
        others = foresight.candidates(view) if self.playouts else ()
        others = [one for one in others if not foresight.same(one, chosen)]
        if not others:
            return [Candidate(chosen)]
        question = Question(foresight, view, [chosen, *others], str(random.random()), self.seen)
        found = finished(weighed(question, self.playouts, (chosen,), MOST))
        place = next(place for place, candidate in enumerate(found) if candidate.action is chosen)
        if place and not Difference.between(found[0], found[place], question.seat).is_better:
            found.insert(0, found.pop(place))
        return found


def hints_of(
    game: Game[Any, Any], view: Mapping[str, Any], number: int, seen: Sequence[Event] = (), share: float = 1.0
) -> tuple[Hint[Any], ...]:
    """The game's hints, first what its strong bot would do now, with a share of that bot's budget.

    The bot's chance comes from the view alone: the same view has the same hints, whatever is hidden.
    """
    players = players_of(game.name)
    hints = list(players.hints(view, max(number, LOOKED_THROUGH)))
    if not hints or STRONG not in players.BOTS:
        return tuple(hints[:number])
    bot = recalling(sparing(players.bot(Character(STRONG)), share), seen)
    chance = chance_of("hints", view["you"], view["version"])
    if isinstance(bot, ThinkingBot):
        ranked = bot.ranked(view, chance)
    else:
        chosen = chosen_by(bot, game, view, chance)
        ranked = [] if chosen is None else [Candidate(chosen)]
    if ranked:
        hints = _led_by(game, hints, ranked, view["you"])
    return tuple(hints[:number])


def _led_by(
    game: Game[Any, Any], hints: list[Hint[Any]], ranked: Sequence[Candidate], seat: int
) -> list[Hint[Any]]:
    """The hints with the first of these before all others, and by how much it is ahead, if that counts.

    One that the game has no reason for comes first only by its figures.
    """
    best, ahead = ranked[0], None
    if len(ranked) > 1:
        ahead = lead(game.name, Difference.between(best, ranked[1], seat))
    figures = "" if ahead is None else prose.part("hint_ahead", ahead=ahead)
    same = foresight_of(game).same
    first = next((hint for hint in hints if same(hint.action, best.action)), None)
    if first is None:
        return [Hint(best.action, 0.0, figures), *hints] if figures else hints
    others = [hint for hint in hints if hint is not first]
    return [replace(first, why=f"{first.why} {figures}".rstrip()), *others]
