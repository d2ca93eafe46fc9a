"""Reckons a recorded game of Chemistry Monopoly from its events alone, by the printed numbers of the TOML file.

It shares no code with the game: owners, levels, positions and money are kept here once more, and every price,
rent, collected sum and payment that an event names is reckoned again.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

EDITION = tomllib.loads(
    Path("rulesets/adjudicator_rulesets/chemistry_monopoly/editions/reference-2.toml").read_text("utf-8")
)
SQUARES = EDITION["board"]["each"]
DEEDS = {row.get("element") or row["name"]: row for row in SQUARES if "price" in row}
STEPS = {row["set"]: row["step"] for row in EDITION["sets"]["each"]}


class Reckoning:
    def __init__(self, record: Mapping[str, Any]) -> None:
        self.options = record["options"]
        self.players = range(len(record["players"]))
        self.solid = 4 if self.options["short"] else 5
        self.money = Counter({f"AMUny {p}": 1500 for p in self.players})
        self.money["pot"] = 50 if self.options["pot_base"] else 0
        self.owner: dict[str, int] = {}
        self.turned: set[str] = set()
        self.level: Counter[str] = Counter()
        self.at = [0 for _ in self.players]
        self.dice = 0
        self.by_card: str | None = None
        self.out: list[int] = []
        for event in record["events"]:
            check = getattr(self, f"_{event['type']}", None)
            if check is not None:
                check(event)
            for transfer in event.get("accounts", ()):
                self.money[transfer["from"]] -= transfer["amount"]
                self.money[transfer["to"]] += transfer["amount"]
            assert all(n >= 0 for name, n in self.money.items() if name != "lab"), event

    def worths(self) -> list[int]:
        """At the end: who is out has nothing; in the short game a transferred element counts half."""
        found = []
        for player in self.players:
            total = self.money[f"AMUny {player}"]
            for deed in [d for d, owner in self.owner.items() if owner == player]:
                row = DEEDS[deed]
                half = self.options["short"] and deed in self.turned
                total += row["price"] // 2 if half else row["price"]
                total += self.level[deed] * STEPS.get(row.get("set"), 0)
            found.append(0 if player in self.out else total)
        return found

    # --- events -----------------------------------------------------------------------------------------------

    def _paid(self, event: Mapping[str, Any], *, by: int | None, amount: int) -> None:
        """All of it from one player, or all of it to one."""
        name = f"AMUny {event['player'] if by is None else by}"
        found = [(t["amount"], t["from"] == name) for t in event.get("accounts", ())]
        assert found == ([(abs(amount), amount > 0)] if amount else []), (event, amount)

    def _element_dealt(self, event: Mapping[str, Any]) -> None:
        self._lot_bought(event)

    def _lot_bought(self, event: Mapping[str, Any]) -> None:
        assert event["deed"] not in self.owner
        self._paid(event, by=None, amount=DEEDS[event["deed"]]["price"])
        self.owner[event["deed"]] = event["player"]

    def _rolled(self, event: Mapping[str, Any]) -> None:
        self.dice, self.by_card = sum(event["dice"]), None

    def _dice_thrown(self, event: Mapping[str, Any]) -> None:
        self.dice = sum(event["dice"])

    def _card_drawn(self, event: Mapping[str, Any]) -> None:
        deck = EDITION[event["deck"].replace("-", "_")]["each"]
        card = deck[int(event["card"].split()[1]) - 1]
        assert card["text"] == event["says"]
        self.by_card = card.get("nearest", "card")

    def _moved(self, event: Mapping[str, Any]) -> None:
        here, to = self.at[event["player"]], event["to"]
        backwards = event["why"] == "card" and (here - to) % 40 == 3
        if event["why"] == "roll":
            assert to == (here + self.dice) % 40
        passed = to < here and not backwards
        landed = 400 if self.options["go_400"] else 200
        assert event["collected"] == (landed if passed and to == 0 else 200 if passed else 0), event
        self._paid(event, by=None, amount=-event["collected"])
        self.at[event["player"]] = to

    def _sent_to_class(self, event: Mapping[str, Any]) -> None:
        self.at[event["player"]] = 10

    def _rent_paid(self, event: Mapping[str, Any]) -> None:
        deed = event["deed"]
        row, owner = DEEDS[deed], self.owner[deed]
        assert deed not in self.turned
        assert SQUARES[self.at[event["player"]]]["square"] == row["square"]
        same = [d for d, r in DEEDS.items() if r["kind"] == row["kind"] and r.get("set") == row.get("set")]
        number = [self.owner.get(d) for d in same].count(owner)
        if row["kind"] == "life":
            rent = self.dice * (10 if number == 2 or self.by_card == "life" else 4)
        elif row["kind"] == "supply":
            rent = 25 * 2 ** (number - 1) * (2 if self.by_card == "supply" else 1)
        elif self.level[deed]:
            rent = row["rents"][5 if self.level[deed] == self.solid else self.level[deed]]
        else:
            rent = row["rents"][0] * (2 if number == len(same) else 1)
        assert (event["amount"], event["to"]) == (rent, owner), event
        self._paid(event, by=None, amount=rent)

    def _condensed(self, event: Mapping[str, Any]) -> None:
        deed = event["deed"]
        mates = [d for d, r in DEEDS.items() if r.get("set") == DEEDS[deed]["set"]]
        assert {self.owner[d] for d in mates} == {event["player"]}
        assert not self.turned & set(mates)
        self._paid(event, by=None, amount=STEPS[DEEDS[deed]["set"]])
        self.level[deed] += 1
        levels = [self.level[d] for d in mates]
        assert max(levels) - min(levels) <= 1
        assert (event["what"] == "solid") == (self.level[deed] == self.solid)
        liquids = sum(n for n in self.level.values() if n < self.solid)
        assert liquids <= 51
        assert list(self.level.values()).count(self.solid) <= 20

    def _evaporated(self, event: Mapping[str, Any]) -> None:
        steps = self.level[event["deed"]] - event["left"]
        self._paid(event, by=None, amount=-(STEPS[DEEDS[event["deed"]]["set"]] // 2) * steps)
        self.level[event["deed"]] = event["left"]

    def _set_evaporated(self, event: Mapping[str, Any]) -> None:
        steps = sum(self.level[deed] - left for deed, left in event["left"].items())
        assert steps == event["steps"]
        self._paid(event, by=None, amount=-(STEPS[DEEDS[event["deed"]]["set"]] // 2) * steps)
        self.level |= event["left"]

    def _transferred(self, event: Mapping[str, Any]) -> None:
        assert self.owner[event["deed"]] == event["player"]
        assert not self.level[event["deed"]]
        self._paid(event, by=None, amount=-(DEEDS[event["deed"]]["price"] // 2))
        self.turned.add(event["deed"])

    def _bought_back(self, event: Mapping[str, Any]) -> None:
        half = DEEDS[event["deed"]]["price"] // 2
        self._paid(event, by=None, amount=half + (half + 9) // 10)
        self.turned.remove(event["deed"])

    def _interest_paid(self, event: Mapping[str, Any]) -> None:
        self._paid(event, by=None, amount=(DEEDS[event["deed"]]["price"] // 2 + 9) // 10)

    def _lot_sold(self, event: Mapping[str, Any]) -> None:
        assert event["deed"] not in self.owner
        self._paid(event, by=None, amount=event["price"])
        self.owner[event["deed"]] = event["player"]

    def _lot_unsold(self, event: Mapping[str, Any]) -> None:
        self.turned.discard(event["deed"])

    def _offer_carried_out(self, event: Mapping[str, Any]) -> None:
        for move in event["moves"]:
            for piece in move["pieces"]:
                if piece in DEEDS:
                    assert self.owner[piece] == int(move["from"].split()[1])
                    assert not self.level[piece]
                    self.owner[piece] = int(move["to"].split()[1])

    def _player_out(self, event: Mapping[str, Any]) -> None:
        self.out.append(event["player"])

    def _resigned(self, event: Mapping[str, Any]) -> None:
        self._player_out(event)

    def _estate_taken(self, event: Mapping[str, Any]) -> None:
        for deed in event["deeds"]:
            assert self.owner[deed] == event["player"]
            self.owner[deed] = event["to"]
            if not event["whole"]:
                self.level[deed] = 0

    def _estate_left(self, event: Mapping[str, Any]) -> None:
        for deed in event["deeds"]:
            assert self.owner.pop(deed) == event["player"]
            self.level[deed] = 0
            self.turned.add(deed)
