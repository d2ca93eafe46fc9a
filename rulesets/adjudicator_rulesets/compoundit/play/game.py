"""CompoundIt! from the first draw to the final score."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agenda import Open
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import Game
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compoundit.judging.board import laying, moving
from adjudicator_rulesets.compoundit.play import opening
from adjudicator_rulesets.compoundit.play import rulings as refereeing
from adjudicator_rulesets.compoundit.play.folds import FOLDS, SHOWN, begun
from adjudicator_rulesets.compoundit.play.opening import (
    EDITIONS,
    NAME,
    PLAYERS,
    first_player,
    rules_of,
    tiles_of,
)
from adjudicator_rulesets.compoundit.play.rulings import MoveVerdict
from adjudicator_rulesets.compoundit.play.state import (
    ACTIONS,
    FORMER,
    MATTERS,
    REPLIES,
    Accept,
    Action,
    AskJudge,
    Challenge,
    OpenChallenge,
    Options,
    Pass,
    Place,
    Settle,
    State,
    rack,
    supply,
)
from adjudicator_rulesets.compoundit.play.views import imagined, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.compoundit.edition import Square

REPLY = "last_move"  # what the asks to reply to a move are about: the next move takes that chance away
ANSWERS: dict[str, tuple[Action | Open, ...]] = {
    "place": (Open("place"),),
    "pass": (Pass(),),
    "settle": (Settle("valid"), Settle("invalid")),
    "ask_judge": (AskJudge(),),
}


class CompoundItGame(Game[State, Action]):
    name = NAME
    options_type, former = Options, FORMER
    state_type = State
    by_verdict = True  # its runs and their scores
    actions = ACTIONS
    matters = MATTERS
    folds = FOLDS
    shown = SHOWN
    numbers = PLAYERS
    editions = EDITIONS
    rule_players, rule_end = "C-PLAYERS", "C-END"
    simultaneous = True
    refereed = ("settle", "ask_judge")

    def presets(self) -> Mapping[str, Preset]:
        rules = {2: "standard", 3: "beginner", 4: "simple-lewis+organic"}
        games = {
            f"{mode}, {players} players, {variant}": Preset(
                players, {"mode": mode, "rules": f"compoundit:{variant}"}
            )
            for mode in ("verified", "challenge")
            for players, variant in rules.items()
        }
        # The supplies of four are the smallest: about five turns for each.
        short = Preset(4, {"mode": "verified", "rules": "compoundit:beginner"})
        expert = Preset(2, {"mode": "challenge", "consensus": False, "rules": "compoundit:expert"})
        return {
            **games,
            "verified, 4 players, beginner": short,
            "challenge without talk, 2 players, expert": expert,
        }

    def setup_faults(self, setup: Setup) -> Iterator[str]:
        return opening.faults(setup)

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:
        """C-FIRST, C-SUPPLY, C-RACK: supplies lie face down in the order of drawing."""
        edition, players = rules_of(setup).edition, len(setup.seats)
        tiles, size = tiles_of(edition), dict(edition.supplies)[players]
        first, first_draws = first_player(tiles, players, ledger)
        shuffled = ledger.shuffled(tiles)
        set_aside = shuffled[players * size :]
        ledger.record(
            "game_started",
            first=first,
            first_draws=first_draws,
            supply_sizes=(size,) * players,
            set_aside_size=len(set_aside),
            supplies=[shuffled[player * size : (player + 1) * size] for player in range(players)],
            set_aside=set_aside,
        )
        for place in range(players):
            _draw(ledger, (first + place) % players, edition.rack)

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        return begun(header, event)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Players who may object come before the one to move, whose move ends the time to object (C-DRAW)."""
        if isinstance(state.agenda.top, OpenChallenge):
            return tuple(_talk(state, state.agenda.top))
        return tuple(_turn(state))

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        """Everything but moves, which `moves.py` finds and `judge` decides."""
        move = state.last_move
        named = 0 if move is None else move.version
        return tuple(action for kind in ask.kinds for action in ANSWERS.get(kind) or (REPLIES[kind](named),))

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return refereeing.ruling(state, player, action)

    def draft_ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        """Only the board is judged: players have to know themselves which runs are compounds."""
        if isinstance(action, Place):
            return refereeing.laid(state, player, action)
        return self.ruling(state, player, action)

    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: ActionVerdict) -> None:
        match action:
            case Place():
                _make_final(ledger)
                _place(ledger, player, action, verdict)
            case Pass():
                _pass(ledger, player)
            case Accept():
                _accept(ledger, player)
            case Challenge():
                _challenge(ledger, player)
            case Settle():
                _settle(ledger, player, action)
            case AskJudge():
                _ask_judge(ledger)
        _go_on(ledger)

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:
        """The others continue, and what waited only for this player is settled."""
        super().gone(ledger, player, why)
        if ledger.state.result is None:
            _agree(ledger)
            _accepted(ledger)
            _go_on(ledger)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        return table_of(state, viewer)

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        return imagined(self, view, rng)

    def box(self, state: State) -> Counter[str]:
        return Counter(tiles_of(rules_of(state).edition))


# --- asks ---------------------------------------------------------------------------------------------------


def _talk(state: State, challenge: OpenChallenge) -> Iterator[Ask]:
    """C-CONSENSUS: each player gives an opinion on the move, and any of them may call the judge."""
    said = dict(challenge.said)
    for player in sorted(state.playing, key=lambda player: player == state.turn):
        kinds = ("ask_judge",) if player in said else ("settle", "ask_judge")
        obliged = player not in said
        otherwise = AskJudge() if obliged else None
        yield state.agenda.ask(player, *kinds, obliged=obliged, parallel=True, otherwise=otherwise)


