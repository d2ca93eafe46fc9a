"""What is said in a whole game of Ion: the sentences of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import quote
from adjudicator.prose import listed, signed, spelled, unsaid
from adjudicator_rulesets.ion.words.judging import points

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from adjudicator.engine.events import Event

MAX_SHOWN = 12
TILE_NAMES = {"select_two": "Select Two", "take": "Take from Center", "rxn": "RXN"}
LYING = {
    "face_up": "It is the only one, so it lies face up.",
    "turned": "There are two, so they lie turned.",
    "face_down": "There are three or more, so they lie face down.",
}


def _quoted(words: Sequence[str]) -> str:
    return listed([quote(word) for word in words[:MAX_SHOWN]])


def _other_cards(missing: Sequence[str], more: Sequence[str]) -> str:
    faults = []
    if missing:
        faults.append(f"{_quoted(missing)} is missing")
    if more:
        faults.append(f"{_quoted(more)} is not there")
    return f"RXN lays out all charged cards of your area and no others: {listed(faults)}."


SENTENCES: dict[str, Callable[..., str]] = {
    "may_pick": lambda: "You may pick this, and change it until all have picked.",
    "no_picking_now": lambda: "Nobody picks now: first all place what they have.",
    "hand_is_empty": lambda: "This hand has no cards left to pick from.",
    "pick_one_card": lambda number: f"Pick one card, or two with Select Two, not {spelled(number)}.",
    "not_in_hand": lambda cards: f"Your hand does not have {_quoted(cards)}.",
    "place_taken_first": lambda card: f"The {card} that you took is placed before anything else.",
    "no_tiles_here": lambda: "This game is played without action tiles.",
    "tile_is_used": lambda tile: f"Your {TILE_NAMES[tile]} has been used; a tile is used once a game.",
    "may_place": lambda: "This card may be placed so.",
    "nothing_to_place": lambda: "You have no card to place.",
    "not_to_be_placed": lambda card, cards: f"{quote(card)} is not to be placed now, but {listed(cards)}.",
    "say_the_charge": lambda card, charges: (
        f"Say which charge of {card} shall show: {listed([signed(c) for c in charges], 'or')}."
    ),
    "no_choice_of_charge": lambda card: f"{card} has no charge to choose.",
    "card_never_bonds": lambda card: f"{card} never bonds; it is laid down alone.",
    "no_such_group": lambda group, groups: (
        f"There is no group {group} in your area; there are {groups}, counted from 0."
    ),
    "group_is_finished": lambda cards: f"{' '.join(cards)} is a finished compound and takes no more cards.",
    "like_charges": lambda card, cards: f"Only unlike charges bond: {card} does not join {' '.join(cards)}.",
    "may_turn": lambda: "The metal may be turned until the hands are passed.",
    "cannot_turn": lambda card, charge: (
        f"{quote(card)} cannot be turned to {signed(charge)} there: that is for metals placed in this step."
    ),
    "may_hold": lambda: "You may hold back, and say ready yourself.",
    "already_holding": lambda: "You hold back already.",
    "nothing_to_hold_for": lambda: "There is nothing that you could do after placing your card.",
    "may_be_ready": lambda: "You may say that you are ready.",
    "not_holding": lambda: "You do not hold back, so placing your last card says ready.",
    "place_first": lambda cards: f"First place {listed(cards)}.",
    "may_use_tile": lambda: "You may use this tile now.",
    "too_late_for_tiles": lambda: "Tiles are used until the last cards of a round are placed.",
    "not_in_center": lambda card, cards: (
        f"{quote(card)} is not in the middle" + (f"; there are {listed(cards)}." if cards else ".")
    ),
    "not_the_same_cards": _other_cards,
    "no_such_charge": lambda card, charge, charges: (
        f"{card} has the charge {listed([signed(c) for c in charges], 'or')}, not {signed(charge)}."
    ),
    "cannot_be_bonded": lambda cards: (
        f"{' '.join(cards) or 'A group without cards'} cannot be laid as one group: unlike charges bond, and "
        "a finished compound takes no more cards."
    ),
    "no_taking_now": lambda: "Cards are taken with RXN when the last cards of a round are placed.",
    "may_take_card": lambda: "Your RXN lets you take a card that scores nothing, or decline.",
    "not_another_player": lambda owner: f"A card is taken from another player, not from {owner}.",
    "no_such_card_there": lambda card, group: f"There is no {quote(card)} in group {group} of that area.",
    "card_scores": lambda card: f"{card} is in a neutral compound, so it cannot be taken.",
    "may_settle": lambda: "You choose points or a tile for your polyatomic cards.",
    "nothing_to_settle": lambda: "You have no polyatomic card to decide on now.",
    "card_refreshes_nothing": lambda card: (
        f"{quote(card)} there is no polyatomic card of yours that scores, so it refreshes nothing."
    ),
    "tile_not_to_refresh": lambda tile: (
        f"One used {TILE_NAMES[tile]} can be turned back by one card; yours cannot."
    ),
    "hint_compound": lambda formula, worth: f"Finishes {formula}, {points(worth)}.",
    "hint_bond": lambda card, cards: f"Bonds {card} to {' '.join(cards)}, on the way to a compound.",
    "hint_lay": lambda card: f"Lays {card} to wait for a partner.",
    "hint_noble": lambda card: f"{card} scores by itself, more with other gases.",
    "hint_radioactive": lambda card, decay: f"{card} adds {decay} to your decay.",
    "hint_two": lambda cards: f"Takes {listed(cards)} at once, for the points of the tile.",
    "hint_take": lambda card: f"Takes {card} from the middle, for the points of the tile.",
    "hint_rxn": lambda worth: f"Lays your cards out anew, for {points(worth)} more.",
    "hint_take_card": lambda card: f"{card} is of use in your area.",
    "hint_decline": lambda: "Nothing there is of use.",
    "hint_ready": lambda: "Passes the hands.",
    "hint_hold": lambda: "Waits for what the others do before the hands are passed.",
    "hint_settle": lambda tiles: (
        f"Turns back {listed([TILE_NAMES[tile] for tile in tiles])}." if tiles else "Takes the points."
    ),
}


# --- events -------------------------------------------------------------------------------------------------


def _compound(made: Mapping[str, Any] | None) -> str:
    if made is None:
        return ""
    name = f", {made['name']}" if made["name"] else ""
    return f": {made['formula']}{name} ({points(made['points'])})"


def _tell_pick(name: str, event: Event, _: Sequence[str]) -> str:
    cards = event.facts.get("cards")
    return f"{name}: picks {' and '.join(cards)}, face down" if cards else f"{name}: has picked"


def _tell_reveal(_: str, event: Event, names: Sequence[str]) -> str:
    picks = [f"{name} {' '.join(cards)}" for name, cards in zip(names, event["picks"], strict=True) if cards]
    return f"The picks: {', '.join(picks) or 'none'}."


def _tell_placing(name: str, event: Event, _: Sequence[str]) -> str:
    card, family = event["card"], event["family"]
    charge = f" at {signed(event['charge'])}" if family == "transition" else ""
    how = "lays" if event["onto"] is None else "bonds"
    return f"{name}: {how} {card}{charge}{_compound(event['compound'])}"


def _tell_rearranging(name: str, event: Event, _: Sequence[str]) -> str:
    made = [compound["formula"] for compound in event["compounds"]]
    return f"{name}: lays the area out anew" + (f", with {listed(made)}" if made else "")


def _tell_settled(_: str, event: Event, names: Sequence[str]) -> str:
    played = listed([f"{card['card']} of {names[card['player']]}" for card in event["cards"]])
    return f"Radioactive: {played}. {LYING[event['lies']]}"


def _tell_round(_: str, event: Event, names: Sequence[str]) -> str:
    scores = [f"{name} {score}" for name, score in zip(names, event["points"], strict=True)]
    return f"Round {event['round']} is over: {', '.join(scores)}."


def _tell_final(_: str, event: Event, names: Sequence[str]) -> str:
    told = [
        f"{name} {signed(line['points']) if line['points'] else '0'} for {_for_what(line)}"
        for name, lines in zip(names, event["sheets"], strict=True)
        for line in lines
    ]
    return f"The final count: {'; '.join(told) or 'nothing is added'}."


def _for_what(line: Mapping[str, Any]) -> str:
    if line["what"] == "decay":
        return f"a decay of {line['decay']}"
    return f"used tiles ({', '.join(TILE_NAMES[tile] for tile in line['cards'])})"


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    winners = listed([names[player] for player in event["winners"]])
    if event["reason"] == "one_left":
        return f"The game is over: nobody else is left. Winner: {winners}."
    return f"The game is over. Winner: {winners}. {scores}."


TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": unsaid,
    "round_started": lambda _, event, __: f"Round {event['round']}. Goals: {listed(event['goals'])}.",
    "cards_dealt": lambda name, event, _: (
        f"{name}: is dealt {' '.join(event['cards'])}" if "cards" in event.facts else None
    ),
    "center_laid": lambda _, event, __: f"In the middle: {' '.join(event['cards']) or 'nothing'}.",
    "card_picked": _tell_pick,
    "picks_revealed": _tell_reveal,
    "card_drawn": lambda name, event, _: (
        f"{name}: {event.facts.get('card', 'a card')} of the deck joins the hand"
    ),
    "card_placed": _tell_placing,
    "metal_turned": lambda name, event, _: (
        f"{name}: turns {event['card']} to {signed(event['charge'])}{_compound(event['compound'])}"
    ),
    "held_back": lambda name, *_: f"{name}: holds back",
    "ready_said": lambda name, *_: f"{name}: is ready",
    "radioactives_settled": _tell_settled,
    "hands_passed": lambda *_: "The hands are passed to the left.",
    "hands_put_away": lambda *_: "The last cards of the hands are put away.",
    "tile_used": lambda name, event, _: f"{name}: uses {TILE_NAMES[event['tile']]}, -{event['cost']}",
    "center_taken": lambda name, event, _: f"{name}: takes {event['card']} from the middle",
    "area_rearranged": _tell_rearranging,
    "card_taken": lambda name, event, names: f"{name}: takes {event['card']} from {names[event['owner']]}",
    "taking_declined": lambda name, event, _: (
        f"{name}: takes no card" if event["why"] == "declined" else f"{name}: finds no card to take"
    ),
    "takings_over": unsaid,
    "choice_made": lambda name, *_: f"{name}: has chosen for the polyatomic cards",
    "tile_refreshed": lambda name, event, _: (
        f"{name}: turns {TILE_NAMES[event['tile']]} back with {event['card']}"
    ),
    "round_scored": _tell_round,
    "final_scored": _tell_final,
    "game_ended": _tell_end,
}
