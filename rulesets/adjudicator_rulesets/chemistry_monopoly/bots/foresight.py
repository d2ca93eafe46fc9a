"""Looking ahead in Chemistry Monopoly: a few turns of all players, then the value of what each has.

A game lasts hundreds of steps, and its end says little about one purchase. Within some turns of each player
rents begin to be paid; from there on sets and money are weighed as the strong bot weighs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import POLICY
from adjudicator.engine.agents.foresight import Foresight, by_margin
from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
from adjudicator_rulesets.chemistry_monopoly.play.figures import worths
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash
from adjudicator_rulesets.chemistry_monopoly.play.state import Answer, Bid, Question, State, Tax

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.foresight import Outlook
    from adjudicator.engine.events import Event

TURNS = 4  # of every player
SPREAD = 900.0  # AMUny: a player this far ahead wins nearly three games of four
CHANCE = ("rolled", "card_drawn", "question_asked")
NOT_WEIGHED = tuple(matter.__dataclass_fields__["type"].default for matter in (Tax, Question))


class Ahead(Foresight[State]):
    policy = POLICY

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        """Without questions, and without the tax, which is chosen before the worth is known (M-BLIND-TAX)."""
        if any(matter["type"] in NOT_WEIGHED for matter in view["table"]["matters"][-1:]):
            return ()
        return super().candidates(view)

    def open_acts(self, events: Sequence[Event]) -> Iterator[tuple[int, Any]]:
        if events[0].type == "bid_made":
            yield events[0].by, Bid(events[0]["amount"])
        elif events[0].type == "question_answered" and events[0]["answer"]:
            yield events[0].by, Answer(events[0]["answer"])
        else:
            yield from super().open_acts(events)

    def standing(self, state: State) -> Sequence[int]:
        return worths(state)

    def by_chance(self, event: Event) -> bool:
        return event.type in CHANCE

    def over(self, start: State, state: State) -> bool:
        return state.turns >= start.turns + TURNS * len(start.playing)

    def outlook(self, state: State) -> Outlook:
        points = [0.0] * len(state.seats)
        for seat in state.playing:
            eye = Appraisal(state, seat)
            points[seat] = cash(state, seat) + eye.holdings_value()
        return by_margin(points, SPREAD, state.playing)
