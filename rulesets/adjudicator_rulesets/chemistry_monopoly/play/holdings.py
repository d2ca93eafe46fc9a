"""Who owns what, and what it costs, earns and is worth: questions about the pieces of an edition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.editions.registry import Editions
from adjudicator_rulesets.chemistry_monopoly.edition import DEFAULT, OWNED, Edition, parse
from adjudicator_rulesets.chemistry_monopoly.judging.condensing import fallen, may_condense, may_evaporate
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    LAB_DAY,
    LIQUID,
    SOLID,
    STOCK,
    TEST_DAY,
    held,
    money,
    on,
    turned,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.frame import Setup
    from adjudicator.engine.inventory import Inventory
    from adjudicator_rulesets.chemistry_monopoly.edition import DayCard, Square
    from adjudicator_rulesets.chemistry_monopoly.play.state import Deck, State

EDITIONS = Editions(DEFAULT, parse, Edition)


class Board:
    """An edition, regular or short, with its element cards by name: Na, beaker."""

    def __init__(self, edition: Edition, *, short: bool) -> None:
        self.edition = edition
        stock = edition.stock
        self.solid = 1 + (stock.liquids_for_solid_short if short else stock.liquids_for_solid)
        self.deeds: dict[str, Square] = {
            deed_of(square): square for square in edition.board if square.kind in OWNED
        }
        self.order = {deed: place for place, deed in enumerate(self.deeds)}
        self.lots = tuple(deed for deed, square in self.deeds.items() if square.kind == "lot")
        self.on = {deed: on(deed) for deed in self.lots}  # the places for liquids and solids
        self.sets = {
            family.name: tuple(deed_of(edition.board[place]) for place in family.squares)
            for family in edition.families
        }
        self._alike: dict[tuple[str, str | None], tuple[str, ...]] = {}
        for deed, square in self.deeds.items():
            key = (square.kind, square.family)
            self._alike[key] = (*self._alike.get(key, ()), deed)
        kinds = [square.kind for square in edition.board]
        self.go, self.biology_class = kinds.index("go"), kinds.index("biology-class")
        self.cards: dict[str, DayCard] = {}
        self.decks: dict[Deck, tuple[str, ...]] = {}
        decks: tuple[tuple[Deck, tuple[DayCard, ...]], ...] = (
            (LAB_DAY, edition.lab_day),
            (TEST_DAY, edition.test_day),
        )
        for deck, cards in decks:
            self.decks[deck] = tuple(f"{deck} {number}" for number in range(1, len(cards) + 1))
            self.cards |= dict(zip(self.decks[deck], cards, strict=True))

    def set_of(self, deed: str) -> tuple[str, ...]:
        """The colour set of a lot; other cards have none."""
        family = self.deeds[deed].family
        return () if family is None else self.sets[family]

    def alike(self, deed: str) -> tuple[str, ...]:
        """The cards that are counted together: the set of a lot, all life elements, or all supplies."""
        square = self.deeds[deed]
        return self._alike[square.kind, square.family]

    def interest(self, deed: str) -> int:
        """M-MONEY: rounded up to the next unit."""
        return -(-self.deeds[deed].transfer * self.edition.money.interest_per_cent // 100)

    def redeeming(self, deed: str) -> int:
        """M-REDEEM: the transfer price plus the interest."""
        return self.deeds[deed].transfer + self.interest(deed)

    def sell_back(self, deed: str) -> int:
        """M-SELL-BACK: for one step; half of an odd price is rounded down."""
        return self.deeds[deed].step // 2

    def name(self, deed: str) -> str:
        return self.deeds[deed].name if deed in self.deeds else deed


def deed_of(square: Square) -> str:
    """The name of an element card: its symbol, or the lab supply."""
    return square.element or square.name


@lru_cache(64)
def board_for(label: str, short: bool) -> Board:
    return Board(EDITIONS.get(label), short=short)


def board_of(state: State | Setup) -> Board:
    return board_for(state.edition, state.options.short)


@dataclass(frozen=True, slots=True)
class Holdings:
    """Where the element cards are, and what lies on them."""

    owner: Mapping[str, int]
    transferred: frozenset[str]
    levels: Mapping[str, int]  # of every lot: its liquids, or the level of a solid
    liquids: int  # that the Lab has
    solids: int
    by_player: Mapping[int, tuple[str, ...]]  # in board order

    def of(self, player: int) -> tuple[str, ...]:
        return self.by_player.get(player, ())

    def level(self, deed: str) -> int:
        return self.levels.get(deed, 0)

    def together(self, board: Board, player: int, deed: str) -> dict[str, int]:
        """The levels of the player's cards in its set, which must stay even (M-SET-WHOLE)."""
        return {other: self.level(other) for other in board.set_of(deed) if self.owner.get(other) == player}

    def has_all(self, board: Board, player: int, deed: str) -> bool:
        return all(self.owner.get(other) == player for other in board.alike(deed))


