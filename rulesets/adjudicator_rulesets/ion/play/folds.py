"""How each event changes the state of a game of Ion. No chance, no chemistry, no edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.choices import Choices
from adjudicator.engine.events import Shown
from adjudicator.engine.inventory import Inventory, MissingPiece
from adjudicator.engine.values import replace
from adjudicator_rulesets.ion.edition import TILES
from adjudicator_rulesets.ion.judging.bonding import Laid
from adjudicator_rulesets.ion.judging.scoring import ScoreLine
from adjudicator_rulesets.ion.play.state import (
    AWAY,
    BOX,
    CENTER,
    DECK,
    GOAL_PILE,
    GOALS,
    Area,
    Fresh,
    Picking,
    Placing,
    Radioactive,
    Settling,
    State,
    Taking,
    area,
    face_down,
    face_up,
    hand,
    new,
    taken,
    tile_piece,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from adjudicator.engine.events import Event
    from adjudicator_rulesets.ion.edition import Tile

CARD_PLACES = (hand, new, taken, area)


def points(player: int) -> str:
    """The account of a player's points; it may be negative (I-RAD-MANY, I-TILE-COST)."""
    return f"points {player}"


def accounts_for(players: Iterable[int]) -> Accounts:
    names = [points(player) for player in players]
    return Accounts.of(dict.fromkeys(names, 0), overdrawn=names)


def begun(
    header: Mapping[str, Any], event: Event, cards: Iterable[str], goals: Iterable[str], tiles: Iterable[str]
) -> State:
    players = range(len(header["seats"]))
    places: dict[str, Iterable[str]] = {DECK: cards, CENTER: (), AWAY: ()}
    places |= {place(player): () for place in CARD_PLACES for player in players}
    places |= {GOAL_PILE: goals, GOALS: (), BOX: tiles}
    places |= {place(player): () for place in (face_down, face_up) for player in players}
    pieces = Inventory.of(places)
    for player, letter in enumerate(event["sets"]):  # I-TILES
        own = [tile_piece(letter, tile) for tile in TILES]
        pieces = pieces.move(own, BOX, face_down(player))
    return State(
        **header,
        pieces=pieces,
        accounts=accounts_for(players),
        areas=(Area(),) * len(players),
        known=((),) * len(players),
    )


# --- rounds -------------------------------------------------------------------------------------------------


def _round_started(state: State, event: Event) -> State:
    """I-NEXT: all cards but the played radioactive ones are collected; I-GOAL-DRAW."""
    pieces = state.pieces
    areas = tuple(Area(radioactive=own.radioactive) for own in state.areas)
    for player, own in enumerate(areas):
        for place in (hand(player), new(player), taken(player)):
            pieces = _moved(pieces, pieces[place], place, DECK)
        pieces = _moved(pieces, pieces[area(player)], area(player), DECK)
        pieces = _moved(pieces, [played.card for played in own.radioactive], DECK, area(player))
    for place in (CENTER, AWAY):
        pieces = _moved(pieces, pieces[place], place, DECK)
    pieces = _moved(pieces.rearranged(DECK, event["deck"]), pieces[GOALS], GOALS, GOAL_PILE)
    pieces = pieces.move(event["goals"], GOAL_PILE, GOALS)
    picking = Picking(Choices(state.playing))
    return replace(
        state,
        pieces=pieces,
        areas=areas,
        round=event["round"],
        pick=1,
        fresh=(),
        rxn=(),
        agenda=Agenda.of(picking, event.version),
    )


def _moved(pieces: Inventory, cards: Iterable[str], source: str, target: str) -> Inventory:
    cards = tuple(cards)
    return pieces.move(cards, source, target) if cards else pieces


def _cards_dealt(state: State, event: Event) -> State:
    return replace(state, pieces=_drawn(state.pieces, event["cards"], hand(event.by)))


def _drawn(pieces: Inventory, cards: tuple[str, ...], target: str) -> Inventory:
    if pieces[DECK][: len(cards)] != cards:
        raise MissingPiece(f"{cards} are not on top of the deck")
    return pieces.draw(len(cards), DECK, target)


