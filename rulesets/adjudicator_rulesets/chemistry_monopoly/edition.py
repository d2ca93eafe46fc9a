"""An edition of Chemistry Monopoly: board, families, prices and both decks, as its TOML file has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from adjudicator.chem.elements import ELEMENTS
from adjudicator.editions.checking import MAX_PIECES, field_fault, is_int
from adjudicator.editions.faults import say
from adjudicator.editions.reader import EditionReader
from adjudicator.editions.shape import (
    BY_HAND,
    DERIVED,
    At,
    Words,
    Written,
    at_least,
    each,
    must,
    one_of,
    record,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.editions.checking import Row, Section

DEFAULT = Path(__file__).parent / "editions" / "reference-2.toml"
SQUARES = 40  # M-BOARD
LEVELS = 6  # of rent: bare, one to four liquids, a solid

SquareKind = Literal[
    "lot",
    "life",
    "supply",
    "lab-day",
    "test-day",
    "tax",
    "go",
    "biology-class",
    "extra-credit",
    "go-to-biology",
]
OWNED = ("lot", "life", "supply")
FLAGS = ("biology", "free")
MOVES = ("advance", "nearest", "back", "biology")
DUES = (
    "pay",
    "collect_each",
    "pay_each",
    "per_liquid",
    "per_solid",
)  # settled after the card, so no move
NAMES = {
    "lab-day": "Lab Day",
    "test-day": "Test Day",
    "go": "Go",
    "biology-class": "Biology Class",
    "extra-credit": "Extra Credit",
    "go-to-biology": "Go to Biology Class",
}


PRICE = "square {where}: price is {price!r}; it must be a whole number above 0"
NO_ELEMENT = "square {where}: {element!r} is no element"
NEEDS_NAME = "square {where}: it needs a name"
NEEDS_AMOUNT = "square {where}: a tax needs an amount"
NO_SET = "square {where}: {group!r} is not among the sets"
RENTS = "square {where}: rents must be {levels} whole numbers: bare, one to four liquids, solid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    square: int
    kind: Annotated[
        SquareKind,
        one_of(get_args(SquareKind), "square {where}: kind is {kind!r}; there are {known}", where="{square}"),
    ]
    name: Annotated[str, must(NEEDS_NAME, where="{square}")] = ""
    element: Annotated[str | None, must(NO_ELEMENT, ELEMENTS.__contains__, where="{square}")] = None
    # The colour set of a lot.
    family: Annotated[
        str | None, At("set"), Words("sets.each.set"), must(NO_SET, calls="group", where="{square}")
    ] = None
    price: Annotated[int, must(PRICE, where="{square}")] = 0
    rents: Annotated[tuple[int, ...], must(RENTS, where="{square}", levels=LEVELS)] = ()
    step: Annotated[int, DERIVED] = 0  # what a liquid, or the solid, costs
    amount: Annotated[int, must(NEEDS_AMOUNT, where="{square}")] = 0  # of a tax
    per_cent: Annotated[
        int | None,
        at_least(
            0, "square {where}: per_cent is {per_cent!r}; it must be from 0 to 100", 100, where="{square}"
        ),
    ] = None

    @property
    def transfer(self) -> int:
        """What the Lab pays when it is transferred: half the price."""
        return self.price // 2


SOURCE = "{where}: source is {source!r}; it must be text"  # M-FACTS: an edition may leave sources out


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A colour set: elements of one group of the periodic table, and what they have in common."""

    name: Annotated[str, At("set")]
    colour: str
    group: int
    step: Annotated[int, at_least(1, "{group}: a step costs at least 1", group="{set}")]
    why: str
    squares: Annotated[tuple[int, ...], DERIVED] = ()
    source: Annotated[str, must(SOURCE, where="{set}")] = ""  # of what `why` says (M-FACTS)


Amount = Annotated[int | None, BY_HAND]
Flag = Annotated[
    bool | None, must("card {place}: {name} is true or is left out, not {value!r}", bool, "value")
]


@dataclass(frozen=True, slots=True)
class Effects:
    collect: Amount = None
    pay: Amount = None
    collect_each: Amount = None
    pay_each: Amount = None
    per_liquid: Amount = None
    per_solid: Amount = None
    advance: Amount = None
    nearest: Annotated[
        str | None, one_of(("life", "supply"), "card {place}: nearest is life or supply, not {nearest!r}")
    ] = None
    back: Amount = None
    biology: Flag = None
    free: Flag = None


EFFECTS = tuple(field.name for field in fields(Effects))


def _named(effects: Effects) -> tuple[tuple[str, Any], ...]:
    given = ((name, getattr(effects, name)) for name in EFFECTS)
    return tuple((name, value) for name, value in given if value is not None)


