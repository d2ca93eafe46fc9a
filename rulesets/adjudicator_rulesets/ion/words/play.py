"""What is said in a whole game of Ion: the sentences of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import quote
from adjudicator.prose import listed, signed
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
    "tile_is_used": lambda tile: f"Your {TILE_NAMES[tile]} has been used; a tile is used once a game.",
    "not_in_center": lambda card, cards: (
        f"{quote(card)} is not in the middle" + (f"; there are {listed(cards)}." if cards else ".")
    ),
    "not_the_same_cards": _other_cards,
    "cannot_be_bonded": lambda cards: (
        f"{' '.join(cards) or 'A group without cards'} cannot be laid as one group: unlike charges bond, and "
        "a finished compound takes no more cards."
    ),
    "tile_not_to_refresh": lambda tile: (
        f"One used {TILE_NAMES[tile]} can be turned back by one card; yours cannot."
    ),
    "hint_compound": lambda formula, worth: f"Finishes {formula}, {points(worth)}.",
    "hint_rxn": lambda worth: f"Lays your cards out anew, for {points(worth)} more.",
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
    "cards_dealt": lambda name, event, _: (
        f"{name}: is dealt {' '.join(event['cards'])}" if "cards" in event.facts else None
    ),
    "center_laid": lambda _, event, __: f"In the middle: {' '.join(event['cards']) or 'nothing'}.",
    "card_picked": _tell_pick,
    "picks_revealed": _tell_reveal,
    "card_placed": _tell_placing,
    "metal_turned": lambda name, event, _: (
        f"{name}: turns {event['card']} to {signed(event['charge'])}{_compound(event['compound'])}"
    ),
    "radioactives_settled": _tell_settled,
    "tile_used": lambda name, event, _: f"{name}: uses {TILE_NAMES[event['tile']]}, -{event['cost']}",
    "area_rearranged": _tell_rearranging,
    "taking_declined": lambda name, event, _: (
        f"{name}: takes no card" if event["why"] == "declined" else f"{name}: finds no card to take"
    ),
    "tile_refreshed": lambda name, event, _: (
        f"{name}: turns {TILE_NAMES[event['tile']]} back with {event['card']}"
    ),
    "round_scored": _tell_round,
    "final_scored": _tell_final,
    "game_ended": _tell_end,
}
