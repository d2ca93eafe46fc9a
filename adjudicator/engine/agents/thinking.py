"""A bot that looks ahead: its quick choice, unless rollouts find something clearly better.

These are the rollouts of the analysis, with a small budget. Budgets are playouts, never seconds: the same
chance gives the same choice everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

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
from adjudicator.engine.agents.remarks import in_words
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
ADVICE = 32  # playouts for the hints of a game whose strong bot has none
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
    def foresight(self) -> Foresight[Any]:
        return foresight_of(load_game(self.game))

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        ranked = self.ranked(view, random)
        return ranked[0].action if ranked else None

    def ranked(self, view: Mapping[str, Any], random: Random, plain: Any = None) -> list[Candidate]:
        """What it does, then the others by what came of them; nothing where it leaves it to others.

        Its quick choice comes first unless something is clearly better; where one is given, the `plain` one.
        """
        foresight = self.foresight
        chosen = chosen_by(self.quick, foresight.game, view, random)
        if chosen is None:
            return []
        first = chosen if plain is None else plain
        others = [chosen, *foresight.candidates(view)] if self.playouts else []
        others = [one for one in others if not foresight.same(one, first)]
        if not others:
            return [Candidate(first)]
        question = Question(
            foresight, view, _apart(foresight, [first, *others]), str(random.random()), self.seen
        )
        return _unless_better(question, self.playouts)

    def meant(self, view: Mapping[str, Any], random: Random, hint: Hint[Any]) -> Hint[Any]:
        """The hint with what speaks for it by what its player would do next."""
        steps = self.foresight.steps(view, self.seen, hint.action)
        if not steps:
            return hint
        step = steps[0]
        if len(steps) > 1 and self.playouts:
            actions, done = [one.action for one in steps], (hint.action,)
            question = Question(self.foresight, view, actions, str(random.random()), self.seen, done)
            best = _unless_better(question, self.playouts)[0]
            step = next(one for one in steps if one.action is best.action)
        return replace(hint, why=step.why)


def _apart(foresight: Foresight[Any], actions: Sequence[Any]) -> list[Any]:
    """Each once, of those that come to the same."""
    found: list[Any] = []
    for action in actions:
        if not any(foresight.same(action, one) for one in found):
            found.append(action)
    return found


def _unless_better(question: Question, playouts: int) -> list[Candidate]:
    """The candidates, the best first; the first that was asked about stays first within the error."""
    first = question.candidates[0]
    found = finished(weighed(question, playouts, (first,), MOST))
    place = next(place for place, candidate in enumerate(found) if candidate.action is first)
    if place and not Difference.between(found[0], found[place], question.seat).is_better:
        found.insert(0, found.pop(place))
    return found


def hints_of(
    game: Game[Any, Any], view: Mapping[str, Any], number: int, seen: Sequence[Event] = (), share: float = 1.0
) -> tuple[Hint[Any], ...]:
    """The game's hints, the best first by the playouts of a strong bot with a share of its budget.

    Where a game says what its hints bring at once, the one that brings most is first unless another is
    clearly better, for a beginner sees why. The chance comes from the view alone: the same view has the same
    hints, whatever is hidden.
    """
    advice = _advice(game, view, seen, share, number)
    if advice is None:
        return tuple(players_of(game.name).hints(view, number))
    hints, bot, ranked, chance = advice
    same = bot.foresight.same
    hints = _led_by(game, hints, ranked, view["you"])
    quick, told = replace(bot, playouts=0), list[Hint[Any]]()
    for hint in hints:
        meant = (quick if told else bot).meant(view, chance, hint)
        if not any(same(meant.action, one.action) or _as_told(meant) == _as_told(one) for one in told):
            told.append(meant)
    words = _compared(game, told, ranked, view["you"])
    if words is not None:
        told[0] = replace(told[0], why=f"{told[0].why} {words}".lstrip())
    return tuple(told[:number])


def advised(game: Game[Any, Any], view: Mapping[str, Any], seen: Sequence[Event] = ()) -> Any:
    """What hints name first; None where no playouts stand behind it."""
    advice = _advice(game, view, seen)
    if advice is None or not advice.bot.playouts or len(advice.ranked) < 2:
        return None
    return advice.ranked[0].action


class _Advice(NamedTuple):
    hints: list[Hint[Any]]
    bot: ThinkingBot
    ranked: list[Candidate]  # the second is what the first is compared with
    chance: Random


def _advice(
    game: Game[Any, Any],
    view: Mapping[str, Any],
    seen: Sequence[Event],
    share: float = 1.0,
    number: int = LOOKED_THROUGH,
) -> _Advice | None:
    """The game's hints, and its best choices by playouts; None for a game that has neither."""
    players = players_of(game.name)
    hints = list(players.hints(view, max(number, LOOKED_THROUGH)))
    if not hints or STRONG not in players.BOTS:
        return None
    chance = chance_of("hints", view["you"], view["version"])
    plain = _plain(hints, view)
    bot = recalling(sparing(players.bot(Character(STRONG)), share), seen)
    if not isinstance(bot, ThinkingBot):
        playouts = 0 if plain is None else round(ADVICE * share)
        bot = ThinkingBot(game.name, bot, playouts, seen)
    ranked = bot.ranked(view, chance, None if plain is None else plain.action)
    if plain is not None:  # what is better is compared with the plain thing
        same = bot.foresight.same
        ranked[1:] = sorted(ranked[1:], key=lambda one: not same(one.action, plain.action))
    return _Advice(hints, bot, ranked, chance)


def _as_told(hint: Hint[Any]) -> tuple[str, str]:
    """Two hints of one reason are one hint."""
    return hint.title, hint.why


def _plain(hints: Sequence[Hint[Any]], view: Mapping[str, Any]) -> Hint[Any] | None:
    """The one that brings most at once, of those that can be done now."""
    kinds = {action["type"] for action in view["actions"]}
    telling = [hint for hint in hints if hint.now is not None and hint.action.type in kinds]
    return max(telling, key=lambda hint: hint.now or 0.0, default=None)


def _led_by(
    game: Game[Any, Any], hints: list[Hint[Any]], ranked: Sequence[Candidate], seat: int
) -> list[Hint[Any]]:
    """The hints with the first two of these before all others.

    One that the game has no reason for comes first only if it is better by more than the error.
    """
    same = foresight_of(game).same
    first: list[Hint[Any]] = []
    for place, candidate in enumerate(ranked[:2]):
        found = next((hint for hint in hints if same(hint.action, candidate.action)), None)
        if found is not None:
            first.append(found)
        elif not place and len(ranked) > 1 and Difference.between(candidate, ranked[1], seat).is_better:
            first.append(Hint(candidate.action, 0.0, ""))
    return [*first, *(hint for hint in hints if hint not in first)]


def _compared(
    game: Game[Any, Any], hints: Sequence[Hint[Any]], ranked: Sequence[Candidate], seat: int
) -> str | None:
    """How the first of the hints compares with the next, where both were played out.

    Nothing where the points at once say it; that two are about as good only of equal points.
    """
    if len(hints) < 2 or len(ranked) < 2 or len(ranked[1].outlooks) < 2:
        return None
    first, second = hints[:2]
    if not all(
        map(foresight_of(game).same, (first.action, second.action), [one.action for one in ranked[:2]])
    ):
        return None
    difference = Difference.between(ranked[0], ranked[1], seat)
    if first.now is None or second.now is None:
        return in_words(difference, later=False) if difference.is_better else None
    if first.now > second.now:
        return None
    return in_words(difference, later=first.now < second.now)