def _center_laid(state: State, event: Event) -> State:
    pieces = state.pieces.move(event["cards"], DECK, CENTER)
    return replace(state, pieces=pieces.rearranged(DECK, event["deck"]))


def _round_scored(state: State, event: Event) -> State:
    return replace(state, sheets=(*state.sheets, codec.read(SHEETS, event["sheets"], "sheet")))


SHEETS: Any = tuple[tuple[ScoreLine, ...], ...]


# --- picking ------------------------------------------------------------------------------------------------


def _card_picked(state: State, event: Event) -> State:
    """I-PICK: a pick may be changed until all have picked."""
    before = state.choices
    others = tuple(made for made in before.made if made[0] != event.by)
    choices = Choices(before.players, others).choose(event.by, event["cards"])
    return replace(state, agenda=state.agenda.swap(Picking(choices)))


def _picks_revealed(state: State, event: Event) -> State:
    pieces = state.pieces
    for player, cards in state.choices.revealed().items():
        pieces = pieces.move(cards, hand(player), new(player))
    return replace(state, pieces=pieces, agenda=state.agenda.follow(Placing(), event.version))


def _card_drawn(state: State, event: Event) -> State:
    """I-SELECT-TWO: from the deck into the hand."""
    return replace(state, pieces=_drawn(state.pieces, (event["card"],), hand(event.by)))


def _hands_passed(state: State, event: Event) -> State:
    """I-PASS; placed cards are now fixed (I-METAL-FIXED)."""
    pieces = state.pieces.rotated([hand(player) for player in state.playing])
    pickers = tuple(player for player in state.playing if pieces[hand(player)])
    agenda = state.agenda.follow(Picking(Choices(pickers)), event.version)
    return replace(state, pieces=pieces, pick=state.pick + 1, fresh=(), agenda=agenda)


def _hands_put_away(state: State, event: Event) -> State:
    """I-LAST-TWO; then the uses of RXN are resolved in order."""
    pieces = state.pieces
    for player in state.playing:
        pieces = _moved(pieces, pieces[hand(player)], hand(player), AWAY)
    agenda = state.agenda.follow(Taking(state.rxn), event.version)
    return replace(state, pieces=pieces, fresh=(), agenda=agenda)


# --- placing ------------------------------------------------------------------------------------------------


def _card_placed(state: State, event: Event) -> State:
    player, card, onto = event.by, event["card"], event["onto"]
    source = taken(player) if state.pieces[taken(player)] else new(player)
    own, fresh = state.areas[player], state.fresh
    if event["family"] == "noble":
        own = replace(own, nobles=(*own.nobles, card))
    elif event["family"] == "radioactive":
        own = replace(own, radioactive=(*own.radioactive, Radioactive(card, state.round)))
    else:
        laid = Laid(card, event["charge"])
        groups = (*own.groups, ()) if onto is None else own.groups
        where = len(own.groups) if onto is None else onto
        own = replace(own, groups=_with(groups, where, lying((*groups[where], laid))))
        if event["family"] == "transition" and not isinstance(state.agenda.top, Taking):
            fresh = (*fresh, Fresh(player, where, laid))
    pieces = state.pieces.move((card,), source, area(player))
    return replace(
        _settled_taking(state, event), pieces=pieces, areas=_with(state.areas, player, own), fresh=fresh
    )


def _settled_taking(state: State, event: Event) -> State:
    """A card taken by RXN is placed, and the next RXN is resolved."""
    top = state.agenda.top
    if isinstance(top, Taking):
        return replace(state, agenda=state.agenda.follow(Taking(top.queue[1:]), event.version))
    return state


def lying(group: Iterable[Laid]) -> tuple[Laid, ...]:
    """I-SHOW: the negative cards lie on the positive ones, slightly to the right."""
    return tuple(sorted(group, key=lambda laid: (-laid.charge, laid.card)))


