"""Looking ahead in Ion: to the end of the round, when everything is counted and all cards are dealt again.

Worlds respect what the seat remembers: a hand that it held and passed on has the same cards, minus those
picked from it in public (I-VIEW). With two players everything is known after two picks, and all worlds are
equal. A policy without doubt would then play them all alike, and the result of a single line of play would
look certain. So the policy also plays moves that are nearly the best.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import POLICY
from adjudicator.engine.agents.foresight import MOST, Foresight, by_margin
from adjudicator.engine.choices import Choices
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.values import replace
from adjudicator_rulesets.ion.bots.bots import DOUBTING, STRONG, IonBot
from adjudicator_rulesets.ion.bots.memory import hands_known
from adjudicator_rulesets.ion.bots.players import steps
from adjudicator_rulesets.ion.bots.position import Situation
from adjudicator_rulesets.ion.judging.bonding import Laid
from adjudicator_rulesets.ion.play.figures import standing
from adjudicator_rulesets.ion.play.folds import points
from adjudicator_rulesets.ion.play.opening import edition_of
from adjudicator_rulesets.ion.play.state import AWAY, DECK, Picking, Rxn, State, hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.bots import Hint
    from adjudicator.engine.agents.foresight import Outlook
    from adjudicator.engine.events import Event
    from adjudicator.engine.rng import Rng

LAST, A_ROUND = 1.5, 6.0  # leads with odds of nearly three to one: at the end, and more per round to come
CHANCE = ("round_started", "card_drawn")


class Ahead(Foresight[State]):
    policy = POLICY

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        """Everything that the strong bot considers, the best first."""
        situation = Situation(view)
        listed = {action["type"] for action in view["actions"]}
        found = [choice for choice in STRONG.choices(situation) if choice.action.type in listed]
        found.sort(key=lambda choice: -choice.value)
        return list(dict.fromkeys(choice.action for choice in found))[:MOST]

    def bot(self) -> IonBot:
        return IonBot(DOUBTING)

    def steps(self, view: Mapping[str, Any], seen: Sequence[Event], action: Any) -> Sequence[Hint[Any]]:
        return steps(view, seen, action)

    def open_acts(self, events: Sequence[Event]) -> Iterator[tuple[int, Any]]:
        if len(events) > 1 and events[1].type == "area_rearranged":
            groups = codec.read(tuple[tuple[Laid, ...], ...], events[1]["groups"], "groups")
            yield events[1].by, Rxn(groups)

    def standing(self, state: State) -> Sequence[int]:
        return [standing(state, player) for player in state.players]

    def by_chance(self, event: Event) -> bool:
        return event.type in CHANCE

    def imagine(self, view: Mapping[str, Any], seen: Sequence[Event], rng: Rng) -> State:
        """Uses the remembered hands; the others' secret picks are picked again by the policy."""
        state = self.game.imagine(view, rng)
        you = view["you"]
        known = hands_known(seen)
        places = dict(state.pieces.places)
        others = [seat for seat in state.players if seat != you]
        hidden = [card for seat in others for card in places[hand(seat)]] + [*places[AWAY], *places[DECK]]
        left = Counter(hidden)
        sure = {seat: [*(known.get(seat, Counter()) & left).elements()] for seat in others}
        for cards in sure.values():
            left -= Counter(cards)
        spare: list[str] = []
        for card in hidden:
            if left[card]:
                left[card] -= 1
                spare.append(card)
        deal = iter(spare)
        for seat in others:
            size = len(places[hand(seat)])
            cards = sure[seat][:size]
            places[hand(seat)] = (*cards, *(next(deal) for _ in range(size - len(cards))))
        for place in (AWAY, DECK):
            places[place] = tuple([next(deal) for _ in places[place]])
        state = replace(state, pieces=Inventory(tuple(places.items())))
        top = state.agenda.top
        if isinstance(top, Picking):
            own = tuple([made for made in top.choices.made if made[0] == you])
            state = replace(state, agenda=state.agenda.swap(Picking(Choices(top.choices.players, own))))
        return state

    def over(self, start: State, state: State) -> bool:
        return state.round > start.round

    def outlook(self, state: State) -> Outlook:
        """Counts only finished rounds; a newly dealt hand says nothing yet."""
        rounds = edition_of(state).play.rounds - state.round + 1
        counted = [float(state.accounts[points(seat)]) for seat in state.players]
        return by_margin(counted, LAST + A_ROUND * rounds, state.playing)
