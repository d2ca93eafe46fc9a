"""The parts of the engine: chance, pieces, hidden choices, JSON by types, and finding games."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import AdjudicatorError
from adjudicator.engine import codec
from adjudicator.engine.answers import ActionVerdict, IllegalAction, consent, refusal
from adjudicator.engine.choices import Choices
from adjudicator.engine.events import Event, Shown, shown_to
from adjudicator.engine.game import load_game
from adjudicator.engine.inventory import Inventory, MissingPiece
from adjudicator.engine.rng import Rng
from adjudicator.errors import UnknownRuleset, UnreadableInput
from adjudicator.verdict import Check, Facts, Outcome, Ruling
from tests.support.pick_and_trade import PickAndTrade

# --- chance -------------------------------------------------------------------------------------------------


def test_numbers_are_those_that_anybody_can_reckon() -> None:
    number, after = Rng("seed", 7).below(10**9)
    assert number == int(sha256(b"seed:7").hexdigest(), 16) % 10**9
    assert after == Rng("seed", 8)


def test_all_orders_of_a_shuffle_are_about_equally_likely() -> None:
    orders = Counter(Rng(str(seed)).shuffled("abc")[0] for seed in range(6000))
    assert len(orders) == 6
    assert all(abs(found - 1000) < 150 for found in orders.values())


def test_a_seed_nobody_gave_is_long_and_never_printed() -> None:
    rng = Rng.seeded(None)
    assert len(rng.seed) == 32
    assert rng.seed not in repr(rng)
    assert Rng.seeded(5) == Rng.seeded("5")


# --- pieces -------------------------------------------------------------------------------------------------

TABLE = Inventory.of({"deck": "abcab", "hand": "", "board": "xax"})


def test_pieces_are_drawn_from_the_front_and_laid_at_the_end() -> None:
    after = TABLE.draw(2, "deck", "hand")
    assert (after["deck"], after["hand"]) == (("c", "a", "b"), ("a", "b"))
    assert after.move(("b",), "hand", "board")["board"] == ("x", "a", "x", "b")


def test_of_equal_pieces_those_that_came_last_are_taken() -> None:
    assert TABLE.move(("a", "x"), "board", "hand")["board"] == ("x",)
    assert TABLE.move(("b", "a"), "deck", "hand")["deck"] == ("a", "b", "c")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: TABLE.move(("z",), "deck", "hand"),
        lambda: TABLE.move(("c", "c"), "deck", "hand"),
        lambda: TABLE.move(("a",), "deck", "deck"),
        lambda: TABLE.draw(6, "deck", "hand"),
        lambda: TABLE.draw(-1, "deck", "hand"),
        lambda: TABLE.draw(1, "deck", "deck"),
        lambda: TABLE.rearranged("deck", "abc"),
        lambda: TABLE.rearranged("deck", "abcaa"),
        lambda: TABLE.rotated(("deck", "hand", "deck")),
    ],
)
def test_what_is_not_there_cannot_be_moved(wrong: Any) -> None:
    with pytest.raises(MissingPiece):
        wrong()


def test_there_is_no_place_that_was_not_set_up() -> None:
    with pytest.raises(KeyError):
        TABLE.move(("a",), "deck", "pocket")


def test_a_table_in_json_pickled_or_copied_is_the_same_one() -> None:
    table = TABLE.move(("a",), "deck", "hand")
    read = codec.read(Inventory, codec.plain(table), "table")
    for same in (read, pickle.loads(pickle.dumps(table)), deepcopy(table)):
        assert same == table
        assert hash(same) == hash(table)
        assert same["hand"] == table["hand"]


@given(st.data())
def test_pieces_are_all_somewhere_once(data: st.DataObject) -> None:
    table = TABLE
    for _ in range(10):
        source = data.draw(st.sampled_from([place for place, pieces in table.places if pieces]))
        target = data.draw(st.sampled_from([place for place, _ in table.places if place != source]))
        chosen = data.draw(st.lists(st.sampled_from(range(len(table[source]))), unique=True))
        if data.draw(st.booleans()):
            table = table.draw(len(chosen), source, target)
        else:
            table = table.move([table[source][i] for i in chosen], source, target)
        assert table.census() == TABLE.census()
    assert table.rearranged("deck", table["deck"][::-1])["deck"] == table["deck"][::-1]


@given(st.lists(st.text("abc", max_size=4), min_size=1, max_size=6), st.integers(-7, 7), st.integers(-7, 7))
def test_hands_that_are_passed_on_go_round_and_lose_nothing(hands: list[str], steps: int, more: int) -> None:
    places = [f"hand {seat}" for seat in range(len(hands))]
    table = Inventory.of({"deck": "xyz", **dict(zip(places, hands, strict=True))})
    passed = table.rotated(places, steps)
    for seat, place in enumerate(places):
        assert passed[places[(seat + steps) % len(hands)]] == table[place]
    assert passed["deck"] == table["deck"]
    assert passed.census() == table.census()
    assert passed.rotated(places, more) == table.rotated(places, steps + more)
    assert table.rotated(places, len(hands)) == table


def test_hands_passed_left_go_to_the_next_seat() -> None:
    table = Inventory.of({"hand 0": "a", "hand 1": "bb", "hand 2": ""}).rotated(
        ("hand 0", "hand 1", "hand 2")
    )
    assert (table["hand 0"], table["hand 1"], table["hand 2"]) == ((), ("a",), ("b", "b"))


# --- simultaneous choices -------------------------------------------------------------------------------------


def test_choices_stay_hidden_until_all_have_chosen() -> None:
    open_choices = Choices((0, 1, 2)).choose(2, "Na").choose(0, "Cl")
    assert open_choices.waiting == (1,)
    assert open_choices.view(1) == {"chosen": [0, 2], "own": None}
    assert open_choices.view(2) == {"chosen": [0, 2], "own": "Na"}
    assert open_choices.view(None) == {"chosen": [0, 2], "own": None}
    with pytest.raises(ValueError, match="hidden"):
        open_choices.revealed()
    with pytest.raises(ValueError, match="nothing to choose"):
        open_choices.choose(0, "Cl")
    assert open_choices.choose(1, "Mg").revealed() == {0: "Cl", 1: "Mg", 2: "Na"}


def test_choices_made_in_any_order_are_equal_and_survive_json() -> None:
    one = Choices((0, 1)).choose(0, ("a", 1)).choose(1, Facts(card="b"))
    other = Choices((0, 1)).choose(1, Facts(card="b")).choose(0, ("a", 1))
    assert one == other == codec.read(Choices, codec.plain(one), "choices")


# --- JSON by types ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    kind: Literal["ion", "gas"] = "ion"
    charge: int | None = None
    marks: tuple[tuple[int, str], ...] = ()
    ruling: Ruling = Ruling.VALID
    loose: Any = None


def test_values_survive_json() -> None:
    card = Card("Na", "gas", 1, ((1, "x"), (2, "y")), Ruling.INVALID, Facts(a=(1, Facts(b=None))))
    assert codec.read(Card, codec.plain(card), "card") == card
    assert codec.read(Card, {"name": "He"}, "card") == Card("He")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": 1},
        {"name": "Na", "charge": True},
        {"name": "Na", "charge": 1.0},
        {"name": "Na", "charge": "1"},
        {"name": "Na", "kind": "salt"},
        {"name": "Na", "kind": []},
        {"name": "Na", "marks": [[1]]},
        {"name": "Na", "marks": "no"},
        {"name": "Na", "ruling": "maybe"},
        {"name": "Na", "more": 1},
        {},
        [],
        None,
    ],
)
def test_what_does_not_fit_is_refused(wrong: Any) -> None:
    with pytest.raises(UnreadableInput, match="The card cannot be read"):
        codec.read(Card, wrong, "card")


def test_every_fault_is_told_with_its_place() -> None:
    with pytest.raises(UnreadableInput) as refused:
        codec.read(Card, {"charge": "1", "marks": [[1, "a"], ["b", 2]], "x": 0}, "card")
    assert refused.value.details["faults"] == [
        "name is missing",
        "'x' does not belong here; there are: name, kind, charge, marks, ruling, loose",
        "charge must be a whole number, not '1'",
        "marks[1][0] must be a whole number, not 'b'",
        "marks[1][1] must be text, not 2",
    ]


def test_what_has_no_form_in_json_is_refused() -> None:
    with pytest.raises(TypeError):
        codec.plain({1, 2})


# --- events and verdicts ------------------------------------------------------------------------------------


def test_an_event_shows_only_what_is_listed() -> None:
    event = Event(1, "drawn", 0, Facts(number=1, card="Na", seed="s"))
    allowed = {"drawn": Shown(to_all=("number",), to_own=("card",))}
    assert set(shown_to(0, event, allowed).facts) == {"number", "card"}
    assert set(shown_to(1, event, allowed).facts) == {"number"}
    assert set(shown_to(None, event, allowed).facts) == {"number"}
    with pytest.raises(KeyError):
        shown_to(0, Event(1, "unlisted", 0), allowed)
    assert Event.from_json(event.to_json()) == event


def test_a_verdict_on_an_action_is_not_a_bool_and_leads_with_what_refuses() -> None:
    open_check = Check("X-1", None, Outcome.UNRESOLVED, "has_charge", Facts(charge=1))
    verdict = ActionVerdict.of(consent("X-2", "your_turn"), open_check, refusal("X-3", "game_over"))
    assert verdict.ruling is Ruling.INVALID
    assert verdict.reason == "The game is over."
    assert ActionVerdict.of(open_check).ruling is Ruling.UNRESOLVED
    assert ActionVerdict.from_json(verdict.to_json()) == verdict
    with pytest.raises(TypeError):
        bool(verdict)
    error = IllegalAction(verdict)
    assert isinstance(error, AdjudicatorError)
    assert error.to_json()["verdict"]["ruling"] == "invalid"


# --- games ----------------------------------------------------------------------------------------------------


def test_games_are_found_by_name() -> None:
    assert load_game("compoundit").name == "compoundit"
    with pytest.raises(UnknownRuleset):
        load_game("chess")


@pytest.mark.parametrize("damage", [{"schema": 1}, {"schema": None}, {"game": "chess"}, {"state": None}])
def test_a_saved_state_of_another_kind_is_refused(damage: dict[str, Any]) -> None:
    game = PickAndTrade()
    saved = game.state_to_json(game.new({}, 1))
    with pytest.raises(UnreadableInput):
        game.state_from_json({**saved, **damage})
