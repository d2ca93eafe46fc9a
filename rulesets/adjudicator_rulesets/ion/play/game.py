"""A whole game of Ion: it asks players, passes every action to `rulings`, and records what follows.

All pick at once; the picks are revealed and placed; the hands are passed. Whenever the game waits for
nobody, it continues by itself as far as it can: `_go_on`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine.accounts import burn, mint
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import Game
from adjudicator_rulesets.ion.edition import PLAYERS
from adjudicator_rulesets.ion.judging.bonding import Laid
from adjudicator_rulesets.ion.judging.scoring import how_they_lie
from adjudicator_rulesets.ion.play import opening, rulings
from adjudicator_rulesets.ion.play.folds import FOLDS, SHOWN, begun, lying, points
from adjudicator_rulesets.ion.play.opening import (
    EDITIONS,
    NAME,
    cards_of,
    compound_of,
    cost_of,
    deck_of,
    edition_of,
    picks_of,
    tiles_of,
)
from adjudicator_rulesets.ion.play.score_sheets import final_sheets, round_sheets
from adjudicator_rulesets.ion.play.state import (
    ACTIONS,
    DECK,
    FORMER,
    MATTERS,
    Action,
    Decline,
    Hold,
    Options,
    Pick,
    Picking,
    Place,
    Placing,
    Ready,
    Rxn,
    Settle,
    Settling,
    State,
    TakeCard,
    TakeCenter,
    Taking,
    TurnMetal,
    face_down,
    hand,
    new,
    taken,
)
from adjudicator_rulesets.ion.play.views import imagined, parts_of, table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from adjudicator.engine.agenda import Ask, Open
    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.ion.edition import Tile
    from adjudicator_rulesets.ion.judging.scoring import ScoreLine

EVERYTHING = {"tiles": True, "transition": True, "polyatomic": True, "radioactive": True}


class IonGame(Game[State, Action]):
    name = NAME
    options_type, former = Options, FORMER
    state_type = State
    actions = ACTIONS
    matters = MATTERS
    folds = FOLDS
    shown = SHOWN
    numbers = PLAYERS
    editions = EDITIONS
    rule_players, rule_end = "I-PLAYERS", "I-WIN"
    simultaneous = True

    def presets(self) -> Mapping[str, Preset]:
        return {
            "base game": Preset(4),
            "2 players": Preset(2),
            "7 players": Preset(7),
            "action tiles": Preset(4, {"tiles": True}),
            "transition metals": Preset(3, {"transition": True}),
            "polyatomic ions": Preset(3, {"tiles": True, "polyatomic": True}),
            "radioactive elements": Preset(5, {"radioactive": True}),
            "everything": Preset(4, EVERYTHING),
        }

    def setup_faults(self, setup: Setup) -> Iterator[str]:
        return opening.faults(setup)

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:
        ledger.record("game_started", sets=opening.deal_tiles(ledger, setup))
        opening.start_round(ledger)

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        setup = opening.Begun(header["options"], header["edition"])
        goals = [goal.goal for goal in edition_of(setup).goals]
        return begun(header, event, deck_of(setup), goals, tiles_of(setup))

    # --- asking ---------------------------------------------------------------------------------------------

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Obliged players first; those who have picked or are ready may still change, turn or use a tile."""
        match state.agenda.top:
            case Picking() | Placing():
                asks = [ask for player in state.order for ask in _asks_of(state, player)]
                return tuple(sorted(asks, key=lambda ask: not ask.obliged))
            case Taking(queue=(player, *_)):
                if state.pieces[taken(player)]:
                    return (_place_ask(state, player),)
                return (state.agenda.ask(player, "take_card", "decline", otherwise=Decline()),)
            case Settling(choices):
                agenda = state.agenda
                return tuple(
                    agenda.ask(p, "settle", parallel=True, otherwise=Settle()) for p in choices.waiting
                )
            case _:
                return ()

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        return tuple(action for kind in ask.kinds for action in rulings.LISTED[kind](state, ask.player))

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return rulings.ruling(state, player, action)

    # --- deciding -------------------------------------------------------------------------------------------

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        match action:
            case Pick(cards):
                ledger.record("card_picked", player, cards=cards, hand=ledger.state.pieces[hand(player)])
            case Place():
                _place(ledger, player, action)
            case TurnMetal():
                _turn(ledger, player, action)
            case Hold(last):
                ledger.record("held_back", player, last=last)
            case Ready():
                ledger.record("ready_said", player)
            case TakeCenter(card):
                _use(ledger, player, "take")
                ledger.record("center_taken", player, card=card)
            case Rxn():
                _rearrange(ledger, player, action)
            case TakeCard(owner, group, card):
                ledger.record("card_taken", player, card=card, owner=owner, group=group)
            case Decline():
                ledger.record("taking_declined", player, why="declined")
            case Settle(refresh):
                ledger.record("choice_made", player, refresh=refresh)
        _go_on(ledger)

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:
        super().gone(ledger, player, why)
        _go_on(ledger)

    # --- views ----------------------------------------------------------------------------------------------

    def scores(self, state: State) -> tuple[int, ...]:
        """I-WIN: the points of finished rounds."""
        return tuple(state.accounts[points(player)] for player in state.players)

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        return table_of(state, viewer)

    def table_parts(self, state: State, viewer: int | None) -> Mapping[str, Callable[[], Any]]:
        return parts_of(state, viewer)

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        return imagined(self, view, rng)

    def box(self, state: State) -> Counter[str]:
        goals = [goal.goal for goal in edition_of(state).goals]
        return Counter((*deck_of(state), *tiles_of(state), *goals))