@dataclass(frozen=True, slots=True)
class DayCard:
    text: str
    chemistry: str
    effects: Annotated[tuple[tuple[str, Any], ...], At(""), Written(Effects, _named)]
    source: Annotated[str, must(SOURCE, where="card {place}")] = ""  # of its line of chemistry (M-FACTS)

    def effect(self, name: str) -> Any:
        return dict(self.effects).get(name)

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "chemistry": self.chemistry, "source": self.source, **dict(self.effects)}


Number = Annotated[int, at_least(0, "{name} is {number!r}; it must be a whole number, not below 0")]


@dataclass(frozen=True, slots=True)
class Money:
    start: Number
    go: Number
    go_landed: Number
    fine: Annotated[Number, must("fine is 0; who pays it to leave Biology Class pays at least 1", bool)]
    interest_per_cent: Number
    pot_base: Number


Pieces = Annotated[
    Number,
    must(
        "{name} is {number}; no box has more than {most:,} pieces", lambda n: n <= MAX_PIECES, most=MAX_PIECES
    ),
]
Liquids = Annotated[Number, at_least(1, "{name} is {number}; there are rents for 1 to {most}", LEVELS - 2)]


@dataclass(frozen=True, slots=True)
class Stock:
    liquids: Pieces
    solids: Pieces
    liquids_for_solid: Liquids
    liquids_for_solid_short: Liquids


@dataclass(frozen=True, slots=True)
class Edition:
    label: Annotated[str, DERIVED]
    money: Money
    notes: Annotated[
        tuple[tuple[int, int], ...],  # the start of a player: values, and how many of each
        At("money.notes"),
        must(
            "notes must be pairs of a value and how many of it",
            lambda notes: all(n > 0 for note in notes for n in note),
        ),
    ]
    stock: Stock
    families: Annotated[tuple[Family, ...], At("sets.each")]
    board: Annotated[tuple[Square, ...], At("board.each")]
    life_rent: Annotated[tuple[int, ...], At("rent.life"), BY_HAND]
    supply_rent: Annotated[tuple[int, ...], At("rent.supplies"), BY_HAND]
    lab_day: Annotated[tuple[DayCard, ...], At("lab_day.each")]
    test_day: Annotated[tuple[DayCard, ...], At("test_day.each")]

    def square_of(self, element: str) -> Square | None:
        return next((square for square in self.board if square.element == element), None)

    def family_of(self, square: Square) -> Family | None:
        return next((family for family in self.families if family.name == square.family), None)

    def to_json(self) -> dict[str, Any]:
        found = record(self)
        del found["notes"]
        return found


def _with_names(edition: Edition) -> Edition:
    """Squares by the names of their elements, with what a step costs; families with their squares."""
    steps = {family.name: family.step for family in edition.families}
    return replace(
        edition,
        board=tuple(
            replace(square, name=_name_of(square), step=steps.get(square.family or "", 0))
            for square in edition.board
        ),
        families=tuple(
            replace(family, squares=tuple(s.square for s in edition.board if s.family == family.name))
            for family in edition.families
        ),
    )


def _name_of(square: Square) -> str:
    return ELEMENTS[square.element].name if square.element else square.name or NAMES[square.kind]


# --- rules across fields ------------------------------------------------------------------------------------


def _money_rules(money: Section, _: dict[str, Any]) -> Iterator[str]:
    start: Any = money.get("start")
    notes: Any = money.get("notes")
    if is_int(start) and _are_pairs(notes) and sum(value * number for value, number in notes) != start:
        yield field_fault("notes", say("the notes do not add up to the {start} of the start", start=start))


def _are_pairs(notes: Any) -> bool:
    return isinstance(notes, list) and all(
        isinstance(note, list) and len(note) == 2 and all(is_int(n) and n > 0 for n in note) for note in notes
    )


def _set_rules(sets: Section, data: dict[str, Any]) -> Iterator[str]:
    used = Counter(str(row.get("set")) for row in each(data, "board") if row.get("kind") == "lot")
    for row in sets.rows:
        if used[row["set"]] not in (2, 3):
            told = "{group}: a colour set has two or three lots, not {number}"
            yield row.fault("set", say(told, group=row["set"], number=used[row["set"]]))


def _board_rules(board: Section, data: dict[str, Any]) -> Iterator[str]:
    sets = texts(data, "sets", "set")
    for row in board.rows:
        if row["kind"] in get_args(SquareKind):
            yield from _square_rules(row, sets)
    if [row["square"] for row in board.rows] != list(range(SQUARES)):
        yield say("the squares must be 0 to {number}, in their order", number=SQUARES - 1)
    elements = Counter(str(row.get("element")) for row in board.rows if row["kind"] in ("lot", "life"))
    for element, number in elements.items():
        if number > 1:
            yield say("{element} stands on two squares", element=element)
    for kind in ("go", "biology-class"):
        if [row.get("kind") for row in each(data, "board")].count(kind) != 1:
            yield say("there must be one square {kind}", kind=kind)


