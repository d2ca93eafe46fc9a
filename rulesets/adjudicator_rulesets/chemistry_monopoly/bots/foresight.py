"""Looking ahead in Chemistry Monopoly: a few turns of all players, then the value of what each has.

A game lasts hundreds of steps, and its end says little about one purchase. Within a few turns rents begin to
be paid; from there on worth and rents to come say who is likely to win (`prospects`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import POLICY
from adjudicator.engine.agents.foresight import Foresight, Outlook
from adjudicator.engine.offers import AcceptOffer
from adjudicator_rulesets.chemistry_monopoly.bots.bots import Situation
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import accepted
from adjudicator_rulesets.chemistry_monopoly.bots.prospects import chances, worth_ahead
from adjudicator_rulesets.chemistry_monopoly.play.figures import worths
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    NAME,
    Answer,
    Bid,
    DiceTurn,
    Evaporate,
    Question,
    State,
    Tax,
    Transfer,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.events import Event

TURNS = 6  # of all players together; of many players, one of each
CHANCE = ("rolled", "card_drawn", "question_asked")
RAISING = (Evaporate, Transfer)  # of money
TAX, QUESTION, TURN = (matter.__dataclass_fields__["type"].default for matter in (Tax, Question, DiceTurn))


class Ahead(Foresight[State]):
    policy = POLICY
    by_points = False  # who is the last to have money has won, however much it is

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        """Without questions, and without the tax, which is chosen before the worth is known (M-BLIND-TAX).

        Money is raised for what must be paid: where nothing must, there is nothing to choose between raising
        it and going on.
        """
        matters = {matter["type"] for matter in view["table"]["matters"][-1:]}
        if matters & {TAX, QUESTION}:
            return ()
        found = super().candidates(view)
        return [action for action in found if not (TURN in matters and isinstance(action, RAISING))]

    def why(self, view: Mapping[str, Any], action: Any) -> str | None:
        """Of an offer that the bot would decline, too: what speaks for accepting it."""
        found = super().why(view, action)
        if found is not None or not isinstance(action, AcceptOffer):
            return found
        situation = Situation(view)
        ideas = [
            accepted(situation.eye, one, 0.0) for one in situation.offers_to_me if one.id == action.offer
        ]
        return next((prose.render(NAME, idea.code, idea.params) for idea in ideas), None)

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
        return state.turns >= start.turns + max(TURNS, len(start.playing))

    def outlook(self, state: State) -> Outlook:
        points = [0.0] * len(state.seats)
        for seat in state.playing:
            points[seat] = worth_ahead(state, seat)
        shown = min(points[seat] for seat in state.playing)
        behind = [own if seat in state.playing else shown for seat, own in enumerate(points)]
        return Outlook(tuple(behind), chances(state))
