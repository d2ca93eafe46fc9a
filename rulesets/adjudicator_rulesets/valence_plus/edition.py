"""Reading an edition of Valence Plus: element cards, molecule cards and reactions from a TOML file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import MAX_NAME
from adjudicator.editions.reader import (
    OWN,
    EditionReader,
    above_zero_faults,
    each,
    field_fault,
    is_int,
    rows,
    say,
)
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.editions.reader import Faults
    from adjudicator.editions.schema import Words

DEFAULT = Path(__file__).parent / "editions" / "reference-1.toml"
COLOURS = ("hydrogen", "metal", "transition", "carbon", "oxygen", "sulfur", "halogen", "noble")
MARKS = ("stable", "reactor", "vulnerable", "blocks", "complex", "trade-up")
# All builds are listed once: what that may come to. The shipped edition has 97 hands, of at most five cards.
MAX_CARDS = 8
MAX_HANDS = 5000


@dataclass(frozen=True, slots=True)
class ElementCard:
    symbol: str
    count: int
    valence: int
    second: int | None
    colour: str


@dataclass(frozen=True, slots=True)
class MoleculeCard:
    name: str
    count: int
    points: int
    marks: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]  # sorted, each a way to build it; none for a complex molecule


@dataclass(frozen=True, slots=True)
class Reaction:
    reactors: tuple[str, ...]
    target: str
    products: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    label: str
    elements: tuple[ElementCard, ...]
    optional: tuple[ElementCard, ...]
    molecules: tuple[MoleculeCard, ...]
    reactions: tuple[Reaction, ...]
    sulfur: str  # the element whose second valence needs partners (V-SECOND), and these partners
    sulfur_partners: tuple[str, ...]
    target: int
    hand: int
    names: tuple[tuple[Formula, tuple[str, ...]], ...] = ()  # that the school of this box accepts as well

    def __hash__(self) -> int:
        """The digest of the text is in the label; to hash every field again would take longer than a move."""
        return hash(self.label)

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "elements": [_plain_card(card) for card in self.elements],
            "optional": [_plain_card(card) for card in self.optional],
            "molecules": [
                {
                    "name": m.name,
                    "count": m.count,
                    "points": m.points,
                    "marks": list(m.marks),
                    "colours": [" + ".join(way) for way in m.colours],
                }
                for m in self.molecules
            ],
            "reactions": [
                {"reactors": list(r.reactors), "target": r.target, "products": list(r.products)}
                for r in self.reactions
            ],
            "target": self.target,
            "hand": self.hand,
            "names": [{"formula": formula.text, "names": list(names)} for formula, names in self.names],
        }


def _plain_card(card: ElementCard) -> dict[str, Any]:
    numbers = [card.valence] if card.second is None else [card.valence, card.second]
    return {"symbol": card.symbol, "count": card.count, "valence": numbers, "colour": card.colour}


def _edition(data: dict[str, Any], label: str) -> Edition:
    return Edition(
        label=label,
        elements=_cards(data["elements"]["each"]),
        optional=_cards(data["optional"]["each"]),
        molecules=tuple(
            MoleculeCard(
                m["name"],
                m["count"],
                m["points"],
                tuple(m["marks"]),
                tuple(tuple(sorted(way)) for way in m["colours"]),
            )
            for m in data["molecules"]["each"]
        ),
        reactions=tuple(
            Reaction(tuple(r["reactors"]), r["target"], tuple(r["products"]))
            for r in data["reactions"]["each"]
        ),
        sulfur=data["second"]["sulfur"]["symbol"],
        sulfur_partners=tuple(sorted(data["second"]["sulfur"]["with"])),
        target=data["play"]["target"],
        hand=data["play"]["hand"],
        names=_names(data.get("names", {"each": []})["each"]),
    )


def _names(listed: list[dict[str, Any]]) -> tuple[tuple[Formula, tuple[str, ...]], ...]:
    found: dict[Formula, tuple[str, ...]] = {}
    for row in listed:
        formula = Formula.parse(row["formula"])
        found[formula] = (*found.get(formula, ()), *row["names"])
    return tuple(found.items())


def _cards(listed: list[dict[str, Any]]) -> tuple[ElementCard, ...]:
    return tuple(
        ElementCard(card["symbol"], card["count"], card["valence"], card.get("second"), card["colour"])
        for card in listed
    )


def _original(data: dict[str, Any], label: str) -> Edition:
    """V-ORIGINAL: the cards it leaves out are gone, and with them the molecules that cannot be made."""
    edition, leaves_out = _edition(data, label), data["original"]
    without: dict[str, int] = leaves_out["without"]
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
        edition, elements=elements, molecules=molecules, reactions=reactions, target=leaves_out["target"]
    )


# --- faults -----------------------------------------------------------------------------------------------


def _element_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for row, faults in rows(section, {"symbol": str, "count": int, "valence": int, "colour": str}):
        yield from faults
        if not row:
            continue
        symbol = row["symbol"]
        seen[symbol] += 1
        if symbol not in ELEMENTS:
            yield row.fault("symbol", say("{symbol!r} is no element", symbol=symbol))
        if seen[symbol] == 2:
            yield row.fault("symbol", say("{symbol} is listed twice", symbol=symbol))
        if row["count"] < 1:
            yield row.fault(
                "count",
                say("{symbol}: count must be at least 1, not {count}", symbol=symbol, count=row["count"]),
            )
        if row["colour"] not in COLOURS:
            told = say(
                "{symbol}: colour must be one of {known}, not {colour!r}",
                symbol=symbol,
                known=", ".join(COLOURS),
                colour=row["colour"],
            )
            yield row.fault("colour", told)
        numbers = [row["valence"], row.get("second", 1)]
        if not all(is_int(n) and -8 <= n <= 8 for n in numbers):
            yield row.fault(
                "valence",
                say(
                    "{symbol}: valences are whole numbers from -8 to 8, not {numbers}",
                    symbol=symbol,
                    numbers=numbers,
                ),
            )
        if row["valence"] == 0 and row["colour"] != "noble":
            yield row.fault(
                "valence", say("{symbol}: only a noble gas has the first valence 0", symbol=symbol)
            )


def counts_as(card: str, colour: str) -> bool:
    """V-CLASS: copper and zinc at their first valence build what other metals build."""
    return card == colour or (colour == "metal" and card == "transition")


def _hands(way: list[str], elements: Sequence[str]) -> int:
    """How many choices of cards have these colours, by the colours of the elements."""
    kinds = {colour: sum(counts_as(card, colour) for card in elements) for colour in set(way)}
    return prod(comb(kinds[colour] + number - 1, number) for colour, number in Counter(way).items())


def _molecule_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    taken: dict[tuple[str, ...], str] = {}
    elements = [row["colour"] for row in each(data, "elements") if isinstance(row.get("colour"), str)]
    hands = 0
    for row, faults in rows(
        section, {"name": str, "count": int, "points": int, "marks": list, "colours": list}
    ):
        yield from faults
        if not row:
            continue
        name = row["name"]
        seen[name] += 1
        if seen[name] == 2:
            yield row.fault("name", say("{name} is listed twice", name=name))
        if row["count"] < 1 or row["points"] < 0:
            yield row.fault(
                "count", say("{name}: count must be at least 1 and points not negative", name=name)
            )
        yield from (
            row.fault(
                "marks",
                say(
                    "{name}: {mark!r} is no mark; there are {known}",
                    name=name,
                    mark=mark,
                    known=", ".join(MARKS),
                ),
            )
            for mark in row["marks"]
            if mark not in MARKS
        )
        if bool(row["colours"]) == ("complex" in row["marks"]):
            yield row.fault("colours", say("{name}: a molecule has colours, unless it is complex", name=name))
        for way in row["colours"]:
            if not isinstance(way, list) or len(way) < 2 or not all(c in COLOURS[:-1] for c in way):
                yield row.fault(
                    "colours", say("{name}: {way!r} is not a list of two or more colours", name=name, way=way)
                )
                continue
            if len(way) > MAX_CARDS:
                yield row.fault(
                    "colours",
                    say(
                        "{name}: {number} cards; a molecule has at most {most}",
                        name=name,
                        number=len(way),
                        most=MAX_CARDS,
                    ),
                )
                continue
            before, hands = hands, hands + _hands(way, elements)
            if hands > MAX_HANDS >= before:
                told = say(
                    "{name}: {hands:,} hands of cards have the colours of molecules; at most {most:,}",
                    name=name,
                    hands=hands,
                    most=MAX_HANDS,
                )
                yield row.fault("colours", told)
            if taken.setdefault(tuple(sorted(way)), name) != name:
                yield row.fault(
                    "colours",
                    say(
                        "{name}: {way} already makes {number}",
                        name=name,
                        way=way,
                        number=taken[tuple(sorted(way))],
                    ),
                )


def _reaction_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    marks = {
        row.get("name"): row.get("marks")
        for row in each(data, "molecules")
        if isinstance(row.get("name"), str)
    }
    for row, faults in rows(section, {"reactors": list, "target": str, "products": list}):
        yield from faults
        if not row:
            continue
        named = [*row["reactors"], row["target"], *row["products"]]
        unknown = [name for name in named if not isinstance(name, str) or name not in marks]
        if unknown:
            yield row.fault(
                "target",
                say("{target}: {name!r} is not among the molecules", target=row["target"], name=unknown[0]),
            )
            continue
        if not row["reactors"] or not row["products"]:
            yield row.fault(
                "reactors", say("{target}: a reaction has reactors and products", target=row["target"])
            )
        for reactor in row["reactors"]:
            if "reactor" not in (marks[reactor] or ()):
                yield row.fault("reactors", say("{reactor} is not marked as a reactor", reactor=reactor))


def _second_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    symbols = [row.get("symbol") for row in each(data, "elements")]
    sulfur = section.get("sulfur")
    partners = sulfur.get("with") if isinstance(sulfur, dict) else None
    if not isinstance(sulfur, dict) or sulfur.get("symbol") not in symbols or not isinstance(partners, list):
        yield field_fault(
            "sulfur",
            say("sulfur is {sulfur!r}; it must name an element and the cards it needs", sulfur=sulfur),
        )
    elif not all(symbol in symbols for symbol in partners):
        yield field_fault(
            "sulfur", say("sulfur: {partners} are not all among the elements", partners=partners)
        )


def _play_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    yield from above_zero_faults(section, ("target", "hand"))


def _original_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    if not is_int(section.get("target")):
        yield field_fault(
            "target", say("target is {target!r}; it must be a whole number", target=section.get("target"))
        )
    without = section.get("without")
    counts = {
        row.get("symbol"): row.get("count")
        for row in each(data, "elements")
        if isinstance(row.get("symbol"), str)
    }
    if not isinstance(without, dict):
        yield field_fault("without", "without must say how many cards of which elements are left out")
        return
    for symbol, number in without.items():
        there = counts.get(symbol)
        if not is_int(number) or not isinstance(there, int) or not 0 <= number <= there:
            told = say(
                "without: {number!r} cards of {symbol} cannot be left out of {there}",
                number=number,
                symbol=symbol,
                there=there,
            )
            yield field_fault("without", told)


def _name_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    """V-NAME: what else is right at this table. Whether it is good chemistry is for the school to say."""
    for row, faults in rows(section, {"formula": str, "names": list}):
        yield from faults
        if not row:
            continue
        formula, names = row["formula"], row["names"]
        try:
            Formula.parse(formula)
        except UnreadableInput:
            yield row.fault("formula", say("{formula!r} is no formula", formula=formula))
        good = [isinstance(name, str) and 0 < len(name.strip()) <= len(name) <= MAX_NAME for name in names]
        if not good or not all(good):
            told = "{formula}: names are texts of 1 to {most} characters, not {names!r}"
            yield row.fault("names", say(told, formula=formula, most=MAX_NAME, names=names))


TABLES: dict[str, Faults] = {
    "elements": _element_faults,
    "optional": _element_faults,
    "second": _second_faults,
    "molecules": _molecule_faults,
    "reactions": _reaction_faults,
    "play": _play_faults,
    "original": _original_faults,
}

WORDS: Words = {
    "elements.each.colour": COLOURS,
    "optional.each.colour": COLOURS,
    "molecules.each.marks": MARKS,
    "molecules.each.colours": COLOURS[:-1],
    "reactions.each.reactors": "molecules.each.name",
    "reactions.each.target": "molecules.each.name",
    "reactions.each.products": "molecules.each.name",
    "second.sulfur.symbol": "elements.each.symbol",
    "second.sulfur.with": "elements.each.symbol",
    "original.without.*": "elements.each.symbol",
}

OPTIONAL: dict[str, Faults] = {"names": _name_faults}
# What such a table looks like, for the schema.
EXAMPLES = {"names": {"source": OWN, "each": [{"formula": "HF", "names": ["etching acid"]}]}}
READER = EditionReader("valence-plus", DEFAULT, TABLES, _edition, optional=OPTIONAL)
ORIGINAL = EditionReader("valence-plus", DEFAULT, TABLES, _original, optional=OPTIONAL)
load, parse = READER.load, READER.parse