@lru_cache(512)
def _holdings(pieces: Inventory, seats: int, label: str, short: bool) -> Holdings:
    board, places = board_for(label, short), dict(pieces.places)
    solid, deeds = board.solid, board.deeds
    owner = {
        deed: player for player in range(seats) for place in (held, turned) for deed in places[place(player)]
    }
    lying = {deed: places[place] for deed, place in board.on.items()}
    levels = {deed: solid if SOLID in there else len(there) for deed, there in lying.items()}
    stock = places[STOCK]
    return Holdings(
        owner=owner,
        transferred=frozenset(deed for player in range(seats) for deed in places[turned(player)]),
        levels=levels,
        liquids=stock.count(LIQUID),
        solids=stock.count(SOLID),
        by_player={
            player: tuple(deed for deed in deeds if owner.get(deed) == player) for player in range(seats)
        },
    )


def holdings(state: State) -> Holdings:
    return _holdings(state.pieces, len(state.seats), state.edition, state.options.short)


def cash(state: State, player: int) -> int:
    return state.accounts[money(player)]


# --- rent ---------------------------------------------------------------------------------------------------


def rent(state: State, deed: str, dice: int, *, by_card: bool = False) -> int:
    """M-RENT, M-RENT-OTHER: what a visitor pays; `by_card`: sent by a card to the nearest of its kind."""
    board, now = board_of(state), holdings(state)
    owner, square, edition = now.owner[deed], board.deeds[deed], board.edition
    if deed in now.transferred:
        return 0  # M-RENT-NONE
    number = sum(now.owner.get(other) == owner for other in board.alike(deed))
    if square.kind == "life":
        return edition.life_rent[-1 if by_card else number - 1] * dice
    if square.kind == "supply":
        return edition.supply_rent[number - 1] * (2 if by_card else 1)
    level = now.level(deed)
    if level == board.solid:
        return square.rents[-1]  # M-SHORT-SOLID: the same, whatever number of liquids it took
    if level:
        return square.rents[level]
    return square.rents[0] * (2 if now.has_all(board, owner, deed) else 1)  # M-RENT-DOUBLE, M-RENT-SET


# --- worth --------------------------------------------------------------------------------------------------


def worth(state: State, player: int, *, halved: bool = False) -> int:
    """M-WORTH: money, printed prices, what liquids and solids cost; M-SHORT-WORTH halves transferred ones."""
    board, now = board_of(state), holdings(state)
    total = cash(state, player)
    for deed in now.of(player):
        square = board.deeds[deed]
        total += square.price // 2 if halved and deed in now.transferred else square.price
        total += now.level(deed) * square.step
    return total


def raisable(state: State, player: int) -> int:
    """M-GIVE-UP: money plus sell-back and transfer prices."""
    board, now = board_of(state), holdings(state)
    own = now.of(player)
    return (
        cash(state, player)
        + sold_back(state, player)
        + sum(board.deeds[deed].transfer for deed in own if deed not in now.transferred)
    )


def sold_back(state: State, player: int) -> int:
    """What the Lab would pay for all liquids and solids of a player."""
    board, now = board_of(state), holdings(state)
    return sum(now.level(deed) * board.sell_back(deed) for deed in now.of(player))


def pieces_on(state: State, player: int) -> tuple[int, int]:
    """How many liquids and solids a player has."""
    now, solid = holdings(state), board_of(state).solid
    levels = [now.level(deed) for deed in now.of(player)]
    return sum(level for level in levels if level < solid), levels.count(solid)


# --- condensing ---------------------------------------------------------------------------------------------


def next_steps(state: State, player: int, deed: str) -> tuple[str, ...]:
    """M-EVEN: the cards of its set where the next step may go."""
    return may_condense(holdings(state).together(board_of(state), player, deed), board_of(state).solid)


def last_steps(state: State, player: int, deed: str) -> tuple[str, ...]:
    """M-SELL-EVEN: the player's cards of its set where the last step may be sold back."""
    return may_evaporate(holdings(state).together(board_of(state), player, deed))


def after_evaporating(state: State, player: int, deed: str) -> dict[str, int]:
    """M-SOLID-STEP: the new level of everything that one step back changes.

    If the Lab lacks the liquids to replace a solid, the whole set goes down evenly (M-EVEN-SHORT).
    """
    now, board = holdings(state), board_of(state)
    level = now.level(deed)
    if level < board.solid or now.liquids >= board.solid - 1:
        return {deed: level - 1}
    if state.options.shortage == "lot":
        return {deed: 0}
    levels = now.together(board, player, deed)
    after = fallen(levels, deed, now.liquids, board.solid)
    return {other: after[other] for other in levels if after[other] != levels[other]}


def price_back(state: State, after: Mapping[str, int]) -> int:
    """M-SELL-BACK: half the price of every step given up."""
    now, board = holdings(state), board_of(state)
    return sum((now.level(deed) - level) * board.sell_back(deed) for deed, level in after.items())
