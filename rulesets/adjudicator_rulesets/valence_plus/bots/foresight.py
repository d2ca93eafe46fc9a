"""Looking ahead in Valence Plus: two turns of each player, then the value of stashes and hands.

A hand is used up within two turns; after that all players draw from the same deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import POLICY
from adjudicator.engine.agents.foresight import Foresight, Outlook, by_margin
from adjudicator_rulesets.valence_plus.bots.players import why_kept
from adjudicator_rulesets.valence_plus.bots.position import Situation
from adjudicator_rulesets.valence_plus.bots.worth import hand_worth
from adjudicator_rulesets.valence_plus.judging.solver import plans
from adjudicator_rulesets.valence_plus.play.figures import standing
from adjudicator_rulesets.valence_plus.play.opening import kinds_to_make, rules_of
from adjudicator_rulesets.valence_plus.play.state import Build, EndTurn, Exchange, State, hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.events import Event, Result

EVENTS = 8  # events in a player's two turns: draw, build once or twice, discard, end
UNCERTAIN, PER_POINT = 2.0, 0.25  # a lead counts less, the more points are missing to the goal
DRAWING = ("cards_drawn", "hand_exchanged", "traded_up", "reacted")


class Ahead(Foresight[State]):
    policy = POLICY

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        """Every way to collect; to build the best set, a single molecule, or nothing; and the answers."""
        situation = Situation.of(view)
        if not situation.may("end_turn"):
            return super().candidates(view)
        builds = [
            plan.builds[0]
            for plan in sorted(
                plans(situation.hand, situation.bank.elements(), situation.rules.builds),
                key=lambda plan: (-plan.points, -plan.cards),
            )
            if plan.builds
        ]
        allowed = set(situation.buildable())
        found = [situation.build(build, build.cards) for build in dict.fromkeys(builds) if build in allowed]
        discards = tuple(sorted(situation.hand))[: situation.excess]
        return [*found[:5], EndTurn(discards)]

    def why(self, view: Mapping[str, Any], action: Any) -> str | None:
        """Also for building no more, which no hint names."""
        if isinstance(action, EndTurn):
            return why_kept(Situation.of(view), action.discards)
        return super().why(view, action)

    def same(self, one: Any, other: Any) -> bool:
        """Ignores the order of cards on the discard pile and the given name."""
        match one, other:
            case Build(cards=cards), Build(cards=others):
                return sorted(cards) == sorted(others)
            case Exchange(), Exchange():
                return True
            case EndTurn(discards=cards), EndTurn(discards=others):
                return sorted(cards) == sorted(others)
            case _:  # has nothing to ignore
                return super().same(one, other)

    def open_acts(self, events: Sequence[Event]) -> Iterator[tuple[int, Any]]:
        first = events[0]
        match first.type:
            case "hand_exchanged":
                yield first.by, Exchange(first["cards"])
            case "molecule_built":
                yield first.by, Build(first["cards"])
            case "name_given":
                yield first.by, Build(first["cards"], first["name"])
            case "cards_discarded":
                yield first.by, EndTurn(first["cards"])
            case "turn_ended":
                yield first.by, EndTurn()

    def standing(self, state: State) -> Sequence[int]:
        return standing(state)

    def by_chance(self, event: Event) -> bool:
        return event.type in DRAWING

    def over(self, start: State, state: State) -> bool:
        far = state.version >= start.version + EVENTS * len(state.playing)
        return far and state.phase == "collect" and state.open_name is None

    def outlook(self, state: State) -> Outlook:
        rules = rules_of(state)
        if state.options.cooperative:
            wanted = kinds_to_make(state)
            made = len(wanted & set(state.made))
            chance = made / max(1, len(wanted))
            return Outlook((float(made),) * len(state.seats), (chance,) * len(state.seats))
        values = tuple(sorted((card.name, float(card.points)) for card in rules.edition.molecules))
        worth = hand_worth(rules, values)
        points = [
            score + worth.later(tuple(sorted(state.pieces[hand(seat)])))
            for seat, score in enumerate(state.scores)
        ]
        missing = max(0, rules.edition.target - max(state.scores))
        return by_margin(points, UNCERTAIN + PER_POINT * missing, state.playing)

    def end(self, result: Result) -> Outlook:
        """In the cooperative game, all win or none."""
        found = super().end(result)
        together = len(result.winners) == len(result.scores) > 1 and len(set(result.scores)) == 1
        return Outlook(found.points, (1.0,) * len(result.scores)) if together else found