def _metal_turned(state: State, event: Event) -> State:
    player, place = event.by, event["group"]
    turned = Laid(event["card"], event["charge"])
    before = next(f for f in state.fresh if (f.player, f.group, f.laid.card) == (player, place, turned.card))
    group = list(state.areas[player].groups[place])
    group[group.index(before.laid)] = turned
    own = replace(state.areas[player], groups=_with(state.areas[player].groups, place, lying(group)))
    fresh = tuple(Fresh(player, place, turned) if f is before else f for f in state.fresh)
    return replace(state, areas=_with(state.areas, player, own), fresh=fresh)


def _held_back(state: State, event: Event) -> State:
    top: Placing = state.agenda.top
    if event["last"]:
        return replace(state, agenda=state.agenda.swap(replace(top, patient=(*top.patient, event.by))))
    return replace(state, agenda=state.agenda.swap(replace(top, holding=(*top.holding, event.by))))


def _ready_said(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.swap(_without(state.agenda.top, event.by)))


def _without(placing: Placing, player: int) -> Placing:
    return Placing(
        tuple(p for p in placing.holding if p != player), tuple(p for p in placing.patient if p != player)
    )


def _radioactives_settled(state: State, event: Event) -> State:
    """I-RAD-TURN: all cards of one pick lie the same way."""
    areas = tuple(
        replace(
            own,
            radioactive=tuple(r if r.lies else r._replace(lies=event["lies"]) for r in own.radioactive),
        )
        for own in state.areas
    )
    return replace(state, areas=areas)


# --- tiles --------------------------------------------------------------------------------------------------


def _tile_used(state: State, event: Event) -> State:
    """I-TILE-KNOWN: its points are public from now on."""
    player, tile = event.by, event["tile"]
    piece = next(p for p in state.pieces[face_down(player)] if p.endswith(f" {tile}"))
    known = tuple(sorted({*state.known[player], tile}, key=TILES.index))
    rxn = (*state.rxn, player) if tile == "rxn" else state.rxn
    pieces = state.pieces.move((piece,), face_down(player), face_up(player))
    return replace(state, pieces=pieces, known=_with(state.known, player, known), rxn=rxn)


def _center_taken(state: State, event: Event) -> State:
    return replace(state, pieces=state.pieces.move((event["card"],), CENTER, taken(event.by)))


def _area_rearranged(state: State, event: Event) -> State:
    """I-RXN. A metal that could still be turned stays so, wherever it lies now."""
    player = event.by
    groups = tuple(lying(group) for group in codec.read(GROUPS, event["groups"], "groups"))
    left, fresh = list(enumerate(groups)), []
    for old in state.fresh:
        if old.player != player:
            fresh.append(old)
            continue
        place, laid = next((n, laid) for n, g in left for laid in g if laid.card == old.laid.card)
        left = [(n, tuple(o for o in g if o is not laid) if n == place else g) for n, g in left]
        fresh.append(Fresh(player, place, laid))
    own = replace(state.areas[player], groups=groups)
    return replace(state, areas=_with(state.areas, player, own), fresh=tuple(fresh))


GROUPS: Any = tuple[tuple[Laid, ...], ...]


def _card_taken(state: State, event: Event) -> State:
    """I-RXN-TAKE, I-NON-SCORING: the rest of the group stays as it is."""
    owner, place, card = event["owner"], event["group"], event["card"]
    group = list(state.areas[owner].groups[place])
    group.remove(next(laid for laid in group if laid.card == card))
    groups = state.areas[owner].groups
    groups = _with(groups, place, tuple(group)) if group else (*groups[:place], *groups[place + 1 :])
    own = replace(state.areas[owner], groups=groups)
    pieces = state.pieces.move((card,), area(owner), taken(event.by))
    agenda = state.agenda.follow(state.agenda.top, event.version)
    return replace(state, pieces=pieces, areas=_with(state.areas, owner, own), agenda=agenda)


def _takings_over(state: State, event: Event) -> State:
    agenda = state.agenda.follow(Settling(Choices(event["choosing"])), event.version)
    return replace(state, agenda=agenda)


def _choice_made(state: State, event: Event) -> State:
    choices = state.choices.choose(event.by, event["refresh"])
    return replace(state, agenda=state.agenda.swap(Settling(choices)))


