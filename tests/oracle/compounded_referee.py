"""An independent program that follows a record of Compounded: its own bookkeeping, from the events and the
box alone.

It knows nothing of the engine. Every claim of an event must follow from what is on the table: crystals come
from where they are, cards are full when they score, flames reach limits, and crystals scatter where they can.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from tests.oracle import offers_twin

BOX = tomllib.loads(
    Path("rulesets/adjudicator_rulesets/compounded/editions/reference-3.toml").read_text(encoding="utf-8")
)
CRYSTALS = {row["symbol"]: row["count"] for row in BOX["crystals"]["each"]}
CARDS = {card["name"]: card for card in BOX["cards"]["each"]}
RAISES = {"liquid": "discovery", "gas": "research", "solid": "study"}
TOP = 3
OPTIONS = {
    "nobel_places": "research", "grant": "chosen", "flames": "endless", "lead": 0, "raising": "must",
    "grants_to": "people", "starting": "listed",
}  # fmt: skip
REFILLING = {"": ("burners",), "burners": ("fill",), "fill": ("again", "keys"), "again": ("keys",)}
ASKED = {
    "nobel_trade": ("nobel_trade_begun",), "claiming": ("study_begun",), "moving": ("claims_settled",),
    "scoring": ("lab_begun",), "goggles": ("research_begun",), "last_burners": ("placing_ended",), "keys": ("keys_asked",),
    "fire": ("research_begun", "placing_begun", "placing_ended", "lab_begun", "refilling"),
}  # fmt: skip
DIRECTLY = {
    "compound_scored": ("scoring_begun", "grant_named"), "compound_cleared": ("step_skipped", "crystal_kept", "passed"),
    "offer_carried_out": ("offer_accepted",), "compound_completed": ("crystal_placed",),
    "extinguisher_ready": ("crystal_placed",), "grant_named": ("scoring_begun",),
}  # fmt: skip
# The phases of a turn, each with the one it follows, and what happens in one phase only.
MARKS: dict[str, tuple[str, ...]] = {
    "game_started": ("",), "study_begun": ("game_started", "trading_ended"), "claims_settled": ("study_begun",),
    "research_begun": ("claims_settled",), "placing_begun": ("research_begun",), "placing_ended": ("placing_begun",),
    "lab_begun": ("placing_ended",), "keys_asked": ("refilling",), "turn_begun": ("keys_asked",),
    "refilling": ("lab_begun", "refilling"), "nobel_trade_begun": ("turn_begun",),
    "trading_begun": ("turn_begun", "nobel_trade_begun"), "trading_ended": ("trading_begun",),
}  # fmt: skip
WITHIN = {
    "crystals_drawn": ("game_started", "turn_begun", "research_begun"), "nobel_swapped": ("nobel_trade_begun",),
    "done_said": ("trading_begun",), "crystal_discarded": ("trading_ended", "lab_begun"),
    "claim_placed": ("study_begun", "placing_begun"), "claim_moved": ("claims_settled",),
    "goggles_used": ("research_begun",), "crystal_placed": ("placing_begun",), "research_ended": ("placing_begun",),
    "compound_completed": ("placing_begun",), "crystals_swapped": ("placing_begun",),
    "burner_lit": ("research_begun", "placing_begun", "placing_ended"), "extinguisher_ready": ("placing_begun",),
    "scoring_begun": ("lab_begun",), "compound_scored": ("lab_begun",), "compound_cleared": ("lab_begun",),
    "part_ended": ("lab_begun",), "cylinder_used": ("lab_begun",), "experiment_raised": ("lab_begun",),
    "crystal_kept": ("lab_begun",), "raise_declined": ("lab_begun",), "step_skipped": ("lab_begun",), "grant_named": ("lab_begun",),
    "tool_gained": ("lab_begun",), "end_announced": ("lab_begun",), "card_laid": ("refilling",),
    "fire_drawn": ("refilling",), "fire_broke_out": ("lab_begun", "refilling"), "key_used": ("keys_asked",),
    "exploded": ("lab_begun", "refilling"), "final_scored": ("refilling", "keys_asked"),
    **{f"offer_{what}": ("trading_begun",) for what in ("made", "accepted", "declined", "withdrawn", "voided", "carried_out")},
}  # fmt: skip
# The facts of an event of each type, besides accounts.
FACTS = {
    **{name: set() for name in (*MARKS, "done_said", "extinguisher_ready", "key_used", "blast_over", "bench_settled",
                                "claim_too_many", "bench_too_full")},
    "game_started": {"deck", "deck_size", "edition", "field", "lead", "options", "seats"},
    "turn_begun": {"lead", "round"}, "refilling": {"step"}, "crystals_drawn": {"crystals", "seat", "why"},
    "nobel_swapped": {"give", "get"}, "crystal_discarded": {"crystal", "seat"}, "claim_placed": {"slot", "card"},
    "claim_moved": {"source", "target", "cards"}, "claim_taken_back": {"slot", "card"}, "goggles_used": {"number"},
    "crystal_placed": {"seat", "crystal", "source", "slot", "card"}, "compound_completed": {"seat", "slot", "card"},
    "crystals_swapped": {"give", "number", "get"}, "research_ended": {"seat"}, "part_ended": {"seat"},
    "burner_lit": {"slot", "card"}, "scoring_begun": {"seat", "slot", "card", "reaction"},
    "compound_scored": {"seat", "slot", "card", "points", "shared"}, "tool_gained": {"tool", "why"},
    "experiment_raised": {"seat", "experiment", "value", "why"}, "step_skipped": {"step"}, "raise_declined": {"experiment"},
    "grant_named": {"seat", "to", "experiment"}, "crystal_kept": {"crystal"}, "cylinder_used": {"down", "up"},
    "compound_cleared": {"seat", "slot", "card", "crystals"}, "fire_drawn": {"burns"}, "card_laid": {"slot", "card"},
    "fire_broke_out": {"cause", "slots", "cards"}, "flame_prevented": {"slot", "card"},
    "flames_placed": {"cause", "slots", "cards"}, "exploded": {"cards"}, "scattering_begun": {"slot"},
    "crystal_scattered": {"crystal", "source", "target", "card"}, "scattering_ended": {"slot", "crystals"},
    "passed": {"about"}, "end_announced": {"reason", "last"},
    "final_scored": {"claims", "bench", "extinguishers", "wilds"},
    "game_ended": {"scores", "winners", "reason", "ranks"}, "offer_made": {"offer", "terms", "counters"},
    "offer_accepted": {"offer"}, "offer_declined": {"offer", "closed"}, "offer_withdrawn": {"offer"},
    "offer_voided": {"offer"}, "offer_carried_out": {"offer", "terms", "moves"},
}  # fmt: skip
NOBODYS = {
    "study_begun", "claims_settled", "research_begun", "placing_begun", "placing_ended", "lab_begun", "step_skipped",
    "refilling", "card_laid", "keys_asked", "nobel_trade_begun", "trading_begun", "trading_ended", "fire_drawn",
    "fire_broke_out", "flames_placed", "exploded", "blast_over", "bench_settled", "game_ended",
}  # fmt: skip


def atoms(formula: str) -> Counter[str]:
    """Ca(OH)2 by hand: brackets first, then symbols with numbers."""
    flat = re.sub(r"\(([^)]*)\)(\d+)", lambda m: m[1] * int(m[2]), formula)
    found: Counter[str] = Counter()
    for symbol, number in re.findall(r"([A-Z][a-z]?)(\d*)", flat):
        found[symbol] += int(number or 1)
    return found


def _term(term: dict[str, Any]) -> Any:
    """As the table of offers writes it; this game counts only pieces."""
    assert {*term} in ({"partner", "gives", "gets"}, {"partner", "gives", "gets", "onward"})
    onward = [(one["to"], _goods(one["goods"])) for one in term.get("onward", [])]
    return term["partner"], _goods(term["gives"]), _goods(term["gets"]), onward


def _goods(goods: dict[str, Any]) -> tuple[tuple[str, ...], int]:
    assert {*goods} == {"pieces", "amounts"}
    assert goods["amounts"] == []
    return tuple(goods["pieces"]), 0


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


class Referee:
    """Follows a record event by event; asserts the rules, and has the points at the end."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.people = len(record["players"])
        seats = len(record["events"][0]["seats"])
        self.bag = Counter(CRYSTALS)
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
        self.queue = []
        self.ended = False
        self.lead, self.round = -1, 1
        self.before = ""
        options = {**OPTIONS, **record["events"][0]["options"]}
        self.offers, self.voids = options["offers"], []
        self.nobel_places, self.cubes = options["nobel_places"], options["flames"]
        self.raising, self.grants_to, self.starting = (
            options[name] for name in ("raising", "grants_to", "starting")
        )
        self.spared: list[int] = []
        self.cause = ""  # of the current fire
        self.choosers: dict[int, int] = {}
        self.burning: list[int] | None = None
        for version, event in enumerate(record["events"], 1):
            kind = event["type"]
            assert event["version"] == version
            assert kind in FACTS, f"no event {kind}"
            if kind in MARKS:
                assert self.phase in MARKS[kind], f"{kind} after {self.phase}"
                self.phase = kind
            else:
                assert self.phase in WITHIN.get(kind, (self.phase,)), f"{kind} after {self.phase}"
            assert not self.voids or kind in ("offer_voided", "offer_carried_out"), f"{self.voids} are void"
            assert self.must is None or kind in self.must, f"{kind}, not one of {self.must}"
            self.must = None
            self.plausible(event)
            self.in_turn(event)
            getattr(self, kind, self.nothing)(event)
            self.sound()
            self.before = kind
        assert self.before == "game_ended"
        assert record["result"] == {
            n: record["events"][-1][n] for n in ("scores", "winners", "reason", "ranks")
        }

    must: tuple[str, ...] | None = None
    phase = ""

    def nothing(self, event: dict[str, Any]) -> None:
        """An event that moves no piece and no point."""

    def order(self) -> list[int]:
        """The lead first, then clockwise; Nobel last."""
        people = [(self.lead + step) % self.people for step in range(self.people)]
        return people + list(range(self.people, len(self.steps)))

    def in_turn(self, event: dict[str, Any]) -> None:
        """Draws, Research turns and parts of the Lab come one seat after another; all say done."""
        kind = event["type"]
        if kind in (
            "study_begun",
            "nobel_trade_begun",
            "trading_begun",
            "placing_ended",
            "refilling",
            "trading_ended",
        ):
            assert not self.queue, f"{kind} before all had their turn"
        if kind in ("placing_begun", "lab_begun"):
            self.queue = self.order()
        elif kind == "trading_begun":
            self.queue = list(range(self.people))
        elif kind == "done_said":
            self.queue.remove(event["player"])
        elif kind in ("offer_made", "offer_accepted") and event["player"] not in self.queue:
            self.queue.append(event["player"])
        elif kind in ("crystal_placed", "compound_completed", "scoring_begun", "compound_scored"):
            assert event["seat"] == self.queue[0]
        elif kind in (
            "crystals_swapped",
            "extinguisher_ready",
            "crystal_kept",
            "cylinder_used",
            "raise_declined",
        ):
            assert event["player"] == self.queue[0]
        elif kind in ("research_ended", "part_ended") or (
            kind == "crystals_drawn" and event["why"] != "goggles"
        ):
            assert event["seat"] == self.queue.pop(0)
        elif kind == "passed":
            assert self.phase in ASKED[event["about"]]
            assert event["about"] != "fire" or self.burning is not None
        elif kind == "step_skipped":
            assert event["step"] == ("clear" if self.journal else "journal")
        assert self.before in DIRECTLY.get(kind, (self.before,)), f"{kind} directly after {self.before}"
        assert kind != "keys_asked" or self.step == "keys"
        if kind == "refilling":
            assert event["step"] in REFILLING[self.step]
            self.step = event["step"]
        self.journal = kind in ("experiment_raised", "raise_declined") or (kind == "step_skipped" and event["step"] == "journal") or (
            self.journal and kind in ("tool_gained", "end_announced"))  # fmt: skip

    queue: list[int]
    journal = False
    step = ""

    def plausible(self, event: dict[str, Any]) -> None:
        """Who acts for whom, what is where, and the facts of every event of its type."""
        kind, player = event["type"], event["player"]
        said = {name for name in event if name not in ("version", "type", "player", "rng", "accounts")}
        assert said == FACTS[kind], (kind, said)
        assert (player is None) == (kind in NOBODYS), kind
        assert player is None or (type(player) is int and player in range(self.people))
        if "seat" in event and kind != "game_started":
            seat = event["seat"]
            assert type(seat) is int
            assert seat in range(len(self.steps))
            assert player == (seat if seat < self.people else self.lead), "the lead acts for Nobel"
        for slot, card in ((event.get("slot"), event.get("card")), (event.get("target"), event.get("card"))):
            if (
                kind not in ("card_laid", "scattering_begun", "scattering_ended")
                and card
                and type(slot) is int
            ):
                assert self.field[slot].name == card
        if kind in ("fire_broke_out", "flames_placed"):
            assert event["cards"] == [self.field[slot].name for slot in event["slots"]]

    def sound(self) -> None:
        """Every real crystal is in exactly one place."""
        lying = [c for card in self.field.values() for c in card.crystals]
        lying += [c for rubble in self.rubble.values() for c in rubble]
        lying += [c for card in self.extinguisher for c in card or ()]
        total = dict.fromkeys(CRYSTALS, 0)
        for crystal in lying:
            if ":" not in crystal:
                total[crystal] += 1
        for held in (self.bag, *self.bench, *self.pile):
            for crystal, number in held.items():
                total[crystal] += number
        assert total == CRYSTALS
        owners = [card.owner for card in self.field.values()]
        assert all(owners.count(seat) <= 4 for seat in range(self.people))

    def take(self, held: Counter[str], pieces: list[str] | tuple[str, ...]) -> None:
        assert Counter(pieces) <= held, (pieces, held)
        held.subtract(pieces)

    def to_bag(self, crystals: list[str]) -> None:
        self.bag.update(c for c in crystals if ":" not in c)

    # --- events -----------------------------------------------------------------------------------------------

    def game_started(self, event: dict[str, Any]) -> None:
        self.lead = event["lead"]
        assert event["player"] == self.lead
        self.queue = self.order()
        self.deck: list[str] = list(event["deck"])
        assert event["deck_size"] == len(self.deck)
        assert Counter([*event["field"], *self.deck]) == Counter([*CARDS, *["Lab Fire"] * 5])
        self.field = {slot: Card(name) for slot, name in enumerate(event["field"])}
        assert len(self.field) == 16
        start = [name for name, card in CARDS.items() if card.get("start")]
        lying = event["field"][:9]
        assert lying == start if self.starting == "listed" else sorted(lying) == sorted(start)

    def crystals_drawn(self, event: dict[str, Any]) -> None:
        seat, crystals = event["seat"], event["crystals"]
        self.take(self.bag, crystals)
        (self.pile if event["why"] == "goggles" else self.bench)[seat].update(crystals)
        level = BOX["tracks"]["discovery"][self.steps[seat]["discovery"]]
        number = {"discovery": level, "start": 4, "goggles": level * getattr(self, "goggles", 1)}[
            event["why"]
        ]
        assert len(crystals) == number or not self.bag.total()
        assert (event["why"] == "start") == (self.before in ("game_started", "crystals_drawn") and self.round == 1
                                             and not self.studied) or event["why"] != "start"  # fmt: skip

    def nobel_swapped(self, event: dict[str, Any]) -> None:
        own, his = self.bench[event["player"]], self.bench[2]
        self.take(own, [event["give"]])
        self.take(his, [event["get"]])
        own.update([event["get"]])
        his.update([event["give"]])

    # K-OFFER, K-GROUP, K-DONE: its own table of offers, updated the slow way, follows every answer.

    market: offers_twin.Table | None = None
    offered = 0
    voids: list[tuple[int, int]]
    agreed: list[Any] | None = None
    accepted_by = -1
    declined: tuple[int, int, int] | None = None  # who declined, which offer, and whose it was

    def trading_begun(self, _: dict[str, Any]) -> None:
        goods = {seat: [*(self.bench[seat] + self.kit[seat]).elements()] for seat in range(self.people)}
        self.market = offers_twin.Table(goods, dict.fromkeys(goods, 0), self.offers)
        self.market.count = self.offered

    def trading_ended(self, _: dict[str, Any]) -> None:
        assert self.market is not None
        self.offered, self.market = self.market.count, None

    def done_said(self, event: dict[str, Any]) -> None:
        assert self.market is not None
        assert event["player"] not in [offer["by"] for offer in self.market.offers.values()]

    def answer(self, event: dict[str, Any], kind: str) -> None:
        """Somebody answers an existing offer; the offers that this voids are named next."""
        number, market = event["offer"], self.market
        assert market is not None
        assert type(number) is int
        assert market.may(event["player"], kind, number)
        offer, before = market.offers[number], {n: offer["by"] for n, offer in market.offers.items()}
        market.do(event["player"], kind, number)
        gone = [(n, by) for n, by in before.items() if n not in market.offers and n != number]
        self.voids = gone
        if kind == "accept" and number not in market.offers:
            self.agreed, self.must = offer["terms"], ("offer_carried_out",)
            self.accepted_by = event["player"]

    def offer_made(self, event: dict[str, Any]) -> None:
        assert self.market is not None
        terms = [_term(term) for term in event["terms"]]
        counters = event["counters"]
        if counters is not None:
            assert self.before == "offer_declined"
            assert self.declined is not None
            assert self.declined[:2] == (event["player"], counters)
            assert self.declined[2] in [term[0] for term in terms]
        assert self.market.may(event["player"], "propose", terms=terms)
        self.market.do(event["player"], "propose", terms=terms)
        assert event["offer"] == self.market.count

    def offer_accepted(self, event: dict[str, Any]) -> None:
        self.answer(event, "accept")

    def offer_declined(self, event: dict[str, Any]) -> None:
        assert self.market is not None
        by = self.market.offers[event["offer"]]["by"]
        self.answer(event, "decline")
        assert event["closed"] is (event["offer"] not in self.market.offers)
        self.declined = event["player"], event["offer"], by

    def offer_withdrawn(self, event: dict[str, Any]) -> None:
        self.answer(event, "withdraw")

    def offer_voided(self, event: dict[str, Any]) -> None:
        assert self.voids.pop(0) == (event["offer"], event["player"])

    def offer_carried_out(self, event: dict[str, Any]) -> None:
        assert self.agreed is not None
        assert self.market is not None
        assert event["player"] == self.accepted_by
        named = [(event["player"] if term[0] is None else term[0], *term[1:]) for term in self.agreed]
        assert [_term(term) for term in event["terms"]] == named
        self.agreed = None
        holdings = {"bench": self.bench, "kit": self.kit}
        for move in event["moves"]:
            for end, sign in (("from", -1), ("to", 1)):
                place, seat = move[end].split()
                held = holdings[place][int(seat)]
                if sign < 0:
                    self.take(held, move["pieces"])
                else:
                    held.update(move["pieces"])
        for seat, goods in self.market.pieces.items():
            assert +(self.bench[seat] + self.kit[seat]) == Counter(goods)

    def crystal_discarded(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        spaces = BOX["tracks"]["lab"][self.steps[seat]["lab"]]
        assert self.bench[seat].total() > spaces
        self.take(self.bench[seat], [event["crystal"]])
        self.bag.update([event["crystal"]])

    studied = False

    def study_begun(self, _: dict[str, Any]) -> None:
        self.studied = True
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
        assert event["number"] > 0
        self.goggles, self.must = event["number"], ("crystals_drawn",)
        self.take(self.kit[event["player"]], ["goggles"] * event["number"])
        self.stock["goggles"] += event["number"]

    def crystal_placed(self, event: dict[str, Any]) -> None:
        seat, crystal = event["seat"], event["crystal"]
        self.placed += 1
        by = "research" if seat < self.people else self.nobel_places
        assert self.placed <= BOX["tracks"][by][self.steps[seat][by]]
        assert (":" in crystal) == (event["source"] == "wild")
        source = {"bench": self.bench, "goggles": self.pile, "wild": self.kit}[event["source"]][seat]
        self.take(source, ["wild" if ":" in crystal else crystal])
        if event["slot"] is None:
            lying = self.extinguisher[seat]
            assert lying is not None
            lying.append(crystal)
            assert Counter(map(symbol, lying)) <= Counter(BOX["play"]["extinguisher"])
            if len(lying) == len(BOX["play"]["extinguisher"]):
                self.must = ("extinguisher_ready",)
            return
        card = self.field[event["slot"]]
        assert card.missing[symbol(crystal)]
        assert seat < self.people or card.owner is None
        card.crystals.append(crystal)
        if not card.missing and card.owner is None:
            self.must = ("compound_completed",)

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
            assert not self.room(event["shared"])
            self.points[event["shared"]] += worth if event["shared"] < self.people else 0
        self.points[seat] += event["points"]
        takers = [seat] if event["shared"] is None else [seat, event["shared"]]
        self.paid(event, [(f"points {taker}", worth) for taker in takers if taker < self.people and worth])
        tool = card.facts.get("tool")
        if tool and seat < self.people and self.stock[tool]:
            self.must = ("tool_gained",)

    def paid(self, event: dict[str, Any], wanted: list[tuple[str, int]]) -> None:
        said = [(row["to"], row["amount"]) for row in event.get("accounts", []) if row["from"] is None]
        assert said == wanted
        assert len(said) == len(event.get("accounts", []))

    def tool_gained(self, event: dict[str, Any]) -> None:
        assert event["why"] == ("card" if self.before == "compound_scored" else "study")
        if event["why"] == "card":
            assert event["tool"] == self.field[self.scoring].facts["tool"]
        else:
            assert event["tool"] == "journal"
            assert not self.kit[event["player"]]["journal"]
        self.take(self.stock, [event["tool"]])
        self.kit[event["player"]][event["tool"]] += 1

    raised = False  # whether this scoring has had its step up

    def experiment_raised(self, event: dict[str, Any]) -> None:
        assert event["experiment"] in self.room(event["seat"])
        steps = self.steps[event["seat"]]
        steps[event["experiment"]] += 1
        assert steps[event["experiment"]] <= TOP
        assert event["why"] == ("grant" if self.before == "compound_cleared" else "state")
        if event["why"] == "state":
            assert event["experiment"] in (RAISES[self.field[self.scoring].facts["state"]], "lab")
            assert not self.raised
            self.raised = True
        else:
            assert (event["seat"], event["experiment"]) == self.granted
        self.paid(event, [(f"{event['experiment']} {event['seat']}", 1)])
        person = event["seat"] < self.people
        if (
            event["experiment"] == "study"
            and person
            and not self.kit[event["seat"]]["journal"]
            and self.stock["journal"]
        ):
            self.must = ("tool_gained",)
        assert event["value"] == BOX["tracks"][event["experiment"]][steps[event["experiment"]]]

    def cylinder_used(self, event: dict[str, Any]) -> None:
        steps = self.steps[event["player"]]
        assert self.kit[event["player"]]["cylinder"]
        steps[event["down"]] -= 1
        steps[event["up"]] += 1
        assert set(steps.values()) <= set(range(TOP + 1))

    def grant_named(self, event: dict[str, Any]) -> None:
        assert event["to"] in range(len(self.steps) if self.grants_to == "all" else self.people)
        assert event["to"] != event["seat"]
        room = self.room(event["to"])
        assert event["experiment"] in room if room else event["experiment"] is None
        self.granted = (event["to"], event["experiment"])

    def scoring_begun(self, event: dict[str, Any]) -> None:
        card = self.field[event["slot"]]
        assert not card.missing
        assert card.owner == event["seat"]
        assert event["reaction"] == card.facts.get("reaction")
        self.scoring, self.raised = event["slot"], False
        self.must = ("grant_named",) if event["reaction"] == "grant" else ("compound_scored",)

    def room(self, seat: int) -> list[str]:
        """The experiments that can rise; Nobel has Discovery and Research."""
        own = self.steps[seat] if seat < self.people else ("discovery", "research")
        return [name for name in own if self.steps[seat][name] < TOP]

    def raise_declined(self, event: dict[str, Any]) -> None:
        """Only Lab, in place of an experiment that is complete."""
        assert self.raising == "may"
        assert not self.raised
        assert event["experiment"] == "lab"
        assert "lab" in self.room(event["player"])
        assert RAISES[self.field[self.scoring].facts["state"]] not in self.room(event["player"])
        self.raised = True

    def step_skipped(self, event: dict[str, Any]) -> None:
        """Nothing is raised only where nothing can be."""
        assert event["step"] in ("journal", "clear")
        card = self.field[self.scoring]
        assert card.owner is not None
        if event["step"] == "journal":
            assert not {RAISES[card.facts["state"]], "lab"} & {*self.room(card.owner)}

    def crystal_kept(self, event: dict[str, Any]) -> None:
        assert self.kit[event["player"]]["journal"]
        self.field[self.scoring].crystals.remove(event["crystal"])
        self.bench[event["player"]][event["crystal"]] += 1
        assert self.bench[event["player"]].total() <= BOX["tracks"]["lab"][self.steps[event["player"]]["lab"]]

    def compound_cleared(self, event: dict[str, Any]) -> None:
        card = self.field.pop(event["slot"])
        assert sorted(card.crystals) == sorted(event["crystals"])
        self.to_bag(card.crystals)
        reaction = card.facts.get("reaction")
        if reaction == "volatile":
            self.must = ("fire_broke_out",)
        elif reaction == "grant" and self.granted[1] is not None:
            self.must = ("experiment_raised",)

    # --- fire -------------------------------------------------------------------------------------------------

    def burner_lit(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["burner"])
        self.stock["burner"] += 1
        assert not self.field[event["slot"]].flames
        self.burning, self.spared, self.cause = [event["slot"]], [], "burner"

    def fire_broke_out(self, event: dict[str, Any]) -> None:
        burns = sorted(slot for slot, card in self.field.items() if card.limit is not None)
        assert event["slots"] == burns
        assert event["cause"] == ("volatile" if self.before == "compound_cleared" else "lab_fire")
        self.burning, self.spared, self.cause = burns, [], event["cause"]

    def flame_prevented(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["extinguisher"])
        assert self.burning is not None
        assert event["slot"] in self.burning
        assert event["slot"] not in self.spared
        self.spared.append(event["slot"])

    def flames_placed(self, event: dict[str, Any]) -> None:
        assert self.burning is not None
        lit = [slot for slot in self.burning if slot not in self.spared]
        assert event["slots"] == lit or (self.cubes == "box" and {*event["slots"]} <= {*lit})
        assert event["cause"] == self.cause
        for slot in event["slots"]:
            self.field[slot].flames += 1
        lit_cards = [self.field[slot] for slot in event["slots"]]
        full = [card for card in lit_cards if card.limit is not None and card.flames >= card.limit]
        if event["cause"] != "burner" and full:
            self.must = ("exploded",)
        self.burning = None

    def exploded(self, event: dict[str, Any]) -> None:
        for row in event["cards"]:
            card = self.field.pop(row["slot"])
            assert card.limit is not None
            assert card.flames >= card.limit
            assert sorted(card.crystals) == sorted(row["crystals"])
            assert (card.name, card.owner) == (row["card"], row["owner"])
            nobodys = card.owner is None or card.owner >= self.people
            assert row["chooser"] == (self.lead if nobodys else card.owner)
            if card.crystals:
                self.rubble[row["slot"]] = list(card.crystals)
                self.choosers[row["slot"]] = row["chooser"]
        ready = [s for s, c in self.field.items() if c.limit is not None and c.flames >= c.limit]
        assert not ready, "all at their limit explode together"

    def scattering_begun(self, event: dict[str, Any]) -> None:
        assert event["slot"] in self.rubble
        assert event["player"] == self.choosers[event["slot"]]

    def blast_over(self, _: dict[str, Any]) -> None:
        assert not self.rubble

    def _near(self, slot: int) -> list[int]:
        row, column = divmod(slot, 4)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [r * 4 + c for r, c in around if 0 <= r < 4 and 0 <= c < 4]

    def crystal_scattered(self, event: dict[str, Any]) -> None:
        assert event["target"] in self._near(event["source"])
        assert event["player"] == self.choosers[event["source"]]
        self.rubble[event["source"]].remove(event["crystal"])
        target = self.field[event["target"]]
        assert target.missing[symbol(event["crystal"])]
        target.crystals.append(event["crystal"])

    def scattering_ended(self, event: dict[str, Any]) -> None:
        assert event["player"] == self.choosers[event["slot"]]
        left = self.rubble.pop(event["slot"])
        assert sorted(left) == sorted(event["crystals"])
        for crystal in left:
            for slot in self._near(event["slot"]):
                fits = slot in self.field and self.field[slot].missing[symbol(crystal)]
                assert not fits, f"{crystal} could have gone to {slot}"
        self.to_bag(left)

    def card_laid(self, event: dict[str, Any]) -> None:
        holes = [slot for slot in range(16) if slot not in self.field]
        assert event["slot"] == holes[0], "row by row"
        assert event["card"] == self.deck.pop(0)
        self.field[event["slot"]] = Card(event["card"])

    def fire_drawn(self, event: dict[str, Any]) -> None:
        assert self.deck.pop(0) == "Lab Fire"
        assert type(event["burns"]) is bool

    def turn_begun(self, event: dict[str, Any]) -> None:
        self.round += 1
        assert event["round"] == self.round
        lead = self.keyed if self.keyed is not None else (self.lead + 1) % self.people
        assert event["lead"] == event["player"] == lead
        self.lead, self.keyed = lead, None
        self.queue, self.step = self.order(), ""

    keyed: int | None = None

    def game_ended(self, event: dict[str, Any]) -> None:
        scores = [n if seat < self.people else 0 for seat, n in enumerate(self.points)]
        people = scores[: self.people]
        assert event["scores"] == scores
        assert event["winners"] == [p for p, n in enumerate(people) if n == max(people)]
        ranks = [1 + sum(o > n for o in people) if p < self.people else 0 for p, n in enumerate(scores)]
        assert event["ranks"] == ranks
        if self.ended:
            assert event["reason"] in (self.why, "field_not_filled")
        else:
            assert event["reason"] == "field_not_filled"

    def key_used(self, event: dict[str, Any]) -> None:
        self.take(self.kit[event["player"]], ["key"])
        self.stock["key"] += 1
        self.keyed = event["player"]

    # --- the end ----------------------------------------------------------------------------------------------

    def end_announced(self, event: dict[str, Any]) -> None:
        assert not self.ended
        self.ended, self.why = True, event["reason"]
        steps = list(self.steps[event["player"]].values())
        reached = {
            "points_reached": self.points[event["player"]] >= 50,
            "experiments_complete": steps.count(TOP) >= 3,
        }
        assert reached[event["reason"]]
        assert event["last"] == self.round + 1

    def final_scored(self, event: dict[str, Any]) -> None:
        seat = event["player"]
        lying = sum(len(card.crystals) for card in self.field.values() if card.owner == seat)
        assert event["claims"] == lying
        assert event["bench"] == self.bench[seat].total() // 2
        assert event["extinguishers"] == 3 * self.kit[seat]["extinguisher"]
        assert event["wilds"] == 3 * self.kit[seat]["wild"]
        worth = sum(event[part] for part in ("claims", "bench", "extinguishers", "wilds"))
        self.paid(event, [(f"points {seat}", worth)] if worth else [])
        self.points[seat] += worth
