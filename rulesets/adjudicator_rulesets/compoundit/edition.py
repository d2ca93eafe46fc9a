"""An edition of CompoundIt!: tiles, ions, salts, board and exceptions, as its TOML file has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.ions import Ion
from adjudicator.chem.oxidation import Policy  # noqa: TC001 - the types of fields are read at run time
from adjudicator.editions.checking import field_fault, formula_faults, is_int
from adjudicator.editions.faults import Fault, say
from adjudicator.editions.reader import EditionReader
from adjudicator.editions.shape import (
    BY_HAND,
    DERIVED,
    EMPTY,
    At,
    Compound,
    Unique,
    Words,
    Written,
    among,
    at_least,
    each,
    listed,
    must,
    one_of,
    record,
)
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.editions.checking import Section

DEFAULT = Path(__file__).parent / "editions" / "reference-2.toml"
SETS = ("diatomic", "binary", "polyatomic", "simple-lewis", "organic", "complex-lewis")
POLICIES = ("same-sign", "uniform", "any")  # C-SIGN
NEW_TILES = ("consecutive", "unbroken-line")
KINDS = ("two", "listed", "any")  # C-DOUBLE
MAX_RACK = 20  # what bots can still think about
Bonus = Literal["double-element", "triple-element", "double-compound", "triple-compound"]
BONUSES: tuple[Bonus, ...] = get_args(Bonus)

Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    symbol: Annotated[
        str, must("{symbol!r} is no element", ELEMENTS.__contains__), Unique("{symbol} is listed twice")
    ]
    count: Annotated[int, at_least(1, "{symbol}: count must be at least 1, not {count}")]
    points: Annotated[int, at_least(0, "{symbol}: points must not be negative, but are {points}")]
    oxidation: Annotated[
        tuple[int, ...],
        must(
            "{symbol}: oxidation numbers are whole numbers from -8 to 8, not 0; got {oxidation}",
            lambda numbers: all(n != 0 and -8 <= n <= 8 for n in numbers),
        ),
        must(
            "{symbol}: a number is listed twice in {oxidation}",
            lambda numbers: len(set(numbers)) == len(numbers),
        ),
    ]


LEAST = "{name} is {value!r}; it must be a whole number, at least {least}"


@dataclass(frozen=True, slots=True)
class Blank:
    """C-BLANK: tiles that stand for whatever element their player names."""

    count: Annotated[int, at_least(1, LEAST)]
    points: Annotated[int, at_least(0, LEAST)]


@dataclass(frozen=True, slots=True)
class ListedIon:
    name: Annotated[
        str,
        must("{name!r} cannot name an ion", lambda name: name and name not in ELEMENTS),
        Unique("{name} is listed twice"),
    ]
    formula: Annotated[str, Compound(2, "{name}: ")]
    charge: Annotated[int, must("{name}: an ion has a charge other than 0", bool)]


def _ions(rows: tuple[ListedIon, ...]) -> tuple[Ion, ...]:
    return tuple(Ion(row.name, row.formula, (row.charge,)) for row in rows)


ParsedFormula = Annotated[Formula, Written(str, Formula.parse)]


@dataclass(frozen=True, slots=True)
class Salt:
    """C-DOUBLE: a salt of three or more kinds of unit, and where it is written."""

    text: Annotated[str, At("formula"), Compound(3)]  # the formula as people write it
    formula: ParsedFormula
    units: Annotated[
        tuple[tuple[str, int], ...],  # names of ions and symbols of tiles, and how many of each
        Written(dict[str, int], lambda units: tuple(units.items())),
        BY_HAND,
    ]
    name: str
    cite: str

    def to_json(self) -> dict[str, Any]:
        return {"formula": self.text, "units": dict(self.units), "name": self.name, "cite": self.cite}


@dataclass(frozen=True, slots=True)
class NamedException:
    """A formula the rulebook allows by name, under these rule sets."""

    formula: Annotated[ParsedFormula, Compound(2)]
    sets: Annotated[
        tuple[Annotated[str, Words(SETS)], ...],
        must(
            "sets is {sets!r}; it must list some of {known}",
            lambda sets: sets and set(sets) <= set(SETS),
            known=", ".join(SETS),
        ),
    ]
    rule: Annotated[str, must("{name} must be text")]
    passage: Annotated[str, must("{name} must be text")]

    def to_json(self) -> dict[str, Any]:
        return record(self) | {"formula": self.formula.conventional}


def _by_square(bonuses: dict[str, tuple[Square, ...]]) -> tuple[tuple[Square, str], ...]:
    return tuple(sorted((square, kind) for kind, squares in bonuses.items() for square in squares))


@dataclass(frozen=True, slots=True)
class Board:
    size: Annotated[int, at_least(3, "size is {size!r}; it must be from 3 to 60", 60)]
    centre: Annotated[Square, BY_HAND]
    atoms: Annotated[tuple[Square, ...], BY_HAND]
    bonuses: Annotated[
        tuple[tuple[Square, str], ...],
        Written(dict[Bonus, tuple[Square, ...]], _by_square),
        BY_HAND,
    ]

    def to_json(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "centre": list(self.centre),
            "atoms": listed(self.atoms),
            "bonuses": [{"row": row, "col": col, "kind": kind} for (row, col), kind in self.bonuses],
        }


def _by_players(supplies: dict[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(players), size) for players, size in supplies.items()))


@dataclass(frozen=True)
class Edition:
    label: Annotated[str, DERIVED]  # "compoundit/reference-1 sha256:…", with the whole digest of its text
    tiles: Annotated[tuple[Tile, ...], At("tiles.each")]
    ions: Annotated[tuple[Ion, ...], At("ions.each"), Written(tuple[ListedIon, ...], _ions)]
    diatomic: Annotated[
        tuple[Annotated[str, among("tiles.each.symbol", "{symbol!r} is not among the tiles", "symbol")], ...],
        At("diatomic.elements"),
        must("elements must be a list of symbols"),
    ]
    mixed_oxidation: Annotated[
        Policy,
        At("binary.mixed_oxidation"),
        one_of(
            POLICIES, 'mixed_oxidation is {policy!r}; it must be "same-sign", "uniform" or "any"', "policy"
        ),
    ]
    partners: Annotated[
        tuple[Annotated[str, among("ions.each.name", "{name!r} is not among the ions", "name")], ...],
        At("polyatomic.partners"),
        must("partners must be a list of ion names"),
    ]
    kinds: Annotated[
        str,
        At("polyatomic.kinds"),
        one_of(KINDS, 'kinds is {kinds!r}; it must be "two", "listed" or "any"'),
    ] = "listed"
    salts: Annotated[tuple[Salt, ...], At("salts.each"), EMPTY] = ()  # or no salt of its tiles is listed
    exceptions: tuple[NamedException, ...] = ()
    _: KW_ONLY
    rack: Annotated[
        int,
        At("play.rack"),
        at_least(1, "rack is {rack!r}; it must be a whole number of tiles, at most {most}", MAX_RACK),
    ]
    supplies: Annotated[
        tuple[tuple[int, int], ...],
        At("play.supplies"),
        Written(dict[str, int], _by_players),
        must(
            "supplies is {supplies!r}; it must give tiles for each number of players, as in {{ 2 = 52 }}",
            lambda supplies: all(players.isdecimal() and size > 0 for players, size in supplies.items()),
        ),
    ]
    new_tiles: Annotated[
        str,
        At("play.new_tiles"),
        one_of(NEW_TILES, 'new_tiles is {new_tiles!r}; it must be "consecutive" or "unbroken-line"'),
    ]
    board: Board
    blank: Blank | None = None

    def __hash__(self) -> int:
        """By the label, which has the digest of the text: hashing every field takes longer than a move."""
        return hash(self.label)

    @property
    def supply_sizes(self) -> str:
        """C-SUPPLY, by the number of players, as How to play has them: 2: 52, 3: 35, 4: 26."""
        return ", ".join(f"{players}: {size}" for players, size in self.supplies)

    def to_json(self) -> dict[str, Any]:
        ions = [{"name": ion.name, "formula": ion.formula, "charge": ion.charges[0]} for ion in self.ions]
        return record(self) | {"ions": ions}


# --- rules across fields ------------------------------------------------------------------------------------


def _salt_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    """C-DOUBLE: every salt is made of ions and tiles of this edition, and its units make up its formula."""
    ions = {row["name"]: row.get("formula") for row in each(data, "ions") if isinstance(row.get("name"), str)}
    tiles = [row.get("symbol") for row in each(data, "tiles")]
    for row in table.rows:
        text, units = row["formula"], row["units"]
        unknown = [unit for unit in units if unit not in tiles and unit not in ions]
        if unknown:
            told = "{text}: {unit!r} is neither an ion nor a tile of this edition"
            yield row.fault("units", say(told, text=text, unit=unknown[0]))
        elif len(units) < 3 or not all(is_int(n) and n > 0 for n in units.values()):
            told = "{text}: units are three or more kinds, each with a number above 0, not {units}"
            yield row.fault("units", say(told, text=text, units=units))
        elif not any(formula_faults(text, 3)) and not _make_up(text, units, ions):
            told = "{text}: its units {units} do not make up that formula"
            yield row.fault("units", say(told, text=text, units=units))


def _make_up(text: str, units: dict[str, int], ions: dict[str, Any]) -> bool:
    total: Counter[str] = Counter()
    for unit, number in units.items():
        try:
            atoms = Formula.parse(str(ions.get(unit, unit))).atoms
        except UnreadableInput:
            return True  # a fault of the ion, and told there
        for symbol, n in atoms:
            total[symbol] += n * number
    return Formula.of(total).atoms == Formula.parse(text).atoms


def _play_rules(play: Section, data: dict[str, Any]) -> Iterator[str]:
    total = sum(row["count"] for row in each(data, "tiles") if is_int(row.get("count")))
    supplies = play.get("supplies")
    for players, size in supplies.items() if isinstance(supplies, dict) else ():
        if players.isdecimal() and is_int(size) and int(players) * size > total:
            told = "supplies: {players} x {size} tiles are more than the {total} there are"
            yield Fault(say(told, players=players, size=size, total=total), ("supplies", players))


def _board_rules(board: Section, _: dict[str, Any]) -> Iterator[str]:
    size, atoms, bonuses = board.get("size"), board.get("atoms"), board.get("bonuses")
    if not is_int(size) or not 3 <= board["size"] <= 60:
        return  # told already
    if not isinstance(atoms, list) or not isinstance(bonuses, dict):
        yield field_fault("atoms", "atoms must be a list of squares, and bonuses a table of such lists")
        return
    for kind in bonuses:
        if kind not in BONUSES:
            told = "{kind!r} is no bonus; there are {known}"
            yield field_fault("bonuses", say(told, kind=kind, known=", ".join(BONUSES)))
    squares = [("centre", board.get("centre")), *(("atoms", square) for square in atoms)]
    for kind, given in bonuses.items():
        squares += [(kind, square) for square in (given if isinstance(given, list) else [given])]
    taken: dict[tuple[int, ...], str] = {}
    for kind, square in squares:
        if not _is_on(board["size"], square):
            told = "{kind}: {square!r} is not a square [row, column] from 1 to {size}"
            yield field_fault("size", say(told, kind=kind, square=square, size=size))
        elif kind != "centre":
            if tuple(square) in taken:
                told = "{kind}: {square} is already {number}"
                yield field_fault("bonuses", say(told, kind=kind, square=square, number=taken[tuple(square)]))
            taken[tuple(square)] = kind
    if board.get("centre") not in atoms:
        yield field_fault("centre", "the centre must be one of the atoms")


def _is_on(size: int, square: object) -> bool:
    return isinstance(square, list) and len(square) == 2 and all(is_int(x) and 1 <= x <= size for x in square)


READER = EditionReader(
    "compoundit",
    DEFAULT,
    Edition,
    {"salts": _salt_rules, "play": _play_rules, "board": _board_rules},
)
load, parse = READER.load, READER.parse
