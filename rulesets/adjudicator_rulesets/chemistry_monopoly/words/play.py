"""What is said in a whole game: the sentences behind the codes of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import called, listed, spelled, unsaid
from adjudicator_rulesets.chemistry_monopoly.play.state import LAB_DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.engine.events import Event

OPEN = {
    "turn": "a turn goes on",
    "purchase": "something is for sale",
    "tax": "a tax is to be chosen",
    "debt": "a debt is to be paid",
    "card": "a card is being carried out",
    "auction": "there is an auction",
    "estate": "an estate is being sold",
    "fees": "somebody decides about a transferred element",
}
DECK_NAMES = {"lab-day": "Lab Day", "test-day": "Test Day"}


def _have(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _squares(number: int) -> str:
    return f"You hold {spelled(number)} square{'' if number == 1 else 's'}"


BUYING = {
    "set": "it completes a set",
    "block": "otherwise somebody completes a set with it",
    "more": "you have others of its set",
    "rent": "it earns rent",
}

SENTENCES: dict[str, Callable[..., str]] = {
    "may_do": lambda: "You may do this.",
    "not_now": lambda open: f"Not now: {OPEN[open]}.",  # noqa: A006
    "rolled_already": lambda: "You have rolled; only after a double one rolls again.",
    "roll_first": lambda: "Roll before you end the turn.",
    "not_in_class": lambda: "You are not in Biology Class.",
    "only_before_rolling": lambda: "In Biology Class the fine or a card comes before the roll.",
    "no_such_free_card": lambda deck: (
        f"You do not have the card of {DECK_NAMES[deck]} that gets one out of Biology Class."
    ),
    "too_dear": lambda price, money: f"That takes {price}, and you have {money}.",
    "can_still_pay": lambda amount, raisable: (
        f"You owe {amount} and can raise {raisable}: sell back, transfer or trade, and pay."
    ),
    "fee_first": lambda name: f"First say what becomes of {name}.",
    "fee_open": lambda name: f"{name} changes hands only once its holder has said what becomes of it.",
    "not_yours": lambda deed: f"{deed} is not yours.",
    "already_bare": lambda name: f"Nothing lies on {name}.",
    "evaporate_evenly": lambda name: f"A set is evaporated evenly; {name} is not the most condensed of it.",
    "is_transferred": lambda name: f"{name} is transferred already.",
    "not_bare": lambda name: f"{name} has to be evaporated first.",
    "not_transferred": lambda name: f"{name} is not transferred.",
    "never_a_lot": lambda name: f"{name} is never condensed.",
    "set_not_whole": lambda name, missing: (
        f"To condense {name} you need the whole set; {listed(missing)} {_have(missing)} not yours."
    ),
    "set_transferred": lambda names: (
        f"Nothing is condensed on a set while {listed(names)} {_have(names)} transferred."
    ),
    "is_solid": lambda name: f"{name} has its solid.",
    "condense_evenly": lambda name: f"A set is condensed evenly; {name} has more than another of it.",
    "none_left": lambda what: f"The Lab has no {what} left; wait until somebody evaporates.",
    "bid_too_low": lambda least: f"A bid is at least {least}.",
    "bid_too_high": lambda most: f"You can bid {most} at most.",
    "offer_two_parties": lambda: "An offer here is made to one player.",
    "offer_one_each": lambda player: f"You have an open offer to {called(player)}; withdraw it first.",
    "offer_not_theirs": lambda name, player: f"{name} does not belong to {called(player)}.",
    "offer_not_tradable": lambda piece: (
        f"{piece} cannot be traded: elements, lab supplies, kept cards and AMUny can."
    ),
    "offer_no_interest": lambda player, amount: (
        f"{called(player)} could not pay the {amount} of interest on what is transferred."
    ),
    "debtor_needs_money": lambda player: f"{called(player)} owes: the trade has to bring money.",
    "debtor_loses": lambda player: (
        f"{called(player)} owes, and could raise less after this trade than before it."
    ),
    "hint_roll": lambda: "Nothing better to do before the roll.",
    "hint_end": lambda: "Nothing better to do this turn.",
    "hint_condense": lambda name, rent: f"The rent of {name} rises to {rent}.",
    "hint_buy": lambda name, why: f"{name}: {BUYING[why]}.",
    "hint_decline": lambda name: f"{name} would leave too little money.",
    "hint_bid": lambda name, most: f"{name} is worth up to {most} to you.",
    "hint_pass": lambda name: f"{name} is not worth more to you.",
    "hint_tax_fixed": lambda held: f"{_squares(held)}: the fixed sum is safe however much you have.",
    "hint_tax_share": lambda held: f"{_squares(held)}: with few squares the share is mostly the smaller sum.",
    "hint_fine": lambda: "There is much left to buy out there.",
    "hint_stay": lambda: "Out there the rents are high; a roll may keep you here.",
    "hint_card": lambda: "The card costs nothing now.",
    "hint_redeem": lambda name: f"{name} earns rent again.",
    "hint_interest": lambda name: f"{name} can wait.",
    "hint_raise": lambda name, price: f"{name} brings {price}, and you would miss it least.",
    "hint_give_up": lambda: "There is nothing left to raise.",
    "hint_accept": lambda: "You gain more than you give.",
    "hint_refuse": lambda: "You would give more than you gain.",
    "hint_sell": lambda name, price: f"{name} for {price} pays what you owe, and is worth it to the buyer.",
    "hint_offer": lambda names: f"It would complete a set of yours: {listed(names)}.",
}


# --- events -------------------------------------------------------------------------------------------------


def _to(event: Event, names: Sequence[str]) -> str:
    return "the Lab" if event["to"] is None else names[event["to"]]


def _dice(event: Event) -> str:
    return " and ".join(map(str, event["dice"]))


def _tell_moved(name: str, event: Event, _: Sequence[str]) -> str:
    go = f" and collects {event['collected']} for Go" if event["collected"] else ""
    return f"{name}: moves to {event['square']}{go}"


def _tell_evaporated(name: str, event: Event, _: Sequence[str]) -> str:
    left = f", {spelled(event['left'])} left" if event["left"] else ", nothing left"
    return f"{name}: evaporates {event['name']} for {event['price']}{left}"


def _tell_set(name: str, event: Event, _: Sequence[str]) -> str:
    left = listed([f"{spelled(level)} on {deed}" for deed, level in event["left"].items()])
    why = "the Lab lacks liquids for a solid"
    return f"{name}: evaporates {event['name']} and its set for {event['price']}, as {why}; left: {left}"


def _tell_auction(_: str, event: Event, names: Sequence[str]) -> str:
    first = names[event["bidders"][0]] if event["bidders"] else "nobody"
    return f"{event['name']} is auctioned; {first} begins."


def _tell_estate(name: str, event: Event, names: Sequence[str]) -> str:
    deeds = listed(event["deeds"]) if event["deeds"] else "nothing"
    return f"{names[event['to']]} gets what {name} had: {deeds}, and the money."


def _tell_left(name: str, event: Event, _: Sequence[str]) -> str:
    deeds = f"; to be auctioned: {listed(event['deeds'])}" if event["deeds"] else ""
    return f"What {name} had goes to the Lab{deeds}."


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    winners = listed([names[player] for player in event["winners"]])
    why = "is the last one left" if event["reason"] == "one_left" else "has most"
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    return f"The game is over: {winners} {why}. {scores}."


CLASS_IN = {
    "square": "is sent",
    "card": "is sent by the card",
    "doubles": "has rolled a third double and goes",
}
CLASS_OUT = {"double": "leaves Biology Class by a double"}
DEBTS = {
    "rent": "rent",
    "tax": "tax",
    "fine": "the fine",
    "card": "what the card says",
    "interest": "interest",
}

TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": unsaid,
    "element_dealt": lambda name, event, _: f"{name}: is dealt {event['deed']} for {event['price']}",
    "first_rolled": lambda name, event, _: f"{name}: rolls {_dice(event)} for the first turn",
    "turn_begun": lambda name, *_: f"First to play: {name}",
    "rolled": lambda name, event, _: f"{name}: rolls {_dice(event)}",
    "dice_thrown": lambda name, event, _: f"{name}: rolls {_dice(event)} for {event['deed']}",
    "moved": _tell_moved,
    "sent_to_class": lambda name, event, _: f"{name}: {CLASS_IN[event['why']]} to Biology Class",
    "class_left": lambda name, event, _: f"{name}: {CLASS_OUT[event['why']]}",
    "turn_ended": lambda _, event, names: f"It is the turn of {names[event['next']]}.",
    "lot_for_sale": unsaid,
    "lot_bought": lambda name, event, _: f"{name}: buys {event['name']} for {event['price']}",
    "lot_declined": lambda name, event, _: f"{name}: does not buy {event['name']}",
    "condensed": lambda name, event, _: (
        f"{name}: puts a {event['what']} on {event['name']} for {event['price']}"
    ),
    "evaporated": _tell_evaporated,
    "set_evaporated": _tell_set,
    "transferred": lambda name, event, _: f"{name}: transfers {event['name']} for {event['price']}",
    "bought_back": lambda name, event, _: f"{name}: buys {event['name']} back for {event['price']}",
    "interest_paid": lambda name, event, _: f"{name}: pays {event['amount']} of interest on {event['name']}",
    "interest_owed": lambda name, event, _: (
        f"{name}: owes the Lab {event['amount']} of interest on {event['name']}"
    ),
    "rent_paid": lambda name, event, names: (
        f"{name}: pays {_to(event, names)} {event['amount']} of rent for {event['name']}"
    ),
    "tax_due": lambda name, event, _: f"{name}: chooses how to pay {event['name']}",
    "tax_chosen": lambda name, event, _: (
        f"{name}: chooses {'the sum' if event['choice'] == 'fixed' else 'the share'}, {event['amount']}"
    ),
    "tax_paid": lambda name, event, _: f"{name}: pays {event['amount']}, {event['name']}",
    "fine_paid": lambda name, event, _: f"{name}: pays {event['amount']} and is out of Biology Class",
    "card_drawn": lambda name, event, _: (
        f"{name}: draws from {'Lab Day' if event['deck'] == LAB_DAY else 'Test Day'}: {event['says']} "
        f"{event['chemistry']}"
    ),
    "card_collected": lambda name, event, _: f"{name}: collects {event['amount']}",
    "payment_called": unsaid,
    "card_paid": lambda name, event, names: f"{name}: pays {event['amount']} to {_to(event, names)}",
    "card_put_away": unsaid,
    "card_kept": lambda name, *_: f"{name}: keeps the card",
    "card_used": lambda name, *_: f"{name}: uses a card and is out of Biology Class",
    "pot_taken": lambda name, event, _: f"{name}: takes {event['amount']} from the middle of the board",
    "debt_incurred": lambda name, event, names: (
        f"{name}: owes {_to(event, names)} {event['amount']}, {DEBTS[event['why']]}"
    ),
    "debt_paid": lambda name, event, names: (
        f"{name}: pays the debt of {event['amount']} to {_to(event, names)}"
    ),
    "auction_begun": _tell_auction,
    "bid_made": lambda name, event, _: f"{name}: bids {event['amount']}",
    "bid_passed": lambda name, *_: f"{name}: bids no more",
    "lot_sold": lambda name, event, _: f"{name}: gets {event['name']} for {event['price']}",
    "lot_unsold": lambda _, event, __: f"Nobody wants {event['name']}.",
    "went_bankrupt": lambda name, event, names: (
        f"{name}: cannot pay {event['amount']} to {_to(event, names)} and is bankrupt"
    ),
    "estate_taken": _tell_estate,
    "estate_left": _tell_left,
    "estate_settled": unsaid,
    "game_ended": _tell_end,
}