# --- asks ---------------------------------------------------------------------------------------------------


def _place_ask(state: State, player: int, *extras: str) -> Ask:
    otherwise = next(rulings.LISTED["place"](state, player))
    return state.agenda.ask(player, "place", *extras, parallel=True, otherwise=otherwise)


def _asks_of(state: State, player: int) -> Iterator[Ask]:
    """While all pick or place: at most one ask per player."""
    agenda, top = state.agenda, state.agenda.top
    if state.pieces[taken(player)]:  # I-TAKE: before all other cards
        yield _place_ask(state, player)
        return
    extras = rulings.extras(state, player)
    if isinstance(top, Picking):
        if player in top.choices.players:
            waiting = player not in dict(top.choices.made)
            otherwise = Pick((min(state.pieces[hand(player)]),)) if waiting else None
            yield agenda.ask(player, "pick", *extras, obliged=waiting, parallel=True, otherwise=otherwise)
            return
    elif state.pieces[new(player)]:
        hold = ("hold",) if rulings.may_hold(state, player) else ()
        yield _place_ask(state, player, *hold, *extras)
        return
    elif player in (*top.holding, *top.patient):
        obliged = _due(state) == player or player in top.holding
        ready = Ready() if obliged else None
        yield agenda.ask(player, "ready", *extras, obliged=obliged, parallel=True, otherwise=ready)
        return
    if extras:
        yield agenda.ask(player, *extras, obliged=False, parallel=True)


def _due(state: State) -> int | None:
    """I-RACE: the next of the players who let all others go first, once the game waits for nobody else."""
    top: Placing = state.agenda.top
    if top.holding or any(state.to_place(player) for player in state.playing):
        return None
    return next((player for player in state.order if player in top.patient), None)


# --- automatic steps ----------------------------------------------------------------------------------------


def _go_on(ledger: Ledger[State]) -> None:
    """Everything that follows while the game waits for nobody."""
    while ledger.state.result is None:
        state = ledger.state
        to_place = any(state.to_place(player) for player in state.playing)
        match state.agenda.top:
            case Picking(choices) if not choices.waiting and not to_place:
                _reveal(ledger)
            case Placing(holding=(), patient=()) if not to_place:
                _close(ledger)
            case Taking(queue=()):
                _ask_to_settle(ledger)
            case Taking(queue=(player, *_)) if not to_place and not any(rulings.takeable(state, player)):
                ledger.record("taking_declined", player, why="nothing_to_take")
            case Settling(choices) if not choices.waiting:
                _score(ledger)
            case _:
                return


