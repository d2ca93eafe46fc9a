"""Reading an edition of Compounded: crystals, compound cards, tracks and tools from a TOML file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.editions.reader import (
    MAX_ROWS,
    EditionReader,
    each,
    field_fault,
    formula_faults,
    is_int,
    rows,
    say,
    texts,
)
from adjudicator.engine.codec import plain
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.editions.reader import Faults
    from adjudicator.editions.schema import Words

DEFAULT = Path(__file__).parent / "editions" / "reference-1.toml"
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


@dataclass(frozen=True, slots=True)
class Crystal:
    symbol: str
    count: int
    colour: str


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    formula: str
    smiles: str | None  # None: a salt, which has no molecule to draw
    state: State
    points: int
    flames: int | None  # the limit of flame tokens; None: not flammable
    tool: Tool | None
    reaction: Reaction | None
    start: bool
    lesson: str
    places: tuple[str, ...]  # a place for each atom, in the order of the key


@dataclass(frozen=True, slots=True)
class Play:
    claims: int
    wilds: int
    start_crystals: int
    start_cards: int
    field: int  # the research field is a square of this side
    stacks: tuple[int, ...]
    fires: int
    target: int
    experiments: int
    swap: int
    swap_with_pipet: int
    burner_flames: int
    extinguisher: tuple[str, ...]
    worth_extinguisher: int
    worth_wild: int
    worth_claimed: int
    worth_bench: int  # crystals of a bench for one point
    flame_cubes: int = 15  # K-FLAMES: the rulebook's number, for editions that do not say


@dataclass(frozen=True)
class Edition:
    label: str
    crystals: tuple[Crystal, ...]
    tracks: tuple[tuple[Experiment, tuple[int, ...]], ...]
    tools: tuple[tuple[Tool, int], ...]
    cards: tuple[Card, ...]
    play: Play

    @cached_property
    def by_name(self) -> dict[str, Card]:
        return {card.name: card for card in self.cards}

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "crystals": [plain(crystal) for crystal in self.crystals],
            "tracks": {name: list(levels) for name, levels in self.tracks},
            "tools": dict(self.tools),
            "cards": [plain(card) for card in self.cards],
            "play": plain(self.play),
        }


def _edition(data: dict[str, Any], label: str) -> Edition:
    key = [row["symbol"] for row in data["crystals"]["each"]]
    play, worth = data["play"], data["play"]["worth"]
    return Edition(
        label=label,
        crystals=tuple(
            Crystal(row["symbol"], row["count"], row["colour"]) for row in data["crystals"]["each"]
        ),
        tracks=tuple((name, tuple(data["tracks"][name])) for name in EXPERIMENTS),
        tools=tuple((name, data["tools"][name]) for name in TOOLS),
        cards=tuple(_card(row, key) for row in data["cards"]["each"]),
        play=Play(
            **{name: play[name] for name in NUMBERS},
            stacks=tuple(play["stacks"]),
            extinguisher=tuple(play["extinguisher"]),
            **{f"worth_{name}": worth[name] for name in WORTHS},
            **{name: play[name] for name in OPTIONAL if name in play},
        ),
    )


def _card(row: Mapping[str, Any], key: list[str]) -> Card:
    atoms = dict(Formula.parse(row["formula"]).atoms)
    return Card(
        row["name"],
        row["formula"],
        row.get("smiles"),
        row["state"],
        row["points"],
        row.get("flames"),
        row.get("tool"),
        row.get("reaction"),
        row.get("start", False),
        row["lesson"],
        tuple(symbol for symbol in key for _ in range(atoms.get(symbol, 0))),
    )


# --- faults -------------------------------------------------------------------------------------------------

NUMBERS = (
    "claims", "wilds", "start_crystals", "start_cards", "field", "fires", "target", "experiments", "swap",
    "swap_with_pipet", "burner_flames",
)  # fmt: skip
OPTIONAL = ("flame_cubes",)
WORTHS = ("extinguisher", "wild", "claimed", "bench")


def _crystal_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for row, faults in rows(section, {"symbol": str, "count": int, "colour": str}):
        yield from faults
        if row:
            seen[row["symbol"]] += 1
            if row["symbol"] not in ELEMENTS:
                yield row.fault("symbol", say("{symbol!r} is no element", symbol=row["symbol"]))
            if row["count"] < 1:
                yield row.fault(
                    "count",
                    say(
                        "{symbol}: count must be at least 1, not {count}",
                        symbol=row["symbol"],
                        count=row["count"],
                    ),
                )
    yield from (
        say("{symbol} is listed twice", symbol=symbol) for symbol, number in seen.items() if number > 1
    )


def _track_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    for name in EXPERIMENTS:
        levels = section.get(name)
        if not isinstance(levels, list) or len(levels) != STEPS or not all(is_int(n) for n in levels):
            yield field_fault(
                name, say("{name} must be {steps} whole numbers, the start first", name=name, steps=STEPS)
            )
        elif levels != sorted(set(levels)) or levels[0] < 1:
            yield field_fault(
                name,
                say(
                    "{name}: levels must rise and begin at 1 or more, not {levels}", name=name, levels=levels
                ),
            )


def _play_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    for name in (*NUMBERS, *[name for name in OPTIONAL if name in section]):
        if not is_int(section.get(name)) or not 0 <= section[name] <= MAX_ROWS:
            told = say(
                "{name} is {number!r}; it must be a whole number from 0 to {most}",
                name=name,
                number=section.get(name),
                most=MAX_ROWS,
            )
            yield field_fault(name, told)
    worth = section.get("worth")
    if not isinstance(worth, dict) or not all(is_int(worth.get(name)) and worth[name] > 0 for name in WORTHS):
        yield field_fault(
            "worth", say("worth must have whole numbers above 0 for {known}", known=", ".join(WORTHS))
        )
    symbols = texts(data, "crystals", "symbol")
    extinguisher = section.get("extinguisher")
    if not isinstance(extinguisher, list) or not extinguisher or not set(map(str, extinguisher)) <= symbols:
        yield field_fault(
            "extinguisher",
            say("extinguisher is {extinguisher!r}; it must be a list of crystals", extinguisher=extinguisher),
        )
    stacks = section.get("stacks")
    if not isinstance(stacks, list) or not stacks or not all(is_int(n) and n > 0 for n in stacks):
        yield field_fault(
            "stacks", say("stacks is {stacks!r}; it must be the sizes of the stacks", stacks=stacks)
        )
    elif section.get("field") != FIELD:
        told = say(
            "field is {field!r}; the field is a square of {side} by {side} (K-FIELD)",
            field=section.get("field"),
            side=FIELD,
        )
        yield field_fault("field", told)
    else:
        cards = len(each(data, "cards"))
        if sum(stacks) + section["field"] ** 2 != cards:
            told = say(
                "field and stacks take {number} cards; there are {cards}",
                number=sum(stacks) + section["field"] ** 2,
                cards=cards,
            )
            yield field_fault("stacks", told)


def _tool_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    for name in TOOLS:
        if not is_int(section.get(name)) or not 0 <= section[name] <= MAX_ROWS:
            yield field_fault(
                name,
                say(
                    "{name} is {number!r}; it must be how many there are", name=name, number=section.get(name)
                ),
            )


def _card_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    symbols = texts(data, "crystals", "symbol")
    seen = Counter({*symbols, *TOOLS, *OTHER_PIECES})  # a card is a piece among others, known by its name
    starts = 0
    for row, faults in rows(
        section, {"name": str, "formula": str, "state": str, "points": int, "lesson": str}
    ):
        yield from faults
        if not row:
            continue
        name = row["name"]
        seen[name] += 1
        starts += row.get("start", False) is True
        yield from row.faults("formula", formula_faults(row["formula"], f"{name}: ", 2))
        yield from (
            row.fault("formula", say("{name}: there is no crystal of {symbol}", name=name, symbol=symbol))
            for symbol in sorted(_symbols(row["formula"]) - symbols)
        )
        for field, known in (("state", STATES), ("tool", TOOLS[:-1]), ("reaction", REACTIONS)):
            if row.get(field, known[0]) not in known:
                yield row.fault(
                    field,
                    say(
                        "{name}: {field} is {number!r}; it must be one of {known}",
                        name=name,
                        field=field,
                        number=row[field],
                        known=", ".join(known),
                    ),
                )
        if "tool" in row and "reaction" in row:
            yield row.fault("tool", say("{name}: a card has a tool or a reaction, not both", name=name))
        if row["points"] < 1:
            yield row.fault("points", say("{name}: points must be at least 1", name=name))
        if not is_int(row.get("flames", 1)) or row.get("flames", 1) < 1:
            told = say(
                "{name}: flames must be a whole number above 0; leave it out if it does not burn", name=name
            )
            yield row.fault("flames", told)
    yield from (say("{name} is listed twice", name=name) for name, number in seen.items() if number > 1)
    play = data.get("play")
    if isinstance(play, dict) and play.get("start_cards") != starts:
        yield say(
            "{starts} cards are marked as start; play.start_cards says {start_cards!r}",
            starts=starts,
            start_cards=play.get("start_cards"),
        )


def _symbols(formula: str) -> set[str]:
    try:
        return {symbol for symbol, _ in Formula.parse(formula).atoms}
    except UnreadableInput:
        return set()


TABLES: dict[str, Faults] = {
    "crystals": _crystal_faults,
    "tracks": _track_faults,
    "play": _play_faults,
    "tools": _tool_faults,
    "cards": _card_faults,
}

WORDS: Words = {
    "cards.each.state": STATES,
    "cards.each.tool": TOOLS[:-1],
    "cards.each.reaction": REACTIONS,
    "play.extinguisher": "crystals.each.symbol",
}

READER = EditionReader("compounded", DEFAULT, TABLES, _edition)
load, parse = READER.load, READER.parse
