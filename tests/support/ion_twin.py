"""Another program that follows a recorded game of Ion by the rulebook, with nothing of the engine or the game's code.

It knows the printed cards from the edition as JSON gives it, keeps hands, deck and areas as plain lists, checks
that every event was allowed, and reckons every score anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import gcd
from typing import Any

from adjudicator.ruleset import load_ruleset, whole_box

EXPANSIONS = ("transition", "polyatomic", "radioactive")
PRINTED: Mapping[str, Any] = load_ruleset(whole_box("ion")).describe()["edition"]
CARDS = {card["card"]: card for card in PRINTED["cards"]}
COSTS = {tiles["letter"]: tiles for tiles in PRINTED["action_tiles"]}
GOALS = {goal["goal"]: goal for goal in PRINTED["goals"]}

Group = list[tuple[str, int]]


def is_neutral(group: Group, ratio: str) -> bool:
    plus, minus = {c for c in group if c[1] > 0}, {c for c in group if c[1] < 0}
    counts = Counter(group)
    return (
        len(plus) == len(minus) == 1
        and sum(charge for _, charge in group) == 0
        and (ratio == "any" or gcd(*counts.values()) == 1)
    )


def once(group: Group) -> list[str]:
    """The cards of a compound that may lie several times in a group."""
    counts = Counter(card for card, _ in group)
    times = gcd(*counts.values())
    return [card for card, count in counts.items() for _ in range(count // times)]


def gases_worth(gases: Sequence[str]) -> int:
    """The best division: tried by taking every set of different gases away, in turn."""
    if not gases:
        return 0
    kinds = sorted(set(gases))
    found = []
    for size in range(1, len(kinds) + 1):
        for chosen in combinations(kinds, size):
            left = list(gases)
            for gas in chosen:
                left.remove(gas)
            found.append((2, 5, 9)[size - 1] + gases_worth(left))
    return max(found)


class Reckoning:
    """A whole record, event by event; raises AssertionError where a rule was broken."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.options = record["options"]
        self.ratio = self.options.get("ratio", "smallest")
        self.number = len(record["players"])
        kinds = {"ion", "noble", *(name for name in EXPANSIONS if self.options[name])}
        self.box = Counter({c["card"]: c["count"] for c in PRINTED["cards"] if c["kind"] in kinds})
        seats = range(self.number)
        self.scores = [0] * self.number
        self.sets: list[str] = []
        self.used: list[set[str]] = [set() for _ in seats]
        self.decays: list[list[str]] = [[] for _ in seats]
        self._clear()
        for event in record["events"]:
            getattr(self, f"on_{event['type']}", lambda _: None)(event)

    def _clear(self) -> None:
        seats = range(self.number)
        self.hands: list[list[str]] = [[] for _ in seats]
        self.new: list[list[str]] = [[] for _ in seats]
        self.groups: list[list[Group]] = [[] for _ in seats]
        self.gases: list[list[str]] = [[] for _ in seats]
        self.hot: list[list[str]] = [[] for _ in seats]  # radioactive of this pick
        self.lying: list[list[str]] = [[] for _ in seats]  # how those of this round lie
        self.picks: dict[int, list[str]] = {}
        self.center: list[str] = []
        self.refreshing: list[list[str]] = [[] for _ in seats]
        self.rxn: list[int] = []
        self.passes = 0

    def on_game_started(self, event: Mapping[str, Any]) -> None:
        self.sets = event["sets"]
        assert len(set(self.sets)) == len(self.sets) == (self.number if self.options["tiles"] else 0)

    def on_round_started(self, event: Mapping[str, Any]) -> None:
        self._clear()
        played = Counter(card for cards in self.decays for card in cards)
        assert Counter(event["deck"]) == self.box - played
        self.deck = list(event["deck"])
        self.goals = event["goals"]
        assert len(set(self.goals)) == (3 if self.number > 4 else 2)
        assert all(GOALS[goal]["from_players"] <= self.number for goal in self.goals)

    def on_cards_dealt(self, event: Mapping[str, Any]) -> None:
        assert event["cards"] == self._draw(9 if self.options["radioactive"] else 8)
        self.hands[event["player"]] = list(event["cards"])

    def _draw(self, number: int) -> list[str]:
        drawn, self.deck = self.deck[:number], self.deck[number:]
        return drawn

    def on_center_laid(self, event: Mapping[str, Any]) -> None:
        lying: list[str] = []
        aside: list[str] = []
        while self.deck and len(lying) < 4:
            (card,) = self._draw(1)
            (aside if card in lying else lying).append(card)
        assert (lying, aside) == (event["cards"], event["set_aside"])
        assert Counter(event["deck"]) == Counter(self.deck + aside)
        self.deck, self.center = list(event["deck"]), lying

    def on_card_picked(self, event: Mapping[str, Any]) -> None:
        player = event["player"]
        assert sorted(event["hand"]) == sorted(self.hands[player])
        assert not Counter(event["cards"]) - Counter(self.hands[player])
        assert len(event["cards"]) == 1 or "select_two" not in self.used[player]
        self.picks[player] = event["cards"]

    def on_picks_revealed(self, event: Mapping[str, Any]) -> None:
        assert event["picks"] == [self.picks[player] for player in range(self.number)]
        for player, cards in self.picks.items():
            for card in cards:
                self.hands[player].remove(card)
            self.new[player] += cards

    def on_tile_used(self, event: Mapping[str, Any]) -> None:
        player, tile = event["player"], event["tile"]
        assert tile not in self.used[player]
        assert event["cost"] == -COSTS[self.sets[player]][tile]
        self.used[player].add(tile)
        if tile == "rxn":
            self.rxn.append(player)
        if tile == "select_two":
            assert len(self.picks[player]) == 2

    def on_card_drawn(self, event: Mapping[str, Any]) -> None:
        assert [event["card"]] == self._draw(1)
        self.hands[event["player"]].append(event["card"])

    def on_center_taken(self, event: Mapping[str, Any]) -> None:
        self.center.remove(event["card"])
        self.new[event["player"]].append(event["card"])

    def on_card_placed(self, event: Mapping[str, Any]) -> None:
        player, card, onto = event["player"], event["card"], event["onto"]
        self.new[player].remove(card)
        printed = CARDS[card]
        if printed["kind"] == "noble":
            self.gases[player].append(card)
        elif printed["kind"] == "radioactive":
            self.hot[player].append(card)
        else:
            assert event["charge"] in printed["charges"]
            if onto is None:
                self.groups[player].append([(card, event["charge"])])
            else:
                group = self.groups[player][onto]
                assert not is_neutral(group, self.ratio), "a finished compound takes no more"
                signs = {charge > 0 for _, charge in group}
                assert len(signs) == 2 or (event["charge"] > 0) not in signs
                group.append((card, event["charge"]))
                assert is_neutral(group, self.ratio) == (event["compound"] is not None)
        assert onto is None or printed["kind"] not in ("noble", "radioactive")

    def on_metal_turned(self, event: Mapping[str, Any]) -> None:
        group = self.groups[event["player"]][event["group"]]
        old = next(one for one in group if one[0] == event["card"])
        assert {old[1], event["charge"]} == set(CARDS[event["card"]]["charges"])
        group[group.index(old)] = (event["card"], event["charge"])

    def on_area_rearranged(self, event: Mapping[str, Any]) -> None:
        player = event["player"]
        laid = [[(one["card"], one["charge"]) for one in group] for group in event["groups"]]
        assert Counter(c for g in laid for c, _ in g) == Counter(c for g in self.groups[player] for c, _ in g)
        assert all(charge in CARDS[card]["charges"] for group in laid for card, charge in group)
        assert all(len(g) == 1 or {charge > 0 for _, charge in g} == {True, False} for g in laid)
        self.groups[player] = laid

    def on_radioactives_settled(self, event: Mapping[str, Any]) -> None:
        number = sum(map(len, self.hot))
        assert event["lies"] == ("face_up" if number == 1 else "turned" if number == 2 else "face_down")
        for player, cards in enumerate(self.hot):
            self.lying[player] += [event["lies"]] * len(cards)
            self.decays[player] += cards
            cards.clear()

    def on_hands_passed(self, _: Mapping[str, Any]) -> None:
        assert not any(self.new)
        self.passes += 1
        self.picks = {}
        self.hands = [self.hands[player - 1] for player in range(self.number)]

    def on_hands_put_away(self, _: Mapping[str, Any]) -> None:
        assert self.passes == (6 if self.options["radioactive"] else 5)
        assert all(len(hand) == 2 for hand in self.hands)

    def on_card_taken(self, event: Mapping[str, Any]) -> None:
        assert event["player"] == self.rxn.pop(0)
        groups = self.groups[event["owner"]]
        assert not is_neutral(groups[event["group"]], self.ratio)
        group = groups[event["group"]]
        group.remove(next(one for one in group if one[0] == event["card"]))
        if not group:
            del groups[event["group"]]
        self.new[event["player"]].append(event["card"])

    def on_taking_declined(self, event: Mapping[str, Any]) -> None:
        assert event["player"] == self.rxn.pop(0)

    def on_tile_refreshed(self, event: Mapping[str, Any]) -> None:
        self.used[event["player"]].remove(event["tile"])
        assert CARDS[event["card"]]["kind"] == "polyatomic"
        self.refreshing[event["player"]].append(event["card"])

    def on_round_scored(self, event: Mapping[str, Any]) -> None:
        worth = [self.worth(player) for player in range(self.number)]
        assert worth == event["points"]
        assert [sum(line["points"] for line in lines) for lines in event["sheets"]] == worth
        self.scores = [before + now for before, now in zip(self.scores, worth, strict=True)]

    def worth(self, player: int) -> int:
        made = [group for group in self.groups[player] if is_neutral(group, self.ratio)]
        cards = [card for group in made for card, _ in group]
        total: int = sum(CARDS[card]["points"] for card in cards) + gases_worth(self.gases[player])
        for card in self.refreshing[player]:
            assert card in cards
            total -= CARDS[card]["points"]
        names = [tuple(sorted(once(group))) for group in made]
        acids = [name for name in names if "H" in name and "OH" not in name]
        bases = [name for name in names if "OH" in name and "H" not in name]
        for goal in (GOALS[name] for name in self.goals):
            if goal["kind"] == "noble":
                number = max(0, len(set(self.gases[player])) - 1)
            elif goal["kind"] == "neutralisation":
                number = bool(acids) + bool(bases)
            else:
                number = sum(tuple(sorted(compound)) in names for compound in goal["compounds"])
            total += (0, *goal["pays"])[number]
        few = self.number < 5
        rays = {"face_up": 2 if few else 3, "turned": 0 if few else 1, "face_down": 0 if few else -1}
        return total + sum(rays[lies] for lies in self.lying[player])

    def on_final_scored(self, _: Mapping[str, Any]) -> None:
        sums = [sum(CARDS[card]["decay"] for card in cards) for cards in self.decays]
        places = [9, 3] if self.number < 5 else [13, 9, 3]
        places = [*[*places, *[0] * self.number][: self.number - 1], -3]
        for player in range(self.number):
            if any(sums):
                better, tied = sum(n > sums[player] for n in sums), sums.count(sums[player])
                shared = sum(places[better : better + (2 if tied > 1 else 1)])
                self.scores[player] += -(-shared // tied)
            self.scores[player] += sum(COSTS[self.sets[player]][tile] for tile in self.used[player])
