"""What a game of Chemistry Monopoly was like, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.figures import Measures, Scored
from adjudicator.engine.offers import AcceptOffer, DeclineOffer
from adjudicator.engine.replay import replay, states
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.holdings import holdings, worth
from adjudicator_rulesets.chemistry_monopoly.play.rulings import asked_now, can_outbid
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    Bid,
    Buy,
    BuyBack,
    Condense,
    Decline,
    EndTurn,
    Evaporate,
    GiveUp,
    Pass,
    PayFine,
    PayInterest,
    Roll,
    Transfer,
    UseCard,
)
from adjudicator_rulesets.chemistry_monopoly.shown.terminal import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.chemistry_monopoly.play.state import State

PLAIN: dict[str, Any] = {"rolled": Roll, "lot_bought": Buy, "lot_declined": Decline, "went_bankrupt": GiveUp}
OF_DEED: dict[str, Any] = {
    "condensed": Condense,
    "evaporated": Evaporate,
    "set_evaporated": Evaporate,
    "transferred": Transfer,
    "bought_back": BuyBack,
    "interest_paid": PayInterest,
}
GETTING = ("lot_bought", "lot_sold", "condensed", "offer_carried_out")


def measure(record: Record) -> Measures:
    """Nobody passes; what counts is a turn in which its player got nothing and condensed nothing."""
    state = replay(ChemistryMonopolyGame(), record.events)
    players = range(len(record.players))
    turns, idle = [0] * len(players), [0] * len(players)
    got = False
    for event in record.events:
        got = got or event.type in GETTING
        if event.type == "turn_ended":
            turns[event.by] += 1
            idle[event.by] += not got
            got = False
    first = next(event.by for event in record.events if event.type == "turn_begun")
    return Measures(
        first=first,
        turns=tuple(turns),
        passes=tuple(idle),
        pieces_left=tuple([len(holdings(state).of(player)) for player in players]),
        idle="Turns with nothing new",
    )


def turns(events: Sequence[Event]) -> list[Scored]:
    """Every choice where there was one, and the first roll: how everybody's worth changed until the next."""
    game = ChemistryMonopolyGame()
    after = {event.version: state for event, state in states(game, events)}
    begun = next(event.version for event in events if event.type == "turn_begun")
    chosen: dict[int, tuple[int, str]] = {}
    for event in events[begun:]:
        before = after[event.version - 1]
        action = choice_of(event, before)
        if action is not None and (not chosen or len(game.legal_actions(before, event.by)) > 1):
            chosen[event.version] = (event.by, write(action))
    starts = sorted(chosen)
    found = []
    for start, until in zip(starts, [*(then - 1 for then in starts[1:]), events[-1].version], strict=True):
        player, choice = chosen[start]
        worths = zip(_worths(after[start - 1]), _worths(after[until]), strict=True)
        changes = [late - soon for soon, late in worths]
        others = tuple([(other, n) for other, n in enumerate(changes) if n and other != player])
        found.append(Scored(start, player, changes[player], others=others, until=until, choice=choice))
    return found


def choice_of(event: Event, before: State) -> Any:
    """The action that brought an event about; None where nobody was asked.

    Left out are offers that somebody makes, which take nothing away, and the tax, chosen blind (M-TAX).
    """
    top = before.agenda.top
    match event.type:
        case "offer_accepted":
            return AcceptOffer(event["offer"])
        case "offer_declined":
            return DeclineOffer(event["offer"])
        case _ if asked_now(before) != event.player:
            return None
        case "bid_made":
            return Bid(event["amount"])
        case "bid_passed":
            return Pass() if can_outbid(before, event.by, top) else None
        case "turn_ended":
            return None if top.phase == "over" else EndTurn()
        case "fine_paid":
            return None if event["forced"] else PayFine()
        case "card_used":
            return UseCard(event["deck"])
        case kind if kind in PLAIN:
            return PLAIN[kind]()
        case kind if kind in OF_DEED:
            return OF_DEED[kind](event["deed"])
    return None


def _worths(state: State) -> list[int]:
    """At the end the scores, which count it all."""
    if state.result is not None:
        return list(state.result.scores)
    return [worth(state, player) for player in state.players]