def _turn(state: State) -> Iterator[Ask]:
    """C-CHAL, C-TURN. When nobody has a turn left, the game waits until the last move is final."""
    turn, last, move = state.turn, state.turn is None, state.last_move
    otherwise = Accept(move.version) if last and move is not None else None
    kinds_of_reply = ("challenge",) if state.stays_open else ("challenge", "accept")
    replying = [player for player in state.playing if refereeing.may_reply(state, player)]
    replies = {
        player: replace(
            state.agenda.ask(player, *kinds_of_reply, obliged=last, parallel=True, otherwise=otherwise),
            about=REPLY,
        )
        for player in replying
    }
    yield from (ask for player, ask in replies.items() if player != turn)
    if turn is not None:
        kinds = ("place", "pass") if state.pieces[rack(turn)] else ("pass",)
        yield state.agenda.ask(turn, *kinds, parallel=True, otherwise=Pass())  # others may accept meanwhile
        if turn in replies:
            yield replies[turn]


# --- turns --------------------------------------------------------------------------------------------------


def _place(ledger: Ledger[State], player: int, action: Place, verdict: ActionVerdict) -> None:
    """C-MODES: a verified move is already judged, so there is nothing to challenge."""
    if isinstance(verdict, MoveVerdict):
        runs = [_run(run.squares or (), run.tiles, run.score or 0) for run in verdict.runs]
    else:
        runs = list(_runs(ledger.state, action))
    score = sum(run["score"] for run in runs)
    ledger.record("tiles_placed", player, placements=action.placements, runs=runs, score=score)
    if ledger.state.options.mode == "verified":
        _make_final(ledger)


def _runs(state: State, action: Place) -> Iterator[dict[str, Any]]:
    layout, new = laying.layout_of(rules_of(state).edition), laying.position_of(action.placements)
    for run in laying.runs_of(laying.position_of(state.board), new):
        yield _run(run.squares, run.tiles, laying.score(layout, run, new))


def _run(squares: Sequence[Square], tiles: Sequence[str], score: int) -> dict[str, Any]:
    return {"squares": squares, "tiles": tiles, "score": score}


def _pass(ledger: Ledger[State], player: int) -> None:
    """C-CHAL: a pass accepts the last move for that player only; the others may still challenge it."""
    if ledger.state.options.passing == "all":
        _make_final(ledger)
    ledger.record("passed", player)
    _accepted(ledger)


def _make_final(ledger: Ledger[State]) -> None:
    """C-DRAW, C-REFILL: the last move can no longer be challenged, so its player draws, possibly no tiles."""
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
    back = state.last_move is not None and state.turn == state.last_move.player and not state.stays_open
    if back and state.challenge is None:
        _make_final(ledger)  # C-CHAL: the turn is back with its author
        state = ledger.state
    if set(state.passed) == set(state.playing):
        ledger.end("all_passed")  # C-WIN: equal highest scores share the win
    elif state.turn is None and state.last_move is None:
        ledger.end("supply_low")


# --- challenges ---------------------------------------------------------------------------------------------


def _accept(ledger: Ledger[State], player: int) -> None:
    move = ledger.state.last_move
    assert move is not None
    ledger.record("move_accepted", player, of=move.player)
    _accepted(ledger)


def _accepted(ledger: Ledger[State]) -> None:
    """C-DRAW: a move accepted by all is final."""
    state, move = ledger.state, ledger.state.last_move
    if move is not None and state.challenge is None and {*state.others(move.player)} <= {*move.accepted}:
        _make_final(ledger)


def _challenge(ledger: Ledger[State], player: int) -> None:
    move = ledger.state.last_move
    assert move is not None
    ledger.record("challenged", player, of=move.player)
    if not ledger.state.options.consensus:
        _ask_judge(ledger)


def _settle(ledger: Ledger[State], player: int, action: Settle) -> None:
    """C-CONSENSUS: a unanimous opinion decides; the first differing one calls the judge."""
    ledger.record("opinion_given", player, ruling=action.ruling)
    _agree(ledger)


def _agree(ledger: Ledger[State]) -> None:
    challenge = ledger.state.challenge
    if challenge is None:
        return
    rulings = {ruling for _, ruling in challenge.said}
    if len(rulings) > 1:
        _ask_judge(ledger)
    elif {player for player, _ in challenge.said} >= {*ledger.state.playing}:
        _rule(ledger, Ruling(rulings.pop()), decided_by="agreement")


def _ask_judge(ledger: Ledger[State]) -> None:
    state = ledger.state
    ruled = moving.rule_on_move(rules_of(state), state.before_last_move, state.laid_last)
    plain = ruled.to_json()
    detail = {name: plain[name] for name in ("reason", "geometry", "runs")}
    _rule(ledger, ruled.ruling, decided_by="judge", **detail)


def _rule(ledger: Ledger[State], ruling: Ruling, **how: Any) -> None:
    """C-CHAL-WON, C-CHAL-LOST. C-SOURCE: an unresolved ruling costs nobody anything, and the move stands."""
    move, challenge, laid = ledger.state.last_move, ledger.state.challenge, ledger.state.laid_last
    assert move is not None
    assert challenge is not None
    ledger.record("ruling_given", move.player, ruling=ruling, challenger=challenge.challenger, **how)
    if ruling is Ruling.INVALID:
        ledger.record("move_taken_back", move.player, placements=laid, score=move.score)
        ledger.record("turn_lost", move.player, which="this turn")
    else:
        _make_final(ledger)


playable = CompoundItGame
