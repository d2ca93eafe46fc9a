"""How each event changes the state of a game of Valence Plus. No chance, no chemistry, no edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.events import Shown
from adjudicator.engine.inventory import Inventory, MissingPiece
from adjudicator.engine.values import replace
from adjudicator_rulesets.valence_plus.play.state import (
    BANK,
    DECK,
    DISCARD,
    Aimed,
    CardTurn,
    OpenName,
    StashCard,
    State,
    hand,
    stash,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from adjudicator.engine.events import Event


def begun(header: Mapping[str, Any], event: Event) -> State:
    players = range(len(header["seats"]))
    places: dict[str, tuple[str, ...]] = {DECK: event["deck"], DISCARD: event["discard"]}
    places |= {place(player): () for place in (hand, stash) for player in players}
    return State(
        **header,
        pieces=Inventory.of({**places, BANK: event["bank"]}),
        agenda=Agenda.of(CardTurn(), event.version),
        stashes=((),) * len(players),
        first=event["first"],
        turn=event["first"],
        idle=(0,) * len(players),
    )


# --- element cards ------------------------------------------------------------------------------------------


def _cards_drawn(state: State, event: Event) -> State:
    """From the front of the deck, or the top of the discard pile, which is its end. The deal is no turn."""
    drawn, source, player = event["symbols"], event["source"], event.by
    there = state.pieces[source]
    on_top = there[: len(drawn)] if source == DECK else there[len(there) - len(drawn) :]
    if on_top != drawn:
        raise MissingPiece(f"{drawn} are not on top of the {source}")
    if source == DECK:
        pieces = state.pieces.draw(len(drawn), DECK, hand(player))
    else:
        pieces = state.pieces.move(drawn, DISCARD, hand(player))
    agenda = state.agenda if event["why"] == "deal" else state.agenda.swap(CardTurn("build"))
    return replace(state, pieces=pieces, agenda=agenda)


def _deck_reshuffled(state: State, event: Event) -> State:
    """V-RESHUFFLE: the discard pile becomes the deck, in the recorded order."""
    pieces = state.pieces.move(state.pieces[DISCARD], DISCARD, DECK).rearranged(DECK, event["deck"])
    return replace(state, pieces=pieces, reshuffles=state.reshuffles + 1)


def _cards_discarded(state: State, event: Event) -> State:
    return replace(state, pieces=state.pieces.move(event["cards"], hand(event.by), DISCARD))


def _turn_ended(state: State, event: Event) -> State:
    """V-CLOCKWISE. A misnamed build may be tried again in the next turn (V-NAME-WRONG)."""
    idle = list(state.idle)
    idle[event.by] = 0 if state.built else idle[event.by] + 1
    return _next_turn(replace(state, idle=tuple(idle)), event)


def _next_turn(state: State, event: Event) -> State:
    after = next(iter(state.others(event.by)), event.by)
    agenda = Agenda.of(CardTurn(), event.version)
    return replace(state, turn=after, agenda=agenda, misnamed=(), built=0, blocked=False)


def _resigned(state: State, event: Event) -> State:
    """The hand goes to the discard pile, the molecules to the bank; an open name is settled without them."""
    player = event.by
    state = replace(state, pieces=state.pieces.move(state.pieces[hand(player)], hand(player), DISCARD))
    for card in state.stashes[player]:
        state = _given_back(state, player, card)
    if state.aimed is not None and state.aimed.owner == player:
        state = replace(state, agenda=state.agenda.pop(event.version))
    return _next_turn(state, event) if state.turn == player else state


# --- molecules ----------------------------------------------------------------------------------------------


def _traded_up(state: State, event: Event) -> State:
    return _given_back(state, event.by, _card(event["card"]))


def _molecule_built(state: State, event: Event) -> State:
    card = StashCard(event["molecule"], event["formula"], event["name"], event["points"])
    pieces = state.pieces.move(event["cards"], hand(event.by), DISCARD)
    return _taken(replace(state, pieces=pieces, built=state.built + card.points), event.by, card)


def _reacted(state: State, event: Event) -> State:
    """V-REACTOR-BACK, V-PRODUCTS: reactors and target go to the bank, and the owner takes the products."""
    for reactor in event["reactors"]:
        state = _given_back(state, event.by, _card(reactor))
    state = _given_back(state, event["owner"], _card(event["target"]))
    for product in event["products"]:
        state = _taken(state, event["owner"], _card(product))
    return state


def _reaction_aimed(state: State, event: Event) -> State:
    matter = Aimed(event["reactors"], event["owner"], event["target"])
    return replace(state, agenda=state.agenda.push(matter, event.version))


def _reaction_answered(state: State, event: Event) -> State:
    """V-BLOCK: blocked or allowed; a blocked reaction ends reacting for this turn (V-REACT-ONCE)."""
    blocked = event.type == "reaction_blocked"
    return replace(state, agenda=state.agenda.pop(event.version), blocked=blocked)


def _card(facts: Mapping[str, Any]) -> StashCard:
    return codec.read(StashCard, facts, "card")


def _given_back(state: State, player: int, card: StashCard) -> State:
    left = list(state.stashes[player])
    left.remove(card)
    pieces = state.pieces.move([card.molecule], stash(player), BANK)
    # The inventory moves the last of equal molecules; the order follows the substances.
    pieces = pieces.rearranged(stash(player), [other.molecule for other in left])
    return replace(state, pieces=pieces, stashes=_with(state.stashes, player, tuple(left)))


def _taken(state: State, player: int, card: StashCard) -> State:
    return replace(
        state,
        pieces=state.pieces.move([card.molecule], BANK, stash(player)),
        stashes=_with(state.stashes, player, (*state.stashes[player], card)),
        made=tuple(sorted({*state.made, card.molecule})),
    )


def _with(
    stashes: Iterable[tuple[StashCard, ...]], player: int, cards: tuple[StashCard, ...]
) -> tuple[tuple[StashCard, ...], ...]:
    return tuple(cards if place == player else other for place, other in enumerate(stashes))


# --- names --------------------------------------------------------------------------------------------------


def _name_given(state: State, event: Event) -> State:
    """V-NAME-WRONG: that build is barred for this turn. V-NAME-OPEN: the others are asked."""
    if event["answer"] == "wrong":
        return _barred(state, event["cards"])
    if event["answer"] == "unresolved":
        matter = OpenName(event["cards"], event["name"])
        return replace(state, agenda=state.agenda.push(matter, event.version))
    return state


def _opinion_given(state: State, event: Event) -> State:
    assert state.open_name is not None
    if not event["accepted"]:
        return state
    accepted = tuple(sorted((*state.open_name.accepted, event.by)))
    return replace(state, agenda=state.agenda.swap(replace(state.open_name, accepted=accepted)))


def _name_settled(state: State, event: Event) -> State:
    assert state.open_name is not None
    cards = state.open_name.cards
    state = replace(state, agenda=state.agenda.pop(event.version))
    return state if event["accepted"] else _barred(state, cards)


def _barred(state: State, cards: Iterable[str]) -> State:
    return replace(state, misnamed=tuple(sorted({*state.misnamed, tuple(sorted(cards))})))


# --- every type of event: its effect, and who sees what -----------------------------------------------------

FOLDS: dict[str, Callable[[State, Event], State]] = {
    "cards_drawn": _cards_drawn,
    "deck_reshuffled": _deck_reshuffled,
    "hand_exchanged": _cards_discarded,
    "traded_up": _traded_up,
    "reaction_aimed": _reaction_aimed,
    "reaction_blocked": _reaction_answered,
    "reaction_allowed": _reaction_answered,
    "reacted": _reacted,
    "name_given": _name_given,
    "opinion_given": _opinion_given,
    "name_settled": _name_settled,
    "molecule_built": _molecule_built,
    "cards_discarded": _cards_discarded,
    "turn_ended": _turn_ended,
    "resigned": _resigned,
}
SHOWN = {
    "game_started": Shown(to_all=("first", "discard", "bank", "deck_size")),
    "cards_drawn": Shown(to_all=("number", "source", "why", "face_up"), to_own=("symbols",)),
    "deck_reshuffled": Shown(to_all=("number",)),
    "hand_exchanged": Shown(to_all=("cards",)),
    "traded_up": Shown(to_all=("card",)),
    "reaction_aimed": Shown(to_all=("reactors", "target", "owner")),
    "reaction_blocked": Shown(to_all=("reactors", "target", "owner")),
    "reaction_allowed": Shown(to_all=("reactors", "target", "owner")),
    "reacted": Shown(
        to_all=("reactors", "target", "owner", "products", "equation", "simplified", "in_the_flask")
    ),
    "name_given": Shown(to_all=("cards", "name", "answer", "code", "message")),
    "opinion_given": Shown(to_all=("accepted",)),
    "name_settled": Shown(to_all=("accepted",)),
    "molecule_built": Shown(to_all=("cards", "molecule", "formula", "name", "points")),
    "cards_discarded": Shown(to_all=("cards",)),
    "turn_ended": Shown(to_all=("points",)),
}