def _square_rules(row: Row, sets: set[str]) -> Iterator[str]:
    """What a square of its kind has."""
    where, kind, rents, group = row["square"], row["kind"], row.get("rents", []), row.get("set")
    amount, price = row.get("amount"), row.get("price", 0)
    if kind in OWNED and is_int(price) and price < 1:
        yield row.fault("price", say(PRICE, where=where, price=row.get("price")))
    if kind in ("lot", "life") and "element" not in row:
        yield row.fault("element", say(NO_ELEMENT, where=where, element=None))
    if kind in ("supply", "tax") and row.get("name", "") == "":
        yield row.fault("name", say(NEEDS_NAME, where=where))
    if kind == "tax" and amount is None:
        yield row.fault("amount", say(NEEDS_AMOUNT, where=where))
    if kind == "lot" and (group is None or isinstance(group, str)) and group not in sets:
        yield row.fault("set", say(NO_SET, where=where, group=group))
    if kind == "lot" and _are_numbers(rents) and len(rents) != LEVELS:
        yield row.fault("rents", say(RENTS, where=where, levels=LEVELS))
    paid = {"rents": rents if isinstance(rents, list) else [], "amount": [amount]}
    for name, amounts in paid.items():
        if any(isinstance(one, int) and one < 0 for one in amounts):  # nobody is paid for visiting
            yield row.fault(name, say("square {where}: nothing that is paid is below 0", where=where))


def _are_numbers(values: object) -> bool:
    return isinstance(values, list) and all(map(is_int, values))


def _rent_rules(section: Section, data: dict[str, Any]) -> Iterator[str]:
    for name, kind in (("life", "life"), ("supplies", "supply")):
        wanted = [row.get("kind") for row in each(data, "board")].count(kind)
        rents = section.get(name)
        if not _are_numbers(rents) or len(section[name]) != wanted:
            told = "{name} must be {wanted} whole numbers, by how many of them one player has"
            yield field_fault(name, say(told, name=name, wanted=wanted))
        elif any(rent < 0 for rent in section[name]):
            yield field_fault(name, say("{name}: nothing that is paid is below 0", name=name))


def _deck_rules(deck: Section, data: dict[str, Any]) -> Iterator[str]:
    squares = range(len(each(data, "board")))
    for row in deck.rows:
        place, effects = row.place + 1, [name for name in EFFECTS if name in row]
        if not effects:
            told = "card {place} does nothing; there are {known}"
            yield row.fault("text", say(told, place=place, known=", ".join(EFFECTS)))
        if not _go_together(effects):
            told = "card {place}: {known} do not go together on one card"
            yield row.fault("text", say(told, place=place, known=", ".join(effects)))
        numbers = [name for name in effects if name not in ("nearest", *FLAGS)]
        if any(not is_int(row[name]) or row[name] < 0 for name in numbers):
            told = "card {place}: {known} must be whole numbers, not below 0"
            yield row.fault("text", say(told, place=place, known=", ".join(numbers)))
        elif row.get("advance", 0) not in squares:
            told = "card {place}: there is no square {advance}"
            yield row.fault("advance", say(told, place=place, advance=row.get("advance", 0)))
    yield from _walk_rules(deck, data)


def _go_together(effects: list[str]) -> bool:
    """One move at most, nothing due with it; a card that is kept does nothing else."""
    moves = [name for name in effects if name in MOVES]
    due = any(name in DUES for name in effects)
    return len(moves) < 2 and not (moves and due) and not ("free" in effects and len(effects) > 1)


def _walk_rules(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    """Cards may send to a square where the next card is drawn, but not without end."""
    cards = each({"deck": section}, "deck")
    kinds = [row.get("kind") for row in each(data, "board")]
    for kind in ("life", "supply"):
        if kind not in kinds and any(row.get("nearest") == kind for row in cards):
            yield say("a card sends to the nearest {kind}, and there is none on the board", kind=kind)
    if cards and not any(set(row).isdisjoint(("advance", "back", "nearest", "free")) for row in cards):
        yield "at least one card must neither move a token nor be kept"


READER = EditionReader(
    "chemistry-monopoly",
    DEFAULT,
    Edition,
    {
        "money": _money_rules,
        "sets": _set_rules,
        "board": _board_rules,
        "rent": _rent_rules,
        "lab_day": _deck_rules,
        "test_day": _deck_rules,
    },
    _with_names,
)
load, parse = READER.load, READER.parse
