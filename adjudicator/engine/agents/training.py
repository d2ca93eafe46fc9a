"""The games as environments for people who train players: PettingZoo's AEC interface over any game.

An agent is a seat. What it observes comes from its view alone; what it may do is a number, the place of an
action in `choices()`: listed actions as they are, and of open ones (plays of CompoundIt!, offers) the most
promising the game knows. Which action stands at a place changes from turn to turn, so the observation has
the features of each: equal actions have equal features, at any time and in any game. Where a seat is free to
answer or not, choice 0 is to wait, whose features are all zero. The reward comes at the end, by rank: +1 for
whoever is ahead of all others, -1 for the last, the same for those who tie.
"""

from __future__ import annotations

import json
from functools import lru_cache
from math import log1p
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from adjudicator import extras
from adjudicator.engine import codec
from adjudicator.engine.agents.listing import WAIT, choices, turn
from adjudicator.engine.game import load_game
from adjudicator.engine.terminal import terminal_of
from adjudicator.errors import UnreadableInput, quote_value

with extras.told():
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MODES = ("ansi", "human")  # how a table is shown
UNSEEN = frozenset({"version", "you", "game", "edition", "actions"})  # of a view: no part of the position


class TableEnv(AECEnv):  # type: ignore[misc]
    """One table, with at most `most` choices a turn.

    `featurise` makes `features` numbers of a view; without it they are hashed from all it has. Of each choice
    the observation has `action_features` numbers, hashed from its fields; 0 leaves them out.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        players: int = 2,
        *,
        most: int = 256,
        features: int = 512,
        action_features: int = 32,
        featurise: Callable[[Mapping[str, Any]], Any] | None = None,
        longest: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = load_game(game)
        self.metadata = {"name": f"{game}_v0", "render_modes": [*MODES], "is_parallelizable": False}
        if render_mode not in (None, *MODES):
            said = f"A table is shown as {' or '.join(MODES)}, not as {quote_value(render_mode)}."
            raise UnreadableInput("bad_render_mode", said)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._options = dict(options or {})
        self.game.setup(self._options, players, None)  # what cannot be played is refused now
        self._most, self._features, self._longest = most, features, longest
        self._action_features = action_features
        self._featurise = featurise or self._hashed
        observed = Box(-np.inf, np.inf, (features,), np.float32)
        parts = {"observation": observed, "action_mask": Box(0, 1, (most,), np.int8)}
        if action_features:
            parts["action_features"] = Box(-np.inf, np.inf, (most, action_features), np.float32)
        self.observation_spaces = {agent: Dict(parts) for agent in self.possible_agents}
        self.state_space = Box(-np.inf, np.inf, (players * features,), np.float32)
        self.action_spaces = {agent: Discrete(most) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # --- playing --------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        chance = int(np.random.default_rng(seed).integers(1 << 62))
        self.position, _ = self.game.start(self._options, chance, players=len(self.possible_agents))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps, self._waited = 0, frozenset[int]()
        self._select()

    def step(self, action: int | np.integer[Any] | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        chosen = self._chosen(action)
        if chosen is WAIT:
            self._waited |= {self._seat(agent)}
        else:
            self.position, _ = self.game.apply(self.position, self._seat(agent), chosen)
            self._waited = frozenset()
        self._steps += 1
        if self.position.result is not None:
            ranks = self.position.result.ranks[: len(self.agents)]  # empty seats come last
            self.rewards = dict(zip(self.agents, standing(ranks), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def _chosen(self, action: object) -> Any:
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        number = int(action) if whole else -1  # type: ignore[call-overload]
        if not 0 <= number < len(self._choices):
            raise UnreadableInput(
                "no_such_choice",
                f"{action!r} is no choice now: the mask allows 0 to {len(self._choices) - 1}.",
            )
        return self._choices[number]

    def _select(self) -> None:
        seat, free = turn(self.game, self.position, self._waited)
        self.agent_selection = self.possible_agents[seat]
        self._choices = choices(self.game, self.position, seat, self._most, free=free)

    # --- observing ------------------------------------------------------------------------------------------

    def choices(self) -> tuple[Any, ...]:
        """The actions behind the numbers, for the agent whose turn it is."""
        return self._choices

    def view(self, agent: str) -> Mapping[str, Any]:
        """Everything this seat may know, as JSON has it."""
        return self.game.view(self.position, self._seat(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self._most, np.int8)
        choosing = agent == self.agent_selection and self.position.result is None
        if choosing:
            mask[: len(self._choices)] = 1
        seen = {"observation": self._featurise(self.view(agent)), "action_mask": mask}
        if self._action_features:
            listed = np.zeros((self._most, self._action_features), np.float32)
            for place, action in enumerate(self._choices if choosing else ()):
                listed[place] = features_of(action, self._action_features)
            seen["action_features"] = listed
        return seen

    def state(self) -> Any:
        """All that the seats know together, for training by a common critic: their observations in a row."""
        return np.concatenate([self._featurise(self.view(agent)) for agent in self.possible_agents])

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _hashed(self, view: Mapping[str, Any]) -> Any:
        """Every fact of the view under a hash of its place, numbers by their logarithm, others as there."""
        return hashed({name: part for name, part in view.items() if name not in UNSEEN}, self._features)

    def render(self) -> str | None:
        """The table as a spectator sees it: printed for "human", otherwise given as text."""
        shown = terminal_of(self.game.name).draw(self.game.view(self.position, None), self.possible_agents)
        if self.render_mode != "human":
            return shown
        print(shown)  # noqa: T201 - what was asked for
        return None

    def close(self) -> None:
        """Nothing is held."""


def features_of(action: Any, features: int) -> Any:
    """The numbers of an action by its fields alone; of waiting, nothing."""
    return np.zeros(features, np.float32) if action is WAIT else hashed(codec.plain(action), features)


def hashed(value: Any, features: int) -> Any:
    numbers = [0.0] * features
    for code, number in facts(value):
        numbers[code % features] += number if code >> 31 else -number
    return np.array(numbers, np.float32)


def facts(value: Any, place: int = 0) -> Iterable[tuple[int, float]]:
    """The leaves of a JSON value, each with the checksum of where it stands: `/scores/1`, `/phase="play"`."""
    found: list[tuple[int, float]] = []
    _add_facts(found, value, place)
    return found


def _add_facts(found: list[tuple[int, float]], value: Any, place: int) -> None:
    if isinstance(value, dict):
        for name in value:
            _add_facts(found, value[name], crc32(_step(name), place))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            _add_facts(found, item, crc32(_step(number), place))
    elif isinstance(value, bool) or not isinstance(value, int | float):
        found.append((crc32(_word(value), place), 1.0))
    else:
        found.append((place, log1p(value) if value >= 0 else -log1p(-value)))


@lru_cache(4096)
def _step(name: str | int) -> bytes:
    return f"/{name}".encode()


@lru_cache(4096, typed=True)  # true is not 1
def _word(value: Any) -> bytes:
    return f"={json.dumps(codec.plain(value))}".encode()


def standing(ranks: tuple[int, ...]) -> list[float]:
    """By how many each is ahead less by how many behind, as a share of the others."""
    others = max(1, len(ranks) - 1)
    return [sum((rank < other) - (rank > other) for other in ranks) / others for rank in ranks]