def _reveal(ledger: Ledger[State]) -> None:
    """I-REVEAL; Select Two is shown with its cards, and the hand gets a card from the deck (I-SELECT-TWO)."""
    picks = ledger.state.choices.revealed()
    ledger.record(
        "picks_revealed", picks=[picks.get(player, ()) for player in range(len(ledger.state.seats))]
    )
    for player in ledger.state.order:
        if len(picks.get(player, ())) == rulings.PAIR:
            _use(ledger, player, "select_two")
            top = ledger.state.pieces[DECK][:1]
            if top:  # I-DECK-OUT
                ledger.record("card_drawn", player, card=top[0])


def _use(ledger: Ledger[State], player: int, tile: Tile) -> None:
    state = ledger.state
    piece = next(piece for piece in state.pieces[face_down(player)] if piece.endswith(f" {tile}"))
    ledger.record("tile_used", player, tile=tile, cost=cost_of(state, piece))


def _place(ledger: Ledger[State], player: int, action: Place) -> None:
    state = ledger.state
    card = cards_of(state)[action.card]
    charge = action.charge if action.charge is not None else next(iter(card.charges), 0)
    before = ledger.state.areas[player].groups[action.onto] if action.onto is not None else ()
    made = compound_of(state, lying((*before, Laid(action.card, charge)))) if before else None
    ledger.record(
        "card_placed",
        player,
        card=action.card,
        family=card.kind,
        onto=action.onto,
        charge=charge,
        compound=made,
    )


def _turn(ledger: Ledger[State], player: int, action: TurnMetal) -> None:
    state = ledger.state
    fresh = next(
        f for f in state.fresh if (f.player, f.group, f.laid.card) == (player, action.group, action.card)
    )
    group = list(state.areas[player].groups[action.group])
    group[group.index(fresh.laid)] = Laid(action.card, action.charge)
    ledger.record(
        "metal_turned",
        player,
        group=action.group,
        card=action.card,
        charge=action.charge,
        compound=compound_of(state, lying(group)),
    )


def _rearrange(ledger: Ledger[State], player: int, action: Rxn) -> None:
    _use(ledger, player, "rxn")
    groups = [lying(group) for group in action.groups]
    made = [compound for group in groups if (compound := compound_of(ledger.state, group))]
    ledger.record("area_rearranged", player, groups=groups, compounds=made)


def _close(ledger: Ledger[State]) -> None:
    """Ends the placing step: radioactive cards are turned, the hands are passed (I-RAD-TURN, I-PASS)."""
    state = ledger.state
    played = [
        {"player": player, "card": card.card}
        for player, own in enumerate(state.areas)
        for card in own.radioactive
        if card.lies is None
    ]
    if played:
        ledger.record("radioactives_settled", lies=how_they_lie(len(played)), cards=played)
    ledger.record("hands_passed" if state.pick < picks_of(state) else "hands_put_away")


def _ask_to_settle(ledger: Ledger[State]) -> None:
    """I-POLY-CHOICE: asks players who have a scoring polyatomic card and a used tile."""
    state = ledger.state
    choosing = [p for p in state.playing if state.used(p) and rulings.refreshing(state, p)]
    ledger.record("takings_over", choosing=choosing)


def _score(ledger: Ledger[State]) -> None:
    chosen = ledger.state.choices.revealed()
    for player, refresh in chosen.items():
        for entry in refresh:
            ledger.record("tile_refreshed", player, tile=entry["tile"], card=entry["card"])
    state = ledger.state
    refreshed = {p: [(entry["group"], entry["card"]) for entry in refresh] for p, refresh in chosen.items()}
    _count(ledger, "round_scored", round_sheets(state, refreshed), round=state.round)
    if state.round < edition_of(state).play.rounds:
        opening.start_round(ledger)
        return
    _count(ledger, "final_scored", final_sheets(state))
    ledger.end("rounds_over")


def _count(ledger: Ledger[State], kind: str, sheets: list[list[ScoreLine]], **facts: Any) -> None:
    totals = [sum(line.points for line in lines) for lines in sheets]
    paid = [
        mint(points(player), total) if total > 0 else burn(points(player), -total)
        for player, total in enumerate(totals)
        if total
    ]
    ledger.record(kind, sheets=sheets, points=totals, accounts=paid, **facts)


playable = IonGame
