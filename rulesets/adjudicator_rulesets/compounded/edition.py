"""An edition of Compounded: crystals, compound cards, tracks and tools, as its TOML file has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.editions.checking import MAX_ROWS, field_fault, is_int
from adjudicator.editions.faults import say
from adjudicator.editions.reader import EditionReader
from adjudicator.editions.shape import (
    DERIVED,
    At,
    Compound,
    Unique,
    Words,
    Written,
    among,
    at_least,
    each,
    must,
    one_of,
    record,
    texts,
)
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.editions.checking import Section

DEFAULT = Path(__file__).parent / "editions" / "reference-3.toml"
FIELD = 4  # K-FIELD: squares are named a1 to d4
STEPS = 4  # levels of an experiment, the start included

State = Literal["solid", "liquid", "gas"]
Tool = Literal["goggles", "key", "pipet", "cylinder", "burner", "journal"]
Reaction = Literal["grant", "volatile"]
Experiment = Literal["discovery", "study", "research", "lab"]
STATES: tuple[State, ...] = get_args(State)
TOOLS: tuple[Tool, ...] = get_args(Tool)
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
OTHER_PIECES = ("wild", "extinguisher", "Lab Fire")
EXPERIMENTS: tuple[Experiment, ...] = get_args(Experiment)


Number = Annotated[
    int, at_least(0, "{name} is {number!r}; it must be a whole number from 0 to {most}", MAX_ROWS)
]
WORTH = at_least(
    1, "worth must have whole numbers above 0 for {known}", known="extinguisher, wild, claimed, bench"
)


@dataclass(frozen=True, slots=True)
class Crystal:
    symbol: Annotated[
        str, must("{symbol!r} is no element", ELEMENTS.__contains__), Unique("{symbol} is listed twice")
    ]
    count: Annotated[int, at_least(1, "{symbol}: count must be at least 1, not {count}")]
    colour: str


EXTINGUISHER = "extinguisher is {extinguisher!r}; it must be a list of crystals"
ONE_OF = "{name}: {field} is {number!r}; it must be one of {known}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    name: str
    formula: Annotated[str, Compound(2, "{name}: ")]
    smiles: str | None = None  # None: a salt, which has no molecule to draw
    state: Annotated[State, one_of(STATES, ONE_OF)]
    points: Annotated[int, at_least(1, "{name}: points must be at least 1")]
    flames: Annotated[
        int | None,
        at_least(1, "{name}: flames must be a whole number above 0; leave it out if it does not burn"),
    ] = None  # the limit of flame tokens; None: not flammable
    tool: Annotated[Tool | None, one_of(TOOLS[:-1], ONE_OF)] = None
    reaction: Annotated[Reaction | None, one_of(REACTIONS, ONE_OF)] = None
    start: bool = False
    lesson: str
    source: Annotated[str, must("{name}: source is {source!r}; it must be text")] = (
        ""  # of the lesson (K-FACTS)
    )
    places: Annotated[tuple[str, ...], DERIVED] = ()  # a place for each atom, in the order of the key


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    claims: Number
    wilds: Number
    start_crystals: Number
    start_cards: Number
    field: Annotated[
        Number,
        must(
            "field is {field!r}; the field is a square of {side} by {side} (K-FIELD)",
            FIELD.__eq__,
            side=FIELD,
        ),
    ]  # the side of the research field
    stacks: Annotated[
        tuple[int, ...],
        must(
            "stacks is {stacks!r}; it must be the sizes of the stacks",
            lambda sizes: min(sizes, default=0) > 0,
        ),
    ]
    fires: Number
    target: Number
    experiments: Number
    swap: Number
    swap_with_pipet: Number
    burner_flames: Number
    extinguisher: Annotated[
        tuple[Annotated[str, Words("crystals.each.symbol")], ...],
        must(EXTINGUISHER, bool),
        among("crystals.each.symbol", EXTINGUISHER),
    ]
    worth_extinguisher: Annotated[int, At("worth.extinguisher"), WORTH]
    worth_wild: Annotated[int, At("worth.wild"), WORTH]
    worth_claimed: Annotated[int, At("worth.claimed"), WORTH]
    worth_bench: Annotated[int, At("worth.bench"), WORTH]  # crystals of a bench for one point
    flame_cubes: Number = 15  # K-FLAMES: the rulebook's number, for editions that do not say


Levels = Annotated[
    tuple[int, ...],
    must(
        "{name} must be {steps} whole numbers, the start first",
        lambda levels: len(levels) == STEPS,
        steps=STEPS,
    ),
    must(
        "{name}: levels must rise and begin at 1 or more, not {levels}",
        lambda levels: levels == sorted(set(levels)) and levels[0] >= 1,
        "levels",
    ),
]
Stock = Annotated[int, at_least(0, "{name} is {number!r}; it must be how many there are", MAX_ROWS)]


def _pairs(table: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(table.items())


@dataclass(frozen=True)
class Edition:
    label: Annotated[str, DERIVED]
    crystals: Annotated[tuple[Crystal, ...], At("crystals.each")]
    tracks: Annotated[
        tuple[tuple[Experiment, tuple[int, ...]], ...], Written(dict[Experiment, Levels], _pairs)
    ]
    play: Play
    tools: Annotated[tuple[tuple[Tool, int], ...], Written(dict[Tool, Stock], _pairs)]
    cards: Annotated[tuple[Card, ...], At("cards.each")]

    @cached_property
    def by_name(self) -> dict[str, Card]:
        return {card.name: card for card in self.cards}

    def to_json(self) -> dict[str, Any]:
        return record(self)


def _with_places(edition: Edition) -> Edition:
    atoms = {card.name: dict(Formula.parse(card.formula).atoms) for card in edition.cards}
    key = [crystal.symbol for crystal in edition.crystals]
    places = {
        name: tuple(symbol for symbol in key for _ in range(counts.get(symbol, 0)))
        for name, counts in atoms.items()
    }
    return replace(edition, cards=tuple(replace(card, places=places[card.name]) for card in edition.cards))


# --- rules across fields ------------------------------------------------------------------------------------


def _play_rules(play: Section, data: dict[str, Any]) -> Iterator[str]:
    stacks, cards = play.get("stacks"), len(each(data, "cards"))
    if (
        not isinstance(stacks, list)
        or not all(is_int(n) and n > 0 for n in stacks)
        or play.get("field") != FIELD
    ):
        return  # told already
    if sum(stacks) + FIELD**2 != cards:
        told = "field and stacks take {number} cards; there are {cards}"
        yield field_fault("stacks", say(told, number=sum(stacks) + FIELD**2, cards=cards))


def _card_rules(cards: Section, data: dict[str, Any]) -> Iterator[str]:
    symbols = texts(data, "crystals", "symbol")
    seen = Counter({*symbols, *TOOLS, *OTHER_PIECES})  # a card is a piece among others, known by its name
    for row in cards.rows:
        name = row["name"]
        seen[name] += 1
        for symbol in sorted(_symbols(row["formula"]) - symbols):
            told = "{name}: there is no crystal of {symbol}"
            yield row.fault("formula", say(told, name=name, symbol=symbol))
        if "tool" in row and "reaction" in row:
            yield row.fault("tool", say("{name}: a card has a tool or a reaction, not both", name=name))
    yield from (say("{name} is listed twice", name=name) for name, number in seen.items() if number > 1)
    starts = sum(row.get("start") is True for row in cards.rows)
    play = data.get("play")
    if isinstance(play, dict) and play.get("start_cards") != starts:
        told = "{starts} cards are marked as start; play.start_cards says {start_cards!r}"
        yield say(told, starts=starts, start_cards=play.get("start_cards"))


def _symbols(formula: str) -> set[str]:
    try:
        return {symbol for symbol, _ in Formula.parse(formula).atoms}
    except UnreadableInput:
        return set()


READER = EditionReader(
    "compounded", DEFAULT, Edition, {"play": _play_rules, "cards": _card_rules}, _with_places
)
load, parse = READER.load, READER.parse
