"""Another program that follows a record of Compounded: its own bookkeeping, from the events and the box alone.

It knows nothing of the engine. Whatever an event claims must follow from what lies on the table: crystals come
from where they are, cards are full when they score, flames reach limits, and what can scatter does.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

BOX = tomllib.loads(
    Path("rulesets/adjudicator_rulesets/compounded/editions/reference-1.toml").read_text(encoding="utf-8")
)
CARDS = {card["name"]: card for card in BOX["cards"]["each"]}
RAISES = {"liquid": "discovery", "gas": "research", "solid": "study"}
TOP = 3


def atoms(formula: str) -> Counter[str]:
    """Ca(OH)2 by hand: brackets first, then symbols with numbers."""
    flat = re.sub(r"\(([^)]*)\)(\d+)", lambda m: m[1] * int(m[2]), formula)
    found: Counter[str] = Counter()
    for symbol, number in re.findall(r"([A-Z][a-z]?)(\d*)", flat):
        found[symbol] += int(number or 1)
    return found


def symbol(crystal: str) -> str:
    return crystal.rsplit(":", maxsplit=1)[-1]


class Card:
    def __init__(self, name: str) -> None:
        self.name, self.facts = name, CARDS[name]
        self.crystals: list[str] = []
        self.owner: int | None = None
        self.temporary = False
        self.flames = 0

    @property
    def missing(self) -> Counter[str]:
        return atoms(self.facts["formula"]) - Counter(map(symbol, self.crystals))

    @property
    def limit(self) -> int | None:
        lit = BOX["play"]["burner_flames"] if self.flames else None
        limit: int | None = self.facts.get("flames", lit)
        return limit


class Reckoning:
    """Follows a record event by event; asserts what the rules say, and has the points in the end."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.people = len(record["players"])
        seats = len(record["events"][0]["seats"])
        self.bag = Counter({row["symbol"]: row["count"] for row in BOX["crystals"]["each"]})
        self.bench = [Counter[str]() for _ in range(seats)]
        self.pile = [Counter[str]() for _ in range(seats)]
        self.extinguisher: list[list[str] | None] = [[] for _ in range(seats)]
        self.kit = [Counter({"wild": 1}) if seat < self.people else Counter[str]() for seat in range(seats)]
        self.stock = Counter(
            {name: number for name, number in BOX["tools"].items() if isinstance(number, int)}
        )
        self.steps = [dict.fromkeys(("discovery", "study", "research", "lab"), 0) for _ in range(seats)]
        self.points = [0] * seats
        self.field: dict[int, Card] = {}
        self.rubble: dict[int, list[str]] = {}
        self.placed = 0
        self.ended = False
        for event in record["events"]:
            getattr(self, event["type"], self.nothing)(event)
            self.sound()

    def nothing(self, event: dict[str, Any]) -> None:
        """What moves no piece and no point."""

    def sound(self) -> None:
        """Every real crystal is somewhere, once."""
        lying = [c for card in self.field.values() for c in card.crystals]
        lying += [c for rubble in self.rubble.values() for c in rubble]
        lying += [c for card in self.extinguisher for c in card or ()]
        real = Counter(c for c in lying if ":" not in c)
        total = self.bag + real + sum(self.bench, Counter()) + sum(self.pile, Counter())
        assert total == Counter({row["symbol"]: row["count"] for row in BOX["crystals"]["each"]})
        for seat in range(self.people):
            assert sum(card.owner == seat for card in self.field.values()) <= 4

    def take(self, held: Counter[str], pieces: list[str] | tuple[str, ...]) -> None:
        assert Counter(pieces) <= held, (pieces, held)
        held.subtract(pieces)

    def to_bag(self, crystals: list[str]) -> None:
        self.bag.update(c for c in crystals if ":" not in c)

    # --- events -----------------------------------------------------------------------------------------------

    def game_started(self, event: dict[str, Any]) -> None:
        self.field = {slot: Card(name) for slot, name in enumerate(event["field"])}
        assert sum(card.facts.get("start", False) for card in self.field.values()) == 9

    def crystals_drawn(self, event: dict[str, Any]) -> None:
        seat, crystals = event["seat"], event["crystals"]
        self.take(self.bag, crystals)
        (self.pile if event["why"] == "goggles" else self.bench)[seat].update(crystals)
        level = BOX["tracks"]["discovery"][self.steps[seat]["discovery"]]
        if event["why"] == "discovery":
            assert len(crystals) == level or not self.bag.total()

    def nobel_swapped(self, event: dict[str, Any]) -> None:
        own, his = self.bench[event["player"]], self.bench[2]
        self.take(own, [event["give"]])
        self.take(his, [event["get"]])
        own.update([event["get"]])
        his.update([event["give"]])

    def offer_carried_out(self, event: dict[str, Any]) -> None:
        holdings = {"bench": self.bench, "kit": self.kit}
        for move in event["moves"]:
            for end, sign in (("from", -1), ("to", 1)):
                place, seat = move[end].split()
                held = holdings[place][int(seat)]
                if sign < 0:
                    self.take(held, move["pieces"])
                else:
                    held.update(move["pieces"])

    def crystal_discarded(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        spaces = BOX["tracks"]["lab"][self.steps[seat]["lab"]]
        assert self.bench[seat].total() > spaces
        self.take(self.bench[seat], [event["crystal"]])
        self.bag.update([event["crystal"]])

    def study_begun(self, _: dict[str, Any]) -> None:
        for seat, held in enumerate(self.bench):
            assert held.total() <= BOX["tracks"]["lab"][self.steps[seat]["lab"]]

    def claim_placed(self, event: dict[str, Any]) -> None:
        card, seat = self.field[event["slot"]], event["player"]
        assert card.owner is None
        own = sum(c.owner == seat and not c.temporary for c in self.field.values())
        assert own < BOX["tracks"]["study"][self.steps[seat]["study"]]
        card.owner = seat

    def claim_moved(self, event: dict[str, Any]) -> None:
        source, target = self.field[event["source"]], self.field[event["target"]]
        assert source.owner == event["player"]
        assert target.owner is None
        source.owner, target.owner = None, event["player"]

    def claim_taken_back(self, event: dict[str, Any]) -> None:
        assert self.field[event["slot"]].owner == event["player"]
        self.field[event["slot"]].owner = None

    def goggles_used(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["goggles"] * event["number"])
        self.stock["goggles"] += event["number"]

    def crystal_placed(self, event: dict[str, Any]) -> None:
        seat, crystal = event["seat"], event["crystal"]
        self.placed += 1
        assert self.placed <= BOX["tracks"]["research"][self.steps[seat]["research"]]
        source = {"bench": self.bench, "goggles": self.pile, "wild": self.kit}[event["source"]][seat]
        self.take(source, ["wild" if ":" in crystal else crystal])
        if event["slot"] is None:
            lying = self.extinguisher[seat]
            assert lying is not None
            lying.append(crystal)
            assert Counter(map(symbol, lying)) <= Counter(BOX["play"]["extinguisher"])
            return
        card = self.field[event["slot"]]
        assert card.missing[symbol(crystal)]
        assert seat < self.people or card.owner is None
        card.crystals.append(crystal)

    def compound_completed(self, event: dict[str, Any]) -> None:
        card = self.field[event["slot"]]
        assert not card.missing
        assert card.owner is None
        card.owner, card.temporary = event["seat"], True

    def extinguisher_ready(self, event: dict[str, Any]) -> None:
        lying = self.extinguisher[event["player"]]
        assert lying is not None
        assert Counter(map(symbol, lying)) == Counter(BOX["play"]["extinguisher"])
        self.to_bag(lying)
        self.extinguisher[event["player"]] = None
        self.kit[event["player"]]["extinguisher"] += 1

    def crystals_swapped(self, event: dict[str, Any]) -> None:
        seat = event["player"]
        assert event["number"] == (2 if self.kit[seat]["pipet"] else 3)
        self.take(self.bag, [event["get"]])
        self.take(self.bench[seat], [event["give"]] * event["number"])
        self.bench[seat].update([event["get"]])
        self.bag[event["give"]] += event["number"]

    def research_ended(self, event: dict[str, Any]) -> None:
        self.placed = 0
        self.bag += self.pile[event["seat"]]
        self.pile[event["seat"]] = Counter()

    # --- lab --------------------------------------------------------------------------------------------------

    def compound_scored(self, event: dict[str, Any]) -> None:
        card, seat = self.field[event["slot"]], event["seat"]
        self.scoring: int = event["slot"]
        assert not card.missing
        assert card.owner == seat
        worth = card.facts["points"] // (1 if event["shared"] is None else 2)
        assert event["points"] == (worth if seat < self.people else 0)
        if event["shared"] is not None:
            assert card.facts["reaction"] == "grant"
            assert set(self.steps[event["shared"]].values()) == {TOP}
            self.points[event["shared"]] += worth
        self.points[seat] += event["points"]

    def tool_gained(self, event: dict[str, Any]) -> None:
        self.take(self.stock, [event["tool"]])
        self.kit[event["player"]][event["tool"]] += 1

    def experiment_raised(self, event: dict[str, Any]) -> None:
        steps = self.steps[event["seat"]]
        steps[event["experiment"]] += 1
        assert steps[event["experiment"]] <= TOP
        assert event["value"] == BOX["tracks"][event["experiment"]][steps[event["experiment"]]]

    def cylinder_used(self, event: dict[str, Any]) -> None:
        steps = self.steps[event["player"]]
        assert self.kit[event["player"]]["cylinder"]
        steps[event["down"]] -= 1
        steps[event["up"]] += 1
        assert set(steps.values()) <= set(range(TOP + 1))

    def crystal_kept(self, event: dict[str, Any]) -> None:
        assert self.kit[event["player"]]["journal"]
        self.field[self.scoring].crystals.remove(event["crystal"])
        self.bench[event["player"]][event["crystal"]] += 1
        assert self.bench[event["player"]].total() <= BOX["tracks"]["lab"][self.steps[event["player"]]["lab"]]

    def compound_cleared(self, event: dict[str, Any]) -> None:
        card = self.field.pop(event["slot"])
        assert sorted(card.crystals) == sorted(event["crystals"])
        self.to_bag(card.crystals)

    # --- fire -------------------------------------------------------------------------------------------------

    def burner_lit(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["burner"])
        self.stock["burner"] += 1
        assert not self.field[event["slot"]].flames

    def fire_broke_out(self, event: dict[str, Any]) -> None:
        burns = sorted(slot for slot, card in self.field.items() if card.limit is not None)
        assert event["slots"] == burns

    def flame_prevented(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["extinguisher"])

    def flames_placed(self, event: dict[str, Any]) -> None:
        for slot in event["slots"]:
            self.field[slot].flames += 1

    def exploded(self, event: dict[str, Any]) -> None:
        for row in event["cards"]:
            card = self.field.pop(row["slot"])
            assert card.limit is not None
            assert card.flames >= card.limit
            assert sorted(card.crystals) == sorted(row["crystals"])
            if card.crystals:
                self.rubble[row["slot"]] = list(card.crystals)

    def _near(self, slot: int) -> list[int]:
        row, column = divmod(slot, 4)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [r * 4 + c for r, c in around if 0 <= r < 4 and 0 <= c < 4]

    def crystal_scattered(self, event: dict[str, Any]) -> None:
        assert event["target"] in self._near(event["source"])
        self.rubble[event["source"]].remove(event["crystal"])
        target = self.field[event["target"]]
        assert target.missing[symbol(event["crystal"])]
        target.crystals.append(event["crystal"])

    def scattering_ended(self, event: dict[str, Any]) -> None:
        left = self.rubble.pop(event["slot"])
        assert sorted(left) == sorted(event["crystals"])
        for crystal in left:
            for slot in self._near(event["slot"]):
                fits = slot in self.field and self.field[slot].missing[symbol(crystal)]
                assert not fits, f"{crystal} could have gone to {slot}"
        self.to_bag(left)

    def card_laid(self, event: dict[str, Any]) -> None:
        assert event["slot"] not in self.field
        assert event["card"] not in [card.name for card in self.field.values()]
        self.field[event["slot"]] = Card(event["card"])

    def key_used(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["key"])
        self.stock["key"] += 1

    # --- the end ----------------------------------------------------------------------------------------------

    def end_announced(self, event: dict[str, Any]) -> None:
        assert not self.ended
        self.ended = True
        steps = list(self.steps[event["player"]].values())
        assert self.points[event["player"]] >= 50 or steps.count(TOP) >= 3

    def final_scored(self, event: dict[str, Any]) -> None:
        seat = event["player"]
        lying = sum(len(card.crystals) for card in self.field.values() if card.owner == seat)
        assert event["claims"] == lying
        assert event["bench"] == self.bench[seat].total() // 2
        assert event["extinguishers"] == 3 * self.kit[seat]["extinguisher"]
        assert event["wilds"] == 3 * self.kit[seat]["wild"]
        self.points[seat] += sum(event[part] for part in ("claims", "bench", "extinguishers", "wilds"))
