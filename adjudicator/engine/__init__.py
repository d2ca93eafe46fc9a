"""What all games share: the protocol, pieces, chance, hidden choices, events and their replay.

What is named here is what is promised; the modules behind it may move.
"""

from adjudicator.engine.about import About, about
from adjudicator.engine.agents.bots import Bot, Hint, play_out, players_of, seated
from adjudicator.engine.answers import ActionVerdict, IllegalAction
from adjudicator.engine.events import Event, Result
from adjudicator.engine.game import Game, load_game, playable_games
from adjudicator.engine.replay import Record, game_of, record_of, replay

__all__ = [
    "About",
    "ActionVerdict",
    "Bot",
    "Event",
    "Game",
    "Hint",
    "IllegalAction",
    "Record",
    "Result",
    "about",
    "game_of",
    "load_game",
    "play_out",
    "playable_games",
    "players_of",
    "record_of",
    "replay",
    "seated",
]
