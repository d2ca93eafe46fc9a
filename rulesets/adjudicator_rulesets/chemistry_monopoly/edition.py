"""Reading an edition of Chemistry Monopoly: board, families, prices and both decks from a TOML file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from adjudicator.chem.elements import ELEMENTS
from adjudicator.editions.reader import (
    MAX_PIECES,
    EditionReader,
    each,
    field_fault,
    is_int,
    rows,
    say,
    texts,
)
from adjudicator.engine.codec import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.editions.reader import Faults, Row
    from adjudicator.editions.schema import Words

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
EFFECTS = (
    "collect", "pay", "collect_each", "pay_each", "per_liquid", "per_solid", "advance", "nearest", "back",
    "biology", "free",
)  # fmt: skip
FLAGS = ("biology", "free")
MOVES = ("advance", "nearest", "back", "biology")
DUES = (
    "pay",
    "collect_each",
    "pay_each",
    "per_liquid",
    "per_solid",
)  # settled after the card, so no move


@dataclass(frozen=True, slots=True)
class Square:
    square: int
    kind: SquareKind
    name: str
    element: str | None = None
    family: str | None = None  # the colour set of a lot
    price: int = 0
    rents: tuple[int, ...] = ()
    step: int = 0  # what a liquid, or the solid, costs
    amount: int = 0  # of a tax
    per_cent: int | None = None

    @property
    def transfer(self) -> int:
        """What the Lab pays when it is transferred: half the price."""
        return self.price // 2


@dataclass(frozen=True, slots=True)
class Family:
    """A colour set: elements of one group of the periodic table, and what they have in common."""

    name: str
    colour: str
    group: int
    step: int
    why: str
    squares: tuple[int, ...]
    source: str = ""  # of what `why` says (M-FACTS)


@dataclass(frozen=True, slots=True)
class DayCard:
    text: str
    chemistry: str
    effects: tuple[tuple[str, Any], ...]
    source: str = ""  # of its line of chemistry (M-FACTS)

    def effect(self, name: str) -> Any:
        return dict(self.effects).get(name)


@dataclass(frozen=True, slots=True)
class Money:
    start: int
    go: int
    go_landed: int
    fine: int
    interest_per_cent: int
    pot_base: int


@dataclass(frozen=True, slots=True)
class Stock:
    liquids: int
    solids: int
    liquids_for_solid: int
    liquids_for_solid_short: int


@dataclass(frozen=True, slots=True)
class Edition:
    label: str
    money: Money
    stock: Stock
    families: tuple[Family, ...]
    board: tuple[Square, ...]
    life_rent: tuple[int, ...]
    supply_rent: tuple[int, ...]
    lab_day: tuple[DayCard, ...]
    test_day: tuple[DayCard, ...]
    notes: tuple[tuple[int, int], ...]  # the start of a player: values, and how many of each

    def square_of(self, element: str) -> Square | None:
        return next((square for square in self.board if square.element == element), None)

    def family_of(self, square: Square) -> Family | None:
        return next((family for family in self.families if family.name == square.family), None)

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "money": plain(self.money),
            "stock": plain(self.stock),
            "families": [plain(family) for family in self.families],
            "board": [plain(square) for square in self.board],
            "life_rent": list(self.life_rent),
            "supply_rent": list(self.supply_rent),
            "lab_day": [_plain_card(card) for card in self.lab_day],
            "test_day": [_plain_card(card) for card in self.test_day],
        }


def _plain_card(card: DayCard) -> dict[str, Any]:
    return {"text": card.text, "chemistry": card.chemistry, "source": card.source, **dict(card.effects)}


def _edition(data: dict[str, Any], label: str) -> Edition:
    steps = {row["set"]: row["step"] for row in data["sets"]["each"]}
    board = tuple(_square(row, steps) for row in data["board"]["each"])
    return Edition(
        label=label,
        money=_table(Money, data["money"]),
        stock=_table(Stock, data["stock"]),
        families=tuple(
            Family(
                row["set"],
                row["colour"],
                row["group"],
                row["step"],
                row["why"],
                tuple(square.square for square in board if square.family == row["set"]),
                row.get("source", ""),
            )
            for row in data["sets"]["each"]
        ),
        board=board,
        life_rent=tuple(data["rent"]["life"]),
        supply_rent=tuple(data["rent"]["supplies"]),
        lab_day=tuple(map(_day_card, data["lab_day"]["each"])),
        test_day=tuple(map(_day_card, data["test_day"]["each"])),
        notes=tuple((value, number) for value, number in data["money"]["notes"]),
    )


def _table(kind: Any, section: Mapping[str, Any]) -> Any:
    return kind(**{name: section[name] for name in kind.__dataclass_fields__})


NAMES = {
    "lab-day": "Lab Day",
    "test-day": "Test Day",
    "go": "Go",
    "biology-class": "Biology Class",
    "extra-credit": "Extra Credit",
    "go-to-biology": "Go to Biology Class",
}


def _square(row: Mapping[str, Any], steps: Mapping[str, int]) -> Square:
    element = row.get("element")
    name = ELEMENTS[element].name if element else row.get("name") or NAMES[row["kind"]]
    return Square(
        row["square"],
        row["kind"],
        name,
        element,
        row.get("set"),
        row.get("price", 0),
        tuple(row.get("rents", ())),
        steps.get(row.get("set", ""), 0),
        row.get("amount", 0),
        row.get("per_cent"),
    )


def _day_card(row: Mapping[str, Any]) -> DayCard:
    effects = tuple((name, row[name]) for name in EFFECTS if name in row)
    return DayCard(row["text"], row["chemistry"], effects, row.get("source", ""))


# --- faults -------------------------------------------------------------------------------------------------


def _number_faults(section: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if not is_int(section.get(name)) or section[name] < 0:
            yield field_fault(
                name,
                say(
                    "{name} is {number!r}; it must be a whole number, not below 0",
                    name=name,
                    number=section.get(name),
                ),
            )


def _money_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    yield from _number_faults(section, tuple(Money.__dataclass_fields__))
    if section.get("fine") == 0:
        yield field_fault("fine", "fine is 0; who pays it to leave Biology Class pays at least 1")
    notes = section.get("notes")
    if not isinstance(notes, list) or not all(
        isinstance(note, list) and len(note) == 2 and all(is_int(n) and n > 0 for n in note) for note in notes
    ):
        yield field_fault("notes", "notes must be pairs of a value and how many of it")
    elif is_int(section.get("start")) and sum(value * number for value, number in notes) != section["start"]:
        yield field_fault(
            "notes", say("the notes do not add up to the {start} of the start", start=section["start"])
        )


def _stock_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    yield from _number_faults(section, tuple(Stock.__dataclass_fields__))
    for name in ("liquids", "solids"):
        if is_int(section.get(name)) and section[name] > MAX_PIECES:
            yield field_fault(
                name,
                say(
                    "{name} is {number}; no box has more than {most:,} pieces",
                    name=name,
                    number=section[name],
                    most=MAX_PIECES,
                ),
            )
    for name in ("liquids_for_solid", "liquids_for_solid_short"):
        if is_int(section.get(name)) and not 1 <= section[name] <= LEVELS - 2:
            yield field_fault(
                name,
                say(
                    "{name} is {number}; there are rents for 1 to {most}",
                    name=name,
                    number=section[name],
                    most=LEVELS - 2,
                ),
            )


def _set_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    used = Counter(str(row.get("set")) for row in each(data, "board") if row.get("kind") == "lot")
    for row, faults in rows(section, {"set": str, "colour": str, "group": int, "step": int, "why": str}):
        yield from faults
        if row:
            yield from _source_faults(row, row["set"])
            if row["step"] < 1:
                yield row.fault("step", say("{group}: a step costs at least 1", group=row["set"]))
            if used[row["set"]] not in (2, 3):
                told = say(
                    "{group}: a colour set has two or three lots, not {number}",
                    group=row["set"],
                    number=used[row["set"]],
                )
                yield row.fault("set", told)


def _board_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    sets = texts(data, "sets", "set")
    seen: list[Any] = []
    elements: Counter[Any] = Counter()
    for row, faults in rows(section, {"square": int, "kind": str}):
        yield from faults
        if not row:
            continue
        where = row["square"]
        seen.append(row["square"])
        if row["kind"] not in get_args(SquareKind):
            told = say(
                "square {where}: kind is {kind!r}; there are {known}",
                where=where,
                kind=row["kind"],
                known=", ".join(get_args(SquareKind)),
            )
            yield row.fault("kind", told)
            continue
        if row["kind"] in OWNED and (not is_int(row.get("price")) or row["price"] < 1):
            told = say(
                "square {where}: price is {price!r}; it must be a whole number above 0",
                where=where,
                price=row.get("price"),
            )
            yield row.fault("price", told)
        if row["kind"] in ("lot", "life"):
            elements[str(row.get("element"))] += 1
            if str(row.get("element")) not in ELEMENTS:
                yield row.fault(
                    "element",
                    say("square {where}: {element!r} is no element", where=where, element=row.get("element")),
                )
        if row["kind"] in ("supply", "tax") and not isinstance(row.get("name"), str):
            yield row.fault("name", say("square {where}: it needs a name", where=where))
        if row["kind"] == "tax" and not is_int(row.get("amount")):
            yield row.fault("amount", say("square {where}: a tax needs an amount", where=where))
        if row["kind"] == "lot":
            rents = row.get("rents")
            if str(row.get("set")) not in sets:
                yield row.fault(
                    "set",
                    say("square {where}: {group!r} is not among the sets", where=where, group=row.get("set")),
                )
            if not isinstance(rents, list) or len(rents) != LEVELS or not all(is_int(rent) for rent in rents):
                told = say(
                    "square {where}: rents must be {levels} whole numbers: bare, one to four liquids, solid",
                    where=where,
                    levels=LEVELS,
                )
                yield row.fault("rents", told)
    if seen != list(range(SQUARES)):
        yield say("the squares must be 0 to {number}, in their order", number=SQUARES - 1)
    yield from (
        say("{element} stands on two squares", element=element) for element, n in elements.items() if n > 1
    )
    for kind in ("go", "biology-class"):
        if [row.get("kind") for row in each(data, "board")].count(kind) != 1:
            yield say("there must be one square {kind}", kind=kind)
    for row, _ in rows(section, {"square": int, "kind": str}):
        yield from _payment_faults(row)


def _payment_faults(row: Row) -> Iterator[str]:
    """Nobody is paid for visiting."""
    where, rents, per_cent = row.get("square"), row.get("rents"), row.get("per_cent")
    asked = {"rents": rents if isinstance(rents, list) else [], "amount": [row.get("amount")]}
    for name, amounts in asked.items():
        if any(is_int(amount) and amount < 0 for amount in amounts):
            yield row.fault(name, say("square {where}: nothing that is paid is below 0", where=where))
    if per_cent is not None and (not is_int(per_cent) or not 0 <= per_cent <= 100):
        yield row.fault(
            "per_cent",
            say(
                "square {where}: per_cent is {per_cent!r}; it must be from 0 to 100",
                where=where,
                per_cent=per_cent,
            ),
        )


def _rent_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    for name, kind in (("life", "life"), ("supplies", "supply")):
        wanted = [row.get("kind") for row in each(data, "board")].count(kind)
        rents = section.get(name)
        if not isinstance(rents, list) or len(rents) != wanted or not all(is_int(rent) for rent in rents):
            yield field_fault(
                name,
                say(
                    "{name} must be {wanted} whole numbers, by how many of them one player has",
                    name=name,
                    wanted=wanted,
                ),
            )
        elif any(rent < 0 for rent in rents):
            yield field_fault(name, say("{name}: nothing that is paid is below 0", name=name))


def _deck_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    squares = range(len(each(data, "board")))
    for place, (row, faults) in enumerate(rows(section, {"text": str, "chemistry": str}), start=1):
        yield from faults
        if not row:
            continue
        yield from _source_faults(row, f"card {place}")
        effects = [name for name in EFFECTS if name in row]
        if not effects:
            yield row.fault(
                "text",
                say("card {place} does nothing; there are {known}", place=place, known=", ".join(EFFECTS)),
            )
        for name in FLAGS:
            if row.get(name, True) is not True:
                told = say(
                    "card {place}: {name} is true or is left out, not {value!r}",
                    place=place,
                    name=name,
                    value=row[name],
                )
                yield row.fault(name, told)
        if not _go_together(effects):
            told = say(
                "card {place}: {known} do not go together on one card", place=place, known=", ".join(effects)
            )
            yield row.fault("text", told)
        numbers = [name for name in effects if name not in ("nearest", *FLAGS)]
        if any(not is_int(row[name]) or row[name] < 0 for name in numbers):
            yield row.fault(
                "text",
                say(
                    "card {place}: {known} must be whole numbers, not below 0",
                    place=place,
                    known=", ".join(numbers),
                ),
            )
        elif row.get("advance", 0) not in squares:
            yield row.fault(
                "advance",
                say("card {place}: there is no square {advance}", place=place, advance=row.get("advance", 0)),
            )
        if row.get("nearest", "life") not in ("life", "supply"):
            yield row.fault(
                "nearest",
                say(
                    "card {place}: nearest is life or supply, not {nearest!r}",
                    place=place,
                    nearest=row["nearest"],
                ),
            )
    yield from _walk_faults(section, data)


def _source_faults(row: Row, where: str) -> Iterator[str]:
    """M-FACTS: an edition may leave sources out."""
    source = row.get("source", "")
    if not isinstance(source, str):
        yield row.fault(
            "source", say("{where}: source is {source!r}; it must be text", where=where, source=source)
        )


def _go_together(effects: list[str]) -> bool:
    """One move at most, nothing due with it; a card that is kept does nothing else."""
    moves = [name for name in effects if name in MOVES]
    due = any(name in DUES for name in effects)
    return len(moves) < 2 and not (moves and due) and not ("free" in effects and len(effects) > 1)


def _walk_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    """Cards may send to a square where the next card is drawn, but not without end."""
    cards = each({"deck": section}, "deck")
    kinds = [row.get("kind") for row in each(data, "board")]
    for kind in ("life", "supply"):
        if kind not in kinds and any(row.get("nearest") == kind for row in cards):
            yield say("a card sends to the nearest {kind}, and there is none on the board", kind=kind)
    if cards and not any(set(row).isdisjoint(("advance", "back", "nearest", "free")) for row in cards):
        yield "at least one card must neither move a token nor be kept"


TABLES: dict[str, Faults] = {
    "money": _money_faults,
    "stock": _stock_faults,
    "sets": _set_faults,
    "board": _board_faults,
    "rent": _rent_faults,
    "lab_day": _deck_faults,
    "test_day": _deck_faults,
}

WORDS: Words = {
    "board.each.kind": get_args(SquareKind),
    "board.each.set": "sets.each.set",
    "lab_day.each.nearest": ("life", "supply"),
    "test_day.each.nearest": ("life", "supply"),
}

READER = EditionReader("chemistry-monopoly", DEFAULT, TABLES, _edition)
load, parse = READER.load, READER.parse
