"""Players who show what is rare, for records of games: no bot of ours would play like this.

Showmen build and use extinguishers, trade tools, raise experiments evenly and share Grants; arsonists wait
for a Volatile to hit what others complete; ringmasters trade in rings; the modest leave Lab as it is wherever
they may; spendthrifts give everything away. The
script begins a game of Chemistry Monopoly: on a doubles turn another player's debt is settled by a trade, a
player leaves everything to the Lab, which auctions it, and then the turn goes on.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine.game import Resign
from adjudicator.engine.offers import AcceptOffer, Goods, Onward, ProposeOffer, Term
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import MONEY, Roll, money
from adjudicator_rulesets.compounded.bots.bots import CompoundedBot, best_claim, placing_gain, to_answer
from adjudicator_rulesets.compounded.bots.strong import StrongChooser
from adjudicator_rulesets.compounded.edition import EXPERIMENTS, TOOLS
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from adjudicator_rulesets.compounded.play.state import (
    Claim,
    Claiming,
    End,
    Extinguish,
    Pass,
    Place,
    Raise,
    Research,
    Scoring,
    bench,
    kit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from adjudicator_rulesets.compounded.bots.bots import Situation
    from adjudicator_rulesets.compounded.bots.worth import Worth
    from adjudicator_rulesets.compounded.play.state import Fire, Grant

# --- Compounded ---------------------------------------------------------------------------------------------


class Showman(StrongChooser):
    """Plays for the record."""

    def trade(self, situation: Situation, worth: Worth) -> Any:
        """Any tool for any crystal, once in a phase; and takes what is offered."""
        state, me = situation.state, situation.me
        for offer in to_answer(situation):
            return (
                AcceptOffer(offer.id)
                if AcceptOffer(offer.id) in _answers(situation)
                else super().trade(situation, worth)
            )
        tools = [piece for piece in state.pieces[kit(me)] if piece in TOOLS]
        partner = state.others(me)[0]
        wanted = state.pieces[bench(partner)]
        if tools and wanted and not state.offers.made_by(me) and "done" in situation.kinds:
            return ProposeOffer((Term(partner, Goods((tools[0],)), Goods((wanted[0],))),))
        return super().trade(situation, worth)

    def research(self, situation: Situation, worth: Worth, random: Random) -> Any:
        """An extinguisher first."""
        if situation.seat == situation.me and isinstance(situation.state.agenda.top, Research):
            for action in choices.placements(situation.state, situation.seat):
                if action.slot is None and action.source == "bench":
                    return action
        return super().research(situation, worth, random)

    def extinguish(self, situation: Situation, worth: Worth, fire: Fire) -> Any:
        left = [slot for slot in fire.slots if slot not in fire.spared]
        return Extinguish(left[0]) if left else super().extinguish(situation, worth, fire)

    def raised(self, worth: Worth, wanted: list[Any]) -> Any:
        return min(wanted, key=lambda name: lab.step_of(worth.state, name, worth.seat))

    def grant(self, situation: Situation) -> Grant:
        """To who has most, so that points are shared in the end."""
        state = situation.state
        return max(
            choices.grants(state, situation.seat),
            key=lambda a: (a.experiment is None, sum(lab.step_of(state, n, a.player) for n in EXPERIMENTS)),
        )


class Ringmaster(Showman):
    """The first seat has a crystal go round the table, once in a phase (K-GROUP)."""

    def trade(self, situation: Situation, worth: Worth) -> Any:
        state, me = situation.state, situation.me
        benches = [state.pieces[bench(seat)] for seat in (me, *state.others(me))]
        if (
            me
            or state.offers.open
            or state.offers.made_by(me)
            or "done" not in situation.kinds
            or not all(benches)
        ):
            return super().trade(situation, worth)
        own, second, third = [Goods((crystals[0],)) for crystals in benches]
        left, right = state.others(me)
        return ProposeOffer((Term(left, own, onward=(Onward(right, second),)), Term(right, gets=third)))


class Modest(StrongChooser):
    """Raises the experiment of the state, and declines what it need not raise (K-RAISE)."""

    def settle(self, situation: Situation, worth: Worth, random: Random) -> Any:
        top = situation.state.agenda.top
        if isinstance(top, Scoring) and top.step == "raise":
            if choices.may_decline_raise(situation.state, top):
                return Pass()
            return Raise(min(choices.raises(situation.state, top), key=lambda name: name == "lab"))
        return super().settle(situation, worth, random)


class Arsonist(StrongChooser):
    """Claims what burns at the next flame, and keeps a Volatile until it would hit what another completes."""

    def research(self, situation: Situation, worth: Worth, random: Random) -> Any:
        state, seat = situation.state, situation.seat
        chosen = super().research(situation, worth, random)
        if not isinstance(chosen, Place) or seat == state.nobel or self._prey(situation):
            return chosen
        if not _lights(situation, chosen):
            return chosen
        others = [
            a for a in choices.placements(state, seat) if not _lights(situation, a) and a.source != "wild"
        ]
        best = max(others, key=lambda action: placing_gain(worth, situation, action), default=None)
        return End() if best is None or placing_gain(worth, situation, best) <= 0 else best

    def _prey(self, situation: Situation) -> bool:
        """Whether a later player can complete what burns at the next flame."""
        state = situation.state
        for compound in lab.compounds(state):
            owner, needed = compound.owner, Counter(dict(compound.missing))
            if owner is None or owner not in state.agenda.top.waiting[1:] or compound.limit is None:
                continue
            near = needed <= Counter(state.pieces[bench(owner)])
            few = needed.total() <= lab.value_of(state, "research", owner)
            if compound.limit - compound.flames <= 1 and near and few:
                return True
        return False

    def settle(self, situation: Situation, worth: Worth, random: Random) -> Any:
        state = situation.state
        if isinstance(state.agenda.top, Claiming):
            hot = [c for c in choices.unclaimed(state) if c.limit is not None and c.limit - c.flames <= 1]
            found = best_claim(worth, hot)
            if found is not None:
                return Claim(found[1].slot)
        return super().settle(situation, worth, random)


def _lights(situation: Situation, action: Place) -> bool:
    """Whether a placement completes a Volatile."""
    compound = None if action.slot is None else lab.compound_at(situation.state, action.slot)
    if compound is None or compound.card.reaction != "volatile":
        return False
    return sum(number for _, number in compound.missing) == 1


def _answers(situation: Situation) -> tuple[Any, ...]:
    return CompoundedGame().market(situation.state).listed(situation.me)


# --- Chemistry Monopoly -------------------------------------------------------------------------------------


class Spendthrift:
    """Buys, transfers what it buys and gives all its money away, so that it soon cannot pay the Lab."""

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:  # noqa: ARG002
        kinds = {action["type"]: action for action in view["actions"]}
        me, top = view["you"], view["table"]["matters"][-1]["type"]
        left = view["accounts"][money(me)]
        if any(offer["by"] == me for offer in view["offers"]["open"]):
            return None
        if top == "turn" and view["table"]["turn"] == me and left and "propose_offer" in kinds:
            return _offer((me + 1) % len(view["seats"]), _money(left), Goods())
        wanted = ("decline_offer", "buy", "transfer", "give_up", "pay_tax", "pay_interest", "pass", "decline")
        for kind in (*wanted, "roll", "end_turn"):
            if kind in kinds and not kinds[kind].get("open"):
                return ChemistryMonopolyGame().read_action(kinds[kind])
        return None


def script(state: Any) -> Iterator[tuple[int, Any]]:
    """After a double of ones to Lab Day, where all pay the player who rolled.

    The second player is nearly out of money, and sells an element to the third when the card is drawn.
    """
    first = state.turn
    assert first is not None
    second, third, fourth = state.others(first)
    yield second, _offer(fourth, _money(cash(state, second) - 4), Goods())
    yield fourth, AcceptOffer(1)
    yield first, Roll()
    yield second, _offer(third, Goods((holdings(state).of(second)[0],)), _money(300))
    yield third, AcceptOffer(2)
    yield third, Resign()


def _offer(partner: int, gives: Goods, gets: Goods) -> ProposeOffer:
    return ProposeOffer((Term(partner, gives, gets),))


def _money(amount: int) -> Goods:
    return Goods((), ((MONEY, amount),))


CHARACTERS: dict[str, Callable[[], Any]] = {
    "showman": lambda: CompoundedBot(Showman()),
    "arsonist": lambda: CompoundedBot(Arsonist()),
    "modest": lambda: CompoundedBot(Modest()),
    "ringmaster": lambda: CompoundedBot(Ringmaster()),
    "spendthrift": Spendthrift,
}
