"""CompoundIt! from the first draw to the final score."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.game import Game, Open
from adjudicator.verdict import Ruling
from rulesets.compoundit.board import laying
from rulesets.compoundit.play import refereeing
from rulesets.compoundit.play.folding import SHOWN, fold
from rulesets.compoundit.play.opening import (
    NAME,
    first_player,
    options_of,
    rules_in_force,
    rules_of,
    supplies_of,
    tiles_of,
)
from rulesets.compoundit.play.state import (
    ACTIONS,
    SMALL,
    Accept,
    Action,
    AskJudge,
    Challenge,
    Pass,
    Place,
    Settle,
    State,
    supply,
)
from rulesets.compoundit.play.views import imagined, view_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.bots import Companion
    from adjudicator.engine.events import Event, Result
    from adjudicator.engine.game import Ledger
    from adjudicator.engine.rng import Rng

PLACE = Open("place")


class CompoundItGame(Game[State, Action]):
    name = NAME
    state_type = State
    actions = ACTIONS
    shown = SHOWN

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        rules = {2: "standard", 3: "beginner", 4: "simple-lewis+organic"}
        games: dict[str, dict[str, Any]] = {
            f"{mode}, {players} players, {variant}": {
                "players": players,
                "mode": mode,
                "rules": f"compoundit:{variant}",
            }
            for mode in ("verified", "challenge")
            for players, variant in rules.items()
        }
        expert = {"players": 2, "mode": "challenge", "consensus": True, "rules": "compoundit:expert"}
        return {**games, "challenge by consensus, 2 players, expert": expert}

    def opening(self, ledger: Ledger[State], options: Mapping[str, Any], rng: Rng) -> None:
        """C-FIRST, C-SUPPLY, C-RACK."""
        chosen = options_of(options)
        edition = rules_of(chosen).edition
        tiles, size = tiles_of(edition), dict(edition.supplies)[chosen.players]
        first, first_draws, rng = first_player(tiles, chosen.players, rng)
        supplies, set_aside, rng = supplies_of(tiles, chosen.players, size, rng)
        ledger.record(
            "game_started",
            options=chosen,
            edition=edition.label,
            first=first,
            first_draws=first_draws,
            supply_sizes=(size,) * chosen.players,
            set_aside_size=len(set_aside),
            supplies=supplies,
            set_aside=set_aside,
            rng=rng,
        )
        for place in range(chosen.players):
            _draw(ledger, (first + place) % chosen.players, edition.rack)

    def evolve(self, state: State | None, event: Event) -> State:
        return fold(state, event)

    def players_to_act(self, state: State) -> tuple[int, ...]:
        """Those who may object come before the one on turn, whose move ends the time for it."""
        acting = [player for player in state.players if self.legal_actions(state, player)]
        return tuple(sorted(acting, key=lambda player: player == state.turn))

    def legal_actions(self, state: State, player: int) -> tuple[Action | Open, ...]:
        """Everything but moves, which `moves.py` finds and `judge` decides."""
        small = tuple(a for a in SMALL if self.judge(state, player, a).ruling is Ruling.VALID)
        return (PLACE, *small) if refereeing.may_place(state, player) else small

    def judge(self, state: State, player: int, action: Action) -> ActionVerdict:
        return refereeing.judge(state, player, action)

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        match action:
            case Place():
                _make_final(ledger)
                _place(ledger, player, action)
            case Pass():
                _make_final(ledger)
                ledger.record("passed", player)
            case Accept():
                _accept(ledger, player)
            case Challenge():
                _challenge(ledger, player)
            case Settle():
                _settle(ledger, player, action)
            case AskJudge():
                _ask_judge(ledger)
        _go_on(ledger)

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
        return Counter(tiles_of(rules_in_force(state).edition))

    def companion(self) -> Companion[Action]:
        from rulesets.compoundit.play.companion import CompoundItCompanion

        return CompoundItCompanion()

    def about(self, state: State) -> tuple[str, Mapping[str, Any]]:
        options: dict[str, Any] = codec.plain(state.options)
        return state.edition, options


# --- turns --------------------------------------------------------------------------------------------------


def _place(ledger: Ledger[State], player: int, action: Place) -> None:
    state = ledger.state
    layout = laying.layout_of(rules_in_force(state).edition)
    new = laying.position_of(action.placements)
    runs = [
        {"squares": run.squares, "tiles": run.tiles, "score": laying.score(layout, run, new)}
        for run in laying.runs_of(laying.position_of(state.board), new)
    ]
    score = sum(run["score"] for run in runs if isinstance(run["score"], int))
    ledger.record("tiles_placed", player, placements=action.placements, runs=runs, score=score)
    if state.options.mode == "verified":  # C-MODES: nothing is left to challenge
        _make_final(ledger)


def _make_final(ledger: Ledger[State]) -> None:
    """C-DRAW, C-REFILL: the last move can no longer be challenged, so its player draws, if only nothing."""
    move = ledger.state.last_move
    if move is not None:
        _draw(ledger, move.player, move.tiles)


def _draw(ledger: Ledger[State], player: int, number: int) -> None:
    pile = ledger.state.pieces[supply(player)]
    drawn = pile[:number]
    ledger.record("tiles_drawn", player, number=len(drawn), supply_size=len(pile) - len(drawn), symbols=drawn)


def _go_on(ledger: Ledger[State]) -> None:
    """Skips lost turns (C-CHAL-LOST) and ends the game when it is over (C-END, C-ALL-PASS)."""
    while (turn := ledger.state.turn) is not None and ledger.state.lost_turns[turn]:
        ledger.record("turn_lost", turn, which="next turn")
    state = ledger.state
    if len(state.passed) == state.options.players:
        _end(ledger, "all_passed")
    elif state.turn is None and state.last_move is None:
        _end(ledger, "supply_low")


def _end(ledger: Ledger[State], reason: str) -> None:
    """C-WIN: equal highest scores share the win."""
    scores = ledger.state.scores
    winners = [player for player, score in enumerate(scores) if score == max(scores)]
    ledger.record("game_ended", scores=scores, winners=winners, reason=reason)


# --- challenges ---------------------------------------------------------------------------------------------


def _accept(ledger: Ledger[State], player: int) -> None:
    move = ledger.state.last_move
    assert move is not None
    ledger.record("move_accepted", player, of=move.player)
    if set(ledger.state.others(move.player)) == {*move.accepted, player}:
        _make_final(ledger)


def _challenge(ledger: Ledger[State], player: int) -> None:
    move = ledger.state.last_move
    assert move is not None
    ledger.record("challenged", player, of=move.player)
    if not ledger.state.options.consensus:
        _ask_judge(ledger)


def _settle(ledger: Ledger[State], player: int, action: Settle) -> None:
    """C-CONSENSUS: all of one mind decide; the first who is of another calls the judge."""
    ledger.record("opinion_given", player, ruling=action.ruling)
    challenge = ledger.state.challenge
    assert challenge is not None
    if len({ruling for _, ruling in challenge.said}) > 1:
        _ask_judge(ledger)
    elif len(challenge.said) == ledger.state.options.players:
        _rule(ledger, Ruling(action.ruling), decided_by="agreement")


def _ask_judge(ledger: Ledger[State]) -> None:
    state = ledger.state
    ruled = refereeing.ruling_on(state, state.laid_last, state.before_last_move)
    plain = ruled.to_json()
    detail = {name: plain[name] for name in ("reason", "geometry", "runs")}
    _rule(ledger, ruled.ruling, decided_by="judge", **detail)


def _rule(ledger: Ledger[State], ruling: Ruling, **how: Any) -> None:
    """C-CHAL-WON, C-CHAL-LOST. C-SOURCE: what stays open costs nobody anything, and the move stands."""
    move, challenge, laid = ledger.state.last_move, ledger.state.challenge, ledger.state.laid_last
    assert move is not None
    assert challenge is not None
    ledger.record("ruling_given", move.player, ruling=ruling, challenger=challenge.challenger, **how)
    if ruling is Ruling.INVALID:
        ledger.record("move_taken_back", move.player, placements=laid, score=move.score)
        ledger.record("turn_lost", move.player, which="this turn")
    else:
        _make_final(ledger)
