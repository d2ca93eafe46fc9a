"""What a seat can do now as a list, open actions included: for random players, training and playthroughs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.game import Resign
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.game import Game

WAIT = None  # the choice not to answer, where nobody must


def turn(game: Game[Any, Any], state: Any, waited: frozenset[int] = frozenset()) -> tuple[int, bool]:
    """Who chooses next, and whether it is free to wait: first those who may answer, then those who must."""
    asks = [ask for ask in game.asked(state) if ask.player not in waited]
    obliged = {ask.player for ask in asks if ask.obliged}
    free = [ask.player for ask in asks if ask.player not in obliged]
    return (min(free), True) if free else (min(obliged), False)


def choices(game: Game[Any, Any], state: Any, player: int, most: int, *, free: bool) -> tuple[Any, ...]:
    """Waiting where it is free, what is listed, and of open actions what the game holds most promising."""
    return tuple(_choices(game, state, player, most, free=free))[:most]


def _choices(game: Game[Any, Any], state: Any, player: int, most: int, *, free: bool) -> Iterator[Any]:
    if free:
        yield WAIT
    listed = game.legal_actions(state, player)
    complete = [action for action in listed if not isinstance(action, Open)]
    yield from complete
    if len(complete) < len(listed):
        found = players_of(game.name).hints(game.view(state, player), most)
        for action, sound in {hint.action: hint.sound for hint in found}.items():
            # A hint may leave out what the player is to know: the name of a molecule.
            if action in complete:
                continue
            if sound or game.judge(state, player, action).ruling is Ruling.VALID:
                yield action
    if not listed and not free:
        yield Resign()  # the one thing that is always allowed
