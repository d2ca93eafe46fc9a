"""Bots see only their view, follow the rules, and play the same again with the same seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import ruleset
from adjudicator.engine.agents.bots import (
    Bot,
    Character,
    PlainPlayers,
    chance_of,
    next_action,
    play_out,
    players_of,
    quick_bots,
    seated,
    sparing,
    usual_bots,
)
from adjudicator.engine.agents.thinking import ThinkingBot
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import record_of, replay
from adjudicator.engine.rng import Rng
from adjudicator.engine.terminal import terminal_of
from adjudicator.errors import AdjudicatorError, UnknownRuleset, UnreadableInput
from adjudicator_rulesets.compoundit.bots import players
from adjudicator_rulesets.compoundit.bots.bots import BUDGETS, Situation, StrongChooser
from adjudicator_rulesets.compoundit.bots.moves import best_plays, every_play
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.opening import rules_of
from adjudicator_rulesets.compoundit.play.state import Accept, Challenge, Pass, Place, Settle, State, rack
from tests.support.sampling import by_day

GAME = CompoundItGame()
KINDS = ("random", "greedy", "strong:1")
STANDARD: dict[str, Any] = {"rules": "compoundit:standard"}


def chance(seed: int = 1) -> Random:
    return Random(seed)


def bot(text: str) -> Bot[Any]:
    return players.bot(Character.parse(text))


def after_moves(number: int, seed: int = 5, **options: Any) -> State:
    """A game in which greedy bots have acted this often."""
    state = GAME.new({**STANDARD, **options}, seed)
    bots = dict.fromkeys(state.players, bot("greedy"))
    for _ in range(number):
        chosen = next_action(GAME, state, bots, seed)
        assert chosen is not None
        state, _ = GAME.apply(state, *chosen)
    return state


def with_table(view: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**view, "table": {**view["table"], **changes}}


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["greedy", "strong:5", "strong+daring", "strong:2+daring"])
def test_a_character_is_written_as_it_is_read(text: str) -> None:
    assert str(Character.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Strong", "strong:", "strong:12", "strong:0", "strong:9", "greedy:2", "clever", "greedy+shy", "a b"],
)
def test_a_bot_that_is_not_there_is_refused_with_its_name(text: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        bot(text)
    assert refused.value.code == "bad_bot"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (players_of, "can be judged, not played yet"),
        (terminal_of, "can be judged, not played yet"),
        (load_game, "can be judged, not played yet"),
    ],
)
def test_a_game_that_is_not_played_says_so(
    part: Callable[[str], Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare: Any = SimpleNamespace(title="Bare", variants=dict, load=None)
    monkeypatch.setattr(ruleset, "games", lambda: {"bare": lambda: bare})
    with pytest.raises(UnknownRuleset, match=f"Bare {said}"):
        part("bare")


# --- what they see ------------------------------------------------------------------------------------------


class SpyBot:
    """Passes a view on, and notes that it was one."""

    def __init__(self, inner: Bot[Any], player: int) -> None:
        self.inner, self.player, self.views = inner, player, 0

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        self.views += 1
        assert view["you"] == self.player
        assert not {"rng", "pieces", "supplies", "set_aside"} & set(view)
        return self.inner.choose(view, random)


@pytest.mark.parametrize("kind", KINDS)
def test_bots_get_their_own_view_and_nothing_else(kind: str) -> None:
    state = GAME.new(STANDARD, 3)
    bots = {player: SpyBot(bot(kind), player) for player in state.players}
    for _ in range(6):
        chosen = next_action(GAME, state, bots, 3)
        assert chosen is not None
        state, _ = GAME.apply(state, *chosen)
    assert all(spy.views for spy in bots.values())


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_hidden_changes_nothing(kind: str) -> None:
    """The same view of two different states leads to the same action."""
    state = after_moves(4)
    player = GAME.players_to_act(state)[0]
    view = GAME.view(state, player)
    other = GAME.imagine(view, Rng.seeded("another deal"))
    assert other.pieces != state.pieces
    chosen = {bot(kind).choose(GAME.view(one, player), chance()) for one in (state, other)}
    assert len(chosen) == 1


# --- how they play ------------------------------------------------------------------------------------------


def test_greedy_plays_the_best_there_is() -> None:
    state = after_moves(5)
    player = GAME.players_to_act(state)[0]
    rules, position = rules_of(state), laying.position_of(state.board)
    best = best_plays(position, state.pieces[rack(player)], rules)[0]
    assert bot("greedy").choose(GAME.view(state, player), chance()) == Place(best.placements)


def test_random_plays_all_there_is() -> None:
    state = after_moves(0)
    player = GAME.players_to_act(state)[0]
    rules = rules_of(state)
    plays = {play.placements for play in every_play({}, state.pieces[rack(player)], rules)}
    view, random = GAME.view(state, player), chance()
    chosen = [bot("random").choose(view, random) for _ in range(30)]
    assert all(isinstance(action, Place) and action.placements in plays for action in chosen)
    assert len(set(chosen)) > 5


@pytest.mark.parametrize("kind", KINDS)
def test_who_has_nothing_to_play_passes(kind: str) -> None:
    state = after_moves(0)
    player = GAME.players_to_act(state)[0]
    view = with_table(GAME.view(state, player), rack=[])
    assert bot(kind).choose(view, chance()) == Pass()


def test_strong_does_not_always_take_the_most() -> None:
    states = [after_moves(number, seed=seed) for number in (1, 3, 5) for seed in (1, 2)]
    views = [GAME.view(state, GAME.players_to_act(state)[0]) for state in states]
    greedy = [bot("greedy").choose(view, chance()) for view in views]
    strong = [bot("strong").choose(view, chance()) for view in views]
    assert greedy != strong


def test_C_END_in_the_very_last_turn_strong_is_greedy() -> None:
    state = after_moves(4)
    player = GAME.players_to_act(state)[0]
    view = with_table(GAME.view(state, player), last_turns=[player])
    assert bot("strong").choose(view, chance()) == bot("greedy").choose(view, chance())


@pytest.mark.rule("C-ALL-PASS")
def test_strong_passes_when_that_ends_the_game_won() -> None:
    state = after_moves(4)
    player = GAME.players_to_act(state)[0]
    view = with_table(GAME.view(state, player), passed=[1 - player])
    ahead = [50 if one == player else 10 for one in (0, 1)]
    assert bot("strong:1").choose({**view, "scores": ahead}, chance()) == Pass()
    assert bot("strong:1").choose({**view, "scores": ahead[::-1]}, chance()) != Pass()


def test_levels_differ_in_how_much_they_look_at() -> None:
    work = [budget.candidates * budget.samples for _, budget in sorted(BUDGETS.items())]
    assert work == sorted(set(work))
    strong: list[Any] = [bot(f"strong:{level}") for level in BUDGETS]
    assert all(isinstance(one.chooser, StrongChooser) for one in strong)


def test_a_share_of_the_budget_imagines_fewer_deals_and_still_gives_a_legal_move() -> None:
    state = after_moves(4)
    player = GAME.players_to_act(state)[0]
    hurried: Any = sparing(bot("strong"), 0.25)
    assert hurried.chooser.budget == replace(BUDGETS[3], samples=BUDGETS[3].samples // 4)
    assert sparing(bot("strong:1"), 0.25).chooser.budget.samples == 1  # type: ignore[attr-defined]
    greedy = bot("greedy")
    assert sparing(greedy, 0.25) is greedy
    action = hurried.choose(GAME.view(state, player), chance())
    assert action is not None
    assert GAME.judge(state, player, action).ruling == "valid"


def test_bots_judge_by_the_edition_the_game_was_started_with() -> None:
    state = after_moves(1)
    view = {**GAME.view(state, state.turn), "edition": "compoundit/other sha256:0"}
    with pytest.raises(AdjudicatorError, match="no edition"):
        Situation.of(view)


# --- challenges ---------------------------------------------------------------------------------------------


def challenged_position(symbols: str, players: int = 2, **options: Any) -> tuple[State, int]:
    """The first player has laid these two tiles on the centre, in `challenge` mode."""
    for seed in range(200):
        state = GAME.new({**STANDARD, "mode": "challenge", **options}, seed, players=players)
        player = state.first
        tiles = symbols.split()
        if all(tile in state.pieces[rack(player)] for tile in tiles):
            move = Place(tuple(Placement(8, 8 + place, tile) for place, tile in enumerate(tiles)))
            return GAME.apply(state, player, move)[0], (player + 1) % players
    raise AssertionError("no such rack")


@pytest.mark.rule("C-CHAL")
def test_bots_challenge_what_the_rules_refuse_and_nothing_else() -> None:
    state, other = challenged_position("Na O")
    assert bot("greedy").choose(GAME.view(state, other), chance()) == Challenge(state.version)
    state, other = challenged_position("Na Cl")
    assert isinstance(bot("greedy").choose(GAME.view(state, other), chance()), Place)


@pytest.mark.rule("C-DRAW")
def test_who_is_not_on_turn_accepts_a_good_move() -> None:
    state, _ = challenged_position("Na Cl", players=3)
    waiting = next(player for player in state.players if player not in (state.first, state.turn))
    assert bot("greedy").choose(GAME.view(state, waiting), chance()) == Accept(state.version)


@pytest.mark.rule("C-CONSENSUS")
@pytest.mark.parametrize(("tiles", "held"), [("Na O", "invalid"), ("Na Cl", "valid")])
def test_at_a_table_that_talks_bots_are_honest(tiles: str, held: str) -> None:
    state, other = challenged_position(tiles, consensus=True)
    state, _ = GAME.apply(state, other, Challenge(state.version))
    for player in (0, 1):
        action = bot("greedy").choose(GAME.view(state, player), chance())
        assert action == Settle("valid" if held == "valid" else "invalid")
        state, _ = GAME.apply(state, player, action)
    assert state.challenge is None


def bluffs(text: str, mode: str) -> int:
    """Of forty tries, how many moves the rules refuse; the game itself must accept all of them."""
    state, verified = after_moves(2, mode=mode), after_moves(2, mode="verified")
    player = state.turn
    assert player is not None
    view, random = GAME.view(state, player), chance()
    actions = [bot(text).choose(view, random) or Accept(0) for _ in range(40)]
    assert all(GAME.judge(state, player, action).ruling == "valid" for action in actions)
    return sum(GAME.judge(verified, player, action).ruling == "invalid" for action in actions)


def test_only_daring_bots_bluff_and_only_where_moves_can_be_challenged() -> None:
    assert bluffs("greedy", "challenge") == 0
    assert bluffs("greedy+daring", "verified") == 0
    assert 0 < bluffs("greedy+daring", "challenge") < 20


def test_a_daring_bot_is_caught() -> None:
    record = play_out(GAME, {"mode": "challenge"}, ["greedy+daring", "greedy"], "caught")
    rulings = [event["ruling"] for event in record.events if event.type == "ruling_given"]
    assert rulings
    assert set(rulings) == {"invalid"}


# --- whole games --------------------------------------------------------------------------------------------

GAMES = [
    (("greedy", "random"), {}),
    (("strong:1", "greedy", "random"), {"rules": "compoundit:beginner"}),
    (("greedy", "strong:1", "greedy+daring", "random"), {"mode": "challenge"}),
    (("greedy+daring", "strong:1"), {"mode": "challenge", "consensus": True, "rules": "compoundit:expert"}),
]


@pytest.mark.parametrize(("players", "options"), by_day(2, [pytest.param(*each) for each in GAMES]))
@pytest.mark.slow
def test_whole_games_are_the_same_again_and_replay(players: tuple[str, ...], options: dict[str, Any]) -> None:
    game = load_game("compoundit")
    record = play_out(game, options, players, "again")
    assert record == play_out(game, options, players, "again")
    assert record != play_out(game, options, players, "other")
    assert record.players == players
    assert record_of(game, record.events, players) == record
    assert replay(game, record.events).result == record.result is not None


def test_a_bot_goes_on_after_a_restart_as_it_would_have() -> None:
    """Everything in memory is gone; the saved state, the seed and the names are enough."""
    whole = play_out(GAME, STANDARD, ["random", "random"], "restart")
    bots = dict(enumerate(seated(GAME.name, ["random", "random"])))
    state, events = GAME.start(STANDARD, "restart")
    while (chosen := next_action(GAME, state, bots, "restart")) is not None:
        after, more = GAME.apply(state, *chosen)
        events += more
        state = GAME.state_from_json(json.loads(json.dumps(GAME.state_to_json(after))))
        bots = dict(enumerate(seated(GAME.name, ["random", "random"])))
    assert events == whole.events


def test_no_two_bots_and_no_two_moments_have_the_same_chance() -> None:
    drawn = {chance_of("s", player, version).random() for player in range(6) for version in range(50)}
    assert len(drawn) == 300


def test_bots_that_never_end_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.engine.agents.bots.MOST_ACTIONS", 3)
    with pytest.raises(AdjudicatorError) as stuck:
        play_out(GAME, {}, ["greedy", "greedy"], 1)
    assert stuck.value.code == "bots_stuck"


@pytest.mark.parametrize("name", by_day(5, playable_games()))
def test_a_gentle_bot_plays_legally_to_the_end_and_not_always_the_best(name: str) -> None:
    game = load_game(name)
    record = play_out(game, {}, ["gentle", "gentle"], "beginner")
    assert record.result is not None
    assert record.events != play_out(game, {}, ["greedy", "greedy"], "beginner").events
    for text in ("gentle:2", "gentle+daring"):
        with pytest.raises(UnreadableInput, match="gentle"):
            players_of(name).bot(Character.parse(text))


PLAYED_OUT = ("compounded", "ion", "valence-plus")


@pytest.mark.parametrize("game", PLAYED_OUT)
def test_strong_plays_its_choices_out_and_policy_is_its_quick_choice(game: str) -> None:
    strong, policy = seated(game, ["strong", "policy"])
    assert isinstance(strong, ThinkingBot)
    played = load_game(game)
    state = played.new(seed=3)
    view = played.view(state, played.players_to_act(state)[0])
    assert strong.quick.choose(view, Random(1)) == policy.choose(view, Random(1)) is not None
    assert sparing(strong, 0.5).playouts == strong.playouts // 2  # type: ignore[attr-defined]
    assert sparing(policy, 0.25) is policy
    known = players_of(game)
    assert set(quick_bots(known)) == set(known.BOTS) - {"strong"}


def test_a_game_without_a_policy_has_only_quick_bots() -> None:
    players = PlainPlayers(load_game("ion"))
    assert quick_bots(players) == ["random"]


@pytest.mark.parametrize("name", playable_games())
def test_a_playout_comes_where_judged_actions_come(name: str) -> None:
    """In playouts the policy's actions are not judged: they are all legal, and do the same."""
    game = load_game(name)
    seats = usual_bots(name, ["policy", "greedy", "greedy"])[: game.numbers[0]]
    bots = dict(enumerate(seated(name, seats)))
    state = game.new({}, f"played on {name}", players=game.numbers[0])
    for _ in range(40):
        chosen = next_action(game, state, bots, "played on")
        if chosen is None:
            break
        after, _ = game.apply(state, *chosen)
        assert game.played_on(state, *chosen) == after
        state = after
    assert state.version > 20
