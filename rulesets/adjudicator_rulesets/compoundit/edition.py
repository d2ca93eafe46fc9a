"""Reading an edition of CompoundIt!: tiles, ions, salts, board and exceptions from a TOML file.

A bad file is refused with all its faults at once, not with the first.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.ions import Ion
from adjudicator.editions.reader import (
    OWN,
    EditionReader,
    Fault,
    each,
    field_fault,
    formula_faults,
    is_int,
    rows,
    say,
)
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.oxidation import Policy
    from adjudicator.editions.reader import Faults
    from adjudicator.editions.schema import Words

DEFAULT = Path(__file__).parent / "editions" / "reference-2.toml"
SETS = ("diatomic", "binary", "polyatomic", "simple-lewis", "organic", "complex-lewis")
POLICIES = ("same-sign", "uniform", "any")  # C-SIGN
NEW_TILES = ("consecutive", "unbroken-line")
KINDS = ("two", "listed", "any")  # C-DOUBLE
MAX_RACK = 20  # what bots can still think about
BONUSES = ("double-element", "triple-element", "double-compound", "triple-compound")

Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    symbol: str
    count: int
    points: int
    oxidation: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """C-BLANK: tiles that stand for whatever element their player names."""

    count: int
    points: int


@dataclass(frozen=True, slots=True)
class NamedException:
    """A formula the rulebook allows by name, under these rule sets."""

    formula: Formula
    sets: tuple[str, ...]
    rule: str
    passage: str


@dataclass(frozen=True, slots=True)
class Salt:
    """C-DOUBLE: a salt of three or more kinds of unit, and where it is written."""

    formula: Formula
    text: str  # the formula as people write it
    units: tuple[tuple[str, int], ...]  # names of ions and symbols of tiles, and how many of each
    name: str
    cite: str


@dataclass(frozen=True, slots=True)
class Board:
    size: int
    centre: Square
    atoms: tuple[Square, ...]
    bonuses: tuple[tuple[Square, str], ...]


@dataclass(frozen=True, slots=True)
class Edition:
    label: str  # "compoundit/reference-1 sha256:…", with the whole digest of its text
    tiles: tuple[Tile, ...]
    ions: tuple[Ion, ...]
    diatomic: tuple[str, ...]
    mixed_oxidation: Policy
    partners: tuple[str, ...]
    kinds: str
    salts: tuple[Salt, ...]
    exceptions: tuple[NamedException, ...]
    rack: int
    supplies: tuple[tuple[int, int], ...]
    new_tiles: str
    board: Board
    blank: Blank | None = None

    def __hash__(self) -> int:
        """The digest of the text is in the label; to hash every field again would take longer than a move."""
        return hash(self.label)

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "tiles": [
                {"symbol": t.symbol, "count": t.count, "points": t.points, "oxidation": list(t.oxidation)}
                for t in self.tiles
            ],
            "blank": self.blank and {"count": self.blank.count, "points": self.blank.points},
            "ions": [{"name": i.name, "formula": i.formula, "charge": i.charges[0]} for i in self.ions],
            "diatomic": list(self.diatomic),
            "mixed_oxidation": self.mixed_oxidation,
            "partners": list(self.partners),
            "kinds": self.kinds,
            "salts": [
                {"formula": s.text, "units": dict(s.units), "name": s.name, "cite": s.cite}
                for s in self.salts
            ],
            "exceptions": [
                {
                    "formula": e.formula.conventional,
                    "sets": list(e.sets),
                    "rule": e.rule,
                    "passage": e.passage,
                }
                for e in self.exceptions
            ],
            "rack": self.rack,
            "supplies": {str(players): size for players, size in self.supplies},
            "new_tiles": self.new_tiles,
            "board": {
                "size": self.board.size,
                "centre": list(self.board.centre),
                "atoms": [list(square) for square in self.board.atoms],
                "bonuses": [
                    {"row": row, "col": col, "kind": kind} for (row, col), kind in self.board.bonuses
                ],
            },
        }


def _edition(data: dict[str, Any], label: str) -> Edition:
    play, board = data["play"], data["board"]
    return Edition(
        label=label,
        tiles=tuple(
            Tile(t["symbol"], t["count"], t["points"], tuple(t["oxidation"])) for t in data["tiles"]["each"]
        ),
        ions=tuple(Ion(i["name"], i["formula"], (i["charge"],)) for i in data["ions"]["each"]),
        diatomic=tuple(data["diatomic"]["elements"]),
        mixed_oxidation=cast("Policy", data["binary"]["mixed_oxidation"]),
        partners=tuple(data["polyatomic"]["partners"]),
        kinds=data["polyatomic"].get("kinds", "listed"),
        salts=tuple(_salt(row) for row in data.get("salts", {}).get("each", [])),
        exceptions=tuple(
            NamedException(Formula.parse(e["formula"]), tuple(e["sets"]), e["rule"], e["passage"])
            for e in data.get("exceptions", [])
        ),
        rack=play["rack"],
        supplies=tuple(sorted((int(players), size) for players, size in play["supplies"].items())),
        new_tiles=play["new_tiles"],
        board=Board(
            board["size"],
            _square(board["centre"]),
            tuple(_square(s) for s in board["atoms"]),
            tuple(sorted((_square(s), kind) for kind, squares in board["bonuses"].items() for s in squares)),
        ),
        blank=_blank(data.get("blank")),
    )


def _blank(table: dict[str, Any] | None) -> Blank | None:
    return None if table is None else Blank(table["count"], table["points"])


def _salt(row: dict[str, Any]) -> Salt:
    units = tuple(row["units"].items())
    return Salt(Formula.parse(row["formula"]), row["formula"], units, row["name"], row["cite"])


def _square(pair: list[int]) -> Square:
    return pair[0], pair[1]


# --- faults -----------------------------------------------------------------------------------------------


def _tile_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    seen: set[str] = set()
    for row, faults in rows(section, {"symbol": str, "count": int, "points": int, "oxidation": list}):
        yield from faults
        if not row:
            continue
        symbol = row["symbol"]
        if symbol not in ELEMENTS:
            yield row.fault("symbol", say("{symbol!r} is no element", symbol=symbol))
        if symbol in seen:
            yield row.fault("symbol", say("{symbol} is listed twice", symbol=symbol))
        seen.add(symbol)
        if row["count"] < 1:
            yield row.fault(
                "count",
                say("{symbol}: count must be at least 1, not {count}", symbol=symbol, count=row["count"]),
            )
        if row["points"] < 0:
            yield row.fault(
                "points",
                say(
                    "{symbol}: points must not be negative, but are {points}",
                    symbol=symbol,
                    points=row["points"],
                ),
            )
        if not all(is_int(n) and n != 0 and -8 <= n <= 8 for n in row["oxidation"]):
            told = say(
                "{symbol}: oxidation numbers are whole numbers from -8 to 8, not 0; got {oxidation}",
                symbol=symbol,
                oxidation=row["oxidation"],
            )
            yield row.fault("oxidation", told)
        elif len(set(row["oxidation"])) != len(row["oxidation"]):
            yield row.fault(
                "oxidation",
                say(
                    "{symbol}: a number is listed twice in {oxidation}",
                    symbol=symbol,
                    oxidation=row["oxidation"],
                ),
            )


def _blank_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    for name, least in (("count", 1), ("points", 0)):
        value: Any = section.get(name)
        if not is_int(value) or value < least:
            told = say(
                "{name} is {value!r}; it must be a whole number, at least {least}",
                name=name,
                value=value,
                least=least,
            )
            yield field_fault(name, told)


def _ion_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    seen: set[str] = set()
    for row, faults in rows(section, {"name": str, "formula": str, "charge": int}):
        yield from faults
        if not row:
            continue
        name = row["name"]
        if not name or name in ELEMENTS:
            yield row.fault("name", say("{name!r} cannot name an ion", name=name))
        if name in seen:
            yield row.fault("name", say("{name} is listed twice", name=name))
        seen.add(name)
        if row["charge"] == 0:
            yield row.fault("charge", say("{name}: an ion has a charge other than 0", name=name))
        yield from row.faults("formula", formula_faults(row["formula"], f"{name}: ", at_least=2))


def _diatomic_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    elements = section.get("elements")
    if not isinstance(elements, list):
        yield field_fault("elements", "elements must be a list of symbols")
        return
    symbols = [row.get("symbol") for row in each(data, "tiles")]
    yield from (
        field_fault("elements", say("{symbol!r} is not among the tiles", symbol=e))
        for e in elements
        if e not in symbols
    )


def _binary_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    policy = section.get("mixed_oxidation")
    if policy not in POLICIES:
        told = say('mixed_oxidation is {policy!r}; it must be "same-sign", "uniform" or "any"', policy=policy)
        yield field_fault("mixed_oxidation", told)


def _polyatomic_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    partners = section.get("partners")
    names = [row.get("name") for row in each(data, "ions")]
    if not isinstance(partners, list):
        yield field_fault("partners", "partners must be a list of ion names")
        return
    yield from (
        field_fault("partners", say("{name!r} is not among the ions", name=p))
        for p in partners
        if p not in names
    )
    kinds = section.get("kinds", "listed")
    if kinds not in KINDS:
        yield field_fault(
            "kinds", say('kinds is {kinds!r}; it must be "two", "listed" or "any"', kinds=kinds)
        )


def _salt_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    """C-DOUBLE: every salt is made of ions and tiles of this edition, and its units make up its formula."""
    if section.get("each") == []:
        return  # tiles of which no listed salt can be made
    ions = {row["name"]: row.get("formula") for row in each(data, "ions") if isinstance(row.get("name"), str)}
    tiles = [row.get("symbol") for row in each(data, "tiles")]
    fields = {"formula": str, "units": dict, "name": str, "cite": str}
    for row, faults in rows(section, fields):
        yield from faults
        if not row:
            continue
        text, units = row["formula"], row["units"]
        faulty = list(formula_faults(text, "", at_least=3))
        yield from row.faults("formula", faulty)
        unknown = [unit for unit in units if unit not in tiles and unit not in ions]
        if unknown:
            yield row.fault(
                "units",
                say(
                    "{text}: {unit!r} is neither an ion nor a tile of this edition",
                    text=text,
                    unit=unknown[0],
                ),
            )
        elif len(units) < 3 or not all(is_int(n) and n > 0 for n in units.values()):
            told = say(
                "{text}: units are three or more kinds, each with a number above 0, not {units}",
                text=text,
                units=units,
            )
            yield row.fault("units", told)
        elif not faulty and not _make_up(text, units, ions):
            yield row.fault(
                "units", say("{text}: its units {units} do not make up that formula", text=text, units=units)
            )


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


def _exception_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    for told in formula_faults(section.get("formula"), "", at_least=2):
        yield field_fault("formula", told)
    sets = section.get("sets")
    if not isinstance(sets, list) or not sets or not all(s in SETS for s in sets):
        yield field_fault(
            "sets", say("sets is {sets!r}; it must list some of {known}", sets=sets, known=", ".join(SETS))
        )
    yield from (
        field_fault(name, say("{name} must be text", name=name))
        for name in ("rule", "passage")
        if not isinstance(section.get(name), str)
    )


def _play_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    if not is_int(section.get("rack")) or not 1 <= section["rack"] <= MAX_RACK:
        told = say(
            "rack is {rack!r}; it must be a whole number of tiles, at most {most}",
            rack=section.get("rack"),
            most=MAX_RACK,
        )
        yield field_fault("rack", told)
    supplies = section.get("supplies")
    if not isinstance(supplies, dict) or not all(
        players.isdecimal() and is_int(size) and size > 0 for players, size in supplies.items()
    ):
        told = say(
            "supplies is {supplies!r}; it must give tiles for each number of players, as in {{ 2 = 52 }}",
            supplies=supplies,
        )
        yield field_fault("supplies", told)
    else:
        total = sum(row["count"] for row in each(data, "tiles") if is_int(row.get("count")))
        for players, size in supplies.items():
            if int(players) * size > total:
                told = say(
                    "supplies: {players} x {size} tiles are more than the {total} there are",
                    players=players,
                    size=size,
                    total=total,
                )
                yield Fault(told, ("supplies", players))
    if section.get("new_tiles") not in NEW_TILES:
        told = say(
            'new_tiles is {new_tiles!r}; it must be "consecutive" or "unbroken-line"',
            new_tiles=section.get("new_tiles"),
        )
        yield field_fault("new_tiles", told)


def _board_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    size = section.get("size")
    if not isinstance(size, int) or isinstance(size, bool) or not 3 <= size <= 60:
        yield field_fault("size", say("size is {size!r}; it must be from 3 to 60", size=size))
        return
    atoms, bonuses = section.get("atoms"), section.get("bonuses")
    if not isinstance(atoms, list) or not isinstance(bonuses, dict):
        yield field_fault("atoms", "atoms must be a list of squares, and bonuses a table of such lists")
        return
    yield from (
        field_fault(
            "bonuses", say("{kind!r} is no bonus; there are {known}", kind=kind, known=", ".join(BONUSES))
        )
        for kind in bonuses
        if kind not in BONUSES
    )
    squares = [("centre", section.get("centre")), *(("atoms", s) for s in atoms)]
    for kind, listed in bonuses.items():
        squares += [(kind, s) for s in listed] if isinstance(listed, list) else [(kind, listed)]
    taken: dict[tuple[int, ...], str] = {}
    for kind, square in squares:
        on_board = (
            isinstance(square, list)
            and len(square) == 2
            and all(is_int(x) and 1 <= x <= size for x in square)
        )
        if not on_board:
            yield field_fault(
                "size",
                say(
                    "{kind}: {square!r} is not a square [row, column] from 1 to {size}",
                    kind=kind,
                    square=square,
                    size=size,
                ),
            )
        elif kind != "centre":
            if tuple(square) in taken:
                yield field_fault(
                    "bonuses",
                    say(
                        "{kind}: {square} is already {number}",
                        kind=kind,
                        square=square,
                        number=taken[tuple(square)],
                    ),
                )
            taken[tuple(square)] = kind
    if section.get("centre") not in atoms:
        yield field_fault("centre", "the centre must be one of the atoms")


TABLES: dict[str, Faults] = {
    "tiles": _tile_faults,
    "ions": _ion_faults,
    "diatomic": _diatomic_faults,
    "binary": _binary_faults,
    "polyatomic": _polyatomic_faults,
    "play": _play_faults,
    "board": _board_faults,
}

WORDS: Words = {
    "diatomic.elements": "tiles.each.symbol",
    "binary.mixed_oxidation": POLICIES,
    "polyatomic.partners": "ions.each.name",
    "polyatomic.kinds": KINDS,
    "salts.each.units.*": "",
    "play.supplies.*": "",
    "play.new_tiles": NEW_TILES,
    "exceptions.sets": SETS,
}

EXAMPLES = {"blank": {"source": OWN, "count": 2, "points": 0}}  # the rulebook has none

READER = EditionReader(
    "compoundit",
    DEFAULT,
    TABLES,
    _edition,
    {"exceptions": _exception_faults},
    {"salts": _salt_faults, "blank": _blank_faults},
)
load, parse = READER.load, READER.parse
