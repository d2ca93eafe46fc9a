"""Reading an edition of Ion: drafting cards, goals and action tiles from a TOML file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from adjudicator.editions.reader import (
    EditionReader,
    above_zero_faults,
    each,
    field_fault,
    formula_faults,
    is_int,
    rows,
    say,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.editions.reader import Faults, Row
    from adjudicator.editions.schema import Words

DEFAULT = Path(__file__).parent / "editions" / "reference-1.toml"
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


@dataclass(frozen=True, slots=True)
class Goal:
    goal: str
    kind: Literal["acid", "base", "salt", "noble", "neutralisation"]
    compounds: tuple[tuple[str, ...], ...]  # the cards of each, sorted
    pays: tuple[int, int]  # for one of the two, for both
    from_players: int


@dataclass(frozen=True, slots=True)
class TileSet:
    letter: str
    select_two: int
    take: int
    rxn: int

    def cost(self, tile: Tile) -> int:
        return {"select_two": self.select_two, "take": self.take, "rxn": self.rxn}[tile]


@dataclass(frozen=True, slots=True)
class RadioactiveScoring:
    """I-RAD-FEW, I-RAD-MANY, I-DECAY-FEW, I-DECAY-MANY: by how a card lies, and by rank of decay."""

    face_up: int
    turned: int
    face_down: int
    decay: tuple[int, ...]
    least: int

    def worth(self, lies: str) -> int:
        return {"face_up": self.face_up, "turned": self.turned, "face_down": self.face_down}[lies]


@dataclass(frozen=True, slots=True)
class Play:
    rounds: int
    hand: int
    hand_with_radioactive: int
    left_over: int
    goals_few: int
    goals_many: int
    many_from: int
    center: int


@dataclass(frozen=True, slots=True)
class Edition:
    label: str
    cards: tuple[Card, ...]
    noble_sets: tuple[int, ...]  # what a set of one, two, three different gases is worth
    goals: tuple[Goal, ...]
    tiles: tuple[TileSet, ...]
    few: RadioactiveScoring
    many: RadioactiveScoring
    rad_many_from: int
    play: Play

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
            "cards": [
                {
                    "card": card.card,
                    "name": card.name,
                    "kind": card.kind,
                    "count": card.count,
                    "charges": list(card.charges),
                    "points": card.points,
                    "decay": card.decay,
                }
                for card in self.cards
            ],
            "noble_sets": list(self.noble_sets),
            "goals": [
                {
                    "goal": goal.goal,
                    "kind": goal.kind,
                    "compounds": [self._lying(compound) for compound in goal.compounds],
                    "pays": list(goal.pays),
                    "from_players": goal.from_players,
                }
                for goal in self.goals
            ],
            "action_tiles": [
                {"letter": tiles.letter, **{tile: -tiles.cost(tile) for tile in TILES}}
                for tiles in self.tiles
            ],
        }


def _edition(data: dict[str, Any], label: str) -> Edition:
    return Edition(
        label=label,
        cards=tuple(_cards(data)),
        noble_sets=tuple(data["nobles"]["sets"]),
        goals=tuple(
            Goal(
                row["goal"],
                row["kind"],
                tuple(tuple(sorted(compound)) for compound in row["compounds"]),
                (row["pays"][0], row["pays"][1]),
                row.get("from_players", 2),
            )
            for row in data["goals"]["each"]
        ),
        tiles=tuple(
            TileSet(row["letter"], row["select_two"], row["take"], row["rxn"])
            for row in data["tiles"]["each"]
        ),
        few=_radioactive(data["radioactive_scoring"]["few"]),
        many=_radioactive(data["radioactive_scoring"]["many"]),
        rad_many_from=data["radioactive_scoring"]["many_from"],
        play=Play(**{name: data["play"][name] for name in Play.__dataclass_fields__}),
    )


def _cards(data: dict[str, Any]) -> Iterator[Card]:
    for row in data["ions"]["each"]:
        yield Card(row["card"], row["name"], "ion", row["count"], (row["charge"],), row["points"])
    for row in data["nobles"]["each"]:
        yield Card(row["card"], row["name"], "noble", row["count"])
    for row in data["transition"]["each"]:
        yield Card(row["card"], row["name"], "transition", row["count"], tuple(row["charges"]), row["points"])
    for row in data["polyatomic"]["each"]:
        yield Card(row["card"], row["name"], "polyatomic", row["count"], (row["charge"],), row["points"])
    for row in data["radioactive"]["each"]:
        yield Card(row["card"], row["name"], "radioactive", row["count"], decay=row["decay"])


def _radioactive(row: Mapping[str, Any]) -> RadioactiveScoring:
    return RadioactiveScoring(
        row["face_up"], row["turned"], row["face_down"], tuple(row["decay"]), row["least"]
    )


# --- faults -------------------------------------------------------------------------------------------------

CARD = {"card": str, "name": str, "count": int}
CARD_TABLES = ("ions", "nobles", "transition", "polyatomic", "radioactive")


def _card_rows(
    section: dict[str, Any], data: dict[str, Any], **fields: type
) -> Iterator[tuple[Row, list[str]]]:
    """Every row with what is wrong with any card: its formula, its number, its name twice."""
    listed = [row.get("card") for table in CARD_TABLES for row in each(data, table)]
    for row, faults in rows(section, {**CARD, **fields}):
        yield row, [*faults, *(_card_faults(row, listed) if row else ())]


def _card_faults(row: Row, listed: list[Any]) -> Iterator[str]:
    card = row["card"]
    yield from row.faults("card", formula_faults(card, "", 1))
    if row["count"] < 1:
        yield row.fault(
            "count", say("{card}: count must be at least 1, not {count}", card=card, count=row["count"])
        )
    if listed.count(card) > 1:
        yield row.fault("card", say("{card} is listed twice", card=card))


def _charge_fault(card: str, charge: object) -> Iterator[str]:
    if not is_int(charge) or not isinstance(charge, int) or charge == 0 or not -4 <= charge <= 4:
        yield say(
            "{card}: a charge is a whole number from -4 to 4 and not 0, not {charge!r}",
            card=card,
            charge=charge,
        )


def _ion_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    for row, faults in _card_rows(section, data, charge=int, points=int):
        yield from faults
        if row:
            yield from row.faults("charge", _charge_fault(row["card"], row["charge"]))
            if row["points"] < 0:
                yield row.fault("points", say("{card}: points must not be negative", card=row["card"]))


def _noble_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    for _, faults in _card_rows(section, data):
        yield from faults
    sets = section.get("sets")
    if not isinstance(sets, list) or not sets or not all(is_int(worth) for worth in sets):
        told = say("sets is {sets!r}; it must be what one, two, three different gases are worth", sets=sets)
        yield field_fault("sets", told)
    elif len(sets) < len(each(data, "nobles")):
        yield field_fault("sets", "sets must have a worth for every number of different gases")


def _transition_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    for row, faults in _card_rows(section, data, charges=list, points=int):
        yield from faults
        if row:
            charges = row["charges"]
            if len(charges) != PAIR or charges[0] == charges[-1]:
                told = say(
                    "{card}: a transition metal has two different charges, not {charges}",
                    card=row["card"],
                    charges=charges,
                )
                yield row.fault("charges", told)
            for charge in charges:
                yield from row.faults("charges", _charge_fault(row["card"], charge))


def _radioactive_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    for row, faults in _card_rows(section, data, decay=int):
        yield from faults
        if row and row["decay"] < 1:
            yield row.fault(
                "decay",
                say("{card}: decay must be at least 1, not {decay}", card=row["card"], decay=row["decay"]),
            )


def _scoring_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    for table in ("few", "many"):
        row = section.get(table)
        names = ("face_up", "turned", "face_down", "least")
        if not isinstance(row, dict) or not all(is_int(row.get(name)) for name in names):
            yield field_fault(
                table, say("{table} must have whole numbers for {known}", table=table, known=", ".join(names))
            )
        elif not isinstance(row.get("decay"), list) or not all(is_int(n) for n in row["decay"]):
            yield field_fault(
                table, say("{table}: decay must be a list of what the ranks get, the most first", table=table)
            )
    if not is_int(section.get("many_from")):
        yield field_fault("many_from", "many_from must be a number of players")


def _goal_faults(section: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    cards = texts(data, "ions", "card")
    for row, faults in rows(section, {"goal": str, "kind": str, "compounds": list, "pays": list}):
        yield from faults
        if not row:
            continue
        goal, compounds, pays = row["goal"], row["compounds"], row["pays"]
        if row["kind"] not in GOALS:
            told = say(
                "{goal}: kind is {kind!r}; it must be acid, base, salt, noble or neutralisation",
                goal=goal,
                kind=row["kind"],
            )
            yield row.fault("kind", told)
        elif row["kind"] in ("noble", "neutralisation"):
            if compounds:
                yield row.fault(
                    "compounds", say("{goal}: a {kind} goal lists no compounds", goal=goal, kind=row["kind"])
                )
        elif len(compounds) != PAIR or any(
            not isinstance(c, list) or not set(map(str, c)) <= cards for c in compounds
        ):
            yield row.fault("compounds", say("{goal}: compounds must be two lists of ion cards", goal=goal))
        if len(pays) != PAIR or not all(is_int(n) for n in pays):
            yield row.fault(
                "pays", say("{goal}: pays is {pays}; it must be two whole numbers", goal=goal, pays=pays)
            )
        if not is_int(row.get("from_players", 2)):
            yield row.fault(
                "from_players", say("{goal}: from_players must be a number of players", goal=goal)
            )


def _tile_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    for row, faults in rows(section, {"letter": str, **dict.fromkeys(TILES, int)}):
        yield from faults
        if row and sum(row[tile] for tile in TILES) != SET:
            yield row.fault(
                "rxn",
                say(
                    "{letter}: the three tiles of a set cost {group} together",
                    letter=row["letter"],
                    group=SET,
                ),
            )
    listed = each({"tiles": section}, "tiles")
    if len(listed) < max(PLAYERS):
        yield field_fault("each", say("there must be a set for each of {most} players", most=max(PLAYERS)))
    if len({str(row.get("letter")) for row in listed}) < len(listed):
        yield field_fault("each", "every set has a letter of its own")


def _play_faults(section: dict[str, Any], _: dict[str, Any]) -> Iterator[str]:
    yield from above_zero_faults(section, Play.__dataclass_fields__)
    if (
        all(is_int(section.get(name)) for name in ("hand", "left_over"))
        and section["hand"] <= section["left_over"]
    ):
        yield field_fault("hand", "hand must be larger than left_over, or there is nothing to pick")


TABLES: dict[str, Faults] = {
    "ions": _ion_faults,
    "nobles": _noble_faults,
    "transition": _transition_faults,
    "polyatomic": _ion_faults,
    "radioactive": _radioactive_faults,
    "radioactive_scoring": _scoring_faults,
    "goals": _goal_faults,
    "tiles": _tile_faults,
    "play": _play_faults,
}

WORDS: Words = {"goals.each.kind": GOALS, "goals.each.compounds": "ions.each.card"}

READER = EditionReader("ion", DEFAULT, TABLES, _edition)
load, parse = READER.load, READER.parse
