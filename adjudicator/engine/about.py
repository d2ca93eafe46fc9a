"""A game as data: who can play it, what kind of game it is, what it can be told."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from adjudicator import ruleset
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import described_bots
from adjudicator.engine.game import load_game

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class About:
    game: str
    title: str
    seats: tuple[int, int]  # the fewest and the most players
    chance: bool  # tiles are drawn, dice are rolled
    hidden: bool  # some players know what others do not
    simultaneous: bool  # at some time the game waits for several at once
    trading: bool  # players make each other offers
    presets: tuple[str, ...]
    options: Mapping[str, Any]  # as a JSON Schema
    actions: tuple[str, ...]
    bots: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = codec.plain(asdict(self))
        return plain


def about(name: str) -> About:
    """Raises UnknownRuleset for what cannot be played."""
    game = load_game(name)
    return About(
        game=name,
        title=ruleset.game(name).title,
        seats=(game.numbers.start, game.numbers[-1]),
        chance=game.new(seed=0).rng.drawn > 0,
        hidden=any(shown.to_own for shown in game.shown.values()),
        simultaneous=game.simultaneous,
        trading=bool(game.rule_offers),
        presets=tuple(game.presets()),
        options=codec.schema(game.options_type),
        actions=tuple(game.every_action),
        bots=described_bots(name),
    )
