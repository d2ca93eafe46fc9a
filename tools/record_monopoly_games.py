"""Writes the recorded games of fixtures/games/chemistry_monopoly: python -m tools.record_monopoly_games

Seeded, so it writes the same files again until the rules, the edition or the bots change. One of them begins
by a script: on a doubles turn another player's debt is settled by a trade, a player leaves everything to the
Lab, which auctions it, and then the turn goes on. In another one player gives everything away, and is soon
bankrupt to the Lab.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import MOST_ACTIONS, next_action, seated
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import Resign
from adjudicator.engine.offers import AcceptOffer, Goods, ProposeOffer, Term
from adjudicator.engine.replay import record_of
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, cash, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import LAB_DAY, MONEY, Roll, money

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.chemistry_monopoly.play.state import State

OUT = Path("fixtures/games/chemistry_monopoly")
EVERYTHING = {"auctions": True, "go_400": True, "pot": True, "pot_base": True}
GAMES: dict[str, Preset] = {
    "players-2": Preset(2),
    "players-4": Preset(4, {"pot": True}),
    "players-6": Preset(6, EVERYTHING),
    "short-2": Preset(2, {"short": True, "auctions": True}),
    "short-4": Preset(4, {"short": True}),
    "short-6": Preset(6, {"short": True, **EVERYTHING}),
    "questions-2": Preset(2, {"questions": "medium", "short": True}),
}
BOTS = ("strong", "greedy", "greedy", "strong", "greedy", "greedy")
SEEDS = {name: 70 + number for number, name in enumerate(GAMES)} | {"players-6": 85, "questions-2": 94}
STAGED = "short-4"
GIVEN_AWAY = "players-6"


def play(name: str) -> Record:
    preset = GAMES[name]
    if name == STAGED:
        return staged(preset)
    game, names = ChemistryMonopolyGame(), BOTS[: preset.players]
    state, events = game.start(preset.options, SEEDS[name], players=preset.players)
    bots: dict[int, Any] = dict(enumerate(seated(game.name, names)))
    if name == GIVEN_AWAY:
        names = (*names[:-1], "spendthrift")
        bots[preset.players - 1] = Spendthrift()
    return record_of(game, _played(game, state, events, bots, SEEDS[name]), names)


def _played(
    game: ChemistryMonopolyGame, state: State, events: tuple[Event, ...], bots: dict[int, Any], seed: int
) -> tuple[Event, ...]:
    for _ in range(MOST_ACTIONS):
        chosen = next_action(game, state, bots, seed)
        if chosen is None:
            break
        state, more = game.apply(state, *chosen)
        events += more
    return events


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


# --- the one that begins by a script ------------------------------------------------------------------------


def staged(preset: Preset) -> Record:
    game, names = ChemistryMonopolyGame(), BOTS[: preset.players]
    seed = next(seed for seed in count() if _begins_well(game, preset, seed))
    state, events = game.start(preset.options, seed, players=preset.players)
    for player, action in _script(state):
        state, more = game.apply(state, player, action)
        events += more
    bots = dict(enumerate(seated(game.name, names)))
    return record_of(game, _played(game, state, events, bots, seed), names)


def _begins_well(game: ChemistryMonopolyGame, preset: Preset, seed: int) -> bool:
    """A double of ones to Lab Day, and all others pay the player who rolled."""
    state = game.new(preset.options, seed, players=preset.players)
    card = board_of(state).cards[state.pieces[LAB_DAY][0]]
    dice, rng = [], state.rng
    for _ in range(2):
        eye, rng = rng.below(6)
        dice.append(eye)
    return dice == [0, 0] and card.effect("collect_each") is not None


def _script(state: State) -> Iterator[tuple[int, Any]]:
    """The second player is nearly out of money, and sells an element to the third when the card is drawn."""
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


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        record = play(name)
        (OUT / f"{name}.json").write_text(written(record), encoding="utf-8")
        print(f"{name}: {len(record.events)} events, {record.result}")


if __name__ == "__main__":
    main()
