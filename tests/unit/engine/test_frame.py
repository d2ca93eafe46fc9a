"""The frame of all games, tested on the bazaar: asks and the agenda, seats, ranks and departures, offers, chance."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import FrozenInstanceError, dataclass, replace
from types import MappingProxyType, new_class
from typing import Any, Literal, assert_type

import pytest

from adjudicator.engine.agenda import Agenda, Ask, Open, Typed, by_type, stale
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.codec import plain, read
from adjudicator.engine.events import Event
from adjudicator.engine.frame import Seat, ranked
from adjudicator.engine.game import Resign
from adjudicator.engine.offers import AcceptOffer, Goods, ProposeOffer, Term, WithdrawOffer
from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng
from adjudicator.errors import UnreadableInput
from adjudicator.testing.subject import play
from tests.support.bazaar import (
    CARDS,
    Auction,
    Bazaar,
    Bid,
    Debt,
    Options,
    Pass,
    Pick,
    Picking,
    Roll,
    Sell,
    State,
    Turn,
    hand,
    money,
    subject_of,
)

GAME = Bazaar()


def on_turn(players: int = 3, **options: Any) -> State:
    """Everybody has picked: the turn of the highest card."""
    state = GAME.new(options, 1, players=players)
    for player in state.players:
        state = do(state, player, Pick(state.pieces[hand(player)][0]))
    return state


def do(state: State, player: int, action: Any) -> State:
    return GAME.apply(state, player, action)[0]


def in_debt(players: int = 3) -> State:
    """A rent that cannot be paid."""
    state = on_turn(players, rent=100)
    return do(state, state.agenda.top.player, Roll())


# --- asks ---------------------------------------------------------------------------------------------------


def test_a_strict_answer_is_stale_after_any_event_and_a_parallel_one_after_its_matter() -> None:
    strict, parallel = Ask(0, ("roll",), since=5), Ask(0, ("pick",), parallel=True, since=5)
    assert [stale(strict, seen, 8) for seen in (4, 5, 7, 8)] == [True, True, True, False]
    assert [stale(parallel, seen, 8) for seen in (4, 5, 7, 8)] == [True, False, False, False]


def test_others_picks_leave_a_pick_fresh_and_the_next_turn_does_not() -> None:
    state = GAME.new({}, 1, players=3)
    seen = state.version
    state = do(state, 1, Pick(state.pieces[hand(1)][0]))
    asks = {ask.player: ask for ask in GAME.asked(state)}
    assert set(asks) == {0, 2}
    assert not stale(asks[0], seen, state.version)
    turn = on_turn()
    assert stale(GAME.asked(turn)[0], seen, turn.version)


def test_what_others_see_of_an_ask_is_not_what_happens_otherwise() -> None:
    state = GAME.new({}, 1)
    (first, *_) = GAME.asked(state)
    assert first.otherwise == Pick(min(state.pieces[hand(0)]))
    shown = GAME.view(state, None)["asks"][0]
    assert shown == {
        "player": 0,
        "kinds": ["pick"],
        "obliged": True,
        "since": first.since,
        "about": "picking",
    }


def test_asks_are_worked_out_once_per_state() -> None:
    class Counting(Bazaar):
        asked_for = 0

        def asks(self, state: State) -> tuple[Ask, ...]:
            self.asked_for += 1
            return super().asks(state)

    game = Counting()
    state = game.new({}, 1, players=6)
    game.asked_for = 0
    for viewer in (*state.players, None):
        game.view(state, viewer)
        game.players_to_act(state)
    assert game.asked_for == 1


def test_an_open_kind_is_told_apart_from_a_complete_action() -> None:
    state = in_debt()
    debtor = state.agenda.top.debtor
    state = do(state, debtor, Sell(state.pieces[hand(debtor)][0]))
    bidder = GAME.asked(state)[0].player
    assert GAME.view(state, bidder)["actions"] == [{"type": "bid", "open": True}, {"type": "pass"}]
    assert Open("bid") in GAME.legal_actions(state, bidder)
    with pytest.raises(UnreadableInput):
        GAME.read_action({"type": "bid", "open": True})


def test_actions_and_matters_are_found_by_their_type() -> None:
    assert by_type(Pick, Roll) == by_type(Pick | Roll) == {"pick": Pick, "roll": Roll}
    assert GAME.read_action({"type": "pick", "card": "card 1"}) == Pick("card 1")
    assert GAME.read_action({"type": "resign"}) == Resign()
    assert GAME.read_action({"type": "accept_offer", "offer": 3}) == AcceptOffer(3)
    with pytest.raises(UnreadableInput, match="one of pick, roll"):
        GAME.read_action({"type": "explode"})


class Shout(Typed):
    """What somebody calls out."""


class CallUno(Shout):
    loudly: bool = False


class Stop(Shout, type="halt"):
    """Ends it."""


class Nod(Typed):
    times: int


def test_a_class_declares_its_type_its_json_and_its_place_among_the_others() -> None:
    assert by_type(Shout) == {"call_uno": CallUno, "halt": Stop}
    assert by_type(Shout, Nod) == by_type(CallUno | Stop | Nod) == {**by_type(Shout), "nod": Nod}
    assert plain(CallUno(loudly=True)) == {"loudly": True, "type": "call_uno"}
    assert read(CallUno, {"type": "call_uno"}, "action") == CallUno()
    with pytest.raises(UnreadableInput, match="type must be one of halt, not 'call_uno'"):
        read(Stop, {"type": "call_uno"}, "action")


def test_groups_are_united_as_kinds_are() -> None:
    assert by_type(Shout | Nod) == by_type(Shout, Nod, CallUno)


def test_a_class_without_fields_or_kinds_is_asked_for_its_type() -> None:
    class RollDice(Typed):
        """Meant as a kind, and taken for a group."""

    with pytest.raises(
        TypeError, match=r'RollDice has no fields.* class RollDice\(Typed, type="roll_dice"\)'
    ):
        by_type(RollDice, Nod)

    class Roll(Typed, type="roll"):
        """Says that it is a kind."""

    assert by_type(Roll) == {"roll": Roll}
    assert plain(Roll()) == {"type": "roll"}


@pytest.mark.parametrize(
    "body",
    [
        {"__annotations__": {"type": Literal["choose"]}, "type": "choose"},
        {"__annotations__": {"type": "Literal['choose']", "card": "str"}},
        {"type": "choose"},
    ],
)
@pytest.mark.parametrize("base", [Typed, Shout])
def test_a_type_that_is_written_as_a_field_is_refused(base: type[Typed], body: dict[str, Any]) -> None:
    before = by_type(Shout)
    said = body.get("type", "other")
    with pytest.raises(TypeError, match=rf'first line: class Pick\({base.__name__}, type="{said}"\)'):
        new_class("Pick", (base,), exec_body=lambda space: space.update(body))
    assert by_type(Shout) == before


@pytest.mark.parametrize(
    ("tag", "fault"),
    [
        ({"typ": "choose"}, r"Pick says typ='choose' in its first line, which may say its type"),
        ({"frozen": False}, r"Pick says frozen=False in its first line"),
        ({"type": "choose", "order": True}, r"Pick says order=True"),
        ({"type": ""}, r"The type of Pick is ''; it must be a word"),
        ({"type": 3}, r"The type of Pick is 3; it must be a word"),
    ],
)
@pytest.mark.parametrize("base", [Typed, Shout])
def test_the_first_line_of_a_class_says_nothing_but_its_type(
    base: type[Typed], tag: dict[str, Any], fault: str
) -> None:
    before = by_type(Shout)
    with pytest.raises(TypeError, match=rf'{fault}.*: class Pick\({base.__name__}, type="pick"\)'):
        new_class("Pick", (base,), tag)
    assert by_type(Shout) == before


def test_mypy_knows_what_is_found() -> None:
    """Run by mypy: a union is not taken for its first class."""
    assert_type(by_type(Shout), dict[str, type[Shout]])
    assert_type(by_type(Nod | Shout), dict[str, type[Any]])


def test_two_kinds_of_one_type_are_refused() -> None:
    class Wink(Typed, type="nod"):
        """Of the type of another."""

    with pytest.raises(TypeError, match=r"Nod and .*Wink are both of the type 'nod'"):
        by_type(Nod, Wink)


@pytest.mark.parametrize("kind", [Nod, CallUno, Stop])
def test_a_kind_is_no_group(kind: type[Typed]) -> None:
    with pytest.raises(TypeError, match=rf"Again inherits {kind.__name__}, which is a kind and no group"):
        new_class("Again", (kind,))


def test_a_declared_kind_is_a_frozen_dataclass_with_slots_that_matches_by_its_fields() -> None:
    match Nod(3):
        case Nod(times):
            assert times == 3
    assert not hasattr(Nod(3), "__dict__")
    assert {Nod(3), Nod(3)} == {replace(Nod(2), times=3)}
    with pytest.raises(FrozenInstanceError):
        Nod(3).times = 4  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(Nod(3))) == Nod(3)


# --- the agenda ---------------------------------------------------------------------------------------------


def test_a_matter_comes_between_and_hands_back_with_a_new_since() -> None:
    agenda = Agenda.of("turn", 1).push("debt", 4).push("auction", 6)
    assert (agenda.top, agenda.since, agenda.matters) == ("auction", 6, ("turn", "debt", "auction"))
    assert (agenda.swap("bid").top, agenda.swap("bid").since) == ("bid", 6)
    assert agenda.follow("next", 8).since == 8
    back = agenda.pop(9)
    assert (back.top, back.since) == ("debt", 9)
    assert (back.pop(12).top, back.pop(12).since) == ("turn", 12)
    assert back.pop(12).pop(13) == Agenda()
    assert (Agenda().top, Agenda().since) == (None, 0)


def test_an_auction_inside_a_debt_inside_a_turn_that_goes_on() -> None:
    state = in_debt()
    turn, debt = state.agenda.matters
    assert isinstance(turn, Turn)
    assert isinstance(debt, Debt)
    debtor, (first, second) = debt.debtor, state.others(debt.debtor)
    state = replace(state, agenda=state.agenda.swap(replace(debt, amount=14)))
    state = do(state, debtor, Sell(state.pieces[hand(debtor)][0]))
    assert [type(matter) for matter in state.agenda.matters] == [Turn, Debt, Auction]
    assert GAME.players_to_act(state) == (first,)
    state = do(do(state, first, Bid(3)), second, Pass())
    assert [type(matter) for matter in state.agenda.matters] == [Turn], "sold, paid, and the turn goes on"
    assert GAME.asked(state)[0].kinds == ("roll",)
    assert GAME.asked(state)[0].since == state.version
    paid = {debtor: 12 + 3 - 14, first: 12 - 3, second: 12}
    paid[debt.creditor] += 14
    assert {player: state.accounts[money(player)] for player in state.players} == paid


def test_matters_survive_json() -> None:
    state = in_debt()
    again = GAME.state_from_json(GAME.state_to_json(state))
    assert again == state
    assert isinstance(again.agenda.top, Debt)
    saved = GAME.state_to_json(state)
    saved["state"]["agenda"]["entries"][0]["matter"]["type"] = "siesta"
    with pytest.raises(UnreadableInput, match="A matter has a type"):
        GAME.state_from_json(saved)


def test_random_games_go_through_everything() -> None:
    """So that the contract suite covers everything: every event, matters three deep, and every end of an offer."""
    seen: Counter[str] = Counter()
    deepest = 0
    for seed in range(6):
        moments = list(play(subject_of(GAME), GAME.presets()[f"{seed % 5 + 2} players"], seed))
        seen.update(event.type for event in moments[-1].events)
        deepest = max(deepest, *(len(moment.state.agenda.entries) for moment in moments))
    assert set(GAME.allowed) - set(seen) <= {"resigned"}
    assert deepest == 3


# --- offers -------------------------------------------------------------------------------------------------


def test_an_offer_is_carried_out_in_one_event_and_voids_what_it_uncovers() -> None:
    state = on_turn()
    one, other, third = state.players
    card, wanted = state.pieces[hand(one)][0], state.pieces[hand(other)][0]
    swap = Term(other, Goods((card,)), Goods((wanted,), (("money", 2),)))
    gift = Term(third, Goods((card,)), Goods((), (("money", 1),)))
    state = do(do(state, one, ProposeOffer((swap,))), one, ProposeOffer((gift,)))
    after, events = GAME.apply(state, other, AcceptOffer(1))
    assert [event.type for event in events] == ["offer_accepted", "offer_carried_out", "offer_voided"]
    assert card in after.pieces[hand(other)]
    assert wanted in after.pieces[hand(one)]
    assert (after.accounts[money(one)], after.accounts[money(other)]) == (14, 10)
    assert not after.offers.open


def test_an_offer_that_was_withdrawn_is_never_accepted() -> None:
    state = on_turn()
    one, other, _ = state.players
    gift = Term(other, Goods((), (("money", 1),)), Goods((), (("money", 2),)))
    state = do(state, one, ProposeOffer((gift,)))
    assert {"type": "accept_offer", "offer": 1} in GAME.view(state, other)["actions"]
    state = do(state, one, WithdrawOffer(1))
    with pytest.raises(IllegalAction, match="no longer on the table"):
        do(state, other, AcceptOffer(1))


def test_offers_end_with_the_matter_they_belong_to() -> None:
    state = on_turn(rent=100)
    player = state.agenda.top.player
    other = state.others(player)[0]
    gift = Term(player, Goods((), (("money", 1),)), Goods((), (("money", 2),)))
    state = do(state, other, ProposeOffer((gift,)))
    after, events = GAME.apply(state, player, Roll())
    assert events[-1].type == "offer_voided"
    assert not after.offers.open
    assert {ask.about for ask in GAME.asked(after)} == {"debt"}


# --- seats, departures, ranks -------------------------------------------------------------------------------


def test_ranks_are_shared_and_who_left_ranks_below_the_first_to_go_last() -> None:
    seats = (Seat(), Seat("player", "resigned", 9), Seat(), Seat("player", "eliminated", 4), Seat())
    assert ranked((5, 99, 7, 99, 7), seats) == (3, 4, 1, 5, 1)
    assert ranked((5, 5), (Seat(), Seat())) == (1, 1)
    assert ranked((5, 0, 7), (Seat(), Seat("neutral"), Seat())) == (2, 0, 1), "nobody sits there"


def test_whoever_is_left_alone_has_won() -> None:
    state = GAME.new({}, 1, players=3)
    state = do(do(state, 1, Resign()), 0, Resign())
    assert state.result is not None
    assert (state.result.winners, state.result.ranks, state.result.reason) == ((2,), (2, 3, 1), "one_left")


def test_who_is_out_cannot_act_and_is_not_asked() -> None:
    state = do(GAME.new({}, 1, players=3), 1, Resign())
    assert (state.players, state.playing, state.others(0)) == ((0, 1, 2), (0, 2), (2,))
    with pytest.raises(IllegalAction, match="no longer in the game"):
        do(state, 1, Pick("card 1"))
    with pytest.raises(IllegalAction, match="There is no player 8 among"):
        do(state, 7, Resign())


def test_a_number_of_players_that_the_game_is_not_for() -> None:
    for players in (0, 1, 7, True, "2"):
        with pytest.raises(UnreadableInput, match="2, 3, 4, 5, 6"):
            GAME.new({}, 1, players=players)  # type: ignore[arg-type]


# --- chance, views, events ----------------------------------------------------------------------------------


def test_an_event_carries_the_chance_that_was_taken_for_it() -> None:
    state = on_turn()
    before = state.rng
    after, events = GAME.apply(state, state.agenda.top.player, Roll())
    number, rng = before.below(6)
    assert events[0]["number"] == number + 1
    assert plain(events[0]["rng"]) == plain(rng)
    assert after.rng == rng
    assert all("rng" not in event.facts for event in events[1:])
    assert all("rng" not in event.facts for event in GAME.events_shown(events, 0))


def test_only_the_first_event_begins_a_game() -> None:
    state, events = GAME.start({}, 1)
    with pytest.raises(UnreadableInput, match="begins with game_started"):
        GAME.step(None, replace(events[1], version=1))
    with pytest.raises(UnreadableInput, match="begins with game_started"):
        GAME.step(state, replace(events[0], version=state.version + 1))
    with pytest.raises(UnreadableInput, match="came where event"):
        GAME.step(state, Event(99, "rolled"))


def test_a_view_has_the_header_and_the_table_of_the_game() -> None:
    state = on_turn()
    view = GAME.view(state, 0)
    assert list(view) == [
        "game", "you", "version", "options", "edition", "seats", "scores", "asks", "actions", "accounts",
        "offers", "result", "table",
    ]  # fmt: skip
    assert view["edition"] == GAME.editions.current
    assert view["seats"] == [{"kind": "player", "out": None, "left": 0}] * 3
    imagined = GAME.imagine(view, Rng("x"))
    assert GAME.view(imagined, 0) == view
    assert isinstance(GAME.new({}, 1).agenda.top, Picking)
    assert len(CARDS) == sum(imagined.pieces.census().values())


def test_a_reading_that_came_later_is_an_option_and_older_games_keep_theirs() -> None:
    @dataclass(frozen=True, slots=True)
    class LaterOptions(Options):
        generous: bool = True

    class Later(Bazaar):
        options_type = LaterOptions
        former = MappingProxyType({"generous": False})

    _, events = GAME.start({}, 1)
    later = Later()
    assert not replay(later, events).options.generous
    assert plain(later.new({}, 1).options)["generous"]
    assert replay(later, later.start({}, 1)[1]).options.generous


def test_a_seat_that_nobody_sits_on_is_not_asked_and_has_no_rank() -> None:
    state = GAME.new({"nobody": True}, 1, players=3)
    assert (len(state.seats), state.players, state.playing) == (4, (0, 1, 2), (0, 1, 2))
    assert len(GAME.scores(state)) == 4
    assert GAME.players_to_act(state) == (0, 1, 2)
    with pytest.raises(IllegalAction, match="There is no player 4 among"):
        do(state, 3, Resign())
    state = do(do(state, 0, Resign()), 1, Resign())
    assert state.result is not None
    assert state.result.ranks == (3, 2, 1, 0)


def test_an_offer_of_somebody_else_does_not_make_a_roll_stale_but_a_roll_does() -> None:
    state = on_turn()
    seen, player = state.version, state.agenda.top.player
    gift = Term(player, Goods((), (("money", 1),)), Goods((), (("money", 2),)))
    offered = do(state, state.others(player)[0], ProposeOffer((gift,)))
    assert not stale(GAME.asked(offered)[0], seen, offered.version)
    rolled = do(state, player, Roll())
    assert stale(GAME.asked(rolled)[0], seen, rolled.version)
