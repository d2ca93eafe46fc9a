"""What the rules of Ion allow a player to do; for everything else, every reason against it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from adjudicator.engine.agenda import Open
from adjudicator.engine.answers import consent, refusal, ruled
from adjudicator_rulesets.ion.judging.bonding import Laid, may_join, neutral, ways_to_show, well_bonded
from adjudicator_rulesets.ion.play.opening import cards_of
from adjudicator_rulesets.ion.play.state import (
    CENTER,
    Decline,
    Hold,
    Pick,
    Picking,
    Place,
    Placing,
    Ready,
    Refreshed,
    Rxn,
    Settle,
    Settling,
    TakeCard,
    TakeCenter,
    Taking,
    TurnMetal,
    face_down,
    hand,
    new,
    taken,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.verdict import Check
    from adjudicator_rulesets.ion.edition import Card, Tile
    from adjudicator_rulesets.ion.play.state import Action, State

PAIR = 2  # cards that Select Two picks
NEVER_BONDS = {
    "noble": ("I-NOBLE-FREE", "card_never_bonds"),
    "radioactive": ("I-RAD", "card_never_bonds"),
}


def ruling(state: State, player: int, action: Action) -> ActionVerdict:
    match action:
        case Pick():
            return ruled(_pick(state, player, action), consent("I-PICK", "may_pick"))
        case Place():
            return ruled(_place(state, player, action), consent("I-PLACE", "may_place"))
        case TurnMetal():
            return ruled(_turn(state, player, action), consent("I-METAL", "may_turn"))
        case Hold():
            return ruled(_hold(state, player), consent("I-READY", "may_hold"))
        case Ready():
            return ruled(_ready(state, player), consent("I-READY", "may_be_ready"))
        case TakeCenter():
            return ruled(_take_center(state, player, action), consent("I-TAKE", "may_use_tile"))
        case Rxn():
            return ruled(_rxn(state, player, action), consent("I-RXN", "may_use_tile"))
        case TakeCard():
            return ruled(_take_card(state, player, action), consent("I-RXN-TAKE", "may_take_card"))
        case Decline():
            return ruled(_served(state, player), consent("I-RXN-TAKE", "may_take_card"))
        case Settle():
            return ruled(_settle(state, player, action), consent("I-POLY-CHOICE", "may_settle"))
    raise NotImplementedError(action.type)


# --- picking ------------------------------------------------------------------------------------------------


def _pick(state: State, player: int, action: Pick) -> Iterator[Check]:
    if not isinstance(state.agenda.top, Picking):
        yield refusal("I-PICK", "no_picking_now")
    elif player not in state.choices.players:
        yield refusal("I-DECK-OUT", "hand_is_empty")
    yield from _taken_first(state, player)
    if len(action.cards) not in (1, PAIR):
        yield refusal("I-PICK", "pick_one_card", number=len(action.cards))
    if len(action.cards) == PAIR:
        yield from _tile(state, player, "select_two")
    missing = Counter(action.cards) - Counter(state.pieces[hand(player)])
    if missing:
        yield refusal("I-PICK", "not_in_hand", cards=tuple(sorted(missing)))


def _taken_first(state: State, player: int) -> Iterator[Check]:
    if state.pieces[taken(player)]:
        yield refusal("I-TAKE", "place_taken_first", card=state.pieces[taken(player)][0])


def _tile(state: State, player: int, tile: Tile) -> Iterator[Check]:
    if not state.options.tiles:
        yield refusal("I-TILES", "no_tiles_here")
    elif not state.unused(player, tile):
        yield refusal("I-TILE-ONCE", "tile_is_used", tile=tile)


# --- placing ------------------------------------------------------------------------------------------------


def _place(state: State, player: int, action: Place) -> Iterator[Check]:
    waiting = state.to_place(player)
    if not waiting:
        yield refusal("I-PLACE", "nothing_to_place")
    elif action.card not in waiting:
        if action.card in state.pieces[new(player)]:
            yield from _taken_first(state, player)
        else:
            yield refusal("I-PLACE", "not_to_be_placed", card=action.card, cards=tuple(sorted(set(waiting))))
    card = cards_of(state).get(action.card)
    if card is not None:
        yield from _charge(card, action.charge)
        if action.onto is not None:
            yield from _bond(state, player, card, action)


def _charge(card: Card, charge: int | None) -> Iterator[Check]:
    """I-METAL: required for a metal, and only allowed for one."""
    if len(card.charges) > 1 and charge not in card.charges:
        yield refusal("I-METAL", "say_the_charge", card=card.card, charges=card.charges)
    elif len(card.charges) <= 1 and charge is not None:
        yield refusal("I-METAL", "no_choice_of_charge", card=card.card)


def _bond(state: State, player: int, card: Card, action: Place) -> Iterator[Check]:
    groups, onto = state.areas[player].groups, action.onto
    if card.kind in NEVER_BONDS:
        rule, code = NEVER_BONDS[card.kind]
        yield refusal(rule, code, card=card.card)
    elif onto is None or not 0 <= onto < len(groups):
        yield refusal("I-BOND", "no_such_group", group=onto, groups=len(groups))
    elif not may_join(Laid(card.card, action.charge or card.charges[0]), groups[onto], state.options.reading):
        if neutral(groups[onto], state.options.reading):
            yield refusal("I-BOND", "group_is_finished", cards=_names(groups[onto]))
        else:
            yield refusal("I-UNLIKE", "like_charges", card=card.card, cards=_names(groups[onto]))


def _names(group: Sequence[Laid]) -> tuple[str, ...]:
    return tuple(laid.card for laid in group)


def _turn(state: State, player: int, action: TurnMetal) -> Iterator[Check]:
    yield from _taken_first(state, player)
    if action not in tuple(_turns(state, player)):
        yield refusal("I-METAL-FIXED", "cannot_turn", card=action.card, charge=action.charge)


def _turns(state: State, player: int) -> Iterator[TurnMetal]:
    """The metals of this placing step, with their other charge."""
    seen = set()
    for fresh in state.fresh:
        if fresh.player != player or (fresh.group, fresh.laid.card) in seen:
            continue  # of two equal metals in a group, only the first is turned
        group = list(state.areas[player].groups[fresh.group])
        group.remove(fresh.laid)
        seen.add((fresh.group, fresh.laid.card))
        for way in ways_to_show(cards_of(state)[fresh.laid.card]):
            if way != fresh.laid and well_bonded((*group, way), state.options.reading):
                yield TurnMetal(fresh.group, way.card, way.charge)


def _hold(state: State, player: int) -> Iterator[Check]:
    top = state.agenda.top
    if not isinstance(top, Placing) or not state.pieces[new(player)]:
        yield refusal("I-READY", "nothing_to_place")
    elif player in (*top.holding, *top.patient):
        yield refusal("I-READY", "already_holding")
    elif not _has_more_to_do(state, player):
        yield refusal("I-READY", "nothing_to_hold_for")
    yield from _taken_first(state, player)


def _has_more_to_do(state: State, player: int) -> bool:
    """Whether anything is possible after the last card is placed."""
    metal = any(cards_of(state)[card].kind == "transition" for card in state.pieces[new(player)])
    return metal or bool(extras(state, player))


def _can_take(state: State, player: int) -> bool:
    return bool(state.pieces[CENTER]) and state.unused(player, "take")


def _ready(state: State, player: int) -> Iterator[Check]:
    top = state.agenda.top
    if not isinstance(top, Placing) or player not in (*top.holding, *top.patient):
        yield refusal("I-READY", "not_holding")
    elif state.to_place(player):
        yield refusal("I-READY", "place_first", cards=tuple(sorted(set(state.to_place(player)))))


# --- tiles --------------------------------------------------------------------------------------------------


def _in_time(state: State, player: int) -> Iterator[Check]:
    """I-TILE-USE: until the last placing step of the round ends."""
    if not isinstance(state.agenda.top, (Picking, Placing)):
        yield refusal("I-TILE-USE", "too_late_for_tiles")
    yield from _taken_first(state, player)


def _take_center(state: State, player: int, action: TakeCenter) -> Iterator[Check]:
    yield from _in_time(state, player)
    yield from _tile(state, player, "take")
    if state.options.tiles and action.card not in state.pieces[CENTER]:
        yield refusal("I-RACE", "not_in_center", card=action.card, cards=tuple(sorted(state.pieces[CENTER])))


def _rxn(state: State, player: int, action: Rxn) -> Iterator[Check]:
    yield from _in_time(state, player)
    yield from _tile(state, player, "rxn")
    own = Counter(laid.card for group in state.areas[player].groups for laid in group)
    laid_anew = Counter(laid.card for group in action.groups for laid in group)
    if own != laid_anew:
        missing, more = sorted((own - laid_anew).elements()), sorted((laid_anew - own).elements())
        yield refusal("I-RXN", "not_the_same_cards", missing=tuple(missing), more=tuple(more))
        return
    cards = cards_of(state)
    for group in action.groups:
        wrong = [laid for laid in group if laid.charge not in cards[laid.card].charges]
        for laid in wrong:
            yield refusal(
                "I-METAL",
                "no_such_charge",
                card=laid.card,
                charge=laid.charge,
                charges=cards[laid.card].charges,
            )
        if not group or (not wrong and not well_bonded(group, state.options.reading)):
            yield refusal("I-UNLIKE", "cannot_be_bonded", cards=_names(group))


def _served(state: State, player: int) -> Iterator[Check]:
    top = state.agenda.top
    if not isinstance(top, Taking) or not top.queue:
        yield refusal("I-RXN-TAKE", "no_taking_now")
    elif top.queue[0] != player:
        yield refusal("I-RXN-ORDER", "not_your_turn", turn=top.queue[0])
    yield from _taken_first(state, player)


def _take_card(state: State, player: int, action: TakeCard) -> Iterator[Check]:
    yield from _served(state, player)
    if action.owner == player or action.owner not in state.playing:
        yield refusal("I-RXN-TAKE", "not_another_player", owner=action.owner)
        return
    groups = state.areas[action.owner].groups
    if not 0 <= action.group < len(groups) or action.card not in _names(groups[action.group]):
        yield refusal("I-RXN-TAKE", "no_such_card_there", card=action.card, group=action.group)
    elif neutral(groups[action.group], state.options.reading):
        yield refusal("I-NON-SCORING", "card_scores", card=action.card)


def takeable(state: State, player: int) -> Iterator[TakeCard]:
    """I-NON-SCORING: every charged card of the others that is not in a neutral compound."""
    for owner in state.others(player):
        for place, group in enumerate(state.areas[owner].groups):
            if not neutral(group, state.options.reading):
                yield from (TakeCard(owner, place, card) for card in dict.fromkeys(_names(group)))


# --- polyatomic cards ---------------------------------------------------------------------------------------


def refreshing(state: State, player: int) -> Counter[tuple[int, str]]:
    """I-POLY: this player's scoring polyatomic cards, each with its group."""
    cards = cards_of(state)
    return Counter(
        (place, laid.card)
        for place, group in enumerate(state.areas[player].groups)
        if neutral(group, state.options.reading)
        for laid in group
        if cards[laid.card].kind == "polyatomic"
    )


