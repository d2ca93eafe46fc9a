"""Another program that reads a record of Valence Plus: cards and points are counted from the events alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.hand_twin import POINTS, molecule

COMPLEX = {"Sulfuric Acid": 2, "Bisulfate": 5, "Metal Sulfate": 6}
POINTS_OF = {**POINTS, **COMPLEX}
CHEMISTRY = {
    (("Acid",), "Base"): ["Salt", "Water"],
    (("Acid",), "Metal Oxide"): ["Salt", "Water"],
    (("Acid",), "Metal Sulfide"): ["Salt", "Hydrogen Sulfide"],
    (("Acid",), "Metal Hydrosulfide"): ["Salt", "Hydrogen Sulfide"],
    (("Water",), "Deadly Carbonyls"): ["Carbon Dioxide", "Acid"],
    (("Water",), "Thiophosgene"): ["Carbonyl Sulfide", "Acid"],
    (("Water",), "Carbonyl Sulfide"): ["Carbon Dioxide", "Hydrogen Sulfide"],
    (("Water",), "Sulfur Trioxide"): ["Sulfuric Acid"],
    (("Sulfuric Acid",), "Base"): ["Bisulfate", "Water"],
    (("Sulfuric Acid",), "Metal Oxide"): ["Metal Sulfate", "Water"],
    (("Sulfuric Acid",), "Metal Hydrosulfide"): ["Bisulfate", "Hydrogen Sulfide"],
    (("Sulfuric Acid",), "Metal Sulfide"): ["Metal Sulfate", "Hydrogen Sulfide"],
    (("Acid", "Acid"), "Transition Metal Compound"): ["Salt"],
    (("Acid", "Sulfuric Acid"), "Transition Metal Compound"): ["Salt"],
    (("Sulfuric Acid", "Sulfuric Acid"), "Transition Metal Compound"): ["Salt"],
}
BLOCKER = "Transition Metal Compound"


class Reckoning:
    """What every player has, by the events alone; a rule that an event breaks is an AssertionError."""

    def __init__(self, record: dict[str, Any]) -> None:
        players = len(record["players"])
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.stashes: list[Counter[str]] = [Counter() for _ in range(players)]
        self.made: set[str] = set()
        self.discard: list[str] = []
        self.deck: list[str] = []
        self.collected: list[str] = []
        self.aimed = self.allowed = self.blocked = False
        for event in record["events"]:
            getattr(self, event["type"], lambda _: None)(event)

    def scores(self) -> list[int]:
        return [sum(POINTS_OF[name] * n for name, n in stash.items()) for stash in self.stashes]

    def game_started(self, event: dict[str, Any]) -> None:
        self.discard, self.deck, self.turn = list(event["discard"]), list(event["deck"]), event["first"]

    def cards_drawn(self, event: dict[str, Any]) -> None:
        hand, cards = self.hands[event["player"]], event["symbols"]
        if event["why"] == "draw" and not self.collected:
            due = {0: 3, 1: 2}.get(hand.total(), 1)
            assert len(cards) <= due
            assert event["source"] == "deck" or due == 1
        if event["source"] == "deck":
            assert self.deck[: len(cards)] == cards
            del self.deck[: len(cards)]
        else:
            assert [self.discard.pop()] == cards
        hand.update(cards)
        if event["why"] != "deal":
            self.collected.append(event["why"])

    def deck_reshuffled(self, event: dict[str, Any]) -> None:
        assert not self.deck
        assert sorted(self.discard) == sorted(event["deck"])
        self.discard, self.deck = [], list(event["deck"])

    def hand_exchanged(self, event: dict[str, Any]) -> None:
        assert not self.collected
        assert self.hands[event["player"]] == Counter(event["cards"])
        self._put_away(event)

    def cards_discarded(self, event: dict[str, Any]) -> None:
        self._put_away(event)
        assert self.hands[event["player"]].total() == 6

    def molecule_built(self, event: dict[str, Any]) -> None:
        assert self.collected
        assert molecule(tuple(sorted(event["cards"]))) == event["molecule"]
        self._put_away(event)
        self.stashes[event["player"]][event["molecule"]] += 1
        self.made.add(event["molecule"])

    def traded_up(self, event: dict[str, Any]) -> None:
        assert event["card"]["molecule"] in {"Salt", "Hydrogen Sulfide"}
        self._lose(event["player"], event["card"]["molecule"])

    def reaction_aimed(self, event: dict[str, Any]) -> None:
        """V-BLOCK: only where there is a compound, and once a turn."""
        assert self.stashes[event["owner"]][BLOCKER]
        assert event["owner"] != event["player"]
        assert not self.collected
        assert not self.blocked
        self.aimed = True

    def reaction_blocked(self, event: dict[str, Any]) -> None:
        assert self.aimed
        assert event["player"] == event["owner"]
        self.aimed, self.blocked = False, True

    def reaction_allowed(self, event: dict[str, Any]) -> None:
        assert self.aimed
        assert event["player"] == event["owner"]
        self.aimed, self.allowed = False, True

    def reacted(self, event: dict[str, Any]) -> None:
        reactors, target = (
            tuple(sorted(c["molecule"] for c in event["reactors"])),
            event["target"]["molecule"],
        )
        assert [c["molecule"] for c in event["products"]] == CHEMISTRY[reactors, target]
        owner = event["owner"]
        if owner != event["player"] and target != BLOCKER:
            assert self.allowed or not self.stashes[owner][BLOCKER]
        self.allowed = False
        for name in reactors:
            self._lose(event["player"], name)
        self._lose(owner, target)
        for card in event["products"]:
            self.stashes[owner][card["molecule"]] += 1
            self.made.add(card["molecule"])

    def turn_ended(self, event: dict[str, Any]) -> None:
        assert event["player"] == self.turn
        assert self.hands[self.turn].total() <= 6
        assert len(set(self.collected)) == 1
        self.turn, self.collected, self.blocked = (self.turn + 1) % len(self.hands), [], False

    def _put_away(self, event: dict[str, Any]) -> None:
        hand = self.hands[event["player"]]
        hand.subtract(event["cards"])
        assert min(hand.values(), default=0) >= 0
        self.discard += event["cards"]

    def _lose(self, player: int, name: str) -> None:
        self.stashes[player][name] -= 1
        assert self.stashes[player][name] >= 0
