"""Bots of Valence Plus: they play by their view, end every game, and the better ones win."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agents.bots import Character, play_out
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.agents.simulating import Rate
from adjudicator.engine.codec import plain
from adjudicator.errors import UnreadableInput
from adjudicator_rulesets.valence_plus.bots import players
from adjudicator_rulesets.valence_plus.play.state import (
    Block,
    Build,
    Draw,
    EndTurn,
    Exchange,
    React,
    SettleName,
    TradeUp,
)
from adjudicator_rulesets.valence_plus.shown import terminal
from tests.oracle.valence_referee import Referee
from tests.support.sampling import in_turn, slow_unless_today
from tests.support.valence_table import GAME, collected, table

VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "younger": {"younger": True},
    "naming": {"naming": True},
    "original": {"original": True},
    "cooperative": {"cooperative": True},
    "cooperative original": {"cooperative": True, "original": True},
    "helium": {"helium": True},
    "oganesson": {"oganesson": True},
    "everything": {"younger": True, "naming": True, "cooperative": True, "helium": True, "oganesson": True},
}
SEATS = (("policy", "greedy"), ("greedy", "random", "policy"), ("random", "policy", "greedy", "random"))


def wins(first: str, second: str, games: int, seed: str) -> int:
    """How often the first wins, with rotating seats."""
    won = 0
    for number in range(games):
        seats = [first, second] if number % 2 == 0 else [second, first]
        result = play_out(GAME, {}, seats, f"{seed}/{number}").result
        assert result is not None
        won += result.winners == (seats.index(first),)
    return won


def test_a_reason_to_end_the_turn_is_what_the_kept_cards_make_with_the_next() -> None:
    def why(*hand: str, discards: tuple[str, ...] = ()) -> str | None:
        state = collected(table(hand, ("K", "K")))
        return foresight_of(GAME).why(GAME.view(state, 0), EndTurn(discards))

    assert why("Na", "S", "F") == "With H, what you keep makes NaHS (Metal Hydrosulfide, 4)."
    assert why("Na", "S", "F", discards=("S",)) != why("Na", "S", "F")
    assert why("O", "H", "Na", "S") is None, "it makes as much already"
    with prose.speaking("de"):
        assert why("Na", "S", "F") == "Was du behältst, ergibt mit H dann NaHS (Metallhydrogensulfid, 4)."


@pytest.mark.parametrize("variant", slow_unless_today(3, VARIANTS))
def test_bots_end_every_variant_and_a_referee_agrees(variant: str) -> None:
    for number, seats in enumerate(SEATS):
        record = play_out(GAME, VARIANTS[variant], seats, f"{variant}/{number}").to_json()
        assert Referee(record).points == record["result"]["scores"]


def test_bots_that_play_together_do_not_pass_one_card_to_and_fro_for_ever() -> None:
    """Regression: with this seed strong and greedy took turns at the discard pile and never emptied the deck."""
    assert play_out(GAME, {"cooperative": True}, SEATS[0], "thousand/cooperative/18").result is not None


@in_turn(3)
def test_greedy_beats_random_and_strong_beats_greedy_in_a_small_sample() -> None:
    assert wins("greedy", "random", 12, "small") >= 9
    assert wins("policy", "greedy", 16, "small") >= 8


@pytest.mark.nightly
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_of_every_variant_end(variant: str) -> None:
    for number in range(300):
        seats = SEATS[number % len(SEATS)]
        assert play_out(GAME, VARIANTS[variant], seats, f"many/{variant}/{number}").result is not None


@pytest.mark.nightly
def test_strong_beats_greedy() -> None:
    won = wins("policy", "greedy", 400, "strength")
    assert won / 400 >= 0.58, Rate.of(won, 400)


@pytest.mark.nightly
def test_greedy_beats_random() -> None:
    won = wins("greedy", "random", 400, "strength")
    assert won / 400 >= 0.90, Rate.of(won, 400)


def chosen(state: Any, bot: str = "policy") -> Any:
    return players.bot(Character.parse(bot)).choose(GAME.view(state, state.turn), Random(1))


@pytest.mark.slow
def test_the_same_view_and_chance_give_the_same_action_whatever_is_hidden() -> None:
    from tests.support.valence_subject import lasting_twin

    state = GAME.new({}, 4, players=3)
    for number in range(5):
        twin = lasting_twin(state, state.turn, Random(number))
        assert twin.pieces != state.pieces
        for bot in players.BOTS:
            assert chosen(twin, bot) == chosen(state, bot)


def test_strong_wins_when_it_can() -> None:
    fifteen = [("Base", "NaOH")] * 3 + [("Metal Oxide", "CaO")]
    state = table(["H", "H", "O", "F", "F"], ["K"] * 4, discard=["Cl"], stashes=[fifteen, []])
    after = GAME.apply(state, 0, chosen(state))[0]
    while after.result is None and after.turn == 0:
        after = GAME.apply(after, 0, chosen(after))[0]
    assert after.result is not None
    assert after.result.winners == (0,)


def test_strong_does_not_make_another_win() -> None:
    rich = [("Base", "NaOH")] * 2 + [("Metal Oxide", "CaO"), ("Carbon Dioxide", "CO2")]
    state = table(["O", "O"], ["H"], stashes=[[("Sulfuric Acid", "H2SO4")], rich])
    assert chosen(state) != React(("H2SO4",), 1, "CaO")


def test_strong_takes_a_base_down() -> None:
    rich = [("Base", "NaOH"), ("Base", "KOH"), ("Halocarbon", "CF4")]
    state = table(["O", "O"], ["H"], stashes=[[("Acid", "HCl")], rich])
    assert isinstance(chosen(state), React)


@pytest.mark.parametrize("name", ["nobody", "strong:3", "greedy+daring", "", "STRONG"])
def test_bots_that_there_are_not(name: str) -> None:
    with pytest.raises(UnreadableInput):
        players.bot(Character.parse(name))


# --- the terminal -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", Draw()),
        ("draw discard", Draw("discard")),
        ("exchange", Exchange(("H", "O"))),
        ("exchange O H", Exchange(("O", "H"))),
        ("trade NaCl", TradeUp("NaCl")),
        ("draw from discard", Draw("discard")),
        ("react HCl with NaOH of 2", React(("HCl",), 1, "NaOH")),
        ("react HCl + H2SO4 with CuZn of 2", React(("HCl", "H2SO4"), 1, "CuZn")),
        ("react H2O with SO3", React(("H2O",), 0, "SO3")),
        ("build H O Na", Build(("H", "O", "Na"))),
        ("build H2O as water", Build(("H", "H", "O"), "water")),
        ("accept", SettleName(accept=True)),
        ("end", EndTurn()),
        ("end_turn", EndTurn()),
        ("trade_up NaCl", TradeUp("NaCl")),
        ("block", Block(block=True)),
        ("let", Block(block=False)),
        ("end F Cl", EndTurn(("F", "Cl"))),
    ],
)
def test_actions_as_players_write_them(text: str, action: Any) -> None:
    view = GAME.view(table(["H", "O"], ["K"]), 0)
    assert plain(terminal.read(text, view)) == plain(action)
    assert plain(terminal.read(terminal.write(action), view)) == plain(action)


@pytest.mark.parametrize("text", ["", "fly", "react HCl", "build", "build qq", "end ?", "trade"])
def test_what_nobody_can_read(text: str) -> None:
    with pytest.raises(UnreadableInput):
        terminal.read(text, GAME.view(table(["H", "O"], ["K"]), 0))


def test_the_table_and_the_events_can_be_read() -> None:
    record = play_out(GAME, {}, ("policy", "greedy"), "told")
    told = [prose.tell("valence-plus", event, record.players) for event in record.events]
    assert any(line and "builds" in line for line in told)
    drawn = terminal.draw(GAME.view(table(["H", "O"], ["K"]), 0), ("ann", "bob"))
    assert "ann" in drawn
    assert "Your hand" in drawn


def test_hints_are_the_best_sets_of_builds() -> None:

    state = collected(table(["C", "F", "F", "F", "H", "Na", "O"], ["K"]))
    hints = players.hints(GAME.view(state, 0), 3)
    made = "NaF, sodium fluoride (Salt) and COF2, carbonyl fluoride (Deadly Carbonyls)"
    assert (hints[0].value, hints[0].why) == (5, f"Builds {made} this turn.")
    with prose.speaking("de"):
        (german,) = players.hints(GAME.view(state, 0), 1)
    assert german.why.startswith("Damit baust du in diesem Zug NaF, Natriumfluorid (Salz) und COF2")
    assert GAME.judge(state, 0, hints[0].action).ruling == "valid"
    assert players.hints(GAME.view(state, 1), 3) == ()


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        (
            "en",
            (
                "Builds HCl, hydrogen chloride (Acid) this turn: no points yet, "
                "but HCl can react later and bring three cards."
            ),
        ),
        (
            "de",
            (
                "Damit baust du in diesem Zug HCl, Chlorwasserstoff (Säure): noch keine Punkte, "
                "aber HCl kann später reagieren und drei Karten bringen."
            ),
        ),
    ],
)
def test_V_REACTOR_a_build_without_points_says_what_it_is_good_for(language: str, reason: str) -> None:
    """Regression: "2.5 ± 0.6 points more" for HCl, which is worth no points, because it "builds HCl"."""
    with prose.speaking(language):
        hints = players.hints(GAME.view(collected(table(["Cl", "H"], ["K"])), 0), 3)
    assert [(hint.value, hint.why) for hint in hints] == [(0, reason)]


def test_equal_builds_are_counted_in_hints() -> None:
    """Regression: "KCl (Salt) and KCl (Salt)"."""
    hand = ["Cl", "Cl", "K", "K"]
    hints = players.hints(GAME.view(collected(table(hand, ["K"])), 0), 1)
    assert hints[0].why == "Builds 2 KCl, potassium chloride (Salt) this turn."
    view = GAME.view(table(hand, ["K"], discard=["Cl"]), 0)
    said = {hint.action: hint.why for hint in players.hints(view, 9)}
    assert said[Draw("deck")] == "You keep what builds 2 KCl, potassium chloride (Salt)."
    assert (
        said[Draw("discard")]
        == "You keep what builds 2 KCl, potassium chloride (Salt), and know what you get."
    )


def test_hints_to_draw_say_why_and_not_again_what() -> None:
    said = {hint.action: hint.why for hint in players.hints(GAME.view(table(["H", "O"], ["K"]), 0), 9)}
    assert said[Draw("deck")] == "It may bring Na: then your hand makes NaOH (Base, 4 points)."
    ready = {hint.action: hint.why for hint in players.hints(GAME.view(table(["Na", "F"], ["K"]), 0), 9)}
    assert ready[Draw("deck")] == "You keep what builds NaF, sodium fluoride (Salt)."
    with_top = {
        top: {
            hint.action: hint.why
            for hint in players.hints(GAME.view(table(["H", "O"], ["K"], discard=[top]), 0), 9)
        }
        for top in ("Na", "O")
    }
    assert with_top["Na"][Draw("discard")] == "With Na your hand builds more."
    assert with_top["O"][Draw("discard")].startswith("You know what you get")


@pytest.mark.parametrize("text", ["react", "react HCl NaOH", "draw two", "trade", "build"])
def test_a_refused_command_shows_how_it_is_written(text: str) -> None:
    view = GAME.view(table(["H", "O"], ["K"]), 0)
    with pytest.raises(UnreadableInput, match="That is written"):
        terminal.read(text, view)


@pytest.mark.rule("V-COOP", "V-COOP-HANDS")
def test_a_team_of_bots_wins_the_cooperative_game() -> None:
    """Two hundred three-player games are won (`adjudicator simulate valence-plus`); here a few of each table."""
    for number, games in ((2, 2), (3, 2), (4, 1)):
        wins = 0
        for seed in range(games):
            record = play_out(GAME, {"cooperative": True}, ["policy"] * number, f"team/{seed}")
            assert record.result is not None
            wins += bool(record.result.winners)
        assert wins >= 2 * games / 3, number
