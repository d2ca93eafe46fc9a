"""A referee for records of Ion: replays one from the rules and the edition alone, and says where it breaks
them.

It imports nothing of this product. Before every event it knows what may come next. What follows from the
rules alone (prices, sheets, who is asked) is computed and must match exactly; choices must be allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import gcd
from typing import Any

from tests.oracle.refereeing import demand, edition_of

EXPANSIONS = ("transition", "polyatomic", "radioactive")
TILES = ("select_two", "take", "rxn")

Card = tuple[str, int]  # with the charge that it shows
Group = list[Card]


def lying(group: Sequence[Card]) -> Group:
    return sorted(group, key=lambda card: (-card[1], card[0]))


Reading = tuple[str, str]  # the options ratio and mixed


def neutral(group: Sequence[Card], reading: Reading) -> bool:
    ratio, mixed = reading
    plus, minus = {c for c in group if c[1] > 0}, {c for c in group if c[1] < 0}
    if not plus or len(minus) != 1 or sum(charge for _, charge in group) != 0:
        return False
    if len(plus) > 1 and mixed == "none":
        return False
    return ratio == "any" or gcd(*Counter(group).values()) == 1


def joins(card: Card, group: Sequence[Card], reading: Reading) -> bool:
    signs = {charge > 0 for _, charge in group}
    return not neutral(group, reading) and (len(signs) == 2 or (card[1] > 0) not in signs)


@cache
def layable(group: tuple[Card, ...], reading: Reading) -> bool:
    """Whether some last card could have been laid on some arrangement of the others."""
    if len(group) == 1:
        return True
    for place, card in enumerate(group):
        rest = group[:place] + group[place + 1 :]
        if card not in group[:place] and joins(card, rest, reading) and layable(rest, reading):
            return True
    return False


def divisions(gases: Sequence[str], sets: Sequence[int]) -> int:
    """The highest value of a division into sets of different gases."""
    if not gases:
        return 0
    kinds = sorted(set(gases))
    found = []
    for size in range(1, len(kinds) + 1):
        for chosen in combinations(kinds, size):
            left = list(gases)
            for gas in chosen:
                left.remove(gas)
            found.append(sets[size - 1] + divisions(left, sets))
    return max(found)


class Referee:
    """Follows a whole record; raises RuleBrokenError where a rule was broken."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        first = record["events"][0]
        self.options = {"ratio": "smallest", "least": "ranked", "mixed": "none", **first["options"]}
        self.reading = self.options["ratio"], self.options["mixed"]
        demand(record["options"] == first["options"], "the options are those of the start")
        self.box = edition_of(record["edition"])
        self.number = len(record["players"])
        self.seats = range(self.number)
        self.few = self.number < self.box["play"]["many_from"]
        self.cards = {
            row["card"]: {"kind": kind, **row}
            for table, kind in (("ions", "ion"), ("nobles", "noble"), *((name, name) for name in EXPANSIONS))
            for row in self.box[table]["each"]
            if kind in ("ion", "noble") or self.options[kind]
        }
        self.goals_printed = {row["goal"]: row for row in self.box["goals"]["each"]}
        self.costs = {row["letter"]: row for row in self.box["tiles"]["each"]}
        self.points = [0] * self.number
        self.used: list[list[str]] = [[] for _ in self.seats]
        self.hot: list[list[tuple[str, int, str | None]]] = [
            [] for _ in self.seats
        ]  # card, round, and where it is
        self.round = 0
        self.drawn = -1
        self.expected: list[Callable[[Mapping[str, Any]], None]] = []
        self.phase = "start"
        self._go_on()
        for version, event in enumerate(record["events"], 1):
            demand(event["version"] == version, "versions count")
            self._chance(event)
            if self.expected:
                self.expected.pop(0)(event)
            else:
                self._free(event)
            if not self.expected:
                self._go_on()
        demand(self.phase == "over", "the record ends with the game")

    def _chance(self, event: Mapping[str, Any]) -> None:
        if "rng" in event:
            demand(event["rng"]["seed"] == self.record["events"][0]["rng"]["seed"], "one seed")
            demand(event["rng"]["drawn"] > self.drawn, "chance goes on")
            self.drawn = event["rng"]["drawn"]

    def must(self, event: Mapping[str, Any], kind: str, player: int | None, **facts: Any) -> None:
        """The event has this type, this player and exactly these facts."""
        demand(event["type"] == kind, f"{event['type']} where {kind} is due")
        demand(event["player"] == player and type(event["player"]) is type(player), f"{kind} of {player}")
        said = {k: v for k, v in event.items() if k not in ("version", "type", "player", "rng")}
        demand(said == facts, f"{kind}: {said} is not {facts}")

    def then(self, kind: str, player: int | None = None, **facts: Any) -> None:
        self.expected.append(lambda event: self.must(event, kind, player, **facts))

    # --- what follows by itself -----------------------------------------------------------------------------

    def _go_on(self) -> None:
        while not self.expected and self.phase != "over":
            before = self.phase
            getattr(self, f"_at_{self.phase}")()
            if self.phase == before and not self.expected:
                return

    def _at_start(self) -> None:
        self.expected.append(self._started)

    def _started(self, event: Mapping[str, Any]) -> None:
        letters = event["sets"]
        demand(len(letters) == (self.number if self.options["tiles"] else 0), "a set of tiles for everybody")
        demand(len({*letters}) == len(letters) and {*letters} <= {*self.costs}, "sets of the box")
        self.sets = letters
        self.must(
            event, "game_started", None, options=event["options"], edition=self.record["edition"],
            seats=["player"] * self.number, sets=letters,
        )  # fmt: skip
        self.phase = "dealing"

    def _at_dealing(self) -> None:
        self.expected.append(self._round)

    def _round(self, event: Mapping[str, Any]) -> None:
        self.round += 1
        box = Counter({card: row["count"] for card, row in self.cards.items()})
        played = Counter(card for own in self.hot for card, *_ in own)
        self.deck, self.goals = list(event["deck"]), list(event["goals"])
        demand(Counter(self.deck) == box - played, "all cards but those that stay")
        number = self.box["play"]["goals_few" if self.few else "goals_many"]
        fit = [g for g, row in self.goals_printed.items() if row.get("from_players", 2) <= self.number]
        demand(
            len(self.goals) == len({*self.goals}) == number and {*self.goals} <= {*fit}, "goals of the box"
        )
        self.must(event, "round_started", None, round=self.round, goals=self.goals, deck=self.deck)
        size = self.box["play"]["hand_with_radioactive" if self.options["radioactive"] else "hand"]
        self.picks_due = size - self.box["play"]["left_over"]
        self.hands = [self._draw(size) for _ in self.seats]
        for player in self.seats:
            self.then("cards_dealt", player, number=size, cards=list(self.hands[player]))
        self.new: list[list[str]] = [[] for _ in self.seats]
        self.taken: list[list[str]] = [[] for _ in self.seats]
        self.groups: list[list[Group]] = [[] for _ in self.seats]
        self.gases: list[list[str]] = [[] for _ in self.seats]
        self.rxn: list[int] = []
        self.center: list[str] = []
        self.pick = 1
        self._open_picking()
        if self.options["tiles"]:
            self.expected.append(self._center)

    def _draw(self, number: int) -> list[str]:
        drawn, self.deck = self.deck[:number], self.deck[number:]
        return drawn

    def _center(self, event: Mapping[str, Any]) -> None:
        aside: list[str] = []
        while self.deck and len(self.center) < self.box["play"]["center"]:
            (card,) = self._draw(1)
            (aside if card in self.center else self.center).append(card)
        demand(Counter(event["deck"]) == Counter(self.deck + aside), "what was set aside goes back")
        demand(aside or event["deck"] == self.deck, "nothing is shuffled without need")
        self.deck = list(event["deck"])
        self.must(event, "center_laid", None, cards=self.center, set_aside=aside, deck=self.deck)

    def _open_picking(self) -> None:
        self.phase, self.fresh = "picking", [Counter[str]() for _ in self.seats]
        self.chosen: dict[int, list[str]] = {}
        self.holding: list[int] = []

    def _to_place(self) -> bool:
        return any([*self.new, *self.taken])

    def _at_picking(self) -> None:
        pickers = [player for player in self.seats if self.hands[player]]
        if self.taken_waits() or any(player not in self.chosen for player in pickers):
            return
        self.then("picks_revealed", picks=[self.chosen.get(player, []) for player in self.seats])
        start = (self.round + self.pick) % self.number
        for player in sorted(self.seats, key=lambda p: (p - start) % self.number):
            cards = self.chosen.get(player, [])
            for card in cards:
                self.hands[player].remove(card)
            self.new[player] = list(cards)
            if len(cards) == 2:
                self._tile(player, "select_two")
                for card in self._draw(1):
                    self.then("card_drawn", player, card=card)
                    self.hands[player].append(card)
        self.phase = "placing"

    def taken_waits(self) -> bool:
        return any(self.taken)

    def _tile(self, player: int, tile: str) -> None:
        demand(self.options["tiles"] and tile not in self.used[player], "a tile is used once")
        self.used[player].append(tile)
        self.then("tile_used", player, tile=tile, cost=self.costs[self.sets[player]][tile])

    def _at_placing(self) -> None:
        if self._to_place() or self.holding:
            return
        fresh = [(p, card) for p in self.seats for card, _, how in self.hot[p] if how is None]
        if fresh:
            how = {1: "face_up", 2: "turned"}.get(len(fresh), "face_down")
            self.then("radioactives_settled", lies=how, cards=[{"player": p, "card": c} for p, c in fresh])
            self.hot = [[(c, r, how if h is None else h) for c, r, h in own] for own in self.hot]
        if self.pick < self.picks_due:
            self.then("hands_passed")
            self.hands = [self.hands[player - 1] for player in self.seats]
            self.pick += 1
            self._open_picking()
        else:
            self.then("hands_put_away")
            self.phase, self.queue = "taking", list(self.rxn)

    def _takeable(self, player: int) -> bool:
        return any(not neutral(g, self.reading) for p in self.seats if p != player for g in self.groups[p])

    def _at_taking(self) -> None:
        if self.taken_waits():
            return
        if self.queue and not self._takeable(self.queue[0]):
            self.then("taking_declined", self.queue.pop(0), why="nothing_to_take")
        elif not self.queue:
            self.choosing = [p for p in self.seats if self.used[p] and self._refreshing(p)]
            self.then("takings_over", choosing=self.choosing)
            self.phase, self.refresh = "settling", dict[int, list[dict[str, Any]]]()

    def _refreshing(self, player: int) -> Counter[tuple[int, str]]:
        return Counter(
            (place, card)
            for place, group in enumerate(self.groups[player])
            if neutral(group, self.reading)
            for card, _ in group
            if self.cards[card]["kind"] == "polyatomic"
        )

    def _at_settling(self) -> None:
        if any(player not in self.refresh for player in self.choosing):
            return
        for player in sorted(self.refresh):
            for row in self.refresh[player]:
                self.then("tile_refreshed", player, tile=row["tile"], card=row["card"])
                self.used[player].remove(row["tile"])
        self.phase = "scoring"
        self.expected.append(self._scored)

    def _at_scoring(self) -> None:
        raise AssertionError

    # --- what players choose --------------------------------------------------------------------------------

    def _free(self, event: Mapping[str, Any]) -> None:
        handler = getattr(self, f"on_{event['type']}", None)
        demand(handler is not None, f"{event['type']} may not come now")
        demand(type(event["player"]) is int and event["player"] in self.seats, "somebody who plays")
        assert handler is not None
        handler(event, event["player"])

    def on_card_picked(self, event: Mapping[str, Any], player: int) -> None:
        demand(self.phase == "picking" and not self.taken[player], "picking, nothing to place before")
        cards, hand = event["cards"], self.hands[player]
        demand(len(cards) in (1, 2) and not Counter(cards) - Counter(hand), "cards of the hand")
        two = self.options["tiles"] and "select_two" not in self.used[player]
        demand(len(cards) == 1 or two, "two only with the tile")
        demand(sorted(event["hand"]) == sorted(hand), "the hand, in whatever order")
        self.must(event, "card_picked", player, cards=sorted(cards), hand=event["hand"])
        self.chosen[player] = cards

    def on_tile_used(self, event: Mapping[str, Any], player: int) -> None:
        demand(self.phase in ("picking", "placing") and not self.taken[player], "while picking or placing")
        tile = event["tile"]
        demand(tile in ("take", "rxn"), "Select Two shows with its cards")
        self._tile(player, tile)
        self.expected.pop(0)(event)
        if tile == "take":
            self.expected.append(lambda e: self._took(e, player))
        else:
            self.rxn.append(player)
            self.expected.append(lambda e: self._rearranged(e, player))

    def _took(self, event: Mapping[str, Any], player: int) -> None:
        demand(event.get("card") in self.center, "a card of the middle")
        self.must(event, "center_taken", player, card=event["card"])
        self.center.remove(event["card"])
        self.taken[player].append(event["card"])

    def _rearranged(self, event: Mapping[str, Any], player: int) -> None:
        laid = [[(one["card"], one["charge"]) for one in group] for group in event["groups"]]
        before = Counter(card for group in self.groups[player] for card, _ in group)
        demand(Counter(card for group in laid for card, _ in group) == before, "the same cards")
        for group in laid:
            demand(group and group == lying(group), "as cards lie")
            demand(all(charge in self._charges(card) for card, charge in group), "charges of the cards")
            demand(layable(tuple(group), self.reading), "bonds that can be laid")
        made = [c for group in laid if (c := self._compound(group)) is not None]
        said = [dict(row, name=None) for row in event["compounds"]]
        demand(said == made, "the compounds that lie there")
        self.must(event, "area_rearranged", player, groups=event["groups"], compounds=event["compounds"])
        self.groups[player] = laid

    def _charges(self, card: str) -> list[int]:
        row = self.cards[card]
        return row.get("charges") or ([row["charge"]] if "charge" in row else [])

    def _compound(self, group: Group) -> dict[str, Any] | None:
        """All but its name."""
        if not neutral(group, self.reading):
            return None
        kinds = list(dict.fromkeys(lying(group)))
        text = "".join(
            card
            if n == 1
            else f"({card}){n}"
            if sum(c.isupper() or c.isdigit() for c in card) > 1
            else f"{card}{n}"
            for card, n in ((kind[0], group.count(kind)) for kind in kinds)
        )
        worth = sum(self.cards[card]["points"] for card, _ in group)
        return {"formula": text, "name": None, "kind": self._kind(group), "points": worth}

    def _kind(self, group: Group) -> str:
        plus, minus = ({card for card, charge in group if charge * sign > 0} for sign in (1, -1))
        if plus == {"H"}:
            return "water" if minus == {"OH"} else "acid"
        return "base" if minus == {"OH"} and "H" not in plus else "salt"

    def on_card_placed(self, event: Mapping[str, Any], player: int) -> None:
        source = self.taken[player] or self.new[player]
        card, onto, charge = event["card"], event["onto"], event["charge"]
        demand(card in source, "a card that waits for its place")
        kind = self.cards[card]["kind"]
        made = None
        if kind in ("noble", "radioactive"):
            demand(onto is None and charge == 0, "it never bonds")
            if kind == "noble":
                self.gases[player].append(card)
            else:
                self.hot[player].append((card, self.round, None))
        else:
            demand(type(charge) is int and charge in self._charges(card), "a charge of the card")
            if onto is None:
                self.groups[player].append([(card, charge)])
            else:
                demand(type(onto) is int and 0 <= onto < len(self.groups[player]), "a group that is there")
                group = self.groups[player][onto]
                demand(joins((card, charge), group, self.reading), "unlike charges, nothing finished")
                self.groups[player][onto] = lying([*group, (card, charge)])
                made = self._compound(self.groups[player][onto])
            if kind == "transition" and self.phase != "taking":
                self.fresh[player][card] += 1
        said = event["compound"] and dict(event["compound"], name=None)
        demand(said == made, "the compound that is made")
        facts = {"card": card, "family": kind, "onto": onto, "charge": charge, "compound": event["compound"]}
        self.must(event, "card_placed", player, **facts)
        source.remove(card)
        if self.phase == "taking":
            self.queue.pop(0)

    def on_metal_turned(self, event: Mapping[str, Any], player: int) -> None:
        demand(self.phase in ("picking", "placing") and not self.taken[player], "while placing")
        place, card, charge = event["group"], event["card"], event["charge"]
        demand(self.fresh[player][card], "a metal of this step")
        demand(type(place) is int and 0 <= place < len(self.groups[player]), "a group that is there")
        group = list(self.groups[player][place])
        old = [one for one in group if one[0] == card and one[1] != charge]
        demand(old and charge in self._charges(card), "its other charge")
        group[group.index(old[0])] = (card, charge)
        demand(layable(tuple(lying(group)), self.reading), "a bond that can be laid")
        self.groups[player][place] = lying(group)
        made = self._compound(group)
        said = event["compound"] and dict(event["compound"], name=None)
        demand(said == made, "the compound that is made")
        facts = {"group": place, "card": card, "charge": charge, "compound": event["compound"]}
        self.must(event, "metal_turned", player, **facts)

    def on_held_back(self, event: Mapping[str, Any], player: int) -> None:
        demand(
            self.phase == "placing" and self.new[player] and not self.taken[player], "before the last card"
        )
        demand(player not in self.holding and type(event["last"]) is bool, "once")
        self.must(event, "held_back", player, last=event["last"])
        self.holding.append(player)

    def on_ready_said(self, event: Mapping[str, Any], player: int) -> None:
        demand(self.phase == "placing" and player in self.holding, "who holds back")
        demand(not self.new[player] and not self.taken[player], "with nothing to place")
        self.must(event, "ready_said", player)
        self.holding.remove(player)

    def on_card_taken(self, event: Mapping[str, Any], player: int) -> None:
        demand(
            self.phase == "taking" and self.queue[:1] == [player] and not self.taken[player],
            "served in order",
        )
        owner, place, card = event["owner"], event["group"], event["card"]
        demand(type(owner) is int and owner in self.seats and owner != player, "of somebody else")
        demand(type(place) is int and 0 <= place < len(self.groups[owner]), "a group that is there")
        group = self.groups[owner][place]
        demand(card in [one[0] for one in group] and not neutral(group, self.reading), "what scores nothing")
        self.must(event, "card_taken", player, card=card, owner=owner, group=place)
        group.remove(next(one for one in group if one[0] == card))
        if not group:
            del self.groups[owner][place]
        self.taken[player].append(card)

    def on_taking_declined(self, event: Mapping[str, Any], player: int) -> None:
        demand(
            self.phase == "taking" and self.queue[:1] == [player] and not self.taken[player],
            "served in order",
        )
        self.must(event, "taking_declined", player, why="declined")
        self.queue.pop(0)

    def on_choice_made(self, event: Mapping[str, Any], player: int) -> None:
        demand(self.phase == "settling" and player in self.choosing and player not in self.refresh, "once")
        rows = event["refresh"]
        asked = Counter((row["group"], row["card"]) for row in rows)
        tiles = [row["tile"] for row in rows]
        demand(not asked - self._refreshing(player), "polyatomic cards that score")
        demand(len({*tiles}) == len(tiles) and {*tiles} <= {*self.used[player]}, "used tiles")
        self.must(event, "choice_made", player, refresh=rows)
        self.refresh[player] = rows

    # --- counting -------------------------------------------------------------------------------------------

    def _scored(self, event: Mapping[str, Any]) -> None:
        sheets = event["sheets"]
        demand(len(sheets) == self.number, "a sheet for everybody")
        for player, lines in enumerate(sheets):
            nobles = [line for line in lines if line["what"] == "nobles"]
            demand(
                [line for line in lines if line["what"] != "nobles"] == [*self._lines(player)], "the sheet"
            )
            sets = self.box["nobles"]["sets"]
            demand(sum(line["points"] for line in nobles) == divisions(self.gases[player], sets), "gases")
            demand(
                Counter(g for line in nobles for g in line["cards"]) == Counter(self.gases[player]), "gases"
            )
            for line in nobles:
                demand(len({*line["cards"]}) == len(line["cards"]), "different gases")
                demand(line == _line("nobles", line["cards"], sets[len(line["cards"]) - 1]), "a set of gases")
        self._pay(event, "round_scored", sheets, round=self.round)
        last = self.round == self.box["play"]["rounds"]
        self.phase = "ending" if last else "dealing"

    def _lines(self, player: int) -> Iterator[dict[str, Any]]:
        made = []
        for place, group in enumerate(self.groups[player]):
            if neutral(group, self.reading):
                spent = [r["card"] for r in self.refresh.get(player, []) if r["group"] == place]
                worth = sum(self.cards[card]["points"] for card, _ in group)
                yield _line(
                    "compound", [c for c, _ in group], worth - sum(self.cards[c]["points"] for c in spent)
                )
                made.append(group)
        once = []
        for group in made:
            times = gcd(*Counter(group).values())
            counts = {card: n // times for (card, _), n in Counter(group).items()}
            once.append([card for card, n in counts.items() for _ in range(n)])
        for goal in self.goals:
            row = self.goals_printed[goal]
            cards: list[str] = []
            if row["kind"] == "noble":
                cards = sorted({*self.gases[player]})
                number = max(0, len(cards) - 1)
            elif row["kind"] == "neutralisation":
                found = [
                    next((o for g, o in zip(made, once, strict=True) if self._kind(g) == kind), None)
                    for kind in ("acid", "base")
                ]
                number = sum(one is not None for one in found)
                named = "ratio" in self.record["options"]  # older records name no cards here
                cards = [card for one in found for card in one or ()] if named else []
            else:
                listed = [sorted(c) for c in row["compounds"] if sorted(c) in [sorted(o) for o in once]]
                number, cards = len(listed), [card for compound in listed for card in compound]
            if number:
                yield _line("goal", cards, row["pays"][min(number, 2) - 1], goal=goal)
        rays = self.box["radioactive_scoring"]["few" if self.few else "many"]
        for card, round_, how in self.hot[player]:
            if round_ == self.round and how is not None:
                yield _line("radioactive", [card], rays[how])

    def _pay(self, event: Mapping[str, Any], kind: str, sheets: Any, **facts: Any) -> None:
        totals = [sum(line["points"] for line in lines) for lines in sheets]
        paid = [
            {"from": None, "to": f"points {p}", "amount": n}
            if n > 0
            else {"from": f"points {p}", "to": None, "amount": -n}
            for p, n in enumerate(totals)
            if n
        ]
        paying = {"accounts": paid} if paid else {}
        self.must(event, kind, None, sheets=sheets, points=totals, **paying, **facts)
        self.points = [before + now for before, now in zip(self.points, totals, strict=True)]

    def _at_ending(self) -> None:
        self.expected += [self._final, self._ended]

    def _final(self, event: Mapping[str, Any]) -> None:
        decay = [sum(self.cards[card]["decay"] for card, *_ in own) for own in self.hot]
        scoring = self.box["radioactive_scoring"]["few" if self.few else "many"]
        places = [*[*scoring["decay"], *[0] * self.number][: self.number - 1], scoring["least"]]
        sheets: list[list[dict[str, Any]]] = []
        for player in self.seats:
            lines = []
            if any(decay):
                better, tied = sum(n > decay[player] for n in decay), decay.count(decay[player])
                share = sum(places[better : better + (2 if tied > 1 else 1)])
                if self.options["least"] == "shared" and better and better + tied == self.number:
                    share = scoring["least"]
                cards = [card for card, *_ in self.hot[player]]
                lines.append(_line("decay", cards, -(-share // tied), decay=decay[player]))
            tiles = [tile for tile in TILES if tile in self.used[player]]
            if tiles:
                cost = sum(self.costs[self.sets[player]][tile] for tile in tiles)
                lines.append(_line("tiles", tiles, -cost))
            sheets.append(lines)
        self._pay(event, "final_scored", sheets)

    def _ended(self, event: Mapping[str, Any]) -> None:
        best = max(self.points)
        winners = [p for p, n in enumerate(self.points) if n == best]
        ranks = [1 + sum(other > n for other in self.points) for n in self.points]
        facts = {"scores": self.points, "winners": winners, "reason": "rounds_over", "ranks": ranks}
        self.must(event, "game_ended", None, **facts)
        demand(self.record["result"] == facts, "the result is that of the last event")
        self.phase = "over"


def _line(
    what: str, cards: Sequence[str], points: int, goal: str | None = None, decay: int | None = None
) -> dict[str, Any]:
    return {"what": what, "cards": list(cards), "points": points, "goal": goal, "decay": decay}
