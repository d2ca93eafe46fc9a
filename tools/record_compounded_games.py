"""Writes the recorded games of fixtures/games/compounded: python -m tools.record_compounded_games

Seeded, so it writes the same files again until the rules, the edition or the bots change. The players of some
games are showmen: they build and use extinguishers, trade tools, raise experiments evenly, share Grants, so
that the records show what is rare; arsonists wait for a Volatile to hit what others complete;
ringmasters trade in rings.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import chance_of, seated
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.offers import AcceptOffer, Goods, Onward, ProposeOffer, Term
from adjudicator.engine.replay import record_of
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
    Place,
    Research,
    bench,
    kit,
)

if TYPE_CHECKING:
    from random import Random

    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.compounded.bots.bots import Situation
    from adjudicator_rulesets.compounded.bots.worth import Worth
    from adjudicator_rulesets.compounded.play.state import Fire, Grant

OUT = Path("fixtures/games/compounded")
BOTS = ("strong", "greedy", "random", "strong", "greedy")
SHOWMAN, ARSONIST, RINGMASTER = "showman", "arsonist", "ringmaster"
GAMES: dict[str, tuple[tuple[str, ...], int]] = {  # by name: who plays, and the seed
    "players-2": (("strong", "greedy"), 12),
    "players-3": (("strong", "greedy", "random"), 13),
    "players-4": (("greedy", "strong", "greedy", "strong"), 14),
    "players-5": (BOTS, 19),
    "two-extinguishers-2": ((SHOWMAN, SHOWMAN), 1),
    "traded-tools-3": ((SHOWMAN,) * 3, 0),
    "shared-grant-4": ((SHOWMAN,) * 4, 1),
    "volatile-5": ((ARSONIST,) * 5, 101),
    "ring-3": ((RINGMASTER,) * 3, 5),
}


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


CHARACTERS: dict[str, type[StrongChooser]] = {
    SHOWMAN: Showman,
    ARSONIST: Arsonist,
    RINGMASTER: Ringmaster,
}


def _answers(situation: Situation) -> tuple[Any, ...]:
    return CompoundedGame().market(situation.state).listed(situation.me)


def play(names: tuple[str, ...], seed: int) -> Record:
    game = CompoundedGame()
    bots = [CompoundedBot(CHARACTERS[n]()) if n in CHARACTERS else seated(game.name, [n])[0] for n in names]
    state, events = game.start({}, seed, players=len(names))
    while state.result is None:
        for player in game.players_to_act(state):
            action = bots[player].choose(game.view(state, player), chance_of(seed, player, state.version))
            if action is not None:
                state, more = game.apply(state, player, action)
                events += more
                break
    return record_of(game, events, names)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, (players, seed) in GAMES.items():
        (OUT / f"{name}.json").write_text(written(play(players, seed)), encoding="utf-8")


if __name__ == "__main__":
    main()
