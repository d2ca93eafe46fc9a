"""Every playable game as data: title, seats, presets, the schemas of its options and actions, bots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adjudicator import prose, ruleset
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import POLICY, described_bots
from adjudicator_api.games.playing.tables import game_of


def described(name: str) -> dict[str, Any]:
    """In the language that is spoken."""
    return _described(name, prose.spoken())


@lru_cache(64)
def _described(name: str, _language: str) -> dict[str, Any]:
    game = game_of(name)
    return {
        "game": name,
        "title": title_of(name),
        "players": list(game.numbers),
        "edition": game.editions.current,
        "editions": list(game.editions.offered),
        "presets": [
            {"name": preset, "players": chosen.players, "options": dict(chosen.options)}
            for preset, chosen in game.presets().items()
        ],
        "options": codec.schema(game.options_type),
        "actions": {kind: codec.schema(made) for kind, made in game.every_action.items()},
        "bots": [
            {"name": bot, "about": about} for bot, about in described_bots(name).items() if bot != POLICY
        ],  # at tables the strong bot plays its choices out
    }


def title_of(name: str) -> str:
    return ruleset.game(name).title
