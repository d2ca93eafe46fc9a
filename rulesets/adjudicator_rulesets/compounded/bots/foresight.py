"""Looking ahead in Compounded: to the end of the next turn of the table, then points and what is under way.

What is claimed or traded now is mostly completed a turn later; further on the draws from the bag decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import POLICY
from adjudicator.engine.agents.foresight import Foresight, by_margin
from adjudicator_rulesets.compounded.bots.hints import why
from adjudicator_rulesets.compounded.bots.worth import RISE, Worth
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import State, points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.agents.foresight import Outlook
    from adjudicator.engine.events import Event

TURNS = 2  # of the table: this one and the next
SPREAD_END, SPREAD_START = 3.0, 12.0  # points of lead that are nearly three to one
CHANCE = ("crystals_drawn", "field_filled", "card_laid", "lab_fire")
WIDTH = 8


class Ahead(Foresight[State]):
    policy = POLICY

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        """What the hints name; and of many like actions as many as can be weighed."""
        found = list(super().candidates(view))
        if len(found) < WIDTH:
            listed = [action for action in view["actions"] if not action.get("open")]
            step = max(1, len(listed) // WIDTH)
            found += [self.game.read_action(action) for action in listed[::step]]
        return list(dict.fromkeys(found))[:WIDTH]

    def why(self, view: Mapping[str, Any], action: Any) -> str | None:
        """Also for other claims to move and crystals to put back than the hints name."""
        return why(view, action) or super().why(view, action)

    def by_chance(self, event: Event) -> bool:
        return event.type in CHANCE

    def over(self, start: State, state: State) -> bool:
        return state.round >= start.round + TURNS

    def outlook(self, state: State) -> Outlook:
        found, left = [0.0] * len(state.seats), 0.0
        for seat in state.playing:
            worth = Worth(state, seat)
            left = worth.left
            steps = sum(RISE[name] * lab.step_of(state, name, seat) for name in EXPERIMENTS)
            begun = sum(worth.progress(compound, len(compound.crystals)) for compound in worth.own)
            found[seat] = (
                state.accounts[points(seat)] + begun + worth.extinguishing + worth.now + left * steps
            )
        return by_margin(found, SPREAD_END + (SPREAD_START - SPREAD_END) * left, state.playing)
