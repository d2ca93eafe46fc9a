"""What somebody needs who writes a game: everything here is promised, as `adjudicator.engine` is.

`docs/games.md` writes Nim with it, in forty lines. `adjudicator.testing` has the contract that a game keeps.
"""

from adjudicator.editions.registry import Editions
from adjudicator.engine.accounts import Accounts, burn, mint, pay
from adjudicator.engine.agenda import Agenda, Ask, Open, Typed, by_type
from adjudicator.engine.agents.bots import Bot, Character, Hint, Players, chooser_of
from adjudicator.engine.agents.figures import Figures, Measures
from adjudicator.engine.answers import ActionVerdict, IllegalAction, consent, refusal, ruled
from adjudicator.engine.choices import Choices
from adjudicator.engine.codec import plain, read
from adjudicator.engine.events import Event, Result, Shown
from adjudicator.engine.frame import Frame, NoOptions, Preset, Seat, Setup
from adjudicator.engine.game import Game, OpenGame, Resign
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.market import Belongings
from adjudicator.engine.rng import Rng
from adjudicator.engine.terminal import Terminal
from adjudicator.engine.values import replace
from adjudicator.errors import EditionError, UnreadableInput, quote
from adjudicator.prose import register as sentences
from adjudicator.prose import unsaid
from adjudicator.verdict import Check, Ruling

__all__ = [
    "Accounts",
    "ActionVerdict",
    "Agenda",
    "Ask",
    "Belongings",
    "Bot",
    "Character",
    "Check",
    "Choices",
    "EditionError",
    "Editions",
    "Event",
    "Figures",
    "Frame",
    "Game",
    "Hint",
    "IllegalAction",
    "Inventory",
    "Ledger",
    "Measures",
    "NoOptions",
    "Open",
    "OpenGame",
    "Players",
    "Preset",
    "Resign",
    "Result",
    "Rng",
    "Ruling",
    "Seat",
    "Setup",
    "Shown",
    "Terminal",
    "Typed",
    "UnreadableInput",
    "burn",
    "by_type",
    "chooser_of",
    "consent",
    "mint",
    "pay",
    "plain",
    "quote",
    "read",
    "refusal",
    "replace",
    "ruled",
    "sentences",
    "unsaid",
]
