"""An edition of Ion: drafting cards, goals and action tiles, as its TOML file has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from adjudicator.editions.checking import field_fault, is_int
from adjudicator.editions.faults import say
from adjudicator.editions.reader import EditionReader
from adjudicator.editions.shape import (
    BY_HAND,
    DERIVED,
    At,
    Compound,
    Positive,  # noqa: TC001 - the types of fields are read at run time
    Words,
    Written,
    at_least,
    each,
    listed,
    must,
    one_of,
    record,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.editions.checking import Section

DEFAULT = Path(__file__).parent / "editions" / "reference-2.toml"
EXPANSIONS = ("transition", "polyatomic", "radioactive")

Kind = Literal["ion", "noble", "transition", "polyatomic", "radioactive"]
Tile = Literal["select_two", "take", "rxn"]
TILES: tuple[Tile, ...] = get_args(Tile)
GOALS = ("acid", "base", "salt", "noble", "neutralisation")
PAIR = 2  # a goal card shows two compounds, and pays one number for one, another for both
SET = 9  # what the three tiles of a set cost together (I-TILE-COST)
PLAYERS = range(2, 8)  # I-PLAYERS


@dataclass(frozen=True, slots=True)
class Card:
    """A drafting card. Its name on the table is its formula, `card`; no two kinds share one."""

    card: str
    name: str
    kind: Kind
    count: int
    charges: tuple[int, ...] = ()  # none: it never bonds; two: a transition metal, turned to one of them
    points: int = 0
    decay: int = 0


Charge = Annotated[
    int,
    must(
        "{card}: a charge is a whole number from -4 to 4 and not 0, not {charge!r}",
        lambda charge: charge != 0 and -4 <= charge <= 4,
        "charge",
    ),
]


@dataclass(frozen=True, slots=True)
class Noble:
    """What the file says of any drafting card."""

    card: Annotated[str, Compound(1)]
    name: str
    count: Annotated[int, at_least(1, "{card}: count must be at least 1, not {count}")]


@dataclass(frozen=True, slots=True)
class Ion(Noble):
    charge: Charge
    points: Annotated[int, at_least(0, "{card}: points must not be negative")]


@dataclass(frozen=True, slots=True)
class TransitionMetal(Noble):
    charges: Annotated[
        tuple[Charge, ...],
        must(
            "{card}: a transition metal has two different charges, not {charges}",
            lambda charges: len(charges) == PAIR and charges[0] != charges[1],
        ),
    ]
    points: int


@dataclass(frozen=True, slots=True)
class Radioactive(Noble):
    decay: Annotated[int, at_least(1, "{card}: decay must be at least 1, not {decay}")]


def _sorted(compounds: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(compound)) for compound in compounds)


@dataclass(frozen=True, slots=True)
class Goal:
    goal: str
    kind: Annotated[
        Literal["acid", "base", "salt", "noble", "neutralisation"],
        one_of(GOALS, "{goal}: kind is {kind!r}; it must be acid, base, salt, noble or neutralisation"),
    ]
    compounds: Annotated[
        tuple[tuple[str, ...], ...],  # the cards of each, sorted
        Written(tuple[tuple[Annotated[str, Words("ions.each.card")], ...], ...], _sorted),
        BY_HAND,
    ]
    pays: Annotated[
        tuple[int, int], must("{goal}: pays is {pays}; it must be two whole numbers")
    ]  # for one of the two, for both
    from_players: Annotated[int, must("{goal}: from_players must be a number of players")] = 2


@dataclass(frozen=True, slots=True)
class TileSet:
    letter: str
    select_two: int
    take: int
    rxn: int

    def cost(self, tile: Tile) -> int:
        return {"select_two": self.select_two, "take": self.take, "rxn": self.rxn}[tile]


Score = Annotated[
    int, must("{table} must have whole numbers for {known}", known="face_up, turned, face_down, least")
]


@dataclass(frozen=True, slots=True)
class RadioactiveScoring:
    """I-RAD-FEW, I-RAD-MANY, I-DECAY-FEW, I-DECAY-MANY: by how a card lies, and by rank of decay."""

    face_up: Score
    turned: Score
    face_down: Score
    least: Score
    decay: Annotated[
        tuple[int, ...], must("{table}: decay must be a list of what the ranks get, the most first")
    ]

    def worth(self, lies: str) -> int:
        return {"face_up": self.face_up, "turned": self.turned, "face_down": self.face_down}[lies]


@dataclass(frozen=True, slots=True)
class Play:
    rounds: Positive
    hand: Positive
    hand_with_radioactive: Positive
    left_over: Positive
    goals_few: Positive
    goals_many: Positive
    many_from: Positive
    center: Positive


@dataclass(frozen=True)
class Edition:
    label: Annotated[str, DERIVED]
    ions: Annotated[tuple[Ion, ...], At("ions.each")]
    nobles: Annotated[tuple[Noble, ...], At("nobles.each")]
    noble_sets: Annotated[
        tuple[int, ...],  # what a set of one, two, three different gases is worth
        At("nobles.sets"),
        must("sets is {sets!r}; it must be what one, two, three different gases are worth", bool),
    ]
    transition: Annotated[tuple[TransitionMetal, ...], At("transition.each")]
    polyatomic: Annotated[tuple[Ion, ...], At("polyatomic.each")]
    radioactive_cards: Annotated[tuple[Radioactive, ...], At("radioactive.each")]
    few: Annotated[RadioactiveScoring, At("radioactive_scoring.few")]
    many: Annotated[RadioactiveScoring, At("radioactive_scoring.many")]
    rad_many_from: Annotated[
        int, At("radioactive_scoring.many_from"), must("many_from must be a number of players")
    ]
    goals: Annotated[tuple[Goal, ...], At("goals.each")]
    tiles: Annotated[tuple[TileSet, ...], At("tiles.each")]
    play: Play

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return (
            *(Card(c.card, c.name, "ion", c.count, (c.charge,), c.points) for c in self.ions),
            *(Card(c.card, c.name, "noble", c.count) for c in self.nobles),
            *(Card(c.card, c.name, "transition", c.count, c.charges, c.points) for c in self.transition),
            *(Card(c.card, c.name, "polyatomic", c.count, (c.charge,), c.points) for c in self.polyatomic),
            *(Card(c.card, c.name, "radioactive", c.count, decay=c.decay) for c in self.radioactive_cards),
        )

    def with_expansions(self, expansions: tuple[str, ...]) -> dict[str, Card]:
        """The cards that are in the deck (I-BASE, I-EXPANSIONS), by what stands on them."""
        kinds = {"ion", "noble", *expansions}
        return {card.card: card for card in self.cards if card.kind in kinds}

    def radioactive(self, players: int) -> RadioactiveScoring:
        return self.many if players >= self.rad_many_from else self.few

    def goals_for(self, players: int) -> tuple[Goal, ...]:
        """I-GOAL-FEW, I-GOAL-MANY: the goal cards that are shuffled."""
        return tuple(goal for goal in self.goals if players >= goal.from_players)

    def _lying(self, compound: tuple[str, ...]) -> list[str]:
        """Positive cards first, as a compound is written."""
        charges = {card.card: max(card.charges, default=0) for card in self.cards}
        return sorted(compound, key=lambda card: (-charges[card], card))

    def to_json(self) -> dict[str, Any]:
        """In the shape of the other editions: `tiles` are the drafting cards here."""
        return {
            "label": self.label,
            "cards": listed(self.cards),
            "noble_sets": list(self.noble_sets),
            "goals": [
                record(goal) | {"compounds": [self._lying(compound) for compound in goal.compounds]}
                for goal in self.goals
            ],
            "action_tiles": [
                {"letter": tiles.letter, **{tile: -tiles.cost(tile) for tile in TILES}}
                for tiles in self.tiles
            ],
        }


# --- rules across fields ------------------------------------------------------------------------------------

CARD_TABLES = ("ions", "nobles", "transition", "polyatomic", "radioactive")


def _card_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    """A card stands on the table for itself: no two share a name."""
    cards = [row.get("card") for name in CARD_TABLES for row in each(data, name)]
    for row in table.rows:
        if cards.count(row["card"]) > 1:
            yield row.fault("card", say("{card} is listed twice", card=row["card"]))


def _noble_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    yield from _card_rules(table, data)
    sets = table.get("sets")
    if isinstance(sets, list) and sets and all(map(is_int, sets)) and len(sets) < len(each(data, "nobles")):
        yield field_fault("sets", "sets must have a worth for every number of different gases")


def _goal_rules(table: Section, data: dict[str, Any]) -> Iterator[str]:
    cards = texts(data, "ions", "card")
    for row in table.rows:
        goal, kind, compounds = row["goal"], row["kind"], row["compounds"]
        if kind in ("noble", "neutralisation"):
            if compounds:
                told = "{goal}: a {kind} goal lists no compounds"
                yield row.fault("compounds", say(told, goal=goal, kind=kind))
        elif kind in GOALS and (
            len(compounds) != PAIR
            or any(not isinstance(c, list) or not set(map(str, c)) <= cards for c in compounds)
        ):
            yield row.fault("compounds", say("{goal}: compounds must be two lists of ion cards", goal=goal))


def _tile_rules(table: Section, _: dict[str, Any]) -> Iterator[str]:
    for row in table.rows:
        if sum(row[tile] for tile in TILES) != SET:
            told = "{letter}: the three tiles of a set cost {group} together"
            yield row.fault("rxn", say(told, letter=row["letter"], group=SET))
    sets = each({"tiles": table}, "tiles")
    if len(sets) < max(PLAYERS):
        yield field_fault("each", say("there must be a set for each of {most} players", most=max(PLAYERS)))
    if len({str(row.get("letter")) for row in sets}) < len(sets):
        yield field_fault("each", "every set has a letter of its own")


def _play_rules(play: Section, _: dict[str, Any]) -> Iterator[str]:
    hand, left_over = play.get("hand"), play.get("left_over")
    if isinstance(hand, int) and isinstance(left_over, int) and hand <= left_over:
        yield field_fault("hand", "hand must be larger than left_over, or there is nothing to pick")


READER = EditionReader(
    "ion",
    DEFAULT,
    Edition,
    {
        **dict.fromkeys(CARD_TABLES, _card_rules),
        "nobles": _noble_rules,
        "goals": _goal_rules,
        "tiles": _tile_rules,
        "play": _play_rules,
    },
)
load, parse = READER.load, READER.parse
