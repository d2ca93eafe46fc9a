"""Bots for Valence Plus: random, greedy, and a strong one in `strong.py`. They know only their view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine import codec
from adjudicator_rulesets.valence_plus.bots.position import Situation
from adjudicator_rulesets.valence_plus.bots.worth import hand_worth, is_stalling, plain_values
from adjudicator_rulesets.valence_plus.judging.solver import best, plans
from adjudicator_rulesets.valence_plus.play.state import ACTIONS, Block, Draw, EndTurn, Exchange, SettleName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from adjudicator_rulesets.valence_plus.bots.position import Swap
    from adjudicator_rulesets.valence_plus.judging.solver import Plan
    from adjudicator_rulesets.valence_plus.play.state import Action

SAMPLES = 10  # of three cards


class Chooser(Protocol):
    """How a bot plays its own turn; all bots treat the names of others alike."""

    def collect(self, situation: Situation, random: Random) -> Action: ...
    def build(self, situation: Situation, random: Random) -> Action: ...


@dataclass(frozen=True, slots=True)
class ValencePlusBot:
    chooser: Chooser

    def choose(self, view: Mapping[str, Any], random: Random) -> Action | None:
        situation = Situation.of(view)
        if situation.may("settle_name"):  # V-NAME: no bot accepts what the judge cannot decide
            return SettleName(accept=False)
        if situation.may("block"):
            return Block(block=_blocks(situation))
        if situation.may("draw"):
            return self.chooser.collect(situation, random)
        return self.chooser.build(situation, random) if situation.may("end_turn") else None


def _blocks(situation: Situation) -> bool:
    """V-BLOCK: blocks what costs points, and never a partner."""
    swap = situation.aimed()
    gained = sum(card.points for card in swap.products)
    return not situation.options.cooperative and gained < swap.target.points


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
    """The highest expected score at once; it looks only at its own turn."""

    def collect(self, situation: Situation, random: Random) -> Action:
        values = plain_values(situation)
        worth = hand_worth(situation.rules, tuple(sorted(values.items())))
        hidden = sorted(situation.unseen.elements())
        draws = [random.sample(hidden, min(3, len(hidden))) for _ in range(SAMPLES)]

        def expected(hand: Sequence[str], number: int) -> float:
            return sum(worth.now(tuple(sorted((*hand, *drawn[:number])))) for drawn in draws) / SAMPLES

        ways: list[tuple[float, Action]] = [(expected(situation.hand, situation.draws), Draw("deck"))]
        top = situation.top()
        if top is not None and not is_stalling(situation, top, worth):
            ways.append((worth.now(tuple(sorted((*situation.hand, top)))), Draw("discard")))
        if situation.may("exchange"):
            ways.append((expected((), 3), Exchange(shuffled(situation.hand, random))))
        for action, swap in situation.reactions():
            ways.append((_gain(situation, swap, values) + expected(situation.hand, 3), action))
        return max(ways, key=lambda way: way[0])[1]

    def build(self, situation: Situation, random: Random) -> Action:
        allowed = set(situation.buildable())
        for build in _best_plan(situation).builds:
            if build in allowed:
                return situation.build(build, shuffled(build.cards, random))
        return EndTurn(_superfluous(shuffled(situation.hand, random), situation.excess))


def _superfluous(hand: Sequence[str], number: int) -> tuple[str, ...]:
    """The cards of which the hand has most, one by one."""
    left, gone = list(hand), []
    for _ in range(number):
        gone.append(max(left, key=left.count))
        left.remove(gone[-1])
    return tuple(gone)


def _gain(situation: Situation, swap: Swap, values: Mapping[str, float]) -> float:
    """What a reaction brings at once, including what it takes from an opponent."""
    change = sum(values[card.molecule] for card in swap.products) - values[swap.target.molecule]
    if swap.owner != situation.me and not situation.options.cooperative:
        change = -change
    return change - sum(values[card.molecule] for card in swap.reactors)


def _best_plan(situation: Situation) -> Plan:
    if not situation.options.cooperative:
        return best(situation.hand, situation.bank.elements(), situation.rules.builds)
    return max(
        plans(situation.hand, situation.bank.elements(), situation.rules.builds),
        key=lambda plan: (_new_kinds(situation, plan), -plan.cards),
    )


def _new_kinds(situation: Situation, plan: Plan) -> int:
    return len({build.molecule.name for build in plan.builds} & situation.wanted)


def shuffled(cards: Sequence[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(cards, len(cards)))
