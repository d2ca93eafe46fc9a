"""Bots for Valence Plus: random, greedy, and a strong one in `strong.py`. They know only their view."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine import codec
from rulesets.valence_plus.situation import Situation
from rulesets.valence_plus.solver import best, plans
from rulesets.valence_plus.state import ACTIONS, Draw, EndTurn, Exchange, SettleName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from rulesets.valence_plus.solver import Plan
    from rulesets.valence_plus.state import Action


class Chooser(Protocol):
    """How a bot plays its own turn; about the names of others bots are all alike."""

    def collect(self, situation: Situation, random: Random) -> Action: ...
    def build(self, situation: Situation, random: Random) -> Action: ...


@dataclass(frozen=True, slots=True)
class ValencePlusBot:
    chooser: Chooser

    def choose(self, view: Mapping[str, Any], random: Random) -> Action | None:
        situation = Situation.of(view)
        if situation.may("settle_name"):  # it knows no more than the judge, and believes the builder
            return SettleName(accept=True)
        if situation.may("draw"):
            return self.chooser.collect(situation, random)
        return self.chooser.build(situation, random) if situation.may("end_turn") else None


class RandomChooser:
    """Any of the listed actions."""

    def collect(self, situation: Situation, random: Random) -> Action:
        chosen = random.choice(situation.view["actions"])
        if chosen["type"] == "exchange":
            return Exchange(shuffled(situation.hand, random))
        return codec.read(ACTIONS[chosen["type"]], chosen, "action")

    def build(self, situation: Situation, random: Random) -> Action:
        choices = [None, *situation.buildable()]
        chosen = random.choice(choices)
        if chosen is not None:
            return situation.build(chosen, shuffled(chosen.cards, random))
        return EndTurn(shuffled(situation.hand, random)[: situation.excess])


class GreedyChooser:
    """What scores most at once; it looks no further than its own turn."""

    def collect(self, situation: Situation, random: Random) -> Action:
        rewarding = [(_gain(situation, swap), action) for action, swap in situation.reactions()]
        most = max((gain for gain, _ in rewarding), default=0)
        if most > 0:
            return random.choice([action for gain, action in rewarding if gain == most])
        if any(draw["source"] == "discard" for draw in situation.listed("draw")):
            top = situation.view["discard"][-1]
            if _worth(situation, (*situation.hand, top)) > _worth(situation, situation.hand):
                return Draw("discard")
        return Draw("deck")

    def build(self, situation: Situation, random: Random) -> Action:
        plan = _best_plan(situation)
        allowed = set(situation.buildable())
        for build in plan.builds:
            if build in allowed:
                return situation.build(build, shuffled(build.cards, random))
        return EndTurn(shuffled(situation.hand, random)[: situation.excess])


def _gain(situation: Situation, swap: Any) -> int:
    if situation.options.cooperative:
        return len({card.molecule for card in swap.products} & situation.wanted)
    gain: int = swap.gain(situation.me)
    return gain


def _best_plan(situation: Situation) -> Plan:
    if not situation.options.cooperative:
        return best(situation.hand, situation.bank.elements(), situation.rules.builds)
    return max(
        plans(situation.hand, situation.bank.elements(), situation.rules.builds),
        key=lambda plan: (_new_kinds(situation, plan), -plan.cards),
    )


def _worth(situation: Situation, hand: Sequence[str]) -> int:
    found = plans(hand, situation.bank.elements(), situation.rules.builds)
    if situation.options.cooperative:
        return max(_new_kinds(situation, plan) for plan in found)
    return max(plan.points for plan in found)


def _new_kinds(situation: Situation, plan: Plan) -> int:
    return len({build.molecule.name for build in plan.builds} & situation.wanted)


def shuffled(cards: Sequence[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(cards, len(cards)))


def without(hand: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted((Counter(hand) - Counter(cards)).elements()))
