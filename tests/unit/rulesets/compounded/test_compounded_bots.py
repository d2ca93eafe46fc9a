"""Bots of Compounded: they play by their view, trade without going round in circles, end every game; the
better ones win.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.analyst import Analyst, totals
from adjudicator.engine.agents.bots import Character, chance_of, play_out
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    Onward,
    ProposeOffer,
    Term,
)
from adjudicator.engine.replay import Record, states
from adjudicator.errors import UnreadableInput
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compounded.bots import players
from adjudicator_rulesets.compounded.bots.bots import gain_of
from adjudicator_rulesets.compounded.bots.strong import OWN_GAIN, THEIR_GAIN, Market, StrongChooser
from adjudicator_rulesets.compounded.bots.worth import Taste, Worth
from adjudicator_rulesets.compounded.play import choices, figures, lab
from adjudicator_rulesets.compounded.play.state import (
    EXTINGUISHER,
    Burn,
    Cylinder,
    Discard,
    End,
    Extinguish,
    Fire,
    Grant,
    Lab,
    LastBurners,
    MoveClaim,
    Moving,
    Pass,
    Place,
    Raise,
    Refill,
    Research,
    Score,
    Scoring,
    State,
    Surplus,
    Trading,
    bench,
    kit,
)
from adjudicator_rulesets.compounded.shown import terminal
from tests.support.compounded_table import GAME, Table
from tests.support.sampling import NIGHTS, tonight
from tests.support.strength import ahead, at_four

RECORDED = Path("fixtures/games/compounded/players-3.json")
SEATS = (
    ("policy", "greedy"),
    ("random", "policy", "greedy"),
    ("greedy", "policy", "random", "policy", "greedy"),
)
MOST_TURNS = 60  # of the table, in any game between bots
OFFERS = 4  # of the strong bot per phase


def chosen(table: Table, player: int, name: str = "policy") -> Any:
    bot = players.bot(Character(name))
    return bot.choose(GAME.view(table.state, player), Random(1))


def rounds(record: Record) -> int:
    return 1 + sum(event.type == "turn_begun" for event in record.events)


# --- whole games ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [play_out(GAME, {}, seats, f"bots {len(seats)}") for seats in SEATS]


def test_games_end_and_nobody_offers_without_end(records: list[Record]) -> None:
    for record in records:
        assert record.result is not None
        assert rounds(record) <= MOST_TURNS
        made: dict[tuple[int, int | None], int] = {}
        phase = 0
        for event in record.events:
            phase += event.type == "trading_begun"
            if event.type == "offer_made":
                made[phase, event.player] = made.get((phase, event.player), 0) + 1
        assert all(number <= OFFERS for number in made.values())


def test_the_figures_of_a_game_add_up(records: list[Record]) -> None:
    for record in records:
        measures = figures.measure(record)
        assert set(measures.turns) == {rounds(record)}
        assert all(0 <= idle <= turns for idle, turns in zip(measures.passes, measures.turns, strict=True))
        assert record.events[0]["lead"] == measures.first


def test_the_totals_of_an_analysis_are_the_result(records: list[Record]) -> None:
    record = records[0]
    assert record.result is not None
    turns = [turn for _, turn, _ in Analyst(GAME, record).turns()]
    assert [row["score"] for row in totals(record.players, turns)] == list(record.result.scores[:2])


@pytest.mark.parametrize("laid", [(), ("C",), ("C", "O")])
def test_K_EXT_the_analysis_counts_what_lies_on_an_extinguisher_as_a_hint_does(laid: tuple[str, ...]) -> None:
    """Regression: a hint said to build it, and the analysis that the crystal was lost there until the third came."""
    table = Table(3)
    for symbol in laid:
        table.bench(0, symbol)
        table.matter(Research((0, 1, 2), table.state.version))
        table.do(0, Place(symbol, None, "bench"))
    table.bench(0, "O")
    table.matter(Research((0, 1, 2), table.state.version))
    hints = players.hints(GAME.view(table.state, 0), 5)
    placing = Place("O", None, "bench")
    assert placing in [hint.action for hint in hints]
    ahead = foresight_of(GAME).outlook
    margin = ahead(table.state).margin(0)
    table.do(0, placing)
    assert ahead(table.state).margin(0) > margin


# --- trading --------------------------------------------------------------------------------------------------


def at_trade() -> Table:
    """Player 0 needs the O of player 1, who needs an H."""
    table = Table()
    table.claim(0, 2)  # water
    table.on(2, "H", "H")
    table.claim(1, 0)  # ammonia
    table.on(0, "H", "H", "N")
    table.bench(0, "H", "C")
    table.bench(1, "O", "C")
    table.matter(Trading())
    return table


def test_the_strong_bot_offers_what_both_gain_by_and_others_take_it() -> None:
    table = at_trade()
    offer = chosen(table, 0)
    assert offer == ProposeOffer((Term(1, Goods(("H",)), Goods(("O",))),))
    table.do(0, offer)
    assert chosen(table, 0) is None, "it waits for the answer"
    assert chosen(table, 1, "greedy") == AcceptOffer(1)
    table.do(1, AcceptOffer(1))
    assert chosen(table, 0).type in ("done", "propose_offer")


def test_it_counters_a_poor_offer_with_a_better_one_and_declines_the_rest() -> None:
    table = at_trade()
    table.do(1, ProposeOffer((Term(0, Goods(("C",)), Goods(("H",))),)))
    counter = chosen(table, 0)
    assert counter == CounterOffer(1, (Term(1, Goods(("H",)), Goods(("O",))),))
    table.do(0, counter)
    assert chosen(table, 1, "greedy") == AcceptOffer(2)
    poor = at_trade()
    poor.do(2, ProposeOffer((Term(0, Goods(), Goods(("H", "C"))),)))
    assert chosen(poor, 0) == DeclineOffer(1)
    assert chosen(poor, 0, "greedy") == DeclineOffer(1)


@pytest.mark.parametrize("name", ["policy", "greedy", "gentle"])
def test_a_present_is_taken_and_hinted_at_whatever_it_is(name: str) -> None:
    """Regression: a crystal that was of no use was declined, which looked broken to who gave it."""
    table = at_trade()
    table.bench(1, "S", "C")
    table.do(1, ProposeOffer((Term(0, Goods(("S",)), Goods()),)))
    assert chosen(table, 0, name) == AcceptOffer(1)
    hint = next(hint for hint in players.hints(GAME.view(table.state, 0), 3) if hint.action == AcceptOffer(1))
    assert hint.why == "It costs you nothing."


def test_it_offers_a_tool_for_the_crystal_that_completes_a_compound() -> None:
    table = at_trade()
    table.no_wilds()
    table.bench(0)
    table.kit(0, "goggles")
    offer = chosen(table, 0)
    assert offer == ProposeOffer((Term(1, Goods(("goggles",)), Goods(("O",))),))
    table.do(0, offer)
    assert chosen(table, 1, "greedy") == AcceptOffer(1)


@pytest.mark.rule("K-GROUP")
def test_it_offers_a_ring_where_no_two_can_trade() -> None:
    """Ann wants the O of Bob, Bob the N of Cem, Cem the H of Ann."""
    table = Table()
    table.no_wilds()
    table.claim(0, 2)  # water
    table.on(2, "H", "H")
    table.claim(1, 1)  # nitric oxide
    table.on(1, "O")
    table.claim(2, 0)  # ammonia
    table.on(0, "N", "H", "H")
    table.bench(0, "H")
    table.bench(1, "O")
    table.bench(2, "N")
    table.matter(Trading())
    ring = chosen(table, 0)
    assert ring == ProposeOffer(
        (Term(2, Goods(("H",)), onward=(Onward(1, Goods(("N",))),)), Term(1, gets=Goods(("O",))))
    )
    table.do(0, ring)
    for partner in (1, 2):
        assert chosen(table, partner, "greedy") == AcceptOffer(1)
        table.do(partner, AcceptOffer(1))
    assert [table.state.pieces[bench(seat)] for seat in (0, 1, 2)] == [("O",), ("N",), ("H",)]


@pytest.mark.rule("K-GRANT")
def test_its_grant_helps_rivals_least() -> None:
    table = Table()
    table.lay(5, "urea")
    table.fill(5)
    table.claim(0, 5)
    table.points(1, 30)
    table.points(2, 5)
    table.matter(Lab((0, 1, 2)))
    table.between(Scoring(0, 5, "grant"))
    assert chosen(table, 0) == Grant(2, "lab"), "who is behind, and what is worth least"
    table.step(2, "lab", lab.TOP)
    assert chosen(table, 0) != Grant(1, "discovery")


# --- its own turn -----------------------------------------------------------------------------------------------


def test_it_completes_what_it_can_and_spends_a_wild_only_where_that_pays() -> None:
    table = Table()
    table.claim(0, 2)
    table.bench(0, "O", "C")
    table.on(2, "H", "H")
    table.matter(Research((0, 1, 2), 0))
    assert chosen(table, 0) == Place("O", 2)
    rich = Table()
    rich.lay(2, "calcium sulfate")
    rich.fill(2, "S")
    rich.claim(0, 2)
    rich.matter(Research((0, 1, 2), 0))
    assert chosen(rich, 0) == Place("S", 2, "wild"), "eight points for the wild"


def test_it_spares_what_is_worth_more_than_the_extinguisher_and_burns_what_hurts() -> None:
    table = Table()
    table.lay(5, "tetrazole")
    table.fill(5, "H")
    table.claim(0, 5)
    table.kit(0, EXTINGUISHER)
    table.matter(Refill("again"))
    table.between(Fire("lab_fire", (5,), (0,)))
    assert chosen(table, 0) == Extinguish(5)
    table.matter(LastBurners((1, 2)))
    table.kit(1, "burner")
    assert chosen(table, 1) == Burn(5)
    own = Table()
    own.kit(1, "burner")
    own.matter(LastBurners((1,)))
    assert chosen(own, 1) == Pass()


@pytest.mark.rule("K-CYLINDER")
def test_it_lowers_what_it_misses_least_by_the_cylinder_while_that_pays() -> None:
    table = Table()
    table.kit(0, "cylinder")
    table.step(0, "lab", 2)
    table.matter(Lab((0, 1, 2)))
    assert chosen(table, 0) == Cylinder("lab", "discovery")
    full = Table()
    full.kit(0, "cylinder")
    full.step(0, "lab", 1)
    full.bench(0, *"HHHHOOO"[: lab.value_of(full.state, "lab", 0)])
    full.matter(Lab((0, 1, 2)))
    assert chosen(full, 0) == End(), "a space that is needed"
    table.matter(Lab((0, 1, 2), used=("cylinder",)))
    assert chosen(table, 0) != Cylinder("lab", "discovery"), "once a turn"


@pytest.mark.rule("K-BURNER-ONE")
def test_it_keeps_the_burner_for_what_has_cost_another_something() -> None:
    table = Table()
    table.lay(5, "tetrazole")
    table.claim(0, 5)
    table.kit(1, "burner")
    table.matter(LastBurners((1,)))
    assert chosen(table, 1) == Pass(), "nothing lies on it"
    table.on(5, "N", "N", "H")
    assert chosen(table, 1) == Burn(5)


@pytest.mark.slow
def test_bots_answer_everything_that_is_asked_in_games_of_all_sizes() -> None:
    """A random walk; at every step each bot has a legal answer for whoever is asked.

    The strong one, which plays its choices out, is asked at every twelfth.
    """
    random = Random(3)
    for number in (2, 4):
        state = GAME.new({}, f"walk {number}", players=number)
        for _ in range(120):
            if state.result is not None:
                break
            player = random.choice(GAME.players_to_act(state))
            view = GAME.view(state, player)
            for name in players.BOTS:
                if name == "strong" and state.version % 12:
                    continue
                action = players.bot(Character(name)).choose(view, chance_of("walk", player, state.version))
                assert action is None or GAME.judge(state, player, action).ruling is Ruling.VALID, (
                    name,
                    action,
                )
            listed = [a for a in GAME.legal_actions(state, player) if not isinstance(a, Open)]
            if listed:
                state, _ = GAME.apply(state, player, random.choice(listed))


def test_bots_by_name() -> None:
    for name in ("genius", "strong:3", "greedy+daring"):
        with pytest.raises(UnreadableInput) as refused:
            players.bot(Character.parse(name))
        assert refused.value.code == "bad_bot"


# --- hints and the terminal -------------------------------------------------------------------------------------


def test_hints_are_legal_actions_with_a_value_and_a_sentence() -> None:
    table = Table()
    table.bench(0, "H", "H", "O", "C")
    found = players.hints(GAME.view(table.state, 0), 3)
    assert len(found) == 3
    assert [hint.value for hint in found] == sorted([hint.value for hint in found], reverse=True)
    assert players.hints(GAME.view(table.state, 1), 3) == ()
    assert players.hints(GAME.view(table.state, None), 3) == ()
    table.until("research", 0)
    table.on(2, "H", "H")
    best = players.hints(GAME.view(table.state, 0), 5)[0]
    assert (best.action, best.value, best.why) == (Place("O", 2), 3.0, "Completes water this turn.")
    table.fill(2)
    table.claim(0, 2)
    table.matter(Lab((0, 1, 2)))
    assert players.hints(GAME.view(table.state, 0), 1)[0].action == Score(2)
    for hint in found:
        assert hint.why.endswith(".")


def test_a_hint_to_pass_or_to_put_back_says_why_and_not_again_what() -> None:
    table = Table()
    table.bench(0, "H", "H", "C", "O", "O", "N", "Ca")
    table.matter(Surplus((0, 1, 2)))
    (back,) = players.hints(GAME.view(table.state, 0), 5)
    assert (back.action.type, back.why) == ("discard", "You would miss it least.")
    table = Table()
    table.bench(0)
    table.claim(0, 2)
    table.matter(Moving((0, 1, 2), (2,)))
    (leave,) = players.hints(GAME.view(table.state, 0), 5)
    assert (leave.action.type, leave.why) == ("pass", "Nothing here would help you now.")


def test_the_analysis_says_what_speaks_for_a_claim_moved_and_a_crystal_put_back() -> None:
    table = Table()
    table.bench(0, "H", "H", "O", "C")
    table.claim(0, 2)
    water = next(c.slot for c in lab.compounds(table.state) if c.card.name == "water")
    table.matter(Moving((0, 1, 2), (2,)))
    reason = foresight_of(GAME).why(GAME.view(table.state, 0), MoveClaim(2, water))
    assert reason == "Water is worth 3 points, and you have all its crystals."
    table.bench(0, "Ca")
    reason = foresight_of(GAME).why(GAME.view(table.state, 0), MoveClaim(2, water))
    assert reason == "Water is worth 3 points; you have none of its crystals yet: 2 H and O."
    table = Table()
    table.bench(0, "H", "H", "C", "O", "O", "N", "Ca")
    table.matter(Surplus((0, 1, 2)))
    view = GAME.view(table.state, 0)
    for crystal in ("H", "C", "O", "N", "Ca"):
        assert foresight_of(GAME).why(view, Discard(crystal)) == "You would miss it least."


@pytest.mark.rule("K-NOBEL-PLACE")
def test_every_placement_for_nobel_has_a_reason_that_is_true() -> None:
    """Regression: only the one that the bot would choose had any."""
    table = Table(2)
    table.bench(2, "H", "O", "N")
    table.bench(0, "H", "C")
    table.fill(2, "O")  # water
    table.matter(Research((2,), 0))
    foresight, view = foresight_of(GAME), GAME.view(table.state, 0)
    reasons = {action: foresight.why(view, action) for action in GAME.legal_actions(table.state, 0)}
    assert all(reasons.values())
    assert reasons[Place("O", 2)] == "Nobel completes water, and nobody can claim it any more."
    assert reasons[Place("O", 3)] == "Hydrogen peroxide comes nearer: 3 more to place, of which you have 1."
    assert reasons[Place("O", 1)] == "Nobel has to place one, and nitric oxide lacks 1 more after it."
    table.do(0, Place("O", 1))
    further = foresight.why(GAME.view(table.state, 0), Place("N", 6))
    assert further == "Brings nitrogen dioxide nearer: 2 more to place."
    with prose.speaking("de"):
        assert (
            foresight.why(view, Place("O", 2))
            == "Nobel vollendet Wasser, und niemand kann diese Verbindung mehr belegen."
        )


class Hinted:
    """Does what the best hint says, and keeps the reasons."""

    def __init__(self) -> None:
        self.said: dict[str, set[str]] = {}  # by the type of the action

    def choose(self, view: Any, random: Random) -> Any:  # noqa: ARG002
        hints = players.hints(view, 1)
        for hint in hints:
            assert hint.why is not None
            self.said.setdefault(hint.action.type, set()).add(hint.why)
        return hints[0].action if hints else None


@pytest.mark.parametrize(("language", "bots"), [("en", "strong bot"), ("de", "starke Bot")])
def test_no_hint_of_a_game_says_only_what_a_bot_would_do(language: str, bots: str) -> None:
    hinted = Hinted()
    with prose.speaking(language):
        play_out(GAME, {}, [hinted, hinted, hinted], seed=1)
    assert {"raise", "score", "claim", "place", "done"} <= set(hinted.said)
    told = [reason for reasons in hinted.said.values() for reason in reasons]
    assert all(reason.endswith(".") and bots not in reason for reason in told), told
    assert not any("give" in reason for reason in hinted.said.get("keep", ())), "nothing is given for it"
    assert hinted.said["raise"].isdisjoint(
        reason for kind, one in hinted.said.items() for reason in one if kind != "raise"
    )


@pytest.mark.parametrize(
    ("experiment", "reason"),
    [
        ("discovery", "You draw 3 crystals a turn instead of 2."),
        ("research", "You place 3 crystals a turn instead of 2."),
        ("lab", "Your bench holds 5 crystals instead of 4."),
    ],
)
def test_K_RAISE_a_hint_to_raise_says_what_the_level_brings(experiment: Any, reason: str) -> None:
    table = Table()
    table.matter(Lab((0, 1, 2)))
    table.between(Scoring(0, 5, "raise"))
    assert foresight_of(GAME).why(GAME.view(table.state, 0), Raise(experiment)) == reason


def test_a_hint_to_trade_says_which_compound_lacks_what_comes() -> None:
    table = Table()
    table.bench(0, "H", "N")
    table.bench(1, "O", "O")
    water = next(c.slot for c in lab.compounds(table.state) if c.card.name == "water")
    table.claim(0, water)
    table.on(water, "H")
    table.matter(Trading())
    table.do(1, ProposeOffer((Term(0, Goods(("O",)), Goods(("N",))),)))
    (hint,) = players.hints(GAME.view(table.state, 0), 5)
    assert (hint.action.type, hint.why) == ("accept_offer", "Water lacks O.")


def test_hints_to_claim_say_what_the_bench_has_of_each_compound() -> None:
    table = Table()
    table.bench(0, "H", "H", "O", "C")
    hints = players.hints(GAME.view(table.state, 0), 16)
    reasons = {lab.compound_at(table.state, hint.action.slot).card.name: hint.why for hint in hints}  # type: ignore[union-attr]
    assert len({why.partition(":")[2] for why in reasons.values()}) > 4
    assert reasons["water"] == "Water is worth 3 points, and you have all its crystals."
    assert reasons["ammonia"] == "Ammonia is worth 3 points: you have 2 of its 4 crystals and lack H and N."


@pytest.mark.parametrize(
    ("crystals", "lack"),
    [("HH", "brauchst noch O."), ("H", "brauchst noch H und O."), ("O", "brauchst noch 2 H.")],
)
def test_crystals_that_a_claim_lacks_are_told_in_german(crystals: str, lack: str) -> None:
    table = Table()
    table.bench(0, *crystals, "C")
    with prose.speaking("de"):
        hints = players.hints(GAME.view(table.state, 0), 16)
    water = next(h for h in hints if lab.compound_at(table.state, h.action.slot).card.name == "water")  # type: ignore[union-attr]
    assert lack in water.why


@pytest.mark.parametrize(
    ("language", "deed"), [("en", "puts C back into the bag"), ("de", "legt C in den Beutel zurück")]
)
def test_a_crystal_without_a_space_is_called_by_what_is_done_with_it(language: str, deed: str) -> None:
    with prose.speaking(language):
        assert prose.deed("compounded", "discard", {"crystal": "C"}, ["Ann"]) == deed


def listed_along(records: list[Record]) -> list[tuple[State, int, Any]]:
    found: list[tuple[State, int, Any]] = []
    for record in records:
        for event, state in states(GAME, record.events):
            if event.version % 71 == 0 and state.result is None:
                for player in GAME.players_to_act(state)[:1]:
                    found += [(state, player, action) for action in GAME.legal_actions(state, player)[:40:3]]
    return found


def test_the_terminal_reads_what_it_writes_and_draws_every_moment(records: list[Record]) -> None:
    seen: set[str] = set()
    for state, player, action in listed_along(records):
        if isinstance(action, Open):
            continue
        view = GAME.view(state, player)
        assert terminal.read(terminal.write(action), view) == action
        if action.type not in seen:
            drawn = terminal.draw(view, ["Ann", "Bob", "Cem", "Dora", "Eve"][: len(state.players)])
            assert "Bag:" in drawn
            seen.add(action.type)
    assert {"claim", "place", "done"} <= seen


def test_K_GROUP_the_terminal_reads_writes_and_shows_rings() -> None:
    table = at_trade()
    view = GAME.view(table.state, 0)
    ring = ProposeOffer(
        (
            Term(1, Goods(("H",)), onward=(Onward(2, Goods(("C",))),)),
            Term(2, gets=Goods(("N",))),
        )
    )
    assert terminal.read("offer H to 2 and 2 gives C to 3 and nothing to 3 for N", view) == ring
    assert terminal.read(terminal.write(ring), view) == ring
    handed = terminal.read("offer H to 2 and 2 gives C to 3", view)  # Cem only receives
    assert [term.partner for term in handed.terms] == [1, 2]
    table.bench(0, "H", "O")
    table.do(0, ring)
    drawn = terminal.draw(GAME.view(table.state, 1), ["Ann", "Bob", "Cem"])
    assert "Bob gets H for nothing; Bob gives C to Cem; Cem gets nothing for N" in drawn


def test_the_terminal_reads_offers_and_says_how_things_are_written() -> None:
    table = at_trade()
    view = GAME.view(table.state, 0)
    terms = (Term(1, Goods(("H", "wild")), Goods(("O",))), Term(2, Goods(("C",)), Goods()))
    assert terminal.read("offer h wild to 2 for O and C to 3 for nothing", view) == ProposeOffer(terms)
    assert terminal.read(terminal.write(ProposeOffer(terms)), view) == ProposeOffer(terms)
    assert terminal.read("offer H to all for O", view) == ProposeOffer(
        (Term(None, Goods(("H",)), Goods(("O",))),)
    )
    table.do(1, ProposeOffer((Term(0, Goods(("C",)), Goods(("H",))),)))
    view = GAME.view(table.state, 0)
    counter = CounterOffer(1, (Term(1, Goods(("H",)), Goods(("O",))),))
    assert terminal.read("counter 1 with H for O", view) == counter
    assert terminal.read(terminal.write(counter), view) == counter
    for text in ("claim z9", "place", "offer H", "grant", "counter 9 with H for O", "cylinder lab", "dance"):
        with pytest.raises(UnreadableInput) as refused:
            terminal.read(text, view)
        assert refused.value.code == "bad_move"


# --- at night ---------------------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("number", [2, 3, 5])  # for four there are the 800 games of the strength test
def test_hundreds_of_games_of_every_size_end_within_bounds(number: int) -> None:
    names = ("greedy", "random", "policy")
    for game in tonight(range(500), NIGHTS):  # every fifth game has the strong bot, which takes longest
        seats = [names[(game + seat) % (3 if game % 5 == 0 else 2)] for seat in range(number)]
        record = play_out(GAME, {}, seats, f"night {number}/{game}")
        assert record.result is not None
        assert rounds(record) <= MOST_TURNS


@pytest.mark.nightly
@pytest.mark.parametrize(("names", "least"), [(("policy", "greedy"), 0.55), (("greedy", "random"), 0.90)])
def test_the_better_bot_is_ahead_in_four_hundred_games_of_four(names: tuple[str, str], least: float) -> None:
    matches = at_four(GAME.name, names, 400)
    assert max(max(match.turns) for match in matches) <= MOST_TURNS
    rate = ahead(names, matches)
    print(f"{names[0]} ahead of {names[1]}: {rate.to_json()}")
    assert rate.share >= least


@pytest.mark.rule("K-FINAL-CLAIMS")
def test_in_the_last_turn_the_strong_bot_completes_nothing_that_counts_as_much_as_it_lies() -> None:
    """Methyl isocyanate is worth 6 points, and so are its six crystals: the seventh counts only on urea."""
    record = Record.from_json(json.loads(RECORDED.read_text(encoding="utf-8")))
    before = {event.version: state for event, state in states(GAME, record.events)}[823]
    (methyl_isocyanate,) = [c for c in lab.compounds(before) if c.card.name == "methyl isocyanate"]
    assert methyl_isocyanate.card.points == len(methyl_isocyanate.crystals) == 6
    played = players.bot(Character("policy")).choose(GAME.view(before, 0), Random(0))
    assert isinstance(played, Place)
    assert played.slot is not None
    chosen = lab.compound_at(before, played.slot)
    assert chosen is not None
    assert (chosen.card.name, chosen.owner) == ("urea", 0)


def test_offers_that_are_left_out_early_are_none_that_both_would_gain_by(records: list[Record]) -> None:
    """All pairs of pieces weighed one by one, in every tenth state; and so the claims."""
    weighed = 0
    for record in records[:2]:
        for number, (_, state) in enumerate(states(GAME, record.events)):
            if number % 10 or state.result is not None or not state.agenda.entries:
                continue
            for me in state.playing:
                worth = Worth(state, me)
                everything = [
                    (gain, -other, give, get)
                    for other in state.others(me)
                    for get in _goods(state, other)
                    for give in _goods(state, me)
                    if give != get
                    and (gain := gain_of(worth, (give,), (get,))) >= OWN_GAIN
                    and gain_of(Worth(state, other, Taste(ahead=False)), (get,), (give,)) >= THEIR_GAIN
                ]
                found = StrongChooser().swaps(Market(state, me, worth), state.others(me))
                pieces = [(t.partner, t.gives.pieces[0], t.gets.pieces[0]) for t in found]
                assert pieces == [(-p, give, get) for _, p, give, get in sorted(everything, reverse=True)]
                held, free = worth.in_hand(), choices.unclaimed(state)
                alone = [worth.held(held, more=(compound,)) for compound in free]
                assert list(worth.held_with(held, free)) == alone
                weighed += len(pieces) + len(alone)
    assert weighed > 100


def _goods(state: State, player: int) -> list[str]:
    kinds = set(state.pieces[kit(player)])
    return [*lab.in_order(state.pieces[bench(player)], state), *sorted(kinds)]
