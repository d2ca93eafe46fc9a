"""The bots, the hints, the terminal and the figures of Ion."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.analyst import Analyst, totals
from adjudicator.engine.agents.bots import Character, play_out, seated
from adjudicator.engine.agents.simulating import Rate
from adjudicator.engine.events import Event
from adjudicator.engine.replay import states
from adjudicator.errors import UnreadableInput
from adjudicator.verdict import Facts, Ruling
from adjudicator_rulesets.ion.bots import players
from adjudicator_rulesets.ion.bots.memory import hands_known
from adjudicator_rulesets.ion.bots.position import Situation, layouts
from adjudicator_rulesets.ion.bots.worth import Scale
from adjudicator_rulesets.ion.play.figures import measure
from adjudicator_rulesets.ion.play.game import EVERYTHING
from adjudicator_rulesets.ion.play.state import (
    Hold,
    Pick,
    Place,
    Ready,
    Refreshed,
    Rxn,
    Settle,
    TakeCard,
    TakeCenter,
    TurnMetal,
    hand,
)
from adjudicator_rulesets.ion.shown import terminal
from tests.support.ion_subject import act
from tests.support.ion_table import GAME, apply, picked, table
from tests.support.sampling import NIGHTS, in_turn, tonight
from tests.support.strength import ahead, at_four

STRONG, GREEDY = (players.bot(Character(name)) for name in ("policy", "greedy"))


def choice(bot: Any, state: Any, player: int = 0) -> Any:
    return bot.choose(GAME.view(state, player), Random(1))


# --- bots ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["clever", "greedy:2", "strong+daring"])
def test_a_bot_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match=r"no bot|neither levels nor habits"):
        players.bot(Character.parse(text))


def test_both_finish_a_compound_and_the_strong_one_prefers_the_goal() -> None:
    state = table(["Cl F He", "K K K"], ["Na", ""], goals=["alkali fluorides"])
    assert choice(GREEDY, state) == choice(STRONG, state) == Pick(("F",))
    state = picked(state, "F", "K")
    assert choice(STRONG, state) == Place("F", 0)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Lays your cards out anew; that brings no points at once."),
        ("de", "Legt deine Karten neu aus; das bringt nicht sofort Punkte."),
    ],
)
def test_a_hint_at_rxn_counts_no_points_where_there_are_none(language: str, said: str) -> None:
    """Regression: "for 0 points more"."""
    with prose.speaking(language):
        assert prose.render("ion", "hint_rxn", {"worth": 0}) == said
        assert "3" in prose.render("ion", "hint_rxn", {"worth": 3})


def test_the_strong_one_keeps_from_its_neighbour_what_is_worth_most_there() -> None:
    state = table(["He Cl H H H H H", "K K K K F F F"], ["", "Mg Cl"])
    assert choice(GREEDY, state) == Pick(("He",))
    assert choice(STRONG, state) == Pick(("Cl",))


@pytest.mark.rule("I-SELECT-TWO")
def test_the_strong_one_weighs_two_cards_together_that_are_idle_alone() -> None:
    """Neither Cl makes anything of Ca alone; together they make 13 points, for the cost of the tile."""
    hand = "He Ne Ar Na Cl Cl"
    state = table([hand, "K K K K OH OH"], ["Ca / F", ""], tiles=True, round_=3, pick=-1)
    assert choice(STRONG, state) == Pick(("Cl", "Cl"))


@pytest.mark.rule("I-RACE")
def test_bots_use_open_tiles_only_when_they_are_asked_last() -> None:
    """They take nothing from the centre while picking, and wait until the others have had their chance."""
    for seed in range(2):
        record = play_out(GAME, dict(EVERYTHING), ["policy", "random", "greedy"], f"race {seed}")
        patient: set[int] = set()
        uses = 0
        for event in record.events:
            if event.type == "held_back":
                assert event["last"]
                patient.add(event.by)
            elif event.type in ("hands_passed", "hands_put_away"):
                patient = set()
            elif event.type == "tile_used" and event["tile"] != "select_two":
                assert event.by in patient
                uses += 1
        assert uses


def test_a_bot_that_has_done_its_part_lets_the_others_act() -> None:
    state = apply(table(["Na H Cl", "F K He"], tiles=True, center="Ne"), 0, Pick(("Na",)))
    assert choice(STRONG, state, 0) is None
    assert choice(STRONG, state, 1) is not None


def test_a_bot_never_knows_the_points_of_an_unused_tile() -> None:
    states = [table(["Na H Cl", "F K He"], tiles=True, center="Ne", sets=sets) for sets in ("AB", "GD")]
    assert (
        Situation(GAME.view(states[0], 0)).cost("rxn") == Situation(GAME.view(states[1], 0)).cost("rxn") == 3
    )
    used = apply(states[0], 0, TakeCenter("Ne"))
    assert Situation(GAME.view(used, 0)).cost("take") == 4
    assert Situation(GAME.view(used, 0)).cost("rxn") == 2.5  # what is left of the nine


def test_layouts_are_laid_by_the_rules_and_find_the_best_one() -> None:
    state = table(["Na H Cl", "F K He"], ["Mg F / Cl / Na Cl / Fe+2", ""], tiles=True, transition=True)
    situation = Situation(GAME.view(state, 0))
    found = list(layouts(situation.area, situation.cards))
    assert all(GAME.judge(state, 0, Rxn(groups)).ruling is Ruling.VALID for groups in found)
    scale = Scale(situation)
    best = max(scale.now(replace(situation.area, groups=groups)) for groups in found)
    assert best == 6 + 4 + 4 + 3 + 3  # FeCl2 and NaF


@pytest.mark.parametrize("preset", ["base game", "everything"])
def test_the_same_seed_gives_the_same_game(preset: str) -> None:
    options = GAME.presets()[preset].options
    games = [play_out(GAME, options, ["policy", "greedy", "random"], "again") for _ in range(2)]
    assert games[0] == games[1]


# --- hints --------------------------------------------------------------------------------------------------


def test_hints_can_be_played_as_they_are_best_first_each_with_a_sentence() -> None:
    random = Random(4)
    state = GAME.new(dict(EVERYTHING), 3, players=3)
    kinds = set()
    for _ in range(260):
        acting = GAME.players_to_act(state)
        if not acting:
            break
        player = random.choice(acting)
        hints = players.hints(GAME.view(state, player), 4)
        assert [h.value for h in hints] == sorted((h.value for h in hints), reverse=True)
        for hint in hints:
            assert GAME.judge(state, player, hint.action).ruling is Ruling.VALID
            assert hint.why.endswith(".")
            kinds.add(hint.action.type)
        state, _ = GAME.apply(state, player, act(state, player, random))
    assert kinds >= {"pick", "place"}
    assert players.hints(GAME.view(state, None), 5) == ()


def test_a_hint_says_what_it_finishes() -> None:
    state = picked(table(["Cl F He", "K K K"], ["Na", ""]), "Cl", "K")
    (hint,) = players.hints(GAME.view(state, 0), 1)
    assert (hint.action, hint.why) == (Place("Cl", 0), "Finishes NaCl, 7 points.")
    water = picked(table(["OH F He", "K K K"], ["H", ""]), "OH", "K")
    assert players.hints(GAME.view(water, 0), 1)[0].why == "Finishes H2O, 6 points."


def test_a_hint_says_what_a_compound_brings_for_goals() -> None:
    state = picked(table(["F He", "K K"], ["Na", ""], goals=["alkali fluorides"]), "F", "K")
    (hint,) = players.hints(GAME.view(state, 0), 1)
    pays = GAME.editions.get(state.edition).goals
    first = next(goal.pays[0] for goal in pays if goal.goal == "alkali fluorides")
    assert hint.why == f"Finishes NaF: 6 points, and {first} more for alkali fluorides."
    with prose.speaking("de"):
        (hint,) = players.hints(GAME.view(state, 0), 1)
    assert hint.why == f"Macht NaF fertig: 6 Punkte, und {first} mehr für Fluoride der Alkalimetalle."


def test_a_hint_says_what_a_card_is_kept_for_and_else_which_charge_it_needs() -> None:
    """Regression: "It needs −2 from partners" is no reason to keep Mg rather than another card."""
    state = picked(table(["Mg F He", "K K K"], ["Cl", ""]), "Mg", "K")
    reasons = {hint.action: hint.why for hint in players.hints(GAME.view(state, 0), 4)}
    assert reasons[Place("Mg")] == "It can still become MgCl2 or Mg(OH)2."
    assert reasons[Place("Mg", 0)] == "With Cl it can still become MgCl2."
    late = picked(table(["Mg F", "K K"], ["Cl", ""], pick=-2), "Mg", "K")
    reasons = {hint.action: hint.why for hint in players.hints(GAME.view(late, 0), 4)}
    assert reasons[Place("Mg")] == "What it needs can no longer come in this round.", "one card is too few"
    assert reasons[Place("Mg", 0)] == "With Cl it can still become MgCl2."


def test_nothing_is_promised_of_the_last_pick_of_a_round() -> None:
    """Regression: "It needs +1 from partners" at the last pick, when no partner comes any more."""
    state = table(["F OH", "K K"], ["Cl", ""], pick=-1)
    reasons = {hint.action: hint.why for hint in players.hints(GAME.view(state, 0), 4)}
    assert set(reasons) == {Pick(("F",)), Pick(("OH",))}
    assert set(reasons.values()) == {"No card comes after it in this round, and it makes no compound."}


def test_what_was_passed_on_is_not_promised() -> None:
    """Regression: "It can still become NaF" where the hand to come was seen, and has no Na."""
    view = GAME.view(table(["F F He", "K K K"], ["", ""], pick=-2), 0)
    hand = ("H", "Na", "OH", "OH")
    seen = [
        Event(1, "card_picked", 0, Facts(cards=("OH",), hand=hand)),
        Event(2, "picks_revealed", None, Facts(picks=(("OH",), ("Cl",)))),
        Event(3, "hands_passed", None, Facts()),
    ]
    (alone,) = players.steps(view, seen, Pick(("F",)))
    assert alone.why == "It can still become HF or NaF."
    hidden = [replace(seen[0], facts=Facts(cards=("OH",), hand=("OH", "OH", "Mg"))), *seen[1:]]
    (alone,) = players.steps(view, hidden, Pick(("F",)))
    assert alone.why == "What it needs can no longer come in this round."


def test_a_hint_for_a_noble_gas_says_what_it_brings_for_itself_and_for_goals() -> None:
    state = table(["He F", "K K"], ["Ne", ""], goals=["noble gases"])
    said = {hint.action: (hint.why, hint.now) for hint in players.hints(GAME.view(state, 0), 4)}
    why, now = said[Pick(("He",))]
    assert why == "He brings 3 points, and 2 more for noble gases."
    assert now == 5
    alone = players.hints(GAME.view(table(["He", "K"], ["", ""]), 0), 1)[0]
    assert alone.why == "He brings 2 points; different gases score more."


def test_nothing_is_still_needed_of_the_last_card_of_a_round() -> None:
    """Regression: "−1 more makes a compound" was said where no card came any more."""
    state = picked(table(["Mg F", "K K"], ["Cl", ""], pick=-1), "Mg", "K")
    reasons = {hint.action: hint.why for hint in players.hints(GAME.view(state, 0), 4)}
    last = "No card comes after it in this round, and it makes no compound."
    assert reasons[Place("Mg")] == reasons[Place("Mg", 0)] == last
    finishing = picked(table(["Na F", "K K"], ["Cl", ""], pick=-1), "Na", "K")
    assert players.hints(GAME.view(finishing, 0), 1)[0].why == "Finishes NaCl, 7 points."


def test_a_hint_does_not_promise_a_compound_of_two_kinds_of_one_sign() -> None:
    """I-NEUTRAL: whatever joins Mg, Cl and F, it stays no compound."""
    state = picked(table(["F He Ne", "K K K"], ["Mg Cl", ""]), "F", "K")
    reasons = {hint.action: hint.why for hint in players.hints(GAME.view(state, 0), 4)}
    assert reasons[Place("F", 0)] == "With Mg Cl it makes no compound: one has a single kind of each charge."


# --- the terminal -------------------------------------------------------------------------------------------

WRITTEN: list[tuple[str, Any]] = [
    ("pick Na", Pick(("Na",))),
    ("pick Cl Na", Pick(("Na", "Cl"))),
    ("lay Na", Place("Na")),
    ("lay Fe+3", Place("Fe", None, 3)),
    ("bond C2H3O2 to 2", Place("C2H3O2", 1)),
    ("turn Cu+1 in 1", TurnMetal(0, "Cu", 1)),
    ("hold", Hold()),
    ("hold last", Hold(last=True)),
    ("ready", Ready()),
    ("take Cl", TakeCenter("Cl")),
    ("take Cl from 3 of 2", TakeCard(1, 2, "Cl")),
    ("points", Settle()),
    ("refresh rxn with SO4 in 2", Settle((Refreshed(1, "SO4", "rxn"),))),
]


@pytest.mark.parametrize(("text", "action"), WRITTEN)
def test_actions_are_read_and_written_as_the_notation_says(text: str, action: Any) -> None:
    view = GAME.view(GAME.new({}, 1), 0)
    assert terminal.read(text, view) == action
    assert terminal.write(action) == text


def test_every_listed_action_is_read_as_it_is_written() -> None:
    random = Random(8)
    state = GAME.new(dict(EVERYTHING), 5, players=3)
    while acting := GAME.players_to_act(state):
        player = random.choice(acting)
        view = GAME.view(state, player)
        listed = [a for a in GAME.legal_actions(state, player) if not isinstance(a, Open)]
        for action in random.sample(listed, min(3, len(listed))):
            assert terminal.read(terminal.write(action), view) == action
        assert "Your hand" in terminal.draw(view, ["Ann", "Bob", "Cem"])

        state, _ = GAME.apply(state, player, act(state, player, random))
    assert "Final count" in terminal.LOOK_UP["sheets"](GAME.view(state, 0))
    assert "hydroxide" in terminal.LOOK_UP["cards"](GAME.view(state, 0))


def test_goals_name_compounds_and_not_their_cards() -> None:
    view = GAME.view(GAME.new({}, 1), 0)
    drawn = terminal.draw(view, ["Ann", "Bob"])
    assert "acids (HF and HCl)" in drawn
    assert "alkali chlorides (NaCl and KCl)" in drawn


@pytest.mark.parametrize(
    "text", ["", "pick", "bond Cl", "turn Fe in 1", "dance", "refresh rxn", "lay", "x" * 999]
)
def test_what_cannot_be_read_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(UnreadableInput, match=r"That is written|You can write pick"):
        terminal.read(text, GAME.view(GAME.new({}, 1), 0))


# --- figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["base", "everything"])
def test_the_turns_of_an_analysis_add_up_to_the_result(options: dict[str, Any]) -> None:
    record = play_out(GAME, options, ["policy", "greedy", "random"], "analysed")
    turns = [turn for _, turn, _ in Analyst(GAME, record).turns()]
    found = totals(record.players, turns)
    assert record.result is not None
    assert tuple(player["score"] for player in found) == record.result.scores
    figures = measure(record)
    assert figures.turns == (6 * 3,) * 3 if not options else (7 * 3,) * 3
    assert figures.passes[2] > figures.passes[0]


# --- the long run: make nightly -----------------------------------------------------------------------------


def share(names: tuple[str, str], games: int, options: dict[str, Any] | None = None) -> Rate:
    return ahead(names, at_four("ion", names, games, options))


@in_turn(3)
def test_the_order_of_strength_shows_in_few_games() -> None:
    assert share(("policy", "greedy"), 4).share > 0.55
    assert share(("greedy", "random"), 4).share > 0.7


@pytest.mark.nightly
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["base", "everything"])
@pytest.mark.parametrize(("names", "least"), [(("policy", "greedy"), 0.55), (("greedy", "random"), 0.9)])
def test_strength_in_400_games_of_four(names: tuple[str, str], least: float, options: dict[str, Any]) -> None:
    rate = share(names, 400, options)
    print(f"{names[0]} against {names[1]}: {rate.to_json()}")
    assert rate.share >= least


SHOWN = ("base game", "everything")  # for these, the 800 games of the strength test serve


@pytest.mark.nightly
@pytest.mark.parametrize("preset", GAME.presets())
def test_hundreds_of_games_of_bots_per_preset(preset: str) -> None:
    number, options = GAME.presets()[preset]
    kinds = ("greedy", "random", "policy")
    for game in tonight(range(200 if preset in SHOWN else 1000), NIGHTS):
        names = [kinds[(seat + game) % 3 if game % 5 == 0 else game % 2] for seat in range(number)]
        record = play_out(GAME, options, names, f"{preset}/{game}")
        assert record.result is not None


def test_the_presets_whose_strength_is_measured_are_those_of_four() -> None:
    assert [GAME.presets()[preset] for preset in SHOWN] == [(4, {}), (4, EVERYTHING)]


@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["base", "everything"])
def test_in_a_world_that_was_made_up_a_bot_chooses_as_by_the_view(options: dict[str, Any]) -> None:
    """What is read from the state is what the view says: nothing hidden is used."""
    state = GAME.new(options, 5, players=3)
    bots = seated("ion", ["policy", "greedy", "policy"])
    for _ in range(60):
        for player in GAME.players_to_act(state):
            chosen = [
                bots[player].choose(view, Random(state.version))
                for view in (GAME.view(state, player), GAME.glance(state, player, imagined=True))
            ]
            assert chosen[0] == chosen[1]
            if chosen[0] is not None:
                state, _ = GAME.apply(state, player, chosen[0])
                break


@pytest.mark.rule("I-VIEW")
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (3, EVERYTHING)], ids=str)
def test_hands_that_were_held_are_remembered_as_they_are_now(seats: int, options: dict[str, Any]) -> None:
    """The twin is the state itself, which the seat never sees: remembered cards are really there."""
    record = play_out(GAME, options, ["greedy"] * seats, "remembered")
    remembered = 0
    for event, state in states(GAME, record.events):
        if event.type != "hands_passed":
            continue
        for player in range(seats):
            known = hands_known(GAME.events_shown(record.events[: event.version], player))
            assert player not in known
            for seat, cards in known.items():
                assert not cards - Counter(state.pieces[hand(seat)]), (event.version, player, seat)
                remembered += 1
            if seats == 2:
                assert known == {1 - player: Counter(state.pieces[hand(1 - player)])}
    assert remembered > 20


def test_strong_knows_what_comes_round_only_if_it_was_there() -> None:
    """The same view with and without memory: a bot does not hope for a card that is not in the next hand."""
    view = GAME.view(GAME.new({}, 5, players=2), 0)
    dreaming, knowing = Situation(view), Situation(view, {1: Counter({"Na": 2})})
    assert Scale(dreaming).chance(("Cl",), 1) > 0
    assert Scale(knowing).chance(("Cl",), 1) == 0
    assert Scale(knowing).chance(("Na",), 1) > Scale(dreaming).chance(("Na",), 1)
