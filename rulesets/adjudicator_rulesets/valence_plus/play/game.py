"""Valence Plus from the deal to the last molecule."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Tiles
from adjudicator.chem.naming import names
from adjudicator.engine.agenda import Open
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import KNOWN_LEGAL, Game, Resign
from adjudicator.verdict import Ruling
from adjudicator_rulesets.valence_plus.judging.solver import buildable
from adjudicator_rulesets.valence_plus.play import opening, rulings
from adjudicator_rulesets.valence_plus.play.folds import FOLDS, SHOWN, begun
from adjudicator_rulesets.valence_plus.play.opening import (
    EDITIONS,
    NAME,
    PLAYERS,
    elements_of,
    first_player,
    kinds_to_make,
    molecule_cards,
    molecules_of,
    rules_of,
)
from adjudicator_rulesets.valence_plus.play.state import (
    ACTIONS,
    BANK,
    DECK,
    DISCARD,
    FORMER,
    MATTERS,
    Action,
    Aimed,
    Block,
    Build,
    CardTurn,
    Draw,
    EndTurn,
    Exchange,
    OpenName,
    Options,
    React,
    SettleName,
    StashCard,
    State,
    TradeUp,
    hand,
)
from adjudicator_rulesets.valence_plus.play.views import imagined, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

COLLECTED = 3  # cards for an exchange, a trade-up or a reaction
COOP_RESHUFFLES = 1  # V-COOP-LOSS
PATIENCE = 8  # turns without a build after which a player counts as having left
COLLECT = ("draw", "exchange", "trade_up", "react")
BUILD = ("build", "end_turn")


class ValencePlusGame(Game[State, Action]):
    name = NAME
    options_type, former = Options, FORMER
    state_type = State
    actions = ACTIONS
    matters = MATTERS
    folds = FOLDS
    shown = SHOWN
    numbers = PLAYERS
    editions = EDITIONS
    rule_players, rule_end = "V-PLAYERS", "V-WIN"
    simultaneous = True
    refereed = ("settle_name",)

    def presets(self) -> Mapping[str, Preset]:
        return {
            "2 players": Preset(2),
            "3 players": Preset(3),
            "4 players": Preset(4),
            "younger players": Preset(3, {"younger": True}),
            "name the molecule": Preset(3, {"naming": True}),
            "original Valence": Preset(2, {"original": True}),
            "cooperative": Preset(3, {"cooperative": True}),
            "helium and oganesson": Preset(2, {"helium": True, "oganesson": True}),
            "cooperative original for younger players, with names and helium": Preset(
                4, {"cooperative": True, "original": True, "younger": True, "naming": True, "helium": True}
            ),
        }

    def setup_faults(self, setup: Setup) -> Iterator[str]:
        return opening.faults(setup)

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:
        """V-BANK-START, V-DECK, V-DEAL, V-FIRST."""
        size, players = rules_of(setup).edition.hand, range(len(setup.seats))
        top, *deck = ledger.shuffled(elements_of(setup))
        hands = [deck[player * size : (player + 1) * size] for player in players]
        first = first_player(hands, ledger)
        ledger.record(
            "game_started",
            first=first,
            discard=(top,),
            bank=molecules_of(setup),
            deck_size=len(deck),
            deck=deck,
        )
        for player in players:
            _draw(ledger, player, size, why="deal")

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        return begun(header, event)

    def asks(self, state: State) -> tuple[Ask, ...]:
        agenda, turn = state.agenda, state.turn
        match agenda.top:
            case OpenName(accepted=accepted):
                yes = SettleName(accept=True)
                asked = [player for player in state.others(turn) if player not in accepted]
                return tuple(agenda.ask(p, "settle_name", parallel=True, otherwise=yes) for p in asked)
            case Aimed(owner=owner):
                return (agenda.ask(owner, "block", otherwise=Block(block=True)),)
            case CardTurn(phase="build"):
                return (agenda.ask(turn, *BUILD, otherwise=_ending(state, turn)),)
            case CardTurn():
                gone = state.idle[turn] >= PATIENCE
                return (agenda.ask(turn, *COLLECT, otherwise=Resign() if gone else Draw("deck")),)
            case _:
                return ()

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        """Builds, exchanges and discards have too many orders to list; `solver.py` finds the builds."""
        if ask.about == "open_name":
            return (SettleName(accept=True), SettleName(accept=False))
        if ask.about == "aimed":
            return (Block(block=True), Block(block=False))
        return tuple(_building(state, ask) if state.phase == "build" else self._collecting(state, ask))

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return rulings.ruling(state, player, action)

    def draft_ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        """Only the cards are judged: players have to know themselves which cards make a molecule."""
        if isinstance(action, Build):
            return rulings.picked(state, player, action)
        return self.ruling(state, player, action)

    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: ActionVerdict) -> None:
        told = verdict is not KNOWN_LEGAL
        match action:
            case Draw():
                _take(ledger, player, action)
            case Exchange():
                ledger.record("hand_exchanged", player, cards=action.cards)
                _draw(ledger, player, COLLECTED, why="exchange")
            case TradeUp():
                _trade_up(ledger, player, action)
            case React():
                _react(ledger, player, action, told=told)
            case Build():
                _build(ledger, player, action)
            case SettleName():
                _settle_name(ledger, player, action)
            case Block():
                _answer(ledger, player, action, told=told)
            case EndTurn():
                _end_turn(ledger, player, action)

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:
        """The others continue; a single partner cannot. A name that waited only for them is accepted."""
        state = ledger.state
        if state.options.cooperative and len(state.playing) == 1:
            _lost(ledger, "one_left")
            return
        super().gone(ledger, player, why)
        if ledger.state.result is None:
            _agreed(ledger)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        return table_of(state, viewer)

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        return imagined(self, view, rng)

    def box(self, state: State) -> Counter[str]:
        return Counter((*elements_of(state), *molecules_of(state)))

    def _collecting(self, state: State, ask: Ask) -> Iterator[Action | Open]:
        player = ask.player
        yield Draw("deck")
        if self.judge(state, player, Draw("discard")).ruling is Ruling.VALID:
            yield Draw("discard")
        if state.pieces[hand(player)]:
            yield Open("exchange")
        kinds = rulings.marked(rules_of(state), rulings.TRADE_UP)
        yield from map(TradeUp, sorted({c.formula for c in state.stashes[player] if c.molecule in kinds}))
        yield from rulings.reactions(state, player)


def _building(state: State, ask: Ask) -> Iterator[Action | Open]:
    builds = buildable(state.pieces[hand(ask.player)], state.pieces[BANK], rules_of(state).builds)
    if any(build.cards not in state.misnamed for build in builds):
        yield Open("build")
    ending = _ending(state, ask.player)
    if ending.discards:
        yield Open("end_turn")
    yield ending


def _ending(state: State, player: int) -> EndTurn:
    """V-LIMIT: ends a turn, keeping the cards held longest."""
    held = state.pieces[hand(player)]
    return EndTurn(held[len(held) - rulings.excess(state, player) :])


# --- collecting ---------------------------------------------------------------------------------------------


def _take(ledger: Ledger[State], player: int, action: Draw) -> None:
    """V-DRAW, V-DRAW-FEW, V-DISCARD."""
    state = ledger.state
    if action.source == "deck":
        _draw(ledger, player, rulings.cards_to_draw(len(state.pieces[hand(player)])), why="draw")
        return
    top = state.pieces[DISCARD][-1:]
    ledger.record("cards_drawn", player, number=1, source=DISCARD, why="draw", face_up=top, symbols=top)


def _draw(ledger: Ledger[State], player: int, number: int, why: str) -> None:
    """From the deck; V-RESHUFFLE when it is empty. If both are empty, the missing cards are not drawn."""
    _reshuffle(ledger)
    drawn = ledger.state.pieces[DECK][:number]
    ledger.record("cards_drawn", player, number=len(drawn), source=DECK, why=why, face_up=(), symbols=drawn)
    missing = number - len(drawn)
    if drawn and missing and _reshuffle(ledger):
        _draw(ledger, player, missing, why)
    elif missing and ledger.state.options.cooperative and ledger.state.options.cards_out == "draw":
        _lost(ledger, "cards_ran_out")  # V-COOP-LOSS: a card had to be drawn, but there was none


def _reshuffle(ledger: Ledger[State]) -> bool:
    """Only when the deck is empty. V-COOP-LOSS: the cooperative game has one; then cards can run out."""
    state = ledger.state
    used_up = state.options.cooperative and state.reshuffles >= COOP_RESHUFFLES
    pile = state.pieces[DISCARD]
    if used_up or not pile or state.pieces[DECK]:
        return False
    ledger.record("deck_reshuffled", number=len(pile), deck=ledger.shuffled(pile))
    return True


def _trade_up(ledger: Ledger[State], player: int, action: TradeUp) -> None:
    kinds = rulings.marked(rules_of(ledger.state), rulings.TRADE_UP)
    card = rulings.find(ledger.state, player, action.formula, kinds)
    ledger.record("traded_up", player, card=card)
    _draw(ledger, player, COLLECTED, why="trade_up")


def _react(ledger: Ledger[State], player: int, action: React, *, told: bool) -> None:
    """V-BLOCK: players who can block are asked first."""
    if rulings.blocker_against(ledger.state, player, action) is None:
        _happen(ledger, player, action, told=told)
        return
    ledger.record(
        "reaction_aimed", player, reactors=action.reactors, owner=action.owner, target=action.target
    )


def _answer(ledger: Ledger[State], owner: int, action: Block, *, told: bool) -> None:
    aimed, attacker = ledger.state.aimed, ledger.state.turn
    assert aimed is not None
    kind = "reaction_blocked" if action.block else "reaction_allowed"
    ledger.record(kind, owner, reactors=aimed.reactors, owner=aimed.owner, target=aimed.target)
    if not action.block:
        _happen(ledger, attacker, React(aimed.reactors, aimed.owner, aimed.target), told=told)


def _happen(ledger: Ledger[State], player: int, action: React, *, told: bool) -> None:
    """V-REACT: the products first, because they may win the game; then three cards.

    In a world made up to think about nobody is told of the equation, and to balance it is slow.
    """
    planned = rulings.plan(ledger.state, player, action)
    assert planned is not None
    rules, reacted = rules_of(ledger.state), planned.reacted if told else None
    ledger.record(
        "reacted",
        player,
        reactors=planned.reactors,
        target=planned.target,
        owner=action.owner,
        products=[substance(rules, product.molecule, product.formula) for product in planned.products],
        equation=reacted and reacted.equation,
        simplified=reacted and reacted.simplified,
        in_the_flask=reacted and reacted.in_the_flask,
    )
    if not _won(ledger):
        _draw(ledger, player, COLLECTED, why="react")


# --- building -----------------------------------------------------------------------------------------------


def _build(ledger: Ledger[State], player: int, action: Build) -> None:
    if not ledger.state.options.naming:
        _make(ledger, player, action.cards)
        return
    assert action.name is not None
    ruling = rules_of(ledger.state).rule_on_name(Tiles(action.cards), action.name)
    assert ruling.check is not None
    with prose.speaking(prose.ENGLISH):  # the language of all records
        message = ruling.sealed
    ledger.record(
        "name_given",
        player,
        cards=action.cards,
        name=action.name,
        answer=ruling.answer,
        code=ruling.check.code,
        message=message,
    )
    if ruling.answer == "right":
        _make(ledger, player, action.cards)


def _settle_name(ledger: Ledger[State], player: int, action: SettleName) -> None:
    """V-NAME-OPEN: accepted if all others accept it; one refusal is enough to reject it."""
    ledger.record("opinion_given", player, accepted=action.accept)
    if action.accept:
        _agreed(ledger)
    else:
        ledger.record("name_settled", ledger.state.turn, accepted=False)


def _agreed(ledger: Ledger[State]) -> None:
    open_name, builder = ledger.state.open_name, ledger.state.turn
    if open_name is not None and {*open_name.accepted} >= {*ledger.state.others(builder)}:
        ledger.record("name_settled", builder, accepted=True)
        _make(ledger, builder, open_name.cards)


def _make(ledger: Ledger[State], player: int, cards: tuple[str, ...]) -> None:
    """V-STASH, V-SPEND."""
    rules = rules_of(ledger.state)
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
    """A molecule card with its concrete substance, under its first name."""
    name = next(iter(names(formula, rules.authority.table)), None)
    return StashCard(molecule, formula, name, molecule_cards(rules)[molecule].points)


# --- the end of a turn and of the game ----------------------------------------------------------------------


def _end_turn(ledger: Ledger[State], player: int, action: EndTurn) -> None:
    """V-LIMIT. V-COOP-LOSS: the turn in which the cards ran out is the last."""
    if action.discards:
        ledger.record("cards_discarded", player, cards=action.discards)
    ledger.record("turn_ended", player, points=ledger.state.built)
    state = ledger.state
    used_up = state.reshuffles >= COOP_RESHUFFLES and not state.pieces[DECK]
    if state.options.cooperative and state.options.cards_out == "deck" and used_up:
        _lost(ledger, "cards_ran_out")


def _lost(ledger: Ledger[State], reason: str) -> None:
    """V-COOP-LOSS: all lose together."""
    state = ledger.state
    made = len(kinds_to_make(state) & set(state.made))
    ledger.end(reason, (made,) * len(state.seats), winners=())


def _won(ledger: Ledger[State]) -> bool:
    """V-WIN, V-COOP: whether the latest molecules decide the game, which then ends at once."""
    state = ledger.state
    if state.options.cooperative:
        kinds = kinds_to_make(state)
        won = kinds <= set(state.made)
        if won:
            ledger.end("all_kinds_made", (len(kinds),) * len(state.seats), state.playing)
        return won
    target = rules_of(state).edition.target
    winners = [player for player in state.playing if state.scores[player] >= target]
    if winners:
        ledger.end("target_reached", state.scores, winners)
    return bool(winners)


playable = ValencePlusGame
