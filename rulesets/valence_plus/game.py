"""Valence Plus from the deal to the last molecule."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.chem.naming import names
from adjudicator.engine import codec
from adjudicator.engine.game import Game, Open
from adjudicator.verdict import Ruling
from rulesets.valence_plus import refereeing
from rulesets.valence_plus.folding import SHOWN, fold
from rulesets.valence_plus.opening import (
    NAME,
    elements_of,
    first_player,
    kinds_to_make,
    molecule_cards,
    molecules_of,
    options_of,
    rules_in_force,
    rules_of,
)
from rulesets.valence_plus.solver import buildable
from rulesets.valence_plus.state import (
    ACTIONS,
    BANK,
    DECK,
    DISCARD,
    Action,
    Build,
    Draw,
    EndTurn,
    Exchange,
    React,
    SettleName,
    StashCard,
    State,
    TradeUp,
    hand,
)
from rulesets.valence_plus.views import imagined, view_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.bots import Companion
    from adjudicator.engine.events import Event, Result
    from adjudicator.engine.game import Ledger
    from adjudicator.engine.rng import Rng
    from rulesets.valence_plus.rules import ValencePlus

COLLECTED = 3  # cards for an exchange, a trade-up or a reaction
COOP_RESHUFFLES = 1  # V-COOP-LOSS


class ValencePlusGame(Game[State, Action]):
    name = NAME
    state_type = State
    actions = ACTIONS
    shown = SHOWN

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            "2 players": {"players": 2},
            "3 players": {"players": 3},
            "4 players": {"players": 4},
            "younger players": {"players": 3, "younger": True},
            "name the molecule": {"players": 3, "naming": True},
            "original Valence": {"players": 2, "original": True},
            "cooperative": {"players": 3, "cooperative": True},
            "helium and oganesson": {"players": 2, "helium": True, "oganesson": True},
            "cooperative original for younger players, with names and helium": {
                "players": 4,
                "cooperative": True,
                "original": True,
                "younger": True,
                "naming": True,
                "helium": True,
            },
        }

    def opening(self, ledger: Ledger[State], options: Mapping[str, Any], rng: Rng) -> None:
        """V-BANK-START, V-DECK, V-DEAL, V-FIRST."""
        chosen = options_of(options)
        edition = rules_of(chosen).edition
        (top, *deck), rng = rng.shuffled(elements_of(chosen))
        hands = [
            deck[player * edition.hand : (player + 1) * edition.hand] for player in range(chosen.players)
        ]
        first, rng = first_player(hands, rng)
        ledger.record(
            "game_started",
            options=chosen,
            edition=edition.label,
            first=first,
            discard=(top,),
            bank=molecules_of(chosen),
            deck_size=len(deck),
            deck=deck,
            rng=rng,
        )
        for player in range(chosen.players):
            _draw(ledger, player, edition.hand, why="deal")

    def evolve(self, state: State | None, event: Event) -> State:
        return fold(state, event)

    def players_to_act(self, state: State) -> tuple[int, ...]:
        clockwise = (state.turn, *state.others(state.turn))
        return tuple(player for player in clockwise if self.legal_actions(state, player))

    def legal_actions(self, state: State, player: int) -> tuple[Action | Open, ...]:
        """Builds, exchanges and discards come in too many orders to list; `solver.py` finds the builds."""
        if state.open_name is not None:
            return tuple(
                a
                for a in (SettleName(accept=True), SettleName(accept=False))
                if self._legal(state, player, a)
            )
        if refereeing.may_collect(state, player):
            return tuple(self._collecting(state, player))
        if refereeing.may_build(state, player):
            return tuple(_building(state, player))
        return ()

    def judge(self, state: State, player: int, action: Action) -> ActionVerdict:
        return refereeing.judge(state, player, action)

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        match action:
            case Draw():
                _take(ledger, player, action)
            case Exchange():
                ledger.record("hand_exchanged", player, cards=action.cards)
                _draw(ledger, player, COLLECTED, why="exchange")
            case TradeUp():
                _trade_up(ledger, player, action)
            case React():
                _react(ledger, player, action)
            case Build():
                _build(ledger, player, action)
            case SettleName():
                _settle_name(ledger, player, action)
            case EndTurn():
                _end_turn(ledger, player, action)

    def view(self, state: State, player: int | None) -> dict[str, Any]:
        actions = () if player is None else self.legal_actions(state, player)
        return {
            **view_of(state, player),
            "to_act": list(self.players_to_act(state)),
            "actions": codec.plain(actions),
        }

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        return imagined(view, rng)

    def result(self, state: State) -> Result | None:
        return state.result

    def box(self, state: State) -> Counter[str]:
        return Counter((*elements_of(state.options), *molecules_of(state.options)))

    def about(self, state: State) -> tuple[str, Mapping[str, Any]]:
        options: dict[str, Any] = codec.plain(state.options)
        return state.edition, options

    def companion(self) -> Companion[Action]:
        from rulesets.valence_plus.companion import ValencePlusCompanion

        return ValencePlusCompanion()

    def _legal(self, state: State, player: int, action: Action) -> bool:
        return self.judge(state, player, action).ruling is Ruling.VALID

    def _collecting(self, state: State, player: int) -> Iterator[Action | Open]:
        yield Draw("deck")
        if self._legal(state, player, Draw("discard")):
            yield Draw("discard")
        if state.pieces[hand(player)]:
            yield Open("exchange")
        kinds = refereeing.marked(rules_in_force(state), refereeing.TRADE_UP)
        yield from map(TradeUp, sorted({c.formula for c in state.stashes[player] if c.molecule in kinds}))
        yield from refereeing.reactions(state, player)


def _building(state: State, player: int) -> Iterator[Action | Open]:
    builds = buildable(state.pieces[hand(player)], state.pieces[BANK], rules_in_force(state).builds)
    if any(build.cards not in state.misnamed for build in builds):
        yield Open("build")
    yield Open("end_turn") if refereeing.excess(state, player) else EndTurn()


# --- collecting ---------------------------------------------------------------------------------------------


def _take(ledger: Ledger[State], player: int, action: Draw) -> None:
    """V-DRAW, V-DRAW-FEW, V-DISCARD."""
    state = ledger.state
    if action.source == "deck":
        _draw(ledger, player, refereeing.cards_to_draw(len(state.pieces[hand(player)])), why="draw")
        return
    top = state.pieces[DISCARD][-1:]
    ledger.record("cards_drawn", player, number=1, source=DISCARD, why="draw", face_up=top, symbols=top)


def _draw(ledger: Ledger[State], player: int, number: int, why: str) -> None:
    """From the deck; V-RESHUFFLE when it is empty. What is missing when both are empty is not drawn."""
    _reshuffle(ledger)
    drawn = ledger.state.pieces[DECK][:number]
    ledger.record("cards_drawn", player, number=len(drawn), source=DECK, why=why, face_up=(), symbols=drawn)
    if drawn and len(drawn) < number and _reshuffle(ledger):
        _draw(ledger, player, number - len(drawn), why)


def _reshuffle(ledger: Ledger[State]) -> bool:
    """Only when the deck is empty. V-COOP-LOSS: the cooperative game has one; then cards can run out."""
    state = ledger.state
    used_up = state.options.cooperative and state.reshuffles >= COOP_RESHUFFLES
    pile = state.pieces[DISCARD]
    if used_up or not pile or state.pieces[DECK]:
        return False
    deck, rng = state.rng.shuffled(pile)
    ledger.record("deck_reshuffled", number=len(deck), deck=deck, rng=rng)
    return True


def _trade_up(ledger: Ledger[State], player: int, action: TradeUp) -> None:
    kinds = refereeing.marked(rules_in_force(ledger.state), refereeing.TRADE_UP)
    card = refereeing.find(ledger.state, player, action.formula, kinds)
    ledger.record("traded_up", player, card=card)
    _draw(ledger, player, COLLECTED, why="trade_up")


def _react(ledger: Ledger[State], player: int, action: React) -> None:
    """V-REACT: the products first, for they may win the game; then three cards."""
    planned = refereeing.plan(ledger.state, player, action)
    assert planned is not None
    rules, reacted = rules_in_force(ledger.state), planned.reacted
    ledger.record(
        "reacted",
        player,
        reactors=planned.reactors,
        target=planned.target,
        owner=action.owner,
        products=[substance(rules, product.molecule, product.formula) for product in reacted.products],
        equation=reacted.equation,
        simplified=reacted.simplified,
    )
    if not _won(ledger):
        _draw(ledger, player, COLLECTED, why="react")


# --- building -----------------------------------------------------------------------------------------------


def _build(ledger: Ledger[State], player: int, action: Build) -> None:
    if not ledger.state.options.naming:
        _make(ledger, player, action.cards)
        return
    assert action.name is not None
    ruling = rules_in_force(ledger.state).rule_on_name(Tiles(action.cards), action.name)
    assert ruling.check is not None
    ledger.record(
        "name_given",
        player,
        cards=action.cards,
        name=action.name,
        answer=ruling.answer,
        code=ruling.check.code,
        message=ruling.message,
    )
    if ruling.answer == "right":
        _make(ledger, player, action.cards)


def _settle_name(ledger: Ledger[State], player: int, action: SettleName) -> None:
    """V-NAME-OPEN: accepted when all the others accept it; one who does not is enough."""
    open_name = ledger.state.open_name
    assert open_name is not None
    builder = ledger.state.turn
    ledger.record("opinion_given", player, accepted=action.accept)
    if not action.accept:
        ledger.record("name_settled", builder, accepted=False)
    elif {*open_name.accepted, player} == set(ledger.state.others(builder)):
        ledger.record("name_settled", builder, accepted=True)
        _make(ledger, builder, open_name.cards)


def _make(ledger: Ledger[State], player: int, cards: tuple[str, ...]) -> None:
    """V-STASH, V-SPEND."""
    rules = rules_in_force(ledger.state)
    build = rules.classify(cards)
    assert build is not None
    made = substance(rules, build.molecule.name, build.formula)
    ledger.record(
        "molecule_built",
        player,
        cards=cards,
        molecule=made.molecule,
        formula=made.formula,
        name=made.name,
        points=made.points,
    )
    _won(ledger)


@lru_cache(1 << 10)
def substance(rules: ValencePlus, molecule: str, formula: str) -> StashCard:
    """A molecule card with its concrete substance, by its first name."""
    name = next(iter(names(formula, rules.authority.table)), None)
    return StashCard(molecule, formula, name, molecule_cards(rules)[molecule].points)


# --- the end of a turn and of the game ----------------------------------------------------------------------


def _end_turn(ledger: Ledger[State], player: int, action: EndTurn) -> None:
    """V-LIMIT. V-COOP-LOSS: the turn in which the cards run out is the last."""
    if action.discards:
        ledger.record("cards_discarded", player, cards=action.discards)
    ledger.record("turn_ended", player, points=ledger.state.built)
    state = ledger.state
    if state.options.cooperative and state.reshuffles >= COOP_RESHUFFLES and not state.pieces[DECK]:
        made = len(kinds_to_make(state.options) & set(state.made))
        ledger.record("game_ended", scores=(made,) * len(state.players), winners=(), reason="cards_ran_out")


def _won(ledger: Ledger[State]) -> bool:
    """V-WIN, V-COOP: whether the latest molecules decide the game, which then ends at once."""
    state = ledger.state
    if state.options.cooperative:
        kinds = kinds_to_make(state.options)
        won = kinds <= set(state.made)
        scores, winners, reason = (len(kinds),) * len(state.players), tuple(state.players), "all_kinds_made"
    else:
        target = rules_in_force(state).edition.target
        winners = tuple(player for player, score in enumerate(state.scores) if score >= target)
        won, scores, reason = bool(winners), state.scores, "target_reached"
    if won:
        ledger.record("game_ended", scores=scores, winners=winners, reason=reason)
    return won
