"""A game under the contract: what only its tester can know, as far as it cannot be guessed."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.agents.listing import choices
from adjudicator.engine.game import playable_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Preset
    from adjudicator.engine.game import Game

MOST = 40  # actions of one seat that are looked at


@dataclass(frozen=True)
class Subject:
    """A game to be checked, and what only its tester can know; `Subject.of` guesses what can be guessed."""

    game: Game[Any, Any]
    act: Callable[[Any, int, Random], Any]  # something this player may do now
    candidates: Callable[[Any, int, Random], list[Any]]  # of every kind, sensible or not
    # Another state that differs only in what this player neither sees nor will see by the next action.
    lasting_twin: Callable[[Any, int, Random], Any] | None = None  # None: nothing is hidden
    players: Callable[[], Players] | None = None  # its bots, where it has any
    secret: tuple[str, ...] = ()  # actions that say nothing to others while somebody still has to choose

    def twin(self, state: Any, player: int, random: Random) -> Any:
        """The twin of a game that has one."""
        assert self.lasting_twin is not None, "this game brings no lasting_twin"
        return self.lasting_twin(state, player, random)

    @classmethod
    def of(
        cls,
        game: Game[Any, Any],
        *,
        act: Callable[[Any, int, Random], Any] | None = None,
        candidates: Callable[[Any, int, Random], list[Any]] | None = None,
        lasting_twin: Callable[[Any, int, Random], Any] | None = None,
        secret: tuple[str, ...] = (),
    ) -> Subject:
        """Plays what is listed or hinted at, and tries the same with one thing changed."""
        players = partial(players_of, game.name) if game.name in playable_games() else None
        acting, tried = partial(_any_choice, game), partial(_choices_and_others, game)
        return cls(game, act or acting, candidates or tried, lasting_twin, players, secret)


def _any_choice(game: Game[Any, Any], state: Any, player: int, random: Random) -> Any:
    return random.choice(choices(game, state, player, MOST, free=False))


def _choices_and_others(game: Game[Any, Any], state: Any, _: int, random: Random) -> list[Any]:
    """What anybody can do now or could at the beginning, and the same with one thing changed."""
    beginning = game.new(seed=0)
    moments = [(at, player) for at in (state, beginning) for player in game.players_to_act(at)]
    known = [action for at, player in moments for action in choices(game, at, player, MOST, free=False)]
    others = [other for action in known for other in _bent(action)]
    return [*known, *random.sample(others, min(MOST, len(others)))]


def _bent(action: Any) -> Iterator[Any]:
    """The action with one whole number, word or yes and no changed."""
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name == "type":
            continue
        if isinstance(value, bool):
            yield replace(action, **{field.name: not value})
        elif isinstance(value, int):
            yield from (
                replace(action, **{field.name: other}) for other in (value - 1, value + 1, -value, 99)
            )
        elif isinstance(value, str):
            yield replace(action, **{field.name: f"{value}?"})


@dataclass(frozen=True)
class Moment:
    state: Any
    events: tuple[Event, ...]


def play(subject: Subject, preset: Preset, seed: int, limit: int = 1200) -> Iterator[Moment]:
    """Every moment of a random game, from the start until nobody has anything to do."""
    random, game = Random(seed), subject.game
    state, events = game.start(preset.options, f"a secret of the test, number {seed}", players=preset.players)
    yield Moment(state, events)
    for _ in range(limit):
        acting = game.players_to_act(state)
        if not acting:
            return
        player = acting[0] if random.random() < 0.7 else random.choice(acting)
        state, more = game.apply(state, player, subject.act(state, player, random))
        events += more
        yield Moment(state, events)
    raise AssertionError(f"no end after {limit} actions")