def _settle(state: State, player: int, action: Settle) -> Iterator[Check]:
    if not isinstance(state.agenda.top, Settling) or player not in state.choices.waiting:
        yield refusal("I-POLY-CHOICE", "nothing_to_settle")
        return
    asked = Counter((entry.group, entry.card) for entry in action.refresh)
    for _, card in sorted(asked - refreshing(state, player)):
        yield refusal("I-POLY", "card_refreshes_nothing", card=card)
    tiles = Counter(entry.tile for entry in action.refresh)
    for tile in sorted(tiles - Counter(state.used(player))):
        yield refusal("I-POLY", "tile_not_to_refresh", tile=tile)


def _settlements(state: State, player: int) -> Iterator[Settle]:
    """Every way to assign used tiles to cards, leaving any cards without one."""
    scoring, used = sorted(refreshing(state, player).elements()), state.used(player)
    seen = set()
    for number in range(min(len(scoring), len(used)) + 1):
        for tiles in combinations_with_replacement(used, number):
            if len(set(tiles)) < number:
                continue
            for cards in permutations(scoring, number):
                pairs = zip(cards, tiles, strict=True)
                settle = Settle(tuple(Refreshed(place, card, tile) for (place, card), tile in pairs))
                if settle not in seen:
                    seen.add(settle)
                    yield settle


