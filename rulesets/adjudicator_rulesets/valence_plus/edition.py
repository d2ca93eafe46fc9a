"""An edition of Valence Plus: element cards, molecule cards and reactions, as its TOML file has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import MAX_NAME
from adjudicator.editions.checking import field_fault, is_int
from adjudicator.editions.faults import say
from adjudicator.editions.reader import EditionReader
from adjudicator.editions.shape import (
    BY_HAND,
    DERIVED,
    At,
    Positive,  # noqa: TC001 - the types of fields are read at run time
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
    from collections.abc import Iterator, Sequence

    from adjudicator.editions.checking import Section

DEFAULT = Path(__file__).parent / "editions" / "reference-1.toml"
COLOURS = ("hydrogen", "metal", "transition", "carbon", "oxygen", "sulfur", "halogen", "noble")
MARKS = ("stable", "reactor", "vulnerable", "blocks", "complex", "trade-up")
# All builds are listed once: what that may come to. The shipped edition has 97 hands, of at most five cards.
MAX_CARDS = 8
MAX_HANDS = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementCard:
    symbol: Annotated[
        str, must("{symbol!r} is no element", ELEMENTS.__contains__), Unique("{symbol} is listed twice")
    ]
    count: Annotated[int, at_least(1, "{symbol}: count must be at least 1, not {count}")]
    valence: int
    second: Annotated[int | None, BY_HAND] = None
    colour: Annotated[str, one_of(COLOURS, "{symbol}: colour must be one of {known}, not {colour!r}")]

    def to_json(self) -> dict[str, Any]:
        numbers = [self.valence] if self.second is None else [self.valence, self.second]
        return {"symbol": self.symbol, "count": self.count, "valence": numbers, "colour": self.colour}


COUNT_AND_POINTS = "{name}: count must be at least 1 and points not negative"


def _sorted(ways: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(way)) for way in ways)


Way = Annotated[
    tuple[Annotated[str, Words(COLOURS[:-1])], ...],
    must(
        "{name}: {way!r} is not a list of two or more colours",
        lambda way: len(way) >= 2 and set(way) <= {*COLOURS[:-1]},
        "way",
    ),
]


@dataclass(frozen=True, slots=True)
class MoleculeCard:
    name: Annotated[str, Unique("{name} is listed twice")]
    count: Annotated[int, at_least(1, COUNT_AND_POINTS)]
    points: Annotated[int, at_least(0, COUNT_AND_POINTS)]
    marks: tuple[Annotated[str, one_of(MARKS, "{name}: {mark!r} is no mark; there are {known}", "mark")], ...]
    colours: Annotated[
        tuple[tuple[str, ...], ...],  # sorted, each a way to build it; none for a complex molecule
        Written(tuple[Way, ...], _sorted),
    ]

    def to_json(self) -> dict[str, Any]:
        return record(self) | {"colours": [" + ".join(way) for way in self.colours]}


Molecule = Annotated[str, Words("molecules.each.name")]


@dataclass(frozen=True, slots=True)
class Reaction:
    reactors: Annotated[tuple[Molecule, ...], BY_HAND]
    target: Molecule
    products: Annotated[tuple[Molecule, ...], BY_HAND]


def _readable(formula: str) -> bool:
    try:
        Formula.parse(formula)
    except UnreadableInput:
        return False
    return True


@dataclass(frozen=True, slots=True)
class SchoolNames:
    """V-NAME: what else is right at this table. Whether it is good chemistry is for the school to say."""

    formula: Annotated[str, must("{formula!r} is no formula", _readable)]
    names: Annotated[
        tuple[str, ...],
        must(
            "{formula}: names are texts of 1 to {most} characters, not {names!r}",
            lambda names: names and all(0 < len(name.strip()) <= len(name) <= MAX_NAME for name in names),
            most=MAX_NAME,
        ),
    ]


def _by_formula(rows: tuple[SchoolNames, ...]) -> tuple[tuple[Formula, tuple[str, ...]], ...]:
    found: dict[Formula, tuple[str, ...]] = {}
    for row in rows:
        formula = Formula.parse(row.formula)
        found[formula] = (*found.get(formula, ()), *row.names)
    return tuple(found.items())


Symbol = Annotated[str, Words("elements.each.symbol")]
SULFUR = "sulfur is {sulfur!r}; it must name an element and the cards it needs"


@dataclass(frozen=True)
class Edition:
    label: Annotated[str, DERIVED]
    elements: Annotated[tuple[ElementCard, ...], At("elements.each")]
    optional: Annotated[tuple[ElementCard, ...], At("optional.each")]
    # The element whose second valence needs partners (V-SECOND), and these partners.
    sulfur: Annotated[str, At("second.sulfur.symbol"), among("elements.each.symbol", SULFUR)]
    sulfur_partners: Annotated[
        tuple[str, ...],
        At("second.sulfur.with"),
        Written(tuple[Symbol, ...], lambda cards: tuple(sorted(cards))),
        must(SULFUR),
        among("elements.each.symbol", "sulfur: {partners} are not all among the elements", "partners"),
    ]
    molecules: Annotated[tuple[MoleculeCard, ...], At("molecules.each")]
    reactions: Annotated[tuple[Reaction, ...], At("reactions.each")]
    target: Annotated[Positive, At("play.target")]
    hand: Annotated[Positive, At("play.hand")]
    original_target: Annotated[
        int, At("original.target"), must("target is {target!r}; it must be a whole number")
    ]
    original_without: Annotated[dict[Symbol, int], At("original.without"), BY_HAND]
    # That the school of this box accepts as well.
    names: Annotated[
        tuple[tuple[Formula, tuple[str, ...]], ...],
        At("names.each"),
        Written(tuple[SchoolNames, ...], _by_formula),
    ] = ()

    def __hash__(self) -> int:
        """By the label, which has the digest of the text: hashing every field takes longer than a move."""
        return hash(self.label)

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "elements": listed(self.elements),
            "optional": listed(self.optional),
            "molecules": listed(self.molecules),
            "reactions": listed(self.reactions),
            "target": self.target,
            "hand": self.hand,
            "names": [{"formula": formula.text, "names": list(names)} for formula, names in self.names],
        }


def _original(edition: Edition) -> Edition:
    """V-ORIGINAL: the cards it leaves out are gone, and with them the molecules that cannot be made."""
    without = edition.original_without
    elements = tuple(
        replace(card, count=card.count - without.get(card.symbol, 0))
        for card in edition.elements
        if card.count > without.get(card.symbol, 0)
    )
    colours = {card.colour for card in elements}
    molecules = tuple(m for m in edition.molecules if any(set(way) <= colours for way in m.colours))
    names = {m.name for m in molecules}
    reactions = tuple(r for r in edition.reactions if {*r.reactors, r.target, *r.products} <= names)
    return replace(
        edition,
        elements=elements,
        molecules=molecules,
        reactions=reactions,
        target=edition.original_target,
    )


# --- rules across fields ------------------------------------------------------------------------------------


def _element_rules(table: Section, _: dict[str, Any]) -> Iterator[str]:
    for row in table.rows:
        numbers = [row["valence"], row.get("second", 1)]
        if not all(is_int(n) and -8 <= n <= 8 for n in numbers):
            told = "{symbol}: valences are whole numbers from -8 to 8, not {numbers}"
            yield row.fault("valence", say(told, symbol=row["symbol"], numbers=numbers))
        if row["valence"] == 0 and row["colour"] != "noble":
            told = "{symbol}: only a noble gas has the first valence 0"
            yield row.fault("valence", say(told, symbol=row["symbol"]))


def counts_as(card: str, colour: str) -> bool:
    """V-CLASS: copper and zinc at their first valence build what other metals build."""
    return card == colour or (colour == "metal" and card == "transition")


def _hands(way: list[str], elements: Sequence[str]) -> int:
    """How many choices of cards have these colours, by the colours of the elements."""
    kinds = {colour: sum(counts_as(card, colour) for card in elements) for colour in set(way)}
    return prod(comb(kinds[colour] + number - 1, number) for colour, number in Counter(way).items())


def _molecule_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    taken: dict[tuple[str, ...], str] = {}
    elements = [row["colour"] for row in each(data, "elements") if isinstance(row.get("colour"), str)]
    hands = 0
    for row in table.rows:
        name, ways = row["name"], row["colours"]
        if bool(ways) == ("complex" in row["marks"]):
            yield row.fault("colours", say("{name}: a molecule has colours, unless it is complex", name=name))
        for way in ways:
            if not isinstance(way, list) or len(way) < 2 or not all(c in COLOURS[:-1] for c in way):
                continue  # told already
            if len(way) > MAX_CARDS:
                told = "{name}: {number} cards; a molecule has at most {most}"
                yield row.fault("colours", say(told, name=name, number=len(way), most=MAX_CARDS))
                continue
            before, hands = hands, hands + _hands(way, elements)
            if hands > MAX_HANDS >= before:
                told = "{name}: {hands:,} hands of cards have the colours of molecules; at most {most:,}"
                yield row.fault("colours", say(told, name=name, hands=hands, most=MAX_HANDS))
            other = taken.setdefault(tuple(sorted(way)), name)
            if other != name:
                told = "{name}: {way} already makes {number}"
                yield row.fault("colours", say(told, name=name, way=way, number=other))


def _reaction_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    marked = [row for row in each(data, "molecules") if isinstance(row.get("name"), str)]
    marks = {row["name"]: row["marks"] if isinstance(row.get("marks"), list) else [] for row in marked}
    for row in table.rows:
        target, reactors = row["target"], row["reactors"]
        named = [*reactors, target, *row["products"]]
        unknown = [name for name in named if not isinstance(name, str) or name not in marks]
        if unknown:
            told = "{target}: {name!r} is not among the molecules"
            yield row.fault("target", say(told, target=target, name=unknown[0]))
            continue
        if not reactors or not row["products"]:
            yield row.fault("reactors", say("{target}: a reaction has reactors and products", target=target))
        for reactor in reactors:
            if "reactor" not in marks[reactor]:
                yield row.fault("reactors", say("{reactor} is not marked as a reactor", reactor=reactor))


def _original_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    without = table.get("without")
    if not isinstance(without, dict):
        yield field_fault("without", "without must say how many cards of which elements are left out")
        return
    elements = each(data, "elements")
    counts = {row["symbol"]: row.get("count") for row in elements if isinstance(row.get("symbol"), str)}
    for symbol, number in without.items():
        there = counts.get(symbol)
        if not is_int(number) or not isinstance(there, int) or not 0 <= number <= there:
            told = "without: {number!r} cards of {symbol} cannot be left out of {there}"
            yield field_fault("without", say(told, number=number, symbol=symbol, there=there))


RULES = {
    "elements": _element_rules,
    "optional": _element_rules,
    "molecules": _molecule_rules,
    "reactions": _reaction_rules,
    "original": _original_rules,
}
READER = EditionReader("valence-plus", DEFAULT, Edition, RULES)
ORIGINAL = EditionReader("valence-plus", DEFAULT, Edition, RULES, _original)
load, parse = READER.load, READER.parse
