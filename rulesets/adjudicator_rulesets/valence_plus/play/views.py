"""What a player of Valence Plus may know, and a possible whole state that fits it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.valence_plus.play.opening import elements_of, kinds_to_make, rules_of
from adjudicator_rulesets.valence_plus.play.state import (
    BANK,
    DECK,
    DISCARD,
    Aimed,
    CardTurn,
    OpenName,
    Options,
    StashCard,
    State,
    hand,
    stash,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.game import Game
    from adjudicator.engine.rng import Rng

# Public fields of the state. Nothing else is shown, except what is named below.
PUBLIC = ("first", "turn", "misnamed", "built", "made", "reshuffles", "blocked", "idle")


def table_of(state: State, viewer: int | None) -> dict[str, Any]:
    pieces, edition = state.pieces, rules_of(state).edition
    bank, open_name = Counter(pieces[BANK]), state.open_name
    return {
        **{name: codec.plain(getattr(state, name)) for name in PUBLIC},
        "phase": state.phase,
        "open_name": None
        if open_name is None
        else {
            "cards": list(open_name.cards),
            "name": open_name.name,
            "accepted": list(open_name.accepted),
        },
        "aimed": None if state.aimed is None else codec.plain(state.aimed),
        "stashes": codec.plain(state.stashes),
        "target": None if state.options.cooperative else edition.target,
        "to_make": sorted(kinds_to_make(state)) if state.options.cooperative else None,
        "hand": None if viewer is None else list(pieces[hand(viewer)]),
        "hands": [list(pieces[hand(player)]) for player in state.players] if open_hands(state) else None,
        "hand_sizes": [len(pieces[hand(player)]) for player in state.players],
        "hand_limit": edition.hand,
        "deck_size": len(pieces[DECK]),
        "discard": list(pieces[DISCARD]),  # every card was seen when it came there; the last is on top
        "bank": {card.name: bank[card.name] for card in edition.molecules},
    }


def open_hands(state: State) -> bool:
    """V-COOP-HANDS: partners show each other their cards."""
    return state.options.cooperative and state.options.hands == "open"


@dataclass(frozen=True, slots=True)
class Seen:
    """The game that a view belongs to."""

    options: Options
    edition: str

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Seen:
        return cls(codec.read(Options, view["options"], "options"), view["edition"])


def unseen(view: Mapping[str, Any]) -> Counter[str]:
    """The element cards whose place the viewer cannot know: in the deck and in other hands."""
    table = view["table"]
    hands = table["hands"] or ([] if table["hand"] is None else [table["hand"]])
    seen = Counter(card for cards in hands for card in cards) + Counter(table["discard"])
    return Counter(elements_of(Seen.of(view))) - seen


def imagined(game: Game[State, Any], view: Mapping[str, Any], rng: Rng) -> State:
    """A state with this view: the unseen cards are dealt at random to where cards are known to be."""
    table, you = view["table"], view["you"]
    shown: dict[int, tuple[str, ...]] = {}
    if table["hands"] is not None:
        shown = {player: tuple(cards) for player, cards in enumerate(table["hands"]) if player != you}
    elif table["open_name"] is not None and table["turn"] != you:
        shown[table["turn"]] = tuple(table["open_name"]["cards"])  # public while the name is under discussion
    known = Counter(() if table["hands"] else [symbol for cards in shown.values() for symbol in cards])
    hidden, rng = rng.shuffled(sorted((unseen(view) - known).elements()))
    deal = iter(hidden)
    places: dict[str, tuple[str, ...]] = {}
    for player, size in enumerate(table["hand_sizes"]):
        laid = shown.get(player, ())
        rest = size - len(laid)
        own = player == you
        places[hand(player)] = tuple(table["hand"]) if own else (*laid, *(next(deal) for _ in range(rest)))
        places[stash(player)] = tuple(card["molecule"] for card in table["stashes"][player])
    places[DECK] = tuple(deal)
    places[DISCARD] = tuple(table["discard"])
    places[BANK] = tuple(Counter(table["bank"]).elements())
    return State(
        **game.header_of(view, rng),
        pieces=Inventory.of(places),
        agenda=_agenda(view),
        stashes=codec.read(tuple[tuple[StashCard, ...], ...], table["stashes"], "stashes"),
        **{name: codec.frozen(table[name]) for name in PUBLIC},
    )


def _agenda(view: Mapping[str, Any]) -> Agenda:
    if view["result"] is not None:
        return Agenda()
    since, open_name = view["asks"][0]["since"], view["table"]["open_name"]
    agenda = Agenda.of(CardTurn(view["table"]["phase"]), since)
    if view["table"]["aimed"] is not None:
        return agenda.push(codec.read(Aimed, view["table"]["aimed"], "reaction"), since)
    return agenda if open_name is None else agenda.push(codec.read(OpenName, open_name, "name"), since)