def _tile_refreshed(state: State, event: Event) -> State:
    """I-POLY: turns a tile back, so that it can be used again and costs nothing."""
    tile: Tile = event["tile"]
    piece = next(p for p in state.pieces[face_up(event.by)] if p.endswith(f" {tile}"))
    return replace(state, pieces=state.pieces.move((piece,), face_up(event.by), face_down(event.by)))


# --- leaving ------------------------------------------------------------------------------------------------


def _resigned(state: State, event: Event) -> State:
    """The cards are put away for the next round; nothing waits for this player any longer."""
    gone, pieces, agenda = event.by, state.pieces, state.agenda
    for place in CARD_PLACES:
        pieces = _moved(pieces, pieces[place(gone)], place(gone), AWAY)
    match agenda.top:
        case Picking(choices):
            agenda = agenda.swap(Picking(_choosing(choices, gone)))
        case Settling(choices):
            agenda = agenda.swap(Settling(_choosing(choices, gone)))
        case Placing() as placing:
            agenda = agenda.swap(_without(placing, gone))
        case Taking(queue):
            agenda = agenda.follow(Taking(tuple(p for p in queue if p != gone)), event.version)
    return replace(
        state,
        pieces=pieces,
        areas=_with(state.areas, gone, Area()),
        fresh=tuple(f for f in state.fresh if f.player != gone),
        rxn=tuple(p for p in state.rxn if p != gone),
        agenda=agenda,
    )


def _choosing(choices: Choices, gone: int) -> Choices:
    players = tuple(p for p in choices.players if p != gone)
    return Choices(players, tuple(made for made in choices.made if made[0] != gone))


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


# --- every type of event: its effect, and who sees what -----------------------------------------------------

FOLDS: dict[str, Callable[[State, Event], State]] = {
    "round_started": _round_started,
    "cards_dealt": _cards_dealt,
    "center_laid": _center_laid,
    "card_picked": _card_picked,
    "picks_revealed": _picks_revealed,
    "card_drawn": _card_drawn,
    "card_placed": _card_placed,
    "metal_turned": _metal_turned,
    "held_back": _held_back,
    "ready_said": _ready_said,
    "radioactives_settled": _radioactives_settled,
    "hands_passed": _hands_passed,
    "hands_put_away": _hands_put_away,
    "tile_used": _tile_used,
    "center_taken": _center_taken,
    "area_rearranged": _area_rearranged,
    "card_taken": _card_taken,
    "taking_declined": _settled_taking,
    "takings_over": _takings_over,
    "choice_made": _choice_made,
    "tile_refreshed": _tile_refreshed,
    "round_scored": _round_scored,
    "final_scored": _round_scored,
    "resigned": _resigned,
}
SHOWN = {
    "game_started": Shown(),
    "round_started": Shown(to_all=("round", "goals")),
    "cards_dealt": Shown(to_all=("number",), to_own=("cards",)),
    "center_laid": Shown(to_all=("cards", "set_aside")),
    "card_picked": Shown(to_own=("cards", "hand")),
    "picks_revealed": Shown(to_all=("picks",)),
    "card_drawn": Shown(to_own=("card",)),
    "card_placed": Shown(to_all=("card", "family", "onto", "charge", "compound")),
    "metal_turned": Shown(to_all=("group", "card", "charge", "compound")),
    "held_back": Shown(to_all=("last",)),
    "ready_said": Shown(),
    "radioactives_settled": Shown(to_all=("lies", "cards")),
    "hands_passed": Shown(),
    "hands_put_away": Shown(),
    "tile_used": Shown(to_all=("tile", "cost")),
    "center_taken": Shown(to_all=("card",)),
    "area_rearranged": Shown(to_all=("groups", "compounds")),
    "card_taken": Shown(to_all=("card", "owner", "group")),
    "taking_declined": Shown(to_all=("why",)),
    "takings_over": Shown(to_all=("choosing",)),
    "choice_made": Shown(to_own=("refresh",)),
    "tile_refreshed": Shown(to_all=("tile", "card")),
    "round_scored": Shown(to_all=("round", "sheets", "points", "accounts")),
    "final_scored": Shown(to_all=("sheets", "points", "accounts")),
}