# --- listing actions ----------------------------------------------------------------------------------------


def _picks(state: State, player: int) -> Iterator[Pick]:
    held = Counter(state.pieces[hand(player)])
    kinds = sorted(held)
    yield from (Pick((card,)) for card in kinds)
    if state.unused(player, "select_two"):
        pairs = combinations_with_replacement(kinds, PAIR)
        yield from (Pick(pair) for pair in pairs if Counter(pair) <= held)


def _placements(state: State, player: int) -> Iterator[Place]:
    groups = state.areas[player].groups
    for name in sorted(set(state.to_place(player))):
        card = cards_of(state)[name]
        for laid in ways_to_show(card):
            charge = laid.charge if len(card.charges) > 1 else None
            yield Place(name, None, charge)
            places = [
                place for place, group in enumerate(groups) if may_join(laid, group, state.options.reading)
            ]
            yield from (Place(name, place, charge) for place in places)


LISTED: dict[str, Callable[[State, int], Iterator[Action | Open]]] = {
    "pick": _picks,
    "place": _placements,
    "turn": _turns,
    "hold": lambda *_: iter((Hold(), Hold(last=True))),
    "ready": lambda *_: iter((Ready(),)),
    "take_center": lambda state, _: (TakeCenter(card) for card in sorted(state.pieces[CENTER])),
    "rxn": lambda state, player: iter((Open("rxn"), Rxn(state.areas[player].groups))),
    "take_card": takeable,
    "decline": lambda *_: iter((Decline(),)),
    "settle": _settlements,
}


def extras(state: State, player: int) -> tuple[str, ...]:
    """What a player may do at any time in a round besides answering (I-TILE-USE, I-METAL-FIXED)."""
    if not state.fresh and not state.pieces[face_down(player)]:
        return ()
    return tuple(
        kind
        for kind, may in (
            ("take_center", _can_take(state, player)),
            ("rxn", state.unused(player, "rxn")),
            ("turn", any(_turns(state, player))),
        )
        if may
    )


def may_hold(state: State, player: int) -> bool:
    return _has_more_to_do(state, player) and not any(_hold(state, player))
