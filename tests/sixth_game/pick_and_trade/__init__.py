"""A tiny game that is not part of Adjudicator: exactly what a sixth game needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.agents.figures import Figures
    from adjudicator.engine.terminal import Terminal
    from adjudicator.printing.box import Printing

    from .game import PickAndTrade

title = "Pick and Trade"


def playable() -> PickAndTrade:
    from .game import PickAndTrade

    return PickAndTrade()


def load_players() -> Players:
    from . import playing

    return playing


def load_terminal() -> Terminal:
    from . import playing

    return playing


def load_figures() -> Figures:
    from . import playing

    return playing


def load_printing() -> Printing:
    from . import printing

    return printing
